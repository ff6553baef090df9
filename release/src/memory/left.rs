//! How much memory this process may still take, and what says so.

use core::fmt;
#[cfg(target_os = "linux")]
use std::fs;
use std::path::PathBuf;

use super::groups;

/// So many bytes, and the limit that leaves no more.
pub(super) struct Left {
    pub(super) bytes: u64,
    pub(super) by: By,
}

/// What limits it.
pub(super) enum By {
    /// What the machine has, whoever uses it.
    Machine,
    /// A limit on the user's processes, by the option of `ulimit` that sets it.
    User(&'static str),
    /// A control group, as of a container, by the file that says so.
    Group(PathBuf),
}

impl Left {
    /// The least of all limits; nothing where the system tells of none.
    pub(super) fn now() -> Option<Self> {
        let machine = memory_of_machine().map(|bytes| Self {
            bytes,
            by: By::Machine,
        });
        let group = groups::least_left("/".as_ref()).map(|group| Self {
            bytes: group.bytes,
            by: By::Group(group.file),
        });
        let all = limits_of_user().into_iter().chain(machine).chain(group);
        all.min_by_key(|left| left.bytes)
    }
}

impl fmt::Display for Left {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let megabytes = self.bytes / 1_000_000;
        match &self.by {
            By::Machine => write!(f, "this machine has {megabytes} MB"),
            By::User(option) => write!(f, "`ulimit {option}` leaves {megabytes} MB"),
            By::Group(file) => write!(
                f,
                "the control group of this process leaves {megabytes} MB ({})",
                file.display()
            ),
        }
    }
}

/// A figure of this process, as in `VmHWM:   1234 kB`, in bytes.
#[cfg(target_os = "linux")]
pub(crate) fn of_this_process(figure: &str) -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let mut lines = status.lines().filter_map(|line| line.split_once(':'));
    let (_, value) = lines.find(|(name, _)| *name == figure)?;
    let kibibytes: u64 = value.trim().strip_suffix("kB")?.trim_end().parse().ok()?;
    kibibytes.checked_mul(1024)
}

/// No other system has them in a file.
#[cfg(not(target_os = "linux"))]
pub(crate) fn of_this_process(_figure: &str) -> Option<u64> {
    None
}

/// What the limits on addresses and on data leave, less what this process has of either.
#[cfg(unix)]
fn limits_of_user() -> Vec<Left> {
    use rustix::process::{Resource, getrlimit};
    let limits = [
        (Resource::As, "VmSize", "-v"),
        (Resource::Data, "VmData", "-d"),
    ];
    let known = limits.into_iter().filter_map(|(resource, figure, option)| {
        let limit = getrlimit(resource).current?;
        let in_use = of_this_process(figure).unwrap_or(0);
        Some(Left {
            bytes: limit.saturating_sub(in_use),
            by: By::User(option),
        })
    });
    known.collect()
}

#[cfg(not(unix))]
fn limits_of_user() -> Vec<Left> {
    Vec::new()
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
