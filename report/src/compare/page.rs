//! The page of a comparison.

use maud::{Markup, html};

use super::figures::{Better, Compared, Figure, figures, notes};
use crate::page::{Cell, Column, Notice, Page, Table, count, decimal, name, share};
use crate::plot::{Bar, Curves, Series, bars};
use crate::public::claim_in_words;

/// The page about several releases.
pub fn page(releases: &[Compared], made_by: String) -> String {
    let figures = figures(releases);
    let private = releases.iter().any(|one| one.evaluation.is_some());
    Page {
        title: format!("{} releases side by side", count(releases.len())),
        notice: if private { warning() } else { claim() },
        sections: vec![
            ("table", "Side by side", side_by_side(releases, &figures)),
            ("curves", "Error against ε", curves(releases, &figures)),
            ("claims", "What each release claims", claims(releases)),
        ],
        made_by,
    }
    .into_html()
}

fn warning() -> Notice {
    Notice::Warning {
        title: "This comparison is NOT differentially private: it reads the real data.".to_owned(),
        text: html! {
            p {
                "Distances and scores were computed from the real table. Keep the page where the real table may be. To choose "
                "a release by figures of the real table is itself not covered by any of their claims."
            }
        },
    }
}

fn claim() -> Notice {
    Notice::Claim {
        title: "This comparison is as public as the releases: it never saw the real data."
            .to_owned(),
        text: html! {
            p {
                "It was made from their " code { "model.ron" } " and " code { "record.json" } " alone, and so it knows how much "
                "noise was added and where, not how close the synthetic rows come to the real ones."
            }
        },
    }
}

fn side_by_side(releases: &[Compared], figures: &[Figure]) -> Markup {
    let mut columns = vec![
        Column::words("release"),
        Column::words("mechanism"),
        Column::numbers("ε"),
        Column::numbers("δ"),
        Column::numbers("rows"),
        Column::numbers("tables"),
    ];
    columns.extend(figures.iter().map(|figure| Column::numbers(&figure.title)));
    let row = |(place, one): (usize, &Compared)| {
        let release = &one.release;
        let written =
            |text: &str| Cell::Number(text.parse().ok().map(|value: f64| (value, text.to_owned())));
        let number = |value: usize| Cell::number(crate::page::float(value), |_| count(value));
        let mut row = vec![
            Cell::Words(name(&release.name)),
            Cell::text(&release.mechanism),
            written(&release.claim.epsilon),
            written(&release.claim.delta),
            number(usize::try_from(release.rows).unwrap_or(usize::MAX)),
            number(release.tables.len()),
        ];
        row.extend(figures.iter().map(|figure| cell(figure, place)));
        row
    };
    let table = Table {
        caption: html! { "A star marks the best of each figure; the drawings below say what the figures are" },
        columns,
        rows: releases.iter().enumerate().map(row).collect(),
    };
    html! {
        @for note in notes(releases, figures) { p { strong { (note) } } }
        (table.markup())
    }
}

fn cell(figure: &Figure, place: usize) -> Cell {
    let value = figure.values.get(place).copied().flatten();
    Cell::maybe(value, |value| {
        let is_best = figure
            .best()
            .is_some_and(|best| best.total_cmp(&value).is_eq());
        format!(
            "{}{}",
            written(figure, value),
            if is_best { " ★" } else { "" }
        )
    })
}

fn written(figure: &Figure, value: f64) -> String {
    match figure.better {
        Better::Lower => share(value),
        Better::Higher => decimal(value.round()),
    }
}

fn better(better: Better) -> &'static str {
    match better {
        Better::Lower => "lower",
        Better::Higher => "higher",
    }
}

/// One drawing a figure: curves over ε by mechanism, or bars where there is one ε only.
fn curves(releases: &[Compared], figures: &[Figure]) -> Markup {
    html! {
        div.side {
            @for figure in figures {
                @let series = series(releases, figure);
                @let key = format!("curve-{}", figure.key);
                @let caption = caption(figure);
                @if several_parameters(&series) {
                    (Curves {
                        key: &key,
                        title: &figure.title,
                        caption,
                        across: "ε, by ratios",
                        up: &figure.title,
                        from_zero: figure.better == Better::Lower,
                        series: &series,
                    }.markup())
                } @else {
                    (bars(&key, &figure.title, caption, &by_release(releases, figure)))
                }
            }
        }
    }
}

fn caption(figure: &Figure) -> Markup {
    html! {
        strong { (figure.title) } ": " (figure.explanation) "; " (better(figure.better)) " is better."
        @if let Some(reason) = figure.unranked { " Not ranked: " (reason) "." }
    }
}

/// The points of each mechanism, and of each δ where a mechanism has several.
fn series(releases: &[Compared], figure: &Figure) -> Vec<Series> {
    let several_deltas = |mechanism: &str| {
        let mut deltas = releases
            .iter()
            .filter(|one| one.release.mechanism == mechanism)
            .map(|one| &one.release.claim.delta);
        let first = deltas.next();
        deltas.any(|delta| Some(delta) != first)
    };
    let mut series: Vec<Series> = Vec::new();
    for (one, value) in releases.iter().zip(&figure.values) {
        let release = &one.release;
        let epsilon = release.claim.epsilon.parse().ok();
        let (Some(epsilon), Some(value)) = (epsilon.filter(|epsilon: &f64| *epsilon > 0.0), *value)
        else {
            continue;
        };
        let name = if several_deltas(&release.mechanism) {
            format!("{}, δ = {}", release.mechanism, release.claim.delta)
        } else {
            release.mechanism.clone()
        };
        match series.iter_mut().find(|series| series.name == name) {
            Some(found) => found.points.push((epsilon, value)),
            None => series.push(Series {
                name,
                points: vec![(epsilon, value)],
            }),
        }
    }
    series
}

fn several_parameters(series: &[Series]) -> bool {
    let mut all = series
        .iter()
        .flat_map(|series| &series.points)
        .map(|point| point.0);
    let first = all.next();
    all.any(|epsilon| first.is_some_and(|first| first.total_cmp(&epsilon).is_ne()))
}

fn by_release(releases: &[Compared], figure: &Figure) -> Vec<Bar> {
    let bar = |(one, value): (&Compared, &Option<f64>)| {
        let value = (*value)?;
        Some(Bar {
            label: format!("{} ({})", one.release.name, one.release.mechanism),
            value,
            written: written(figure, value),
        })
    };
    releases
        .iter()
        .zip(&figure.values)
        .filter_map(bar)
        .collect()
}

fn claims(releases: &[Compared]) -> Markup {
    html! {
        dl.pairs {
            @for one in releases {
                dt { (name(&one.release.name)) }
                dd { (claim_in_words(&one.release)) }
            }
        }
    }
}
