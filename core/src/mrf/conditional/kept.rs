//! The domain of the values that are not excluded: the same variables, each with the values that are left of it.

use alloc::vec::Vec;

use crate::Error;
use crate::domain::{Domain, Level};
use crate::variables::{Variable, VariableSet};

/// What is left of every variable of a domain.
#[derive(Clone, Debug)]
pub(super) struct Kept(Vec<KeptLevel>);

#[derive(Clone, Debug)]
struct KeptLevel {
    attribute: u8,
    is_leaf: bool,
    /// Its values that are left, as they were numbered.
    values: Vec<u16>,
    /// For each leaf value that is left its value here, as they are numbered now; empty for the leaf.
    groups: Vec<u16>,
    /// One such leaf value of each value; empty for the leaf.
    representatives: Vec<u16>,
}

impl Kept {
    /// Nothing where no value of an attribute is left. Refused: weights for other values than the attribute's.
    pub(super) fn new(domain: &Domain<'_>, weights: &[Vec<f64>]) -> Result<Option<Self>, Error> {
        let mut kept: Vec<KeptLevel> = Vec::new();
        let mut leaves: Vec<u16> = Vec::new();
        for variable in domain.variables() {
            let attribute = domain.attribute(variable).ok_or(Error::BadDomain)?;
            let is_leaf = domain.is_leaf(variable);
            if is_leaf {
                let of = weights.get(usize::from(attribute));
                leaves = left_of(domain.size(variable) as usize, of)?;
                if leaves.is_empty() {
                    return Ok(None);
                }
                kept.push(KeptLevel {
                    attribute,
                    is_leaf,
                    values: leaves.clone(),
                    groups: Vec::new(),
                    representatives: Vec::new(),
                });
                continue;
            }
            let coarse = |&leaf: &u16| domain.coarse(variable, leaf);
            let mut values: Vec<u16> = leaves.iter().map(coarse).collect();
            values.sort_unstable();
            values.dedup();
            let place = |value: u16| values.binary_search(&value).unwrap_or(0);
            // As many as there are values, at most 2^16.
            let narrow = |place: usize| u16::try_from(place).unwrap_or(u16::MAX);
            let groups: Vec<u16> = (leaves.iter().map(coarse))
                .map(|value| narrow(place(value)))
                .collect();
            let mut representatives = alloc::vec![0; values.len()];
            for (leaf, &group) in groups.iter().enumerate().rev() {
                if let Some(first) = representatives.get_mut(usize::from(group)) {
                    *first = narrow(leaf);
                }
            }
            kept.push(KeptLevel {
                attribute,
                is_leaf,
                values,
                groups,
                representatives,
            });
        }
        Ok(Some(Self(kept)))
    }

    /// The levels, for [`Domain::new`].
    pub(super) fn levels(&self) -> Result<Vec<Level<'_>>, Error> {
        let level = |kept: &'_ KeptLevel| u32::try_from(kept.values.len());
        let levels = self.0.iter().map(|kept| {
            Ok(Level {
                attribute: kept.attribute,
                size: level(kept).map_err(|_| Error::BadDomain)?,
                groups: &kept.groups,
                representatives: &kept.representatives,
            })
        });
        levels.collect()
    }

    /// The values that are left of each attribute, as they were numbered.
    pub(super) fn leaves(&self) -> impl Iterator<Item = &[u16]> {
        let leaves = self.0.iter().filter(|kept| kept.is_leaf);
        leaves.map(|kept| &*kept.values)
    }

    /// The cells of a table that are left of it, in order.
    pub(super) fn part_of(
        &self,
        domain: &Domain<'_>,
        variables: &VariableSet,
        cells: &[f64],
    ) -> Vec<f64> {
        let mut places = alloc::vec![0_usize];
        for &variable in variables.as_slice() {
            let size = domain.size(variable) as usize;
            let values = self.values(variable);
            let below = |&place: &usize| {
                let first = place.saturating_mul(size);
                let values = values.iter();
                values.map(move |&value| first.saturating_add(value.into()))
            };
            places = places.iter().flat_map(below).collect();
        }
        let cell = |place| cells.get(place).copied().unwrap_or(0.0);
        places.into_iter().map(cell).collect()
    }

    fn values(&self, variable: Variable) -> &[u16] {
        let kept = self.0.get(usize::from(variable.0));
        kept.map_or(&[], |kept| &kept.values)
    }
}

/// The values of an attribute that are not excluded.
fn left_of(values: usize, weights: Option<&Vec<f64>>) -> Result<Vec<u16>, Error> {
    let Some(weights) = weights.filter(|weights| !weights.is_empty()) else {
        return Ok((0..=u16::MAX).take(values).collect());
    };
    if weights.len() != values {
        return Err(Error::BadColumns);
    }
    let weighted = (0..=u16::MAX).zip(weights);
    let left = weighted.filter(|(_, weight)| **weight > 0.0);
    Ok(left.map(|(value, _)| value).collect())
}
