//! `privet report`: what is public of a release, as a page.

use std::io::Write;
use std::path::PathBuf;

use privet_release::Published;
use privet_release::files::refuse_existing;
use privet_release::record::SoftwareFile;

use crate::error::CliError;
use crate::output::{Readers, announce, name, write_new};
use crate::progress::Reporter;

/// Make the public report of a release: one HTML page from model.ron and record.json alone.
///
/// The release is checked first, as `verify` does it: nothing is said of one that is not what was released, or that this
/// version cannot rebuild.
/// It shows the network, the expected error of each table and what each query cost. It never sees the
/// real data, so the release's own claim covers it and it may be published. How close the synthetic
/// rows come to the real ones is what `evaluate` tells, which is not for publication.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  privet report published --out report.html")]
pub struct Args {
    /// The folder of a release, or its record.json.
    #[arg(value_name = "RELEASE")]
    pub release: PathBuf,

    /// The HTML file to make; it must not exist yet.
    #[arg(long, value_name = "FILE", default_value = "report.html")]
    pub out: PathBuf,

    /// No progress bars.
    #[arg(long)]
    pub quiet: bool,
}

/// Writes the page.
pub fn run(args: &Args, out: &mut impl Write) -> Result<(), CliError> {
    refuse_existing(&args.out)?;
    let facts = Published::read(&args.release, &Reporter::unless(args.quiet))?.facts();
    let page = privet_report::public::page(&facts, SoftwareFile::this().made_by());
    write_new(&[(&args.out, &page)], Readers::Anyone)?;
    announce(out, |out| {
        let path = name(&args.out);
        writeln!(out, "Written: {path}, as public as the release")
    })
}
