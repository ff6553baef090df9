//! How a spec says what the coarser levels of an attribute are.

/// What a spec declares of levels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Hierarchy {
    /// Groups of so many neighbours.
    Auto(u32),
    None,
    /// By so many first characters, the fewest first.
    Prefix(Vec<usize>),
    /// Groups by their names, in one level or more.
    Groups,
}

impl Hierarchy {
    /// How many neighbours make a group, where groups are made automatically.
    pub(super) fn group_size(&self) -> Option<u32> {
        match self {
            Self::Auto(group_size) => Some(*group_size),
            Self::None | Self::Prefix(_) | Self::Groups => None,
        }
    }
}
