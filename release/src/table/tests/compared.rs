//! Columns that rules compare, and columns that others determine, to CSV.

use privet_spec::{Encoded, Relation};
use rand_core::{Rng as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::*;
use crate::table::write_table;

fn ruled(schema: &str, rules: &str) -> Release {
    let text = format!(
        "Release(privet: 1, unit: Row, adjacency: AddRemove, mechanism: PrivMrf(), rules: [{rules}], \
         budget: (epsilon: \"1\", delta: \"1e-9\"), schema: [{schema}])"
    );
    privet_spec::parse(&text).unwrap_or_else(|problems| panic!("{problems}\n{text}"))
}

/// Whether a row with these codes is in all relations.
pub(super) fn is_possible(relations: &[Relation], codes: &[u16]) -> bool {
    relations.iter().all(|relation| {
        let of = relation.attributes.iter().map(|place| codes[*place]);
        relation.allows(&of.collect::<Vec<u16>>())
    })
}

fn written(release: &Release, columns: &[Vec<u16>], seed: u64) -> Vec<Vec<String>> {
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
    let rows = columns[0].len();
    let codes: Vec<Codes> = columns.iter().cloned().map(Codes::wide).collect();
    let mut out = Vec::new();
    let pick = &mut || generator.next_u64();
    write_table(release, &codes, rows, pick, None, &mut out).unwrap();
    let mut reader = csv::Reader::from_reader(out.as_slice());
    let records = reader.records().map(|record| {
        let record = record.unwrap();
        record.iter().map(str::to_owned).collect()
    });
    records.collect()
}

/// Random bins in random rules, a hundred thousand rows in all: every number lies in its bin, and no rule is broken.
#[test]
fn no_row_breaks_a_rule() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(17);
    let mut below = move |bound: u64| rng.next_u64() % bound;
    let (mut rows, mut close) = (0, 0);
    for case in 0..100 {
        let columns = 2 + below(4);
        let schema: Vec<String> = (0..columns)
            .map(|column| {
                // Later columns begin and end later, so that no value is impossible altogether.
                let (min, width) = (3 * column + below(3), 1 + below(9));
                let max = 40 + 4 * column + below(3);
                let missing = if below(3) == 0 {
                    ", missing: [\"NA\"]"
                } else {
                    ""
                };
                format!(
                    "(name: \"c{column}\", kind: Integer(min: {min}, max: {max}, bin: {width}){missing})"
                )
            })
            .collect();
        let mut rules = Vec::new();
        for second in 1..columns {
            for first in 0..second {
                if below(2) == 0 || (first == 0 && second == 1) {
                    let word = if below(2) == 0 { "AtMost" } else { "Below" };
                    rules.push(format!("{word}(\"c{first}\", \"c{second}\")"));
                }
            }
        }
        let release = ruled(&schema.join(", "), &rules.join(", "));
        let relations = release.relations();
        let sizes: Vec<u64> = release.learned().map(|a| a.size().into()).collect();
        let mut codes: Vec<Vec<u16>> = vec![Vec::new(); sizes.len()];
        for _ in 0..20_000 {
            let row: Vec<u16> = sizes
                .iter()
                .map(|size| u16::try_from(below(*size)).unwrap())
                .collect();
            if is_possible(&relations, &row) && codes[0].len() < 1_000 {
                for (column, code) in codes.iter_mut().zip(&row) {
                    column.push(*code);
                }
            }
        }
        rows += codes[0].len();
        for (row, fields) in written(&release, &codes, case).iter().enumerate() {
            let attributes = release.learned().zip(fields).zip(&codes);
            let numbers = attributes.map(|((attribute, field), codes)| {
                assert_eq!(attribute.encode(field), Encoded::Code(codes[row]));
                attribute.number(field)
            });
            let numbers: Vec<Option<i64>> = numbers.collect();
            for order in release.orders() {
                let (first, second) = (numbers[order.first], numbers[order.second]);
                if let (Some(first), Some(second)) = (first, second) {
                    let least = i64::from(order.strict);
                    assert!(first + least <= second, "{rules:?}: {fields:?}");
                    close += usize::from(first + least == second);
                }
            }
        }
    }
    assert!(rows > 50_000 && close > 1_000, "{rows} rows, {close} close");
}

/// What is drawn is uniform among all pairs of numbers that the rule allows: 45 pairs of two bins of ten.
#[test]
fn numbers_have_the_law_of_their_bins_where_the_rule_holds() {
    let release = ruled(
        r#"(name: "a", kind: Integer(min: 0, max: 9, bin: 10)), (name: "b", kind: Integer(min: 0, max: 9, bin: 10))"#,
        r#"Below("a", "b")"#,
    );
    let rows = 45_000;
    let mut counts = [[0_u32; 10]; 10];
    for fields in written(&release, &[vec![0; rows], vec![0; rows]], 1) {
        let [a, b] = [0, 1].map(|column: usize| fields[column].parse::<usize>().unwrap());
        counts[a][b] += 1;
    }
    let mut statistic = 0.0;
    for (a, counts) in counts.iter().enumerate() {
        for (b, count) in counts.iter().enumerate() {
            if a < b {
                statistic += (f64::from(*count) - 1_000.0).powi(2) / 1_000.0;
            } else {
                assert_eq!(*count, 0);
            }
        }
    }
    // χ² with 44 degrees of freedom is above 103.7 once in a million times (scipy.stats.chi2.isf).
    assert!(statistic < 103.7, "{statistic}");
}

/// Bins that have next to no pair in common: drawing again does not end, and a pair is chosen.
#[test]
fn what_is_hard_to_draw_is_chosen() {
    let release = ruled(
        r#"(name: "a", kind: Integer(min: 0, max: 999999, bin: 1000000)),
           (name: "b", kind: Integer(min: -1000000, max: 1, bin: 2000000))"#,
        r#"AtMost("a", "b")"#,
    );
    for fields in written(&release, &[vec![0; 200], vec![0; 200]], 1) {
        let numbers: Vec<i64> = fields.iter().map(|field| field.parse().unwrap()).collect();
        assert!(numbers[0] <= numbers[1], "{fields:?}");
    }
}

#[test]
fn determined_columns_follow() {
    let release = ruled(
        r#"(name: "city", kind: Categorical(["Berlin", "Hamburg", "Köln"]), missing: ["?"]),
           (name: "zip", kind: Categorical(["10115", "20095", "10117"]), missing: ["?"])"#,
        r#"Determines("zip", "city", {"10115": "Berlin", "20095": "Hamburg", "10117": "Berlin"})"#,
    );
    assert_eq!(release.learned().count(), 1);
    let rows = written(&release, &[vec![2, 1, 0, 3]], 1);
    let expected = [
        ["Berlin", "10117"],
        ["Hamburg", "20095"],
        ["Berlin", "10115"],
        ["?", "?"],
    ];
    assert_eq!(rows, expected);
}
