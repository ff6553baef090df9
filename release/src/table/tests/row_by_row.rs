//! What becomes of a row is decided by that row alone, whatever stands before and behind it and wherever the rows are cut
//! into batches.

use privet_spec::Encoded;
use proptest::prelude::*;
use proptest::sample::Index;

use super::rules::ruled;
use super::*;

/// More than two batches of 2048 rows.
const ROWS: u64 = 5_000;

const SCHEMA: &str = r#"(name: "whole", kind: Integer(min: 0, max: 3000, bin: 3), missing: ["", "-1"], outside: Null),
    (name: "cell", kind: Integer(min: 0, max: 1_000_000_000), missing: [""], outside: Clamp),
    (name: "share", kind: Real(min: "0", max: "1", decimals: 2, bins: 7), missing: ["NA"], outside: Clamp),
    (name: "label", kind: Categorical(["a", "ab", "fifteen letters", "sixteen letters.", "a label of many letters, 1"]),
        missing: [""], outside: Other("else")),
    (name: "is", kind: Boolean(no: "0", yes: "1"), missing: ["9"], outside: Null),
    (name: "day", kind: Date(min: "2020-01-01", max: "2020-12-31", bin: Months(1)), missing: [""], outside: Null),
    (name: "time", kind: DateTime(min: "2020-01-01 00:00:00", max: "2020-01-31 23:59:59", bin: Hours(6)), missing: [""],
        outside: Clamp)"#;

/// Texts that are values, missing, outside of the domain or none of its kind, also long ones and such as differ in their last
/// byte; `chance` is as good as random.
fn fields(chance: &mut impl FnMut(u64) -> u64) -> [String; 7] {
    let odd = [
        "",
        "-1",
        "-1.0",
        "NA",
        "x",
        " 7 ",
        "1e2",
        "9",
        "99999999999999999999",
    ];
    let labels = [
        "a",
        "ab",
        " a",
        "a ",
        "fifteen letters",
        "fifteen letterz",
        "sixteen letters.",
        "sixteen letters,",
        "a label of many letters, 1",
        "a label of many letters, 2",
        "",
    ];
    let numbers = |chance: &mut dyn FnMut(u64) -> u64, below: u64| match chance(8) {
        0 => odd[usize::try_from(chance(odd.len() as u64)).unwrap()].to_owned(),
        1 => format!("-{}", chance(100)),
        2 => format!("{}.0", chance(below)),
        _ => chance(below).to_string(),
    };
    let [whole, cell] = [3_100, 2_000_000_000].map(|below| numbers(chance, below));
    let share = match chance(6) {
        0 => numbers(chance, 2),
        decimals => format!(
            "0.{:0width$}",
            chance(1000),
            width = usize::try_from(decimals).unwrap()
        ),
    };
    let (month, day, hour) = (chance(14), chance(33), chance(26));
    [
        whole,
        cell,
        share,
        labels[usize::try_from(chance(labels.len() as u64)).unwrap()].to_owned(),
        ["0", "1", "1.0", "9", "", "true"][usize::try_from(chance(6)).unwrap()].to_owned(),
        format!("2020-{month:02}-{day:02}"),
        format!("2020-{month:02}-{day:02}T{hour:02}:30:00"),
    ]
}

/// Every row's codes are what the schema says of its fields, one at a time; also where other rows come first, so that batches
/// end elsewhere.
#[test]
fn a_row_is_encoded_as_if_it_were_alone() {
    let release = release(SCHEMA);
    let mut state = 1_u64;
    let mut chance = |below: u64| {
        // Knuth's MMIX, of which the upper bits are good.
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let rows: Vec<[String; 7]> = (0..ROWS).map(|_| fields(&mut chance)).collect();
    let expected: Vec<Vec<u16>> = rows
        .iter()
        .map(|row| {
            let codes = release.schema.iter().zip(row).map(|(attribute, field)| {
                match attribute.encode(field) {
                    Encoded::Code(code) => code,
                    Encoded::Refused => panic!("no field stops this release"),
                }
            });
            codes.collect()
        })
        .collect();
    for (column, attribute) in release.schema.iter().enumerate() {
        let mut codes: Vec<u16> = expected.iter().map(|row| row[column]).collect();
        codes.sort_unstable();
        codes.dedup();
        let null = attribute.null_code();
        assert!(codes.len() > 2 && null.is_none_or(|null| codes.contains(&null)));
    }
    let text = |rows: &[[String; 7]]| {
        let lines = rows
            .iter()
            .map(|row| format!("\"{}\"\n", row.join("\",\"")));
        format!(
            "whole,cell,share,label,is,day,time\n{}",
            lines.collect::<String>()
        )
    };
    for first in [0, 1, 17, 2_047, 4_095] {
        let columns = codes_of(&load_text(&release, text(&rows[first..])).unwrap());
        for (row, codes) in expected[first..].iter().enumerate() {
            let read: Vec<u16> = columns.iter().map(|column| column[row]).collect();
            assert_eq!(read, *codes, "row {row} behind {first}");
        }
    }
}

/// Rows by numbers: missing, outside on either side, and every number of the bins.
fn judged_rows() -> Vec<(Option<u8>, u8, bool)> {
    let numbers = [None].into_iter().chain((0..31).map(Some));
    let pairs = numbers.flat_map(|x| (0..31).map(move |y| (x, y)));
    pairs
        .flat_map(|(x, y)| [(x, y, false), (x, y, true)])
        .collect()
}

/// The rules of [`ruled`], for one row: a missing number or one that becomes so is never compared.
fn keeps_rules((x, y, _): (Option<u8>, u8, bool)) -> bool {
    let (x, y) = (x.filter(|x| *x < 30), y.min(29));
    x.is_none_or(|x| x <= y && (x > 0 || y < 5))
}

/// Every pair of numbers, three times in other orders: the rows that are left are those that keep the rules by themselves,
/// in their order, and every row is left where broken rules are kept.
#[test]
fn a_rule_is_decided_by_the_row_alone() {
    let rows = judged_rows();
    let count = rows.len();
    // 1984 rows: strides without a common factor reach all of them.
    let orders = [1, 1_237, 61].map(|stride| (0..count).map(move |place| place * stride % count));
    let rows: Vec<_> = orders
        .into_iter()
        .flatten()
        .map(|place| rows[place])
        .collect();
    let bin = |number: u8| u16::from(number / 10);
    let codes = |(x, y, high): (Option<u8>, u8, bool)| {
        let x = match x.filter(|x| *x < 30) {
            None => 4,
            Some(0) => 0,
            Some(x) => 1 + bin(x),
        };
        let y = if y < 5 { 0 } else { 1 + bin(y.min(29)) };
        [x, y, u16::from(high)]
    };
    let lines = rows.iter().map(|(x, y, high)| {
        let x = x.map(|x| x.to_string()).unwrap_or_default();
        format!("{x},{y},{}\n", if *high { "high" } else { "low" })
    });
    let text = format!("x,y,of\n{}", lines.collect::<String>());
    for (policy, drops) in [("", true), ("broken: Keep", false)] {
        let left = rows
            .iter()
            .copied()
            .filter(|row| !drops || keeps_rules(*row));
        let expected: Vec<[u16; 3]> = left.map(codes).collect();
        let loaded = load_text(&ruled("Row", policy), &text).unwrap();
        let columns = codes_of(&loaded);
        let read: Vec<[u16; 3]> = (0..loaded.table.rows)
            .map(|row| [columns[0][row], columns[1][row], columns[2][row]])
            .collect();
        assert!(
            read == expected,
            "{policy}: {} of {} rows",
            read.len(),
            expected.len()
        );
    }
}

proptest! {
    /// A table is refused exactly if one of its rows would be by itself, and at the first of these.
    #[test]
    fn a_table_is_refused_exactly_if_a_row_of_it_is(
        rows in proptest::collection::vec(any::<Index>(), 0..30),
        strange in any::<bool>(),
    ) {
        let release = release(
            r#"(name: "n", kind: Integer(min: 0, max: 99, bin: 10)),
                (name: "c", kind: Integer(min: 0, max: 9), outside: Clamp),
                (name: "l", kind: Categorical(["a", "b"]))"#,
        );
        let usual = ["1,1,a", "99,-4,b", "5.0,44,a", "\"7\",1e1,b"];
        let refused = ["100,1,a", "1,x,a", "1,1,c", "1,1", "1,,b", "1,1, a", ",1,a"];
        let lines: Vec<&str> = usual.into_iter().chain(refused).collect();
        let among = if strange { lines.len() } else { usual.len() };
        let rows: Vec<&str> = rows.iter().map(|place| lines[place.index(among)]).collect();
        let refused_line = |rows: &[&str]| {
            let lines = rows.iter().map(|row| format!("{row}\n"));
            let text = format!("n,c,l\n{}", lines.collect::<String>());
            load_text(&release, text).err().map(|error| error.line)
        };
        let by_itself = |row: &&str| refused_line(core::slice::from_ref(row)).is_some();
        let first = rows.iter().position(by_itself);
        prop_assert_eq!(refused_line(&rows), first.map(|row| Some(row as u64 + 2)));
        prop_assert_eq!(first, rows.iter().position(|row| refused.contains(row)));
    }
}
