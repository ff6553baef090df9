//! How values spread: a thin line from the least to the greatest, a box over the middle half, a line at the median,
//! and a diamond at a value to compare with.

use maud::{Markup, html};

use super::figure::{Drawing, px};
use super::scale::{Scale, tick_text};
use crate::page::{float, share, shortened};

/// One row of the drawing.
pub struct Spread {
    pub label: String,
    /// Pairs of level and value, increasing, levels from 0 to 1.
    pub quantiles: Vec<(f64, f64)>,
    /// What it is compared with.
    pub reference: f64,
}

impl Spread {
    /// The value of the first level that reaches `level`.
    fn at(&self, level: f64) -> f64 {
        let reached = self.quantiles.iter().find(|(of, _)| *of >= level - 1e-9);
        reached
            .or(self.quantiles.last())
            .map_or(0.0, |(_, value)| *value)
    }
}

/// The rows below each other on one axis.
pub fn spread(key: &str, title: &str, caption: &Markup, items: &[Spread]) -> Markup {
    let most = items
        .iter()
        .map(|item| item.at(1.0).max(item.reference))
        .fold(0.0, f64::max);
    let across = Scale::linear((0.0, most), (LEFT, RIGHT));
    let bottom = float(items.len()) * STEP + 4.0;
    let drawing = html! {
        @for tick in across.ticks(5.0) {
            line.grid x1=(px(across.at(tick))) x2=(px(across.at(tick))) y1="0" y2=(px(bottom)) {}
            text.small.soft.middle x=(px(across.at(tick))) y=(px(bottom + 15.0)) { (tick_text(tick)) }
        }
        @for (place, item) in items.iter().enumerate() {
            @let y = float(place) * STEP + STEP / 2.0 + 2.0;
            @let (low, high) = (across.at(item.at(0.25)), across.at(item.at(0.75)));
            g {
                title { (item.label) ": " (words(item)) }
                text.end x=(px(LEFT - 8.0)) y=(px(y + 4.0)) { (shortened(&item.label, 11)) }
                line.axis x1=(px(across.at(item.at(0.0)))) x2=(px(across.at(item.at(1.0)))) y1=(px(y)) y2=(px(y)) {}
                rect.bar x=(px(low)) y=(px(y - 7.0)) width=(px((high - low).max(1.0))) height="14" {}
                line.median x1=(px(across.at(item.at(0.5)))) x2=(px(across.at(item.at(0.5)))) y1=(px(y - 7.0)) y2=(px(y + 7.0)) {}
                path.reference d={ "M" (px(across.at(item.reference))) " " (px(y - 6.0)) "l5 6l-5 6l-5 -6z" } {}
            }
        }
    };
    let described = items
        .iter()
        .map(|item| format!("{}: {}", item.label, words(item)));
    Drawing {
        key,
        title,
        description: described.collect::<Vec<_>>().join("; "),
        width: RIGHT + 20.0,
        height: bottom + 22.0,
    }
    .figure(caption, &drawing)
}

fn words(item: &Spread) -> String {
    format!(
        "{} to {}, middle half {} to {}, median {}, to compare with {}",
        share(item.at(0.0)),
        share(item.at(1.0)),
        share(item.at(0.25)),
        share(item.at(0.75)),
        share(item.at(0.5)),
        share(item.reference)
    )
}

const LEFT: f64 = 78.0;
const RIGHT: f64 = 440.0;
const STEP: f64 = 30.0;
