//! Mistakes in the language itself.

use super::{check, check_text};

#[test]
fn syntax() {
    #[rustfmt::skip] // one case a line
    check(&[
        ("comma missing", "privet: 1,", "privet: 1", "2:14", "a comma is missing here — write `,`"),
        ("string not closed", "\"A title\"", "\"A title", "3:12", "not closed on its line"),
        ("list not closed", "        (name: \"day\", kind: Date(min: \"2025-01-01\", max: \"2025-12-31\", bin: Months(1))),\n    ],\n    mechanism: PrivBayes(),\n    output: (rows: Noisy),\n)", "", "8:13", "never closed"),
        ("wrong bracket", "Categorical([\"F\", \"M\"])", "Categorical([\"F\", \"M\")", "10:50", "`)` cannot stand here"),
        ("value missing", "privet: 1,", "privet: ,", "2:13", "`,` cannot stand here"),
        ("colon missing in a map", "\"south\": [", "\"south\" [", "11:115", "expected `:` after the key"),
        ("comment never ends", "output: (rows: Noisy),", "/* output", "16:5", "never ends"),
        ("text behind the release", "output: (rows: Noisy),\n)", "output: (rows: Noisy),\n) )", "17:3", "after the end"),
        ("single quotes", "\"A title\"", "'A title'", "3:12", "double quotes"),
        ("raw string", "\"A title\"", "r\"A title\"", "3:12", "write an ordinary string"),
        ("raw string with marks", "\"A title\"", "r#\"A title\"#", "3:12", "write an ordinary string"),
        ("field without a name", "rows: 1)", "rows: 1, 2)", "5:38", "no field name"),
        ("unknown escape", "A title", "A\\qtitle", "3:14", "no such escape"),
        ("newline escape", "A title", "A\\ntitle", "3:14", "no such escape"),
        ("no character", "A title", "A\\u{D800}title", "3:14", "stands for no character"),
        ("escape too long", "A title", "A\\u{00000e9}title", "3:14", "one to six hexadecimal digits"),
        ("empty escape", "A title", "A\\u{}title", "3:14", "stands for no character"),
        ("line break in a string", "A title", "A\ntitle", "3:12", "not closed on its line"),
    ]);
}

#[test]
fn whole_files() {
    let deep = "[".repeat(40);
    let long = format!("// {}\n()", "x".repeat(1 << 20));
    #[rustfmt::skip] // one case a line
    let cases = [
        ("empty", "", "1:1", "the file holds no release"),
        ("only a comment", "// nothing\n", "2:1", "the file holds no release"),
        ("extension", "#![enable(implicit_some)]\n(privet: 1)", "1:1", "remove `#![…]`"),
        ("nested too deep", deep.as_str(), "1:33", "nested more than 32 deep"),
        ("too long", long.as_str(), "1:1", "a spec has at most 1048576"),
        ("not a group", "[1, 2]", "1:1", "expected the release in parentheses, found a list"),
        ("another name", "Relaese(privet: 1)", "1:1", "write `Release(…)`"),
        ("no field names", "Release(1, 2)", "1:1", "the release has named fields"),
        ("comment in the middle of nothing", "(a: 1, /*", "1:8", "never ends"),
        ("escape at the end", "(a: \"x\\", "1:5", "not closed on its line"),
    ];
    for (label, text, place, fragment) in cases {
        let Err(problems) = privet_spec::parse(text) else {
            panic!("case `{label}`")
        };
        let report = problems.render("spec.ron", text, privet_spec::Style::plain());
        let found = problems.iter().any(|problem| {
            format!("{}:{}", problem.line, problem.column) == place
                && format!("{} — {}", problem.what, problem.help).contains(fragment)
        });
        assert!(found, "case `{label}`:\n{report}");
    }
}

#[test]
fn hidden_characters() {
    #[rustfmt::skip] // one case a line
    check(&[
        ("bidi override", "A title", "A \u{202E}title", "3:15", "bidirectional control character, which shows text in another order, U+202E"),
        ("bidi isolate in a comment", "privet: 1,", "privet: 1, // \u{2066}", "2:19", "U+2066"),
        ("control character", "A title", "A\u{7}title", "3:14", "a control character, U+0007"),
        ("zero width space in a label", "\"F\"", "\"F\u{200B}\"", "10:44", "an invisible character, U+200B"),
        ("escaped bidi", "A title", "A\\u{202e}title", "3:14", "this escape stands for a bidirectional"),
        ("escaped control", "A title", "A\\u{1b}title", "3:14", "this escape stands for a control"),
        ("escaped tab", "A title", "A\\ttitle", "3:12", "this string holds a control character"),
        ("tab", "A title", "A\ttitle", "3:14", "a tab inside a string"),
        ("carriage return alone", "privet: 1,", "privet: 1,\r // hidden", "2:15", "a control character, U+000D"),
    ]);
    #[rustfmt::skip] // one case a line
    check(&[
        ("no-break space", "privet: 1", "privet:\u{a0}1", "2:12", "this is not the ordinary space, U+00A0 — write an ordinary space"),
        ("behind a name", "AddRemove,", "AddRemove\u{3000},", "6:25", "this is not the ordinary space, U+3000"),
        ("before a colon", "privet: 1", "privet\u{2003}: 1", "2:11", "this is not the ordinary space, U+2003"),
    ]);
    let text = format!("\u{FEFF}{}", super::GOOD);
    let Err(problems) = privet_spec::parse(&text) else {
        panic!("a byte order mark was accepted")
    };
    assert!(
        problems
            .iter()
            .any(|problem| problem.what.contains("a byte order mark"))
    );
}

#[test]
fn windows_line_ends_are_fine() {
    assert!(privet_spec::parse(&super::GOOD.replace('\n', "\r\n")).is_ok());
    let text = super::GOOD
        .replace('\n', "\r\n")
        .replace("AddRemove", "AddRemov");
    check_text(
        "place in a file with \\r\\n",
        &text,
        "6:16",
        "write `AddRemove`",
    );
}

#[test]
fn types() {
    #[rustfmt::skip] // one case a line
    check(&[
        ("number for a string", "\"A title\"", "3", "3:12", "expected a string, found a number — write it in double quotes"),
        ("string for a boolean", "reviewed: true", "reviewed: \"yes\"", "4:15", "expected a boolean, found a string — write `true` or `false`"),
        ("string for a number", "rows: 1", "rows: \"1\"", "5:35", "expected a whole number, found a string"),
        ("decimal for a whole number", "bin: 5", "bin: 5.5", "9:59", "`5.5` is not a whole number"),
        ("hexadecimal", "bin: 5", "bin: 0x5", "9:59", "`0x5` is not a whole number"),
        ("with a suffix", "bin: 5", "bin: 5u8", "9:59", "`5u8` is not a whole number"),
        ("badly grouped", "max: 99", "max: 9_9", "9:50", "`9_9` is not a whole number"),
        ("huge number", "max: 99", "max: 99999999999999999999", "9:50", "is outside of"),
        ("list for a string", "\"pid\"", "[\"pid\"]", "5:22", "expected a string, found a list"),
        ("string for a list", "[\"NA\"]", "\"NA\"", "9:88", "expected a list, found a string — write it in square brackets"),
        ("map for a list", "[\"NA\"]", "{\"NA\": 1}", "9:88", "expected a list, found a map"),
        ("list for a map", "Groups({\"north\": [\"N1\", \"N2\"], \"south\": [\"S1\"]})", "Groups([\"N1\"])", "11:83", "expected a map, found a list"),
        ("string for a name", "AddRemove", "\"AddRemove\"", "6:16", "expected a name for the adjacency, found a string"),
        ("name for a number", "bin: 5", "bin: Five", "9:59", "expected a whole number, found the name `Five`"),
        ("none with parentheses", "hierarchy: Groups({\"north\": [\"N1\", \"N2\"], \"south\": [\"S1\"]})", "hierarchy: None()", "11:76", "`None` takes nothing in parentheses"),
        ("value where fields belong", "(rows: Noisy)", "Noisy", "16:13", "expected the output, found the name `Noisy`"),
        ("items where fields belong", "(rows: Noisy)", "(Noisy)", "16:13", "the output has named fields"),
        ("something where nothing belongs", "AddRemove", "AddRemove(1)", "6:16", "`AddRemove` takes nothing in parentheses"),
    ]);
}
