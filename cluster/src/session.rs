//! Sessions of DataFusion: with nothing on a disk, and with what is ours in them.

use std::path::PathBuf;
use std::sync::Arc;

use async_trait::async_trait;
use datafusion::catalog::Session;
use datafusion::error::Result;
use datafusion::execution::context::QueryPlanner;
use datafusion::execution::disk_manager::{DiskManagerBuilder, DiskManagerMode};
use datafusion::execution::memory_pool::FairSpillPool;
use datafusion::execution::runtime_env::{RuntimeEnv, RuntimeEnvBuilder};
use datafusion::execution::{SessionState, SessionStateBuilder};
use datafusion::logical_expr::LogicalPlan;
use datafusion::physical_plan::ExecutionPlan;
use datafusion::physical_planner::{DefaultPhysicalPlanner, PhysicalPlanner as _};
use datafusion::prelude::{SessionConfig, SessionContext};
use datafusion_distributed::{
    DesiredTaskCountEvent, DesiredTaskCountEventResponse, DistributedExt as _, DistributedLeafExec,
    ScaleUpLeafNodeEvent, ScaleUpLeafNodeEventResponse, SessionStateBuilderExt as _,
    WorkerQueryContext, WorkerResolver,
};
use url::Url;

use crate::codec::Codec;
use crate::join::join;
use crate::keys::Channels;
use crate::scan::Scan;
use crate::step::StepPlanner;

/// What a machine may take for sorting and shuffling rows.
#[derive(Clone, Debug, Default)]
pub struct Room {
    /// Bytes; whatever there is unless given.
    pub memory: Option<usize>,
    /// Where rows may be written that do not fit; nowhere unless given. They are private: a disk in the same trust.
    pub spill: Option<PathBuf>,
}

impl Room {
    pub(crate) fn runtime(&self) -> Result<Arc<RuntimeEnv>> {
        let disk = match &self.spill {
            None => DiskManagerMode::Disabled,
            Some(folder) => DiskManagerMode::Directories(vec![folder.clone()]),
        };
        let disk = DiskManagerBuilder::default().with_mode(disk);
        let mut builder = RuntimeEnvBuilder::new().with_disk_manager_builder(disk);
        if let Some(bytes) = self.memory {
            builder = builder.with_memory_pool(Arc::new(FairSpillPool::new(bytes)));
        }
        builder.build_arc()
    }
}

/// In this process.
pub(crate) fn embedded(threads: usize, room: &Room) -> Result<SessionContext> {
    Ok(SessionContext::new_with_state(
        begun(threads, room)?.build(),
    ))
}

/// On workers.
pub(crate) fn distributed(
    threads: usize,
    workers: Vec<Url>,
    channels: Channels,
) -> Result<SessionContext> {
    let machines = workers.len();
    let desired = move |event: DesiredTaskCountEvent<'_>| {
        let scan = event.plan.downcast_ref::<Scan>()?;
        let tasks = machines.min(scan.share.len().max(1));
        Some(Ok(DesiredTaskCountEventResponse::desired(tasks)))
    };
    let state = begun(threads, &Room::default())?
        .with_distributed_worker_resolver(Workers(workers))
        .with_distributed_channel_resolver(channels)
        .with_distributed_planner()
        .with_distributed_user_codec(Codec)
        .with_distributed_desired_task_count_handler(desired)
        .with_distributed_scale_up_leaf_node_handler(dealt)
        .with_distributed_metrics_collection(false)?
        .build();
    Ok(SessionContext::new_with_state(state))
}

/// Of a worker, for one query. Workers hand rows to each other.
pub(crate) fn of_worker(context: WorkerQueryContext, channels: Channels) -> SessionState {
    let builder = context.builder.with_distributed_user_codec(Codec);
    let mut state = builder.with_distributed_channel_resolver(channels).build();
    add_join(&mut state);
    state
}

fn begun(threads: usize, room: &Room) -> Result<SessionStateBuilder> {
    let config = SessionConfig::new().with_target_partitions(threads);
    let mut state = SessionStateBuilder::new()
        .with_default_features()
        .with_config(config)
        .with_runtime_env(room.runtime()?)
        .with_query_planner(Arc::new(Planner))
        .build();
    add_join(&mut state);
    Ok(SessionStateBuilder::new_from_existing(state))
}

fn add_join(state: &mut SessionState) {
    use datafusion::execution::FunctionRegistry as _;
    // Only a function of that name that is there already would be in the way.
    let _ = state.register_udaf(Arc::new(join()));
}

/// DataFusion's own planner, which knows our steps too.
#[derive(Debug)]
struct Planner;

#[async_trait]
impl QueryPlanner for Planner {
    async fn create_physical_plan(
        &self,
        plan: &LogicalPlan,
        session: &dyn Session,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let planner = DefaultPhysicalPlanner::with_extension_planners(vec![Arc::new(StepPlanner)]);
        planner.create_physical_plan(plan, session).await
    }
}

struct Workers(Vec<Url>);

#[async_trait]
impl WorkerResolver for Workers {
    fn get_urls(&self) -> Result<Vec<Url>> {
        Ok(self.0.clone())
    }
}

/// Every worker reads parts of its own.
fn dealt(event: ScaleUpLeafNodeEvent<'_>) -> Option<Result<ScaleUpLeafNodeEventResponse>> {
    let scan = event.plan.downcast_ref::<Scan>()?;
    let variants = scan.dealt(event.task_count);
    let leaf = variants
        .and_then(|variants| DistributedLeafExec::try_new(Arc::clone(event.plan), variants));
    Some(leaf.map(|leaf| ScaleUpLeafNodeEventResponse::new(Arc::new(leaf))))
}
