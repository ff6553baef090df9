//! A job, and its bytes for machines that do not have it yet.

use core::fmt;
use core::hash::{Hash, Hasher};
use std::sync::Arc;

use datafusion::error::{DataFusionError, Result};
use privet_release::engine::{Job, Unfit};

/// What every step of a plan knows. Plans compare and hash their steps, and show them: by the bytes, and without them.
#[derive(Clone)]
pub(crate) struct Told {
    pub(crate) job: Arc<Job>,
    bytes: Arc<[u8]>,
}

impl Told {
    pub(crate) fn new(job: &Job) -> Self {
        Self {
            bytes: job.to_bytes().as_slice().into(),
            job: Arc::new(job.clone()),
        }
    }

    pub(crate) fn from_bytes(bytes: &[u8]) -> Result<Self> {
        Ok(Self {
            job: Arc::new(Job::from_bytes(bytes).map_err(unfit)?),
            bytes: bytes.into(),
        })
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

impl PartialEq for Told {
    fn eq(&self, other: &Self) -> bool {
        self.bytes == other.bytes
    }
}

impl Eq for Told {}

impl Hash for Told {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.bytes.hash(state);
    }
}

impl fmt::Debug for Told {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Told")
    }
}

/// Something is not what this program makes.
pub(crate) fn unfit(unfit: Unfit) -> DataFusionError {
    DataFusionError::External(Box::new(unfit))
}
