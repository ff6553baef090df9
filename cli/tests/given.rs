//! What is given on the command line: a folder or a file of a release where either will do, files in each other's place,
//! and numbers of rows.

use crate::common::desk::{Desk, assert_refused};

/// A desk with a small release in `published` and its seed.
fn released() -> Desk {
    let desk = Desk::survey(400);
    desk.release("published", &["--keep-seed", "seed", "--quiet"]);
    desk
}

/// Every command that takes a release takes its folder and the file in it that it reads.
#[test]
fn a_folder_or_a_file() {
    let desk = released();
    desk.copy("published", "other");
    let table = "published/synthetic.csv";
    #[rustfmt::skip] // one command a line
    let cases: [(&[&str], &[&str]); 10] = [
        (&["verify", "RELEASE"], &["published", "published/", "published/record.json"]),
        (&["verify", "RELEASE", "--data", "table.csv", "--seed-file", "seed"], &["published", "published/record.json"]),
        (&["report", "RELEASE", "--out", "page.html"], &["published", "published/record.json", "published/model.ron", table]),
        (&["export", "RELEASE", "--json"], &["published", "published/model.ron"]),
        (&["sample", "RELEASE", "--rows", "5", "--seed", "1"], &["published", "published/model.ron"]),
        (&["diff", "RELEASE", "spec.ron"], &["published", "published/record.json", "spec.ron"]),
        (&["diff", "spec.ron", "RELEASE"], &["published", "published/record.json", "spec.ron"]),
        (&["compare", "RELEASE", "other", "--quiet"], &["published", "published/record.json", "published/model.ron"]),
        (&["compare", "RELEASE", "other", "--spec", "spec.ron", "--real", "table.csv", "--quiet"], &["published", "published/record.json"]),
        (&["evaluate", "--spec", "spec.ron", "--real", "table.csv", "--synthetic", "RELEASE", "--html", "page.html", "--quiet"], &["published", table]),
    ];
    for (args, given) in cases {
        let mut told = Vec::new();
        for release in given {
            let args: Vec<&str> = args
                .iter()
                .map(|arg| if *arg == "RELEASE" { *release } else { *arg })
                .collect();
            let run = desk.run(&args);
            assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{args:?}");
            let page = desk.path("page.html");
            let page = page.exists().then(|| {
                let text = desk.text("page.html");
                std::fs::remove_file(page).unwrap();
                text
            });
            // The same is said of it, under whichever name.
            let out = run.out.replace("published/record.json", "published");
            told.push((out.replace("published//", "published/"), page));
        }
        assert!(
            told.windows(2).all(|pair| pair[0] == pair[1]),
            "{args:?}: {told:?}"
        );
    }
}

/// A file in another's place: code 2, what it seems to be, and the command line to write.
#[test]
fn files_in_each_others_place() {
    let desk = released();
    desk.write("table.txt.gz", b"\x1f\x8b\x08\0");
    desk.run(&[
        "account",
        "create",
        "account.jsonl",
        "--spec",
        "spec.ron",
        "--epsilon",
        "9",
        "--delta",
        "1e-5",
    ]);
    let account = desk.bytes("account.jsonl");
    let names = desk.names(".");
    let swapped = "it seems to be a table, where a release spec is expected";
    let a_spec = "it seems to be a release spec, where ";
    #[rustfmt::skip] // one case a line
    let cases: [(&[&str], &str, &str); 24] = [
        (&["check", "table.csv"], swapped, "privet check spec.ron --data table.csv"),
        (&["check", "table.txt.gz"], swapped, "privet check spec.ron --data table.txt.gz"),
        (&["check", "table.csv", "--data", "spec.ron"], swapped, "privet check spec.ron --data table.csv"),
        (&["check", "published"], "the folder of a release", "privet check spec.ron"),
        (&["check", "published/model.ron"], "the model of a release", "privet check spec.ron"),
        (&["check", "spec.ron", "--data", "spec.ron"], "where a table is expected", "privet check spec.ron --data table.csv"),
        (&["plan", "table.csv"], swapped, "privet plan spec.ron --rows"),
        (&["draft", "spec.ron"], a_spec, "privet check spec.ron"),
        (&["release", "table.csv", "--data", "spec.ron", "--out", "new"], swapped, "privet release spec.ron --data table.csv --out new"),
        (&["release", "spec.ron", "--data", "spec.ron", "--out", "new", "--account", "account.jsonl"], a_spec, "privet release spec.ron --data table.csv --out new"),
        (&["release", "spec.ron", "--data", "published/record.json", "--out", "new"], "the record of a release", "privet release spec.ron --data table.csv --out new"),
        (&["sample", "spec.ron", "--rows", "7"], a_spec, "privet sample published --rows 7"),
        (&["sample", "published/record.json", "--rows", "7"], "the record of a release", "privet sample published --rows 7"),
        (&["export", "published/record.json", "--json"], "where the model of a release is expected", "privet export published --json"),
        (&["verify", "spec.ron"], a_spec, "privet verify published; what a spec promises: privet check spec.ron"),
        (&["verify", "published/model.ron"], "the model of a release", "privet verify published"),
        (&["verify", "table.csv"], "a table", "privet verify published"),
        (&["verify", "published", "--data", "table.csv", "--seed-file", "spec.ron"], "where a kept seed is expected", "privet verify"),
        (&["report", "spec.ron"], a_spec, "privet report published"),
        (&["compare", "published", "spec.ron"], a_spec, "privet compare published other-release"),
        (&["diff", "published/model.ron", "spec.ron"], "the model of a release", "privet diff published spec.ron"),
        (&["evaluate", "--spec", "table.csv", "--real", "spec.ron", "--synthetic", "published"], "it seems to be", "privet evaluate --spec spec.ron --real table.csv --synthetic published"),
        (&["evaluate", "--spec", "spec.ron", "--real", "published/synthetic.csv", "--synthetic", "table.csv"], "this is a synthetic table", "privet evaluate --spec spec.ron --real table.csv --synthetic published/synthetic.csv"),
        (&["account", "create", "new.jsonl", "--spec", "table.csv", "--epsilon", "9", "--delta", "1e-5"], swapped, "privet account create new.jsonl --spec spec.ron"),
    ];
    for (args, what, line) in cases {
        let run = desk.run(args);
        assert_refused(&run, &["help: ", what, line], &args.join(" "));
        assert_eq!(desk.names("."), names, "{args:?}");
    }
    // Nothing was charged for what was noticed in time.
    assert_eq!(desk.bytes("account.jsonl"), account);
}

/// Two synthetic tables may be compared: only where the other one is not known to be synthetic they are swapped.
#[test]
fn two_synthetic_tables_can_be_compared() {
    let desk = released();
    desk.release("again", &["--quiet"]);
    let run = desk.run(&[
        "evaluate",
        "--spec",
        "spec.ron",
        "--real",
        "published/synthetic.csv",
        "--synthetic",
        "again",
        "--quiet",
    ]);
    assert!(!run.err.contains("a synthetic table, where"), "{}", run.err);
}

#[test]
fn numbers_of_rows() {
    let desk = released();
    let sample = |rows| desk.run(&["sample", "published", "--seed", "3", "--rows", rows]);
    let plain = sample("1200");
    assert_eq!(plain.out.lines().count(), 1201);
    assert_eq!(sample("1.2e3").out, plain.out);
    let plan = |rows| desk.run(&["plan", "spec.ron", "--rows", rows]);
    assert_eq!(plan("1e6").out, plan("1_000_000").out);
    assert!(
        plan("1e6").out.contains("1000000 rows"),
        "{}",
        plan("1e6").out
    );
    let refused = plan("50,000");
    assert_eq!(refused.code, Some(2));
    assert!(refused.err.contains("write 50000 if"), "{}", refused.err);
}
