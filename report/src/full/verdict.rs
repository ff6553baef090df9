//! The short answer.

use maud::{Markup, html};
use privet_evaluate::Evaluation;

use crate::compare::accuracy_lost;
use crate::page::{count, share};

pub fn section(evaluation: &Evaluation) -> Markup {
    let verdict = &evaluation.verdict;
    let run = &evaluation.run;
    html! {
        p.grade { (verdict.words) }
        dl.facts {
            div {
                dt { "mean distance, " (verdict.ways) " columns" }
                dd { (share(verdict.distance)) small { "a sample of the real table would have " (share(verdict.sampling)) } }
            }
            @for ways in evaluation.marginals.iter().filter(|ways| ways.ways < verdict.ways) {
                div {
                    dt { "mean distance, " @if ways.ways == 1 { "one column" } @else { (ways.ways) " columns" } }
                    dd { (share(ways.mean)) small { "a sample: " (share(ways.sampling)) } }
                }
            }
            @if let Some(lost) = accuracy_lost(evaluation) {
                div {
                    dt { "accuracy lost by training on it" }
                    dd { (share(lost)) small { (over_targets(evaluation.learning.targets.len())) } }
                }
            }
            div {
                dt { "rows" }
                dd { (count(run.synthetic.rows)) small { "synthetic; the real table has " (count(run.real.rows)) } }
            }
        }
        p.soft {
            "A distance is a total variation distance: half the sum of the differences of all shares, 0 for the same table "
            "of shares and 1 for nothing in common. “Like a sample” is at most 1.5 times what rows drawn from the real "
            "table would have, “close” at most 0.05, “fair” at most 0.15."
        }
    }
}

fn over_targets(targets: usize) -> String {
    match targets {
        1 => "of the one target".to_owned(),
        several => format!("mean over {} targets", count(several)),
    }
}
