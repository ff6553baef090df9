//! The network or the field, drawn and as a table.

use maud::{Markup, html};

use crate::page::{Cell, Column, Table, count, float, joined, name};
use crate::plot::{Child, layers, ring};
use privet_release::{Facts, Structure, Variable};

pub fn section(release: &Facts) -> Markup {
    match &release.structure {
        Structure::Network { first, children } => network(first, children),
        Structure::Field {
            attributes,
            together,
        } => field(attributes, together),
        Structure::None(why) => html! { p { (why) } },
    }
}

fn network(first: &[Variable], children: &[(Variable, Vec<Variable>)]) -> Markup {
    let names = all_names(first, children);
    let place = |of: &Variable| names.iter().position(|one| *one == of.attribute);
    let firsts: Vec<usize> = first.iter().filter_map(place).collect();
    let drawn: Vec<Child> = children
        .iter()
        .filter_map(|(child, parents)| {
            Some(Child {
                place: place(child)?,
                parents: parents.iter().filter_map(place).collect(),
            })
        })
        .collect();
    let caption = html! {
        "The Bayesian network, which was learned from noisy answers. Attributes with a thick edge were measured and "
        "are drawn together first; each other one is drawn given the values of its parents, where its arrows come from."
    };
    let table = Table {
        caption: html! { "Attributes in the order in which they are drawn" },
        columns: vec![
            Column::words("attribute"),
            Column::numbers("order"),
            Column::words("drawn given"),
        ],
        rows: rows(first, children),
    };
    html! {
        div.beside.below[names.len() > BESIDE] {
            (layers("network-drawing", &caption, &names, &firsts, &drawn))
            (table.markup())
        }
    }
}

fn rows(first: &[Variable], children: &[(Variable, Vec<Variable>)]) -> Vec<Vec<Cell>> {
    let row = |order: usize, of: &Variable, words: Markup| {
        vec![
            Cell::Words(name(&of.written)),
            Cell::number(float(order), |_| count(order)),
            Cell::Words(words),
        ]
    };
    let listed = |of: &[Variable]| joined(of.iter().map(|one| one.written.as_str()));
    let firsts = first.iter().enumerate().map(|(order, of)| {
        let words = match first.get(..order) {
            Some([]) | None => html! { "nothing" },
            Some(before) => listed(before),
        };
        row(order + 1, of, words)
    });
    let others = children
        .iter()
        .enumerate()
        .map(|(order, (child, parents))| {
            let words = if parents.is_empty() {
                html! { "nothing" }
            } else {
                listed(parents)
            };
            row(first.len() + order + 1, child, words)
        });
    firsts.chain(others).collect()
}

fn field(attributes: &[String], together: &[Vec<String>]) -> Markup {
    let place = |name: &String| attributes.iter().position(|one| one == name);
    let sets: Vec<Vec<usize>> = together
        .iter()
        .map(|set| set.iter().filter_map(place).collect())
        .collect();
    let caption = html! {
        "The Markov random field. A line joins two attributes that were measured in one table, thicker the more tables "
        "did so; around the ring attributes stand in the order in which rows are drawn. Every attribute was measured "
        "by itself as well."
    };
    let table = Table {
        caption: html! { "Sets of attributes that were measured together, in the order of the rounds that chose them" },
        columns: vec![
            Column::words("attributes"),
            Column::numbers("round"),
            Column::numbers("attributes in it"),
        ],
        rows: together
            .iter()
            .enumerate()
            .map(|(round, set)| {
                vec![
                    Cell::Words(joined(set.iter().map(String::as_str))),
                    Cell::number(float(round + 1), |_| count(round + 1)),
                    Cell::number(float(set.len()), |_| count(set.len())),
                ]
            })
            .collect(),
    };
    html! {
        div.beside.below[attributes.len() > BESIDE] {
            (ring("network-drawing", &caption, attributes, &sets))
            (table.markup())
        }
    }
}

/// The list stands beside the drawing of so many attributes, and below that of more.
const BESIDE: usize = 40;

/// Every attribute once, at whichever levels the network has it.
fn all_names(first: &[Variable], children: &[(Variable, Vec<Variable>)]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let listed = children
        .iter()
        .flat_map(|(child, parents)| parents.iter().chain([child]));
    for one in first.iter().chain(listed) {
        if !names.contains(&one.attribute) {
            names.push(one.attribute.clone());
        }
    }
    names
}
