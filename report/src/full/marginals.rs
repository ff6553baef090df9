//! Distances of marginals by their number of columns.

use maud::{Markup, html};
use privet_evaluate::Evaluation;
use privet_evaluate::findings::{Choice, Ways};

use super::pairs::{distance_columns, distance_row};
use crate::page::{Cell, Column, Levels, Table, count, float, level_in_words, share};
use crate::plot::{Spread, spread};

pub fn section(evaluation: &Evaluation) -> Markup {
    let items: Vec<Spread> = evaluation
        .marginals
        .iter()
        .map(|ways| Spread {
            label: columns_in_words(ways.ways),
            quantiles: ways
                .quantiles
                .iter()
                .map(|one| (one.level, one.distance))
                .collect(),
            reference: ways.sampling,
        })
        .collect();
    let caption = html! {
        "Distances of tables by their number of columns: from the least to the greatest, the middle half as a box with the "
        "median in it. The diamond is the mean that rows drawn from the real table would have."
    };
    html! {
        (spread("ways", "Distances by number of columns", &caption, &items))
        (table(&evaluation.marginals).markup())
        @for ways in evaluation.marginals.iter().filter(|ways| ways.ways > 2) {
            (worst(evaluation, ways))
        }
    }
}

/// The sets that are farthest off.
fn worst(evaluation: &Evaluation, ways: &Ways) -> Markup {
    let rows = ways
        .worst
        .iter()
        .filter_map(|place| ways.marginals.get(*place));
    let table = Table {
        caption: html! { "Worst of those measured with " (ways.ways) " columns" },
        columns: distance_columns("columns"),
        rows: rows
            .map(|marginal| distance_row(evaluation, marginal))
            .collect(),
    };
    html! {
        details {
            summary { h3 { "The worst tables of " (ways.ways) " columns" } span.soft { (count(table.rows.len())) } }
            div.inside { (table.markup()) }
        }
    }
}

fn table(all: &[Ways]) -> Table {
    let quantiles = all.iter().flat_map(|ways| &ways.quantiles);
    let Levels(levels) = Levels::of(quantiles.map(|one| one.level));
    let mut columns = vec![
        Column::numbers("columns"),
        Column::numbers("measured"),
        Column::words("which"),
        Column::numbers("mean distance"),
        Column::numbers("a sample"),
    ];
    columns.extend(
        levels
            .iter()
            .map(|level| Column::numbers(&level_in_words(*level))),
    );
    let row = |ways: &Ways| {
        let mut row = vec![
            Cell::number(float(ways.ways), |_| count(ways.ways)),
            Cell::number(float(ways.marginals.len()), |_| count(ways.marginals.len())),
            Cell::Words(choice(ways)),
            Cell::number(ways.mean, share),
            Cell::number(ways.sampling, share),
        ];
        row.extend(levels.iter().map(|level| {
            let found = ways
                .quantiles
                .iter()
                .find(|one| one.level.total_cmp(level).is_eq());
            Cell::maybe(found.map(|one| one.distance), share)
        }));
        row
    };
    Table {
        caption: html! { "Distances of tables by their number of columns" },
        columns,
        rows: all.iter().map(row).collect(),
    }
}

fn choice(ways: &Ways) -> Markup {
    html! {
        @match (ways.choice, ways.possible) {
            (Choice::All, _) => { "all" }
            (Choice::Sampled, Some(possible)) => { "at random, of " (count(possible)) }
            (Choice::Sampled, None) => { "at random" }
        }
    }
}

fn columns_in_words(ways: usize) -> String {
    if ways == 1 {
        "1 column".to_owned()
    } else {
        format!("{ways} columns")
    }
}
