//! Tables, asked of the curator: whole ones, or what of them is worth asking for.

use alloc::vec;
use alloc::vec::Vec;

use super::known::Known;
use super::learned::Measured;
use super::settings::{Search, Settings};
use crate::Error;
use crate::answers::GaussianAnswers;
use crate::curator::{AskedTable, PartsScratch};
use crate::domain::Domain;
use crate::mrf::levels;
use crate::parts::AskedParts;
use crate::privacy::MuSquared;
use crate::variables::VariableSet;

/// What decides which parts of a table are asked for: all of it is public.
pub(super) struct Asking<'a> {
    pub(super) domain: &'a Domain<'a>,
    pub(super) settings: &'a Settings,
    pub(super) known: &'a Known,
}

impl Asking<'_> {
    /// Every attribute's own table, by its weight in the budget.
    pub(super) fn leaves(
        &self,
        curator: &mut impl GaussianAnswers,
        (budget, weights): (MuSquared, &[u32]),
        progress: &mut dyn FnMut(u32),
    ) -> Result<Vec<Measured>, Error> {
        let own = weights.iter().zip(0..=u8::MAX);
        let own = own.map(|(_, attribute)| VariableSet::new(&[levels::leaf(attribute)]));
        let own = own.collect::<Result<Vec<_>, _>>()?;
        curator.announce(self.domain, &|tell| own.iter().for_each(tell));
        let mut leaves = Vec::new();
        for (&weight, variables) in weights.iter().zip(own) {
            let share = budget.weighted_part_down(weight, weights)?;
            leaves.push(self.measure(curator, variables, share)?);
            progress(self.settings.most_rounds.get());
        }
        Ok(leaves)
    }

    /// A table for this share, or those of its parts that are worth it.
    pub(super) fn measure(
        &self,
        curator: &mut impl GaussianAnswers,
        variables: VariableSet,
        share: MuSquared,
    ) -> Result<Measured, Error> {
        let possible = self.settings.rules.possible(self.domain, &variables)?;
        // Cells that a rule leaves out are no part, and the text measures whole tables.
        let may_be_parts = possible.is_none() && matches!(self.settings.search, Search::Anywhere);
        if may_be_parts
            && let Some(asked) =
                (self.known).worth(self.domain, &variables, curator.neighbours(), share)?
        {
            return self.measure_parts(curator, &asked, share);
        }
        let count = self.domain.cells(&variables, u64::from(u32::MAX));
        let count = count.ok_or(Error::BufferTooSmall)?;
        let (mut scratch, mut cells) = (vec![0; count], vec![0; count]);
        let asked = AskedTable {
            variables: &variables,
            possible: possible.as_deref().unwrap_or_default(),
        };
        let sigma = curator.table(self.domain, asked, share, &mut scratch, &mut cells)?;
        Ok(Measured {
            variables,
            parts: None,
            sigma,
            cells,
        })
    }

    fn measure_parts(
        &self,
        curator: &mut impl GaussianAnswers,
        asked: &AskedParts,
        share: MuSquared,
    ) -> Result<Measured, Error> {
        let count = asked.units() as usize;
        let (mut counts, mut margin, mut cells) = (vec![0; count], vec![0; count], vec![0; count]);
        let scratch = PartsScratch {
            counts: &mut counts,
            margin: &mut margin,
        };
        let sigma = curator.parts(self.domain, asked, share, scratch, &mut cells)?;
        Ok(Measured {
            variables: asked.variables().clone(),
            parts: Some(asked.parts()),
            sigma,
            cells,
        })
    }
}
