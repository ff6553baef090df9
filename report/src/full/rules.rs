//! Rows that break rules between columns.

use maud::{Markup, html};
use privet_evaluate::Evaluation;
use privet_evaluate::findings::RuleCount;

use crate::page::{Cell, Column, Table, count, float};

pub fn section(evaluation: &Evaluation) -> Markup {
    let rows = |number: u64| {
        let number = usize::try_from(number).unwrap_or(usize::MAX);
        Cell::number(float(number), |_| count(number))
    };
    let row = |one: &RuleCount| {
        let rule = Cell::text(&one.rule);
        vec![rule, rows(one.real), rows(one.synthetic)]
    };
    let columns = vec![
        Column::words("rule"),
        Column::numbers("real rows"),
        Column::numbers("synthetic rows"),
    ];
    let table = Table {
        caption: html! { "Rows that break each rule of the spec. No row that Privet draws does." },
        columns,
        rows: evaluation.run.rules.iter().map(row).collect(),
    };
    table.markup()
}
