//! Axes: from values to pixels, and which values to write at them.

use crate::page::count;

/// An axis over some range of values.
#[derive(Clone, Copy, Debug)]
pub struct Scale {
    low: f64,
    high: f64,
    from: f64,
    to: f64,
    logarithmic: bool,
}

impl Scale {
    /// Values from `low` to `high` onto pixels from `from` to `to`; a range of nothing is widened.
    pub fn linear((low, high): (f64, f64), (from, to): (f64, f64)) -> Self {
        let high = if high > low { high } else { low + 1.0 };
        Self {
            low,
            high,
            from,
            to,
            logarithmic: false,
        }
    }

    /// The same by ratios. Both ends are above 0.
    pub fn logarithmic((low, high): (f64, f64), (from, to): (f64, f64)) -> Self {
        let (low, high) = if high > low {
            (low, high)
        } else {
            (low / 2.0, low * 2.0)
        };
        Self {
            low: low.ln(),
            high: high.ln(),
            from,
            to,
            logarithmic: true,
        }
    }

    /// Where a value lies; beyond the ends it is kept at them.
    pub fn at(&self, value: f64) -> f64 {
        let value = if self.logarithmic { value.ln() } else { value };
        let share = ((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0);
        self.from + share * (self.to - self.from)
    }

    /// Round values to write: 1, 2 or 5 times a power of ten apart, about `wanted` of them.
    pub fn ticks(&self, wanted: f64) -> Vec<f64> {
        let rough = (self.high - self.low) / wanted;
        let power = 10_f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0]
            .into_iter()
            .map(|times| times * power)
            .find(|step| *step >= rough * 0.999)
            .unwrap_or(power);
        let first = (self.low / step).ceil();
        (0..50_u8)
            .map(|place| (first + f64::from(place)) * step)
            .take_while(|tick| *tick <= self.high + step * 1e-9)
            // −0 is 0.
            .map(|tick| if tick == 0.0 { 0.0 } else { tick })
            .collect()
    }
}

/// A tick in as few digits as it has.
pub fn tick_text(tick: f64) -> String {
    let size = tick.abs();
    if size != 0.0 && !(1e-4..1e7).contains(&size) {
        return format!("{tick:.1e}").replacen('-', "−", 1);
    }
    if size >= 1e4 {
        return count(format!("{tick:.0}"));
    }
    let text = format!("{tick:.4}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    text.replacen('-', "−", 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_lie_where_they_belong() {
        let scale = Scale::linear((0.0, 4.0), (100.0, 0.0));
        assert!((scale.at(1.0) - 75.0).abs() < 1e-9);
        assert!((scale.at(9.0) - 0.0).abs() < 1e-9, "kept at the end");
        let scale = Scale::logarithmic((0.1, 10.0), (0.0, 2.0));
        assert!((scale.at(1.0) - 1.0).abs() < 1e-9);
        assert!(Scale::linear((3.0, 3.0), (0.0, 1.0)).at(3.0).is_finite());
    }

    #[test]
    fn ticks_are_round() {
        let ticks = |low, high| {
            let ticks = Scale::linear((low, high), (0.0, 1.0)).ticks(5.0);
            ticks.into_iter().map(tick_text).collect::<Vec<_>>()
        };
        assert_eq!(ticks(0.0, 1.0), ["0", "0.2", "0.4", "0.6", "0.8", "1"]);
        assert_eq!(ticks(0.0, 0.073), ["0", "0.02", "0.04", "0.06"]);
        assert_eq!(ticks(-30.0, 41.0), ["−20", "0", "20", "40"]);
        assert_eq!(ticks(17.0, 99.0), ["20", "40", "60", "80"]);
        assert_eq!(
            ticks(8e5, 1e6),
            ["800,000", "850,000", "900,000", "950,000", "1,000,000"]
        );
    }
}
