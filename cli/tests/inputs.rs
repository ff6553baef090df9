//! Inputs that never end, are far too long, or ask for more than the machine has: a short error with code 2.

use std::process::{Command, Stdio};

use crate::common::desk::{Desk, assert_refused, resealed, spec_of};
use crate::common::{Run, binary};

const SCHEMA: &str = r#"(name: "age", kind: Integer(min: 0, max: 9), outside: Clamp, missing: [""]),
        (name: "sex", kind: Categorical(["F", "M"]))"#;

fn table(rows: usize) -> String {
    let rows = (0..rows).map(|row| format!("{},{}\n", row % 10, ["F", "M"][row % 2]));
    format!("age,sex\n{}", rows.collect::<String>())
}

fn desk(rows: usize) -> Desk {
    Desk::with(&spec_of(SCHEMA), table(rows))
}

/// Runs `privet` for a minute at most, under limits of a shell.
fn limited(desk: &Desk, limits: &str, args: &[&str]) -> Run {
    let output = Command::new("sh")
        .args(["-c", &format!("{limits}; exec timeout 60 \"$@\""), "sh"])
        .arg(binary())
        .args(args)
        .current_dir(desk.folder())
        .env_remove("RUST_BACKTRACE")
        .stdin(Stdio::null())
        .output()
        .expect("a shell");
    Run::of(output)
}

#[test]
fn devices_pipes_and_folders_are_no_files() {
    let desk = desk(30);
    desk.release("out", &["--keep-seed", "seed"]);
    let made = Command::new("mkfifo").arg(desk.path("pipe")).status();
    assert!(made.expect("mkfifo").success());
    std::fs::create_dir(desk.path("folder")).unwrap();
    desk.copy("out", "piped");
    std::fs::remove_file(desk.path("piped/synthetic.csv")).unwrap();
    std::fs::rename(desk.path("pipe"), desk.path("piped/synthetic.csv")).unwrap();
    let pipe = "piped/synthetic.csv";
    for odd in ["/dev/zero", pipe, "folder"] {
        #[rustfmt::skip] // one case a line
        let cases: &[&[&str]] = &[
            &["check", odd],
            &["plan", odd],
            &["release", odd, "--data", "table.csv", "--out", "new"],
            &["verify", odd],
            &["verify", "out", "--data", "table.csv", "--seed-file", odd],
            &["sample", odd, "--rows", "1"],
        ];
        for args in cases {
            let run = limited(&desk, "ulimit -v 4000000", args);
            let fragments = ["cannot be read", "help: check the path"];
            assert_refused(&run, &fragments, &format!("{args:?}"));
        }
    }
    // A table may come from a pipe, but not from a device or an empty folder.
    for (odd, why) in [
        ("/dev/zero", "cannot be read"),
        ("folder", "there is no file in it"),
    ] {
        #[rustfmt::skip] // one case a line
        let cases: &[&[&str]] = &[
            &["release", "spec.ron", "--data", odd, "--out", "new"],
            &["draft", "--data", odd],
            &["evaluate", "--spec", "spec.ron", "--real", odd, "--synthetic", "out/synthetic.csv"],
            &["verify", "out", "--data", odd, "--seed-file", "seed"],
        ];
        for args in cases {
            let run = limited(&desk, "ulimit -v 4000000", args);
            assert_refused(&run, &[why], &format!("{args:?}"));
        }
    }
    // An artefact that is a pipe is a fault, and nobody waits for it.
    let run = limited(&desk, "true", &["verify", "piped"]);
    assert_eq!(run.code, Some(2), "{}", run.out);
    assert!(run.err.contains("a device, a pipe"), "{}", run.err);
}

#[test]
fn a_spec_may_come_from_an_open_pipe() {
    let desk = desk(1);
    let spec = spec_of(SCHEMA);
    let run = desk.run_with(&["check", "/dev/stdin"], spec.as_bytes());
    assert_eq!(run.code, Some(0), "{}", run.err);
    let endless = "x".repeat(3 << 20);
    let run = desk.run_with(&["check", "/dev/stdin"], endless.as_bytes());
    let fragments = ["/dev/stdin: it is longer than 1 MiB, the limit for a spec"];
    assert_refused(&run, &fragments, "endless");
}

#[test]
fn long_texts_make_no_long_messages() {
    let desk = desk(30);
    desk.release("out", &["--quiet"]);
    let assert_short = |run: &Run, case: &str| {
        assert_refused(run, &["characters) …"], case);
        assert!(run.err.len() < 10_000, "case `{case}`: {}", run.err.len());
    };
    let (digits, word) = ("7".repeat(900_000), "w".repeat(400_000));
    for (case, piece, text) in [
        ("a number", "max: 9)", format!("max: {digits})")),
        ("a decimal", "\"1\"", format!("\"{digits}x\"")),
        ("a field", "outside", word.clone()),
        ("a variant", "Clamp", word.clone()),
        (
            "labels",
            "[\"F\", \"M\"]",
            format!("[\"{word}\", \"{word}\"]"),
        ),
    ] {
        desk.write("long.ron", spec_of(SCHEMA).replacen(piece, &text, 1));
        let run = desk.run(&["check", "long.ron"]);
        if case == "labels" {
            // Two equal labels, which have their own way of being cut.
            assert_refused(&run, &["..."], case);
            assert!(run.err.len() < 10_000, "{}", run.err.len());
        } else {
            assert_short(&run, case);
        }
    }
    let argument = "w".repeat(100_000);
    for args in [
        &[argument.as_str()][..],
        &["check", "spec.ron", &argument],
        &["plan", "spec.ron", "--rows", &argument],
        &["calibrate", "--epsilon", &argument, "--delta", "1e-9"],
        &["check", &argument],
    ] {
        let run = desk.run(args);
        assert_eq!(run.code, Some(2));
        assert!(run.err.contains("(100000 characters)"), "{}", run.err.len());
        assert!(run.err.len() < 10_000, "{}", run.err.len());
    }
    desk.copy("out", "odd");
    let record = desk.text("out/record.json");
    let long = format!("\"{word}\": 1,\n  \"title\"");
    desk.write("odd/record.json", record.replacen("\"title\"", &long, 1));
    assert_short(&desk.run(&["verify", "odd"]), "unknown field of a record");
    let purpose = format!("\"purpose\": \"{word}");
    let record = resealed(&record.replacen("\"purpose\": \"", &purpose, 1));
    desk.write("odd/record.json", record);
    let run = desk.run(&["verify", "odd"]);
    assert!(
        run.code == Some(2) && run.err.len() < 20_000,
        "{}",
        run.err.len()
    );
    let model = desk.text("out/model.ron");
    desk.write("odd/model.ron", model.replacen("tau", &word, 1));
    assert_short(&desk.run(&["sample", "odd", "--rows", "1"]), "a model");
    let header = format!("age,sex,{word}\n1,F,2\n");
    desk.write("table.csv", &header);
    let run = desk.run(&["release", "spec.ron", "--data", "table.csv", "--out", "new"]);
    assert!(run.code == Some(0) && run.err.len() < 10_000);
    // What stands in a first line is not shown at all.
    desk.write("table.csv", header.replacen("age", &word, 1));
    let run = desk.run(&["draft", "--data", "table.csv"]);
    let twice = "columns 1 and 3 have the same name";
    assert!(run.err.contains(twice) && run.err.len() < 1_000);
}

/// A name that is long is promised and planned in short.
#[test]
fn long_names_are_promised_in_short() {
    let name = "n".repeat(300_000);
    let desk = Desk::with(&spec_of(&format!("(name: \"{name}\", kind: Boolean)")), "");
    let run = desk.run(&["check", "spec.ron"]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(run.out.len() < 10_000, "{}", run.out.len());
}

#[test]
fn threads_that_cannot_be_made() {
    let desk = desk(300);
    // No room for the stacks of 256 threads.
    for (case, limits) in [
        ("too many", "export RAYON_NUM_THREADS=1000000"),
        ("none", "export RAYON_NUM_THREADS=256; ulimit -v 300000"),
        ("nonsense", "export RAYON_NUM_THREADS=-5"),
    ] {
        let args = ["release", "spec.ron", "--data", "table.csv", "--out", case];
        let run = limited(&desk, limits, &args);
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "case `{case}`");
        desk.assert_verifies(case, &[]);
    }
}

#[test]
fn tables_and_rows_beyond_the_memory() {
    let desk = desk(1_500_000);
    desk.release("out", &["--quiet"]);
    let person = spec_of(SCHEMA).replace("unit: Row", r#"unit: Person(id: "who", rows: 1)"#);
    desk.write("person.ron", person);
    let rows = (0..600_000).map(|row| format!("person number {row},1,F\n"));
    desk.write(
        "persons.csv",
        format!("who,age,sex\n{}", rows.collect::<String>()),
    );
    #[rustfmt::skip] // one case a line
    let cases: &[(&[&str], &str)] = &[
        (&["sample", "out", "--rows", "4000000000"], "MB of memory"),
        (&["evaluate", "--spec", "spec.ron", "--real", "table.csv", "--synthetic", "out/synthetic.csv"], "memory"),
        (&["release", "spec.ron", "--data", "table.csv", "--out", "new"], "no noise was drawn"),
        (&["check", "person.ron", "--data", "persons.csv"], "does not fit into memory"),
        (&["release", "person.ron", "--data", "persons.csv", "--out", "new"], "memory"),
    ];
    for (args, fragment) in cases {
        // Of data alone: how large the program itself is does not matter.
        let run = limited(&desk, "export RAYON_NUM_THREADS=1; ulimit -d 12000", args);
        assert_eq!(run.code, Some(2), "{args:?}:\n{}", run.err);
        assert!(run.err.contains(fragment), "{args:?}:\n{}", run.err);
        assert!(run.err.contains("help: "), "{args:?}:\n{}", run.err);
    }
    // Both tables fit, and what is compared of them does not.
    let limits = "export RAYON_NUM_THREADS=1; ulimit -d 60000";
    let fragments = ["to compare", "MB of memory", "help: use a machine"];
    assert_refused(&limited(&desk, limits, cases[1].0), &fragments, "both fit");
    assert!(!desk.path("new").exists());
}

/// By its code `check` says what a release would do.
#[test]
fn check_says_whether_a_release_would_stop() {
    let persons = |adjacency: &str| {
        spec_of(SCHEMA)
            .replace("unit: Row", r#"unit: Person(id: "who", rows: 1)"#)
            .replace("AddRemove", adjacency)
    };
    let replace = persons("Replace");
    for (case, spec, table, stops) in [
        ("all fits", spec_of(SCHEMA), "age,sex\n1,F\n", false),
        ("clamped", spec_of(SCHEMA), "age,sex\n100,F\n-1,M\n", false),
        ("missing", spec_of(SCHEMA), "age,sex\n,F\nx,M\n", false),
        (
            "a label under `Fail`",
            spec_of(SCHEMA),
            "age,sex\n1,X\n",
            true,
        ),
        (
            "a hidden character",
            spec_of(SCHEMA),
            "age,sex\n1,\u{0}F\n",
            true,
        ),
        ("a ragged row", spec_of(SCHEMA), "age,sex\n1\n", true),
        ("no id", replace.clone(), "who,age,sex\n,1,F\n", true),
        (
            "an id twice",
            replace.clone(),
            "who,age,sex\np,1,F\np,1,F\n",
            true,
        ),
        ("persons", replace, "who,age,sex\np,1,F\nq,1,F\n", false),
        (
            "dropped",
            persons("AddRemove"),
            "who,age,sex\np,1,F\np,1,F\n,1,F\n",
            false,
        ),
    ] {
        let desk = Desk::with(&spec, table);
        let check = desk.run(&["check", "spec.ron", "--data", "table.csv"]);
        let release = desk.run(&["release", "spec.ron", "--data", "table.csv", "--out", "out"]);
        let code = Some(if stops { 2 } else { 0 });
        assert_eq!(check.code, code, "case `{case}`: {}", check.err);
        assert_eq!(release.code, code, "case `{case}`: {}", release.err);
        assert!(check.out.contains(" would be used"), "case `{case}`");
        let told = check
            .err
            .contains("table.csv: a release of this table would stop\n  help: ");
        assert_eq!(told, stops, "case `{case}`: {}", check.err);
    }
}

/// What `check` accepts, `plan` and `release` accept, whatever number of rows is assumed.
#[test]
fn check_refuses_what_plan_and_release_refuse() {
    let mechanisms = [
        "PrivBayes()",
        "PrivBayes(max_cells: 2)",
        "PrivMrf()",
        "PrivMrf(max_cells: 30)",
        "Independent()",
        "PrivBayesPure()",
        "SmoothedHistogram(rows: 4000000000)",
    ];
    let mut accepted = 0;
    for mechanism in mechanisms {
        let pure = mechanism.contains("Pure") || mechanism.contains("Smoothed");
        for epsilon in ["1e-6", "0.0001", "0.01", "1", "700"] {
            for delta in ["1e-300", "0.4"] {
                for rows in ["1", "3", "1000"] {
                    let delta = format!(", delta: \"{delta}\"");
                    let delta = if pure { "" } else { &delta };
                    let budget = format!("(epsilon: \"{epsilon}\"{delta})");
                    let unit = format!("unit: Person(id: \"who\", rows: {rows})");
                    let spec = spec_of(SCHEMA)
                        .replace(r#"(epsilon: "1", delta: "1e-6")"#, &budget)
                        .replace("unit: Row", &unit)
                        .replace("PrivBayes()", mechanism);
                    let desk = Desk::with(&spec, "");
                    if desk.run(&["check", "spec.ron"]).code != Some(0) {
                        continue;
                    }
                    accepted += 1;
                    for assumed in ["0", "50000", "4294967295"] {
                        let run = desk.run(&["plan", "spec.ron", "--rows", assumed]);
                        assert_eq!(run.code, Some(0), "{spec}\n{}", run.err);
                    }
                    // So far that a release looks for its table.
                    let release = ["release", "spec.ron", "--data", "nowhere", "--out", "out"];
                    let run = desk.run(&release);
                    assert!(
                        run.err.starts_with("error: nowhere: "),
                        "{spec}\n{}",
                        run.err
                    );
                }
            }
        }
    }
    assert!(accepted > 50, "{accepted}");
}
