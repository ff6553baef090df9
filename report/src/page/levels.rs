//! Which quantiles a page shows: few enough for the width of a page; an evaluation's file has all.

use super::percent;

/// Levels of quantiles that occur, of those that are shown, increasing.
pub struct Levels(pub Vec<f64>);

impl Levels {
    pub fn of(levels: impl Iterator<Item = f64>) -> Self {
        let is_shown = |level: &f64| SHOWN.iter().any(|shown| (shown - level).abs() < 1e-9);
        let mut levels: Vec<f64> = levels.filter(is_shown).collect();
        levels.sort_by(f64::total_cmp);
        levels.dedup();
        Self(levels)
    }
}

/// What a column of quantiles is called.
pub fn level_in_words(level: f64) -> String {
    if level <= 0.0 {
        "least".to_owned()
    } else if level >= 1.0 {
        "greatest".to_owned()
    } else {
        percent(level)
    }
}

const SHOWN: [f64; 6] = [0.0, 0.25, 0.5, 0.75, 0.95, 1.0];
