//! What is accepted and what is refused, and where.

use super::*;
use crate::table::{Delimiter, ParquetProblem, Source, load_with_numbers};

const SCHEMA: &str = r#"
    (name: "age", kind: Integer(min: 0, max: 99, bin: 10), outside: Clamp),
    (name: "sex", kind: Categorical(["F", "M"]), missing: [""]),
"#;

/// Every spelling of the same two rows: age 15 and 42, sex M and missing.
#[test]
fn spellings_of_one_table() {
    let release = release(SCHEMA);
    for (label, text) in [
        ("plain", "age,sex\n15,M\n42,\n"),
        ("no end of line at the end", "age,sex\n15,M\n42,"),
        ("CRLF", "age,sex\r\n15,M\r\n42,\r\n"),
        ("CR", "age,sex\r15,M\r42,\r"),
        ("mixed ends of lines", "age,sex\r15,M\n42,\r\n"),
        ("byte order mark", "\u{feff}age,sex\n15,M\n42,\n"),
        (
            "mark before a quoted name",
            "\u{feff}\"age\",sex\n15,M\n42,\n",
        ),
        ("quotes", "\"age\",\"sex\"\n\"15\",\"M\"\n\"42\",\"\"\n"),
        ("other order", "sex,age\nM,15\n,42\n"),
        (
            "extra columns",
            "x,age,y,sex,z\n1,15,,M,\"a,b\"\n,42,\"\n\",,\n",
        ),
        ("blank lines", "\n\nage,sex\n\n15,M\r\n\r\n\n42,\n\n"),
        ("spaces around numbers", "age,sex\n 15 ,M\n42\t,\n"),
    ] {
        let loaded = load_text(&release, text).unwrap_or_else(|error| panic!("{label}: {error}"));
        assert_eq!(loaded.table.rows, 2, "case `{label}`");
        assert_eq!(codes_of(&loaded), [[1, 4], [1, 2]], "case `{label}`");
    }
}

#[test]
fn small_tables() {
    let release = release(SCHEMA);
    for (label, text, expected) in [
        ("header alone", "age,sex\n", vec![vec![], vec![]]),
        (
            "header without end of line",
            "age,sex",
            vec![vec![], vec![]],
        ),
        ("one row", "age,sex\n0,F\n", vec![vec![0], vec![0]]),
        (
            "clamped",
            "age,sex\n-5,F\n123,M",
            vec![vec![0, 9], vec![0, 1]],
        ),
    ] {
        let loaded = load_text(&release, text).unwrap();
        assert_eq!(codes_of(&loaded), expected, "case `{label}`");
        assert_eq!(loaded.table.rows, expected[0].len(), "case `{label}`");
    }
}

/// A text, and how the message about it begins. Lines were counted by hand.
const REFUSALS: &[(&str, &str, &str)] = &[
    (
        "empty file",
        "",
        "t.csv: the file is empty: it has no header",
    ),
    (
        "mark alone",
        "\u{feff}",
        "t.csv: the file is empty: it has no header",
    ),
    (
        "blank lines alone",
        "\n\r\n\n",
        "t.csv: the file is empty: it has no header",
    ),
    (
        "missing column",
        "age,gender\n",
        "t.csv:1: column `sex`: the table has no such column — add the column",
    ),
    (
        "near column",
        "Age,sex\n1,F\n",
        "t.csv:1: column `age`: the table has no such column — the name of column 1 is nearly the same: \
             rename it in the table or in the spec; if the first line holds values, put a line with the names of the columns above it",
    ),
    (
        "missing column below blank lines",
        "\n\nage, sex\n",
        "t.csv:3: column `sex`: the table has no such column — the name of column 2 is nearly the same",
    ),
    (
        "other delimiter",
        "age;sex\n1;F\n",
        "t.csv:1: column `age`: the table has no such column — are the fields divided by \
             `;`? If so, write `input: (delimiter: \";\")` in the spec, or, if it states none, say `--delimiter ';'`",
    ),
    (
        "tab",
        "age\tsex\n1\tF\n",
        "t.csv:1: column `age`: the table has no such column — are the fields divided by \
             `tab`? If so, write `input: (delimiter: \"tab\")` in the spec, or, if it states none, say `--delimiter tab`",
    ),
    (
        "duplicate column",
        "age,sex,age\n",
        "t.csv:1: columns 1 and 3 have the same name in the header — rename or remove one of the two columns; if the first line",
    ),
    (
        "duplicate among ignored columns",
        "age,sex,x,x\n",
        "t.csv:1: columns 3 and 4 have the same name in the header",
    ),
    (
        "short row",
        "age,sex\n1,F\n2\n",
        "t.csv:3: the row has 1 fields and the header has 2",
    ),
    (
        "long row after CRLF",
        "age,sex\r\n1,F\r\n2,M,\r\n",
        "t.csv:3: the row has 3 fields and the header has 2",
    ),
    (
        "short row after a field of two lines",
        "age,sex,x\n1,F,\"a\nb\"\n2,M,\n3,F\n",
        "t.csv:5: the row has 2 fields and the header has 3",
    ),
    (
        "short row after blank lines and CR",
        "age,sex\r\r1,F\r\r\r3",
        "t.csv:6: the row has 1 fields and the header has 2",
    ),
    (
        "open quote in the last column",
        "age,sex,x\n1,F,a\n2,M,\"b\n3,F,c\n",
        "t.csv:3: a quoted field of this row is never closed",
    ),
    (
        "open quote at the very end",
        "age,sex,x\n1,F,\"",
        "t.csv:2: a quoted field of this row is never closed",
    ),
    (
        "undeclared label",
        "age,sex\n1,F\n2,diverse\n",
        "t.csv:3: column `sex`: a value outside of the domain, and the policy is `Fail`",
    ),
    (
        "the first in the file is told, whatever the order of columns",
        "age,sex\n1,F\n2,X\n100,F\n",
        "t.csv:3: column `sex`",
    ),
    (
        "in one row, the first of the schema",
        "sex,age\nX,100\n",
        "t.csv:2: column `age`",
    ),
    (
        "a value before a ragged row",
        "age,sex\n100,F\n1\n",
        "t.csv:2: column `age`: a value outside of the domain",
    ),
    (
        "a ragged row before a value",
        "age,sex\n1\n100,F\n",
        "t.csv:2: the row has 1 fields",
    ),
];

/// The message is what a user reads, so it is compared as text.
#[test]
fn refusals() {
    let release = release(
        r#"(name: "age", kind: Integer(min: 0, max: 99)),
           (name: "sex", kind: Categorical(["F", "M"]))"#,
    );
    for (label, text, expected) in REFUSALS {
        let message = refusal(&release, text).to_string();
        assert!(message.starts_with(expected), "case `{label}`: {message}");
        assert!(message.contains(" — "), "case `{label}` has a remedy");
        assert!(
            !message.contains("diverse"),
            "case `{label}` quotes the data"
        );
    }
}

#[test]
fn refusals_of_bytes() {
    let release = release(SCHEMA);
    for (label, text, expected) in [
        (
            "header",
            &b"age,sex,\xff\n"[..],
            "t.csv:1: the name of column 3 in the header is not UTF-8",
        ),
        (
            "used column",
            b"age,sex\n1,F\n2,\xc3\n",
            "t.csv:3: column `sex`: the field is not UTF-8",
        ),
        (
            "a character divided between two fields",
            b"age,sex\n1\xc3,\xa9\n",
            "t.csv:2: column `age`: the field is not UTF-8",
        ),
        (
            "UTF-16",
            b"\xff\xfea\0g\0e\0",
            "t.csv:1: the name of column 1 in the header is not UTF-8",
        ),
    ] {
        let message = refusal(&release, text).to_string();
        assert!(message.starts_with(expected), "case `{label}`: {message}");
    }
    let ignored = load_text(&release, b"x,age,sex\n\xff,1,F\n").unwrap();
    assert_eq!(codes_of(&ignored), [[0], [0]]);
    assert_eq!(ignored.ignored, ["x"]);
}

#[test]
fn clamp_without_missing_texts_refuses_what_is_no_number() {
    let release = release(SCHEMA);
    let error = refusal(&release, "age,sex\nforty,F\n");
    assert!(matches!(
        error.cause,
        Cause::Refused(privet_spec::Refusal::Foreign)
    ));
    assert_eq!(
        (error.line, error.column.as_deref()),
        (Some(2), Some("age"))
    );
    assert!(!error.to_string().contains("forty"));
}

/// Errors behind the first batches, and beyond the first buffer.
#[test]
fn lines_of_long_tables() {
    let release = release(SCHEMA);
    let mut text = String::from("age,sex,note\r\n");
    for row in 0..100_000 {
        text.push_str(if row % 3 == 0 {
            "7,F,\"x\r\ny\"\r\n"
        } else {
            "88,M,z\r\n"
        });
    }
    let loaded = load_text(&release, &text).unwrap();
    assert_eq!(loaded.table.rows, 100_000);
    assert_eq!(
        codes_of(&loaded)[0]
            .iter()
            .filter(|code| **code == 0)
            .count(),
        33_334
    );
    // 1 for the header, 100,000 rows, and one more line for each third row.
    let line = 1 + 100_000 + 33_334 + 1;
    for (bad, column) in [
        ("x,F,z", Some("age")),
        ("1,\u{e9},z", Some("sex")),
        ("1,F", None),
    ] {
        let error = refusal(&release, format!("{text}{bad}\r\n1,F\r\n"));
        assert_eq!(
            (error.line, error.column.as_deref()),
            (Some(line), column),
            "case `{bad}`"
        );
    }
}

/// Fields and rows around the sizes at which buffers are full.
#[test]
fn long_fields() {
    let release = release(r#"(name: "a", kind: Boolean(no: "0", yes: "1"))"#);
    for length in (1000..1050).chain([2047, 2048, 2049, (1 << 18) - 5, 1 << 18, 1 << 20]) {
        for quote in ["", "\""] {
            let long = "x".repeat(length);
            let text = format!("a,b\n1,{quote}{long}{quote}\n0,\"\"\n1,{quote}{long}{quote}");
            let loaded = load_text(&release, &text).unwrap();
            assert_eq!(codes_of(&loaded), [[1, 0, 1]], "length {length}");
            if !quote.is_empty() {
                let error = refusal(&release, text.trim_end_matches('"'));
                assert!(matches!(error.cause, Cause::OpenQuote), "length {length}");
                assert_eq!(error.line, Some(4));
            }
        }
    }
    for fields in (1020..1030).chain([2048]) {
        let names: Vec<String> = (0..fields).map(|k| format!("c{k}")).collect();
        let text = format!("a,{}\n1{}", names.join(","), ",".repeat(fields));
        assert_eq!(codes_of(&load_text(&release, text).unwrap()), [[1]]);
    }
}

#[test]
fn a_quote_left_open_early_does_not_fill_the_memory() {
    let release = release(r#"(name: "a", kind: Boolean(no: "0", yes: "1"))"#);
    let text = format!("a,b\n1,\"\n{}", "0,xxxxxxx\n".repeat(2_000_000));
    let error = refusal(&release, text);
    assert!(matches!(error.cause, Cause::TooLong));
    assert_eq!(error.line, Some(2));
}

#[test]
fn compressed() {
    let release = release(SCHEMA);
    let text = b"age,sex\n15,M\n42,\n";
    let whole = gzip(text);
    let (left, right) = text.split_at(11);
    let members = [gzip(left), gzip(b""), gzip(right)].concat();
    for (label, packed) in [("one member", &whole), ("several members", &members)] {
        for size in [1, 7, 1 << 16] {
            let mut seen = Vec::new();
            let mut observer = |bytes: &[u8]| seen.extend_from_slice(bytes);
            let read = core::cell::Cell::new(0);
            let progress = |bytes| read.set(bytes);
            let options = Options {
                observer: Some(&mut observer),
                progress: Some(&progress),
                ..Options::default()
            };
            let opened = Opened::new("t.csv.gz", Trickle { text: packed, size });
            let loaded = load(&release, opened, options).unwrap();
            assert_eq!(codes_of(&loaded), [[1, 4], [1, 2]], "case `{label}`");
            assert_eq!(seen, text, "case `{label}`");
            assert_eq!(read.get(), packed.len() as u64, "case `{label}`");
        }
    }
    for (label, packed) in [
        ("cut off", &whole[..whole.len() - 9]),
        ("cut off after the magic", &whole[..2]),
        ("trailer cut off", &whole[..whole.len() - 1]),
    ] {
        let error = refusal(&release, packed);
        assert!(
            matches!(error.cause, Cause::Damaged),
            "case `{label}`: {error}"
        );
    }
    let mut flipped = whole.clone();
    let middle = flipped.len() - 6;
    flipped[middle] ^= 1;
    assert!(matches!(refusal(&release, &flipped).cause, Cause::Damaged));
}

/// The observer sees all bytes, byte order mark and trailing blank lines included.
#[test]
fn observer_sees_the_whole_text() {
    let release = release(SCHEMA);
    let text = "\u{feff}age,sex\r\n15,M\r\n42,\r\n\r\n";
    for size in [1, 2, 3, 1000] {
        let mut seen = Vec::new();
        let mut observer = |bytes: &[u8]| seen.extend_from_slice(bytes);
        let options = Options {
            observer: Some(&mut observer),
            ..Options::default()
        };
        let trickle = Trickle {
            text: text.as_bytes(),
            size,
        };
        load(&release, Opened::new("-", trickle), options).unwrap();
        assert_eq!(seen, text.as_bytes());
    }
}

#[test]
fn delimiters() {
    let release = release(SCHEMA);
    for byte in (0..=127).filter(|byte| !b"\"\n\rages xF15".contains(byte)) {
        let between = char::from(byte);
        let options = Options {
            delimiter: Delimiter::new(byte).ok(),
            ..Options::default()
        };
        let text = format!("age{between}sex\n15{between}F\n");
        let loaded = load(&release, Opened::new("t.csv", text.as_bytes()), options).unwrap();
        assert_eq!(codes_of(&loaded), [[1], [0]], "delimiter {byte}");
    }
}

#[test]
fn widths() {
    let release = release(
        r#"(name: "a", kind: Integer(min: 0, max: 255)),
           (name: "b", kind: Integer(min: 0, max: 255), missing: [""]),
           (name: "c", kind: Integer(min: 0, max: 65535, bin: 1))"#,
    );
    let loaded = load_text(&release, "a,b,c\n255,255,65535\n0,,256\n").unwrap();
    let [Codes::Narrow(a), Codes::Wide(b), Codes::Wide(c)] = loaded.table.columns.as_slice() else {
        panic!("other widths");
    };
    assert_eq!(
        (a.as_slice(), b.as_slice(), c.as_slice()),
        (&[255, 0][..], &[255, 256][..], &[65535, 256][..])
    );
}

#[test]
fn identifiers_are_not_read() {
    let release = release(
        r#"(name: "id", kind: Identifier(prefix: "P")), (name: "a", kind: Boolean(no: "0", yes: "1"))"#,
    );
    for (label, text, ignored) in [
        ("absent", "a\n1\n", vec![]),
        ("present", "id,a\nx,1\n", vec![]),
        ("beside others", "z,id,a,y\n,x,1,\n", vec!["z", "y"]),
    ] {
        let loaded = load_text(&release, text).unwrap();
        assert_eq!(codes_of(&loaded), [[1]], "case `{label}`");
        assert_eq!(loaded.ignored, ignored, "case `{label}`");
    }
}

#[test]
fn sources() {
    assert_eq!(Source::new("-"), Source::StandardInput);
    let absent = Source::new("no/such/table.csv");
    assert_eq!(absent.files(), None);
    let Err(error) = absent.open() else {
        panic!("there is such a file");
    };
    assert!(
        error
            .to_string()
            .starts_with("no/such/table.csv: cannot be read")
    );
    // A folder of folders.
    let folder = Source::new(".");
    assert_eq!(folder.files(), None);
    let refused = folder.open().err().map(|error| error.cause);
    assert!(matches!(
        refused,
        Some(Cause::Parquet(ParquetProblem::Subfolder))
    ));
}

/// Numbers are kept where bins hold several, clamped as the codes are; elsewhere the code says it all.
#[test]
fn numbers_behind_bins() {
    let release = release(
        r#"(name: "age", kind: Integer(min: 0, max: 99, bin: 10), outside: Clamp, missing: ["NA"]),
           (name: "year", kind: Integer(min: 2000, max: 2005)),
           (name: "dose", kind: Real(min: "0", max: "1", bins: 2, decimals: 2)),
           (name: "sex", kind: Categorical(["F", "M"]))"#,
    );
    let text = "age,year,dose,sex\n17,2003,0.259,F\n120,2000,1,M\nNA,2005,0,F\n";
    let opened = || Opened::new("t.csv", text.as_bytes());
    let loaded = load_with_numbers(&release, opened(), Options::default()).unwrap();
    assert_eq!(
        loaded.numbers,
        [Some(vec![17, 99, 0]), None, Some(vec![25, 100, 0]), None]
    );
    let codes = codes_of(&loaded);
    assert_eq!(codes[0], [1, 9, 10]);
    let without = load(&release, opened(), Options::default()).unwrap();
    assert!(without.numbers.iter().all(Option::is_none));
    assert_eq!(codes_of(&without), codes);
}

/// `missing: [""]` makes a blank line a value. Under `Replace` the number of rows is public, so that a row changed
/// to it must remain a row.
#[test]
fn a_blank_line_is_a_row_of_a_table_with_one_column() {
    let one = release(r#"(name: "sex", kind: Categorical(["F", "M"]), missing: [""])"#);
    for (label, text, expected) in [
        ("between rows", "sex\nF\n\nM\n", vec![0, 2, 1]),
        ("at the end", "sex\nF\n\n", vec![0, 2]),
        ("at the start", "sex\n\nF\n", vec![2, 0]),
        ("in quotes", "sex\n\"\"\nF\n", vec![2, 0]),
        ("CRLF", "sex\r\nF\r\n\r\nM\r\n", vec![0, 2, 1]),
        ("CR", "sex\rF\r\rM", vec![0, 2, 1]),
        ("no line end after the last row", "sex\n\nF", vec![2, 0]),
        ("nothing but the header", "sex\n", vec![]),
        ("above the header", "\n\nsex\nF\n", vec![0]),
    ] {
        let loaded = load_text(&one, text).unwrap();
        assert_eq!(codes_of(&loaded), [expected], "case `{label}`");
    }
    // A second column makes a blank line no row: a row has a delimiter.
    let loaded = load_text(&one, "sex,x\nF,\n\nM,\n").unwrap();
    assert_eq!(codes_of(&loaded), [[0, 1]]);
}
