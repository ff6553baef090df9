//! Heat maps on fixed scales, several side by side over the same rows and columns. The page's script shows the reading
//! of all of them next to the pointer, or next to the cell that the arrow keys have moved to.
//!
//! Cells of one shade are one path in units of a cell, so that a map of 98 columns has ten paths instead of 9604
//! rectangles.

use core::fmt::Write as _;
use std::collections::BTreeMap;

use maud::{Markup, html};

use super::figure::px;
use crate::page::{float, letters, shortened, visible};

/// How values become shades: by bounds that are the same on every page, so that a colour always means the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shading {
    /// Dependence of two columns, from 0 to 1.
    Dependence,
    /// How much more or less of it, from −1 to 1.
    Difference,
    /// Total variation distance, from 0 to 1.
    Distance,
    /// The share of rows in a cell.
    Share,
}

/// One map.
pub struct Heat<'a> {
    /// What it shows, as in `real`.
    pub says: &'static str,
    pub shading: Shading,
    /// By row and column; nothing where there is no value.
    pub value: &'a dyn Fn(usize, usize) -> Option<f64>,
}

/// Maps over the same rows and columns.
pub struct HeatMaps<'a> {
    /// Unique on the page.
    pub key: &'a str,
    pub title: &'a str,
    pub down: &'a [String],
    pub across: &'a [String],
    pub maps: &'a [Heat<'a>],
    pub size: MapSize,
}

/// How large each map is, where there is room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MapSize {
    /// Cells are squares, and rows and columns have their names as long as these can be read.
    Large,
    /// Without names.
    Small,
}

impl HeatMaps<'_> {
    /// The maps side by side, without a legend.
    pub fn markup(&self) -> Markup {
        html! {
            div.maps data-down=(listed(self.down)) data-across=(listed(self.across)) {
                @for (place, map) in self.maps.iter().enumerate() { (self.map(place, map)) }
            }
        }
    }

    fn map(&self, place: usize, map: &Heat<'_>) -> Markup {
        let room = Room::of(self.size, self.down, self.across);
        let height = room.top + room.high * float(self.down.len()) + 1.0;
        let key = format!("{}-{}", self.key, place + 1);
        let (rows, columns) = (self.down.len(), self.across.len());
        html! {
            figure {
                figcaption { (map.says) }
                svg.heat role="img" tabindex="0" viewBox={ "0 0 " (px(room.width)) " " (px(height)) } width=(px(room.width)) height=(px(height))
                    aria-labelledby={ (key) "-title " (key) "-desc" }
                    data-output="reading" data-says=(map.says) data-left=(px(room.left)) data-top=(px(room.top)) data-wide=(exact(room.wide)) data-high=(exact(room.high))
                    data-values=(self.values(map)) {
                    title #{ (key) "-title" } { (self.title) ", " (map.says) }
                    desc #{ (key) "-desc" } {
                        (rows) " rows and " (columns) " columns; the arrow keys read out single cells"
                    }
                    (self.labels(&room))
                    g transform={ "translate(" (px(room.left)) " " (px(room.top)) ") scale(" (exact(room.wide)) " " (exact(room.high)) ")" } {
                        @for (class, path) in self.paths(map) { path class=(class) d=(path) {} }
                    }
                    rect.cursor width=(exact(room.wide)) height=(exact(room.high)) {}
                }
            }
        }
    }

    fn labels(&self, room: &Room) -> Markup {
        if room.letters == 0 {
            return html! {};
        }
        let middle = |place: usize| (float(place) + 0.5) * room.wide + room.wide.min(12.0) * 0.33;
        html! {
            @for (place, name) in self.down.iter().enumerate() {
                text.tiny.end x=(px(room.left - 4.0)) y=(px(room.top + middle(place))) { (shortened(name, room.letters)) }
            }
            @for (place, name) in self.across.iter().enumerate() {
                @let (x, y) = (px(room.left + middle(place)), px(room.top - 4.0));
                text.tiny x=(x) y=(y) transform={ "rotate(-90 " (x) " " (y) ")" } { (shortened(name, room.letters)) }
            }
        }
    }

    /// The cells of each shade; neighbours in a row are one piece.
    fn paths(&self, map: &Heat<'_>) -> BTreeMap<&'static str, String> {
        let mut paths: BTreeMap<&'static str, String> = BTreeMap::new();
        for row in 0..self.down.len() {
            let classes: Vec<Option<&'static str>> = (0..self.across.len())
                .map(|column| (map.value)(row, column).map(|value| map.shading.class(value)))
                .collect();
            let mut column = 0;
            for same in classes.chunk_by(|left, right| left == right) {
                if let Some(Some(class)) = same.first() {
                    let length = same.len();
                    // Writing to a string does not fail.
                    let _ = write!(
                        paths.entry(class).or_default(),
                        "M{column} {row}h{length}v1h-{length}z"
                    );
                }
                column += same.len();
            }
        }
        paths
    }

    /// Every cell, row by row, for the script.
    fn values(&self, map: &Heat<'_>) -> String {
        let cells = (0..self.down.len())
            .flat_map(|row| (0..self.across.len()).map(move |column| (row, column)));
        let written = cells.map(
            |(row, column)| match ((map.value)(row, column), map.shading) {
                (None, _) => "–".to_owned(),
                (Some(value), Shading::Difference) => format!("{value:+.4}"),
                (Some(value), Shading::Share) => format!("{:.2}%", 100.0 * value),
                (Some(value), _) => format!("{value:.4}"),
            },
        );
        written.collect::<Vec<_>>().join(" ")
    }
}

impl Shading {
    /// The greatest values of the shades but the last, increasing; of a difference of those above 0.
    fn bounds(self) -> &'static [f64] {
        match self {
            Self::Dependence => &[0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.35, 0.5, 0.75],
            Self::Difference => &[0.005, 0.02, 0.05, 0.1, 0.2],
            Self::Distance => &[0.005, 0.01, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.5],
            Self::Share => &[0.0, 0.001, 0.003, 0.01, 0.03, 0.05, 0.1, 0.2, 0.4],
        }
    }

    fn class(self, value: f64) -> &'static str {
        let bounds = self.bounds();
        let place = bounds
            .iter()
            .position(|bound| value.abs() <= *bound)
            .unwrap_or(bounds.len());
        let classes = match self {
            Self::Difference if value < 0.0 => LESS.as_slice(),
            Self::Difference => MORE.as_slice(),
            _ => LEVELS.as_slice(),
        };
        classes.get(place).copied().unwrap_or("h0")
    }

    /// The shades with the bounds between them.
    pub fn legend(self, key: &str, title: &str) -> Markup {
        let (classes, bounds): (Vec<&str>, Vec<f64>) = match self {
            Self::Difference => {
                let less = LESS.iter().skip(1).rev().chain(&MORE);
                let below = self.bounds().iter().rev().map(|bound| -bound);
                (
                    less.copied().collect(),
                    below.chain(self.bounds().iter().copied()).collect(),
                )
            }
            _ => (LEVELS.to_vec(), self.bounds().to_vec()),
        };
        let width = float(classes.len()) * SHADE;
        html! {
            svg.legend role="img" viewBox={ "0 0 " (px(width)) " 32" } width=(px(width)) height="32" aria-labelledby={ (key) "-title " (key) "-desc" } {
                title #{ (key) "-title" } { (title) }
                desc #{ (key) "-desc" } { "Shades with the bounds between them: " (bounds.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")) }
                @for (place, class) in classes.iter().enumerate() {
                    rect class=(class) x=(px(float(place) * SHADE)) y="0" width=(px(SHADE)) height="12" {}
                }
                @for (place, bound) in bounds.iter().enumerate() {
                    text.tiny.soft.middle x=(px(float(place + 1) * SHADE)) y="26" { (self.bound_in_words(*bound)) }
                }
            }
        }
    }

    fn bound_in_words(self, bound: f64) -> String {
        let text = match self {
            Self::Share => format!("{}%", 100.0 * bound),
            Self::Difference => format!("{bound:+}"),
            _ => bound.to_string(),
        };
        text.replacen('-', "−", 1).replacen("0.", ".", 1)
    }
}

/// How large things are.
struct Room {
    width: f64,
    left: f64,
    top: f64,
    /// Of a cell.
    wide: f64,
    high: f64,
    /// Of a name; 0 where there is no room for names.
    letters: usize,
}

impl Room {
    fn of(size: MapSize, down: &[String], across: &[String]) -> Self {
        let (rows, columns) = (float(down.len().max(1)), float(across.len().max(1)));
        let bare = |width: f64, high: f64| Self {
            width,
            left: 0.5,
            top: 0.5,
            wide: (width - 1.0) / columns,
            high,
            letters: 0,
        };
        if size == MapSize::Small {
            return bare(SMALL, (SMALL / rows).clamp(8.0, 16.0));
        }
        let longest = |names: &[String]| {
            let lengths = names.iter().map(|name| letters(&shortened(name, LETTERS)));
            float(lengths.max().unwrap_or(0)) * LETTER + 8.0
        };
        let (left, top) = (longest(down), longest(across));
        let cell = (LARGE - left - 1.0) / columns;
        if cell < READABLE {
            return bare(LARGE, (LARGE - 1.0) / columns);
        }
        // Few columns need not fill the width.
        let cell = cell.min(LARGEST);
        Self {
            width: LARGE,
            left,
            top,
            wide: cell,
            high: cell,
            letters: LETTERS,
        }
    }
}

/// Names or labels, one a line; what they hold cannot end a line.
fn listed(names: &[String]) -> String {
    let names: Vec<String> = names.iter().map(|name| visible(name)).collect();
    names.join("\n")
}

/// A length that many others are computed from.
fn exact(length: f64) -> String {
    format!("{length:.4}")
}

const LEVELS: [&str; 10] = ["h0", "h1", "h2", "h3", "h4", "h5", "h6", "h7", "h8", "h9"];
const MORE: [&str; 6] = ["h0", "p1", "p2", "p3", "p4", "p5"];
const LESS: [&str; 6] = ["h0", "n1", "n2", "n3", "n4", "n5"];
const LETTERS: usize = 14;
const LETTER: f64 = 5.6;
/// The least height of a row whose label can be read.
const READABLE: f64 = 10.5;
const LARGEST: f64 = 30.0;
/// How wide maps are.
const LARGE: f64 = 400.0;
const SMALL: f64 = 132.0;
const SHADE: f64 = 34.0;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shades_follow_values() {
        for (shading, value, expected) in [
            (Shading::Dependence, 0.0, "h0"),
            (Shading::Dependence, 0.005, "h0"),
            (Shading::Dependence, 0.0051, "h1"),
            (Shading::Dependence, 0.76, "h9"),
            (Shading::Dependence, 1.0, "h9"),
            (Shading::Share, 0.0, "h0"),
            (Shading::Share, 1e-9, "h1"),
            (Shading::Difference, 0.0, "h0"),
            (Shading::Difference, -0.004, "h0"),
            // What was the darkest brown once, where nothing was worse.
            (Shading::Difference, 0.0099, "p1"),
            (Shading::Difference, -0.0099, "n1"),
            (Shading::Difference, 0.21, "p5"),
            (Shading::Difference, -1.0, "n5"),
        ] {
            assert_eq!(shading.class(value), expected, "{shading:?} {value}");
        }
    }

    #[test]
    fn neighbours_of_one_shade_are_one_piece() {
        let names: Vec<String> = (0..4).map(|name| name.to_string()).collect();
        let value =
            |row: usize, column: usize| (row != column).then_some(if row == 0 { 0.3 } else { 0.0 });
        let map = Heat {
            says: "real",
            shading: Shading::Dependence,
            value: &value,
        };
        let maps = HeatMaps {
            key: "k",
            title: "t",
            down: &names[..2],
            across: &names,
            maps: &[],
            size: MapSize::Small,
        };
        let paths = maps.paths(&map);
        assert_eq!(paths["h6"], "M1 0h3v1h-3z");
        assert_eq!(paths["h0"], "M0 1h1v1h-1zM2 1h2v1h-2z");
        assert_eq!(
            maps.values(&map),
            "– 0.3000 0.3000 0.3000 0.0000 – 0.0000 0.0000"
        );
    }
}
