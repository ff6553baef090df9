//! What is promised, in the sentences of the record, with an attacker's odds drawn; and what is not.

use maud::{Markup, html};
use privet_release::Facts;

use crate::plot::{Chance, chances};

pub fn section(release: &Facts) -> Markup {
    let words = &release.in_words;
    let drawn = [
        Chance {
            label: "before the release".to_owned(),
            chance: 0.5,
        },
        Chance {
            label: "after it at best, by ε and δ alone".to_owned(),
            chance: release.best_guess.by_budget,
        },
        Chance {
            label: "after it at best, with this noise".to_owned(),
            chance: release.best_guess.with_noise,
        },
    ];
    html! {
        div.answer {
            dl.pairs {
                dt { "protected" } dd { (words.protected) }
                dt { "the guarantee" } dd { (words.guarantee) }
                dt { "against whom" } dd { (words.odds) }
            }
            (chances("odds", "How often an attacker guesses right", &drawn))
        }
        h3 { "What is not protected" }
        p { (words.not_hidden) " These facts about the table are told by the release being there:" }
        ul { @for one in &release.claim.unprotected { li { (one) } } }
    }
}
