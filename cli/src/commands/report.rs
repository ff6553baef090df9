//! `privet report`: what is public of a release, as a page.

use std::io::Write;

use super::new_files::{Readers, write_new};
use super::release_files::ReleaseFiles;
use crate::args::Report as Args;
use crate::error::CliError;
use crate::release::folder::refuse_existing;
use crate::release::record::SoftwareFile;

/// Writes the page.
pub fn run(args: &Args, out: &mut impl Write) -> Result<(), CliError> {
    refuse_existing(&args.out)?;
    let facts = ReleaseFiles::read(&args.release)?.facts();
    let page = privet_report::public::page(&facts, made_by());
    write_new(&[(&args.out, &page)], Readers::Anyone)?;
    writeln!(
        out,
        "Written: {}, as public as the release",
        args.out.display()
    )?;
    Ok(())
}

/// What stands at the foot of a page.
pub fn made_by() -> String {
    let software = SoftwareFile::this();
    format!(
        "Made by {} {} ({}).",
        software.name, software.version, software.commit
    )
}
