//! `model.ron` as a whole: the model of any mechanism, behind one type, and the rows that it gives.

use core::num::NonZeroU32;
use std::io::Write;

use privet_core::answers::Transcript;
use privet_spec::{MechanismName, OutputFormat, Release};
use serde::de::DeserializeOwned;
use sha2::{Digest as _, Sha256};

use crate::beside::BesideFile;
use crate::bins::InsideFile;
use crate::error::Error;
use crate::mechanisms::list::{ModelSource, read_model};
use crate::mechanisms::mechanism::MechanismModel;
use crate::model::{
    CountedRows, Drawn, LawWanted, MeasuredColumn, NoisyTable, RowsWanted, Structure, VERSION,
    Variable,
};
use crate::noise::Noise;
use crate::plan::{Plan, VariableName};
use crate::spec::{Settled, Spec};
use crate::table::{Decoding, WriteError, write_decoded};
use crate::text::read_hex;
use crate::watch::Watch;

/// A public model: noisy answers and functions of them, from which anyone may draw rows, free of charge.
pub struct Model {
    /// The file, for errors.
    file: String,
    mechanism: MechanismName,
    content: Box<dyn MechanismModel>,
    /// Whether rows are written as CSV whatever the spec says.
    as_csv: bool,
}

impl Model {
    /// Reads a model from its text, and takes it at its word: [`Model::read`](crate::Model::read) does not. `name` is the
    /// file, for errors, which name the place in it.
    pub(crate) fn parse(name: &str, text: &str) -> Result<Self, Error> {
        let word = text.split('(').next().unwrap_or_default().trim();
        let Some(mechanism) = MechanismName::from_word(word) else {
            let what = "it does not begin with a mechanism, as in `PrivBayes(`";
            return Err(Error::refused(format!("{name}:1:1"), what, UNCHANGED));
        };
        let content = read_model(mechanism, Ron { name, text })?;
        if content.version() != VERSION {
            let what = format!("this program reads models of version {VERSION}");
            return Err(Error::refused(
                name,
                what,
                "use the program that wrote the model",
            ));
        }
        Ok(Self::new(name, mechanism, content))
    }

    pub(crate) fn new(
        file: &str,
        mechanism: MechanismName,
        content: Box<dyn MechanismModel>,
    ) -> Self {
        Self {
            file: file.to_owned(),
            mechanism,
            content,
            as_csv: false,
        }
    }

    /// The mechanism that made it.
    pub fn mechanism(&self) -> MechanismName {
        self.mechanism
    }

    /// The number of the algorithm that made it.
    pub(crate) fn algorithm(&self) -> NonZeroU32 {
        self.content.algorithm()
    }

    /// The release spec, word for word.
    pub fn spec_text(&self) -> &str {
        self.content.spec()
    }

    /// The files that its spec names, word for word.
    pub(crate) fn files(&self) -> &[BesideFile] {
        self.content.files()
    }

    /// The release spec that it was made by.
    pub fn spec(&self) -> Result<Spec, Error> {
        Spec::parse_with(
            &format!("{} (spec)", self.file),
            self.spec_text(),
            &BesideFile::named(self.files()),
        )
    }

    /// Its spec with the bins that its release has found.
    pub(crate) fn settled(&self, spec: &Spec) -> Result<Settled, Error> {
        spec.settled(self.content.inside().found.clone())
    }

    /// Its spec with the bins that its release has found, and the format in which rows are written.
    pub(crate) fn settled_for_rows(&self) -> Result<Settled, Error> {
        let mut settled = self.settled(&self.spec()?)?;
        if self.as_csv {
            settled.plan.release.output.format = OutputFormat::Csv;
        }
        Ok(settled)
    }

    /// What is known of values inside of bins.
    pub(crate) fn inside(&self) -> &InsideFile {
        self.content.inside()
    }

    /// The number of rows, noisy or public; a noisy one may be below zero.
    pub fn rows(&self) -> i64 {
        self.content.rows()
    }

    /// What it is made of, in a few words.
    pub fn in_words(&self) -> String {
        self.content.in_words()
    }

    /// The file's text.
    pub fn to_text(&self) -> Result<String, Error> {
        self.content.to_text()
    }

    /// The file's content as JSON, for programs.
    pub fn to_json(&self) -> Result<serde_json::Value, Error> {
        self.content.to_json()
    }

    /// The same model, whose rows are written as CSV whatever its spec says.
    #[must_use]
    pub fn as_csv(self) -> Self {
        Self {
            as_csv: true,
            ..self
        }
    }

    /// Draws rows and writes them in the format of the spec. The same seed gives the same rows on every machine; without one they
    /// are random.
    pub fn sample(
        &self,
        rows: u32,
        seed: Option<u64>,
        watch: &dyn Watch,
        out: &mut dyn Write,
    ) -> Result<(), Error> {
        let settled = self.settled_for_rows()?;
        let wanted = RowsWanted {
            file: &self.file,
            rows: rows as usize,
            seed: sampling_seed(seed)?,
            known: None,
        };
        let drawn = self.draw(&settled, wanted, watch)?;
        let decoding = Decoding::default();
        write_rows(&settled, drawn, wanted.rows, &decoding, watch, out)
    }

    /// The file, for errors.
    pub(crate) fn name(&self) -> &str {
        &self.file
    }

    /// Draws rows: one column of codes for each learned attribute.
    pub(crate) fn draw(
        &self,
        settled: &Settled,
        wanted: RowsWanted<'_>,
        watch: &dyn Watch,
    ) -> Result<Drawn, Error> {
        self.expect_mechanism_of(&settled.plan.release)?;
        self.content.draw(&settled.plan, wanted, watch)
    }

    /// The law of some columns of a row.
    pub(crate) fn law(&self, settled: &Settled, wanted: LawWanted<'_>) -> Result<Vec<f64>, Error> {
        self.expect_mechanism_of(&settled.plan.release)?;
        self.content.law(&settled.plan, wanted)
    }

    /// Refuses a model of another mechanism than its spec's.
    pub(crate) fn expect_mechanism_of(&self, release: &Release) -> Result<(), Error> {
        let chosen = release.mechanism.name();
        if self.mechanism == chosen {
            return Ok(());
        }
        let is = self.mechanism;
        let what = format!("it is a model of `{is}`, and its spec chooses `{chosen}`");
        Err(self.unlike_a_release(what))
    }

    /// What no release has written.
    pub(crate) fn unlike_a_release(&self, what: impl Into<String>) -> Error {
        Error::refused(&self.file, what, UNCHANGED)
    }

    /// The record's words on its estimator, where it has one.
    pub(crate) fn estimator(&self) -> Option<String> {
        self.content.estimator()
    }

    /// Every table with noise of its own.
    pub(crate) fn tables(&self) -> Vec<NoisyTable<'_>> {
        self.content.tables()
    }

    /// The noise of the scores of pairs, where there are such scores.
    pub(crate) fn noise_of_scores(&self) -> Option<Noise> {
        self.content.noise_of_scores()
    }

    /// The number of rows as it was counted.
    pub(crate) fn counted_rows(&self) -> CountedRows {
        self.content.counted_rows()
    }

    /// What a column of a noisy table is; nothing where the plan knows of none such.
    pub(crate) fn measured_column(
        &self,
        plan: &Plan,
        name: &VariableName,
    ) -> Option<MeasuredColumn> {
        self.content.measured_column(plan, name)
    }

    /// How attributes hang together.
    pub(crate) fn structure(&self, shown: &dyn Fn(&VariableName) -> Variable) -> Structure {
        self.content.structure(shown)
    }

    /// The answers that it holds; nothing where a column is none of the plan's.
    pub(crate) fn transcript(&self, plan: &Plan) -> Option<Transcript> {
        self.content.transcript(plan)
    }

    /// The seed of the release's own rows; nothing where it is none.
    pub(crate) fn row_seed(&self) -> Option<[u8; 32]> {
        let mut seed = [0; 32];
        read_hex(self.content.row_seed(), &mut seed).map(|()| seed)
    }
}

#[cfg(any(test, feature = "testing"))]
impl Model {
    /// Reads a model and takes it at its word, for tests of what is done with one that is no release's.
    pub fn unchecked(name: &str, text: &str) -> Result<Self, Error> {
        Self::parse(name, text)
    }

    /// The model of the same mechanism with this content; nothing where it is none.
    pub fn with_content(&self, content: serde_json::Value) -> Option<Self> {
        let content = read_model(self.mechanism, Json(content)).ok()?;
        Some(Self::new(&self.file, self.mechanism, content))
    }
}

/// Writes rows that were drawn.
pub(crate) fn write_rows(
    settled: &Settled,
    drawn: Drawn,
    rows: usize,
    decoding: &Decoding<'_>,
    watch: &dyn Watch,
    out: &mut dyn Write,
) -> Result<(), Error> {
    let Drawn { columns, mut picks } = drawn;
    let bar = watch.stage("writing rows", rows as u64);
    let progress = |rows| bar.at(rows);
    let pick = &mut || picks.draw();
    let release = &settled.plan.release;
    let written = write_decoded(
        release,
        &columns,
        rows,
        decoding,
        pick,
        Some(&progress),
        out,
    );
    written.map_err(|error| match error {
        WriteError::Io(error) => Error::Output(error),
        #[cfg(not(feature = "parquet"))]
        WriteError::NotBuilt(format) => {
            Error::refused("rows", format.what(), crate::not_built::REMEDY)
        }
        other => Error::flaw("rows", other),
    })
}

/// The generator's seed: a function of the number alone, or random.
pub(crate) fn sampling_seed(number: Option<u64>) -> Result<[u8; 32], Error> {
    let Some(number) = number else {
        let mut seed = [0; 32];
        getrandom::fill(&mut seed).map_err(|error| {
            Error::refused("operating system", error.to_string(), "give a --seed")
        })?;
        return Ok(seed);
    };
    let mut hash = Sha256::new();
    hash.update(b"privet/1/sample");
    hash.update(number.to_le_bytes());
    Ok(hash.finalize().into())
}

/// A model's text.
struct Ron<'a> {
    name: &'a str,
    text: &'a str,
}

impl ModelSource for Ron<'_> {
    type Error = Error;

    fn read<T: DeserializeOwned>(self) -> Result<T, Error> {
        ron::from_str(self.text).map_err(|error| {
            let start = error.span.start;
            let place = format!("{}:{}:{}", self.name, start.line, start.col);
            Error::refused(place, error.code.to_string(), UNCHANGED)
        })
    }
}

/// A model's content as JSON.
#[cfg(any(test, feature = "testing"))]
struct Json(serde_json::Value);

#[cfg(any(test, feature = "testing"))]
impl ModelSource for Json {
    type Error = serde_json::Error;

    fn read<T: DeserializeOwned>(self) -> Result<T, serde_json::Error> {
        serde_json::from_value(self.0)
    }
}

const UNCHANGED: &str = "give a model.ron that `privet release` has written, unchanged";
