//! Conditioning: the law of a network's rows given what is known of them, against enumeration.

use privet_core::bayes::network::{Network, Node};
use privet_core::bayes::rows::Model;
use privet_core::bayes::tables::Tables;
use privet_core::domain::Domain;
use privet_core::mrf::conditional::{Families, Given};
use privet_core::variables::{Variable, VariableSet};

use super::sampling;
use crate::engines::{Bounds, Choices};
use crate::shapes::{Limits, Shape, any_set, set};
use crate::{cover, engines};

/// Given a weight of every value, the rows' law is that of enumeration, w(x)·p(x)/Σ w·p, and Σ w·p is the probability that is
/// returned; the law of the first and the last attribute is the sum of it. A row of weight or probability zero has probability zero, exactly. Where all have, that is found out.
/// Bound: the network of `sampling` with cells 0 or 1, those of its head and of its first attribute's values together;
/// weights 0 or 1 (random: every `i64` in every cell, weights in quarters, any network of four attributes of four
/// values with two coarser levels).
pub fn conditioning_excludes(choose: &mut impl Choices) {
    if choose.number(Bounds::small_or(0, 3)) == 0 {
        let (network, tables) = (sampling::network(), sampling::tables());
        let cells = some_cells(choose, &[2, 2, 1, 1, 1, 1, 1, 1, 3], &tables);
        return expect_enumerated(choose, &sampling::model(&network, &tables, &cells));
    }
    let shape = Shape::any(
        choose,
        Limits {
            attributes: Bounds::all(3),
            values: Bounds::all(3),
            levels: Bounds::all(2),
        },
    );
    let levels = shape.levels();
    let domain = Domain::new(&levels).expect("levels that nest");
    let network = any_network(choose, &domain);
    let tables = Tables::of(&domain, &network).expect("small tables");
    let cells = some_cells(choose, &[], &tables);
    let model = Model {
        domain,
        network: &network,
        tables: &tables,
        cells: &cells,
    };
    expect_enumerated(choose, &model);
}
engines!(conditioning_excludes: exhaust_conditioning_excludes (65_536 cases), prop_conditioning_excludes,
         without Kani);

fn expect_enumerated(choose: &mut impl Choices, model: &Model<'_>) {
    let domain = model.domain;
    let leaves = domain.variables().filter(|&leaf| domain.is_leaf(leaf));
    let leaves: Vec<Variable> = leaves.collect();
    let weights: Vec<Vec<f64>> = leaves
        .iter()
        .map(|&leaf| {
            let whole = choose.number(Bounds::small_or(0, 1)) == 0;
            let divisor = if whole { 1.0 } else { 4.0 };
            let some = |_| f64::from(choose.number32(Bounds::small_or(1, 4)));
            let weights = (0..domain.size(leaf)).map(some);
            weights.map(|weight| (weight / divisor).min(1.0)).collect()
        })
        .collect();
    let weight = |row: &[u16]| -> f64 {
        let of = row.iter().zip(&weights);
        of.map(|(&value, of)| of[usize::from(value)]).product()
    };
    let rows = rows(&domain);
    let law = rows.iter().map(|row| weight(row) * probability(model, row));
    let law: Vec<f64> = law.collect();
    let known: f64 = law.iter().sum();

    let families = Families::new(model).expect("a whole network");
    let given = Given::new(&families, &weights).expect("weights of its values");
    let conditional = given.and_then(|given| given.condition().expect("memory"));
    cover!(choose, known == 0.0, "probability zero");
    let Some(conditional) = conditional else {
        assert!(known == 0.0);
        return;
    };
    assert!(known > 0.0);
    let told = conditional.log_probability().exp();
    assert!((told - known).abs() <= 1e-9 * known, "{told}, not {known}");
    let mut drawn = vec![0.0; rows.len()];
    let drawing = conditional.with_model(|drawing| {
        for row in self::rows(&drawing.domain) {
            let mut restored = row.clone();
            let mut columns: Vec<&mut [u16]> = restored.chunks_mut(1).collect();
            assert_eq!(conditional.restore(&mut columns), Ok(()));
            let place = rows.iter().position(|known| *known == restored);
            drawn[place.expect("a row")] += probability(drawing, &row);
        }
    });
    assert_eq!(drawing, Ok(()));
    for (drawn, expected) in drawn.iter().zip(&law) {
        assert!(*expected > 0.0 || *drawn == 0.0, "mass for what has none");
        let expected = expected / known;
        assert!((drawn - expected).abs() < 1e-9, "{drawn}, not {expected}");
    }
    expect_marginal(&families, &weights, &rows, &law);
    cover!(choose, law.contains(&0.0), "an excluded row");
    cover!(choose, known < 1.0, "something is known");
}

/// The law of the first and the last attribute, over the values that are left, against that of all rows.
fn expect_marginal(families: &Families<'_>, weights: &[Vec<f64>], rows: &[Vec<u16>], law: &[f64]) {
    let known: f64 = law.iter().sum();
    let last = weights.len() - 1;
    let ends = if last == 0 { vec![0] } else { vec![0, last] };
    let attributes: Vec<u8> = ends
        .iter()
        .filter_map(|&at| u8::try_from(at).ok())
        .collect();
    let given = Given::new(families, weights).expect("weights of its values");
    let given = given.expect("it was conditioned before");
    let told = given.marginal(&attributes, 1 << 20).expect("memory");
    let told = told.expect("it has mass");
    let left = |at: usize| {
        let values = (0..=u16::MAX).zip(&weights[at]);
        values.filter(|(_, weight)| **weight > 0.0).map(|(v, _)| v)
    };
    let mut cells = vec![Vec::new()];
    for &at in &ends {
        let longer = |cell: &Vec<u16>| {
            let cell = cell.clone();
            left(at).map(move |value| [&*cell, &[value]].concat())
        };
        cells = cells.iter().flat_map(longer).collect();
    }
    assert_eq!(told.len(), cells.len());
    for (told, cell) in told.iter().zip(&cells) {
        let here = |row: &[u16]| ends.iter().map(|&at| row[at]).eq(cell.iter().copied());
        let of = rows.iter().zip(law).filter(|(row, _)| here(row));
        let expected = of.map(|(_, mass)| mass).sum::<f64>() / known;
        assert!((told - expected).abs() < 1e-9, "{told}, not {expected}");
    }
}

/// Every row of a small domain.
fn rows(domain: &Domain<'_>) -> Vec<Vec<u16>> {
    let leaves = domain.variables().filter(|&leaf| domain.is_leaf(leaf));
    let mut rows = vec![Vec::new()];
    for leaf in leaves {
        let values = (0..=u16::MAX).take(domain.size(leaf) as usize);
        let longer = |row: &Vec<u16>| {
            let row = row.clone();
            values.clone().map(move |value| [&*row, &[value]].concat())
        };
        rows = rows.iter().flat_map(longer).collect();
    }
    rows
}

/// The probability of a row, as it is drawn: each entry given its parents, then its leaf.
fn probability(model: &Model<'_>, row: &[u16]) -> f64 {
    let domain = &model.domain;
    let value = |variable: Variable| {
        let attribute = domain.attribute(variable).expect("of the domain");
        domain.coarse(variable, row[usize::from(attribute)])
    };
    let mut tables = model.tables.as_slice().iter();
    let head = tables.next().expect("a head");
    let mut product = 1.0;
    let mut given = VariableSet::EMPTY;
    let mut draw = |table: &VariableSet, cells: &[i64], given: &VariableSet, child: Variable| {
        // The masses of the child's values, given these parents and whatever they are.
        let size = domain.size(child) as usize;
        let (mut these, mut all) = (vec![0.0; size], vec![0.0; size]);
        for (cell, &held) in cells.iter().enumerate() {
            let mut is_given = true;
            let mut of_child = 0;
            domain.values_of(table, cell, |variable, found| {
                is_given &= !given.contains(variable) || value(variable) == found;
                if variable == child {
                    of_child = usize::from(found);
                }
            });
            #[allow(clippy::cast_precision_loss)]
            let mass = held.max(0) as f64;
            all[of_child] += mass;
            these[of_child] += if is_given { mass } else { 0.0 };
        }
        let masses = [these, all, vec![1.0; size]];
        let law = masses.iter().find(|masses| masses.iter().any(|&m| m > 0.0));
        let law = law.expect("the last has mass");
        product *= law[usize::from(value(child))] / law.iter().sum::<f64>();
    };
    for &child in model.network.head.as_slice() {
        let cells = head.cells(model.cells).expect("room");
        draw(&head.variables, cells, &given, child);
        given.insert(child).expect("once");
    }
    for (node, table) in model.network.nodes.iter().zip(tables) {
        let cells = table.cells(model.cells).expect("room");
        draw(&table.variables, cells, &node.parents, node.child);
    }
    for entry in model.network.entries().filter(|&e| !domain.is_leaf(e)) {
        let leaf = domain.leaf(entry);
        let own = model.tables.as_slice().iter().rev();
        let own = own.clone().find(|t| t.variables.as_slice() == [leaf]);
        let cells = own.expect("a table").cells(model.cells).expect("room");
        let members = (0..=u16::MAX).zip(cells);
        let members = members.filter(|(leaf, _)| domain.coarse(entry, *leaf) == value(entry));
        #[allow(clippy::cast_precision_loss)]
        let masses: Vec<(u16, f64)> = members.map(|(v, &c)| (v, c.max(0) as f64)).collect();
        let sum: f64 = masses.iter().map(|(_, mass)| mass).sum();
        let own = masses.iter().find(|(member, _)| *member == value(leaf));
        #[allow(clippy::cast_precision_loss)]
        let each = 1.0 / masses.len() as f64;
        product *= if sum > 0.0 {
            own.expect("a member").1 / sum
        } else {
            each
        };
    }
    product
}

/// Attributes in their order, at any levels: some in the head, the others with any parents before them.
fn any_network(choose: &mut impl Choices, domain: &Domain<'_>) -> Network {
    let mut entries = Vec::new();
    for leaf in domain.variables().filter(|&leaf| domain.is_leaf(leaf)) {
        let levels = domain.variables().filter(|&v| domain.leaf(v) == leaf);
        let levels: Vec<Variable> = levels.collect();
        let level = choose.number32(Bounds::all(levels.len() as u128 - 1)) as usize;
        entries.push(levels[level]);
    }
    let first = 1 + choose.number32(Bounds::all(entries.len() as u128 - 1)) as usize;
    let mut network = Network::of_head(VariableSet::new(&entries[..first]).expect("few"));
    for &child in &entries[first..] {
        let mut parents = set(&[]);
        let earlier = any_set(choose, domain);
        for &parent in earlier.as_slice() {
            if domain.attribute(parent) < domain.attribute(child) {
                parents.insert(parent).expect("few");
            }
        }
        assert!(network.nodes.push(Node { child, parents }).is_ok());
    }
    network
}

/// Cells of all tables: one choice for each of these numbers of cells, then one for each; zero or one, or anything.
fn some_cells(choose: &mut impl Choices, together: &[usize], tables: &Tables) -> Vec<i64> {
    let mut cells = Vec::new();
    let mut together = together.iter().copied();
    while cells.len() < tables.total_cells() {
        let several = together.next().unwrap_or(1);
        let cell = match choose.number64(Bounds::small_or(1, u128::from(u64::MAX))) {
            number @ 0..=1 => i64::try_from(number).unwrap_or(0),
            number => number.cast_signed(),
        };
        cells.extend(core::iter::repeat_n(cell, several));
    }
    cells.truncate(tables.total_cells());
    cells
}
