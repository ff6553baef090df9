//! Which columns hang together in the synthetic table, and which on nothing.

use maud::{Markup, html};
use privet_release::{Facts, Ties};

use crate::page::{Cell, Column, Table, count, float, joined, name, visible};

pub fn section(release: &Facts) -> Markup {
    if release.ties.is_empty() {
        return html! { p { "Nothing was modelled, so no column is tied to another by a model." } };
    }
    let alone: Vec<&Ties> = release.ties.iter().filter(|ties| ties.is_alone()).collect();
    html! {
        p {
            @if alone.is_empty() {
                "Every column was measured together with another" @if release.rules.is_some() { ", or is tied to one by a rule" } "."
            } @else if alone.len() == release.ties.len() {
                "Every column was measured on its own only: in the synthetic table all of them are independent of each other."
            } @else {
                (count(alone.len())) " of " (count(release.ties.len())) " columns were measured on their own only, and are "
                "independent of every other column in the synthetic table: "
                (listed(&alone)) "."
            }
        }
        @if alone.len() < release.ties.len() {
            p.prose.soft {
                "Of two columns that no table holds together the model knows what follows through others, and nothing else. What "
                "you want to study together should stand in one row of this list."
            }
            details.list {
                summary { h3 { "What each column was measured with" } span.soft { (count(release.ties.len())) " columns" } }
                div.inside { (table(release).markup()) }
            }
        }
    }
}

fn listed(alone: &[&Ties]) -> Markup {
    html! {
        @for (place, ties) in alone.iter().enumerate() {
            @if place > 0 { ", " }
            (name(&ties.column))
        }
    }
}

fn table(release: &Facts) -> Table {
    let names = |of: &[String]| joined_or_none(of);
    let row = |ties: &Ties| {
        let rules = match &ties.follows_from {
            Some(by) => html! { "follows from " (name(by)) },
            None => names(&ties.ruled_with),
        };
        vec![
            Cell::Words(name(&ties.column)),
            Cell::number(float(ties.measured_with.len()), |_| {
                count(ties.measured_with.len())
            }),
            Cell::Words(names(&ties.measured_with)),
            Cell::Words(rules),
        ]
    };
    Table {
        caption: html! { "What each column was measured together with" },
        columns: vec![
            Column::words("column"),
            Column::numbers("others"),
            Column::words("measured with"),
            Column::words("tied by rules"),
        ],
        rows: release.ties.iter().map(row).collect(),
    }
}

fn joined_or_none(names: &[String]) -> Markup {
    if names.is_empty() {
        return html! { "–" };
    }
    let names: Vec<String> = names.iter().map(|one| visible(one)).collect();
    html! { (joined(names.iter().map(String::as_str))) }
}
