//! The commands, one file each. A command writes its answer to `out`.

mod calibrate;
mod check;
mod compare;
mod demo;
mod draft;
mod evaluate;
mod plan;
mod release;
mod report;
mod sample;
mod verify;

use std::io::Write;

use crate::args::Command;
use crate::error::CliError;

/// Does what was asked.
pub fn run(command: Command, out: &mut impl Write) -> Result<(), CliError> {
    match command {
        Command::Calibrate(args) => calibrate::run(&args, out),
        Command::Plan(args) => plan::run(&args, out),
        Command::Release(args) => release::run(&args, out),
        Command::Sample(args) => sample::run(&args, out),
        Command::Verify(args) => verify::run(&args, out),
        Command::Check(args) => check::run(&args, out),
        Command::Compare(args) => compare::run(&args, out),
        Command::Report(args) => report::run(&args, out),
        Command::Demo(args) => demo::run(&args, out),
        Command::Evaluate(args) => evaluate::run(&args, out),
        Command::Draft(args) => draft::run(&args, out),
    }
}
