//! A Bayesian network, drawn from the left: those measured together first, then each attribute in the first layer
//! that lies to the right of all of its parents.
//!
//! The arrows of one parent to children farther off share a trunk, which has a place of its own in every layer that
//! it passes: without that, a network of a hundred attributes is nothing but lines.

use maud::{Markup, html};

use super::figure::{Drawing, px};
use super::order::{Arrow, Child, Layout, Stop};
use crate::page::{float, shortened};

/// The network over `names`. `first` were measured together; `children` come in the order in which they are drawn.
pub fn layers(
    key: &str,
    caption: &Markup,
    names: &[String],
    first: &[usize],
    children: &[Child],
) -> Markup {
    let layout = Layout::new(names.len(), first, children);
    let across = across(layout.layers.len());
    let wide = across - BETWEEN;
    let (size, letters) = names_in(wide);
    let height_of = |layer: &Vec<Stop>| layer.iter().map(|stop| room(*stop)).sum::<f64>();
    let tallest = layout.layers.iter().map(height_of).fold(0.0, f64::max);
    let height = tallest + 2.0 * MARGIN;
    let mut places: Vec<(Stop, f64, f64)> = Vec::new();
    for (depth, layer) in layout.layers.iter().enumerate() {
        let mut top = (height - height_of(layer)) / 2.0;
        for stop in layer {
            places.push((
                *stop,
                MARGIN + float(depth) * across,
                top + room(*stop) / 2.0,
            ));
            top += room(*stop);
        }
    }
    let at = |stop: Stop| {
        let found = places.iter().find(|(of, ..)| *of == stop);
        found.map_or((0.0, 0.0), |(_, x, y)| (*x, *y))
    };
    let head = format!("{key}-arrow");
    let drawing = html! {
        defs {
            marker id=(head) viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto" {
                path.arrow d="M0 0L8 4L0 8z" {}
            }
        }
        @for arrow in &layout.arrows {
            @let ends = matches!(arrow.to, Stop::Attribute(_));
            path.edge d=(curve(at(arrow.from), at(arrow.to), wide, ends)) data-from=(arrow.parent)
                data-to=[attribute(arrow)] data-depth=(arrow.depth)
                marker-end=[ends.then(|| format!("url(#{head})"))] {}
        }
        @for (place, name) in names.iter().enumerate() {
            @let (x, y) = at(Stop::Attribute(place));
            g.vertex data-place=(place) {
                title { (told(place, names, first, children)) }
                rect.node.first[first.contains(&place)] x=(px(x)) y=(px(y - NODE / 2.0)) rx="4" width=(px(wide)) height=(px(NODE)) {}
                text class={ (size) " middle" } x=(px(x + wide / 2.0)) y=(px(y + 4.0)) { (shortened(name, letters)) }
            }
        }
    };
    let arrows: usize = children.iter().map(|child| child.parents.len()).sum();
    Drawing {
        key,
        title: "The network",
        description: format!(
            "A Bayesian network of {} attributes and {arrows} arrows from parents to children, in {} layers; the \
             table of attributes and parents says the same",
            names.len(),
            layout.layers.len()
        ),
        width: float(layout.layers.len().max(1)) * across - BETWEEN + 2.0 * MARGIN,
        height,
    }
    .figure_that_pans(caption, &drawing)
}

fn attribute(arrow: &Arrow) -> Option<usize> {
    match arrow.to {
        Stop::Attribute(place) => Some(place),
        Stop::Trunk { .. } => None,
    }
}

/// From the right of one to the left of the other; a trunk goes on through its layer.
fn curve((x0, y0): (f64, f64), (x1, y1): (f64, f64), wide: f64, ends: bool) -> String {
    let x0 = x0 + wide;
    let bend = (x1 - x0) / 2.0;
    let through = if ends {
        String::new()
    } else {
        format!("h{}", px(wide))
    };
    format!(
        "M{} {}C{} {} {} {} {} {}{through}",
        px(x0),
        px(y0),
        px(x0 + bend),
        px(y0),
        px(x1 - bend),
        px(y1),
        px(x1),
        px(y1)
    )
}

fn told(place: usize, names: &[String], first: &[usize], children: &[Child]) -> String {
    let name = |place: usize| names.get(place).map_or("", String::as_str);
    if first.contains(&place) {
        return format!("{}: measured and drawn with the first", name(place));
    }
    let child = children.iter().find(|child| child.place == place);
    let parents = child.map_or_else(Vec::new, |child| {
        child.parents.iter().map(|parent| name(*parent)).collect()
    });
    if parents.is_empty() {
        return format!("{}: no parents", name(place));
    }
    format!("{} given {}", name(place), parents.join(", "))
}

/// How much of a layer's height it takes.
fn room(stop: Stop) -> f64 {
    match stop {
        Stop::Attribute(_) => NODE + 8.0,
        Stop::Trunk { .. } => 9.0,
    }
}

/// From one layer to the next: as much as lets many layers be read without being enlarged.
fn across(layers: usize) -> f64 {
    (PAGE / float(layers.max(1))).clamp(88.0, 190.0)
}

/// How names are written in a box of this width, and how many letters they can have.
fn names_in(wide: f64) -> (&'static str, usize) {
    let (size, letter) = if wide < NARROW {
        ("tiny", 5.7)
    } else {
        ("small", 6.6)
    };
    let fits = |letters: &usize| float(letters + 1) * letter <= wide - 4.0;
    (size, (1..MOST_LETTERS).take_while(fits).count() + 1)
}

/// The width of a wide window.
const PAGE: f64 = 1230.0;
/// Between layers, for the arrows.
const BETWEEN: f64 = 28.0;
const NODE: f64 = 26.0;
const NARROW: f64 = 110.0;
const MOST_LETTERS: usize = 22;
const MARGIN: f64 = 8.0;
