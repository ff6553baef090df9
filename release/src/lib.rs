//! Differentially private synthetic data as a library: everything between a reviewed spec and the files of a
//! release. The program `privet` is a thin layer on it, and whoever embeds Privet uses this crate.
//!
//! | you want to | use |
//! |---|---|
//! | check a spec, with every problem at once | [`Spec::read`], [`Spec::parse`] |
//! | know what it promises, in plain words | [`Spec::promise`] |
//! | know what to expect, before any data is read | [`Spec::forecast`] |
//! | see what another spec promises and says otherwise | [`diff`], [`Differences`] |
//! | get a first spec from a table | [`draft`] |
//! | see which fields of a table do not fit a spec | [`check_table`] |
//! | show all of that in an editor, with places | [`Diagnosis`] |
//! | make a release, into a folder or into memory | [`NewRelease`] |
//! | read a data frame, or a synthetic table as Arrow | [`Input::from_batches`], [`Spec::typed_rows`] |
//! | know what a release takes, before anything is charged or read | [`NewRelease::rehearse`] |
//! | open a public model and draw rows from it | [`Model`] |
//! | draw only some rows from it, or fill in what rows lack | [`Conditions`], [`Model::sample_where`], [`Model::complete`] |
//! | get its noisy tables with labels, or all of it as JSON | [`Model::measurements`], [`Model::labelled`] |
//! | know what it expects of some columns together | [`Model::marginal`] |
//! | check the records of releases | [`verify`] |
//! | keep a table's budget, whatever becomes of a release | [`Account`], [`NewRelease::charged_to`], [`verify_account`] |
//! | make a release again from its seed, and compare | [`replay`] |
//! | read a release that was made, for a report | [`Published`] |
//! | take the folder of a release or one of its files, and tell what a file seems to be | [`release_folder`], [`synthetic_table`], [`FileKind`] |
//! | make new files whole or not at all, and clean up when told to stop | [`pending`] |
//! | share the work over the cores, with stacks that are large enough | [`threads`] |
//!
//! The library prints nothing, parses no arguments and never exits. Whoever should be told how far the work is
//! implements [`Watch`]; [`Silent`] tells nobody. There is one error, [`Error`], and each of its values says
//! where something is wrong, what it is, and what to write instead.
//!
//! # A spec, and what it promises
//!
//! ```
//! use privet_release::Spec;
//!
//! let spec = Spec::parse("survey.ron", r#"Release(
//!     privet: 1,
//!     reviewed: true,
//!     unit: Row,
//!     adjacency: AddRemove,
//!     budget: (epsilon: "2", delta: "1e-9"),
//!     schema: [
//!         (name: "sex", kind: Categorical(["F", "M"])),
//!         (name: "age", kind: Integer(min: 0, max: 99, bin: 10), outside: Clamp),
//!     ],
//! )"#)?;
//! assert!(spec.promise().in_words.guarantee.starts_with("(2, 1e-9)-differential privacy"));
//! assert!(spec.forecast(Some(50_000))?.to_string().contains("Assuming 50000 rows"));
//! println!("a reviewer signs {}", spec.digest());
//!
//! let mistaken = Spec::parse("survey.ron", spec.text().replace("Row", "Rwo"));
//! let complaint = &mistaken.map(|_| ()).unwrap_err().complaints()[0];
//! assert_eq!(complaint.place, "survey.ron:4:11");
//! assert!(complaint.help.contains("`Row`"));
//! # Ok::<(), privet_release::Error>(())
//! ```
//!
//! # A release
//!
//! The noise comes from the operating system's entropy: no function of a published build takes a seed for a
//! release. A folder holds all files or does not exist.
//!
//! ```
//! use privet_release::{Input, KeptSeed, Model, NewRelease, Published, SYNTHETIC, Silent, Spec};
//! use privet_release::{example, replay, verify};
//!
//! // A built-in spec and its made-up table; yours are `Spec::read("spec.ron")?` and `Input::at("table.csv")`.
//! let spec = Spec::parse("spec.ron", example::SPEC)?;
//! let folder = std::env::temp_dir().join(format!("privet-example-{}", std::process::id()));
//! std::fs::create_dir_all(&folder).unwrap();
//! let (table, published) = (folder.join("table.csv"), folder.join("published"));
//! example::write_population(&mut std::fs::File::create(&table).unwrap()).unwrap();
//!
//! let released = NewRelease::of(&spec, Input::at(&table))
//!     .keep_seed(folder.join("seed"))
//!     .into_folder(&published)?;
//! println!("{} rows, {}", released.rows, released.record.spent.in_words());
//!
//! // Anyone can check it, and draw more rows from its model, free of charge.
//! let findings = verify(&[&published], &Silent)?;
//! assert!(findings.holds(), "{:?}", findings.faults);
//! let mut rows = Vec::new();
//! Model::read(&published, &Silent)?.sample(10, Some(7), &Silent, &mut rows)?;
//! assert_eq!(rows.iter().filter(|&&byte| byte == b'\n').count(), 11);
//!
//! // Whoever has the table and the kept seed can make it again, writing nothing, and compare every byte.
//! let seed = KeptSeed::read(folder.join("seed"))?;
//! assert!(replay(&published, Input::at(&table), &seed, &Silent)?.holds());
//!
//! // What is public of it, for a page.
//! let mechanism = spec.release().mechanism.name();
//! assert_eq!(Published::read(&published, &Silent)?.facts().mechanism, mechanism.as_str());
//!
//! // The same in memory, from any reader.
//! let text = std::fs::read(&table).unwrap();
//! let made = NewRelease::of(&spec, Input::from_reader("table", text.as_slice())).into_memory()?;
//! assert!(made.file(SYNTHETIC).starts_with(b"person_id,"));
//! # std::fs::remove_dir_all(&folder).unwrap();
//! # Ok::<(), privet_release::Error>(())
//! ```
//!
//! # Before a spec is there
//!
//! ```
//! use privet_release::{Input, Silent, Spec, check_table, draft};
//!
//! let table: &[u8] = b"sex,age\nF,31\nM,45\nF,52\nM,28\nF,67\n";
//! let made = draft(Input::from_reader("table.csv", table), &Silent)?;
//! let spec = Spec::parse("draft.ron", made.spec)?;
//! // It was read off private data, so that nobody may release by it as it stands.
//! assert!(!spec.release().reviewed);
//! // What was counted is for the owner of the table alone, and not in the spec.
//! assert!(made.private_notes.contains("The table has 5 rows"));
//! let report = check_table(&spec, Input::from_reader("table.csv", table), 20, &Silent)?;
//! assert!(report.is_clean());
//! # Ok::<(), privet_release::Error>(())
//! ```
//!
//! # The floors, from the ground up
//!
//! Each floor answers a question. A module uses only modules that stand before it here, on a floor below or earlier in its
//! line; a test holds the code to that.
//!
//! 1. What is wrong, what may have been meant, and who is told? `complaint`, `not_built`, `nearest`, `watch`
//! 2. How are files named, opened and told apart? `names`, `text`, `mac`, `opening`, `beside`
//! 3. How much memory is left? `memory`
//! 4. Which code does a field of a table get, and how is a code written again? `table`
//! 5. How many rows have these codes, if the curator asks? `counts`
//! 6. What was given, and can it be used? `file_kind`, `error`, `reading`, `mark`
//! 7. How is a new file made whole or not at all, and how do all cores take part? `threads`, `files`, `pending`
//! 8. Which secrets are there, and which keys follow from them? `keys`, `custodian`
//! 9. What may a release spend, on which variables, and what does it promise for that? `plan`, `odds`, `promise`
//! 10. How far does noise move a count, and a release? `noise`, `bounds`
//! 11. What was asked, and what did it cost? `record`
//! 12. Which bins has a number, where its spec declares none? `bins`
//! 13. What do the models of all mechanisms share? `model`
//! 14. What does a mechanism ask, and what does it make of the answers? `mechanisms`, a folder for each and one list of them
//! 15. What follows from a spec, before any data is read? `spec`
//! 16. What does a table show its owner, who writes a spec for it? `example`, `check`, `draft`
//! 17. Which rows does a model give, and what else does it tell? `public_model`, `requests`, `export`
//! 18. How do a table and a spec, or published answers, become the files of a release? `artefacts`
//! 19. Is every byte of a release what its spec and its answers give? `chain`, `verify`
//! 20. What is left for further releases of a table? `account`
//! 21. How is a release made, all of it or nothing? `making`
//! 22. What is public of a release, and what does another spec promise otherwise? `published`, `diff`

mod account;
mod artefacts;
mod beside;
mod bins;
pub mod bounds;
mod chain;
mod check;
mod complaint;
mod counts;
mod custodian;
mod diff;
mod draft;
mod error;
pub mod example;
mod export;
mod file_kind;
pub mod files;
mod keys;
mod mac;
mod making;
mod mark;
mod mechanisms;
pub mod memory;
mod model;
mod names;
mod nearest;
mod noise;
#[cfg(not(feature = "parquet"))]
mod not_built;
mod odds;
mod opening;
pub mod pending;
mod plan;
mod promise;
mod public_model;
mod published;
pub mod reading;
pub mod record;
mod requests;
mod spec;
pub mod table;
mod text;
pub mod threads;
mod verify;
mod watch;

pub use account::{Account, verify_account};
pub use artefacts::Released;
pub use bounds::cell::CellNoise;
pub use check::{
    BrokenRule, Consequence, Diagnosis, Misfit, Misfits, Remark, Report, Span, TableForm,
    check_table,
};
pub use complaint::Complaint;
pub use custodian::{CustodianKey, TableFingerprint};
pub use diff::{Difference, Differences, Privacy, diff};
pub use draft::{Draft, draft};
pub use error::{BadSpec, Error};
pub use export::{LabelledModel, Measured, Measurement};
pub use file_kind::{FileKind, Mistaken};
pub use keys::KeptSeed;
pub use making::{InMemory, NewRelease, Rehearsed, RehearsedFile, RehearsedStage};
pub use mechanisms::Forecast;
pub use memory::MemoryLimit;
pub use model::{MeasuredColumn, Structure, Variable};
pub use names::{MODEL, RECORD, SYNTHETIC, SYNTHETIC_PARQUET, synthetic_name};
pub use noise::Noise;
#[cfg(not(feature = "parquet"))]
pub use not_built::NotBuilt;
pub use plan::{Total, VariableName};
pub use promise::{BestGuess, InWords, Promise};
pub use public_model::Model;
pub use published::{
    Accounting, Claim, Facts, Inside, Published, Query, Table, Ties, is_synthetic_table,
    release_folder, synthetic_table,
};
pub use requests::{Conditions, LabelledColumn, Marginal};
pub use spec::Spec;
pub use table::{Delimiter, Input, Reason, Unprotected};
#[cfg(feature = "parquet")]
pub use table::{TypedRows, engine};
pub use verify::{Findings, replay, verify};
pub use watch::{Silent, Stage, Watch};

/// The examples of the book's chapter on this library run as tests too.
#[cfg(doctest)]
#[doc = include_str!("../../docs/src/embedding.md")]
struct Book;

#[cfg(test)]
mod tests;
