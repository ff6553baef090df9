//! Every charge recomputed, and their sum against the total that the guarantee allows: in the
//! accounting of the spec's mechanism.

use core::num::NonZeroU32;

use privet_core::curator::histogram_of;
use privet_core::ledger::{Accounting, Balance, Gaussian, LawRecord, Pure};
use privet_core::privacy::SquaredSensitivity;
use privet_spec::counted;

use super::findings::Findings;
use crate::plan::Total;
use crate::record::{Asked, LossFile, QueryFile, Record};
use crate::spec::Spec;

/// Checks all charges of a record, and the total that it claims.
pub(super) fn check_composition(name: &str, record: &Record, spec: &Spec, findings: &mut Findings) {
    let total = spec.total();
    let file = LossFile::from(total);
    let guarantee = spec.release().budget.guarantee;
    findings.check(
        record.guarantee.total == file,
        format!("{name}: {} is what {guarantee}-DP allows", file.in_words()),
        format!("{name}: guarantee.total is not what {guarantee}-DP allows"),
    );
    match total {
        Total::Gaussian(total) => check::<Gaussian>(name, record, spec, total, findings),
        Total::Pure(total) => check::<Pure>(name, record, spec, total, findings),
    }
}

fn check<A: Accounting>(
    name: &str,
    record: &Record,
    spec: &Spec,
    total: A::Loss,
    findings: &mut Findings,
) where
    LossFile: From<A::Loss>,
{
    let rule = spec.mechanism().words().charge.in_words();
    let mut charges = Vec::new();
    for (query, number) in record.queries.iter().zip(1..) {
        let what = format!("query {number} ({})", query.purpose);
        let charge = query.law().and_then(A::recomputed);
        match charge.filter(|charge| query.charge == LossFile::from(*charge)) {
            Some(charge) => charges.push(charge),
            None => findings.fault(format!(
                "{name}: {what}: its charge is not {rule} rounded up"
            )),
        }
        if !query.words_agree() {
            findings.fault(format!(
                "{name}: {what}: its law, columns, unit_of_answer or the law's numbers are not those \
                 of such a query"
            ));
        }
        if !columns_are_right(query, spec) {
            findings.fault(format!(
                "{name}: {what}: its columns are not those of the spec"
            ));
        }
        if !sensitivity_is_right(query, spec) {
            findings.fault(format!(
                "{name}: {what}: its sensitivity is not that of such a query for this unit"
            ));
        }
    }
    if !is_in_order(&record.queries) {
        findings.fault(format!(
            "{name}: queries: they are not in the order in which a release asks"
        ));
    }
    let sum = charges
        .iter()
        .try_fold(Balance::new(total), |balance, &charge| {
            balance.after(charge).ok()
        })
        .map(Balance::spent);
    findings.check(
        sum.is_some_and(|sum| record.spent == LossFile::from(sum))
            && charges.len() == record.queries.len(),
        format!(
            "{name}: {} recomputed; the sum is within the total",
            counted(charges.len(), "charge", "charges")
        ),
        format!("{name}: the charges do not add up to `spent` within the total"),
    );
}

/// Counts of grids come first, then the size, then what chooses tables, then the tables and the choices among them, whose
/// order the mechanism knows.
fn is_in_order(queries: &[QueryFile]) -> bool {
    let asked = queries.iter().map(QueryFile::asked);
    let place = |asked| match asked {
        Some(Asked::Grid) => 0,
        Some(Asked::Size) => 1,
        Some(Asked::PairScores | Asked::Selection) => 2,
        _ => 3,
    };
    asked.map(place).is_sorted()
}

/// Rows tell of all columns that have two values. The columns of tables are held against the model.
fn columns_are_right(query: &QueryFile, spec: &Spec) -> bool {
    if query.asked() != Some(Asked::Rows) {
        return true;
    }
    let plan = spec.plan();
    let columns = plan.with_domain(|domain| Ok(histogram_of(domain).ok()));
    matches!(columns, Ok(Some(set)) if plan.variables.names(&set) == query.columns)
}

/// Whether one unit moves such an answer by as much as the record says. The mechanism knows its own choices.
fn sensitivity_is_right(query: &QueryFile, spec: &Spec) -> bool {
    let neighbours = spec.plan().neighbours;
    let (Some(asked), Some(law)) = (query.asked(), query.law()) else {
        return false;
    };
    match (asked, law) {
        (Asked::Size, LawRecord::Gaussian { sensitivity, .. }) => neighbours
            .size()
            .is_some_and(|each| sensitivity == SquaredSensitivity::of_each(NonZeroU32::MIN, each)),
        (Asked::Size, LawRecord::Laplace { sensitivity, .. }) => {
            neighbours.size() == Some(sensitivity)
        }
        (Asked::Table | Asked::Grid, LawRecord::Gaussian { sensitivity, .. }) => {
            sensitivity == neighbours.table()
        }
        (Asked::Table | Asked::Grid, LawRecord::Laplace { sensitivity, .. }) => {
            neighbours.table_l1() == sensitivity
        }
        (Asked::Parts, LawRecord::Gaussian { sensitivity, .. }) => {
            let parts = query.parts.as_ref();
            let moved = parts.and_then(|parts| parts.sensitivity(&query.columns, neighbours));
            moved == Some(sensitivity)
        }
        (Asked::PairScores, LawRecord::Gaussian { sensitivity, .. }) => {
            neighbours.pair_score().is_ok_and(|each| {
                let each = SquaredSensitivity::of_each(NonZeroU32::MIN, each);
                sensitivity.units() % each.units() == 0
            })
        }
        (Asked::Farthest | Asked::Selection | Asked::Rows, _) => {
            spec.mechanism().chooses(neighbours, asked, law)
        }
        // No mechanism of this version asks for anything else.
        _ => false,
    }
}
