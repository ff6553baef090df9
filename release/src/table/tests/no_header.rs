//! A text without a header: its first line is somebody's row, and no error shows it.

use super::{refusal, release};

/// Values of the first line are not repeated, however like a name of the spec they are.
#[test]
fn a_first_line_that_is_a_row_is_not_shown() {
    let by = release(
        r#"(name: "sexe", kind: Categorical(["f", "m"])), (name: "age", kind: Integer(min: 0, max: 99))"#,
    );
    for (label, text, shown) in [
        ("like a name", "agee,sexy\n17,f\n", "the name of column 2"),
        ("like no name", "Jones,19\nSmith,17\n", "add the column"),
        ("twice", "Jones,Jones\nSmith,17\n", "columns 1 and 2"),
        ("another delimiter", "sexy;agee\nf;17\n", "divided by `;`"),
    ] {
        let error = refusal(&by, text).to_string();
        assert!(error.contains(shown), "case `{label}`: {error}");
        let fields = text.lines().next().unwrap().split([',', ';']);
        for field in fields {
            assert!(!error.contains(field), "case `{label}`: {error}");
        }
        let asks = error.contains("if the first line holds values, put a line with the names");
        assert!(
            asks || label == "another delimiter",
            "case `{label}`: {error}"
        );
    }
}
