//! What a release can be used for, by its noise alone: the expected error of every table that was measured, as an interval
//! and in words.

use maud::{Markup, html};
use privet_release::{Facts, Table as Measured};

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
    let mut tables: Vec<&Measured> = release.tables.iter().collect();
    let from = |table: &Measured| table.cell.well_from.unwrap_or(f64::INFINITY);
    tables.sort_by(|left, right| from(left).total_cmp(&from(right)));
    let alike = tables.chunk_by(|left, right| left.cell.well_from == right.cell.well_from);
    let bar = |alike: &[&Measured]| {
        let table = alike.first()?;
        Some(Bar {
            label: table.cell.good_for(),
            value: float(alike.len()),
            written: format!("{} of {}", count(alike.len()), count(tables.len())),
        })
    };
    let items: Vec<Bar> = alike.filter_map(bar).collect();
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
            Cell::text(&cell.good_for()),
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
            Column::words("what it is good for"),
        ],
        rows: by_error(release).iter().map(row).collect(),
    }
}

/// Tables in the drawing; the list has all.
const SHOWN: usize = 10;
