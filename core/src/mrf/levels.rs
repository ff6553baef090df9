//! The variables of a Markov random field: every attribute at every level.
//!
//! Every attribute has eight: its leaf at 8a, its joined level at 8a + 1, which is the leaf itself where nothing is joined,
//! and up to six coarser ones; those that it does not have repeat the one before. So the variables are numbered before
//! anything is measured.

use alloc::vec::Vec;

use super::coarser::MOST_COARSER;
use super::joined::Grouping;
use crate::Error;
use crate::domain::{Domain, Level, MOST_LEVELS};
use crate::variables::Variable;

/// Variables of an attribute.
pub const LEVELS: u8 = 2 + MOST_COARSER;
/// Most attributes.
pub const MOST_ATTRIBUTES: usize = MOST_LEVELS / LEVELS as usize;

/// The leaf of an attribute.
pub fn leaf(attribute: u8) -> Variable {
    // At most 255·8.
    Variable(u16::from(attribute).saturating_mul(LEVELS.into()))
}

/// The joined level of an attribute.
pub fn joined(attribute: u8) -> Variable {
    Variable(leaf(attribute).0.saturating_add(1))
}

/// The attribute of a variable.
pub fn attribute(variable: Variable) -> u8 {
    u8::try_from(variable.0 / u16::from(LEVELS)).unwrap_or(u8::MAX)
}

/// The next coarser level of the variable's attribute; nothing where there is none.
pub fn coarser(domain: &Domain<'_>, variable: Variable) -> Option<Variable> {
    let last = leaf(attribute(variable)).0.saturating_add(LEVELS.into());
    let mut later = (variable.0.saturating_add(1)..last).map(Variable);
    let size = domain.size(variable);
    later.find(|&later| domain.size(later) < size)
}

/// The levels of one attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Levels {
    /// That of its joined values.
    pub joined: Grouping,
    /// The coarser ones, finest first; at most [`MOST_COARSER`].
    pub coarser: Vec<Grouping>,
}

impl Levels {
    /// No coarser ones.
    pub const fn only(joined: Grouping) -> Self {
        Self {
            joined,
            coarser: Vec::new(),
        }
    }
}

/// All levels of every attribute, for [`Domain::new`].
pub fn levels(attributes: &[Levels]) -> Result<Vec<Level<'_>>, Error> {
    if attributes.len() > MOST_ATTRIBUTES {
        return Err(Error::BadDomain);
    }
    let mut levels = Vec::with_capacity(attributes.len().saturating_mul(LEVELS.into()));
    for (of, attribute) in attributes.iter().zip(0..) {
        levels.push(Level::leaf(
            attribute,
            u32::try_from(of.joined.groups().len()).map_err(|_| Error::BadDomain)?,
        ));
        let coarsest = of.coarser.last().unwrap_or(&of.joined);
        let coarser = of.coarser.iter().chain(core::iter::repeat(coarsest));
        for grouping in core::iter::once(&of.joined).chain(coarser.take(MOST_COARSER.into())) {
            levels.push(Level {
                attribute,
                size: grouping.size(),
                groups: grouping.groups(),
                representatives: grouping.representatives(),
            });
        }
    }
    Domain::new(&levels)?;
    Ok(levels)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_that_there_are_not_repeat_the_one_before() {
        let grouping = |groups: &[u16]| Grouping::new(groups.to_vec()).unwrap();
        let attributes = [
            Levels::only(grouping(&[0, 1, 2])),
            Levels {
                joined: grouping(&[0, 0, 1, 2]),
                coarser: [grouping(&[0, 0, 0, 1])].to_vec(),
            },
        ];
        let levels = levels(&attributes).unwrap();
        let domain = Domain::new(&levels).unwrap();
        assert_eq!(domain.len(), 16);
        let sizes = domain.variables().map(|variable| domain.size(variable));
        let expected = [3, 3, 3, 3, 3, 3, 3, 3, 4, 3, 2, 2, 2, 2, 2, 2];
        assert_eq!(sizes.collect::<Vec<_>>(), expected);
        assert_eq!(domain.leaf(joined(1)), leaf(1));
        assert_eq!(coarser(&domain, joined(0)), None);
        assert_eq!(coarser(&domain, joined(1)), Some(Variable(10)));
        assert_eq!(coarser(&domain, Variable(10)), None);
        assert_eq!(attribute(Variable(10)), 1);
    }
}
