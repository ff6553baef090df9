//! The list, by family.

mod accounts;
mod afterwards;
mod bins;
mod budget;
mod curation;
mod drafts;
mod inputs;
mod keys;
mod markov;
mod network;
mod noise;
mod pending;
mod persons;
mod plumbing;
mod reading;
mod requests;
mod rows;
mod rules;
mod scores;
mod smoothed;
mod steps;
mod types;

use super::Fault;

/// Every fault, in families.
pub const FAULTS: &[(&str, &[Fault])] = &[
    ("budget", budget::FAULTS),
    ("noise", noise::FAULTS),
    ("curation", curation::FAULTS),
    ("network and fit", network::FAULTS),
    ("synthetic rows", rows::FAULTS),
    ("rows on request", requests::FAULTS),
    ("scores and choices", scores::FAULTS),
    ("smoothed histogram", smoothed::FAULTS),
    ("single steps", steps::FAULTS),
    ("Markov random fields", markov::FAULTS),
    ("persons", persons::FAULTS),
    ("rules between columns", rules::FAULTS),
    ("keys", keys::FAULTS),
    ("found bins", bins::FAULTS),
    ("after the charge", afterwards::FAULTS),
    ("accounts and chains", accounts::FAULTS),
    ("plumbing", plumbing::FAULTS),
    ("reading", reading::FAULTS),
    ("drafts and labels", drafts::FAULTS),
    ("files and signals", pending::FAULTS),
    ("inputs", inputs::FAULTS),
    ("forbidden by types", types::FAULTS),
];
