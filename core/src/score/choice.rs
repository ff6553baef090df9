//! Which score a selection goes by.
//!
//! Assumed: nothing: names of scores.

/// A score of a child and its parents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// 2n·F: how near the table is to one in which the parents decide a fair child. Binary children
    /// only.
    F,
    /// n·R: how far the table is from independence.
    R,
    /// n·I: the mutual information. Only where the number of rows is public.
    I,
}
