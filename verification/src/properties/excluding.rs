//! Rules: what is impossible is not answered, whatever stands there.

use core::num::NonZeroU32;

use privet_core::counts::{Column, Columns, MostRows};
use privet_core::curator::{AskedTable, Curator};
use privet_core::domain::{Domain, Level};
use privet_core::ledger::{Gaussian, Ledger};
use privet_core::neighbours::Neighbours;
use privet_core::privacy::MuSquared;

use crate::engines::{Bounds, Choices};
use crate::shapes::{Stream, set};
use crate::{cover, engines};

/// Two tables that differ in rows of impossible cells alone get the same answer from the same random numbers, and zero in these
/// cells: nothing of such rows leaves the curator, not even how many they are. Bound: every rule about three values times two,
/// one row that both tables have and up to one that only each has (random: 30 and 7).
pub fn impossible_cells_are_never_answered(choose: &mut impl Choices) {
    let possible = choose.number32(Bounds::all(62));
    let is_possible = [0, 1, 2, 3, 4, 5].map(|cell| possible >> cell & 1 == 1);
    let mut rows = |most: Bounds| -> Vec<u32> {
        let count = choose.number32(most);
        let rows = (0..count).map(|_| choose.number32(Bounds::all(5)));
        rows.collect()
    };
    let shared = rows(Bounds::small_or(1, 30));
    let [one, other] = [(); 2].map(|()| rows(Bounds::small_or(1, 7)));
    let broken = |rows: Vec<u32>| -> Vec<u32> {
        let broken = rows.into_iter().filter(|&row| !is_possible[row as usize]);
        broken.collect()
    };
    let (one, other) = (broken(one), broken(other));
    let answers = [&one, &other].map(|own| answer(&[&shared, &own[..]].concat(), is_possible));
    assert_eq!(answers[0], answers[1]);
    for (answer, possible) in answers[0].iter().zip(is_possible) {
        assert!(possible || *answer == 0);
    }
    cover!(choose, one.len() != other.len(), "a row more");
    cover!(
        choose,
        one.len() == 1 && other.len() == 1 && one != other,
        "a row changed"
    );
}
engines!(impossible_cells_are_never_answered:
         exhaust_impossible_cells_are_never_answered (21_609 cases),
         prop_impossible_cells_are_never_answered, without Kani);

/// The noisy table of both attributes.
fn answer(rows: &[u32], possible: [bool; 6]) -> [i64; 6] {
    let domain = Domain::new(&LEVELS).expect("two leaves");
    let narrow = |value: u32| u8::try_from(value).expect("few values");
    let columns = [
        rows.iter().map(|row| narrow(row / 2)).collect::<Vec<_>>(),
        rows.iter().map(|row| narrow(row % 2)).collect(),
    ];
    let columns = columns.each_ref().map(|column| Column::Narrow(column));
    let counts = Columns::new(&domain, &columns).expect("values of the domain");
    let share = MuSquared::from_units(1 << 112);
    let ledger: Ledger<Gaussian, 1> = Ledger::new(share);
    let neighbours = Neighbours::AddRemove {
        rows: NonZeroU32::MIN,
    };
    let mut curator =
        Curator::new(counts, MostRows::LARGEST, neighbours, ledger, Stream(7)).expect("few rows");
    let asked = AskedTable {
        variables: &set(&[0, 1]),
        possible: &possible,
    };
    let (mut scratch, mut noisy) = ([0; 6], [0; 6]);
    let answered = curator.table(&domain, asked, share, &mut scratch, &mut noisy);
    assert!(answered.is_ok() && scratch == [0; 6]);
    noisy
}

const LEVELS: [Level<'static>; 2] = [Level::leaf(0, 3), Level::leaf(1, 2)];
