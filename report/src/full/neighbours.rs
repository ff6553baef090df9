//! Nearest real records, with their caveat.

use maud::{Markup, html};
use privet_evaluate::Evaluation;
use privet_evaluate::findings::Nearest;

use crate::page::{Cell, Column, Levels, Table, count, float, level_in_words, share};

pub fn section(evaluation: &Evaluation) -> Markup {
    let found = &evaluation.neighbours;
    let rows = [
        ("synthetic rows", &found.synthetic),
        ("held-out real rows", &found.real),
    ];
    let rows: Vec<(&str, &Nearest)> = rows
        .into_iter()
        .filter_map(|(what, of)| Some((what, of.as_ref()?)))
        .collect();
    let quantiles = rows.iter().flat_map(|(_, of)| &of.quantiles);
    let Levels(levels) = Levels::of(quantiles.map(|one| one.level));
    let mut columns = vec![
        Column::words("from"),
        Column::numbers("exact matches"),
        Column::numbers("looked up"),
        Column::numbers("mean distance"),
    ];
    columns.extend(
        levels
            .iter()
            .map(|level| Column::numbers(&level_in_words(*level))),
    );
    columns.push(Column::numbers("rows"));
    let row = |(what, of): &(&str, &Nearest)| {
        let looked_up = usize::try_from(of.looked_up).unwrap_or(usize::MAX);
        let taken = usize::try_from(of.rows).unwrap_or(usize::MAX);
        let mut row = vec![
            Cell::text(what),
            Cell::number(of.exact_matches, share),
            Cell::number(float(looked_up), |_| count(looked_up)),
            Cell::number(of.mean, share),
        ];
        row.extend(levels.iter().map(|level| {
            let found = of
                .quantiles
                .iter()
                .find(|one| one.level.total_cmp(level).is_eq());
            Cell::maybe(found.map(|one| one.distance), share)
        }));
        row.push(Cell::number(float(taken), |_| count(taken)));
        row
    };
    let table = Table {
        caption: html! {
            "Distance to the nearest of " (count(found.reference_rows)) " real rows: the share of columns that differ. "
            "Held-out real rows show what is to be expected."
        },
        columns,
        rows: rows.iter().map(row).collect(),
    };
    html! {
        div.notice.warning role="note" {
            strong { "This proves nothing about privacy." }
            p { (found.caveat) }
        }
        @if rows.is_empty() {
            p { "There were no rows to compare." }
        } @else { (table.markup()) }
    }
}
