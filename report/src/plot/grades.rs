//! A scale of grades, with marks for what was graded: one above, one below.

use maud::{Markup, html};
use privet_evaluate::findings::Grade;

use super::figure::{Drawing, px};
use crate::page::{float, letters, shortened};

/// Something that was graded.
pub struct Graded {
    /// What it is, in a few words, with its figure.
    pub label: String,
    /// From 0 to 4, as [`privet_evaluate::findings::Limits::place`] has it.
    pub place: f64,
}

/// The scale from the best grade to the worst.
pub fn grades(key: &str, title: &str, above: &Graded, below: &Graded) -> Markup {
    let drawing = html! {
        @for (place, grade) in Grade::ALL.iter().enumerate() {
            @let left = float(place) * PART;
            rect class={ "grade-" (class(*grade)) } x=(px(left + 1.0)) y=(px(BAND)) width=(px(PART - 2.0)) height=(px(HEIGHT)) rx="3" {}
            text class={ "small middle on-grade-" (class(*grade)) } x=(px(left + PART / 2.0)) y=(px(BAND + 16.0)) { (in_words(*grade)) }
        }
        (mark(above, BAND - 2.0, -1.0))
        (mark(below, BAND + HEIGHT + 2.0, 1.0))
    };
    Drawing {
        key,
        title,
        description: format!(
            "{}: {}; {}: {}",
            above.label,
            on_scale(above),
            below.label,
            on_scale(below)
        ),
        width: WIDTH,
        height: 2.0 * BAND + HEIGHT,
    }
    .svg(&drawing)
}

/// A triangle that points at the scale, and its label beyond it.
fn mark(of: &Graded, y: f64, away: f64) -> Markup {
    let x = (of.place * PART).clamp(6.0, WIDTH - 6.0);
    let label = shortened(&of.label, LETTERS);
    let half = float(letters(&label)) * LETTER / 2.0;
    let middle = x.clamp(half.min(WIDTH / 2.0), (WIDTH - half).max(WIDTH / 2.0));
    // Text stands on its line, so that above the mark it needs less room than below.
    let text = y + away * 9.0 + if away > 0.0 { 10.0 } else { -2.0 };
    html! {
        path.pointer d={ "M" (px(x)) " " (px(y)) "l-6 " (px(away * 8.0)) "h12z" } {}
        text.small.middle x=(px(middle)) y=(px(text)) { (label) }
    }
}

fn on_scale(of: &Graded) -> String {
    let grade = Grade::ALL
        .iter()
        .enumerate()
        .rev()
        .find(|(place, _)| of.place > float(*place));
    in_words(grade.map_or(Grade::LikeASample, |(_, grade)| *grade)).to_owned()
}

/// A grade for people.
pub fn in_words(grade: Grade) -> &'static str {
    match grade {
        Grade::LikeASample => "like a sample",
        Grade::Close => "close",
        Grade::Fair => "fair",
        Grade::Far => "far",
    }
}

/// A grade for the style.
pub fn class(grade: Grade) -> &'static str {
    match grade {
        Grade::LikeASample => "sample",
        Grade::Close => "close",
        Grade::Fair => "fair",
        Grade::Far => "far",
    }
}

const PART: f64 = 105.0;
const WIDTH: f64 = 4.0 * PART;
/// Where the scale begins, from above: there are two marks with a line of text each.
const BAND: f64 = 26.0;
const HEIGHT: f64 = 24.0;
const LETTERS: usize = 60;
const LETTER: f64 = 6.2;
