//! The private notes beside a draft: what was counted, column by column, in Markdown.
//!
//! Whatever tells of the table beyond what a spec must say stands here, so that it cannot reach a record or a model
//! with the spec.

use core::fmt::Write as _;

use super::guess::{Drafted, Guess};
use super::ordered::{MOST_DECIMALS, decimal};
use super::profile::{MOST_LABELS, Profile};
use super::written::RARE;
use crate::check::shown;

/// The notes' text. Writing to a `String` cannot fail, so results are dropped.
pub(super) fn notes(file: &str, rows: u64, columns: &[Drafted<'_>]) -> String {
    let (file, count) = (code(file), columns.len());
    let mut out = format!(
        "# Private notes on the draft for {file}\n\n{PREFACE}\nThe table has {rows} rows and {count} columns.\n"
    );
    persons(columns, &mut out);
    for (profile, guess) in columns {
        let _ = write!(out, "\n## {}\n\n", code(&profile.name));
        became(guess, &mut out);
        seen(profile, rows, &mut out);
        listed(profile, &mut out);
    }
    out
}

/// Which columns may tell persons apart, and how many rows each would have.
fn persons(columns: &[Drafted<'_>], out: &mut String) {
    out.push_str("\n## Who is protected\n\n");
    let mut candidates = columns
        .iter()
        .map(|(profile, _)| profile)
        .filter(|profile| profile.named_like_id)
        .peekable();
    if candidates.peek().is_none() {
        out.push_str("No column is named like the id of a person.\n");
        return;
    }
    out.push_str(
        "These columns are named like the id of a person. Write `unit: Person(id: …, rows: r)` for the right one, with \
         an r that follows from how the table was made and not from these numbers.\n\n",
    );
    for profile in candidates {
        let (name, most) = (code(&profile.name), profile.most_of_a_value);
        let distinct = profile.distinct().unwrap_or_default();
        let _ = writeln!(out, "- {name}: {distinct} ids; most rows of one id: {most}");
    }
}

fn became(guess: &Guess, out: &mut String) {
    match guess {
        Guess::LeftOut(why) => {
            let _ = writeln!(out, "Left out: {why}.\n");
        }
        Guess::Attribute(written) => {
            let _ = writeln!(out, "Drafted as {}.\n", written.reasons.join("; "));
        }
    }
}

fn seen(profile: &Profile, rows: u64, out: &mut String) {
    let missing = rows.saturating_sub(profile.values.saturating_add(profile.not_utf8));
    let _ = writeln!(out, "- rows with a value: {}", profile.values);
    let _ = writeln!(out, "- rows that look missing: {missing}");
    if profile.not_utf8 > 0 {
        let _ = writeln!(out, "- rows that are not UTF-8: {}", profile.not_utf8);
    }
    let _ = match profile.distinct() {
        Some(distinct) => writeln!(out, "- distinct values: {distinct}"),
        None => writeln!(
            out,
            "- distinct values: more than {MOST_LABELS}, or too long to count"
        ),
    };
    if let Some(labels) = &profile.labels {
        let rare = labels.values().filter(|count| **count < RARE).count();
        let _ = writeln!(
            out,
            "- values in fewer than {RARE} rows, which may point to a person: {rare}"
        );
    }
    if let Some(numbers) = &profile.numbers
        && let Some((low, high)) = numbers.range
    {
        let (low, high) = (decimal(low, MOST_DECIMALS), decimal(high, MOST_DECIMALS));
        let _ = writeln!(out, "- from {low} to {high}");
    }
    if let Some(dates) = profile.dates.first()
        && let Some((low, high)) = dates.range
    {
        let _ = writeln!(out, "- from {low} to {high}");
    }
}

/// Texts that look missing, and values, with their numbers of rows; the most frequent first. In a block of code
/// nothing of them is taken for Markdown.
fn listed(profile: &Profile, out: &mut String) {
    let values = profile.labels.iter().flatten();
    let mut texts: Vec<(u64, &String, &str)> = profile
        .missing
        .iter()
        .map(|(text, rows)| (*rows, text, "looks missing"))
        .chain(values.map(|(text, rows)| (*rows, text, if *rows < RARE { "rare" } else { "" })))
        .collect();
    if texts.is_empty() {
        return;
    }
    texts.sort_by(|left, right| right.0.cmp(&left.0).then(left.1.cmp(right.1)));
    out.push_str("\n```text\n      rows  value\n");
    for (rows, text, remark) in texts {
        let line = format!("{rows:>10}  {}  {remark}", shown(text.as_bytes()));
        let _ = writeln!(out, "{}", line.trim_end());
    }
    out.push_str("```\n");
}

/// A text as a span of code.
fn code(text: &str) -> String {
    format!("`{}`", shown(text.as_bytes()).replace('`', "\\u{60}"))
}

const PREFACE: &str = "\
**Made from private data, for the owner of the table alone.** No guarantee protects these figures. Do not publish this
file, do not pass it on with the spec or with a release, and delete it when the spec is done.

The draft beside it marks every line that holds something of the table. For each of them find a public source, write
what that says, and remove the mark. Bounds are rounded outward from what is told here. A label with a mark of its own is
rare: is it in a public list, or only in the table because of a few people?
";
