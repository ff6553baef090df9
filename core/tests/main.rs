//! Core through its public face: its laws, and whole computations against plain ones.

mod announced;
mod answers;
mod calibration;
mod candidates;
mod choices;
mod conditional;
mod counts;
mod curator;
mod field;
mod fit;
mod laws;
mod ledger;
mod logarithm;
mod markov_random_fields;
mod network;
mod rows;
mod rules;
mod smoothed;
mod tables_at_levels;
mod wide;
