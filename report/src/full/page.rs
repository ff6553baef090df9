//! The page as a whole, to be read from its top: how good, where it is weakest, why, and each column.

use maud::{Markup, html};
use privet_evaluate::Evaluation;

use super::{columns, learning, marginals, neighbours, nist, pairs, rules, verdict};
use crate::page::{Notice, Page, Section, count, heading};
use crate::public;
use privet_release::Facts;

/// The page about one evaluation, with what is public of the release where that is at hand.
pub fn page(evaluation: &Evaluation, release: Option<&Facts>) -> String {
    let run = &evaluation.run;
    let title = run.title.as_deref().unwrap_or("Synthetic table");
    let mut sections = vec![
        Section::new(
            "verdict",
            "Verdict",
            "Verdict",
            verdict::section(evaluation),
        ),
        Section::new(
            "columns",
            "Columns",
            "Column by column",
            columns::section(evaluation),
        ),
        Section::new(
            "pairs",
            "Pairs",
            "Pairs of columns",
            pairs::section(evaluation),
        ),
        Section::new(
            "marginals",
            "Tables",
            "Tables of several columns",
            marginals::section(evaluation),
        ),
        Section::new(
            "learning",
            "Models",
            "Trained on synthetic, tested on real",
            learning::section(evaluation),
        ),
        Section::new(
            "nist",
            "NIST",
            "NIST 2018 scores",
            nist::section(evaluation),
        ),
        Section::new(
            "neighbours",
            "Nearest",
            "Nearest real records",
            neighbours::section(evaluation),
        ),
    ];
    if !run.rules.is_empty() {
        let broken = rules::section(evaluation);
        sections.push(Section::new(
            "broken",
            "Rules",
            "Rows that break a rule",
            broken,
        ));
    }
    if let Some(release) = release {
        sections.extend(public::sections(release));
    }
    sections.push(Section::new(
        "made",
        "Made",
        "How this was made",
        made(evaluation),
    ));
    Page {
        title: heading(title, "how good is the synthetic table?"),
        notice: Notice::Warning {
            title: "This report is NOT differentially private: it reads the real data.".to_owned(),
            text: html! { " Keep it where the real table may be, and publish no part of it." },
        },
        sections,
        search: Some("Find a column"),
        made_by: format!("Made by privet {} ({}).", run.privet, run.commit),
    }
    .into_html()
}

fn made(evaluation: &Evaluation) -> Markup {
    let run = &evaluation.run;
    html! {
        dl.pairs {
            dt { "guarantee of the spec" } dd { (run.guarantee) " (of the release, not of this report)" }
            dt { "mechanism" } dd { (run.mechanism) }
            @for (what, table) in [("real table", &run.real), ("synthetic table", &run.synthetic)] {
                dt { (what) }
                dd {
                    code { (table.file) } ", " (count(table.rows)) " rows"
                    @if table.dropped > 0 { ", " (count(table.dropped)) " dropped as the spec says" }
                }
            }
            dt { "spec, SHA-256" } dd { code { (run.spec_sha256) } }
            dt { "seed of random choices" } dd { (run.seed) }
        }
    }
}
