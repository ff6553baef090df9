//! What PrivMRF asks of the curator, in order: size, one-way tables, then round by round the table that the
//! model misses most.
//!
//! After Cai Alg. 1–6, with these deviations:
//! - every attribute's own table is measured first, and rare values are joined ([`super::joined`]); so an
//!   attribute in no θ-useful table, for which Alg. 3 is undefined, has its own at its coarsest useful level;
//! - unless [`Search::Graph`] is asked for, no pair scores and no fixed graph: any table may be chosen that
//!   keeps the model within its memory (as in AIM, McKenna, Mullins, Sheldon and Miklau 2022);
//! - tables are chosen by their distance from the model *less what chance alone would make of it*, by noise and by
//!   the draw of rows, with the exponential mechanism, and several by one estimate ([`super::batch`]);
//! - two attributes that the model ties may be measured at more cells than are θ-useful, where it knows most of these to
//!   be empty (`expecting`);
//! - the budget is divided over rounds, fewer where noise leaves few useful cells, and where most of a batch was
//!   nothing but noise, the rest of the rounds are halved in number, so that each measures more precisely
//!   ([`Settings::anneals`]);
//! - the model's memory is given out by and by, as in AIM ([`Settings::model_cells_after`]);
//! - where other tables tell some parts of a table well, only the others are measured, which a row moves by less
//!   (`known`, [`crate::parts`]);
//! - tables that a workload names are chosen among themselves, in turns with any others, and measured with the budget of
//!   several rounds ([`super::workload`]);
//! - estimation by [`super::estimate`] on reconciled tables.

mod expecting;
mod known;
mod learned;
mod measure;
mod news;
mod rounds;
mod run;
mod settings;
mod start;
mod turn;

pub use expecting::{MOST_COMPARED, MOST_PRODUCT};
pub use learned::{Learned, Measured, Scores};
pub use rounds::BETWEEN_ROUNDS;
pub use run::learn;
pub use settings::{Attribute, Search, Settings, Weights};
