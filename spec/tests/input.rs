//! How a table is written: delimiter, decimal sign, encoding.

use privet_spec::{Charset, DecimalSign, Fit, InputForm, Release, Spelling, parse};

fn release(input: &str, output: &str) -> Release {
    let text = format!(
        r#"Release(privet: 1, unit: Row, adjacency: AddRemove, budget: (epsilon: "1", delta: "1e-9"), {input} schema: [
            (name: "dose", kind: Real(min: "-1.5", max: "9.5", edges: ["-1.5", "0.5", "9.5"], decimals: 2), missing: ["-9,0"]),
            (name: "age", kind: Integer(min: 0, max: 99, bin: 5), outside: Clamp),
            (name: "flag", kind: Boolean(no: "0", yes: "1")),
        ], {output})"#
    );
    parse(&text).unwrap_or_else(|problems| panic!("{problems}"))
}

#[test]
fn forms_are_read_and_have_defaults() {
    #[rustfmt::skip] // one case a line
    let cases = [
        ("absent", "", "", (b',', false, DecimalSign::Point, "UTF-8"), b','),
        ("empty", "input: (),", "", (b',', false, DecimalSign::Point, "UTF-8"), b','),
        ("all", r#"input: (delimiter: ";", decimal: ",", encoding: "windows-1252"),"#, "", (b';', true, DecimalSign::Comma, "windows-1252"), b';'),
        ("a tab", r#"input: (delimiter: "\t"),"#, "", (b'\t', true, DecimalSign::Point, "UTF-8"), b'\t'),
        ("the word for it", r#"input: (delimiter: "tab"),"#, "", (b'\t', true, DecimalSign::Point, "UTF-8"), b'\t'),
        ("as is the default", r#"input: (delimiter: ","),"#, "", (b',', true, DecimalSign::Point, "UTF-8"), b','),
        ("an output of its own", r#"input: (delimiter: ";"),"#, r#"output: (delimiter: "|")"#, (b';', true, DecimalSign::Point, "UTF-8"), b'|'),
        ("an output with other fields", r#"input: (delimiter: ";"),"#, "output: (rows: Exactly(9))", (b';', true, DecimalSign::Point, "UTF-8"), b';'),
        ("another name of an encoding", r#"input: (encoding: "Latin1"),"#, "", (b',', false, DecimalSign::Point, "windows-1252"), b','),
        ("in capitals", r#"input: (encoding: "KOI8-R"),"#, "", (b',', false, DecimalSign::Point, "KOI8-R"), b','),
    ];
    for (case, input, output, expected, of_output) in cases {
        let release = release(input, output);
        let InputForm {
            delimiter,
            states_delimiter,
            decimal,
            encoding,
            ..
        } = release.input;
        assert_eq!(
            (delimiter, states_delimiter, decimal, encoding.name()),
            expected,
            "case `{case}`"
        );
        assert_eq!(release.output.delimiter, of_output, "case `{case}`");
    }
}

/// What is written has the delimiter of the output and the decimal sign of the input, and is UTF-8.
#[test]
fn an_output_is_read_as_it_is_written() {
    let release = release(
        r#"input: (delimiter: ";", decimal: ",", encoding: "windows-1252"),"#,
        r#"output: (delimiter: "|", spelling: SpreadsheetSafe)"#,
    );
    let InputForm {
        delimiter,
        states_delimiter,
        decimal,
        encoding,
        ..
    } = release.of_output().input;
    assert_eq!((delimiter, states_delimiter), (b'|', false));
    assert_eq!((decimal, encoding), (DecimalSign::Comma, Charset::UTF_8));
    let mut negative = "-1,50".to_owned();
    Spelling::SpreadsheetSafe.spell(&mut negative);
    assert_eq!(negative, "-1,50", "a number is no formula");
}

#[test]
fn the_decimal_sign_is_that_of_fields_and_tokens() {
    let comma = release(r#"input: (delimiter: ";", decimal: ","),"#, "");
    let point = release("", "");
    #[rustfmt::skip] // one case a line
    let cases = [
        ("a fraction", 0, "0,25", Fit::Inside(0), Fit::Foreign),
        ("with a point", 0, "0.25", Fit::Foreign, Fit::Inside(0)),
        ("thousands are not guessed", 1, "1.000", Fit::Foreign, Fit::Inside(0)),
        ("nor the other way round", 1, "1,000", Fit::Inside(0), Fit::Foreign),
        ("both signs", 0, "1.000,5", Fit::Foreign, Fit::Foreign),
        ("a whole number", 1, "60,0", Fit::Inside(12), Fit::Foreign),
        ("no whole number", 1, "60,5", Fit::Foreign, Fit::Foreign),
        ("without a fraction", 1, "60", Fit::Inside(12), Fit::Inside(12)),
        ("with an exponent", 0, "2,5e-1", Fit::Inside(0), Fit::Foreign),
        ("a flag", 2, "1,0", Fit::Inside(1), Fit::Foreign),
        ("a token in another notation", 0, "-9,00", Fit::Missing(2), Fit::Foreign),
        ("a token as it stands", 0, "-9,0", Fit::Missing(2), Fit::Missing(2)),
    ];
    for (case, index, field, by_comma, by_point) in cases {
        let fit = |release: &Release| release.schema[index].classify(field);
        assert_eq!(
            (fit(&comma), fit(&point)),
            (by_comma, by_point),
            "case `{case}`"
        );
    }
    let (with_comma, with_point) = (&comma.schema[0], &point.schema[0]);
    assert_eq!(with_comma.number("0,25"), Some(25));
    for code in 0..2 {
        for pick in [0, u64::MAX / 3, u64::MAX] {
            let written = with_comma.decode(code, pick).unwrap();
            assert_eq!(
                with_comma.classify(&written),
                Fit::Inside(code),
                "{written}"
            );
            assert_eq!(
                written.replace(',', "."),
                with_point.decode(code, pick).unwrap()
            );
        }
    }
    // Reports and groups name bins as the spec writes numbers.
    assert_eq!(with_comma.code_label(0).unwrap(), "[-1.50, 0.50)");
}
