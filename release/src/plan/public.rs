//! The public side of a release, made from the spec alone.

use core::num::NonZeroU32;

use privet_core::counts::MostRows;
use privet_core::domain::Domain;
use privet_core::neighbours::Neighbours;
use privet_core::rules::Rules;
use privet_core::variables::Variable;
use privet_spec::{Adjacency, Attribute, Release};

use super::rules::rules_of;
use super::variables::{VariableName, Variables};
use crate::beside::BesideFile;
use crate::error::Error;

/// What every mechanism is given: the spec, which tables count as neighbours, and the variables.
pub struct Plan {
    /// The spec's text: what its digest is of.
    pub text: String,
    /// What it says; where it declares no bins, with those that were found, or before that with the most that can be.
    pub release: Release,
    /// Which tables count as neighbours.
    pub neighbours: Neighbours,
    /// The most rows that the table may have.
    pub most_rows: MostRows,
    /// Every attribute at every level that the mechanism knows.
    pub variables: Variables,
    /// What is impossible in a row, on the codes of the release's attributes.
    pub rules: Rules,
}

impl Plan {
    pub(crate) fn new(text: String, release: Release, variables: Variables) -> Result<Self, Error> {
        let neighbours = match release.adjacency {
            Adjacency::Replace => Neighbours::Replace,
            Adjacency::AddRemove => Neighbours::AddRemove {
                rows: NonZeroU32::new(release.unit.rows()).unwrap_or(NonZeroU32::MIN),
            },
        };
        Ok(Self {
            text,
            most_rows: most_rows(&release)?,
            rules: rules_of(&release)?,
            release,
            neighbours,
            variables,
        })
    }

    /// The files that the spec names, for the model and the record.
    pub(crate) fn files(&self) -> Vec<BesideFile> {
        BesideFile::all(&self.release.files)
    }

    /// The learned attribute of this name.
    pub(crate) fn learned(&self, name: &str) -> Option<&Attribute> {
        let mut learned = self.release.learned();
        learned.find(|attribute| attribute.name() == name)
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

/// The most rows of a table that the mechanism takes, or that there may be at all.
fn most_rows(release: &Release) -> Result<MostRows, Error> {
    match release.mechanism.most_rows() {
        Some(most) => {
            MostRows::new(most.into()).map_err(|error| Error::flaw("the most rows", error))
        }
        None => Ok(MostRows::LARGEST),
    }
}
