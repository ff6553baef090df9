//! Progress bars on a terminal, silence elsewhere.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Whether and how progress is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reporter {
    /// On standard error, if that is a terminal.
    Terminal,
    /// Nothing.
    Quiet,
}

impl Reporter {
    /// A bar for one stage of `length` steps.
    pub fn stage(self, name: &str, length: u64) -> Bar {
        let bar = ProgressBar::with_draw_target(Some(length), self.target());
        let style = ProgressStyle::with_template("{prefix:24} {wide_bar} {percent:>3} %  {eta}");
        if let Ok(style) = style {
            bar.set_style(style);
        }
        bar.set_prefix(name.to_owned());
        Bar(bar)
    }

    /// A line for people, on standard error. It may depend on the data: it is internal.
    pub fn say(self, line: &str) {
        if self == Self::Terminal {
            // A closed standard error has nobody to read it.
            let _ =
                std::io::Write::write_all(&mut std::io::stderr(), format!("{line}\n").as_bytes());
        }
    }

    fn target(self) -> ProgressDrawTarget {
        match self {
            // Hidden by itself where standard error is no terminal.
            Self::Terminal => ProgressDrawTarget::stderr(),
            Self::Quiet => ProgressDrawTarget::hidden(),
        }
    }
}

/// One stage's bar; it goes away when the stage ends.
pub struct Bar(ProgressBar);

impl Bar {
    /// One step further.
    pub fn step(&self) {
        self.0.inc(1);
    }

    /// As far as this.
    pub fn at(&self, position: u64) {
        self.0.set_position(position);
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
