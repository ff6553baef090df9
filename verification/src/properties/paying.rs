//! Paying, step by step: one question to the whole curator, whose generator has run dry and whose source answers,
//! lies or fails. `curation` has generators that answer, and runs to the end of a draw.
//!
//! Of every method the same is claimed. A charge that does not fit asks the source for nothing, draws nothing, spends
//! nothing and touches no memory. One that fits is booked before the source is asked, by the law that the
//! neighbours declare; whatever then goes wrong, it is kept, and all memory that may have held a count is wiped.

use privet_core::curator::{ScoreScratch, Size, adds_up};
use privet_core::domain::Domain;
use privet_core::ledger::{Gaussian, LawRecord, Ledger, Pure};
use privet_core::score::ONE;

#[cfg(kani)]
use crate::anything;
use crate::engines::{Bounds, Choices};
use crate::scene::{
    DIRT, LEVELS, Scene, any_pure, any_share, any_total, assert_answers_left, assert_left, both,
    law, squared,
};
use crate::spies::SourceKind;
use crate::{cover, engines};

/// A table with Gaussian noise. Bound: any total of a few magnitudes, two rows, persons of up to three rows
/// (random: every total and person, shares from 2^−72 to 1; Kani: every total, any or no σ and loss).
pub fn tables_are_paid_before_they_are_read(choose: &mut impl Choices) {
    let scene = Scene::any(choose, Scene::PERSONS, SourceKind::ANY);
    let (share, total) = (any_share(choose), any_total(choose));
    let mut curator = scene.curator(Ledger::<Gaussian, 1>::new(total));
    let domain = Domain::new(&LEVELS).expect("two leaves");
    let (mut scratch, mut noisy) = ([DIRT; 4], [DIRT.cast_signed(); 4]);
    let answered = curator.table(&domain, &both(), share, &mut scratch, &mut noisy);
    let paid = scene.assert_paid_first(curator.ledger(), answered.map(drop));
    assert_left(paid, &scratch);
    assert_answers_left(paid, &noisy);
    if let Some(LawRecord::Gaussian { sensitivity, .. }) = law(curator.ledger()) {
        assert!(sensitivity == scene.squared());
    } else {
        assert!(!paid);
    }
    cover!(choose, !paid, "refused");
    cover!(choose, paid && scene.drawn.get() > 0, "as far as the noise");
}
engines!(tables_are_paid_before_they_are_read:
         exhaust_tables_are_paid_before_they_are_read (324 cases),
         prop_tables_are_paid_before_they_are_read,
         verify_tables_are_paid_before_they_are_read (minisat, unwind 5,
         privet_core::privacy::Sigma::smallest_up => anything::sigma,
         privet_core::privacy::Sigma::loss_up => anything::loss,
         privet_core::privacy::SquaredSensitivity::of_each => anything::squared));

/// A table with Laplace noise. The same bounds; for Kani every person.
pub fn pure_tables_are_paid_before_they_are_read(choose: &mut impl Choices) {
    let scene = Scene::any(choose, Scene::PERSONS, SourceKind::ANY);
    let (share, total) = (any_pure(choose), any_pure(choose));
    let mut curator = scene.curator(Ledger::<Pure, 1>::new(total));
    let domain = Domain::new(&LEVELS).expect("two leaves");
    let (mut scratch, mut noisy) = ([DIRT; 4], [DIRT.cast_signed(); 4]);
    let answered = curator.table(&domain, &both(), share, &mut scratch, &mut noisy);
    let paid = scene.assert_paid_first(curator.ledger(), answered.map(drop));
    assert_left(paid, &scratch);
    assert_answers_left(paid, &noisy);
    if let Some(LawRecord::Laplace { sensitivity, .. }) = law(curator.ledger()) {
        assert!(sensitivity.units() == scene.l1());
    } else {
        assert!(!paid);
    }
    cover!(choose, !paid, "refused");
    cover!(choose, paid, "paid");
}
engines!(pure_tables_are_paid_before_they_are_read:
         exhaust_pure_tables_are_paid_before_they_are_read (576 cases),
         prop_pure_tables_are_paid_before_they_are_read,
         verify_pure_tables_are_paid_before_they_are_read (minisat, unwind 5,
         privet_core::privacy::LaplaceScale::for_share => anything::scale,
         privet_core::privacy::LaplaceScale::loss_up => anything::scale_loss,
         privet_core::noise::laplace::draw => anything::noise));

/// The number of rows, with Gaussian noise; where it is public it is told as it is, for nothing. The same bounds.
pub fn sizes_are_paid_before_they_are_read(choose: &mut impl Choices) {
    let scene = Scene::any(choose, Scene::PERSONS, Bounds::all(0));
    let (share, total) = (any_share(choose), any_total(choose));
    let mut curator = scene.curator(Ledger::<Gaussian, 1>::new(total));
    let answered = curator.size(share).map(Size::rows);
    let paid = scene.assert_size_is_paid_first(curator.ledger(), answered);
    let is_right = matches!(law(curator.ledger()), Some(LawRecord::Gaussian { sensitivity, .. })
        if sensitivity == scene.squared());
    assert!(paid == is_right);
    cover!(choose, paid, "paid");
    cover!(choose, !paid && !scene.is_public(), "refused");
}
engines!(sizes_are_paid_before_they_are_read:
         exhaust_sizes_are_paid_before_they_are_read (108 cases),
         prop_sizes_are_paid_before_they_are_read,
         verify_sizes_are_paid_before_they_are_read (minisat, unwind 5,
         privet_core::privacy::Sigma::smallest_up => anything::sigma,
         privet_core::privacy::Sigma::loss_up => anything::loss,
         privet_core::privacy::SquaredSensitivity::of_each => anything::squared));

/// The same with Laplace noise; for Kani every person.
pub fn pure_sizes_are_paid_before_they_are_read(choose: &mut impl Choices) {
    let scene = Scene::any(choose, Scene::PERSONS, Bounds::all(0));
    let (share, total) = (any_pure(choose), any_pure(choose));
    let mut curator = scene.curator(Ledger::<Pure, 1>::new(total));
    let answered = curator.size(share).map(Size::rows);
    let paid = scene.assert_size_is_paid_first(curator.ledger(), answered);
    let is_right = matches!(law(curator.ledger()), Some(LawRecord::Laplace { sensitivity, .. })
        if sensitivity.units() == scene.l1());
    assert!(paid == is_right);
    cover!(choose, paid, "paid");
    cover!(choose, !paid && !scene.is_public(), "refused");
}
engines!(pure_sizes_are_paid_before_they_are_read:
         exhaust_pure_sizes_are_paid_before_they_are_read (192 cases),
         prop_pure_sizes_are_paid_before_they_are_read,
         verify_pure_sizes_are_paid_before_they_are_read (minisat, unwind 5,
         privet_core::privacy::LaplaceScale::for_share => anything::scale,
         privet_core::privacy::LaplaceScale::loss_up => anything::scale_loss,
         privet_core::noise::laplace::draw => anything::noise));

/// The scores of pairs. The same bounds; for Kani one pair, of any score.
pub fn scores_are_paid_before_they_are_read(choose: &mut impl Choices) {
    let scene = Scene::any(choose, Scene::PERSONS, SourceKind::ANY);
    let (share, total) = (any_share(choose), any_total(choose));
    let mut curator = scene.curator(Ledger::<Gaussian, 1>::new(total));
    let domain = Domain::new(&LEVELS).expect("two leaves");
    let mut scores = [DIRT.cast_signed()];
    let (mut leaf_cells, mut level_cells, mut margins) = ([DIRT; 4], [DIRT; 4], [DIRT; 4]);
    let scratch = ScoreScratch {
        scores: &mut scores,
        leaf_cells: &mut leaf_cells,
        level_cells: &mut level_cells,
        margins: &mut margins,
    };
    let answered = curator.pair_scores(&domain, 4, share, scratch, &mut || {});
    let paid = scene.assert_paid_first(curator.ledger(), answered.map(drop));
    assert_left(paid, &leaf_cells);
    assert_left(paid, &level_cells);
    assert_left(paid, &margins);
    assert_answers_left(paid, &scores);
    if let Some(LawRecord::Gaussian { sensitivity, .. }) = law(curator.ledger()) {
        assert!(sensitivity == squared(scene.score_moves() * ONE));
    } else {
        assert!(!paid);
    }
    cover!(choose, !paid, "refused");
    cover!(choose, paid, "paid");
}
engines!(scores_are_paid_before_they_are_read:
         exhaust_scores_are_paid_before_they_are_read (324 cases),
         prop_scores_are_paid_before_they_are_read,
         verify_scores_are_paid_before_they_are_read (minisat, unwind 5,
         privet_core::privacy::Sigma::smallest_up => anything::sigma,
         privet_core::privacy::Sigma::loss_up => anything::loss,
         privet_core::privacy::SquaredSensitivity::of_each => anything::squared,
         privet_core::score::pair_score => anything::pair_score));

/// Counts are accepted exactly where their sum, however large, is the number of rows.
/// Bound: four cells up to 2, up to nine rows (random, Kani: every `u64`).
pub fn counts_must_add_up(choose: &mut impl Choices) {
    let counts = [0; 4].map(|_: u8| choose.number64(Bounds::small_or(2, u128::from(u64::MAX))));
    let rows = choose.number64(Bounds::small_or(9, u128::from(u64::MAX)));
    let sum: u128 = counts.iter().map(|&count| u128::from(count)).sum();
    assert_eq!(adds_up(&counts, rows), sum == u128::from(rows));
    cover!(choose, adds_up(&counts, rows) && counts[0] > 0, "accepted");
    cover!(choose, sum > u128::from(rows), "a row twice");
}
engines!(counts_must_add_up: exhaust_counts_must_add_up (810 cases), prop_counts_must_add_up,
         verify_counts_must_add_up (minisat, unwind 5));
