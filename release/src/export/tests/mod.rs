//! Models of every mechanism, and what is told of them.

mod marginals;
mod measured;
mod schemas;

use std::fmt::Write as _;
use std::sync::OnceLock;

use privet_spec::{Accounting, MechanismName};

use crate::keys::KeptSeed;
use crate::making::{InMemory, NewRelease};
use crate::mechanisms::list::in_many_ways;
use crate::spec::Spec;
use crate::table::Input;

/// Releases by every mechanism, with its defaults and with odd parameters, of columns with missing values and groups, with
/// declared and with found bins, with rules and without; each with what it was made by.
fn releases() -> &'static [(String, InMemory)] {
    static RELEASES: OnceLock<Vec<(String, InMemory)>> = OnceLock::new();
    RELEASES.get_or_init(make)
}

/// The first of them whose label begins so.
fn release_of(label: &str) -> &'static InMemory {
    let mut releases = releases().iter();
    let found = releases.find(|(known, _)| known.starts_with(label));
    found.map(|(_, made)| made).unwrap()
}

fn make() -> Vec<(String, InMemory)> {
    let table = table();
    let mut made = Vec::new();
    for &name in MechanismName::ALL {
        let mut mechanisms = 0;
        let digits = BY_DIGITS.starts_with(&format!("{name}("));
        let digits = digits.then(|| BY_DIGITS.to_owned());
        for mechanism in in_many_ways(name).into_iter().chain(digits) {
            for (adjacency, finds_bins, rules) in [
                ("AddRemove", false, ""),
                ("Replace", false, ""),
                ("Replace", true, ""),
                ("AddRemove", false, RULES),
                ("AddRemove", true, RULES),
            ] {
                let is_plain = !finds_bins && rules.is_empty();
                if !(is_plain || mechanism.ends_with("()") || privet_tests::is_every_one_tried()) {
                    continue;
                }
                let text = spec(name, &mechanism, adjacency, finds_bins, rules);
                let with_rows = |rows: &str| Spec::parse("spec.ron", text.replace("AsInput", rows));
                let spec = with_rows("AsInput").or_else(|_| with_rows("Noisy"));
                // Not every mechanism keeps rules, finds bins, or has both adjacencies.
                let Ok(spec) = spec else { continue };
                let input = Input::from_reader("t.csv", table.as_bytes());
                let release = NewRelease::of(&spec, input).with_test_seed(KeptSeed::of_test(3));
                let label = format!("{mechanism}, {adjacency}, {finds_bins}, {rules}");
                let release = release.into_memory();
                made.push((
                    label,
                    release.unwrap_or_else(|error| panic!("{text}: {error}")),
                ));
                mechanisms += 1;
            }
        }
        assert!(mechanisms > 0, "{name}");
    }
    made
}

/// Five learned columns, or four and one that another determines; and one that is generated.
fn spec(
    name: MechanismName,
    mechanism: &str,
    adjacency: &str,
    finds_bins: bool,
    rules: &str,
) -> String {
    let delta = match name.accounting() {
        Accounting::Gaussian => ", delta: \"1e-6\"",
        Accounting::Pure => "",
    };
    let bins = if finds_bins { "" } else { ", bin: 500" };
    format!(
        "Release(privet: 1, reviewed: true, title: \"A test\", unit: Row, adjacency: {adjacency}, \
         budget: (epsilon: \"5\"{delta}), schema: [(name: \"n\", kind: Identifier(prefix: \"R\")), \
         (name: \"a\", kind: Boolean), \
         (name: \"b\", kind: Categorical([\"x\", \"y\", \"z\"]), missing: [\"NA\"], \
          hierarchy: Groups({{\"early\": [\"x\", \"y\"], \"late\": [\"z\"]}})), \
         (name: \"c\", kind: Integer(min: 0, max: 9999{bins}), missing: [\"NA\"], hierarchy: Auto(3)), \
         (name: \"d\", kind: Categorical([\"p\", \"q\", \"r\", \"s\"])), \
         (name: \"e\", kind: Categorical([\"odd\", \"even\"]))], \
         mechanism: {mechanism}, output: (rows: AsInput){rules})"
    )
}

/// 600 made-up rows in which every column depends on the ones before.
fn table() -> String {
    let mut text = "a,b,c,d,e\n".to_owned();
    let mut state = 7_u64;
    for _ in 0..600 {
        let mut below = |bound: usize| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (state >> 33) as usize % bound
        };
        let first = below(2);
        let second = (first + below(2)) % 3;
        let number = (second * 3000 + below(3500)).to_string();
        let number = if below(10) == 0 { "NA" } else { &number };
        let fourth = (first + second + usize::from(below(5) == 0)) % 4;
        let letter = if below(12) == 0 {
            "NA"
        } else {
            ["x", "y", "z"][second]
        };
        let (first, fifth) = (["false", "true"][first], ["even", "odd"][fourth % 2]);
        let fourth = ["p", "q", "r", "s"][fourth];
        writeln!(text, "{first},{letter},{number},{fourth},{fifth}").unwrap();
    }
    text
}

/// The one mechanism whose columns may be binary digits.
const BY_DIGITS: &str = "PrivBayesPure(encoding: Binary)";
/// One column determines another, and some rows are impossible.
const RULES: &str = ", rules: [Determines(\"d\", \"e\", {\"p\": \"even\", \"q\": \"odd\", \"r\": \"even\", \
                     \"s\": \"odd\"}), Impossible({\"a\": [\"true\"], \"d\": [\"p\"]})]";
