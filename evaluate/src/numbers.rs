//! Numbers and dates, as they are inside of their bins: mean, deviation, quantiles, Kolmogorov–Smirnov,
//! common values and endings; and how far each is off.
//!
//! ```text
//! fault of a mean = |μ − ν| / 2s,    s² = ½(σ² + τ²) + ¼(μ − ν)²
//! ```
//! for means μ, ν and deviations σ, τ of the real and the synthetic values: the correlation of the value
//! with the table it comes from. It has no unit, is 1 only if all values of either table are one, and does
//! not follow a few far values, since they widen s.
//!
//! Tested: by hand, and `tests/evaluate/check.py` against numpy.

use crate::chance;
use crate::endings::endings;
use crate::findings::{
    ColumnKind, Cut, Fault, FaultKind, Moments, Numbers, QuantilePair, Spike, Spread,
};
use crate::input::Scale;
use crate::number::{count, ratio};
use crate::quantiles::LEVELS;
use crate::shape::shape;
use crate::spikes::common;
use crate::values::{Mass, Values};
use crate::words::{self, distance_in_words, percents};

/// A column of numbers or dates in both tables.
pub(crate) struct Pair<'s> {
    pub(crate) kind: ColumnKind,
    pub(crate) scale: &'s Scale,
    pub(crate) real: Values,
    pub(crate) synthetic: Values,
}

impl Pair<'_> {
    /// What is measured, and what is off; nothing if all values of either table are missing.
    pub(crate) fn measure(&self) -> Option<(Numbers, Vec<Fault>)> {
        let (real, synthetic) = (&self.real, &self.synthetic);
        if real.sorted.is_empty() || synthetic.sorted.is_empty() {
            return None;
        }
        let quantiles = LEVELS.iter().map(|level| QuantilePair {
            level: *level,
            real: self.scale.value(real.quantile(*level)),
            synthetic: self.scale.value(synthetic.quantile(*level)),
        });
        let (endings, of_endings) = endings(self.kind, &real.sorted, &synthetic.sorted);
        let (spikes, of_spikes) = self.spikes();
        let statistic = kolmogorov_smirnov(&real.sorted, &synthetic.sorted);
        let at = real.quantile(CUT);
        let whole = [real, synthetic].map(|values| values.mass(i64::MAX));
        let cut = [real, synthetic].map(|values| values.mass(at));
        let mut faults = vec![
            self.distribution(statistic),
            self.mean(FaultKind::Mean, &whole),
            self.mean(FaultKind::CutMean, &cut),
            of_endings,
        ];
        faults.extend(of_spikes);
        let [of_real, of_synthetic] = cut.map(|mass| self.spread(&mass));
        let numbers = Numbers {
            real: self.moments(real, &whole[0]),
            synthetic: self.moments(synthetic, &whole[1]),
            cut: Cut {
                at: self.scale.value(at),
                real: of_real,
                synthetic: of_synthetic,
            },
            quantiles: quantiles.collect(),
            kolmogorov_smirnov: statistic,
            shape: shape(self.scale, real, synthetic),
            spikes,
            endings,
        };
        Some((numbers, faults))
    }

    fn distribution(&self, statistic: f64) -> Fault {
        let off = distance_in_words(statistic);
        Fault {
            kind: FaultKind::Distribution,
            size: statistic,
            allowance: chance::of_distribution(self.synthetic.count()),
            words: format!("the distribution is off by {off} (Kolmogorov–Smirnov)"),
        }
    }

    fn mean(&self, kind: FaultKind, [real, synthetic]: &[Mass; 2]) -> Fault {
        let apart = real.apart(synthetic);
        let both = f64::midpoint(real.variance, synthetic.variance) + apart * apart / 4.0;
        // A sample has at least half of the real variance here, whatever its own is.
        let least = (real.variance / 2.0).sqrt();
        let allowed = chance::of_mean(real.variance, real.reach, self.synthetic.count());
        let unit = self.scale.unit();
        let [left, right] = words::values(self.kind, real.mean / unit, synthetic.mean / unit);
        let of = match kind {
            FaultKind::CutMean => " of values cut at the real 99 % quantile",
            _ => "",
        };
        Fault {
            kind,
            size: share(apart, 2.0 * both.sqrt()),
            allowance: share(allowed, 2.0 * least).min(1.0),
            words: format!("the mean{of} is {right} instead of {left}"),
        }
    }

    /// The values that are common, and the one of them that is most off.
    fn spikes(&self) -> (Vec<Spike>, Option<Fault>) {
        let (real, synthetic) = (&self.real, &self.synthetic);
        let of = |rows: u64, values: &Values| ratio(rows.into(), values.count().into());
        let spikes: Vec<Spike> = common(&real.sorted, &synthetic.sorted)
            .into_iter()
            .map(|one| Spike {
                value: self.scale.value(one.number),
                real: of(one.real, real),
                synthetic: of(one.synthetic, synthetic),
            })
            .collect();
        let mut faults: Vec<Fault> = spikes.iter().map(|spike| self.spike(spike)).collect();
        faults.sort_by(Fault::worse_first);
        (spikes, faults.into_iter().next())
    }

    fn spike(&self, spike: &Spike) -> Fault {
        let [real, synthetic] = percents(spike.real, spike.synthetic);
        let value = self.kind.written(spike.value);
        Fault {
            kind: FaultKind::Spike,
            size: (spike.real - spike.synthetic).abs(),
            allowance: chance::of_share(spike.real, self.synthetic.count()),
            words: format!("{real} of real values are {value}, {synthetic} of synthetic ones"),
        }
    }

    fn moments(&self, values: &Values, mass: &Mass) -> Moments {
        let Spread { mean, deviation } = self.spread(mass);
        Moments {
            values: values.count(),
            missing: values.missing,
            mean,
            deviation,
        }
    }

    fn spread(&self, mass: &Mass) -> Spread {
        Spread {
            mean: mass.mean / self.scale.unit(),
            deviation: mass.deviation() / self.scale.unit(),
        }
    }
}

/// 0 of nothing.
fn share(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}

/// sup |F − G|, in whole numbers: the largest |i·m − j·n| / (n·m) behind a value.
fn kolmogorov_smirnov(left: &[i64], right: &[i64]) -> f64 {
    let whole = |length: usize| u128::from(count(length));
    let (n, m) = (whole(left.len()), whole(right.len()));
    let (mut i, mut j) = (0_usize, 0_usize);
    let mut largest = 0_u128;
    while let Some(value) = [left.get(i), right.get(j)].into_iter().flatten().min() {
        while left.get(i) == Some(value) {
            i += 1;
        }
        while right.get(j) == Some(value) {
            j += 1;
        }
        largest = largest.max((whole(i) * m).abs_diff(whole(j) * n));
    }
    ratio(largest, n * m)
}

/// Where values are cut for a mean that few large ones do not move.
const CUT: f64 = 0.99;

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(real: &[i64], synthetic: &[i64]) -> (Numbers, Vec<Fault>) {
        let values = |sorted: &[i64]| Values {
            sorted: sorted.to_vec(),
            missing: 0,
        };
        let scale = Scale {
            decimals: 1,
            numbers: Vec::new(),
        };
        let pair = Pair {
            kind: ColumnKind::Numeric,
            scale: &scale,
            real: values(real),
            synthetic: values(synthetic),
        };
        pair.measure().unwrap()
    }

    fn size(faults: &[Fault], kind: FaultKind) -> f64 {
        faults.iter().find(|fault| fault.kind == kind).unwrap().size
    }

    /// Means 1 and 4, variances 3 and 0: 3 / 2√(3/2 + 9/4).
    #[test]
    fn means_by_hand() {
        let (numbers, found) = faults(&[0, 0, 0, 4], &[4, 4]);
        let expected = 3.0 / (2.0 * 3.75_f64.sqrt());
        assert!((size(&found, FaultKind::Mean) - expected).abs() < 1e-15);
        assert!((numbers.cut.at - 0.4).abs() < 1e-15);
        assert!((numbers.cut.real.mean - 0.1).abs() < 1e-15);
        let mean = found.iter().find(|fault| fault.kind == FaultKind::Mean);
        assert_eq!(mean.unwrap().words, "the mean is 0.40 instead of 0.10");
        let (_, same) = faults(&[7, 7, 7], &[7]);
        assert!(same.iter().all(|fault| fault.size <= 0.0));
        let (_, apart) = faults(&[7, 7, 7], &[8]);
        assert!((size(&apart, FaultKind::Mean) - 1.0).abs() < 1e-15);
    }

    /// One synthetic value in a thousand that is a thousand times too large moves the mean and not the cut one.
    #[test]
    fn far_values_are_cut() {
        let real: Vec<i64> = (0..1000).collect();
        let mut synthetic = real.clone();
        synthetic[999] = 1_000_000;
        let (numbers, found) = faults(&real, &synthetic);
        assert!(numbers.synthetic.mean > 2.0 * numbers.real.mean);
        assert!(size(&found, FaultKind::CutMean) < 1e-3);
        assert!(size(&found, FaultKind::Mean) < 0.05);
        assert!((numbers.cut.at - 98.9).abs() < 1e-12);
    }
}
