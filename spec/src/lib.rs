//! The release spec: the RON file in which an analyst states what a release may learn and publish,
//! and which a privacy officer reads and signs.
//!
//! [`parse`] turns the text into a checked [`Release`] or into [`Problems`]: all of them, each with
//! its place, the offending text, and what to write instead. [`digest`] names the exact bytes that
//! were signed. `README.md` beside this crate is the reference of the language.
//!
//! Nothing here reads a file or a table; files that a spec names are given to [`parse_with`]. [`Attribute`] also holds the two functions between a field's
//! text and a code, [`Attribute::encode`] and [`Attribute::decode`], which are pure.
//!
//! ```
//! let text = r#"Release(
//!     privet: 1,
//!     unit: Row,
//!     adjacency: AddRemove,
//!     budget: (epsilon: "1", delta: "1e-9"),
//!     schema: [(name: "sex", kind: Categorical(["F", "M"]), missing: [""])],
//! )"#;
//! let release = privet_spec::parse(text).unwrap();
//! assert_eq!(release.schema[0].encode("M"), privet_spec::Encoded::Code(1));
//!
//! let problems = privet_spec::parse(&text.replace("adjacency", "adjacent")).unwrap_err();
//! let report = problems.render("survey.ron", text, privet_spec::Style::plain());
//! assert!(report.starts_with("error: `adjacency` is missing in the release\n --> survey.ron:1:1\n"));
//! ```
//!
//! # The floors, from the ground up
//!
//! Each floor answers a question. A module uses only modules that stand before it here, on a floor below or earlier in its
//! line; a test holds the code to that.
//!
//! 1. How is a text, a number or a digest written? `text`, `lookalike`, `counted`, `digest`, `decimal`
//! 2. How is a spec written in full, and what do two say otherwise? `in_full`
//! 3. What is wrong, where, and what is to be written instead? `line`, `position`, `problem`, `findings`, `render`
//! 4. What stands in the text, and is it what belongs there? `reader`, `expect`, `fields`
//! 5. Which files does a spec name? `files`, `code_lines`
//! 6. How is a table written? `charset`, `delimiter`, `missing`, `input`, `spelling`, `output_format`
//! 7. Who is protected? `unit`
//! 8. What is a column, and which code does a field of it get? `schema`, `columns`, `selection`
//! 9. What may no row break? `rules`
//! 10. How is the synthetic table made? `sampling`, `shares`, `mechanism`
//! 11. What may that spend? `guarantee`, `budget`
//! 12. What is wanted of the result? `output`, `workload`, `evaluation`
//! 13. What does the whole spec say? `release`
//! 14. What is allowed and perhaps not meant? `warnings`
//!
//! Tested: a named case for every kind of refusal, with its place; every example under `examples/`;
//! text → code → text for every kind of attribute; agreement with the crate ron on every spec of the
//! repository and on whatever a fuzzer thinks of.

mod budget;
mod charset;
mod code_lines;
mod columns;
mod counted;
mod decimal;
mod delimiter;
mod digest;
mod evaluation;
#[cfg(test)]
mod every_spec;
mod expect;
mod fields;
mod files;
mod findings;
mod guarantee;
mod in_full;
mod input;
mod line;
mod lookalike;
pub mod mechanism;
mod missing;
mod output;
mod output_format;
mod position;
mod problem;
mod reader;
mod release;
mod render;
mod rules;
mod sampling;
mod schema;
mod selection;
mod shares;
mod spelling;
mod text;
mod unit;
mod warnings;
mod workload;

pub use budget::Budget;
pub use charset::Charset;
pub use counted::counted;
pub use decimal::{Decimal, DecimalError};
pub use digest::{digest, is_digest};
pub use evaluation::{Evaluation, Regression};
pub use files::{FileSource, NamedFile, NoFiles};
pub use guarantee::Guarantee;
pub use in_full::Change;
pub use input::{DecimalSign, InputForm};
pub use line::{Line, shown, shown_lines};
pub use mechanism::{
    Accounting, Encoding, Estimator, HeadRule, Mechanism, MechanismName, MrfSearch, MrfWeights,
    Post, PrivBayes, PrivBayesPure, PrivMrf, Repair, Score, SmoothedHistogram,
};
pub use output::{Output, RowCount};
pub use output_format::OutputFormat;
pub use position::Position;
pub use problem::{Problem, Problems};
pub use release::{Release, VERSION};
pub use render::Style;
pub use rules::{Broken, Condition, Determines, Judge, Order, Relation, Rule, RuleKind, Rules};
pub use sampling::Sampling;
pub use schema::{
    Attribute, Bins, Cell, Determined, Encoded, Fit, Found, FoundBin, Heap, Heaps, Kind, Level,
    MOST_BINS, MOST_CODES, MOST_VIRTUAL_ATTRIBUTES, NoSuchCode, Outside, Piece, Refusal, TimeUnit,
    Within, further_pick,
};
pub use selection::{Part, Selection};
pub use shares::Shares;
pub use spelling::Spelling;
pub use text::{hidden, in_ascii, literal};
pub use unit::{Adjacency, Unit};
pub use warnings::{Warning, warnings};
pub use workload::{TARGET_WEIGHT, WeightedColumns, Workload};

#[cfg(fuzzing)]
pub use reader::agreement::{Comparison, compare_with_ron};

/// Reads a spec: the checked release, or every problem of the text.
///
/// A spec that names files is refused; [`parse_with`] is given them.
pub fn parse(text: &str) -> Result<Release, Problems> {
    parse_with(text, &NoFiles)
}

/// As [`parse`], for a spec that may name files beside it.
pub fn parse_with(text: &str, files: &dyn FileSource) -> Result<Release, Problems> {
    let mut findings = findings::Findings::new();
    let root = reader::read(text, &mut findings);
    let release = root.and_then(|root| Release::read(&root, files, &mut findings));
    findings.into_result(text, release)
}
