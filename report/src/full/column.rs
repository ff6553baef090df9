//! One column: its histogram, its numbers, and the pairs in which it is weakest.

use jiff::{SignedDuration, Span, civil};
use maud::{Markup, html};
use privet_evaluate::Evaluation;
use privet_evaluate::findings::{Bar, Column as Of, ColumnKind, Numbers};

use super::link::{anchor, link};
use crate::page::{Cell, Column, Table, count, decimal, float, name, percent, share, signed_share};
use crate::plot::{NumericBar, Pair, numeric, pairs};

pub fn part(evaluation: &Evaluation, place: usize, of: &Of) -> Markup {
    html! {
        details #(anchor(place)) {
            summary {
                h3 { (name(&of.name)) }
                span.soft {
                    (kind_in_words(of.kind)) ", " (count(of.size)) " values, distance " (share(of.distance))
                    ", a sample " (share(of.sampling))
                }
            }
            div.inside {
                div.side {
                    (histogram(evaluation, place, of))
                    @if let Some(numbers) = &of.numbers { (moments(of, numbers)) (quantiles(of, numbers)) }
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

/// Tables have fewer than 2^32 rows.
fn rows_as_float(rows: u64) -> f64 {
    float(usize::try_from(rows).unwrap_or(usize::MAX))
}

fn moments(of: &Of, numbers: &Numbers) -> Markup {
    let row = |what: &str, real: f64, synthetic: f64, written: fn(f64) -> String| {
        vec![
            Cell::text(what),
            Cell::number(real, written),
            Cell::number(synthetic, written),
        ]
    };
    let (real, synthetic) = (&numbers.real, &numbers.synthetic);
    let value = value_writer(of.kind);
    let table = Table {
        caption: html! { "Mean and spread; Kolmogorov–Smirnov " (share(numbers.kolmogorov_smirnov)) },
        columns: two_tables(Column::words("statistic")),
        rows: vec![
            row("mean", real.mean, synthetic.mean, value),
            row(
                "standard deviation",
                real.deviation,
                synthetic.deviation,
                decimal,
            ),
            row(
                "values",
                rows_as_float(real.values),
                rows_as_float(synthetic.values),
                decimal,
            ),
            row(
                "missing",
                rows_as_float(real.missing),
                rows_as_float(synthetic.missing),
                decimal,
            ),
        ],
    };
    table.markup()
}

fn quantiles(of: &Of, numbers: &Numbers) -> Markup {
    let value = value_writer(of.kind);
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

fn two_tables(first: Column) -> Vec<Column> {
    vec![first, Column::numbers("real"), Column::numbers("synthetic")]
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

/// Dates and times are counted from 1970-01-01, written as dates; numbers as they are.
fn value_writer(kind: ColumnKind) -> fn(f64) -> String {
    match kind {
        ColumnKind::Date => date,
        ColumnKind::Minutes => |minutes| time(60.0 * minutes),
        ColumnKind::Seconds => time,
        ColumnKind::Numeric | ColumnKind::Categorical => decimal,
    }
}

/// A day that the calendar does not have stays a number.
fn date(days: f64) -> String {
    let number = format!("{:.0}", days.floor()).parse().ok();
    let span = number.and_then(|days: i64| Span::new().try_days(days).ok());
    let day = span.and_then(|span| civil::date(1970, 1, 1).checked_add(span).ok());
    day.map_or_else(|| decimal(days), |day| day.to_string())
}

/// A second that the calendar does not have stays a number.
fn time(seconds: f64) -> String {
    let number = format!("{:.0}", seconds.floor()).parse().ok();
    let passed = number.map(SignedDuration::from_secs);
    let time = passed.and_then(|passed| {
        let midnight = civil::date(1970, 1, 1).at(0, 0, 0, 0);
        midnight.checked_add(passed).ok()
    });
    time.map_or_else(
        || decimal(seconds),
        |time| time.strftime("%Y-%m-%d %H:%M:%S").to_string(),
    )
}

/// Up to so many ordered values are drawn one below the other, with their labels.
const FEW: usize = 8;
/// Labels in the drawing; the table has all.
const MOST: usize = 25;

#[cfg(test)]
mod tests {
    use super::*;

    /// From Python's `datetime.date`.
    #[test]
    fn days_become_dates() {
        for (days, expected) in [
            (0.0, "1970-01-01"),
            (-1.0, "1969-12-31"),
            (59.0, "1970-03-01"),
            (11_016.0, "2000-02-29"),
            (20_000.7, "2024-10-04"),
            (-25_567.0, "1900-01-01"),
        ] {
            assert_eq!(date(days), expected);
        }
    }

    /// From Python's `datetime.datetime`.
    #[test]
    fn seconds_and_minutes_become_times() {
        for (seconds, expected) in [
            (0.0, "1970-01-01 00:00:00"),
            (-1.0, "1969-12-31 23:59:59"),
            (951_827_696.9, "2000-02-29 12:34:56"),
        ] {
            assert_eq!(time(seconds), expected);
        }
        let minutes = value_writer(ColumnKind::Minutes);
        assert_eq!(minutes(15_863_794.5), "2000-02-29 12:34:30");
    }
}
