//! What to write instead, where a file was given in another's place.

use std::path::{Path, PathBuf};

use privet_release::{Error, FileKind, Mistaken, RECORD};

use crate::args::Command;
use crate::commands::account::Action;
use crate::error::CliError;
use crate::output::name;

/// The same error; of a mistaken file with the command line that was meant.
pub fn instead(command: &Command, error: CliError) -> CliError {
    let CliError::Refused(Error::Mistaken(mistaken)) = error else {
        return error;
    };
    let help = format!("{}: {}", mistaken.remedy(), line(command, &mistaken));
    let place = name(&mistaken.path);
    CliError::refused(place, mistaken.what(), help)
}

/// A command line that does with the file what was most probably meant.
fn line(command: &Command, mistaken: &Mistaken) -> String {
    let Mistaken { path, seems, .. } = mistaken;
    // What is to be done with one release.
    let release = || shown(&release_of(path));
    match command {
        Command::Check(args) => {
            let given = Given::of([Some(&args.spec), args.data.as_ref()]);
            match seems {
                FileKind::Table | FileKind::Spec => {
                    format!("privet check {} --data {}", given.spec(), given.table())
                }
                _ => "privet check spec.ron".to_owned(),
            }
        }
        Command::Plan(_) => "privet plan spec.ron --rows 50000".to_owned(),
        Command::Release(args) => {
            // The table is not opened: it was not paid for.
            let given = Given::by_name([Some(&args.spec), args.data.as_ref()]);
            let out = args.out.as_deref().unwrap_or(Path::new("published"));
            let (spec, table, out) = (given.spec(), given.table(), name(out));
            format!("privet release {spec} --data {table} --out {out}")
        }
        Command::Draft(_) if *seems == FileKind::Spec => format!("privet check {}", name(path)),
        Command::Draft(_) => "privet draft --data table.csv --out spec.ron".to_owned(),
        Command::Diff(_) => format!("privet diff {} spec.ron", release()),
        Command::Sample(args) => {
            let rows = args.rows.unwrap_or(1000);
            format!("privet sample {} --rows {rows}", release())
        }
        Command::Export(_) => format!("privet export {} --json", release()),
        Command::Verify(_) => match seems {
            FileKind::Spec => format!(
                "privet verify published; what a spec promises: privet check {}",
                name(path)
            ),
            _ => format!("privet verify {}", release()),
        },
        Command::Report(_) => format!("privet report {}", release()),
        Command::Compare(_) => format!("privet compare {} other-release", release()),
        Command::Evaluate(args) => {
            let given = Given::of([Some(&args.spec), Some(&args.real)]);
            let synthetic = match FileKind::of(&args.synthetic) {
                Some(FileKind::Table | FileKind::Release) => shown(&args.synthetic),
                _ => "published/synthetic.csv".to_owned(),
            };
            let (spec, real) = (given.spec(), given.table());
            format!("privet evaluate --spec {spec} --real {real} --synthetic {synthetic}")
        }
        Command::Account(args) => match &args.action {
            Action::Create { file, .. } => {
                format!("privet account create {} --spec spec.ron", name(file))
            }
            _ => "privet account --help".to_owned(),
        },
        Command::Demo(_) | Command::Calibrate(_) | Command::Completions(_) | Command::Man(_) => {
            "privet --help".to_owned()
        }
    }
}

/// Which of the given files seems to be what.
struct Given<'a>(Vec<(&'a Path, Option<FileKind>)>);

impl<'a> Given<'a> {
    fn of<const N: usize>(paths: [Option<&'a PathBuf>; N]) -> Self {
        Self::by(paths, |path| FileKind::of(path))
    }

    /// Without opening them.
    fn by_name<const N: usize>(paths: [Option<&'a PathBuf>; N]) -> Self {
        Self::by(paths, |path| FileKind::of_name(path))
    }

    fn by<const N: usize>(
        paths: [Option<&'a PathBuf>; N],
        kind: impl Fn(&Path) -> Option<FileKind>,
    ) -> Self {
        let paths = paths.into_iter().flatten().map(PathBuf::as_path);
        Self(paths.map(|path| (path, kind(path))).collect())
    }

    fn spec(&self) -> String {
        self.first(FileKind::Spec, "spec.ron")
    }

    fn table(&self) -> String {
        self.first(FileKind::Table, "table.csv")
    }

    fn first(&self, kind: FileKind, otherwise: &str) -> String {
        let found = self.0.iter().find(|(_, seems)| *seems == Some(kind));
        found.map_or_else(|| otherwise.to_owned(), |(path, _)| shown(path))
    }
}

/// The release that a file lies in, if it does.
fn release_of(path: &Path) -> PathBuf {
    let around = path.parent().filter(|folder| folder.join(RECORD).is_file());
    match around {
        Some(folder) if folder.as_os_str().is_empty() => PathBuf::from("."),
        Some(folder) => folder.to_owned(),
        None if path.is_dir() => path.to_owned(),
        None => PathBuf::from("published"),
    }
}

fn shown(path: &Path) -> String {
    name(path).to_string()
}
