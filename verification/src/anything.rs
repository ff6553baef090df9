//! What proofs put in the place of functions whose arithmetic is too wide: they return anything that the functions
//! might.

use core::num::{NonZeroU32, NonZeroU64, NonZeroU128};

use privet_core::Error;
use privet_core::domain::Domain;
use privet_core::neighbours::Neighbours;
use privet_core::noise::bernoulli::Exponent;
use privet_core::noise::digits::Digits;
use privet_core::noise::{ExponentialMechanism, Failure};
use privet_core::parts::{AskedParts, Parts};
use privet_core::privacy::{
    Draws, LaplaceScale, MuSquared, PureEpsilon, Sensitivity, Sigma, SmoothingWeight,
    SquaredSensitivity,
};
use privet_core::score::State;

/// A square: not it, but a number that no other square has, so that what is charged is seen to be what was declared
/// without a multiplier. That squares are right is a claim of its own.
pub fn squared(answers: NonZeroU32, each: Sensitivity) -> SquaredSensitivity {
    let mark = u128::from(each.units()) << 32 | u128::from(answers.get());
    SquaredSensitivity::new(mark).expect("of eighty bits")
}

/// How far neighbours move parts: not it, but a number that no other parts and neighbours have, or a refusal where no row moves
/// them.
pub fn parts_sensitivity(
    asked: &AskedParts,
    neighbours: Neighbours,
) -> Result<SquaredSensitivity, Error> {
    let rows = match neighbours {
        Neighbours::AddRemove { rows } => rows.get(),
        Neighbours::Replace => 0,
    };
    let (mut mark, mut others) = (1_u128, 0);
    for number in 0..4 {
        let has = u128::from(asked.parts().has(number));
        mark = mark << 1 | has;
        others |= if number == 0 && rows == 0 { 0 } else { has };
    }
    if others == 0 {
        return Err(Error::SensitivityOutOfRange);
    }
    SquaredSensitivity::new(mark << 32 | u128::from(rows))
}

/// The parts of counts: any, or none. Counts are left in the lent memory.
pub fn taken_parts(
    _: &AskedParts,
    _: &Domain<'_>,
    counts: &[u64],
    margin: &mut [i64],
    answer: &mut [i64],
) -> Result<(), Error> {
    margin.fill(counts[0].cast_signed());
    answer.fill(counts[0].cast_signed());
    or_refused((), Error::BadVariableSet)
}

/// The smallest σ of a share: some σ, or none. Which one does not matter where no noise is drawn.
pub fn sigma(_: SquaredSensitivity, _: MuSquared) -> Result<Sigma, Error> {
    Sigma::new(1 << 39, 0).and_then(|sigma| or_refused(sigma, Error::SigmaOutOfRange))
}

/// The loss of a σ: any but zero, or none.
pub fn loss(_: Sigma, _: SquaredSensitivity) -> Result<MuSquared, Error> {
    or_refused(any_squared(), Error::LossOutOfRange)
}

/// The smallest weight of a share: some, or none.
pub fn weight(_: Draws, _: PureEpsilon) -> Result<SmoothingWeight, Error> {
    SmoothingWeight::new(kani::any())
}

/// The loss of a weight: any, or none.
pub fn weight_loss(_: SmoothingWeight, _: Draws) -> Result<PureEpsilon, Error> {
    or_refused(PureEpsilon::from_units(kani::any()), Error::LossOutOfRange)
}

/// The scale of a share: some, or none.
pub fn scale(_: Sensitivity, _: PureEpsilon) -> Result<LaplaceScale, Error> {
    LaplaceScale::new(3, 2).and_then(|scale| or_refused(scale, Error::ScaleOutOfRange))
}

/// The loss of a scale: any but zero, or none.
pub fn scale_loss(_: LaplaceScale, _: Sensitivity) -> Result<PureEpsilon, Error> {
    or_refused(any_pure(), Error::LossOutOfRange)
}

/// The choice of a share: any ε but zero, or none.
pub fn choice(sensitivity: Sensitivity, _: MuSquared) -> Result<ExponentialMechanism, Error> {
    let epsilon = any_pure();
    or_refused(
        ExponentialMechanism {
            sensitivity,
            epsilon,
        },
        Error::ShareOutOfRange,
    )
}

/// The loss of a choice: any but zero, or none.
pub fn choice_loss(_: PureEpsilon, _: u32) -> Result<MuSquared, Error> {
    or_refused(any_squared(), Error::LossOutOfRange)
}

/// The score R: any; counts of at most `MOST_ROWS` rows always have one. They are left in the lent margins.
pub fn pair_score(
    joint: &[u64],
    _: NonZeroU64,
    row_margin: &mut [u64],
    column_margin: &mut [u64],
) -> Result<i64, Error> {
    row_margin[0] = joint[0];
    column_margin[0] = joint[0];
    Ok(kani::any())
}

/// The score F: any, or none.
pub fn maximum_score(_: &[u64], _: NonZeroU64, _: &mut [State]) -> Result<i64, Error> {
    or_refused(kani::any(), Error::TooManyRows)
}

/// Laplace noise: any, after a look at the source.
pub fn noise<D: Digits>(_: LaplaceScale, source: &mut D) -> Result<i128, Failure> {
    source.digit()?;
    Ok(i128::from(kani::any::<i64>()))
}

/// A number below a bound: any, after a look at the source.
pub fn below<D: Digits>(bound: NonZeroU128, source: &mut D) -> Result<u128, Failure> {
    source.digit()?;
    let number = kani::any();
    kani::assume(number < bound.get());
    Ok(number)
}

/// The exponent of a coin: with a generator that has run dry none is flipped, and the proof fails where one is.
pub fn exponent(_: u128, _: NonZeroU128) -> Option<Exponent> {
    panic!("a coin is flipped without randomness")
}

fn or_refused<T>(value: T, error: Error) -> Result<T, Error> {
    if kani::any() { Ok(value) } else { Err(error) }
}

fn any_squared() -> MuSquared {
    MuSquared::from_units(kani::any::<NonZeroU128>().get())
}

fn any_pure() -> PureEpsilon {
    PureEpsilon::from_units(kani::any::<NonZeroU64>().get())
}
