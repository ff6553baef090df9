//! `privet report`: what is public of a release, as a page.

use std::io::Write;

use privet_release::record::SoftwareFile;
use privet_release::{Published, refuse_existing};

use crate::args::Report as Args;
use crate::error::CliError;
use crate::output::{Readers, write_new};

/// Writes the page.
pub fn run(args: &Args, out: &mut impl Write) -> Result<(), CliError> {
    refuse_existing(&args.out)?;
    let facts = Published::read(&args.release)?.facts();
    let page = privet_report::public::page(&facts, SoftwareFile::this().made_by());
    write_new(&[(&args.out, &page)], Readers::Anyone)?;
    writeln!(
        out,
        "Written: {}, as public as the release",
        args.out.display()
    )?;
    Ok(())
}
