//! Models trained on synthetic rows, beside the same trained on real ones.

use maud::{Markup, html};
use privet_evaluate::Evaluation;
use privet_evaluate::findings::{HeldOut, Scores, Target};

use super::link::link;
use crate::page::{Cell, Column, Table, count, percent, share, signed_share};

pub fn section(evaluation: &Evaluation) -> Markup {
    let learning = &evaluation.learning;
    let mut targets: Vec<&Target> = learning.targets.iter().collect();
    targets.sort_by(|a, b| {
        lost(b)
            .unwrap_or(f64::MAX)
            .total_cmp(&lost(a).unwrap_or(f64::MAX))
    });
    let accuracy = |scores: Option<Scores>| Cell::maybe(scores.map(|of| of.accuracy), share);
    let area = |scores: Option<Scores>| Cell::maybe(scores.and_then(|of| of.auc), share);
    let row = |target: &&Target| {
        vec![
            Cell::Words(link(evaluation, target.column)),
            Cell::Words(html! { bdi { (target.question) } }),
            Cell::number(target.majority, share),
            accuracy(target.real),
            accuracy(target.synthetic),
            Cell::maybe(lost(target).map(|lost| -lost), signed_share),
            area(target.real),
            area(target.synthetic),
            Cell::maybe(target.risk_gap, share),
        ]
    };
    let table = Table {
        caption: html! { "Accuracy and area under the ROC curve on real rows that neither model was trained on; what loses most comes first" },
        columns: vec![
            Column::words("target"),
            Column::words("question"),
            Column::numbers("majority"),
            Column::numbers("real"),
            Column::numbers("synthetic"),
            Column::numbers("difference"),
            Column::numbers("AUC, real"),
            Column::numbers("AUC, synthetic"),
            Column::numbers("risk gap"),
        ],
        rows: targets.iter().map(row).collect(),
    };
    html! {
        p {
            "Can the synthetic rows stand in for real ones when a model is trained? Every model is made twice, from real and "
            "from synthetic rows, and asked about real rows; “majority” is the accuracy of always giving the same answer. "
            (held_out(&evaluation.neighbours.held_out))
            " The risk gap is measured elsewhere, on the real rows that the one model was trained on: by how much the shares of "
            "wrong answers of both models differ there (the error U of Li, Wang and Cheng 2023)."
        }
        p.soft { "Model: " (learning.model) "." }
        @for note in &learning.notes { p { (note) } }
        @if !targets.is_empty() {
            @if targets.len() > OPEN {
                details {
                    summary { h3 { "All targets" } span.soft { (count(targets.len())) } }
                    div.inside { (table.markup()) }
                }
            } @else { (table.markup()) }
        }
    }
}

fn held_out(held_out: &HeldOut) -> Markup {
    html! {
        @match held_out {
            HeldOut::Share(part) => {
                "They are tested on " (percent(*part)) " of the real rows, which the release has seen."
            }
            HeldOut::File { file, rows } => {
                "They are tested on the " (count(rows)) " rows of " code { (file) } "."
            }
        }
    }
}

fn lost(target: &Target) -> Option<f64> {
    Some(target.real?.accuracy - target.synthetic?.accuracy)
}

/// More targets than this are folded.
const OPEN: usize = 20;
