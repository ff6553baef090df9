//! How much memory the control groups of Linux leave this process: a container's limit is one of a group, and whoever passes
//! it is killed, however much the machine has.
//!
//! A process is in one group of the second version and, on older systems, in one for memory of the first. Its own limit holds,
//! and those of all groups around it. `/proc/self/cgroup` says which groups these are, `/proc/self/mountinfo` where they
//! can be seen. Inside a container paths may be those of the machine: then the group is the place where groups are mounted.
//!
//! What a group has in use counts, but for pages of files, which the system gives up first. That is an estimate: pages that wait to
//! be written are given up later, other processes of the group go on taking memory, and swap is left out.

use std::fs;
use std::path::{Component, Path, PathBuf};

/// What is left of a limit, and the file that holds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct GroupLimit {
    pub(super) bytes: u64,
    pub(super) file: PathBuf,
}

/// The least that any group leaves; nothing where no group limits anything, or where there are no groups. `root` is `/`
/// but for tests.
pub(super) fn least_left(root: &Path) -> Option<GroupLimit> {
    let read = |path: &str| fs::read_to_string(root.join(path)).ok();
    let groups = read("proc/self/cgroup")?;
    let mounts = read("proc/self/mountinfo")?;
    let mounts: Vec<Mount> = mounts.lines().filter_map(Mount::parse).collect();
    let mut left = Vec::new();
    for line in groups.lines() {
        let Some((version, path)) = group_of(line) else {
            continue;
        };
        for mount in mounts.iter().filter(|mount| mount.version == version) {
            for folder in mount.folders(root, Path::new(path)) {
                left.extend(left_in(&folder, version));
            }
        }
    }
    left.into_iter().min_by_key(|limit| limit.bytes)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Version {
    First,
    Second,
}

/// Where groups are mounted.
#[derive(Debug, PartialEq, Eq)]
struct Mount {
    version: Version,
    /// The group that stands at the place.
    group: PathBuf,
    place: PathBuf,
}

impl Mount {
    /// Of a line of `mountinfo`, as `man 5 proc` describes it.
    fn parse(line: &str) -> Option<Self> {
        let (before, after) = line.split_once(" - ")?;
        let mut before = before.split(' ').skip(3);
        let (group, place) = (before.next()?, before.next()?);
        let mut after = after.split(' ');
        let version = match after.next()? {
            "cgroup2" => Version::Second,
            // Its options name what it controls.
            "cgroup" if after.nth(1)?.split(',').any(|one| one == "memory") => Version::First,
            _ => return None,
        };
        Some(Self {
            version,
            group: unescaped(group).into(),
            place: unescaped(place).into(),
        })
    }

    /// The folder of a group and those of all around it that can be seen, the innermost first.
    fn folders(&self, root: &Path, group: &Path) -> Vec<PathBuf> {
        let under = |path: &Path| root.join(path.strip_prefix("/").unwrap_or(path));
        let place = under(&self.place);
        let inside = group.strip_prefix(&self.group).unwrap_or(Path::new(""));
        let is_plain = inside
            .components()
            .all(|one| matches!(one, Component::Normal(_)));
        let inside = if is_plain && place.join(inside).is_dir() {
            inside
        } else {
            Path::new("")
        };
        inside.ancestors().map(|group| place.join(group)).collect()
    }
}

/// The version and the path of a group that may limit memory, of a line of `/proc/self/cgroup`.
fn group_of(line: &str) -> Option<(Version, &str)> {
    let (hierarchy, rest) = line.split_once(':')?;
    let (controls, path) = rest.split_once(':')?;
    if hierarchy == "0" && controls.is_empty() {
        return Some((Version::Second, path));
    }
    let memory = controls.split(',').any(|one| one == "memory");
    memory.then_some((Version::First, path))
}

/// What the limits of one group leave.
fn left_in(folder: &Path, version: Version) -> Vec<GroupLimit> {
    let read = |name: &str| fs::read_to_string(folder.join(name)).ok();
    let number = |name: &str| read(name)?.trim().parse::<u64>().ok();
    let stat = read("memory.stat").unwrap_or_default();
    let of_stat = |wanted: &str| {
        let mut lines = stat.lines().filter_map(|line| line.split_once(' '));
        let (_, value) = lines.find(|(name, _)| *name == wanted)?;
        value.parse::<u64>().ok()
    };
    let (limits, in_use, pages): (&[&str], &str, [&str; 2]) = match version {
        Version::First => (
            &["memory.limit_in_bytes"],
            "memory.usage_in_bytes",
            ["total_inactive_file", "total_active_file"],
        ),
        Version::Second => (
            &["memory.max", "memory.high"],
            "memory.current",
            ["inactive_file", "active_file"],
        ),
    };
    let pages = pages.into_iter().filter_map(of_stat);
    let pages = pages.fold(0, u64::saturating_add);
    let in_use = number(in_use).unwrap_or(0).saturating_sub(pages);
    let limits = limits.iter().map(|name| (*name, number(name)));
    // The limit of a group around this one that cannot be seen.
    let around = ("memory.stat", of_stat("hierarchical_memory_limit"));
    let known = limits
        .chain([around])
        .filter_map(|(name, bytes)| Some((name, bytes?)));
    known
        .map(|(name, bytes)| GroupLimit {
            bytes: bytes.saturating_sub(in_use),
            file: folder.join(name),
        })
        .collect()
}

/// A path of `mountinfo`, in which some characters stand as three octal digits behind a backslash.
fn unescaped(text: &str) -> String {
    [
        ("\\040", " "),
        ("\\011", "\t"),
        ("\\012", "\n"),
        ("\\134", "\\"),
    ]
    .into_iter()
    .fold(text.to_owned(), |text, (escape, character)| {
        text.replace(escape, character)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A machine of made-up files.
    fn machine(files: &[(&str, &str)]) -> tempfile::TempDir {
        let root = tempfile::tempdir().unwrap();
        for (path, text) in files {
            let path = root.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        root
    }

    const CGROUP: &str = "proc/self/cgroup";
    const MOUNTINFO: &str = "proc/self/mountinfo";
    const SECOND: &str =
        "29 23 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n";
    const FIRST: &str = "31 23 0:28 / /sys/fs/cgroup rw - tmpfs tmpfs rw\n\
         32 31 0:29 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu\n\
         35 31 0:32 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory\n";

    #[test]
    #[allow(clippy::too_many_lines)] // a table of cases
    fn the_least_of_all_groups_is_found() {
        for (label, files, expected) in [
            ("no groups", &[][..], None),
            (
                "no limit",
                &[
                    (CGROUP, "0::/\n"),
                    (MOUNTINFO, SECOND),
                    ("sys/fs/cgroup/memory.max", "max\n"),
                ],
                None,
            ),
            (
                "second version, in a container",
                &[
                    (CGROUP, "0::/\n"),
                    (MOUNTINFO, SECOND),
                    ("sys/fs/cgroup/memory.max", "100000000\n"),
                    ("sys/fs/cgroup/memory.high", "max\n"),
                    ("sys/fs/cgroup/memory.current", "50000000\n"),
                    (
                        "sys/fs/cgroup/memory.stat",
                        "anon 1\nfile 40000000\ninactive_file 30000000\nactive_file 10000000\n",
                    ),
                ],
                Some((90_000_000, "sys/fs/cgroup/memory.max")),
            ),
            (
                "a group around it, and one that slows down first",
                &[
                    (CGROUP, "0::/user.slice/run.scope\n"),
                    (MOUNTINFO, SECOND),
                    ("sys/fs/cgroup/user.slice/run.scope/memory.max", "max\n"),
                    ("sys/fs/cgroup/user.slice/memory.max", "9000\n"),
                    ("sys/fs/cgroup/user.slice/memory.high", "7000\n"),
                    ("sys/fs/cgroup/user.slice/memory.current", "2000\n"),
                ],
                Some((5000, "sys/fs/cgroup/user.slice/memory.high")),
            ),
            (
                "more in use than the limit",
                &[
                    (CGROUP, "0::/\n"),
                    (MOUNTINFO, SECOND),
                    ("sys/fs/cgroup/memory.max", "1000\n"),
                    ("sys/fs/cgroup/memory.current", "2000\n"),
                ],
                Some((0, "sys/fs/cgroup/memory.max")),
            ),
            (
                "first version, and the second without limits beside it",
                &[
                    (CGROUP, "4:memory:/a/b\n3:cpuset:/c\n0::/\n"),
                    (MOUNTINFO, FIRST),
                    (
                        "sys/fs/cgroup/memory/a/b/memory.limit_in_bytes",
                        "9223372036854771712\n",
                    ),
                    ("sys/fs/cgroup/memory/a/memory.limit_in_bytes", "8000\n"),
                    ("sys/fs/cgroup/memory/a/memory.usage_in_bytes", "3000\n"),
                    (
                        "sys/fs/cgroup/memory/a/memory.stat",
                        "inactive_file 9\ntotal_inactive_file 500\ntotal_active_file 500\n",
                    ),
                    ("sys/fs/cgroup/memory/memory.limit_in_bytes", "9000\n"),
                ],
                Some((6000, "sys/fs/cgroup/memory/a/memory.limit_in_bytes")),
            ),
            (
                "first version, in a container that sees paths of the machine",
                &[
                    (CGROUP, "7:cpu,memory:/docker/12ab\n"),
                    (
                        MOUNTINFO,
                        "9 8 0:2 /docker/12ab /sys/fs/cgroup/memory ro - cgroup cgroup rw,cpu,memory\n",
                    ),
                    ("sys/fs/cgroup/memory/memory.limit_in_bytes", "4000\n"),
                    ("sys/fs/cgroup/memory/memory.usage_in_bytes", "1000\n"),
                    (
                        "sys/fs/cgroup/memory/memory.stat",
                        "hierarchical_memory_limit 3000\n",
                    ),
                ],
                Some((2000, "sys/fs/cgroup/memory/memory.stat")),
            ),
            (
                "outside of what is mounted",
                &[
                    (CGROUP, "0::/../elsewhere\n"),
                    (MOUNTINFO, SECOND),
                    ("sys/fs/cgroup/memory.max", "5000\n"),
                    ("sys/fs/elsewhere/memory.max", "1\n"),
                ],
                Some((5000, "sys/fs/cgroup/memory.max")),
            ),
            (
                "a place with a space",
                &[
                    (CGROUP, "0::/\n"),
                    (MOUNTINFO, "1 2 0:3 / /my\\040groups rw - cgroup2 none rw\n"),
                    ("my groups/memory.max", "77\n"),
                ],
                Some((77, "my groups/memory.max")),
            ),
            (
                "nonsense",
                &[
                    (CGROUP, "0::/\nnonsense\n\n1:memory\n"),
                    (MOUNTINFO, "nonsense\n1 2 - cgroup2\n"),
                ],
                None,
            ),
        ] {
            let root = machine(files);
            let found = least_left(root.path());
            let expected = expected.map(|(bytes, file)| GroupLimit {
                bytes,
                file: root.path().join(file),
            });
            assert_eq!(found, expected, "case `{label}`");
        }
    }
}
