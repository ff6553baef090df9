//! The public side of a release, made from the spec alone.

use core::num::NonZeroU32;

use privet_core::domain::Domain;
use privet_core::neighbours::Neighbours;
use privet_core::variables::Variable;
use privet_spec::{Adjacency, Release};

use super::variables::{VariableName, Variables};
use crate::beside::BesideFile;
use crate::bins::BinsFile;
use crate::error::Error;

/// What every mechanism is given: the spec, which tables count as neighbours, and the variables.
pub struct Plan {
    /// The spec's text: what its digest is of.
    pub text: String,
    /// What it says; where it declares no bins, with those that were found, or before that with the most that can be.
    pub release: Release,
    /// Which tables count as neighbours.
    pub neighbours: Neighbours,
    /// Every attribute at every level that the mechanism knows.
    pub variables: Variables,
    /// The noisy counts that bins were found from; none where there are none, or before.
    pub(crate) bins: Vec<BinsFile>,
}

impl Plan {
    pub(crate) fn new(text: String, release: Release, variables: Variables) -> Self {
        let neighbours = match release.adjacency {
            Adjacency::Replace => Neighbours::Replace,
            Adjacency::AddRemove => Neighbours::AddRemove {
                rows: NonZeroU32::new(release.unit.rows()).unwrap_or(NonZeroU32::MIN),
            },
        };
        Self {
            text,
            release,
            neighbours,
            variables,
            bins: Vec::new(),
        }
    }

    /// The files that the spec names, for the model and the record.
    pub(crate) fn files(&self) -> Vec<BesideFile> {
        BesideFile::all(&self.release.files)
    }

    /// Calls `use_it` with the domain, which borrows from the plan.
    pub fn with_domain<T>(
        &self,
        use_it: impl FnOnce(&Domain<'_>) -> Result<T, Error>,
    ) -> Result<T, Error> {
        self.variables.with_domain(use_it)
    }

    /// The variable's name.
    pub fn name(&self, variable: Variable) -> VariableName {
        self.variables.name(variable)
    }
}
