//! What of a table stands where: marks in the spec, figures in the notes.

use super::{both, column, draft, drafted};
use crate::mark::MARK;
use crate::memory::MemoryLimit;
use crate::table::Input;
use crate::watch::Silent;

/// What a line of a draft may hold without a mark: what was not read off the table.
fn needs_no_mark(line: &str) -> bool {
    let line = line.trim();
    let decided = [
        "(",
        ")",
        "]",
        "}",
        "outside: Clamp",
        "outside: Null",
        "hierarchy: None",
    ];
    decided.iter().any(|start| line.starts_with(start))
}

/// Every line of the schema and of the rules that holds something of the table says so, and no line says more. So the
/// removal of one mark clears one line: no label is covered by that of its list.
#[test]
fn every_line_is_marked() {
    let header = "age,height,day,flag,place,left out,person_id";
    let row = |k: u32| {
        let (age, day, flag, place) = (17 + k % 70, 1 + k % 28, k % 2, k % 90);
        format!("{age},1.{k},2024-02-{day:02},{flag},some label {place},text {k} {k},p{k}")
    };
    let rows: Vec<String> = (0..240).map(row).collect();
    let rows = rows.join("\n").replace("\n17,", "\nNA,");
    let spec = drafted(format!("{header}\n{rows}\n{rows}\n").as_bytes());
    let schema = spec.split_once("schema: [\n").unwrap().1;
    let schema = schema.split_once("    ],\n\n").unwrap().0;
    assert!(schema.lines().count() > 100);
    assert!(schema.contains("// \"left out\" is left out"));
    let mark = format!(" // {MARK}");
    for line in schema.lines() {
        assert!(line.ends_with(&mark) || needs_no_mark(line), "{line}");
        assert!(!line.contains("//") || line.ends_with(&mark), "{line}");
    }
    assert!(spec.contains(&format!(
        "    unit: Person(id: \"person_id\", rows: 2),{mark}\n"
    )));
}

/// 1234 rows, in which 37 labels are rare: neither number stands in the spec, and both in the notes.
#[test]
fn figures_of_the_table_are_in_the_notes_alone() {
    let mut fields: Vec<String> = (0..37).map(|k| format!("rare {}", letters(k))).collect();
    fields.extend((0..1_197).map(|k| format!("common {}", letters(k % 3))));
    let fields: Vec<&str> = fields.iter().map(String::as_str).collect();
    let draft = both(&column("x", &fields));
    // The numbers of the draft's own lines.
    let spec = draft.spec.replace("1e-9", "");
    assert!(
        !spec.contains("37")
            && !spec.contains("1234")
            && !spec.contains("1197")
            && !spec.contains("399")
    );
    for figure in [
        "has 1234 rows",
        "to a person: 37",
        "       399  \"common a\"\n",
        "  \"rare a\"  rare\n",
    ] {
        assert!(
            draft.private_notes.contains(figure),
            "{figure}: {}",
            draft.private_notes
        );
    }
    // One mark for the list, and one for each label, rare or not.
    let marked = |label: &str| format!("                \"{label}\", // {MARK}\n");
    assert!(draft.spec.contains(&marked("rare a")) && draft.spec.contains(&marked("common a")));
    assert!(
        draft
            .spec
            .contains(&format!("kind: Categorical([ // {MARK}\n"))
    );
}

/// Numbers as words of the letters a to j.
fn letters(number: u32) -> String {
    let digits = number.to_string();
    digits
        .bytes()
        .map(|digit| char::from(digit - b'0' + b'a'))
        .collect()
}

/// Order and line breaks do not tell which labels were rare, once the marks are gone.
#[test]
fn without_marks_nothing_tells_of_counts() {
    let unmarked = |counts: [usize; 3]| {
        let labels = ["b", "a", "c"].into_iter().zip(counts);
        let fields: Vec<&str> = labels
            .flat_map(|(label, count)| vec![label; count])
            .collect();
        drafted(&column("x", &fields)).replace(&format!(" // {MARK}"), "")
    };
    let common = unmarked([50, 50, 50]);
    for counts in [[2, 50, 50], [50, 3, 50], [1, 1, 20], [9, 10, 1]] {
        assert_eq!(unmarked(counts), common, "{counts:?}");
    }
}

#[test]
fn notes_tell_who_may_be_protected() {
    let rows = "p1,yes\np2,no\np1,no\np1,yes\np3,no\n";
    let notes = both(format!("person_id,a\n{rows}").as_bytes()).private_notes;
    assert!(notes.starts_with("# Private notes on the draft for `\"t.csv\"`"));
    assert!(notes.contains("**Made from private data, for the owner of the table alone.**"));
    assert!(
        notes.contains("`\"person_id\"`: 3 ids; most rows of one id: 3."),
        "{notes}"
    );
    let nobody = both(b"a\ntrue\nfalse\n").private_notes;
    assert!(nobody.contains("No column looks like the id"));
}

/// A name or label of the table is not taken for Markdown, and cannot move a terminal's cursor.
#[test]
fn notes_hold_texts_as_they_are() {
    let notes = both("\"`x`\",always\n```,0\n\u{1b}[2J,1\n".as_bytes()).private_notes;
    assert!(notes.contains("## `\"\\u{60}x\\u{60}\"`"), "{notes}");
    assert!(notes.contains("         1  \"```\"  rare\n"), "{notes}");
    assert!(!notes.contains('\u{1b}'));
}

/// What is kept of the columns is weighed against the memory that a draft may take.
#[test]
fn a_draft_takes_no_more_memory_than_it_may() {
    let header: Vec<String> = (0..300).map(|k| format!("c{k}")).collect();
    let row = vec!["17"; 300].join(",");
    let text = format!("{}\n{}", header.join(","), format!("{row}\n").repeat(300));
    let input = |memory| Input::from_reader("t.csv", text.as_bytes()).within(memory);
    let refused = draft(input(MemoryLimit::of_passes(50_000)), &Silent)
        .err()
        .unwrap();
    let words = refused.to_string();
    assert!(
        words.contains("what a draft keeps of the 300 columns takes more than")
            && words.contains("--memory"),
        "{words}"
    );
    assert!(draft(input(MemoryLimit::of_passes(50_000_000)), &Silent).is_ok());
}
