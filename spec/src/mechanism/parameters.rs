//! What every mechanism says about itself.

use super::around::Around;
use super::estimator::Estimator;
use crate::expect::Variant;
use crate::findings::{Findings, Reason};
use crate::in_full::Written;
use crate::sampling::Sampling;
use crate::shares::Division;
use crate::unit::Adjacency;

/// How a mechanism's losses add up, and so what it can promise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Accounting {
    /// Gaussian noise: μ² adds up, the promise is (ε, δ).
    Gaussian,
    /// Laplace noise and private selection: ε adds up, and δ = 0.
    Pure,
}

/// The parameters of one mechanism, and what the other sections of a spec must know of it. Nothing here
/// has a default, so that a new mechanism answers each question.
pub(super) trait Parameters: Sized {
    /// As the spec writes it.
    const NAME: &'static str;
    const ACCOUNTING: Accounting;

    /// How the budget is divided if the spec does not say it, and what it may say.
    fn division(adjacency: Adjacency) -> Division;

    /// Why rows cannot be drawn in this way; `None` if they can.
    fn refuses(sampling: Sampling) -> Option<Reason>;

    /// How the tables become a model, where the spec has a say in it.
    fn estimator(&self) -> Option<Estimator>;

    /// The most columns of a table that a `workload` may name, or why it may name none.
    fn weighs(&self) -> Result<u8, Reason>;

    /// The most rows of a table that it takes, where that is fewer than there may be.
    fn most_rows(&self) -> Option<u32>;

    /// Why its rows could break rules between columns; `None` if they keep them.
    fn breaks_rules(&self) -> Option<Reason>;

    /// Reads what follows the name.
    fn read(variant: &Variant<'_>, around: Around<'_>, findings: &mut Findings) -> Option<Self>;

    /// Every parameter, as the spec writes it.
    fn written(&self) -> Vec<(&'static str, Written)>;
}
