//! Rows of the data that break a rule: what they do to a release.

use super::{Parts, USUAL, release};
use crate::names::SYNTHETIC;

/// One row in twenty breaks a rule between three columns, of which pairs are measured. Where such rows are kept, pairs
/// count them, and what stands in them is more frequent among the synthetic rows than among the real rows that break none,
/// as the record says; where they are dropped, it is not.
#[test]
fn kept_rows_that_break_a_rule_are_seen_in_counts_of_fewer_columns() {
    // Of 4,000 rows 200 are `c,v,k`, which cannot be; each of these values is in 950 of the other 3,800.
    let text = |row: usize| match row % 80 {
        0..4 => "c,v,k\n",
        4..23 => "c,u,j\n",
        23..42 => "a,v,j\n",
        42..61 => "a,u,k\n",
        _ => "b,u,j\n",
    };
    let table: String = std::iter::once("x,y,z\n")
        .chain((0..4000).map(text))
        .collect();
    for (policy, adjacency, least, most) in [
        ("Drop", "AddRemove", 0.245, 0.255),
        ("Keep", "AddRemove", 0.26, 0.3),
        ("Keep", "Replace", 0.26, 0.3),
    ] {
        let rules = format!(
            "rules: [Impossible({{\"x\": [\"c\"], \"y\": [\"v\"], \"z\": [\"k\"]}})], broken: {policy}"
        );
        let spec = Parts {
            adjacency,
            // Noise of a few rows: what is left is the policy.
            epsilon: "20",
            schema: "(name: \"x\", kind: Categorical([\"a\", \"b\", \"c\"])), \
                     (name: \"y\", kind: Categorical([\"u\", \"v\"])), \
                     (name: \"z\", kind: Categorical([\"j\", \"k\"]))",
            rules: &rules,
            mechanism: "PrivMrf(max_attributes: 2)",
            output: "rows: Exactly(4000)",
            ..USUAL
        }
        .spec();
        let (_, files) = release(&spec, &table, 7).unwrap();
        let rows = String::from_utf8(files.file(SYNTHETIC).to_vec()).unwrap();
        let share = |what: &dyn Fn(&str) -> bool| {
            let found = rows.lines().skip(1).filter(|line| what(line)).count();
            f64::from(u32::try_from(found).unwrap()) / 4000.0
        };
        let case = format!("{policy} under {adjacency}");
        assert!(share(&|line| line == "c,v,k") == 0.0, "{case}");
        let told = share(&|line| line.starts_with('c'));
        assert!((least..=most).contains(&told), "{case}: c in {told}");
    }
}
