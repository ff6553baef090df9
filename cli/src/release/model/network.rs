//! A network as files name it, and drawing rows from its tables.

use privet_core::bayes::network::{Network, Node};
use privet_core::bayes::rows::{Model, Replacement, RowScratch, draw_rows_with_fallback};
use privet_core::bayes::tables::Tables;
use privet_core::domain::Domain;
use privet_core::variables::{Variable, VariableSet};
use privet_spec::Sampling;
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

use crate::error::CliError;
use crate::plan::{Plan, VariableName};
use crate::progress::Reporter;

/// An attribute and its parents.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NodeFile {
    pub child: VariableName,
    pub parents: Vec<VariableName>,
}

/// What rows are drawn from, and how.
pub struct Drawing<'a> {
    /// The file, for errors.
    pub name: &'a str,
    pub head: &'a [VariableName],
    pub nodes: &'a [NodeFile],
    pub sampling: Sampling,
}

impl Drawing<'_> {
    /// Draws one column for each attribute of the domain, and returns them with the generator.
    /// A table is its columns with its cells as measured and as fitted.
    pub fn draw<'t>(
        &self,
        plan: &Plan,
        domain: &Domain<'_>,
        tables: impl ExactSizeIterator<Item = (&'t [VariableName], [&'t [i64]; 2])>,
        rows: usize,
        seed: [u8; 32],
        reporter: Reporter,
    ) -> Result<(Vec<Vec<u16>>, Xoshiro256PlusPlus), CliError> {
        let bad = |what: String| {
            let help = "give a model.ron that `privet release` has written, unchanged";
            CliError::refused(self.name, what, help)
        };
        let network = self
            .network(plan)
            .ok_or_else(|| bad("an unknown column".into()))?;
        check_order(domain, &network).map_err(|what| bad(what.into()))?;
        let layout = Tables::of(domain, &network).map_err(|error| bad(error.to_string()))?;
        let cells = self
            .cells(plan, &layout, tables)
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
        draw(
            &model,
            self.sampling,
            &mut columns,
            plan,
            &mut rng,
            reporter,
        )
        .map_err(|error| bad(error.to_string()))?;
        Ok((columns, rng))
    }

    fn network(&self, plan: &Plan) -> Option<Network> {
        let mut nodes = heapless::Vec::new();
        for node in self.nodes {
            let child = plan.variable(&node.child)?;
            nodes
                .push(Node {
                    child,
                    parents: set(plan, &node.parents)?,
                })
                .ok()?;
        }
        Some(Network {
            head: set(plan, self.head)?,
            nodes,
        })
    }

    fn cells<'t>(
        &self,
        plan: &Plan,
        layout: &Tables,
        tables: impl ExactSizeIterator<Item = (&'t [VariableName], [&'t [i64]; 2])>,
    ) -> Option<Vec<i64>> {
        if tables.len() != layout.as_slice().len() {
            return None;
        }
        // No room is made for what the network claims before the file is known to hold it.
        let mut held = Vec::new();
        for ((columns, [measured, fitted]), table) in tables.zip(layout.as_slice()) {
            let values = if self.sampling == Sampling::Inconsistent {
                measured
            } else {
                fitted
            };
            let belongs = set(plan, columns)? == table.variables;
            if !belongs || values.len() != table.len() {
                return None;
            }
            held.push(values);
        }
        let cells = held.concat();
        // Sums of cells must not overflow while drawing.
        let sum = cells
            .iter()
            .try_fold(0_i64, |sum, &cell| sum.checked_add(cell.max(0)));
        sum.map(|_| cells)
    }
}

fn set(plan: &Plan, names: &[VariableName]) -> Option<VariableSet> {
    let variables: Option<Vec<Variable>> = names.iter().map(|name| plan.variable(name)).collect();
    VariableSet::new(&variables?).ok()
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
    plan: &Plan,
    rng: &mut Xoshiro256PlusPlus,
    reporter: Reporter,
) -> Result<(), privet_core::Error> {
    let rows = columns.first().map_or(0, Vec::len);
    let mut columns: Vec<&mut [u16]> = columns.iter_mut().map(Vec::as_mut_slice).collect();
    let replacement = match sampling {
        Sampling::WithReplacement => Replacement::With,
        Sampling::WithoutReplacement => Replacement::Without,
        Sampling::Inconsistent => {
            let bar = reporter.stage("drawing rows", rows as u64);
            return draw_rows_with_fallback(model, &mut columns, rng, &mut || bar.step());
        }
    };
    let bar = reporter.stage("drawing columns", columns.len() as u64);
    let cells = model.tables.largest().max(plan.largest_size());
    let (mut bases, mut order) = (vec![0; rows], vec![0; rows]);
    let (mut starts, mut sums) = (vec![0; cells + 1], vec![0; cells]);
    let mut scratch = RowScratch {
        bases: &mut bases,
        order: &mut order,
        starts: &mut starts,
        sums: &mut sums,
    };
    let progress = &mut || bar.step();
    model.draw_columns(replacement, &mut columns, &mut scratch, rng, progress)
}

/// Refuses more rows than there is memory for, as far as the system tells when asked for all of it at once.
fn expect_memory_for(rows: usize, attributes: usize) -> Result<(), CliError> {
    // The codes, and two words a row while they are drawn.
    let a_row = attributes
        .saturating_mul(size_of::<u16>())
        .saturating_add(2 * size_of::<usize>());
    let bytes = rows.saturating_mul(a_row);
    Vec::<u8>::new().try_reserve_exact(bytes).map_err(|_| {
        CliError::refused(
            "rows",
            format!(
                "{rows} rows of {attributes} columns need {} MB of memory, which is not to be had",
                bytes.div_ceil(1_000_000)
            ),
            "ask for fewer rows; `privet sample` draws more of them, in parts with a `--seed` each",
        )
    })
}

#[cfg(test)]
mod tests {
    use super::super::{
        BayesModel, ScoresFile, SigmaFile, SizeFile, TableFile, VERSION, seed_text,
    };
    use super::*;

    #[test]
    fn rows_beyond_any_memory_are_refused() {
        assert!(expect_memory_for(4_000_000, 100).is_ok());
        let refused = expect_memory_for(usize::MAX, 100).unwrap_err().to_string();
        assert!(refused.contains("fewer rows"), "{refused}");
    }

    /// Eleven tables of 3.6·10^9 cells each, of which the file holds none.
    #[test]
    fn a_model_that_claims_more_cells_than_it_holds_is_refused_without_room_for_them() {
        let names: Vec<VariableName> = (0..12)
            .map(|number| VariableName(format!("a{number}"), 0))
            .collect();
        let schema: Vec<String> = names
            .iter()
            .map(|name| format!("(name: \"{name}\", kind: Integer(min: 0, max: 59999))"))
            .collect();
        let spec = format!(
            "Release(privet: 1, unit: Row, adjacency: AddRemove, \
             budget: (epsilon: \"1\", delta: \"1e-9\"), schema: [{}])",
            schema.join(", ")
        );
        let sigma = SigmaFile {
            mantissa: 1,
            exponent: 0,
        };
        let table = |columns: &[VariableName]| TableFile {
            columns: columns.to_vec(),
            sigma,
            measured: Vec::new(),
            fitted: Vec::new(),
        };
        let model = BayesModel {
            privet_model: VERSION,
            spec: spec.clone(),
            row_seed: seed_text([0; 32]),
            size: SizeFile::Noisy { rows: 1, sigma },
            tau: u64::MAX,
            scores: ScoresFile {
                sigma: None,
                pairs: Vec::new(),
            },
            head: names[..2].to_vec(),
            nodes: names[1..]
                .windows(2)
                .map(|pair| NodeFile {
                    child: pair[1].clone(),
                    parents: vec![pair[0].clone()],
                })
                .collect(),
            tables: names.windows(2).map(table).collect(),
            disagreement: 0,
            estimated: None,
        };
        let release = privet_spec::parse(&spec).unwrap();
        let plan = Plan::new(&release).unwrap();
        let drawn = model.draw("m.ron", &release, &plan, 1, [0; 32], Reporter::Quiet);
        let error = drawn.map(|_| ()).unwrap_err().to_string();
        assert!(error.contains("do not belong to the network"), "{error}");
    }
}
