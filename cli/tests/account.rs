//! `privet account`: a file that keeps a table's budget, and what it does not cover.
#![cfg(unix)]

use crate::common::accounts::{
    ACCOUNT, LIFETIME, account, desk, digest, entries, release, spec, try_release,
};
use crate::common::desk::{Desk, assert_refused, sha256, survey_csv};

#[test]
fn what_is_charged_is_kept_and_told() {
    let desk = desk();
    release(&desk, "r1", &[]);
    assert_eq!(entries(&desk), (1, 1));
    let show = account(&desk, &["show", ACCOUNT]);
    assert_eq!((show.code, show.err.as_str()), (Some(0), ""));
    // Φ(√0.0560/2) = 0.5471; (e^1.5 + 1e-6)/(1 + e^1.5) = 0.8176.
    for part in [
        "a row\n",
        "(1.5, 0.000001)-differential privacy for all releases together",
        "mu^2 = 0.0560",
        "1 charge, 1 release\n",
        &format!("record {}", digest(&desk, "r1")),
        "one more release of up to (1.06, 0.000001)-DP on Gaussian noise, or of up to 0.199-DP without delta",
        "right at most 54.8 % of the time",
        "at most 81.8 % of the time",
    ] {
        assert!(show.out.contains(part), "no `{part}` in\n{}", show.out);
    }
    let json: serde_json::Value =
        serde_json::from_str(&account(&desk, &["show", ACCOUNT, "--json"]).out).unwrap();
    assert_eq!(json["left"]["gaussian_epsilon"], "1.06");
    assert_eq!(json["charges"][0]["record_sha256"], digest(&desk, "r1"));
    // The head is the digest of the last line, as a shell computes it.
    let text = desk.text(ACCOUNT);
    let head = sha256(format!("{}\n", text.lines().last().unwrap()).as_bytes());
    assert_eq!(json["head"], head);

    release(&desk, "r2", &[]);
    let before = desk.bytes(ACCOUNT);
    assert_refused(
        &try_release(&desk, "r3", &[]),
        &[
            "does not cover the (1, 0.000001)-DP of spec.ron",
            "mu^2 = 0.1120",
            "lower the budget",
        ],
        "a third",
    );
    assert_eq!(before, desk.bytes(ACCOUNT));
    desk.write("spec.ron", spec("").replace("\"1\"", "\"0.1\""));
    release(&desk, "r3", &[]);
    let run = account(
        &desk,
        &["verify", ACCOUNT, "r1", "r2", "r3", "--head", &head],
    );
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{}", run.out);
    assert!(!run.out.contains("\nnote "), "{}", run.out);
}

#[test]
fn an_account_is_never_replaced() {
    let desk = desk();
    let before = desk.bytes(ACCOUNT);
    let run = account(
        &desk,
        &[&["create", ACCOUNT, "--spec", "spec.ron"], &LIFETIME[..]].concat(),
    );
    assert_refused(&run, &[ACCOUNT, "exists already"], "twice");
    assert_eq!(before, desk.bytes(ACCOUNT));
    let run = account(&desk, &["create", "new", "--spec", "spec.ron"]);
    assert_refused(&run, &["no `lifetime`", "--epsilon"], "no lifetime");
    let run = account(
        &desk,
        &["create", "new", "--spec", "spec.ron", "--epsilon", "701"],
    );
    assert_refused(&run, &["--epsilon", "from 1e-6 to 700"], "out of range");
    desk.write(
        "spec.ron",
        spec(", lifetime: (epsilon: \"2\", delta: \"1e-6\")"),
    );
    let run = account(
        &desk,
        &[
            "create",
            "new",
            "--spec",
            "spec.ron",
            "--epsilon",
            "3",
            "--delta",
            "1e-6",
        ],
    );
    assert_refused(
        &run,
        &["a `lifetime` already", "leave --epsilon"],
        "two lifetimes",
    );
    assert!(!desk.path("new").exists());
    let run = account(&desk, &["create", "new", "--spec", "spec.ron"]);
    assert!(
        run.out.contains("(2, 0.000001)-differential privacy"),
        "{}{}",
        run.out,
        run.err
    );
}

/// All of it before the table is opened: nothing is charged.
#[test]
fn what_an_account_does_not_cover_is_refused_without_a_charge() {
    let desk = desk();
    release(&desk, "r1", &[]);
    let good = desk.text(ACCOUNT);
    let (header, rest) = good.split_once('\n').unwrap();
    let rest = rest.to_owned();
    let line = |from: &str, to: &str| {
        assert!(good.contains(from), "no `{from}`");
        good.replacen(from, to, 1)
    };
    let lifetime = ", lifetime: (epsilon: \"2\", delta: \"1e-6\")";
    let unit = spec("").replace("unit: Row", "unit: Person(id: \"person\", rows: 2)");
    let named = spec(&format!(", previous: [\"{}\"]", "0".repeat(64)));
    #[rustfmt::skip] // one case a line
    let cases = [
        ("unit", unit, good.clone(), ["spec.ron", "unit or adjacency"]),
        ("adjacency", spec("").replace("AddRemove", "Replace"), good.clone(), ["spec.ron", "unit or adjacency"]),
        ("lifetime", spec(lifetime), good.clone(), ["`lifetime` is (2, 0.000001)", "is (1.5, 0.000001)"]),
        ("unknown record", named, good.clone(), ["`previous` names 000000000000…", "--previous RECORD"]),
        ("no account", spec(""), "Release()\n".to_owned(), ["account.jsonl:1: this is no account", "account create"]),
        ("empty", spec(""), String::new(), ["account.jsonl:1: this is no account", "account create"]),
        ("version", spec(""), line("\"privet_account\":1", "\"privet_account\":2"), ["version 1", "the program that wrote"]),
        ("field of the header", spec(""), line("\"adjacency\"", "\"more\":1,\"adjacency\""), [":1:", "not understood"]),
        ("field", spec(""), line("\"number\":1", "\"number\":1,\"half\":true"), [":2:", "the program that wrote"]),
        ("entry", spec(""), line("\"published\"", "\"refunded\""), [":3:", "the program that wrote"]),
        ("changed", spec(""), line("\"time\":\"2", "\"time\":\"3"), [":2:", "was changed"]),
        ("a line is missing", spec(""), format!("{header}\n{}", rest.split_once('\n').unwrap().1), [":2:", "was changed"]),
        ("torn", spec(""), good[..good.len() - 1].to_owned(), [":3:", "the last line is not whole"]),
        ("torn in the middle", spec(""), good[..good.len() - 90].to_owned(), [":3:", "counts as all that was left"]),
    ];
    for (case, spec, file, fragments) in cases {
        desk.write("spec.ron", spec);
        desk.write(ACCOUNT, &file);
        assert_refused(&try_release(&desk, "r2", &[]), &fragments, case);
        assert!(
            desk.text(ACCOUNT) == file && !desk.path("r2").exists(),
            "case `{case}`"
        );
    }
    desk.write(ACCOUNT, &good);
    desk.write("spec.ron", spec(""));
    for (case, args, fragments) in [
        (
            "no file",
            &["--data", "nowhere.csv", "--out", "r2"][..],
            ["nowhere.csv", "cannot be read"],
        ),
        (
            "a folder",
            &["--data", "r1", "--out", "r2"],
            ["r1", "it is not Parquet"],
        ),
        (
            "out exists",
            &["--data", "table.csv", "--out", "r1"],
            ["r1", "exists already"],
        ),
        (
            "out nowhere",
            &["--data", "table.csv", "--out", "no/r2"],
            ["no/r2", "create it first"],
        ),
    ] {
        let run = desk.run(&[&["release", "spec.ron", "--account", ACCOUNT], args].concat());
        assert_refused(&run, &fragments, case);
        assert!(desk.text(ACCOUNT) == good, "case `{case}`");
    }
    let args = [
        "release",
        "spec.ron",
        "--data",
        "table.csv",
        "--out",
        "r2",
        "--account",
        "none",
    ];
    assert_refused(&desk.run(&args), &["none", "account create"], "no account");
}

#[test]
fn an_account_knows_a_record_by_what_its_spec_says() {
    let desk = desk();
    release(&desk, "r1", &[]);
    desk.release("outside", &["--quiet"]);
    let run = account(&desk, &["verify", ACCOUNT, "r1", "outside"]);
    assert_eq!(run.code, Some(2));
    assert!(
        run.err.contains("outside/record.json: the account"),
        "{}",
        run.err
    );
    // As if less had been charged for it.
    let cheaper = desk
        .text(ACCOUNT)
        .replace("\"epsilon\":\"1\"", "\"epsilon\":\"0.1\"");
    let second = cheaper.lines().nth(1).unwrap();
    let before = sha256(format!("{second}\n").as_bytes());
    let lines: Vec<&str> = cheaper.lines().collect();
    let third = lines[2].replace(lines[2].split('"').nth(3).unwrap(), &before);
    desk.write(ACCOUNT, format!("{}\n{second}\n{third}\n", lines[0]));
    let run = account(&desk, &["verify", ACCOUNT, "r1"]);
    assert_eq!(run.code, Some(2), "{}", run.out);
    for fault in [
        "charge 1: its total is not what its guarantee allows",
        "its charge in account.jsonl is not that",
    ] {
        assert!(run.err.contains(fault), "{}", run.err);
    }
}

/// An account may begin after the first release.
#[test]
fn an_account_can_begin_with_earlier_records() {
    let desk = Desk::with(&spec(""), survey_csv(300));
    desk.release("r1", &["--quiet"]);
    let create = [&["create", ACCOUNT, "--spec", "spec.ron"], &LIFETIME[..]].concat();
    let run = account(&desk, &[&create[..], &["--previous", "r1"]].concat());
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    assert_eq!(entries(&desk), (1, 1));
    assert_eq!(account(&desk, &["verify", ACCOUNT, "r1"]).code, Some(0));
    desk.write(
        "spec.ron",
        spec(&format!(", previous: [\"{}\"]", digest(&desk, "r1"))),
    );
    release(&desk, "r2", &[]);
    assert_refused(&try_release(&desk, "r3", &[]), &["does not cover"], "spent");
    let small = [
        "create",
        "small",
        "--spec",
        "spec.ron",
        "--epsilon",
        "1.2",
        "--delta",
        "1e-6",
    ];
    let run = account(
        &desk,
        &[&small[..], &["--previous", "r1", "--previous", "r2"]].concat(),
    );
    assert_refused(&run, &["have passed this lifetime"], "small");
    assert!(!desk.path("small").exists());
}
