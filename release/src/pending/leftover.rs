//! Private folders that killed runs have left behind.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::system::{Hold, Lock, hold};
use super::under_way::Product;
use crate::files::is_temporary_name;

/// A private folder whose process has ended. It is locked, so that two runs do not remove it at once.
pub(crate) struct Leftover {
    path: PathBuf,
    _lock: Lock,
}

impl Leftover {
    /// Where it is.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Whether nothing is in it: its process had not begun to write, or what it wrote has its name.
    pub(crate) fn is_empty(&self) -> bool {
        fs::read_dir(&self.path).is_ok_and(|mut entries| entries.next().is_none())
    }

    /// Removes it with all that it holds; links in it are removed, not followed.
    pub(crate) fn remove(self) -> io::Result<()> {
        fs::remove_dir_all(&self.path)
    }
}

/// Removes what runs for this target have left of a product that nobody has to be told of.
pub(super) fn remove_leftovers(target: &Path, product: Product) {
    for leftover in leftovers(target, product) {
        // Best effort: it is in nobody's way.
        let _ = leftover.remove();
    }
}

/// What runs for this target have left of such a product: real folders of its temporary names that belong to the user and that no
/// process has locked. Where the folder around cannot be listed, nothing is found.
pub(crate) fn leftovers(target: &Path, product: Product) -> Vec<Leftover> {
    let around = match target.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let Ok(entries) = fs::read_dir(around) else {
        return Vec::new();
    };
    let names = entries.flatten().map(|entry| entry.file_name());
    let named = names.filter(|name| is_temporary_name(name, target, product.mark()));
    let held = named.filter_map(|name| {
        let path = target.with_file_name(name);
        match hold(&path) {
            Ok(Hold::Ours(lock)) if lock.is_of_this_user() => Some(Leftover { path, _lock: lock }),
            _ => None,
        }
    });
    held.collect()
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;
    use crate::pending::Begun;

    fn found(target: &Path) -> Vec<String> {
        let found = leftovers(target, Product::Release).into_iter();
        let names = found.map(|one| one.path().file_name().unwrap().to_owned());
        let mut names: Vec<_> = names.map(|name| name.into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn only_real_folders_of_this_name_are_found() {
        let place = tempfile::tempdir().unwrap();
        let target = place.path().join("out");
        for name in [
            "out.partial-0123456789ab",
            "out.partial-0123456789a",
            "out.partial-0123456789abc",
            "out.partial-0123456789aX",
            "out2.partial-0123456789ab",
            "out.partial-",
            "elsewhere",
        ] {
            fs::create_dir(place.path().join(name)).unwrap();
        }
        fs::write(place.path().join("out.partial-000000000000"), "a file").unwrap();
        fs::write(place.path().join("elsewhere/kept"), "precious").unwrap();
        symlink("elsewhere", place.path().join("out.partial-111111111111")).unwrap();
        assert_eq!(found(&target), ["out.partial-0123456789ab"]);
        // A file of the same name leaves it alone.
        assert!(leftovers(&target, Product::File).is_empty());

        // What it holds is removed, and a link in it is not followed.
        let inside = place.path().join("out.partial-0123456789ab/link");
        symlink("../elsewhere", inside).unwrap();
        for one in leftovers(&target, Product::Release) {
            one.remove().unwrap();
        }
        assert!(found(&target).is_empty());
        assert!(place.path().join("elsewhere/kept").exists());
        assert!(place.path().join("out2.partial-0123456789ab").exists());
    }

    #[test]
    fn what_a_living_process_makes_is_not_found() {
        let place = tempfile::tempdir().unwrap();
        let target = place.path().join("out");
        let living = Begun::new(&target, Product::Release).unwrap();
        assert!(found(&target).is_empty());
        // As the system does when a process is killed: the lock is gone, the folder is not.
        let name = living.folder().file_name().unwrap().to_owned();
        let dead = place.path().join("out.partial-ffffffffffff");
        fs::rename(living.folder(), &dead).unwrap();
        assert!(found(&target).is_empty(), "a lock goes with its folder");
        drop(living);
        assert_eq!(found(&target), ["out.partial-ffffffffffff"]);
        assert_ne!(name, "out.partial-ffffffffffff");
    }

    /// Only the superuser can give a folder away; elsewhere there is nothing to try.
    #[test]
    fn what_another_user_owns_is_not_found() {
        let place = tempfile::tempdir().unwrap();
        let target = place.path().join("out");
        let foreign = place.path().join("out.partial-0123456789ab");
        fs::create_dir(&foreign).unwrap();
        assert_eq!(found(&target).len(), 1);
        if std::os::unix::fs::chown(&foreign, Some(12345), None).is_ok() {
            assert!(found(&target).is_empty());
        }
    }
}
