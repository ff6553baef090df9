//! A release spec, checked and planned: everything that is public before any data is read.

use std::path::Path;

use privet_core::counts::MOST_ROWS;
use privet_core::privacy::NoiseScale;
use privet_spec::{FileSource, NoFiles, Release, RowCount, Warning};

use crate::beside::{BesideFile, Folder};
use crate::bins::{BinsBudget, BinsFigures, BinsFile, Grids, InsideFile, found};
use crate::complaint::Complaint;
use crate::error::{BadSpec, Error};
use crate::mark::marks_left;
use crate::mechanisms::Forecast;
use crate::mechanisms::list::mechanism_of;
use crate::mechanisms::mechanism::{Largest, Mechanism};
use crate::plan::{HOPELESS_NOISE, Plan, Total, cells_of};
use crate::promise::Promise;
use crate::reading::{TextFile, read_text};
use crate::record::Record;
#[cfg(feature = "parquet")]
use crate::table::{Input, TypedRows};
#[cfg(feature = "parquet")]
use crate::watch::Watch;

/// A spec with all that follows from it.
pub struct Spec {
    name: String,
    release: Release,
    /// With the most bins that a release can find.
    plan: Plan,
    mechanism: Box<dyn Mechanism>,
    bins: Option<BinsBudget>,
    /// With the fewest bins that a release can find, where it finds any.
    fewest: Option<Settled>,
}

/// A spec all of whose bins are known: what a mechanism runs by, and rows are drawn and written by.
pub(crate) struct Settled {
    pub(crate) plan: Plan,
    /// What is known of values inside of bins, and the noisy counts that bins were found from.
    pub(crate) inside: InsideFile,
    pub(crate) mechanism: Box<dyn Mechanism>,
}

impl Spec {
    /// Reads and checks a spec and the files beside it that it names; all problems are reported at once.
    pub fn read(path: impl AsRef<Path>) -> Result<Self, Error> {
        let path = path.as_ref();
        let text = read_text(path, TextFile::Spec)?;
        Self::parse_with(&path.display().to_string(), text, &Folder::of(path))
    }

    /// Checks a spec that is at hand and names no files; `name` is the file, for errors.
    pub fn parse(name: &str, text: impl Into<String>) -> Result<Self, Error> {
        Self::parse_with(name, text, &NoFiles)
    }

    /// As [`Spec::parse`], with the files that it names.
    pub fn parse_with(
        name: &str,
        text: impl Into<String>,
        files: &dyn FileSource,
    ) -> Result<Self, Error> {
        let text = text.into();
        let release = match privet_spec::parse_with(&text, files) {
            Ok(release) => release,
            Err(problems) => {
                return Err(Error::Spec(BadSpec {
                    name: name.to_owned(),
                    text,
                    problems,
                }));
            }
        };
        let bins = BinsBudget::of(&release)?;
        let fewest = bins.map(|_| Settled::new(text.clone(), release.with_fewest_bins()));
        let Settled {
            plan, mechanism, ..
        } = Settled::new(text, release.with_most_bins())?;
        let spec = Self {
            name: name.to_owned(),
            bins,
            fewest: fewest.transpose()?,
            release,
            plan,
            mechanism,
        };
        spec.refuse_hopeless_noise()?;
        spec.refuse_rules_beyond_room()?;
        Ok(spec)
    }

    /// The spec that a record holds, with the files that it names; `name` is the record's, for errors.
    pub(crate) fn of_record(name: &str, record: &Record) -> Result<Self, Error> {
        Self::parse_with(
            &format!("{name} (spec)"),
            record.spec.text.as_str(),
            &BesideFile::named(&record.spec.files),
        )
    }

    /// The file, as the caller named it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The file's text: what the digest is of.
    pub fn text(&self) -> &str {
        &self.plan.text
    }

    /// SHA-256 of the text, which a reviewer signs.
    pub fn digest(&self) -> String {
        privet_spec::digest(self.text().as_bytes())
    }

    /// What it says.
    pub fn release(&self) -> &Release {
        &self.release
    }

    /// The spec with the bins that follow from these noisy counts. Refused: counts that are not those of its grids.
    pub(crate) fn settled(&self, bins: Vec<BinsFile>) -> Result<Settled, Error> {
        let found = found(&self.release, &bins);
        let release = found.and_then(|found| self.release.with_bins(&found));
        let release = release.ok_or_else(|| {
            let what = "the noisy counts of the model (`inside`) are not those of the grids that the spec fixes";
            Error::refused(&self.name, what, "give a model as `privet release` made it")
        })?;
        Ok(Settled {
            inside: InsideFile::new(&self.release, bins),
            ..Settled::new(self.text().to_owned(), release)?
        })
    }

    /// The grids from whose counts bins are found.
    pub(crate) fn grids(&self) -> Grids<'_> {
        Grids {
            release: &self.release,
            plan: &self.plan,
            budget: self.bins,
        }
    }

    /// What it promises, in plain words.
    pub fn promise(&self) -> Promise {
        Promise::of(self.release(), self.total())
    }

    /// What is allowed and perhaps not meant, and what a release will still refuse: marks of a draft, labels that a
    /// spreadsheet computes, names and labels that look like others.
    pub fn warnings(&self) -> Vec<Complaint> {
        let marked = marks_left(&self.name, self.text());
        marked.into_iter().chain(self.warnings_of_names()).collect()
    }

    /// Those of them that are about names and labels.
    pub(crate) fn warnings_of_names(&self) -> Vec<Complaint> {
        let told = privet_spec::warnings(self.release()).into_iter();
        let told = told.map(
            |Warning {
                 place, what, help, ..
             }| Complaint::new(place, what, help),
        );
        told.collect()
    }

    /// What is known before any data is read: noise, number of queries, size of tables; for an assumed number
    /// of rows also what to expect.
    pub fn forecast(&self, rows: Option<u64>) -> Result<Forecast, Error> {
        let most = self.plan.most_rows.get();
        if rows.is_some_and(|rows| rows > most) {
            return Err(Error::refused(
                "--rows",
                format!("a table by this spec may have no more than {most} rows"),
                "assume fewer rows, or write another mechanism, or a larger `most_rows` where it has one",
            ));
        }
        let forecast = self.mechanism.forecast(&self.plan, rows)?;
        let name = self.release().mechanism.name();
        let forecast = forecast.of_promise(name, &self.promise())?;
        match BinsFigures::of(&self.release, self.bins, self.plan.neighbours)? {
            Some(bins) => forecast.and("bins", &bins),
            None => Ok(forecast),
        }
    }

    /// How often the mechanism goes through a table at most that is not held, behind the census.
    pub(crate) fn most_passes(&self) -> u64 {
        self.mechanism.most_passes(&self.plan)
    }

    /// For each attribute whose bins the release finds: its name, and which values can have one of their own.
    pub fn found_bins(&self) -> impl Iterator<Item = (&str, String)> {
        let found = self.release.found();
        found.filter_map(|attribute| Some((attribute.name(), attribute.cells_in_words()?)))
    }

    /// The total that is fixed in advance.
    pub fn total(&self) -> Total {
        self.mechanism.total()
    }

    /// A synthetic table that was made by it, as Arrow: numbers, dates and labels by their types, with nulls.
    #[cfg(feature = "parquet")]
    pub fn typed_rows(&self, synthetic: Input<'_>, watch: &dyn Watch) -> Result<TypedRows, Error> {
        Ok(TypedRows::read(self.release(), synthetic, watch)?)
    }

    /// How many synthetic rows it asks for, where the model tells of so many.
    pub fn row_count(&self, of_model: i64) -> usize {
        match self.release().output.rows {
            RowCount::Exactly(rows) => rows as usize,
            RowCount::Noisy | RowCount::AsInput => {
                // Never below zero, and never more than can be drawn.
                usize::try_from(of_model.clamp(0, i64::from(MOST_DRAWN))).unwrap_or(0)
            }
        }
    }

    /// Refuses answers that would be nothing but noise, and a noisy number of rows that would say nothing
    /// of the table, could fill any disk, and let tables grow beyond any memory.
    fn refuse_hopeless_noise(&self) -> Result<(), Error> {
        let place = || format!("{}: budget", self.name);
        if let Some(bins) = self.bins {
            let noise = bins.noise(self.plan.neighbours).map(NoiseScale::variance);
            if !noise.is_ok_and(|variance| variance.sqrt() <= HOPELESS_NOISE) {
                return Err(Error::refused(
                    place(),
                    format!(
                        "the counts that bins are found from would have noise with a deviation above {HOPELESS_NOISE:.0} rows"
                    ),
                    "raise epsilon, delta or the share of `bins`, or declare bins (`bin`, `bins` or `edges`)",
                ));
            }
        }
        let widest = self.mechanism.widest_noise(&self.plan);
        if !widest.is_some_and(|noise| noise <= HOPELESS_NOISE) {
            return Err(Error::refused(
                place(),
                format!("answers would have noise with a deviation above {HOPELESS_NOISE:.0} rows"),
                "raise epsilon, delta or the share of `tables`, or use fewer attributes, levels or rounds",
            ));
        }
        let what = match self.mechanism.size_noise(self.plan.neighbours) {
            Ok(Some(noise)) if noise.scale > HOPELESS_NOISE => format!(
                "the number of rows would have noise with {} = {:.0} rows",
                noise.name, noise.scale
            ),
            Ok(_) => return Ok(()),
            Err(_) => "the share of `size` is too small for any noise".to_owned(),
        };
        let help = "raise epsilon, delta or the share of `size`";
        Err(Error::refused(place(), what, help))
    }

    /// Refuses rules whose columns, all values of them together, are more than a model may hold: rules are kept in one table.
    fn refuse_rules_beyond_room(&self) -> Result<(), Error> {
        let Plan { rules, release, .. } = &self.plan;
        let Some(room) = self.mechanism.room_for_rules() else {
            return Ok(());
        };
        let cells = cells_of(rules, release)?;
        if rules.is_empty() || cells <= room {
            return Ok(());
        }
        let mut widest: Vec<_> = rules.relations().iter().collect();
        widest.sort_by_key(|relation| {
            let names = relation.attributes().iter();
            let sizes = names.filter_map(|&one| release.learned().nth(one.into()));
            let cells = sizes.fold(1_u64, |cells, one| cells.saturating_mul(one.size().into()));
            core::cmp::Reverse(cells)
        });
        let names = widest.first().map(|relation| relation.attributes());
        let names = names.unwrap_or_default().iter();
        let names = names.filter_map(|&one| release.learned().nth(one.into()));
        let names: Vec<String> = names.map(|one| format!("\"{}\"", one.name())).collect();
        Err(Error::refused(
            format!("{}: rules", self.name),
            format!(
                "the columns that rules tie together have {cells} combinations of values, more than the {room} that a \
                 model may hold; the widest rule is about {}",
                names.join(", ")
            ),
            "raise `max_cells` of the mechanism, declare fewer bins or coarser labels for these columns, or split the rule",
        ))
    }

    /// What a release may need where its size tells of so many rows, whatever bins it finds. More bins are more tables
    /// and more cells together; fewer leave more of the budget to each table, so that a single one can be larger.
    pub(crate) fn largest(&self, rows: u64) -> Largest {
        let most = self.mechanism.largest(&self.plan, rows);
        let fewest = self.fewest.as_ref();
        let fewest = fewest.map(|settled| settled.mechanism.largest(&settled.plan, rows));
        fewest.map_or(most, |fewest| most.or_more(fewest))
    }

    /// The most rows that the size of a table with so many can tell of: the noisy one, or the public one.
    pub(crate) fn largest_size(&self, of_table: u64) -> u64 {
        let noise = self
            .mechanism
            .size_noise(self.plan.neighbours)
            .ok()
            .flatten();
        let reach = noise.map_or(0, |noise| noise.reach());
        of_table.saturating_add(reach).min(MOST_ROWS)
    }

    /// What every mechanism is given.
    pub(crate) fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The mechanism that it chooses.
    pub(crate) fn mechanism(&self) -> &dyn Mechanism {
        self.mechanism.as_ref()
    }
}

impl Settled {
    pub(crate) fn new(text: String, release: Release) -> Result<Self, Error> {
        let mechanism = mechanism_of(&release)?;
        let variables = mechanism.variables(&release)?;
        Ok(Self {
            plan: Plan::new(text, release, variables)?,
            inside: InsideFile::default(),
            mechanism,
        })
    }
}

/// Most rows that are drawn at a time.
pub(crate) const MOST_DRAWN: u32 = u32::MAX;
