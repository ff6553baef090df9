//! Heat maps of pairs: how far, and how much columns tell of each other in either table.

use maud::{Markup, html};
use privet_evaluate::Evaluation;

use crate::page::{Cell, Column, Table, joined, share, signed_share};
use crate::plot::{Heat, Shading};

pub fn section(evaluation: &Evaluation) -> Markup {
    let names: Vec<&str> = evaluation
        .columns
        .iter()
        .map(|column| column.name.as_str())
        .collect();
    if names.len() < 2 {
        return html! { p { "There is one column only, and so no pair." } };
    }
    let dependence = &evaluation.dependence;
    let of = |matrix: &[Vec<Option<f64>>], row: usize, column: usize| -> Option<f64> {
        matrix.get(row)?.get(column).copied()?
    };
    let real = |row, column| of(&dependence.real, row, column);
    let synthetic = |row, column| of(&dependence.synthetic, row, column);
    let difference = |row, column| Some(synthetic(row, column)? - real(row, column)?);
    let most = |value: &dyn Fn(usize, usize) -> Option<f64>| {
        let places = (1..names.len()).flat_map(|row| (0..row).map(move |column| (row, column)));
        places
            .filter_map(|(row, column)| value(row, column))
            .map(f64::abs)
            .fold(0.0, f64::max)
    };
    let strongest = most(&real).max(most(&synthetic));
    let widest = most(&difference);
    let side = names.len() <= 16;
    let map = |key, title, caption: &str, value: &dyn Fn(usize, usize) -> Option<f64>, shading| {
        Heat {
            key,
            caption: html! { (caption) },
            title,
            description: format!(
                "All pairs of {} columns; the largest value is {}. The table of pairs has the largest in words.",
                names.len(),
                share(most(value))
            ),
            names: &names,
            value,
            shading,
        }
        .markup()
    };
    html! {
        p {
            "Dependence is " (dependence.measure) ": 0 if two columns tell nothing of each other, 1 if one decides the other. "
            "Mean difference over all pairs: " (share(dependence.mean_difference)) ". "
            "Point at a cell, or use the arrow keys, to read it."
        }
        h3 { "Difference" }
        (map("heat-difference", "Difference of dependence",
            "Synthetic less real: towards orange and + the synthetic table ties the pair more, towards blue and − less than it should.",
            &difference, Shading::Difference(widest)))
        h3 { "Real and synthetic" }
        div.side[side] {
            (map("heat-real", "Dependence in the real table", "Dependence in the real table.", &real, Shading::Level(strongest)))
            (map("heat-synthetic", "Dependence in the synthetic table", "Dependence in the synthetic table, by the same shades.", &synthetic, Shading::Level(strongest)))
        }
        details {
            summary { h3 { "Pairs that changed most" } }
            div.inside { (table(&names, &real, &synthetic).markup()) }
        }
        (distances(evaluation, &names))
    }
}

/// The pairs whose dependence changed most.
fn table(
    names: &[&str],
    real: &dyn Fn(usize, usize) -> Option<f64>,
    synthetic: &dyn Fn(usize, usize) -> Option<f64>,
) -> Table {
    let mut pairs: Vec<(usize, usize, f64, f64)> = (1..names.len())
        .flat_map(|row| (0..row).map(move |column| (column, row)))
        .filter_map(|(one, other)| Some((one, other, real(one, other)?, synthetic(one, other)?)))
        .collect();
    pairs.sort_by(|a, b| (b.3 - b.2).abs().total_cmp(&(a.3 - a.2).abs()));
    let name = |place: usize| names.get(place).copied().unwrap_or_default();
    let row = |(one, other, real, synthetic): &(usize, usize, f64, f64)| {
        vec![
            Cell::Words(joined([name(*one), name(*other)])),
            Cell::number(*real, share),
            Cell::number(*synthetic, share),
            Cell::number(synthetic - real, signed_share),
        ]
    };
    Table {
        caption: html! { "The " (SHOWN) " pairs whose dependence changed most, at most" },
        columns: vec![
            Column::words("pair"),
            Column::numbers("real"),
            Column::numbers("synthetic"),
            Column::numbers("difference"),
        ],
        rows: pairs.iter().take(SHOWN).map(row).collect(),
    }
}

/// The distance of every pair's table, where all were measured.
fn distances(evaluation: &Evaluation, names: &[&str]) -> Markup {
    let Some(two) = evaluation.marginals.iter().find(|ways| ways.ways == 2) else {
        return html! {};
    };
    let mut matrix = vec![None; names.len() * names.len()];
    let mut most = 0.0_f64;
    for marginal in &two.marginals {
        if let [one, other] = *marginal.columns.as_slice() {
            for place in [one * names.len() + other, other * names.len() + one] {
                if let Some(cell) = matrix.get_mut(place) {
                    *cell = Some(marginal.distance);
                }
            }
            most = most.max(marginal.distance);
        }
    }
    let heat = Heat {
        key: "heat-distance",
        caption: html! { "Total variation distance of each pair’s table between real and synthetic." },
        title: "Distances of pairs",
        description: format!(
            "All pairs of {} columns; the largest distance is {}",
            names.len(),
            share(most)
        ),
        names,
        value: &|row, column| matrix.get(row * names.len() + column).copied().flatten(),
        shading: Shading::Level(most),
    };
    html! {
        h3 { "Distances of pairs" }
        (heat.markup())
    }
}

const SHOWN: usize = 50;
