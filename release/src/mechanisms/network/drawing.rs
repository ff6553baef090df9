//! Drawing rows from the tables of a network.

use privet_core::bayes::network::{Network, Node};
use privet_core::bayes::rows::{Model, Replacement, RowMemory, draw_rows_with_fallback};
use privet_core::bayes::tables::Tables;
use privet_core::bayes::tickets::mass;
use privet_core::domain::Domain;
use privet_core::variables::Variable;
use privet_spec::Sampling;
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::conditioned::Conditioned;
use super::nodes::NodeFile;
use crate::error::Error;
use crate::memory::is_memory_for;
use crate::model::RowsWanted;
use crate::plan::{Plan, VariableName, Variables};
use crate::watch::Watch;

/// What rows are drawn from, and how.
pub(crate) struct Drawing<'a> {
    pub(crate) head: &'a [VariableName],
    pub(crate) nodes: &'a [NodeFile],
    pub(crate) wanted: RowsWanted<'a>,
    /// Whether rows lean against what their tables lack. It brings a Markov random field's rows nearer to the real
    /// table; a network is too far from that to gain by it, and five times as fast without (`tests/studies`).
    pub(crate) leans: bool,
}

impl Drawing<'_> {
    /// Draws one column for each attribute of the domain, and returns them with the generator.
    /// A table is its columns with its cells as measured and as fitted.
    pub(crate) fn draw<'t>(
        &self,
        plan: &Plan,
        domain: &Domain<'_>,
        tables: impl ExactSizeIterator<Item = (&'t [VariableName], [&'t [i64]; 2])>,
        watch: &dyn Watch,
    ) -> Result<(Vec<Vec<u16>>, Xoshiro256PlusPlus), Error> {
        let RowsWanted {
            file,
            rows,
            seed,
            known,
        } = self.wanted;
        let bad = |what: String| Error::refused(file, what, UNCHANGED);
        let sampling = plan.release.output.sampling;
        let network = self
            .network(&plan.variables)
            .ok_or_else(|| bad("an unknown column".into()))?;
        check_order(domain, &network).map_err(|what| bad(what.into()))?;
        let layout = Tables::of(domain, &network).map_err(|error| bad(error.to_string()))?;
        let cells = cells(&plan.variables, sampling, &layout, tables)
            .ok_or_else(|| bad("the tables do not belong to the network".into()))?;
        let model = Model {
            domain: *domain,
            network: &network,
            tables: &layout,
            cells: &cells,
        };
        let mut rng = Xoshiro256PlusPlus::from_seed(seed);
        let attributes = usize::from(domain.attributes());
        expect_memory_for(rows, attributes)?;
        let mut columns = vec![vec![0_u16; rows]; attributes];
        if let Some(known) = known {
            let drawing = Conditioned {
                file,
                known,
                sampling,
                leans: self.leans,
            };
            drawing.draw(&model, &mut columns, &mut rng, watch)?;
            return Ok((columns, rng));
        }
        let mut memory = if self.leans {
            RowMemory::leaning(&model, rows)
        } else {
            RowMemory::new(&model, rows)
        };
        draw(&model, sampling, &mut columns, &mut memory, &mut rng, watch)
            .map_err(|error| bad(error.to_string()))?;
        Ok((columns, rng))
    }

    fn network(&self, variables: &Variables) -> Option<Network> {
        let mut nodes = heapless::Vec::new();
        for node in self.nodes {
            let child = variables.variable(&node.child)?;
            let parents = variables.set(&node.parents)?;
            nodes.push(Node { child, parents }).ok()?;
        }
        Some(Network {
            head: variables.set(self.head)?,
            nodes,
        })
    }
}

/// The cells of all tables, as measured or as fitted; nothing where they are not those of the network.
fn cells<'t>(
    variables: &Variables,
    sampling: Sampling,
    layout: &Tables,
    tables: impl ExactSizeIterator<Item = (&'t [VariableName], [&'t [i64]; 2])>,
) -> Option<Vec<i64>> {
    if tables.len() != layout.as_slice().len() {
        return None;
    }
    // No memory is made for what the network claims before the file is known to hold it.
    let mut held = Vec::new();
    for ((columns, [measured, fitted]), table) in tables.zip(layout.as_slice()) {
        let values = if sampling == Sampling::Inconsistent {
            measured
        } else {
            fitted
        };
        let belongs = variables.set(columns)? == table.variables;
        if !belongs || values.len() != table.len() {
            return None;
        }
        held.push(values);
    }
    // Sums over a table must not overflow while drawing. They are of 64 bits: noisy cells are below 2^40, and a table has
    // at most 2^24.
    let adds_up = |values: &&[i64]| {
        let mut cells = values.iter();
        let sum = cells.try_fold(0_u64, |sum, &cell| sum.checked_add(mass(cell)));
        sum.is_some()
    };
    held.iter().all(adds_up).then(|| held.concat())
}

/// Every attribute enters once, after its parents, and no table holds two levels of one.
fn check_order(domain: &Domain<'_>, network: &Network) -> Result<(), &'static str> {
    let mut placed = vec![false; usize::from(domain.attributes())];
    let mut place = |variable: Variable| {
        let attribute = domain.attribute(variable).map(usize::from);
        let slot = attribute.and_then(|attribute| placed.get_mut(attribute));
        slot.is_some_and(|slot| !core::mem::replace(slot, true))
    };
    for &variable in network.head.as_slice() {
        if !place(variable) {
            return Err("an attribute enters the network twice");
        }
    }
    let mut seen: Vec<Option<u8>> = network
        .head
        .as_slice()
        .iter()
        .map(|&variable| domain.attribute(variable))
        .collect();
    for node in &network.nodes {
        let mut parents = Vec::new();
        for &parent in node.parents.as_slice() {
            let attribute = domain.attribute(parent);
            if !seen.contains(&attribute) {
                return Err("a parent stands behind its child");
            }
            if parents.contains(&attribute) {
                return Err("a node has two levels of one attribute");
            }
            parents.push(attribute);
        }
        if !place(node.child) {
            return Err("an attribute enters the network twice");
        }
        seen.push(domain.attribute(node.child));
    }
    if placed.iter().all(|&placed| placed) {
        Ok(())
    } else {
        Err("an attribute is missing")
    }
}

fn draw(
    model: &Model<'_>,
    sampling: Sampling,
    columns: &mut [Vec<u16>],
    memory: &mut RowMemory,
    rng: &mut Xoshiro256PlusPlus,
    watch: &dyn Watch,
) -> Result<(), privet_core::Error> {
    let rows = columns.first().map_or(0, Vec::len);
    let mut columns: Vec<&mut [u16]> = columns.iter_mut().map(Vec::as_mut_slice).collect();
    let replacement = match sampling {
        Sampling::WithReplacement => Replacement::With,
        Sampling::WithoutReplacement => Replacement::Without,
        Sampling::Inconsistent => {
            let bar = watch.stage("drawing rows", rows as u64);
            return draw_rows_with_fallback(model, &mut columns, rng, &mut || bar.step());
        }
    };
    let bar = watch.stage("drawing columns", columns.len() as u64);
    let progress = &mut || bar.step();
    model.draw_columns(
        replacement,
        &mut columns,
        &mut memory.scratch(),
        rng,
        progress,
    )
}

/// Refuses more rows than there is memory for, as far as the system tells when asked for all of it at once.
fn expect_memory_for(rows: usize, attributes: usize) -> Result<(), Error> {
    // The codes, and two words a row while they are drawn.
    let a_row = attributes
        .saturating_mul(size_of::<u16>())
        .saturating_add(2 * size_of::<usize>());
    let bytes = rows.saturating_mul(a_row);
    if is_memory_for(bytes as u64) {
        return Ok(());
    }
    Err(Error::refused(
        "rows",
        format!(
            "{rows} rows of {attributes} columns need {} MB of memory, which is not to be had",
            bytes.div_ceil(1_000_000)
        ),
        "ask for fewer rows; `privet sample` draws more of them, in parts with a `--seed` each",
    ))
}

const UNCHANGED: &str = "give a model.ron that `privet release` has written, unchanged";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_beyond_any_memory_are_refused() {
        assert!(expect_memory_for(4_000_000, 100).is_ok());
        let refused = expect_memory_for(usize::MAX, 100).unwrap_err().to_string();
        assert!(refused.contains("fewer rows"), "{refused}");
    }
}
