//! How close a synthetic table comes to the real one, inside the trusted environment.
//!
//! **Nothing here is differentially private.** All of it reads the real table, and so does every
//! figure that it returns: an [`Evaluation`] is for those who may see the data.

pub mod findings;

pub use findings::Evaluation;
