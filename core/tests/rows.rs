//! Drawing rows where the outcome is known: scripted words, cells without mass, levels as parents.

use std::convert::Infallible;

use privet_core::bayes::network::{Network, Node};
use privet_core::bayes::rows::{Model, Places, Replacement, RowScratch};
use privet_core::bayes::tables::Tables;
use privet_core::domain::{Domain, Level};
use privet_core::variables::{Number, Variable, VariableSet};
use rand_core::{SeedableRng, TryRng};
use rand_xoshiro::Xoshiro256PlusPlus;

fn set(variables: &[Number]) -> VariableSet {
    let variables: Vec<Variable> = variables.iter().map(|&id| Variable(id)).collect();
    VariableSet::new(&variables).unwrap()
}

/// Columns drawn from a head and perhaps one node with these cells.
fn drawn<R: TryRng<Error = Infallible>>(
    levels: &[Level<'_>],
    (head, node): (&[Number], Option<(Number, &[Number])>),
    cells: &[i64],
    (rows, replacement): (usize, Replacement),
    rng: &mut R,
) -> Vec<Vec<u16>> {
    let domain = Domain::new(levels).unwrap();
    let mut network = Network::of_head(set(head));
    if let Some((child, parents)) = node {
        let node = Node {
            child: Variable(child),
            parents: set(parents),
        };
        network.nodes.push(node).unwrap();
    }
    let tables = Tables::of(&domain, &network).unwrap();
    let model = Model {
        domain,
        network: &network,
        tables: &tables,
        cells,
    };
    let largest = tables.largest();
    let mut scratch = RowScratch {
        bases: &mut vec![0; rows],
        order: &mut vec![0; rows],
        starts: &mut vec![0; largest + 1],
        masses: &mut vec![0; largest],
        margin: &mut vec![0; largest],
        places: Places {
            chances: &mut vec![0; largest],
            stock: &mut vec![0; largest],
            shares: &mut vec![0; largest],
            owed: &mut vec![0; largest],
        },
        debts: &mut vec![0; 10_000],
    };
    let mut columns = vec![vec![u16::MAX; rows]; usize::from(domain.attributes())];
    let mut borrowed: Vec<&mut [u16]> = columns.iter_mut().map(Vec::as_mut_slice).collect();
    model
        .draw_columns(replacement, &mut borrowed, &mut scratch, rng, &mut || {})
        .unwrap();
    columns
}

fn seeded(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

/// These words, then nothing.
struct Script(Vec<u64>);

impl TryRng for Script {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        panic!("rows are drawn from words of 64 bits")
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        assert!(!self.0.is_empty(), "more words than expected");
        Ok(self.0.remove(0))
    }

    fn try_fill_bytes(&mut self, _: &mut [u8]) -> Result<(), Infallible> {
        panic!("rows are drawn from words of 64 bits")
    }
}

/// 2^64 = 3·k + 1: of the words one too many leads to 0, and that one, 0 itself, is rejected.
#[test]
fn a_word_too_many_is_rejected() {
    for (label, words, expected) in [
        ("rejected, then the last value", vec![0, u64::MAX], 2),
        ("the least word that counts", vec![1], 0),
        ("the last of a third", vec![u64::MAX / 3], 0),
        ("the first of the next third", vec![u64::MAX / 3 + 1], 1),
    ] {
        let mut script = Script(words);
        let how = (1, Replacement::With);
        let columns = drawn(
            &[Level::leaf(0, 3)],
            (&[0], None),
            &[1, 1, 1],
            how,
            &mut script,
        );
        assert_eq!(columns, [[expected]], "case `{label}`");
        assert!(script.0.is_empty(), "case `{label}`");
    }
}

/// One row for two equal cells, and half of forty rows each: over 64 seeds the first row gets either
/// value, and the rows are not in order (all but never: 2^−63, and 64 in C(40, 20) > 10^11).
#[test]
fn without_replacement_chance_decides_who_gets_what() {
    for rows in [1, 40] {
        let mut first = [0; 2];
        for seed in 0..if cfg!(miri) { 12 } else { 64 } {
            let how = (rows, Replacement::Without);
            let columns = drawn(
                &[Level::leaf(0, 2)],
                (&[0], None),
                &[7, 7],
                how,
                &mut seeded(seed),
            );
            let [column] = &columns[..] else {
                panic!("one attribute")
            };
            first[usize::from(column[0])] += 1;
            let ones = column.iter().filter(|&&value| value == 1).count();
            assert!(rows == 1 || ones == 20);
            assert!(rows == 1 || !column.is_sorted());
        }
        assert!(first[0] > 0 && first[1] > 0, "{rows} rows: {first:?}");
    }
}

/// The child is the group of its parent: three values in the groups 0, 1, 0.
#[test]
fn a_parent_counts_at_its_level() {
    let levels = [
        Level::leaf(0, 3),
        Level {
            attribute: 0,
            size: 2,
            groups: &[0, 1, 0],
            representatives: &[0, 1],
        },
        Level::leaf(1, 2),
    ];
    let cells = [5, 5, 5, 10, 0, 0, 5];
    for replacement in [Replacement::With, Replacement::Without] {
        let network: (&[Number], _) = (&[0], Some((2, &[1][..])));
        let columns = drawn(&levels, network, &cells, (60, replacement), &mut seeded(1));
        assert!(columns[0].contains(&2), "{replacement:?}");
        for (parent, child) in columns[0].iter().zip(&columns[1]) {
            assert_eq!(*child, [0, 1, 0][usize::from(*parent)], "{replacement:?}");
        }
    }
}

/// Parents without mass: their children follow the child's own distribution, here always 1.
#[test]
fn parents_without_mass_take_the_childs_own_distribution() {
    let levels = [Level::leaf(0, 2), Level::leaf(1, 2)];
    let cells = [5, 5, 0, -3, 0, 5];
    for replacement in [Replacement::With, Replacement::Without] {
        let network: (&[Number], _) = (&[0], Some((1, &[0][..])));
        let columns = drawn(&levels, network, &cells, (40, replacement), &mut seeded(2));
        assert!(columns[0].contains(&0), "{replacement:?}");
        assert!(
            columns[1].iter().all(|&child| child == 1),
            "{replacement:?}"
        );
    }
}

/// Two columns that know nothing of each other, 10,000 rows: every count of both together is within eight
/// rows of its expectation. Rows drawn by themselves miss by 30 in the largest cells.
#[test]
fn tables_of_columns_that_were_not_drawn_together_are_near_the_model() {
    let levels = [Level::leaf(0, 3), Level::leaf(1, 4)];
    let cells = [2, 3, 5, 1, 2, 3, 4];
    let rows = if cfg!(miri) { 300 } else { 10_000 };
    let network: (&[Number], _) = (&[0], Some((1, &[][..])));
    let how = (rows, Replacement::Without);
    let columns = drawn(&levels, network, &cells, how, &mut seeded(3));
    let whole = |number: usize| i64::try_from(number).unwrap();
    for one in 0..3_u16 {
        for other in 0..4_u16 {
            let both = |pair: &(&u16, &u16)| pair == &(&one, &other);
            let count = columns[0].iter().zip(&columns[1]).filter(both).count();
            let expected =
                whole(rows) * cells[usize::from(one)] * cells[usize::from(other) + 3] / 100;
            let missed = (whole(count) - expected).abs();
            assert!(missed <= 8, "{one}, {other}: {count} instead of {expected}");
        }
    }
}

/// A row alone has the model's chances, whatever it leans against: of 2,000 rows, each drawn by itself, a
/// tenth gets the value with a tenth of the mass. Fails by chance with probability 10^−6 for another seed.
#[test]
fn a_first_row_is_drawn_by_the_models_chances() {
    let levels = [Level::leaf(0, 2), Level::leaf(1, 2)];
    let network: (&[Number], _) = (&[0], Some((1, &[][..])));
    let draws = if cfg!(miri) { 20 } else { 2000 };
    let mut rng = seeded(4);
    let mut rare = 0;
    for _ in 0..draws {
        let how = (1, Replacement::Without);
        let columns = drawn(&levels, network, &[1, 1, 9, 1], how, &mut rng);
        rare += u32::from(columns[1] == [1]);
    }
    // 200 ± 4.9 deviations of 13.4.
    assert!(
        cfg!(miri) || (134..=266).contains(&rare),
        "{rare} of {draws}"
    );
}

/// Three rows a parent for five equal values: none gets two of them.
#[test]
fn a_value_gets_at_most_its_share_rounded_up() {
    let levels = [Level::leaf(0, 2), Level::leaf(1, 5)];
    let mut cells = vec![3, 3];
    cells.extend([1; 10]);
    let network: (&[Number], _) = (&[0], Some((1, &[0][..])));
    for seed in 0..if cfg!(miri) { 3 } else { 50 } {
        let how = (6, Replacement::Without);
        let columns = drawn(&levels, network, &cells, how, &mut seeded(seed));
        let mut pairs: Vec<_> = columns[0].iter().zip(&columns[1]).collect();
        pairs.sort_unstable();
        pairs.dedup();
        assert_eq!(pairs.len(), 6, "seed {seed}: {columns:?}");
    }
}
