//! The three scores of the NIST challenge.

use maud::{Markup, html};
use privet_evaluate::Evaluation;
use privet_evaluate::findings::{City, Regression};

use crate::page::{Cell, Column, Table, count, decimal, name, share};

pub fn section(evaluation: &Evaluation) -> Markup {
    let nist = &evaluation.nist;
    html! {
        p {
            "As in the 2018 challenge (Bao et al. 2021, section 4), each from 0 to 1,000,000, more is better."
        }
        dl.facts {
            div {
                dt { "clustering" }
                dd {
                    @if let Some(clustering) = &nist.clustering {
                        (points(clustering.score))
                        small { "mean distance of " (count(clustering.marginals.len())) " random tables of three columns" }
                    } @else { "–" small { "needs three columns" } }
                }
            }
            div {
                dt { "classification" }
                dd {
                    (points(nist.classification.score))
                    small {
                        (count(nist.classification.conjunctions.len())) " random conjunctions, root mean square of log ratios "
                        (decimal(nist.classification.root_mean_square))
                    }
                }
            }
            div {
                dt { "regression" }
                dd {
                    @if let Some(regression) = &nist.regression {
                        (points(regression.score))
                        small {
                            "Gini coefficients " (share(regression.gini_component)) ", ranks by pay gap "
                            (share(regression.rank_component)) ", each from 0 to 1"
                        }
                    } @else { "–" small { "the spec names no columns for it" } }
                }
            }
        }
        @if let Some(regression) = &nist.regression { (cities(regression)) }
    }
}

fn cities(regression: &Regression) -> Markup {
    let row = |city: &City| {
        vec![
            Cell::Words(name(&city.label)),
            Cell::number(city.real_gini, share),
            Cell::maybe(city.synthetic_gini, share),
            Cell::number(city.real_gap, decimal),
            Cell::maybe(city.synthetic_gap, decimal),
            Cell::number(city.real_rank, decimal),
            Cell::maybe(city.synthetic_rank, decimal),
        ]
    };
    let table = Table {
        caption: html! { "Gini coefficient of incomes, pay gap and rank by it, for each place" },
        columns: [
            Column::words("place"),
            Column::numbers("Gini, real"),
            Column::numbers("Gini, synthetic"),
            Column::numbers("gap, real"),
            Column::numbers("gap, synthetic"),
            Column::numbers("rank, real"),
            Column::numbers("rank, synthetic"),
        ]
        .into(),
        rows: regression.cities.iter().map(row).collect(),
    };
    html! {
        details {
            summary { h3 { "Regression by place" } span.soft { (count(regression.cities.len())) } }
            div.inside { (table.markup()) }
        }
    }
}

fn points(score: f64) -> String {
    count(format!("{score:.0}"))
}
