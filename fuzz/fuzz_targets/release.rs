//! Any table that a spec accepts: its release succeeds, whatever the table holds; the files are the
//! same three; every charge can be recomputed and their sum stays within the total; the model is read
//! back as it was, and the synthetic table has the spec's domain.
//!
//! The first byte chooses the spec, eight more the seed.
#![no_main]

use libfuzzer_sys::fuzz_target;
use privet_core::ledger::{Accounting, Balance, Gaussian, Pure};
use privet_fuzz::releases::{load_text, release, spec};
use privet_release::record::{LossFile, Record};
use privet_release::table::{Delimiter, Opened, Options, load};
use privet_release::{InMemory, MODEL, Model, RECORD, SYNTHETIC, Spec, Total};
use privet_spec::Unit;

fuzz_target!(|bytes: &[u8]| {
    let [choice, rest @ ..] = bytes else { return };
    let Some((seed, table)) = rest.split_first_chunk::<8>() else {
        return;
    };
    let spec = spec((*choice).into());
    if load_text(spec.release(), table).is_err() {
        return;
    }
    let seed = u64::from_le_bytes(*seed);
    let made = release(spec, table, seed).unwrap_or_else(|error| panic!("{error}"));

    let names: Vec<&str> = made.files().iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, [SYNTHETIC, MODEL, RECORD]);
    let model = core::str::from_utf8(made.file(MODEL)).expect("text");
    let model = Model::unchecked(MODEL, model).expect("what was written can be read");
    let content = |model: &Model| model.to_json().expect("a model can be written");
    assert_eq!(content(&model), content(&made.released.model));
    let text = core::str::from_utf8(made.file(RECORD)).expect("text");
    let record = Record::parse(RECORD, text).expect("what was written can be read");
    assert_eq!(record.to_text().ok().as_deref(), Some(text));

    let total = spec.total();
    assert_eq!(record.guarantee.total, LossFile::from(total));
    match total {
        Total::Gaussian(total) => charges_add_up::<Gaussian>(&record, total),
        Total::Pure(total) => charges_add_up::<Pure>(&record, total),
    }
    synthetic_fits(spec, &made);
});

/// Every charge is what its law costs, and their sum is what was spent, within the total.
fn charges_add_up<A: Accounting>(record: &Record, total: A::Loss)
where
    LossFile: From<A::Loss>,
{
    let balance = record
        .queries
        .iter()
        .fold(Balance::new(total), |balance, query| {
            let charge = query.law().and_then(A::recomputed).expect("a charge");
            assert!(query.charge == LossFile::from(charge) && query.words_agree());
            balance.after(charge).expect("within the total")
        });
    assert_eq!(record.spent, LossFile::from(balance.spent()));
}

/// The synthetic table is one of the spec's, with as many rows as the model says.
fn synthetic_fits(spec: &Spec, made: &InMemory) {
    let release = spec.release();
    // Who a person is is not written; everything else is read as it stands.
    let mut rows_only = release.clone();
    rows_only.unit = Unit::Row;
    let options = Options {
        delimiter: Delimiter::new(release.output.delimiter).ok(),
        ..Options::default()
    };
    let opened = Opened::new(SYNTHETIC, made.file(SYNTHETIC));
    let again = load(&rows_only, opened, options).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(again.table.rows, made.released.rows);
    assert!(again.ignored.is_empty());
}
