//! How numbers and dates lie along their own scale: real values as a filled shape, synthetic ones as a line, and below
//! by themselves the values that are too common to be drawn with the others.

use core::fmt::Write as _;

use maud::{Markup, html};
use privet_evaluate::findings::{ColumnKind, Numbers, Shape, Spike};

use super::figure::{Drawing, px};
use super::labels::{LabelPair, row, rows_height, short};
use super::scale::{Scale, tick_text};
use crate::page::{float, letters, percent, rows_as_float};

/// A column of numbers or dates, small.
pub struct Density<'a> {
    /// Unique on the page.
    pub key: &'a str,
    pub title: &'a str,
    pub kind: ColumnKind,
    pub numbers: &'a Numbers,
}

impl Density<'_> {
    pub fn markup(&self) -> Markup {
        let shape = &self.numbers.shape;
        let [real, synthetic] = self.shares();
        let most = real.iter().chain(&synthetic).copied().fold(0.0, f64::max);
        let up = Scale::linear((0.0, most), (BOTTOM, TOP));
        let count = float(shape.real.len().max(1));
        let across = Scale::linear(
            (shape.from, shape.from + shape.width * count),
            (LEFT, RIGHT),
        );
        let spikes: Vec<LabelPair> = self.spikes().map(|spike| self.labelled(spike)).collect();
        let commonest = spikes.iter().map(LabelPair::largest).fold(0.0, f64::max);
        let drawing = html! {
            line.grid x1=(px(LEFT)) x2=(px(RIGHT)) y1=(px(TOP)) y2=(px(TOP)) {}
            text.small.soft x=(px(LEFT)) y=(px(TOP - 4.0)) {
                (short(most)) " % of values a step" @if !spikes.is_empty() { "; those below apart" }
            }
            path.real d=(steps(&real, up)) {}
            path.synthetic-line d=(steps(&synthetic, up)) {}
            line.axis x1=(px(LEFT)) x2=(px(RIGHT)) y1=(px(BOTTOM)) y2=(px(BOTTOM)) {}
            // Where the values belong that are drawn below.
            @for spike in self.spikes() {
                path.apart d={ "M" (px(across.at(spike.value))) " " (px(BOTTOM)) "l-3.5 -6h7z" } {}
            }
            @for (x, text) in self.ticks(across) {
                line.axis x1=(px(x)) x2=(px(x)) y1=(px(BOTTOM)) y2=(px(BOTTOM + 4.0)) {}
                text.small.soft.middle x=(px(x)) y=(px(BOTTOM + 16.0)) { (text) }
            }
            @for (place, pair) in spikes.iter().enumerate() { (row(pair, BELOW + rows_height(place), commonest)) }
        };
        Drawing {
            key: self.key,
            title: self.title,
            description: self.described(),
            width: RIGHT + LEFT,
            height: BELOW + rows_height(spikes.len()),
        }
        .svg(&drawing)
    }

    /// The share of all values of either table that lies in each stretch.
    fn shares(&self) -> [Vec<f64>; 2] {
        let Numbers {
            real,
            synthetic,
            shape,
            ..
        } = self.numbers;
        let of = |rows: &[u64], values: u64| {
            let all = rows_as_float(values.max(1));
            rows.iter().map(|rows| rows_as_float(*rows) / all).collect()
        };
        [
            of(&shape.real, real.values),
            of(&shape.synthetic, synthetic.values),
        ]
    }

    /// Values that are in no stretch, since they are too common.
    fn spikes(&self) -> impl Iterator<Item = &Spike> {
        let left_out = &self.numbers.shape.left_out;
        let spikes = self.numbers.spikes.iter();
        spikes.filter(|spike| left_out.contains(&spike.value))
    }

    fn labelled(&self, spike: &Spike) -> LabelPair {
        LabelPair {
            label: self.written(spike.value),
            real: spike.real,
            synthetic: spike.synthetic,
        }
    }

    fn written(&self, value: f64) -> String {
        match self.kind {
            ColumnKind::Numeric | ColumnKind::Categorical => tick_text(value),
            dates => dates.written(value),
        }
    }

    /// Round values with room between their texts.
    fn ticks(&self, across: Scale) -> Vec<(f64, String)> {
        let mut kept: Vec<(f64, String)> = Vec::new();
        let mut free = 0.0;
        for tick in across.ticks(4.0) {
            let (x, text) = (across.at(tick), self.written(tick));
            let half = float(letters(&text)) * LETTER / 2.0;
            if x - half >= free && x + half <= RIGHT + LEFT {
                free = x + half + LETTER;
                kept.push((x, text));
            }
        }
        kept
    }

    fn described(&self) -> String {
        let Numbers {
            real, synthetic, ..
        } = self.numbers;
        let spikes = self.spikes().map(|spike| {
            let [real, synthetic] = [spike.real, spike.synthetic].map(percent);
            format!(
                "; {} has {real} of the real values and {synthetic} of the synthetic ones",
                self.written(spike.value)
            )
        });
        format!(
            "real values have the mean {}, synthetic ones {}{}",
            self.written(real.mean),
            self.written(synthetic.mean),
            spikes.collect::<String>()
        )
    }
}

/// Whether there is anything to draw: values of either table that are no spikes.
pub fn has_shape(shape: &Shape) -> bool {
    shape.real.len() > FEW
        && shape
            .real
            .iter()
            .chain(&shape.synthetic)
            .any(|rows| *rows > 0)
}

fn steps(shares: &[f64], up: Scale) -> String {
    let step = (RIGHT - LEFT) / float(shares.len().max(1));
    let mut path = format!("M{} {}", px(LEFT), px(BOTTOM));
    for (place, share) in shares.iter().enumerate() {
        let right = LEFT + float(place + 1) * step;
        // Writing to a string does not fail.
        let _ = write!(path, "V{}H{}", px(up.at(*share)), px(right));
    }
    let _ = write!(path, "V{}", px(BOTTOM));
    path
}

/// Fewer values are drawn one below the other.
const FEW: usize = 8;
/// How wide a small letter is.
const LETTER: f64 = 6.4;
const LEFT: f64 = 4.0;
const RIGHT: f64 = 228.0;
const TOP: f64 = 16.0;
const BOTTOM: f64 = 92.0;
/// Where the commonest values begin.
const BELOW: f64 = BOTTOM + 24.0;
