//! The hierarchy of an attribute.

use std::collections::HashMap;

use super::distinct::Distinct;
use super::hierarchy::Hierarchy;
use super::level::automatic;
use super::prefix::PrefixWritten;
use super::{Bins, Kind, Level, MOST_CODES};
use crate::expect::{count, list, map, name, text, variant};
use crate::findings::Findings;
use crate::problem::Place;
use crate::reader::Node;

/// A hierarchy as it is written, before the kind is known.
pub(super) enum HierarchyWritten<'n> {
    Auto(u32),
    None,
    /// Maps of groups, finest first.
    Groups(Vec<GroupsWritten<'n>>),
    Prefix(PrefixWritten),
}

/// One level: names of groups with their members.
pub(super) struct GroupsWritten<'n> {
    place: Place,
    groups: Vec<GroupWritten<'n>>,
}

struct GroupWritten<'n> {
    name: &'n str,
    members: Vec<(&'n str, Place)>,
}

impl<'n> HierarchyWritten<'n> {
    /// Groups of 4 neighbours, which concerns only attributes with more than 16 values.
    pub(super) const DEFAULT: Self = Self::Auto(4);

    pub(super) fn read(node: &'n Node, findings: &mut Findings) -> Option<Self> {
        let known = ["Auto", "None", "Groups", "Levels", "Prefix"];
        let variant = variant(node, "hierarchy", &known, findings)?;
        match variant.name {
            "Auto" => {
                let item = variant.only_item("Auto(4)", findings)?;
                count(item, 2..=MOST_CODES, findings).map(Self::Auto)
            }
            "None" => variant.alone(findings).map(|()| Self::None),
            "Groups" => {
                let item = variant.only_item(EXAMPLE, findings)?;
                Some(Self::Groups(vec![GroupsWritten::read(item, findings)?]))
            }
            "Prefix" => {
                let item = variant.only_item("Prefix([1, 3])", findings)?;
                PrefixWritten::read(item, findings).map(Self::Prefix)
            }
            _ => {
                let item = variant.only_item("Levels([{…}, {…}])", findings)?;
                let items = list(item, findings)?;
                if items.is_empty() {
                    findings.add(item.place, "there are no levels here", "write `None`");
                    return None;
                }
                let levels: Vec<_> = items
                    .iter()
                    .map(|item| GroupsWritten::read(item, findings))
                    .collect();
                levels.into_iter().collect::<Option<_>>().map(Self::Groups)
            }
        }
    }

    /// What the attribute keeps of it.
    pub(super) fn declared(&self) -> Hierarchy {
        match self {
            Self::Auto(group_size) => Hierarchy::Auto(*group_size),
            Self::None => Hierarchy::None,
            Self::Groups(_) => Hierarchy::Groups,
            Self::Prefix(prefix) => Hierarchy::Prefix(prefix.lengths()),
        }
    }

    /// The levels that this gives an attribute of some kind.
    pub(super) fn levels(
        &self,
        kind: &Kind,
        nullable: bool,
        findings: &mut Findings,
    ) -> Option<Vec<Level>> {
        let found = kind.bins().is_some_and(Bins::is_grid);
        let written = match self {
            // Levels of bins that a release finds are made when it has found them.
            Self::Auto(_) if found => return Some(Vec::new()),
            Self::Auto(group_size) => return Some(automatic(kind, nullable, *group_size)),
            Self::None => return Some(Vec::new()),
            Self::Prefix(prefix) => return prefix.levels(kind, nullable, findings),
            Self::Groups(written) => written,
        };
        if let (true, Some(level)) = (found, written.first()) {
            let what = "bins that the release finds have no names to group";
            let help = "write `edges: […]` in the kind, or `hierarchy: Auto(4)`";
            findings.add(level.place, what, help);
            return None;
        }
        let codes = 0..u16::try_from(kind.values().checked_sub(1)?)
            .ok()?
            .checked_add(1)?;
        let mut members: Vec<String> = codes.clone().filter_map(|c| kind.label(c, c)).collect();
        // The member of the level below that each value belongs to: at first, itself.
        let mut of_value: Vec<u16> = codes.collect();
        let mut levels = Vec::new();
        for level in written {
            let group_of_member = level.assign(&members, findings)?;
            of_value = of_value
                .iter()
                .filter_map(|member| group_of_member.get(usize::from(*member)).copied())
                .collect();
            members = level
                .groups
                .iter()
                .map(|group| group.name.to_owned())
                .collect();
            levels.push(Level::new(members.clone(), of_value.clone(), nullable));
        }
        Some(levels)
    }
}

impl<'n> GroupsWritten<'n> {
    fn read(node: &'n Node, findings: &mut Findings) -> Option<Self> {
        let mut names = Distinct::new("group");
        let mut groups = Vec::new();
        let pairs = map(node, findings)?;
        for (key, value) in pairs {
            let group = name(key, "group name", findings);
            let distinct = group.and_then(|group| names.add(group, key.place, findings));
            let members = list(value, findings).and_then(|items| {
                let members: Vec<_> = items
                    .iter()
                    .map(|item| Some((text(item, findings)?, item.place)))
                    .collect();
                members.into_iter().collect::<Option<Vec<_>>>()
            });
            if members.as_ref().is_some_and(Vec::is_empty) {
                findings.add(
                    value.place,
                    "this group is empty",
                    "write its members, or remove it",
                );
            }
            if let (Some(group), Some(()), Some(members)) = (group, distinct, members) {
                groups.push(GroupWritten {
                    name: group,
                    members,
                });
            }
        }
        (groups.len() == pairs.len()).then_some(Self {
            place: node.place,
            groups,
        })
    }

    /// The group of each member of the level below; every member in exactly one.
    fn assign(&self, members: &[String], findings: &mut Findings) -> Option<Vec<u16>> {
        let index_of: HashMap<&str, usize> = members
            .iter()
            .enumerate()
            .map(|(index, member)| (member.as_str(), index))
            .collect();
        let mut assigned: Vec<Option<u16>> = vec![None; members.len()];
        let mut valid = true;
        for (index, group) in self.groups.iter().enumerate() {
            let code = u16::try_from(index).ok();
            for (member, place) in &group.members {
                let Some(known) = index_of.get(member) else {
                    let near = findings.nearest(member, members.iter().map(String::as_str));
                    let help = match near {
                        Some(near) => format!("write \"{near}\""),
                        None => {
                            "write a label of the attribute, or a group of the level before".into()
                        }
                    };
                    findings.add(*place, format!("there is no \"{member}\" to group"), help);
                    valid = false;
                    continue;
                };
                let Some(slot) = assigned.get_mut(*known) else {
                    continue;
                };
                if let Some(earlier) = *slot {
                    let earlier = self
                        .groups
                        .get(usize::from(earlier))
                        .map_or("", |group| group.name);
                    let what =
                        format!("\"{member}\" is in \"{earlier}\" and in \"{}\"", group.name);
                    findings.add(*place, what, "write it in one group only");
                    valid = false;
                }
                *slot = code;
            }
        }
        valid &= self.check_complete(members, &assigned, findings);
        if valid && self.groups.len() >= members.len() {
            let what = "this level is not coarser than what it groups";
            findings.add(self.place, what, "write fewer groups, or remove the level");
            return None;
        }
        valid.then(|| assigned.into_iter().flatten().collect())
    }

    fn check_complete(
        &self,
        members: &[String],
        assigned: &[Option<u16>],
        findings: &mut Findings,
    ) -> bool {
        let mut left_out = members
            .iter()
            .zip(assigned)
            .filter(|(_, group)| group.is_none())
            .map(|(member, _)| member);
        let Some(first) = left_out.next() else {
            return true;
        };
        let more = left_out.count();
        let others = if more > 0 {
            format!(" and {more} more")
        } else {
            String::new()
        };
        let verb = if more > 0 { "are" } else { "is" };
        let what = format!("\"{first}\"{others} {verb} in no group");
        findings.add(self.place, what, "write each label in exactly one group");
        false
    }
}

const EXAMPLE: &str = "Groups({\"north\": [\"N1\", \"N2\"], \"south\": [\"S1\"]})";
