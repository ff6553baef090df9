//! Tables as other programs write them: delimiter, decimal sign and encoding of the spec.

use privet_spec::{Charset, Release};

use super::*;
use crate::table::Error;
use crate::table::{Delimiter, Input};
use crate::watch::Silent;

const SCHEMA: &str = r#"(name: "größe", kind: Real(min: "0", max: "3", bins: 3, decimals: 2), missing: ["ä"]),
    (name: "ort", kind: Categorical(["Köln", "Ulm"]), outside: Other("sonst"))"#;

fn release_with(input: &str, unit: &str) -> Release {
    let text = format!(
        "Release(privet: 1, input: ({input}), unit: {unit}, adjacency: AddRemove, \
         budget: (epsilon: \"1\", delta: \"1e-9\"), schema: [{SCHEMA}])"
    );
    privet_spec::parse(&text).unwrap_or_else(|problems| panic!("{problems}"))
}

const GERMAN: &str = r#"delimiter: ";", decimal: ",", encoding: "windows-1252""#;

/// ö and ß are 0xf6 and 0xdf, ä is 0xe4.
#[test]
fn a_table_is_read_as_the_spec_says() {
    let table = b"gr\xf6\xdfe;ort\n1,50;K\xf6ln\n\xe4;Ulm\n\"0,5\";\"K\xc3\xb6ln\"\n";
    let loaded = load_text(&release_with(GERMAN, "Row"), table).unwrap();
    // The last city is in UTF-8, which is another text in this encoding.
    assert_eq!(codes_of(&loaded), [vec![1, 3, 0], vec![0, 1, 2]]);
    assert!(loaded.ignored.is_empty());
}

#[test]
fn a_form_that_does_not_fit_is_refused() {
    let greek = r#"encoding: "windows-1253""#;
    for (case, input, table, expected) in [
        (
            "another delimiter",
            GERMAN,
            b"gr\xf6\xdfe,ort\n1,Ulm\n".as_slice(),
            "t.csv:1: column `größe`: the table has no such column — are the fields divided by `,`? If so, write \
             `input: (delimiter: \",\")` in the spec",
        ),
        (
            "a byte without meaning",
            greek,
            b"ort\nUlm\n\xd2\n",
            "t.csv:3: column `ort`: the field is not windows-1253 — mend the data",
        ),
        (
            "one in the header",
            greek,
            b"ort,\xd2\nUlm,1\n",
            "t.csv:1: the name of column 2 in the header is not windows-1253",
        ),
        (
            "UTF-8 after all",
            GERMAN,
            b"\xef\xbb\xbfort;a\nUlm;1\n",
            "t.csv: it begins as UTF-8 does (a byte order mark), and the spec says windows-1252 — write `input: \
             (encoding: \"utf-8\")`",
        ),
    ] {
        let mut release = release_with(input, "Row");
        if case != "another delimiter" {
            release.schema.remove(0);
        }
        let error = refusal(&release, table).to_string();
        assert!(error.starts_with(expected), "case `{case}`: {error}");
    }
}

/// In an encoding in which all bytes have a meaning, no field can stop a release by its bytes.
#[test]
fn what_a_record_tells_follows_the_encoding() {
    for (input, expected) in [
        ("", Some("that every field that is read is UTF-8")),
        (
            r#"encoding: "windows-1253""#,
            Some("that every field that is read is windows-1253"),
        ),
        (r#"encoding: "windows-1252""#, None),
    ] {
        let told = facts_told(&release_with(input, "Row"));
        let about_fields = told
            .iter()
            .find(|clause| clause.contains("every field that is read"));
        assert_eq!(about_fields.map(String::as_str), expected, "case `{input}`");
    }
}

/// Declared texts and fractions of ids are compared as the table writes them.
#[test]
fn ids_are_read_in_the_form_of_the_table() {
    let unit = r#"Person(id: "nr", rows: 1, missing: ["fehlt für", "й"])"#;
    let release = release_with(GERMAN, unit);
    let table =
        b"nr;gr\xf6\xdfe;ort\n7,0;1;Ulm\n7;1;Ulm\n7.0;1;Ulm\nfehlt f\xfcr;1;Ulm\n\xe9;2;Ulm\n";
    let loaded = load_text(&release, table).unwrap();
    assert_eq!((loaded.without_id, loaded.beyond_bound), (1, 1));
    assert_eq!(loaded.table.rows, 3);
}

#[test]
fn a_delimiter_is_stated_once() {
    let (comma, semicolon) = (Delimiter::COMMA, Delimiter::new(b';').unwrap());
    let stated = release_with(r#"delimiter: ";""#, "Row");
    let open = release_with("", "Row");
    let of_output = stated.of_output();
    for (case, release, given, text, fits) in [
        ("stated alone", &stated, None, "größe;ort\n1;Ulm\n", true),
        (
            "the same again",
            &stated,
            Some(semicolon),
            "größe;ort\n1;Ulm\n",
            true,
        ),
        ("another", &stated, Some(comma), "größe;ort\n1;Ulm\n", false),
        (
            "not stated",
            &open,
            Some(semicolon),
            "größe;ort\n1;Ulm\n",
            true,
        ),
        ("neither", &open, None, "größe,ort\n1,Ulm\n", true),
        ("the output's", &of_output, None, "größe;ort\n1;Ulm\n", true),
        (
            "an output that was changed",
            &of_output,
            Some(comma),
            "größe,ort\n1,Ulm\n",
            true,
        ),
    ] {
        let input = Input::from_reader("t.csv", text.as_bytes());
        let input = match given {
            Some(given) => input.divided_by(given),
            None => input,
        };
        match input.encode(release, "the table", &Silent) {
            Ok(loaded) => assert!(fits && loaded.table.rows == 1, "case `{case}`"),
            Err(Error::Refused(complaint)) => {
                assert!(!fits, "case `{case}`: {complaint}");
                let told = complaint.to_string();
                assert!(
                    told.contains("by `;`, the spec says"),
                    "case `{case}`: {told}"
                );
            }
            Err(error) => panic!("case `{case}`: {error}"),
        }
    }
}

/// What `input` says is of no use for a synthetic table, nor is `--delimiter`.
#[test]
fn advice_for_a_synthetic_table() {
    let release = release_with(r#"delimiter: ";""#, "Row").of_output();
    for (case, text, expected) in [
        (
            "another delimiter",
            "größe\tort\n1\tUlm\n".as_bytes(),
            "t.csv:1: column `größe`: the table has no such column — are the fields divided by `tab`? If so, say \
             `--synthetic-delimiter tab` to `privet evaluate`, or write `output: (delimiter: \"tab\")` in the spec",
        ),
        (
            "another encoding",
            b"gr\xf6\xdfe;ort\n1;Ulm\n",
            "t.csv:1: the name of column 1 in the header is not UTF-8 — save the file as UTF-8, as a release writes it",
        ),
    ] {
        let input = Input::from_reader("t.csv", text).synthetic();
        let told = input.encode(&release, "the synthetic table", &Silent);
        let told = told.map(|_| ()).unwrap_err().to_string();
        assert_eq!(told, expected, "case `{case}`");
    }
}

/// Every field of the output is UTF-8, with the decimal sign of the table.
#[test]
fn what_is_written_is_read_back() {
    let release = release_with(GERMAN, "Row");
    let codes = vec![
        Codes::narrow(vec![0, 1, 2, 3]),
        Codes::narrow(vec![0, 1, 2, 0]),
    ];
    let mut text = Vec::new();
    crate::table::write_table(&release, &codes, 4, &mut || 0, None, &mut text).unwrap();
    assert_eq!(
        core::str::from_utf8(&text),
        Ok("größe;ort\n0,00;Köln\n1,00;Ulm\n2,00;sonst\nä;Köln\n")
    );
    let of_output = release.of_output();
    assert_eq!(of_output.input.encoding, Charset::UTF_8);
    let loaded = load_text(&of_output, &text).unwrap();
    assert!(loaded.table.columns == codes);
}
