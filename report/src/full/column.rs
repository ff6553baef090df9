//! One column: how its values lie, what is off, its numbers, and the pairs in which it is weakest.

use maud::{Markup, html};
use privet_evaluate::Evaluation;
use privet_evaluate::findings::{Bar, Column as Of, ColumnKind, Fault};

use super::card::{chip, column_chart, shares};
use super::link::{anchor, link};
use super::numbers;
use crate::page::{Cell, Column, Table, count, name, rows_as_float, share, signed_share, visible};

pub fn card(evaluation: &Evaluation, place: usize, of: &Of) -> Markup {
    let anchor = anchor(place);
    html! {
        article.card #(anchor) data-filter-name=(visible(&of.name)) {
            h3 { (name(&of.name)) }
            p.off {
                @if let Some(fault) = of.worst() { (chip(fault)) " " (fault.words) }
            }
            (column_chart(evaluation, place, &format!("{anchor}-chart")))
            details {
                summary {
                    "Figures"
                    span.soft {
                        (kind_in_words(of.kind)) ", " (count(of.size))
                        @if of.kind == ColumnKind::Categorical { " labels" } @else { " bins" }
                    }
                }
                div.inside {
                    (faults(of))
                    @if let Some(numbers) = &of.numbers {
                        (numbers::tables(of.kind, numbers))
                    }
                    (weakest_pairs(evaluation, place))
                    (values(evaluation, of))
                }
            }
        }
    }
}

pub fn kind_in_words(kind: ColumnKind) -> &'static str {
    match kind {
        ColumnKind::Categorical => "labels",
        ColumnKind::Numeric => "numbers",
        ColumnKind::Date => "dates",
        ColumnKind::Minutes | ColumnKind::Seconds => "times",
    }
}

fn values(evaluation: &Evaluation, of: &Of) -> Markup {
    let row = |bar: &Bar| {
        let (real, synthetic) = shares(evaluation, bar);
        vec![
            Cell::Words(name(&bar.label)),
            Cell::number(rows_as_float(bar.real), |_| count(bar.real)),
            Cell::number(rows_as_float(bar.synthetic), |_| count(bar.synthetic)),
            Cell::number(real, share),
            Cell::number(synthetic, share),
            Cell::number(synthetic - real, signed_share),
        ]
    };
    let table = Table {
        caption: html! { "Rows of each label or bin" },
        columns: vec![
            Column::words("value"),
            Column::numbers("real rows"),
            Column::numbers("synthetic rows"),
            Column::numbers("real share"),
            Column::numbers("synthetic share"),
            Column::numbers("difference"),
        ],
        rows: of.bars.iter().map(row).collect(),
    };
    table.markup()
}

/// What is off, worst first, beside what a sample of the real table may have.
fn faults(of: &Of) -> Markup {
    let row = |fault: &Fault| {
        vec![
            Cell::text(&fault.words),
            Cell::number(fault.size, share),
            Cell::number(fault.allowance, share),
        ]
    };
    let table = Table {
        caption: html! { "What is off" },
        columns: vec![
            Column::words("what"),
            Column::numbers("off"),
            Column::numbers("a sample may be"),
        ],
        rows: of.faults.iter().map(row).collect(),
    };
    table.markup()
}

/// The pairs with this column that are farthest off.
fn weakest_pairs(evaluation: &Evaluation, place: usize) -> Markup {
    let two = evaluation.marginals.iter().find(|ways| ways.ways == 2);
    let marginals = two.map_or(&[][..], |ways| &ways.marginals);
    let mut with: Vec<_> = marginals
        .iter()
        .filter(|marginal| marginal.columns.contains(&place))
        .collect();
    with.sort_by(|a, b| b.distance.total_cmp(&a.distance));
    let rows: Vec<Vec<Cell>> = with
        .iter()
        .take(5)
        .filter_map(|marginal| {
            let other = marginal.columns.iter().find(|column| **column != place)?;
            Some(vec![
                Cell::Words(link(evaluation, *other)),
                Cell::number(marginal.distance, share),
                Cell::number(marginal.sampling, share),
            ])
        })
        .collect();
    if rows.is_empty() {
        return html! {};
    }
    let table = Table {
        caption: html! { "Weakest pairs with this column" },
        columns: vec![
            Column::words("with"),
            Column::numbers("distance").largest_first(),
            Column::numbers("a sample"),
        ],
        rows,
    };
    table.markup()
}
