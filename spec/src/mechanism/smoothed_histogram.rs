//! `SmoothedHistogram`: rows drawn from the histogram of all attributes mixed with the uniform law
//! (Sørensen 3.1).

use super::around::Around;
use super::common::{KEEPS_RULES, MOST_CELLS, NEEDS_CHOICES, read_max_cells};
use super::estimator::Estimator;
use super::parameters::{Accounting, Parameters};
use crate::expect::Variant;
use crate::fields::Fields;
use crate::findings::{Findings, Reason};
use crate::in_full::Written;
use crate::sampling::Sampling;
use crate::schema::Attribute;
use crate::shares::Division;
use crate::unit::Adjacency;

/// Parameters of `SmoothedHistogram`. None of them changes the guarantee.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SmoothedHistogram {
    /// The most cells that the histogram may have.
    pub max_cells: u32,
    /// The cells that it has: the product of the attributes' sizes, at most `max_cells`.
    pub cells: u32,
}

impl Parameters for SmoothedHistogram {
    const NAME: &'static str = "SmoothedHistogram";
    const ACCOUNTING: Accounting = Accounting::Pure;

    fn division(_: Adjacency) -> Division {
        Division::Whole(Reason {
            what: "`SmoothedHistogram` asks one question, so there is nothing to share",
            help: "remove `shares`",
        })
    }

    fn refuses(_: Sampling) -> Option<Reason> {
        Some(Reason {
            what: "`SmoothedHistogram` draws its rows itself, from no tables",
            help: "remove `sampling`",
        })
    }

    fn estimator(&self) -> Option<Estimator> {
        None
    }

    /// Its weight is solved from the number of rows, which has 32 bits there.
    fn most_rows(&self) -> Option<u32> {
        Some(u32::MAX)
    }

    fn breaks_rules(&self) -> Option<Reason> {
        Some(Reason {
            what: "`SmoothedHistogram` gives every row some weight, also one that breaks a rule",
            help: KEEPS_RULES,
        })
    }

    fn weighs(&self) -> Result<u8, Reason> {
        Err(Reason {
            what: "`SmoothedHistogram` has one table of all columns, and nothing to choose",
            help: NEEDS_CHOICES,
        })
    }

    fn read(chosen: &Variant<'_>, around: Around<'_>, findings: &mut Findings) -> Option<Self> {
        let fields = Fields::of_variant(chosen, &["max_cells"], findings)?;
        let max_cells = read_max_cells(&fields, findings);
        let mut unsuited = false;
        if around.adjacency == Some(Adjacency::AddRemove) {
            let what = "`SmoothedHistogram` needs a public number of rows, which `AddRemove` hides";
            let help = "write `adjacency: Replace`, or another mechanism";
            findings.add(chosen.place, what, help);
            unsuited = true;
        }
        if around.found > 0 {
            let what =
                "`SmoothedHistogram` asks one question, so it finds no bins of numbers and dates";
            let help = "declare them (`bin`, `bins` or `edges`), or write another mechanism";
            findings.add(chosen.place, what, help);
            unsuited = true;
        }
        let max_cells = max_cells?;
        let cells = product(around.schema?);
        let fitting = cells.filter(|&cells| cells <= max_cells);
        if fitting.is_none() {
            let found =
                cells.map_or_else(|| "more than 2^32".to_owned(), |cells| cells.to_string());
            let what = format!(
                "the histogram of all attributes has {found} cells, above `max_cells` = {max_cells}"
            );
            let help = format!(
                "use coarser bins or fewer attributes, write `mechanism: PrivBayesPure()`, or \
                 raise `max_cells` (to {MOST_CELLS} at most)"
            );
            findings.add(chosen.place, what, help);
        }
        Some(Self {
            max_cells,
            cells: fitting.filter(|_| !unsuited)?,
        })
    }

    fn written(&self) -> Vec<(&'static str, Written)> {
        // The cells follow from the schema.
        let Self {
            max_cells,
            cells: _,
        } = self;
        vec![("max_cells", Written::bare(max_cells))]
    }
}

/// The product of the learned attributes' sizes, or nothing beyond 2^32.
fn product(schema: &[Attribute]) -> Option<u32> {
    schema
        .iter()
        .filter(|attribute| attribute.is_learned())
        .try_fold(1_u32, |cells, attribute| {
            cells.checked_mul(attribute.size())
        })
}
