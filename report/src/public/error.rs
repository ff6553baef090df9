//! How far the noise alone moves each table, in expectation.

use maud::{Markup, html};

use crate::page::{Cell, Column, Table, count, decimal, float, joined, share};
use crate::plot::{Bar, bars};
use privet_release::Facts;

pub fn section(release: &Facts) -> Markup {
    if release.tables.is_empty() {
        return html! { p { "No table was measured, so there is no noise on one." } };
    }
    let mut tables: Vec<_> = release.tables.iter().collect();
    tables.sort_by(|a, b| b.expected_error.total_cmp(&a.expected_error));
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
        ": total variation distance, 0 for none and 1 for noise alone."
    };
    let table = Table {
        caption: html! { "Every table that was measured" },
        columns: vec![
            Column::words("columns"),
            Column::numbers("cells"),
            Column::numbers("expected noise a cell, rows"),
            Column::numbers("expected error").largest_first(),
        ],
        rows: tables
            .iter()
            .map(|table| {
                vec![
                    Cell::Words(joined(table.columns.iter().map(String::as_str))),
                    Cell::number(float(table.cells), |_| count(table.cells)),
                    Cell::number(table.noise_per_cell, decimal),
                    Cell::number(table.expected_error, share),
                ]
            })
            .collect(),
    };
    html! {
        p {
            "Half of the expected absolute noise of a table, divided by the number of rows: how far the noise alone moves "
            "it before tables are made consistent and non-negative, which usually takes part of it away. What the model "
            "leaves out comes on top, and only a comparison with the real data can show that."
        }
        (bars("expected-error", "Expected error of tables", &caption, &items))
        details {
            summary { h3 { "All tables" } span.soft { (count(tables.len())) } }
            div.inside { (table.markup()) }
        }
    }
}

/// Tables in the drawing; the list has all.
const SHOWN: usize = 20;
