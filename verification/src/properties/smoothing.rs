//! The smoothed histogram: what a draw may reveal, and what its weight costs.

use core::num::NonZeroU32;

use privet_core::Error;
use privet_core::counts::MostRows;
use privet_core::curator::Curator;
use privet_core::domain::{Domain, Level};
use privet_core::ledger::{Ledger, Pure};
use privet_core::neighbours::Neighbours;
use privet_core::noise::smoothed::{Wanted, decide};
use privet_core::privacy::{Draws, Loss as _, PureEpsilon, SmoothingWeight};

use crate::engines::{Bounds, Choices};
use crate::shapes::Stream;
use crate::spies::{Lie, Notes, Spy, SpyRng};
use crate::{cover, engines, long_engines};

/// Over all outcomes of a draw's coin, cell and row, counted one by one: no cell is more likely than
/// in a neighbouring table by more than the factor 1 + (1−λ)K/(nλ), compared in integers, and a cell
/// that holds no row in one of them and one in the other reaches that factor. Every cell can be drawn.
/// Bound: K ≤ 3 cells, n ≤ 3 rows (random: 6 and 8), λ a multiple of 1/8.
pub fn smoothed_draws_hide_a_row(choose: &mut impl Choices) {
    let cells = 1 + choose.number32(Bounds::small_or(2, 5));
    let rows = 1 + choose.number32(Bounds::small_or(2, 7));
    let eighths = 1 + choose.number32(Bounds::all(7));
    let last = u128::from(cells - 1);
    let mut table = [0_u64; MOST_CELLS];
    for _ in 1..rows {
        let cell = choose.number32(Bounds::all(last));
        table[cell as usize] += 1;
    }
    // The row that differs.
    let (here, there) = (
        choose.number32(Bounds::all(last)),
        choose.number32(Bounds::all(last)),
    );
    let mut neighbour = table;
    table[here as usize] += 1;
    neighbour[there as usize] += 1;

    let one = outcomes(&table, cells, rows, eighths);
    let other = outcomes(&neighbour, cells, rows, eighths);
    // 1 + (1−λ)K/(nλ) = (n·a + (8 − a)·K)/(n·a)
    let (n, k, a) = (u64::from(rows), u64::from(cells), u64::from(eighths));
    let (above, below) = (n * a + (8 - a) * k, n * a);
    for cell in 0..cells as usize {
        assert!(one[cell] > 0 && other[cell] > 0, "every cell can be drawn");
        assert!(one[cell] * below <= other[cell] * above);
        assert!(other[cell] * below <= one[cell] * above);
    }
    let gained = here as usize;
    let sharp = here != there && neighbour[gained] == 0;
    if sharp {
        assert_eq!(
            one[gained] * below,
            other[gained] * above,
            "no less would do"
        );
    }
    cover!(choose, sharp && eighths < 8, "the factor is reached");
    cover!(choose, here == there, "the same table");
    cover!(choose, eighths == 8, "nothing of the table is left");
}
engines!(smoothed_draws_hide_a_row: exhaust_smoothed_draws_hide_a_row (1184 cases),
         prop_smoothed_draws_hide_a_row, without Kani);

/// The coin of λ succeeds exactly where the number that its bits are the first of is below λ, and asks for no more of them
/// than it needs. Bound: every λ and every number of 63 bits (exhaustive: of three).
pub fn weights_are_compared_bit_by_bit(choose: &mut impl Choices) {
    let mut any = |least: u64| {
        let number = choose.number64(Bounds::small_or(7, (1 << 63) - 1));
        least.max(if number < 8 { number << 60 } else { number })
    };
    let (units, number) = (any(1), any(0));
    let weight = SmoothingWeight::new(units).expect("below one");
    let cells = NonZeroU32::MIN.saturating_add(1);
    let mut asked = 0;
    // The cell tells which way was taken: the uniform one is 1, that of the only row is 0.
    let drawn = decide(weight, cells, &[1, 1], |wanted| match wanted {
        Wanted::Bit => {
            asked += 1;
            assert!(asked <= 63);
            Ok::<_, ()>(u128::from(number >> (63 - asked) & 1))
        }
        Wanted::Cell(_) => Ok(1),
        Wanted::Row(_) => Ok(0),
    });
    assert!(drawn == Ok(Some(u32::from(number < units))));
    // As far as the bits agree and one that differs, or to the last one of λ.
    let agree = (number ^ units).leading_zeros();
    assert!(asked == agree.min(63 - units.trailing_zeros()));
    cover!(choose, number < units && asked > 1, "below");
    cover!(choose, number == units, "the same");
}
engines!(weights_are_compared_bit_by_bit: exhaust_weights_are_compared_bit_by_bit (64 cases),
         prop_weights_are_compared_bit_by_bit,
         verify_weights_are_compared_bit_by_bit (cadical, unwind 66));

/// One draw: a coin below λ takes the uniform cell, any other the cell that holds the uniform row, and each
/// row belongs to one cell. Bound: three cells of counts ≤ 2 (random, Kani: < 2^31), λ a multiple of 1/8.
pub fn draws_fall_on_the_cell_of_their_row(choose: &mut impl Choices) {
    let eighths = 1 + choose.number64(Bounds::all(7));
    let coin = choose.number64(Bounds::all(7));
    let [first, second, third] =
        [0; 3].map(|_: u8| choose.number64(Bounds::small_or(2, (1 << 31) - 1)));
    // A table without rows has nothing to draw.
    let cumulative = [first + 1, first + 1 + second, first + 1 + second + third];
    let row = choose
        .number64(Bounds::small_or(6, (1 << 33) - 1))
        .min(cumulative[2] - 1);
    let cell = choose.number32(Bounds::all(2));
    let weight = SmoothingWeight::new(eighths << 60).expect("at most one");
    let cells = NonZeroU32::MIN.saturating_add(2);
    let mut asked = 0;
    let drawn = decide(weight, cells, &cumulative, |wanted| {
        let number = match wanted {
            Wanted::Bit => {
                asked += 1;
                u128::from((coin >> (3 - asked)) & 1)
            }
            Wanted::Cell(_) => u128::from(cell),
            Wanted::Row(_) => u128::from(row),
        };
        assert!(number < wanted.bound().get());
        Ok::<u128, ()>(number)
    });
    let expected = match (coin < eighths, row) {
        (true, _) => cell,
        (false, row) if row < cumulative[0] => 0,
        (false, row) if row < cumulative[1] => 1,
        (false, _) => 2,
    };
    assert!(drawn == Ok(Some(expected)));
    cover!(choose, coin < eighths && eighths < 8, "uniform");
    cover!(choose, coin >= eighths && expected == 1, "of the table");
    cover!(
        choose,
        second == 0 && coin >= eighths && expected == 2,
        "past an empty cell"
    );
}
engines!(draws_fall_on_the_cell_of_their_row:
         exhaust_draws_fall_on_the_cell_of_their_row (36_288 cases),
         prop_draws_fall_on_the_cell_of_their_row,
         verify_draws_fall_on_the_cell_of_their_row (cadical, unwind 5));

/// The smallest weight fits its share; the next smaller does not, nor does a smaller share or one draw
/// more or one row less allow a smaller weight. A weight of one costs nothing.
/// Bound: rows, cells and draws to 3, shares of 2^−40·{1, 2^20, 2^40} (random: everything there is).
pub fn smoothing_weight_fits_its_share(choose: &mut impl Choices) {
    let draws = Draws {
        rows: choose.number32(Bounds::small_or(3, u128::from(u32::MAX))),
        cells: NonZeroU32::MIN.saturating_add(choose.number32(Bounds::small_or(2, (1 << 24) - 1))),
        draws: choose.number32(Bounds::small_or(3, u128::from(u32::MAX))),
    };
    let magnitude = choose.number32(Bounds::small_or(2, 49));
    let digits = choose.number64(Bounds::small_or(0, u128::from(u64::MAX)));
    // 1, 2^20, 2^40 in turn; at random any number of bits up to 50.
    let share = if digits == 0 {
        1 << (20 * (magnitude % 3))
    } else {
        digits >> (63 - magnitude)
    };
    let share = PureEpsilon::from_units(share);
    let Ok(weight) = SmoothingWeight::smallest_up(draws, share) else {
        panic!("there is always a weight");
    };
    let loss = weight.loss_up(draws);
    assert!(loss.is_ok_and(|loss| loss <= share));
    assert_eq!(SmoothingWeight::ONE.loss_up(draws), Ok(PureEpsilon::ZERO));
    if let Ok(less) = SmoothingWeight::new(weight.units() - 1)
        && draws.rows > 0
    {
        assert!(less.loss_up(draws).map_or(true, |loss| loss > share));
    }
    let needs = |draws, share| SmoothingWeight::smallest_up(draws, share);
    let poorer = PureEpsilon::from_units(share.units() / 2);
    assert!(needs(draws, poorer).is_ok_and(|more| more >= weight));
    if let Some(more) = draws.draws.checked_add(1) {
        let further = Draws {
            draws: more,
            ..draws
        };
        assert!(needs(further, share).is_ok_and(|more| more >= weight));
    }
    if let Some(rows) = draws.rows.checked_sub(1) {
        let smaller = Draws { rows, ..draws };
        assert!(needs(smaller, share).is_ok_and(|more| more >= weight));
    }
    cover!(choose, draws.rows == 0, "no rows");
    cover!(
        choose,
        draws.rows > 0 && weight < SmoothingWeight::ONE,
        "some of the table"
    );
}
long_engines!(smoothing_weight_fits_its_share: exhaust_smoothing_weight_fits_its_share (144 cases),
              prop_smoothing_weight_fits_its_share (200 tapes));

/// Where the number of rows is private, the memory does not fit, or the charge does not, no count is asked
/// for, no randomness drawn, nothing spent, and no buffer touched. What is paid is within share and
/// total. Counts that do not add up are refused after the charge; in every case that was paid for the
/// histogram is wiped, and so are the draws where there is an error.
/// Bound: two rows and draws (random: 2^20 rows), shares and totals of 0, 1, 2^20 and 2^40 units (random:
/// everything).
pub fn curator_pays_before_it_draws_rows(choose: &mut impl Choices) {
    let rows = choose.number64(Bounds::small_or(2, 1 << 20));
    let draws = choose.number32(Bounds::all(2)) as usize;
    let (share, total) = (any_epsilon(choose), any_epsilon(choose));
    let honest = choose.flag();
    let fits = choose.flag();
    let neighbours = if choose.flag() {
        Neighbours::Replace
    } else {
        Neighbours::AddRemove {
            rows: NonZeroU32::MIN,
        }
    };
    let notes = &Notes::default();
    let lie = if honest { Lie::None } else { Lie::OneMore };
    let source = Spy { rows, lie, notes };
    let stream = Stream(rows);
    let rng = SpyRng { stream, notes };
    let ledger: Ledger<Pure, 2> = Ledger::new(total);
    let mut curator =
        Curator::new(source, MostRows::LARGEST, neighbours, ledger, rng).expect("few rows");
    let domain = Domain::new(&LEVELS).expect("three leaves");
    let mut scratch = [DIRT; 7];
    let scratch = &mut scratch[..if fits { 6 } else { 7 }];
    let mut cells = [9_u32; 2];
    let cells = &mut cells[..draws];

    let answered = curator.smoothed_rows(&domain, share, scratch, cells);
    let spent = curator.ledger().balance().spent();
    let paid = curator.ledger().entries().len() == 1;
    assert!(spent <= share && spent <= total);
    if paid {
        assert!(
            scratch.iter().all(|&count| count == 0),
            "the histogram is wiped"
        );
    } else {
        // The number of rows is public where rows can be drawn.
        let unpaid = (notes.counts(), notes.draws());
        assert_eq!(unpaid, (0, 0), "read or drawn without payment");
        assert_eq!(spent, PureEpsilon::ZERO);
        assert!(scratch.iter().all(|&count| count == DIRT));
        assert!(cells.iter().all(|&cell| cell == 9));
    }
    match answered {
        Ok(law) => {
            assert!(paid && honest && law.draws.cells.get() == 6);
            assert_eq!(neighbours, Neighbours::Replace);
            assert_eq!(law.weight.loss_up(law.draws), Ok(spent));
            assert!(cells.iter().all(|&cell| cell < 6));
        }
        Err(Error::RowsArePrivate) => assert!(!paid && neighbours != Neighbours::Replace),
        Err(Error::BufferTooSmall) => assert!(!paid && !fits),
        Err(Error::CountsDisagree) => {
            assert!(paid && !honest && notes.draws() == 0);
            assert!(cells.iter().all(|&cell| cell == 0));
        }
        Err(Error::OverPureBudget { .. }) => assert!(!paid && share > total),
        Err(other) => panic!("{other:?}"),
    }
    cover!(
        choose,
        answered.is_ok() && spent > PureEpsilon::ZERO,
        "drawn"
    );
    cover!(
        choose,
        matches!(answered, Err(Error::OverPureBudget { .. })),
        "over budget"
    );
    cover!(
        choose,
        answered == Err(Error::CountsDisagree),
        "broken counts"
    );
}
engines!(curator_pays_before_it_draws_rows: exhaust_curator_pays_before_it_draws_rows (1152 cases),
         prop_curator_pays_before_it_draws_rows, without Kani);

fn any_epsilon(choose: &mut impl Choices) -> PureEpsilon {
    let units = choose.number64(Bounds::small_or(3, u128::from(u64::MAX)));
    PureEpsilon::from_units(match units {
        2 => 1 << 20,
        3 => 1 << 40,
        any => any,
    })
}

/// How many of the 8·K·n equally likely outcomes of coin, cell and row draw each cell.
fn outcomes(table: &[u64; MOST_CELLS], cells: u32, rows: u32, eighths: u32) -> [u64; MOST_CELLS] {
    let weight = SmoothingWeight::new(u64::from(eighths) << 60).expect("at most one");
    let cells = NonZeroU32::new(cells).expect("at least one");
    let mut cumulative = *table;
    let mut sum = 0;
    for count in &mut cumulative {
        sum += *count;
        *count = sum;
    }
    let cumulative = &cumulative[..cells.get() as usize];
    let mut hits = [0; MOST_CELLS];
    for coin in 0..8_u128 {
        for cell in 0..u128::from(cells.get()) {
            for row in 0..u128::from(rows) {
                let mut bits = [coin >> 2, coin >> 1, coin].into_iter();
                let drawn = decide(weight, cells, cumulative, |wanted| {
                    let number = match wanted {
                        // λ is a multiple of 1/8: a fourth bit is never asked for.
                        Wanted::Bit => bits.next().expect("three bits suffice") & 1,
                        Wanted::Cell(_) => cell,
                        Wanted::Row(_) => row,
                    };
                    assert!(number < wanted.bound().get());
                    Ok::<u128, ()>(number)
                });
                let Ok(Some(cell)) = drawn else {
                    panic!("a draw without a cell");
                };
                hits[cell as usize] += 1;
            }
        }
    }
    hits
}

/// What stands in lent memory beforehand.
const DIRT: u64 = 77;
/// Three values, one, and two: six cells.
const LEVELS: [Level; 3] = [Level::leaf(0, 3), Level::leaf(1, 1), Level::leaf(2, 2)];
/// K at most.
const MOST_CELLS: usize = 6;
