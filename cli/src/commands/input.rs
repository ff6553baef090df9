//! What commands are given: specs, files, delimiters.

use std::fs;
use std::io::IsTerminal as _;
use std::path::Path;

use privet_spec::Style;

use crate::error::CliError;
use crate::plan::Plan;
use crate::progress::Reporter;
use crate::release::Spec;
use crate::table::Delimiter;

/// Reads and checks a spec; all of its problems are reported at once.
pub fn spec(path: &Path) -> Result<Spec, CliError> {
    parse_spec(&path.display().to_string(), text(path)?)
}

/// Checks a spec that is at hand.
pub fn parse_spec(name: &str, text: String) -> Result<Spec, CliError> {
    let release = privet_spec::parse(&text)
        .map_err(|problems| CliError::Several(problems.render(name, &text, style())))?;
    let plan = Plan::new(&release)?;
    Ok(Spec {
        text,
        release,
        plan,
    })
}

/// How a spec's problems are shown on standard error. No colours where there is no terminal, or where
/// `NO_COLOR` asks for none (https://no-color.org).
fn style() -> Style {
    let stderr = std::io::stderr();
    let declined = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let width = terminal_size::terminal_size_of(&stderr).map(|(width, _)| usize::from(width.0));
    Style {
        colour: stderr.is_terminal() && !declined,
        width: width.unwrap_or(Style::plain().width),
    }
}

/// Reads a text file.
pub fn text(path: &Path) -> Result<String, CliError> {
    let name = path.display().to_string();
    let bytes = fs::read(path).map_err(|error| {
        CliError::refused(
            &name,
            format!("it cannot be read ({error})"),
            "check the path",
        )
    })?;
    String::from_utf8(bytes)
        .map_err(|_| CliError::refused(&name, "it is not UTF-8", "save the file as UTF-8"))
}

/// Reads a delimiter: one ASCII character, `\t` or `tab`.
pub fn delimiter(text: &str) -> Result<Delimiter, CliError> {
    text.parse().map_err(|_| {
        let what = format!("`{}` cannot stand between fields", text.escape_debug());
        CliError::refused(
            "--delimiter",
            what,
            "give one ASCII character, such as `;`, or `\\t`",
        )
    })
}

/// Progress unless it was declined.
pub fn reporter(quiet: bool) -> Reporter {
    if quiet {
        Reporter::Quiet
    } else {
        Reporter::Terminal
    }
}
