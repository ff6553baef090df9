//! A heat map of pairs of columns, from three to hundreds of columns.
//!
//! Cells of one shade are one path, so that a map of 98 columns has ten paths instead of 9604 rectangles. The page's
//! script reads out single cells; where there is room, the numbers stand in them.

use core::fmt::Write as _;
use std::collections::BTreeMap;

use maud::{Markup, html};

use super::figure::px;
use crate::page::{float, letters, share, shortened, signed_share, visible};

/// How values become shades.
#[derive(Clone, Copy)]
pub enum Shading {
    /// From 0 to this, ten shades.
    Level(f64),
    /// From minus this to this: five shades either way and none for 0.
    Difference(f64),
}

/// A map of all pairs.
pub struct Heat<'a> {
    /// Unique on the page.
    pub key: &'a str,
    pub caption: Markup,
    pub title: &'a str,
    pub description: String,
    pub names: &'a [&'a str],
    /// By row and column; nothing where a pair was not measured.
    pub value: &'a dyn Fn(usize, usize) -> Option<f64>,
    pub shading: Shading,
}

impl Heat<'_> {
    pub fn markup(&self) -> Markup {
        let room = Room::of(self.names);
        let side = room.left + room.cell * float(self.names.len());
        let (width, height) = (side + 2.0, side + 2.0 + LEGEND);
        html! {
            figure {
                figcaption { (self.caption) }
                div.scroll {
                    svg.heat role="img" tabindex="0"
                        viewBox={ "0 0 " (px(width)) " " (px(height)) } width=(px(width)) height=(px(height))
                        aria-labelledby={ (self.key) "-title " (self.key) "-desc" }
                        data-left=(px(room.left)) data-top=(px(room.left)) data-size=(px(room.cell))
                        data-values=(self.values()) data-output={ (self.key) "-cell" } {
                        title #{ (self.key) "-title" } { (self.title) }
                        desc #{ (self.key) "-desc" } { (self.description) }
                        (self.labels(&room))
                        (self.cells(&room))
                        rect.cursor width=(px(room.cell)) height=(px(room.cell)) {}
                        (self.legend(room.left, side + 14.0))
                    }
                }
                output id={ (self.key) "-cell" } aria-live="polite" {}
            }
        }
    }

    fn labels(&self, room: &Room) -> Markup {
        let size = if room.cell < 14.0 { "tiny" } else { "small" };
        let place = |place: usize| room.left + (float(place) + 0.5) * room.cell;
        html! {
            @for (row, name) in self.names.iter().enumerate() {
                @let short = shortened(name, room.letters);
                text class={ "row end " (size) } x=(px(room.left - 5.0)) y=(px(place(row) + room.cell.min(12.0) * 0.33))
                    data-name=[(short != *name).then(|| visible(name))] { (short) }
            }
            @for (column, name) in self.names.iter().enumerate() {
                @let (x, y) = (px(place(column) + room.cell.min(12.0) * 0.33), px(room.left - 5.0));
                text class=(size) x=(x) y=(y) transform={ "rotate(-90 " (x) " " (y) ")" } { (shortened(name, room.letters)) }
            }
        }
    }

    fn cells(&self, room: &Room) -> Markup {
        let mut paths: BTreeMap<&'static str, String> = BTreeMap::new();
        let mut texts = Vec::new();
        let side = px(room.cell - room.gap);
        for row in 0..self.names.len() {
            for column in (0..self.names.len()).filter(|column| *column != row) {
                let Some(value) = (self.value)(row, column) else {
                    continue;
                };
                let (x, y) = (room.at(column), room.at(row));
                let (class, dark) = self.shading.class(value);
                let path = paths.entry(class).or_default();
                // Writing to a string does not fail.
                let _ = write!(path, "M{} {}h{side}v{side}h-{side}z", px(x), px(y));
                if room.numbers {
                    texts.push((x, y, dark, short(value)));
                }
            }
        }
        let half = room.cell / 2.0;
        html! {
            @for (class, path) in &paths { path class=(class) d=(path) {} }
            @for (x, y, dark, text) in &texts {
                text class={ "tiny middle " (if *dark { "on-dark" } else { "on-light" }) } x=(px(x + half)) y=(px(y + half + 3.0)) { (text) }
            }
        }
    }

    /// The shades with their bounds.
    fn legend(&self, left: f64, top: f64) -> Markup {
        let (classes, low, high) = match self.shading {
            Shading::Level(most) => (LEVELS.as_slice(), share(0.0), share(most)),
            Shading::Difference(most) => (
                DIFFERENCES.as_slice(),
                signed_share(-most),
                signed_share(most),
            ),
        };
        let width = 14.0;
        html! {
            text.small.soft.end x=(px(left - 5.0)) y=(px(top + 10.0)) { (low) }
            @for (place, class) in classes.iter().enumerate() {
                rect class=(class) x=(px(left + float(place) * width)) y=(px(top)) width=(px(width)) height="12" {}
            }
            text.small.soft x=(px(left + float(classes.len()) * width + 5.0)) y=(px(top + 10.0)) { (high) }
        }
    }

    /// Every pair once, for the script: row by row below the diagonal.
    fn values(&self) -> String {
        let mut text = String::new();
        for row in 1..self.names.len() {
            for column in 0..row {
                if !text.is_empty() {
                    text.push(' ');
                }
                let _ = match ((self.value)(row, column), self.shading) {
                    (None, _) => write!(text, "–"),
                    (Some(value), Shading::Level(_)) => write!(text, "{value:.4}"),
                    (Some(value), Shading::Difference(_)) => write!(text, "{value:+.4}"),
                };
            }
        }
        text
    }
}

impl Shading {
    /// The shade's class, and whether text on it is that for dark ground.
    fn class(self, value: f64) -> (&'static str, bool) {
        let (classes, share, dark): (&[&str], f64, fn(usize) -> bool) = match self {
            Self::Level(most) => (&LEVELS, of_scale(value, most), |place| place >= 6),
            Self::Difference(most) => (
                &DIFFERENCES,
                f64::midpoint(of_scale(value, most), 1.0),
                |place| !(2..=8).contains(&place),
            ),
        };
        // The first shade whose upper bound is not passed.
        let shades = float(classes.len());
        let within = |place: &usize| share * shades <= float(place + 1);
        let last = classes.len().saturating_sub(1);
        let place = (0..last).find(within).unwrap_or(last);
        (classes.get(place).copied().unwrap_or("h0"), dark(place))
    }
}

/// A value as a share of its scale; a scale of nothing has nothing on it.
fn of_scale(value: f64, most: f64) -> f64 {
    if most > 0.0 { value / most } else { 0.0 }
}

/// How large things are for a number of columns.
struct Room {
    left: f64,
    cell: f64,
    gap: f64,
    letters: usize,
    numbers: bool,
}

impl Room {
    fn of(names: &[&str]) -> Self {
        let (cell, numbers) = match names.len() {
            0..=16 => (30.0, true),
            17..=24 => (26.0, true),
            more => ((1040.0 / float(more)).clamp(9.0, 22.0).floor(), false),
        };
        let tight = cell < 14.0;
        let most = if tight { 16 } else { 17 };
        let longest = names.iter().map(|name| letters(&shortened(name, most)));
        let letter = if tight { 5.9 } else { 6.8 };
        Self {
            // Room for the legend's numbers too.
            left: (float(longest.max().unwrap_or(0)) * letter + 8.0).max(56.0),
            cell,
            gap: if tight { 0.5 } else { 1.0 },
            letters: most,
            numbers,
        }
    }

    fn at(&self, place: usize) -> f64 {
        self.left + float(place) * self.cell
    }
}

/// Two decimals, without the 0 before the point.
fn short(value: f64) -> String {
    if value.abs() < 0.005 {
        return "0".to_owned();
    }
    format!("{value:.2}")
        .replacen("0.", ".", 1)
        .replacen('-', "−", 1)
}

const LEVELS: [&str; 10] = ["h0", "h1", "h2", "h3", "h4", "h5", "h6", "h7", "h8", "h9"];
const DIFFERENCES: [&str; 11] = [
    "n5", "n4", "n3", "n2", "n1", "h0", "p1", "p2", "p3", "p4", "p5",
];
const LEGEND: f64 = 30.0;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shades_follow_values() {
        for (value, expected) in [
            (0.0, "h0"),
            (0.099, "h0"),
            (0.11, "h1"),
            (0.95, "h9"),
            (1.0, "h9"),
            (7.0, "h9"),
        ] {
            assert_eq!(Shading::Level(1.0).class(value).0, expected, "{value}");
        }
        for (value, expected) in [
            (0.0, "h0"),
            (-0.5, "n5"),
            (0.5, "p5"),
            (0.02, "h0"),
            (0.06, "p1"),
            (-0.06, "n1"),
        ] {
            assert_eq!(Shading::Difference(0.5).class(value).0, expected, "{value}");
        }
        // Where nothing differs, nothing is shaded.
        assert_eq!(Shading::Difference(0.0).class(0.0).0, "h0");
        assert_eq!(Shading::Level(0.0).class(0.0).0, "h0");
    }

    #[test]
    fn cells_hold_short_numbers() {
        for (value, expected) in [(0.0, "0"), (0.123, ".12"), (-0.4, "−.40"), (1.0, "1.00")] {
            assert_eq!(short(value), expected);
        }
    }
}
