//! At most r rows a person, and which.
//!
//! Every row with an id is encoded and judged. Of a person with more than r rows, without those that rules between columns
//! drop (`ruled`), those are kept whose tags come first:
//! ```text
//! tag = HMAC-SHA-256(key, length of the id ‖ id ‖ codes ‖ occurrence)
//! ```
//! with the finest codes of the row and, among rows of the person with equal codes, the number of this one.
//!
//! So the rows that are kept are a function of the key and of this person's rows as a multiset. Adding or removing
//! a person moves nobody else's rows; neither the order of the lines nor the way a table is cut into files changes
//! what is kept. The tags of a person's rows are independent of each other and of the codes, as far as HMAC is
//! pseudorandom (the occurrence keeps equal rows apart), so each of k rows is kept with the same chance r/k.
//!
//! Tested: `removing_a_person_moves_nobody_else`: which of a person's rows are kept depends on these rows and the key
//! alone, and they are at most r (in `tests/bounding.rs`: 256 random tables of up to 39 rows and 5 persons);
//! `rows_are_kept_by_their_tags`, a second way of writing the rule; `a_rows_chance_does_not_depend_on_its_codes`,
//! `dropped_rows_take_no_part_in_the_choice`, `under_replace_every_row_is_another_person` (a second row of a person, or
//! a row of nobody, is refused).

use std::collections::HashMap;

use privet_spec::{Release, Unit};
use rayon::prelude::*;

use super::codes::{Codes, keep, put_row};
use super::error::{IdProblem, TableError};
use super::id::IdColumn;
use super::records::Records;
use super::tag::BoundingKey;

/// Which rows of the table are used.
pub(crate) enum Bounding {
    EveryRow,
    Persons(Persons),
    /// Rows that name a person, who is looked at elsewhere.
    Named(IdColumn),
}

/// The persons of a table, by their ids, which are never released and are forgotten with this value.
pub(crate) struct Persons {
    ids: IdColumn,
    most: u32,
    /// Persons are numbered as they appear. The map's hash is keyed at random, so that no file can slow it down.
    numbers: HashMap<Box<[u8]>, u32>,
    /// How many rows each person has.
    counts: Vec<u32>,
    /// The person of each row that has one.
    of_row: Vec<u32>,
}

/// What becomes of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// It is encoded, and kept if its person has not too many.
    Read,
    /// It names no person.
    WithoutId,
    /// A release stops here: each row must name another person.
    Refused(IdProblem),
    /// There is no memory for a further one.
    NoMemory,
}

impl Bounding {
    pub(crate) fn new(release: &Release, records: &Records<'_>) -> Result<Self, TableError> {
        let ids = IdColumn::new(release, records)?;
        Ok(match (ids, &release.unit) {
            (Some(ids), Unit::Person { rows, .. }) => Self::Persons(Persons {
                ids,
                most: *rows,
                numbers: HashMap::new(),
                counts: Vec::new(),
                of_row: Vec::new(),
            }),
            _ => Self::EveryRow,
        })
    }

    /// Only leaves out rows that name nobody.
    pub(super) fn passing(release: &Release, records: &Records<'_>) -> Result<Self, TableError> {
        let ids = IdColumn::new(release, records)?;
        Ok(ids.map_or(Self::EveryRow, Self::Named))
    }

    /// Judges the current row.
    pub(crate) fn judge(&mut self, records: &Records<'_>) -> Verdict {
        match self {
            Self::EveryRow => Verdict::Read,
            Self::Named(ids) => match ids.id(records) {
                Ok(Some(_)) => Verdict::Read,
                Ok(None) => Verdict::WithoutId,
                Err(problem) => Verdict::Refused(problem),
            },
            Self::Persons(persons) => persons.judge(records),
        }
    }

    /// How many rows are dropped because their persons have enough.
    pub(crate) fn beyond_bound(&self) -> u64 {
        match self {
            Self::EveryRow | Self::Named(_) => 0,
            Self::Persons(persons) => persons.beyond_bound(),
        }
    }

    /// Forgets those of the rows that were read which are not kept, as if nobody had ever had them.
    pub(crate) fn leave_out(&mut self, kept: &[bool]) {
        if let Self::Persons(persons) = self {
            persons.leave_out(kept);
        }
    }

    /// Which of the rows that were read are kept; nothing where all are.
    pub(crate) fn kept(&self, key: &BoundingKey, columns: &[Codes]) -> Option<Vec<bool>> {
        match self {
            Self::Persons(persons) if persons.beyond_bound() > 0 => {
                Some(persons.kept(key, columns))
            }
            _ => None,
        }
    }

    /// The column of the id, if there is one.
    pub(crate) fn id_column(&self) -> Option<usize> {
        self.ids().map(IdColumn::column)
    }

    /// Where rows name persons.
    pub(super) fn ids(&self) -> Option<&IdColumn> {
        match self {
            Self::EveryRow => None,
            Self::Persons(persons) => Some(&persons.ids),
            Self::Named(ids) => Some(ids),
        }
    }

    /// Bytes that are kept of the persons so far, roughly.
    pub(super) fn bytes(&self) -> u64 {
        match self {
            Self::EveryRow | Self::Named(_) => 0,
            Self::Persons(persons) => persons.bytes(),
        }
    }
}

impl Persons {
    fn judge(&mut self, records: &Records<'_>) -> Verdict {
        let id = match self.ids.id(records) {
            Ok(Some(id)) => id,
            Ok(None) => return Verdict::WithoutId,
            Err(problem) => return Verdict::Refused(problem),
        };
        let reserved = self.numbers.try_reserve(1).is_ok()
            && self.counts.try_reserve(1).is_ok()
            && self.of_row.try_reserve(1).is_ok();
        if !reserved {
            return Verdict::NoMemory;
        }
        let person = if let Some(person) = self.numbers.get(id) {
            if self.ids.each_once() {
                return Verdict::Refused(IdProblem::Repeated);
            }
            *person
        } else {
            // Where there are more persons than numbers, the table is far beyond what is held.
            let Ok(person) = u32::try_from(self.counts.len()) else {
                return Verdict::NoMemory;
            };
            self.numbers.insert(id.into(), person);
            self.counts.push(0);
            person
        };
        if let Some(count) = self.counts.get_mut(person as usize) {
            *count = count.saturating_add(1);
        }
        self.of_row.push(person);
        Verdict::Read
    }

    /// A number a row; a number, a count and a slot of the map with the id's text for each person.
    fn bytes(&self) -> u64 {
        let rows = self.of_row.len().saturating_mul(4);
        let persons = self.numbers.len().saturating_mul(A_PERSON);
        rows.saturating_add(persons) as u64
    }

    fn leave_out(&mut self, kept: &[bool]) {
        for (person, kept) in self.of_row.iter().zip(kept) {
            if let Some(count) = self.counts.get_mut(*person as usize) {
                *count = count.saturating_sub(u32::from(!kept));
            }
        }
        keep(&mut self.of_row, kept);
    }

    fn beyond_bound(&self) -> u64 {
        let beyond = |count: &u32| u64::from(count.saturating_sub(self.most));
        self.counts.iter().map(beyond).sum()
    }

    fn kept(&self, key: &BoundingKey, columns: &[Codes]) -> Vec<bool> {
        let has_too_many = |person: u32| {
            let count = self.counts.get(person as usize);
            count.is_some_and(|count| *count > self.most)
        };
        let mut kept: Vec<bool> = Vec::with_capacity(self.of_row.len());
        let mut rows: Vec<(u32, usize)> = Vec::new();
        for (row, &person) in self.of_row.iter().enumerate() {
            let choose = has_too_many(person);
            kept.push(!choose);
            if choose {
                rows.push((person, row));
            }
        }
        rows.sort_unstable();
        let mut ids: Vec<&[u8]> = vec![&[]; self.counts.len()];
        for (id, person) in &self.numbers {
            if let Some(place) = ids.get_mut(*person as usize) {
                *place = id;
            }
        }
        let persons: Vec<&[(u32, usize)]> = rows.chunk_by(|one, other| one.0 == other.0).collect();
        let chosen = persons.par_iter().flat_map_iter(|rows| {
            let id = rows
                .first()
                .and_then(|(person, _)| ids.get(*person as usize));
            self.first_by_tag(key, id.copied().unwrap_or_default(), rows, columns)
        });
        for row in chosen.collect::<Vec<usize>>() {
            if let Some(kept) = kept.get_mut(row) {
                *kept = true;
            }
        }
        kept
    }

    /// Those rows of one person whose tags come first.
    fn first_by_tag(
        &self,
        key: &BoundingKey,
        id: &[u8],
        rows: &[(u32, usize)],
        columns: &[Codes],
    ) -> impl Iterator<Item = usize> + use<> {
        let mut coded: Vec<(Vec<u8>, usize)> = rows
            .iter()
            .map(|&(_, row)| {
                let mut codes = Vec::new();
                put_row(columns, row, &mut codes);
                (codes, row)
            })
            .collect();
        coded.sort_unstable();
        let mut tagged: Vec<([u8; 32], usize)> = coded
            .chunk_by(|one, other| one.0 == other.0)
            .flat_map(|equal| (0_u64..).zip(equal))
            .map(|(occurrence, (codes, row))| (key.tag(id, codes, occurrence), *row))
            .collect();
        tagged.sort_unstable();
        tagged
            .into_iter()
            .take(self.most as usize)
            .map(|(_, row)| row)
    }
}

/// Bytes: a slot of the map, which is half empty at worst, the text of an id as the system hands memory out, and a count.
const A_PERSON: usize = 96;
