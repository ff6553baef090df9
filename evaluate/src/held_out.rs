//! Rows that models are tested on, and that nearest-record distances are compared with.

use crate::dice::Dice;
use crate::findings::HeldOut;
use crate::input::{Comparison, Table};
use crate::number::count;

/// Where held-out rows come from.
#[derive(Clone)]
pub enum HeldOutRows<'t> {
    /// This share of the real table, from 0 to 1.
    Share(f64),
    /// A table of their own, with the name of its file.
    Table { table: Table<'t>, file: String },
}

/// Some rows of a table.
pub(crate) struct Rows<'c, 't> {
    pub(crate) table: &'c Table<'t>,
    pub(crate) places: Vec<usize>,
}

/// Real rows in two parts.
pub(crate) struct Split<'c, 't> {
    /// Real rows that models are trained on, and distances taken to.
    pub(crate) reference: Rows<'c, 't>,
    pub(crate) held_out: Rows<'c, 't>,
    pub(crate) origin: HeldOut,
}

impl<'c, 't> Split<'c, 't> {
    pub(crate) fn new(
        comparison: &'c Comparison<'t>,
        held_out: &'c HeldOutRows<'t>,
        dice: &mut Dice,
    ) -> Self {
        let real = comparison.real();
        match held_out {
            HeldOutRows::Table { table, file } => Self {
                reference: Rows::all(real),
                held_out: Rows::all(table),
                origin: HeldOut::File {
                    file: file.clone(),
                    rows: count(table.rows),
                },
            },
            HeldOutRows::Share(share) => {
                let apart = (0..=real.rows)
                    .rev()
                    .find(|rows| {
                        crate::number::float(count(*rows))
                            <= share * crate::number::float(count(real.rows))
                    })
                    .unwrap_or(0);
                let mut is_apart = vec![false; real.rows];
                for place in dice.distinct(apart, real.rows) {
                    if let Some(apart) = is_apart.get_mut(place) {
                        *apart = true;
                    }
                }
                let part = |wanted: bool| {
                    let places = is_apart.iter().enumerate();
                    let places = places.filter(|(_, apart)| **apart == wanted);
                    Rows {
                        table: real,
                        places: places.map(|(place, _)| place).collect(),
                    }
                };
                Self {
                    reference: part(false),
                    held_out: part(true),
                    origin: HeldOut::Share(*share),
                }
            }
        }
    }
}

impl<'c, 't> Rows<'c, 't> {
    pub(crate) fn all(table: &'c Table<'t>) -> Self {
        Self {
            table,
            places: (0..table.rows).collect(),
        }
    }

    /// At most this many of them, at random.
    pub(crate) fn some(&self, most: usize, dice: &mut Dice) -> Self {
        let mut places = if self.places.len() <= most {
            self.places.clone()
        } else {
            let chosen = dice.distinct(most, self.places.len()).into_iter();
            chosen
                .filter_map(|place| self.places.get(place).copied())
                .collect()
        };
        places.sort_unstable();
        Self {
            table: self.table,
            places,
        }
    }
}
