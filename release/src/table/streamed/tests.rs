//! However a table is cut into files and row groups, and whoever reads which: the rows that are counted are those of memory.

use std::fs::{self, File};
use std::path::Path;
use std::sync::Arc;

use arrow_array::{ArrayRef, RecordBatch, StringArray};
use parquet::arrow::ArrowWriter;
use parquet::file::properties::WriterProperties;
use privet_core::domain::{Domain, Level};
use privet_core::variables::{Variable, VariableSet};
use privet_spec::{Release, parse};
use proptest::prelude::*;
use tempfile::TempDir;
use zeroize::Zeroizing;

use super::super::fingerprint::FingerprintKey;
use super::super::input::Input;
use super::super::tag::BoundingKey;
use super::super::{Loaded, Opened, Options, load};
use super::parts::Parts;
use super::stream::{Streamed, Streaming};
use super::tables::{Derived, Question};
use crate::table::Error;
use crate::watch::Silent;

/// A person, a number and a letter.
type Row = (u8, u8, u8);

fn spec(unit: &str, adjacency: &str, rules: &str) -> Release {
    let text = format!(
        "Release(privet: 1, unit: {unit}, adjacency: {adjacency}, budget: (epsilon: \"1\", delta: \"1e-9\"), schema: [\
         (name: \"x\", kind: Integer(min: 0, max: 5, bin: 2)), (name: \"y\", kind: Categorical([\"a\", \"b\", \"c\"]))]{rules})"
    );
    parse(&text).unwrap_or_else(|problems| panic!("{problems}"))
}

/// Fields as text; the first person is nobody, and another is written in two ways.
fn fields((who, x, y): Row) -> [String; 3] {
    let id = match who {
        0 => String::new(),
        1 => ["1", "1.0"][usize::from(x % 2)].to_owned(),
        who => format!("p{who}"),
    };
    [
        id,
        x.to_string(),
        ["a", "b", "c"][usize::from(y)].to_owned(),
    ]
}

/// Writes rows as Parquet files, with row groups of so many rows.
pub(super) fn write_files(folder: &Path, rows: &[Row], files: usize, group: usize) {
    fs::create_dir(folder).unwrap();
    let rows: Vec<[String; 3]> = rows.iter().copied().map(fields).collect();
    let a_file = rows.len().div_ceil(files).max(1);
    for file in 0..files {
        let rows = rows.chunks(a_file).nth(file).unwrap_or(&[]);
        let column = |place: usize| -> ArrayRef {
            let texts = rows
                .iter()
                .map(|row| Some(row[place].as_str()).filter(|text| !text.is_empty()));
            Arc::new(texts.collect::<StringArray>())
        };
        let columns = [
            ("who", column(0), true),
            ("x", column(1), true),
            ("y", column(2), true),
        ];
        let batch = RecordBatch::try_from_iter_with_nullable(columns).unwrap();
        let groups = WriterProperties::builder().set_max_row_group_row_count(Some(group));
        let file = File::create(folder.join(format!("{file}.parquet"))).unwrap();
        let mut writer = ArrowWriter::try_new(file, batch.schema(), Some(groups.build())).unwrap();
        writer.write(&batch).unwrap();
        writer.close().unwrap();
    }
}

fn text(rows: &[Row]) -> String {
    let lines = rows.iter().map(|row| fields(*row).join(",") + "\n");
    format!("who,x,y\n{}", lines.collect::<String>())
}

fn held(release: &Release, rows: &[Row]) -> Result<Loaded, Error> {
    let options = Options {
        bounding: bounding(),
        ..Options::default()
    };
    Ok(load(
        release,
        Opened::new("t.csv", text(rows).as_bytes()),
        options,
    )?)
}

fn streamed<'a>(release: &'a Release, path: &Path) -> Result<Streamed<'a>, Error> {
    let parts = Parts::of(&Input::at(path), release)?.unwrap();
    let streaming = Streaming {
        release,
        bounding: &bounding(),
        fingerprint: &fingerprint(),
        bytes: 1 << 20,
        watch: &Silent,
        counted_by: None,
    };
    streaming.open(parts, &mut |_| {})
}

fn bounding() -> BoundingKey {
    BoundingKey::new(Zeroizing::new([3; 32]))
}

fn fingerprint() -> FingerprintKey {
    FingerprintKey::new(Zeroizing::new([7; 32]))
}

/// How many rows are counted, and both columns together: what a curator adds noise to.
type Counts = (u64, Vec<u64>);

fn of_memory(loaded: &Loaded) -> Counts {
    let mut cells = vec![0; 12];
    let [x, y] = loaded.table.columns.as_slice() else {
        panic!("two columns");
    };
    for (x, y) in x.iter().zip(y.iter()) {
        cells[usize::from(3 * x + y)] += 1;
    }
    (loaded.table.rows as u64, cells)
}

fn of_stream(streamed: &Streamed<'_>) -> Counts {
    let levels = [Level::leaf(0, 4), Level::leaf(1, 3)];
    let domain = Domain::new(&levels).unwrap();
    let set = VariableSet::new(&[Variable(0), Variable(1)]).unwrap();
    let question = Question {
        domain: &domain,
        columns: &[Derived::as_read(0, 4), Derived::as_read(1, 3)],
        sets: &[set],
        cells: &[12],
    };
    let cells = streamed.stream.count(&question).unwrap().remove(0);
    let sum = |of: &dyn Fn(usize) -> bool| -> u64 {
        let chosen = (0..cells.len()).filter(|cell| of(*cell));
        chosen.map(|cell| cells[cell]).sum()
    };
    let x: Vec<u64> = (0..4).map(|x| sum(&|cell| cell / 3 == x)).collect();
    let y: Vec<u64> = (0..3).map(|y| sum(&|cell| cell % 3 == y)).collect();
    assert_eq!(
        [streamed.stream.column(0), streamed.stream.column(1)],
        [x, y]
    );
    (streamed.stream.census().rows, cells.to_vec())
}

fn rows(persons: u8, most: usize) -> impl Strategy<Value = Vec<Row>> {
    proptest::collection::vec((0..persons, 0_u8..6, 0_u8..3), 1..most)
}

const RULES: &str = ", rules: [Impossible({\"x\": [5], \"y\": [\"c\"]})]";

proptest! {
    #![proptest_config(ProptestConfig::with_cases(privet_tests::cases(20)))]

    /// As a text or in files of any row groups, on all cores: the counts are those of the table in memory. Without one person
    /// they are smaller by what that person's rows are by themselves, which is at most the bound.
    #[test]
    fn a_stream_counts_the_rows_of_memory_however_it_is_cut(
        rows in rows(6, 60),
        bound in 1_u32..5,
        by_row in any::<bool>(),
        files in 1_usize..4,
        group in 1_usize..9,
        removed in 0_u8..6,
    ) {
        let unit = if by_row { "Row".to_owned() } else { format!("Person(id: \"who\", rows: {bound})") };
        let release = spec(&unit, "AddRemove", RULES);
        let folder = TempDir::new().unwrap();
        let (theirs, others): (Vec<Row>, Vec<Row>) = rows.iter().partition(|row| row.0 == removed);
        let mut counted = Vec::new();
        for (name, rows) in [("all", &rows), ("theirs", &theirs), ("others", &others)] {
            let loaded = held(&release, rows).unwrap();
            let expected = of_memory(&loaded);
            let at = |form: &str| folder.path().join(format!("{name}.{form}"));
            fs::write(at("csv"), text(rows)).unwrap();
            write_files(&at("files"), rows, files, group);
            for path in [at("csv"), at("files")] {
                // Files without a row have no row group; a table of no rows is always held.
                if rows.is_empty() && path == at("files") {
                    continue;
                }
                let streamed = streamed(&release, &path).unwrap();
                prop_assert_eq!(&of_stream(&streamed), &expected);
                let left_out = (streamed.beyond_bound, streamed.without_id, streamed.dropped_by_rules);
                prop_assert_eq!(left_out, (loaded.beyond_bound, loaded.without_id, loaded.dropped_by_rules));
                prop_assert!(
                    streamed.stream.fingerprint().to_bytes() == loaded.table.fingerprint(&fingerprint()).to_bytes()
                );
            }
            counted.push(expected);
        }
        let [(all, cells), (theirs, their_cells), (others, other_cells)] = counted.as_slice() else {
            panic!("three tables");
        };
        prop_assert_eq!(*all, theirs + others);
        prop_assert!(by_row || *theirs <= u64::from(bound));
        let together: Vec<u64> = their_cells.iter().zip(other_cells).map(|(one, other)| one + other).collect();
        prop_assert_eq!(cells, &together);
    }

    /// Under `Replace` each row is another person, or the table is refused: by a stream as in memory, wherever the rows of one
    /// person are.
    #[test]
    fn a_stream_refuses_a_second_row_as_memory_does(
        rows in rows(40, 12),
        files in 1_usize..4,
        group in 1_usize..5,
    ) {
        let release = spec("Person(id: \"who\", rows: 1)", "Replace", "");
        let folder = TempDir::new().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("t.csv"), text(&rows)).unwrap();
        write_files(&at("files"), &rows, files, group);
        let mut persons: Vec<u8> = rows.iter().map(|row| row.0).collect();
        persons.sort_unstable();
        persons.dedup();
        let is_refused = persons.len() < rows.len() || persons.first() == Some(&0);
        prop_assert_eq!(held(&release, &rows).is_err(), is_refused);
        for name in ["t.csv", "files"] {
            prop_assert_eq!(streamed(&release, &at(name)).is_err(), is_refused, "{}", name);
        }
    }
}
