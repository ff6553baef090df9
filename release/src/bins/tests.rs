//! Bins from noisy counts: what they are for counts that can be read by eye, and what holds for any.

use privet_core::privacy::{LaplaceScale, NoiseScale, Sigma};
use privet_spec::{Attribute, Encoded, FoundBin, MOST_BINS, Piece, Release};
use proptest::prelude::*;
use proptest::sample::select;

use super::choose::bins;
use super::estimate::{Estimate, Stretch};
use super::file::{BinsFile, LevelFile, found};
use super::levels::levels_of;

/// A release whose column `x` is of this kind.
fn release_of(kind: &str) -> Release {
    let text = format!(
        "Release(privet: 1, unit: Row, adjacency: AddRemove, budget: (epsilon: \"1\", delta: \"1e-9\"), \
         schema: [(name: \"x\", kind: {kind})])"
    );
    privet_spec::parse(&text).unwrap()
}

fn column(release: &Release) -> &Attribute {
    release.schema.first().unwrap()
}

/// σ of one row.
fn gaussian() -> NoiseScale {
    NoiseScale::Gaussian(Sigma::new(1, 0).unwrap())
}

/// b of one row.
fn laplace() -> NoiseScale {
    NoiseScale::Laplace(LaplaceScale::new(1, 1).unwrap())
}

/// The counts of all levels of a grid, without noise, from rows in some of its cells.
fn counted(attribute: &Attribute, rows: &[(usize, i64)], noise: NoiseScale) -> BinsFile {
    let levels = levels_of(attribute);
    let levels = levels.groups().map(|(shift, groups)| {
        let mut counts = vec![0; groups + usize::from(attribute.is_nullable())];
        for (cell, rows) in rows {
            counts[cell >> shift] += rows;
        }
        LevelFile::new(noise, counts)
    });
    BinsFile {
        column: attribute.name().to_owned(),
        levels: levels.collect(),
    }
}

/// The bins of rows in some cells of a column.
fn bins_for(kind: &str, rows: &[(usize, i64)], noise: NoiseScale) -> Vec<FoundBin> {
    let release = release_of(kind);
    let file = counted(column(&release), rows, noise);
    found(&release, &[file]).unwrap().remove(0).bins
}

#[test]
fn a_value_with_many_rows_is_a_bin_of_its_own() {
    // Half of all rows are 0 and a tenth the maximum; the others are spread over two hundred values.
    let spread = (100..300).map(|cell| (cell, 50));
    let rows: Vec<(usize, i64)> = [(0, 12_500), (9_999, 2_500)]
        .into_iter()
        .chain(spread)
        .collect();
    for noise in [gaussian(), laplace()] {
        let bins = bins_for("Integer(min: 0, max: 9999)", &rows, noise);
        let alone = |cell: u16| {
            bins.iter().any(|bin| {
                let whole = (bin.pieces[0].first, bin.pieces[0].last) == (cell, cell);
                bin.pieces.len() == 1 && whole
            })
        };
        assert!(alone(0) && alone(9_999), "{bins:?}");
        assert!(!alone(100));
        assert!(bins.len() >= MOST_BINS / 2, "{}", bins.len());
    }
}

/// A fifth of all rows lies beyond the bounds, and is clamped to one of them, which the others are not near to.
#[test]
fn clamped_rows_are_a_bin_of_their_own() {
    for (kind, beyond, bound) in [
        ("Integer(min: 0, max: 999999)", "2000000", 999_999),
        ("Integer(min: -999999, max: 9)", "-1e9", -999_999),
        (
            "Real(min: \"12.34\", max: \"9999.99\", decimals: 2)",
            "0",
            1_234,
        ),
        // 2199-12-30 is 84,004 days after 1970-01-01, by Python's `datetime`.
        (
            "Date(min: \"1900-01-01\", max: \"2199-12-30\")",
            "2500-01-01",
            84_004,
        ),
    ] {
        let release = release_of(&format!("{kind}, outside: Clamp"));
        let column = column(&release);
        let Encoded::Code(clamped) = column.encode(beyond) else {
            panic!("case `{kind}`")
        };
        let spread = (3_000..3_200).map(|cell| (cell, 100));
        let rows: Vec<(usize, i64)> = spread.chain([(clamped.into(), 5_000)]).collect();
        let found = found(&release, &[counted(column, &rows, gaussian())]).unwrap();
        let column = column.with_bins(&found[0]).unwrap();
        let Encoded::Code(bin) = column.encode(beyond) else {
            panic!("case `{kind}`")
        };
        for pick in [0, u64::MAX / 3, u64::MAX] {
            let field = column.decode(bin, pick).unwrap();
            assert_eq!(column.number(&field), Some(bound), "case `{kind}`");
        }
    }
}

#[test]
fn an_empty_stretch_has_no_rows_and_belongs_to_the_bin_before() {
    let bins = bins_for(
        "Integer(min: 0, max: 9999)",
        &[(3, 5_000), (7, 100), (9, 50), (5_000, 5_000)],
        gaussian(),
    );
    let firsts: Vec<u16> = bins.iter().map(|bin| bin.first).collect();
    assert_eq!(firsts, [0, 7, 5_000]);
    let with_rows: Vec<(u16, u16)> = bins
        .iter()
        .flat_map(|bin| &bin.pieces)
        .map(|piece| (piece.first, piece.last))
        .collect();
    assert_eq!(with_rows, [(3, 3), (7, 7), (9, 9), (5_000, 5_000)]);
    let weights: Vec<u32> = bins[1].pieces.iter().map(|piece| piece.weight).collect();
    // 50 rows beside 100.
    assert_eq!(weights, [1 << 20, 1 << 19]);
}

/// A lone cell needs four deviations, those of the groups above it; beside cells that are sure, two.
#[test]
fn what_the_noise_drowns_is_merged() {
    let kind = "Integer(min: 0, max: 9999)";
    for (label, rows, expected) in [
        (
            "far from all others",
            vec![(16, 1_000), (9_000, 8)],
            vec![(16, 16)],
        ),
        (
            "far from all others, and clear",
            vec![(16, 1_000), (9_000, 40)],
            vec![(16, 16), (9_000, 9_000)],
        ),
        (
            "between others",
            vec![(16, 1_000), (18, 3), (19, 1_000)],
            vec![(16, 16), (18, 18), (19, 19)],
        ),
        (
            "between others, and drowned",
            vec![(16, 1_000), (17, 1), (19, 1_000)],
            vec![(16, 16), (19, 19)],
        ),
    ] {
        let bins = bins_for(kind, &rows, gaussian());
        let pieces = bins.iter().flat_map(|bin| &bin.pieces);
        let pieces: Vec<(u16, u16)> = pieces.map(|piece| (piece.first, piece.last)).collect();
        assert_eq!(pieces, expected, "case `{label}`");
    }
}

/// Where rows lie evenly, noise leaves no gaps, and makes no numbers round.
#[test]
fn an_even_stretch_stays_whole() {
    let release = release_of("Integer(min: 0, max: 9999)");
    let rows: Vec<(usize, i64)> = (2_048..4_096).map(|cell| (cell, 2)).collect();
    let mut file = counted(column(&release), &rows, gaussian());
    // Sums of twelve uniform numbers, less six, are nearly normal with σ = 1; a fixed seed. In units of 2^−32.
    let mut state = 14_u64;
    let mut uniform = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        i64::try_from(state >> 32).unwrap()
    };
    for count in file.levels.iter_mut().flat_map(|level| &mut level.measured) {
        let noise = (0..12).map(|_| uniform()).sum::<i64>() - (6 << 32);
        *count += (noise + (1 << 31)) >> 32;
    }
    let found = found(&release, &[file]).unwrap().remove(0);
    assert_eq!(found.heaps.0, []);
    let pieces: Vec<_> = found.bins.iter().flat_map(|bin| &bin.pieces).collect();
    let between = |cell: usize| (2_080..4_064).contains(&cell);
    let covered: usize = pieces
        .iter()
        .map(|piece| {
            (usize::from(piece.first)..=usize::from(piece.last))
                .filter(|cell| between(*cell))
                .count()
        })
        .sum();
    assert_eq!(covered, 1_984, "{pieces:?}");
}

/// Two rows at each multiple of a hundred drown in the noise one by one, and stand out together; numbers that are not
/// rounded have no heaps.
#[test]
fn heaps_are_seen_together() {
    let release = release_of("Integer(min: 0, max: 60000)");
    let heaped = |of: usize, rows: i64| -> Vec<(usize, i64)> {
        (0..60_000).step_by(of).map(|cell| (cell, rows)).collect()
    };
    let both = [heaped(100, 1), heaped(5, 1)].concat();
    for (label, rows, expected) in [
        ("hundreds", heaped(100, 2), vec![(100, 1.0)]),
        // 600 rows of 12,600.
        ("hundreds and fives", both, vec![(100, 0.0476), (5, 0.9524)]),
        ("everything", heaped(1, 1), vec![]),
    ] {
        let found = found(&release, &[counted(column(&release), &rows, gaussian())]);
        let heaps = found.unwrap().remove(0).heaps.0;
        assert_eq!(heaps.len(), expected.len(), "case `{label}`: {heaps:?}");
        for (heap, (multiple, share)) in heaps.iter().zip(expected) {
            assert_eq!(heap.multiple, multiple, "case `{label}`: {heaps:?}");
            let off = f64::from(heap.share) / 4_294_967_296.0 - share;
            assert!(off.abs() < 0.02, "case `{label}`: {heaps:?}");
        }
    }
}

/// A table without rows, or with nothing but noise, has one bin with all cells.
#[test]
fn nothing_but_noise_is_one_bin() {
    let bins = bins_for("Integer(min: 0, max: 9999)", &[], gaussian());
    assert_eq!(bins.len(), 1);
    assert_eq!(
        (bins[0].pieces[0].first, bins[0].pieces[0].last),
        (0, 9_999)
    );
}

/// Counts at two levels weigh by their inverse variances: 16 cells of variance 1 beside one group of variance 1 count
/// for a seventeenth.
#[test]
fn levels_are_weighed_by_their_noise() {
    let mut estimate = Estimate::new(256);
    let mut cells = [0; 256];
    cells[..16].fill(10);
    estimate.measure(0, &cells, gaussian());
    let mut groups = [0; 16];
    groups[0] = 1_860;
    estimate.measure(4, &groups, gaussian());
    let rows: f64 = estimate.pieces().iter().map(|piece| piece.rows).sum();
    // (160 + 16·1860) / 17, by hand.
    assert!((rows - 1_760.0).abs() < 1e-9, "{rows}");
}

#[test]
fn counts_of_another_grid_are_refused() {
    let release = release_of("Integer(min: 0, max: 9999), missing: [\"\"]");
    let attribute = column(&release);
    let right = counted(attribute, &[(5, 100)], gaussian());
    assert!(found(&release, core::slice::from_ref(&right)).is_some());
    let mut other_name = right.clone();
    other_name.column = "y".to_owned();
    let mut a_level_less = right.clone();
    a_level_less.levels.pop();
    let mut a_cell_less = right.clone();
    a_cell_less.levels[0].measured.pop();
    let mut a_cell_more = right.clone();
    a_cell_more.levels[1].measured.push(0);
    for (label, files) in [
        ("none", vec![]),
        ("two", vec![right.clone(), right.clone()]),
        ("name", vec![other_name]),
        ("a level less", vec![a_level_less]),
        ("a cell less", vec![a_cell_less]),
        ("a cell more", vec![a_cell_more]),
    ] {
        assert!(found(&release, &files).is_none(), "case `{label}`");
    }
}

/// Kinds whose bins are found, with few and with many cells.
const KINDS: &[&str] = &[
    "Integer(min: 0, max: 256)",
    "Integer(min: -7, max: 1000)",
    "Integer(min: 0, max: 100000000)",
    "Real(min: \"0\", max: \"1\", decimals: 1)",
    "Real(min: \"-5\", max: \"3000\", decimals: 2), missing: [\"\"]",
    "Date(min: \"1900-01-01\", max: \"2100-12-31\")",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(privet_tests::cases(100)))]

    /// Whatever the noise says, the bins partition all cells, are at most as many as was promised, and the language
    /// takes them.
    #[test]
    fn any_counts_give_bins(
        kind in select(KINDS),
        rows in proptest::collection::vec((any::<prop::sample::Index>(), -1_000_000_i64..4_000_000_000), 0..60),
        haze in -200_i64..200,
        pure in any::<bool>(),
    ) {
        let release = release_of(kind);
        let attribute = column(&release);
        let cells = levels_of(attribute).cells();
        let rows: Vec<(usize, i64)> = rows.iter().map(|(cell, rows)| (cell.index(cells), *rows)).collect();
        let noise = if pure { laplace() } else { gaussian() };
        let mut file = counted(attribute, &rows, noise);
        for level in &mut file.levels {
            for (place, count) in (0..).zip(&mut level.measured) {
                // Up and down, as noise is.
                *count += haze * (place % 7 - 3);
            }
        }
        let settled = found(&release, &[file]).unwrap().remove(0);
        let found = &settled.bins;
        prop_assert!((1..=MOST_BINS).contains(&found.len()));
        prop_assert_eq!(found[0].first, 0);
        prop_assert!(found.is_sorted_by(|left, right| left.first < right.first));
        let ends = found.iter().skip(1).map(|bin| usize::from(bin.first)).chain([cells]);
        for (bin, end) in found.iter().zip(ends) {
            prop_assert!(!bin.pieces.is_empty());
            let mut next = usize::from(bin.first);
            for piece in &bin.pieces {
                prop_assert!(usize::from(piece.first) >= next && piece.last >= piece.first && piece.weight > 0);
                next = usize::from(piece.last) + 1;
            }
            prop_assert!(next <= end);
        }
        let settled = attribute.with_bins(&settled);
        prop_assert!(settled.is_some());
        let codes = settled.map(|settled| attribute.codes_of(&settled)).unwrap_or_default();
        prop_assert_eq!(codes.len(), attribute.size() as usize);
        // Each cell goes to the bin that holds it, so that a row stays one row of its unit.
        for (cell, code) in codes.iter().take(cells).enumerate() {
            let bin = found.iter().filter(|bin| usize::from(bin.first) <= cell).count() - 1;
            prop_assert_eq!(usize::from(*code), bin);
        }
    }

    /// Pieces that come in order, of any rows, however few bins they must be merged into; and a bin begins at every cell that a
    /// rule fixes, whatever lies there.
    #[test]
    fn bins_end(
        rows in proptest::collection::vec(0.0..1e9_f64, 1..400),
        noise in 0.0..1e6_f64,
        fixed in proptest::collection::btree_set(1_usize..1200, 0..40),
    ) {
        let pieces: Vec<Stretch> = rows
            .iter()
            .enumerate()
            .map(|(place, rows)| Stretch { first: 3 * place, end: 3 * place + 2, rows: *rows })
            .collect();
        let cells = 3 * rows.len();
        let fixed = fixed.into_iter().filter(|cell| *cell < cells);
        let fixed: Vec<u16> = fixed.map(|cell| u16::try_from(cell).unwrap()).collect();
        let found = bins(&pieces, noise, cells, &fixed);
        prop_assert!((1 + fixed.len()..=MOST_BINS + fixed.len()).contains(&found.len()));
        let begins = |cell: &u16| found.iter().any(|bin| bin.first == *cell);
        prop_assert!(begins(&0) && fixed.iter().all(begins));
        let ends = found.iter().skip(1).map(|bin| usize::from(bin.first)).chain([cells]);
        for (bin, end) in found.iter().zip(ends) {
            let inside = |piece: &Piece| bin.first <= piece.first && usize::from(piece.last) < end;
            prop_assert!(!bin.pieces.is_empty() && bin.pieces.iter().all(inside));
        }
    }
}
