//! `privet sample`: more rows from a public model.

use std::io::{BufWriter, Write};
use std::path::PathBuf;

use privet_release::pending::{NewFile, Readers};
use privet_release::{Conditions, Error, Input, Model, Watch as _};
use privet_spec::counted;

use crate::error::CliError;
use crate::input::drawn_rows;
use crate::progress::Reporter;

/// Draw more rows from a model. Free of charge: the model is public.
///
/// The release is checked first, as `verify` does it; a model without a record beside it must be what its spec and its
/// answers give.
///
/// With --where only rows that meet a condition, by the model's exact law of such rows: a column, one of
/// = != < <= > >=, and a label, a number, a date, a group of a hierarchy, or `missing`; several labels
/// between commas. All conditions must be met. != also means missing values.
///
/// With --out the file has the format of the spec, CSV or Parquet, whatever its name; standard output is always CSV.
///
/// With --given rows of your own are completed: a CSV or Parquet file with some of the columns, whose empty fields
/// are filled and whose others are kept, always as CSV. What comes of it is as private as that file.
///
/// A release by `SmoothedHistogram` has no model to draw from: its rows are all there is.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  privet sample published/model.ron --rows 1000 --seed 7 > more.csv\n  \
    privet sample published --rows 1000 --where 'region = north, south' --where 'age >= 60' > old.csv\n  \
    privet sample published --given partial.csv --out completed.csv"
)]
pub struct Args {
    /// The model of a release, or its folder.
    #[arg(value_name = "MODEL")]
    pub model: PathBuf,

    /// Number of rows, as 50000, 50_000 or 5e4.
    #[arg(long, value_name = "NUMBER", value_parser = drawn_rows,
          required_unless_present = "given", conflicts_with = "given")]
    pub rows: Option<u32>,

    /// Only rows that meet a condition, as in 'age >= 60'. May be given several times: all are meant.
    #[arg(long = "where", value_name = "CONDITION")]
    pub conditions: Vec<String>,

    /// Rows to be completed: a CSV or Parquet file with some of the columns. Needs --out.
    #[arg(long, value_name = "FILE", requires = "out")]
    pub given: Option<PathBuf>,

    /// Draw rows and throw away those that do not meet the conditions, where the model cannot be conditioned.
    #[arg(long, requires = "conditions", conflicts_with = "given")]
    pub reject: bool,

    /// Cells of memory that conditioning may take, 48 bytes each.
    #[arg(long, value_name = "NUMBER", default_value_t = Conditions::MAX_CELLS)]
    pub max_cells: u64,

    /// A seed: the same one gives the same rows on every machine. Random if not given.
    #[arg(long, value_name = "NUMBER")]
    pub seed: Option<u64>,

    /// A new file to write instead of standard output, in the format of the spec.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,

    /// No progress bars.
    #[arg(long)]
    pub quiet: bool,
}

/// Draws rows and writes them.
pub fn run(args: &Args, out: &mut impl Write) -> Result<(), CliError> {
    let model = Model::read(&args.model, &Reporter::unless(args.quiet))?;
    let Some(path) = &args.out else {
        let mut out = BufWriter::new(out);
        args.draw(&model.as_csv(), &mut out)?;
        return Ok(out.flush()?);
    };
    // What completes private rows is private.
    let readers = match &args.given {
        Some(_) => Readers::Owner,
        None => Readers::Anyone,
    };
    let mut file = NewFile::create(path, readers)?;
    let drawn = args.draw(&model, &mut file);
    drawn.map_err(|error| match error {
        Error::Output(error) => Error::unwritable(path, &error),
        other => other,
    })?;
    Ok(NewFile::finish([file])?)
}

impl Args {
    fn draw(&self, model: &Model, out: &mut dyn Write) -> Result<(), Error> {
        let watch = Reporter::unless(self.quiet);
        let conditions = Conditions {
            all_of: self.conditions.clone(),
            max_cells: self.max_cells,
            reject: self.reject,
        };
        if let Some(given) = &self.given {
            let rows = model.complete(Input::at(given), &conditions, self.seed, &watch, out)?;
            watch.warn(&format!(
                "{} completed. {AS_PRIVATE}",
                counted(rows, "row is", "rows are")
            ));
            return Ok(());
        }
        // The parser of the command line sees to it that one of both is given.
        let rows = self.rows.unwrap_or_default();
        if self.conditions.is_empty() {
            return model.sample(rows, self.seed, &watch, out);
        }
        model.sample_where(&conditions, rows, self.seed, &watch, out)
    }
}

const AS_PRIVATE: &str = "They are as private as the file that was given: the guarantee of the release does not \
cover them, and nobody but you can read the file";
