//! The fictitious table: five attributes that depend on each other, one of them with a hierarchy.

use privet_core::domain::Level;
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Number of rows.
pub const ROWS: usize = 500;
/// Number of attributes.
pub const ATTRIBUTES: usize = 5;
/// Values of the widest attribute.
pub const WIDEST: usize = 24;

/// What is public of the table: sizes, and the groups of the widest attribute.
pub const LEVELS: [Level<'static>; ATTRIBUTES + 1] = [
    Level::leaf(0, 2),
    Level::leaf(1, 3),
    Level::leaf(2, 4),
    Level::leaf(3, 5),
    Level::leaf(4, 24),
    Level {
        attribute: 4,
        size: 4,
        groups: &[
            0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3,
        ],
        representatives: &[0, 6, 12, 18],
    },
];

/// The private table, a column an attribute.
pub struct Table([[u8; ROWS]; ATTRIBUTES]);

impl Table {
    /// All zero.
    pub const EMPTY: Self = Self([[0; ROWS]; ATTRIBUTES]);

    /// Makes the rows up, the same on every platform.
    pub fn fill(&mut self) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(500);
        let [first, second, third, fourth, fifth] = &mut self.0;
        let columns = first.iter_mut().zip(second).zip(third);
        for (((first, second), third), (fourth, fifth)) in columns.zip(fourth.iter_mut().zip(fifth))
        {
            // The hour of the day; a second dice makes the middle hours likelier.
            let hour = (below(12, &mut rng) + below(13, &mut rng)) % 24;
            *fifth = hour;
            *first = u8::from(hour >= 12) ^ u8::from(below(8, &mut rng) == 0);
            *second = (*first + below(2, &mut rng)) % 3;
            *third = (hour / 6 + below(5, &mut rng) / 4) % 4;
            *fourth = (*second + below(3, &mut rng)) % 5;
        }
    }

    /// The columns, one byte a value.
    pub fn columns(&self) -> [&[u8]; ATTRIBUTES] {
        self.0.each_ref().map(<[u8; ROWS]>::as_slice)
    }
}

/// A number below `bound`; its slight bias is no matter here.
fn below(bound: u8, rng: &mut impl Rng) -> u8 {
    let [low, ..] = (rng.next_u32() % u32::from(bound)).to_le_bytes();
    low
}
