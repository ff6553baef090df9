//! What was spent, by purpose and by query.

use maud::{Markup, html};

use crate::page::{Cell, Column, Table, count, decimal, float, joined};
use crate::plot::{Bar, bars};
use privet_release::{Facts, Query};

pub fn section(release: &Facts) -> Markup {
    let symbol = release.accounting.symbol();
    html! {
        p {
            "Spent " (symbol) " = " (decimal(release.spent)) " of " (decimal(release.total)) " in "
            (count(release.queries.len())) @if release.queries.len() == 1 { " query" } @else { " queries" }
            ". The claim is about the whole total, which was fixed in advance."
        }
        (chart(release, "spent"))
        details {
            summary { h3 { "All queries" } span.soft { (count(release.queries.len())) } }
            div.inside { (table(release).markup()) }
        }
    }
}

/// What was spent by purpose. `key` is unique on the page.
pub fn chart(release: &Facts, key: &str) -> Markup {
    let items: Vec<Bar> = purposes(&release.queries)
        .into_iter()
        .map(|(purpose, queries, charge)| Bar {
            label: format!("{purpose} ({})", count(queries)),
            value: charge,
            written: of_total(release, charge),
        })
        .collect();
    let caption = html! {
        "What was spent by purpose, with the number of queries, as a share of the total " (release.accounting.symbol()) " = "
        (decimal(release.total)) " that the claim allows"
    };
    bars(key, "What was spent by purpose", &caption, &items)
}

fn of_total(release: &Facts, charge: f64) -> String {
    let share = if release.total > 0.0 {
        charge / release.total
    } else {
        0.0
    };
    format!("{:.1} %", 100.0 * share)
}

fn table(release: &Facts) -> Table {
    let title = format!("{} spent", release.accounting.symbol());
    Table {
        caption: html! { "Every query in the order in which it was asked; the noise is in units of the answer" },
        columns: vec![
            Column::numbers("query"),
            Column::words("purpose"),
            Column::words("columns"),
            Column::numbers("noise"),
            Column::words("law"),
            Column::numbers(&title),
            Column::numbers("of the total"),
        ],
        rows: release
            .queries
            .iter()
            .enumerate()
            .map(|(place, query)| {
                vec![
                    Cell::number(float(place + 1), |_| count(place + 1)),
                    Cell::text(&query.purpose),
                    Cell::Words(joined(query.columns.iter().map(String::as_str))),
                    noise(query),
                    Cell::text(&query.law),
                    Cell::number(query.charge, decimal),
                    Cell::number(query.charge / release.total, |_| {
                        of_total(release, query.charge)
                    }),
                ]
            })
            .collect(),
    }
}

fn noise(query: &Query) -> Cell {
    let written = |(value, unit): &(f64, String)| {
        let text = if unit == "1 row" {
            decimal(*value)
        } else {
            format!("{} × {unit}", decimal(*value))
        };
        (*value, text)
    };
    Cell::Number(query.noise.as_ref().map(written))
}

/// Purposes in the order in which they first occur, with the number of queries and what they cost together.
fn purposes(queries: &[Query]) -> Vec<(&str, usize, f64)> {
    let mut purposes: Vec<(&str, usize, f64)> = Vec::new();
    for query in queries {
        match purposes
            .iter_mut()
            .find(|(purpose, ..)| *purpose == query.purpose)
        {
            Some((_, number, charge)) => {
                *number += 1;
                *charge += query.charge;
            }
            None => purposes.push((&query.purpose, 1, query.charge)),
        }
    }
    purposes
}
