//! `privet man`: the help as manual pages.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Command;
use clap_mangen::Man;
use privet_release::Error;
use privet_release::pending::NewFolder;

use crate::error::CliError;
use crate::output::{Readers, announce, name, write_new};

/// Print the manual page of privet, or write those of all commands into a folder.
///
/// `man` finds them in a folder man1 of its path, such as ~/.local/share/man/man1. No file that exists is touched.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// A folder for privet.1 and a page for each command, such as privet-check.1; it is made if it does not exist.
    #[arg(long, value_name = "FOLDER")]
    pub out: Option<PathBuf>,
}

/// A manual page and its file.
struct Page {
    file: String,
    text: String,
}

/// Prints the page of `program`, or writes all.
pub fn run(args: &Args, program: Command, out: &mut impl Write) -> Result<(), CliError> {
    let mut program = program.disable_help_subcommand(true);
    // Gives commands their full names, as in `privet account create`.
    program.build();
    let Some(folder) = &args.out else {
        out.write_all(Page::of(program)?.text.as_bytes())?;
        return Ok(out.flush()?);
    };
    let pages = pages(&program)?;
    write_pages(folder, &pages)?;
    announce(out, |out| {
        writeln!(out, "Written: {} pages in {}", pages.len(), name(folder))
    })
}

/// The page of a command, and those of its own commands.
fn pages(command: &Command) -> io::Result<Vec<Page>> {
    let mut all = vec![Page::of(command.clone())?];
    for one in command.get_subcommands() {
        all.extend(pages(one)?);
    }
    Ok(all)
}

fn write_pages(folder: &Path, pages: &[Page]) -> Result<(), Error> {
    if !folder.is_dir() {
        let new = NewFolder::create(folder)?;
        for Page { file, text } in pages {
            let written = new.file(file)?.write_all(text.as_bytes());
            written.map_err(|error| Error::unwritable(&folder.join(file), &error))?;
        }
        return new.finish();
    }
    let paths: Vec<PathBuf> = pages.iter().map(|page| folder.join(&page.file)).collect();
    let texts = pages.iter().map(|page| page.text.as_str());
    let files: Vec<(&Path, &str)> = paths.iter().map(PathBuf::as_path).zip(texts).collect();
    write_new(&files, Readers::Anyone)
}

impl Page {
    fn of(command: Command) -> io::Result<Self> {
        let page = Man::new(command);
        let mut text = Vec::new();
        page.render(&mut text)?;
        Ok(Self {
            file: page.get_filename(),
            text: String::from_utf8(text).map_err(io::Error::other)?,
        })
    }
}

const EXAMPLES: &str = "\
Examples:
  privet man | man -l -
  privet man --out ~/.local/share/man/man1
  man privet-release";
