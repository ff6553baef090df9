//! Any sequence of charges: the ledger never passes its total, its entries add up to what was
//! spent, and a refused charge changes nothing.
#![no_main]

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use privet_core::ledger::{Accounting, Entry, Gaussian, Law, Ledger, Pure, Purpose};
use privet_core::noise::{ExponentialMechanism, GaussianNoise, LaplaceNoise, PermuteAndFlip};
use privet_core::privacy::{
    LaplaceScale, Loss, MuSquared, PureEpsilon, Sensitivity, Sigma, SquaredSensitivity,
};
use privet_core::variables::{Variable, VariableSet};

#[derive(Arbitrary, Debug)]
struct Input {
    gaussian_total: u128,
    pure_total: u64,
    charges: Vec<Charge>,
}

#[derive(Arbitrary, Debug)]
enum Charge {
    Gaussian {
        sensitivity: u128,
        mantissa: u64,
        exponent: i32,
        variables: Vec<u16>,
    },
    Laplace {
        sensitivity: u64,
        numerator: u64,
        denominator: u64,
    },
    Exponential {
        sensitivity: u64,
        epsilon: u64,
    },
    PermuteAndFlip {
        sensitivity: u64,
        epsilon: u64,
    },
}

fuzz_target!(|input: Input| {
    let mut gaussian = Ledger::<Gaussian, 64>::new(MuSquared::from_units(input.gaussian_total));
    let mut pure = Ledger::<Pure, 64>::new(PureEpsilon::from_units(input.pure_total));
    for charge in &input.charges {
        // What the parameters' own types refuse never reaches a ledger.
        let _ = charge_both(charge, &mut gaussian, &mut pure);
    }
});

fn charge_both(
    charge: &Charge,
    gaussian: &mut Ledger<Gaussian, 64>,
    pure: &mut Ledger<Pure, 64>,
) -> Result<(), privet_core::Error> {
    match charge {
        Charge::Gaussian {
            sensitivity,
            mantissa,
            exponent,
            variables,
        } => {
            let variables: Vec<Variable> = variables.iter().copied().map(Variable).collect();
            let law = GaussianNoise {
                sensitivity: SquaredSensitivity::new(*sensitivity)?,
                sigma: Sigma::new(*mantissa, *exponent)?,
            };
            check(gaussian, Purpose::Table(VariableSet::new(&variables)?), law);
        }
        &Charge::Laplace {
            sensitivity,
            numerator,
            denominator,
        } => {
            let law = LaplaceNoise {
                sensitivity: Sensitivity::new(sensitivity)?,
                scale: LaplaceScale::new(numerator, denominator)?,
            };
            check(pure, Purpose::Size, law);
        }
        &Charge::Exponential {
            sensitivity,
            epsilon,
        } => {
            let law = ExponentialMechanism {
                sensitivity: Sensitivity::new(sensitivity)?,
                epsilon: PureEpsilon::from_units(epsilon),
            };
            check(gaussian, Purpose::Selection, law);
            check(pure, Purpose::Selection, law);
        }
        &Charge::PermuteAndFlip {
            sensitivity,
            epsilon,
        } => {
            let law = PermuteAndFlip {
                sensitivity: Sensitivity::new(sensitivity)?,
                epsilon: PureEpsilon::from_units(epsilon),
            };
            check(gaussian, Purpose::Selection, law);
            check(pure, Purpose::Selection, law);
        }
    }
    Ok(())
}

/// Charges once and compares the ledger before and after.
fn check<A: Accounting, L: Law<A>>(ledger: &mut Ledger<A, 64>, purpose: Purpose, law: L)
where
    Entry<A::Loss>: Clone + PartialEq + std::fmt::Debug,
{
    let (balance, entries) = (ledger.balance(), ledger.entries().to_vec());
    let accepted = ledger.charge(purpose, law).is_ok();
    let after = ledger.balance();
    assert!(after.spent() <= after.total());
    assert_eq!(after.total(), balance.total());
    assert_eq!(after.spent().checked_add(after.left()), Some(after.total()));
    if accepted {
        let (last, earlier) = ledger.entries().split_last().expect("one more entry");
        assert_eq!(earlier, entries);
        assert_eq!(law.loss_up(), Ok(last.loss));
        assert_eq!(balance.spent().checked_add(last.loss), Some(after.spent()));
    } else {
        assert_eq!(after.spent(), balance.spent());
        assert_eq!(ledger.entries(), entries);
    }
}
