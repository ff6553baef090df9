//! Counting columns in memory, against counting one row at a time.

use privet_core::Error;
use privet_core::counts::{Column, Columns};
use privet_core::domain::{Domain, Level};
use privet_core::variables::{Variable, VariableSet};

/// Five values (variable 0) in two groups (1), 300 values (2) in three groups (3).
fn levels<'a>(groups: &'a [u16], representatives: &'a [u16]) -> [Level<'a>; 4] {
    [
        Level::leaf(0, 5),
        Level {
            attribute: 0,
            size: 2,
            groups: &[1, 0, 0, 1, 0],
            representatives: &[1, 0],
        },
        Level::leaf(1, 300),
        Level {
            attribute: 1,
            size: 3,
            groups,
            representatives,
        },
    ]
}

/// Several blocks of rows and a part of one; narrow and wide columns; leaves and levels.
#[test]
fn many_rows_are_counted_like_one_at_a_time() {
    let groups: Vec<u16> = (0..300).map(|value| value % 3).collect();
    let levels = levels(&groups, &[0, 1, 2]);
    let domain = Domain::new(&levels).unwrap();
    let sizes: &[u32] = if cfg!(miri) {
        &[1, 1025]
    } else {
        &[0, 1, 1023, 1024, 1025, 5000]
    };
    for &rows in sizes {
        let first: Vec<u8> = (0..rows).map(|row| (row * row % 5) as u8).collect();
        let second: Vec<u16> = (0..rows).map(|row| (row * 7919 % 300) as u16).collect();
        let columns = [Column::Narrow(&first), Column::Wide(&second)];
        let source = Columns::new(&domain, &columns).unwrap();
        for (one, other) in [(0, 2), (0, 3), (1, 2), (1, 3)] {
            let set = VariableSet::new(&[Variable(one), Variable(other)]).unwrap();
            let width = levels[usize::from(other)].size as usize;
            let mut expected = vec![0_u64; levels[usize::from(one)].size as usize * width];
            for (&a, &b) in first.iter().zip(&second) {
                let a = if one == 0 {
                    usize::from(a)
                } else {
                    [1, 0, 0, 1, 0][usize::from(a)]
                };
                let b = if other == 2 { b } else { b % 3 };
                expected[a * width + usize::from(b)] += 1;
            }
            let mut counts = vec![u64::MAX; expected.len()];
            source.count(&domain, &set, &mut counts).unwrap();
            assert_eq!(counts, expected, "{rows} rows, variables {one} and {other}");
        }
    }
}

/// A level that joins nothing may have every value by its own number, or by another one.
#[test]
fn levels_that_join_nothing_are_counted_by_their_numbers() {
    let same: Vec<u16> = (0..300).collect();
    let turned: Vec<u16> = same.iter().rev().copied().collect();
    let level = |attribute, groups| Level {
        attribute,
        size: 300,
        groups,
        representatives: groups,
    };
    let levels = [
        Level::leaf(0, 300),
        level(0, &same),
        level(0, &turned),
        Level::leaf(1, 5),
        Level {
            attribute: 1,
            size: 5,
            groups: &[4, 3, 2, 0, 1],
            representatives: &[3, 4, 2, 1, 0],
        },
    ];
    let domain = Domain::new(&levels).unwrap();
    for (variable, keeps) in [(0, true), (1, true), (2, false), (3, true), (4, false)] {
        assert_eq!(domain.keeps_values(Variable(variable)), keeps, "{variable}");
    }
    let columns = [Column::Wide(&[7, 299, 7]), Column::Narrow(&[0, 4, 3])];
    let source = Columns::new(&domain, &columns).unwrap();
    for (variable, size, expected) in [
        (0, 300, &[(7, 2), (299, 1)][..]),
        (1, 300, &[(7, 2), (299, 1)]),
        (2, 300, &[(0, 1), (292, 2)]),
        (3, 5, &[(0, 1), (3, 1), (4, 1)]),
        (4, 5, &[(0, 1), (1, 1), (4, 1)]),
    ] {
        let set = VariableSet::new(&[Variable(variable)]).unwrap();
        let mut counts = vec![9; size];
        source.count(&domain, &set, &mut counts).unwrap();
        let counted = (0..).zip(counts).filter(|&(_, count)| count != 0);
        assert_eq!(counted.collect::<Vec<_>>(), expected, "{variable}");
    }
}

/// A value that would be counted in a cell of its own, or not at all, is refused before anything is counted.
#[test]
fn columns_that_do_not_fit_are_refused() {
    assert!(Column::Narrow(&[]).is_empty() && !Column::Wide(&[7]).is_empty());
    let groups: Vec<u16> = (0..300).map(|value| value % 3).collect();
    let levels = levels(&groups, &[0, 1, 2]);
    let domain = Domain::new(&levels).unwrap();
    let (first, second): (&[u8], &[u16]) = (&[0, 4], &[299, 0]);
    for (label, columns, accepted) in [
        (
            "as they should be",
            &[Column::Narrow(first), Column::Wide(second)][..],
            true,
        ),
        (
            "a value too large, narrow",
            &[Column::Narrow(&[0, 5]), Column::Wide(second)],
            false,
        ),
        (
            "a value too large, wide",
            &[Column::Narrow(first), Column::Wide(&[300, 0])],
            false,
        ),
        (
            "the second one shorter",
            &[Column::Narrow(first), Column::Wide(&[1])],
            false,
        ),
        (
            "the first one shorter",
            &[Column::Narrow(&[1]), Column::Wide(second)],
            false,
        ),
        ("one missing", &[Column::Narrow(first)], false),
        ("none", &[], false),
    ] {
        let source = Columns::new(&domain, columns);
        match source {
            Ok(_) => assert!(accepted, "case `{label}`"),
            Err(error) => assert!(!accepted && error == Error::BadColumns, "case `{label}`"),
        }
    }
}

#[test]
fn a_table_of_the_wrong_size_is_refused() {
    let groups: Vec<u16> = (0..300).map(|value| value % 3).collect();
    let levels = levels(&groups, &[0, 1, 2]);
    let domain = Domain::new(&levels).unwrap();
    let columns = [Column::Narrow(&[0, 4]), Column::Wide(&[299, 0])];
    let source = Columns::new(&domain, &columns).unwrap();
    let set = VariableSet::new(&[Variable(1), Variable(3)]).unwrap();
    for (cells, expected) in [
        (5, Err(Error::BufferTooSmall)),
        (6, Ok(())),
        (7, Err(Error::BufferTooSmall)),
    ] {
        assert_eq!(
            source.count(&domain, &set, &mut vec![0; cells]),
            expected,
            "{cells} cells"
        );
    }
}
