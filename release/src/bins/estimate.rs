//! Where rows lie among the cells of a grid, estimated from noisy counts at nested levels.
//!
//! The cells are the leaves of a binary tree. Some of its levels were measured. Bottom-up, each node's count is
//! estimated by its own measurement, if it has one, and by the sum of its halves, weighted by their inverse variances
//! (the first pass of Hay, Rastogi, Miklau and Suciu 2010). Top-down, a node's rows are divided among its halves as
//! these estimates say; a half that the noise drowns gets none, and where it drowns both halves the node becomes one
//! *piece*, in which nothing tells cells apart.
//!
//! What "drowns" means depends on where it is. In an empty stretch one false alarm puts rows where no row can be, so
//! outside of the pieces that stand out from the noise by [`CLEAR`] deviations nothing less will do. Between the first
//! and the last of them rows are to be expected, and [`PROBABLE`] deviations are enough: otherwise the many cells with
//! few rows beside a spike would be counted to the spike. There a node also stays whole if none of the halves in it
//! differ from each other by [`CLEAR`] deviations: what looks uneven is noise, and to follow it would leave gaps.
//!
//! Only +, −, ×, ÷ and √ are used, which have the same result on every machine.

use privet_core::privacy::NoiseScale;

use super::levels::depth_of;

/// Noisy counts as they come in, finest level first, and what they tell of every node.
pub(super) struct Estimate {
    cells: usize,
    /// For each level of the tree, the finest first.
    nodes: Vec<Vec<Node>>,
    noise: Option<NoiseScale>,
}

/// A node's count and how uncertain it is.
#[derive(Clone, Copy)]
struct Node {
    rows: f64,
    variance: f64,
}

/// Neighbouring cells that nothing tells apart, with their rows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Stretch {
    /// The first cell.
    pub(super) first: usize,
    /// The cell after the last.
    pub(super) end: usize,
    /// At least zero.
    pub(super) rows: f64,
}

impl Estimate {
    /// Of a grid of so many cells, of which nothing is known yet.
    pub(super) fn new(cells: usize) -> Self {
        Self {
            cells,
            nodes: Vec::new(),
            noise: None,
        }
    }

    /// Takes in the noisy counts of the level whose groups have 2^`shift` cells, after all finer ones.
    pub(super) fn measure(&mut self, shift: u32, counts: &[i64], noise: NoiseScale) {
        self.noise.get_or_insert(noise);
        while (self.nodes.len() as u64) < u64::from(shift) {
            let sums = self.sums();
            self.nodes.push(sums);
        }
        let variance = noise.variance();
        #[allow(clippy::cast_precision_loss)] // noisy numbers of rows are below 2^40
        let own = counts.iter().map(|count| Node {
            rows: *count as f64,
            variance,
        });
        let level = if self.nodes.is_empty() {
            own.collect()
        } else {
            own.zip(self.sums())
                .map(|(own, sum)| own.and(sum))
                .collect()
        };
        self.nodes.push(level);
    }

    /// The noise of the finest level.
    pub(super) fn noise(&self) -> f64 {
        self.noise.map_or(0.0, |noise| noise.variance().sqrt())
    }

    /// The pieces in order; their rows add up to those of the whole, at least one.
    pub(super) fn pieces(&mut self) -> Vec<Stretch> {
        let depth = depth_of(self.cells) as usize;
        while self.nodes.len() <= depth {
            let sums = self.sums();
            self.nodes.push(sums);
        }
        let laplace = self.noise.and_then(NoiseScale::laplace).is_some();
        let clear = if laplace { CLEAR_LAPLACE } else { CLEAR };
        let probable = if laplace { PROBABLE_LAPLACE } else { PROBABLE };
        let sure = self.divided(|_| clear, |_, _| false);
        let start = sure.first().map_or(0, |piece| piece.first);
        let end = sure.last().map_or(self.cells, |piece| piece.end);
        let between = |cells: Stretch| cells.first < end && cells.end > start;
        let inside = |cells: Stretch| start <= cells.first && cells.end <= end;
        let uneven = self.uneven(clear);
        let is_uneven = |level: usize, place: usize| {
            let level = uneven.get(level).map_or(&[][..], Vec::as_slice);
            level.get(place).copied().unwrap_or(false)
        };
        self.divided(
            |cells| if between(cells) { probable } else { clear },
            |level, place| inside(self.piece(level, place, 0.0)) && !is_uneven(level, place),
        )
    }

    /// For each node of each level, whether halves differ in it by so many deviations, its own or those of one below.
    fn uneven(&self, deviations: f64) -> Vec<Vec<bool>> {
        let mut levels: Vec<Vec<bool>> = Vec::new();
        for nodes in &self.nodes {
            let Some(below) = levels.last() else {
                levels.push(vec![false; nodes.len()]);
                continue;
            };
            let finer = self
                .nodes
                .get(levels.len() - 1)
                .map_or(&[][..], Vec::as_slice);
            let halves = finer.chunks(2).zip(below.chunks(2));
            let level = halves.map(|(halves, uneven)| {
                let differ = match halves {
                    [left, right] => left.differs(*right, deviations),
                    _ => false,
                };
                differ || uneven.contains(&true)
            });
            levels.push(level.collect());
        }
        levels
    }

    /// Divides the whole among its halves, and these among theirs, where a half stands out from the noise by so many
    /// deviations, and the node does not stay whole.
    fn divided(
        &self,
        deviations: impl Fn(Stretch) -> f64,
        stays_whole: impl Fn(usize, usize) -> bool,
    ) -> Vec<Stretch> {
        let depth = self.nodes.len().saturating_sub(1);
        let all = self.node(depth, 0).map_or(0.0, |node| node.rows);
        let mut pieces = Vec::new();
        let mut open = vec![(depth, 0, all.max(1.0))];
        while let Some((level, place, rows)) = open.pop() {
            let below = level.checked_sub(1);
            let left = below.and_then(|below| self.node(below, 2 * place));
            let right = below.and_then(|below| self.node(below, 2 * place + 1));
            let below = below.filter(|_| !stays_whole(level, place));
            let (Some(below), Some(left)) = (below, left) else {
                pieces.push(self.piece(level, place, rows));
                continue;
            };
            let Some(right) = right else {
                open.push((below, 2 * place, rows));
                continue;
            };
            let stands_out = |half: Node, place: usize| {
                let cells = self.piece(below, place, 0.0);
                half.rows > deviations(cells) * half.variance.sqrt()
            };
            let both = (
                stands_out(left, 2 * place),
                stands_out(right, 2 * place + 1),
            );
            match both {
                (false, false) => pieces.push(self.piece(level, place, rows)),
                (true, false) => open.push((below, 2 * place, rows)),
                (false, true) => open.push((below, 2 * place + 1, rows)),
                (true, true) => {
                    let part = left.part_beside(right, rows);
                    // The left half is taken first, so that pieces come in order.
                    open.push((below, 2 * place + 1, rows - part));
                    open.push((below, 2 * place, part));
                }
            }
        }
        pieces
    }

    fn node(&self, level: usize, place: usize) -> Option<Node> {
        self.nodes.get(level)?.get(place).copied()
    }

    fn piece(&self, level: usize, place: usize, rows: f64) -> Stretch {
        Stretch {
            first: place << level,
            end: ((place + 1) << level).min(self.cells),
            rows,
        }
    }

    /// The level above the last one, from its halves alone. A last node without a sibling stands for itself.
    fn sums(&self) -> Vec<Node> {
        let finer = self.nodes.last().map_or(&[][..], Vec::as_slice);
        let sum = |halves: &[Node]| Node {
            rows: halves.iter().map(|half| half.rows).sum(),
            variance: halves.iter().map(|half| half.variance).sum(),
        };
        finer.chunks(2).map(sum).collect()
    }
}

impl Node {
    /// Both estimates of one count, weighted by their inverse variances.
    fn and(self, other: Self) -> Self {
        let both = self.variance + other.variance;
        if both <= 0.0 {
            return self;
        }
        Self {
            rows: (self.rows * other.variance + other.rows * self.variance) / both,
            variance: self.variance * other.variance / both,
        }
    }

    /// Whether the counts differ by so many deviations.
    fn differs(self, other: Self, deviations: f64) -> bool {
        let variance = self.variance + other.variance;
        (self.rows - other.rows).abs() > deviations * variance.sqrt()
    }

    /// The part of `rows` that is this half's: its own count, and of what both counts miss a part by its variance.
    fn part_beside(self, other: Self, rows: f64) -> f64 {
        let missed = rows - self.rows - other.rows;
        let variance = self.variance + other.variance;
        let part = self.rows + missed * self.variance / variance.max(f64::MIN_POSITIVE);
        if part > 0.0 && part < rows {
            part
        } else {
            // Both stand out, so both are above zero.
            rows * self.rows / (self.rows + other.rows)
        }
    }
}

/// A normal deviate is beyond it with probability 3·10⁻⁵: one release in fifty has a false alarm somewhere.
pub(super) const CLEAR: f64 = 4.0;
const PROBABLE: f64 = 2.0;
/// Single Laplace deviates have longer tails: beyond 7 deviations with probability 3·10⁻⁵.
const CLEAR_LAPLACE: f64 = 7.0;
const PROBABLE_LAPLACE: f64 = 2.5;
