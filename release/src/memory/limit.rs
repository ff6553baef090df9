//! What a release may take.

use super::left::{By, Left};
use crate::complaint::Complaint;

/// How much memory a release may take, as far as that is its own choice: a table that does not fit into half of it is read
/// again for each batch of counts. The other half is for the model; how much that needs follows from the spec and the
/// number of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryLimit {
    /// For a table that is held.
    held: u64,
    /// Or for what is known of persons or counted in one pass.
    pass: u64,
    /// What was asked for, if it was.
    asked: Option<u64>,
}

impl MemoryLimit {
    /// The least that a release is made with, in bytes.
    pub const LEAST: u64 = 64_000_000;

    /// So many bytes in all.
    pub const fn of_bytes(bytes: u64) -> Self {
        Self {
            held: bytes / 2,
            pass: bytes / 2,
            asked: Some(bytes),
        }
    }

    /// For tests: no table is held, however small, and a pass may take so many bytes.
    #[cfg(test)]
    pub(crate) const fn of_passes(pass: u64) -> Self {
        Self {
            held: 0,
            pass,
            asked: None,
        }
    }

    /// What a table that is held may take.
    pub(crate) const fn for_table(self) -> u64 {
        self.held
    }

    /// What may be known of persons or counted in one pass, where the table is not held.
    pub(crate) const fn for_a_pass(self) -> u64 {
        self.pass
    }

    /// Refuses more than the limits of this process leave, and limits that leave too little. A release that took it
    /// would be killed after it was paid for.
    pub(crate) fn expect_left(self) -> Result<(), Complaint> {
        let Some(left) = Left::now() else {
            return Ok(());
        };
        let asked = self.asked.unwrap_or(0);
        if asked > left.bytes && !matches!(left.by, By::Machine) {
            return Err(Complaint::new(
                "--memory",
                format!("{} MB are asked for, and {left}", asked.div_ceil(1_000_000)),
                "ask for less, or raise that limit; nothing was charged, and no noise was drawn",
            ));
        }
        if left.bytes < Self::LEAST {
            let least = Self::LEAST / 1_000_000;
            return Err(Complaint::new(
                "memory",
                format!("a release takes at least {least} MB, and {left}"),
                "raise that limit; nothing was charged, and no noise was drawn",
            ));
        }
        Ok(())
    }
}

/// What the limits of this process leave, where the system tells: those of the machine, of the user and of a container.
/// Otherwise whatever there is.
impl Default for MemoryLimit {
    fn default() -> Self {
        let left = Left::now().map_or(u64::MAX, |left| left.bytes);
        Self {
            asked: None,
            ..Self::of_bytes(left)
        }
    }
}
