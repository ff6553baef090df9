//! Memory that is looked for before it is needed: a program that runs out of it is ended by the system, without a word.

/// Whether so many bytes are to be had, as far as the system tells when asked for all of them at once. A system that
/// promises more than it has, as Linux does by default, tells this only of limits and of what no machine has.
pub fn is_memory_for(bytes: u64) -> bool {
    let bytes = usize::try_from(bytes).unwrap_or(usize::MAX);
    Vec::<u8>::new().try_reserve_exact(bytes).is_ok()
}

/// How much memory a release may take, as far as that is its own choice: a table that does not fit into half of it is read
/// again for each batch of counts. The other half is for the model; how much that needs follows from the spec and the
/// number of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryLimit {
    /// For a table that is held.
    held: u64,
    /// Or for what is known of persons or counted in one pass.
    pass: u64,
}

impl MemoryLimit {
    /// So many bytes in all.
    pub const fn of_bytes(bytes: u64) -> Self {
        Self {
            held: bytes / 2,
            pass: bytes / 2,
        }
    }

    /// For tests: no table is held, however small, and a pass may take so many bytes.
    #[cfg(test)]
    pub(crate) const fn of_passes(pass: u64) -> Self {
        Self { held: 0, pass }
    }

    /// What a table that is held may take.
    pub(crate) const fn for_table(self) -> u64 {
        self.held
    }

    /// What may be known of persons or counted in one pass, where the table is not held.
    pub(crate) const fn for_a_pass(self) -> u64 {
        self.pass
    }
}

/// What the machine has, where the system tells; otherwise whatever there is.
impl Default for MemoryLimit {
    fn default() -> Self {
        Self::of_bytes(memory_of_machine().unwrap_or(u64::MAX))
    }
}

#[cfg(target_os = "linux")]
fn memory_of_machine() -> Option<u64> {
    let system = rustix::system::sysinfo();
    // The fields have other widths on other machines.
    #[allow(clippy::useless_conversion)]
    let total: u64 = u64::try_from(system.totalram).ok()?;
    total.checked_mul(system.mem_unit.into())
}

#[cfg(not(target_os = "linux"))]
fn memory_of_machine() -> Option<u64> {
    None
}
