//! Engines that panic.
//!
//! A worker that ends makes tasks of the engine panic here, and so may a fault of its own. That ends a pass, with an error in
//! our words. What the engine says of it may quote a value: only the place is printed.

use std::panic::{self, Location};
use std::path::Path;

/// From now on a panic prints where it was, and nothing of what it says.
pub fn print_places_only() {
    panic::set_hook(Box::new(|panicked| {
        eprintln!("note (internal): {}", told(panicked.location()));
    }));
}

fn told(place: Option<&Location<'_>>) -> String {
    let name = |place: &Location<'_>| {
        let file = Path::new(place.file()).file_name()?.to_str()?;
        Some(format!("{file}:{}", place.line()))
    };
    let place = place.and_then(name);
    format!(
        "something inside of the engine has failed ({})",
        place.as_deref().unwrap_or("unknown place")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs itself in a process of its own, whose words are seen.
    #[test]
    fn a_panic_tells_its_place_and_nothing_else() {
        const INSIDE: &str = "PRIVET_TEST_PANICS";
        if std::env::var_os(INSIDE).is_some() {
            print_places_only();
            let panicked = std::thread::spawn(|| panic!("a value: 4711")).join();
            assert!(panicked.is_err());
            return;
        }
        let output = std::process::Command::new(std::env::current_exe().unwrap())
            .args(["panics::tests", "--nocapture"])
            .env(INSIDE, "yes")
            .output()
            .unwrap();
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{told}");
        assert!(told.contains("the engine has failed (panics.rs:"), "{told}");
        assert!(!told.contains("4711"), "{told}");
    }
}
