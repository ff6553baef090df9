//! Files and columns that are not read, and what is said of them.

use std::fs;
use std::io::Write as _;
use std::sync::Arc;

use arrow_array::types::Int32Type;
use arrow_array::{
    ArrayRef, BinaryArray, DurationSecondArray, FixedSizeBinaryArray, Int32Array, ListArray,
    RecordBatch, StringArray, StructArray, Time32SecondArray, TimestampSecondArray,
};
use arrow_schema::{DataType, Field, Schema};
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, GzipLevel, ZstdLevel};
use privet_spec::InputForm;
use tempfile::TempDir;

use super::super::{gzip, release};
use super::{codes_of, folder_with, load_files, load_text, refusal, texts, write, write_with};
use crate::table::{
    Cause, Foreign, Near, Opened, Options, ParquetProblem, TableError, Wanted, load,
};

const SCHEMA: &str = r#"(name: "a", kind: Integer(min: 0, max: 9), missing: [""])"#;

fn numbers(values: &[i32]) -> ArrayRef {
    Arc::new(Int32Array::from(values.to_vec()))
}

/// A long value is told of as one of a file with types, which has no quotes.
#[test]
fn a_value_of_17_mb_is_to_be_shortened() {
    let value: ArrayRef = Arc::new(StringArray::from(vec!["0".repeat(17 << 20)]));
    let (_folder, path) = folder_with(&[("a", value)]);
    let error = refusal(&release(SCHEMA), &path);
    assert!(matches!(error.cause, Cause::TooLong));
    let words = error.to_string();
    assert!(
        words.contains("row 1: the row is longer than 16 MiB — shorten the long values")
            && !words.contains("quote"),
        "{words}"
    );
}

fn problem(error: &TableError) -> &ParquetProblem {
    match &error.cause {
        Cause::Parquet(problem) => problem,
        _ => panic!("{error}"),
    }
}

/// Types without a text, each of three rows.
fn without_text() -> Vec<(&'static str, ArrayRef)> {
    let lists = [Some(vec![Some(1)]), None, Some(vec![])];
    let field = Arc::new(Field::new("inner", DataType::Int32, true));
    let bytes = [b"ab", b"cd", b"ef"].map(|bytes| bytes.to_vec());
    vec![
        (
            "timestamps with a time zone",
            Arc::new(TimestampSecondArray::from(vec![0, 1, 2]).with_timezone("+01:00")),
        ),
        (
            "times of day",
            Arc::new(Time32SecondArray::from(vec![0, 1, 2])),
        ),
        (
            "durations",
            Arc::new(DurationSecondArray::from(vec![0, 1, 2])),
        ),
        (
            "nested values",
            Arc::new(ListArray::from_iter_primitive::<Int32Type, _, _>(lists)),
        ),
        (
            "nested values",
            Arc::new(StructArray::from(vec![(field, numbers(&[1, 2, 3]))])),
        ),
        (
            "bytes of a fixed number",
            Arc::new(FixedSizeBinaryArray::try_from_iter(bytes.into_iter()).unwrap()),
        ),
    ]
}

/// They stop whoever uses them, and nobody else.
#[test]
fn types_without_a_text() {
    let by = release(SCHEMA);
    for (words, array) in without_text() {
        let (_folder, path) = folder_with(&[("a", Arc::clone(&array))]);
        let error = refusal(&by, &path);
        assert!(
            matches!(error.cause, Cause::Type(found) if found == words),
            "{error}"
        );
        assert_eq!(error.column.as_deref(), Some("a"));
        assert!(error.to_string().contains(words), "{error}");

        let (_folder, path) = folder_with(&[("b", array), ("a", numbers(&[1, 2, 3]))]);
        let loaded = load_files(&by, &path).unwrap();
        assert_eq!(codes_of(&loaded), [[1, 2, 3]], "{words}");
        assert_eq!(loaded.ignored, ["b"], "{words}");
        let all = texts(&path, &Wanted::all(InputForm::default())).unwrap();
        assert_eq!(all, [["", "1"], ["", "2"], ["", "3"]], "{words}");
    }
}

#[test]
fn bytes_that_are_no_text() {
    let by = release(r#"(name: "a", kind: Categorical(["x", "y"]))"#);
    let bytes: ArrayRef = Arc::new(BinaryArray::from(vec![&b"x"[..], b"y", b"\xff", b"\xfe"]));
    let (_folder, path) = folder_with(&[("a", Arc::clone(&bytes))]);
    let error = refusal(&by, &path);
    assert!(matches!(error.cause, Cause::NotText), "{error}");
    let place = error.place().to_string();
    assert!(place.ends_with("t.parquet: row 3: column `a`"), "{place}");
    let other = release(r#"(name: "b", kind: Integer(min: 0, max: 9))"#);
    let (_folder, path) = folder_with(&[("a", bytes), ("b", numbers(&[1, 2, 3, 4]))]);
    assert_eq!(
        codes_of(&load_files(&other, &path).unwrap()),
        [[1, 2, 3, 4]]
    );
}

/// A row is named by its number in its file.
#[test]
fn a_value_is_refused_at_its_row() {
    let by = release(r#"(name: "a", kind: Integer(min: 0, max: 9), outside: Fail)"#);
    let folder = TempDir::new().unwrap();
    write(
        &folder.path().join("1.parquet"),
        &[("a", numbers(&[0, 1, 2]))],
    );
    write(
        &folder.path().join("2.parquet"),
        &[("a", numbers(&[3, 4, 77, 88]))],
    );
    let error = refusal(&by, folder.path());
    assert!(matches!(error.cause, Cause::Refused(_)));
    let text = error.to_string();
    assert!(
        text.contains("2.parquet: row 3: column `a`: a value outside"),
        "{text}"
    );
    assert!(!text.contains("77"), "{text}");
}

#[test]
fn columns_by_their_names() {
    let by = release(SCHEMA);
    let (_folder, path) = folder_with(&[("A", numbers(&[1]))]);
    let error = refusal(&by, &path);
    assert!(
        matches!(&error.cause, Cause::MissingColumn { near: Near::Name(Some(near)), .. } if near == "A")
    );
    assert_eq!(error.line, None);

    let folder = TempDir::new().unwrap();
    let path = folder.path().join("t.parquet");
    let field = |name| Field::new(name, DataType::Int32, true);
    let schema = Arc::new(Schema::new(vec![field("a"), field("b"), field("b")]));
    let columns = vec![numbers(&[1]), numbers(&[2]), numbers(&[3])];
    let batch = RecordBatch::try_new(Arc::clone(&schema), columns).unwrap();
    let mut writer = ArrowWriter::try_new(fs::File::create(&path).unwrap(), schema, None).unwrap();
    writer.write(&batch).unwrap();
    writer.close().unwrap();
    let error = refusal(&by, &path);
    assert!(matches!(error.cause, Cause::DuplicateColumn));
    assert_eq!(error.column.as_deref(), Some("b"));
}

#[test]
fn codecs() {
    let by = release(SCHEMA);
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("t.parquet");
    for codec in [
        Compression::UNCOMPRESSED,
        Compression::SNAPPY,
        Compression::GZIP(GzipLevel::default()),
        Compression::LZ4,
        Compression::LZ4_RAW,
        Compression::ZSTD(ZstdLevel::default()),
    ] {
        let values: Vec<i32> = (0..1000).map(|number| number % 10).collect();
        write_with(&path, &[("a", numbers(&values))], codec);
        let codes = codes_of(&load_files(&by, &path).unwrap()).concat();
        assert!(
            codes
                .iter()
                .copied()
                .eq((0..1000).map(|number| number % 10)),
            "{codec}"
        );
    }
    // No library here writes these: the name of the codec is changed in the file, where it is a number of thrift.
    for (number, name) in [(4, "Brotli"), (3, "LZO")] {
        write(&path, &[("a", numbers(&[1, 2, 3]))]);
        let mut bytes = fs::read(&path).unwrap();
        // In the column's metadata: its path, a list of one text `a`, then the codec as field 4.
        let place = bytes
            .windows(4)
            .rposition(|bytes| bytes == b"\x18\x01a\x15");
        let place = place.expect("the codec") + 4;
        assert_eq!(bytes[place], 0, "not compressed");
        bytes[place] = 2 * number;
        fs::write(&path, bytes).unwrap();
        let error = refusal(&by, &path);
        assert_eq!(problem(&error), &ParquetProblem::Codec(name));
        assert!(error.to_string().contains(name), "{error}");
    }
}

#[test]
fn damaged_and_encrypted() {
    let by = release(SCHEMA);
    let (_folder, path) = folder_with(&[("a", numbers(&[1, 2, 3]))]);
    let whole = fs::read(&path).unwrap();
    for length in [5, 64, whole.len() / 2, whole.len() - 1] {
        fs::write(&path, &whole[..length]).unwrap();
        assert_eq!(
            problem(&refusal(&by, &path)),
            &ParquetProblem::Damaged,
            "{length} bytes"
        );
    }
    let mut encrypted = whole;
    encrypted[3] = b'E';
    fs::write(&path, &encrypted).unwrap();
    let error = refusal(&by, &path);
    assert!(matches!(
        error.cause,
        Cause::Foreign(Foreign::EncryptedParquet)
    ));
    let last = encrypted.len() - 1;
    encrypted[3] = b'1';
    encrypted[last] = b'E';
    fs::write(&path, &encrypted).unwrap();
    assert_eq!(problem(&refusal(&by, &path)), &ParquetProblem::Damaged);
}

/// Whatever byte is changed, there are codes or an error, and never a panic.
#[test]
fn every_byte_may_be_damaged() {
    let by = release(SCHEMA);
    let strings: ArrayRef = Arc::new(StringArray::from(vec!["x", "y", "x", "z"]));
    let columns = [("a", numbers(&[1, 2, 3, 4])), ("b", strings)];
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("t.parquet");
    write_with(&path, &columns, Compression::SNAPPY);
    let whole = fs::read(&path).unwrap();
    let mut refused = 0;
    for place in 0..whole.len() {
        for change in [1, 0x80, 0xff] {
            let mut bytes = whole.clone();
            bytes[place] ^= change;
            fs::write(&path, &bytes).unwrap();
            refused += usize::from(load_files(&by, &path).is_err());
            let _ = texts(&path, &Wanted::all(InputForm::default()));
        }
    }
    assert!(
        refused > whole.len() / 2,
        "{refused} of {}",
        3 * whole.len()
    );
}

/// Told by their bytes, in a file, through a pipe and compressed.
#[test]
fn other_kinds_of_files() {
    let by = release(SCHEMA);
    let (folder, path) = folder_with(&[("a", numbers(&[1, 2, 3]))]);
    let parquet = fs::read(&path).unwrap();
    for (bytes, expected, advice) in [
        (
            &b"PK\x03\x04\x14\0"[..],
            Foreign::Zip,
            "save a sheet as CSV",
        ),
        (
            b"\xd0\xcf\x11\xe0\xa1\xb1",
            Foreign::OldSpreadsheet,
            "as CSV",
        ),
        (b"ARROW1\0\0", Foreign::Arrow, "Parquet"),
        (b"Obj\x01\x04", Foreign::Avro, "Parquet"),
        (b"ORC\x08\x03", Foreign::Orc, "Parquet"),
        (&parquet, Foreign::Parquet, "path of the file"),
    ] {
        let packed = zstd::encode_all(bytes, 1).unwrap();
        for stored in [bytes, &gzip(bytes), &packed] {
            let error = super::super::refusal(&by, stored);
            assert!(
                matches!(error.cause, Cause::Foreign(kind) if kind == expected),
                "{error}"
            );
            assert!(error.to_string().contains(advice), "{error}");
            if expected != Foreign::Parquet {
                let named = folder.path().join("table.csv");
                fs::write(&named, stored).unwrap();
                let error = refusal(&by, &named);
                assert!(matches!(error.cause, Cause::Foreign(kind) if kind == expected));
            }
        }
    }
    // A name says nothing.
    let named = folder.path().join("t.csv");
    fs::write(&named, &parquet).unwrap();
    assert_eq!(codes_of(&load_files(&by, &named).unwrap()), [[1, 2, 3]]);
    let named = folder.path().join("text.parquet");
    fs::write(&named, "a\n3\n").unwrap();
    assert_eq!(codes_of(&load_files(&by, &named).unwrap()), [[3]]);
}

#[test]
fn zstandard() {
    let by = release(SCHEMA);
    let text = b"a\n1\n2\n";
    let (left, right) = text.split_at(3);
    let pack = |bytes: &[u8]| zstd::encode_all(bytes, 3).unwrap();
    let skipped = [&b"\x50\x2a\x4d\x18\x02\0\0\0xy"[..], &pack(text)].concat();
    for (label, packed) in [
        ("one frame", pack(text)),
        ("two frames", [pack(left), pack(right)].concat()),
        ("a frame to be skipped", skipped),
    ] {
        let mut seen = Vec::new();
        let mut observer = |bytes: &[u8]| seen.extend_from_slice(bytes);
        let options = Options {
            observer: Some(&mut observer),
            ..Options::default()
        };
        let loaded = load(&by, Opened::new("t", packed.as_slice()), options).unwrap();
        assert_eq!(codes_of(&loaded), [[1, 2]], "case `{label}`");
        assert_eq!(seen, text, "case `{label}`");
    }
    let mut checked = zstd::Encoder::new(Vec::new(), 3).unwrap();
    checked.include_checksum(true).unwrap();
    checked.write_all(text).unwrap();
    let mut flipped = checked.finish().unwrap();
    let last = flipped.len() - 1;
    flipped[last] ^= 1;
    let whole = pack(text);
    for (label, packed) in [
        ("cut off", &whole[..whole.len() - 3]),
        ("changed", &flipped),
    ] {
        let Err(error) = load_text(&by, packed) else {
            panic!("case `{label}`");
        };
        assert!(
            matches!(error.cause, Cause::Damaged),
            "case `{label}`: {error}"
        );
    }
}
