//! A Markov random field, drawn as a ring: attributes in the order in which rows are drawn, so that those that depend
//! on each other stand near, and a line between two that were measured together, thicker the more tables did so.

use std::collections::BTreeMap;

use maud::{Markup, html};

use super::figure::{Drawing, px};
use crate::page::{float, letters, shortened};

/// The ring over `names`. `tables` are the sets that were measured together, as places.
pub fn ring(key: &str, caption: &Markup, names: &[String], tables: &[Vec<usize>]) -> Markup {
    let count = float(names.len().max(1));
    let radius = (count * 15.0 / core::f64::consts::TAU).max(140.0);
    let longest = names
        .iter()
        .map(|name| letters(&shortened(name, LETTERS)))
        .max();
    let middle = radius + 20.0 + 7.0 * float(longest.unwrap_or(0));
    let at = |place: usize, radius: f64| {
        let angle = core::f64::consts::TAU * float(place) / count;
        (middle + radius * angle.cos(), middle + radius * angle.sin())
    };
    let lines = lines(tables);
    let drawing = html! {
        @for ((one, other), shared) in &lines {
            @let ((x0, y0), (x1, y1)) = (at(*one, radius), at(*other, radius));
            // Bent towards the middle, so that lines between neighbours do not hide each other.
            @let (cx, cy) = (middle + (f64::midpoint(x0, x1) - middle) * 0.6, middle + (f64::midpoint(y0, y1) - middle) * 0.6);
            path.edge d=(format!("M{} {}Q{} {} {} {}", px(x0), px(y0), px(cx), px(cy), px(x1), px(y1)))
                stroke-width=(px((0.8 + float(*shared) * 0.6).min(6.0))) {
                title { (name(names, *one)) " and " (name(names, *other)) ": " (shared) " tables" }
            }
        }
        @for (place, name) in names.iter().enumerate() {
            @let (x, y) = at(place, radius);
            @let (tx, ty) = at(place, radius + 9.0);
            @let degrees = 360.0 * float(place) / count;
            // On the left half text is turned, so that none stands on its head.
            @let turned = degrees > 90.0 && degrees < 270.0;
            @let angle = if turned { degrees + 180.0 } else { degrees };
            g.vertex {
                title { (name) }
                circle.node cx=(px(x)) cy=(px(y)) r="4.5" {}
                text.small.end[turned] x=(px(tx)) y=(px(ty)) dy="4"
                    transform={ "rotate(" (px(angle)) " " (px(tx)) " " (px(ty)) ")" } { (shortened(name, LETTERS)) }
            }
        }
    };
    Drawing {
        key,
        title: "What was measured together",
        description: format!(
            "{} attributes; {} of their pairs were measured together in one of {} tables; the list of tables says \
             the same",
            names.len(),
            lines.len(),
            tables.len()
        ),
        width: 2.0 * middle,
        height: 2.0 * middle,
    }
    .figure_that_pans(caption, &drawing)
}

/// Every pair that was measured together, with the number of tables.
fn lines(tables: &[Vec<usize>]) -> BTreeMap<(usize, usize), usize> {
    let mut lines = BTreeMap::new();
    for table in tables {
        for (place, one) in table.iter().enumerate() {
            for other in table.iter().skip(place + 1).filter(|other| *other != one) {
                *lines.entry((*one.min(other), *one.max(other))).or_insert(0) += 1;
            }
        }
    }
    lines
}

fn name(names: &[String], place: usize) -> &str {
    names.get(place).map_or("", String::as_str)
}

const LETTERS: usize = 18;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_counted_over_tables() {
        let found = lines(&[vec![2, 0], vec![0, 1, 2], vec![3]]);
        assert_eq!(
            found.into_iter().collect::<Vec<_>>(),
            [((0, 1), 1), ((0, 2), 2), ((1, 2), 1)]
        );
    }
}
