//! `privet calibrate`: χ, μ² and σ of a guarantee.
//!
//! ε and δ are read as exact decimals and rounded down, χ and σ come rounded up and μ² down; so the
//! guarantee that was asked for holds for the figures as they are printed.

use std::io::Write;
use std::num::NonZeroU32;

use privet_core::calibration::{CERTIFIED_DELTA, CERTIFIED_EPSILON, calibrate};
use privet_core::privacy::{Delta, Epsilon, Sensitivity, Sigma, SquaredSensitivity};
use privet_spec::{Decimal, DecimalError, shown};
use serde::Serialize;

use crate::error::CliError;
use crate::output::write_json;

/// Print how much Gaussian noise an (epsilon, delta) guarantee needs.
///
/// Prints chi, the solution of the analytic Gaussian equation; mu², the total that all answers
/// together may spend; and sigma, the standard deviation of the noise if one answer spends all of
/// it. Every figure is rounded to the safe side.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
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

/// Prints the calibration as text or JSON.
pub fn run(args: &Args, out: &mut impl Write) -> Result<(), CliError> {
    let answer = Answer::find(args)?;
    if args.json {
        answer.write_as_json(out)
    } else {
        answer.write_text(out)
    }
}

/// What was asked, exactly, and what was found.
struct Answer {
    epsilon: Decimal,
    delta: Decimal,
    sensitivity: Sensitivity,
    chi: f64,
    mu_squared: f64,
    sigma: f64,
}

impl Answer {
    fn find(args: &Args) -> Result<Self, CliError> {
        let epsilon = EPSILON.read(&args.epsilon, |value| CERTIFIED_EPSILON.contains(&value))?;
        let delta = DELTA.read(&args.delta, |value| CERTIFIED_DELTA.contains(&value))?;
        let sensitivity = read_sensitivity(&args.sensitivity)?;

        let found = Epsilon::new(epsilon.to_f64_down())
            .and_then(|epsilon| calibrate(epsilon, Delta::new(delta.to_f64_down())?))
            .map_err(|error| {
                CliError::refused("--epsilon, --delta", error.to_string(), EPSILON.help())
            })?;
        let squared = SquaredSensitivity::of_each(NonZeroU32::MIN, sensitivity);
        let sigma = Sigma::smallest_up(squared, found.mu_squared).map_err(|_| {
            CliError::refused(
                "--sensitivity",
                format!(
                    "an answer that moves by {} would need noise with sigma above 2^60 here",
                    sensitivity.units()
                ),
                "lower the sensitivity, or allow a larger epsilon or delta",
            )
        })?;
        Ok(Self {
            epsilon,
            delta,
            sensitivity,
            chi: found.chi,
            // Exact: at least 2^−51 and at most 53 bits, in units of 2^−112.
            mu_squared: found.mu_squared.to_f64(),
            sigma: sigma.to_f64(),
        })
    }

    fn write_as_json(&self, out: &mut impl Write) -> Result<(), CliError> {
        let report = Report {
            epsilon: nearest(self.epsilon),
            delta: nearest(self.delta),
            chi: self.chi,
            mu_squared: self.mu_squared,
            sigma: self.sigma,
        };
        Ok(write_json(out, &report)?)
    }

    fn write_text(&self, out: &mut impl Write) -> Result<(), CliError> {
        let Self { epsilon, delta, .. } = self;
        let moves = self.sensitivity.units();
        let [chi, mu_squared, sigma] = [self.chi, self.mu_squared, self.sigma].map(short);
        let width = [&chi, &mu_squared, &sigma]
            .map(String::len)
            .into_iter()
            .fold(0, usize::max);
        Ok(write!(
            out,
            "Guarantee: epsilon = {epsilon}, delta = {delta}\n\
             \n  chi    {chi:<width$}  root of the analytic Gaussian equation, rounded up\
             \n  mu^2   {mu_squared:<width$}  what all answers together may spend, rounded down\
             \n  sigma  {sigma:<width$}  noise if one answer spends it all, rounded up\n\
             \nAn answer that one unit of privacy moves by at most {moves} (in the L2 norm), with\n\
             Gaussian noise of standard deviation sigma added, is ({epsilon}, {delta})-differentially\n\
             private. Several answers share mu^2: each costs (sensitivity/sigma)^2 of it.\n"
        )?)
    }
}

/// The shape of the JSON object: its keys are an interface.
#[derive(Serialize)]
struct Report {
    epsilon: f64,
    delta: f64,
    chi: f64,
    mu_squared: f64,
    sigma: f64,
}

/// An option that is a decimal number within a range.
struct Parameter {
    name: &'static str,
    range: &'static str,
    example: &'static str,
}

impl Parameter {
    /// The exact number, whose value rounded down passes `accepted`.
    fn read(&self, text: &str, accepted: impl Fn(f64) -> bool) -> Result<Decimal, CliError> {
        let number: Decimal = text.parse().map_err(|error| {
            let what = match error {
                DecimalError::TooManyDigits => "has more than 38 significant digits",
                DecimalError::OutOfReach => "is out of range",
                _ => "is not a decimal number",
            };
            self.refused(text, what)
        })?;
        if accepted(number.to_f64_down()) {
            Ok(number)
        } else {
            Err(self.refused(text, "is out of range"))
        }
    }

    fn refused(&self, text: &str, what: &str) -> CliError {
        CliError::refused(self.name, format!("`{}` {what}", shown(text)), self.help())
    }

    fn help(&self) -> String {
        format!("write a number {}, such as {}", self.range, self.example)
    }
}

fn read_sensitivity(text: &str) -> Result<Sensitivity, CliError> {
    let refused = |what| {
        CliError::refused(
            "--sensitivity",
            format!("`{}` {what}", shown(text)),
            "write a whole number from 1 to 2^48 - 1 (281474976710655), such as 2",
        )
    };
    let decimal: Decimal = text.parse().map_err(|_| refused("is not a whole number"))?;
    match decimal.to_fraction() {
        Some((units, 1)) => Sensitivity::new(units).map_err(|_| refused("is out of range")),
        Some(_) => Err(refused("is not a whole number")),
        None => Err(refused("is out of range")),
    }
}

/// The float nearest to a decimal, never below the one that was calibrated for: so the guarantee
/// holds for it as well, and it prints as it was written.
fn nearest(decimal: Decimal) -> f64 {
    decimal
        .to_string()
        .parse()
        .unwrap_or_else(|_| decimal.to_f64_down())
}

/// All digits, with an exponent where there would be many zeros.
fn short(value: f64) -> String {
    let plain = PLAIN.contains(&value.abs()) || value == 0.0;
    if plain {
        value.to_string()
    } else {
        format!("{value:e}")
    }
}

const EPSILON: Parameter = Parameter {
    name: "--epsilon",
    range: "from 1e-6 to 700",
    example: "0.8",
};
const DELTA: Parameter = Parameter {
    name: "--delta",
    range: "from 1e-300 to below 0.5",
    example: "1e-9",
};
const PLAIN: std::ops::Range<f64> = 1e-4..1e15;

const EXAMPLES: &str = "\
Examples:
  privet calibrate --epsilon 1 --delta 1e-9
  privet calibrate --epsilon 0.8 --delta 1e-9 --sensitivity 2 --json";
