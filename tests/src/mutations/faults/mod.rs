//! The list, by family.

mod budget;
mod curation;
mod network;
mod noise;
mod plumbing;
mod rows;
mod types;

use super::Fault;

/// Every fault, in families.
pub const FAULTS: &[(&str, &[Fault])] = &[
    ("budget", budget::FAULTS),
    ("noise", noise::FAULTS),
    ("curation", curation::FAULTS),
    ("network and fit", network::FAULTS),
    ("synthetic rows", rows::FAULTS),
    ("plumbing", plumbing::FAULTS),
    ("forbidden by types", types::FAULTS),
];
