//! The page of a comparison: a row a release, what each figure is over ε, and everything of a release on demand.

use maud::{Markup, html};

use super::figures::{Better, Compared, Figure, figures, notes};
use super::peers::{Benchmark, benchmark};
use crate::page::{Cell, Column, Notice, Page, Section, Table, count, decimal, name, share};
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
            Section::new(
                "table",
                "Side by side",
                "Side by side",
                side_by_side(releases, &figures),
            ),
            Section::new(
                "curves",
                "Over ε",
                "Each figure over ε",
                curves(releases, &figures),
            ),
            Section::new(
                "releases",
                "Releases",
                "Each release in full",
                in_full(releases, &figures),
            ),
        ],
        search: None,
        made_by,
    }
    .into_html()
}

fn warning() -> Notice {
    Notice::Warning {
        title: "This comparison is NOT differentially private: it reads the real data.".to_owned(),
        text: html! {
            " Keep it where the real table may be. To choose a release by figures of the real table is itself not covered "
            "by any of their claims."
        },
    }
}

fn claim() -> Notice {
    Notice::Claim {
        title: "This comparison is as public as the releases: it never saw the real data."
            .to_owned(),
        text: html! {
            " It was made from their " code { "model.ron" } " and " code { "record.json" } " alone, and so it knows how much "
            "noise was added and where, not how close the synthetic rows come to the real ones."
        },
    }
}

/// One row a release, with the few figures that tell most.
fn side_by_side(releases: &[Compared], figures: &[Figure]) -> Markup {
    let telling = telling(figures);
    let mut columns = vec![
        Column::words("release"),
        Column::words("mechanism"),
        Column::numbers("ε"),
    ];
    columns.extend(telling.iter().map(|figure| Column::numbers(&figure.title)));
    let row = |(place, one): (usize, &Compared)| {
        let release = &one.release;
        let epsilon = &release.claim.epsilon;
        let mut row = vec![
            Cell::Words(html! { a href={ "#" (anchor(place)) } { (name(&release.name)) } }),
            Cell::text(&release.mechanism),
            Cell::Number(
                epsilon
                    .parse()
                    .ok()
                    .map(|value: f64| (value, epsilon.clone())),
            ),
        ];
        row.extend(telling.iter().map(|figure| cell(figure, place)));
        row
    };
    let table = Table {
        caption: html! { "A star marks the best of each figure; a name leads to everything about its release" },
        columns,
        rows: releases.iter().enumerate().map(row).collect(),
    };
    html! {
        @for note in notes(releases, figures) { p { strong { (note) } } }
        (table.markup())
        p.soft { "A larger ε buys accuracy with privacy. Whoever publishes several releases of one table spends the sum of what they spend." }
    }
}

/// The distance of the widest tables, the worst column and what models lose; or, where nothing was measured with the real
/// table, the noise.
fn telling(figures: &[Figure]) -> Vec<&Figure> {
    let widest = figures
        .iter()
        .rfind(|figure| figure.key.starts_with("mean_distance_"));
    let named = |key: &str| figures.iter().find(|figure| figure.key == key);
    let told: Vec<&Figure> = [widest, named("worst_fault"), named("accuracy_lost")]
        .into_iter()
        .flatten()
        .collect();
    if told.is_empty() {
        figures.iter().take(1).collect()
    } else {
        told
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
    let known = benchmark(releases);
    html! {
        @if let Some(Benchmark { table, .. }) = known {
            p.prose {
                "The real table is the benchmark " strong { (table) } ". Dashed curves show what other programs reached on it: "
                "measured by others, on another machine, mostly once, with other random sets of three columns; a few per cent "
                "mean nothing."
            }
        }
        div.side {
            @for figure in figures {
                @let series = series(releases, figure, known.as_ref());
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
                    (bars(&key, &figure.title, &caption, &by_release(releases, figure)))
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

/// The points of each mechanism, and of each δ where a mechanism has several; and those of other programs.
fn series(releases: &[Compared], figure: &Figure, known: Option<&Benchmark>) -> Vec<Series> {
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
    if figure.key == Benchmark::FIGURE && !series.is_empty() {
        series.extend(known.into_iter().flat_map(Benchmark::series));
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

/// Everything of each release, folded.
fn in_full(releases: &[Compared], figures: &[Figure]) -> Markup {
    let table = |place: usize| Table {
        caption: html! { "Every figure of this release; a star marks the best of all releases" },
        columns: vec![
            Column::words("figure"),
            Column::numbers("value"),
            Column::words("what it is"),
        ],
        rows: figures
            .iter()
            .map(|figure| {
                let what = format!(
                    "{}; {} is better",
                    figure.explanation,
                    better(figure.better)
                );
                vec![
                    Cell::text(&figure.title),
                    cell(figure, place),
                    Cell::text(&what),
                ]
            })
            .collect(),
    };
    html! {
        @for (place, one) in releases.iter().enumerate() {
            @let release = &one.release;
            details #(anchor(place)) {
                summary {
                    h3 { (name(&release.name)) }
                    span.soft { (release.mechanism) ", ε = " (release.claim.epsilon) ", δ = " (release.claim.delta) }
                }
                div.inside {
                    p { (claim_in_words(release)) }
                    p { (count(release.rows)) " synthetic rows from " (count(release.tables.len())) " noisy tables." }
                    (table(place).markup())
                }
            }
        }
    }
}

/// The mark of a release's part, by place: names may be anything.
fn anchor(place: usize) -> String {
    format!("release-{}", place + 1)
}
