//! Curves of a figure over a parameter, by ratios of the parameter. Each series has its own mark and dashes beside its
//! colour.

use core::fmt::Write as _;

use maud::{Markup, html};

use super::figure::{Drawing, px};
use super::scale::{Scale, tick_text};
use crate::page::{float, shortened};

/// Points of one kind.
pub struct Series {
    pub name: String,
    /// Pairs of parameter (above 0) and value, in any order; several values of one parameter are joined by their mean.
    pub points: Vec<(f64, f64)>,
}

/// Several series over one parameter.
pub struct Curves<'a> {
    /// Unique on the page.
    pub key: &'a str,
    pub title: &'a str,
    pub caption: Markup,
    /// What the axes show.
    pub across: &'a str,
    pub up: &'a str,
    /// Whether the axis of values begins at 0: else at what there is, for large numbers that are near each other.
    pub from_zero: bool,
    pub series: &'a [Series],
}

impl Curves<'_> {
    pub fn markup(&self) -> Markup {
        let points = || self.series.iter().flat_map(|series| &series.points);
        let most = points().map(|point| point.1).fold(0.0, f64::max);
        let low = points().map(|point| point.0).fold(f64::INFINITY, f64::min);
        let high = points().map(|point| point.0).fold(0.0, f64::max);
        let across = Scale::logarithmic((low / 1.15, high * 1.15), (LEFT, RIGHT));
        let least = points().map(|point| point.1).fold(most, f64::min);
        let from = if self.from_zero {
            least.min(0.0)
        } else {
            least - 0.1 * (most - least)
        };
        let up = Scale::linear((from, most + 0.05 * (most - from)), (BOTTOM, TOP));
        let drawing = html! {
            @for tick in up.ticks(5.0) {
                line.grid x1=(px(LEFT)) x2=(px(RIGHT)) y1=(px(up.at(tick))) y2=(px(up.at(tick))) {}
                text.small.soft.end x=(px(LEFT - 6.0)) y=(px(up.at(tick) + 4.0)) { (tick_text(tick)) }
            }
            line.axis x1=(px(LEFT)) x2=(px(RIGHT)) y1=(px(BOTTOM)) y2=(px(BOTTOM)) {}
            @for value in parameters(self.series) {
                line.axis x1=(px(across.at(value))) x2=(px(across.at(value))) y1=(px(BOTTOM)) y2=(px(BOTTOM + 4.0)) {}
                text.small.soft.middle x=(px(across.at(value))) y=(px(BOTTOM + 17.0)) { (tick_text(value)) }
            }
            text.small.soft.middle x=(px(f64::midpoint(LEFT, RIGHT))) y=(px(BOTTOM + 34.0)) { (self.across) }
            text.small.soft x="2" y="12" { (self.up) }
            @for (place, series) in self.series.iter().enumerate() {
                g class={ "s" (place % COLOURS) } {
                    path.curve d=(line(series, across, up)) stroke-dasharray=[dashes(place)] {}
                    @for point in &series.points {
                        path.mark d=(mark(place, across.at(point.0), up.at(point.1))) {
                            title { (series.name) ", " (tick_text(point.0)) ": " (tick_text(point.1)) }
                        }
                    }
                    @let y = LEGEND + float(place) * 20.0;
                    path.curve d={ "M" (px(LEFT)) " " (px(y)) "h34" } stroke-dasharray=[dashes(place)] {}
                    path.mark d=(mark(place, LEFT + 17.0, y)) {}
                    text stroke="none" x=(px(LEFT + 44.0)) y=(px(y + 4.0)) { (shortened(&series.name, 48)) }
                }
            }
        };
        let described = self.series.iter().map(described);
        Drawing {
            key: self.key,
            title: self.title,
            description: described.collect::<Vec<_>>().join(". "),
            width: RIGHT + 12.0,
            height: LEGEND + 20.0 * float(self.series.len()),
        }
        .figure(&self.caption, &drawing)
    }
}

/// The parameters that occur, in order, without those too near to be written.
fn parameters(series: &[Series]) -> Vec<f64> {
    let mut values: Vec<f64> = series
        .iter()
        .flat_map(|series| &series.points)
        .map(|point| point.0)
        .collect();
    values.sort_by(f64::total_cmp);
    values.dedup_by(|next, before| *next < *before * 1.08);
    values
}

/// The means by parameter, in order.
fn means(series: &Series) -> Vec<(f64, f64)> {
    let mut points = series.points.clone();
    points.sort_by(|a, b| a.0.total_cmp(&b.0));
    let same = points.chunk_by(|a, b| a.0.total_cmp(&b.0).is_eq());
    let mean = |points: &[(f64, f64)]| {
        let sum: f64 = points.iter().map(|point| point.1).sum();
        points
            .first()
            .map(|first| (first.0, sum / float(points.len())))
    };
    same.filter_map(mean).collect()
}

fn line(series: &Series, across: Scale, up: Scale) -> String {
    let mut path = String::new();
    for (place, (x, y)) in means(series).into_iter().enumerate() {
        let letter = if place == 0 { 'M' } else { 'L' };
        // Writing to a string does not fail.
        let _ = write!(path, "{letter}{} {}", px(across.at(x)), px(up.at(y)));
    }
    path
}

fn described(series: &Series) -> String {
    let points = means(series)
        .into_iter()
        .map(|(x, y)| format!("{} at {}", tick_text(y), tick_text(x)));
    format!("{}: {}", series.name, points.collect::<Vec<_>>().join(", "))
}

/// Circle, square, diamond, triangle, triangle downwards, hexagon.
fn mark(place: usize, x: f64, y: f64) -> String {
    let corners: &[(f64, f64)] = match place % COLOURS {
        0 => {
            let (x, y) = (px(x - 4.0), px(y));
            return format!("M{x} {y}a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z");
        }
        1 => &[(-4.0, -4.0), (4.0, -4.0), (4.0, 4.0), (-4.0, 4.0)],
        2 => &[(0.0, -5.5), (5.5, 0.0), (0.0, 5.5), (-5.5, 0.0)],
        3 => &[(0.0, -5.0), (5.0, 4.0), (-5.0, 4.0)],
        4 => &[(0.0, 5.0), (5.0, -4.0), (-5.0, -4.0)],
        _ => &[
            (-2.5, -4.5),
            (2.5, -4.5),
            (5.0, 0.0),
            (2.5, 4.5),
            (-2.5, 4.5),
            (-5.0, 0.0),
        ],
    };
    let mut path = String::new();
    for (place, (dx, dy)) in corners.iter().enumerate() {
        let letter = if place == 0 { 'M' } else { 'L' };
        let _ = write!(path, "{letter}{} {}", px(x + dx), px(y + dy));
    }
    path.push('z');
    path
}

fn dashes(place: usize) -> Option<&'static str> {
    [
        None,
        Some("7 3"),
        Some("2 3"),
        Some("9 3 2 3"),
        Some("4 2"),
        Some("12 4"),
    ]
    .get(place % COLOURS)
    .copied()
    .flatten()
}

/// Kinds of series that look different.
const COLOURS: usize = 6;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 440.0;
const TOP: f64 = 26.0;
const BOTTOM: f64 = 270.0;
const LEGEND: f64 = BOTTOM + 56.0;
