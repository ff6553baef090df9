//! Draws per second on one core, beside `rand_distr`'s normal rounded to an integer.
//!
//! `cargo bench -p privet-core --bench draws`; both draw from the same ChaCha20 stream cipher.

use std::hint::black_box;
use std::num::NonZeroU32;

use chacha20::ChaCha20Rng;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use privet_core::ledger::{Gaussian, Ledger, Paid, Pure, Purpose};
use privet_core::noise::{GaussianNoise, LaplaceNoise};
use privet_core::privacy::{
    LaplaceScale, MuSquared, PureEpsilon, Sensitivity, Sigma, SquaredSensitivity,
};
use rand_core::SeedableRng;
use rand_distr::{Distribution, Normal};

const DRAWS: usize = 10_000;

fn paid_gaussian(sigma: Sigma) -> Paid<GaussianNoise> {
    let sensitivity = SquaredSensitivity::of_each(NonZeroU32::MIN, Sensitivity::ONE);
    let mut ledger = Ledger::<Gaussian, 1>::new(MuSquared::from_units(u128::MAX));
    ledger
        .charge(Purpose::Size, GaussianNoise { sensitivity, sigma })
        .unwrap()
}

fn paid_laplace(scale: LaplaceScale) -> Paid<LaplaceNoise> {
    let mut ledger = Ledger::<Pure, 1>::new(PureEpsilon::from_units(u64::MAX));
    ledger
        .charge(
            Purpose::Size,
            LaplaceNoise {
                sensitivity: Sensitivity::ONE,
                scale,
            },
        )
        .unwrap()
}

fn draws(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("integer noise");
    group.throughput(Throughput::Elements(DRAWS as u64));
    let mut answers = vec![0_i64; DRAWS];
    let mut rng = ChaCha20Rng::from_seed([7; 32]);

    let normal = Normal::new(0.0, 100.0).unwrap();
    group.bench_function("rand_distr normal, rounded, sigma 100", |bencher| {
        bencher.iter(|| {
            for answer in &mut answers {
                let noise: f64 = normal.sample(&mut rng);
                #[allow(clippy::cast_possible_truncation)]
                let noise = noise.round() as i64;
                *answer = noise;
            }
            black_box(&answers);
        });
    });
    for (name, sigma) in [
        ("exact Gaussian, sigma 100", Sigma::new(100, 0).unwrap()),
        ("exact Gaussian, sigma 2^-7", Sigma::new(1, -7).unwrap()),
        ("exact Gaussian, sigma 2^40", Sigma::new(1, 40).unwrap()),
    ] {
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                paid_gaussian(sigma)
                    .perturb(&mut answers, &mut rng)
                    .unwrap();
                black_box(&answers);
            });
        });
    }
    group.bench_function("exact Laplace, scale 100", |bencher| {
        bencher.iter(|| {
            let scale = LaplaceScale::new(100, 1).unwrap();
            paid_laplace(scale).perturb(&mut answers, &mut rng).unwrap();
            black_box(&answers);
        });
    });
    group.finish();
}

criterion_group!(benches, draws);
criterion_main!(benches);
