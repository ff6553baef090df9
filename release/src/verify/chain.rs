//! Several releases of one table: later ones name the earlier, and together they stay within the
//! lifetime budget.
//!
//! Releases of one accounting add up as their queries do: Σ μ², or Σ ε. In a mixture an ε-DP release
//! counts as μ² = (π/2)·ε², since any ε-DP answer is √(π/2)·ε-Gaussian DP, and the sum is compared
//! with what the lifetime's (ε, δ) allow. Releases that are all pure may be added up either way, for
//! Σ ε-DP is (Σ ε, δ)-DP too.

use privet_core::privacy::{Loss as _, MuSquared, PureEpsilon};
use privet_spec::Guarantee;

use super::checked::Checked;
use super::findings::Findings;
use crate::error::Error;
use crate::plan::Total;

/// Checks that the records name each other, and their sum.
pub(super) fn check_chain(chain: &[Checked], findings: &mut Findings) -> Result<(), Error> {
    let [first, later @ ..] = chain else {
        return Ok(());
    };
    check_names(chain, findings);
    check_units(first, later, findings);
    check_seeds(chain, findings);
    let sum = Sum::of(chain.iter().map(|checked| checked.total));
    match first.spec.release().budget.lifetime {
        Some(lifetime) => {
            let (fits, told) = sum.compare(lifetime)?;
            findings.check(
                fits,
                format!("{} release(s): {told}, {lifetime}-DP in all", chain.len()),
                format!("the releases' totals pass the lifetime's: {told}"),
            );
        }
        None if !later.is_empty() => findings.note(format!(
            "{} releases: together {}; this holds only if their budgets were fixed \
             beforehand (no `lifetime` in the first spec)",
            chain.len(),
            sum.in_words()
        )),
        None => {}
    }
    if sum.is_mixed() {
        findings.note(
            "some releases are epsilon-DP and some (epsilon, delta)-DP: an epsilon-DP one counts as \
             mu^2 = (pi/2) epsilon^2"
                .to_owned(),
        );
    }
    Ok(())
}

/// Budgets add up for one unit and one notion of neighbours.
fn check_units(first: &Checked, later: &[Checked], findings: &mut Findings) {
    for checked in later {
        let (one, other) = (first.spec.release(), checked.spec.release());
        if (&one.unit, one.adjacency) != (&other.unit, other.adjacency) {
            findings.fault(format!(
                "{}: its unit or adjacency is not that of {}, so their budgets do not add up",
                checked.path.display(),
                first.path.display()
            ));
        }
    }
}

/// Noise that is drawn twice from one seed is not independent, and no theorem adds such releases up.
fn check_seeds(chain: &[Checked], findings: &mut Findings) {
    let seed = |checked: &Checked| checked.record.randomness.seed_commitment.clone();
    for (place, checked) in chain.iter().enumerate() {
        let earlier = chain.iter().take(place);
        if let Some(same) = earlier
            .into_iter()
            .find(|before| seed(before) == seed(checked))
        {
            findings.fault(format!(
                "{}: its seed is that of {}, so their noise is not independent (was the machine restored from a \
                 snapshot?)",
                checked.path.display(),
                same.path.display()
            ));
        }
    }
}

fn check_names(chain: &[Checked], findings: &mut Findings) {
    for (place, checked) in chain.iter().enumerate().skip(1) {
        let earlier = chain.iter().take(place);
        let missing: Vec<String> = earlier
            .filter(|before| !checked.record.previous.contains(&before.digest))
            .map(|before| before.path.display().to_string())
            .collect();
        findings.check(
            missing.is_empty(),
            format!("{}: names all earlier releases", checked.path.display()),
            format!(
                "{}: its spec's `previous` lacks the digest of {}",
                checked.path.display(),
                missing.join(", ")
            ),
        );
    }
    for (place, checked) in chain.iter().enumerate() {
        let given: Vec<&String> = chain.iter().take(place).map(|of| &of.digest).collect();
        let absent = checked
            .record
            .previous
            .iter()
            .filter(|digest| !given.contains(digest))
            .map(|digest| digest.get(..12).unwrap_or(digest))
            .collect::<Vec<_>>();
        if !absent.is_empty() {
            findings.note(format!(
                "{}: `previous` names records that were not given before it, so their budgets are \
                 not in the sum: {}",
                checked.path.display(),
                absent.join("…, ") + "…"
            ));
        }
    }
}

/// The totals of several releases, added up. A sum that cannot be held is the largest there is.
struct Sum {
    /// Σ ε, while all are pure.
    epsilon: Option<PureEpsilon>,
    /// Σ μ², pure ones converted.
    mu_squared: MuSquared,
    any_pure: bool,
}

impl Sum {
    fn of(totals: impl Iterator<Item = Total>) -> Self {
        let nothing = Self {
            epsilon: Some(PureEpsilon::ZERO),
            mu_squared: MuSquared::ZERO,
            any_pure: false,
        };
        totals.fold(nothing, |sum, total| {
            let mu_squared = total
                .mu_squared_up()
                .and_then(|more| sum.mu_squared.checked_add(more));
            Self {
                epsilon: match (sum.epsilon, total) {
                    (Some(sum), Total::Pure(more)) => {
                        let most = PureEpsilon::from_units(u64::MAX);
                        Some(sum.checked_add(more).unwrap_or(most))
                    }
                    _ => None,
                },
                mu_squared: mu_squared.unwrap_or(MuSquared::from_units(u128::MAX)),
                any_pure: sum.any_pure || matches!(total, Total::Pure(_)),
            }
        })
    }

    fn is_mixed(&self) -> bool {
        self.any_pure && self.epsilon.is_none()
    }

    /// Whether the sum stays within a lifetime budget, and the numbers that decide it.
    fn compare(&self, lifetime: Guarantee) -> Result<(bool, String), Error> {
        let allowed = Total::of(Guarantee::Pure {
            epsilon: lifetime.epsilon(),
        })?;
        if let (Some(sum), Total::Pure(allowed)) = (self.epsilon, allowed) {
            let told = format!(
                "epsilon = {:.9} of the lifetime's {:.9}",
                sum.to_f64(),
                allowed.to_f64()
            );
            if sum <= allowed || lifetime.delta().is_none() {
                return Ok((sum <= allowed, told));
            }
        }
        Ok(match Total::of(lifetime)? {
            Total::Gaussian(allowed) => {
                let told = format!(
                    "mu^2 = {:.9} of the lifetime's {:.9}",
                    self.mu_squared.to_f64(),
                    allowed.to_f64()
                );
                (self.mu_squared <= allowed, told)
            }
            // A lifetime without delta holds no release on Gaussian noise.
            Total::Pure(_) => (
                false,
                format!(
                    "{} of a lifetime of {lifetime}-DP, which has no delta for Gaussian noise",
                    self.in_words()
                ),
            ),
        })
    }

    fn in_words(&self) -> String {
        match self.epsilon {
            Some(epsilon) => format!("epsilon = {:.9}", epsilon.to_f64()),
            None => format!("mu^2 = {:.9}", self.mu_squared.to_f64()),
        }
    }
}
