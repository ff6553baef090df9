//! One column: its histogram, its numbers, and the pairs in which it is weakest.

use maud::{Markup, html};
use privet_evaluate::Evaluation;
use privet_evaluate::findings::{Bar, Column as Of, ColumnKind, Fault};

use super::link::{anchor, link};
use super::numbers;
use crate::page::{Cell, Column, Table, count, name, rows_as_float, share, signed_share};
use crate::plot::{NumericBar, Pair, numeric, pairs};

pub fn part(evaluation: &Evaluation, place: usize, of: &Of) -> Markup {
    html! {
        details #(anchor(place)) {
            summary {
                h3 { (name(&of.name)) }
                span.soft {
                    (kind_in_words(of.kind)) ", " (count(of.size)) " values"
                    @if let Some(fault) = of.worst() { ", off by " (share(fault.size)) ": " (fault.words) }
                }
            }
            div.inside {
                div.side {
                    (histogram(evaluation, place, of))
                    (faults(of))
                    @if let Some(numbers) = &of.numbers {
                        (numbers::tables(of.kind, numbers))
                    }
                    (weakest_pairs(evaluation, place))
                }
                (values(evaluation, of))
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

fn histogram(evaluation: &Evaluation, place: usize, of: &Of) -> Markup {
    let key = format!("{}-histogram", anchor(place));
    let title = format!("Shares of {}", of.name);
    let shares = shares(evaluation, of);
    if of.kind != ColumnKind::Categorical && of.bars.len() > FEW {
        let bar = |(label, real, synthetic)| NumericBar {
            label,
            real,
            synthetic,
        };
        let items: Vec<NumericBar> = shares.map(bar).collect();
        let caption = html! { "Share of rows: real filled, synthetic as a line." };
        return numeric(&key, &title, caption, &items);
    }
    let pair = |(label, real, synthetic)| Pair {
        label,
        real,
        synthetic,
    };
    let items: Vec<Pair> = shares.take(MOST).map(pair).collect();
    let caption = html! {
        "Share of rows: real filled, synthetic outlined."
        @if of.bars.len() > MOST { " The first " (MOST) "; the table has " (count(of.bars.len())) "." }
    };
    pairs(&key, &title, caption, &items)
}

/// Every bar's label with its shares of the real and of the synthetic rows.
fn shares(evaluation: &Evaluation, of: &Of) -> impl Iterator<Item = (String, f64, f64)> {
    let (real, synthetic) = (evaluation.run.real.rows, evaluation.run.synthetic.rows);
    let share_of = |rows: u64, all: u64| {
        if all == 0 {
            0.0
        } else {
            rows_as_float(rows) / rows_as_float(all)
        }
    };
    of.bars.iter().map(move |bar| {
        let shares = (share_of(bar.real, real), share_of(bar.synthetic, synthetic));
        (bar.label.clone(), shares.0, shares.1)
    })
}

fn values(evaluation: &Evaluation, of: &Of) -> Markup {
    let row = |(bar, (_, real, synthetic)): (&Bar, (String, f64, f64))| {
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
        caption: html! { "Rows of each value" },
        columns: vec![
            Column::words("value"),
            Column::numbers("real rows"),
            Column::numbers("synthetic rows"),
            Column::numbers("real share"),
            Column::numbers("synthetic share"),
            Column::numbers("difference"),
        ],
        rows: of
            .bars
            .iter()
            .zip(shares(evaluation, of))
            .map(row)
            .collect(),
    };
    html! {
        details {
            summary { h4 { "Values as a table" } }
            div.inside { (table.markup()) }
        }
    }
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

/// Up to so many ordered values are drawn one below the other, with their labels.
const FEW: usize = 8;
/// Labels in the drawing; the table has all.
const MOST: usize = 25;
