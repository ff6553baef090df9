//! Whether a model has room for a table. A triangulation decides, and takes long: every table is tried once a round, for
//! whoever draws it and for the batch that it may be in.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::graph::{Bounds, Graph};
use crate::variables::{Variable, VariableSet};

/// Tables that were tried in a round.
#[derive(Default)]
pub(super) struct Tried {
    /// Cells of the model with each that fits; nothing where the model is so small that a pair hardly ever fails to fit.
    cells: Option<BTreeMap<Vec<Variable>, u64>>,
}

impl Tried {
    /// None yet, beside a model with these ties and so many cells at most. One that has at most a quarter of them is taken
    /// to have room for a pair, and whoever takes one in looks again.
    pub(super) fn none(graph: &Graph, model_cells: u64) -> Self {
        let is_roomy = graph.cells() <= model_cells / 4;
        Self {
            cells: (!is_roomy).then(BTreeMap::new),
        }
    }

    pub(super) const fn is_roomy(&self) -> bool {
        self.cells.is_none()
    }

    /// Whether the model that would hold the table keeps within its memory.
    pub(super) fn fits(&mut self, graph: &Graph, model_cells: u64, set: &VariableSet) -> bool {
        if graph.joins(set) {
            return true;
        }
        let needed = cells_within(graph, model_cells, set);
        if let (Some(needed), Some(cells)) = (needed, &mut self.cells) {
            cells.insert(set.as_slice().to_vec(), needed);
        }
        needed.is_some()
    }

    /// Cells of the model with a table that fits; nothing where it ties only what is tied, or where the model is roomy.
    pub(super) fn cells_with(&self, set: &VariableSet) -> u64 {
        let cells = self.cells.as_ref();
        let needed = cells.and_then(|cells| cells.get(set.as_slice()));
        needed.copied().unwrap_or(0)
    }
}

/// What a model ties that holds the table too.
pub(super) fn grown(graph: &Graph, set: &VariableSet) -> Graph {
    let mut grown = graph.clone();
    grown.join(set);
    grown
}

/// Whether the model that would hold the table keeps within its memory.
pub(super) fn fits_model(graph: &Graph, model_cells: u64, set: &VariableSet) -> bool {
    graph.joins(set) || cells_within(graph, model_cells, set).is_some()
}

/// Cells of the model that would hold the table, if it keeps within its memory.
fn cells_within(graph: &Graph, model_cells: u64, set: &VariableSet) -> Option<u64> {
    grown(graph, set).cells_within(Bounds::together(model_cells))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{Domain, Level};

    /// Two attributes of three values and one of five: 11 cells, with a pair of the first two 9 + 5.
    #[test]
    fn what_a_model_needs_is_known_once_it_is_no_longer_small() {
        let levels = [Level::leaf(0, 3), Level::leaf(1, 3), Level::leaf(2, 5)];
        let domain = Domain::new(&levels).unwrap();
        let mut graph = Graph::new(&domain, domain.variables());
        let set = |members: [u16; 2]| VariableSet::new(&members.map(Variable)).unwrap();
        let pair = set([0, 1]);
        for (model_cells, fits, needed) in [(13, false, 0), (14, true, 14), (44, true, 0)] {
            let mut tried = Tried::none(&graph, model_cells);
            assert_eq!(tried.is_roomy(), model_cells == 44, "{model_cells}");
            assert_eq!(
                tried.fits(&graph, model_cells, &pair),
                fits,
                "{model_cells}"
            );
            assert_eq!(tried.cells_with(&pair), needed, "{model_cells}");
        }
        graph.join(&pair);
        let mut tried = Tried::none(&graph, 30);
        assert!(tried.fits(&graph, 30, &pair) && tried.fits(&graph, 30, &set([0, 2])));
        assert_eq!(tried.cells_with(&pair), 0, "tied already");
        assert_eq!(tried.cells_with(&set([0, 2])), 9 + 15);
    }
}
