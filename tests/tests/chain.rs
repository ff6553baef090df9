//! Several releases of one table: a lifetime budget, and records that name the earlier ones.

use privet_tests::Run;
use privet_tests::desk::{Desk, resealed, sha256, spec_of, survey_csv};

/// A spec with this budget, (ε, δ) = (1, 1e-6) for the release itself.
fn spec(budget: &str) -> String {
    let spec = spec_of("(name: \"smokes\", kind: Boolean(no: \"no\", yes: \"yes\")),");
    spec.replace("delta: \"1e-6\"", &format!("delta: \"1e-6\"{budget}"))
}

/// Releases under each budget in turn; `{k}` stands for the digest of the k-th record.
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
        for (digest, earlier) in digests.iter().zip(1..) {
            spec = spec.replace(&format!("{{{earlier}}}"), &format!("\"{digest}\""));
        }
        desk.write("spec.ron", spec);
        let out = format!("r{number}");
        desk.release(&out, &["--quiet"]);
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
fn a_chain_within_its_lifetime_passes() {
    let second = format!("{LIFETIME}, previous: [{{1}}]");
    let desk = chain(&[LIFETIME, &second]);
    let run = verify(&desk, &[1, 2]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{}", run.out);
    assert!(
        run.out
            .contains("r2/record.json: names all earlier releases"),
        "{}",
        run.out
    );
    assert!(run.out.contains("2 release(s): mu^2"), "{}", run.out);
    assert!(!run.out.contains("note"), "{}", run.out);
}

#[test]
fn a_chain_over_its_lifetime_is_refused() {
    let second = format!("{LIFETIME}, previous: [{{1}}]");
    let third = format!("{LIFETIME}, previous: [{{1}}, {{2}}]");
    let desk = chain(&[LIFETIME, &second, &third]);
    assert_eq!(verify(&desk, &[1, 2]).code, Some(0));
    let run = verify(&desk, &[1, 2, 3]);
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("pass the lifetime's"), "{}", run.err);
}

#[test]
fn an_earlier_release_that_is_not_named_is_told() {
    let second = format!("{LIFETIME}, previous: [{{1}}]");
    // The third knows of the second only.
    let third = format!("{LIFETIME}, previous: [{{2}}]");
    let desk = chain(&[LIFETIME, &second, &third]);
    let run = verify(&desk, &[1, 2, 3]);
    assert_eq!(run.code, Some(2));
    let missing = "r3/record.json: its spec's `previous` lacks the digest of r1/record.json";
    assert!(run.err.contains(missing), "{}", run.err);
    // The wrong way round, the first knows of no release before it.
    let run = verify(&desk, &[2, 1]);
    assert_eq!(run.code, Some(2));
    assert!(
        run.err
            .contains("r1/record.json: its spec's `previous` lacks"),
        "{}",
        run.err
    );
    // The same record twice is no chain.
    assert_eq!(verify(&desk, &[1, 1]).code, Some(2));
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

/// A later record on its own is sound, but what it says about the lifetime is not all.
#[test]
fn a_record_that_names_others_is_not_taken_for_the_whole_chain() {
    let second = format!("{LIFETIME}, previous: [{{1}}]");
    let desk = chain(&[LIFETIME, &second]);
    let run = verify(&desk, &[2]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let first = &sha256(&desk.bytes("r1/record.json"))[..12];
    assert!(
        run.out
            .contains("note  r2/record.json: `previous` names records"),
        "{}",
        run.out
    );
    assert!(run.out.contains(first), "{}", run.out);
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
    let specs = [
        pure(lifetime),
        pure(&format!("{lifetime}, previous: [{{1}}]")),
        pure(&format!("{lifetime}, previous: [{{1}}, {{2}}]")),
    ];
    let desk = chain_of(&specs);
    let run = verify(&desk, &[1, 2]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{}", run.out);
    let told = "2 release(s): epsilon = 1.500000000 of the lifetime's 1.500000000, 1.5-DP in all";
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
        let budget = format!("epsilon: \"{epsilon}\", previous: [{{1}}]");
        let desk = chain_of(&[gaussian(LIFETIME), pure(&budget)]);
        let run = verify(&desk, &[1, 2]);
        assert_eq!(run.code, Some(if fits { 0 } else { 2 }), "{}", run.err);
        let told = format!("mu^2 = {sum}");
        assert!(
            format!("{}{}", run.out, run.err).contains(&told),
            "{}{}",
            run.out,
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
    let desk = chain_of(&[first, gaussian(", previous: [{1}]")]);
    let run = verify(&desk, &[1, 2]);
    assert_eq!(run.code, Some(2));
    assert!(
        run.err.contains("has no delta for Gaussian noise"),
        "{}",
        run.err
    );
}

/// One row changed is a row less and a row more: budgets of the two do not simply add up.
#[test]
fn releases_of_different_neighbours_do_not_add_up() {
    let desk = chain_of(&[spec(LIFETIME), pure("epsilon: \"0.1\", previous: [{1}]")]);
    let run = verify(&desk, &[1, 2]);
    assert_eq!(run.code, Some(2));
    let told = "r2/record.json: its unit or adjacency is not that of r1/record.json";
    assert!(run.err.contains(told), "{}", run.err);
}
