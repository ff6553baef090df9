//! Numbering, step by step: the loop-free arithmetic of [`privet_core::radix`] and the levels that a
//! domain accepts. The walks over whole tables are in `indexing`.

use privet_core::domain::{Domain, Level};
use privet_core::radix::{append_digit, grown, pair_place, pairs_of, split_digit};
use privet_core::variables::Variable;

use crate::engines::{Bounds, Choices};
use crate::{cover, engines};

/// A digit that was appended comes off again and leaves the number as it was; a number below `cells`
/// becomes one below cells·size. So different digits give different cells, and all are in the table.
/// Bound: sizes and numbers of cells up to 7 (random: sizes up to 65,536 and cells·size < 2^32;
/// Kani: sizes up to 16, up to 16 cells before).
pub fn digits_come_off_as_they_went_on(choose: &mut impl Choices) {
    let size = 1 + choose.number32(Bounds::small_or(6, 65_535).symbolic(15));
    let most = u128::from(u32::MAX / size);
    let cells = 1 + choose.number32(Bounds::small_or(6, most - 1).symbolic(15));
    let cell = choose
        .number32(Bounds::small_or(6, u128::from(u32::MAX)).symbolic(15))
        .min(cells - 1);
    let value = choose
        .number32(Bounds::small_or(6, 65_535).symbolic(15))
        .min(size - 1);
    let longer = append_digit(cell, size, value);
    assert!(u64::from(longer) < u64::from(cells) * u64::from(size));
    assert_eq!(
        split_digit(longer as usize, size),
        (cell as usize, value as usize)
    );
    cover!(choose, longer + 1 == cells * size, "the last cell");
}
engines!(digits_come_off_as_they_went_on: exhaust_digits_come_off_as_they_went_on (2401 cases),
         prop_digits_come_off_as_they_went_on,
         verify_digits_come_off_as_they_went_on (kissat, unwind 1));

/// The number of cells with one more variable is the exact product, or nothing exactly where that
/// passes the limit: never a wrapped one. Bound: factors up to 15, limits up to 40 (random: all; Kani:
/// factors of four bits, the first at every magnitude of a `u64`, every limit).
pub fn cells_grow_exactly_or_not_at_all(choose: &mut impl Choices) {
    let cells = choose.number64(Bounds::small_or(15, u128::from(u64::MAX)).symbolic(15))
        << choose.number32(Bounds::small_or(0, 0).symbolic(60));
    let size = choose.number32(Bounds::small_or(15, u128::from(u32::MAX)).symbolic(15));
    let most = choose.number64(Bounds::small_or(40, u128::from(u64::MAX)));
    // At most (2^64 − 1)(2^32 − 1) < 2^96.
    let product = u128::from(cells) * u128::from(size);
    let found = grown(cells, size, most);
    assert_eq!(found.is_some(), product <= u128::from(most));
    assert!(found.is_none_or(|found| u128::from(found) == product));
    cover!(choose, found.is_none(), "past the limit");
    cover!(choose, found == Some(most), "the limit itself");
}
engines!(cells_grow_exactly_or_not_at_all: exhaust_cells_grow_exactly_or_not_at_all (10_496 cases),
         prop_cells_grow_exactly_or_not_at_all,
         verify_cells_grow_exactly_or_not_at_all (minisat, unwind 1));

/// Places of pairs start at zero, end at the number of pairs, and the next pair has the next place:
/// so they are one to one, in lexicographic order. Bound: up to 40 variables (random: 256, all there
/// can be; Kani: 15).
pub fn pair_places_ascend_without_gaps(choose: &mut impl Choices) {
    let variables = 2 + choose.number32(Bounds::small_or(38, 254).symbolic(13)) as usize;
    let first = choose.number32(Bounds::all(variables as u128 - 2)) as usize;
    let beyond = choose.number32(Bounds::all((variables - first) as u128 - 2)) as usize;
    let second = first + 1 + beyond;
    let place = pair_place(variables, first, second);
    assert!(place.is_some_and(|place| place < pairs_of(variables)));
    // The lexicographic successor, or the end.
    let next = if second + 1 < variables {
        pair_place(variables, first, second + 1)
    } else if first + 2 < variables {
        pair_place(variables, first + 1, first + 2)
    } else {
        Some(pairs_of(variables))
    };
    assert_eq!(place.map(|place| place + 1), next);
    assert_eq!(pair_place(variables, 0, 1), Some(0));
    assert_eq!(pair_place(variables, first, first), None);
    cover!(choose, second + 1 < variables, "the next second");
    cover!(choose, first + 2 == variables, "the last pair");
}
engines!(pair_places_ascend_without_gaps: exhaust_pair_places_ascend_without_gaps (10_660 cases),
         prop_pair_places_ascend_without_gaps,
         verify_pair_places_ascend_without_gaps (minisat, unwind 1));

/// Whatever levels a domain accepts, every value has a value at each coarser level, in range, and
/// going there by way of a level between is going there at once.
/// Bound: any numbers up to 1 as groups and representatives of three values, two coarser levels of at
/// most three (random: up to 3; Kani: every `u16`).
pub fn accepted_levels_nest(choose: &mut impl Choices) {
    let number = Bounds::small_or(1, 3).symbolic(u128::from(u16::MAX));
    let mut any = || [0; 3].map(|_: u8| choose.number16(number));
    let (groups, representatives) = ([any(), any()], [any(), any()]);
    let sizes = [0; 2].map(|_: u8| 1 + choose.number32(Bounds::all(2)));
    let level = |at: usize| Level {
        attribute: 0,
        size: sizes[at],
        groups: &groups[at],
        representatives: &representatives[at][..sizes[at] as usize],
    };
    let levels = [Level::leaf(0, 3), level(0), level(1)];
    let domain = Domain::new(&levels);
    if let Ok(domain) = domain {
        let value = choose.number16(Bounds::all(2));
        let [fine, middle, coarse] = [0, 1, 2].map(Variable);
        let between = domain.coarsen(fine, middle, value);
        let at_once = domain.coarsen(fine, coarse, value);
        assert!(u32::from(between) < sizes[0] && u32::from(at_once) < sizes[1]);
        assert_eq!(domain.coarsen(middle, coarse, between), at_once);
        assert_eq!(domain.coarse(coarse, value), at_once);
        cover!(choose, sizes[0] == 2 && sizes[1] == 1, "three, two, one");
    }
    cover!(choose, domain.is_err(), "refused");
}
engines!(accepted_levels_nest: exhaust_accepted_levels_nest (37_184 cases),
         prop_accepted_levels_nest, verify_accepted_levels_nest (minisat, unwind 5));
