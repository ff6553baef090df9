//! Sums of any cut of the rows, joined in any order, and parts that are dealt out: nothing is lost and nothing met twice.

use std::sync::Arc;

use arrow_array::cast::AsArray as _;
use arrow_array::types::{UInt32Type, UInt64Type};
use arrow_array::{
    ArrayRef, BinaryArray, FixedSizeBinaryArray, UInt8Array, UInt32Array, UInt64Array,
};
use privet_core::domain::{Domain, Level};
use privet_core::variables::{Variable, VariableSet};
use privet_spec::parse;
use proptest::prelude::*;
use proptest::sample::Index;
use tempfile::TempDir;
use zeroize::Zeroizing;

use super::super::super::fingerprint::FingerprintKey;
use super::super::super::input::Input;
use super::super::super::tag::BoundingKey;
use super::super::parts::Parts;
use super::super::print::PrintKey;
use super::super::tables::{Derived, Question};
use super::super::tests::write_files;
use super::elsewhere::{CountedBy, Engine, Failure, Pass, Persons};
use super::job::{Job, Told};
use super::rows::{DROPPED, KEPT, NOBODY};
use super::share::Share;
use super::sums::{Sums, Total};

const PARTS: usize = 3;

/// A row on its way through an engine: its part, what became of it, its place among its person's rows, and its codes.
#[derive(Clone, Debug)]
struct Sent {
    part: u32,
    number: u64,
    kind: u8,
    id: u8,
    place: u64,
    codes: [u8; 2],
}

fn sent() -> impl Strategy<Value = Sent> {
    let kind = prop_oneof![4 => Just(KEPT), 1 => Just(DROPPED), 1 => Just(NOBODY)];
    let part = 0..u32::try_from(PARTS).unwrap();
    let row = (part, 0_u64..50, kind, 0_u8..4, 1_u64..5, (0_u8..3, 0_u8..3));
    row.prop_map(|(part, number, kind, id, place, codes)| Sent {
        part,
        number,
        kind,
        id,
        place,
        codes: codes.into(),
    })
}

fn arrays(rows: &[Sent], with_places: bool) -> Vec<ArrayRef> {
    let codes: Vec<u8> = rows.iter().flat_map(|row| row.codes).collect();
    let mut columns: Vec<ArrayRef> = vec![
        Arc::new(
            rows.iter()
                .map(|row| Some(row.part))
                .collect::<UInt32Array>(),
        ),
        Arc::new(
            rows.iter()
                .map(|row| Some(row.number))
                .collect::<UInt64Array>(),
        ),
        Arc::new(
            rows.iter()
                .map(|row| Some(row.kind))
                .collect::<UInt8Array>(),
        ),
        Arc::new(BinaryArray::from_iter_values(
            rows.iter().map(|row| [row.id]),
        )),
        Arc::new(FixedSizeBinaryArray::try_new(2, codes.into(), None).unwrap()),
    ];
    if with_places {
        columns.push(Arc::new(
            rows.iter()
                .map(|row| Some(row.place))
                .collect::<UInt64Array>(),
        ));
    }
    columns
}

/// Of a table of two columns; a census, or both columns together and the second by itself.
fn job(asks: bool) -> Job {
    let job = Job::new(Told {
        spec: SPEC.to_owned(),
        files: Vec::new(),
        print: PrintKey::from_system().unwrap(),
        bounding: [3; 32],
        fingerprint: [7; 32],
        asked: None,
    });
    let job = job.unwrap();
    if !asks {
        return job;
    }
    let levels = [Level::leaf(0, 3), Level::leaf(1, 3)];
    let set = |variables: &[u16]| {
        let variables: Vec<Variable> = variables.iter().copied().map(Variable).collect();
        VariableSet::new(&variables).unwrap()
    };
    job.asking(&Question {
        domain: &Domain::new(&levels).unwrap(),
        columns: &[Derived::as_read(0, 3), Derived::as_read(1, 3)],
        sets: &[set(&[0, 1]), set(&[1])],
        cells: &[9, 3],
    })
}

/// The sums of rows that come at once.
fn sums(job: &Job, rows: &[Sent], most: Option<u32>) -> Sums {
    let mut sums = Sums::new();
    sums.add(job, &arrays(rows, most.is_some()), most).unwrap();
    sums
}

/// What was asked for, as numbers; all of them zero of no rows.
fn words(job: &Job, rows: &[Sent], most: Option<u32>) -> Vec<u64> {
    Total::of(&sums(job, rows, most).to_bytes(), PARTS)
        .unwrap()
        .words
}

/// By hand: rows, and then each column, or the tables.
fn counted(rows: &[Sent], most: Option<u32>, asks: bool) -> Vec<u64> {
    let is_counted =
        |row: &&Sent| row.kind == KEPT && most.is_none_or(|most| row.place <= u64::from(most));
    let rows: Vec<&Sent> = rows.iter().filter(is_counted).collect();
    let count =
        |is: &dyn Fn([u8; 2]) -> bool| rows.iter().filter(|row| is(row.codes)).count() as u64;
    let x = (0..3).map(|code| count(&|[x, _]| x == code));
    let y = (0..3).map(|code| count(&|[_, y]| y == code));
    let both = (0..3).flat_map(|x| (0..3).map(move |y| [x, y]));
    let both: Vec<u64> = both.map(|cell| count(&|codes| codes == cell)).collect();
    let first = if asks { both } else { x.collect() };
    [rows.len() as u64]
        .into_iter()
        .chain(first)
        .chain(y)
        .collect()
}

proptest! {
    /// Cut among any workers and within each into any batches, joined two by two in any order: the bytes are those of all rows
    /// at once, which are the numbers counted by hand. One row more moves them by what it is by itself.
    #[test]
    fn sums_of_any_cut_are_the_sums_of_the_whole(
        rows in proptest::collection::vec((sent(), 0_usize..4, any::<bool>()), 1..30),
        joins in proptest::collection::vec((any::<Index>(), any::<bool>()), 3),
        one_more in sent(),
        most in proptest::option::of(1_u32..4),
        asks in any::<bool>(),
    ) {
        let job = job(asks);
        let mut all: Vec<Sent> = rows.iter().map(|(row, ..)| row.clone()).collect();
        let whole = sums(&job, &all, most).to_bytes();
        let mut pieces: Vec<Sums> = Vec::new();
        for worker in 0..4 {
            let mut piece = Sums::new();
            let own: Vec<&(Sent, usize, bool)> = rows.iter().filter(|(_, of, _)| *of == worker).collect();
            for batch in own.chunk_by(|_, (.., begins)| !begins) {
                let batch: Vec<Sent> = batch.iter().map(|(row, ..)| row.clone()).collect();
                piece.add(&job, &arrays(&batch, most.is_some()), most).unwrap();
            }
            pieces.push(piece);
        }
        for (which, anew) in &joins {
            let one = pieces.swap_remove(which.index(pieces.len()));
            let other = pieces.swap_remove(which.index(pieces.len()));
            // Into sums that have rows of their own, or into none.
            let (mut joined, behind) = if *anew { (Sums::new(), Some(one)) } else { (one, None) };
            for piece in [Some(other), behind].into_iter().flatten() {
                joined.join(&piece.to_bytes()).unwrap();
            }
            pieces.push(joined);
        }
        prop_assert_eq!(pieces.len(), 1);
        prop_assert!(pieces[0].to_bytes() == whole);

        let total = Total::of(&whole, PARTS).unwrap();
        let by_hand = counted(&all, most, asks);
        prop_assert_eq!(&total.words[..by_hand.len()], by_hand);
        for (part, tally) in (0..).zip(&total.tallies) {
            let of = |kind: u8| all.iter().filter(move |row| row.part == part && row.kind == kind);
            let dropped = of(DROPPED).count() as u64;
            prop_assert_eq!((tally.read, tally.dropped), (of(KEPT).count() as u64 + dropped, dropped));
            prop_assert_eq!(tally.without_id, of(NOBODY).map(|row| row.number).sum::<u64>());
        }
        let before = words(&job, &all, most);
        let alone = words(&job, core::slice::from_ref(&one_more), most);
        all.push(one_more);
        let after = words(&job, &all, most);
        let moved: Vec<u64> = before.iter().zip(&alone).map(|(word, more)| word.wrapping_add(*more)).collect();
        prop_assert_eq!(after, moved);
    }
}

/// However many it is dealt out to, every part is read by one, with its number and its rows.
#[test]
fn every_part_is_dealt_to_one() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("files");
    let rows: Vec<(u8, u8, u8)> = (0..40_u8).map(|row| (2 + row, row % 6, row % 3)).collect();
    write_files(&path, &rows, 3, 4);
    let job = job(false);
    let parts = Parts::of(&Input::at(&path), &job.release).unwrap().unwrap();
    let whole = Share::whole(parts.row_groups().unwrap()).unwrap();
    // Files of 14, 14 and 12 rows.
    assert_eq!(whole.len(), 4 + 4 + 3);
    let read = |shares: &[Share]| {
        let mut read = Vec::new();
        for share in shares {
            for part in 0..share.len() {
                let each = &mut |batch: arrow_array::RecordBatch| {
                    let parts = batch.column(0).as_primitive::<UInt32Type>();
                    let numbers = batch.column(1).as_primitive::<UInt64Type>();
                    let (ids, codes) = (
                        batch.column(3).as_binary::<i32>(),
                        batch.column(4).as_fixed_size_binary(),
                    );
                    read.extend((0..batch.num_rows()).map(|row| {
                        let place = (parts.value(row), numbers.value(row));
                        (place, ids.value(row).to_vec(), codes.value(row).to_vec())
                    }));
                    true
                };
                share.read(part, &job, each).unwrap();
            }
        }
        read.sort_unstable();
        read
    };
    let expected = read(core::slice::from_ref(&whole));
    // Each part ends with the number of its rows that name nobody.
    assert_eq!(expected.len(), rows.len() + whole.len());
    for workers in 1..=whole.len() + 2 {
        let dealt = whole.dealt(workers);
        assert_eq!(dealt.len(), workers);
        assert!(read(&dealt) == expected, "{workers} workers");
    }
}

/// Says this of the persons of a table, and nothing else.
struct Saying(Persons);

impl Engine for Saying {
    fn persons(&self, _: &Pass) -> Result<Persons, Failure> {
        Ok(self.0)
    }

    fn sums(&self, _: &Pass) -> Result<Vec<u8>, Failure> {
        Err(Failure::Ended)
    }
}

/// Under `Replace` each row is another person: where an engine meets a second row of one, nothing is summed.
#[test]
fn an_engine_that_meets_a_second_row_is_refused_under_replace() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("files");
    write_files(&path, &[(2, 1, 1), (3, 1, 1)], 1, 4);
    for (adjacency, largest, told) in [
        ("Replace", 1, "could not be reached"),
        ("Replace", 2, "a person has a second row"),
        ("AddRemove", 2, "could not be reached"),
    ] {
        let spec = SPEC
            .replace("rows: 2", "rows: 1")
            .replace("AddRemove", adjacency);
        let release = parse(&spec).unwrap_or_else(|problems| panic!("{problems}"));
        let parts = Parts::of(&Input::at(&path), &release).unwrap().unwrap();
        let engine = Saying(Persons {
            rows: 2,
            beyond: 0,
            largest,
        });
        let counted_by = CountedBy {
            engine: &engine,
            spec,
            files: Vec::new(),
        };
        let keys = (
            &BoundingKey::default(),
            &FingerprintKey::new(Zeroizing::new([7; 32])),
        );
        let Err(error) = counted_by.open(&parts, &release, keys) else {
            panic!("there are no sums");
        };
        assert!(
            error.to_string().contains(told),
            "{adjacency}, {largest}: {error}"
        );
    }
}

const SPEC: &str = "Release(privet: 1, unit: Person(id: \"who\", rows: 2), adjacency: AddRemove, \
     budget: (epsilon: \"1\", delta: \"1e-9\"), \
     schema: [(name: \"x\", kind: Integer(min: 0, max: 5, bin: 2)), (name: \"y\", kind: Categorical([\"a\", \"b\", \"c\"]))])";
