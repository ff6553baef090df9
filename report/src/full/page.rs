//! The page as a whole, to be read from its top: how good, where it is weakest, why, and each column.

use maud::{Markup, html};
use privet_evaluate::Evaluation;

use super::{columns, dependence, learning, marginals, neighbours, nist, rules, verdict, weakest};
use crate::page::{Notice, Page, count, heading};
use crate::public;
use privet_release::Facts;

/// The page about one evaluation, with what is public of the release where that is at hand.
pub fn page(evaluation: &Evaluation, release: Option<&Facts>) -> String {
    let run = &evaluation.run;
    let title = run.title.as_deref().unwrap_or("Synthetic table");
    let mut sections = vec![
        ("verdict", "Verdict", verdict::section(evaluation)),
        (
            "weakest",
            "Where it is weakest",
            weakest::section(evaluation),
        ),
        (
            "marginals",
            "Tables of several columns",
            marginals::section(evaluation),
        ),
        (
            "dependence",
            "How columns depend on each other",
            dependence::section(evaluation),
        ),
        (
            "learning",
            "Trained on synthetic, tested on real",
            learning::section(evaluation),
        ),
        ("nist", "NIST 2018 scores", nist::section(evaluation)),
        (
            "neighbours",
            "Nearest real records",
            neighbours::section(evaluation),
        ),
    ];
    if !run.rules.is_empty() {
        let broken = (
            "broken",
            "Rows that break a rule",
            rules::section(evaluation),
        );
        sections.insert(2, broken);
    }
    sections.push(("columns", "Column by column", columns::section(evaluation)));
    if let Some(release) = release {
        sections.extend(public::sections(release));
    }
    sections.push(("made", "How this was made", made(evaluation)));
    Page {
        title: heading(title, "how good is the synthetic table?"),
        notice: Notice::Warning {
            title: "This report is NOT differentially private: it reads the real data.".to_owned(),
            text: html! {
                p {
                    "Every figure below was computed from the real table. Keep the report where the real table may be, "
                    "and do not publish any part of it."
                }
            },
        },
        sections,
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
