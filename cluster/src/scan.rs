//! The rows of a table as a source of the engine's.
//!
//! The engine's own reader of Parquet is not used: it brings all files to one type for each column, and a cell's code must
//! depend on its value alone. The files are read by the code that reads them on one machine.
//!
//! Tested: `one_machine_and_many_make_the_same_release`, `lost_parts_release_nothing`.

use core::fmt;
use std::sync::Arc;

use async_trait::async_trait;
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::catalog::{Session, TableProvider};
use datafusion::common::tree_node::TreeNodeRecursion;
use datafusion::error::{DataFusionError, Result};
use datafusion::execution::{SendableRecordBatchStream, TaskContext};
use datafusion::logical_expr::{Expr, TableType};
use datafusion::physical_expr::{EquivalenceProperties, Partitioning, PhysicalExpr};
use datafusion::physical_plan::execution_plan::{Boundedness, EmissionType};
use datafusion::physical_plan::stream::RecordBatchReceiverStream;
use datafusion::physical_plan::{DisplayAs, DisplayFormatType, ExecutionPlan, PlanProperties};
use privet_release::engine::Share;

use crate::told::{Told, unfit};

/// A table, of which every part is read once.
#[derive(Debug)]
pub(crate) struct Rows {
    pub(crate) told: Told,
    pub(crate) share: Share,
    /// Parts that a machine reads at the same time.
    pub(crate) threads: usize,
}

#[async_trait]
impl TableProvider for Rows {
    fn schema(&self) -> SchemaRef {
        self.told.job.schema()
    }

    fn table_type(&self) -> TableType {
        TableType::Base
    }

    async fn scan(
        &self,
        _session: &dyn Session,
        projection: Option<&Vec<usize>>,
        _filters: &[Expr],
        _limit: Option<usize>,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let (told, share) = (self.told.clone(), self.share.clone());
        let scan = Scan::new(told, share, self.threads, projection.cloned())?;
        Ok(Arc::new(scan))
    }
}

/// Reads the parts of a share.
#[derive(Clone, Debug)]
pub(crate) struct Scan {
    pub(crate) told: Told,
    pub(crate) share: Share,
    pub(crate) threads: usize,
    /// Columns that are wanted, by their places.
    pub(crate) projection: Option<Vec<usize>>,
    properties: Arc<PlanProperties>,
}

impl Scan {
    pub(crate) fn new(
        told: Told,
        share: Share,
        threads: usize,
        projection: Option<Vec<usize>>,
    ) -> Result<Self> {
        let schema = match &projection {
            None => told.job.schema(),
            Some(places) => Arc::new(told.job.schema().project(places)?),
        };
        let properties = PlanProperties::new(
            EquivalenceProperties::new(schema),
            Partitioning::UnknownPartitioning(threads),
            EmissionType::Incremental,
            Boundedness::Bounded,
        );
        Ok(Self {
            told,
            share,
            threads,
            projection,
            properties: Arc::new(properties),
        })
    }

    /// One for each of several machines: together they read every part once.
    pub(crate) fn dealt(&self, machines: usize) -> Result<Vec<Arc<dyn ExecutionPlan>>> {
        let shares = self.share.dealt(machines).into_iter();
        let scan = |share| {
            let projection = self.projection.clone();
            let scan = Self::new(self.told.clone(), share, self.threads, projection)?;
            Ok(Arc::new(scan) as Arc<dyn ExecutionPlan>)
        };
        shares.map(scan).collect()
    }
}

impl DisplayAs for Scan {
    fn fmt_as(&self, _: DisplayFormatType, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Scan: {:?}", self.share)
    }
}

impl ExecutionPlan for Scan {
    fn name(&self) -> &'static str {
        "Scan"
    }

    fn properties(&self) -> &Arc<PlanProperties> {
        &self.properties
    }

    fn children(&self) -> Vec<&Arc<dyn ExecutionPlan>> {
        Vec::new()
    }

    fn apply_expressions(
        &self,
        _: &mut dyn FnMut(&Arc<dyn PhysicalExpr>) -> Result<TreeNodeRecursion>,
    ) -> Result<TreeNodeRecursion> {
        Ok(TreeNodeRecursion::Continue)
    }

    fn with_new_children(
        self: Arc<Self>,
        _: Vec<Arc<dyn ExecutionPlan>>,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        Ok(self)
    }

    fn execute(&self, partition: usize, _: Arc<TaskContext>) -> Result<SendableRecordBatchStream> {
        let mine = self.share.dealt(self.threads).into_iter().nth(partition);
        let share =
            mine.ok_or_else(|| DataFusionError::Internal("no such partition".to_owned()))?;
        let (told, projection) = (self.told.clone(), self.projection.clone());
        let mut stream = RecordBatchReceiverStream::builder(self.schema(), AHEAD);
        let out = stream.tx();
        stream.spawn_blocking(move || {
            for part in 0..share.len() {
                let mut wanted = true;
                let read = share.read(part, &told.job, &mut |batch| {
                    let batch = match &projection {
                        None => Ok(batch),
                        Some(places) => batch.project(places).map_err(DataFusionError::from),
                    };
                    wanted = out.blocking_send(batch).is_ok();
                    wanted
                });
                read.map_err(unfit)?;
                if !wanted {
                    break;
                }
            }
            Ok(())
        });
        Ok(stream.build())
    }
}

/// Batches that are read before they are asked for.
const AHEAD: usize = 4;
