//! Several releases of one table: a lifetime budget, and records that name the earlier ones.
//!
//! `release` refuses what does not fit, so a chain that does not is made of releases that do not name each other.

use crate::common::Run;
use crate::common::desk::{Desk, assert_refused, resealed, sha256, spec_of, survey_csv};

/// A spec with this budget, (ε, δ) = (1, 1e-6) for the release itself.
fn spec(budget: &str) -> String {
    let spec = spec_of("(name: \"smokes\", kind: Boolean(no: \"no\", yes: \"yes\")),");
    spec.replace("delta: \"1e-6\"", &format!("delta: \"1e-6\"{budget}"))
}

/// Releases under each budget in turn; `{k}` stands for the digest of the k-th record, which is given, too.
fn chain(budgets: &[&str]) -> Desk {
    let specs: Vec<String> = budgets.iter().map(|budget| spec(budget)).collect();
    chain_of(&specs)
}

/// The same with whole specs.
fn chain_of(specs: &[String]) -> Desk {
    let desk = Desk::with("", survey_csv(300));
    let mut digests: Vec<String> = Vec::new();
    for (spec, number) in specs.iter().zip(1..) {
        let mut spec = spec.clone();
        let mut args = vec!["--quiet".to_owned()];
        for (digest, earlier) in digests.iter().zip(1..) {
            let place = format!("{{{earlier}}}");
            if spec.contains(&place) {
                args.extend(["--previous".to_owned(), format!("r{earlier}")]);
            }
            spec = spec.replace(&place, &format!("\"{digest}\""));
        }
        desk.write("spec.ron", spec);
        let out = format!("r{number}");
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        desk.release(&out, &args);
        digests.push(sha256(&desk.bytes(&format!("{out}/record.json"))));
    }
    desk
}

fn verify(desk: &Desk, numbers: &[u32]) -> Run {
    let records: Vec<String> = numbers
        .iter()
        .map(|number| format!("r{number}/record.json"))
        .collect();
    let mut args = vec!["verify"];
    args.extend(records.iter().map(String::as_str));
    desk.run(&args)
}

// Gaussian DP adds up in mu²: mu²(1, 1e-6) = 0.0560 and mu²(1.5, 1e-6) = 0.1186 (Bao Eq. 1.3, solved
// with 30 digits by mpmath), so two releases of epsilon = 1 fit a lifetime of epsilon = 1.5 and three
// do not.
const LIFETIME: &str = ", lifetime: (epsilon: \"1.5\", delta: \"1e-6\")";

#[test]
fn a_chain_within_its_lifetime_passes_in_any_order() {
    let second = format!("{LIFETIME}, previous: [{{1}}]");
    let desk = chain(&[LIFETIME, &second]);
    for order in [[1, 2], [2, 1]] {
        let run = verify(&desk, &order);
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{}", run.out);
        for part in [
            "of the 2 records given: each names all earlier ones",
            "of the 2 records given: mu^2",
            "(1.5, 0.000001)-DP together",
        ] {
            assert!(run.out.contains(part), "no `{part}` in {}", run.out);
        }
        assert!(!run.out.contains("beforehand"), "{}", run.out);
    }
}

/// What the next spec says can be pasted: `release` and `verify` print the same.
#[test]
fn what_the_next_spec_names_is_printed() {
    let desk = Desk::with(&spec(LIFETIME), survey_csv(300));
    let said = desk.release("r1", &[]).out;
    let first = sha256(&desk.bytes("r1/record.json"));
    let previous = format!("previous: [\"{first}\"]");
    assert!(said.contains(&previous), "{said}");
    assert!(said.contains("privet account create"), "{said}");
    assert!(verify(&desk, &[1]).out.contains(&previous));

    desk.write("spec.ron", spec(&format!("{LIFETIME}, {previous}")));
    let said = desk.release("r2", &["--previous", "r1/record.json"]).out;
    let second = sha256(&desk.bytes("r2/record.json"));
    let previous = format!("previous: [\"{first}\", \"{second}\"]");
    assert!(said.contains(&previous), "{said}");
    assert!(verify(&desk, &[1, 2]).out.contains(&previous));
    let json = desk.run(&["verify", "r1", "r2", "--json"]).out;
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["previous"], serde_json::json!([first, second]));
}

/// All of it before the table is opened: there is none.
#[test]
fn a_release_that_does_not_fit_the_earlier_ones_is_refused() {
    let second = format!("{LIFETIME}, previous: [{{1}}]");
    let desk = chain(&[LIFETIME, &second]);
    desk.copy("r1", "other");
    desk.write("table.csv", "");
    let digest = |folder: &str| sha256(&desk.bytes(&format!("{folder}/record.json")));
    let first = format!("previous: [\"{}\"]", digest("r1"));
    let both = format!("previous: [\"{}\", \"{}\"]", digest("r1"), digest("r2"));
    let small = spec(&format!("{LIFETIME}, {first}"));
    let replace = small.replace("AddRemove", "Replace");
    let larger = small.replace("\"1.5\"", "\"2.5\"");
    let none = spec(&format!(", {first}"));
    let third = spec(&format!("{LIFETIME}, {both}"));
    let of_both = ["--previous", "r1", "--previous", "r2"];
    #[rustfmt::skip] // one case a line
    let cases = [
        ("no record", &third, &[][..], ["`previous` names records that were not given", "--previous RECORD"]),
        ("one of two", &third, &["--previous", "r2"], ["names records that were not given", "--previous RECORD"]),
        ("one too many", &small, &of_both, ["`previous` lacks the digest of r2/record.json", "to `previous`"]),
        ("none is named", &spec(LIFETIME), &["--previous", "r1"], ["`previous` lacks the digest of r1", "to `previous`"]),
        ("twice", &small, &["--previous", "r1", "--previous", "other"], ["the same record", "once"]),
        ("adjacency", &replace, &["--previous", "r1"], ["unit or adjacency", "the first spec fixes"]),
        ("lifetime", &larger, &["--previous", "r1"], ["`lifetime` is (2.5, 0.000001)", "one lifetime"]),
        ("no lifetime", &none, &["--previous", "r1"], ["`lifetime` is none", "one lifetime"]),
        ("spent", &third, &of_both, ["pass their lifetime", "lower the budget"]),
        ("no such record", &small, &["--previous", "nowhere"], ["nowhere", "check the path"]),
    ];
    for (case, spec, records, fragments) in cases {
        desk.write("spec.ron", spec);
        let mut args = vec!["release", "spec.ron", "--data", "table.csv", "--out", "r3"];
        args.extend(records);
        assert_refused(&desk.run(&args), &fragments, case);
        assert!(!desk.path("r3").exists(), "case `{case}`");
    }
    // The same with a record that was changed.
    let changed = desk.text("r1/record.json").replace("0.1.0", "0.1.1");
    desk.write("r1/record.json", changed);
    desk.write("spec.ron", small);
    let args = [
        "release",
        "spec.ron",
        "--data",
        "table.csv",
        "--out",
        "r3",
        "--previous",
        "r1",
    ];
    assert_refused(
        &desk.run(&args),
        &["r1/record.json", "was changed"],
        "changed",
    );
}

#[test]
fn a_fork_and_a_sum_over_the_lifetime_are_faults() {
    let second = format!("{LIFETIME}, previous: [{{1}}]");
    let desk = chain(&[LIFETIME, &second, &second]);
    assert_eq!(verify(&desk, &[1, 2]).code, Some(0));
    assert_eq!(verify(&desk, &[1, 3]).code, Some(0));
    let run = verify(&desk, &[1, 2, 3]);
    assert_eq!(run.code, Some(2));
    for part in [
        "r3/record.json: it has the same `previous` as r2/record.json",
        "of the 3 records given: their totals pass the lifetime's",
    ] {
        assert!(run.err.contains(part), "{}", run.err);
    }
    assert!(!run.out.contains("together"), "{}", run.out);
}

#[test]
fn other_lifetimes_are_faults() {
    let larger = LIFETIME.replace("1.5", "2.5");
    let desk = chain(&[LIFETIME, &larger, ""]);
    for (records, told) in [
        (
            [1, 2],
            "r2/record.json: its `lifetime` is (2.5, 0.000001), and that of r1/record.json is (1.5, 0.000001)",
        ),
        (
            [1, 3],
            "r3/record.json: its `lifetime` is none, and that of r1",
        ),
    ] {
        let run = verify(&desk, &records);
        assert_eq!(run.code, Some(2));
        assert!(run.err.contains(told), "{}", run.err);
    }
}

#[test]
fn an_earlier_release_that_is_not_named_is_told() {
    let desk = chain(&["", ", previous: [{1}]", "", ", previous: [{1}, {2}]"]);
    let run = verify(&desk, &[1, 2, 3, 4]);
    assert_eq!(run.code, Some(2));
    let lacks = "r4/record.json: its spec's `previous` lacks the digest of r3/record.json";
    assert!(run.err.contains(lacks), "{}", run.err);
    assert_eq!(verify(&desk, &[1, 2, 4]).code, Some(0));
    // The same record twice is no chain.
    let run = verify(&desk, &[1, 1]);
    assert_eq!(run.code, Some(2));
    assert!(
        run.err.contains("it is the same record as r1"),
        "{}",
        run.err
    );
    assert!(
        run.err.contains("help: give each record once"),
        "{}",
        run.err
    );
}

/// A machine that is restored from a snapshot may draw the same seed twice.
#[test]
fn two_releases_from_one_seed_are_refused() {
    let desk = chain(&["", ", previous: [{1}]"]);
    let commitment = |record: &str| {
        let record: serde_json::Value = serde_json::from_slice(&desk.bytes(record)).unwrap();
        let commitment = &record["randomness"]["seed_commitment"];
        commitment.as_str().unwrap().to_owned()
    };
    let (first, second) = (commitment("r1/record.json"), commitment("r2/record.json"));
    let record = String::from_utf8(desk.bytes("r2/record.json")).unwrap();
    desk.write("r2/record.json", resealed(&record.replace(&second, &first)));
    let run = verify(&desk, &[1, 2]);
    assert_eq!(run.code, Some(2), "{}", run.out);
    let fault = "r2/record.json: its seed is that of r1/record.json";
    assert!(run.err.contains(fault), "{}", run.err);
}

/// Whoever gives a part of a chain is not told that its lifetime is kept.
#[test]
fn records_that_name_others_are_not_taken_for_the_whole_chain() {
    let second = format!("{LIFETIME}, previous: [{{1}}]");
    let desk = chain(&[LIFETIME, &second]);
    let run = verify(&desk, &[2]);
    assert_eq!(run.code, Some(1), "{}", run.err);
    let first = &sha256(&desk.bytes("r1/record.json"))[..12];
    let missing = "r2/record.json: `previous` names records that were not given";
    assert!(
        run.err.contains(missing) && run.err.contains(first),
        "{}",
        run.err
    );
    assert!(
        run.err.contains("help: give the records of all releases"),
        "{}",
        run.err
    );
    assert!(
        run.out
            .contains("note  of the one record given, which is not all of them: mu^2"),
        "{}",
        run.out
    );
    assert!(
        !run.out.contains("together") && !run.out.contains("next"),
        "{}",
        run.out
    );
}

#[test]
fn without_a_lifetime_the_sum_comes_with_its_condition() {
    let desk = chain(&["", ", previous: [{1}]"]);
    let run = verify(&desk, &[1, 2]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{}", run.out);
    assert!(
        run.out
            .contains("holds only if their budgets were fixed beforehand"),
        "{}",
        run.out
    );
    assert!(
        !verify(&desk, &[1]).out.contains("beforehand"),
        "one release needs no note"
    );
}

/// A first record that was changed later no longer has the digest that the second names.
#[test]
fn a_changed_link_breaks_the_chain() {
    let second = format!("{LIFETIME}, previous: [{{1}}]");
    let desk = chain(&[LIFETIME, &second]);
    let first = desk.text("r1/record.json");
    desk.write(
        "r1/record.json",
        resealed(&first.replace("smokes", "smoked")),
    );
    assert_eq!(verify(&desk, &[1, 2]).code, Some(2));
    let software = first.replace("\"version\": \"0", "\"version\": \"9");
    desk.write("r1/record.json", resealed(&software));
    let run = verify(&desk, &[1, 2]);
    assert_eq!(run.code, Some(2));
    assert!(
        run.err.contains("lacks the digest of r1/record.json"),
        "{}",
        run.err
    );
}

#[test]
fn a_replay_takes_one_record() {
    let desk = chain(&["", ""]);
    let args = [
        "verify",
        "r1/record.json",
        "r2/record.json",
        "--data",
        "table.csv",
        "--seed-file",
        "seed",
    ];
    let run = desk.run(&args);
    assert!(
        run.code == Some(2) && run.err.contains("one record"),
        "{}",
        run.err
    );
}

/// A spec of an epsilon-DP mechanism with this budget.
fn pure(budget: &str) -> String {
    spec("")
        .replace("AddRemove", "Replace")
        .replace("epsilon: \"1\", delta: \"1e-6\"", budget)
        .replace(
            "PrivBayes(),\n",
            "SmoothedHistogram(),\n    output: (rows: Exactly(3)),\n",
        )
}

/// The Gaussian one under `Replace`.
fn gaussian(budget: &str) -> String {
    spec(budget).replace("AddRemove", "Replace")
}

#[test]
fn pure_releases_add_up_in_epsilon() {
    let lifetime = "epsilon: \"0.75\", lifetime: (epsilon: \"1.5\")";
    let second = pure(&format!("{lifetime}, previous: [{{1}}]"));
    let desk = chain_of(&[pure(lifetime), second.clone(), second]);
    let run = verify(&desk, &[1, 2]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{}", run.out);
    let told = "epsilon = 1.5 of the lifetime's 1.5, 1.5-DP together";
    assert!(run.out.contains(told), "{}", run.out);
    assert!(!run.out.contains("beforehand"), "{}", run.out);
    let run = verify(&desk, &[1, 2, 3]);
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("epsilon = 2.25"), "{}", run.err);
}

/// mu²(1, 1e-6) = 0.0560 and mu²(1.5, 1e-6) = 0.1186 as above, so 0.0626 is left: as (π/2)·ε² that is
/// ε = 0.1996.
#[test]
fn an_epsilon_dp_release_beside_a_gaussian_one_counts_as_half_pi_epsilon_squared() {
    for (epsilon, sum, fits) in [("0.19", "0.1127", true), ("0.21", "0.1253", false)] {
        let budget = format!("epsilon: \"{epsilon}\"{LIFETIME}");
        let first = chain_of(&[gaussian(LIFETIME), pure(&budget)]);
        let run = verify(&first, &[1, 2]);
        assert_eq!(run.code, Some(2), "they do not name each other");
        let told = format!("mu^2 = {sum}");
        assert!(
            format!("{}{}", run.out, run.err).contains(&told),
            "{}{}",
            run.out,
            run.err
        );
        assert_eq!(
            run.err.contains("pass the lifetime's"),
            !fits,
            "{}",
            run.err
        );
        assert!(
            run.out.contains("counts as mu^2 = (pi/2) epsilon^2"),
            "{}",
            run.out
        );
    }
    // A lifetime without delta holds nothing on Gaussian noise.
    let first = pure("epsilon: \"0.1\", lifetime: (epsilon: \"700\")");
    let desk = chain_of(&[first]);
    let previous = format!(
        ", previous: [\"{}\"]",
        sha256(&desk.bytes("r1/record.json"))
    );
    desk.write("spec.ron", gaussian(&previous));
    let args = [
        "release",
        "spec.ron",
        "--data",
        "table.csv",
        "--out",
        "r2",
        "--previous",
        "r1",
    ];
    assert_refused(
        &desk.run(&args),
        &["`lifetime` is none", "is 700"],
        "no delta",
    );
}

/// One row changed is a row less and a row more: budgets of the two do not simply add up.
#[test]
fn releases_of_different_neighbours_do_not_add_up() {
    let desk = chain_of(&[spec(""), pure("epsilon: \"0.1\"")]);
    let run = verify(&desk, &[1, 2]);
    assert_eq!(run.code, Some(2));
    let told = "r2/record.json: its unit or adjacency is not that of r1/record.json";
    assert!(run.err.contains(told), "{}", run.err);
}

/// The bytes of one release say nothing of the others.
#[test]
fn a_later_release_is_replayed_alone() {
    let desk = chain(&[""]);
    let previous = format!(
        ", previous: [\"{}\"]",
        sha256(&desk.bytes("r1/record.json"))
    );
    desk.write("spec.ron", spec(&previous));
    desk.release("r2", &["--previous", "r1", "--keep-seed", "seed"]);
    let run = desk.verify("r2", &["--data", "table.csv", "--seed-file", "seed"]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{}", run.out);
    assert!(
        run.out.contains("a replay says nothing of them"),
        "{}",
        run.out
    );
}
