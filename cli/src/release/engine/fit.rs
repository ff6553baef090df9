//! What the mechanisms that measure a network's tables have in common: from noisy tables to a model.

use privet_core::Error;
use privet_core::bayes::consistency::{StepScratch, common_sets, disagreement};
use privet_core::bayes::fit::Fitting;
use privet_core::bayes::simplex;
use privet_core::bayes::tables::Tables;
use privet_core::domain::Domain;
use privet_core::mrf::field::{Field, Noisy};
use privet_core::variables::VariableSet;
use privet_spec::{Estimator, Post};

use crate::plan::{Plan, VariableName};
use crate::progress::Reporter;
use crate::release::model::{EstimatedFile, FieldFile, FittedFile, NodeFile};

/// What was made of the noisy tables.
pub(super) struct Fit {
    /// The tables' cells, in units of 2^−20 rows.
    pub fitted: Vec<i64>,
    /// The largest difference between two tables on what they share, in these units.
    pub disagreement: u64,
    /// The Markov random field, where the spec asks for one.
    pub estimated: Option<EstimatedFile>,
}

/// How the spec wants it.
#[derive(Clone, Copy)]
pub(super) struct Wanted {
    pub estimator: Estimator,
    pub post: Post,
}

impl Wanted {
    /// Turns noisy counts into a model: a function of public values alone.
    pub fn fit(
        self,
        plan: &Plan,
        domain: &Domain<'_>,
        noisy: Noisy<'_>,
        reporter: Reporter,
    ) -> Result<Fit, Error> {
        let Estimator::Pgm { max_cells } = self.estimator else {
            return self.fit_network(domain, noisy, None);
        };
        let sets = noisy.tables.as_slice().iter().map(|table| &table.variables);
        let field = Field::new(domain, sets)?;
        let cells = field.cells();
        if cells > u64::from(max_cells) {
            let too_large = EstimatedFile::TooLarge { cells };
            return self.fit_network(domain, noisy, Some(too_large));
        }
        let bar = reporter.stage("estimating", 1);
        let estimated = field.estimate(noisy, self.post())?;
        bar.step();
        let sets = closed_sets(domain, noisy.tables)?;
        let mut memory = Memory::new(noisy.tables);
        let (tables, fitted) = (noisy.tables, &estimated.fitted);
        let disagreement = disagreement(domain, tables, &sets, fitted, &mut memory.scratch())?;
        let nodes = estimated.network.nodes.iter();
        let tables = estimated.tables.as_slice().iter().map(|table| {
            Ok(FittedFile {
                columns: names(plan, &table.variables),
                fitted: table.cells(&estimated.cells)?.to_vec(),
            })
        });
        let field = FieldFile {
            cells,
            head: names(plan, &estimated.network.head),
            nodes: nodes
                .map(|node| NodeFile {
                    child: plan.name(node.child),
                    parents: names(plan, &node.parents),
                })
                .collect(),
            tables: tables.collect::<Result<_, Error>>()?,
        };
        Ok(Fit {
            fitted: estimated.fitted,
            disagreement,
            estimated: Some(EstimatedFile::Field(field)),
        })
    }

    /// Consistent, non-negative tables.
    fn fit_network(
        self,
        domain: &Domain<'_>,
        noisy: Noisy<'_>,
        estimated: Option<EstimatedFile>,
    ) -> Result<Fit, Error> {
        let mut variances = vec![0.0; noisy.tables.as_slice().len()];
        let mut fitted = noisy.cells.to_vec();
        let sets = closed_sets(domain, noisy.tables)?;
        let mut memory = Memory::new(noisy.tables);
        let fitting = Fitting {
            domain: *domain,
            tables: noisy.tables,
            sets: &sets,
            rows: noisy.size.rows(),
            post: self.post(),
        };
        let disagreement = fitting.fit(&mut fitted, &mut variances, &mut memory.scratch())?;
        Ok(Fit {
            fitted,
            disagreement,
            estimated,
        })
    }

    fn post(self) -> simplex::Post {
        match self.post {
            Post::Normalize => simplex::Post::Normalize,
            Post::L2Projection => simplex::Post::L2Projection,
        }
    }
}

/// Memory for going through the common sets of tables.
struct Memory {
    targets: Vec<i128>,
    sums: Vec<i64>,
    shares: Vec<u32>,
}

impl Memory {
    fn new(tables: &Tables) -> Self {
        let largest = tables.largest();
        Self {
            targets: vec![0; largest],
            sums: vec![0; largest],
            shares: vec![0; largest],
        }
    }

    fn scratch(&mut self) -> StepScratch<'_> {
        StepScratch {
            targets: &mut self.targets,
            sums: &mut self.sums,
            shares: &mut self.shares,
        }
    }
}

/// The common sets of the tables; their number is not known beforehand, so the room doubles.
fn closed_sets(domain: &Domain<'_>, tables: &Tables) -> Result<Vec<VariableSet>, Error> {
    let mut most = 1024;
    loop {
        let mut sets = vec![VariableSet::EMPTY; most];
        match common_sets(domain, tables, &mut sets) {
            Ok(used) => {
                sets.truncate(used);
                return Ok(sets);
            }
            Err(Error::BufferTooSmall) if most < MOST_COMMON_SETS => most *= 2,
            Err(error) => return Err(error),
        }
    }
}

/// The set's variables as files name them.
pub(super) fn names(plan: &Plan, set: &VariableSet) -> Vec<VariableName> {
    let variables = set.as_slice().iter();
    variables.map(|&variable| plan.name(variable)).collect()
}

const MOST_COMMON_SETS: usize = 1 << 17;

#[cfg(test)]
mod tests {
    use privet_spec::Sampling;

    use super::super::{Made, run};
    use super::*;
    use crate::keys::MasterSeed;
    use crate::release::Spec;
    use crate::release::model::{BayesModel, ModelFile};
    use crate::table::{Codes, EncodedTable};

    const ROWS: usize = 4000;

    /// `b` has a coarser level, where it may.
    fn spec(epsilon: &str, estimator: &str, hierarchy: &str) -> Spec {
        let text = format!(
            "Release(privet: 1, unit: Row, adjacency: AddRemove, \
             budget: (epsilon: \"{epsilon}\", delta: \"1e-9\"), schema: [\
             (name: \"a\", kind: Integer(min: 0, max: 2)), \
             (name: \"b\", kind: Integer(min: 0, max: 19), hierarchy: {hierarchy}), \
             (name: \"c\", kind: Integer(min: 0, max: 4)), \
             (name: \"d\", kind: Boolean)], \
             mechanism: PrivBayes(estimator: {estimator}))"
        );
        let release = privet_spec::parse(&text).unwrap();
        let plan = Plan::new(&release).unwrap();
        Spec {
            text,
            release,
            plan,
        }
    }

    /// `b` depends on `a`, `c` on `b`, and `d` on nothing.
    fn table() -> EncodedTable {
        let mut bits = 7_u64;
        let mut below = |bound: u64| {
            bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            u8::try_from((bits >> 33) % bound).unwrap()
        };
        let mut columns = vec![Vec::new(); 4];
        for _ in 0..ROWS {
            let a = below(3);
            let b = a * 6 + below(8);
            let c = if below(4) == 0 { below(5) } else { b / 4 };
            for (column, value) in columns.iter_mut().zip([a, b, c, below(2)]) {
                column.push(value);
            }
        }
        EncodedTable {
            columns: columns.into_iter().map(Codes::Narrow).collect(),
            rows: ROWS,
        }
    }

    fn made(spec: &Spec) -> (BayesModel, Made) {
        let seed = MasterSeed::from_hex(&"5a".repeat(32)).unwrap();
        let made = run(spec, table(), &seed, Reporter::Quiet).unwrap();
        let ModelFile::PrivBayes(model) = &made.model else {
            panic!()
        };
        (model.clone(), made)
    }

    #[test]
    fn every_estimator_is_given_the_same_answers_at_the_same_price() {
        let (network, of_network) = made(&spec("1", "Network", "Auto(4)"));
        assert_eq!(network.estimated, None);
        // The attributes have 30 values together.
        for (estimator, is_field) in [("Pgm", true), ("Pgm(max_cells: 30)", false)] {
            let (model, of_model) = made(&spec("1", estimator, "Auto(4)"));
            assert_eq!(of_model.book.queries, of_network.book.queries);
            assert_eq!(of_model.book.spent, of_network.book.spent);
            assert_eq!((model.size, &model.scores), (network.size, &network.scores));
            assert_eq!((&model.head, &model.nodes), (&network.head, &network.nodes));
            assert_eq!(model.tables.len(), network.tables.len());
            for (table, other) in model.tables.iter().zip(&network.tables) {
                assert_eq!((&table.columns, table.sigma), (&other.columns, other.sigma));
                assert_eq!(table.measured, other.measured);
                assert_eq!(table.fitted == other.fitted, !is_field);
            }
            match model.estimated.unwrap() {
                EstimatedFile::Field(_) => assert!(is_field),
                EstimatedFile::TooLarge { cells } => assert!(!is_field && cells > 30),
            }
        }
    }

    /// At ε = 700 the noise is below a row and a table of all dependent attributes is measured, at their
    /// leaves: both estimators have to draw the table's own distribution.
    #[test]
    fn without_noise_both_draw_the_same_distribution() {
        let drawn = |estimator| {
            let spec = spec("700", estimator, "None");
            assert_eq!(spec.release.output.sampling, Sampling::WithoutReplacement);
            let (model, _) = made(&spec);
            let (columns, _) = model
                .draw(
                    "m",
                    &spec.release,
                    &spec.plan,
                    ROWS,
                    [1; 32],
                    Reporter::Quiet,
                )
                .unwrap();
            (model, columns)
        };
        let (network, of_network) = drawn("Network");
        let (field, of_field) = drawn("Pgm");
        assert!(matches!(field.estimated, Some(EstimatedFile::Field(_))));
        // Fitted tables differ by less than a row in any cell.
        for (one, other) in network.tables.iter().zip(&field.tables) {
            for (one, other) in one.fitted.iter().zip(&other.fitted) {
                assert!(one.abs_diff(*other) < 1 << 20, "{one} and {other}");
            }
        }
        let real = table().columns;
        for first in 0..4 {
            for second in 0..first {
                let counts = |columns: &[Codes]| {
                    let mut counts = [0_i32; 400];
                    for (one, other) in columns[first].iter().zip(columns[second].iter()) {
                        counts[usize::from(one) * 20 + usize::from(other)] += 1;
                    }
                    counts
                };
                let real = counts(&real);
                for columns in [&of_network, &of_field] {
                    let rows = counts(columns);
                    let apart: i32 = real.iter().zip(rows).map(|(a, b)| (a - b).abs()).sum();
                    // One row in a hundred, moved.
                    assert!(apart < 80, "{first}, {second}: {apart}");
                }
            }
        }
    }
}
