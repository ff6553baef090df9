//! Booking: the ledger itself, with its entries. `budget` has the arithmetic of its balance.

use privet_core::Error;
use privet_core::ledger::{Accounting, Entry, Gaussian, Law, Ledger, Pure, Purpose};
use privet_core::noise::{ExponentialMechanism, LaplaceNoise, PermuteAndFlip};
use privet_core::privacy::{LaplaceScale, Loss, PureEpsilon, Sensitivity};

use crate::engines::{Bounds, Choices};
use crate::{cover, engines};

/// A charge is accepted exactly where it fits what is left and the book has a place: then the entry says
/// what was asked, by which law and at which loss, and the balance has moved by that loss. Where it is
/// refused, book and balance are as before, and the error says why. Bound: a book of two places and three
/// charges, losses up to 4 (random, Kani: every `u64`).
pub fn charges_are_booked_or_refused(choose: &mut impl Choices) {
    let mut any_units = || choose.number64(Bounds::small_or(4, u64::MAX.into()));
    let mut ledger: Ledger<Pure, PLACES> = Ledger::new(PureEpsilon::from_units(any_units()));
    let (mut spent, mut booked, mut refused, mut full) = (0_u64, 0_usize, 0_u32, 0_u32);
    for candidates in 1..=3 {
        let law = ExponentialMechanism {
            sensitivity: Sensitivity::ONE,
            epsilon: PureEpsilon::from_units(any_units()),
        };
        let purpose = Purpose::Farthest { candidates };
        let (loss, left) = (law.epsilon, ledger.balance().left());
        match ledger.charge(purpose.clone(), law) {
            Ok(_) => {
                assert!(loss <= left && booked < PLACES);
                let record = Law::<Pure>::record(&law);
                let entry = Entry {
                    purpose,
                    law: record,
                    loss,
                };
                assert!(ledger.entries().get(booked) == Some(&entry));
                spent += loss.units();
                booked += 1;
            }
            Err(Error::LedgerFull) => {
                assert!(loss <= left && booked == PLACES);
                full += 1;
            }
            Err(error) => {
                assert!(loss > left && error == PureEpsilon::over_budget(loss, left));
                refused += 1;
            }
        }
        assert!(ledger.entries().len() == booked);
        assert!(
            ledger.balance().spent().units() == spent && spent <= ledger.balance().total().units()
        );
    }
    cover!(choose, booked == 2 && full == 1, "a full book");
    cover!(choose, booked == 2 && refused == 1, "refused between two");
}
engines!(charges_are_booked_or_refused: exhaust_charges_are_booked_or_refused (625 cases),
         prop_charges_are_booked_or_refused,
         verify_charges_are_booked_or_refused (cadical, unwind 4));

/// What an auditor recomputes from the record of a law is what the law was charged, and a law of the other
/// accounting costs nothing that could be charged. Bound: two private choices of any ε (Laplace noise and
/// choices in a Gaussian release without Kani), Δ up to 3 (random: 2^48).
pub fn records_cost_what_was_charged(choose: &mut impl Choices) {
    let epsilon = PureEpsilon::from_units(choose.number64(Bounds::small_or(9, u64::MAX.into())));
    let most = Bounds::small_or(2, (1 << 48) - 2).symbolic(0);
    let sensitivity = Sensitivity::new(1 + choose.number64(most)).unwrap_or(Sensitivity::ONE);
    let exponential = ExponentialMechanism {
        sensitivity,
        epsilon,
    };
    let permuted = PermuteAndFlip {
        sensitivity,
        epsilon,
    };
    match choose.number(Bounds::all(3).symbolic(1)) {
        0 => assert_recomputed::<Pure>(exponential),
        1 => assert_recomputed::<Pure>(permuted),
        2 => {
            assert_recomputed::<Gaussian>(exponential);
            assert_recomputed::<Gaussian>(permuted);
        }
        _ => {
            let Ok(scale) = LaplaceScale::for_share(sensitivity, epsilon) else {
                return;
            };
            let law = LaplaceNoise { sensitivity, scale };
            assert_recomputed::<Pure>(law);
            assert!(Gaussian::recomputed(law.record()).is_none());
        }
    }
    cover!(
        choose,
        epsilon.units() > 0 && sensitivity == Sensitivity::ONE,
        "some loss"
    );
}
engines!(records_cost_what_was_charged: exhaust_records_cost_what_was_charged (120 cases),
         prop_records_cost_what_was_charged,
         verify_records_cost_what_was_charged (minisat, unwind 1));

fn assert_recomputed<A: Accounting>(law: impl Law<A>) {
    assert_eq!(A::recomputed(law.record()), law.loss_up().ok());
}

const PLACES: usize = 2;
