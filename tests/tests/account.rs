//! `privet account`: a file that keeps a table's budget, whatever becomes of its releases.
#![cfg(unix)]

use std::io::Write as _;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use privet_tests::desk::{ARTEFACTS, Desk, assert_refused, sha256, spec_of, survey_csv};
use privet_tests::kills::send;
use privet_tests::{Run, binary, command};
use rustix::process::Signal;

const ACCOUNT: &str = "account.jsonl";

/// mu²(1, 1e-6) = 0.0560 and mu²(1.5, 1e-6) = 0.1186 (`tests/tests/chain.rs`): two releases of epsilon = 1 fit.
const LIFETIME: [&str; 4] = ["--epsilon", "1.5", "--delta", "1e-6"];

fn spec(budget: &str) -> String {
    let spec = spec_of("(name: \"smokes\", kind: Boolean(no: \"no\", yes: \"yes\")),");
    spec.replace("delta: \"1e-6\"", &format!("delta: \"1e-6\"{budget}"))
}

/// A table, its spec and its account.
fn desk() -> Desk {
    let desk = Desk::with(&spec(""), survey_csv(300));
    let run = account(
        &desk,
        &[&["create", ACCOUNT, "--spec", "spec.ron"], &LIFETIME[..]].concat(),
    );
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    desk
}

fn account(desk: &Desk, args: &[&str]) -> Run {
    desk.run(&[&["account"], args].concat())
}

fn try_release(desk: &Desk, out: &str, more: &[&str]) -> Run {
    let args = [
        "release",
        "spec.ron",
        "--data",
        "table.csv",
        "--quiet",
        "--account",
        ACCOUNT,
    ];
    desk.run(&[&args[..], &["--out", out], more].concat())
}

fn release(desk: &Desk, out: &str, more: &[&str]) {
    let run = try_release(desk, out, more);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
}

/// How many lines hold a charge, and how many a release.
fn entries(desk: &Desk) -> (usize, usize) {
    let text = desk.text(ACCOUNT);
    let of = |entry: &str| text.lines().filter(|line| line.contains(entry)).count();
    (of("\"charge\":{"), of("\"published\":{"))
}

fn digest(desk: &Desk, folder: &str) -> String {
    sha256(&desk.bytes(&format!("{folder}/record.json")))
}

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
        "charges: 1, releases: 1",
        &format!("record {}", digest(&desk, "r1")),
        "one more release of up to (1.06, 0.000001)-DP on Gaussian noise, or of 0.199-DP",
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
            ["r1", "cannot be read"],
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

/// A torn last line: the account opens, and nothing is left.
#[test]
fn a_torn_account_opens_and_has_nothing_left() {
    let desk = desk();
    release(&desk, "r1", &[]);
    let good = desk.text(ACCOUNT);
    desk.write(ACCOUNT, &good[..good.len() - 20]);
    let show = account(&desk, &["show", ACCOUNT]);
    assert_eq!(show.code, Some(0), "{}", show.err);
    assert!(
        show.out.contains("left        nothing, as long as"),
        "{}",
        show.out
    );
    let run = account(&desk, &["verify", ACCOUNT]);
    assert_eq!(run.code, Some(2));
    assert!(
        run.err.contains("the last line is not whole"),
        "{}",
        run.err
    );
}

/// Whatever goes wrong with the table comes after the charge.
#[test]
fn a_table_that_does_not_fit_leaves_the_charge() {
    let desk = desk();
    desk.write("table.csv", "smokes\nperhaps\n");
    let run = try_release(&desk, "r1", &[]);
    assert_refused(
        &run,
        &["table.csv", "stands", "`privet check SPEC --data TABLE`"],
        "data",
    );
    assert_eq!(entries(&desk), (1, 0));
    let run = account(&desk, &["verify", ACCOUNT]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(run.out.contains("1 charges have no record"), "{}", run.out);
}

/// Where the charge cannot be written, there is none, and no release.
#[test]
fn an_account_that_may_not_grow_is_left_as_it_was() {
    let desk = desk();
    let before = desk.bytes(ACCOUNT);
    let (privet, args) = (
        binary().display(),
        "--data table.csv --out r1 --account account.jsonl",
    );
    let output = Command::new("sh")
        .arg("-c")
        .arg(format!(
            "trap '' XFSZ; ulimit -f 0; exec '{privet}' release spec.ron {args}"
        ))
        .current_dir(desk.folder())
        .output()
        .expect("a shell");
    assert_refused(
        &Run::of(output),
        &["account.jsonl", "cannot be written"],
        "limit",
    );
    assert_eq!(desk.names("."), [ACCOUNT, "spec.ron", "table.csv"]);
    assert_eq!(before, desk.bytes(ACCOUNT));
}

/// A release that has charged, and waits for its table.
fn waiting(desk: &Desk, out: &str) -> Child {
    let before = entries(desk).0;
    let child = command(&[
        "release",
        "spec.ron",
        "--data",
        "-",
        "--quiet",
        "--account",
        ACCOUNT,
    ])
    .args(["--out", out])
    .current_dir(desk.folder())
    .stdin(Stdio::piped())
    .stdout(Stdio::piped())
    .stderr(Stdio::piped())
    .spawn()
    .expect("privet starts");
    while entries(desk).0 == before {
        sleep(Duration::from_millis(1));
    }
    child
}

#[test]
fn two_releases_at_once_are_one_and_a_refusal() {
    let desk = desk();
    let mut first = waiting(&desk, "r1");
    let run = try_release(&desk, "r2", &[]);
    assert_refused(
        &run,
        &[ACCOUNT, "another release holds this account", "wait"],
        "second",
    );
    assert_eq!(entries(&desk), (1, 0));
    // Looking is always possible.
    assert_eq!(account(&desk, &["show", ACCOUNT]).code, Some(0));
    let mut pipe = first.stdin.take().unwrap();
    pipe.write_all(&desk.bytes("table.csv")).unwrap();
    drop(pipe);
    let run = Run::of(first.wait_with_output().unwrap());
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    release(&desk, "r2", &[]);
    assert_eq!(entries(&desk), (2, 2));
}

/// Who stops a release is told the truth about its charge.
#[test]
fn a_stopped_release_leaves_its_charge_and_says_so() {
    let desk = desk();
    for (signal, code) in [(Signal::TERM, 143), (Signal::INT, 130)] {
        let mut child = waiting(&desk, "r1");
        // Held open: an end of the table would be another reason to stop.
        let _pipe = child.stdin.take();
        send(&child, signal);
        let run = Run::of(child.wait_with_output().unwrap());
        assert_eq!(run.code, Some(code), "{}", run.err);
        assert!(
            run.err.contains("the charge in the account stands"),
            "{}",
            run.err
        );
        assert!(!run.err.contains("nothing was spent"), "{}", run.err);
    }
    assert_eq!(entries(&desk), (2, 0));
    assert_refused(&try_release(&desk, "r1", &[]), &["does not cover"], "spent");
}

/// An older copy is a good account by itself: records and a noted head tell.
#[test]
fn an_older_copy_shows_against_records_and_a_noted_head() {
    let desk = desk();
    release(&desk, "r1", &[]);
    let older = desk.bytes(ACCOUNT);
    let previous = format!(", previous: [\"{}\"]", digest(&desk, "r1"));
    desk.write("spec.ron", spec(&previous));
    release(&desk, "r2", &["--previous", "r1"]);
    let show = account(&desk, &["show", ACCOUNT, "--json"]).out;
    let show: serde_json::Value = serde_json::from_str(&show).unwrap();
    let head = show["head"].as_str().unwrap();
    assert_eq!(
        account(&desk, &["verify", ACCOUNT, "r1", "r2", "--head", head]).code,
        Some(0)
    );

    desk.write(ACCOUNT, older);
    assert_eq!(account(&desk, &["verify", ACCOUNT, "r1"]).code, Some(0));
    for (args, fault) in [
        (
            ["r1", "r2"],
            "r2/record.json: the account account.jsonl does not know it",
        ),
        (
            ["--head", head],
            "no line has the digest that was noted as its head",
        ),
    ] {
        let run = account(&desk, &[&["verify", ACCOUNT], &args[..]].concat());
        assert_eq!(run.code, Some(2), "{}", run.out);
        assert!(
            run.err.contains(fault) && run.err.contains("older copy"),
            "{}",
            run.err
        );
    }
    let both = format!(
        ", previous: [\"{}\", \"{}\"]",
        digest(&desk, "r1"),
        digest(&desk, "r2")
    );
    desk.write("spec.ron", spec(&both));
    let run = try_release(&desk, "r3", &["--previous", "r1", "--previous", "r2"]);
    assert_refused(
        &run,
        &["r2/record.json is not in the account", "older copy"],
        "release",
    );
}

/// Killed between the rename of its folder and the account's second line.
#[test]
fn a_release_that_the_account_was_not_told_of_is_known_by_its_seed() {
    let desk = desk();
    release(&desk, "r1", &[]);
    let text = desk.text(ACCOUNT);
    let (told, _) = text.trim_end().rsplit_once('\n').unwrap();
    desk.write(ACCOUNT, format!("{told}\n"));
    assert_eq!(entries(&desk), (1, 0));
    let run = account(&desk, &["verify", ACCOUNT, "r1"]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    assert!(run.out.contains("known by its seed"), "{}", run.out);
    desk.write(
        "spec.ron",
        spec(&format!(", previous: [\"{}\"]", digest(&desk, "r1"))),
    );
    assert_refused(
        &try_release(&desk, "r2", &[]),
        &["does not name", "--previous"],
        "alone",
    );
    release(&desk, "r2", &["--previous", "r1"]);
    assert_eq!(desk.names("r2"), ARTEFACTS);
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

#[test]
fn a_clock_that_went_back_is_noted_and_decides_nothing() {
    let desk = desk();
    release(&desk, "r1", &[]);
    let text = desk.text(ACCOUNT);
    let (before, last) = text.trim_end().rsplit_once('\n').unwrap();
    desk.write(
        ACCOUNT,
        format!(
            "{before}\n{}\n",
            last.replace("\"time\":\"2", "\"time\":\"1")
        ),
    );
    let run = account(&desk, &["verify", ACCOUNT, "r1"]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    assert!(
        run.out.contains("account.jsonl:3: its time is before"),
        "{}",
        run.out
    );
    release(&desk, "r2", &[]);
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
