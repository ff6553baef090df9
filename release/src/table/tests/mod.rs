//! Whole ways through the module; the parts have their own tests beside them.

mod agreement;
mod bounding;
mod compared;
mod forms;
mod frame;
mod loading;
mod no_header;
mod parquet;
mod round_trip;
mod row_by_row;
mod rules;
mod sure_ids;
mod typed;
mod writing;

use std::io::{self, Read};

use privet_spec::Release;

use super::{Cause, Codes, Loaded, Opened, Options, TableError, load};

/// A release with this unit and schema.
fn release_of(unit: &str, schema: &str, output: &str) -> Release {
    let text = format!(
        "Release(privet: 1, unit: {unit}, adjacency: AddRemove, \
         budget: (epsilon: \"1\", delta: \"1e-9\"), schema: [{schema}], output: ({output}))"
    );
    privet_spec::parse(&text).unwrap_or_else(|problems| {
        panic!("{problems}");
    })
}

fn release(schema: &str) -> Release {
    release_of("Row", schema, "")
}

fn load_text(release: &Release, text: impl AsRef<[u8]>) -> Result<Loaded, TableError> {
    load(
        release,
        Opened::new("t.csv", text.as_ref()),
        Options::default(),
    )
}

fn codes_of(loaded: &Loaded) -> Vec<Vec<u16>> {
    let columns = loaded.table.columns.iter();
    columns.map(|codes| codes.iter().collect()).collect()
}

/// Every fact that a record of this spec calls unprotected.
fn facts_told(release: &Release) -> Vec<String> {
    let groups = super::unprotected(release).into_iter();
    groups.flat_map(|group| group.facts).collect()
}

/// What `load` says about a text that it refuses.
fn refusal(release: &Release, text: impl AsRef<[u8]>) -> TableError {
    match load_text(release, text) {
        Ok(_) => panic!("the table was accepted"),
        Err(error) => {
            let record = facts_told(release);
            let told = error.told_by(release);
            assert!(
                !told.is_empty() && told.iter().all(|clause| record.contains(clause)),
                "{error}"
            );
            error
        }
    }
}

/// Gives at most `size` bytes at a time, like a pipe.
struct Trickle<'t> {
    text: &'t [u8],
    size: usize,
}

impl Read for Trickle<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let size = self.size.max(1).min(buffer.len());
        let (now, later) = self.text.split_at(size.min(self.text.len()));
        buffer[..now.len()].copy_from_slice(now);
        self.text = later;
        Ok(now.len())
    }
}

fn gzip(text: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::read::GzEncoder::new(text, flate2::Compression::fast());
    let mut packed = Vec::new();
    encoder.read_to_end(&mut packed).unwrap();
    packed
}
