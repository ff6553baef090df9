//! What rules make of a schema.

use privet_spec::{Attribute, Bins, Level, MOST_VIRTUAL_ATTRIBUTES, Release};

use super::{read, read_back};

fn starts(attribute: &Attribute) -> Vec<i64> {
    attribute
        .kind()
        .bins()
        .map_or(&[][..], Bins::starts)
        .to_vec()
}

#[test]
fn declared_bins_are_cut_where_conditions_end() {
    let other = "(name: \"job\", kind: Categorical([\"none\", \"any\"]))";
    for (label, kind, values, expected) in [
        (
            "up to",
            "Integer(min: 0, max: 29, bin: 10)",
            "UpTo(14)",
            vec![0, 10, 15, 20],
        ),
        (
            "from a bin's start",
            "Integer(min: 0, max: 29, bin: 10)",
            "From(20)",
            vec![0, 10, 20],
        ),
        (
            "between",
            "Integer(min: 0, max: 29, bin: 10)",
            "Between(12, 13)",
            vec![0, 10, 12, 14, 20],
        ),
        (
            "one number",
            "Integer(min: 0, max: 29, bin: 10)",
            "5",
            vec![0, 5, 6, 10, 20],
        ),
        (
            "a bin by its name",
            "Integer(min: 0, max: 29, bin: 10)",
            "\"[10, 20)\"",
            vec![0, 10, 20],
        ),
        (
            "the last bin",
            "Integer(min: 0, max: 29, bin: 10)",
            "\"[20, 29]\"",
            vec![0, 10, 20],
        ),
        (
            "decimals",
            "Real(min: \"0\", max: \"1\", bins: 2, decimals: 1)",
            "UpTo(\"0.3\")",
            vec![0, 4, 5],
        ),
        (
            "dates",
            "Date(min: \"1970-01-01\", max: \"1970-01-20\", bin: Days(10))",
            "UpTo(\"1970-01-04\")",
            vec![0, 4, 10],
        ),
    ] {
        let attributes = format!("(name: \"age\", kind: {kind}), {other}");
        let rules = format!("Impossible({{\"age\": [{values}], \"job\": \"any\"}})");
        let release = read(&attributes, &rules);
        assert_eq!(starts(&release.schema[0]), expected, "case `{label}`");
        read_back(&release);
    }
}

/// Groups keep what they had, cut or not.
#[test]
fn groups_of_bins_are_kept() {
    let release = read(
        "(name: \"age\", kind: Integer(min: 0, max: 29, bin: 10), missing: [\"\"], hierarchy: Groups({\"young\": [\"[0, 10)\", \
         \"[10, 20)\"], \"old\": [\"[20, 29]\"]})), (name: \"job\", kind: Boolean)",
        "Impossible({\"age\": [UpTo(14)], \"job\": \"true\"}), Impossible({\"age\": [\"old\"], \"job\": \"false\"})",
    );
    assert_eq!(release.schema[0].levels()[0].groups(), [0, 0, 0, 1, 2]);
    read_back(&release);
}

/// A bin that a release finds begins where a condition does.
#[test]
fn found_bins_begin_at_cuts() {
    let release = read(
        "(name: \"pay\", kind: Integer(min: 0, max: 1000000)), (name: \"job\", kind: Boolean)",
        "Impossible({\"pay\": [Between(12345, 20004)], \"job\": \"false\"})",
    );
    let pay = &release.schema[0];
    let cells = pay.kind().bins().unwrap();
    let fixed: Vec<i64> = cells
        .fixed()
        .iter()
        .map(|cell| cells.starts()[usize::from(*cell)])
        .collect();
    assert_eq!(fixed, [12_345, 20_005]);
    assert_eq!(starts(&pay.with_one_bin()), [0, 12_345, 20_005]);
    let most = starts(&pay.with_most_bins());
    assert!(
        most.len() <= 34 && most.contains(&12_345) && most.contains(&20_005),
        "{most:?}"
    );
    assert!(starts(&pay.publicly_cut()).contains(&12_345));
    let uncut = privet_spec::Found {
        bins: vec![privet_spec::FoundBin {
            first: 0,
            pieces: vec![privet_spec::Piece {
                first: 0,
                last: 5,
                weight: 1,
            }],
        }],
        heaps: privet_spec::Heaps::default(),
    };
    assert_eq!(pay.with_bins(&uncut), None);
    read_back(&release);
    read_back(&read(
        "(name: \"pay\", kind: Integer(min: 0, max: 1000000)), (name: \"job\", kind: Boolean)",
        "(rule: Impossible({\"pay\": [From(500000), 7], \"job\": [\"false\"]}), because: \"so it is\")",
    ));
}

const ZIPS: &str = "(name: \"zip\", kind: Categorical([\"1\", \"2\", \"3\", \"4\"]), missing: [\"\"]), \
                    (name: \"city\", kind: Categorical([\"B\", \"H\", \"K\"]), missing: [\"-\"]), \
                    (name: \"state\", kind: Categorical([\"n\", \"s\"]), missing: [\"\"])";

#[test]
fn determined_columns_follow_from_the_first_of_a_chain() {
    let release = read(
        ZIPS,
        "Determines(\"city\", \"state\", {\"B\": \"n\", \"H\": \"n\", \"K\": \"s\", \"-\": \"s\"}), \
         Determines(\"zip\", \"city\", {\"1\": \"B\", \"2\": \"K\", \"3\": \"H\", \"4\": \"H\"})",
    );
    let names: Vec<&str> = release.learned().map(Attribute::name).collect();
    assert_eq!(names, ["zip"]);
    let city = release.schema[1].determined().unwrap();
    assert_eq!((city.by, city.codes.as_slice()), (0, &[0, 2, 1, 1, 3][..]));
    let state = release.schema[2].determined().unwrap();
    assert_eq!(
        (state.by, state.codes.as_slice()),
        (0, &[0, 1, 0, 0, 1][..])
    );
    // Both are levels of the first, null by itself.
    let levels: Vec<&[u16]> = release.schema[0]
        .declared_levels()
        .iter()
        .map(Level::groups)
        .collect();
    assert_eq!(levels, [&[0, 2, 1, 1, 3][..], &[0, 1, 0, 0, 2]]);
    assert_eq!(release.schema[1].refusal(), None);
    assert_eq!(release.for_comparison().learned().count(), 3);
    read_back(&release);
}

/// As many attributes with their levels as there may be: a level that a rule adds still has room, since the column that it
/// stands for is no longer learned.
#[test]
fn a_full_schema_gains_a_level() {
    let pair = r#"(name: "zip", kind: Categorical(["1", "2", "3", "4"])), (name: "city", kind: Categorical(["B", "H"]))"#;
    let rule = r#"Determines("zip", "city", {"1": "B", "2": "H", "3": "B", "4": "H"})"#;
    let size = |release: &Release| {
        release
            .schema
            .iter()
            .map(Attribute::virtual_attributes)
            .sum::<usize>()
    };
    let zip = |release: &Release| release.schema[0].virtual_attributes();
    let others = MOST_VIRTUAL_ATTRIBUTES - size(&read(pair, ""));
    let with = |others: usize| {
        let other = |k| format!(r#", (name: "other {k}", kind: Boolean)"#);
        format!("{pair}{}", (0..others).map(other).collect::<String>())
    };
    let full = read(&with(others), rule);
    assert_eq!(zip(&full), zip(&read(pair, "")) + 1);
    assert_eq!(size(&full), MOST_VIRTUAL_ATTRIBUTES);
}
