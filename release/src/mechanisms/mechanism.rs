//! What every mechanism must say about itself. Each folder beside this file does so; `list.rs` names the
//! folders.

use core::fmt;
use core::num::NonZeroU32;

use privet_core::Error as CoreError;
use privet_core::answers::Transcript;
use privet_core::ledger::LawRecord;
use privet_core::neighbours::Neighbours;
use privet_core::privacy::{LaplaceScale, Sigma};
use privet_spec::{MechanismName, Release};
use serde::Serialize;

use crate::beside::BesideFile;
use crate::bins::InsideFile;
use crate::counts::PrivateTable;
use crate::error::Error;
use crate::keys::NoiseKey;
use crate::model::{
    CountedRows, Drawn, LawWanted, MeasuredColumn, NoisyTable, Notated, RowsWanted,
};
use crate::model::{Structure, Variable};
use crate::noise::Noise;
use crate::plan::{Plan, Total, VariableName, Variables};
use crate::promise::Promise;
use crate::record::{Asked, Book, Words};
use crate::table::Codes;
use crate::watch::Watch;

/// A mechanism with the settings that a spec fixes: one trait for each concern, and each is implemented in the
/// file of its name (`plan.rs`, `run.rs`, `verify.rs`, `words.rs`, `forecast.rs`).
pub(crate) trait Mechanism:
    Planned + Runs + Verified + Worded + Forecasting + Send + Sync
{
}

impl<T: Planned + Runs + Verified + Worded + Forecasting + Send + Sync> Mechanism for T {}

/// What the spec fixes. In `plan.rs`.
pub(crate) trait Planned {
    /// The total that is fixed in advance.
    fn total(&self) -> Total;

    /// The variables that it measures: which levels of the attributes it knows.
    fn variables(&self, release: &Release) -> Result<Variables, Error>;

    /// The noise of the number of rows; nothing where none is measured. Refused: a share that buys none.
    fn size_noise(&self, neighbours: Neighbours) -> Result<Option<SizeNoise>, CoreError>;

    /// The widest noise that any of its answers but the size can have, in rows, whatever data and noise will be.
    /// Nothing where a part of the budget is too small to buy any.
    fn widest_noise(&self, plan: &Plan) -> Option<f64>;

    /// The most cells of tables in which it keeps rules; nothing where it knows of none.
    fn room_for_rules(&self) -> Option<u64> {
        None
    }

    /// What it may need at most where the size, noisy or public, is at most so many rows.
    fn largest(&self, plan: &Plan, rows: u64) -> Largest;
}

/// Its way from a table to a model. In `run.rs`.
pub(crate) trait Runs {
    /// Asks the source, and makes a model of the answers.
    fn run(&self, run: Run<'_>) -> Result<Made, Error>;
}

/// What `verify` must know of its queries. In `verify.rs`.
pub(crate) trait Verified {
    /// Whether it makes such private choices or draws such rows, with the sensitivity that they have. Size,
    /// tables and scores have the same sensitivity in every mechanism, so they are not asked about here.
    fn chooses(&self, neighbours: Neighbours, asked: Asked, law: LawRecord) -> bool;
}

/// Its words. In `words.rs`.
pub(crate) trait Worded {
    /// Its sentences in the record.
    fn words(&self) -> Words;

    /// How pages write a variable.
    fn variable(&self, name: &VariableName) -> Variable;
}

/// What is known before any data is read. In `forecast.rs`.
pub(crate) trait Forecasting {
    /// For an assumed number of rows, where there is one.
    fn forecast(&self, plan: &Plan, rows: Option<u64>) -> Result<Forecast, Error>;

    /// How often it goes through a table at most that is not held, behind the census, where there is memory for all tables
    /// of a batch.
    fn most_passes(&self, plan: &Plan) -> u64;
}

/// A mechanism's model.
pub(crate) trait MechanismModel: ModelFile + Answered + Notated + Send + Sync {}

impl<T: ModelFile + Answered + Notated + Send + Sync> MechanismModel for T {}

/// What every model file says about itself. In `model.rs`.
pub(crate) trait ModelFile {
    /// Version of the format.
    fn version(&self) -> u32;

    /// The number of the algorithm that made it.
    fn algorithm(&self) -> NonZeroU32;

    /// The release spec, word for word.
    fn spec(&self) -> &str;

    /// The files that the spec names.
    fn files(&self) -> &[BesideFile];

    /// The seed that the release's own rows were drawn with, as text.
    fn row_seed(&self) -> &str;

    /// The number of rows, noisy or public; a noisy one may be below zero.
    fn rows(&self) -> i64;

    /// The number of rows as it was counted, before tables told more of it.
    fn counted_rows(&self) -> CountedRows;

    /// What is known of values inside of bins.
    fn inside(&self) -> &InsideFile;

    /// What it is made of, in a few words.
    fn in_words(&self) -> String;

    /// The record's words on its estimator, where it has one.
    fn estimator(&self) -> Option<String>;

    /// The noise of the scores of pairs, where there are such scores.
    fn noise_of_scores(&self) -> Option<Noise> {
        None
    }

    /// Every table with noise of its own.
    fn tables(&self) -> Vec<NoisyTable<'_>>;

    /// What a column of such a table is, with the labels of its values; nothing where the plan knows of none such.
    fn measured_column(&self, plan: &Plan, name: &VariableName) -> Option<MeasuredColumn> {
        MeasuredColumn::of_level(plan.learned(&name.0)?, name)
    }

    /// How attributes hang together, for pages; `shown` writes a variable.
    fn structure(&self, shown: &dyn Fn(&VariableName) -> Variable) -> Structure;

    /// Draws rows.
    fn draw(&self, plan: &Plan, wanted: RowsWanted<'_>, watch: &dyn Watch) -> Result<Drawn, Error>;

    /// The law of some columns of a row: a probability for every combination of their values, the last one fastest.
    fn law(&self, plan: &Plan, wanted: LawWanted<'_>) -> Result<Vec<f64>, Error>;
}

/// Which answers a model holds. All else in it follows from them. In `verify.rs`.
pub(crate) trait Answered {
    /// The answers in the order in which they were given; nothing where a column is none of the plan's.
    fn transcript(&self, plan: &Plan) -> Option<Transcript>;
}

/// What a mechanism is given to run.
#[derive(Clone, Copy)]
pub(crate) struct Run<'a> {
    pub(crate) plan: &'a Plan,
    /// What is known of values inside of bins.
    pub(crate) inside: &'a InsideFile,
    pub(crate) source: Source<'a>,
    /// The seed of the rows, which is public.
    pub(crate) row_seed: [u8; 32],
    pub(crate) watch: &'a dyn Watch,
}

/// Who answers.
#[derive(Clone, Copy)]
pub(crate) enum Source<'a> {
    /// The curator of this table, with noise of this key.
    Table {
        table: &'a PrivateTable<'a>,
        noise: &'a NoiseKey,
    },
    /// Nobody any more: these are the answers that were published.
    Published(&'a Transcript),
}

impl Source<'_> {
    /// Why nothing came of it.
    pub(crate) fn failed(self, error: CoreError) -> Error {
        match self {
            Self::Table { table, .. } => match table.failure() {
                Some(failure) => failure.into(),
                None => Error::after_the_charge(error),
            },
            Self::Published(_) => Error::not_as_published(error),
        }
    }
}

/// What a mechanism made.
pub(crate) struct Made {
    pub(crate) model: Box<dyn MechanismModel>,
    pub(crate) book: Book,
    pub(crate) rows: Rows,
}

/// Where the synthetic rows come from.
pub(crate) enum Rows {
    /// They are drawn from the model, as many as one likes.
    FromModel,
    /// The mechanism has drawn them: a column of codes for each learned attribute.
    Drawn(Vec<Codes>),
    /// They were the mechanism's answer to begin with, and nothing that was published leads to them.
    OnlyByReplay,
}

/// How large what a mechanism makes can become.
#[derive(Clone, Copy)]
pub(crate) struct Largest {
    /// Cells of all tables that the model holds.
    pub(crate) cells: u64,
    /// Bytes of memory beside them, while it runs.
    pub(crate) scratch: u64,
}

impl Largest {
    /// What is enough for both.
    pub(crate) fn or_more(self, other: Self) -> Self {
        Self {
            cells: self.cells.max(other.cells),
            scratch: self.scratch.max(other.scratch),
        }
    }
}

/// Noise of the number of rows.
pub(crate) struct SizeNoise {
    /// What its scale is called: sigma of Gaussian noise, scale of Laplace noise.
    pub(crate) name: &'static str,
    /// In rows.
    pub(crate) scale: f64,
    /// The noise is beyond so many scales with probability below 2^−128.
    scales: f64,
}

impl SizeNoise {
    pub(crate) fn of_sigma(sigma: Sigma) -> Self {
        Self {
            name: "sigma",
            scale: sigma.to_f64(),
            // P(|Z| > t) ≤ exp(−t²/2), and √(2·128·ln 2) = 13.3.
            scales: 14.0,
        }
    }

    pub(crate) fn of_scale(scale: LaplaceScale) -> Self {
        Self {
            name: "scale",
            scale: scale.to_f64(),
            // P(|X| > t·b) ≤ exp(−t), and 128·ln 2 = 88.7.
            scales: 89.0,
        }
    }
}

impl SizeNoise {
    /// Of a mechanism that goes as far again beyond its noisy size.
    pub(crate) fn twice_as_far(self) -> Self {
        Self {
            scales: 2.0 * self.scales,
            ..self
        }
    }

    /// Rows that the noise stays within, but with probability below 2^−128.
    pub(crate) fn reach(&self) -> u64 {
        // A saturating cast.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let rows = (self.scales * self.scale) as u64;
        rows
    }
}

/// What is known of a release before any data is read, as text and as JSON.
#[derive(Clone, Debug)]
pub struct Forecast {
    text: String,
    json: String,
}

impl Forecast {
    pub(crate) fn of(figures: &(impl Serialize + fmt::Display)) -> Result<Self, Error> {
        let json = serde_json::to_string_pretty(figures);
        Ok(Self {
            text: figures.to_string(),
            json: json.map_err(|error| Error::flaw("forecast", error))?,
        })
    }

    /// With the promise in front, and the mechanism: its name, and for people what is said of it.
    pub(crate) fn of_promise(self, name: MechanismName, promise: &Promise) -> Result<Self, Error> {
        let written = |part: serde_json::Result<String>| {
            let part = part.map_err(|error| Error::flaw("forecast", error))?;
            Ok::<_, Error>(part.replace('\n', "\n  "))
        };
        let figures = self.json.trim_start().trim_start_matches('{');
        let in_words = written(serde_json::to_string_pretty(&promise.in_words))?;
        let unprotected = promise.not_protected_in_words();
        let unprotected = written(serde_json::to_string_pretty(&unprotected))?;
        Ok(Self {
            json: format!(
                "{{\n  \"mechanism\": \"{name}\",\n  \"in_words\": {in_words},\n  \"unprotected\": {unprotected},\
                 {figures}"
            ),
            text: format!(
                "{}Mechanism: {}.\n{}",
                promise.in_words, promise.mechanism, self.text
            ),
        })
    }

    /// With further figures under a name of their own.
    pub(crate) fn and(
        self,
        name: &str,
        figures: &(impl Serialize + fmt::Display),
    ) -> Result<Self, Error> {
        let further = Self::of(figures)?;
        let indented = further.json.replace('\n', "\n  ");
        let open = self.json.trim_end().trim_end_matches('}').trim_end();
        Ok(Self {
            json: format!("{open},\n  \"{name}\": {indented}\n}}"),
            text: self.text + &further.text,
        })
    }

    /// Every figure, as one JSON object.
    pub fn json(&self) -> &str {
        &self.json
    }
}

/// For people, several lines.
impl fmt::Display for Forecast {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
