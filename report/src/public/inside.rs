//! What is known of numbers and dates inside of their bins, and where nothing is.

use maud::{Markup, html};

use crate::page::{Cell, Column, Table, count, float};
use privet_release::{Facts, Inside};

pub fn section(release: &Facts) -> Markup {
    if release.inside.is_empty() {
        return html! { p { "No bin holds more than one value, so that nothing was made up inside of one." } };
    }
    let table = Table {
        caption: html! { "Every column whose bins hold more than one value" },
        columns: vec![
            Column::words("column"),
            Column::numbers("bins"),
            Column::numbers("stretches told apart"),
            Column::words("values inside"),
        ],
        rows: release.inside.iter().map(row).collect(),
    };
    html! {
        p {
            "The model knows how often each bin occurs and with what. Which value of the bin a row gets is drawn by itself. "
            "Where bins were found by the release, finer noisy counts say how often each stretch of values occurs. Where the "
            "spec declares bins, nothing finer was measured: values lie evenly between the edges of a bin, whatever the real "
            "ones do, and means, quantiles, round numbers and weekdays are only as good as the bins."
        }
        (table.markup())
    }
}

fn row(one: &Inside) -> Vec<Cell> {
    vec![
        Cell::text(&one.column),
        Cell::number(float(one.bins), |_| count(one.bins)),
        Cell::maybe(one.parts.map(float), |_| {
            count(one.parts.unwrap_or_default())
        }),
        Cell::text(match one.parts {
            Some(_) => "as the finer counts say; evenly within a stretch",
            None => "evenly: nothing finer was measured",
        }),
    ]
}
