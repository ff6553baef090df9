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
    let desk = Desk::with("", survey_csv(300));
    let mut digests: Vec<String> = Vec::new();
    for (budget, number) in budgets.iter().zip(1..) {
        let mut budget = (*budget).to_owned();
        for (digest, earlier) in digests.iter().zip(1..) {
            budget = budget.replace(&format!("{{{earlier}}}"), &format!("\"{digest}\""));
        }
        desk.write("spec.ron", spec(&budget));
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
