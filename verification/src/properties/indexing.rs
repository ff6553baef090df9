//! Indexing: cells of tables and places of pairs are numbered one to one, and coarser tables are
//! sums of finer ones.

use privet_core::counts::{Column, Columns};
use privet_core::curator::{pairs_of, place};
use privet_core::domain::{Domain, Level};
use privet_core::variables::{Variable, VariableSet};
use rand_core::Rng as _;

use crate::engines::{Bounds, Choices};
use crate::shapes::{Limits, Shape, Stream, any_set, any_set_within, cells, set};
use crate::{cover, engines};

/// Walking a table visits its cells once each, in order; onto itself it is the identity; and the
/// values of a cell, one a variable, are the digits of its number in mixed radix: they give the
/// number back, so cells and combinations of values are one to one.
/// Bound: two attributes of three values and a level (random: four of five, six levels).
pub fn cell_index_is_a_bijection(choose: &mut impl Choices) {
    let shape = Shape::any(choose, SMALL);
    let levels = shape.levels();
    let domain = Domain::new(&levels).expect("levels that nest");
    let variables = any_set(choose, &domain);
    let size = cells(&domain, &variables);

    assert!(targets(&domain, &variables, &variables).eq(0..size));
    let mut numbers = vec![0_usize; size];
    for &variable in variables.as_slice() {
        let radix = domain.size(variable) as usize;
        let digits = targets(
            &domain,
            &variables,
            &VariableSet::new(&[variable]).expect("one variable"),
        );
        for (number, digit) in numbers.iter_mut().zip(digits) {
            assert!(digit < radix);
            *number = *number * radix + digit;
        }
    }
    for (cell, &number) in numbers.iter().enumerate() {
        let mut again = (0, 1);
        domain.values_of(&variables, cell, |variable, value| {
            again.0 += usize::from(value) * again.1;
            again.1 *= domain.size(variable) as usize;
        });
        assert_eq!(again, (number, size));
    }
    assert!(numbers.into_iter().eq(0..size));
    cover!(choose, variables.as_slice().is_empty(), "the total");
    cover!(
        choose,
        variables.as_slice().len() == 2 && size > 3,
        "two variables"
    );
}
engines!(cell_index_is_a_bijection: exhaust_cell_index_is_a_bijection (930 cases),
         prop_cell_index_is_a_bijection, without Kani);

/// Projecting keeps the sum, and projecting twice is projecting once, cell by cell, for any sets one
/// within the other. Bound: the domains above.
pub fn marginalisation_adds_up(choose: &mut impl Choices) {
    let shape = Shape::any(choose, SMALL);
    let levels = shape.levels();
    let domain = Domain::new(&levels).expect("levels that nest");
    let fine = any_set(choose, &domain);
    let middle = any_set_within(choose, &domain, &fine);
    let coarse = any_set_within(choose, &domain, &middle);
    assert!(domain.is_within(&middle, &fine) && domain.is_within(&coarse, &middle));
    assert_eq!(domain.meet(&fine, &middle), middle);

    let via: Vec<usize> = targets(&domain, &middle, &coarse).collect();
    let twice = targets(&domain, &fine, &middle).map(|cell| via[cell]);
    assert!(targets(&domain, &fine, &coarse).eq(twice));
    let counts: Vec<u64> = (0..cells(&domain, &fine) as u64).collect();
    let sums = projected(&domain, &fine, &coarse, &counts);
    assert_eq!(sums.iter().sum::<u64>(), counts.iter().sum());
    cover!(
        choose,
        coarse
            .as_slice()
            .iter()
            .any(|&variable| !middle.contains(variable)),
        "a coarser level"
    );
    cover!(choose, coarse.as_slice().is_empty(), "onto the total");
}
engines!(marginalisation_adds_up: exhaust_marginalisation_adds_up (8556 cases),
         prop_marginalisation_adds_up, without Kani);

/// Rows counted over any set are the projection of the same rows counted over the leaves, whatever
/// the width of a column. Bound: two rows (random: 20) of the domains above.
pub fn counting_is_projecting(choose: &mut impl Choices) {
    let shape = Shape::any(choose, SMALL);
    let levels = shape.levels();
    let domain = Domain::new(&levels).expect("levels that nest");
    let leaves = domain.variables().filter(|&v| domain.is_leaf(v));
    let leaves = VariableSet::new(&leaves.collect::<Vec<_>>()).expect("few attributes");
    let rows = choose.number32(Bounds::small_or(2, 20));
    let wide = choose.number(Bounds::small_or(0, 1)) == 1;
    let mut values: Vec<Vec<u16>> = Vec::new();
    for &leaf in leaves.as_slice() {
        let value = Bounds::all(u128::from(domain.size(leaf)) - 1);
        values.push((0..rows).map(|_| choose.number16(value)).collect());
    }
    let narrow = |values: &Vec<u16>| {
        values
            .iter()
            .map(|&v| u8::try_from(v).unwrap_or(0))
            .collect()
    };
    let bytes: Vec<Vec<u8>> = values.iter().map(narrow).collect();
    let columns: Vec<Column> = if wide {
        values.iter().map(|values| Column::Wide(values)).collect()
    } else {
        bytes.iter().map(|bytes| Column::Narrow(bytes)).collect()
    };
    let source = Columns::new(&domain, &columns).expect("values in range");
    let count = |variables: &VariableSet| {
        let mut counts = vec![u64::MAX; cells(&domain, variables)];
        assert!(source.count(&domain, variables, &mut counts).is_ok());
        counts
    };
    let fine = count(&leaves);
    let coarse = any_set(choose, &domain);
    assert_eq!(count(&coarse), projected(&domain, &leaves, &coarse, &fine));
    assert_eq!(fine.iter().sum::<u64>(), u64::from(rows));
    assert_eq!(source.rows(), u64::from(rows));
    cover!(
        choose,
        rows > 0 && coarse.as_slice().iter().any(|&v| !domain.is_leaf(v)),
        "rows at a coarser level"
    );
}
engines!(counting_is_projecting: exhaust_counting_is_projecting (42_476 cases),
         prop_counting_is_projecting, without Kani);

/// A row more is one count more of any table, in the cell of the row's values and nowhere else, however many attributes the table is
/// over. Bound: every table of the first 1 to 16 of as many attributes of two values, without the first or not, rows of one
/// stream (random: any of 32 attributes, each of as many values as 2^18 cells together leave).
pub fn a_row_is_one_count_of_any_table(choose: &mut impl Choices) {
    let attributes = 1 + choose.number32(Bounds::small_or(15, 31));
    let (mut shape, mut left) = (Shape::default(), 1_u32 << 18);
    let mut sizes = Vec::new();
    for _ in 0..attributes {
        let size =
            1 + (1 + choose.number32(Bounds::small_or(0, u128::from(left) - 1))) % left.min(65_536);
        shape.push_leaf(size);
        sizes.push(size);
        left /= size;
    }
    let levels = shape.levels();
    let domain = Domain::new(&levels).expect("leaves");
    let without = choose.number(Bounds::small_or(1, (1 << attributes) - 1));
    let numbers = (0..attributes).filter(|number| without >> number & 1 == 0);
    let numbers: Vec<u8> = numbers
        .map(|number| u8::try_from(number).expect("few"))
        .collect();
    let set = set(&numbers);
    let mut stream = Stream(choose.number64(Bounds::small_or(1, u128::from(u64::MAX))));
    let rows = 1 + choose.number32(Bounds::small_or(1, 20)) as usize;
    let mut value =
        |size: &u32| u16::try_from(stream.next_u64() % u64::from(*size)).expect("a value");
    let values: Vec<Vec<u16>> = (sizes.iter())
        .map(|size| (0..rows).map(|_| value(size)).collect())
        .collect();
    let counts = |rows: usize| {
        let columns = values.iter().map(|values| Column::Wide(&values[..rows]));
        let columns: Vec<Column> = columns.collect();
        let source = Columns::new(&domain, &columns).expect("values in range");
        let mut counts = vec![u64::MAX; cells(&domain, &set)];
        assert!(source.count(&domain, &set, &mut counts).is_ok());
        counts
    };
    let (mut expected, after) = (counts(rows - 1), counts(rows));
    let place = numbers
        .iter()
        .map(|&number| usize::from(number))
        .fold(0, |cell, number| {
            cell * sizes[number] as usize + usize::from(values[number][rows - 1])
        });
    expected[place] += 1;
    assert!(after == expected);
    cover!(choose, numbers.len() == 16, "sixteen attributes");
}
engines!(a_row_is_one_count_of_any_table: exhaust_a_row_is_one_count_of_any_table (128 cases),
         prop_a_row_is_one_count_of_any_table, without Kani);

/// Pairs of variables have their places: below [`pairs_of`], the same for either order, different
/// for different pairs; so, being as many, one to one. A variable has no place with itself.
/// Bound: up to six variables (random: 255).
pub fn pairs_have_their_places(choose: &mut impl Choices) {
    let count = 1 + choose.number32(Bounds::small_or(5, 254)) as usize;
    let levels: Vec<Level> = (0..=u8::MAX)
        .take(count)
        .map(|place| Level::leaf(place, 2))
        .collect();
    let domain = Domain::new(&levels).expect("leaves only");
    let variable = Bounds::all(count as u128 - 1);
    let mut any = || Variable(choose.number32(variable).try_into().unwrap_or(0));
    let (one, other, third, fourth) = (any(), any(), any(), any());
    let at = place(&domain, one, other);
    assert_eq!(at, place(&domain, other, one));
    if one == other {
        assert_eq!(at, None);
    } else {
        assert!(at.is_some_and(|at| at < pairs_of(count)));
        let same = (one.min(other), one.max(other)) == (third.min(fourth), third.max(fourth));
        assert_eq!(at == place(&domain, third, fourth), same);
        cover!(choose, !same, "two pairs");
    }
    cover!(choose, at == Some(14), "the last place of six variables");
}
engines!(pairs_have_their_places: exhaust_pairs_have_their_places (2275 cases),
         prop_pairs_have_their_places, without Kani);

/// The number of cells is the product of the sizes, or nothing where it passes the limit, however
/// large the product is. Bound: three attributes of up to 4 values and limits up to 30 (random: 32
/// attributes of up to 65,536 values, every limit).
pub fn cells_never_overflow(choose: &mut impl Choices) {
    let attributes = choose.number32(Bounds::small_or(3, 32));
    let mut levels = Vec::new();
    for attribute in 0..u8::try_from(attributes).unwrap_or(32) {
        let size = 1 + choose.number32(Bounds::small_or(3, 65_535));
        levels.push(Level::leaf(attribute, size));
    }
    // A domain has an attribute; the set may have none.
    levels.push(Level::leaf(u8::try_from(attributes).unwrap_or(32), 2));
    let domain = Domain::new(&levels).expect("leaves only");
    let variables: Vec<u8> = (0..u8::try_from(attributes).unwrap_or(32)).collect();
    let most = choose.number64(Bounds::small_or(30, u128::from(u64::MAX)));
    // Every size is at least one, so a product that has passed 64 bits stays beyond them.
    let sizes = levels.iter().take(variables.len());
    let product = sizes.fold(1_u128, |product, level| {
        product.saturating_mul(u128::from(level.size))
    });
    let expected = u64::try_from(product).ok();
    let expected = expected.filter(|&cells| cells <= most || variables.is_empty());
    let found = domain.cells(&set(&variables), most);
    assert_eq!(found.map(|cells| cells as u64), expected);
    cover!(choose, found.is_none(), "past the limit");
    cover!(choose, found.is_some_and(|cells| cells > 8), "within it");
}
engines!(cells_never_overflow: exhaust_cells_never_overflow (2635 cases),
         prop_cells_never_overflow, without Kani);

/// Where every cell goes, in order; asserts that each is visited once.
fn targets(
    domain: &Domain<'_>,
    from: &VariableSet,
    onto: &VariableSet,
) -> impl Iterator<Item = usize> + use<> {
    let mut visited = Vec::new();
    let mut targets = Vec::new();
    domain.project(from, onto, |cell, target| {
        visited.push(cell);
        targets.push(target);
    });
    assert!(visited.into_iter().eq(0..cells(domain, from)));
    targets.into_iter()
}

fn projected(
    domain: &Domain<'_>,
    from: &VariableSet,
    onto: &VariableSet,
    counts: &[u64],
) -> Vec<u64> {
    let mut sums = vec![0; cells(domain, onto)];
    for (count, target) in counts.iter().zip(targets(domain, from, onto)) {
        sums[target] += count;
    }
    sums
}

/// Exhausted: two attributes, up to three values, one coarser level.
const SMALL: Limits = Limits {
    attributes: Bounds::small_or(1, 3),
    values: Bounds::small_or(2, 4),
    levels: Bounds::small_or(1, 6),
};
