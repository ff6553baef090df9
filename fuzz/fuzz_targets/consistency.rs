//! Any tables of a network of up to twelve attributes with levels: a pass makes them agree within
//! the bound of `consistency_is_within_its_bound`; and fitting tables that hold anything gives
//! non-negative cells with exactly the total.
#![no_main]

use libfuzzer_sys::fuzz_target;
use privet_core::bayes::consistency::{FRACTION_BITS, StepScratch};
use privet_core::bayes::fit::{Fitting, Repair};
use privet_core::bayes::simplex::Post;
use privet_core::bayes::tables::Tables;
use privet_core::domain::Domain;
use privet_core::privacy::{NoiseScale, Sigma};
use privet_core::variables::VariableSet;
use privet_fuzz::bytes::Bytes;
use privet_fuzz::models::{any_network, any_numbers, any_shape};
use privet_verification::properties::consistency::{all_common_sets, assert_within_bound};

fuzz_target!(|bytes: &[u8]| {
    let mut bytes = Bytes::new(bytes);
    let shape = any_shape(&mut bytes);
    let levels = shape.levels();
    let domain = Domain::new(&levels).expect("levels that nest");
    let network = any_network(&mut bytes, &domain, 400);
    let mut tables = Tables::of(&domain, &network).expect("small tables");
    for table in tables.as_mut_slice() {
        let exponent = bytes.index(72) as i32 - 20;
        let sigma = Sigma::new(1 + bytes.below_or(255), exponent);
        let sigma = sigma.expect("within the samplers' range");
        table.noise = Some(NoiseScale::Gaussian(sigma));
    }
    let sets = all_common_sets(&domain, &tables);
    let cells = any_numbers(&mut bytes, tables.total_cells(), 1 << 52);
    let rows = bytes.below_or((1 << 43) - 1);

    // The bound is that of the tables' shape; its computation walks all pairs of sets.
    if sets.len() <= 40 {
        let mut fitted: Vec<i64> = cells.iter().map(|cell| cell % (1 << 52)).collect();
        let total = (rows % (1 << 40) << FRACTION_BITS).cast_signed();
        let variances = tables.as_slice().iter().map(|table| {
            let variance = table.noise.map_or(1.0, NoiseScale::variance);
            variance.clamp(1e-6, 1e6)
        });
        let variances = variances.collect();
        assert_within_bound(&domain, &tables, &sets, total, &mut fitted, variances);
    }
    for post in [Post::Normalize, Post::L2Projection] {
        for repair in [Repair::ByTurns, Repair::Once] {
            let how = (rows, post, repair);
            fit(&domain, &tables, &sets, how, cells.clone());
        }
    }
});

fn fit(
    domain: &Domain<'_>,
    tables: &Tables,
    sets: &[VariableSet],
    (rows, post, repair): (u64, Post, Repair),
    mut cells: Vec<i64>,
) {
    let largest = tables.largest();
    let mut scratch = StepScratch {
        targets: &mut vec![0; largest],
        sums: &mut vec![0; largest],
        shares: &mut vec![0; largest],
    };
    let fitting = Fitting {
        domain: *domain,
        tables,
        sets,
        rows,
        post,
        repair,
    };
    let mut variances = vec![0.0; tables.as_slice().len()];
    let fitted = fitting.fit(&mut cells, &mut variances, &mut scratch);
    assert!(fitted.is_ok(), "{fitted:?}");
    for table in tables.as_slice() {
        let cells = table.cells(&cells).expect("room for every table");
        assert!(cells.iter().all(|&cell| cell >= 0));
        let sum: u128 = cells
            .iter()
            .map(|&cell| u128::from(cell.unsigned_abs()))
            .sum();
        assert_eq!(sum, u128::from(rows) << FRACTION_BITS, "{post:?}");
    }
}
