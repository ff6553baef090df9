//! `PrivMrf` (after Cai et al. 2021): a Markov random field, chosen and measured round by round.

mod forecast;
mod model;
mod plan;
mod run;
mod verify;
mod words;

pub(crate) use model::Model;
pub(crate) use plan::PrivMrf;
