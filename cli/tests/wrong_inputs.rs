//! Wrong inputs: each is refused with code 2, the place, and what to do; no file is made, and no value
//! of the data is shown.

use std::fmt::Write as _;

use crate::common::Run;
use crate::common::desk::{Desk, assert_refused, spec_of};

const SPEC: &str = r#"Release(
    privet: 1,
    reviewed: true,
    unit: Row,
    adjacency: AddRemove,
    budget: (epsilon: "1", delta: "1e-9"),
    schema: [
        (name: "age", kind: Integer(min: 0, max: 99, bin: 5), outside: Clamp, missing: ["NA"]),
        (name: "sex", kind: Categorical(["F", "M"])),
        (name: "region", kind: Categorical(["N1", "N2", "S1"]), hierarchy: Groups({"north": ["N1", "N2"], "south": ["S1"]})),
    ],
    mechanism: PrivBayes(),
)
"#;

/// Stands in the data wherever it can; it must never be shown.
const SECRET: &str = "s3cr3t-value";

const TABLE: &str = "age,sex,region\n33,F,N1\nNA,M,S1\n";

fn release(desk: &Desk) -> Run {
    desk.run(&[
        "release",
        "spec.ron",
        "--data",
        "table.csv",
        "--out",
        "out",
        "--keep-seed",
        "seed",
    ])
}

/// Refused, with nothing made and nothing shown.
fn assert_nothing_happened(desk: &Desk, run: &Run, fragments: &[&str], case: &str) {
    assert_refused(run, fragments, case);
    assert!(
        !run.err.contains(SECRET),
        "case `{case}` shows a value:\n{}",
        run.err
    );
    assert!(!run.err.contains('\u{1b}'), "case `{case}`:\n{:?}", run.err);
    assert_eq!(desk.names("."), ["spec.ron", "table.csv"], "case `{case}`");
}

#[test]
fn the_good_inputs_are_good() {
    let desk = Desk::with(SPEC, TABLE);
    assert_eq!(release(&desk).code, Some(0));
}

#[test]
fn a_budget_that_drowns_the_number_of_rows() {
    let with = |budget: &str| SPEC.replace(r#"(epsilon: "1", delta: "1e-9")"#, budget);
    let hopeless = with(
        r#"(epsilon: "0.001", delta: "1e-9", shares: (structure: "0.1", size: "0.000001", tables: "0.8"))"#,
    );
    let desk = Desk::with(&hopeless, TABLE);
    let fragments = ["the number of rows would have noise", "the share of `size`"];
    assert_nothing_happened(&desk, &release(&desk), &fragments, "hopeless");
    // Tables grow with the noisy number of rows, so that a number of rows of its own does not help.
    let exact = hopeless.replace(
        "PrivBayes(),\n",
        "PrivBayes(),\n    output: (rows: Exactly(5)),\n",
    );
    let desk = Desk::with(&exact, TABLE);
    assert_nothing_happened(&desk, &release(&desk), &fragments, "exactly");
    // Tables under a million rows of noise are nothing but noise, whatever reads the spec.
    let drowned = with(r#"(epsilon: "1e-6", delta: "1e-300")"#);
    let desk = Desk::with(&drowned, TABLE);
    let fragments = [
        "spec.ron: budget",
        "a deviation above 1000000 rows",
        "raise epsilon",
    ];
    assert_nothing_happened(&desk, &release(&desk), &fragments, "drowned");
    for command in ["check", "plan"] {
        assert_refused(&desk.run(&[command, "spec.ron"]), &fragments, command);
    }
}

#[test]
fn wrong_specs() {
    let table = TABLE.replace("33", SECRET);
    let shares = "\"1e-9\", shares: (structure: \"0.3\", size: \"0.1\", tables: \"0.7\")";
    #[rustfmt::skip] // one case a line
    let cases = [
        ("unknown field", "adjacency: AddRemove,", "adjacency: AddRemove, adjacensy: Row,", "spec.ron:5:27", "adjacency"),
        ("unknown field of an attribute", "outside: Clamp", "outsid: Clamp", "spec.ron:8:63", "`outside`"),
        ("duplicate attribute", "name: \"sex\"", "name: \"age\"", "spec.ron:9:16", "\"age\" is there twice"),
        ("empty domain", "[\"F\", \"M\"]", "[]", "spec.ron:9:41", "this domain is empty"),
        ("empty range", "min: 0, max: 99", "min: 99, max: 0", "spec.ron:8:51", "the domain is empty"),
        ("overlapping groups", "[\"S1\"]}", "[\"S1\", \"N1\"]}", "spec.ron:10:123", "\"N1\" is in \"north\" and in \"south\""),
        ("label in no group", ", \"south\": [\"S1\"]", "", "spec.ron:10:83", "\"S1\" is in no group"),
        ("negative epsilon", "epsilon: \"1\"", "epsilon: \"-1\"", "spec.ron:6:23", "epsilon is -1, outside of"),
        ("zero epsilon", "epsilon: \"1\"", "epsilon: \"0\"", "spec.ron:6:23", "epsilon is 0, outside of"),
        ("delta 0", "\"1e-9\"", "\"0\"", "spec.ron:6:35", "needs a delta above 0"),
        ("the remedy for delta 0", "\"1e-9\"", "\"0\"", "spec.ron:6:35", "help: write `delta: \"1e-9\"`"),
        ("no delta", ", delta: \"1e-9\"", "", "spec.ron:6:13", "`delta` is missing"),
        ("shares above 1", "\"1e-9\"", shares, "spec.ron:6:51", "the shares add up to 1.1"),
        ("not a number", "epsilon: \"1\"", "epsilon: \"NaN\"", "spec.ron:6:23", "`NaN` is not a decimal number"),
        ("infinite", "epsilon: \"1\"", "epsilon: \"inf\"", "spec.ron:6:23", "`inf` is not a decimal number"),
        ("underflow", "\"1e-9\"", "\"1e-400\"", "spec.ron:6:35", "outside of 1e-300"),
        ("look-alike labels", "[\"F\", \"M\"]", "[\"F\", \"\u{ff26}\"]", "spec.ron:9:47", "looks like"),
        ("no unit", "    unit: Row,\n", "", "spec.ron:1:1", "`unit` is missing"),
        ("no adjacency", "    adjacency: AddRemove,\n", "", "spec.ron:1:1", "`adjacency` is missing"),
        ("a model below its attributes", "PrivBayes()", "PrivMrf(max_cells: 2)", "spec.ron:12:16", "above `max_cells` = 2"),
        ("no end", "    ],\n    mechanism: PrivBayes(),\n)\n", "", "spec.ron:7:13", "never closed"),
        ("clamp for labels", "[\"F\", \"M\"])", "[\"F\", \"M\"]), outside: Clamp", "spec.ron:9:63", "labels have no order"),
        ("null undeclared", "[\"F\", \"M\"])", "[\"F\", \"M\"]), outside: Null", "spec.ron:9:63", "needs a declared missing value"),
        ("control character", "reviewed", "title: \"\u{1b}[31m\", reviewed", "spec.ron:3:13", "U+001B"),
    ];
    for (case, piece, instead, place, fragment) in cases {
        assert!(SPEC.contains(piece), "case `{case}`");
        let desk = Desk::with(&SPEC.replacen(piece, instead, 1), &table);
        assert_nothing_happened(&desk, &release(&desk), &[place, fragment], case);
        // `plan` says the same.
        assert_refused(&desk.run(&["plan", "spec.ron"]), &[place, fragment], case);
    }
}

#[test]
fn all_mistakes_at_once() {
    let spec = SPEC
        .replace("epsilon: \"1\"", "epsilon: \"-1\"")
        .replace("[\"F\", \"M\"]", "[]")
        .replace("outside: Clamp", "outside: Clap");
    let desk = Desk::with(&spec, TABLE);
    let places = ["spec.ron:6:23", "spec.ron:8:72", "spec.ron:9:41"];
    assert_nothing_happened(&desk, &release(&desk), &places, "three mistakes");
}

#[test]
fn too_many_attributes() {
    let mut schema = String::new();
    for column in 0..300 {
        write!(schema, "(name: \"a{column}\", kind: Boolean), ").unwrap();
    }
    let desk = Desk::with(&spec_of(&schema), TABLE);
    let fragments = ["spec.ron:7:13", "300 attributes", "at most 256"];
    assert_nothing_happened(&desk, &release(&desk), &fragments, "300 attributes");
}

#[test]
fn specs_that_are_no_text() {
    let garbage: Vec<u8> = (0..4096_u32)
        .map(|k| u8::try_from(k * 167 % 256).unwrap())
        .collect();
    let with_bom = [b"\xef\xbb\xbf", SPEC.as_bytes()].concat();
    let utf16: Vec<u8> = SPEC.encode_utf16().flat_map(u16::to_le_bytes).collect();
    for (case, bytes, fragment) in [
        ("binary garbage", garbage, "spec.ron: it is not UTF-8"),
        ("zeros", vec![0; 1000], "spec.ron:1:1"),
        ("empty", Vec::new(), "spec.ron:1:1"),
        ("byte order mark", with_bom, "spec.ron:1:1"),
        (
            "UTF-16",
            [&b"\xff\xfe"[..], &utf16].concat(),
            "spec.ron: it is not UTF-8",
        ),
        ("too long", vec![b' '; 2 << 20], "spec.ron:"),
        ("deep", "(".repeat(100_000).into_bytes(), "spec.ron:1:"),
        ("a table", TABLE.as_bytes().to_vec(), "spec.ron:1:1"),
        ("JSON", b"{\"privet\": 1}".to_vec(), "spec.ron:1:1"),
    ] {
        let desk = Desk::with("", TABLE);
        desk.write("spec.ron", bytes);
        assert_nothing_happened(&desk, &release(&desk), &[fragment], case);
    }
}

#[test]
fn wrong_tables() {
    let long = format!("age,sex,region\n33,F,N1\n\"{}", "x".repeat(17 << 20));
    #[rustfmt::skip] // one case a line
    let cases: Vec<(&str, &[u8], &[&str])> = vec![
        ("too few fields", b"age,sex,region\n33,F,N1\ns3cr3t-value,F\n", &["table.csv:3", "2 fields and the header has 3"]),
        ("too many fields", b"age,sex,region\n33,F,N1,s3cr3t-value\n", &["table.csv:2", "4 fields and the header has 3"]),
        ("ragged after a quoted line", b"age,sex,region\n33,\"F\",\"N1\"\n\n\"s3cr3t-value\",F\n", &["table.csv:4", "2 fields"]),
        ("missing column", b"age,sx,region\ns3cr3t-value,F,N1\n", &["table.csv:1", "column `sex`", "no such column", "column 2"]),
        ("missing column, other case", b"AGE,sex,region\ns3cr3t-value,F,N1\n", &["column `age`", "column 1"]),
        ("missing column, none near", b"age,q,region\ns3cr3t-value,F,N1\n", &["column `sex`", "add the column"]),
        ("another delimiter", b"age;sex;region\ns3cr3t-value;F;N1\n", &["table.csv:1", "--delimiter ';'"]),
        ("column twice", b"age,sex,region,sex\n1,F,N1,s3cr3t-value\n", &["table.csv:1", "columns 2 and 4", "same name"]),
        ("undeclared label", b"age,sex,region\n33,F,N1\n34,s3cr3t-value,N1\n", &["table.csv:3", "column `sex`", "`Fail`", "privet check"]),
        ("label with a space", b"age,sex,region\n33,F ,N1\n", &["table.csv:2", "column `sex`"]),
        ("missing where never missing", b"age,sex,region\n33,,N1\n", &["table.csv:2", "column `sex`"]),
        ("invalid UTF-8", b"age,sex,region\n33,F,N1\n33,s3cr3t-value\xff,N1\n", &["table.csv:3", "column `sex`", "not UTF-8"]),
        ("invalid UTF-8 in the header", b"age,sex,region,\xff\n33,F,N1,s3cr3t-value\n", &["table.csv:1", "column 4", "not UTF-8"]),
        ("open quote", b"age,sex,region\n33,F,N1\n33,\"s3cr3t-value,N1\n", &["table.csv:3", "never closed"]),
        ("endless field", long.as_bytes(), &["table.csv:3", "16 MiB"]),
        ("empty file", b"", &["table.csv: the file is empty", "names of the columns"]),
        ("only ends of lines", b"\n\n\n", &["table.csv", "the file is empty"]),
        ("damaged gzip", b"\x1f\x8b\x08\x00s3cr3t-value", &["table.csv", "damaged or cut off"]),
        ("UTF-16", b"\xff\xfea\0g\0e\0,\0s\0", &["table.csv:1", "not UTF-8"]),
        ("the first of two mistakes", b"age,sex,region\n33,s3cr3t-value,N1\n33,F\n", &["table.csv:2", "column `sex`"]),
    ];
    for (case, table, fragments) in cases {
        let desk = Desk::with(SPEC, table);
        assert_nothing_happened(&desk, &release(&desk), fragments, case);
    }
}

/// A mistake in the last of many rows stops a release like one in the first.
#[test]
fn a_late_mistake_is_found() {
    let mut table = "age,sex,region\n".to_owned();
    for _ in 0..50_000 {
        table += "33,F,N1\n";
    }
    writeln!(table, "33,{SECRET},N1").unwrap();
    let desk = Desk::with(SPEC, table);
    let fragments = ["table.csv:50002", "column `sex`"];
    assert_nothing_happened(&desk, &release(&desk), &fragments, "last row");
}

/// What each policy does with a value that the spec does not know.
#[test]
fn undeclared_values_under_each_policy() {
    let labels = "kind: Categorical([\"a\", \"b\"])";
    let number = "kind: Integer(min: 0, max: 9)";
    for (case, attribute, stops) in [
        ("fail", format!("{labels}, outside: Fail"), true),
        ("fail by default", labels.to_owned(), true),
        (
            "null",
            format!("{labels}, missing: [\"NA\"], outside: Null"),
            false,
        ),
        (
            "other, new",
            format!("{labels}, outside: Other(\"rest\")"),
            false,
        ),
        (
            "other, known",
            format!("{labels}, outside: Other(\"b\")"),
            false,
        ),
        ("fail, number", format!("{number}, outside: Fail"), true),
        (
            "null, number",
            format!("{number}, missing: [\"NA\"], outside: Null"),
            false,
        ),
        (
            "clamp, no number, nullable",
            format!("{number}, missing: [\"NA\"], outside: Clamp"),
            false,
        ),
        (
            "clamp, no number",
            format!("{number}, outside: Clamp"),
            true,
        ),
    ] {
        let spec = spec_of(&format!("(name: \"x\", {attribute}),"));
        let table = format!("x\n{}", format!("{SECRET}\n").repeat(300));
        let desk = Desk::with(&spec, table);
        let run = release(&desk);
        if stops {
            assert_nothing_happened(&desk, &run, &["table.csv:2", "column `x`"], case);
            continue;
        }
        assert_eq!(run.code, Some(0), "case `{case}`:\n{}", run.err);
        assert!(
            !run.err.contains(SECRET) && !run.out.contains(SECRET),
            "case `{case}`"
        );
        for file in desk.names("out") {
            assert!(
                !desk.text(&format!("out/{file}")).contains(SECRET),
                "case `{case}`: {file}"
            );
        }
    }
}

/// Numbers beyond the range are clamped; all 2,000 rows are in the last bin, against a noise of tens.
/// False alarm: the table's noise has sigma below 20 rows at this budget, so that three quarters of
/// the rows are in another bin with a probability below 1e-100.
#[test]
fn clamped_values_are_in_the_last_bin() {
    let spec = spec_of("(name: \"x\", kind: Integer(min: 0, max: 9), outside: Clamp),");
    let desk = Desk::with(&spec, format!("x\n{}", "123456789\n".repeat(2000)));
    assert_eq!(release(&desk).code, Some(0));
    let (_, rows) = desk.table("out/synthetic.csv");
    let clamped = rows.iter().filter(|row| row[0] == "9").count();
    assert!(4 * clamped > 3 * rows.len(), "{clamped} of {}", rows.len());
}

#[test]
fn files_that_are_not_there_or_no_files() {
    let desk = Desk::with(SPEC, TABLE);
    std::fs::create_dir(desk.path("folder")).unwrap();
    for (case, args, fragments) in [
        (
            "no spec",
            ["nowhere.ron", "table.csv", "out"],
            ["nowhere.ron", "No such file"],
        ),
        (
            "no table",
            ["spec.ron", "nowhere.csv", "out"],
            ["nowhere.csv", "No such file"],
        ),
        (
            "a folder as the spec",
            ["folder", "table.csv", "out"],
            ["folder", "directory"],
        ),
        (
            "an empty folder as the table",
            ["spec.ron", "folder", "out"],
            ["folder", "Parquet files"],
        ),
        (
            "no parent",
            ["spec.ron", "table.csv", "no/where"],
            ["no/where", "create it first"],
        ),
        (
            "a file as the parent",
            ["spec.ron", "table.csv", "spec.ron/out"],
            ["spec.ron/out", "cannot be written"],
        ),
        (
            "no name",
            ["spec.ron", "table.csv", "folder/.."],
            ["folder/..", "exists already"],
        ),
        (
            "the root",
            ["spec.ron", "table.csv", "/"],
            ["error: /", "exists already"],
        ),
    ] {
        let [spec, data, out] = args;
        let run = desk.run(&["release", spec, "--data", data, "--out", out]);
        assert_refused(&run, &fragments, case);
        assert_eq!(
            desk.names("."),
            ["folder", "spec.ron", "table.csv"],
            "case `{case}`"
        );
        assert_eq!(desk.names("folder").len(), 0, "case `{case}`");
    }
}

#[test]
fn records_that_are_none() {
    for (case, bytes, fragment) in [
        ("empty", &b""[..], "record.json:1:0"),
        ("garbage", b"\x01\x02 garbage", "record.json:1:1"),
        ("not UTF-8", b"\xff\xfe\0", "record.json: it is not UTF-8"),
        (
            "another JSON",
            b"{\"a\": 1}",
            "missing field `privet_record`",
        ),
        ("a list", b"[]", "record.json:1:"),
        ("a number", b"17", "record.json:1:"),
        ("deep", &b"[".repeat(100_000), "record.json:1:"),
    ] {
        let desk = Desk::new();
        desk.write("record.json", bytes);
        let run = desk.run(&["verify", "record.json"]);
        assert_refused(&run, &[fragment], case);
    }
    let desk = Desk::new();
    assert_refused(
        &desk.run(&["verify", "nowhere"]),
        &["nowhere", "No such file"],
        "missing",
    );
    assert_refused(
        &desk.run(&["verify", "."]),
        &["error: ./record.json: ", "No such file"],
        "a folder that is no release",
    );
    assert_eq!(desk.run(&["verify"]).code, Some(2));
}
