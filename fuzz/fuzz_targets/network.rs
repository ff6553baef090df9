//! Any scores over up to twelve attributes with levels, or wide ones: the learned network is well
//! formed, and the same for the same scores.
#![no_main]

use libfuzzer_sys::fuzz_target;
use privet_core::domain::Domain;
use privet_fuzz::bytes::Bytes;
use privet_fuzz::models::{Scores, any_shape};
use privet_verification::properties::structure::assert_well_formed;
use privet_verification::shapes::Shape;

fuzz_target!(|bytes: &[u8]| {
    let mut bytes = Bytes::new(bytes);
    let shape = if bytes.index(1) == 0 {
        any_shape(&mut bytes)
    } else {
        let mut shape = Shape::default();
        for _ in 0..=bytes.index(23) {
            shape.push_leaf(1 + bytes.index(65_535) as u32);
        }
        shape
    };
    let levels = shape.levels();
    let domain = Domain::new(&levels).expect("levels that nest");
    let most = if bytes.index(1) == 0 { 4096 } else { u64::MAX };
    let scores = Scores::any(&mut bytes, &domain, most);
    let learner = scores.learner(domain);
    let network = learner.learn().expect("a network for every score");
    assert_eq!(learner.learn().as_ref(), Ok(&network));
    assert_well_formed(&domain, &network, scores.most_cells());
});
