//! What it means for an attribute to be determined, or to determine another.

use std::collections::BTreeSet;

use super::hierarchy::Hierarchy;
use super::{Attribute, Determined, Level};

impl Attribute {
    /// Takes the column for one that another determines.
    pub(crate) fn set_determined(&mut self, determined: Determined) {
        self.determined = Some(Box::new(determined));
    }

    /// Takes the column for an ordinary one.
    pub(crate) fn set_free(&mut self) {
        self.determined = None;
    }

    /// The column that `codes` determine becomes a coarser level of this one, where it is coarser and nests with the
    /// levels that are declared. Levels of neighbours give way to it: what belongs together is better known by a rule.
    pub(crate) fn gain_level(&mut self, coarser: &Self, codes: &[u16]) {
        let Some(level) = self.level_of(coarser, codes) else {
            return;
        };
        let mut levels = match &self.hierarchy {
            Hierarchy::None => return,
            Hierarchy::Auto(_) => Vec::new(),
            Hierarchy::Prefix(_) | Hierarchy::Groups => self.levels.clone(),
        };
        let finer = levels
            .iter()
            .take_while(|known| known.size() > level.size());
        let at = finer.count();
        levels.insert(at, level);
        let neighbours = levels.iter().zip(levels.iter().skip(1));
        let nested = neighbours
            .into_iter()
            .all(|(finer, coarser)| finer.size() > coarser.size() && finer.refines(coarser));
        if !nested {
            return;
        }
        let declared = self.clone();
        self.declared.get_or_insert_with(|| Box::new(declared));
        self.levels = levels;
        self.hierarchy = Hierarchy::Groups;
    }

    /// The level whose groups are the other column's values that occur; `None` if it is not coarser or says nothing.
    fn level_of(&self, coarser: &Self, codes: &[u16]) -> Option<Level> {
        let values = codes.get(..usize::try_from(self.values).ok()?)?;
        let used: Vec<u16> = values
            .iter()
            .copied()
            .collect::<BTreeSet<_>>()
            .into_iter()
            .collect();
        if used.len() < 2 || used.len() >= values.len() {
            return None;
        }
        let group = |code: &u16| u16::try_from(used.binary_search(code).ok()?).ok();
        let groups = values.iter().map(group).collect::<Option<Vec<u16>>>()?;
        let names = used.iter().map(|code| coarser.code_label(*code).ok());
        let names = names.collect::<Option<Vec<String>>>()?;
        Some(Level::new(names, groups, self.is_nullable()))
    }
}
