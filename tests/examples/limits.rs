//! What limits the accuracy of PrivBayes: each source of error switched off in turn.
//!
//! ```text
//! cargo run --release -p privet-tests --features studies --example limits -- FOLDER TABLE [EPSILON...] [KEY=VALUE...]
//! ```
//! FOLDER holds `TABLE.csv.gz` and `TABLE.domain.json` (one integer code a field). The table is
//! taken as public here: `structure=exact` scores pairs without noise and `tables=exact` measures
//! tables without noise, which `privet release` cannot do. Other keys: `theta`, `caution`, `g` (width
//! of groups; 1 for no levels), `share` (of the structure, in thousandths), `post=normalize`,
//! `sampling=with` or `inconsistent`, `runs`. Prints the mean total variation distance over 300
//! seeded random 3-way marginals.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs::File;
use std::num::NonZeroU32;
use std::path::Path;
use std::str::FromStr;
use std::time::Instant;

use chacha20::ChaCha20Rng;
use flate2::read::MultiGzDecoder;
use privet_core::bayes::consistency::{StepScratch, common_sets};
use privet_core::bayes::fit::{Fitting, Repair};
use privet_core::bayes::measure::{
    MeasuredTables, Settings, Structure, measure_size, measure_structure, measure_tables,
};
use privet_core::bayes::network::HeadRule;
use privet_core::bayes::rows::{Model, Replacement, RowMemory, draw_rows_with_fallback};
use privet_core::bayes::simplex::Post;
use privet_core::bayes::tables::Tables;
use privet_core::counts::{Column, Columns, MostRows};
use privet_core::curator::{Curator, ScoreScratch, pairs_of};
use privet_core::domain::{Domain, Level};
use privet_core::ledger::{Gaussian, Ledger};
use privet_core::neighbours::Neighbours;
use privet_core::privacy::{Delta, Epsilon, MuSquared, Share};
use privet_core::variables::VariableSet;
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::Deserialize;

type Outcome<T> = Result<T, Box<dyn Error>>;

fn main() -> Outcome<()> {
    let mut plain = Vec::new();
    let mut switches = Switches::default();
    for argument in std::env::args().skip(1) {
        match argument.split_once('=') {
            Some((key, value)) => drop(switches.0.insert(key.to_owned(), value.to_owned())),
            None => plain.push(argument),
        }
    }
    let [folder, table, epsilons @ ..] = plain.as_slice() else {
        return Err("usage: limits FOLDER TABLE [EPSILON...] [KEY=VALUE...]".into());
    };
    let data = Data::read(Path::new(folder), table)?;
    let usual = ["0.2", "0.8", "3.2"].map(str::to_owned);
    for epsilon in if epsilons.is_empty() {
        &usual
    } else {
        epsilons
    } {
        let runs: u8 = switches.get("runs", 3)?;
        let start = Instant::now();
        let mut sum = 0.0;
        for run in 0..runs {
            let study = Study {
                data: &data,
                switches: &switches,
                epsilon: epsilon.parse()?,
                run,
            };
            sum += data.mean_distance(&study.release()?);
        }
        let seconds = start.elapsed().as_secs_f64() / f64::from(runs);
        println!(
            "{table} eps {epsilon}: tvd3 {:.4}, {seconds:.2} s",
            sum / f64::from(runs)
        );
    }
    Ok(())
}

/// The keys and values of the command line.
#[derive(Default)]
struct Switches(BTreeMap<String, String>);

impl Switches {
    fn get<T: FromStr<Err: Error + 'static>>(&self, key: &str, default: T) -> Outcome<T> {
        self.0
            .get(key)
            .map_or(Ok(default), |text| Ok(text.parse()?))
    }

    fn is(&self, key: &str, value: &str) -> bool {
        self.0.get(key).is_some_and(|found| found == value)
    }
}

#[derive(Deserialize)]
struct DomainFile {
    attributes: Vec<AttributeFile>,
}

#[derive(Deserialize)]
struct AttributeFile {
    size: u32,
}

/// A public table of codes.
struct Data {
    sizes: Vec<u32>,
    columns: Vec<Vec<u16>>,
}

impl Data {
    fn read(folder: &Path, table: &str) -> Outcome<Self> {
        let domain = File::open(folder.join(format!("{table}.domain.json")))?;
        let domain: DomainFile = serde_json::from_reader(domain)?;
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
        Ok(Self { sizes, columns })
    }

    fn largest(&self) -> usize {
        self.sizes
            .iter()
            .map(|&size| size as usize)
            .max()
            .unwrap_or(0)
    }

    /// The mean over 300 seeded random 3-way marginals.
    fn mean_distance(&self, synthetic: &[Vec<u16>]) -> f64 {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
        let mut sum = 0.0;
        for _ in 0..300 {
            let mut chosen = Vec::new();
            while chosen.len() < self.sizes.len().min(3) {
                let attribute = rng.next_u32() as usize % self.sizes.len();
                if !chosen.contains(&attribute) {
                    chosen.push(attribute);
                }
            }
            let real = self.shares(&self.columns, &chosen);
            let found = self.shares(synthetic, &chosen);
            sum += real
                .iter()
                .zip(found)
                .map(|(p, q)| (p - q).abs())
                .sum::<f64>()
                / 2.0;
        }
        sum / 300.0
    }

    /// The share of rows in each cell of a marginal.
    fn shares(&self, columns: &[Vec<u16>], chosen: &[usize]) -> Vec<f64> {
        let cells: usize = chosen
            .iter()
            .map(|&attribute| self.sizes[attribute] as usize)
            .product();
        let mut counts = vec![0_u32; cells];
        let rows = columns[0].len();
        let mut cell_of_row = vec![0_usize; rows];
        for &attribute in chosen {
            for (cell, &code) in cell_of_row.iter_mut().zip(&columns[attribute]) {
                *cell = *cell * self.sizes[attribute] as usize + usize::from(code);
            }
        }
        for cell in cell_of_row {
            counts[cell] += 1;
        }
        let rows = f64::from(u32::try_from(rows.max(1)).unwrap_or(u32::MAX));
        counts
            .into_iter()
            .map(|count| f64::from(count) / rows)
            .collect()
    }
}

/// One attribute's level, owned.
struct OwnedLevel {
    attribute: u8,
    size: u32,
    groups: Vec<u16>,
    representatives: Vec<u16>,
}

/// Levels of neighbouring groups of g for attributes of more than g² values.
fn owned_levels(sizes: &[u32], g: u32) -> Outcome<Vec<OwnedLevel>> {
    let mut levels = Vec::new();
    for (attribute, &size) in (0_u8..).zip(sizes) {
        let leaf = OwnedLevel {
            attribute,
            size,
            groups: Vec::new(),
            representatives: Vec::new(),
        };
        levels.push(leaf);
        let (mut width, mut groups) = (1, size);
        while g > 1 && groups > g * g {
            width *= g;
            groups = size.div_ceil(width);
            levels.push(OwnedLevel {
                attribute,
                size: groups,
                groups: (0..size)
                    .map(|leaf| u16::try_from(leaf / width))
                    .collect::<Result<_, _>>()?,
                representatives: (0..groups)
                    .map(|group| u16::try_from(group * width))
                    .collect::<Result<_, _>>()?,
            });
        }
    }
    Ok(levels)
}

/// One release with its switches.
struct Study<'a> {
    data: &'a Data,
    switches: &'a Switches,
    epsilon: f64,
    run: u8,
}

type StudyCurator<'a> = Curator<Columns<'a>, ChaCha20Rng, Gaussian, 1024>;

impl Study<'_> {
    fn release(&self) -> Outcome<Vec<Vec<u16>>> {
        let owned = owned_levels(&self.data.sizes, self.switches.get("g", 4)?)?;
        let levels: Vec<Level<'_>> = owned
            .iter()
            .map(|level| Level {
                attribute: level.attribute,
                size: level.size,
                groups: &level.groups,
                representatives: &level.representatives,
            })
            .collect();
        let domain = Domain::new(&levels)?;
        let columns: Vec<Column<'_>> = self
            .data
            .columns
            .iter()
            .map(|column| Column::Wide(column))
            .collect();
        let counts = Columns::new(&domain, &columns)?;
        // An exact part would not fit a real budget; this ledger takes everything.
        let ledger = Ledger::new(MuSquared::from_units(u128::MAX));
        let neighbours = Neighbours::AddRemove {
            rows: NonZeroU32::MIN,
        };
        let rng = ChaCha20Rng::from_seed([self.run; 32]);
        let mut curator = Curator::new(counts, MostRows::LARGEST, neighbours, ledger, rng)?;

        let settings = self.settings()?;
        let structure = self.structure(&mut curator, &domain, &settings)?;
        let mut tables = Tables::of(&domain, &structure.network)?;
        let mut cells = vec![0; tables.total_cells()];
        let mut scratch = vec![0; tables.largest()];
        let settings = Settings {
            tables: self.exact_or("tables", settings.tables)?,
            ..settings
        };
        let quiet = &mut || ();
        measure_tables(
            &mut curator,
            &domain,
            &settings,
            MeasuredTables {
                tables: &mut tables,
                possible: &[],
                noisy: &mut cells,
                scratch: &mut scratch,
            },
            quiet,
        )?;
        self.draw(&domain, &structure, &tables, cells)
    }

    fn settings(&self) -> Outcome<Settings> {
        let ledger =
            Ledger::<Gaussian, 1>::for_guarantee(Epsilon::new(self.epsilon)?, Delta::new(1e-9)?)?;
        let total = ledger.balance().total();
        let part = |thousandths| -> Outcome<MuSquared> {
            Ok(total.share_down(Share::new(thousandths, 1000)?))
        };
        let structure = self.switches.get("share", 190)?;
        Ok(Settings {
            structure: self.exact_or("structure", part(structure)?)?,
            size: part(10)?,
            tables: part(990 - structure)?,
            theta: self.switches.get("theta", 4.0)?,
            caution: self.switches.get("caution", 1.0)?,
            head: HeadRule::Worth,
            most_cells: 1 << 22,
            assumed_rows: None,
        })
    }

    /// A share so large that the noise vanishes, where the switch says so.
    fn exact_or(&self, key: &str, share: MuSquared) -> Outcome<MuSquared> {
        if self.switches.is(key, "exact") {
            Ok(MuSquared::from_f64_down(1e4)?)
        } else {
            Ok(share)
        }
    }

    fn structure(
        &self,
        curator: &mut StudyCurator<'_>,
        domain: &Domain<'_>,
        settings: &Settings,
    ) -> Outcome<Structure> {
        let size = measure_size(curator, domain, settings)?;
        let largest = self.data.largest();
        let mut scores = vec![0; pairs_of(domain.len())];
        let (mut leaf_cells, mut level_cells) =
            (vec![0; largest * largest], vec![0; largest * largest]);
        let mut margins = vec![0; 2 * largest];
        let scratch = ScoreScratch {
            scores: &mut scores,
            leaf_cells: &mut leaf_cells,
            level_cells: &mut level_cells,
            margins: &mut margins,
        };
        Ok(measure_structure(
            curator,
            domain,
            settings,
            size,
            scratch,
            &mut || (),
        )?)
    }

    fn draw(
        &self,
        domain: &Domain<'_>,
        structure: &Structure,
        tables: &Tables,
        measured: Vec<i64>,
    ) -> Outcome<Vec<Vec<u16>>> {
        let rows = usize::try_from(structure.size.rows())?;
        let mut synthetic = vec![vec![0_u16; rows]; self.data.sizes.len()];
        let mut columns: Vec<&mut [u16]> = synthetic.iter_mut().map(Vec::as_mut_slice).collect();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(u64::from(self.run));
        if self.switches.is("sampling", "inconsistent") {
            let network = &structure.network;
            let model = Model {
                domain: *domain,
                network,
                tables,
                cells: &measured,
            };
            draw_rows_with_fallback(&model, &mut columns, &mut rng, &mut || ())?;
            return Ok(synthetic);
        }
        let fitted = self.fit(domain, structure, tables, measured)?;
        let model = Model {
            domain: *domain,
            network: &structure.network,
            tables,
            cells: &fitted,
        };
        let replacement = if self.switches.is("sampling", "with") {
            Replacement::With
        } else {
            Replacement::Without
        };
        let mut memory = RowMemory::new(&model, rows);
        model.draw_columns(
            replacement,
            &mut columns,
            &mut memory.scratch(),
            &mut rng,
            &mut || (),
        )?;
        Ok(synthetic)
    }

    fn fit(
        &self,
        domain: &Domain<'_>,
        structure: &Structure,
        tables: &Tables,
        mut cells: Vec<i64>,
    ) -> Outcome<Vec<i64>> {
        let mut sets = vec![VariableSet::EMPTY; 65_536];
        let used = common_sets(domain, tables, &mut sets).used();
        sets.truncate(used);
        let largest = tables.largest();
        let (mut targets, mut sums, mut shares) =
            (vec![0; largest], vec![0; largest], vec![0; largest]);
        let mut scratch = StepScratch {
            targets: &mut targets,
            sums: &mut sums,
            shares: &mut shares,
        };
        let mut variances = vec![0.0; tables.as_slice().len()];
        let post = if self.switches.is("post", "normalize") {
            Post::Normalize
        } else {
            Post::L2Projection
        };
        let rows = structure.size.rows();
        let fitting = Fitting {
            domain: *domain,
            tables,
            sets: &sets,
            rows,
            post,
            repair: Repair::ByTurns,
        };
        fitting.fit(&mut cells, &mut variances, &mut scratch)?;
        Ok(cells)
    }
}
