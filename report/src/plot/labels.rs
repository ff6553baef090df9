//! Two bars a label: real above, filled; synthetic below, outlined; and both shares.

use maud::{Markup, html};

use super::figure::{Drawing, px};
use crate::page::{float, percent, shortened};

/// The shares of one label.
pub struct LabelPair {
    pub label: String,
    pub real: f64,
    pub synthetic: f64,
}

impl LabelPair {
    /// The larger of the two shares.
    pub fn largest(&self) -> f64 {
        self.real.max(self.synthetic)
    }

    fn difference(&self) -> f64 {
        (self.real - self.synthetic).abs()
    }
}

/// The labels that say most, in the order in which they are given: the commonest of either table, and the one that
/// differs most.
pub fn labels(key: &str, title: &str, items: &[LabelPair]) -> Markup {
    let shown = telling(items);
    let most = shown.iter().map(|pair| pair.largest()).fold(0.0, f64::max);
    let left = items.len() - shown.len();
    let height = rows_height(shown.len());
    let drawing = html! {
        @for (place, pair) in shown.iter().enumerate() { (row(pair, rows_height(place), most)) }
        @if left > 0 { text.small.soft x="2" y=(px(height + 12.0)) { "and " (left) " more" } }
    };
    let described = shown.iter().map(|pair| {
        let (real, synthetic) = (percent(pair.real), percent(pair.synthetic));
        format!(
            "{}: {real} real, {synthetic} synthetic",
            shortened(&pair.label, 40)
        )
    });
    Drawing {
        key,
        title,
        description: described.collect::<Vec<_>>().join("; "),
        width: WIDTH,
        height: height + if left > 0 { 18.0 } else { 0.0 },
    }
    .svg(&drawing)
}

fn telling(items: &[LabelPair]) -> Vec<&LabelPair> {
    let mut by_share: Vec<&LabelPair> = items.iter().collect();
    by_share.sort_by(|left, right| right.largest().total_cmp(&left.largest()));
    by_share.truncate(MOST);
    let worst = items
        .iter()
        .max_by(|left, right| left.difference().total_cmp(&right.difference()));
    let is_in = |pair: &LabelPair| by_share.iter().any(|one| core::ptr::eq(*one, pair));
    if let Some(worst) = worst.filter(|worst| !is_in(worst)) {
        by_share.pop();
        by_share.push(worst);
    }
    items
        .iter()
        .filter(|pair| by_share.iter().any(|one| core::ptr::eq(*one, *pair)))
        .collect()
}

/// One label, `top` from above; the longest bar stands for `most`.
pub fn row(pair: &LabelPair, top: f64, most: f64) -> Markup {
    let length = |share: f64| if most > 0.0 { share / most * BAR } else { 0.0 };
    // What there is can be seen.
    let least = |share: f64| if share > 0.0 { 0.8 } else { 0.0 };
    html! {
        g {
            title { (pair.label) ": " (percent(pair.real)) " real, " (percent(pair.synthetic)) " synthetic" }
            text.small x="2" y=(px(top + 12.0)) { (shortened(&pair.label, LETTERS)) }
            rect.real x=(px(FROM)) y=(px(top + 2.0)) width=(px(length(pair.real).max(least(pair.real)))) height="6" {}
            rect.synthetic x=(px(FROM + 0.8)) y=(px(top + 9.3)) width=(px((length(pair.synthetic) - 1.6).max(least(pair.synthetic)))) height="4.4" {}
            text.small.soft.end x=(px(WIDTH)) y=(px(top + 12.0)) { (short(pair.real)) " | " (short(pair.synthetic)) " %" }
        }
    }
}

/// How much room so many labels take.
pub fn rows_height(count: usize) -> f64 {
    float(count) * STEP
}

/// Hundredths, with one decimal below ten.
pub fn short(share: f64) -> String {
    let hundredths = 100.0 * share;
    if share > 0.0 && hundredths < 0.05 {
        "<0.1".to_owned()
    } else if hundredths < 9.95 {
        format!("{hundredths:.1}")
    } else {
        format!("{hundredths:.0}")
    }
}

/// Of a small drawing.
const WIDTH: f64 = 232.0;
const FROM: f64 = 84.0;
const BAR: f64 = 76.0;
const LETTERS: usize = 12;
const STEP: f64 = 18.0;
/// Labels that are drawn; the table has all.
const MOST: usize = 8;

#[cfg(test)]
mod tests {
    use super::*;

    /// Ten labels: the eight commonest, of which the last gives way to a rare one that differs most.
    #[test]
    fn the_label_that_differs_most_is_shown() {
        let pair = |label: &str, real, synthetic| LabelPair {
            label: label.to_owned(),
            real,
            synthetic,
        };
        let mut items: Vec<LabelPair> = (0..9_u8)
            .map(|place| pair(&place.to_string(), 0.1 - f64::from(place) / 1000.0, 0.1))
            .collect();
        items.push(pair("rare", 0.0, 0.02));
        let shown: Vec<&str> = telling(&items)
            .iter()
            .map(|pair| pair.label.as_str())
            .collect();
        assert_eq!(shown, ["0", "1", "2", "3", "4", "5", "6", "rare"]);
        assert_eq!(telling(&items[..3]).len(), 3);
    }

    #[test]
    fn shares_are_short() {
        for (share, expected) in [
            (0.0, "0.0"),
            (0.0001, "<0.1"),
            (0.0123, "1.2"),
            (0.456, "46"),
            (1.0, "100"),
        ] {
            assert_eq!(short(share), expected);
        }
    }
}
