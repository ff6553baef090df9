//! Deliberate faults against the tests: which are caught, and by what.
//!
//! ```text
//! cargo run -p privet-tests --example mutations -- [WORDS]
//! cargo run -p privet-tests --example mutations -- --stale
//! ```
//! Plants the faults of `privet_tests::mutations`, one after the other, in a copy of the project below
//! `target/mutations`, and runs the tests that should notice (which must pass without a fault). With WORDS only the faults whose family
//! or name contains them. Prints a table in Markdown; exit code 1 where a fault is missed, or does not compile without the types
//! being meant to forbid it. A fault that no longer fits the code is stale and is not planted; `--stale` lists these alone.

use std::error::Error;
use std::process::ExitCode;
use std::time::Instant;

use privet_tests::mutations::{Copy, FAULTS, Fault, Outcome, Trials, project};

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words = words.join(" ");
    let chosen: Vec<(&str, &Fault)> = FAULTS
        .iter()
        .flat_map(|(family, faults)| faults.iter().map(move |fault| (*family, fault)))
        .filter(|(family, fault)| family.contains(&words) || fault.name.contains(&words))
        .collect();
    if words == "--stale" {
        let faults = FAULTS.iter().flat_map(|(_, faults)| *faults);
        let stale: Vec<&Fault> = faults.clone().filter(|fault| fault.is_stale()).collect();
        for fault in &stale {
            println!("stale: {} ({})", fault.name, fault.file);
        }
        println!(
            "{} of {} deliberate faults are stale",
            stale.len(),
            faults.count()
        );
        return Ok(ExitCode::SUCCESS);
    }
    let copy = Copy::of_project(&project().join("target/mutations"))?;
    let begun = Instant::now();
    let mut trials = Trials::on(&copy);
    let (mut caught, mut forbidden, mut stale, mut failed) = (0, 0, 0, 0);
    let mut last_family = "";
    for (family, fault) in &chosen {
        if *family != last_family {
            println!("\n| {family} | caught by | s |\n|---|---|---|");
            last_family = family;
        }
        if fault.is_stale() {
            stale += 1;
            println!("| {} | *stale: not planted* | |", fault.name);
            continue;
        }
        let begun = Instant::now();
        let outcome = trials.of(fault);
        let (count, by) = match outcome {
            Ok(Outcome::Caught(suite, test)) => {
                (&mut caught, format!("{}: `{test}`", suite.package()))
            }
            Ok(Outcome::Hung(suite, test)) => {
                let by = format!("{}: {test} does not end", suite.package());
                (&mut caught, by)
            }
            Ok(Outcome::Forbidden(error)) => (&mut forbidden, format!("the compiler: {error}")),
            Ok(Outcome::Missed) => (&mut failed, "**missed**".to_owned()),
            Ok(Outcome::Unusable(why)) => (&mut failed, format!("**{why}**")),
            Err(error) => (&mut failed, format!("**{error}**")),
        };
        *count += 1;
        println!("| {} | {by} | {} |", fault.name, begun.elapsed().as_secs());
    }
    println!(
        "\n{} faults: {caught} caught by tests, {forbidden} forbidden by types, {stale} stale, {failed} \
         missed or unusable; {} min.",
        chosen.len(),
        begun.elapsed().as_secs() / 60
    );
    Ok(ExitCode::from(u8::from(failed > 0 || chosen.is_empty())))
}
