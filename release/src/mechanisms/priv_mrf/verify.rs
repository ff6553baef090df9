//! What `verify` holds `PrivMrf` to.

use core::num::NonZeroU32;

use privet_core::ledger::LawRecord;
use privet_core::mrf::learn::Search;
use privet_core::mrf::levels::leaf;
use privet_core::neighbours::Neighbours;
use privet_core::privacy::{Sigma, SquaredSensitivity};
use privet_spec::Mechanism;

use super::model::{JoinedFile, MeasuredFile, Model, ScoresFile};
use super::plan::PrivMrf;
use crate::mechanisms::mechanism::{PaidFor, Verified};
use crate::model::{SigmaFile, SizeFile};
use crate::plan::Plan;
use crate::record::{Asked, QueryFile};

impl Verified for PrivMrf {
    /// It chooses the table that is farthest from its model, by the exponential mechanism.
    fn chooses(&self, neighbours: Neighbours, asked: Asked, law: LawRecord) -> bool {
        match law {
            LawRecord::ExponentialMechanism { sensitivity, .. } => {
                asked == Asked::Farthest && self.choice_sensitivity(neighbours) == Ok(sensitivity)
            }
            _ => false,
        }
    }
}

impl PaidFor for Model {
    /// The queries are the size, the scores of a graph if there is one, one table for each attribute, then its
    /// first ones of a graph, and for each batch its choices and their tables, in this order; columns and σ are the
    /// model's; and values were joined by their noisy counts.
    fn unpaid_part(&self, plan: &Plan, queries: &[QueryFile]) -> Option<&'static str> {
        let Mechanism::PrivMrf(parameters) = &plan.release.mechanism else {
            return Some("mechanism is");
        };
        let Ok(mrf) = PrivMrf::new(&plan.release, parameters) else {
            return Some("mechanism is");
        };
        let mut queries = queries.iter();
        if let SizeFile::Noisy { sigma, .. } = self.size {
            let paid = |query: &QueryFile| {
                query.asked() == Some(Asked::Size) && query.sigma() == Some(sigma)
            };
            if !queries.next().is_some_and(paid) {
                return Some("size is");
            }
        }
        let is_graph = matches!(mrf.settings.search, Search::Graph { .. });
        if is_graph != self.scores.is_some() {
            return Some("scores are");
        }
        if let Some(ScoresFile {
            sigma: Some(sigma),
            pairs,
        }) = &self.scores
            && !queries
                .next()
                .is_some_and(|query| are_paid(query, *sigma, pairs.len(), plan))
        {
            return Some("scores are");
        }
        let own = mrf.attributes.len();
        let Some((leaves, tables)) = self.measured.split_at_checked(own) else {
            return Some("own tables are");
        };
        let is_leaf =
            |(table, attribute): (&MeasuredFile, u8)| table.columns == [plan.name(leaf(attribute))];
        if !leaves.iter().zip(0..=u8::MAX).all(is_leaf)
            || !leaves.iter().all(|table| is_paid(queries.next(), table))
        {
            return Some("own tables are");
        }
        let mut queries = queries.peekable();
        let mut rounds = tables.iter();
        for _ in 0..if is_graph { own } else { 0 } {
            if queries.peek().and_then(|query| query.asked()) != Some(Asked::Table) {
                break;
            }
            if !rounds
                .next()
                .is_some_and(|table| is_paid(queries.next(), table))
            {
                return Some("tables are");
            }
        }
        let made = rounds.len();
        let mut is_first = tables.len() == made;
        while queries.peek().is_some() {
            let mut chosen = 0_usize;
            while queries.next_if(|query| is_choice(query, &mrf)).is_some() {
                chosen = chosen.saturating_add(1);
            }
            if chosen == 0 || chosen > mrf.most_in_batch(is_first) {
                return Some("choices are");
            }
            // For the last choice of a batch there may have been no room.
            let mut measured = 0_usize;
            while measured < chosen && queries.peek().is_some_and(|query| is_table(query)) {
                if !rounds
                    .next()
                    .is_some_and(|table| is_paid(queries.next(), table))
                {
                    return Some("tables are");
                }
                measured = measured.saturating_add(1);
            }
            if measured.saturating_add(1) < chosen {
                return Some("choices are");
            }
            is_first = is_first && measured == 0;
        }
        if rounds.next().is_some() || made > mrf.parameters.rounds as usize {
            return Some("rounds are");
        }
        if groups_follow(self, leaves, &mrf, plan) {
            None
        } else {
            Some("joined values are")
        }
    }
}

fn is_table(query: &QueryFile) -> bool {
    query.asked() == Some(Asked::Table)
}

fn is_paid(query: Option<&QueryFile>, table: &MeasuredFile) -> bool {
    query.is_some_and(|query| {
        is_table(query) && query.columns == table.columns && query.sigma() == Some(table.sigma)
    })
}

/// Whether these are the scores of so many pairs.
fn are_paid(query: &QueryFile, sigma: SigmaFile, pairs: usize, plan: &Plan) -> bool {
    let sensitivity = plan.neighbours.pair_score().ok().and_then(|each| {
        let pairs = NonZeroU32::new(u32::try_from(pairs).ok()?)?;
        Some(SquaredSensitivity::of_each(pairs, each))
    });
    let charged = match query.law() {
        Some(LawRecord::Gaussian { sensitivity, .. }) => Some(sensitivity),
        _ => None,
    };
    query.asked() == Some(Asked::PairScores)
        && query.sigma() == Some(sigma)
        && sensitivity.is_some()
        && charged == sensitivity
}

fn is_choice(query: &QueryFile, mrf: &PrivMrf) -> bool {
    let most = mrf.parameters.candidates;
    query.asked() == Some(Asked::Farthest)
        && query
            .candidates
            .is_some_and(|tables| tables >= 1 && tables <= most)
}

/// Whether values were joined as the noisy counts of the attributes' own tables say.
fn groups_follow(model: &Model, leaves: &[MeasuredFile], mrf: &PrivMrf, plan: &Plan) -> bool {
    let own = leaves.iter().zip(&mrf.attributes).zip(0..=u8::MAX);
    let expected = own.map(|((table, attribute), number)| {
        let sigma = Sigma::new(table.sigma.mantissa, table.sigma.exponent).ok()?;
        let levels = attribute.levels(&table.counts, sigma, mrf.settings.rare);
        let fits = table.counts.len() == attribute.size as usize;
        let name = plan.name(leaf(number)).0;
        levels
            .ok()
            .filter(|_| fits)
            .map(|levels| JoinedFile::of(name, &levels))
    });
    model.joined.iter().cloned().map(Some).eq(expected)
}
