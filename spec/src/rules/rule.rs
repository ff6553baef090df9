//! What a rule is.

use super::broken::Broken;
use crate::files::NamedFile;
use crate::selection::Selection;

/// The rules of a spec, and what becomes of rows that break them. Columns are indices into the schema.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rules {
    /// In the order of the spec.
    pub list: Vec<Rule>,
    /// What becomes of a row of the table that breaks one.
    pub broken: Broken,
    /// Those of them that compare two columns.
    pub(crate) orders: Vec<Order>,
}

/// One rule.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rule {
    /// Where it stands in the list, counted from 0.
    pub place: usize,
    pub kind: RuleKind,
    /// Why it holds, in the words of the spec.
    pub because: Option<String>,
    pub(super) words: String,
}

/// What a rule says.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RuleKind {
    /// No row meets all of these conditions.
    Impossible(Vec<Condition>),
    /// A row that meets all of the first conditions meets all of the others.
    Implies {
        when: Vec<Condition>,
        then: Vec<Condition>,
    },
    /// The values of one column are at most those of the other, or below them. A missing value compares with nothing.
    Order(Order),
    /// The values of one column follow from those of another.
    Determines(Determines),
}

/// Some values of a column.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Condition {
    pub column: usize,
    pub selection: Selection,
    /// As the spec writes them.
    pub(super) items: Vec<Item>,
}

/// One of the values of a condition, as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Item {
    /// `"child"`, `"[20, 25)"`, `"2020-01-31"`
    Named(String),
    /// `17`
    Number(i64),
    /// `UpTo(14)`
    UpTo(i64),
    /// `From(65)`
    From(i64),
    /// `Between(15, 64)`
    Between(i64, i64),
    /// `Null`
    Null,
}

/// Two columns of one kind, compared by their values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Order {
    /// Has the smaller value.
    pub first: usize,
    /// Has the larger value.
    pub second: usize,
    /// Whether the two values must differ.
    pub strict: bool,
}

/// What one column tells of another.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Determines {
    /// The column that determines.
    pub by: usize,
    /// The column that follows.
    pub column: usize,
    /// For each code of the first, null included, the code of the other.
    pub codes: Vec<u16>,
    pub(super) pairs: Pairs,
}

/// Where the pairs of values stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Pairs {
    Listed(Vec<(String, String)>),
    File(NamedFile),
}

impl Rules {
    /// Whether the spec has none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Whether some rule is one that a model must keep: not those by which a column is filled in.
    pub fn bind_a_model(&self) -> bool {
        let determines = |rule: &Rule| matches!(rule.kind, RuleKind::Determines(_));
        !self.list.iter().all(determines)
    }
}

impl Rule {
    /// What it says, on one line.
    pub fn in_words(&self) -> String {
        match &self.because {
            Some(because) => format!("{} ({because})", self.words),
            None => self.words.clone(),
        }
    }
}
