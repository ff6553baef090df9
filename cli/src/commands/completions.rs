//! `privet completions`: what a shell knows of this program.

use std::io::Write;

use clap::Command;
use clap_complete::{Shell, generate};

use crate::error::CliError;

/// Print what a shell needs to complete commands and options of privet.
///
/// Where it goes, so that every new shell reads it:
///   bash        ~/.local/share/bash-completion/completions/privet
///   zsh         a folder of $fpath, under the name _privet
///   fish        ~/.config/fish/completions/privet.fish
///   powershell  the file that $PROFILE names
///   elvish      ~/.config/elvish/rc.elv
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment, after_help = EXAMPLES)]
pub struct Args {
    /// The shell.
    #[arg(value_name = "SHELL")]
    pub shell: Shell,
}

/// Prints the script for `program`.
pub fn run(args: &Args, mut program: Command, out: &mut impl Write) -> Result<(), CliError> {
    let name = program.get_name().to_owned();
    let mut script = Vec::new();
    generate(args.shell, &mut program, name, &mut script);
    out.write_all(&script)?;
    Ok(out.flush()?)
}

const EXAMPLES: &str = "\
Examples:
  privet completions bash > ~/.local/share/bash-completion/completions/privet
  privet completions zsh > ~/.zfunc/_privet
  privet completions fish > ~/.config/fish/completions/privet.fish
  privet completions powershell >> $PROFILE
  privet completions elvish >> ~/.config/elvish/rc.elv";
