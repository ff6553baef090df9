//! Where the parts of a layered drawing stand: which layer, and in which order within it.
//!
//! Within a layer parts are ordered by the mean height of their neighbours, a few times back and forth, which leaves
//! few crossings and depends on nothing but the network.

use std::collections::BTreeMap;

use crate::page::float;

/// An attribute with its parents, as places in the list of names.
pub struct Child {
    pub place: usize,
    pub parents: Vec<usize>,
}

/// What has a place in a layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stop {
    Attribute(usize),
    /// The arrows of a parent on their way to children farther off.
    Trunk {
        parent: usize,
        depth: usize,
    },
}

/// A piece of an arrow, from one layer to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrow {
    pub parent: usize,
    pub from: Stop,
    pub to: Stop,
    /// The layer that it comes from.
    pub depth: usize,
}

/// The layers with their members in order, and the arrows between them.
pub struct Layout {
    pub layers: Vec<Vec<Stop>>,
    pub arrows: Vec<Arrow>,
}

impl Layout {
    pub fn new(count: usize, first: &[usize], children: &[Child]) -> Self {
        let depths = depths(count, children);
        let deepest = depths.iter().copied().max().unwrap_or(0);
        let arrows = arrows(&depths, children);
        let mut layers: Vec<Vec<Stop>> = (0..=deepest)
            .map(|layer| {
                let members = (0..count).filter(|place| depths.get(*place) == Some(&layer));
                let mut members: Vec<usize> = members.collect();
                members.sort_by_key(|place| !first.contains(place));
                members.into_iter().map(Stop::Attribute).collect()
            })
            .collect();
        for arrow in &arrows {
            if let (Stop::Trunk { depth, .. }, Some(layer)) =
                (arrow.to, layers.get_mut(arrow.depth + 1))
            {
                debug_assert_eq!(depth, arrow.depth + 1);
                layer.push(arrow.to);
            }
        }
        Self {
            layers: ordered(layers, &arrows),
            arrows,
        }
    }
}

/// The layer of each attribute: right of all of its parents. Without a parent it stands with the first.
fn depths(count: usize, children: &[Child]) -> Vec<usize> {
    let mut depths = vec![0_usize; count];
    for child in children {
        let parents = child
            .parents
            .iter()
            .filter_map(|parent| depths.get(*parent));
        let right = parents.max().map_or(0, |deepest| deepest + 1);
        if let Some(depth) = depths.get_mut(child.place) {
            *depth = right;
        }
    }
    depths
}

/// Each parent's trunk as far as its last child but one layer, and a piece to every child.
fn arrows(depths: &[usize], children: &[Child]) -> Vec<Arrow> {
    let depth = |place: usize| depths.get(place).copied().unwrap_or(0);
    let on_the_way = |parent: usize, layer: usize| {
        if layer <= depth(parent) {
            Stop::Attribute(parent)
        } else {
            Stop::Trunk {
                parent,
                depth: layer,
            }
        }
    };
    let mut arrows = Vec::new();
    for parent in 0..depths.len() {
        let of = children
            .iter()
            .filter(|child| child.parents.contains(&parent));
        let places: Vec<usize> = of.map(|child| child.place).collect();
        let farthest = places.iter().map(|place| depth(*place)).max().unwrap_or(0);
        for layer in depth(parent)..farthest.saturating_sub(1) {
            arrows.push(Arrow {
                parent,
                from: on_the_way(parent, layer),
                to: on_the_way(parent, layer + 1),
                depth: layer,
            });
        }
        // A level of the child's own attribute is no parent to draw.
        for place in places
            .into_iter()
            .filter(|place| depth(*place) > depth(parent))
        {
            let layer = depth(place) - 1;
            arrows.push(Arrow {
                parent,
                from: on_the_way(parent, layer),
                to: Stop::Attribute(place),
                depth: layer,
            });
        }
    }
    arrows
}

fn ordered(mut layers: Vec<Vec<Stop>>, arrows: &[Arrow]) -> Vec<Vec<Stop>> {
    for sweep in 0..SWEEPS {
        let heights = heights(&layers);
        let height = |stop: &Stop| heights.get(stop).copied().unwrap_or(0.0);
        // Forwards by where arrows come from, backwards by where they go.
        let mut sums: BTreeMap<Stop, (f64, f64)> = BTreeMap::new();
        for arrow in arrows {
            let (of, by) = if sweep % 2 == 0 {
                (arrow.to, arrow.from)
            } else {
                (arrow.from, arrow.to)
            };
            let (sum, number) = sums.entry(of).or_default();
            *sum += height(&by);
            *number += 1.0;
        }
        let key = |stop: &Stop| {
            let mean = sums.get(stop).map(|(sum, number)| sum / number);
            mean.unwrap_or_else(|| height(stop))
        };
        for layer in &mut layers {
            layer.sort_by(|a, b| key(a).total_cmp(&key(b)));
        }
    }
    layers
}

/// How far down each part stands, with the layers centred.
fn heights(layers: &[Vec<Stop>]) -> BTreeMap<Stop, f64> {
    let of = |layer: &Vec<Stop>| {
        let middle = float(layer.len()) / 2.0;
        let members = layer.iter().enumerate();
        members
            .map(|(place, member)| (*member, float(place) - middle))
            .collect::<Vec<_>>()
    };
    layers.iter().flat_map(of).collect()
}

const SWEEPS: usize = 8;

#[cfg(test)]
mod tests {
    use super::*;

    fn child(place: usize, parents: &[usize]) -> Child {
        Child {
            place,
            parents: parents.to_vec(),
        }
    }

    #[test]
    fn children_stand_right_of_all_parents() {
        let children = [
            child(2, &[0, 1]),
            child(3, &[2]),
            child(4, &[0, 3]),
            child(5, &[]),
        ];
        assert_eq!(depths(6, &children), [0, 0, 1, 2, 3, 0]);
    }

    /// 0 has children in layers 1 and 3: one trunk through layers 1 and 2, from whose end the second arrow comes.
    #[test]
    fn far_children_share_a_trunk() {
        let children = [
            child(1, &[0]),
            child(2, &[1]),
            child(3, &[0, 2]),
            child(4, &[0, 2]),
        ];
        let layout = Layout::new(5, &[0], &children);
        let trunk = |depth| Stop::Trunk { parent: 0, depth };
        let of_first: Vec<(Stop, Stop)> = layout
            .arrows
            .iter()
            .filter(|arrow| arrow.parent == 0)
            .map(|arrow| (arrow.from, arrow.to))
            .collect();
        let attribute = Stop::Attribute;
        assert_eq!(
            of_first,
            [
                (attribute(0), trunk(1)),
                (trunk(1), trunk(2)),
                (attribute(0), attribute(1)),
                (trunk(2), attribute(3)),
                (trunk(2), attribute(4)),
            ]
        );
        let sizes: Vec<usize> = layout.layers.iter().map(Vec::len).collect();
        assert_eq!(sizes, [1, 2, 2, 2]);
    }

    /// Two parents and two children, crossed: sweeps uncross them.
    #[test]
    fn crossings_are_undone() {
        let layout = Layout::new(4, &[0, 1], &[child(2, &[1]), child(3, &[0])]);
        let place = |layer: usize, of| {
            let mut members = layout.layers[layer].iter();
            members.position(|member| *member == Stop::Attribute(of))
        };
        let crossed = (place(0, 0) < place(0, 1)) != (place(1, 3) < place(1, 2));
        assert!(!crossed, "{:?}", layout.layers);
    }
}
