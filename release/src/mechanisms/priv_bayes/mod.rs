//! `PrivBayes` on Gaussian noise (Bao et al. 2021): a Bayesian network on noisy tables.

mod forecast;
mod model;
mod plan;
mod run;
mod verify;
mod words;

#[cfg(test)]
mod tests;

pub(crate) use model::Model;
pub(crate) use plan::PrivBayes;
