//! What the engine cannot do by its own functions: the tags of rows, and their sums.

use core::cmp::Ordering;
use core::fmt;
use std::sync::Arc;

use async_trait::async_trait;
use datafusion::arrow::array::{ArrayRef, AsArray as _, LargeBinaryArray, RecordBatch};
use datafusion::arrow::datatypes::{DataType, Field, Schema, SchemaRef, UInt64Type};
use datafusion::catalog::Session;
use datafusion::common::tree_node::TreeNodeRecursion;
use datafusion::common::{DFSchema, DFSchemaRef};
use datafusion::error::{DataFusionError, Result};
use datafusion::execution::{SendableRecordBatchStream, TaskContext};
use datafusion::logical_expr::physical_planning_context::PhysicalPlanningContext;
use datafusion::logical_expr::{
    Expr, Extension, LogicalPlan, UserDefinedLogicalNode, UserDefinedLogicalNodeCore,
};
use datafusion::physical_expr::{EquivalenceProperties, PhysicalExpr};
use datafusion::physical_plan::stream::RecordBatchStreamAdapter;
use datafusion::physical_plan::{
    DisplayAs, DisplayFormatType, ExecutionPlan, ExecutionPlanProperties as _, PlanProperties,
};
use datafusion::physical_planner::{ExtensionPlanner, PhysicalPlanner};
use futures::StreamExt as _;
use privet_release::engine::{CODES, ID, KIND, PART, ROW, Sums};

use crate::told::{Told, unfit};

/// A column of the number of a row among equal ones of its person, from 1 on.
pub(crate) const OCCURRENCE: &str = "occurrence";
/// A column of tags.
pub(crate) const TAG: &str = "tag";
/// A column of the place of a row among its person's by their tags, from 1 on.
pub(crate) const PLACE: &str = "place";
/// The column of sums.
pub(crate) const SUMS: &str = "sums";

/// What is done with rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd)]
pub(crate) enum Step {
    /// Gives each row its tag, by its occurrence.
    Tag,
    /// Adds up the rows of a partition. At most so many of a person are counted, by their places.
    Sum { most: Option<u32> },
}

impl Step {
    /// The columns behind this step.
    fn schema(self, input: &Schema) -> SchemaRef {
        Arc::new(match self {
            Self::Tag => {
                let tag = Arc::new(Field::new(TAG, DataType::FixedSizeBinary(32), false));
                let fields = input.fields().iter().cloned();
                Schema::new(fields.chain([tag]).collect::<Vec<_>>())
            }
            Self::Sum { .. } => Schema::new(vec![Field::new(SUMS, DataType::LargeBinary, false)]),
        })
    }
}

/// The step in a logical plan.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct StepNode {
    step: Step,
    told: Told,
    input: LogicalPlan,
    schema: DFSchemaRef,
}

impl StepNode {
    pub(crate) fn plan(step: Step, told: Told, input: LogicalPlan) -> Result<LogicalPlan> {
        let schema = step.schema(input.schema().as_arrow());
        Ok(LogicalPlan::Extension(Extension {
            node: Arc::new(Self {
                step,
                told,
                schema: Arc::new(DFSchema::try_from(schema.as_ref().clone())?),
                input,
            }),
        }))
    }
}

impl PartialOrd for StepNode {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        (self == other).then_some(Ordering::Equal)
    }
}

impl UserDefinedLogicalNodeCore for StepNode {
    fn name(&self) -> &'static str {
        "Step"
    }

    fn inputs(&self) -> Vec<&LogicalPlan> {
        vec![&self.input]
    }

    fn schema(&self) -> &DFSchemaRef {
        &self.schema
    }

    fn expressions(&self) -> Vec<Expr> {
        Vec::new()
    }

    fn fmt_for_explain(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:?}", self.step)
    }

    fn with_exprs_and_inputs(&self, _: Vec<Expr>, mut inputs: Vec<LogicalPlan>) -> Result<Self> {
        let input = inputs.pop().ok_or_else(no_input)?;
        Ok(Self {
            input,
            ..self.clone()
        })
    }
}

/// Makes the step of a physical plan out of that of a logical one.
pub(crate) struct StepPlanner;

#[async_trait]
impl ExtensionPlanner for StepPlanner {
    async fn plan_extension(
        &self,
        _: &dyn PhysicalPlanner,
        node: &dyn UserDefinedLogicalNode,
        _: &[&LogicalPlan],
        inputs: &[Arc<dyn ExecutionPlan>],
        _: &dyn Session,
        _: &PhysicalPlanningContext,
    ) -> Result<Option<Arc<dyn ExecutionPlan>>> {
        let Some(node) = node.as_any().downcast_ref::<StepNode>() else {
            return Ok(None);
        };
        let input = inputs.first().ok_or_else(no_input)?;
        let step = StepExec::new(node.step, node.told.clone(), Arc::clone(input))?;
        Ok(Some(Arc::new(step)))
    }
}

/// The step in a physical plan.
#[derive(Debug)]
pub(crate) struct StepExec {
    pub(crate) step: Step,
    pub(crate) told: Told,
    input: Arc<dyn ExecutionPlan>,
    properties: Arc<PlanProperties>,
    /// The places of the columns that it reads.
    columns: Vec<usize>,
}

impl StepExec {
    pub(crate) fn new(step: Step, told: Told, input: Arc<dyn ExecutionPlan>) -> Result<Self> {
        let from = input.schema();
        let wanted: &[&str] = match step {
            Step::Tag => &[ID, CODES, OCCURRENCE],
            Step::Sum { most: None } => &[PART, ROW, KIND, ID, CODES],
            Step::Sum { most: Some(_) } => &[PART, ROW, KIND, ID, CODES, PLACE],
        };
        let columns = wanted.iter().map(|name| Ok(from.index_of(name)?));
        let properties = PlanProperties::new(
            EquivalenceProperties::new(step.schema(&from)),
            // The columns before the tag stay where they are, and so rows that are together.
            match step {
                Step::Tag => input.output_partitioning().clone(),
                Step::Sum { .. } => datafusion::physical_expr::Partitioning::UnknownPartitioning(
                    input.output_partitioning().partition_count(),
                ),
            },
            input.pipeline_behavior(),
            input.boundedness(),
        );
        Ok(Self {
            columns: columns.collect::<Result<_>>()?,
            step,
            told,
            input,
            properties: Arc::new(properties),
        })
    }
}

impl DisplayAs for StepExec {
    fn fmt_as(&self, _: DisplayFormatType, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "StepExec: {:?}", self.step)
    }
}

impl ExecutionPlan for StepExec {
    fn name(&self) -> &'static str {
        "StepExec"
    }

    fn properties(&self) -> &Arc<PlanProperties> {
        &self.properties
    }

    fn children(&self) -> Vec<&Arc<dyn ExecutionPlan>> {
        vec![&self.input]
    }

    fn apply_expressions(
        &self,
        _: &mut dyn FnMut(&Arc<dyn PhysicalExpr>) -> Result<TreeNodeRecursion>,
    ) -> Result<TreeNodeRecursion> {
        Ok(TreeNodeRecursion::Continue)
    }

    fn with_new_children(
        self: Arc<Self>,
        mut children: Vec<Arc<dyn ExecutionPlan>>,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let input = children.pop().ok_or_else(no_input)?;
        Ok(Arc::new(Self::new(self.step, self.told.clone(), input)?))
    }

    fn execute(
        &self,
        partition: usize,
        context: Arc<TaskContext>,
    ) -> Result<SendableRecordBatchStream> {
        let mut input = self.input.execute(partition, context)?;
        let (told, columns, schema) = (self.told.clone(), self.columns.clone(), self.schema());
        let of = move |batch: &RecordBatch| -> Vec<ArrayRef> {
            columns
                .iter()
                .map(|place| Arc::clone(batch.column(*place)))
                .collect()
        };
        let out = Arc::clone(&schema);
        Ok(match self.step {
            Step::Tag => {
                let tagged = input.map(move |batch| {
                    let batch = batch?;
                    tagged(&told, &batch, &of(&batch), &out)
                });
                Box::pin(RecordBatchStreamAdapter::new(schema, tagged))
            }
            Step::Sum { most } => {
                let summed = async move {
                    let mut sums = Sums::new();
                    while let Some(batch) = input.next().await {
                        sums.add(&told.job, &of(&batch?), most).map_err(unfit)?;
                    }
                    let bytes = LargeBinaryArray::from_iter_values([sums.to_bytes()]);
                    Ok(RecordBatch::try_new(out, vec![Arc::new(bytes)])?)
                };
                let summed = futures::stream::once(summed);
                Box::pin(RecordBatchStreamAdapter::new(schema, summed))
            }
        })
    }
}

fn tagged(
    told: &Told,
    batch: &RecordBatch,
    columns: &[ArrayRef],
    schema: &SchemaRef,
) -> Result<RecordBatch> {
    let [ids, codes, occurrences] = columns else {
        return Err(no_input());
    };
    let tags = told.job.tags(
        ids.as_binary(),
        codes.as_fixed_size_binary(),
        occurrences.as_primitive::<UInt64Type>(),
    );
    let mut columns = batch.columns().to_vec();
    columns.push(Arc::new(tags.map_err(unfit)?));
    Ok(RecordBatch::try_new(Arc::clone(schema), columns)?)
}

fn no_input() -> DataFusionError {
    DataFusionError::Internal("a step has no input, or another one".to_owned())
}
