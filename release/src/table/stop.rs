//! Why a table can stop a release, and so what a release tells by being there.
//!
//! That a release was not stopped is visible, so whatever can stop it is not protected. Every cause of a
//! [`TableError`] has its kind here and every kind has its words, by two matches without a catch-all: a new cause
//! without words does not compile.
//!
//! Tested: every refusal of this folder's tests, and of a fuzz target, is among the words of its spec.

use privet_spec::{Adjacency, Refusal, Release, Unit, shown};

use super::error::{Cause, IdProblem, TableError};
use super::problem::ParquetProblem;

/// Why something is not protected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The file could be read as the spec says.
    File,
    /// Every row was a person of its own.
    Persons,
    /// Every id named one person for sure.
    Ids,
    /// No value was outside of a domain whose policy is `Fail`.
    Outside,
    /// Every field of a number or date was one, where the policy is `Clamp` and nothing is declared as missing.
    Foreign,
    /// The machine was large enough.
    Machine,
    /// The spec makes it public.
    Public,
}

impl Reason {
    /// What its facts have in common; nothing where there is never more than one.
    pub fn in_words(self) -> Option<&'static str> {
        match self {
            Self::File => Some("the form of the file"),
            Self::Outside => Some("that every value lies in its domain (`Fail`)"),
            Self::Foreign => {
                Some("that every field is a number or date (`Clamp` without `missing`)")
            }
            Self::Persons | Self::Ids | Self::Machine | Self::Public => None,
        }
    }
}

/// One fact of the table that the guarantee does not cover.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fact {
    pub(crate) reason: Reason,
    /// As a clause, such as "that every quote is closed".
    pub(crate) clause: String,
    /// The column that it is about; nothing where it is about the table as a whole.
    pub(crate) column: Option<String>,
}

macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident,)*) => {
        /// A kind of cause.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Stop {
            $($(#[$doc])* $kind,)*
        }

        impl Stop {
            /// All of them.
            pub(crate) const ALL: &[Self] = &[$(Self::$kind,)*];
        }
    };
}

kinds! {
    /// The file cannot be read to its end.
    Unreadable,
    /// The header.
    Header,
    /// The types of columns.
    Types,
    /// A row of another number of fields.
    Ragged,
    /// A quote that is not closed.
    OpenQuote,
    /// A row that is too long.
    TooLong,
    /// A field with a byte without meaning.
    Undecodable,
    /// Too many rows.
    TooManyRows,
    /// More rows than the mechanism takes.
    MoreRows,
    /// A row that is no person of its own.
    NoPerson,
    /// An id that names nobody for sure.
    UnsureId,
    /// A field that its attribute's policy refuses.
    Policy,
    /// Too little memory or disk for the table, or for what a release makes of it.
    NoRoom,
}

impl TableError {
    /// The clauses by which a record of this spec says that it tells something, since a table like this one stops
    /// a release. There is always one.
    pub fn told_by(&self, release: &Release) -> Vec<String> {
        let facts = Stop::of(&self.cause).told(release).into_iter();
        facts.map(|fact| fact.clause).collect()
    }
}

impl Stop {
    /// The kind of a cause.
    fn of(cause: &Cause) -> Self {
        match cause {
            Cause::Parquet(ParquetProblem::LargePages { .. })
            | Cause::NoMemory
            | Cause::LargeDraft { .. } => Self::NoRoom,
            Cause::Unreadable(_)
            | Cause::Terminal
            | Cause::Damaged
            | Cause::Foreign(_)
            | Cause::Parquet(_)
            | Cause::NotText
            | Cause::NotSynthetic
            | Cause::Stream => Self::Unreadable,
            #[cfg(not(feature = "parquet"))]
            Cause::NotBuilt(_) => Self::Unreadable,
            Cause::Type(_) => Self::Types,
            Cause::Empty
            | Cause::UndecodableName { .. }
            | Cause::MarkedUtf8 { .. }
            | Cause::DuplicateColumn
            | Cause::DuplicateField { .. }
            | Cause::MissingColumn { .. }
            | Cause::OtherDelimiter { .. } => Self::Header,
            Cause::Ragged { .. } => Self::Ragged,
            Cause::OpenQuote => Self::OpenQuote,
            Cause::TooLong => Self::TooLong,
            Cause::Undecodable { .. } => Self::Undecodable,
            Cause::TooManyRows => Self::TooManyRows,
            Cause::MoreRows { .. } => Self::MoreRows,
            Cause::Id(IdProblem::Missing | IdProblem::Repeated) => Self::NoPerson,
            Cause::Id(IdProblem::Unsure) => Self::UnsureId,
            Cause::Refused(_) => Self::Policy,
        }
    }

    /// What a release by this spec tells by not having been stopped; nothing where the spec rules the cause out.
    pub(crate) fn told(self, release: &Release) -> Vec<Fact> {
        let table = |reason: Reason, clause: &str| {
            vec![Fact {
                reason,
                clause: clause.to_owned(),
                column: None,
            }]
        };
        let file = |clause: &str| table(Reason::File, clause);
        match self {
            Self::Unreadable => file("that the file can be read to its end"),
            Self::Header => file("the names of the columns in its header"),
            Self::Types => file("the types of its columns, where it has types"),
            Self::Ragged => file("that every row has as many fields as the header"),
            Self::OpenQuote => file("that every quote is closed"),
            Self::TooLong => file("that no row is longer than 16 MiB, in unused columns too"),
            Self::Undecodable => match release.input.encoding {
                encoding if encoding.reads_every_byte() => Vec::new(),
                encoding => file(&format!(
                    "that every field that is read is {}",
                    encoding.name()
                )),
            },
            Self::TooManyRows => file("that there are fewer than 2^40 rows"),
            Self::MoreRows => match release.mechanism.most_rows() {
                Some(most) => file(&format!("that no more than {most} rows are used")),
                None => Vec::new(),
            },
            Self::NoPerson => match (&release.unit, release.adjacency) {
                (Unit::Person { id, .. }, Adjacency::Replace) => {
                    let id = shown(id);
                    let clause =
                        format!("that every row has an id in `{id}`, and no two rows the same");
                    table(Reason::Persons, &clause)
                }
                _ => Vec::new(),
            },
            Self::UnsureId => match &release.unit {
                Unit::Person { id, .. } => {
                    let id = shown(id);
                    let clause = format!(
                        "that every id in `{id}` names one person for sure: none is a number with an exponent, or one of \
                         floating point or of decimals that has a fraction or is too large for its type"
                    );
                    table(Reason::Ids, &clause)
                }
                Unit::Row => Vec::new(),
            },
            Self::NoRoom => table(
                Reason::Machine,
                "that the machine had memory and disk for the number of rows and any noise on it",
            ),
            Self::Policy => [Refusal::Outside, Refusal::Foreign]
                .into_iter()
                .flat_map(|refusal| policy_told(release, refusal))
                .collect(),
        }
    }
}

/// What the attributes tell that refuse a field for this reason, each by itself.
fn policy_told(release: &Release, refusal: Refusal) -> Vec<Fact> {
    let (reason, what) = match refusal {
        Refusal::Outside => (Reason::Outside, "value of `{}` lies in its domain (`Fail`)"),
        Refusal::Foreign => (
            Reason::Foreign,
            "field of `{}` is a number or date (`Clamp` without `missing`)",
        ),
    };
    let refusing = release.learned();
    let refusing = refusing.filter(|attribute| attribute.refusal() == Some(refusal));
    refusing
        .map(|attribute| {
            let name = shown(attribute.name());
            Fact {
                reason,
                clause: format!("that every {}", what.replace("{}", &name)),
                column: Some(name),
            }
        })
        .collect()
}
