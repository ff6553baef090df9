//! `privet account`: the budget of one table, kept in a file.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Subcommand;
use privet_release::{Account, Spec, verify_account};

use super::verify::tell;
use crate::error::CliError;
use crate::output::{announce, write_json};
use crate::progress::Reporter;

/// Keep the budget of a table in a file: make one, see what is left, check it.
///
/// `release --account FILE` charges it before the table is opened. A charge stands, whatever becomes of the release.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(subcommand)]
    pub action: Action,
}

/// What is done with an account.
#[derive(Debug, Subcommand)]
pub enum Action {
    /// Make an account for the table of a spec.
    #[command(after_help = EXAMPLES)]
    Create {
        /// The file to make; it must not exist yet.
        #[arg(value_name = "FILE")]
        file: PathBuf,

        /// A spec of the table: the account has its unit, its adjacency, and its `lifetime` if it has one.
        #[arg(long, value_name = "SPEC")]
        spec: PathBuf,

        /// ε that all releases together may spend, where the spec has no `lifetime`.
        #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
        epsilon: Option<String>,

        /// δ that they may spend; without it all of them are ε-DP.
        #[arg(
            long,
            value_name = "NUMBER",
            requires = "epsilon",
            allow_hyphen_values = true
        )]
        delta: Option<String>,

        /// The record of a release that was made before, or its folder; once for each. Each is checked first, as `verify`
        /// does it, and they are charged at once.
        #[arg(long, value_name = "RECORD")]
        previous: Vec<PathBuf>,

        /// Print one JSON object instead of text.
        #[arg(long)]
        json: bool,
    },
    /// Say what was charged and what is left, in plain words and as an attacker's odds.
    Show {
        /// The account.
        #[arg(value_name = "FILE")]
        file: PathBuf,

        /// Print one JSON object instead of text.
        #[arg(long)]
        json: bool,
    },
    /// Check that no line was changed, and that the account knows these records.
    ///
    /// It ends with code 2 if something does not hold. An older copy of an account is a good account by itself: it shows
    /// against the records of later releases, or a head that was noted.
    Verify {
        /// The account.
        #[arg(value_name = "FILE")]
        file: PathBuf,

        /// Records of releases, or their folders, that the account must know. Each is checked first, as `verify` does it.
        #[arg(value_name = "RECORD")]
        records: Vec<PathBuf>,

        /// The head that `account show` printed earlier: a line that must still be there.
        #[arg(long, value_name = "DIGEST")]
        head: Option<String>,

        /// Print one JSON object instead of text.
        #[arg(long)]
        json: bool,
    },
}

impl Action {
    /// Whether the answer is for programs.
    pub fn prints_json(&self) -> bool {
        match self {
            Self::Create { json, .. } | Self::Show { json, .. } | Self::Verify { json, .. } => {
                *json
            }
        }
    }
}

/// Makes, shows or checks an account.
pub fn run(args: &Args, out: &mut impl Write) -> Result<(), CliError> {
    match &args.action {
        Action::Create {
            file,
            spec,
            epsilon,
            delta,
            previous,
            json,
        } => {
            let spec = Spec::read(spec)?;
            let lifetime = epsilon.as_deref();
            let lifetime = lifetime.map(|epsilon| Account::lifetime_of(epsilon, delta.as_deref()));
            let account = Account::create(
                file,
                &spec,
                lifetime.transpose()?,
                previous,
                &Reporter::Terminal,
            )?;
            announce(out, |out| show(&account, *json, out))
        }
        Action::Show { file, json } => Ok(show(&Account::read(file)?, *json, out)?),
        Action::Verify {
            file,
            records,
            head,
            json,
        } => {
            let found = verify_account(file, records, head.as_deref(), &Reporter::Terminal)?;
            tell(found, *json, out)
        }
    }
}

fn show(account: &Account, json: bool, out: &mut impl Write) -> io::Result<()> {
    if json {
        write_json(out, &account.json())
    } else {
        write!(out, "{account}")
    }
}

const EXAMPLES: &str = "\
Examples:
  privet account create account.jsonl --spec spec.ron --epsilon 3 --delta 1e-9
  privet release spec.ron --data table.csv --out first --account account.jsonl
  privet account show account.jsonl
  privet account verify account.jsonl first second";
