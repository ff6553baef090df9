//! Small releases in memory.

use std::io::Write;
use std::sync::OnceLock;

use privet::error::CliError;
use privet::keys::MasterSeed;
use privet::plan::Plan;
use privet::progress::Reporter;
use privet::release::model::ModelFile;
use privet::release::record::{Record, SoftwareFile};
use privet::release::{Sink, Spec, write_artefacts};
use privet::table::{Delimiter, Loaded, Opened, Options, TableError, load};
use privet_spec::Release;
use privet_verification::shapes::Stream;
use rand_core::Rng as _;

/// Specs that differ in everything that reading and writing depend on, and one or more for each mechanism.
pub const SPECS: [&str; 9] = [
    include_str!("../specs/rows.ron"),
    include_str!("../specs/persons.ron"),
    include_str!("../specs/replace.ron"),
    include_str!("../specs/pure.ron"),
    include_str!("../specs/information.ron"),
    include_str!("../specs/smoothed.ron"),
    include_str!("../specs/markov.ron"),
    include_str!("../specs/graph.ron"),
    include_str!("../specs/estimated.ron"),
];

/// One of [`SPECS`], parsed once.
pub fn spec(number: usize) -> &'static Spec {
    static PARSED: [OnceLock<Spec>; SPECS.len()] = [const { OnceLock::new() }; SPECS.len()];
    let number = number % SPECS.len();
    PARSED[number].get_or_init(|| parse_spec(SPECS[number]).expect("a spec that is accepted"))
}

/// Reads a spec as the program does; nothing where it is refused.
pub fn parse_spec(text: &str) -> Option<Spec> {
    let release = privet_spec::parse(text).ok()?;
    let plan = Plan::new(&release).ok()?;
    Some(Spec {
        text: text.to_owned(),
        release,
        plan,
    })
}

/// Everything that a release writes.
pub struct Artefacts {
    pub model: ModelFile,
    pub record: Record,
    /// Names and contents, in order.
    pub files: Vec<(String, Vec<u8>)>,
}

impl Artefacts {
    /// A release of the table; the same seed gives the same bytes.
    pub fn new(spec: &Spec, loaded: Loaded, seed: u64) -> Result<Self, CliError> {
        let seed = MasterSeed::from_hex(&format!("{seed:064x}")).expect("64 digits");
        let mut files = Files::default();
        let (model, record) = write_artefacts(
            spec,
            loaded,
            seed.data_commitment().finish(),
            &seed,
            SoftwareFile::this(),
            &mut files,
            Reporter::Quiet,
        )?;
        Ok(Self {
            model,
            record,
            files: files.0,
        })
    }

    /// A release of 60 made-up rows by one of [`SPECS`], made once.
    pub fn small(number: usize) -> &'static Self {
        static MADE: [OnceLock<Artefacts>; SPECS.len()] = [const { OnceLock::new() }; SPECS.len()];
        let number = number % SPECS.len();
        MADE[number].get_or_init(|| {
            let table = made_up_table(&spec(number).release, 60);
            let loaded = load_text(&spec(number).release, &table).expect("a table of this spec");
            Self::new(spec(number), loaded, 7).expect("a release")
        })
    }

    pub fn file(&self, name: &str) -> &[u8] {
        let mut files = self.files.iter();
        let file = files.find(|(known, _)| known == name);
        &file.expect("a file of a release").1
    }
}

/// Reads a table of commas in one piece.
pub fn load_text(release: &Release, text: &[u8]) -> Result<Loaded, TableError> {
    let options = Options {
        delimiter: Delimiter::COMMA,
        ..Options::default()
    };
    load(release, Opened::new("t.csv", text), options)
}

/// Rows that fit the spec, two a person.
pub fn made_up_table(release: &Release, rows: u64) -> Vec<u8> {
    let mut stream = Stream(1);
    let mut writer = csv::Writer::from_writer(Vec::new());
    let names = release.learned().map(|attribute| attribute.name());
    writer
        .write_record(["person"].into_iter().chain(names))
        .expect("memory");
    for row in 0..rows {
        let mut fields = vec![(row / 2).to_string()];
        for attribute in release.learned() {
            let code = stream.next_u64() % u64::from(attribute.size());
            let code = u16::try_from(code).expect("codes have 16 bits");
            let text = attribute.decode(code, stream.next_u64());
            fields.push(text.expect("a code of the attribute"));
        }
        writer.write_record(fields).expect("memory");
    }
    writer.into_inner().expect("memory")
}

#[derive(Default)]
struct Files(Vec<(String, Vec<u8>)>);

impl Sink for Files {
    fn file(
        &mut self,
        name: &str,
        write: &mut dyn FnMut(&mut dyn Write) -> Result<(), CliError>,
    ) -> Result<String, CliError> {
        let mut bytes = Vec::new();
        write(&mut bytes)?;
        let digest = privet_spec::digest(&bytes);
        self.0.push((name.to_owned(), bytes));
        Ok(digest)
    }
}
