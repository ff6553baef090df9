//! The short answer as text, top-down.

use std::io::{self, Write};

use privet_evaluate::Evaluation;
use privet_evaluate::findings::{Choice, Marginal, RuleCount, Target, Ways};
use privet_spec::{Line, shown};

/// Prints the verdict, where the table is weakest, and the scores.
pub fn summary(found: &Evaluation, out: &mut dyn Write) -> io::Result<()> {
    let (run, verdict) = (&found.run, &found.verdict);
    writeln!(out, "{}\n", found.notice)?;
    writeln!(out, "{}\n", Line::from(verdict.words.as_str()))?;
    let columns = found.columns.len();
    writeln!(
        out,
        "Compared: {} real rows with {} synthetic ones, {columns} columns; seed {}.",
        run.real.rows, run.synthetic.rows, run.seed
    )?;

    if !run.rules.is_empty() {
        writeln!(out, "\nRows that break a rule:")?;
        writeln!(out, "     real  synthetic  rule")?;
        for RuleCount {
            rule,
            real,
            synthetic,
        } in &run.rules
        {
            let rule = Line::from(rule.as_str());
            writeln!(out, "{real:>9}  {synthetic:>9}  {rule}")?;
        }
    }

    writeln!(
        out,
        "\nDistance of marginals (0 the same, 1 nothing in common):"
    )?;
    writeln!(out, "  columns     mean   a sample's    worst  of them")?;
    for ways in &found.marginals {
        if let Some(line) = ways_line(found, ways) {
            writeln!(out, "{line}")?;
        }
    }

    weakest_columns(found, out)?;
    writeln!(out, "Weakest pairs:")?;
    for pair in &verdict.weakest_pairs {
        let marginals = found.marginals.iter().find(|ways| ways.ways == 2);
        let same = |marginal: &&Marginal| marginal.columns.as_slice() == pair;
        if let Some(marginal) = marginals.and_then(|ways| ways.marginals.iter().find(same)) {
            writeln!(out, "  {:.4}  {}", marginal.distance, names(found, pair))?;
        }
    }
    writeln!(
        out,
        "Dependence of pairs ({}) is off by {:.4} on average.",
        found.dependence.measure, found.dependence.mean_difference
    )?;
    scores(found, out)
}

/// The worst fault of each column, beside what a sample of the real table may have.
fn weakest_columns(found: &Evaluation, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "\nWeakest columns:")?;
    writeln!(out, "      off  a sample may be  column")?;
    let places = found.weakest_first();
    for place in places.iter().take(MOST_COLUMNS) {
        let column = found.columns.get(*place);
        if let Some((column, fault)) = column.and_then(|column| Some((column, column.worst()?))) {
            writeln!(
                out,
                "   {:.4}           {:.4}  {}: {}",
                fault.size,
                fault.allowance,
                shown(&column.name),
                Line::from(fault.words.as_str())
            )?;
        }
    }
    let more = places.len().saturating_sub(MOST_COLUMNS);
    if more > 0 {
        writeln!(out, "  and {more} more, in the files of --json and --html")?;
    }
    Ok(())
}

fn scores(found: &Evaluation, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "\nNIST 2018 scores (0 to 1000000):")?;
    let nist = &found.nist;
    if let Some(clustering) = &nist.clustering {
        writeln!(out, "  clustering      {:>7.0}", clustering.score)?;
    }
    writeln!(out, "  classification  {:>7.0}", nist.classification.score)?;
    match &nist.regression {
        Some(regression) => writeln!(out, "  regression      {:>7.0}", regression.score)?,
        None => writeln!(
            out,
            "  regression      not measured: name its columns as `evaluation` in the spec"
        )?,
    }

    if !found.learning.targets.is_empty() {
        writeln!(out, "\nTrained on synthetic rows, tested on real ones:")?;
        writeln!(out, "  area under curve       accuracy")?;
        writeln!(
            out,
            "  synthetic    real      synthetic    real  majority  risk gap  question"
        )?;
    }
    for target in &found.learning.targets {
        writeln!(out, "{}", target_line(target))?;
    }
    if !found.learning.targets.is_empty() {
        writeln!(
            out,
            "  Risk gap: by how much the shares of wrong answers of the two models differ on the real rows that the one\n  \
             was trained on (Li's error U)."
        )?;
    }
    for note in &found.learning.notes {
        writeln!(out, "  note: {}", Line::from(note.as_str()))?;
    }

    let neighbours = &found.neighbours;
    if let (Some(synthetic), Some(real)) = (&neighbours.synthetic, &neighbours.real) {
        writeln!(
            out,
            "\nNearest real row: {:.1} % of columns differ on average (held-out real rows: {:.1} %);\n\
             exact copies: {:.2} % of synthetic rows (held-out real rows: {:.2} %).\n{}",
            100.0 * synthetic.mean,
            100.0 * real.mean,
            100.0 * synthetic.exact_matches,
            100.0 * real.exact_matches,
            neighbours.caveat
        )?;
    }
    Ok(())
}

/// `None` if there are no marginals of so many columns.
fn ways_line(found: &Evaluation, ways: &Ways) -> Option<String> {
    let worst = ways.marginals.get(*ways.worst.first()?)?;
    let measured = ways.marginals.len();
    let of = match (ways.choice, ways.possible) {
        (Choice::All, _) => format!("all {measured}"),
        (Choice::Sampled, Some(possible)) => format!("{measured} of {possible}"),
        (Choice::Sampled, None) => format!("{measured}"),
    };
    Some(format!(
        "  {:<7} {:>8.4} {:>12.4} {:>8.4}  {of}; {}",
        ways.ways,
        ways.mean,
        ways.sampling,
        worst.distance,
        names(found, &worst.columns)
    ))
}

fn target_line(target: &Target) -> String {
    let figure =
        |figure: Option<f64>| figure.map_or("-".to_owned(), |figure| format!("{figure:.4}"));
    let (real, synthetic) = (target.real, target.synthetic);
    format!(
        "  {:>9}  {:>6}      {:>9}  {:>6}    {:>6}    {:>6}  {}",
        figure(synthetic.and_then(|scores| scores.auc)),
        figure(real.and_then(|scores| scores.auc)),
        figure(synthetic.map(|scores| scores.accuracy)),
        figure(real.map(|scores| scores.accuracy)),
        figure(Some(target.majority)),
        figure(target.risk_gap),
        Line::from(target.question.as_str())
    )
}

fn names(found: &Evaluation, places: &[usize]) -> String {
    let columns = places.iter().filter_map(|place| found.columns.get(*place));
    let names: Vec<String> = columns.map(|column| shown(&column.name)).collect();
    names.join(" × ")
}

/// Columns that are listed, weakest first.
const MOST_COLUMNS: usize = 20;
