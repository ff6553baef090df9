//! Numbers and dates of one column: mean and spread, quantiles, common values, and what values end in.

use maud::{Markup, html};
use privet_evaluate::findings::{ColumnKind, Ending, Endings, Numbers, Spike};

use crate::page::{Cell, Column, Table, decimal, percent, rows_as_float, share};

pub fn tables(kind: ColumnKind, numbers: &Numbers) -> Markup {
    html! {
        (moments(kind, numbers))
        (quantiles(kind, numbers))
        @if !numbers.spikes.is_empty() { (spikes(kind, &numbers.spikes)) }
        (endings(&numbers.endings))
    }
}

fn moments(kind: ColumnKind, numbers: &Numbers) -> Markup {
    let row = |what: &str, real: f64, synthetic: f64, written: fn(f64) -> String| {
        vec![
            Cell::text(what),
            Cell::number(real, written),
            Cell::number(synthetic, written),
        ]
    };
    let (real, synthetic, cut) = (&numbers.real, &numbers.synthetic, &numbers.cut);
    let value = value_writer(kind);
    let spread = |what, real, synthetic| row(what, real, synthetic, decimal);
    let rows = |what, real, synthetic| spread(what, rows_as_float(real), rows_as_float(synthetic));
    let table = Table {
        caption: html! {
            "Mean and spread; Kolmogorov–Smirnov " (share(numbers.kolmogorov_smirnov)) "; cut: values above "
            (value(cut.at)) ", the real 99 % quantile, are taken for it"
        },
        columns: two_tables(Column::words("statistic")),
        rows: vec![
            row("mean", real.mean, synthetic.mean, value),
            spread("standard deviation", real.deviation, synthetic.deviation),
            row("mean, cut", cut.real.mean, cut.synthetic.mean, value),
            spread(
                "standard deviation, cut",
                cut.real.deviation,
                cut.synthetic.deviation,
            ),
            rows("values", real.values, synthetic.values),
            rows("missing", real.missing, synthetic.missing),
        ],
    };
    table.markup()
}

fn quantiles(kind: ColumnKind, numbers: &Numbers) -> Markup {
    let value = value_writer(kind);
    let table = Table {
        caption: html! { "Quantiles" },
        columns: two_tables(Column::numbers("share of values")),
        rows: numbers
            .quantiles
            .iter()
            .map(|one| {
                vec![
                    Cell::number(one.level, percent),
                    Cell::number(one.real, value),
                    Cell::number(one.synthetic, value),
                ]
            })
            .collect(),
    };
    table.markup()
}

fn spikes(kind: ColumnKind, spikes: &[Spike]) -> Markup {
    let row = |spike: &Spike| {
        vec![
            Cell::number(spike.value, value_writer(kind)),
            Cell::number(spike.real, share),
            Cell::number(spike.synthetic, share),
        ]
    };
    let table = Table {
        caption: html! { "Commonest values, with their shares" },
        columns: two_tables(Column::numbers("value")),
        rows: spikes.iter().map(row).collect(),
    };
    table.markup()
}

/// The share of each ending. The last row has those that are told apart from the others.
fn endings(of: &Endings) -> Markup {
    let (caption, names, marked): (_, &[&str], _) = match of.of {
        Ending::LastDigit => ("Last digits", &DIGITS, "0 or 5"),
        Ending::Weekday => ("Weekdays", &WEEKDAYS, "Saturday or Sunday"),
    };
    let row = |name: &str, real: f64, synthetic: f64| {
        vec![
            Cell::text(name),
            Cell::number(real, share),
            Cell::number(synthetic, share),
        ]
    };
    let part = |counts: &[u64], place: usize| {
        let rows = counts.get(place).copied().map_or(0.0, rows_as_float);
        rows / rows_as_float(counts.iter().sum::<u64>().max(1))
    };
    let places = names.iter().enumerate();
    let mut rows: Vec<Vec<Cell>> = places
        .map(|(place, name)| row(name, part(&of.real, place), part(&of.synthetic, place)))
        .collect();
    rows.push(row(marked, of.real_marked, of.synthetic_marked));
    let table = Table {
        caption: html! { (caption) ", off by " (share(of.distance)) },
        columns: two_tables(Column::words("ends in")),
        rows,
    };
    table.markup()
}

fn two_tables(first: Column) -> Vec<Column> {
    vec![first, Column::numbers("real"), Column::numbers("synthetic")]
}

/// Dates are days since 1970-01-01, written as dates; numbers as they are.
fn value_writer(kind: ColumnKind) -> fn(f64) -> String {
    match kind {
        ColumnKind::Date => |days| ColumnKind::Date.written(days),
        ColumnKind::Minutes => |minutes| ColumnKind::Minutes.written(minutes),
        ColumnKind::Seconds => |seconds| ColumnKind::Seconds.written(seconds),
        ColumnKind::Numeric | ColumnKind::Categorical => decimal,
    }
}

const DIGITS: [&str; 10] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"];
const WEEKDAYS: [&str; 7] = [
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
    "Sunday",
];
