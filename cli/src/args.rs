//! The command line: what can be asked. The arguments of a command stand in its own file.

use std::io::Write;

use clap::{CommandFactory as _, Parser, Subcommand};

use crate::commands::{
    account, calibrate, check, compare, completions, demo, diff, draft, evaluate, export, man,
    plan, release, report, sample, verify,
};
use crate::error::CliError;

/// Differentially private synthetic data, checked instead of believed.
#[derive(Debug, Parser)]
#[command(name = "privet", version, arg_required_else_help = true, after_help = EXAMPLES)]
pub struct Args {
    #[command(subcommand)]
    pub command: Command,
}

/// What can be asked.
#[derive(Debug, Subcommand)]
pub enum Command {
    Demo(demo::Args),
    Draft(draft::Args),
    Check(check::Args),
    Plan(plan::Args),
    Diff(diff::Args),
    Release(release::Args),
    Sample(sample::Args),
    Export(export::Args),
    Verify(verify::Args),
    Account(account::Args),
    Evaluate(evaluate::Args),
    Compare(compare::Args),
    Report(report::Args),
    Calibrate(calibrate::Args),
    Completions(completions::Args),
    Man(man::Args),
}

impl Command {
    /// Whether standard output is for people, and not rows, a spec, JSON, or what a shell reads.
    pub fn answers_in_prose(&self) -> bool {
        match self {
            Self::Sample(_) | Self::Draft(_) | Self::Export(_) | Self::Completions(_) => false,
            Self::Man(args) => args.out.is_some(),
            Self::Check(args) => !args.json,
            Self::Plan(args) => !args.json,
            Self::Diff(args) => !args.json,
            Self::Release(args) => !args.json,
            Self::Verify(args) => !args.json,
            Self::Calibrate(args) => !args.json,
            Self::Account(args) => !args.action.prints_json(),
            Self::Demo(_) | Self::Evaluate(_) | Self::Compare(_) | Self::Report(_) => true,
        }
    }

    /// Does what was asked, and writes the answer to `out`.
    pub fn run(&self, out: &mut impl Write) -> Result<(), CliError> {
        match self {
            Self::Demo(args) => demo::run(args, out),
            Self::Draft(args) => draft::run(args, out),
            Self::Check(args) => check::run(args, out),
            Self::Plan(args) => plan::run(args, out),
            Self::Diff(args) => diff::run(args, out),
            Self::Release(args) => release::run(args, out),
            Self::Sample(args) => sample::run(args, out),
            Self::Export(args) => export::run(args, out),
            Self::Verify(args) => verify::run(args, out),
            Self::Account(args) => account::run(args, out),
            Self::Evaluate(args) => evaluate::run(args, out),
            Self::Compare(args) => compare::run(args, out),
            Self::Report(args) => report::run(args, out),
            Self::Calibrate(args) => calibrate::run(args, out),
            Self::Completions(args) => completions::run(args, Args::command(), out),
            Self::Man(args) => man::run(args, Args::command(), out),
        }
    }
}

const EXAMPLES: &str = "\
Examples:
  privet demo                                           see it work on a fictitious table
  privet draft --data table.csv --out spec.ron          a first spec, to be reviewed
  privet check spec.ron                                 what it promises
  privet plan spec.ron --rows 50000                     what to expect, before any data is read
  privet diff signed.ron spec.ron                       what changed in the promise
  privet release spec.ron --data table.csv --out published
  privet verify published                               re-check the claim
  privet export published --json --out model.json       its noisy tables with labels, for other programs
  privet account create account.jsonl --spec spec.ron --epsilon 3 --delta 1e-9
                                                        a file that keeps the table's budget
  privet report published --out report.html             what is public of it, as a page
  privet evaluate --spec spec.ron --real table.csv --synthetic published/synthetic.csv
                                                        how close it is; not for publication
  privet completions bash                               what a shell needs to complete commands; privet man: the manual

Errors are explained on standard error and end the program with code 2. Once new files are in place the code is 0.
`diff` ends with 1 where two specs differ; `verify` with 1 where records are missing, and with 3 where it cannot tell.
Ctrl-C leaves nothing unfinished behind.";
