//! An attacker's best odds by a spec, in words.

use privet_spec::{Adjacency, Release, Unit};

use crate::odds::{percent_up, right_by_guarantee, right_by_mu_squared};
use crate::plan::Total;

/// How often somebody guesses right at best, where a coin would be right every second time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BestGuess {
    /// What ε and δ say alone.
    pub by_budget: f64,
    /// What this law of noise makes of it, which is no more.
    pub with_noise: f64,
}

/// How often an attacker is right at best, before the release 1 time in 2.
pub(crate) struct Odds {
    /// What is guessed.
    pub(crate) question: &'static str,
    /// What the budget says alone.
    of_budget: f64,
    /// What Gaussian noise makes of it, which is less.
    of_noise: Option<f64>,
}

impl Odds {
    /// Of a release that may lose this much in all.
    pub(crate) fn of(release: &Release, total: Total) -> Self {
        Self {
            question: question(release.adjacency, &release.unit),
            of_budget: right_by_guarantee(release.budget.guarantee),
            of_noise: match total {
                Total::Gaussian(total) => Some(right_by_mu_squared(total)),
                Total::Pure(_) => None,
            },
        }
    }

    /// The truest of the bounds.
    pub(crate) fn lowest(&self) -> f64 {
        self.of_noise.unwrap_or(self.of_budget)
    }

    /// Both bounds.
    pub(crate) fn best_guess(&self) -> BestGuess {
        BestGuess {
            by_budget: self.of_budget,
            with_noise: self.lowest(),
        }
    }

    /// The bounds, as in `73.2 %, with Gaussian noise 53.7 %`.
    pub(crate) fn in_short(&self) -> String {
        let of_noise = self.of_noise.map_or_else(String::new, |accuracy| {
            format!(", with Gaussian noise {}", percent_up(accuracy))
        });
        format!("{}{of_noise}", percent_up(self.of_budget))
    }

    /// In a sentence or two.
    pub(super) fn in_words(&self, release: &Release) -> String {
        let guarantee = release.budget.guarantee;
        let epsilon = guarantee.epsilon();
        let numerator = match guarantee.delta() {
            Some(delta) => format!("(e^{epsilon} + {delta})"),
            None => format!("e^{epsilon}"),
        };
        let best = percent_up(self.of_budget);
        let sharper = self.of_noise.map_or_else(String::new, |accuracy| {
            let best = percent_up(accuracy);
            format!(" As the noise is Gaussian, the true bound is lower: {best}.")
        });
        let question = self.question;
        format!(
            "somebody who knows everything else and guesses {question}, with odds of 1 in 2 before the \
             release, is right at most {best} of the time after it: {numerator}/(1 + e^{epsilon}).\
             {sharper}"
        )
    }
}

/// What an attacker guesses.
pub(crate) fn question(adjacency: Adjacency, unit: &Unit) -> &'static str {
    match (adjacency, unit) {
        (Adjacency::Replace, _) => "which of two contents a given row has",
        (Adjacency::AddRemove, Unit::Row) => "whether a given row is in the table",
        (Adjacency::AddRemove, Unit::Person { .. }) => "whether a given person is in the table",
    }
}
