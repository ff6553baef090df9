//! The weight and the loss of a smoothed histogram against independent values, and its draws against
//! their law.

use std::num::{NonZeroU32, NonZeroU128};

use chacha20::ChaCha20Rng;
use num_bigint::BigUint;
use privet_core::Error;
use privet_core::ledger::{Ledger, Pure, Purpose};
use privet_core::noise::SmoothedRows;
use privet_core::privacy::logarithm::ln_up;
use privet_core::privacy::{Draws, PureEpsilon, SmoothingWeight};
use privet_core::variables::VariableSet;
use rand_core::SeedableRng;

/// From `reference/smoothed.py`: mpmath at 120 digits.
const REFERENCE: &str = include_str!("reference/smoothed.csv");

struct Case {
    draws: Draws,
    epsilon: PureEpsilon,
    weight: u64,
    ln: u128,
}

/// All 320 of them; under Miri one of `apart`.
fn cases(apart: usize) -> Vec<Case> {
    let lines = REFERENCE.lines().skip(1);
    let lines = lines.step_by(if cfg!(miri) { apart } else { 1 });
    lines
        .map(|line| {
            let fields: Vec<u128> = line
                .split(',')
                .map(|field| field.parse().unwrap())
                .collect();
            let small = |place: usize| u32::try_from(fields[place]).unwrap();
            Case {
                draws: Draws {
                    rows: small(0),
                    cells: NonZeroU32::new(small(1)).unwrap(),
                    draws: small(2),
                },
                epsilon: PureEpsilon::from_units(u64::try_from(fields[3]).unwrap()),
                weight: u64::try_from(fields[4]).unwrap(),
                ln: fields[5],
            }
        })
        .collect()
}

/// The ratio 1 + (1−λ)K/(nλ) as a fraction.
fn ratio(draws: Draws, weight: u64) -> (u128, NonZeroU128) {
    let smoothed = u128::from(draws.rows) * u128::from(weight);
    let moved = u128::from((1 << 63) - weight) * u128::from(draws.cells.get());
    (smoothed + moved, NonZeroU128::new(smoothed).unwrap())
}

#[test]
fn the_logarithm_is_never_below_the_truth_and_hardly_above() {
    let cases = cases(16);
    assert_eq!(cases.len(), if cfg!(miri) { 20 } else { 320 });
    for case in cases {
        let (p, q) = ratio(case.draws, case.weight);
        let bound = ln_up(p, q).unwrap();
        // The reference is rounded down, so the truth is between it and one unit more.
        let least = if p == q.get() { case.ln } else { case.ln + 1 };
        assert!(least <= bound, "{:?}", case.draws);
        assert!(
            bound - case.ln < 1 << 9,
            "{:?}: {}",
            case.draws,
            bound - case.ln
        );
    }
}

#[test]
fn logarithms_of_plain_numbers() {
    // ⌊ln(x)·2^112⌋ by mpmath at 60 digits.
    for (p, q, expected) in [
        (1, 1, 0_u128),
        (2, 1, 3_599_025_928_123_676_973_540_407_451_845_618),
        (1 << 95, 1, 341_907_463_171_749_312_486_338_707_925_333_801),
        (3, 2, 2_105_295_207_075_506_186_913_300_199_833_928),
        ((1 << 96) - 1, (1 << 96) - 2, 65_536),
    ] {
        let bound = ln_up(p, NonZeroU128::new(q).unwrap()).unwrap();
        // The truth is irrational but for ln 1, so above its floor.
        let least = expected + u128::from(p != q);
        assert!(
            bound >= least && bound - expected < 1 << 9,
            "{p}/{q}: {bound}"
        );
    }
    let one = NonZeroU128::MIN;
    assert_eq!(ln_up(0, one), None, "below one");
    assert_eq!(ln_up(1 << 96, one), None, "too long");
    assert_eq!(
        ln_up(7, NonZeroU128::new(7).unwrap()),
        Some(0),
        "exactly zero"
    );
}

#[test]
fn the_smallest_weight_fits_and_is_the_smallest() {
    for case in cases(107) {
        let weight = SmoothingWeight::smallest_up(case.draws, case.epsilon).unwrap();
        let loss = weight.loss_up(case.draws).unwrap();
        assert!(loss <= case.epsilon, "{:?}", case.draws);
        // Never below the true smallest, and above it by less than a part in 2^30.
        let excess = weight.units() - case.weight;
        assert!(excess <= case.weight >> 30, "{:?}: {excess}", case.draws);
        if let Ok(less) = SmoothingWeight::new(weight.units() - 1) {
            let dearer = less.loss_up(case.draws);
            assert!(
                dearer.is_ok_and(|loss| loss > case.epsilon),
                "{:?}",
                case.draws
            );
        }
    }
}

/// The claim itself, without a logarithm: ρ^k ≤ e^ε. With ρ = p/q it is p^k ≤ q^k·e^ε, and e^ε is at
/// least the first terms of its series, in exact integers of any length.
#[test]
fn the_ratio_to_the_power_of_all_draws_is_within_the_claim() {
    let mut checked = 0;
    for (rows, cells, draws, epsilon) in [
        (5, 12, 3, 0.1),
        (1, 2, 1, 1.0),
        (1000, 64, 40, 2.0),
        (20, 4096, 7, 5.0),
        (3, 3, 100, 0.5),
    ] {
        if cfg!(miri) && rows != 5 {
            continue;
        }
        let draws = Draws {
            rows,
            cells: NonZeroU32::new(cells).unwrap(),
            draws,
        };
        let epsilon = PureEpsilon::from_f64_down(epsilon).unwrap();
        let weight = SmoothingWeight::smallest_up(draws, epsilon).unwrap();
        let (p, q) = ratio(draws, weight.units());
        // Σ_(i<60) ε^i/i! from below, over the denominator 2^(40·60)·60!.
        let units = BigUint::from(epsilon.units());
        let one = BigUint::from(1_u8) << 40_u32;
        let (mut sum, mut term) = (BigUint::from(0_u8), BigUint::from(1_u8));
        let mut whole = BigUint::from(1_u8);
        for i in 1..=60_u32 {
            // sum/whole + term/whole, then both over the next denominator.
            sum += &term;
            sum *= &one * i;
            whole *= &one * i;
            term *= &units;
        }
        let left = BigUint::from(p).pow(draws.draws) * &whole;
        let right = BigUint::from(q.get()).pow(draws.draws) * &sum;
        assert!(left <= right, "{draws:?}");
        // And not far within: with a hundredth less of epsilon it would not hold.
        let loss = weight.loss_up(draws).unwrap().units();
        assert!(epsilon.units() - loss <= 2, "{draws:?}");
        checked += 1;
    }
    assert_eq!(checked, if cfg!(miri) { 1 } else { 5 });
}

#[test]
fn no_rows_no_draws_and_one_cell() {
    let share = PureEpsilon::from_f64_down(1.0).unwrap();
    let draws = |rows, cells, draws| Draws {
        rows,
        cells: NonZeroU32::new(cells).unwrap(),
        draws,
    };
    let smallest = |of| SmoothingWeight::smallest_up(of, share).unwrap();
    assert_eq!(smallest(draws(0, 12, 5)), SmoothingWeight::ONE);
    assert_eq!(
        SmoothingWeight::ONE.loss_up(draws(0, 12, 5)),
        Ok(PureEpsilon::from_units(0))
    );
    assert_eq!(
        SmoothingWeight::new(1).unwrap().loss_up(draws(0, 12, 5)),
        Err(Error::WeightOutOfRange)
    );
    assert_eq!(smallest(draws(9, 12, 0)).units(), 1, "nothing is drawn");
    let nothing = PureEpsilon::from_units(0);
    assert_eq!(
        SmoothingWeight::smallest_up(draws(9, 12, 5), nothing),
        Ok(SmoothingWeight::ONE)
    );
    for units in [0, (1 << 63) + 1, u64::MAX] {
        assert_eq!(SmoothingWeight::new(units), Err(Error::WeightOutOfRange));
    }
}

fn paid(law: SmoothedRows) -> privet_core::ledger::Paid<SmoothedRows> {
    // More than any release may spend: the draws are looked at, not hidden.
    let total = PureEpsilon::from_units(u64::MAX);
    let mut ledger: Ledger<Pure, 1> = Ledger::new(total);
    ledger
        .charge(Purpose::Rows(VariableSet::EMPTY), law)
        .unwrap()
}

/// χ² of 200,000 draws over four cells. False alarm 10^−6: the quantile of χ² with 3 degrees of
/// freedom is 30.66 (scipy). A sampler whose λ is 5 % off is caught.
#[test]
#[cfg_attr(miri, ignore = "600,000 draws; the test below draws, too")]
fn draws_follow_their_law() {
    let many = 200_000;
    let law = |parts: u64| SmoothedRows {
        draws: Draws {
            rows: 10,
            cells: NonZeroU32::new(4).unwrap(),
            draws: many,
        },
        weight: SmoothingWeight::new((1 << 63) / 10_000 * parts).unwrap(),
    };
    // The weight in parts of 10,000.
    let statistic = |parts: u64, seed: u64| {
        let mut rng = ChaCha20Rng::seed_from_u64(seed);
        let (mut counts, mut drawn) = ([7, 0, 1, 2], vec![0; many as usize]);
        paid(law(parts))
            .draw(&mut counts, &mut drawn, &mut rng)
            .unwrap();
        assert_eq!(counts, [0; 4], "the histogram is wiped");
        let mut seen = [0_u32; 4];
        for cell in drawn {
            seen[cell as usize] += 1;
        }
        seen.iter()
            .zip([7.0, 0.0, 1.0, 2.0])
            .map(|(&seen, count)| {
                let expected = f64::from(many) * (0.63 * count / 10.0 + 0.37 / 4.0);
                (f64::from(seen) - expected).powi(2) / expected
            })
            .sum::<f64>()
    };
    assert!(statistic(3700, 1) < 30.66);
    assert!(statistic(3885, 2) > 30.66);
    assert!(statistic(3515, 3) > 30.66);
}

#[test]
fn what_was_not_paid_for_is_refused_and_wiped() {
    let law = SmoothedRows {
        draws: Draws {
            rows: 3,
            cells: NonZeroU32::new(2).unwrap(),
            draws: 2,
        },
        weight: SmoothingWeight::new(1 << 62).unwrap(),
    };
    for (label, counts, draws, expected) in [
        ("as paid", vec![1, 2], 2, Ok(())),
        (
            "a cell too many",
            vec![1, 2, 0],
            2,
            Err(Error::BufferTooSmall),
        ),
        ("a draw too many", vec![1, 2], 3, Err(Error::BufferTooSmall)),
        ("a row too many", vec![2, 2], 2, Err(Error::CountsDisagree)),
        ("a row too few", vec![0, 2], 2, Err(Error::CountsDisagree)),
        ("overflow", vec![u64::MAX, 4], 2, Err(Error::CountsDisagree)),
    ] {
        let (mut counts, mut drawn) = (counts, vec![9; draws]);
        let mut rng = ChaCha20Rng::seed_from_u64(4);
        let done = paid(law).draw(&mut counts, &mut drawn, &mut rng);
        assert_eq!(done, expected, "case `{label}`");
        assert!(counts.iter().all(|&count| count == 0), "case `{label}`");
        assert!(drawn.iter().all(|&cell| cell < 2), "case `{label}`");
    }
}
