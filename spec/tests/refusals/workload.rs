//! What matters most, where nobody could heed it.

use super::check_text;

#[test]
fn workload() {
    let by = |mechanism: &str, text: &str| {
        super::GOOD.replace(
            "mechanism: PrivBayes(),",
            &format!("mechanism: {mechanism},\n    workload: {text},"),
        )
    };
    for text in [
        "(target: \"sex\")",
        "Workload(weights: [(columns: [\"age\"], weight: 100), (columns: [\"sex\", \"day\"], weight: 1)])",
        "(target: \"bmi\", weights: [(columns: [\"age\", \"sex\", \"region\", \"bmi\", \"day\"], weight: 2)])",
    ] {
        assert!(privet_spec::parse(&by("PrivMrf()", text)).is_ok(), "{text}");
    }
    for (label, mechanism, text, place, fragment) in [
        (
            "another mechanism",
            "PrivBayes()",
            "(target: \"sex\")",
            "16:15",
            "`PrivBayes` chooses its tables by all pairs alike — write `mechanism: PrivMrf()`",
        ),
        (
            "the paper's search",
            "PrivMrf(search: Graph)",
            "(target: \"sex\")",
            "16:15",
            "which knows no weights — leave `search` out",
        ),
        (
            "nothing",
            "PrivMrf()",
            "()",
            "16:15",
            "this `workload` names nothing",
        ),
        (
            "an unknown target",
            "PrivMrf()",
            "(target: \"sx\")",
            "16:24",
            "the schema has no \"sx\" — write \"sex\"",
        ),
        (
            "no columns",
            "PrivMrf()",
            "(weights: [(columns: [], weight: 2)])",
            "16:36",
            "no column is named",
        ),
        (
            "a column twice",
            "PrivMrf()",
            "(weights: [(columns: [\"age\", \"age\"], weight: 2)])",
            "16:44",
            "\"age\" is listed twice",
        ),
        (
            "more columns than a table has",
            "PrivMrf(max_attributes: 2)",
            "(weights: [(columns: [\"age\", \"sex\", \"day\"], weight: 2)])",
            "16:36",
            "3 columns are named, and a table of this mechanism has at most 2",
        ),
        (
            "no weight",
            "PrivMrf()",
            "(weights: [(columns: [\"age\"])])",
            "16:26",
            "`weight` is missing in the weights",
        ),
        (
            "a weight of nothing",
            "PrivMrf()",
            "(weights: [(columns: [\"age\"], weight: 0)])",
            "16:53",
            "0 is outside of 1 to 100",
        ),
        (
            "a fraction",
            "PrivMrf()",
            "(weights: [(columns: [\"age\"], weight: 1.5)])",
            "16:53",
            "`1.5` is not a whole number",
        ),
    ] {
        check_text(label, &by(mechanism, text), place, fragment);
    }
}
