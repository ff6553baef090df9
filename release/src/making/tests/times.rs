//! What the times of files tell: nothing of how long the private part of a release took.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread::sleep;
use std::time::{Duration, SystemTime};
use std::{fs, io};

use super::USUAL;
use crate::making::NewRelease;
use crate::names::{MODEL, RECORD, SYNTHETIC};
use crate::table::Input;
use crate::watch::{Stage, Watch};

/// Waits a little whenever a stage has ended, and remembers when the last one did.
#[derive(Default)]
struct Slow(Mutex<Option<SystemTime>>);

struct SlowStage<'s>(&'s Slow);

impl Watch for Slow {
    fn stage(&self, _name: &str, _steps: u64) -> Box<dyn Stage + '_> {
        Box::new(SlowStage(self))
    }
}

impl Stage for SlowStage<'_> {
    fn step(&self) {}

    fn at(&self, _position: u64) {}
}

impl Drop for SlowStage<'_> {
    fn drop(&mut self) {
        *self.0.0.lock().unwrap() = Some(SystemTime::now());
        // Longer than a tick of the clock that file systems go by.
        sleep(Duration::from_millis(20));
    }
}

/// Every file of a release, the folder, and the seed beside it are made after the last stage, and are changed and read at
/// one moment. When a file was made not every file system says.
#[test]
fn times_of_files_tell_no_durations() {
    let place = tempfile::tempdir().unwrap();
    let (out, seed) = (place.path().join("out"), place.path().join("seed"));
    let (spec, table) = (USUAL.spec(), "a,b,c\ntrue,x,1\nfalse,y,2\n");
    for in_memory in [false, true] {
        let slow = Slow::default();
        let release = NewRelease::of(&spec, Input::from_reader("t.csv", table.as_bytes()))
            .watched_by(&slow)
            .keep_seed(&seed);
        if in_memory {
            release.into_memory().unwrap().save(&out, &slow).unwrap();
        } else {
            release.into_folder(&out).unwrap();
        }
        let last = slow.0.into_inner().unwrap().expect("there are stages");
        let files = [SYNTHETIC, MODEL, RECORD].map(|name| out.join(name));
        let mut published: Vec<&Path> = files.iter().map(PathBuf::as_path).collect();
        published.push(&out);
        for path in published.iter().copied().chain([seed.as_path()]) {
            let metadata = path.metadata().unwrap();
            let label = format!("{} (in memory: {in_memory})", path.display());
            match metadata.created() {
                Ok(made) => assert!(made >= last, "{label}: {made:?}, {last:?}"),
                Err(error) => assert_eq!(error.kind(), io::ErrorKind::Unsupported, "{label}"),
            }
            assert!(metadata.modified().unwrap() >= last, "{label}");
        }
        for time in [fs::Metadata::modified, fs::Metadata::accessed] {
            let times = published.iter().map(|path| time(&path.metadata().unwrap()));
            let times: Vec<SystemTime> = times.map(Result::unwrap).collect();
            assert!(times.windows(2).all(|two| two[0] == two[1]), "{times:?}");
        }
        fs::remove_dir_all(&out).unwrap();
        fs::remove_file(&seed).unwrap();
    }
}
