//! What limits the accuracy of PrivBayes: each source of error switched off in turn.
//!
//! ```text
//! cargo run --release -p privet-tests --bin limits -- FOLDER TABLE [EPSILON...] [key=value...]
//! ```
//! FOLDER holds `TABLE.csv.gz` and `TABLE.domain.json` (one integer code a field). The table is
//! taken as public here: the switches `structure=true`, `noise=off`, … read it without noise. Prints
//! the mean total variation distance over seeded random 3-way marginals; `privet release` has none
//! of these switches.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs::File;
use std::num::NonZeroU32;
use std::path::Path;
use std::time::Instant;

use chacha20::ChaCha20Rng;
use flate2::read::MultiGzDecoder;
use privet_core::bayes::consistency::{StepRoom, common_sets};
use privet_core::bayes::fit::fit;
use privet_core::bayes::measure::{Settings, measure_size, measure_structure, measure_tables};
use privet_core::bayes::rows::{Model, Replacement, RowRoom, draw_rows_with_fallback};
use privet_core::bayes::simplex::Post;
use privet_core::bayes::tables::Tables;
use privet_core::counts::{Column, Columns};
use privet_core::curator::{Curator, ScoreRoom, pairs_of};
use privet_core::domain::{Domain, Level};
use privet_core::ledger::{Gaussian, Ledger};
use privet_core::neighbours::Neighbours;
use privet_core::privacy::{Delta, Epsilon, MuSquared, Share};
use privet_core::variables::VariableSet;
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::Deserialize;

#[derive(Deserialize)]
struct DomainFile {
    attributes: Vec<AttributeFile>,
}

#[derive(Deserialize)]
struct AttributeFile {
    size: u32,
}

struct Data {
    sizes: Vec<u32>,
    columns: Vec<Vec<u16>>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let (mut plain, mut options) = (Vec::new(), BTreeMap::new());
    for argument in std::env::args().skip(1) {
        match argument.split_once('=') {
            Some((key, value)) => drop(options.insert(key.to_owned(), value.to_owned())),
            None => plain.push(argument),
        }
    }
    let [folder, table, epsilons @ ..] = plain.as_slice() else {
        return Err("usage: limits FOLDER TABLE [EPSILON...] [key=value...]".into());
    };
    let data = read(Path::new(folder), table)?;
    let epsilons = if epsilons.is_empty() {
        &["0.2".into(), "0.8".into(), "3.2".into()]
    } else {
        epsilons
    };
    let runs: u8 = option(&options, "runs", 3)?;
    for epsilon in epsilons {
        let epsilon: f64 = epsilon.parse()?;
        let (mut sum, mut seconds, mut summary) = (0.0, 0.0, String::new());
        for run in 0..runs {
            let start = Instant::now();
            let (synthetic, about) = release(&data, epsilon, run, &options)?;
            seconds += start.elapsed().as_secs_f64();
            sum += mean_tvd(&data, &synthetic);
            summary = about;
        }
        let runs = f64::from(runs);
        println!(
            "{table} eps {epsilon}: tvd3 {:.4}, {:.2} s  [{summary}]",
            sum / runs,
            seconds / runs
        );
    }
    Ok(())
}

fn option<T: std::str::FromStr>(
    options: &BTreeMap<String, String>,
    key: &str,
    default: T,
) -> Result<T, Box<dyn Error>>
where
    T::Err: Error + 'static,
{
    options
        .get(key)
        .map_or(Ok(default), |text| Ok(text.parse()?))
}

fn read(folder: &Path, table: &str) -> Result<Data, Box<dyn Error>> {
    let domain: DomainFile =
        serde_json::from_reader(File::open(folder.join(format!("{table}.domain.json")))?)?;
    let sizes: Vec<u32> = domain
        .attributes
        .iter()
        .map(|attribute| attribute.size)
        .collect();
    let file = File::open(folder.join(format!("{table}.csv.gz")))?;
    let mut reader = csv::Reader::from_reader(MultiGzDecoder::new(file));
    let mut columns = vec![Vec::new(); sizes.len()];
    for record in reader.records() {
        for (column, field) in columns.iter_mut().zip(record?.iter()) {
            column.push(field.parse()?);
        }
    }
    Ok(Data { sizes, columns })
}

/// Levels of neighbouring groups of g for attributes of more than g² values.
fn levels(sizes: &[u32], g: u32) -> Vec<(u8, u32, Vec<u16>, Vec<u16>)> {
    let mut levels = Vec::new();
    for (attribute, &size) in (0_u8..).zip(sizes) {
        levels.push((attribute, size, Vec::new(), Vec::new()));
        let mut width = 1;
        let mut groups = size;
        while g > 1 && groups > g * g {
            width *= g;
            groups = size.div_ceil(width);
            let map = (0..size)
                .map(|leaf| u16::try_from(leaf / width).unwrap())
                .collect();
            let representatives = (0..groups)
                .map(|group| u16::try_from(group * width).unwrap())
                .collect();
            levels.push((attribute, groups, map, representatives));
        }
    }
    levels
}

fn release(
    data: &Data,
    epsilon: f64,
    run: u8,
    options: &BTreeMap<String, String>,
) -> Result<(Vec<Vec<u16>>, String), Box<dyn Error>> {
    let owned = levels(&data.sizes, option(options, "g", 4)?);
    let levels: Vec<Level> = owned
        .iter()
        .map(|(attribute, size, groups, representatives)| Level {
            attribute: *attribute,
            size: *size,
            groups,
            representatives,
        })
        .collect();
    let domain = Domain::new(&levels)?;
    let columns: Vec<Column> = data
        .columns
        .iter()
        .map(|column| Column::Wide(column))
        .collect();
    let counts = Columns::new(&domain, &columns)?;
    let mut ledger =
        Ledger::<Gaussian, 1024>::for_guarantee(Epsilon::new(epsilon)?, Delta::new(1e-9)?)?;
    let mut total = ledger.balance().total();
    let share = |total: MuSquared, percent: u64| -> Result<MuSquared, Box<dyn Error>> {
        Ok(total.share_down(Share::new(percent, 1000)?))
    };
    let structure = option(options, "structure", 190)?;
    let true_structure = options.get("structure_true").is_some();
    let no_noise = options.get("noise_off").is_some();
    if true_structure || no_noise {
        // Not private: a total so large that the noise vanishes.
        ledger = Ledger::new(MuSquared::from_units(u128::MAX));
    }
    let huge = MuSquared::from_f64_down(1e4)?;
    let settings = Settings {
        structure: if true_structure {
            huge
        } else {
            share(total, structure)?
        },
        size: share(total, 10)?,
        tables: share(total, 990 - structure)?,
        theta: option(options, "theta", 4.0)?,
        caution: option(options, "caution", 1.0)?,
        most_cells: 1 << 22,
        assumed_rows: None,
    };
    let rng = ChaCha20Rng::from_seed([run; 32]);
    let neighbours = Neighbours::AddRemove {
        rows: NonZeroU32::MIN,
    };
    let mut curator = Curator::new(counts, neighbours, ledger, rng)?;
    let (size, most_cells) = measure_size(&mut curator, &domain, &settings)?;
    let largest = usize::try_from(*data.sizes.iter().max().ok_or("no attributes")?)?;
    let (mut scores, mut margins) = (vec![0; pairs_of(domain.len())], vec![0; 2 * largest]);
    let (mut leaf_cells, mut level_cells) = (
        vec![0; largest * largest],
        vec![0; usize::try_from(most_cells)?.min(largest * largest)],
    );
    let room = ScoreRoom {
        scores: &mut scores,
        leaf_cells: &mut leaf_cells,
        level_cells: &mut level_cells,
        margins: &mut margins,
    };
    let found = measure_structure(
        &mut curator,
        &domain,
        &settings,
        (size, most_cells),
        room,
        &mut || (),
    )?;
    let mut tables = Tables::of(&domain, &found.network)?;
    let (mut cells, mut room) = (vec![0; tables.total_cells()], vec![0; tables.largest()]);
    let table_settings = Settings {
        tables: if no_noise { huge } else { settings.tables },
        ..settings
    };
    measure_tables(
        &mut curator,
        &domain,
        &table_settings,
        &mut tables,
        &mut cells,
        &mut room,
        &mut || (),
    )?;
    let rows = usize::try_from(size.rows())?;
    let noisy = cells.clone();
    let mut sets = vec![VariableSet::EMPTY; 65_536];
    let used = common_sets(&domain, &tables, &mut sets)?;
    sets.truncate(used);
    let largest_set = tables.largest();
    let (mut targets, mut sums, mut shares) = (
        vec![0; largest_set],
        vec![0; largest_set],
        vec![0; largest_set],
    );
    let mut step_room = StepRoom {
        targets: &mut targets,
        sums: &mut sums,
        shares: &mut shares,
    };
    let mut variances = vec![0.0; tables.as_slice().len()];
    let post = if options.get("post").is_some_and(|post| post == "normalize") {
        Post::Normalize
    } else {
        Post::L2Projection
    };
    let left = fit(
        &domain,
        &tables,
        &sets,
        size.rows(),
        post,
        &mut cells,
        &mut variances,
        &mut step_room,
    )?;
    let mut synthetic = vec![vec![0_u16; rows]; data.sizes.len()];
    let mut columns: Vec<&mut [u16]> = synthetic.iter_mut().map(|column| &mut **column).collect();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(u64::from(run));
    let (mut bases, mut order) = (vec![0; rows], vec![0; rows]);
    let (mut starts, mut sums) = (
        vec![0; tables.largest().max(65_536) + 1],
        vec![0; tables.largest().max(65_536)],
    );
    let mut room = RowRoom {
        bases: &mut bases,
        order: &mut order,
        starts: &mut starts,
        sums: &mut sums,
    };
    match options.get("sampling").map_or("without", String::as_str) {
        "without" => Model {
            domain,
            network: &found.network,
            tables: &tables,
            cells: &cells,
        }
        .draw_columns(
            Replacement::Without,
            &mut columns,
            &mut room,
            &mut rng,
            &mut || (),
        )?,
        "with" => Model {
            domain,
            network: &found.network,
            tables: &tables,
            cells: &cells,
        }
        .draw_columns(
            Replacement::With,
            &mut columns,
            &mut room,
            &mut rng,
            &mut || (),
        )?,
        _ => draw_rows_with_fallback(
            &Model {
                domain,
                network: &found.network,
                tables: &tables,
                cells: &noisy,
            },
            &mut columns,
            &mut rng,
            &mut || (),
        )?,
    }
    total = settings.tables;
    let _ = total;
    let about = format!(
        "tau {most_cells}, head {}, {} tables, {} cells, {} common sets, left {:.3} rows",
        found.network.head.as_slice().len(),
        tables.as_slice().len(),
        tables.total_cells(),
        sets.len(),
        left as f64 / f64::from(1 << 20),
    );
    if options.get("show").is_some() {
        println!("head {:?}", found.network.head.as_slice());
        for node in &found.network.nodes {
            println!("{:?} <- {:?}", node.child, node.parents.as_slice());
        }
    }
    Ok((synthetic, about))
}

/// Mean over 300 seeded random 3-way marginals.
fn mean_tvd(real: &Data, synthetic: &[Vec<u16>]) -> f64 {
    let attributes = real.sizes.len() as u64;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    let mut sum = 0.0;
    for _ in 0..300 {
        let mut chosen = Vec::new();
        while chosen.len() < 3.min(real.sizes.len()) {
            let attribute = usize::try_from(rng.next_u64() % attributes).unwrap();
            if !chosen.contains(&attribute) {
                chosen.push(attribute);
            }
        }
        sum += tvd(real, synthetic, &chosen);
    }
    sum / 300.0
}

fn tvd(real: &Data, synthetic: &[Vec<u16>], chosen: &[usize]) -> f64 {
    let cells: usize = chosen.iter().map(|&a| real.sizes[a] as usize).product();
    let histogram = |columns: &[Vec<u16>]| {
        let mut counts = vec![0_u32; cells];
        let rows = columns[chosen[0]].len();
        for row in 0..rows {
            let mut cell = 0;
            for &attribute in chosen {
                cell = cell * real.sizes[attribute] as usize + usize::from(columns[attribute][row]);
            }
            counts[cell] += 1;
        }
        (counts, rows.max(1) as f64)
    };
    let ((p, n), (q, m)) = (histogram(&real.columns), histogram(synthetic));
    p.iter()
        .zip(&q)
        .map(|(&p, &q)| (f64::from(p) / n - f64::from(q) / m).abs())
        .sum::<f64>()
        / 2.0
}
