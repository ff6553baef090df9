//! A Bayesian network, drawn from the left: those measured together first, then each attribute in the first layer
//! that lies to the right of all of its parents.
//!
//! Within a layer attributes are ordered by the mean height of their neighbours, a few times back and forth, which
//! leaves few crossings and depends on nothing but the network.

use std::collections::BTreeMap;

use maud::{Markup, html};

use super::figure::{Figure, px};
use crate::page::{float, shortened};

/// An attribute with its parents, as places in the list of names.
pub struct Child {
    pub place: usize,
    pub parents: Vec<usize>,
}

/// The network over `names`. `first` were measured together; `children` come in the order in which they are drawn.
pub fn layers(key: &str, caption: Markup, names: &[String], first: &[usize], children: &[Child]) -> Markup {
    let layers = ordered(layered(names.len(), first, children), children);
    let tallest = layers.iter().map(Vec::len).max().unwrap_or(0);
    let height = float(tallest.max(1)) * STEP + 2.0 * MARGIN;
    let mut corners = vec![(0.0, 0.0); names.len()];
    for (depth, layer) in layers.iter().enumerate() {
        let top = (height - float(layer.len()) * STEP) / 2.0;
        for (place, member) in layer.iter().enumerate() {
            if let Some(corner) = corners.get_mut(*member) {
                *corner = (MARGIN + float(depth) * ACROSS, top + float(place) * STEP);
            }
        }
    }
    let corner = |place: usize| corners.get(place).copied().unwrap_or_default();
    let arrow = format!("{key}-arrow");
    let drawing = html! {
        defs {
            marker id=(arrow) viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto" {
                path.arrow d="M0 0L8 4L0 8z" {}
            }
        }
        @for child in children {
            @for parent in &child.parents {
                path.edge d=(edge(corner(*parent), corner(child.place))) marker-end={ "url(#" (arrow) ")" } {}
            }
        }
        @for (place, name) in names.iter().enumerate() {
            @let (x, y) = corner(place);
            g.vertex {
                title { (told(place, names, first, children)) }
                rect.node.first[first.contains(&place)] x=(px(x)) y=(px(y + 3.0)) rx="4" width=(px(WIDTH)) height=(px(STEP - 6.0)) {}
                text.small.middle x=(px(x + WIDTH / 2.0)) y=(px(y + STEP / 2.0 + 4.0)) { (shortened(name, LETTERS)) }
            }
        }
    };
    let arrows: usize = children.iter().map(|child| child.parents.len()).sum();
    Figure {
        key,
        caption,
        title: "The network",
        description: format!(
            "A Bayesian network of {} attributes and {arrows} arrows from parents to children, in {} layers; the \
             table of attributes and parents says the same",
            names.len(),
            layers.len()
        ),
        width: float(layers.len().max(1)) * ACROSS - (ACROSS - WIDTH) + 2.0 * MARGIN,
        height,
        shrinks: false,
    }
    .around(&drawing)
}

/// Which attributes stand in which layer.
fn layered(count: usize, first: &[usize], children: &[Child]) -> Vec<Vec<usize>> {
    let mut depth = vec![0_usize; count];
    for child in children {
        let parents = child.parents.iter().filter_map(|parent| depth.get(*parent));
        // Without a parent it depends on nothing, and stands with the first.
        let below = parents.max().map_or(0, |deepest| deepest + 1);
        if let Some(depth) = depth.get_mut(child.place) {
            *depth = below;
        }
    }
    let deepest = depth.iter().copied().max().unwrap_or(0);
    let of = |layer| {
        let members = (0..count).filter(|place| depth.get(*place) == Some(&layer));
        let mut members: Vec<usize> = members.collect();
        members.sort_by_key(|place| !first.contains(place));
        members
    };
    (0..=deepest).map(of).collect()
}

/// The layers with their members ordered.
fn ordered(mut layers: Vec<Vec<usize>>, children: &[Child]) -> Vec<Vec<usize>> {
    let arrows: Vec<(usize, usize)> = children
        .iter()
        .flat_map(|child| child.parents.iter().map(|parent| (*parent, child.place)))
        .collect();
    for sweep in 0..SWEEPS {
        let heights = heights(&layers);
        let height = |place: &usize| heights.get(place).copied().unwrap_or(0.0);
        // Forwards by the parents, backwards by the children.
        let mut sums: BTreeMap<usize, (f64, f64)> = BTreeMap::new();
        for (parent, child) in &arrows {
            let (of, by) = if sweep % 2 == 0 { (child, parent) } else { (parent, child) };
            let (sum, number) = sums.entry(*of).or_default();
            *sum += height(by);
            *number += 1.0;
        }
        let key = |place: &usize| sums.get(place).map_or_else(|| height(place), |(sum, number)| sum / number);
        for layer in &mut layers {
            layer.sort_by(|a, b| key(a).total_cmp(&key(b)));
        }
    }
    layers
}

/// How far down each attribute stands, with the layers centred.
fn heights(layers: &[Vec<usize>]) -> BTreeMap<usize, f64> {
    let of = |layer: &Vec<usize>| {
        let middle = float(layer.len()) / 2.0;
        let members = layer.iter().enumerate();
        members.map(|(place, member)| (*member, float(place) - middle)).collect::<Vec<_>>()
    };
    layers.iter().flat_map(of).collect()
}

/// From the right of the parent to the left of the child.
fn edge((x0, y0): (f64, f64), (x1, y1): (f64, f64)) -> String {
    let (x0, y0, y1) = (x0 + WIDTH, y0 + STEP / 2.0, y1 + STEP / 2.0);
    let bend = ((x1 - x0) / 2.0).max(20.0);
    format!(
        "M{} {}C{} {} {} {} {} {}",
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

const SWEEPS: usize = 8;
const WIDTH: f64 = 130.0;
const LETTERS: usize = 19;
const ACROSS: f64 = 215.0;
const STEP: f64 = 34.0;
const MARGIN: f64 = 8.0;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn children_stand_right_of_all_parents() {
        let child = |place, parents: &[usize]| Child {
            place,
            parents: parents.to_vec(),
        };
        let children = [child(2, &[0, 1]), child(3, &[2]), child(4, &[0, 3]), child(5, &[])];
        let found = layered(6, &[0, 1], &children);
        assert_eq!(found, [vec![0, 1, 5], vec![2], vec![3], vec![4]]);
    }

    /// Two parents and two children, crossed: one sweep uncrosses them.
    #[test]
    fn crossings_are_undone() {
        let children = [
            Child { place: 2, parents: vec![1] },
            Child { place: 3, parents: vec![0] },
        ];
        let found = ordered(layered(4, &[0, 1], &children), &children);
        let place = |layer: &[usize], of| layer.iter().position(|member| *member == of);
        let crossed = (place(&found[0], 0) < place(&found[0], 1)) != (place(&found[1], 3) < place(&found[1], 2));
        assert!(!crossed, "{found:?}");
    }
}
