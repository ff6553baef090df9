//! The short answer, in one screen: a grade on a scale, a few figures, and the five worst things as drawings.

use maud::{Markup, html};
use privet_evaluate::Evaluation;
use privet_evaluate::findings::{Grade, Thing, Worst};

use super::card::{chip, column_chart, pair_maps};
use super::link::link;
use crate::compare::accuracy_lost;
use crate::page::{count, float, share};
use crate::plot::{Graded, grades};

pub fn section(evaluation: &Evaluation) -> Markup {
    let verdict = &evaluation.verdict;
    html! {
        div.answer {
            div {
                p.grade { (headline(verdict.grade)) }
                p { (verdict.words) }
            }
            (scale(evaluation))
        }
        (facts(evaluation))
        @if !evaluation.worst.is_empty() {
            h3 #worst { "The five worst things" }
            p.legend-text {
                span.key.real {} " real " span.key.synthetic {} " synthetic; the share of rows or values of either table"
            }
            div.cards.worst {
                @for (place, one) in evaluation.worst.iter().enumerate() { (worst(evaluation, place, one)) }
            }
        }
        p.soft.prose {
            "A distance is a total variation distance: half the sum of the differences of all shares, 0 for the same table "
            "of shares and 1 for nothing in common. “Like a sample” is at most 1.5 times what rows drawn from the real "
            "table would have on average, “close” at most 0.05, “fair” at most 0.15. A single column or pair is “like a sample” as "
            "long as a sample could be so far off by chance, “close” up to 0.1 and “fair” up to 0.3. The verdict is the worse "
            "of the two."
        }
    }
}

fn headline(grade: Grade) -> &'static str {
    match grade {
        Grade::LikeASample => "Like a sample",
        Grade::Close => "Close",
        Grade::Fair => "Fair",
        Grade::Far => "Far",
    }
}

fn scale(evaluation: &Evaluation) -> Markup {
    let verdict = &evaluation.verdict;
    let weakest = verdict
        .weakest_columns
        .first()
        .and_then(|place| evaluation.columns.get(*place));
    let worst = weakest.and_then(|column| Some((column, column.worst()?)));
    let above = worst.map_or_else(
        || Graded {
            label: "no column".to_owned(),
            place: 0.0,
        },
        |(column, fault)| Graded {
            label: format!("worst column, {}: {}", column.name, share(fault.size)),
            place: fault.limits().place(fault.size),
        },
    );
    let below = Graded {
        label: format!(
            "{}-way tables on average: {}",
            verdict.ways,
            share(verdict.distance)
        ),
        place: verdict.limits().place(verdict.distance),
    };
    grades("scale", "How good the synthetic table is", &above, &below)
}

fn facts(evaluation: &Evaluation) -> Markup {
    let (verdict, run) = (&evaluation.verdict, &evaluation.run);
    html! {
        dl.facts {
            @for ways in evaluation.marginals.iter().rev().filter(|ways| !ways.marginals.is_empty()) {
                div {
                    dt { "mean distance, " @if ways.ways == 1 { "one column" } @else { (ways.ways) " columns" } }
                    dd {
                        (share(ways.mean))
                        small { @if ways.ways == verdict.ways { "a sample of the real table: " } @else { "a sample: " } (share(ways.sampling)) }
                    }
                }
            }
            @if let Some([real, synthetic]) = mean_dependence(evaluation) {
                div {
                    dt { "mean dependence of a pair" }
                    dd { (share(synthetic)) small { "in the real table: " (share(real)) } }
                }
            }
            @if let Some(lost) = accuracy_lost(evaluation) {
                @let targets = evaluation.learning.targets.len();
                div {
                    dt { "accuracy lost by training on it" }
                    dd {
                        (share(lost))
                        small { @if targets == 1 { "for the one target" } @else { "mean over " (count(targets)) " targets" } }
                    }
                }
            }
            div {
                dt { "rows" }
                dd { (count(run.synthetic.rows)) small { "synthetic; " (count(run.real.rows)) " real" } }
            }
        }
    }
}

/// Over the pairs that were measured, in the real and in the synthetic table.
fn mean_dependence(evaluation: &Evaluation) -> Option<[f64; 2]> {
    let dependence = &evaluation.dependence;
    let mean = |matrix: &[Vec<Option<f64>>]| {
        let pairs = matrix
            .iter()
            .enumerate()
            .flat_map(|(row, cells)| cells.iter().take(row));
        let known: Vec<f64> = pairs.copied().flatten().collect();
        (!known.is_empty()).then(|| known.iter().sum::<f64>() / float(known.len()))
    };
    Some([mean(&dependence.real)?, mean(&dependence.synthetic)?])
}

fn worst(evaluation: &Evaluation, place: usize, one: &Worst) -> Markup {
    let key = format!("worst-{}", place + 1);
    html! {
        article.card {
            @match one.thing {
                Thing::Column(column) => {
                    h4 { (link(evaluation, column)) }
                    p.off { (chip(&one.fault)) " " (one.fault.words) }
                    (column_chart(evaluation, column, &key))
                }
                Thing::Pair([first, second]) => {
                    h4 { (link(evaluation, first)) " × " (link(evaluation, second)) }
                    p.off { (chip(&one.fault)) " " (one.fault.words) }
                    @if let Some(table) = evaluation.pairs.iter().find(|table| table.columns == [first, second]) {
                        (pair_maps(evaluation, table, &key))
                    }
                }
            }
        }
    }
}
