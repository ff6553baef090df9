//! Pairs of columns: how much they tell of each other in either table, and those that are most off.

use maud::{Markup, html};
use privet_evaluate::Evaluation;
use privet_evaluate::findings::{Marginal, PairTable};

use super::card::{chip, pair_maps};
use super::link::link;
use crate::page::{Cell, Column, Table, count, decimal, joined, share, signed_share, visible};
use crate::plot::{Heat, HeatMaps, MapSize, Shading};

pub fn section(evaluation: &Evaluation) -> Markup {
    let names: Vec<String> = evaluation
        .columns
        .iter()
        .map(|column| column.name.clone())
        .collect();
    if names.len() < 2 {
        return html! { p { "There is one column only, and so no pair." } };
    }
    html! {
        (all_pairs(evaluation, &names))
        div.on-screen {
        h3 { "Pairs that are most off" }
        p.prose {
            "By what neither column shows by itself: the distance of the pair’s table beyond that of the column that is "
            "farther off. Each cell is a share of the rows, in at most ten groups a column; one scale for all pairs."
        }
        (Shading::Share.legend("legend-share", "Share of rows"))
        div.cards.all {
            @for (place, table) in evaluation.pairs.iter().enumerate() { (card(evaluation, place, table)) }
        }
        }
        details {
            summary { h3 { "Pairs as lists" } span.soft { "the largest distances, and whose dependence changed most" } }
            div.inside.side {
                (weakest(evaluation).markup())
                (changed(evaluation, &names).markup())
            }
        }
    }
}

/// Every pair in both tables, and what lies between them.
fn all_pairs(evaluation: &Evaluation, names: &[String]) -> Markup {
    let dependence = &evaluation.dependence;
    let different = |row: usize, column: usize| (row != column).then_some(());
    let real = |row: usize, column: usize| {
        different(row, column)?;
        cell(&dependence.real, row, column)
    };
    let synthetic = |row: usize, column: usize| {
        different(row, column)?;
        cell(&dependence.synthetic, row, column)
    };
    let difference = |row, column| Some(synthetic(row, column)? - real(row, column)?);
    let maps = HeatMaps {
        key: "pairs-all",
        title: "Dependence of all pairs",
        down: names,
        across: names,
        maps: &[
            Heat {
                says: "real",
                shading: Shading::Dependence,
                value: &real,
            },
            Heat {
                says: "synthetic",
                shading: Shading::Dependence,
                value: &synthetic,
            },
            Heat {
                says: "difference",
                shading: Shading::Difference,
                value: &difference,
            },
        ],
        size: MapSize::Large,
    };
    html! {
        p.prose {
            "Dependence is " (dependence.measure) ": 0 if two columns tell nothing of each other, 1 if one decides the other. "
            "Mean difference over all pairs: " (share(dependence.mean_difference)) ". The scales are the same on every page. "
            "Point at a cell, or use the arrow keys, to read it. In the difference, towards orange the synthetic table "
            "ties a pair more than it should, towards blue less."
        }
        div.legends {
            (Shading::Dependence.legend("legend-dependence", "Dependence"))
            (Shading::Difference.legend("legend-difference", "Difference of dependence"))
        }
        (maps.markup())
        (distances(evaluation, names))
    }
}

fn cell(matrix: &[Vec<Option<f64>>], row: usize, column: usize) -> Option<f64> {
    matrix.get(row)?.get(column).copied()?
}

fn card(evaluation: &Evaluation, place: usize, table: &PairTable) -> Markup {
    let [first, second] = table.columns;
    let name = |place: usize| {
        evaluation
            .columns
            .get(place)
            .map_or("", |column| &column.name)
    };
    html! {
        article.card data-filter-name={ (visible(name(first))) " × " (visible(name(second))) } {
            h4 { (link(evaluation, first)) " × " (link(evaluation, second)) }
            p.off { (chip(&table.fault)) " " (table.fault.words) }
            (pair_maps(evaluation, table, &format!("pair-{}", place + 1)))
        }
    }
}

/// The pairs with the largest distance.
fn weakest(evaluation: &Evaluation) -> Table {
    let two = evaluation.marginals.iter().find(|ways| ways.ways == 2);
    let worst = two.iter().flat_map(|ways| {
        ways.worst
            .iter()
            .filter_map(|place| ways.marginals.get(*place))
    });
    Table {
        caption: html! { "Pairs with the largest distance" },
        columns: distance_columns("pair"),
        rows: worst
            .map(|marginal| distance_row(evaluation, marginal))
            .collect(),
    }
}

/// The heads of a list of marginals.
pub fn distance_columns(what: &str) -> Vec<Column> {
    vec![
        Column::words(what),
        Column::numbers("distance").largest_first(),
        Column::numbers("a sample"),
        Column::numbers("times"),
    ]
}

/// One marginal: its columns, its distance, and what a sample would have.
pub fn distance_row(evaluation: &Evaluation, marginal: &Marginal) -> Vec<Cell> {
    let names = html! {
        @for (place, column) in marginal.columns.iter().enumerate() {
            @if place > 0 { " × " }
            (link(evaluation, *column))
        }
    };
    vec![
        Cell::Words(names),
        Cell::number(marginal.distance, share),
        Cell::number(marginal.sampling, share),
        Cell::number(marginal.distance / marginal.sampling, decimal),
    ]
}

/// The pairs whose dependence changed most.
fn changed(evaluation: &Evaluation, names: &[String]) -> Table {
    let dependence = &evaluation.dependence;
    let mut pairs: Vec<(usize, usize, f64, f64)> = (1..names.len())
        .flat_map(|row| (0..row).map(move |column| (column, row)))
        .filter_map(|(one, other)| {
            let real = cell(&dependence.real, one, other)?;
            Some((one, other, real, cell(&dependence.synthetic, one, other)?))
        })
        .collect();
    pairs.sort_by(|a, b| (b.3 - b.2).abs().total_cmp(&(a.3 - a.2).abs()));
    let name = |place: usize| names.get(place).map_or("", String::as_str);
    let row = |(one, other, real, synthetic): &(usize, usize, f64, f64)| {
        vec![
            Cell::Words(joined([name(*one), name(*other)])),
            Cell::number(*real, share),
            Cell::number(*synthetic, share),
            Cell::number(synthetic - real, signed_share),
        ]
    };
    let shown = pairs.len().min(SHOWN);
    Table {
        caption: html! { "The " (count(shown)) " pairs whose dependence changed most" },
        columns: vec![
            Column::words("pair"),
            Column::numbers("real"),
            Column::numbers("synthetic"),
            Column::numbers("difference"),
        ],
        rows: pairs.iter().take(SHOWN).map(row).collect(),
    }
}

/// The distance of every pair's table.
fn distances(evaluation: &Evaluation, names: &[String]) -> Markup {
    let two = evaluation.marginals.iter().find(|ways| ways.ways == 2);
    let mut matrix = vec![None; names.len() * names.len()];
    for marginal in two.iter().flat_map(|ways| &ways.marginals) {
        if let [one, other] = *marginal.columns.as_slice() {
            for place in [one * names.len() + other, other * names.len() + one] {
                if let Some(cell) = matrix.get_mut(place) {
                    *cell = Some(marginal.distance);
                }
            }
        }
    }
    let value =
        |row: usize, column: usize| matrix.get(row * names.len() + column).copied().flatten();
    let maps = HeatMaps {
        key: "pairs-distance",
        title: "Distances of pairs",
        down: names,
        across: names,
        maps: &[Heat {
            says: "distance",
            shading: Shading::Distance,
            value: &value,
        }],
        size: MapSize::Large,
    };
    html! {
        details {
            summary { h3 { "Distances of pairs" } span.soft { "total variation distance of each pair’s table" } }
            div.inside {
                (Shading::Distance.legend("legend-distance", "Distance"))
                (maps.markup())
            }
        }
    }
}

const SHOWN: usize = 50;
