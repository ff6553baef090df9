//! The list of mechanisms: the one place, beside the spec's reader, that names them all.
//!
//! A new mechanism is a folder and a line in each function here. The compiler names the line that is missing,
//! and in the folder what it lacks.

use core::num::NonZeroU32;

use privet_spec::{Mechanism as Chosen, MechanismName, Release};
use serde::de::DeserializeOwned;

use super::mechanism::{Mechanism, MechanismModel};
use super::{independent, priv_bayes, priv_bayes_pure, priv_mrf, smoothed_histogram};
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
        Chosen::Independent(_) => Box::new(independent::Independent::new(release)?),
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
        MechanismName::Independent => Box::new(source.read::<independent::Model>()?),
    })
}

/// The number of the algorithm that this program has for a mechanism.
pub(crate) fn algorithm_of(name: MechanismName) -> NonZeroU32 {
    match name {
        MechanismName::PrivBayes => priv_bayes::ALGORITHM,
        MechanismName::PrivBayesPure => priv_bayes_pure::ALGORITHM,
        MechanismName::PrivMrf => priv_mrf::ALGORITHM,
        MechanismName::SmoothedHistogram => smoothed_histogram::ALGORITHM,
        MechanismName::Independent => independent::ALGORITHM,
    }
}

/// Whether this program has the algorithm of this number.
pub(crate) fn holds_algorithm(name: MechanismName, number: NonZeroU32) -> bool {
    algorithm_of(name) == number
}

/// The spec's words for a mechanism, with its defaults and with odd parameters.
#[cfg(test)]
pub(crate) fn in_many_ways(name: MechanismName) -> Vec<String> {
    let odd = match name {
        MechanismName::PrivBayes => priv_bayes::ODD_PARAMETERS,
        MechanismName::PrivBayesPure => priv_bayes_pure::ODD_PARAMETERS,
        MechanismName::PrivMrf => priv_mrf::ODD_PARAMETERS,
        MechanismName::SmoothedHistogram => smoothed_histogram::ODD_PARAMETERS,
        MechanismName::Independent => independent::ODD_PARAMETERS,
    };
    let ways = [""].iter().chain(odd);
    ways.map(|parameters| format!("{name}({parameters})"))
        .collect()
}

/// A model's content, in some notation.
pub(crate) trait ModelSource {
    type Error;

    fn read<T: DeserializeOwned>(self) -> Result<T, Self::Error>;
}
