//! Columns as people have them: sentinels, words among numbers, dates of all countries, codes with prefixes.

use core::fmt::Write as _;

use super::{both, parsed, plain, told, told_of};
use crate::check::survey;
use crate::table::{Opened, Options};

/// Fields by row, and what the draft and its notes say.
type Case = (&'static str, fn(u32) -> String, &'static [&'static str]);

const CASES: &[Case] = &[
    (
        "whole numbers as decimals",
        |k| format!("{}.0", 20 + k % 60),
        &[
            "kind: Integer(min: 0, max: 100)",
            "also where it is written with decimals",
        ],
    ),
    (
        "a sentinel below",
        |k| {
            if k % 5 == 0 {
                "-1".into()
            } else {
                (150 + k % 50).to_string()
            }
        },
        &[
            "kind: Integer(min: 150, max: 200), outside: Clamp, missing: [\"-1\"])",
            "\"-1\", in 60 rows, lies beside",
        ],
    ),
    (
        "a sentinel above, behind round bounds",
        |k| {
            if k % 9 == 0 {
                "99".into()
            } else {
                (k % 91).to_string()
            }
        },
        &["kind: Integer(min: 0, max: 98), outside: Clamp, missing: [\"99\"])"],
    ),
    (
        "a sentinel in another notation",
        |k| {
            if k % 5 == 0 {
                "-99.0".into()
            } else {
                format!("{}.{}", 3 + k % 4, k % 10)
            }
        },
        &["kind: Real(min: \"2\", max: \"8\", decimals: 1), outside: Clamp, missing: [\"-99\"])"],
    ),
    (
        "a word among numbers",
        |k| {
            if k % 50 == 0 {
                "refused".into()
            } else {
                (k * 37 % 5000).to_string()
            }
        },
        &[
            "kind: Integer(min: 0, max: 5000), outside: Clamp, missing: [\"refused\"])",
            "is a word among numbers",
        ],
    ),
    (
        "codes among numbers are codes all",
        |k| {
            if k % 50 == 0 {
                "V57".into()
            } else {
                format!("{}.{}", 250 + k % 30, k % 4)
            }
        },
        &["kind: Categorical([", "\"250.0\"", "\"V57\""],
    ),
    (
        "the last of a scale is a text",
        |k| {
            if k % 5 == 4 {
                "4 or more".into()
            } else {
                (k % 5).to_string()
            }
        },
        &["kind: Categorical([\"0\", \"1\", \"2\", \"3\", \"4 or more\"])"],
    ),
    (
        "missing in many spellings",
        |k| {
            [
                "1.5", "?", "N/A", "NULL", "#N/A", "-", ".", "n.a.", "\\N", "<NA>",
            ][k as usize % 10]
                .into()
        },
        &[
            "kind: Real(",
            "missing: [\"#N/A\", \"-\", \".\", \"<NA>\", \"?\", \"N/A\", \"NULL\", \"\\\\N\", \"n.a.\"]",
        ],
    ),
    (
        "US dates",
        |k| format!("{:02}/{:02}/2024", 1 + k % 12, 1 + k % 28),
        &["kind: Date(min: \"2024-01-01\", max: \"2024-12-31\", format: \"%m/%d/%Y\")"],
    ),
    (
        "European dates",
        |k| format!("{:02}/{:02}/2024", 1 + k % 28, 1 + k % 12),
        &["format: \"%d/%m/%Y\""],
    ),
    (
        "dates that could be either",
        |k| format!("{:02}/{:02}/2024", 1 + k % 12, 1 + k % 11),
        &[
            "format: \"%m/%d/%Y\"",
            "could change places",
            "the more usual reading",
        ],
    ),
    (
        "short dates",
        |k| format!("{}/{}/2024", 1 + k % 12, 1 + k % 28),
        &["format: \"%-m/%-d/%Y\""],
    ),
    (
        "dates of two digits a year",
        |k| format!("{:02}.{:02}.{:02}", 1 + k % 28, 1 + k % 12, 10 + k % 9),
        &[
            "kind: Date(min: \"2010-01-01\", max: \"2018-12-31\", format: \"%d.%m.%y\")",
            "1969 to 2068",
        ],
    ),
    (
        "dates in one number",
        |k| format!("20{:02}{:02}{:02}", 10 + k % 9, 1 + k % 12, 1 + k % 28),
        &["kind: Date(min: \"2010-01-01\", max: \"2018-12-31\", format: \"%Y%m%d\")"],
    ),
    (
        "names of months",
        |k| {
            format!(
                "{:02}-{}-2020",
                1 + k % 28,
                ["Jan", "Feb", "Mar", "Nov"][k as usize % 4]
            )
        },
        &["format: \"%d-%b-%Y\""],
    ),
    (
        "a day for not known",
        |k| {
            if k % 9 == 0 {
                "9999-12-31".into()
            } else {
                format!("2021-{:02}-11", 1 + k % 12)
            }
        },
        &["max: \"2021-12-31\"), outside: Clamp, missing: [\"9999-12-31\"])"],
    ),
    (
        "times, ISO",
        |k| format!("2021-{:02}-11T{:02}:{:02}:07", 1 + k % 12, k % 24, k % 60),
        &["kind: DateTime(min: \"2021-01-01 00:00:00\", max: \"2021-12-31 23:59:59\"), outside"],
    ),
    (
        "times in UTC",
        |k| format!("2021-{:02}-11T{:02}:{:02}:07Z", 1 + k % 12, k % 24, k % 60),
        &["kind: DateTime(", "format: \"%Y-%m-%dT%H:%M:%SZ\""],
    ),
    (
        "times of minutes",
        |k| {
            format!(
                "{}.{}.2021 {}:{:02}",
                1 + k % 28,
                1 + k % 12,
                k % 24,
                k % 60
            )
        },
        &["max: \"2021-12-31 23:59\", format: \"%-d.%-m.%Y %-H:%M\""],
    ),
    (
        "twelve hours",
        |k| {
            format!(
                "{:02}/{:02}/2021 {:02}:{:02}:00 {}",
                1 + k % 12,
                1 + k % 28,
                1 + k % 12,
                k % 60,
                ["AM", "PM"][k as usize % 2]
            )
        },
        &["kind: DateTime(", "format: \"%m/%d/%Y %I:%M:%S %p\""],
    ),
    (
        "parts of seconds",
        |k| {
            format!(
                "2021-{:02}-11 {:02}:00:07.{:03}",
                1 + k % 12,
                k % 24,
                k % 1000
            )
        },
        &["kind: DateTime(", "format: \"%Y-%m-%d %H:%M:%S%.f\""],
    ),
    (
        "days with a time that says nothing",
        |k| format!("2021-{:02}-{:02} 00:00:00", 1 + k % 12, 1 + k % 28),
        &["kind: Date(", "format: \"%Y-%m-%d 00:00:00\""],
    ),
    (
        "diseases",
        |k| {
            format!(
                "{}{:02}.{}",
                ["E", "I", "J"][k as usize % 3],
                k / 3 % 10,
                k % 120 / 30
            )
        },
        &[
            "kind: Categorical([\"E00.0\",",
            "hierarchy: Prefix([1, 3]))",
        ],
    ),
    (
        "post, with zeros in front",
        |k| format!("{:05}", 1000 + k % 100 * 731),
        &["kind: Categorical([\"01000\"", "hierarchy: Prefix([1])"],
    ),
    // A spec cannot say that a comma divides fields and stands in numbers.
    (
        "decimal commas between commas",
        |k| format!("{},{}", k % 9, k % 2),
        &["kind: Categorical([\"0,0\""],
    ),
    (
        "thousands between commas",
        |k| format!("{},{:03}", 10 + k % 9, k % 9 * 7),
        &["kind: Categorical([\"10,000\", \"11,007\""],
    ),
    (
        "sentences",
        |k| format!("patient {k} came back with pain"),
        &["Left out: it is free text"],
    ),
];

#[test]
fn columns_as_people_have_them() {
    let mut wrong = String::new();
    for (label, field, expected) in CASES {
        let fields: Vec<String> = (0..300).map(field).collect();
        let fields: Vec<&str> = fields.iter().map(String::as_str).collect();
        let actual = told(&fields);
        let shown: String = actual.chars().take(600).collect();
        for expected in expected
            .iter()
            .filter(|expected| !actual.contains(**expected))
        {
            writeln!(wrong, "case `{label}`: {expected}: {shown}").unwrap();
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// The table itself fits its draft: what was read off it is what the language reads.
#[test]
fn they_fit_their_drafts() {
    let header: Vec<String> = (0..CASES.len()).map(|index| format!("c{index}")).collect();
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(&header).unwrap();
    for row in 0..300 {
        writer
            .write_record(CASES.iter().map(|(_, field, _)| field(row)))
            .unwrap();
    }
    let text = writer.into_inner().unwrap();
    let release = parsed(&both(&text).spec);
    let report = survey(
        &release,
        Opened::new("t.csv", text.as_slice()),
        Options::default(),
        3,
    )
    .unwrap();
    assert!(report.is_clean(), "{report}");
}

#[test]
fn booleans_in_their_spellings() {
    for (no, yes) in [
        ("0", "1"),
        ("0.0", "1.0"),
        ("N", "Y"),
        ("FALSE", "TRUE"),
        ("nein", "ja"),
        ("Non", "Oui"),
        ("NO", "SI"),
        ("off", "on"),
        ("F", "T"),
    ] {
        let actual = told(&[no, yes, yes]);
        let expected = format!("kind: Boolean(no: \"{no}\", yes: \"{yes}\"))");
        assert!(actual.contains(&expected), "{actual}");
    }
    for labels in [["Male", "Female"], ["1", "2"], ["M", "F"], ["Yes", "no"]] {
        assert!(!told(&labels).contains("Boolean"), "{labels:?}");
    }
}

/// Where another column says that the day is first, `01/02/2024` is read so.
#[test]
fn dates_are_read_as_the_others_are() {
    let rows: Vec<String> = (1..=12)
        .map(|k| format!("{k:02}/{k:02}/2024,{}/{k:02}/2024,{}", 12 + k, k % 2))
        .collect();
    let draft = both(format!("either,day,always\n{}\n", rows.join("\n")).as_bytes());
    assert_eq!(
        plain(&draft.spec).matches("format: \"%d/%m/%Y\"").count(),
        2
    );
    assert!(
        draft
            .private_notes
            .contains("read as the other dates of the table are")
    );
}

/// A code is no number, even if it looks like one.
#[test]
fn names_say_codes() {
    let fields: Vec<String> = (0..900)
        .map(|k| (10_001 + k % 300 * 7).to_string())
        .collect();
    let fields: Vec<&str> = fields.iter().map(String::as_str).collect();
    assert!(told_of("zip_code", &fields).contains("kind: Categorical([\"10001\""));
    assert!(told_of("amount", &fields).contains("kind: Integer("));
}

/// Semicolons, decimal commas and windows-1252 are found and written down, and the table fits.
#[test]
fn tables_of_other_countries() {
    let rows: Vec<String> = (0..300)
        .map(|k| {
            format!(
                "K{:03};{},{};{};5{}.{}0;ja\n",
                k / 2,
                k % 80,
                k % 10,
                ["D\u{e4}nemark", "Schweiz"][k % 2],
                k % 3,
                k % 7
            )
        })
        .collect();
    let text = format!("KundenNr;Preis;Land;NACE;W\u{e4}hrung\n{}", rows.concat());
    let western: Vec<u8> = text
        .chars()
        .map(|letter| u8::try_from(u32::from(letter)).unwrap())
        .collect();
    // Only a later line shows the encoding.
    let late = [
        b"KundenNr;Preis;Land;NACE;W\n",
        "K1;1,5;Schweiz;50.10;ja\n".repeat(9_000).as_bytes(),
        b"K2;1,5;D\xe4nemark;50.10;ja\n",
    ]
    .concat();
    for (label, text, expected) in [
        (
            "western",
            &western[..],
            "input: (delimiter: \";\", decimal: \",\", encoding: \"windows-1252\"),",
        ),
        (
            "UTF-8",
            text.as_bytes(),
            "input: (delimiter: \";\", decimal: \",\"),",
        ),
        (
            "with a mark",
            format!("\u{feff}{text}").as_bytes(),
            "input: (delimiter: \";\", decimal: \",\"),",
        ),
        (
            "late",
            &late,
            "input: (delimiter: \";\", decimal: \",\", encoding: \"windows-1252\"),",
        ),
        (
            "tabs",
            text.replace(';', "\t").as_bytes(),
            "input: (delimiter: \"tab\", decimal: \",\"),",
        ),
    ] {
        let spec = both(text).spec;
        assert!(
            spec.contains(&format!("    {expected} // ")),
            "case `{label}`: {spec}"
        );
        for part in [
            "kind: Real(min: \"0\",",
            "\"D\u{e4}nemark\"",
            "Categorical([\"50.00\"",
        ] {
            assert!(
                plain(&spec).contains(part) || label == "late",
                "case `{label}`: {part}: {spec}"
            );
        }
        let release = parsed(&spec);
        let report = survey(&release, Opened::new("t.csv", text), Options::default(), 3).unwrap();
        assert!(report.is_clean(), "case `{label}`: {report}");
    }
}
