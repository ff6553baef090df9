//! Parts of a table: how far neighbours move them, and that they are paid for first.

use privet_core::Error;
use privet_core::curator::PartsScratch;
use privet_core::domain::Domain;
use privet_core::ledger::{Gaussian, LawRecord, Ledger};
use privet_core::neighbours::Neighbours;
use privet_core::parts::{AskedParts, Parts};
use privet_core::privacy::SquaredSensitivity;

use super::sensitivity::{ONE_ROW, TWO_ROWS};
#[cfg(kani)]
use crate::anything;
use crate::engines::{Bounds, Choices};
use crate::scene::{
    DIRT, LEVELS, Scene, any_share, any_total, assert_answers_left, assert_left, both, law,
};
use crate::shapes::{Shape, set};
use crate::spies::SourceKind;
use crate::{cover, engines, long_engines};

/// Any parts of any table of one to three attributes, in a table of any counts: a row more moves the answer by exactly what is
/// declared, a person's two rows and a row changed by at most that. Bound: two attributes of up to three values, in an empty table
/// (random: three of up to five, counts below 2^40).
pub fn parts_move_by_at_most_their_sensitivity(choose: &mut impl Choices) {
    let kind = choose.number(Bounds::all(2));
    let neighbours = match kind {
        0 => ONE_ROW,
        1 => TWO_ROWS,
        _ => Neighbours::Replace,
    };
    let attributes = 1 + choose.number32(Bounds::small_or(1, 2));
    let mut shape = Shape::default();
    let mut cells = 1_usize;
    for _ in 0..attributes {
        let size = 1 + choose.number32(Bounds::small_or(2, 4));
        shape.push_leaf(size);
        cells *= size as usize;
    }
    let numbers = 1_u128 << (1 << attributes);
    let mask = choose.number(Bounds::all(numbers - 1));
    let asked = (0..1_usize << attributes).filter(|number| mask >> number & 1 == 1);
    let asked = Parts::new(asked).expect("numbers of parts");
    let place = Bounds::all(cells as u128 - 1);
    let [one, other] = [0; 2].map(|_: u8| choose.number32(place) as usize);
    let base: Vec<u64> = (0..cells)
        .map(|_| choose.number64(Bounds::small_or(0, (1 << 40) - 3)))
        .collect();
    let levels = shape.levels();
    let domain = &Domain::new(&levels).expect("leaves");
    let variables: Vec<u8> = (0..3).take(attributes as usize).collect();
    let asked = AskedParts::new(domain, &set(&variables), asked).expect("a small table");
    let answer = |more: &[usize]| {
        let mut counts = base.clone();
        for &place in more {
            counts[place] += 1;
        }
        let (mut margin, mut answer) = (vec![7; cells], vec![7; cells]);
        let taken = asked.take(domain, &counts, &mut margin, &mut answer);
        assert!(taken.is_ok());
        answer
    };
    let [before, after] = match kind {
        0 => [answer(&[]), answer(&[one])],
        1 => [answer(&[]), answer(&[one, other])],
        _ => [answer(&[one]), answer(&[other])],
    };
    let apart = before.iter().zip(&after);
    let moved = apart
        .map(|(x, y)| u128::from(x.abs_diff(*y)).pow(2))
        .sum::<u128>();
    let declared = asked
        .sensitivity(neighbours)
        .map_or(0, SquaredSensitivity::units);
    assert!(moved <= declared);
    assert!(kind != 0 || moved == declared);
    cover!(
        choose,
        kind == 1 && moved == declared,
        "two rows of a person in one cell"
    );
    cover!(
        choose,
        kind == 2 && moved > 0 && moved == declared,
        "a row moved as far as it can"
    );
    cover!(
        choose,
        moved > 0 && moved < 2 * (cells as u128).pow(2),
        "less than the table"
    );
    cover!(choose, declared == 0, "parts that no row moves");
}
engines!(parts_move_by_at_most_their_sensitivity:
         exhaust_parts_move_by_at_most_their_sensitivity (9_576 cases),
         prop_parts_move_by_at_most_their_sensitivity, without Kani);

/// What is taken of tables of as many variables as may be asked for by parts: of one row it is each part by its definition, a product
/// of projections, and the row moves it by exactly what is declared; a row that becomes another by at most that. Bound: four variables of
/// two values with every set of parts, and five with every set of one or two parts, or of all but these (random: four or five variables of
/// two to four values, any set).
pub fn parts_of_many_variables_are_their_definition(choose: &mut impl Choices) {
    let variables = 4 + choose.number32(Bounds::all(1));
    let last = (1_u128 << (1 << variables)) - 1;
    let mask = if variables == 4 {
        choose.number(Bounds::all(last))
    } else {
        let [first, second] = [0; 2].map(|_: u8| 1_u128 << choose.number(Bounds::all(31)));
        let others = if choose.flag() { last } else { 0 };
        (first | second) ^ others ^ choose.number(Bounds::small_or(0, last))
    };
    let is_asked = |number: usize| mask >> number & 1 == 1;
    let mut shape = Shape::default();
    for _ in 0..variables {
        shape.push_leaf(2 + choose.number32(Bounds::small_or(0, 2)));
    }
    let levels = shape.levels();
    let domain = &Domain::new(&levels).expect("leaves");
    let numbers: Vec<u8> = (0..5).take(variables as usize).collect();
    let set = set(&numbers);
    let cells = domain.cells(&set, 1 << 12).expect("a small table");
    let parts = (0..1_usize << variables).filter(|&number| is_asked(number));
    let asked = AskedParts::new(domain, &set, Parts::new(parts).expect("numbers of parts"));
    let asked = asked.expect("a small table");
    // The second place goes round with the sets.
    let any_place = Bounds::small_or(0, cells as u128 - 1);
    let one = choose.number32(any_place) as usize;
    let other = (choose.number(any_place) + mask) % cells as u128;

    let values = |cell: usize| {
        let mut values = [0; 5];
        domain.values_of(&set, cell, |variable, value| {
            values[usize::from(variable.0)] = value;
        });
        values
    };
    let [here, there] = [one, usize::try_from(other).expect("a cell")].map(|row| {
        let (mut counts, mut margin, mut answer) = (vec![0; cells], vec![7; cells], vec![7; cells]);
        counts[row] = 1;
        let taken = asked.take(domain, &counts, &mut margin, &mut answer);
        assert!(taken.is_ok());
        let of_row = values(row);
        for (cell, &answer) in answer.iter().enumerate() {
            let of_cell = values(cell);
            let factor = |number: usize, axis: usize| match number >> axis & 1 {
                0 => 1,
                _ if of_row[axis] == of_cell[axis] => i64::from(asked.sizes()[axis]) - 1,
                _ => -1,
            };
            let axes = 0..variables as usize;
            let part = |number| {
                axes.clone()
                    .map(|axis| factor(number, axis))
                    .product::<i64>()
            };
            let all = (0..1_usize << variables).filter(|&number| is_asked(number));
            assert_eq!(answer, all.map(part).sum::<i64>());
        }
        answer
    });
    let squared = |apart: u64| u128::from(apart).pow(2);
    let of_one: u128 = here.iter().map(|cell| squared(cell.unsigned_abs())).sum();
    let both = here.iter().zip(&there);
    let of_both: u128 = both.map(|(x, y)| squared(x.abs_diff(*y))).sum();
    let declared = |neighbours| {
        let declared = asked.sensitivity(neighbours);
        declared.map_or(0, SquaredSensitivity::units)
    };
    assert_eq!(of_one, declared(ONE_ROW));
    assert!(of_both <= declared(Neighbours::Replace));
    cover!(
        choose,
        of_both > 0 && of_both == declared(Neighbours::Replace),
        "a row moved as far as it can"
    );
    cover!(choose, variables == 5 && of_one > 0, "five variables");
}
long_engines!(parts_of_many_variables_are_their_definition:
              exhaust_parts_of_many_variables_are_their_definition (67_584 cases),
              prop_parts_of_many_variables_are_their_definition (2000 tapes));

/// Parts with Gaussian noise, as tables are (`tables_are_paid_before_they_are_read`). Any parts of a table of two by two; for Kani
/// they move by anything, and taking them leaves counts behind and may fail.
pub fn parts_are_paid_before_they_are_read(choose: &mut impl Choices) {
    let scene = Scene::any(choose, Scene::PERSONS, SourceKind::ANY);
    let (share, total) = (any_share(choose), any_total(choose));
    let mask = choose.number32(Bounds::all(15)) as usize;
    let asked = Parts::new((0..4).filter(|number| mask >> number & 1 == 1));
    let domain = Domain::new(&LEVELS).expect("two leaves");
    let asked = AskedParts::new(&domain, &both(), asked.expect("four parts"));
    let asked = asked.expect("a table of four cells");
    let mut curator = scene.curator(Ledger::<Gaussian, 1>::new(total));
    let (mut counts, mut margin) = ([DIRT; 4], [DIRT.cast_signed(); 4]);
    let mut noisy = margin;
    let scratch = PartsScratch {
        counts: &mut counts,
        margin: &mut margin,
    };
    let answered = curator.parts(&domain, &asked, share, scratch, &mut noisy);
    // Only what stands in for taking says so: it is paid, and nothing is drawn, whatever the source says.
    let paid = if answered == Err(Error::BadVariableSet) {
        assert!(scene.asked.get() > 0 && scene.drawn.get() == 0);
        assert!(scene.is_paid(curator.ledger()));
        true
    } else {
        scene.assert_paid_first(curator.ledger(), answered.map(drop))
    };
    assert_left(paid, &counts);
    assert_answers_left(paid, &margin);
    assert_answers_left(paid, &noisy);
    if let Some(LawRecord::Gaussian { sensitivity, .. }) = law(curator.ledger()) {
        assert!(Ok(sensitivity) == asked.sensitivity(scene.neighbours));
    } else {
        assert!(!paid);
    }
    assert!(mask > 0 || !paid);
    cover!(choose, !paid && mask > 0, "refused");
    cover!(choose, paid && scene.drawn.get() > 0, "as far as the noise");
}
engines!(parts_are_paid_before_they_are_read:
         exhaust_parts_are_paid_before_they_are_read (5_184 cases),
         prop_parts_are_paid_before_they_are_read,
         verify_parts_are_paid_before_they_are_read (minisat, unwind 5,
         privet_core::privacy::Sigma::smallest_up => anything::sigma,
         privet_core::privacy::Sigma::loss_up => anything::loss,
         privet_core::parts::AskedParts::sensitivity => anything::parts_sensitivity,
         privet_core::parts::AskedParts::take => anything::taken_parts));
