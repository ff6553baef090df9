//! A person is not two persons because of how an id is stored.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use arrow_array::types::{ArrowPrimitiveType, Float16Type, Int8Type};
use arrow_array::{
    Array, ArrayRef, Decimal64Array, Decimal128Array, DictionaryArray, Float16Array, Float32Array,
    Float64Array, Int8Array, Int16Array, Int32Array, Int64Array, LargeBinaryArray, RecordBatch,
    RecordBatchIterator, StringArray, StringViewArray, UInt64Array,
};
use parquet::arrow::ArrowWriter;
use privet_spec::Release;
use proptest::prelude::*;
use tempfile::TempDir;
use zeroize::Zeroizing;

use super::{load_text, refusal, release_of};
use crate::check::survey;
use crate::table::error::{Cause, IdProblem};
use crate::table::id::IdColumn;
use crate::table::source::{Content, Opened};
use crate::table::{
    BoundingKey, FingerprintKey, Input, Options, Parts, Records, Source, Streaming, TableError,
    Wanted, load,
};
use crate::watch::Silent;

/// One row a person.
fn persons() -> Release {
    persons_but("")
}

fn persons_but(missing: &str) -> Release {
    let unit = format!("Person(id: \"pid\", rows: 1{missing})");
    release_of(&unit, r#"(name: "x", kind: Integer(min: 0, max: 9))"#, "")
}

fn batch_of(ids: &ArrayRef) -> RecordBatch {
    let values: ArrayRef = Arc::new(Int8Array::from(vec![1; ids.len()]));
    let columns = [("pid", Arc::clone(ids), true), ("x", values, true)];
    RecordBatch::try_from_iter_with_nullable(columns).unwrap()
}

/// A folder of one file for each of these columns of ids.
fn folder(files: &[ArrayRef]) -> TempDir {
    let folder = TempDir::new().unwrap();
    for (place, ids) in files.iter().enumerate() {
        let batch = batch_of(ids);
        let path = folder.path().join(format!("{place}.parquet"));
        let file = std::fs::File::create(path).unwrap();
        let mut writer = ArrowWriter::try_new(file, batch.schema(), None).unwrap();
        writer.write(&batch).unwrap();
        writer.close().unwrap();
    }
    folder
}

/// The cause, if the record of the spec tells of it.
fn told(release: &Release, error: &TableError) -> Option<IdProblem> {
    let clauses = error.told_by(release);
    assert!(clauses.iter().all(|clause| clause.contains("`pid`")));
    match error.cause {
        Cause::Id(problem) if !clauses.is_empty() => Some(problem),
        _ => None,
    }
}

/// How many rows are kept of files, read whole.
fn held(path: &Path) -> Result<usize, TableError> {
    let opened = Source::new(path).open()?;
    load(&persons(), opened, Options::default()).map(|loaded| loaded.table.rows)
}

/// The same by passes.
fn streamed(path: &Path) -> Result<usize, String> {
    let release = persons();
    let parts = Parts::of(&Input::at(path), &release).unwrap().unwrap();
    let streaming = Streaming {
        release: &release,
        bounding: &BoundingKey::new(Zeroizing::new([3; 32])),
        fingerprint: &FingerprintKey::new(Zeroizing::new([4; 32])),
        bytes: 1 << 20,
        watch: &Silent,
        counted_by: None,
    };
    let streamed = streaming.open(parts, &mut |_| {});
    let rows = streamed.map(|streamed| streamed.stream.census().rows);
    rows.map(|rows| usize::try_from(rows).unwrap())
        .map_err(|error| error.to_string())
}

fn doubles(ids: &[f64]) -> ArrayRef {
    Arc::new(Float64Array::from(ids.to_vec()))
}

fn singles(ids: &[f32]) -> ArrayRef {
    Arc::new(Float32Array::from(ids.to_vec()))
}

fn halves(ids: &[f32]) -> ArrayRef {
    let ids = ids
        .iter()
        .map(|id| <Float16Type as ArrowPrimitiveType>::Native::from_f32(*id));
    Arc::new(ids.collect::<Float16Array>())
}

fn listed(ids: &[f64]) -> ArrayRef {
    let keys = (0..ids.len()).map(|key| i8::try_from(key).unwrap());
    let keys = keys.collect::<Int8Array>();
    Arc::new(DictionaryArray::<Int8Type>::try_new(keys, doubles(ids)).unwrap())
}

fn integers(ids: &[i64]) -> ArrayRef {
    Arc::new(Int64Array::from(ids.to_vec()))
}

/// A person whose id is an integer in one file and a floating number in another: one person below the bound of the type,
/// and nobody for sure from there on.
#[test]
fn an_id_that_its_type_rounds_is_refused() {
    let last = 9_007_199_254_740_991_i64;
    for (label, id, floating, is_sure) in [
        (
            "double",
            last + 2,
            doubles(&[9_007_199_254_740_992.0]),
            false,
        ),
        (
            "the last double",
            last,
            doubles(&[9_007_199_254_740_991.0]),
            true,
        ),
        (
            "below zero",
            -last - 2,
            doubles(&[-9_007_199_254_740_992.0]),
            false,
        ),
        ("single", 16_777_217, singles(&[16_777_216.0]), false),
        (
            "the last single",
            16_777_215,
            singles(&[16_777_215.0]),
            true,
        ),
        ("half", 2_049, halves(&[2_048.0]), false),
        ("the last half", 2_047, halves(&[2_047.0]), true),
        (
            "a list of doubles",
            last + 2,
            listed(&[9_007_199_254_740_992.0]),
            false,
        ),
        ("the end of the list", 1, listed(&[1.0]), true),
        ("infinite", 1, doubles(&[f64::INFINITY]), false),
        (
            "infinite below zero",
            1,
            singles(&[f32::NEG_INFINITY]),
            false,
        ),
        ("not whole", 1, doubles(&[1.5]), false),
        ("zero below zero", 0, doubles(&[-0.0]), true),
    ] {
        for files in [
            [integers(&[id]), Arc::clone(&floating)],
            [Arc::clone(&floating), integers(&[id])],
        ] {
            let folder = folder(&files);
            let kept = held(folder.path());
            let by_passes = streamed(folder.path());
            if is_sure {
                assert_eq!(kept.ok(), Some(1), "case `{label}`");
                assert_eq!(by_passes, Ok(1), "case `{label}`");
                continue;
            }
            let refused = kept.err().unwrap_or_else(|| panic!("case `{label}`: kept"));
            assert_eq!(
                told(&persons(), &refused),
                Some(IdProblem::Unsure),
                "{label}"
            );
            assert_eq!(
                (refused.line, refused.column.as_deref()),
                (Some(1), Some("pid"))
            );
            let words = by_passes.unwrap_err();
            assert!(words.contains("names nobody for sure"), "{label}: {words}");
            assert!(words.contains("from its source"), "{label}: {words}");
            for digits in ["9007199254740", "16777", "204"] {
                assert!(!words.contains(digits), "{label}: {words}");
            }
        }
    }
}

/// Frames from pandas come as record batches.
#[test]
fn an_id_of_a_frame_is_refused_as_one_of_a_file_is() {
    let frame = |ids: &ArrayRef| {
        let batch = batch_of(ids);
        let schema = batch.schema();
        let opened = Opened {
            name: "a frame".to_owned(),
            content: Content::Frame(Box::new(RecordBatchIterator::new([Ok(batch)], schema))),
        };
        load(&persons(), opened, Options::default()).map(|loaded| loaded.table.rows)
    };
    assert_eq!(frame(&doubles(&[7.0, f64::NAN, 7.0, 8.0])).ok(), Some(2));
    let refused = frame(&doubles(&[7.0, 9_007_199_254_740_992.0])).unwrap_err();
    assert_eq!(told(&persons(), &refused), Some(IdProblem::Unsure));
    assert_eq!(refused.line, Some(2));
}

#[test]
fn a_text_that_was_a_floating_number_is_refused() {
    let rows = |id: &str| format!("pid,x\n10000000000000000,1\n\"{id}\",2\n");
    for id in ["1e+16", "1E16", "1.0e16", "9007199254740992.0"] {
        let refused = refusal(&persons(), rows(id));
        assert_eq!(told(&persons(), &refused), Some(IdProblem::Unsure), "{id}");
        assert!(!refused.to_string().contains(id), "{refused}");
        assert_eq!(refused.line, Some(3));
        let texts: ArrayRef = Arc::new(StringViewArray::from(vec!["a", id]));
        assert!(held(folder(&[texts]).path()).is_err(), "{id}");
    }
    for id in ["10000000000000000.00", "1e+16"] {
        let declared = persons_but(&format!(", missing: [\"{id}\"]"));
        let kept = load_text(&declared, format!("pid,x\n{id},1\na,2\n")).unwrap();
        assert_eq!((kept.table.rows, kept.without_id), (1, 1), "{id}");
    }
    // Hashes of eight hexadecimal digits.
    let hashes = load_text(&persons(), "pid,x\n00012e45,1\n1e234567,2\n12345e67,3\n").unwrap();
    assert_eq!(hashes.table.rows, 3);
}

#[test]
fn a_check_lists_the_ids_that_name_nobody_for_sure() {
    let text = "pid,x\n7,1\n1e+16,2\n,3\n1E5,4\n2e+3,5\n";
    let opened = Opened::new("t.csv", text.as_bytes());
    let report = survey(&persons(), opened, Options::default(), 2).unwrap();
    assert_eq!(
        (report.rows, report.without_id, report.unsure_ids),
        (1, 1, 3)
    );
    assert!(report.stops_a_release() && !report.is_clean());
    let printed = report.to_string();
    assert!(
        printed.contains(
            "3 ids name nobody for sure: stops the release\n  line 3: \"1e+16\"\n  line 5: \"1E5\"\n  … and 1 more\n"
        ),
        "{printed}"
    );
    let form = serde_json::to_value(crate::TableForm::of(&report)).unwrap();
    assert_eq!(form["stops_a_release"], true);
    assert_eq!(form["misfits"][0]["count"], 3);
    assert_eq!(form["misfits"][0]["first"][0]["value"], "\"1e+16\"");
}

/// What a column of one id becomes: nothing where it is refused.
fn id_of(ids: &ArrayRef) -> Option<String> {
    let release = persons();
    let batch = batch_of(ids);
    let schema = batch.schema();
    let opened = Opened {
        name: "a frame".to_owned(),
        content: Content::Frame(Box::new(RecordBatchIterator::new([Ok(batch)], schema))),
    };
    let wanted = Wanted::by_release(&release);
    let mut records = Records::new(opened, Options::default(), &wanted).unwrap();
    records.advance().unwrap();
    let ids = IdColumn::new(&release, &records).unwrap().unwrap();
    let id = ids.id(&records).ok()?.unwrap();
    Some(String::from_utf8(id.to_vec()).unwrap())
}

/// A number as programs convert it to every type, whether or not the type can tell it from others.
#[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation)]
fn converted(number: i64) -> Vec<ArrayRef> {
    let double = number as f64;
    let whole = number.to_string();
    let mut arrays: Vec<ArrayRef> = vec![
        integers(&[number]),
        doubles(&[double]),
        singles(&[number as f32]),
        halves(&[number as f32]),
        listed(&[double]),
        Arc::new(StringArray::from(vec![whole.clone()])),
        Arc::new(LargeBinaryArray::from(vec![whole.as_bytes()])),
        Arc::new(StringArray::from(vec![format!("{double:.1}")])),
        Arc::new(StringArray::from(vec![format!("{double:e}")])),
        Arc::new(StringArray::from(vec![format!("{double:.5e}")])),
        Arc::new(StringArray::from(vec![
            format!("{double:.5e}").replace('e', "E+"),
        ])),
        Arc::new(
            Decimal128Array::from(vec![i128::from(number) * 1_000])
                .with_precision_and_scale(38, 3)
                .unwrap(),
        ),
        Arc::new(
            Decimal128Array::from(vec![i128::from(number) / 100])
                .with_precision_and_scale(38, -2)
                .unwrap(),
        ),
        Arc::new(
            Decimal64Array::from(vec![number / 10])
                .with_precision_and_scale(18, -1)
                .unwrap(),
        ),
    ];
    if let Ok(number) = u64::try_from(number) {
        arrays.push(Arc::new(UInt64Array::from(vec![number])));
    }
    if let Ok(number) = i32::try_from(number) {
        arrays.push(Arc::new(Int32Array::from(vec![number])));
    }
    if let Ok(number) = i16::try_from(number) {
        arrays.push(Arc::new(Int16Array::from(vec![number])));
    }
    arrays
}

fn number() -> impl Strategy<Value = i64> {
    let bound = prop::sample::select(vec![0, 11, 24, 53, 62]);
    let near = (bound, -3..=3_i64, any::<bool>());
    prop_oneof![
        near.prop_map(|(bits, by, below)| {
            let number = (1_i64 << bits) + by;
            if below { -number } else { number }
        }),
        any::<i64>(),
        -5_000..5_000_i64,
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Of any two types into which a number was converted, one is refused or both have its digits.
    #[test]
    fn a_number_is_one_id_in_every_type_or_refused(number in number()) {
        let ids: Vec<Option<String>> = converted(number).iter().map(id_of).collect();
        let sure: BTreeSet<String> = ids.iter().flatten().cloned().collect();
        prop_assert_eq!(sure, BTreeSet::from([number.to_string()]), "{:?}", ids);
        // Text, decimals and integers are never refused.
        prop_assert!(ids.iter().flatten().count() >= 4, "{:?}", ids);
    }
}
