//! Data frames, against the same tables as CSV.

use std::collections::HashMap;
use std::sync::Arc;

use arrow_array::types::Int32Type;
use arrow_array::{
    ArrayRef, BooleanArray, Date32Array, Decimal128Array, DictionaryArray, Float32Array,
    Float64Array, Int64Array, LargeStringArray, RecordBatch, RecordBatchIterator, StringArray,
    StringViewArray, TimestampNanosecondArray, UInt32Array,
};
use arrow_schema::{ArrowError, Field, Schema};
use privet_spec::Release;
use proptest::prelude::*;

use super::{codes_of, facts_told, load_text, release, release_of};
use crate::table::source::{Content, Opened};
use crate::table::{Cause, Input, Loaded, Options, TableError, load};
use crate::{Silent, draft};

type Handed = Result<RecordBatch, ArrowError>;

fn opened(batches: Vec<Handed>, schema: Arc<Schema>) -> Opened<'static> {
    let batches = RecordBatchIterator::new(batches, schema);
    Opened {
        name: "a frame".to_owned(),
        content: Content::Frame(Box::new(batches)),
    }
}

fn batch_of(columns: &[(&str, ArrayRef)]) -> RecordBatch {
    let named = columns
        .iter()
        .map(|(name, array)| (*name, Arc::clone(array), true));
    RecordBatch::try_from_iter_with_nullable(named).unwrap()
}

fn load_batches(release: &Release, batches: &[RecordBatch]) -> Result<Loaded, TableError> {
    let schema = batches[0].schema();
    let batches = batches.iter().cloned().map(Ok).collect();
    load(release, opened(batches, schema), Options::default())
}

fn refusal(release: &Release, batches: Vec<Handed>, schema: Arc<Schema>) -> TableError {
    let Err(error) = load(release, opened(batches, schema), Options::default()) else {
        panic!("the frame was accepted");
    };
    let record = facts_told(release);
    let told = error.told_by(release);
    assert!(!told.is_empty() && told.iter().all(|clause| record.contains(clause)));
    error
}

const SCHEMA: &str = r#"(name: "count", kind: Integer(min: -50, max: 50, bin: 3), missing: [""], outside: Null),
    (name: "label", kind: Categorical(["-1", "0", "1", "2"]), missing: [""], outside: Null),
    (name: "day", kind: Date(min: "2020-01-01", max: "2020-12-31", bin: Months(1)), missing: [""], outside: Null)"#;

/// A row of whole values: a person, a count, a label and a day, as days since 1970-01-01.
type Row = (i64, Option<i64>, Option<i64>, Option<i32>);

fn row() -> impl Strategy<Value = Row> {
    let number = || prop::option::weighted(0.8, -60..60_i64);
    let day = prop::option::weighted(0.8, 18_200..18_700_i32);
    (0..5_i64, number(), number(), day)
}

/// Whole numbers as one of the types that can hold them.
#[allow(clippy::cast_precision_loss)] // below 2^24
fn whole(numbers: &[Option<i64>], of: u8) -> ArrayRef {
    let texts = || numbers.iter().map(|one| one.map(|one| one.to_string()));
    let float = |one: &Option<i64>| one.map_or(f64::NAN, |one| one as f64);
    match of % 8 {
        7 => {
            let single = |one: &Option<i64>| one.map_or(f32::NAN, |one| one as f32);
            Arc::new(numbers.iter().map(single).collect::<Float32Array>())
        }
        0 => Arc::new(Int64Array::from(numbers.to_vec())),
        1 => Arc::new(numbers.iter().map(float).collect::<Float64Array>()),
        2 => Arc::new(texts().collect::<StringArray>()),
        3 => Arc::new(texts().collect::<LargeStringArray>()),
        4 => Arc::new(texts().collect::<StringViewArray>()),
        5 => {
            let units = numbers
                .iter()
                .map(|one| one.map(|one| i128::from(one) * 100));
            let array = units.collect::<Decimal128Array>();
            Arc::new(array.with_precision_and_scale(12, 2).unwrap())
        }
        _ => {
            let texts: Vec<Option<String>> = texts().collect();
            let texts = texts.iter().map(Option::as_deref);
            Arc::new(texts.collect::<DictionaryArray<Int32Type>>())
        }
    }
}

fn days(days: &[Option<i32>], of: u8) -> ArrayRef {
    let nanoseconds = |day: i32| i64::from(day) * 86_400 * 1_000_000_000;
    let day = |day: i32| jiff::civil::date(1970, 1, 1) + jiff::Span::new().days(day);
    match of % 3 {
        0 => Arc::new(Date32Array::from(days.to_vec())),
        1 => {
            let moments = days.iter().map(|one| one.map(nanoseconds));
            Arc::new(moments.collect::<TimestampNanosecondArray>())
        }
        _ => {
            let texts = days.iter().map(|one| one.map(|one| day(one).to_string()));
            Arc::new(texts.collect::<StringArray>())
        }
    }
}

fn frame(rows: &[Row], [id, count, label, date]: [u8; 4]) -> RecordBatch {
    let ids: Vec<_> = rows.iter().map(|row| Some(row.0)).collect();
    let counts: Vec<_> = rows.iter().map(|row| row.1).collect();
    let labels: Vec<_> = rows.iter().map(|row| row.2).collect();
    let dates: Vec<_> = rows.iter().map(|row| row.3).collect();
    batch_of(&[
        ("day", days(&dates, date)),
        ("person", whole(&ids, id)),
        ("unused", whole(&counts, id)),
        ("count", whole(&counts, count)),
        ("label", whole(&labels, label)),
    ])
}

/// What a release commits to.
fn canonical(release: &Release, batches: &[RecordBatch]) -> (String, Loaded) {
    let mut text = Vec::new();
    let mut observer = |bytes: &[u8]| text.extend_from_slice(bytes);
    let options = Options {
        observer: Some(&mut observer),
        ..Options::default()
    };
    let schema = batches[0].schema();
    let batches = batches.iter().cloned().map(Ok).collect();
    let loaded = load(release, opened(batches, schema), options).unwrap();
    (String::from_utf8(text).unwrap(), loaded)
}

proptest! {
    /// Whatever the types of columns and however rows are cut into batches: the same codes, the same persons, and the same
    /// canonical text, which is the frame as a CSV file.
    #[test]
    fn a_cell_depends_on_its_value_alone(
        rows in prop::collection::vec(row(), 1..40),
        of in any::<[u8; 4]>(),
        other in any::<[u8; 4]>(),
        cut in any::<prop::sample::Index>(),
    ) {
        let release = release_of("Person(id: \"person\", rows: 2)", SCHEMA, "");
        let (first, second) = rows.split_at(cut.index(rows.len()) + 1);
        let (text, loaded) = canonical(&release, &[frame(&rows, of)]);
        let (cut_text, again) = canonical(&release, &[frame(first, other), frame(second, other)]);
        prop_assert_eq!(codes_of(&loaded), codes_of(&again));
        prop_assert_eq!(&text, &cut_text);
        let from_file = load_text(&release, &text).unwrap();
        prop_assert_eq!(codes_of(&loaded), codes_of(&from_file));
        prop_assert_eq!(loaded.beyond_bound, from_file.beyond_bound);
    }

    /// One more row that turns its columns into other types moves no other row's code.
    #[test]
    fn a_row_that_changes_types_moves_no_other_row(
        rows in prop::collection::vec(row(), 1..20),
        of in any::<[u8; 4]>(),
        other in any::<[u8; 4]>(),
    ) {
        let release = release(SCHEMA);
        let mut more = rows.clone();
        more.push((9, None, None, None));
        let before = codes_of(&load_batches(&release, &[frame(&rows, of)]).unwrap());
        let after = codes_of(&load_batches(&release, &[frame(&more, other)]).unwrap());
        for (before, after) in before.iter().zip(&after) {
            prop_assert_eq!(before.as_slice(), &after[..rows.len()]);
        }
    }
}

proptest! {
    /// A number of single precision is the same number in double precision.
    #[test]
    fn precision_moves_no_fraction(numbers in prop::collection::vec(any::<f32>(), 1..20)) {
        let release = release(
            r#"(name: "a", kind: Real(min: "-9", max: "9", decimals: 3, bins: 1000), outside: Clamp, missing: [""])"#,
        );
        let single: ArrayRef = Arc::new(Float32Array::from(numbers.clone()));
        let double: Vec<f64> = numbers.iter().map(|number| f64::from(*number)).collect();
        let double: ArrayRef = Arc::new(Float64Array::from(double));
        let [one, other] = [single, double].map(|array| canonical(&release, &[batch_of(&[("a", array)])]));
        prop_assert_eq!(one.0, other.0);
        prop_assert_eq!(codes_of(&one.1), codes_of(&other.1));
    }
}

/// By the rules that the module's documentation states.
#[test]
fn the_canonical_text() {
    let release = release_of(
        "Person(id: \"who\", rows: 1)",
        r#"(name: "b", kind: Categorical(["x"]), outside: Null, missing: [""]),
            (name: "a", kind: Real(min: 0, max: 9, bins: 3, decimals: 1), outside: Clamp, missing: [""])"#,
        "",
    );
    let batch = batch_of(&[
        ("who", Arc::new(UInt32Array::from(vec![7, 8, 9, 10]))),
        ("left out", Arc::new(BooleanArray::from(vec![true; 4]))),
        (
            "a",
            Arc::new(Float64Array::from(vec![1.0, f64::NAN, 2.5, -0.0])),
        ),
        (
            "b",
            Arc::new(StringArray::from(vec!["x", "say \"x\"", "a,b\nc", " "])),
        ),
    ]);
    let (text, _) = canonical(&release, &[batch]);
    assert_eq!(
        text,
        "b,a,who\nx,1,7\n\"say \"\"x\"\"\",,8\n\"a,b\nc\",2.5,9\n ,0,10\n"
    );
}

/// Long texts are shown in another way, and are the same.
#[test]
fn the_canonical_text_of_long_fields() {
    let release = release(
        r#"(name: "a", kind: Categorical(["x"]), outside: Null, missing: [""]),
            (name: "b", kind: Categorical(["y"]), outside: Null, missing: [""])"#,
    );
    let long = "say \"x\", ".repeat(4000);
    for times in [1, 3000] {
        let few: ArrayRef = Arc::new(StringArray::from(vec![long.as_str(); times]));
        let other: ArrayRef = Arc::new(StringArray::from(vec!["y"; times]));
        let (text, _) = canonical(&release, &[batch_of(&[("a", few), ("b", other)])]);
        let line = format!("\"{}\",y\n", long.replace('"', "\"\""));
        assert!(text == format!("a,b\n{}", line.repeat(times)), "{times}");
    }
}

/// A truth value is the value of the spec that says so.
#[test]
fn truth_values() {
    let truths: ArrayRef = Arc::new(BooleanArray::from(vec![Some(true), Some(false), None]));
    for (kind, expected) in [
        ("Boolean", [1, 0, 2]),
        (r#"Boolean(no: "no", yes: "yes")"#, [1, 0, 2]),
        (r#"Categorical(["True", "False"])"#, [0, 1, 2]),
        (r#"Categorical(["1", "0"])"#, [0, 1, 2]),
        ("Integer(min: 0, max: 1)", [1, 0, 2]),
    ] {
        let release = release(&format!(r#"(name: "a", kind: {kind}, missing: [""])"#));
        let batch = batch_of(&[("a", Arc::clone(&truths))]);
        let codes = codes_of(&load_batches(&release, &[batch]).unwrap());
        assert_eq!(codes, [expected], "{kind}");
    }
}

#[test]
fn what_is_refused() {
    let release =
        release(r#"(name: "a", kind: Integer(min: 0, max: 9), outside: Clamp, missing: [""])"#);
    let numbers: ArrayRef = Arc::new(Int64Array::from(vec![1, 2]));
    let good = batch_of(&[("a", Arc::clone(&numbers))]);

    let failed = Err(ArrowError::ComputeError("a value: 4711".to_owned()));
    let error = refusal(&release, vec![Ok(good.clone()), failed], good.schema());
    assert!(matches!(error.cause, Cause::Stream));
    assert!(!error.to_string().contains("4711"), "{error}");

    let texts: ArrayRef = Arc::new(StringArray::from(vec!["1", "2"]));
    let other = batch_of(&[("b", texts)]);
    let error = refusal(&release, vec![Ok(other)], good.schema());
    assert!(matches!(error.cause, Cause::Stream));

    let field = |name| Field::new(name, numbers.data_type().clone(), true);
    let twice = Arc::new(Schema::new(vec![field("a"), field("a")]));
    let error = refusal(&release, Vec::new(), twice);
    assert!(matches!(error.cause, Cause::DuplicateColumn));

    // A period of pandas is a whole number to whoever does not know its name.
    let named = HashMap::from([(
        "ARROW:extension:name".to_owned(),
        "pandas.period".to_owned(),
    )]);
    let period = Arc::new(Schema::new(vec![field("a").with_metadata(named)]));
    let error = refusal(&release, Vec::new(), period);
    assert!(matches!(error.cause, Cause::Type(_)));

    let error = refusal(
        &release,
        Vec::new(),
        Arc::new(Schema::new(vec![field("A")])),
    );
    assert!(
        error.to_string().contains("the nearest name is \"A\""),
        "{error}"
    );
}

/// Rows are counted through all batches.
#[test]
fn an_error_names_the_row() {
    let release = release(r#"(name: "a", kind: Integer(min: 0, max: 9), outside: Fail)"#);
    let good = batch_of(&[("a", Arc::new(Int64Array::from(vec![1; 5000])))]);
    let bad = batch_of(&[("a", Arc::new(Int64Array::from(vec![1, 10])))]);
    let schema = good.schema();
    let error = refusal(&release, vec![Ok(good), Ok(bad)], schema);
    assert_eq!(error.place().as_str(), "a frame: row 5002: column `a`");
}

/// Its columns are looked at twice, and timestamps of midnight alone are dates.
#[test]
fn a_draft_of_a_frame() {
    let days: Vec<_> = (0..200).map(|day| Some(18_300 + day % 90)).collect();
    let hours: Vec<_> = (0..200_i64)
        .map(|hour| Some(hour * 3_600_000_000_000))
        .collect();
    let batch = batch_of(&[
        ("day", self::days(&days, 1)),
        ("time", Arc::new(TimestampNanosecondArray::from(hours))),
        (
            "n",
            Arc::new(Int64Array::from_iter_values((0..200).map(|n| n % 40))),
        ),
    ]);
    let schema = batch.schema();
    let parts = [batch.slice(0, 100), batch.slice(100, 100)].map(Ok);
    let batches = RecordBatchIterator::new(parts, schema);
    let drafted = draft(Input::from_batches("a frame", batches), &Silent).unwrap();
    assert!(drafted.private_notes.contains("The table has 200 rows"));
    let spec = crate::Spec::parse("draft.ron", drafted.spec).unwrap();
    let kinds: Vec<_> = spec
        .release()
        .schema
        .iter()
        .map(privet_spec::Attribute::kind)
        .collect();
    assert!(matches!(
        kinds.as_slice(),
        [
            privet_spec::Kind::Date { .. },
            privet_spec::Kind::DateTime { .. },
            privet_spec::Kind::Integer(_)
        ]
    ));
}
