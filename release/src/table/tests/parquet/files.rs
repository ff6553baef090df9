//! Several files, and files that change.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use arrow_array::{ArrayRef, Float64Array, Int32Array, StringArray};
use tempfile::TempDir;

use super::super::release;
use super::{codes_of, load_files, refusal, write};
use crate::table::{Cause, Input, Options, ParquetProblem, Records, Shape, Source, Wanted, load};

/// What is done to a folder of two files.
type Change = fn(&Path);

const CHANGES: [(&str, Change); 4] = [
    ("none", |_| ()),
    ("added", |folder| {
        write(&folder.join("3.parquet"), &[("a", numbers(&[1]))]);
    }),
    ("removed", |folder| {
        fs::remove_file(folder.join("2.parquet")).unwrap();
    }),
    ("changed", |folder| {
        write(&folder.join("2.parquet"), &[("a", numbers(&[5, 6]))]);
    }),
];

fn two_files() -> TempDir {
    let folder = TempDir::new().unwrap();
    write(&folder.path().join("1.parquet"), &[("a", numbers(&[1]))]);
    write(&folder.path().join("2.parquet"), &[("a", numbers(&[2]))]);
    folder
}

const SCHEMA: &str = r#"(name: "a", kind: Integer(min: 0, max: 9), missing: [""])"#;

fn numbers(values: &[i32]) -> ArrayRef {
    Arc::new(Int32Array::from(values.to_vec()))
}

/// What the commitment is made over.
fn observed(path: &Path) -> Vec<u8> {
    let mut seen = Vec::new();
    let mut observer = |bytes: &[u8]| seen.extend_from_slice(bytes);
    let options = Options {
        observer: Some(&mut observer),
        ..Options::default()
    };
    let opened = Source::new(path).open().unwrap();
    load(&release(SCHEMA), opened, options).unwrap();
    seen
}

fn is(cause: &Cause, problem: &ParquetProblem) -> bool {
    matches!(cause, Cause::Parquet(found) if found == problem)
}

/// Types may differ between files, and other columns; the order is that of the names.
#[test]
fn a_folder_and_a_glob() {
    let by = release(SCHEMA);
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name);
    write(&at("b.parquet"), &[("a", numbers(&[3, 4]))]);
    let halves = Float64Array::from(vec![Some(1.0), None]);
    write(
        &at("a.parquet"),
        &[("x", numbers(&[7, 7])), ("a", Arc::new(halves))],
    );
    let strings = StringArray::from(vec!["5", ""]);
    write(
        &at("c"),
        &[("a", Arc::new(strings)), ("y", numbers(&[1, 2]))],
    );
    fs::write(at("_SUCCESS"), "").unwrap();
    fs::write(at(".a.parquet.crc"), "crc").unwrap();
    fs::create_dir(at("_delta_log")).unwrap();
    for (label, path, expected) in [
        ("folder", folder.path().to_owned(), vec![1, 10, 3, 4, 5, 10]),
        ("star", at("*"), vec![1, 10, 3, 4, 5, 10]),
        ("star and ending", at("*.parquet"), vec![1, 10, 3, 4]),
        ("question mark", at("?.parquet"), vec![1, 10, 3, 4]),
        ("one", at("c*"), vec![5, 10]),
    ] {
        let loaded = load_files(&by, &path).unwrap();
        assert_eq!(codes_of(&loaded).concat(), expected, "case `{label}`");
    }
    let loaded = load_files(&by, folder.path()).unwrap();
    assert_eq!(loaded.ignored, ["x", "y"]);
    // A file of that name is itself.
    write(&at("[*].parquet"), &[("a", numbers(&[9]))]);
    let loaded = load_files(&by, at("[*].parquet")).unwrap();
    assert_eq!(codes_of(&loaded), [[9]]);
}

#[test]
fn refused_folders() {
    let by = release(SCHEMA);
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name);
    let refused = |path: &Path, problem, file: &str| {
        let error = refusal(&by, path);
        assert!(is(&error.cause, &problem), "{error}");
        assert!(error.file.ends_with(file), "{error}");
        // Before anything is paid, too, but for what only an open file tells.
        let unpaid = Source::new(path).expect_readable();
        let is_unopened = [
            ParquetProblem::OtherColumns,
            ParquetProblem::OtherFormat,
            ParquetProblem::Encrypted,
        ];
        let is_open =
            file.ends_with(".parquet") && is_unopened.iter().any(|one| is(&error.cause, one));
        assert_eq!(unpaid.is_ok(), is_open, "{error}");
    };
    refused(folder.path(), ParquetProblem::NoFiles, "");
    fs::write(at("_SUCCESS"), "").unwrap();
    refused(folder.path(), ParquetProblem::NoFiles, "");
    refused(&at("*.parquet"), ParquetProblem::NoFiles, "*.parquet");
    write(&at("1.parquet"), &[("a", numbers(&[1]))]);
    write(&at("2.parquet"), &[("b", numbers(&[1]))]);
    refused(folder.path(), ParquetProblem::OtherColumns, "2.parquet");
    fs::write(at("2.parquet"), "a\n1\n").unwrap();
    refused(folder.path(), ParquetProblem::OtherFormat, "2.parquet");
    fs::write(at("2.parquet"), "").unwrap();
    refused(folder.path(), ParquetProblem::OtherFormat, "2.parquet");
    fs::write(at("2.parquet"), b"PARE\x15\0").unwrap();
    refused(folder.path(), ParquetProblem::Encrypted, "2.parquet");
    fs::rename(at("2.parquet"), at("2.csv")).unwrap();
    refused(folder.path(), ParquetProblem::OtherFormat, "2.csv");
    fs::remove_file(at("2.csv")).unwrap();
    fs::create_dir(at("year=2020")).unwrap();
    refused(folder.path(), ParquetProblem::Subfolder, "year=2020");
    refused(&at("y*"), ParquetProblem::Subfolder, "year=2020");
    write(&at("year=2020/3.parquet"), &[("a", numbers(&[3]))]);
    let loaded = load_files(&by, at("*/*.parquet")).unwrap();
    assert_eq!(codes_of(&loaded), [[3]]);
}

/// The length of each file and its bytes, in the order of the names, whatever these are.
#[test]
fn what_is_committed_to() {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name);
    write(&at("1.parquet"), &[("a", numbers(&[1, 2]))]);
    let one = fs::read(at("1.parquet")).unwrap();
    let framed = |bytes: &[u8]| [&(bytes.len() as u64).to_le_bytes()[..], bytes].concat();
    assert_eq!(observed(&at("1.parquet")), framed(&one));
    assert_eq!(observed(folder.path()), framed(&one));
    write(&at("2.parquet"), &[("a", numbers(&[3]))]);
    let two = fs::read(at("2.parquet")).unwrap();
    let both = [framed(&one), framed(&two)].concat();
    assert_eq!(observed(folder.path()), both);
    fs::rename(at("2.parquet"), at("9.parquet")).unwrap();
    assert_eq!(observed(&at("?.parquet")), both);
    fs::rename(at("9.parquet"), at("0.parquet")).unwrap();
    assert_eq!(
        observed(folder.path()),
        [framed(&two), framed(&one)].concat()
    );
}

/// While it is read: what comes, goes or changes is noticed at the end, whatever was read before.
#[test]
fn files_that_change_while_they_are_read() {
    let by = release(SCHEMA);
    for (label, change) in CHANGES {
        let folder = two_files();
        let opened = Source::new(folder.path()).open().unwrap();
        let wanted = Wanted::by_release(&by);
        let mut records = Records::new(opened, Options::default(), &wanted).unwrap();
        assert_eq!(records.advance().unwrap(), Shape::Whole, "case `{label}`");
        change(folder.path());
        let end = loop {
            match records.advance() {
                Ok(Shape::Whole) => {}
                end => break end,
            }
        };
        match (label, end) {
            ("none", Ok(Shape::End)) => {}
            ("removed", Err(error)) => assert!(
                is(&error.cause, &ParquetProblem::Changed)
                    || matches!(error.cause, Cause::Unreadable(_))
            ),
            (_, Err(error)) => assert!(is(&error.cause, &ParquetProblem::Changed), "{error}"),
            _ => panic!("case `{label}`"),
        }
    }
}

/// Between two passes: the second one sees the same files, or stops.
#[test]
fn files_that_change_between_passes() {
    let by = release(SCHEMA);
    for (label, change) in CHANGES {
        let folder = two_files();
        let again = Input::at(folder.path()).again();
        change(folder.path());
        let second = again
            .input()
            .unwrap()
            .encode(&by, "the table", &crate::watch::Silent);
        assert_eq!(second.is_ok(), label == "none", "case `{label}`");
        if let Err(error) = second {
            let text = error.to_string();
            assert!(text.contains("was added, removed or changed"), "{text}");
        }
    }
}

/// More rows than a record batch has, in groups of odd sizes.
#[test]
fn many_rows() {
    let by = release(SCHEMA);
    let folder = TempDir::new().unwrap();
    let mut expected: Vec<u16> = Vec::new();
    for (file, rows) in [("1", 9_001), ("2", 0), ("3", 4_096), ("4", 1)] {
        let values: Vec<i32> = (0..rows).map(|row| row * row % 10).collect();
        expected.extend(values.iter().map(|value| u16::try_from(*value).unwrap()));
        write(&folder.path().join(file), &[("a", numbers(&values))]);
    }
    let loaded = load_files(&by, folder.path()).unwrap();
    assert_eq!(codes_of(&loaded).concat(), expected);
}
