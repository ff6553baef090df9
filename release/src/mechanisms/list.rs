//! The list of mechanisms: the one place, beside the spec's reader, that names them all.
//!
//! A new mechanism is a folder and a line in each function here. The compiler names the line that is missing,
//! and in the folder what it lacks.

use privet_spec::{Mechanism as Chosen, MechanismName, Release};
use serde::de::DeserializeOwned;

use super::mechanism::{Mechanism, MechanismModel};
use super::{priv_bayes, priv_bayes_pure, priv_mrf, smoothed_histogram};
use crate::error::Error;

/// The spec's mechanism, with what the spec fixes for it.
pub(crate) fn mechanism_of(release: &Release) -> Result<Box<dyn Mechanism>, Error> {
    Ok(match &release.mechanism {
        Chosen::PrivBayes(chosen) => Box::new(priv_bayes::PrivBayes::new(release, chosen)?),
        Chosen::PrivBayesPure(chosen) => {
            Box::new(priv_bayes_pure::PrivBayesPure::new(release, chosen)?)
        }
        Chosen::PrivMrf(chosen) => Box::new(priv_mrf::PrivMrf::new(release, chosen)?),
        Chosen::SmoothedHistogram(chosen) => {
            Box::new(smoothed_histogram::SmoothedHistogram::new(release, chosen)?)
        }
    })
}

/// Reads the model of a mechanism.
pub(crate) fn read_model<E>(
    name: MechanismName,
    source: impl ModelSource<Error = E>,
) -> Result<Box<dyn MechanismModel>, E> {
    Ok(match name {
        MechanismName::PrivBayes => Box::new(source.read::<priv_bayes::Model>()?),
        MechanismName::PrivBayesPure => Box::new(source.read::<priv_bayes_pure::Model>()?),
        MechanismName::PrivMrf => Box::new(source.read::<priv_mrf::Model>()?),
        MechanismName::SmoothedHistogram => Box::new(source.read::<smoothed_histogram::Model>()?),
    })
}

/// A model's content, in some notation.
pub(crate) trait ModelSource {
    type Error;

    fn read<T: DeserializeOwned>(self) -> Result<T, Self::Error>;
}
