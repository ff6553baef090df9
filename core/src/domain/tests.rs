use super::{Domain, Level};
use crate::Error;
use crate::variables::{Number, Variable, VariableSet};

const LEAF_A: Level = Level::leaf(0, 5);
const COARSE_A: Level = Level {
    attribute: 0,
    size: 2,
    groups: &[0, 0, 1, 1, 1],
    representatives: &[0, 2],
};
const LEAF_B: Level = Level::leaf(1, 3);

fn set(ids: &[Number]) -> VariableSet {
    let mut set = VariableSet::EMPTY;
    for &id in ids {
        set.insert(Variable(id)).unwrap();
    }
    set
}

#[test]
fn levels_must_nest() {
    let coarser = Level {
        size: 1,
        groups: &[0; 5],
        representatives: &[4],
        ..COARSE_A
    };
    assert!(Domain::new(&[LEAF_A, COARSE_A, coarser, LEAF_B]).is_ok());
    let crossing = Level {
        size: 2,
        groups: &[0, 1, 0, 0, 0],
        representatives: &[0, 1],
        ..COARSE_A
    };
    for (label, levels) in [
        ("empty", &[][..]),
        ("a coarse level first", &[COARSE_A][..]),
        (
            "a level of another attribute",
            &[
                LEAF_A,
                Level {
                    attribute: 1,
                    ..COARSE_A
                },
            ][..],
        ),
        ("not nested", &[LEAF_A, COARSE_A, crossing][..]),
        (
            "an attribute left out",
            &[
                LEAF_A,
                Level {
                    attribute: 2,
                    ..LEAF_B
                },
            ][..],
        ),
        ("no values", &[Level { size: 0, ..LEAF_A }][..]),
        (
            "a group too many",
            &[
                LEAF_A,
                Level {
                    groups: &[0, 0, 1, 1, 2],
                    ..COARSE_A
                },
            ][..],
        ),
        (
            "too few groups",
            &[
                LEAF_A,
                Level {
                    groups: &[0, 0, 1, 1],
                    ..COARSE_A
                },
            ][..],
        ),
        (
            "a false representative",
            &[
                LEAF_A,
                Level {
                    representatives: &[2, 0],
                    ..COARSE_A
                },
            ][..],
        ),
    ] {
        assert!(
            matches!(Domain::new(levels), Err(Error::BadDomain)),
            "case `{label}`"
        );
    }
}

#[test]
fn projection_visits_every_cell_once_and_coarsens() {
    let levels = [LEAF_A, COARSE_A, LEAF_B];
    let domain = Domain::new(&levels).unwrap();
    let mut seen = [0_u32; 15];
    let mut onto = [0_u32; 2];
    domain.project(&set(&[0, 2]), &set(&[1]), |cell, target| {
        seen[cell] += 1;
        onto[target] += 1;
    });
    assert_eq!(seen, [1; 15]);
    assert_eq!(onto, [6, 9]); // two and three leaves of A, times three of B
    let mut cells = [usize::MAX; 15];
    domain.project(&set(&[0, 2]), &set(&[0, 2]), |cell, target| {
        cells[cell] = target;
    });
    assert!(
        cells
            .iter()
            .enumerate()
            .all(|(cell, &target)| cell == target)
    );
}

#[test]
fn meets_take_the_coarser_level() {
    let levels = [LEAF_A, COARSE_A, LEAF_B];
    let domain = Domain::new(&levels).unwrap();
    assert_eq!(domain.meet(&set(&[0, 2]), &set(&[1])), set(&[1]));
    assert_eq!(domain.meet(&set(&[0]), &set(&[2])), VariableSet::EMPTY);
    assert!(domain.is_within(&set(&[1]), &set(&[0, 2])));
    assert!(!domain.is_within(&set(&[0]), &set(&[1, 2])));
    assert_eq!(domain.leaf(Variable(1)), Variable(0));
}

#[test]
fn as_many_attributes_as_variables() {
    let leaf = |attribute| Level::leaf(attribute, 2);
    let mut levels = [leaf(0); 256];
    for (level, attribute) in levels.iter_mut().zip(0..=u8::MAX) {
        *level = leaf(attribute);
    }
    let domain = Domain::new(&levels).unwrap();
    assert_eq!(domain.attributes(), 256);
    assert_eq!(domain.variables().last(), Some(Variable(255)));
}

#[test]
fn sizes_whose_product_overflows_are_refused() {
    let wide = |attribute| Level::leaf(attribute, 65_536);
    let levels: [Level; 5] = [0, 1, 2, 3, 4].map(wide);
    let domain = Domain::new(&levels).unwrap();
    assert_eq!(domain.cells(&set(&[0, 1, 2, 3, 4]), u64::MAX), None);
    assert_eq!(domain.cells(&set(&[0, 1]), u64::MAX), Some(1 << 32));
    assert_eq!(domain.cells(&set(&[0, 1]), 1 << 24), None);
    assert_eq!(domain.cells(&VariableSet::EMPTY, 0), Some(1));
}
