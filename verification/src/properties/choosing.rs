//! Choosing and drawing rows, step by step: the claims of `paying` for a curator that chooses, or draws.

use core::num::NonZeroU32;

use privet_core::bayes::network::Node;
use privet_core::curator::{
    Candidate, Choice, Compared, DistanceScratch, SelectScratch, SelectionLaw,
};
use privet_core::domain::Domain;
use privet_core::ledger::{Gaussian, LawRecord, Ledger, Pure};
use privet_core::neighbours::Neighbours;
use privet_core::score::{ONE, Score, State};
use privet_core::variables::{Variable, VariableSet};

#[cfg(kani)]
use crate::anything;
use crate::engines::{Bounds, Choices};
use crate::scene::{
    DIRT, LEVELS, Scene, any_pure, any_share, any_total, assert_answers_left, assert_left, both,
    law,
};
use crate::spies::SourceKind;
use crate::{cover, engines};

/// A choice of the farthest table. The same bounds, weights up to three (random, Kani: every weight).
pub fn farthest_tables_are_paid_before_they_are_read(choose: &mut impl Choices) {
    let scene = Scene::any(choose, Scene::SMALL_PERSONS, SourceKind::ANY);
    let (share, total) = (any_share(choose), any_total(choose));
    let most = Bounds::small_or(2, u128::from(u32::MAX) - 1);
    let most_weight = NonZeroU32::MIN.saturating_add(choose.number32(most));
    let mut curator = scene.curator(Ledger::<Gaussian, 1>::new(total));
    let domain = Domain::new(&LEVELS).expect("two leaves");
    let candidates = [Candidate {
        variables: both(),
        handicap: 1,
        weight: NonZeroU32::MIN,
    }];
    let (mut counts, mut scores, mut offered) =
        ([DIRT; 4], [DIRT.cast_signed()], [DIRT.cast_signed()]);
    let scratch = DistanceScratch {
        counts: &mut counts,
        scores: &mut scores,
        offered: &mut offered,
        allowed: &mut [true],
    };
    let compared = Compared {
        candidates: &candidates,
        expectations: &[[1_i64, 0, 0, 2]],
        most_weight,
    };
    let chosen = &mut [0];
    let answered = curator.farthest(&domain, compared, share, scratch, &mut |_, _| {}, chosen);
    let paid = scene.assert_paid_first(curator.ledger(), answered.map(drop));
    assert_left(paid, &counts);
    assert_answers_left(paid, &scores);
    assert_answers_left(paid, &offered);
    if let Some(LawRecord::ExponentialMechanism { sensitivity, .. }) = law(curator.ledger()) {
        assert!(sensitivity.units() == scene.l1() * u64::from(most_weight.get()));
    } else {
        assert!(!paid);
    }
    cover!(choose, !paid, "refused");
    cover!(
        choose,
        paid && scene.drawn.get() > 0,
        "as far as the choice"
    );
}
engines!(farthest_tables_are_paid_before_they_are_read:
         exhaust_farthest_tables_are_paid_before_they_are_read (972 cases),
         prop_farthest_tables_are_paid_before_they_are_read,
         verify_farthest_tables_are_paid_before_they_are_read (minisat, unwind 5,
         privet_core::noise::ExponentialMechanism::within => anything::choice,
         privet_core::privacy::PureEpsilon::squared_times_pi_up => anything::choice_loss,
         privet_core::noise::uniform::below => anything::below,
         privet_core::noise::bernoulli::Exponent::new => anything::exponent));

/// A choice among children and parents, by either law. The same bounds; for Kani scores are anything.
pub fn choices_are_paid_before_they_are_read(choose: &mut impl Choices) {
    let scene = Scene::any(choose, Scene::PERSONS, SourceKind::ANY);
    let (share, total) = (any_pure(choose), any_pure(choose));
    let score = if choose.flag() { Score::R } else { Score::F };
    let law_of_choice = if choose.flag() {
        SelectionLaw::PermuteAndFlip
    } else {
        SelectionLaw::Exponential
    };
    let mut curator = scene.curator(Ledger::<Pure, 1>::new(total));
    let domain = Domain::new(&LEVELS).expect("two leaves");
    let mut scores = [DIRT.cast_signed()];
    let (mut cells, mut joint, mut margins) = ([DIRT; 4], [DIRT; 4], [DIRT; 4]);
    let mut order = [usize::MAX];
    let mut states = [State::default(); 8];
    let mut scratch = SelectScratch {
        scores: &mut scores,
        order: &mut order,
        cells: &mut cells,
        joint: &mut joint,
        margins: &mut margins,
        states: &mut states,
    };
    let node = Node {
        child: Variable(0),
        parents: VariableSet::new(&[Variable(1)]).expect("one variable"),
    };
    let choice = Choice {
        candidates: &[node],
        score,
        law: law_of_choice,
    };
    let answered = curator.select(&domain, choice, share, &mut scratch, &mut || {});
    let paid = scene.is_paid(curator.ledger());
    let is_honest = scene.kind == SourceKind::Answers;
    assert!(paid || (answered.is_err() && scene.drawn.get() == 0));
    assert!(answered.is_err() || is_honest);
    assert_left(paid, &cells);
    assert_left(paid, &joint);
    assert_left(paid, &margins);
    assert_answers_left(paid, &scores);
    assert!(order[0] == if paid { 0 } else { usize::MAX });
    assert!(states.iter().all(|&state| state == State::default()));
    let moves = match score {
        Score::F if scene.neighbours == Neighbours::Replace => 2,
        Score::F => 2 * scene.l1(),
        Score::R | Score::I => scene.score_moves() * ONE,
    };
    if let Some(
        LawRecord::ExponentialMechanism {
            sensitivity,
            epsilon,
        }
        | LawRecord::PermuteAndFlip {
            sensitivity,
            epsilon,
        },
    ) = law(curator.ledger())
    {
        assert!(sensitivity.units() == moves && epsilon == share);
    } else {
        assert!(!paid);
    }
    cover!(choose, !paid, "refused");
    cover!(choose, paid && score == Score::F, "by F");
}
engines!(choices_are_paid_before_they_are_read:
         exhaust_choices_are_paid_before_they_are_read (2304 cases),
         prop_choices_are_paid_before_they_are_read,
         verify_choices_are_paid_before_they_are_read (minisat, unwind 9,
         privet_core::score::pair_score => anything::pair_score,
         privet_core::score::maximum_score => anything::maximum_score,
         privet_core::noise::uniform::below => anything::below,
         privet_core::noise::bernoulli::Exponent::new => anything::exponent));

/// Rows of a smoothed histogram, for a changed row only. The same bounds; for Kani any person, who is refused.
pub fn smoothed_rows_are_paid_before_they_are_read(choose: &mut impl Choices) {
    let scene = Scene::any(choose, Scene::PERSONS, SourceKind::ANY);
    let (share, total) = (any_pure(choose), any_pure(choose));
    let mut curator = scene.curator(Ledger::<Pure, 1>::new(total));
    let domain = Domain::new(&LEVELS).expect("two leaves");
    let (mut scratch, mut drawn) = ([DIRT; 4], [77_u32; 2]);
    let answered = curator.smoothed_rows(&domain, share, &mut scratch, &mut drawn);
    let entries = curator.ledger().entries().len();
    let paid = entries == 1;
    // A weight of one costs nothing, and is booked all the same.
    assert!(curator.ledger().balance().spent() <= curator.ledger().balance().total());
    let is_public = scene.neighbours == Neighbours::Replace;
    assert!(!paid || is_public);
    assert!(answered.is_err() && (paid || scene.drawn.get() == 0));
    assert_left(paid, &scratch);
    assert!(drawn.iter().all(|&row| row == if paid { 0 } else { 77 }));
    if let Some(LawRecord::SmoothedRows { draws, .. }) = law(curator.ledger()) {
        assert!(u64::from(draws.rows) == scene.rows && draws.cells.get() == 4 && draws.draws == 2);
    } else {
        assert!(!paid);
    }
    cover!(choose, !paid && is_public, "refused");
    cover!(choose, paid && scene.drawn.get() > 0, "as far as the draws");
}
engines!(smoothed_rows_are_paid_before_they_are_read:
         exhaust_smoothed_rows_are_paid_before_they_are_read (576 cases),
         prop_smoothed_rows_are_paid_before_they_are_read,
         verify_smoothed_rows_are_paid_before_they_are_read (minisat, unwind 5,
         privet_core::privacy::SmoothingWeight::smallest_up => anything::weight,
         privet_core::privacy::SmoothingWeight::loss_up => anything::weight_loss,
         privet_core::noise::uniform::below => anything::below));
