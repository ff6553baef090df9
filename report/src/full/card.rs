//! Small drawings of one column or one pair, and the mark of a grade.

use maud::{Markup, html};
use privet_evaluate::Evaluation;
use privet_evaluate::findings::{Bar, Fault, PairTable};

use crate::page::{name, rows_as_float, share, shortened};
use crate::plot::{
    Density, Heat, HeatMaps, LabelPair, MapSize, Shading, grade_class, grade_in_words, has_shape,
    labels,
};

/// The grade of a fault and its size.
pub fn chip(fault: &Fault) -> Markup {
    let grade = fault.grade();
    html! { span class={ "chip grade-" (grade_class(grade)) } { (grade_in_words(grade)) " " (share(fault.size)) } }
}

/// A column: numbers and dates on their own values, labels by their shares. `key` is unique on the page.
pub fn column_chart(evaluation: &Evaluation, place: usize, key: &str) -> Markup {
    let Some(column) = evaluation.columns.get(place) else {
        return html! {};
    };
    let title = format!("Values of {}", column.name);
    if let Some(numbers) = column
        .numbers
        .as_ref()
        .filter(|numbers| has_shape(&numbers.shape))
    {
        let kind = column.kind;
        return Density {
            key,
            title: &title,
            kind,
            numbers,
        }
        .markup();
    }
    let items: Vec<LabelPair> = column
        .bars
        .iter()
        .map(|bar| {
            let (real, synthetic) = shares(evaluation, bar);
            LabelPair {
                label: bar.label.clone(),
                real,
                synthetic,
            }
        })
        .collect();
    labels(key, &title, &items)
}

/// What share of the real and of the synthetic rows a bar has.
pub fn shares(evaluation: &Evaluation, bar: &Bar) -> (f64, f64) {
    let of = |rows: u64, all: u64| rows_as_float(rows) / rows_as_float(all.max(1));
    let run = &evaluation.run;
    (
        of(bar.real, run.real.rows),
        of(bar.synthetic, run.synthetic.rows),
    )
}

/// A pair: both tables side by side, as shares of their rows.
pub fn pair_maps(evaluation: &Evaluation, table: &PairTable, key: &str) -> Markup {
    let of = |rows: &[Vec<u64>], all: u64, row: usize, column: usize| {
        let rows = rows.get(row)?.get(column)?;
        Some(rows_as_float(*rows) / rows_as_float(all.max(1)))
    };
    let run = &evaluation.run;
    let real = |row, column| of(&table.real, run.real.rows, row, column);
    let synthetic = |row, column| of(&table.synthetic, run.synthetic.rows, row, column);
    let [down, across] = &table.labels;
    let named = |place: usize| {
        evaluation
            .columns
            .get(place)
            .map_or("", |column| &column.name)
    };
    let maps = HeatMaps {
        key,
        title: "Share of rows",
        down,
        across,
        maps: &[
            Heat {
                says: "real",
                shading: Shading::Share,
                value: &real,
            },
            Heat {
                says: "synthetic",
                shading: Shading::Share,
                value: &synthetic,
            },
        ],
        size: MapSize::Small,
    };
    let [first, second] = table.columns.map(named);
    html! {
        (maps.markup())
        p.off { (of_drawing(first)) " downwards, " (of_drawing(second)) " to the right" }
    }
}

fn of_drawing(column: &str) -> Markup {
    name(&shortened(column, 30))
}
