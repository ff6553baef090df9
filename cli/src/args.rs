//! The command line.
//!
//! Numbers stay text here: the commands read them exactly, so that a budget such as 0.1, which no
//! float can hold, is never rounded to the unsafe side, and a refusal can quote what was written.

use clap::{Parser, Subcommand};

/// Differentially private synthetic data, checked instead of believed.
#[derive(Debug, Parser)]
#[command(name = "privet", version, arg_required_else_help = true, after_help = EXAMPLES)]
pub struct Args {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    Calibrate(Calibrate),
}

/// Print how much Gaussian noise an (epsilon, delta) guarantee needs.
///
/// Prints chi, the solution of the analytic Gaussian equation; mu², the total that all answers
/// together may spend; and sigma, the standard deviation of the noise if one answer spends all of
/// it. Every figure is rounded to the safe side.
#[derive(Debug, clap::Args)]
#[command(after_help = CALIBRATE_EXAMPLES)]
pub struct Calibrate {
    /// ε of the guarantee, from 1e-6 to 700.
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    pub epsilon: String,

    /// δ of the guarantee, from 1e-300 to below 0.5.
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    pub delta: String,

    /// How far one unit of privacy moves the answer (in the L2 norm): a whole number below 2^48.
    #[arg(
        long,
        value_name = "WHOLE NUMBER",
        default_value = "1",
        allow_hyphen_values = true
    )]
    pub sensitivity: String,

    /// Print one JSON object instead of text.
    #[arg(long)]
    pub json: bool,
}

const EXAMPLES: &str = "\
Examples:
  privet calibrate --epsilon 1 --delta 1e-9
  privet help calibrate

Errors are explained on standard error and end the program with code 2.";

const CALIBRATE_EXAMPLES: &str = "\
Examples:
  privet calibrate --epsilon 1 --delta 1e-9
  privet calibrate --epsilon 0.8 --delta 1e-9 --sensitivity 2 --json";
