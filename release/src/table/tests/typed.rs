//! Synthetic rows as Parquet, against the same rows as CSV.

use std::fs;
use std::path::Path;

use ::parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use ::parquet::file::metadata::{ParquetMetaData, RowGroupMetaData};
use arrow_schema::{DataType, SchemaRef, TimeUnit};
use rand_core::{Rng as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;
use tempfile::TempDir;

use super::compared::is_possible;
use super::*;
use crate::Silent;
use crate::table::{
    Input, ROWS_A_GROUP, Records, Shape, Source, TypedRows, Wanted, least_bytes, write_table,
};

/// Every kind.
const ALL: &str = r#"(name: "label", kind: Categorical(["b", "a", "Zürich", " padded", "1", "never"]), missing: ["NA"]),
    (name: "plain", kind: Categorical(["x", "a, \u{e9}", "=1+1"])),
    (name: "flag", kind: Boolean, missing: ["?"]),
    (name: "yes", kind: Boolean(no: "no", yes: "yes"), missing: ["?"]),
    (name: "digit", kind: Boolean(no: "0", yes: "1")),
    (name: "id", kind: Identifier(prefix: "P-")),
    (name: "count", kind: Integer(min: -1000, max: 1000, bin: 7), missing: ["-9999"]),
    (name: "mass", kind: Real(min: "-1.5", max: "12.25", bins: 9, decimals: 3), missing: ["-"]),
    (name: "whole", kind: Real(min: "0", max: "100", bins: 9, decimals: 0)),
    (name: "long", kind: Real(min: "0", max: "999999999.999999999", bins: 5, decimals: 9)),
    (name: "day", kind: Date(min: "1890-02-03", max: "2031-12-31", bin: Months(5), format: "%d.%m.%Y"), missing: [""]),
    (name: "minute", kind: DateTime(min: "2019-12-31 18:30", max: "2020-02-29 12:00", bin: Hours(5), format: "%H:%M; %d/%m/%Y"), missing: ["-"]),
    (name: "second", kind: DateTime(min: "1960-12-31 18:30:00", max: "1971-02-28 12:00:00", bin: Hours(50), format: "%Y-%m-%dT%H:%M:%S"))"#;

/// The same columns as text and with types.
fn both(schema: &str, before: &str, output: &str) -> [Release; 2] {
    ["", "format: Parquet, "].map(|format| {
        let text = format!(
            "Release(privet: 1, unit: Row, adjacency: AddRemove, budget: (epsilon: \"1\", delta: \"1e-9\"), \
             {before} schema: [{schema}], output: ({format}{output}))"
        );
        privet_spec::parse(&text).unwrap_or_else(|problems| panic!("{problems}"))
    })
}

const RULED: &str = r#"(name: "from", kind: Date(min: "2020-01-01", max: "2021-12-31", bin: Months(6)), missing: [""]),
    (name: "to", kind: Date(min: "2020-01-01", max: "2021-12-31", bin: Months(6))),
    (name: "zip", kind: Categorical(["1", "2", "3"]), missing: ["NA"]),
    (name: "city", kind: Categorical(["Berlin", "Hamburg"]), missing: ["none"])"#;
const RULES: &str = r#"mechanism: PrivMrf(), rules: [AtMost("from", "to"),
    Determines("zip", "city", {"1": "Hamburg", "2": "Berlin", "3": "none"})],"#;
const ROWS: usize = 300;

/// What a release writes: a label, and for [`both`] a schema, what stands before it, and its output.
const CASES: [(&str, &str, &str, &str); 4] = [
    ("every kind", ALL, "", ""),
    (
        "another order of columns",
        r#"(name: "a", kind: Boolean), (name: "b", kind: Integer(min: 0, max: 9))"#,
        "",
        r#"columns: ["b", "a"]"#,
    ),
    (
        "decimal commas",
        ALL,
        r#"input: (delimiter: ";", decimal: ","),"#,
        "",
    ),
    ("rules", RULED, RULES, ""),
];

/// Random codes of all learned attributes that no rule forbids; those in `never` do not occur in the first one.
fn codes(release: &Release, rows: usize, seed: u64, never: &[u16]) -> Vec<Codes> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let sizes: Vec<u64> = release.learned().map(|one| one.size().into()).collect();
    let mut row = || -> Vec<u16> {
        let codes = sizes.iter().map(|size| rng.next_u64() % size);
        codes.map(|code| u16::try_from(code).unwrap()).collect()
    };
    let relations = release.relations();
    let mut columns = vec![Vec::with_capacity(rows); sizes.len()];
    while columns[0].len() < rows {
        let row = row();
        if !never.contains(&row[0]) && is_possible(&relations, &row) {
            for (column, code) in columns.iter_mut().zip(row) {
                column.push(code);
            }
        }
    }
    columns.into_iter().map(Codes::wide).collect()
}

fn written(release: &Release, columns: &[Codes], rows: usize) -> Vec<u8> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut out = Vec::new();
    let pick = &mut || rng.next_u64();
    write_table(release, columns, rows, pick, None, &mut out).unwrap();
    out
}

/// All fields of a file as our own reader has them, row by row.
fn fields(path: &Path, wanted: &Wanted) -> Vec<Vec<String>> {
    let opened = Source::new(path).open().unwrap();
    let options = Options::default();
    let mut records = Records::new(opened, options, wanted).unwrap();
    let names = records.header().names().len();
    let mut rows = Vec::new();
    while records.advance().unwrap() == Shape::Whole {
        let row = (0..names).map(|field| String::from_utf8(records.field(field).to_vec()).unwrap());
        rows.push(row.collect());
    }
    rows
}

fn read_back(release: &Release, path: &Path) -> Vec<Vec<u16>> {
    let opened = Source::new(path).open().unwrap();
    codes_of(&load(release, opened, Options::default()).unwrap())
}

fn opened(file: &[u8]) -> (SchemaRef, ParquetMetaData) {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("t");
    fs::write(&path, file).unwrap();
    let reader = ParquetRecordBatchReaderBuilder::try_new(fs::File::open(path).unwrap()).unwrap();
    (reader.schema().clone(), reader.metadata().as_ref().clone())
}

/// Every cell is the same value as in the CSV of the same codes and picks, and both are read back as the same codes.
#[test]
fn cells_are_those_of_the_csv() {
    for (label, schema, before, output) in CASES {
        let releases = both(schema, before, output);
        let columns = codes(&releases[0], ROWS, 7, &[]);
        let folder = TempDir::new().unwrap();
        let mut place = 0;
        let [texts, values] = releases.each_ref().map(|release| {
            place += 1;
            let path = folder.path().join(place.to_string());
            fs::write(&path, written(release, &columns, ROWS)).unwrap();
            let release = release.of_output();
            let read = read_back(&release, &path);
            let codes = columns.iter().map(|codes| codes.iter().collect::<Vec<_>>());
            assert_eq!(read, codes.collect::<Vec<_>>(), "case `{label}`");
            // Columns that are not learned are read by nobody but a draft.
            let all = fields(&path, &Wanted::all(release.input));
            (fields(&path, &Wanted::by_release(&release)), all)
        });
        let [(texts, all_texts), (values, all_values)] = [texts, values];
        assert_eq!((texts.len(), values.len()), (ROWS, ROWS), "case `{label}`");
        for (place, attribute) in releases[0].columns().enumerate() {
            for (text, value) in all_texts.iter().zip(&all_values) {
                let (text, value) = (&text[place], &value[place]);
                let missing = attribute.missing().contains(text) && value.is_empty();
                assert!(
                    attribute.is_learned() || missing || value == text,
                    "{value}"
                );
            }
        }
        for (text, value) in texts.iter().zip(&values) {
            for ((attribute, text), value) in releases[0].columns().zip(text).zip(value) {
                let number = attribute.read_number(text.trim());
                let same = if !attribute.is_learned() {
                    true
                } else if attribute.missing().contains(text) {
                    value.is_empty()
                } else if number.is_some() {
                    attribute.read_number(value.trim()) == number
                } else {
                    value == text
                };
                let name = attribute.name();
                assert!(same, "case `{label}`, {name}: `{text}`, `{value}`");
            }
        }
    }
}

/// Read back as Arrow, both files are the batches that the Parquet file was written from.
#[test]
fn both_files_are_the_same_table_in_arrow() {
    for (label, schema, before, output) in CASES {
        let releases = both(schema, before, output);
        let columns = codes(&releases[0], ROWS, 7, &[]);
        let files = releases.each_ref().map(|one| written(one, &columns, ROWS));
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("t");
        fs::write(&path, &files[1]).unwrap();
        let file = fs::File::open(&path).unwrap();
        let reader = ParquetRecordBatchReaderBuilder::try_new(file).unwrap();
        let expected: Vec<_> = reader.build().unwrap().map(Result::unwrap).collect();
        let from_text = Input::from_reader("t.csv", files[0].as_slice());
        for (release, input) in releases.iter().zip([from_text, Input::at(&path)]) {
            let read = TypedRows::read(release, input, &Silent).unwrap();
            assert_eq!(read.rows(), ROWS, "case `{label}`");
            assert_eq!(read.batches, expected, "case `{label}`");
        }
    }
}

/// A table of another spec is refused, without a word of its fields.
#[test]
fn foreign_fields_are_not_read_back() {
    let schema =
        r#"(name: "a", kind: Categorical(["x"])), (name: "n", kind: Integer(min: 0, max: 9))"#;
    let [release, _] = both(schema, "", "");
    for table in ["a,n\nx,1\nsecret,2\n", "a,n\nx,secret\n", "a\nx\n"] {
        let input = Input::from_reader("t.csv", table.as_bytes());
        let error = TypedRows::read(&release, input, &Silent).unwrap_err();
        assert!(!error.to_string().contains("secret"), "{error}");
    }
}

/// The schema is a function of the spec, whatever the rows; the file tells of nobody but the program.
#[test]
fn types_follow_from_the_spec() {
    let [_, typed] = both(ALL, "", "");
    let dictionary = DataType::Dictionary(Box::new(DataType::Int32), Box::new(DataType::Utf8));
    let moment = DataType::Timestamp(TimeUnit::Millisecond, None);
    let expected = [
        ("label", dictionary.clone(), true),
        ("plain", dictionary.clone(), false),
        ("flag", DataType::Boolean, true),
        ("yes", dictionary.clone(), true),
        ("digit", dictionary, false),
        ("id", DataType::Utf8, false),
        ("count", DataType::Int64, true),
        ("mass", DataType::Decimal128(18, 3), true),
        ("whole", DataType::Decimal128(18, 0), false),
        ("long", DataType::Decimal128(18, 9), false),
        ("day", DataType::Date32, true),
        ("minute", moment.clone(), true),
        ("second", moment, false),
    ];
    for (label, rows, seed, never) in [
        ("some rows", 50, 1, &[][..]),
        ("other rows", 70, 2, &[]),
        ("labels that never occur", 70, 2, &[0, 5, 6]),
        ("no rows", 0, 1, &[]),
    ] {
        let file = written(&typed, &codes(&typed, rows, seed, never), rows);
        let (schema, metadata) = opened(&file);
        let fields = schema.fields().iter();
        let fields: Vec<_> = fields
            .map(|field| {
                (
                    field.name().as_str(),
                    field.data_type().clone(),
                    field.is_nullable(),
                )
            })
            .collect();
        assert_eq!(fields, expected, "case `{label}`");
        let file_metadata = metadata.file_metadata();
        assert_eq!(file_metadata.created_by(), Some("privet"), "case `{label}`");
        let pairs = file_metadata.key_value_metadata().into_iter().flatten();
        let keys: Vec<&str> = pairs.map(|pair| pair.key.as_str()).collect();
        assert_eq!(keys, ["ARROW:schema"], "case `{label}`");
    }
}

/// Also beyond a row group, whose number depends on that of the rows alone.
#[test]
fn bytes_do_not_depend_on_the_number_of_threads() {
    let schema = r#"(name: "a", kind: Integer(min: 0, max: 99, bin: 10), missing: [""]), (name: "b", kind: Boolean)"#;
    let [_, typed] = both(schema, "", "");
    let rows = ROWS_A_GROUP + 5;
    let columns = codes(&typed, rows, 3, &[]);
    let [one, several] = [1, 4].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        pool.build()
            .unwrap()
            .install(|| written(&typed, &columns, rows))
    });
    assert!(one == several);
    let (_, metadata) = opened(&one);
    let groups = metadata.row_groups().iter().map(RowGroupMetaData::num_rows);
    assert_eq!(groups.collect::<Vec<_>>(), [1 << 17, 5]);
}

/// However much equal rows are compressed, a file of them is as long as is asked of a claim.
#[test]
fn a_file_is_longer_than_the_least() {
    let [_, typed] = both(r#"(name: "a", kind: Categorical(["x"]))"#, "", "");
    for rows in [0, 1, ROWS_A_GROUP, ROWS_A_GROUP + 1, 3 * ROWS_A_GROUP] {
        let length = written(&typed, &codes(&typed, rows, 1, &[]), rows).len();
        assert!(
            length as u64 >= least_bytes(&typed, rows as u64),
            "{rows} rows"
        );
        assert!(length < rows.max(1000), "{rows} rows are worth a byte each");
    }
}
