//! From where rows lie to the bins that a mechanism learns from.
//!
//! Bins have about the same number of rows each. A cell with many is a bin of its own; what lies empty belongs to the
//! bin before it, whose pieces say that no row is there.

use privet_spec::{FoundBin, MOST_BINS, Piece};

use super::estimate::Stretch;

/// The bins of pieces that come in order, at most [`MOST_BINS`] and one for each cell of `fixed`, at which a bin begins
/// whatever the counts are. `noise` is the deviation of one count.
pub(super) fn bins(pieces: &[Stretch], noise: f64, cells: usize, fixed: &[u16]) -> Vec<FoundBin> {
    let total: f64 = pieces.iter().map(|piece| piece.rows).sum();
    // The mechanism's own noise drowns bins of fewer rows.
    let mut wanted = (total / MOST).max(CLEAR * noise).max(f64::MIN_POSITIVE);
    let starts = fixed.iter().map(|&cell| usize::from(cell));
    let starts: Vec<usize> = core::iter::once(0).chain(starts).collect();
    let ends = starts.iter().skip(1).copied().chain([cells]);
    let parts: Vec<Vec<Stretch>> = starts
        .iter()
        .zip(ends)
        .map(|(&start, end)| within(pieces, start, end))
        .collect();
    loop {
        let found = starts.iter().zip(&parts).flat_map(|(&start, pieces)| {
            let mut bins = bins_of(pieces, wanted);
            // Every other bin begins where its rows do, so that what is empty belongs to the one before.
            if let Some(first) = bins.first_mut() {
                first.start = Some(start);
            }
            bins
        });
        let found: Vec<Open> = found.collect();
        if found.len() <= MOST_BINS + fixed.len() {
            return found.into_iter().map(Open::finish).collect();
        }
        wanted *= LARGER;
    }
}

/// The parts of pieces that lie between two cells; all of it as one piece without a row where there are none.
fn within(pieces: &[Stretch], start: usize, end: usize) -> Vec<Stretch> {
    let parts = pieces.iter().filter_map(|piece| {
        let (first, last) = (piece.first.max(start), piece.end.min(end));
        let cells = last.checked_sub(first).filter(|cells| *cells > 0)?;
        // At most 2^16.
        #[allow(clippy::cast_precision_loss)]
        let share = cells as f64 / (piece.end - piece.first) as f64;
        Some(Stretch {
            first,
            end: last,
            rows: piece.rows * share,
        })
    });
    let mut parts: Vec<Stretch> = parts.collect();
    if parts.is_empty() {
        let rows = 0.0;
        parts.push(Stretch {
            first: start,
            end,
            rows,
        });
    }
    parts
}

/// Bins of about so many rows each.
fn bins_of(pieces: &[Stretch], wanted: f64) -> Vec<Open> {
    let mut bins: Vec<Open> = Vec::new();
    let mut open = Open::default();
    for piece in pieces.iter().flat_map(|piece| parts(*piece, wanted)) {
        let full = open.rows + piece.rows > wanted && open.rows >= wanted / 2.0;
        let before_spike = piece.is_spike(wanted) && open.rows >= wanted / 4.0;
        if full || before_spike {
            bins.push(core::mem::take(&mut open));
        }
        open.rows += piece.rows;
        open.pieces.push(piece);
        if piece.is_spike(wanted) {
            bins.push(core::mem::take(&mut open));
        }
    }
    match bins.last_mut() {
        // What is left is too little for a bin of its own.
        Some(last) if open.rows < wanted / 4.0 => last.pieces.append(&mut open.pieces),
        _ => bins.push(open),
    }
    bins
}

/// A bin that is being filled.
#[derive(Default)]
struct Open {
    rows: f64,
    pieces: Vec<Stretch>,
    /// Where it begins, if not with its rows.
    start: Option<usize>,
}

impl Open {
    fn finish(self) -> FoundBin {
        let code = |cell: usize| u16::try_from(cell).unwrap_or(u16::MAX);
        let largest = self
            .pieces
            .iter()
            .map(|piece| piece.rows)
            .fold(0.0, f64::max);
        let first = self.pieces.first().map_or(0, |piece| piece.first);
        let pieces = self.pieces.iter().map(|piece| Piece {
            first: code(piece.first),
            last: code(piece.end.saturating_sub(1)),
            weight: weight(piece.rows, largest),
        });
        FoundBin {
            first: code(self.start.unwrap_or(first)),
            pieces: pieces.collect(),
        }
    }
}

impl Stretch {
    /// Whether it is one cell with many rows.
    fn is_spike(&self, wanted: f64) -> bool {
        self.end - self.first == 1 && self.rows >= wanted / 2.0
    }
}

/// A piece in parts of at most so many rows, as far as it has cells.
fn parts(piece: Stretch, wanted: f64) -> impl Iterator<Item = Stretch> {
    let cells = piece.end - piece.first;
    // A saturating cast of a number above zero.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let parts = (piece.rows / wanted).ceil().max(1.0) as usize;
    let parts = parts.min(cells).max(1);
    #[allow(clippy::cast_precision_loss)] // at most 2^16
    let share = piece.rows / cells.max(1) as f64;
    (0..parts).map(move |part| {
        let first = piece.first + cells * part / parts;
        let end = piece.first + cells * (part + 1) / parts;
        #[allow(clippy::cast_precision_loss)] // at most 2^16
        let rows = share * (end - first) as f64;
        Stretch { first, end, rows }
    })
}

/// A weight of at least one, beside the bin's largest.
fn weight(rows: f64, largest: f64) -> u32 {
    if largest <= 0.0 {
        return 1;
    }
    // At most 2^20, so that a bin of 2^16 pieces has a total far below 2^64.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let weight = (rows / largest * WEIGHTS).round() as u32;
    weight.max(1)
}

#[allow(clippy::cast_precision_loss)] // a small number
const MOST: f64 = MOST_BINS as f64;
/// Deviations of one count that a bin has rows for.
const CLEAR: f64 = 4.0;
/// How much larger bins are tried where there are too many.
const LARGER: f64 = 1.125;
const WEIGHTS: f64 = 1_048_576.0;
