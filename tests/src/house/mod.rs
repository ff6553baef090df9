//! The shape of the house, computed from its sources: which file uses which, and how long each is.
//!
//! - [`Package::all`] finds the packages of the workspace and reads the files below their `src/`.
//! - [`circles`] finds the files of a package that use each other in a circle: none of them can be read
//!   first.
//! - [`long_files`] finds the files with more than [`MOST_LINES`] lines.
//!
//! **What is a use.** A file uses another one of its crate where it names an item (function, type, trait,
//! constant, static or macro) that is defined there, also by a private `use` and in an `impl`. Paths are
//! followed through imports, renames, groups, globs and re-exports to the file that defines the item.
//! A `mod` line and a re-export (a `use` with a visibility) are no uses, and nothing below `#[cfg(test)]`
//! or `#[test]` is. Inside of a macro call every word is taken for a path.
//!
//! **What cannot be seen** without the compiler's types: methods called on values, items that a macro
//! makes, and paths in the strings of attributes.

mod circles;
mod length;
mod modules;
mod package;
mod resolve;
mod scope;
mod tokens;
mod uses;

#[cfg(test)]
mod tests;

pub use circles::{Circle, circles};
pub use length::{LongFile, MOST_LINES, lines_without_tests, long_files};
pub use package::{Files, Package};
