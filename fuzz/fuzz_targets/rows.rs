//! Rows from any model of up to twelve attributes with levels, whose tables hold anything: they
//! follow their tables as `rows_follow_their_tables` and `fallback_ends` say.
#![no_main]

use libfuzzer_sys::fuzz_target;
use privet_core::bayes::rows::{Model, Replacement};
use privet_core::bayes::tables::Tables;
use privet_core::domain::Domain;
use privet_fuzz::bytes::Bytes;
use privet_fuzz::models::{any_network, any_numbers, any_shape};
use privet_verification::properties::sampling::Drawn;
use privet_verification::shapes::Stream;

fuzz_target!(|bytes: &[u8]| {
    let mut bytes = Bytes::new(bytes);
    let shape = any_shape(&mut bytes);
    let levels = shape.levels();
    let domain = Domain::new(&levels).expect("levels that nest");
    let network = any_network(&mut bytes, &domain, 600);
    let tables = Tables::of(&domain, &network).expect("small tables");
    let mut rng = Stream(bytes.below_or(u64::MAX));
    let (way, rows, debts) = (bytes.index(2), bytes.index(200), bytes.index(4096));
    let mut cells = Vec::new();
    for table in tables.as_slice() {
        cells.extend(any_numbers(&mut bytes, table.len(), -1));
    }
    let model = Model {
        domain,
        network: &network,
        tables: &tables,
        cells: &cells,
    };
    let drawn = match way {
        0 => Drawn::columns(model, Replacement::Without, (rows, debts), &mut rng),
        1 => Drawn::columns(model, Replacement::With, (rows, debts), &mut rng),
        // Each row may take 20,000 steps.
        _ => Drawn::with_fallback(model, rows % 5, &mut rng),
    };
    drawn.assert_follows_its_tables(way == 0);
});
