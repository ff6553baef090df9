//! What a typed value means: the text that it has in a CSV file.

use std::sync::Arc;

use arrow_array::types::{Int8Type, Int32Type, UInt16Type};
use arrow_array::{
    ArrayRef, BinaryArray, BinaryViewArray, BooleanArray, Date32Array, Date64Array, Decimal32Array,
    Decimal64Array, Decimal128Array, Decimal256Array, DictionaryArray, Float32Array, Float64Array,
    Int8Array, Int16Array, Int32Array, Int64Array, LargeBinaryArray, LargeStringArray, NullArray,
    StringArray, StringViewArray, TimestampMicrosecondArray, TimestampMillisecondArray,
    TimestampNanosecondArray, TimestampSecondArray, UInt8Array, UInt16Array, UInt32Array,
    UInt64Array,
};

use super::super::release;
use super::{codes_both_ways, codes_of, folder_with, load_files, texts_of};

/// A type, its values, and what they are in a CSV file.
type Typed = (&'static str, ArrayRef, Vec<&'static str>);

fn every_type() -> Vec<Typed> {
    [
        whole_numbers(),
        fractions(),
        moments(),
        texts(),
        dictionaries(),
    ]
    .concat()
}

fn whole_numbers() -> Vec<Typed> {
    vec![
        ("null", Arc::new(NullArray::new(2)), vec!["", ""]),
        (
            "boolean",
            Arc::new(BooleanArray::from(vec![Some(true), Some(false), None])),
            vec!["true", "false", ""],
        ),
        (
            "8 bits",
            Arc::new(Int8Array::from(vec![Some(-128), None, Some(127)])),
            vec!["-128", "", "127"],
        ),
        (
            "16 bits",
            Arc::new(Int16Array::from(vec![-32_768, 0])),
            vec!["-32768", "0"],
        ),
        (
            "32 bits",
            Arc::new(Int32Array::from(vec![i32::MIN])),
            vec!["-2147483648"],
        ),
        (
            "64 bits",
            Arc::new(Int64Array::from(vec![
                i64::MIN,
                i64::MAX,
                1_000_000_000_000_000_001,
            ])),
            vec![
                "-9223372036854775808",
                "9223372036854775807",
                "1000000000000000001",
            ],
        ),
        (
            "unsigned 8 bits",
            Arc::new(UInt8Array::from(vec![255])),
            vec!["255"],
        ),
        (
            "unsigned 16 bits",
            Arc::new(UInt16Array::from(vec![65_535])),
            vec!["65535"],
        ),
        (
            "unsigned 32 bits",
            Arc::new(UInt32Array::from(vec![u32::MAX])),
            vec!["4294967295"],
        ),
        (
            "unsigned 64 bits",
            Arc::new(UInt64Array::from(vec![u64::MAX, 0])),
            vec!["18446744073709551615", "0"],
        ),
    ]
}

fn fractions() -> Vec<Typed> {
    vec![
        (
            "single precision",
            Arc::new(Float32Array::from(vec![
                Some(0.1),
                None,
                Some(f32::NAN),
                Some(-0.0),
                Some(3.0),
            ])),
            vec!["0.10000000149011612", "", "", "0", "3"],
        ),
        (
            "double precision",
            Arc::new(Float64Array::from(vec![
                0.1,
                f64::NAN,
                -0.0,
                1e18,
                1e-7,
                f64::INFINITY,
                f64::NEG_INFINITY,
                -2.5,
            ])),
            vec![
                "0.1",
                "",
                "0",
                "1000000000000000000",
                "0.0000001",
                "inf",
                "-inf",
                "-2.5",
            ],
        ),
        (
            "decimal of 32 bits",
            Arc::new(
                Decimal32Array::from(vec![150, -1])
                    .with_precision_and_scale(9, 2)
                    .unwrap(),
            ),
            vec!["1.5", "-0.01"],
        ),
        (
            "decimal of 64 bits",
            Arc::new(
                Decimal64Array::from(vec![150, 100])
                    .with_precision_and_scale(18, 2)
                    .unwrap(),
            ),
            vec!["1.5", "1"],
        ),
        (
            "decimal of 128 bits",
            Arc::new(
                Decimal128Array::from(vec![Some(12_345), None, Some(10_i128.pow(37))])
                    .with_precision_and_scale(38, 4)
                    .unwrap(),
            ),
            vec!["1.2345", "", "1000000000000000000000000000000000"],
        ),
        (
            "decimal of 256 bits",
            Arc::new(
                Decimal256Array::from_iter_values([(-12_345_i64).into()])
                    .with_precision_and_scale(60, 3)
                    .unwrap(),
            ),
            vec!["-12.345"],
        ),
    ]
}

fn moments() -> Vec<Typed> {
    let days = [0, -1, 11_016, 2_932_897];
    let as_days = vec!["1970-01-01", "1969-12-31", "2000-02-29", "+10000-01-01"];
    let seconds = [0, 86_400, 951_827_696, -1];
    let as_seconds = vec![
        "1970-01-01",
        "1970-01-02",
        "2000-02-29T12:34:56",
        "1969-12-31T23:59:59",
    ];
    let scaled = |by: i64| seconds.map(|second| second * by).to_vec();
    vec![
        (
            "day",
            Arc::new(Date32Array::from(days.to_vec())),
            as_days.clone(),
        ),
        (
            "day in milliseconds",
            Arc::new(Date64Array::from(
                days.map(|day| i64::from(day) * 86_400_000).to_vec(),
            )),
            as_days,
        ),
        (
            "seconds",
            Arc::new(TimestampSecondArray::from(scaled(1))),
            as_seconds.clone(),
        ),
        (
            "milliseconds",
            Arc::new(TimestampMillisecondArray::from(scaled(1_000))),
            as_seconds.clone(),
        ),
        (
            "microseconds",
            Arc::new(TimestampMicrosecondArray::from(scaled(1_000_000))),
            as_seconds.clone(),
        ),
        (
            "nanoseconds",
            Arc::new(TimestampNanosecondArray::from(scaled(1_000_000_000))),
            as_seconds,
        ),
        (
            "a fraction of a second",
            Arc::new(TimestampMillisecondArray::from(vec![Some(500), None])),
            vec!["1970-01-01T00:00:00.5", ""],
        ),
    ]
}

fn texts() -> Vec<Typed> {
    let strings = ["x", "", " 1", "É,\"\n"];
    let some = |texts: [&'static str; 4]| texts.map(Some).to_vec();
    vec![
        (
            "string",
            Arc::new(StringArray::from(some(strings))),
            strings.to_vec(),
        ),
        (
            "large string",
            Arc::new(LargeStringArray::from(some(strings))),
            strings.to_vec(),
        ),
        (
            "string view",
            Arc::new(StringViewArray::from(some(strings))),
            strings.to_vec(),
        ),
        (
            "binary",
            Arc::new(BinaryArray::from_iter(
                strings.map(|text| Some(text.as_bytes())),
            )),
            strings.to_vec(),
        ),
        (
            "large binary",
            Arc::new(LargeBinaryArray::from_iter(
                strings.map(|text| Some(text.as_bytes())),
            )),
            strings.to_vec(),
        ),
        (
            "binary view",
            Arc::new(BinaryViewArray::from_iter(
                strings.map(|text| Some(text.as_bytes())),
            )),
            strings.to_vec(),
        ),
    ]
}

fn dictionaries() -> Vec<Typed> {
    let dictionary: DictionaryArray<Int8Type> = [Some("b"), None, Some("a"), Some("b")]
        .into_iter()
        .collect();
    let of_numbers = DictionaryArray::<UInt16Type>::new(
        UInt16Array::from(vec![Some(1), None, Some(0), Some(2)]),
        Arc::new(Float64Array::from(vec![Some(1.5), Some(2.0), None])),
    );
    let of_nulls = DictionaryArray::<Int32Type>::new(
        Int32Array::from(vec![None, None]),
        Arc::new(StringArray::from(Vec::<&str>::new())),
    );
    vec![
        ("dictionary", Arc::new(dictionary), vec!["b", "", "a", "b"]),
        (
            "dictionary of numbers",
            Arc::new(of_numbers),
            vec!["2", "", "1.5", ""],
        ),
        ("dictionary of nulls", Arc::new(of_nulls), vec!["", ""]),
    ]
}

#[test]
fn every_type_has_its_text() {
    for (label, array, expected) in every_type() {
        assert_eq!(texts_of(array), expected, "case `{label}`");
    }
}

/// By attributes of every kind, whatever the type.
#[test]
fn every_cell_has_the_code_of_its_text() {
    let kinds = [
        "Integer(min: -200, max: 200, bin: 7), outside: Clamp",
        "Integer(min: -200, max: 200, bin: 7), outside: Null",
        r#"Real(min: "-3", max: "3", decimals: 2, bins: 24), outside: Clamp"#,
        r#"Date(min: "1960-01-01", max: "2030-12-31", bin: Years(1)), outside: Clamp"#,
        r#"DateTime(min: "1960-01-01 00:00:00", max: "2030-12-31 23:59:59", bin: Years(1)), outside: Null"#,
        r#"Categorical(["true", "x", "2", "0", "1.5", "0.1", "1970-01-01", "inf"]), outside: Other("else")"#,
        r#"Boolean(no: "false", yes: "true"), outside: Null"#,
    ];
    for kind in kinds {
        let by = release(&format!(r#"(name: "a", kind: {kind}, missing: [""])"#));
        let is_number = kind.starts_with("Integer") || kind.starts_with("Real");
        let mut seen = Vec::new();
        for (label, array, texts) in every_type() {
            let texts: Vec<String> = texts
                .iter()
                .map(|text| {
                    if kind.starts_with("DateTime") && is_typed_moment(label) && text.len() == 10 {
                        format!("{text}T00:00:00")
                    } else if label == "boolean" && is_number {
                        text.replace("true", "1").replace("false", "0")
                    } else {
                        text.replace('"', "\"\"")
                    }
                })
                .collect();
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            let [typed, as_text] = codes_both_ways(&by, array, &texts);
            assert_eq!(typed, as_text, "`{label}` by {kind}");
            seen.extend(typed);
        }
        seen.sort_unstable();
        seen.dedup();
        assert!(seen.len() > 2, "{kind}");
    }
}

fn is_typed_moment(label: &str) -> bool {
    label.starts_with("day") || label.contains("second")
}

/// The same numbers in every type that can hold them, one of them missing: one code each.
#[test]
fn a_code_does_not_depend_on_the_type() {
    let whole: Vec<ArrayRef> = vec![
        Arc::new(Int8Array::from(vec![Some(1), None, Some(-3)])),
        Arc::new(Int64Array::from(vec![Some(1), None, Some(-3)])),
        Arc::new(Float32Array::from(vec![Some(1.0), None, Some(-3.0)])),
        Arc::new(Float64Array::from(vec![Some(1.0), None, Some(-3.0)])),
        Arc::new(Float64Array::from(vec![1.0, f64::NAN, -3.0])),
        Arc::new(StringArray::from(vec![Some("1"), None, Some("-3")])),
        Arc::new(StringArray::from(vec!["1", "", "-3"])),
        Arc::new(
            Decimal128Array::from(vec![Some(100), None, Some(-300)])
                .with_precision_and_scale(10, 2)
                .unwrap(),
        ),
        Arc::new(
            [Some("1"), None, Some("-3")]
                .into_iter()
                .collect::<DictionaryArray<Int32Type>>(),
        ),
    ];
    let kinds = [
        (r#"Integer(min: -5, max: 5), missing: [""]"#, [6, 11, 2]),
        (r#"Categorical(["-3", "1"]), missing: [""]"#, [1, 2, 0]),
        (
            r#"Real(min: "-5", max: "5", decimals: 1, bins: 10), missing: [""]"#,
            [6, 10, 2],
        ),
    ];
    for (kind, expected) in kinds {
        let by = release(&format!(r#"(name: "a", kind: {kind})"#));
        for array in &whole {
            let typed = array.data_type().to_string();
            let codes = codes_both_ways(&by, Arc::clone(array), &["1", "", "-3"]);
            assert_eq!(codes, [expected, expected], "{typed} by {kind}");
        }
    }
}

#[test]
fn fractions_are_read_with_the_specs_sign() {
    let text = r#"Release(privet: 1, unit: Row, adjacency: AddRemove, budget: (epsilon: "1", delta: "1e-9"),
        input: (decimal: ",", delimiter: ";", encoding: "windows-1252"),
        schema: [(name: "a", kind: Real(min: "0", max: "3", decimals: 1, bins: 6))])"#;
    let by = privet_spec::parse(text).unwrap();
    let decimals = Decimal128Array::from(vec![5, 15]).with_precision_and_scale(4, 1);
    let arrays: [ArrayRef; 3] = [
        Arc::new(Float64Array::from(vec![0.5, 1.5])),
        Arc::new(decimals.unwrap()),
        Arc::new(StringArray::from(vec!["0,5", "1,5"])),
    ];
    for array in arrays {
        let [typed, as_text] = codes_both_ways(&by, array, &["0,5", "1,5"]);
        assert_eq!([typed, as_text], [[1, 3], [1, 3]]);
    }
}

/// Strings are UTF-8 in Parquet, whatever the spec says of a text.
#[test]
fn strings_are_utf8_whatever_the_encoding() {
    let text = r#"Release(privet: 1, unit: Row, adjacency: AddRemove, budget: (epsilon: "1", delta: "1e-9"),
        input: (encoding: "windows-1252"), schema: [(name: "a", kind: Categorical(["e", "é"]))])"#;
    let by = privet_spec::parse(text).unwrap();
    let (_folder, path) = folder_with(&[("a", Arc::new(StringArray::from(vec!["é", "e"])))]);
    assert_eq!(codes_of(&load_files(&by, &path).unwrap()), [[1, 0]]);
}
