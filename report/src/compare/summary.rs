//! Several releases as a table of text.

use std::io::{self, Write};

use privet_evaluate::findings::NOTICE;
use privet_spec::shown;
use unicode_width::UnicodeWidthStr as _;

use super::figures::{Better, Compared, Figure, notes};
use super::side_by_side::has_private_figures;

/// Writes a line a release and a column a figure, and what to keep in mind.
pub fn summary(compared: &[Compared], figures: &[Figure], out: &mut dyn Write) -> io::Result<()> {
    if has_private_figures(compared) {
        writeln!(out, "{NOTICE}\n")?;
    }
    write_table(compared, figures, out)?;
    let mut notes = notes(compared, figures).into_iter();
    notes.try_for_each(|note| writeln!(out, "\nnote: {note}"))
}

/// One line a release, one column a figure, the best marked.
fn write_table(compared: &[Compared], figures: &[Figure], out: &mut dyn Write) -> io::Result<()> {
    let mut columns = vec![
        column("release", compared, |one| one.release.name.clone()),
        column("mechanism", compared, |one| one.release.mechanism.clone()),
        column("epsilon", compared, |one| one.release.claim.epsilon.clone()),
        column("delta", compared, |one| one.release.claim.delta.clone()),
        column("rows", compared, |one| one.release.rows.to_string()),
        column("tables", compared, |one| {
            one.release.tables.len().to_string()
        }),
    ];
    for figure in figures {
        let mut lines = vec![figure.title.clone()];
        let best = figure.best();
        lines.extend(figure.values.iter().map(|value| match value {
            Some(value) => {
                let is_best = best.is_some_and(|best| best.total_cmp(value).is_eq());
                format!(
                    "{}{}",
                    written(figure, *value),
                    if is_best { "*" } else { " " }
                )
            }
            None => "- ".to_owned(),
        }));
        columns.push(lines);
    }
    for line in 0..=compared.len() {
        let mut text = String::new();
        for (place, column) in columns.iter().enumerate() {
            let width = column.iter().map(|cell| cell.width()).max().unwrap_or(0);
            let cell = column.get(line).map_or("", String::as_str);
            let room = " ".repeat(width.saturating_sub(cell.width()));
            // Names from the left, numbers from the right.
            let (left, right) = if place < 2 {
                (cell, room.as_str())
            } else {
                (room.as_str(), cell)
            };
            text.extend([left, right, "  "]);
        }
        writeln!(out, "{}", text.trim_end())?;
    }
    if figures.iter().any(|figure| figure.best().is_some()) {
        writeln!(out, "\n* the best of its column")?;
    }
    Ok(())
}

fn column(title: &str, compared: &[Compared], cell: impl Fn(&Compared) -> String) -> Vec<String> {
    let title = title.to_owned();
    [title]
        .into_iter()
        .chain(compared.iter().map(|one| shown(&cell(one))))
        .collect()
}

fn written(figure: &Figure, value: f64) -> String {
    match figure.better {
        Better::Lower => format!("{value:.4}"),
        Better::Higher => format!("{value:.0}"),
    }
}
