//! What the next tables are chosen among, and what each of them may spend.

use core::num::NonZeroU32;

use super::settings::Settings;
use crate::Error;
use crate::mrf::workload::Among;
use crate::neighbours::Neighbours;
use crate::privacy::{Loss, MuSquared, Share, Sigma};

/// One choice and its table. Public.
pub(super) struct Turn {
    pub(super) among: Among,
    /// The rounds whose budget the two have.
    pub(super) rounds: NonZeroU32,
    pub(super) choice: MuSquared,
    pub(super) table: MuSquared,
    /// σ of the table's cells.
    pub(super) noise: f64,
}

impl Turn {
    /// Where so many rounds share what is left: a choice costs what it costs in any round, and a table that matters more has
    /// what several of them have.
    pub(super) fn new(
        settings: &Settings,
        among: Among,
        (left, rounds): (MuSquared, NonZeroU32),
        neighbours: Neighbours,
    ) -> Result<Self, Error> {
        let (choice, _) = settings.round_budget(left, rounds)?;
        let several = settings.workload.rounds_a_table(among).min(rounds);
        let share = Share::new(several.get().into(), rounds.get().into())?;
        let both = left.share_down(share);
        let table = both.checked_sub(choice).ok_or(Error::LossOutOfRange)?;
        let noise = Sigma::smallest_up(neighbours.table(), table)?.to_f64();
        Ok(Self {
            among,
            rounds: several,
            choice,
            table,
            noise,
        })
    }
}
