//! Every sampler on any string of random bytes: it ends, never panics, and on an error nothing
//! true is left among the answers.
#![no_main]

use std::num::{NonZeroU32, NonZeroU128};

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use privet_core::Error;
use privet_core::ledger::{Accounting, Gaussian, Law, Ledger, Paid, Pure, Purpose};
use privet_core::noise::bernoulli::Exponent;
use privet_core::noise::{
    ExponentialMechanism, GaussianNoise, LaplaceNoise, PermuteAndFlip, SmoothedRows, uniform,
};
use privet_core::privacy::{
    Draws, LaplaceScale, MuSquared, PureEpsilon, Sensitivity, Sigma, SmoothingWeight,
    SquaredSensitivity,
};
use rand_core::{TryCryptoRng, TryRng};

#[derive(Arbitrary, Debug)]
struct Input<'a> {
    sampler: Sampler,
    answers: Vec<i64>,
    tape: &'a [u8],
}

#[derive(Arbitrary, Debug)]
enum Sampler {
    Gaussian {
        mantissa: u64,
        exponent: i8,
    },
    Laplace {
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
        scratch: u8,
    },
    Coin {
        numerator: u128,
        denominator: u128,
    },
    Uniform {
        bound: u128,
    },
    Smoothed {
        counts: Vec<u32>,
        rows: Option<u32>,
        weight: u64,
        draws: u8,
        scratch: Option<u8>,
    },
}

fuzz_target!(|input: Input| {
    let Input {
        sampler,
        mut answers,
        tape,
    } = input;
    answers.truncate(64);
    // What the parameters' own types refuse never reaches a sampler.
    let _ = draw(&sampler, &mut answers, &mut ByteTape(tape));
});

fn draw(sampler: &Sampler, answers: &mut [i64], tape: &mut ByteTape) -> Result<(), Error> {
    match *sampler {
        Sampler::Gaussian { mantissa, exponent } => {
            let law = GaussianNoise {
                sensitivity: SquaredSensitivity::new(1)?,
                sigma: Sigma::new(mantissa, i32::from(exponent))?,
            };
            let drawn = paid_gaussian(law)?.perturb(answers, tape);
            wiped_on_error(drawn, answers);
        }
        Sampler::Laplace {
            numerator,
            denominator,
        } => {
            let law = LaplaceNoise {
                sensitivity: Sensitivity::ONE,
                scale: LaplaceScale::new(numerator, denominator)?,
            };
            let drawn = paid_pure(law)?.perturb(answers, tape);
            wiped_on_error(drawn, answers);
        }
        Sampler::Exponential {
            sensitivity,
            epsilon,
        } => {
            let law = ExponentialMechanism {
                sensitivity: Sensitivity::new(sensitivity)?,
                epsilon: PureEpsilon::from_units(epsilon),
            };
            let chosen = paid_pure(law)?.select(answers, tape);
            among_the_candidates(chosen, answers);
        }
        Sampler::PermuteAndFlip {
            sensitivity,
            epsilon,
            scratch,
        } => {
            let law = PermuteAndFlip {
                sensitivity: Sensitivity::new(sensitivity)?,
                epsilon: PureEpsilon::from_units(epsilon),
            };
            let mut order = vec![0; usize::from(scratch)];
            let chosen = paid_pure(law)?.select(answers, &mut order, tape);
            assert!(chosen.is_err() || order.len() >= answers.len());
            among_the_candidates(chosen, answers);
        }
        Sampler::Coin {
            numerator,
            denominator,
        } => {
            let denominator = NonZeroU128::new(denominator).ok_or(Error::ScaleOutOfRange)?;
            let Some(gamma) = Exponent::new(numerator, denominator) else {
                return Err(Error::ScaleOutOfRange);
            };
            // e^0 = 1: such a coin never fails.
            let flipped = gamma.flip(tape);
            assert!(numerator > 0 || flipped != Ok(false));
        }
        Sampler::Uniform { bound } => {
            let bound = NonZeroU128::new(bound).ok_or(Error::ScaleOutOfRange)?;
            let drawn = uniform::draw_below(bound, tape);
            assert!(drawn.is_err() || drawn.is_ok_and(|number| number < bound.get()));
        }
        Sampler::Smoothed {
            ref counts,
            rows,
            weight,
            draws,
            scratch,
        } => {
            let sum = counts
                .iter()
                .fold(0, |sum: u32, count| sum.saturating_add(*count));
            let cells = u32::try_from(counts.len()).ok().and_then(NonZeroU32::new);
            let law = SmoothedRows {
                draws: Draws {
                    // What is paid for is what there is, unless the input says otherwise.
                    rows: rows.unwrap_or(sum),
                    cells: cells.ok_or(Error::BufferTooSmall)?,
                    draws: draws.into(),
                },
                weight: SmoothingWeight::new(weight)?,
            };
            let mut counts: Vec<u64> = counts.iter().map(|&count| count.into()).collect();
            let mut drawn = vec![u32::MAX; scratch.unwrap_or(draws).into()];
            let done = paid_pure(law)?.draw(&mut counts, &mut drawn, tape);
            assert!(counts.iter().all(|&count| count == 0));
            let below = if done.is_ok() { counts.len() } else { 1 };
            assert!(drawn.iter().all(|&cell| (cell as usize) < below));
        }
    }
    Ok(())
}

fn wiped_on_error(drawn: Result<(), Error>, answers: &[i64]) {
    if let Err(error) = drawn {
        assert!(matches!(
            error,
            Error::RandomnessUnavailable | Error::DrawFailed
        ));
        assert!(answers.iter().all(|&answer| answer == 0));
    }
}

fn among_the_candidates(chosen: Result<usize, Error>, scores: &[i64]) {
    assert!(chosen.is_err() || chosen.is_ok_and(|place| place < scores.len()));
}

fn paid_gaussian(law: GaussianNoise) -> Result<Paid<GaussianNoise>, Error> {
    charge::<Gaussian, _>(MuSquared::from_units(u128::MAX), law)
}

fn paid_pure<L: Law<Pure>>(law: L) -> Result<Paid<L>, Error> {
    charge::<Pure, _>(PureEpsilon::from_units(u64::MAX), law)
}

fn charge<A: Accounting, L: Law<A>>(total: A::Loss, law: L) -> Result<Paid<L>, Error> {
    Ledger::<A, 1>::new(total).charge(Purpose::Size, law)
}

/// Random bytes from the input; exhausted, it fails as a broken device does.
struct ByteTape<'a>(&'a [u8]);

/// The tape has ended.
#[derive(Debug)]
struct Exhausted;

impl std::fmt::Display for Exhausted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the tape has ended")
    }
}

impl std::error::Error for Exhausted {}

impl TryRng for ByteTape<'_> {
    type Error = Exhausted;

    fn try_next_u32(&mut self) -> Result<u32, Exhausted> {
        let mut bytes = [0; 4];
        self.try_fill_bytes(&mut bytes)?;
        Ok(u32::from_le_bytes(bytes))
    }

    fn try_next_u64(&mut self) -> Result<u64, Exhausted> {
        let mut bytes = [0; 8];
        self.try_fill_bytes(&mut bytes)?;
        Ok(u64::from_le_bytes(bytes))
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Exhausted> {
        let (taken, rest) = self.0.split_at_checked(bytes.len()).ok_or(Exhausted)?;
        bytes.copy_from_slice(taken);
        self.0 = rest;
        Ok(())
    }
}

impl TryCryptoRng for ByteTape<'_> {}
