//! Rows that are drawn until enough of them meet the conditions; the others are thrown away.

use privet_spec::counted;
use rand_core::{Rng as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;
use sha2::{Digest as _, Sha256};

use crate::error::Error;
use crate::model::{Drawn, Known};
use crate::table::Codes;
use crate::watch::Watch;

/// Draws so many rows with this seed, whatever is known.
type Draw<'a> = Box<dyn Fn(usize, [u8; 32]) -> Result<Drawn, Error> + 'a>;

pub(super) struct Rejection<'a> {
    pub(super) known: &'a Known<'a>,
    pub(super) seed: [u8; 32],
    pub(super) draw: Draw<'a>,
}

impl Rejection<'_> {
    /// So many rows that are meant. Refused: conditions that next to no row meets.
    pub(super) fn draw(&self, rows: u32, watch: &dyn Watch) -> Result<Drawn, Error> {
        let bar = watch.stage("drawing rows", u64::from(rows));
        let rows = rows as usize;
        let mut rng = Xoshiro256PlusPlus::from_seed(self.seed_of(b"choice", 0));
        let mut kept: Vec<Vec<u16>> = vec![Vec::new(); self.known.weights.len()];
        let mut tries = 0_u64;
        let mut batches = 0..MOST_TRIES;
        let found = |kept: &[Vec<u16>]| kept.first().map_or(0, Vec::len);
        while found(&kept) < rows && tries < MOST_TRIES {
            let number = batches.next().unwrap_or(MOST_TRIES);
            let drawn = (self.draw)(ROWS_AT_ONCE, self.seed_of(b"rows", number))?;
            for row in 0..ROWS_AT_ONCE {
                if found(&kept) == rows {
                    break;
                }
                tries = tries.saturating_add(1);
                // A bin of which a part is meant is meant as often as that part comes up.
                let weight = self.weight(&drawn.columns, row);
                if weight > 0.0 && uniform(&mut rng) < weight {
                    for (kept, codes) in kept.iter_mut().zip(&drawn.columns) {
                        kept.extend(codes.code(row));
                    }
                }
            }
            bar.at(found(&kept) as u64);
        }
        if found(&kept) < rows {
            return Err(Error::refused(
                "--reject",
                format!(
                    "of {tries} rows that were drawn {} the conditions",
                    counted(found(&kept), "meets", "meet")
                ),
                "ask for less, or for fewer rows; or condition the model, without `--reject`",
            ));
        }
        Ok(Drawn::new(kept, rng))
    }

    /// How many rows must be drawn for so many, as far as a few thousand tell.
    pub(super) fn expected(&self, rows: u32) -> Result<String, Error> {
        let drawn = (self.draw)(ROWS_AT_ONCE, self.seed_of(b"estimate", 0))?;
        let weights = (0..ROWS_AT_ONCE).map(|row| self.weight(&drawn.columns, row));
        let meant: f64 = weights.sum();
        if meant <= 0.0 {
            return Ok(format!(
                "none of {ROWS_AT_ONCE} that were drawn to find out is meant, so that each takes many more"
            ));
        }
        #[allow(clippy::cast_precision_loss)]
        let each = ROWS_AT_ONCE as f64 / meant;
        let all = each * f64::from(rows);
        Ok(format!(
            "some {each:.0} for each that is meant, {all:.0} in all"
        ))
    }

    fn weight(&self, columns: &[Codes], row: usize) -> f64 {
        let codes = columns.iter();
        self.known
            .weight(codes.map(|codes| codes.code(row).unwrap_or(0)))
    }

    fn seed_of(&self, what: &[u8], number: u64) -> [u8; 32] {
        let mut hash = Sha256::new();
        hash.update(b"privet/1/reject/");
        hash.update(what);
        hash.update(number.to_le_bytes());
        hash.update(self.seed);
        hash.finalize().into()
    }
}

/// A number in [0, 1).
#[allow(clippy::cast_precision_loss)]
fn uniform(rng: &mut Xoshiro256PlusPlus) -> f64 {
    (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
}

const ROWS_AT_ONCE: usize = 10_000;
/// Minutes of work.
const MOST_TRIES: u64 = 100_000_000;
