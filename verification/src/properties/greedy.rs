//! GreedyBayes: whatever is chosen, the network is well formed and no more is spent than was shared out.

use core::num::NonZeroU32;

use privet_core::bayes::network::{Network, Node};
use privet_core::bayes::pure::digits::{append_digit, digit, digits_of, settle};
use privet_core::bayes::pure::{
    Dice, Growth, Settings, StructureScratch, measure_size, measure_structure, measure_tables,
};
use privet_core::bayes::tables::Tables;
use privet_core::counts::{Column, Columns, MostRows};
use privet_core::curator::{Curator, SelectScratch, SelectionLaw};
use privet_core::domain::Domain;
use privet_core::ledger::{Entry, Ledger, Pure, Purpose};
use privet_core::neighbours::Neighbours;
use privet_core::privacy::{Loss, PureEpsilon};
use privet_core::score::{Score, State, states_needed};
use privet_core::variables::{Variable, VariableSet};

use super::structure::assert_well_formed;
use crate::engines::{Bounds, Choices};
use crate::shapes::{Shape, Stream};
use crate::{cover, engines};

/// Whichever candidate is chosen at each step, each attribute enters once and after its parents, a
/// table of two attributes or more has at most τ cells, and no attribute has too many parents. Every
/// candidate is one that could be added, with parents that are maximal; among binary attributes each of
/// those left is a candidate with every set of k parents. The same dice give the same candidates.
/// Bound: three attributes of at most three values, four τ, two degrees, little or ample scratch
/// (random: nine attributes of at most five values, τ to 64).
pub fn greedy_network_is_well_formed(choose: &mut impl Choices) {
    let mut shape = Shape::default();
    let binary = choose.flag();
    let values = if binary {
        Bounds::all(0)
    } else {
        Bounds::small_or(1, 3)
    };
    let attributes = 1 + choose.number32(Bounds::small_or(2, 8));
    for _ in 0..attributes {
        shape.push_leaf(2 + choose.number32(values));
    }
    let levels = shape.levels();
    let domain = Domain::new(&levels).expect("leaves alone");
    let most_cells = match choose.number64(Bounds::small_or(3, 64)) {
        small @ 0..=3 => 1 << small,
        any => any,
    };
    let most_parents = [2, usize::MAX][choose.number32(Bounds::all(1)) as usize];
    // Memory for every candidate, or for one a child: then they are drawn.
    let scratch = [4096, 16][choose.number32(Bounds::all(1)) as usize];
    let first = choose.number32(Bounds::all(u128::from(attributes - 1)));
    let first = Variable(first.try_into().expect("few attributes"));
    let seed = choose.number64(Bounds::small_or(0, u128::from(u64::MAX)));

    let mut growth =
        Growth::from(domain, first, most_cells, most_parents).expect("a first attribute");
    let mut placed = vec![first];
    loop {
        let candidates = listed(&growth, scratch, seed);
        assert_eq!(listed(&growth, scratch, seed), candidates);
        if candidates.is_empty() {
            break;
        }
        for node in &candidates {
            check_candidate(&domain, node, &placed, most_cells, most_parents);
        }
        if binary && scratch == 4096 {
            let left = attributes as usize - placed.len();
            let degree = degree(most_cells).min(most_parents).min(placed.len());
            assert_eq!(candidates.len(), left * choices(placed.len(), degree));
            assert!(
                candidates
                    .iter()
                    .all(|node| node.parents.as_slice().len() == degree)
            );
        }
        let place = choose.number32(Bounds::small_or(
            (candidates.len() - 1).min(1) as u128,
            (candidates.len() - 1) as u128,
        ));
        let node = candidates[place as usize].clone();
        placed.push(node.child);
        growth.add(node).expect("a candidate");
    }
    let network = growth.network();
    assert_well_formed(&domain, &network, most_cells);
    assert!(head_is_a_chain(&network, &placed));
    cover!(choose, network.head.as_slice().len() > 2, "a larger head");
    cover!(
        choose,
        network
            .nodes
            .iter()
            .any(|node| !node.parents.as_slice().is_empty()),
        "a child with parents"
    );
    cover!(
        choose,
        network.nodes.len() > 1 && most_cells == 1,
        "no table fits"
    );
}
engines!(greedy_network_is_well_formed: exhaust_greedy_network_is_well_formed (1216 cases),
         prop_greedy_network_is_well_formed, without Kani);

/// A whole measurement, on any table of any few rows and by any score: the size is charged at most its
/// share, each selection its even part, there is at most one for each attribute but the first, the
/// tables are charged at most their share and what selections left, and everything together at most
/// the sum of the shares. At k = 0 no selection is paid.
/// Bound: two or three binary attributes, two rows, shares of two sizes (random: four attributes of at
/// most three values, ten rows, any shares below 2^10).
pub fn greedy_spending_stays_within_its_shares(choose: &mut impl Choices) {
    let mut shape = Shape::default();
    let attributes = 2 + choose.number32(Bounds::small_or(1, 2)) as usize;
    let values = Bounds::small_or(0, 1);
    let sizes: Vec<u32> = (0..attributes)
        .map(|_| 2 + choose.number32(values))
        .collect();
    for &size in &sizes {
        shape.push_leaf(size);
    }
    let levels = shape.levels();
    let domain = Domain::new(&levels).expect("leaves alone");
    let rows = choose.number32(Bounds::small_or(1, 10)) as usize;
    let columns: Vec<Vec<u8>> = sizes
        .iter()
        .map(|&size| {
            let value = Bounds::all(u128::from(size - 1));
            (0..rows)
                .map(|_| u8::try_from(choose.number32(value)).unwrap_or(0))
                .collect()
        })
        .collect();
    let binary = sizes.iter().all(|&size| size == 2);
    let neighbours = if choose.flag() {
        Neighbours::Replace
    } else {
        Neighbours::AddRemove {
            rows: NonZeroU32::MIN,
        }
    };
    let score = match choose.number(Bounds::all(2)) {
        0 if binary => Score::F,
        1 if neighbours == Neighbours::Replace => Score::I,
        _ => Score::R,
    };
    let settings = Settings {
        structure: any_share(choose),
        size: any_share(choose),
        tables: any_share(choose),
        score,
        law: [SelectionLaw::PermuteAndFlip, SelectionLaw::Exponential]
            [choose.number32(Bounds::all(1)) as usize],
        theta: 4.0,
        most_cells: 1 << 10,
        most_parents: [None, Some(1)][choose.number32(Bounds::all(1)) as usize],
        candidates: None,
        // Few rows would leave no table useful.
        assumed_rows: [Some(1), Some(1 << 30)][choose.number32(Bounds::all(1)) as usize],
    };
    let borrowed: Vec<Column<'_>> = columns
        .iter()
        .map(|column| Column::Narrow(column))
        .collect();
    let source = Columns::new(&domain, &borrowed).expect("values in range");
    let seed = choose.number64(Bounds::small_or(0, u128::from(u64::MAX)));
    let (entries, spent, network) =
        measured(&domain, source, neighbours, &settings, rows as u64, seed);

    let charged = |purpose: fn(&Purpose) -> bool| -> Vec<PureEpsilon> {
        let entries = entries.iter().filter(|entry| purpose(&entry.purpose));
        entries.map(|entry| entry.loss).collect()
    };
    let sizes = charged(|purpose| *purpose == Purpose::Size);
    let selections = charged(|purpose| *purpose == Purpose::Selection);
    let tables = charged(|purpose| matches!(purpose, Purpose::Table(_)));
    assert!(sizes.len() <= usize::from(neighbours != Neighbours::Replace));
    assert!(sizes.iter().all(|&size| size <= settings.size));
    let parts = NonZeroU32::new(u32::try_from(attributes - 1).expect("few")).expect("two or more");
    let each = settings.structure.equal_part_down(parts);
    assert!(selections.len() < attributes && selections.iter().all(|&paid| paid == each));
    let left = settings.structure.units() - selections.len() as u64 * each.units();
    let in_tables: u64 = tables.iter().map(|table| table.units()).sum();
    assert!(in_tables <= settings.tables.units() + left);
    let all = settings.structure.units() + settings.size.units() + settings.tables.units();
    assert!(spent.units() <= all);
    assert_eq!(tables.len(), 1 + network.nodes.len());
    let independent = network
        .nodes
        .iter()
        .all(|node| node.parents == VariableSet::EMPTY);
    let alone = network.head.as_slice().len() == 1;
    assert!(!(independent && alone) || selections.is_empty());
    cover!(choose, independent && alone, "k = 0");
    cover!(
        choose,
        selections.len() + 1 == attributes,
        "every selection is paid"
    );
    cover!(
        choose,
        network.head.as_slice().len() == attributes,
        "one table for all"
    );
}
engines!(greedy_spending_stays_within_its_shares:
         exhaust_greedy_spending_stays_within_its_shares (5376 cases),
         prop_greedy_spending_stays_within_its_shares, without Kani);

/// A value's digits write that value again, and fewer would not do.
/// Bound: nine values (random, Kani: 65,536).
pub fn digits_write_their_value(choose: &mut impl Choices) {
    let values = 1 + choose.number32(Bounds::small_or(8, 65_535));
    let digits = digits_of(values);
    assert!(values <= 1 << digits && (digits == 1 || values > 1 << (digits - 1)));
    let value = choose.number16(Bounds::all(u128::from(values - 1)));
    let mut written = [0];
    for place in 0..digits {
        append_digit(&mut written, &[u16::from(digit(value, place, digits))]);
    }
    assert_eq!(written, [value]);
    cover!(choose, value == 5 && digits > 3, "with leading zeros");
    cover!(choose, values == 1 << digits, "no number is left over");
}
engines!(digits_write_their_value: exhaust_digits_write_their_value (45 cases),
         prop_digits_write_their_value,
         verify_digits_write_their_value (cadical, unwind 18));

/// Rows whose digits write no value get one that another row has, or any where no row has one; rows that
/// have one keep it. Bound: nine values and two rows (random: 65,536 values and 20 rows).
pub fn rows_get_values_that_occur(choose: &mut impl Choices) {
    let values = 1 + choose.number32(Bounds::small_or(8, 65_535));
    let digits = digits_of(values);
    let rows = choose.number32(Bounds::small_or(2, 20)) as usize;
    let any = Bounds::all((1 << digits) - 1);
    let drawn: Vec<u16> = (0..rows).map(|_| choose.number16(any)).collect();
    let mut settled = drawn.clone();
    let mut last = choose.number64(Bounds::small_or(1, u128::from(u64::MAX)));
    settle(&mut settled, values, &mut vec![0; rows], |bound| {
        last = last.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (last >> 33) % bound
    });
    let is_value = |number: &u16| u32::from(*number) < values;
    assert!(settled.iter().all(is_value));
    for (number, settled) in drawn.iter().zip(&settled) {
        let kept = is_value(number) && number == settled;
        let taken = !is_value(number) && (drawn.contains(settled) || !drawn.iter().any(is_value));
        assert!(kept || taken);
    }
    cover!(
        choose,
        drawn.iter().any(|number| !is_value(number)),
        "no value"
    );
    cover!(
        choose,
        drawn.len() > 1 && !drawn.iter().any(is_value),
        "none has one"
    );
}
engines!(rows_get_values_that_occur: exhaust_rows_get_values_that_occur (1242 cases),
         prop_rows_get_values_that_occur, without Kani);

fn measured(
    domain: &Domain<'_>,
    source: Columns<'_>,
    neighbours: Neighbours,
    settings: &Settings,
    rows: u64,
    seed: u64,
) -> (Vec<Entry<PureEpsilon>>, PureEpsilon, Network) {
    let total = [settings.structure, settings.size, settings.tables];
    let total = PureEpsilon::from_units(total.iter().map(|share| share.units()).sum());
    let ledger: Ledger<Pure, 16> = Ledger::new(total);
    let most_rows = MostRows::new(rows).expect("few rows");
    let mut curator = Curator::new(source, most_rows, neighbours, ledger, Stream(seed))
        .expect("no more rows than there may be");
    let (_, most_cells) = measure_size(&mut curator, domain, settings).expect("a share");
    let (mut candidates, mut scores, mut order) = (vec![blank(); 64], vec![0; 64], vec![0; 64]);
    let (mut cells, mut joint, mut margins) = (vec![0; 1024], vec![0; 1024], vec![0; 1024]);
    let mut states = vec![State::default(); states_needed(512, most_rows.get())];
    let mut scratch = StructureScratch {
        candidates: &mut candidates,
        select: SelectScratch {
            scores: &mut scores,
            order: &mut order,
            cells: &mut cells,
            joint: &mut joint,
            margins: &mut margins,
            states: &mut states,
        },
    };
    let structure = measure_structure(
        &mut curator,
        domain,
        settings,
        most_cells,
        &mut Dice::new(Stream(!seed)),
        &mut scratch,
        &mut || {},
    )
    .expect("every selection has its part");
    let mut tables = Tables::of(domain, &structure.network).expect("small tables");
    let (mut noisy, mut counts) = (vec![0; tables.total_cells()], vec![0; tables.largest()]);
    measure_tables(
        &mut curator,
        domain,
        settings,
        structure.spare,
        &mut tables,
        &mut noisy,
        &mut counts,
        &mut || {},
    )
    .expect("every table has its part");
    let ledger = curator.close();
    let spent = ledger.balance().spent();
    (ledger.entries().to_vec(), spent, structure.network)
}

/// A share that can be divided: a little, or much.
fn any_share(choose: &mut impl Choices) -> PureEpsilon {
    let units = match choose.number64(Bounds::small_or(1, 1 << 50)) {
        0 => 1 << 20,
        1 => 3 << 40,
        any => any.max(1 << 12),
    };
    assert!(PureEpsilon::from_units(units) > PureEpsilon::ZERO);
    PureEpsilon::from_units(units)
}

fn listed(growth: &Growth<'_>, scratch: usize, seed: u64) -> Vec<Node> {
    let mut nodes = vec![blank(); scratch];
    let mut stream = seed;
    let die = &mut |sides: NonZeroU32| {
        stream = stream
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        Ok(u32::try_from((stream >> 33) % u64::from(sides.get())).unwrap_or(0))
    };
    let used = growth
        .candidates(&mut nodes, die)
        .expect("room for one a child");
    nodes.truncate(used);
    nodes
}

fn check_candidate(
    domain: &Domain<'_>,
    node: &Node,
    placed: &[Variable],
    most_cells: u64,
    most_parents: usize,
) {
    assert!(!placed.contains(&node.child));
    let parents = node.parents.as_slice();
    assert!(parents.iter().all(|parent| placed.contains(parent)));
    let fits = |parents: &VariableSet| {
        let node = Node {
            child: node.child,
            parents: parents.clone(),
        };
        let table = node.table().expect("few variables");
        parents.as_slice().len() <= most_parents && domain.cells(&table, most_cells).is_some()
    };
    assert!(parents.is_empty() || fits(&node.parents));
    for &other in placed.iter().filter(|other| !parents.contains(other)) {
        let mut larger = node.parents.clone();
        larger.insert(other).expect("few variables");
        assert!(!fits(&larger), "not maximal");
    }
}

/// Every attribute of the head came with all before it as parents.
fn head_is_a_chain(network: &Network, placed: &[Variable]) -> bool {
    let mut head = placed[..network.head.as_slice().len()].to_vec();
    head.sort_unstable();
    head == network.head.as_slice()
}

/// k for tables of 2^(k+1) cells.
fn degree(most_cells: u64) -> usize {
    (most_cells.ilog2() as usize).saturating_sub(1)
}

/// n over k.
fn choices(n: usize, k: usize) -> usize {
    (0..k).fold(1, |product, i| product * (n - i) / (i + 1))
}

fn blank() -> Node {
    Node {
        child: Variable(0),
        parents: VariableSet::EMPTY,
    }
}
