//! What the curator asks for counts, and the token by which it asks.
//!
//! Tested: `curator_pays_before_it_reads`.
//! Assumed: nothing: that nobody but the curator makes a token, and nobody keeps one, holds by type; the examples of
//! [`Token`] must not compile. Of `Counts::announce` nothing comes back.

use crate::Error;
use crate::counts::Columns;
use crate::domain::Domain;
use crate::variables::VariableSet;

/// What a source of counts asks for before it answers. Only the curator makes one, and lends it for one call.
///
/// So nobody else who holds a source can count, or ask for the number of rows:
/// ```compile_fail,E0061
/// use privet_core::{curator::Counts, domain::Domain, variables::VariableSet};
/// fn mechanism(counts: &impl Counts, domain: &Domain<'_>, set: &VariableSet) {
///     let _ = counts.count(domain, set, &mut [0; 4]); // asks for a token
/// }
/// ```
/// ```compile_fail,E0061
/// use privet_core::curator::Counts;
/// fn mechanism(counts: &impl Counts) -> u64 {
///     counts.rows() // asks for a token
/// }
/// ```
/// A token is not made by hand, and one that was lent is neither copied nor kept:
/// ```compile_fail,E0423
/// use privet_core::curator::Token;
/// fn forge() -> Token {
///     Token(()) // private field
/// }
/// ```
/// ```compile_fail,E0277
/// use privet_core::curator::Token;
/// fn copied(token: &Token) -> Token {
///     Clone::clone(token) // Token: Clone is not implemented
/// }
/// ```
/// ```compile_fail,E0507
/// use privet_core::curator::Token;
/// fn moved(token: &Token) -> Token {
///     *token // borrowed
/// }
/// ```
/// ```compile_fail
/// use core::cell::Cell;
/// use privet_core::{Error, curator::{Counts, Token}, domain::Domain, variables::VariableSet};
/// struct Keeps<'a>(Cell<Option<&'a Token>>);
/// impl Counts for Keeps<'_> {
///     fn rows(&self, token: &Token) -> u64 {
///         self.0.set(Some(token)); // may not live long enough
///         0
///     }
///     fn count(&self, _: &Token, _: &Domain<'_>, _: &VariableSet, _: &mut [u64]) -> Result<(), Error> {
///         Ok(())
///     }
/// }
/// ```
pub struct Token(());

impl Token {
    /// For tests alone. No published build has it.
    #[cfg(any(test, feature = "testing"))]
    pub const fn for_tests() -> Self {
        Self(())
    }
}

/// A source of exact counts. Only the curator asks it, by a [`Token`] that nobody else can make.
///
/// One that reads its rows elsewhere, in firmware or behind a database, is written like this:
/// ```
/// use privet_core::{Error, curator::{Counts, Token}, domain::Domain, variables::VariableSet};
///
/// /// Rows that all have the first value of every column.
/// struct Alike {
///     rows: u64,
/// }
///
/// impl Counts for Alike {
///     fn rows(&self, _: &Token) -> u64 {
///         self.rows
///     }
///
///     fn count(&self, _: &Token, _: &Domain<'_>, _: &VariableSet, cells: &mut [u64]) -> Result<(), Error> {
///         cells.fill(0);
///         *cells.first_mut().ok_or(Error::BufferTooSmall)? = self.rows;
///         Ok(())
///     }
/// }
/// ```
/// A source that asks another one hands on the token that it was lent.
pub trait Counts {
    /// Number of rows, at most [`crate::counts::MOST_ROWS`].
    fn rows(&self, token: &Token) -> u64;

    /// Overwrites `cells` with the counts of the table over `variables`.
    fn count(
        &self,
        token: &Token,
        domain: &Domain<'_>,
        variables: &VariableSet,
        cells: &mut [u64],
    ) -> Result<(), Error>;

    /// Says which tables of this domain will be asked for next, so that a source for which a pass over the rows is dear
    /// can count them in one.
    ///
    /// A hint: it changes no answer, tables may be asked for that were never told of, more than once or never, and a list may
    /// name one twice. It may come before the tables are paid for. So it returns nothing, not even an error: a pass that fails is
    /// told of by [`Counts::count`]. Nothing comes back of it, so it asks for no token.
    fn announce(&self, _domain: &Domain<'_>, _tables: &TableList<'_>) {}
}

/// A list of tables, told from its start as often as it is called: no memory is needed for it.
pub type TableList<'a> = dyn Fn(&mut dyn FnMut(&VariableSet)) + 'a;

/// The curator's own source: the only place where tokens are made.
pub(super) struct Source<C>(C);

impl<C: Counts> Source<C> {
    pub(super) const fn new(counts: C) -> Self {
        Self(counts)
    }

    pub(super) fn rows(&self) -> u64 {
        self.0.rows(&Token(()))
    }

    pub(super) fn count(
        &self,
        domain: &Domain<'_>,
        variables: &VariableSet,
        cells: &mut [u64],
    ) -> Result<(), Error> {
        self.0.count(&Token(()), domain, variables, cells)
    }

    pub(super) fn announce(&self, domain: &Domain<'_>, tables: &TableList<'_>) {
        self.0.announce(domain, tables);
    }
}

impl Counts for Columns<'_> {
    fn rows(&self, _: &Token) -> u64 {
        self.rows()
    }

    fn count(
        &self,
        _: &Token,
        domain: &Domain<'_>,
        variables: &VariableSet,
        cells: &mut [u64],
    ) -> Result<(), Error> {
        self.count(domain, variables, cells)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counts::Column;
    use crate::domain::Level;
    use crate::variables::Variable;

    /// Through the curator's own, and by a token.
    #[test]
    fn a_source_is_asked_as_it_is() {
        let levels = [Level::leaf(0, 2), Level::leaf(1, 3)];
        let domain = Domain::new(&levels).unwrap();
        let columns = [Column::Narrow(&[0, 1, 1]), Column::Narrow(&[2, 0, 0])];
        let columns = Columns::new(&domain, &columns).unwrap();
        let set = VariableSet::new(&[Variable(0), Variable(1)]).unwrap();
        let (source, token) = (Source::new(columns), Token::for_tests());
        assert_eq!((source.rows(), Counts::rows(&columns, &token)), (3, 3));
        for cells in [5, 6, 7] {
            let (mut asked, mut expected) = ([9; 7], [9; 7]);
            let answered = source.count(&domain, &set, &mut asked[..cells]);
            let by_token = Counts::count(&columns, &token, &domain, &set, &mut expected[..cells]);
            assert_eq!(answered.is_ok(), cells == 6);
            assert_eq!((answered, asked), (by_token, expected));
        }
        let mut cells = [9; 6];
        assert_eq!(source.count(&domain, &set, &mut cells), Ok(()));
        assert_eq!(cells, [0, 0, 1, 2, 0, 0]);
    }
}
