//! What a query asks for.

/// What a query asks for, with the words of the record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    Grid,
    Size,
    PairScores,
    Table,
    Parts,
    Farthest,
    Selection,
    Rows,
}

impl Asked {
    pub(super) const ALL: [Self; 8] = [
        Self::Grid,
        Self::Size,
        Self::PairScores,
        Self::Table,
        Self::Parts,
        Self::Farthest,
        Self::Selection,
        Self::Rows,
    ];

    /// The query's purpose in the record.
    pub fn words(self) -> &'static str {
        match self {
            Self::Grid => "counts of a grid, to find bins",
            Self::Size => "number of rows",
            Self::PairScores => "dependence scores of pairs",
            Self::Table => "table of counts",
            Self::Parts => "parts of a table of counts",
            Self::Farthest => "choice of the table farthest from the model",
            Self::Selection => "selection",
            Self::Rows => "synthetic rows",
        }
    }

    /// Whether the record names the columns of such a query.
    pub(super) fn has_columns(self) -> bool {
        matches!(self, Self::Grid | Self::Table | Self::Parts | Self::Rows)
    }

    pub(crate) fn unit_of_answer(self) -> &'static str {
        match self {
            Self::Grid | Self::Size | Self::Table | Self::Farthest => "1 row",
            Self::Parts => "1 row divided by the cells of the table",
            Self::PairScores => "2^-16 rows",
            Self::Selection => "score",
            Self::Rows => "1 cell",
        }
    }
}
