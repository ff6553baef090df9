//! What the values of a table's columns are called.

use core::ops::RangeInclusive;

use privet_spec::{Attribute, Level};

use crate::plan::VariableName;

/// A column of a noisy table: an attribute, or a coarser view of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MeasuredColumn {
    /// The column of the spec.
    pub attribute: String,
    /// With its level, where that is not the finest; within a model it stands for the same labels everywhere.
    pub written: String,
    /// One for each value, in order: labels, bins as `[20, 25)`, groups of a hierarchy by their names, values that were
    /// joined by what they hold, binary digits as `0` and `1`. A missing value that was joined with no other is
    /// [`Attribute::NULL_LABEL`]; at the finest level it is the last.
    pub labels: Vec<String>,
}

impl MeasuredColumn {
    /// An attribute at a level of its hierarchy; nothing where it has no such level.
    pub(crate) fn of_level(attribute: &Attribute, name: &VariableName) -> Option<Self> {
        let labels = match usize::from(name.1).checked_sub(1) {
            None => value_labels(attribute),
            Some(coarser) => level_labels(attribute.levels().get(coarser)?),
        };
        Some(Self {
            attribute: attribute.name().to_owned(),
            written: name.to_string(),
            labels,
        })
    }

    /// An attribute whose values are joined: the group of each of them, null included. Nothing where these are not its
    /// values, or a group is empty.
    pub(crate) fn of_groups(
        attribute: &Attribute,
        name: &VariableName,
        groups: &[u16],
    ) -> Option<Self> {
        let is_each = groups.len() == attribute.size() as usize;
        let is_itself = (0..=u16::MAX).zip(groups).all(|(code, &of)| code == of);
        if is_each && is_itself {
            return Self::of_level(attribute, &VariableName(name.0.clone(), 0));
        }
        let mut declared = attribute.declared_levels().iter();
        if let Some(level) = declared.find(|level| level.groups() == groups) {
            return Some(Self {
                attribute: attribute.name().to_owned(),
                written: name.to_string(),
                labels: level_labels(level),
            });
        }
        let number = groups.iter().max().map(|&last| usize::from(last));
        let mut members = vec![Vec::new(); number?.saturating_add(1)];
        for (code, &group) in (0..=u16::MAX).zip(groups) {
            members.get_mut(usize::from(group))?.push(code);
        }
        let labels = members.iter().map(|codes| group_label(attribute, codes));
        Some(Self {
            attribute: attribute.name().to_owned(),
            written: name.to_string(),
            labels: labels.collect::<Option<_>>().filter(|_| is_each)?,
        })
    }

    /// A binary digit of an attribute's code.
    pub(crate) fn of_digit(attribute: &Attribute, written: String) -> Self {
        Self {
            attribute: attribute.name().to_owned(),
            written,
            labels: ["0", "1"].map(str::to_owned).to_vec(),
        }
    }
}

/// The labels of an attribute's values, in the order of their codes, null included.
pub(crate) fn value_labels(attribute: &Attribute) -> Vec<String> {
    let codes = (0..=u16::MAX).take(attribute.size() as usize);
    codes
        .filter_map(|code| attribute.code_label(code).ok())
        .collect()
}

/// The names of a level's groups, null included.
fn level_labels(level: &Level) -> Vec<String> {
    let groups = (0..=u16::MAX).take(level.size() as usize);
    let names = groups.filter_map(|group| level.name(group));
    names.map(str::to_owned).collect()
}

/// Neighbouring bins as one bin, and other values one by one.
fn group_label(attribute: &Attribute, codes: &[u16]) -> Option<String> {
    let ends: RangeInclusive<u16> = *codes.first()?..=*codes.last()?;
    let is_range = attribute.kind().is_ordered()
        && ends.len() == codes.len()
        && attribute.null_code() != Some(*ends.end());
    if is_range {
        return attribute.range_label(ends);
    }
    let labels = codes.iter().map(|&code| attribute.code_label(code).ok());
    Some(labels.collect::<Option<Vec<_>>>()?.join(", "))
}
