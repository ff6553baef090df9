//! A histogram of values that have an order: real as filled bars, synthetic as a line of steps.

use core::fmt::Write as _;

use maud::{Markup, html};

use super::figure::{Figure, px};
use super::scale::{Scale, tick_text};
use crate::page::{float, share, shortened};

/// The shares of one bin, in order.
pub struct NumericBar {
    pub label: String,
    pub real: f64,
    pub synthetic: f64,
}

/// The bins side by side.
pub fn numeric(key: &str, title: &str, caption: Markup, items: &[NumericBar]) -> Markup {
    let most = items
        .iter()
        .map(|bar| bar.real.max(bar.synthetic))
        .fold(0.0, f64::max);
    let height = Scale::linear((0.0, most), (BOTTOM, TOP));
    let step = (RIGHT - LEFT) / float(items.len().max(1));
    let drawing = html! {
        @for tick in height.ticks(4.0) {
            line.grid x1=(px(LEFT)) x2=(px(RIGHT)) y1=(px(height.at(tick))) y2=(px(height.at(tick))) {}
            text.small.soft.end x=(px(LEFT - 6.0)) y=(px(height.at(tick) + 4.0)) { (tick_text(tick)) }
        }
        @for (place, bar) in items.iter().enumerate() {
            @let (left, top) = (LEFT + float(place) * step, height.at(bar.real));
            g {
                title { (bar.label) ": " (share(bar.real)) " real, " (share(bar.synthetic)) " synthetic" }
                rect.real x=(px(left + step * 0.08)) y=(px(top)) width=(px(step * 0.84)) height=(px(BOTTOM - top)) {}
            }
        }
        path.synthetic-line d=(steps(items, height, step)) {}
        line.axis x1=(px(LEFT)) x2=(px(RIGHT)) y1=(px(BOTTOM)) y2=(px(BOTTOM)) {}
        @for place in labelled(items.len()) {
            @if let Some(bar) = items.get(place) {
                text.small.soft.middle x=(px(LEFT + (float(place) + 0.5) * step)) y=(px(BOTTOM + 16.0)) {
                    (shortened(&bar.label, 14))
                }
            }
        }
    };
    Figure {
        key,
        caption,
        title,
        description: described(items),
        width: RIGHT + 10.0,
        height: BOTTOM + 24.0,
        shrinks: true,
    }
    .around(&drawing)
}

fn steps(items: &[NumericBar], height: Scale, step: f64) -> String {
    let mut path = format!("M{} {}", px(LEFT), px(BOTTOM));
    for (place, bar) in items.iter().enumerate() {
        let right = LEFT + float(place + 1) * step;
        // Writing to a string does not fail.
        let _ = write!(path, "V{}H{}", px(height.at(bar.synthetic)), px(right));
    }
    let _ = write!(path, "V{}", px(BOTTOM));
    path
}

/// At most five places, evenly.
fn labelled(length: usize) -> impl Iterator<Item = usize> {
    let apart = length.div_ceil(5).max(1);
    (0..length).step_by(apart)
}

fn described(items: &[NumericBar]) -> String {
    let largest = |of: fn(&NumericBar) -> f64| {
        let bar = items.iter().max_by(|a, b| of(a).total_cmp(&of(b)));
        bar.map_or(String::new(), |bar| {
            format!("{} ({})", shortened(&bar.label, 24), share(of(bar)))
        })
    };
    format!(
        "{} bins; most frequent: {} in the real table, {} in the synthetic one",
        items.len(),
        largest(|bar| bar.real),
        largest(|bar| bar.synthetic)
    )
}

const LEFT: f64 = 46.0;
const RIGHT: f64 = 440.0;
const TOP: f64 = 10.0;
const BOTTOM: f64 = 190.0;
