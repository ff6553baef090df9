//! How fast pairs of encoded columns are counted: called by `tests/studies/pairs.py`, which measures other programs beside it.
//!
//! ```text
//! cargo run --release -p privet-tests --features studies --example pairs -- FOLDER SIZE...
//! ```
//! FOLDER holds one file a column, `0.u8`, `1.u8` and so on: a byte a row, below the column's SIZE. All pairs are counted by two
//! threads, as a release counts a table in memory: each thread takes half of the rows of each pair. Prints the seconds of the
//! best of three runs, those of a plain sum over the same bytes, and a number that depends on all counts.

use std::error::Error;
use std::hint::black_box;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use privet_core::counts::{Column, Columns};
use privet_core::domain::{Domain, Level};
use privet_core::variables::{Variable, VariableSet};

type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

fn main() -> Outcome<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, sizes @ ..] = arguments.as_slice() else {
        return Err("usage: pairs FOLDER SIZE...".into());
    };
    let sizes: Vec<u32> = sizes
        .iter()
        .map(|size| size.parse())
        .collect::<Result<_, _>>()?;
    let values = (0..sizes.len())
        .map(|place| std::fs::read(Path::new(folder).join(format!("{place}.u8"))))
        .collect::<Result<Vec<_>, _>>()?;
    let levels: Vec<Level<'_>> = (0_u8..)
        .zip(&sizes)
        .map(|(attribute, &size)| Level::leaf(attribute, size))
        .collect();
    let domain = Domain::new(&levels).map_err(|error| error.to_string())?;
    let columns: Vec<Column<'_>> = values.iter().map(|values| Column::Narrow(values)).collect();
    let columns = Columns::new(&domain, &columns).map_err(|error| error.to_string())?;
    let rows = values.first().map_or(0, Vec::len);

    let (counting, checksum) = best_of_three(|| count_pairs(&domain, &columns, rows))?;
    let (summing, _) = best_of_three(|| Ok(sum(&values)))?;
    println!(
        "{} {} {checksum}",
        counting.as_secs_f64(),
        summing.as_secs_f64()
    );
    Ok(())
}

fn best_of_three<T>(work: impl Fn() -> Outcome<T>) -> Outcome<(Duration, T)> {
    let timed = || {
        let began = Instant::now();
        let done = work()?;
        Ok::<_, Box<dyn Error + Send + Sync>>((began.elapsed(), done))
    };
    let mut best = timed()?;
    for _ in 0..2 {
        let next = timed()?;
        if next.0 < best.0 {
            best = next;
        }
    }
    Ok(best)
}

/// Counts all pairs; returns Σ (k + 1)·count over the cells k of each.
fn count_pairs(domain: &Domain<'_>, columns: &Columns<'_>, rows: usize) -> Outcome<u64> {
    let mut checksum = 0_u64;
    for second in 1..domain.attributes() {
        for first in 0..second {
            let pair = VariableSet::new(&[Variable(first), Variable(second)])
                .map_err(|error| error.to_string())?;
            let cells = domain.cells(&pair, u64::from(u32::MAX)).unwrap_or(0);
            let part = |range| {
                let mut counts = vec![0_u64; cells];
                columns
                    .add_rows(domain, &pair, range, &mut counts)
                    .map_err(|error| error.to_string())?;
                Ok::<_, String>(counts)
            };
            let (low, high) = thread::scope(|scope| {
                let low = scope.spawn(|| part(0..rows / 2));
                let high = part(rows / 2..rows);
                (low.join(), high)
            });
            let low = low.map_err(|_| "a thread ended")??;
            for (place, (low, high)) in (1_u64..).zip(low.iter().zip(high?)) {
                checksum = checksum.wrapping_add(place.wrapping_mul(low + high));
            }
        }
    }
    Ok(checksum)
}

/// What memory can give: one column after the other, half of the rows a thread.
fn sum(columns: &[Vec<u8>]) -> u64 {
    let plain = |values: &[u8]| {
        black_box(values)
            .iter()
            .copied()
            .map(u64::from)
            .sum::<u64>()
    };
    columns
        .iter()
        .map(|values| {
            let (low, high) = values.split_at(values.len() / 2);
            thread::scope(|scope| {
                let low = scope.spawn(|| plain(low));
                plain(high) + low.join().unwrap_or(0)
            })
        })
        .sum()
}
