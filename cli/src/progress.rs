//! Progress bars on a terminal, silence elsewhere.

use std::io::{self, Write as _};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use privet_release::{Stage, Watch};
use privet_spec::Line;

use crate::output::{width_of_errors, wrapped};

/// Whether and how progress is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reporter {
    /// On standard error, if that is a terminal.
    Terminal,
    /// Nothing.
    Quiet,
}

impl Reporter {
    /// Progress unless it was declined.
    pub fn unless(quiet: bool) -> Self {
        if quiet { Self::Quiet } else { Self::Terminal }
    }

    fn target(self) -> ProgressDrawTarget {
        match self {
            // Hidden by itself where standard error is no terminal.
            Self::Terminal => ProgressDrawTarget::stderr(),
            Self::Quiet => ProgressDrawTarget::hidden(),
        }
    }
}

impl Watch for Reporter {
    fn stage(&self, name: &str, steps: u64) -> Box<dyn Stage + '_> {
        let bar = ProgressBar::with_draw_target(Some(steps), self.target());
        let template = if steps == 0 {
            // How far it is nobody knows, but that it goes on.
            bar.enable_steady_tick(Duration::from_millis(200));
            "{prefix:24} {spinner} {elapsed}"
        } else {
            "{prefix:24} {wide_bar} {percent:>3} %  {eta}"
        };
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar.set_prefix(String::from(Line::from(name)));
        Box::new(Bar(bar))
    }

    /// A line for the operator, on standard error. It may depend on the data: it is internal.
    fn note(&self, remark: &str) {
        if *self == Self::Terminal {
            self.warn(remark);
        }
    }

    /// The same, also for who wants no notes: a budget that counts is no matter of taste.
    fn warn(&self, warning: &str) {
        let line = format!("{}\n", Line::from(warning));
        let line = width_of_errors().map_or(line.clone(), |width| wrapped(&line, width));
        // A closed standard error has nobody to read it.
        let _ = io::stderr().write_all(line.as_bytes());
    }
}

/// One stage's bar; it goes away when the stage ends.
struct Bar(ProgressBar);

impl Stage for Bar {
    fn step(&self) {
        self.0.inc(1);
    }

    fn at(&self, position: u64) {
        self.0.set_position(position);
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
