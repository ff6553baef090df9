//! A stale claim breaks the build: what the documents say is proved exists, and what exists is
//! listed.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use privet_verification::properties::ALL;

const HARNESSES: &str = include_str!("../harnesses.txt");
const PROOFS: &str = include_str!("../PROOFS.md");
const README: &str = include_str!("../README.md");
/// Checked by the other engines only; the README says why.
const WITHOUT_KANI: &[&str] = &[
    "more_noise_costs_less",
    "answers_move_by_at_most_their_sensitivity",
    "parts_move_by_at_most_their_sensitivity",
    "parts_of_many_variables_are_their_definition",
    "dropping_rows_keeps_every_sensitivity",
    "impossible_cells_are_never_answered",
    "pair_score_moves_by_at_most_its_sensitivity",
    "distance_moves_by_at_most_its_sensitivity",
    "cell_index_is_a_bijection",
    "marginalisation_adds_up",
    "counting_is_projecting",
    "a_row_is_one_count_of_any_table",
    "pairs_have_their_places",
    "cells_never_overflow",
    "network_is_well_formed",
    "consistency_is_within_its_bound",
    "post_processing_meets_the_total",
    "rows_follow_their_tables",
    "fallback_ends",
    "conditioning_excludes",
    "curator_pays_before_it_reads",
    "what_is_paid_for_is_answered",
    "logarithm_step_is_exact",
    "maximum_score_is_the_best_partition",
    "maximum_score_moves_by_at_most_its_sensitivity",
    "logarithm_is_within_its_error",
    "information_score_is_within_its_error",
    "information_moves_by_at_most_its_sensitivity",
    "greedy_network_is_well_formed",
    "greedy_spending_stays_within_its_shares",
    "rows_get_values_that_occur",
    "curator_pays_before_it_draws_rows",
    "smoothed_draws_hide_a_row",
    "smoothing_weight_fits_its_share",
];

fn names() -> BTreeSet<&'static str> {
    ALL.iter().map(|&(name, _)| name).collect()
}

#[test]
fn every_property_is_listed_once() {
    assert_eq!(names().len(), ALL.len());
    let mut functions = BTreeSet::new();
    for source in sources(&root().join("verification/src/properties")) {
        for line in source.lines() {
            let declared = line
                .strip_prefix("pub fn ")
                .and_then(|rest| rest.split_once("(choose"));
            functions.extend(declared.map(|(name, _)| name.to_owned()));
        }
    }
    assert_eq!(functions, names().into_iter().map(str::to_owned).collect());
}

#[test]
fn every_property_has_its_harness() {
    let lines = HARNESSES.lines().filter(|line| !line.starts_with('#'));
    let harnesses: BTreeSet<&str> = lines
        .map(|line| {
            let fields: Vec<&str> = line.split(' ').collect();
            let [name, covers, kind] = fields[..] else {
                panic!("three fields in `{line}`");
            };
            assert!(covers.parse::<u32>().is_ok(), "{line}");
            let name = name.rsplit_once("::verify_").expect("a full name").1;
            let is_wide = name.ends_with("_widely");
            assert_eq!(is_wide, kind == "wide", "{line}");
            assert!(is_wide || ["quick", "full"].contains(&kind), "{line}");
            name.trim_end_matches("_widely")
        })
        .collect();
    let mut expected = names();
    for name in WITHOUT_KANI {
        assert!(expected.remove(name), "{name}");
    }
    assert_eq!(harnesses, expected);
}

/// A proof that has never been run is none.
#[test]
fn every_proof_was_run_as_it_is_listed() {
    let listed = HARNESSES.lines().filter(|line| !line.starts_with('#'));
    let listed: BTreeSet<String> = listed.map(str::to_owned).collect();
    let run = PROOFS.lines().filter_map(|line| {
        let cells: Vec<&str> = line.strip_prefix("| `")?.split(" | ").collect();
        let [name, set, covers, _, _, digest] = cells[..] else {
            panic!("a row of `kani.sh --write`: {line}");
        };
        // What the proof was run on, for `stale.py`.
        let digest = digest.trim_matches([' ', '|', '`']);
        assert!(
            digest.len() == 12 && u64::from_str_radix(digest, 16).is_ok(),
            "{line}"
        );
        Some(format!("{} {covers} {set}", name.trim_end_matches('`')))
    });
    assert_eq!(run.collect::<BTreeSet<String>>(), listed);
}

#[test]
fn the_readme_has_a_row_for_every_property() {
    let rows: BTreeSet<&str> = README
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split_once('`'))
        .map(|(name, _)| name)
        .collect();
    assert_eq!(rows, names());
}

#[test]
fn what_the_core_calls_proved_has_a_harness() {
    let mut proved = names();
    for name in WITHOUT_KANI {
        proved.remove(name);
    }
    let mut claims = 0;
    for docs in module_docs() {
        // A claim runs from `Proved:` to its full stop.
        for claim in docs.split("Proved:").skip(1) {
            let claim = claim.split_once('.').map_or(claim, |(claim, _)| claim);
            for name in claim.split('`').skip(1).step_by(2) {
                assert!(proved.contains(name), "`{name}` is called proved");
                claims += 1;
            }
        }
    }
    assert!(claims >= 5, "only {claims} claims were found");
}

#[test]
fn what_the_core_calls_tested_is_a_property() {
    let mut claims = 0;
    for docs in module_docs() {
        for claim in docs.split("Tested:").skip(1) {
            let names_in_claim = claim.split('`').skip(1).step_by(2);
            for name in names_in_claim.filter(|name| name.contains('_')) {
                assert!(names().contains(name), "`{name}` is called tested");
                claims += 1;
            }
        }
    }
    assert!(claims >= 3, "only {claims} claims were found");
}

/// The module docs of every file of core, each as one line.
fn module_docs() -> Vec<String> {
    let sources = sources(&root().join("core/src"));
    let docs = sources.iter().map(|source| {
        let lines = source.lines().filter_map(|line| line.strip_prefix("//!"));
        lines.collect::<Vec<&str>>().concat()
    });
    docs.collect()
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("inside the workspace")
}

/// The texts of all Rust files below a folder.
fn sources(folder: &Path) -> Vec<String> {
    let mut texts = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("readable").path();
        if path.is_dir() {
            texts.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            texts.push(fs::read_to_string(&path).expect("UTF-8"));
        }
    }
    texts
}
