//! Pages that show how good a release is: one HTML file each, which opens offline and loads nothing.
//!
//! - [`measure`]: how close a synthetic table comes to the real one, by a spec.
//! - [`full`]: an evaluation against the real table. **Not differentially private**, and it says so at its top.
//! - [`public`]: from `model.ron` and `record.json` alone, covered by their claim.
//! - [`compare`]: several releases side by side.
//!
//! Names and values come from tables and specs and are never trusted: templates escape them, and the pages' content
//! security policy forbids every script but their own.
//!
//! Tested: every page is read by a browser's parser (`html5ever`) without an error, with hostile names; it refers to
//! nothing outside of itself and to no anchor that it lacks; headings do not skip a level; numbers in tables are those
//! of the evaluation.

pub mod compare;
pub mod full;
pub mod measure;
mod page;
mod plot;
pub mod public;
