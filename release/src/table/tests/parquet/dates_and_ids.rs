//! Dates in the format of their attribute, and ids of every type.

use std::sync::Arc;

use arrow_array::types::Int8Type;
use arrow_array::{
    ArrayRef, BooleanArray, Date32Array, Decimal128Array, DictionaryArray, Float32Array,
    Float64Array, Int8Array, Int64Array, StringArray, TimestampMicrosecondArray,
    TimestampSecondArray, UInt64Array,
};
use privet_spec::Release;

use super::super::{release, release_of};
use super::{codes_of, folder_with, load_files, texts_by_draft};

/// Typed dates have the format of the attribute that reads them; strings are as they are.
#[test]
fn dates_in_the_format_of_their_attribute() {
    let day = |format: &str| -> Release {
        let kind = format!(
            r#"Date(min: "2000-01-01", max: "2000-12-31", format: "{format}", bin: Months(1))"#
        );
        release(&format!(
            r#"(name: "a", kind: {kind}, missing: [""], outside: Null)"#
        ))
    };
    let minute = release(
        r#"(name: "a", kind: DateTime(min: "2000-01-01 00:00", max: "2000-12-31 23:59", format: "%d.%m.%Y %H:%M", bin: Months(1)), missing: [""], outside: Null)"#,
    );
    let days: ArrayRef = Arc::new(Date32Array::from(vec![Some(11_016), None, Some(10_957)]));
    let midnights: ArrayRef = Arc::new(TimestampMicrosecondArray::from(vec![
        Some(11_016 * 86_400_000_000),
        None,
        Some(10_957 * 86_400_000_000),
    ]));
    let later: ArrayRef = Arc::new(TimestampSecondArray::from(vec![
        Some(11_016 * 86_400 + 3_660),
        None,
        Some(10_957 * 86_400 + 1),
    ]));
    let strings: ArrayRef = Arc::new(StringArray::from(vec!["29.02.2000", "", "2000-01-01"]));
    // 1900-02-28: two digits would say another century.
    let century: ArrayRef = Arc::new(Date32Array::from(vec![11_016, -25_509]));
    for (label, by, array, expected) in [
        ("days", day("%d.%m.%Y"), &days, vec![1, 12, 0]),
        ("days as ISO", day("%Y-%m-%d"), &days, vec![1, 12, 0]),
        ("midnights", day("%d.%m.%Y"), &midnights, vec![1, 12, 0]),
        ("no midnights", day("%d.%m.%Y"), &later, vec![12, 12, 12]),
        ("strings", day("%d.%m.%Y"), &strings, vec![1, 12, 12]),
        ("two digits", day("%d.%m.%y"), &century, vec![1, 12]),
        ("times of days", minute.clone(), &days, vec![1, 12, 0]),
        (
            "times of midnights",
            minute.clone(),
            &midnights,
            vec![1, 12, 0],
        ),
        ("times; a second too fine", minute, &later, vec![1, 12, 12]),
    ] {
        let (_folder, path) = folder_with(&[("a", Arc::clone(array))]);
        let codes = codes_of(&load_files(&by, &path).unwrap()).concat();
        assert_eq!(codes, expected, "case `{label}`");
    }
}

/// Where nothing says how dates are written, a column has times or has none.
#[test]
fn a_column_with_one_time_has_times() {
    let day = 86_400;
    for (label, array, expected) in [
        ("none", vec![0, day], ["1970-01-01", "1970-01-02"]),
        (
            "one",
            vec![0, day + 1],
            ["1970-01-01T00:00:00", "1970-01-02T00:00:01"],
        ),
    ] {
        let array = TimestampSecondArray::from(array);
        assert_eq!(texts_by_draft(Arc::new(array)), expected, "case `{label}`");
    }
}

/// One person of two rows, one row without a person, and another person, in every type.
#[test]
fn an_id_has_one_text_in_every_type() {
    let by = release_of(
        r#"Person(id: "who", rows: 1, missing: ["-1"])"#,
        r#"(name: "a", kind: Boolean(no: "0", yes: "1"))"#,
        "",
    );
    let ids: Vec<ArrayRef> = vec![
        Arc::new(Int64Array::from(vec![
            Some(7),
            None,
            Some(7),
            Some(8),
            Some(-1),
        ])),
        Arc::new(Float64Array::from(vec![7.0, f64::NAN, 7.0, 8.0, -1.0])),
        Arc::new(Float32Array::from(vec![
            Some(7.0),
            None,
            Some(7.0),
            Some(8.0),
            Some(-1.0),
        ])),
        Arc::new(StringArray::from(vec!["7", "", "7.0", "8", "-1"])),
        Arc::new(StringArray::from(vec!["7", "NaN", "7", "8", "-1.0"])),
        Arc::new(UInt64Array::from(vec![
            Some(7),
            None,
            Some(7),
            Some(8),
            None,
        ])),
        Arc::new(
            Decimal128Array::from(vec![Some(70), None, Some(70), Some(80), Some(-10)])
                .with_precision_and_scale(5, 1)
                .unwrap(),
        ),
        Arc::new(
            [Some("7"), None, Some("7"), Some("8"), Some("-1")]
                .into_iter()
                .collect::<DictionaryArray<Int8Type>>(),
        ),
        Arc::new(Date32Array::from(vec![
            Some(7),
            None,
            Some(7),
            Some(8),
            None,
        ])),
        Arc::new(BooleanArray::from(vec![
            Some(true),
            None,
            Some(true),
            Some(false),
            None,
        ])),
    ];
    let values: ArrayRef = Arc::new(Int8Array::from(vec![1, 1, 1, 0, 0]));
    for ids in ids {
        let typed = ids.data_type().to_string();
        let (_folder, path) = folder_with(&[("who", ids), ("a", Arc::clone(&values))]);
        let loaded = load_files(&by, &path).unwrap();
        assert_eq!((loaded.without_id, loaded.beyond_bound), (2, 1), "{typed}");
        assert_eq!(codes_of(&loaded), [[1, 0]], "{typed}");
    }
}
