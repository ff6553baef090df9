//! Passes over a table as plans of DataFusion.
//!
//! Tested: `one_machine_and_many_make_the_same_release` (6 units and mechanisms × 4 engines),
//! `lost_parts_release_nothing`, `a_worker_that_ends_changes_no_byte`.
//! Assumed: DataFusion's own plan: that all rows of a person come together in one partition. It is compared with one
//! machine byte for byte, not over all tables, and the record says that it is believed.

use std::sync::Arc;

use datafusion::arrow::array::{Array as _, AsArray as _, RecordBatch};
use datafusion::arrow::datatypes::Int64Type;
use datafusion::catalog::TableProvider;
use datafusion::datasource::provider_as_source;
use datafusion::error::{DataFusionError, Result};
use datafusion::functions_aggregate::expr_fn::{count, max, sum};
use datafusion::functions_window::expr_fn::{rank, row_number};
use datafusion::logical_expr::{
    ExprFunctionExt as _, LogicalPlan, LogicalPlanBuilder, Partitioning,
};
use datafusion::prelude::{DataFrame, Expr, SessionContext, cast, col, greatest, lit};
use privet_release::engine::{CODES, Engine, Failure, ID, KEPT, KIND, Pass, Persons};
use tokio::runtime::Runtime;
use url::Url;

use crate::join::join;
use crate::keys::Keys;
use crate::scan::Rows;
use crate::session::{Room, distributed, embedded};
use crate::step::{OCCURRENCE, PLACE, SUMS, Step, StepNode, TAG};
use crate::told::Told;

/// DataFusion, in this process or on workers.
pub struct Cluster {
    runtime: Runtime,
    session: SessionContext,
    threads: usize,
}

impl Cluster {
    /// In this process, with so many threads.
    pub fn embedded(threads: usize, room: &Room) -> std::io::Result<Self> {
        Self::new(threads, |threads| embedded(threads, room))
    }

    /// On workers at these addresses (`https://…`), with so many threads on each.
    pub fn of_workers(workers: &[Url], keys: &Keys, threads: usize) -> std::io::Result<Self> {
        // The engine runs in this process what is for one machine, or has one partition: so it is told of two.
        let mut urls = workers.to_vec();
        if let [only] = workers {
            urls.push(only.clone());
        }
        let channels = keys.channels();
        Self::new(threads.max(2), |threads| {
            distributed(threads, urls, channels)
        })
    }

    fn new(
        threads: usize,
        session: impl FnOnce(usize) -> Result<SessionContext>,
    ) -> std::io::Result<Self> {
        let threads = threads.max(1);
        Ok(Self {
            runtime: Runtime::new()?,
            session: session(threads).map_err(std::io::Error::other)?,
            threads,
        })
    }

    /// The rows of a pass.
    fn rows(&self, pass: &Pass, told: &Told) -> Result<LogicalPlanBuilder> {
        let rows: Arc<dyn TableProvider> = Arc::new(Rows {
            told: told.clone(),
            share: pass.share.clone(),
            threads: self.threads,
        });
        LogicalPlanBuilder::scan("rows", provider_as_source(rows), None)
    }

    async fn run(&self, plan: LogicalPlan) -> Result<Vec<RecordBatch>> {
        DataFrame::new(self.session.state(), plan).collect().await
    }

    /// How many rows each person has, and of these numbers the sum, the largest, and what is beyond a bound.
    async fn ask_persons(&self, pass: &Pass) -> Result<Persons> {
        let most = i64::from(pass.most.unwrap_or(u32::MAX));
        let beyond = greatest(vec![col("n") - lit(most), lit(0_i64)]);
        let plan = self
            .rows(pass, &Told::new(&pass.job))?
            .filter(col(KIND).eq(lit(KEPT)))?
            .aggregate([col(ID)], [count(lit(1_i64)).alias("n")])?
            .aggregate(
                Vec::<Expr>::new(),
                [
                    sum(col("n")).alias("rows"),
                    sum(beyond).alias("beyond"),
                    max(col("n")).alias("largest"),
                ],
            )?
            .build()?;
        let batches = self.run(plan).await?;
        let number = |place: usize| {
            let mut numbers = batches.iter().flat_map(|batch| {
                let column = batch.column(place).as_primitive::<Int64Type>();
                (0..column.len()).map(|row| {
                    // Of no rows there is no sum.
                    let number = if column.is_null(row) {
                        0
                    } else {
                        column.value(row)
                    };
                    u64::try_from(number).unwrap_or(0)
                })
            });
            numbers.next().unwrap_or(0)
        };
        Ok(Persons {
            rows: number(0),
            beyond: number(1),
            largest: number(2),
        })
    }

    async fn ask_sums(&self, pass: &Pass) -> Result<Vec<u8>> {
        let told = Told::new(&pass.job);
        let mut plan = self.rows(pass, &told)?;
        if pass.most.is_some() {
            plan = self.placed(plan, &told)?;
        }
        let step = Step::Sum { most: pass.most };
        let summed = StepNode::plan(step, told, plan.build()?)?;
        let joined = LogicalPlanBuilder::from(summed)
            .aggregate(Vec::<Expr>::new(), [join().call(vec![col(SUMS)])])?
            .build()?;
        let batches = self.run(joined).await?;
        let bytes = batches.iter().find_map(|batch| {
            let sums = batch.column(0).as_binary_opt::<i64>()?;
            sums.iter().flatten().next().map(<[u8]>::to_vec)
        });
        bytes.ok_or_else(|| DataFusionError::Execution("there are no sums".to_owned()))
    }

    /// Gives each row its place among its person's. Rows that take no part have places of their own.
    fn placed(&self, rows: LogicalPlanBuilder, told: &Told) -> Result<LogicalPlanBuilder> {
        let person = || vec![col(ID), col(KIND)];
        // Equal rows have one rank, and follow each other.
        let equal = |function: Expr, name: &str| -> Result<Expr> {
            let ordered = function
                .partition_by(person())
                .order_by(vec![col(CODES).sort(true, false)]);
            Ok(ordered.build()?.alias(name))
        };
        let occurrence = col("number") - col("rank") + lit(1_u64);
        let numbered = rows
            .repartition(Partitioning::Hash(person(), self.threads))?
            .window([equal(row_number(), "number")?, equal(rank(), "rank")?])?;
        let columns: Vec<Expr> = privet_columns()
            .chain([
                cast(occurrence, datafusion::arrow::datatypes::DataType::UInt64).alias(OCCURRENCE),
            ])
            .collect();
        let numbered = numbered.project(columns)?.build()?;
        let tagged = StepNode::plan(Step::Tag, told.clone(), numbered)?;
        let place = row_number()
            .partition_by(person())
            .order_by(vec![col(TAG).sort(true, false)])
            .build()?;
        let columns: Vec<Expr> = privet_columns().chain([col(PLACE)]).collect();
        LogicalPlanBuilder::from(tagged)
            .window([place.alias(PLACE)])?
            .project(columns)
    }
}

fn privet_columns() -> impl Iterator<Item = Expr> {
    use privet_release::engine::{PART, ROW};
    [PART, ROW, KIND, ID, CODES].into_iter().map(col)
}

impl Engine for Cluster {
    fn persons(&self, pass: &Pass) -> core::result::Result<Persons, Failure> {
        let persons = self.runtime.block_on(self.ask_persons(pass));
        persons.map_err(|error| failure(&error))
    }

    fn sums(&self, pass: &Pass) -> core::result::Result<Vec<u8>, Failure> {
        let sums = self.runtime.block_on(self.ask_sums(pass));
        sums.map_err(|error| failure(&error))
    }
}

/// What is wrong, without the engine's words.
fn failure(error: &DataFusionError) -> Failure {
    match error.find_root() {
        DataFusionError::ResourcesExhausted(_) => Failure::NoRoom,
        _ => Failure::Ended,
    }
}
