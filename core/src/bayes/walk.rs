//! The way through one row that is drawn with fallback (Bao 3.3.1): a step on after a draw, back after
//! a failure, further back after every ten.
//!
//! It ends: after [`MOST_STEPS`] steps every draw succeeds, and each leads one step on. So a row of n
//! steps takes at most MOST_STEPS + n draws.
//!
//! Proved: `walks_end`, one draw from any state of up to 256 steps, given that forced draws succeed.
//! Tested: `fallback_ends`.

/// Where the drawing of a row stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Walk {
    /// What is drawn next: 0 is the head, then node after node.
    pub step: usize,
    /// Draws that found nothing so far.
    pub failures: usize,
    /// Draws so far.
    pub draws: usize,
}

impl Walk {
    /// Before the head.
    pub const START: Self = Self {
        step: 0,
        failures: 0,
        draws: 0,
    };

    /// Whether the next draw must take what there is, so that the walk ends.
    pub const fn is_forced(self) -> bool {
        self.draws >= MOST_STEPS
    }

    /// After a draw that found something or not. No loop, so a proof can range over every state.
    #[must_use]
    pub const fn after(self, drawn: bool) -> Self {
        let draws = self.draws.saturating_add(1);
        if drawn {
            let step = self.step.saturating_add(1);
            return Self {
                step,
                draws,
                ..self
            };
        }
        let failures = self.failures.saturating_add(1);
        let back = (failures / TRIES).saturating_add(1);
        Self {
            step: self.step.saturating_sub(back),
            failures,
            draws,
        }
    }
}

/// Failures at one row before going back a step further (Bao 3.3.1).
const TRIES: usize = 10;
/// Draws for one row before attributes take their tables' own distribution.
pub const MOST_STEPS: usize = 20_000;
