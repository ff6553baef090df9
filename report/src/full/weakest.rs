//! Where the synthetic table is farthest from the real one.

use maud::{Markup, html};
use privet_evaluate::Evaluation;
use privet_evaluate::findings::Marginal;

use super::link::link;
use crate::page::{Cell, Column, Table, decimal, share};

pub fn section(evaluation: &Evaluation) -> Markup {
    let verdict = &evaluation.verdict;
    let columns = Table {
        caption: html! { "Weakest columns" },
        columns: vec![
            Column::words("column"),
            Column::numbers("off").largest_first(),
            Column::numbers("a sample may be"),
            Column::words("what is off"),
        ],
        rows: verdict
            .weakest_columns
            .iter()
            .filter_map(|place| {
                let fault = evaluation.columns.get(*place)?.worst()?;
                Some(vec![
                    Cell::Words(link(evaluation, *place)),
                    Cell::number(fault.size, share),
                    Cell::number(fault.allowance, share),
                    Cell::text(&fault.words),
                ])
            })
            .collect(),
    };
    let table = |caption: &str, what: &str, rows: Vec<Vec<Cell>>| Table {
        caption: html! { (caption) },
        columns: vec![
            Column::words(what),
            Column::numbers("distance").largest_first(),
            Column::numbers("a sample"),
            Column::numbers("times"),
        ],
        rows,
    };
    html! {
        p {
            "The largest distances, beside what rows drawn from the real table itself would have. Where both are large the "
            "table has few rows a cell, and nobody could do much better. A column is judged by what is most off of it: its "
            "bins or labels, and for numbers and dates their distribution, mean, commonest values, and last digits or weekdays."
        }
        div.side {
            (columns.markup())
            (table("Weakest pairs", "pair", pairs(evaluation)).markup())
            @for ways in evaluation.marginals.iter().filter(|ways| ways.ways > 2) {
                @let rows = ways.worst.iter().filter_map(|place| ways.marginals.get(*place));
                @let rows = rows.map(|marginal| marginal_row(evaluation, marginal));
                (table(&format!("Worst of those measured with {} columns", ways.ways), "columns", rows.collect()).markup())
            }
        }
    }
}

fn pairs(evaluation: &Evaluation) -> Vec<Vec<Cell>> {
    let two = evaluation.marginals.iter().find(|ways| ways.ways == 2);
    let measured = |pair: &[usize; 2]| {
        two?.marginals
            .iter()
            .find(|marginal| marginal.columns == pair)
    };
    evaluation
        .verdict
        .weakest_pairs
        .iter()
        .filter_map(measured)
        .map(|marginal| marginal_row(evaluation, marginal))
        .collect()
}

fn marginal_row(evaluation: &Evaluation, marginal: &Marginal) -> Vec<Cell> {
    row(
        evaluation,
        &marginal.columns,
        marginal.distance,
        marginal.sampling,
    )
}

fn row(evaluation: &Evaluation, columns: &[usize], distance: f64, sampling: f64) -> Vec<Cell> {
    let names = html! {
        @for (place, column) in columns.iter().enumerate() {
            @if place > 0 { " × " }
            (link(evaluation, *column))
        }
    };
    vec![
        Cell::Words(names),
        Cell::number(distance, share),
        Cell::number(sampling, share),
        Cell::number(distance / sampling, decimal),
    ]
}
