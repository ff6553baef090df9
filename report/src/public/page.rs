//! The page as a whole.

use maud::{Markup, html};

use super::{inside, promise, rules, spend, structure, ties, uses};
use crate::page::{Notice, Page, Section, count, decimal, heading, share};
use privet_release::Facts;

/// The page about one release.
pub fn page(release: &Facts, made_by: String) -> String {
    let title = release
        .title
        .clone()
        .unwrap_or_else(|| release.name.clone());
    let mut parts = vec![
        Section::new("summary", "In short", "In short", summary(release)),
        Section::new(
            "promise",
            "Guarantee",
            "What is promised",
            promise::section(release),
        ),
    ];
    parts.extend(sections(release));
    parts.push(Section::new(
        "claim",
        "The claim",
        "The claim in full",
        claim(release),
    ));
    Page {
        title: heading(&title, "public report of a release"),
        notice: Notice::Claim {
            title: "This page may be published: it is as public as the release.".to_owned(),
            text: html! {
                " It was made from " code { "model.ron" } " and " code { "record.json" }
                " alone and never saw the real data, so the release’s promise covers it: " (claim_in_words(release))
                " It cannot tell how close the synthetic rows come to the real ones, only how much noise was added and where."
            },
        },
        sections: parts,
        search: None,
        made_by,
    }
    .into_html()
}

/// The parts that a full report shows as well.
pub(crate) fn sections(release: &Facts) -> Vec<Section> {
    let mut sections = vec![
        Section::new(
            "uses",
            "Uses",
            "What it can be used for",
            uses::section(release),
        ),
        Section::new(
            "ties",
            "Ties",
            "Which columns hang together",
            ties::section(release),
        ),
        Section::new(
            "network",
            "Model",
            "What the model is made of",
            structure::section(release),
        ),
        Section::new(
            "spend",
            "Spent",
            "What was spent on what",
            spend::section(release),
        ),
        Section::new(
            "inside",
            "Inside bins",
            "Numbers and dates inside of their bins",
            inside::section(release),
        ),
    ];
    if let Some(rules) = &release.rules {
        sections.push(Section::new(
            "rules",
            "Rules kept",
            "What no row breaks",
            rules::section(rules),
        ));
    }
    sections
}

/// ε, δ and who is protected.
pub(crate) fn claim_in_words(release: &Facts) -> String {
    let claim = &release.claim;
    let parameters = if claim.delta == "0" {
        format!("(ε = {})", claim.epsilon)
    } else {
        format!("(ε = {}, δ = {})", claim.epsilon, claim.delta)
    };
    format!(
        "{parameters}-differential privacy for {}. {}.",
        claim.unit, claim.adjacency
    )
}

fn summary(release: &Facts) -> Markup {
    let accounting = release.accounting.symbol();
    html! {
        dl.facts {
            (fact("synthetic rows", &count(release.rows), ""))
            (fact("mechanism", &release.mechanism, &release.algorithm))
            (fact("tables measured", &count(release.tables.len()), &cells(release)))
            @if let (Some(mean), Some(most)) = (release.mean_expected_error(), release.largest_expected_error()) {
                (fact("expected error of a table", &share(mean), &format!("mean, by noise alone; the largest {}", share(most))))
            }
            (fact("questions asked of the data", &count(release.queries.len()), &format!("{accounting} = {} of {}", decimal(release.spent), decimal(release.total))))
        }
        div.side {
            @if !release.tables.is_empty() { (uses::groups(release, "good-for-short")) }
            (spend::chart(release, "spent-short"))
        }
    }
}

fn cells(release: &Facts) -> String {
    let cells: usize = release.tables.iter().map(|table| table.cells).sum();
    format!("{} cells together", count(cells))
}

fn fact(what: &str, value: &str, more: &str) -> Markup {
    html! {
        div { dt { (what) } dd { (value) @if !more.is_empty() { small { (more) } } } }
    }
}

fn claim(release: &Facts) -> Markup {
    let claim = &release.claim;
    html! {
        dl.pairs {
            dt { "ε, δ" } dd { (claim.epsilon) ", " (claim.delta) }
            dt { "protects" } dd { (claim.unit) }
            dt { "neighbours" } dd { (claim.adjacency) }
            dt { "composition" } dd { (claim.composition) }
            dt { "caveat" } dd { (release.caveat) }
            dt { "paper" } dd { (release.paper) }
            dt { "made by" } dd { (release.software) }
            dt { "flaws" } dd { (release.report_a_flaw) }
        }
        @if !release.deviations.is_empty() {
            h3 { "Where the algorithm is not the paper’s" }
            ul { @for one in &release.deviations { li { (one) } } }
        }
        h3 { "Files" }
        dl.pairs { @for (file, digest) in &release.files { dt { (file) } dd { code { (digest) } } } }
        p { "Re-check all of this with " code { "privet verify record.json" } "." }
    }
}
