//! The commands, one module each. A command writes to `out` and to nothing else.

mod calibrate;

use std::io::Write;

use crate::args::Command;
use crate::error::CliError;

/// Does what was asked.
pub fn run(command: Command, out: &mut impl Write) -> Result<(), CliError> {
    match command {
        Command::Calibrate(args) => calibrate::run(&args, out),
    }
}
