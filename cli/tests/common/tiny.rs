//! Tables of no, one or two rows, which every mechanism must release like any other.

use super::changed::REPLAY;
use super::desk::{ARTEFACTS, Desk, spec_of};

/// Releases them by a mechanism, as the spec writes it, under both adjacencies; replays each release and draws more
/// rows from its model.
pub(crate) fn assert_tiny_tables_release(mechanism: &str) {
    let one = "(name: \"sex\", kind: Categorical([\"F\", \"M\"])),";
    let two = "(name: \"age\", kind: Integer(min: 0, max: 99), outside: Clamp, missing: [\"\"]),\n        \
               (name: \"sex\", kind: Categorical([\"F\", \"M\"])),";
    let only = "(name: \"sex\", kind: Categorical([\"F\"])),\n        \
                (name: \"age\", kind: Integer(min: 3, max: 3)),";
    for (case, schema, table) in [
        ("no rows, one column", one, "sex\n"),
        ("one row, one column", one, "sex\nF\n"),
        ("two rows, one column", one, "sex\nF\nM\n"),
        ("no rows", two, "age,sex\n"),
        ("one row", two, "age,sex\n3,F\n"),
        ("two rows", two, "age,sex\n3,F\n,M\n"),
        ("one value a column", only, "age,sex\n3,F\n"),
    ] {
        for adjacency in ["AddRemove", "Replace"] {
            let spec = spec_of(schema).replace("AddRemove", adjacency);
            let spec = spec.replace("PrivBayes()", mechanism);
            let case = format!("{mechanism}, {case}, {adjacency}");
            let desk = Desk::with(&spec, table);
            desk.release("out", &["--keep-seed", "seed"]);
            assert_eq!(desk.names("out"), ARTEFACTS, "{case}");
            desk.assert_verifies("out", &REPLAY);
            let run = desk.run(&["sample", "out/model.ron", "--rows", "5", "--seed", "1"]);
            assert_eq!(run.out.lines().count(), 6, "{case}: {}", run.err);
            if adjacency == "Replace" {
                let (_, rows) = desk.table("out/synthetic.csv");
                assert_eq!(rows.len(), table.lines().count() - 1, "{case}");
            }
        }
    }
}
