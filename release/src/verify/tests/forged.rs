//! What somebody has changed is refused, also after all digests were made to agree again, and whatever number the forger
//! gives its algorithm; and no other command repeats it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use rayon::prelude::*;
use serde_json::json;

use super::forgeries::FORGERIES;
use super::{Case, Number, Published};
use crate::diff::diff;
use crate::names::{MODEL, SYNTHETIC, SYNTHETIC_PARQUET};
use crate::public_model::Model;
use crate::published::Published as Shown;
use crate::verify::{earlier_release, rebuilt, verify};
use crate::watch::Silent;

/// Every forgery, with each number once, of releases that differ from one to the next. [`no_forgery_passes_at_all`] tries
/// them all.
#[test]
fn no_forgery_passes() {
    let cases = Case::tried();
    let released: Vec<_> = cases.par_iter().map(Published::release).collect();
    let releases: Vec<_> = cases.iter().zip(&released).collect();
    FORGERIES
        .par_iter()
        .enumerate()
        .for_each(|(place, (name, forge))| {
            let others = releases.iter().cycle().skip(7 * place).take(releases.len());
            let forged = others.filter_map(|&(case, published)| {
                let published = published.as_ref()?;
                let mut forged = published.clone();
                forge(&mut forged).then_some((case, published, forged))
            });
            let forged: Vec<_> = forged.take(Number::ALL.len()).collect();
            assert!(!forged.is_empty(), "`{name}` was never tried");
            for (number, (case, published, forged)) in Number::ALL.iter().zip(forged.iter().cycle())
            {
                let forged = Published {
                    number: *number,
                    ..forged.clone()
                };
                let label = format!("{name}, {number:?}: {}", case.label());
                assert_refused(published, &forged, place % 4 == 0, &label);
            }
        });
}

/// Nothing rebuilds rows that are answers: what is told of them without a replay, by every forgery.
#[test]
fn rows_that_are_answers_keep_their_form() {
    let cases = Case::tried().into_iter();
    for case in cases.filter(|case| case.mechanism.starts_with("Smoothed")) {
        let Some(published) = Published::release(&case) else {
            continue;
        };
        for (name, forge) in FORGERIES {
            let mut forged = published.clone();
            if forge(&mut forged) {
                let label = format!("{name}: {}", case.label());
                assert_refused(&published, &forged, false, &label);
            }
        }
    }
}

/// Every forgery of every mechanism, its parameters, adjacency and output, with the number of the algorithm lowered, as it is
/// and raised. It takes minutes:
///
/// ```sh
/// cargo test -p privet-release --lib -- --ignored --nocapture no_forgery_passes_at_all
/// ```
#[test]
#[ignore = "minutes: .ci/run --all runs it"]
fn no_forgery_passes_at_all() {
    let of_case = |(place, case): (usize, Case)| {
        let mut tried = BTreeMap::new();
        let Some(published) = Published::release(&case) else {
            return tried;
        };
        for (turn, (name, forge)) in (place..).zip(FORGERIES) {
            let mut forged = published.clone();
            if !forge(&mut forged) {
                continue;
            }
            for number in Number::ALL {
                forged.number = number;
                let label = format!("{name}, {number:?}: {}", case.label());
                assert_refused(&published, &forged, turn % 4 == 0, &label);
            }
            tried.insert(*name, 1_usize);
        }
        tried
    };
    let cases: Vec<(usize, Case)> = Case::all().into_iter().enumerate().collect();
    let tried: Vec<_> = cases.into_par_iter().map(of_case).collect();
    let releases = tried.iter().filter(|tried| !tried.is_empty()).count();
    let mut all: BTreeMap<&str, usize> = FORGERIES.iter().map(|(name, _)| (*name, 0)).collect();
    for (name, times) in tried.into_iter().flatten() {
        *all.entry(name).or_default() += times;
    }
    assert!(all.values().all(|&times| times > 0), "{all:?}");
    let forged: usize = all.values().sum();
    println!(
        "{} forgeries of {releases} releases, by {} kinds, each with {} numbers: none accepted, none repeated",
        forged * Number::ALL.len(),
        all.len(),
        Number::ALL.len()
    );
}

/// Whether a command repeats what a folder holds.
type Repeats = fn(&Path) -> bool;

/// Whoever speaks about a release, or draws from it.
const COMMANDS: [(&str, Repeats); 6] = [
    ("any that speaks", |folder| rebuilt(folder, &Silent).is_ok()),
    ("report", |folder| Shown::read(folder, &Silent).is_ok()),
    ("evaluate", |folder| {
        let tables = [SYNTHETIC, SYNTHETIC_PARQUET].map(|name| folder.join(name));
        let table = tables.into_iter().find(|path| path.exists());
        table.is_some_and(|table| Shown::of_table(&table, &Silent).is_ok())
    }),
    ("sample", |folder| Model::read(folder, &Silent).is_ok()),
    ("export", |folder| {
        Model::read(folder.join(MODEL), &Silent).is_ok()
    }),
    ("diff", |folder| diff(folder, folder, &Silent).is_ok()),
];

/// It ends with code 2, or with 3 where its number is none that this program has, and nobody repeats it.
fn assert_refused(published: &Published, forged: &Published, is_asked: bool, label: &str) {
    let folder = forged.written();
    let folder = folder.path();
    let found = verify(&[folder], &Silent);
    if published.rows_are_answers() && is_about_rows(published, forged) {
        // Only a replay can tell, and it says so.
        if let Ok(findings) = &found
            && findings.holds()
            && forged.number == Number::AsItIs
        {
            let mut lines = findings.passed.iter();
            let told = |line: &str| line.contains("was not checked: only a replay can tell");
            assert!(lines.any(|line| told(line.as_str())), "{label}");
            return;
        }
    }
    let is_untold = found.is_ok_and(|findings| {
        assert!(
            !findings.holds() || !findings.untold.is_empty(),
            "{label}: accepted"
        );
        findings.holds()
    });
    assert!(!is_untold || forged.number == Number::Raised, "{label}");
    // What is not rebuilt counts with the budget of its spec, and nothing else does.
    assert_eq!(
        earlier_release(folder, &Silent).is_ok(),
        is_untold,
        "{label}"
    );
    let commands = if is_asked {
        &COMMANDS[..]
    } else {
        &COMMANDS[..1]
    };
    for (command, repeats) in commands {
        assert!(!repeats(folder), "{label}: repeated by {command}");
    }
}

/// An honest release by another algorithm is neither accepted nor refused: its budget counts, and nothing else is said of it.
/// A model and a record of two numbers are no release.
#[test]
fn another_number_is_not_rebuilt_and_counts() {
    let cases = Case::tried().into_iter();
    for case in cases.filter(|case| case.mechanism.ends_with("()")) {
        let Some(mut published) = Published::release(&case) else {
            continue;
        };
        let label = case.label();
        published.number = Number::Raised;
        let folder = published.written();
        let findings = verify(&[folder.path()], &Silent).unwrap();
        assert!(findings.holds(), "{label}: {:?}", findings.faults);
        let told = findings.untold[0].as_str();
        assert!(
            told.contains("not rebuilt: it names algorithm 2 of"),
            "{told}"
        );
        let help = findings.help[0].as_str();
        assert!(help.contains("use a later version of Privet"), "{help}");
        let software = &published.record.software;
        assert!(!help.contains(&software.commit) && !told.contains(&software.commit));
        let link = earlier_release(folder.path(), &Silent).unwrap();
        assert_eq!(link.total, case.spec().unwrap().total(), "{label}");
        for (command, repeats) in COMMANDS {
            assert!(!repeats(folder.path()), "{label}: {command}");
        }

        published.number = Number::Lowered;
        assert!(
            published.verdict().is_err(),
            "{label}: numbers begin with 1"
        );
        published.number = Number::AsItIs;
        published.model["algorithm"] = json!(2);
        let faults = published.verdict().unwrap().faults;
        let told =
            |line: &privet_spec::Line| line.as_str().contains("algorithm.number is not that");
        assert!(faults.iter().any(told), "{label}: {faults:?}");
    }
}

/// What follows from the spec is written again from it whatever the number is: of a release by another algorithm, too, it is a
/// fault, and not only untold.
#[test]
fn claims_of_another_number_are_refused() {
    let mut tried = BTreeSet::new();
    let cases = Case::tried().into_iter();
    for case in cases.filter(|case| case.mechanism.ends_with("()")) {
        let Some(published) = Published::release(&case) else {
            continue;
        };
        for (name, forge) in FORGERIES {
            let mut forged = published.clone();
            forged.number = Number::Raised;
            if !OF_THE_SPEC.contains(name) || !forge(&mut forged) {
                continue;
            }
            let holds = forged.verdict().is_ok_and(|findings| findings.holds());
            assert!(!holds, "{name}: {}", case.label());
            tried.insert(*name);
        }
    }
    assert_eq!(tried.len(), OF_THE_SPEC.len(), "{tried:?}");
}

/// Forgeries of what is a function of the spec, and of queries that the model's tables speak against.
const OF_THE_SPEC: [&str; 24] = [
    "a smaller epsilon in the record",
    "better odds",
    "more who are protected",
    "a stronger guarantee in words",
    "a stronger guarantee in short",
    "other neighbours",
    "nothing that is not hidden",
    "no guarantee of a total",
    "a smaller delta in the record",
    "another unit",
    "other neighbours in the guarantee",
    "another theorem",
    "another spec with every default written out",
    "nothing that is believed",
    "nothing unprotected",
    "another title",
    "somebody else to tell",
    "another way to tell",
    "an earlier record that the spec does not name",
    "another algorithm's name",
    "another caveat",
    "another column of a query",
    "less noise than there is, in the record alone",
    "more noise than there is, in the model alone",
];

/// What a rebuild takes is in proportion to the files that are given, whatever they claim.
#[test]
fn rows_that_are_not_there_are_not_drawn() {
    let cases = Case::tried().into_iter();
    let mut published = cases.filter_map(|case| Published::release(&case));
    let is_noisy = |one: &Published| one.record.spec.text.contains("rows: Noisy");
    let mut forged = published
        .find(is_noisy)
        .expect("a mechanism with a noisy size");
    let text = &forged.record.spec.text;
    let text = text.replace("rows: Noisy", "rows: Exactly(20000000)");
    forged.record.spec.sha256 = privet_spec::digest(text.as_bytes());
    forged.model["spec"] = json!(text);
    forged.record.spec.text = text;
    let faults = forged.verdict().unwrap().faults;
    let told = |line: &privet_spec::Line| {
        line.as_str()
            .contains("more rows than synthetic.csv can hold")
    };
    assert!(faults.iter().any(told), "{faults:?}");
}

/// How far a row moves parts of a table is computed, whatever the record and all that follows from it say.
#[test]
fn how_far_a_row_moves_parts_is_computed() {
    let cases = Case::tried().into_iter();
    let mut published = cases.filter_map(|case| Published::release(&case));
    let with_parts = published.find_map(|one| {
        let mut queries = one.record.queries.iter();
        let place = queries.position(|query| query.parts.is_some())?;
        Some((one, place))
    });
    let (mut forged, place) = with_parts.expect("a release that asks for parts");
    let query = &mut forged.record.queries[place];
    let mut written = serde_json::to_value(&*query).unwrap();
    let units = written["sensitivity_squared"].as_str().unwrap();
    let less = units.parse::<u64>().unwrap() - 1;
    written["sensitivity_squared"] = json!(less.to_string());
    *query = serde_json::from_value(written).unwrap();
    let faults = forged.verdict().unwrap().faults;
    let told = |line: &privet_spec::Line| line.as_str().contains("its sensitivity is not that");
    assert!(faults.iter().any(told), "{faults:?}");
}

/// Whether the model is as it was, but for the seed of the rows.
fn is_about_rows(published: &Published, forged: &Published) -> bool {
    let mut model = forged.model.clone();
    model["row_seed"] = published.model["row_seed"].clone();
    model == published.model
}
