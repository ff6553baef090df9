//! Columns that another one determines.

/// What the values of a column follow from. Such a column is never read or learned: it is filled in from the other.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Determined {
    /// The index in the schema of the column that it follows from in the end, which no other determines.
    pub by: usize,
    /// For each code of that column, null included, the code here.
    pub codes: Vec<u16>,
}
