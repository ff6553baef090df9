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

    #[test]
    fn a_place_is_a_file_and_a_line() {
        let text = told(Some(Location::caller()));
        assert!(text.contains("(panics.rs:"), "{text}");
        assert!(told(None).contains("(unknown place)"));
    }
}
