//! Which rows of a person are kept, where rows are not held.
//!
//! The rule is that of `bounding.rs`: of a person with more than r rows those whose tags come first. A tag depends on the
//! person's id, the row's codes and its number among the person's equal rows, which may be handed out in any order: each
//! number is used once. So the rows that are kept are known as a multiset, "so many of this person's rows with these codes",
//! and a later pass keeps as many of them, whichever it meets first.
//!
//! Persons are known by a keyed number of 128 bits. Were two to share one they would be protected as one person.
//!
//! Tested: `a_stream_counts_the_rows_of_memory_however_it_is_cut`, `persons_and_rules_are_those_of_memory`.
//! Assumed: two persons share a keyed number of 128 bits with next to no probability; they would be protected as one.

use std::collections::{BinaryHeap, HashMap, HashSet};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

use super::super::block::Block;
use super::super::failure::Error;
use super::super::tag::BoundingKey;
use super::print::PrintKey;
use super::walk::Look;

/// Counts the rows of each person.
pub(super) struct Counting<'a> {
    print: &'a PrintKey,
    /// By the last bits of a person's number, so that cores seldom wait for each other.
    shards: Vec<Mutex<HashMap<u128, u32>>>,
    most_persons: usize,
}

impl<'a> Counting<'a> {
    /// With so many bytes of memory.
    pub(super) fn new(print: &'a PrintKey, bytes: u64) -> Self {
        let persons = bytes / A_PERSON / SHARDS as u64;
        Self {
            print,
            shards: (0..SHARDS).map(|_| Mutex::default()).collect(),
            most_persons: usize::try_from(persons).unwrap_or(usize::MAX),
        }
    }

    /// Whether nobody has a second row.
    pub(super) fn is_each_once(&self) -> bool {
        self.shards.iter().all(|shard| {
            let counts = shard.lock();
            counts.is_ok_and(|counts| counts.values().all(|rows| *rows < 2))
        })
    }

    /// The persons with more rows than so many, and how many rows these have beyond it.
    pub(super) fn with_more_than(self, most: u32) -> TooMany {
        let mut found = TooMany::default();
        for shard in self.shards {
            for (person, rows) in shard.into_inner().unwrap_or_default() {
                let beyond = rows.saturating_sub(most);
                if beyond > 0 {
                    found.beyond = found.beyond.saturating_add(beyond.into());
                    found.persons.insert(person);
                }
            }
        }
        found
    }
}

impl Look for Counting<'_> {
    type Seen = ();

    fn begin(&self) {}

    fn look(&self, (): &mut (), block: &Block<'_>) -> Result<(), Error> {
        let Some(ids) = block.ids() else {
            return Ok(());
        };
        for (row, id) in ids.enumerate() {
            if !block.keeps(row) {
                continue;
            }
            let person = self.print.number(id);
            let shard = self.shards.get(shard_of(person));
            let Some(mut counts) = shard.and_then(|shard| shard.lock().ok()) else {
                continue;
            };
            if counts.len() >= self.most_persons && !counts.contains_key(&person) {
                return Err(Error::refused(
                    "--memory",
                    "there is not enough memory to know every person of the table",
                    "give more memory; a person takes some 64 bytes while their rows are counted",
                ));
            }
            let rows = counts.entry(person).or_default();
            *rows = rows.saturating_add(1);
        }
        Ok(())
    }
}

/// Persons with too many rows.
#[derive(Default)]
pub(super) struct TooMany {
    persons: HashSet<u128>,
    /// How many of their rows are not kept.
    pub(super) beyond: u64,
}

impl TooMany {
    pub(super) fn is_empty(&self) -> bool {
        self.persons.is_empty()
    }
}

/// Chooses among the rows of persons with too many.
pub(super) struct Choosing<'a> {
    pub(super) print: &'a PrintKey,
    pub(super) key: &'a BoundingKey,
    pub(super) too_many: &'a TooMany,
    pub(super) most: u32,
    pub(super) chosen: Mutex<HashMap<u128, Candidates>>,
}

/// Rows of one person.
#[derive(Default)]
pub(super) struct Candidates {
    /// How many rows with these codes there are so far.
    equal: HashMap<u128, u64>,
    /// Those whose tags come first, the last of them on top: tag and codes.
    first: BinaryHeap<([u8; 32], u128)>,
}

impl Look for Choosing<'_> {
    type Seen = ();

    fn begin(&self) {}

    fn look(&self, (): &mut (), block: &Block<'_>) -> Result<(), Error> {
        let mut codes = Vec::new();
        for (row, id) in block.ids().into_iter().flatten().enumerate() {
            let person = self.print.number(id);
            if !block.keeps(row) || !self.too_many.persons.contains(&person) {
                continue;
            }
            block.codes_of(row, &mut codes);
            let coded = self.print.number(&codes);
            let Ok(mut chosen) = self.chosen.lock() else {
                continue;
            };
            let candidates = chosen.entry(person).or_default();
            let occurrence = candidates.equal.entry(coded).or_default();
            let tag = self.key.tag(id, &codes, *occurrence);
            *occurrence = occurrence.saturating_add(1);
            candidates.first.push((tag, coded));
            if candidates.first.len() > self.most as usize {
                candidates.first.pop();
            }
        }
        Ok(())
    }
}

/// Which rows are kept of persons with too many; of everybody else all are.
#[derive(Default)]
pub(super) struct Chosen {
    too_many: HashSet<u128>,
    /// How many rows of this person with these codes are kept, by place in `most`.
    places: HashMap<(u128, u128), usize>,
    most: Vec<u32>,
}

impl Chosen {
    pub(super) fn new(too_many: TooMany, chosen: HashMap<u128, Candidates>) -> Self {
        let mut kept: HashMap<(u128, u128), u32> = HashMap::new();
        for (person, candidates) in chosen {
            for (_, codes) in candidates.first {
                let rows = kept.entry((person, codes)).or_default();
                *rows = rows.saturating_add(1);
            }
        }
        let (mut places, mut most) = (HashMap::with_capacity(kept.len()), Vec::new());
        for (row, rows) in kept {
            places.insert(row, most.len());
            most.push(rows);
        }
        Self {
            too_many: too_many.persons,
            places,
            most,
        }
    }

    /// For one pass.
    pub(super) fn begin<'a>(&'a self, print: &'a PrintKey) -> Keeping<'a> {
        Keeping {
            chosen: self,
            print,
            left: self.most.iter().copied().map(AtomicU32::new).collect(),
        }
    }
}

/// Which rows one pass keeps.
pub(super) struct Keeping<'a> {
    chosen: &'a Chosen,
    print: &'a PrintKey,
    /// How many rows are still to be met, of each kind.
    left: Vec<AtomicU32>,
}

impl Keeping<'_> {
    /// Replaces `rows` by the rows of a block that are kept.
    pub(super) fn kept(&self, block: &Block<'_>, rows: &mut Vec<usize>) {
        rows.clear();
        rows.extend((0..block.rows()).filter(|row| block.keeps(*row)));
        if self.chosen.too_many.is_empty() {
            return;
        }
        let Some(ids) = block.ids() else {
            return;
        };
        let persons: Vec<u128> = ids.map(|id| self.print.number(id)).collect();
        let mut codes = Vec::new();
        rows.retain(|row| {
            let Some(person) = persons.get(*row) else {
                return false;
            };
            if !self.chosen.too_many.contains(person) {
                return true;
            }
            block.codes_of(*row, &mut codes);
            self.is_chosen(*person, self.print.number(&codes))
        });
    }

    fn is_chosen(&self, person: u128, codes: u128) -> bool {
        let place = self.chosen.places.get(&(person, codes));
        let left = place.and_then(|place| self.left.get(*place));
        let one_less = |rows: u32| rows.checked_sub(1);
        left.is_some_and(|left| {
            left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_less)
                .is_ok()
        })
    }
}

fn shard_of(person: u128) -> usize {
    usize::try_from(person % SHARDS as u128).unwrap_or_default()
}

const SHARDS: usize = 256;
/// Bytes: a slot of the map, which is half empty at worst.
const A_PERSON: u64 = 64;
