//! `privet verify`: an untouched release passes, and whatever was changed is named.

use crate::common::changed::{REPLAY, assert_caught, small, verify_changed};
use crate::common::desk::{ARTEFACTS, Desk, Dice, spec_of, survey_csv};
use serde_json::Value;

#[test]
fn a_release_replays_to_the_same_bytes() {
    let desk = Desk::survey(2000);
    desk.release("out", &["--quiet", "--keep-seed", "seed"]);
    let before: Vec<_> = ARTEFACTS
        .map(|file| desk.bytes(&format!("out/{file}")))
        .to_vec();
    for _ in 0..2 {
        let run = desk.verify("out", &REPLAY);
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
        for file in ARTEFACTS {
            let line = format!("out/{file}: replayed, every byte agrees");
            assert!(run.out.contains(&line), "{}", run.out);
        }
    }
    // It writes nothing.
    let after: Vec<_> = ARTEFACTS
        .map(|file| desk.bytes(&format!("out/{file}")))
        .to_vec();
    assert!(before == after);
    assert_eq!(desk.names("out"), ARTEFACTS);
    assert_eq!(desk.names("."), ["out", "seed", "spec.ron", "table.csv"]);
}

/// Both adjacencies, all samplings, both ways to non-negative tables.
#[test]
fn every_setting_replays() {
    let spec = spec_of(
        "(name: \"smokes\", kind: Boolean(no: \"no\", yes: \"yes\")),\n        \
         (name: \"region\", kind: Categorical([\"N1\", \"N2\", \"S1\"])),",
    );
    let table = survey_csv(400);
    for (case, from, to) in [
        ("replace", "AddRemove", "Replace"),
        (
            "with replacement",
            "\n)\n",
            "\n    output: (sampling: WithReplacement),\n)\n",
        ),
        (
            "inconsistent",
            "\n)\n",
            "\n    output: (sampling: Inconsistent),\n)\n",
        ),
        (
            "exactly",
            "\n)\n",
            "\n    output: (rows: Exactly(77)),\n)\n",
        ),
        (
            "normalize",
            "PrivBayes()",
            "PrivBayes(post: Normalize, theta: \"1\", caution: \"0\")",
        ),
        (
            "assumed rows",
            "PrivBayes()",
            "PrivBayes(assumed_rows: 100000)",
        ),
        ("tiny tables", "PrivBayes()", "PrivBayes(max_cells: 2)"),
    ] {
        let desk = Desk::with(&spec.replacen(from, to, 1), &table);
        desk.release("out", &["--quiet", "--keep-seed", "seed"]);
        desk.assert_verifies("out", &REPLAY);
        assert_eq!(desk.names("out"), ARTEFACTS, "{case}");
        let (_, rows) = desk.table("out/synthetic.csv");
        match case {
            "replace" => assert_eq!(rows.len(), 400),
            "exactly" => assert_eq!(rows.len(), 77),
            _ => {}
        }
    }
}

/// The places are chosen by a fixed generator, over the file and at its two ends.
#[test]
fn a_changed_byte_in_any_artefact_is_caught() {
    let desk = small();
    let mut dice = Dice(1);
    for file in ARTEFACTS {
        let bytes = desk.bytes(&format!("out/{file}"));
        let mut places = vec![0, bytes.len() - 1];
        places.extend((0..30).map(|_| usize::try_from(dice.below(bytes.len() as u64)).unwrap()));
        for place in places {
            let mut changed = bytes.clone();
            changed[place] ^= 1;
            let case = format!("{file}, byte {place}");
            assert_caught(&verify_changed(&desk, file, changed, &[]), &[file], &case);
        }
        for (case, changed) in [
            ("cut short", bytes[..bytes.len() - 1].to_vec()),
            ("empty", Vec::new()),
            ("one byte more", [&bytes[..], b"\n"].concat()),
            ("no text at all", vec![0xff; 100]),
        ] {
            let case = format!("{file}, {case}");
            assert_caught(&verify_changed(&desk, file, changed, &[]), &[file], &case);
        }
    }
}

/// Every line of the record that holds a value, changed by one character and nothing else done.
#[test]
fn every_line_of_the_record_counts() {
    let desk = small();
    let record = desk.text("out/record.json");
    let lines: Vec<&str> = record.lines().collect();
    let mut tried = 0;
    for (number, line) in lines.iter().enumerate() {
        let value = line.split_once("\": ").map_or(*line, |(_, value)| value);
        let Some(at) = value.rfind(|letter: char| letter.is_ascii_alphanumeric()) else {
            continue;
        };
        let at = line.len() - value.len() + at;
        let mut changed = line.as_bytes().to_vec();
        changed[at] = match changed[at] {
            b'9' => b'8',
            b'z' => b'y',
            b'Z' => b'Y',
            byte => byte + 1,
        };
        let mut all: Vec<&[u8]> = lines.iter().map(|line| line.as_bytes()).collect();
        all[number] = &changed;
        let case = format!("line {}: {line}", number + 1);
        let mut text = all.join(&b'\n');
        text.push(b'\n');
        assert_caught(
            &verify_changed(&desk, "record.json", text, &[]),
            &["record.json"],
            &case,
        );
        tried += 1;
    }
    assert!(tried > 60, "{tried} lines");
}

#[test]
fn the_wrong_seed_data_or_folder_is_named() {
    let desk = small();
    desk.release("other", &["--quiet", "--keep-seed", "other-seed"]);
    let run = desk.verify("out", &["--data", "table.csv", "--seed-file", "other-seed"]);
    assert_caught(
        &run,
        &["other-seed: is not the seed that the record commits to"],
        "seed",
    );

    let mut table = desk.text("table.csv");
    table.push_str(table.clone().lines().last().unwrap());
    desk.write("longer.csv", table);
    let run = desk.verify("out", &["--data", "longer.csv", "--seed-file", "seed"]);
    assert_caught(
        &run,
        &["longer.csv: is not the data that the record commits to"],
        "data",
    );

    for (case, seed) in [
        ("short", "abc"),
        ("no digits", &"x".repeat(64)),
        ("long", &"0".repeat(65)),
    ] {
        desk.write("bad-seed", seed);
        let run = desk.verify("out", &["--data", "table.csv", "--seed-file", "bad-seed"]);
        assert_caught(
            &run,
            &["bad-seed: it does not hold 64 hexadecimal digits"],
            case,
        );
        assert!(!run.err.contains(seed), "a seed is not shown: {}", run.err);
    }
    for (case, args, named) in [
        (
            "no such seed",
            ["--data", "table.csv", "--seed-file", "nowhere"],
            "nowhere",
        ),
        (
            "no such data",
            ["--data", "nowhere.csv", "--seed-file", "seed"],
            "nowhere.csv",
        ),
    ] {
        assert_caught(&desk.verify("out", &args), &[named, "No such file"], case);
    }
    let run = desk.verify("out", &["--data", "table.csv"]);
    assert!(
        run.code == Some(2) && run.err.contains("--seed-file"),
        "{}",
        run.err
    );

    for file in ARTEFACTS {
        desk.copy("out", "less");
        std::fs::remove_file(desk.path(&format!("less/{file}"))).unwrap();
        let named = format!("less/{file}: ");
        assert_caught(&desk.verify("less", &[]), &[&named, "No such file"], file);
        if file != "record.json" {
            assert_caught(&desk.verify("less", &REPLAY), &[&named], file);
        }
        std::fs::remove_dir_all(desk.path("less")).unwrap();
    }
}

#[test]
fn findings_are_json_where_asked() {
    let desk = small();
    let run = desk.verify("out", &["--json"]);
    let found: Value = serde_json::from_str(&run.out).expect("one JSON object");
    assert_eq!(run.code, Some(0));
    assert!(found["passed"].as_array().unwrap().len() >= 6, "{found}");
    assert_eq!(found["faults"].as_array().unwrap().len(), 0);
    desk.write("out/synthetic.csv", "sex,smokes,region\n");
    let run = desk.verify("out", &["--json"]);
    let found: Value = serde_json::from_str(&run.out).expect("one JSON object");
    assert_eq!(run.code, Some(2));
    assert!(
        found["faults"][0]
            .as_str()
            .unwrap()
            .contains("synthetic.csv"),
        "{found}"
    );
}
