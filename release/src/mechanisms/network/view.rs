//! A model with a network of measured tables, as all of its readers see it, whatever the law of its noise.

use super::drawn_from::DrawnFrom;
use super::estimated::EstimatedFile;
use super::nodes::NodeFile;
use crate::error::Error;
use crate::model::{LawWanted, NoisyTable, RowsWanted};
use crate::model::{Structure, Variable};
use crate::noise::Noise;
use crate::plan::{Plan, VariableName};
use crate::watch::Watch;
use rand_xoshiro::Xoshiro256PlusPlus;

/// The network, its tables, and what became of them.
pub(crate) struct NetworkView<'m> {
    pub(crate) head: &'m [VariableName],
    pub(crate) nodes: &'m [NodeFile],
    pub(crate) tables: Vec<MeasuredTable<'m>>,
    pub(crate) estimated: Option<&'m EstimatedFile>,
}

/// A table as it was measured, and after consistency.
#[derive(Clone, Copy)]
pub(crate) struct MeasuredTable<'m> {
    pub(crate) columns: &'m [VariableName],
    pub(crate) measured: &'m [i64],
    pub(crate) fitted: &'m [i64],
    pub(crate) noise: Noise,
}

impl<'m> NetworkView<'m> {
    /// Draws one column for each attribute of the domain, and returns them with the generator.
    pub(crate) fn draw(
        &self,
        plan: &Plan,
        wanted: RowsWanted<'_>,
        watch: &dyn Watch,
    ) -> Result<(Vec<Vec<u16>>, Xoshiro256PlusPlus), Error> {
        plan.with_domain(|domain| self.drawn_from().draw(plan, domain, wanted, watch))
    }

    /// The law of some attributes of the domain.
    pub(crate) fn law(&self, plan: &Plan, wanted: LawWanted<'_>) -> Result<Vec<f64>, Error> {
        plan.with_domain(|domain| self.drawn_from().law(plan, domain, wanted))
    }

    fn drawn_from(&self) -> DrawnFrom<'m> {
        if let Some(EstimatedFile::Field(field)) = self.estimated {
            return field.drawn_from();
        }
        let tables = self.tables.iter();
        let tables = tables.map(|table| (table.columns, [table.measured, table.fitted]));
        DrawnFrom {
            head: self.head,
            nodes: self.nodes,
            tables: tables.collect(),
            leans: false,
        }
    }

    /// Every table with its noise.
    pub(crate) fn noisy_tables(&self) -> Vec<NoisyTable<'m>> {
        let tables = self.tables.iter();
        tables
            .map(|table| NoisyTable {
                columns: table.columns,
                left_out: &[],
                of_a_cell: table.noise,
                cells: table.measured,
                noise: table.noise,
            })
            .collect()
    }

    /// Who hangs on whom.
    pub(crate) fn structure(&self, shown: &dyn Fn(&VariableName) -> Variable) -> Structure {
        let all = |names: &[VariableName]| names.iter().map(shown).collect();
        let children = self.nodes.iter();
        Structure::Network {
            first: all(self.head),
            children: children
                .map(|node| (shown(&node.child), all(&node.parents)))
                .collect(),
        }
    }

    /// `tables` in words, and what they were taken for.
    pub(crate) fn in_words(&self, tables: String) -> String {
        match self.estimated {
            Some(estimated) => format!("{tables}; {}", estimated.in_words()),
            None => tables,
        }
    }
}
