//! Tables that are chosen one after the other between two estimates.
//!
//! An estimate, and what it expects of every candidate, serves a whole batch. Its tables are a forest: none of them
//! ties attributes that the batch ties already, directly or by way of others. So no table of a batch repeats what
//! another one tells; the first batch, made where all attributes are independent, is part of a spanning tree, such as
//! MST has (McKenna, Miklau and Sheldon 2021).
//!
//! All public: a function of the tables that were chosen.

use alloc::vec::Vec;

use super::candidates::Limits;
use super::graph::Graph;
use super::tried::fits_model;
use crate::domain::Domain;
use crate::variables::VariableSet;

/// A batch that is being chosen.
pub struct Batch<'a> {
    domain: &'a Domain<'a>,
    limits: Limits,
    graph: Graph,
    /// Cells of the model without the batch, and how many the batch has added.
    before: u64,
    added: u64,
    /// For each attribute the first of those that the batch ties it to, or itself.
    tied_to: Vec<u8>,
}

impl<'a> Batch<'a> {
    /// The most tables of a batch: half as many as attributes where nothing was measured yet, and a fifth later, when
    /// one table says more of what another will find.
    pub fn most_tables(attributes: u16, is_first: bool) -> usize {
        usize::from(attributes.div_ceil(if is_first { 2 } else { 5 }).max(1))
    }

    /// No table yet, beside a model with these ties.
    pub fn new(domain: &'a Domain<'a>, graph: &Graph, limits: Limits) -> Self {
        let attributes = u8::try_from(domain.attributes()).unwrap_or(u8::MAX);
        Self {
            domain,
            limits,
            before: graph.cells(),
            added: 0,
            graph: graph.clone(),
            tied_to: (0..attributes).collect(),
        }
    }

    /// Whether the table may follow those of the batch: it ties only what they do not, and as far as the cells that it
    /// and they add can be summed up, the model has room for all. `cells_with` has the model with it and none of them.
    pub fn allows(&self, set: &VariableSet, cells_with: u64) -> bool {
        let mut seen = Vec::new();
        for first in self.firsts(set) {
            if seen.contains(&first) {
                return false;
            }
            seen.push(first);
        }
        cells_with.saturating_add(self.added) <= self.limits.model_cells
    }

    /// Takes a table in, unless the model has no room for it.
    pub fn take(&mut self, set: &VariableSet) -> bool {
        if !fits_model(&self.graph, self.limits.model_cells, set) {
            return false;
        }
        self.graph.join(set);
        let cells = self.graph.cells();
        self.added = cells.saturating_sub(self.before);
        let firsts = self.firsts(set);
        if let Some(&first) = firsts.iter().min() {
            for tied_to in &mut self.tied_to {
                if firsts.contains(tied_to) {
                    *tied_to = first;
                }
            }
        }
        true
    }

    fn firsts(&self, set: &VariableSet) -> Vec<u8> {
        let members = set.as_slice().iter();
        let first = |&variable| {
            let attribute = self.domain.attribute(variable)?;
            self.tied_to.get(usize::from(attribute)).copied()
        };
        members.filter_map(first).collect()
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use super::*;
    use crate::mrf::joined::Grouping;
    use crate::mrf::levels::{Levels, joined, levels};

    fn set(attributes: &[u8]) -> VariableSet {
        let variables: Vec<_> = attributes.iter().map(|&a| joined(a)).collect();
        VariableSet::new(&variables).unwrap()
    }

    #[test]
    fn a_batch_is_a_forest_within_memory() {
        // Five attributes of three values have 15 cells; a pair of them adds 3, a triple 18.
        let groupings = vec![Levels::only(Grouping::identity(3).unwrap()); 5];
        let levels = levels(&groupings).unwrap();
        let domain = Domain::new(&levels).unwrap();
        let graph = Graph::new(&domain, (0..5).map(joined));
        for (model_cells, steps) in [
            (
                1000,
                vec![
                    ([0, 1].as_slice(), true),
                    (&[1, 0], false),
                    (&[3, 2], true),
                    (&[0, 2, 4], true),
                    (&[1, 3], false),
                    (&[3, 4], false),
                ],
            ),
            (20, vec![(&[0, 1], true), (&[2, 3], false)]),
            (21, vec![(&[0, 1], true), (&[2, 3], true)]),
            (32, vec![(&[0, 1, 2], false), (&[3, 4], true)]),
        ] {
            let limits = Limits {
                attributes: 5,
                cells: 100,
                model_cells,
                candidates: 10,
            };
            let mut batch = Batch::new(&domain, &graph, limits);
            for (attributes, allowed) in steps {
                let set = set(attributes);
                let mut alone = graph.clone();
                alone.join(&set);
                assert_eq!(
                    batch.allows(&set, alone.cells()),
                    allowed,
                    "{attributes:?} of {model_cells}"
                );
                if allowed {
                    assert!(batch.take(&set), "{attributes:?} of {model_cells}");
                }
            }
        }
    }

    /// Where nobody looked what the model needs with a table, it is allowed, and refused if it does not fit.
    #[test]
    fn a_table_that_does_not_fit_is_not_taken() {
        let sizes = [2, 2, 2, 2, 20].map(|size| Levels::only(Grouping::identity(size).unwrap()));
        let levels = levels(&sizes).unwrap();
        let domain = Domain::new(&levels).unwrap();
        let graph = Graph::new(&domain, (0..5).map(joined));
        // 28 cells of attributes by themselves; 320 of all together.
        let limits = Limits {
            attributes: 5,
            cells: 1000,
            model_cells: 4 * 28,
            candidates: 10,
        };
        let mut batch = Batch::new(&domain, &graph, limits);
        let all = set(&[0, 1, 2, 3, 4]);
        assert!(batch.allows(&all, 0));
        assert!(!batch.take(&all));
        assert!(batch.take(&set(&[0, 4])));
    }

    #[test]
    fn the_first_batch_is_the_largest() {
        for (attributes, first, later) in [(1, 1, 1), (2, 1, 1), (14, 7, 3), (98, 49, 20)] {
            assert_eq!(Batch::most_tables(attributes, true), first);
            assert_eq!(Batch::most_tables(attributes, false), later);
        }
    }
}
