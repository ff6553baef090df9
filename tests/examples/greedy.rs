//! How long choosing parents takes, by score and degree.
//!
//! ```text
//! cargo run --release -p privet-tests --features studies --example greedy -- TABLE.csv.gz [--copies N] [--degrees 1,2,3]
//! ```
//! TABLE holds 0 and 1 under a header. For each degree and score it runs core's GreedyBayes once, on one
//! core, with a budget that matters to nothing here, and prints seconds, and the dependence that was
//! found: the sum over all columns of F (a share of n) and of I (bits) between a column and its parents.

use std::error::Error;
use std::fs::File;
use std::num::NonZeroU64;
use std::time::Instant;

use chacha20::ChaCha20Rng;
use flate2::read::GzDecoder;
use privet_core::bayes::network::{Network, Node};
use privet_core::bayes::pure::{
    Dice, MOST_CANDIDATES, Settings, StructureScratch, measure_structure,
};
use privet_core::counts::{Column, Columns, MostRows};
use privet_core::curator::{Curator, SelectScratch, SelectionLaw};
use privet_core::domain::{Domain, Level};
use privet_core::ledger::{Ledger, Pure};
use privet_core::neighbours::Neighbours;
use privet_core::privacy::PureEpsilon;
use privet_core::score::{
    ONE, Score, State, child_first, information_score, maximum_score, states_needed,
};
use privet_core::variables::{Variable, VariableSet};
use rand_core::SeedableRng;

type Outcome<T> = Result<T, Box<dyn Error>>;

fn main() -> Outcome<()> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments
        .next()
        .ok_or("usage: greedy TABLE.csv.gz [--copies N] [--degrees LIST]")?;
    let (mut copies, mut degrees) = (1, "1,2,3,4,5".to_owned());
    while let Some(option) = arguments.next() {
        let value = arguments.next().ok_or("an option needs a value")?;
        match option.as_str() {
            "--copies" => copies = value.parse()?,
            "--degrees" => degrees = value,
            other => return Err(format!("unknown option {other}").into()),
        }
    }
    let columns = read(&path, copies)?;
    let levels: Vec<Level<'_>> = (0..=u8::MAX)
        .take(columns.len())
        .map(|attribute| Level::leaf(attribute, 2))
        .collect();
    let domain = Domain::new(&levels)?;
    let borrowed: Vec<Column<'_>> = columns.iter().map(|codes| Column::Narrow(codes)).collect();
    let counts = Columns::new(&domain, &borrowed)?;
    println!("{} rows of {} columns", counts.rows(), columns.len());
    println!("| k | score | s | sum of F | sum of I |\n|---|---|---|---|---|");
    for degree in degrees.split(',') {
        let degree: u32 = degree.parse()?;
        for score in [Score::F, Score::R, Score::I] {
            let start = Instant::now();
            let network = structure(&domain, counts, degree, score)?;
            let seconds = start.elapsed().as_secs_f64();
            let (f, i) = dependence(&domain, counts, &network)?;
            println!("| {degree} | {score:?} | {seconds:.2} | {f:.3} | {i:.3} |");
        }
    }
    Ok(())
}

fn read(path: &str, copies: usize) -> Outcome<Vec<Vec<u8>>> {
    let mut reader = csv::Reader::from_reader(GzDecoder::new(File::open(path)?));
    let mut columns = vec![Vec::new(); reader.headers()?.len()];
    for record in reader.records() {
        for (column, field) in columns.iter_mut().zip(record?.iter()) {
            column.push(field.parse::<u8>()?.min(1));
        }
    }
    Ok(columns
        .into_iter()
        .map(|column| column.repeat(copies))
        .collect())
}

fn structure(
    domain: &Domain<'_>,
    counts: Columns<'_>,
    degree: u32,
    score: Score,
) -> Outcome<Network> {
    let half = PureEpsilon::from_f64_down(0.5)?;
    let settings = Settings {
        structure: half,
        size: PureEpsilon::from_units(0),
        tables: half,
        score,
        law: SelectionLaw::PermuteAndFlip,
        theta: 4.0,
        most_cells: 1 << 20,
        most_parents: Some(degree),
        candidates: None,
        assumed_rows: None,
    };
    let ledger: Ledger<Pure, 512> = Ledger::new(PureEpsilon::from_f64_down(1.0)?);
    let rng = ChaCha20Rng::from_seed([7; 32]);
    let most_rows = MostRows::new(counts.rows())?;
    let mut curator = Curator::new(counts, most_rows, Neighbours::Replace, ledger, rng)?;
    let cells = 1_usize << (degree + 1);
    let node = Node {
        child: Variable(0),
        parents: VariableSet::EMPTY,
    };
    let mut scratch = StructureScratch {
        candidates: &mut vec![node; MOST_CANDIDATES],
        select: SelectScratch {
            scores: &mut vec![0; MOST_CANDIDATES],
            order: &mut vec![0; MOST_CANDIDATES],
            cells: &mut vec![0; cells],
            joint: &mut vec![0; cells],
            margins: &mut vec![0; cells + 2],
            states: &mut vec![State::default(); states_needed(cells / 2, most_rows.get())],
        },
    };
    let found = measure_structure(
        &mut curator,
        domain,
        &settings,
        cells as u64,
        &mut Dice::new(ChaCha20Rng::from_seed([8; 32])),
        &mut scratch,
        &mut || (),
    )?;
    Ok(found.network)
}

/// Σ F and Σ I over the nodes after the head, and over the head's columns in order.
fn dependence(domain: &Domain<'_>, counts: Columns<'_>, network: &Network) -> Outcome<(f64, f64)> {
    let mut nodes: Vec<Node> = network.nodes.iter().cloned().collect();
    let head = network.head.as_slice();
    for (place, &child) in head.iter().enumerate().skip(1) {
        let parents = VariableSet::new(&head[..place])?;
        nodes.push(Node { child, parents });
    }
    let rows = to_f64(i64::try_from(counts.rows())?);
    let (mut f, mut i) = (0.0, 0.0);
    for node in &nodes {
        let table = node.table()?;
        let cells = domain.cells(&table, 1 << 24).ok_or("a small table")?;
        let (mut counted, mut joint) = (vec![0; cells], vec![0; cells]);
        counts.count(domain, &table, &mut counted)?;
        let columns = child_first(domain, &table, node.child, &counted, &mut joint)?;
        let width = NonZeroU64::new(columns as u64).ok_or("a column")?;
        let mut states = vec![State::default(); states_needed(columns, counts.rows())];
        f += to_f64(maximum_score(&joint, width, &mut states)?) / (2.0 * rows);
        let bits = information_score(&joint, width, &mut [0; 2], &mut vec![0; columns])?;
        i += to_f64(bits) / (rows * to_f64(i64::try_from(ONE)?));
    }
    Ok((f, i))
}

#[allow(clippy::cast_precision_loss)] // figures for people
fn to_f64(number: i64) -> f64 {
    number as f64
}
