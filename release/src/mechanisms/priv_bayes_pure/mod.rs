//! `PrivBayesPure` (Zhang et al. 2014): a Bayesian network by private selection and Laplace noise; δ = 0.

mod forecast;
mod model;
mod plan;
mod run;
mod verify;
mod words;

pub(crate) use model::Model;
pub(crate) use plan::PrivBayesPure;
