//! Why a table can stop a release, and so what a release tells by being there.
//!
//! That a release was not stopped is visible, so whatever can stop it is not protected. Every cause of a
//! [`TableError`] has its kind here and every kind has its words, by two matches without a catch-all: a new cause
//! without words does not compile.
//!
//! Tested: every refusal of this folder's tests, and of a fuzz target, is among the words of its spec.

use privet_spec::{Adjacency, Refusal, Release, Unit, shown};

use super::error::{Cause, TableError};

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
    /// A row that is no person of its own.
    NoPerson,
    /// A field that its attribute's policy refuses.
    Policy,
    /// Too little memory or disk for the table, or for what a release makes of it: see [`crate::making`].
    NoRoom,
}

impl TableError {
    /// The clauses by which a record of this spec says that it tells something, since a table like this one stops
    /// a release. There is always one.
    pub fn told_by(&self, release: &Release) -> Vec<String> {
        Stop::of(&self.cause).told(release)
    }
}

impl Stop {
    /// The kind of a cause.
    fn of(cause: &Cause) -> Self {
        match cause {
            Cause::Unreadable(_)
            | Cause::Terminal
            | Cause::Damaged
            | Cause::Foreign(_)
            | Cause::Parquet(_)
            | Cause::NotText
            | Cause::NotSynthetic
            | Cause::Stream => Self::Unreadable,
            Cause::Type(_) => Self::Types,
            Cause::Empty
            | Cause::UndecodableName { .. }
            | Cause::MarkedUtf8 { .. }
            | Cause::DuplicateColumn
            | Cause::MissingColumn { .. }
            | Cause::OtherDelimiter { .. } => Self::Header,
            Cause::Ragged { .. } => Self::Ragged,
            Cause::OpenQuote => Self::OpenQuote,
            Cause::TooLong => Self::TooLong,
            Cause::Undecodable { .. } => Self::Undecodable,
            Cause::TooManyRows => Self::TooManyRows,
            Cause::Id(_) => Self::NoPerson,
            Cause::Refused(_) => Self::Policy,
            Cause::NoMemory => Self::NoRoom,
        }
    }

    /// What a release by this spec tells by not having been stopped, as clauses; nothing where the spec rules the
    /// cause out.
    pub(crate) fn told(self, release: &Release) -> Vec<String> {
        let always = |clause: &str| vec![clause.to_owned()];
        match self {
            Self::Unreadable => always("that the file can be read to its end"),
            Self::Header => always("the names of the columns in the input's header"),
            Self::Types => always("the types of the input's columns, where it has types"),
            Self::Ragged => always("that every row has as many fields as the header"),
            Self::OpenQuote => always("that every quote is closed"),
            Self::TooLong => always("that no row is longer than 16 MiB, in unused columns too"),
            Self::Undecodable => match release.input.encoding {
                encoding if encoding.reads_every_byte() => Vec::new(),
                encoding => vec![format!(
                    "that every field that is read is {}",
                    encoding.name()
                )],
            },
            Self::TooManyRows => always("that there are fewer than 2^40 rows"),
            Self::NoPerson => match (&release.unit, release.adjacency) {
                (Unit::Person { id, .. }, Adjacency::Replace) => vec![format!(
                    "that every row has an id in `{}`, and no two rows the same",
                    shown(id)
                )],
                _ => Vec::new(),
            },
            Self::NoRoom => always(
                "that the machine had memory and disk for the number of rows and any noise on it",
            ),
            Self::Policy => [Refusal::Outside, Refusal::Foreign]
                .into_iter()
                .filter_map(|refusal| policy_told(release, refusal))
                .collect(),
        }
    }
}

/// What the attributes that refuse a field for this reason tell; nothing where there is none.
fn policy_told(release: &Release, refusal: Refusal) -> Option<String> {
    let what = match refusal {
        Refusal::Outside => "every value lies in the domain (`Fail`)",
        Refusal::Foreign => "every field is a number or date (`Clamp` without `missing`)",
    };
    let refusing = release
        .learned()
        .filter(|attribute| attribute.refusal() == Some(refusal))
        .map(|attribute| format!("`{}`", shown(attribute.name())));
    let names = refusing.collect::<Vec<_>>().join(", ");
    (!names.is_empty()).then(|| format!("that of {names} {what}"))
}
