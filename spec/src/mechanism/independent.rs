//! `Independent`: every column by itself, from its own noisy table. The baseline.

use super::around::Around;
use super::common::{KEEPS_RULES, NEEDS_CHOICES};
use super::estimator::Estimator;
use super::parameters::{Accounting, Parameters};
use crate::decimal::Decimal;
use crate::expect::Variant;
use crate::fields::Fields;
use crate::findings::{Findings, Reason};
use crate::in_full::Written;
use crate::sampling::Sampling;
use crate::shares::Division;
use crate::unit::Adjacency;

/// `Independent` has no parameters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Independent {}

impl Parameters for Independent {
    const NAME: &'static str = "Independent";
    const ACCOUNTING: Accounting = Accounting::Gaussian;

    fn division(adjacency: Adjacency) -> Division {
        let (size, tables) = match adjacency {
            Adjacency::AddRemove => (Some(Decimal::new(1, -2)), Decimal::new(99, -2)),
            Adjacency::Replace => (None, Decimal::ONE),
        };
        Division::Shared {
            structure: Err(Reason {
                what: "`Independent` chooses nothing, so there is no structure to pay for",
                help: "remove `structure`",
            }),
            size,
            tables,
        }
    }

    fn refuses(_: Sampling) -> Option<Reason> {
        None
    }

    fn estimator(&self) -> Option<Estimator> {
        None
    }

    fn most_rows(&self) -> Option<u32> {
        None
    }

    fn breaks_rules(&self) -> Option<Reason> {
        Some(Reason {
            what: "`Independent` draws every column by itself, so its rows would break rules between columns",
            help: KEEPS_RULES,
        })
    }

    fn weighs(&self) -> Result<u8, Reason> {
        Err(Reason {
            what: "`Independent` measures every column by itself, and has nothing to choose",
            help: NEEDS_CHOICES,
        })
    }

    fn read(chosen: &Variant<'_>, _: Around<'_>, findings: &mut Findings) -> Option<Self> {
        Fields::of_variant(chosen, &[], findings)?;
        Some(Self {})
    }

    fn written(&self) -> Vec<(&'static str, Written)> {
        let Self {} = self;
        Vec::new()
    }
}
