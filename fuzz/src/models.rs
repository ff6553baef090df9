//! Arbitrary domains, networks and cells: larger than those of the properties.

use privet_core::bayes::network::{HeadRule, Learner, Network};
use privet_core::curator::{UNSCORED, pairs_of};
use privet_core::domain::Domain;
use privet_verification::engines::Bounds;
use privet_verification::shapes::{Limits, Shape, Stream};
use rand_core::Rng as _;

use crate::bytes::Bytes;

/// Up to twelve attributes of up to 40 values with up to two coarser levels.
pub fn any_shape(bytes: &mut Bytes<'_>) -> Shape {
    let limits = Limits {
        attributes: Bounds::all(11),
        values: Bounds::all(39),
        levels: Bounds::all(2),
    };
    Shape::any(bytes, limits)
}

/// A learner's input: scores one by one or from a stream, and any limit of cells up to `most`.
#[derive(Debug)]
pub struct Scores {
    scores: Vec<i64>,
    most_cells: u64,
    cell_price: u64,
    head: HeadRule,
}

impl Scores {
    pub fn any(bytes: &mut Bytes<'_>, domain: &Domain<'_>, most: u64) -> Self {
        let most_cells = bytes.below_or(most);
        let cell_price = match bytes.index(3) {
            0 => 0,
            1 => bytes.below_or(255),
            _ => bytes.below_or(u64::MAX),
        };
        let head = match bytes.index(2) {
            0 => HeadRule::Worth,
            _ => HeadRule::PerCell,
        };
        let scores = any_numbers(bytes, pairs_of(domain.len()), UNSCORED);
        Self {
            scores,
            most_cells,
            cell_price,
            head,
        }
    }

    pub fn most_cells(&self) -> u64 {
        self.most_cells
    }

    pub fn learner<'a>(&'a self, domain: Domain<'a>) -> Learner<'a> {
        Learner {
            domain,
            scores: &self.scores,
            most_cells: self.most_cells,
            cell_price: self.cell_price,
            head: self.head,
        }
    }
}

/// A network over the domain, learned from any scores, with tables of up to `most` cells.
pub fn any_network(bytes: &mut Bytes<'_>, domain: &Domain<'_>, most: u64) -> Network {
    let scores = Scores::any(bytes, domain, most);
    let network = scores.learner(*domain).learn();
    network.expect("a network for every score")
}

/// So many numbers: given one by one, from a stream of any magnitude, sparse, or extreme.
pub fn any_numbers(bytes: &mut Bytes<'_>, count: usize, special: i64) -> Vec<i64> {
    let mode = bytes.index(5);
    if mode == 0 {
        return (0..count).map(|_| bytes.any()).collect();
    }
    if mode == 1 {
        let small = |bytes: &mut Bytes<'_>| bytes.below_or(255).cast_signed() - 64;
        return (0..count).map(|_| small(bytes)).collect();
    }
    let mut stream = Stream(bytes.below_or(u64::MAX));
    let shift = bytes.index(63);
    let mut next = move || {
        let number = stream.next_u64();
        match mode {
            2 => number.cast_signed() >> shift,
            3 if !number.is_multiple_of(4) => 0,
            3 => i64::from((number >> 60) as u8),
            4 => [special, 0, 1, -1, i64::MAX, i64::MIN][(number % 6) as usize],
            _ => special,
        }
    };
    (0..count).map(|_| next()).collect()
}
