//! Tables that sort: by click or by keyboard where scripts run, in a sensible order where they do not.

use maud::{Markup, html};

/// A table. Its first column names the rows.
pub struct Table {
    /// What it shows, for everybody.
    pub caption: Markup,
    pub columns: Vec<Column>,
    pub rows: Vec<Vec<Cell>>,
}

/// The head of a column.
pub struct Column {
    title: Markup,
    numeric: bool,
    sorted: Option<&'static str>,
}

impl Column {
    /// A column of names or words.
    pub fn words(title: &str) -> Self {
        Self {
            title: html! { (title) },
            numeric: false,
            sorted: None,
        }
    }

    /// A column of numbers.
    pub fn numbers(title: &str) -> Self {
        Self {
            title: html! { (title) },
            numeric: true,
            sorted: None,
        }
    }

    /// The rows come with the largest of this column first.
    pub fn largest_first(self) -> Self {
        Self {
            sorted: Some("descending"),
            ..self
        }
    }
}

/// One cell.
pub enum Cell {
    /// Names or words.
    Words(Markup),
    /// A number as it is and as it is written; nothing where there is none.
    Number(Option<(f64, String)>),
}

impl Cell {
    /// Plain text.
    pub fn text(text: &str) -> Self {
        Self::Words(html! { (text) })
    }

    /// A number in the words of `written`.
    pub fn number(value: f64, written: impl FnOnce(f64) -> String) -> Self {
        Self::Number(value.is_finite().then(|| (value, written(value))))
    }

    /// A number that may be absent.
    pub fn maybe(value: Option<f64>, written: impl FnOnce(f64) -> String) -> Self {
        value.map_or(Self::Number(None), |value| Self::number(value, written))
    }
}

impl Table {
    pub fn markup(&self) -> Markup {
        html! {
            div.scroll tabindex="0" role="group" aria-label="table" {
                table.sorts {
                    caption { (self.caption) }
                    thead { tr { @for column in &self.columns { (head(column)) } } }
                    tbody {
                        @for row in &self.rows {
                            tr { @for (place, cell) in row.iter().enumerate() { (body(place, cell)) } }
                        }
                    }
                }
            }
        }
    }
}

fn head(column: &Column) -> Markup {
    html! {
        th scope="col" class=[column.numeric.then_some("number")] aria-sort=[column.sorted] {
            (column.title)
        }
    }
}

fn body(place: usize, cell: &Cell) -> Markup {
    html! {
        @match cell {
            Cell::Words(words) if place == 0 => { th scope="row" { (words) } }
            Cell::Words(words) => { td.name { (words) } }
            // The shortest digits that give the same number again.
            Cell::Number(Some((value, written))) => { td.number data-value=(format!("{value:?}")) { (written) } }
            Cell::Number(None) => { td.number { "–" } }
        }
    }
}
