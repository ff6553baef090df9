//! `model.ron`: the public model. Versioned, no code in it, and enough to draw rows from.
//!
//! It holds the spec, the network, and for each table the noisy counts as they were measured with
//! their σ (`measured`, in rows) and after consistency and non-negativity (`fitted`, in units of 2^−20
//! rows). All of it is noisy answers and functions of them.

use privet_core::bayes::network::{Network, Node};
use privet_core::bayes::rows::{Model, Replacement, RowRoom, draw_rows_with_fallback};
use privet_core::bayes::tables::Tables;
use privet_core::domain::Domain;
use privet_core::privacy::Sigma;
use privet_core::variables::{Variable, VariableSet};
use privet_spec::{Release, Sampling};
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

use crate::error::CliError;
use crate::keys::hex;
use crate::plan::{Plan, VariableName};
use crate::progress::Reporter;
use crate::table::Codes;

/// The version of the format.
pub const VERSION: u32 = 1;

/// What the file says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "Model")]
pub struct ModelFile {
    /// Version of the format.
    pub privet_model: u32,
    /// The release spec, word for word.
    pub spec: String,
    /// The seed that the release's own rows were drawn with.
    pub row_seed: String,
    /// The number of rows: noisy, or public under `Replace`.
    pub size: SizeFile,
    /// τ: the most cells of a table of two attributes or more.
    pub tau: u64,
    /// The noisy pair scores, in units of 2^−16 rows, with their σ in these units.
    pub scores: ScoresFile,
    /// The attributes that are measured and drawn together first.
    pub head: Vec<VariableName>,
    /// The others in the order in which they are drawn.
    pub nodes: Vec<NodeFile>,
    /// Head's table, one a node, then the leaves of attributes that entered at a coarser level.
    pub tables: Vec<TableFile>,
    /// The largest difference between two fitted tables on what they share, in 2^−20 rows.
    pub disagreement: u64,
}

/// The number of rows.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum SizeFile {
    /// With noise of this σ.
    Noisy { rows: i64, sigma: SigmaFile },
    /// As it is.
    Public { rows: i64 },
}

/// σ = mantissa·2^exponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SigmaFile {
    pub mantissa: u64,
    pub exponent: i32,
}

/// The noisy pair scores.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScoresFile {
    pub sigma: Option<SigmaFile>,
    pub pairs: Vec<(VariableName, VariableName, i64)>,
}

/// An attribute and its parents.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NodeFile {
    pub child: VariableName,
    pub parents: Vec<VariableName>,
}

/// One table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableFile {
    pub columns: Vec<VariableName>,
    pub sigma: SigmaFile,
    pub measured: Vec<i64>,
    pub fitted: Vec<i64>,
}

impl From<Sigma> for SigmaFile {
    fn from(sigma: Sigma) -> Self {
        Self {
            mantissa: sigma.mantissa(),
            exponent: sigma.exponent(),
        }
    }
}

impl ModelFile {
    /// Reads a model. Errors name the place in the file.
    pub fn parse(name: &str, text: &str) -> Result<Self, CliError> {
        let model: Self = ron::from_str(text).map_err(|error| {
            let place = format!("{name}:{}:{}", error.span.start.line, error.span.start.col);
            let help = "give a model.ron that `privet release` has written, unchanged";
            CliError::refused(place, error.code.to_string(), help)
        })?;
        if model.privet_model != VERSION {
            let what = format!("this program reads models of version {VERSION}");
            return Err(CliError::refused(
                name,
                what,
                "use the program that wrote the model",
            ));
        }
        Ok(model)
    }

    /// The file's text.
    pub fn to_text(&self) -> Result<String, CliError> {
        let style = ron::ser::PrettyConfig::new()
            .struct_names(true)
            .compact_arrays(true);
        let mut text = ron::ser::to_string_pretty(self, style).map_err(|error| {
            CliError::refused("model.ron", error.to_string(), "please report this flaw")
        })?;
        text.push('\n');
        Ok(text)
    }

    /// Draws rows: one column of codes for each learned attribute.
    pub fn draw(
        &self,
        name: &str,
        release: &Release,
        plan: &Plan,
        rows: usize,
        seed: [u8; 32],
        reporter: Reporter,
    ) -> Result<(Vec<Codes>, RowPicks), CliError> {
        let bad = |what: String| {
            let help = "give a model.ron that `privet release` has written, unchanged";
            CliError::refused(name, what, help)
        };
        plan.with_domain(|domain| {
            let network = self
                .network(plan)
                .ok_or_else(|| bad("an unknown column".into()))?;
            check_order(domain, &network).map_err(|what| bad(what.into()))?;
            let tables = Tables::of(domain, &network).map_err(|error| bad(error.to_string()))?;
            let inconsistent = release.output.sampling == Sampling::Inconsistent;
            let cells = self
                .cells(plan, &tables, inconsistent)
                .ok_or_else(|| bad("the tables do not belong to the network".into()))?;
            let model = Model {
                domain: *domain,
                network: &network,
                tables: &tables,
                cells: &cells,
            };
            let mut rng = Xoshiro256PlusPlus::from_seed(seed);
            let mut columns = vec![vec![0_u16; rows]; usize::from(domain.attributes())];
            draw(
                &model,
                release.output.sampling,
                &mut columns,
                plan,
                &mut rng,
                reporter,
            )
            .map_err(|error| bad(error.to_string()))?;
            let columns = columns.into_iter().map(Codes::Wide).collect();
            Ok((columns, RowPicks(rng)))
        })
    }

    fn network(&self, plan: &Plan) -> Option<Network> {
        let mut nodes = heapless::Vec::new();
        for node in &self.nodes {
            let child = plan.variable(&node.child)?;
            nodes
                .push(Node {
                    child,
                    parents: set(plan, &node.parents)?,
                })
                .ok()?;
        }
        Some(Network {
            head: set(plan, &self.head)?,
            nodes,
        })
    }

    fn cells(&self, plan: &Plan, tables: &Tables, measured: bool) -> Option<Vec<i64>> {
        if self.tables.len() != tables.as_slice().len() {
            return None;
        }
        // No room is made for what the network claims before the file is known to hold it.
        let mut values = Vec::new();
        for (file, table) in self.tables.iter().zip(tables.as_slice()) {
            let held = if measured {
                file.measured.as_slice()
            } else {
                file.fitted.as_slice()
            };
            let belongs = set(plan, &file.columns)? == table.variables;
            if !belongs || held.len() != table.len() {
                return None;
            }
            values.push(held);
        }
        let cells = values.concat();
        // Sums of cells must not overflow while drawing.
        let sum = cells
            .iter()
            .try_fold(0_i64, |sum, &cell| sum.checked_add(cell.max(0)));
        sum.map(|_| cells)
    }
}

/// The generator after the rows were drawn: it goes on to choose values inside of bins.
pub struct RowPicks(Xoshiro256PlusPlus);

impl RowPicks {
    /// The next uniform number.
    pub fn draw(&mut self) -> u64 {
        self.0.next_u64()
    }
}

/// The row seed as text.
pub fn seed_text(seed: [u8; 32]) -> String {
    hex(&seed)
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
    let mut room = RowRoom {
        bases: &mut bases,
        order: &mut order,
        starts: &mut starts,
        sums: &mut sums,
    };
    let progress = &mut || bar.step();
    model.draw_columns(replacement, &mut columns, &mut room, rng, progress)
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let model = ModelFile {
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
        };
        let release = privet_spec::parse(&spec).unwrap();
        let plan = Plan::new(&release).unwrap();
        let drawn = model.draw("m.ron", &release, &plan, 1, [0; 32], Reporter::Quiet);
        let error = drawn.map(|_| ()).unwrap_err().to_string();
        assert!(error.contains("do not belong to the network"), "{error}");
    }
}
