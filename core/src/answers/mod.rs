//! Who answers a mechanism's questions: the curator, or a record of what it once answered.
//!
//! A mechanism is written against these traits. So the code that learned from a table also rebuilds what was learned, from
//! the published answers alone (`recorded.rs`): it asks the same questions in the same order, at the same price, or
//! the answers are not those of such a release.
//!
//! What a mechanism holds counts nothing, be it a curator or anybody else who answers:
//! ```compile_fail,E0599
//! use privet_core::{answers::GaussianAnswers, domain::Domain, variables::VariableSet};
//! fn mechanism(curator: &mut impl GaussianAnswers, domain: &Domain<'_>, set: &VariableSet) {
//!     let _ = curator.count(domain, set, &mut [0; 4]); // no such method
//! }
//! ```
//! ```compile_fail,E0616
//! use privet_core::{curator::{Counts, Curator}, ledger::Gaussian};
//! fn mechanism<C: Counts, R>(curator: Curator<C, R, Gaussian, 8>) {
//!     let _ = curator.counts; // private field
//! }
//! ```
//!
//! What was recorded costs the same again, and answers that are too many, too few, of another size or out of range are
//! refused: `tests/answers.rs`. Releases of every mechanism, honest and forged: `privet-release`, `verify/tests`.

#[cfg(feature = "alloc")]
mod recorded;

use rand_core::TryCryptoRng;

use crate::Error;
use crate::curator::{
    AskedTable, Choice, Compared, Counts, Curator, DistanceScratch, PartsScratch, ScoreScratch,
    SelectScratch, Size, TableList,
};
use crate::domain::Domain;
use crate::ledger::{Accounting, Gaussian, Pure};
use crate::neighbours::Neighbours;
use crate::parts::AskedParts;
use crate::privacy::{LaplaceScale, MuSquared, PureEpsilon, Sigma};

#[cfg(feature = "alloc")]
pub use recorded::{Recorded, Transcript};

/// What every mechanism may ask for.
pub trait Answers<A: Accounting> {
    /// Which tables count as neighbours.
    fn neighbours(&self) -> Neighbours;

    /// The number of rows: with noise that costs at most `share`, or as it is where it is public.
    fn size(&mut self, share: A::Loss) -> Result<Size, Error>;

    /// Says which tables will be asked for next, each by a question of its own. Public facts and earlier answers decide
    /// which: the curator's source may count them in one pass, and a record has nothing to count. Changes no answer.
    fn announce(&mut self, _domain: &Domain<'_>, _tables: &TableList<'_>) {}

    /// The table that is asked for, with noise that costs at most `share`; returns the noise's scale.
    ///
    /// `scratch` and `noisy` have as many cells as the table; impossible ones are answered by zero.
    fn table<'q>(
        &mut self,
        domain: &Domain<'_>,
        asked: impl Into<AskedTable<'q>>,
        share: A::Loss,
        scratch: &mut [u64],
        noisy: &mut [i64],
    ) -> Result<A::Scale, Error>;
}

/// What is answered under Gaussian accounting besides.
pub trait GaussianAnswers: Answers<Gaussian> {
    /// See [`Curator::pair_scores`].
    fn pair_scores(
        &mut self,
        domain: &Domain<'_>,
        most_cells: u64,
        share: MuSquared,
        scratch: ScoreScratch<'_>,
        progress: &mut dyn FnMut(),
    ) -> Result<Option<Sigma>, Error>;

    /// See [`Curator::parts`].
    fn parts(
        &mut self,
        domain: &Domain<'_>,
        asked: &AskedParts,
        share: MuSquared,
        scratch: PartsScratch<'_>,
        noisy: &mut [i64],
    ) -> Result<Sigma, Error>;

    /// See [`Curator::farthest`].
    fn farthest(
        &mut self,
        domain: &Domain<'_>,
        compared: Compared<'_, impl AsRef<[i64]>>,
        share: MuSquared,
        scratch: DistanceScratch<'_>,
        strike: &mut dyn FnMut(usize, &mut [bool]),
        chosen: &mut [usize],
    ) -> Result<usize, Error>;
}

/// What is answered under pure accounting besides.
pub trait PureAnswers: Answers<Pure> {
    /// See [`Curator::select`].
    fn select(
        &mut self,
        domain: &Domain<'_>,
        choice: Choice<'_>,
        share: PureEpsilon,
        scratch: &mut SelectScratch<'_>,
        progress: &mut dyn FnMut(),
    ) -> Result<usize, Error>;
}

impl<C: Counts, R: TryCryptoRng, const ENTRIES: usize> Answers<Gaussian>
    for Curator<C, R, Gaussian, ENTRIES>
{
    fn neighbours(&self) -> Neighbours {
        self.neighbours()
    }

    fn size(&mut self, share: MuSquared) -> Result<Size, Error> {
        self.size(share)
    }

    fn announce(&mut self, domain: &Domain<'_>, tables: &TableList<'_>) {
        Curator::announce(self, domain, tables);
    }

    fn table<'q>(
        &mut self,
        domain: &Domain<'_>,
        asked: impl Into<AskedTable<'q>>,
        share: MuSquared,
        scratch: &mut [u64],
        noisy: &mut [i64],
    ) -> Result<Sigma, Error> {
        self.table(domain, asked, share, scratch, noisy)
    }
}

impl<C: Counts, R: TryCryptoRng, const ENTRIES: usize> GaussianAnswers
    for Curator<C, R, Gaussian, ENTRIES>
{
    fn pair_scores(
        &mut self,
        domain: &Domain<'_>,
        most_cells: u64,
        share: MuSquared,
        scratch: ScoreScratch<'_>,
        progress: &mut dyn FnMut(),
    ) -> Result<Option<Sigma>, Error> {
        self.pair_scores(domain, most_cells, share, scratch, progress)
    }

    fn parts(
        &mut self,
        domain: &Domain<'_>,
        asked: &AskedParts,
        share: MuSquared,
        scratch: PartsScratch<'_>,
        noisy: &mut [i64],
    ) -> Result<Sigma, Error> {
        self.parts(domain, asked, share, scratch, noisy)
    }

    fn farthest(
        &mut self,
        domain: &Domain<'_>,
        compared: Compared<'_, impl AsRef<[i64]>>,
        share: MuSquared,
        scratch: DistanceScratch<'_>,
        strike: &mut dyn FnMut(usize, &mut [bool]),
        chosen: &mut [usize],
    ) -> Result<usize, Error> {
        self.farthest(domain, compared, share, scratch, strike, chosen)
    }
}

impl<C: Counts, R: TryCryptoRng, const ENTRIES: usize> Answers<Pure>
    for Curator<C, R, Pure, ENTRIES>
{
    fn neighbours(&self) -> Neighbours {
        self.neighbours()
    }

    fn size(&mut self, share: PureEpsilon) -> Result<Size, Error> {
        self.size(share)
    }

    fn announce(&mut self, domain: &Domain<'_>, tables: &TableList<'_>) {
        Curator::announce(self, domain, tables);
    }

    fn table<'q>(
        &mut self,
        domain: &Domain<'_>,
        asked: impl Into<AskedTable<'q>>,
        share: PureEpsilon,
        scratch: &mut [u64],
        noisy: &mut [i64],
    ) -> Result<LaplaceScale, Error> {
        self.table(domain, asked, share, scratch, noisy)
    }
}

impl<C: Counts, R: TryCryptoRng, const ENTRIES: usize> PureAnswers
    for Curator<C, R, Pure, ENTRIES>
{
    fn select(
        &mut self,
        domain: &Domain<'_>,
        choice: Choice<'_>,
        share: PureEpsilon,
        scratch: &mut SelectScratch<'_>,
        progress: &mut dyn FnMut(),
    ) -> Result<usize, Error> {
        self.select(domain, choice, share, scratch, progress)
    }
}
