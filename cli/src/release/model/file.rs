//! The file: one kind of model a mechanism.

use privet_spec::{MechanismName, Release};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{
    BayesModel, EstimatedFile, HistogramModel, MrfModel, PureModel, PureSizeFile, RowPicks,
    SizeFile,
};
use crate::error::CliError;
use crate::plan::Plan;
use crate::progress::Reporter;
use crate::table::Codes;

/// The version of the format.
pub const VERSION: u32 = 1;

/// A mechanism's model, under the mechanism's name. A new mechanism adds its own.
#[derive(Clone, Debug, PartialEq)]
pub enum ModelFile {
    PrivBayes(BayesModel),
    PrivBayesPure(PureModel),
    PrivMrf(MrfModel),
    SmoothedHistogram(HistogramModel),
}

impl ModelFile {
    /// Reads a model. Errors name the place in the file.
    pub fn parse(name: &str, text: &str) -> Result<Self, CliError> {
        let model = match first_word(text) {
            "PrivBayes" => Self::PrivBayes(read(name, text)?),
            "PrivBayesPure" => Self::PrivBayesPure(read(name, text)?),
            "PrivMrf" => Self::PrivMrf(read(name, text)?),
            "SmoothedHistogram" => Self::SmoothedHistogram(read(name, text)?),
            // Files of the time when there was one mechanism.
            "Model" => {
                let text = text.replacen("Model", "PrivBayes", 1);
                Self::PrivBayes(read(name, &text)?)
            }
            _ => {
                let what = "it does not begin with a mechanism, as in `PrivBayes(`";
                return Err(CliError::refused(format!("{name}:1:1"), what, UNCHANGED));
            }
        };
        if model.version() != VERSION {
            let what = format!("this program reads models of version {VERSION}");
            return Err(CliError::refused(
                name,
                what,
                "use the program that wrote the model",
            ));
        }
        Ok(model)
    }

    /// The file's text.
    pub fn to_text(&self) -> Result<String, CliError> {
        match self {
            Self::PrivBayes(model) => written(model),
            Self::PrivBayesPure(model) => written(model),
            Self::PrivMrf(model) => written(model),
            Self::SmoothedHistogram(model) => written(model),
        }
    }

    fn version(&self) -> u32 {
        match self {
            Self::PrivBayes(model) => model.privet_model,
            Self::PrivBayesPure(model) => model.privet_model,
            Self::PrivMrf(model) => model.privet_model,
            Self::SmoothedHistogram(model) => model.privet_model,
        }
    }

    /// The mechanism that made it.
    pub fn mechanism(&self) -> MechanismName {
        match self {
            Self::PrivBayes(_) => MechanismName::PrivBayes,
            Self::PrivBayesPure(_) => MechanismName::PrivBayesPure,
            Self::PrivMrf(_) => MechanismName::PrivMrf,
            Self::SmoothedHistogram(_) => MechanismName::SmoothedHistogram,
        }
    }

    /// The release spec, word for word.
    pub fn spec(&self) -> &str {
        match self {
            Self::PrivBayes(model) => &model.spec,
            Self::PrivBayesPure(model) => &model.spec,
            Self::PrivMrf(model) => &model.spec,
            Self::SmoothedHistogram(model) => &model.spec,
        }
    }

    /// The number of rows, noisy or public; a noisy one may be below zero.
    pub fn rows(&self) -> i64 {
        match self {
            Self::PrivBayes(model) => {
                let (SizeFile::Noisy { rows, .. } | SizeFile::Public { rows }) = model.size;
                rows
            }
            Self::PrivBayesPure(model) => {
                let (PureSizeFile::Noisy { rows, .. } | PureSizeFile::Public { rows }) = model.size;
                rows
            }
            Self::PrivMrf(model) => model.rows,
            Self::SmoothedHistogram(model) => i64::from(model.rows),
        }
    }

    /// What became of its tables, where the spec asks for a Markov random field of them.
    pub fn estimated(&self) -> Option<&EstimatedFile> {
        match self {
            Self::PrivBayes(model) => model.estimated.as_ref(),
            Self::PrivBayesPure(model) => model.estimated.as_ref(),
            Self::PrivMrf(_) | Self::SmoothedHistogram(_) => None,
        }
    }

    /// What it is made of, in a few words.
    pub fn in_words(&self) -> String {
        let tables = self.tables_in_words();
        match self.estimated() {
            Some(estimated) => format!("{tables}; {}", estimated.in_words()),
            None => tables,
        }
    }

    fn tables_in_words(&self) -> String {
        match self {
            Self::PrivBayes(model) => format!(
                "{} tables, {} attributes measured together first, at most {} cells a table",
                model.tables.len(),
                model.head.len(),
                model.tau
            ),
            Self::PrivBayesPure(model) => format!(
                "{} tables, at most {} parents, at most {} cells a table",
                model.tables.len(),
                model.most_parents(),
                model.tau
            ),
            Self::PrivMrf(model) => format!(
                "{} tables of several attributes after {} of one, {} cells in the largest",
                model.joint_tables(),
                model.joined.len(),
                model.largest()
            ),
            Self::SmoothedHistogram(model) => model.in_words(),
        }
    }

    /// Draws rows: one column of codes for each learned attribute. `name` is the file, for errors.
    pub fn draw(
        &self,
        name: &str,
        release: &Release,
        plan: &Plan,
        rows: usize,
        seed: [u8; 32],
        reporter: Reporter,
    ) -> Result<(Vec<Codes>, RowPicks), CliError> {
        if self.mechanism() != plan.mechanism.name() {
            let (is, not) = (self.mechanism(), plan.mechanism.name());
            let what = format!("it is a model of `{is}`, and its spec chooses `{not}`");
            return Err(CliError::refused(name, what, UNCHANGED));
        }
        match self {
            Self::PrivBayes(model) => model.draw(name, release, plan, rows, seed, reporter),
            Self::PrivBayesPure(model) => model.draw(name, release, plan, rows, seed, reporter),
            Self::PrivMrf(model) => model.draw(name, release, plan, rows, seed, reporter),
            Self::SmoothedHistogram(_) => HistogramModel::refuse_to_draw(name),
        }
    }
}

/// The name before the first parenthesis.
fn first_word(text: &str) -> &str {
    text.split('(').next().unwrap_or_default().trim()
}

fn read<T: DeserializeOwned>(name: &str, text: &str) -> Result<T, CliError> {
    ron::from_str(text).map_err(|error| {
        let place = format!("{name}:{}:{}", error.span.start.line, error.span.start.col);
        CliError::refused(place, error.code.to_string(), UNCHANGED)
    })
}

fn written(model: &impl Serialize) -> Result<String, CliError> {
    let style = ron::ser::PrettyConfig::new()
        .struct_names(true)
        .compact_arrays(true);
    let mut text = ron::ser::to_string_pretty(model, style).map_err(|error| {
        CliError::refused("model.ron", error.to_string(), "please report this flaw")
    })?;
    text.push('\n');
    Ok(text)
}

const UNCHANGED: &str = "give a model.ron that `privet release` has written, unchanged";
