//! The private notes beside a draft: what was counted, column by column, in Markdown.
//!
//! Whatever tells of the table beyond what a spec must say stands here, so that it cannot reach a record or a model
//! with the spec.

use core::fmt::Write as _;

use privet_spec::{Kind, counted};

use super::form::Form;
use super::guess::{Drafted, Guess};
use super::ids::ROWS;
use super::ordered::{MOST_DECIMALS, decimal, sorted};
use super::profile::Profile;
use super::text::code;
use super::unit::Candidate;
use super::view::View;
use super::written::RARE;
use crate::check::shown;

/// The notes' text. Writing to a `String` cannot fail, so results are dropped.
pub(super) fn notes(
    (file, rows, form): (&str, u64, Form),
    candidates: &[Candidate<'_>],
    columns: &[Drafted<'_>],
    rules: &str,
) -> String {
    let (file, count) = (code(file), columns.len());
    let mut out = format!(
        "# Private notes on the draft for {file}\n\n{PREFACE}\nThe table has {} and {}.\n",
        counted(rows, "row", "rows"),
        counted(count, "column", "columns")
    );
    if let Some(text) = form.text() {
        let _ = writeln!(
            out,
            "Its first lines say how it is written, and so it was read: `{text}`."
        );
    }
    first_checks(columns, &mut out);
    persons(rows, candidates, &mut out);
    out.push_str(rules);
    for column in columns {
        let _ = write!(out, "\n## {}\n\n", code(&column.view.profile.name));
        became(&column.guess, &mut out);
        seen(&column.view, rows, &mut out);
        listed(column.view.profile, &mut out);
    }
    out
}

/// What a person should look at before anything else.
fn first_checks(columns: &[Drafted<'_>], out: &mut String) {
    out.push_str(
        "\n## First things to check\n\n- Who is protected, and with how many rows? See below.\n",
    );
    let names = |wanted: &dyn Fn(&Drafted<'_>) -> bool| {
        let names = columns.iter().filter(|column| wanted(column));
        let names: Vec<String> = names
            .map(|column| code(&column.view.profile.name))
            .collect();
        names.join(", ")
    };
    let told = |column: &Drafted<'_>| matches!(&column.guess, Guess::Attribute(written) if written.reasons.len() > 1);
    let has_rare = |column: &Drafted<'_>| {
        let listed = matches!(&column.guess, Guess::Attribute(written) if matches!(written.attribute.kind(), Kind::Categorical(_)));
        listed && rare(column.view.profile) > 0
    };
    let left_out = |column: &Drafted<'_>| matches!(column.guess, Guess::LeftOut(_));
    for (what, names) in [
        ("Left out, perhaps needed", names(&left_out)),
        ("Drafted by a guess that is worth a look", names(&told)),
        ("With labels that few rows have", names(&has_rare)),
    ] {
        if !names.is_empty() {
            let _ = writeln!(out, "- {what}: {names}");
        }
    }
}

/// Which columns may tell persons apart, and how many rows each would have.
fn persons(rows: u64, candidates: &[Candidate<'_>], out: &mut String) {
    out.push_str("\n## Who is protected\n\n");
    if candidates.is_empty() {
        out.push_str(
            "No column looks like the id of a person, by its name or by its values: the draft says `unit: Row`, which is \
             right only if nobody has two rows.\n",
        );
        return;
    }
    out.push_str(
        "These columns look like ids, the likeliest first. Of a person with more than r rows, a release keeps r. Noise grows \
         with r; a small r makes persons with many rows look like others. Choose an r that follows from how the table was \
         made (one answer a person, twelve months) and not from these numbers.\n",
    );
    for candidate in candidates {
        let (name, tally) = (code(&candidate.profile.name), &candidate.profile.tally);
        let about = if tally.is_exact() { "" } else { "about " };
        let (ids, most, least) = (
            tally.distinct(),
            tally.most(),
            if tally.is_exact() { "" } else { "at least " },
        );
        let _ = writeln!(
            out,
            "\n{name}: {about}{ids} ids; most rows of one id: {least}{most}. It is listed, since {}.",
            candidate.named.why()
        );
        let absent = rows.saturating_sub(candidate.profile.values);
        if absent > 0 {
            let absent = counted(absent, "row has", "rows have");
            let _ = writeln!(out, "{absent} no id; a release drops what has none.");
        }
        if tally.never_repeats() {
            continue;
        }
        out.push_str(
            "\n| r | rows kept | persons with all their rows | noise in shares, beside r = 1 | |\n\
             |---:|---:|---:|---:|---|\n",
        );
        for most in ROWS {
            let kept = 100.0 * tally.rows_within(most);
            let whole = 100.0 * tally.values_within(most);
            let noise = tally.noise_in_share(most) / tally.noise_in_share(1);
            let drafted = if most == candidate.rows {
                "drafted"
            } else {
                ""
            };
            let _ = writeln!(
                out,
                "| {most} | {kept:.1} % | {whole:.1} % | {noise:.1} | {drafted} |"
            );
        }
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

fn seen(view: &View<'_>, rows: u64, out: &mut String) {
    let profile = view.profile;
    let missing = rows.saturating_sub(profile.values.saturating_add(profile.not_utf8));
    let _ = writeln!(out, "- rows with a value: {}", profile.values);
    let _ = writeln!(out, "- rows that look missing: {missing}");
    if profile.not_utf8 > 0 {
        let _ = writeln!(out, "- rows that are not UTF-8: {}", profile.not_utf8);
    }
    let about = if profile.tally.is_exact() {
        ""
    } else {
        "about "
    };
    let _ = writeln!(
        out,
        "- distinct values: {about}{}",
        profile.tally.distinct()
    );
    if profile.labels.is_some() {
        let rare = rare(profile);
        let _ = writeln!(
            out,
            "- values in fewer than {RARE} rows, which may point to a person: {rare}"
        );
    }
    if let Some((_, reading, _)) = view.date() {
        if let Some((low, high)) = reading.range {
            let _ = writeln!(out, "- from {low} to {high}");
        }
    } else if let Some(sorted) = view.numbers().and_then(|numbers| sorted(view, numbers)) {
        let (low, high) = sorted.range;
        let (low, high) = (decimal(low, MOST_DECIMALS), decimal(high, MOST_DECIMALS));
        let _ = writeln!(out, "- from {low} to {high}");
    }
}

/// Labels that few rows have.
fn rare(profile: &Profile) -> usize {
    let counts = profile.labels.iter().flat_map(|labels| labels.values());
    counts.filter(|count| **count < RARE).count()
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

const PREFACE: &str = "\
**Made from private data, for the owner of the table alone.** No guarantee protects these figures. Do not publish this
file, do not pass it on with the spec or with a release, and delete it when the spec is done.

The draft beside it marks every line that holds something of the table. For each of them find a public source, write
what that says, and remove the mark. Bounds are rounded outward from what is told here. A label with a mark of its own is
rare: is it in a public list, or only in the table because of a few people?
";
