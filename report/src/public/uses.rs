//! What a release can be used for, by its noise alone: the expected error of every table that was measured, as an interval
//! and in words.

use maud::{Markup, html};
use privet_release::{Facts, GoodFor, Table as Measured};

use crate::page::{Cell, Column, Table, count, float, joined, rows_as_float, share};
use crate::plot::{Bar, bars};

pub fn section(release: &Facts) -> Markup {
    if release.tables.is_empty() {
        return html! { p { "No table was measured, so there is no noise on one." } };
    }
    html! {
        div.side {
            (groups(release, "good-for"))
            (farthest(release))
        }
        details.list {
            summary { h3 { "Every table in words" } span.soft { (count(release.tables.len())) } }
            div.inside { (table(release).markup()) }
        }
        p.prose.soft {
            "Expected error is half of the expected absolute noise of a table, divided by the number of rows: how far the noise "
            "alone moves it before tables are made consistent and non-negative, which usually takes part of it away. An interval "
            "is where the noise of a count lies 19 times in 20. A table is fine for a share that its noise moves by a fifth "
            "at most, 19 times in 20. What the model leaves out comes on top, and only a comparison with the real data can show "
            "that."
        }
    }
}

/// How many tables tell how small a group. `key` is unique on the page.
pub fn groups(release: &Facts, key: &str) -> Markup {
    let all = float(release.tables.len().max(1));
    let mut least = 0.0;
    let mut items = Vec::new();
    for most in STEPS {
        let within = |table: &&Measured| {
            let from = table.cell.told_well_from();
            from > least && from <= most
        };
        let number = release.tables.iter().filter(within).count();
        least = most;
        if number > 0 {
            items.push(Bar {
                label: if most <= LARGEST {
                    format!("fine for shares of {} % and more", 100.0 * most)
                } else {
                    GoodFor::Nothing.in_words().to_owned()
                },
                value: float(number) / all,
                written: format!("{} of {}", count(number), count(release.tables.len())),
            });
        }
    }
    let caption = html! { "What the counts of the measured tables are good for" };
    bars(key, "What tables are good for", &caption, &items)
}

/// The tables with the largest expected error.
fn farthest(release: &Facts) -> Markup {
    let tables = by_error(release);
    let items: Vec<Bar> = tables
        .iter()
        .take(SHOWN)
        .map(|table| Bar {
            label: table.columns.join(" × "),
            value: table.expected_error,
            written: share(table.expected_error),
        })
        .collect();
    let caption = html! {
        @if tables.len() > SHOWN { "The " (SHOWN) " tables with the largest expected error, of " (count(tables.len())) }
        @else { "Expected error of each table" }
        ": total variation distance, 0 for none and 1 for noise alone"
    };
    bars(
        "expected-error",
        "Expected error of tables",
        &caption,
        &items,
    )
}

fn by_error(release: &Facts) -> Vec<&Measured> {
    let mut tables: Vec<&Measured> = release.tables.iter().collect();
    tables.sort_by(|a, b| b.expected_error.total_cmp(&a.expected_error));
    tables
}

fn table(release: &Facts) -> Table {
    let row = |table: &&Measured| {
        let cell = table.cell;
        vec![
            Cell::Words(joined(table.columns.iter().map(String::as_str))),
            Cell::number(float(table.cells), |_| count(table.cells)),
            Cell::number(table.expected_error, share),
            Cell::number(rows_as_float(cell.rows), |_| {
                format!("± {}", count(cell.rows))
            }),
            Cell::number(cell.share, |share| format!("± {:.2}", 100.0 * share)),
            Cell::number(cell.told_well_from(), |from| {
                format!("{:.1} %", 100.0 * from)
            }),
            Cell::text(cell.good_for.in_words()),
        ]
    };
    Table {
        caption: html! { "Every table that was measured" },
        columns: vec![
            Column::words("columns"),
            Column::numbers("cells"),
            Column::numbers("expected error").largest_first(),
            Column::numbers("a count, in rows"),
            Column::numbers("a share, in percentage points"),
            Column::numbers("fine for shares from"),
            Column::words("in words"),
        ],
        rows: by_error(release).iter().map(row).collect(),
    }
}

/// Shares of the rows that tables are told apart by.
const STEPS: [f64; 8] = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, LARGEST, 5.0];
/// A table that does not even tell such a group is of little use by itself.
const LARGEST: f64 = 0.1;
/// Tables in the drawing; the list has all.
const SHOWN: usize = 10;
