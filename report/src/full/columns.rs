//! All columns as small drawings, worst first, to be searched; and the same as a list to sort.

use maud::{Markup, html};
use privet_evaluate::Evaluation;

use super::column::{self, kind_in_words};
use super::link::link;
use crate::page::{Cell, Column, Table, count, float, share};

pub fn section(evaluation: &Evaluation) -> Markup {
    let weakest_first = evaluation.weakest_first();
    let columns = || {
        let places = weakest_first.iter().copied();
        places.filter_map(|place| Some((place, evaluation.columns.get(place)?)))
    };
    let row = |(place, of): (usize, &privet_evaluate::findings::Column)| {
        vec![
            Cell::Words(link(evaluation, place)),
            Cell::maybe(of.worst().map(|fault| fault.size), share),
            Cell::text(of.worst().map_or("", |fault| &fault.words)),
            Cell::text(kind_in_words(of.kind)),
            Cell::number(f64::from(of.size), |_| count(of.size)),
            Cell::number(of.distance, share),
            Cell::number(of.sampling, share),
            Cell::maybe(of.numbers.as_ref().map(|of| of.kolmogorov_smirnov), share),
            Cell::maybe(mean_of_pairs(evaluation, place), share),
        ]
    };
    let table = Table {
        caption: html! { "All columns, weakest first; a name leads to the column’s own part" },
        columns: vec![
            Column::words("column"),
            Column::numbers("off"),
            Column::words("what is off"),
            Column::words("kind"),
            Column::numbers("values"),
            Column::numbers("distance"),
            Column::numbers("a sample"),
            Column::numbers("Kolmogorov–Smirnov"),
            Column::numbers("mean distance of its pairs"),
        ],
        rows: columns().map(row).collect(),
    };
    html! {
        p.legend-text {
            span.key.real {} " real " span.key.synthetic {} " synthetic. Worst first; a column is judged by what is most off "
            "of it: its labels or bins, and for numbers and dates their distribution, mean, commonest values, and last digits "
            "or weekdays. Numbers and dates are drawn on their own values; a value that would hide the others is drawn below, and a triangle marks its place."
        }
        p.on-paper { "The drawings of single columns are on the screen; their numbers are in the file of --json." }
        div.cards.all {
            @for (place, of) in columns() { (column::card(evaluation, place, of)) }
        }
        p.nothing hidden { "No column has such a name." }
        details.list {
            summary { h3 { "All columns as a list" } span.soft { "to sort by any figure" } }
            div.inside { (table.markup()) }
        }
    }
}

fn mean_of_pairs(evaluation: &Evaluation, place: usize) -> Option<f64> {
    let two = evaluation.marginals.iter().find(|ways| ways.ways == 2)?;
    let with = two
        .marginals
        .iter()
        .filter(|marginal| marginal.columns.contains(&place));
    let distances: Vec<f64> = with.map(|marginal| marginal.distance).collect();
    (!distances.is_empty()).then(|| distances.iter().sum::<f64>() / float(distances.len()))
}
