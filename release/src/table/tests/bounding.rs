//! Units of several rows.

use privet_spec::Adjacency;
use proptest::prelude::*;

use super::*;

fn persons(rows: u32) -> Release {
    let unit = format!("Person(id: \"who\", rows: {rows})");
    release_of(&unit, r#"(name: "x", kind: Integer(min: 0, max: 9))"#, "")
}

#[test]
fn first_rows_of_each_person_are_kept() {
    for (label, rows, text, expected) in [
        (
            "one row each",
            1,
            "who,x\na,1\nb,2\na,3\nc,4\nb,5\n",
            vec![1, 2, 4],
        ),
        (
            "two rows each",
            2,
            "who,x\na,1\na,2\na,3\nb,4\n",
            vec![1, 2, 4],
        ),
        ("id in any column", 1, "x,who\n1,a\n2,a\n3,b\n", vec![1, 3]),
        (
            "a row without id is dropped",
            2,
            "who,x\n,1\na,2\n\"\",3\n",
            vec![2],
        ),
        (
            "ids are bytes: spaces and case count",
            1,
            "who,x\na,1\n a,2\nA,3\na,4\n",
            vec![1, 2, 3],
        ),
        (
            "ids are bytes: normal forms differ",
            1,
            "who,x\n\u{e9},1\ne\u{301},2\n",
            vec![1, 2],
        ),
        (
            "numbers are not compared as numbers",
            1,
            "who,x\n1,1\n01,2\n1.0,3\n",
            vec![1, 2, 3],
        ),
        (
            "quotes of CSV are not part of an id",
            1,
            "who,x\n\"a\",1\na,2\n",
            vec![1],
        ),
        (
            "ids with line ends and delimiters",
            1,
            "who,x\n\"a,\n\",1\n\"a,\n\",2\na,3\n",
            vec![1, 3],
        ),
        (
            "a dropped row is not encoded",
            1,
            "who,x\na,1\na,bad\n,bad\n",
            vec![1],
        ),
        ("no rows", 3, "who,x\n", vec![]),
    ] {
        let loaded = load_text(&persons(rows), text).unwrap_or_else(|e| panic!("{label}: {e}"));
        assert_eq!(loaded.table.rows, expected.len(), "case `{label}`");
        assert_eq!(codes_of(&loaded), [expected], "case `{label}`");
    }
}

/// One changed line of the first of these tables, id and all, gives the second: were the first row of each person
/// kept, both kept rows would change, and the loss would be twice what is claimed.
#[test]
fn under_replace_every_row_is_another_person() {
    let schema = r#"(name: "x", kind: Integer(min: 0, max: 9))"#;
    let unit = r#"Person(id: "who", rows: 1)"#;
    let mut release = release_of(unit, schema, "");
    release.adjacency = Adjacency::Replace;
    for (label, text, expected) in [
        (
            "a person with two lines",
            "who,x\nP,1\nP,2\nQ,3\n",
            Some("t.csv:3: column `who`: a person has a second row"),
        ),
        (
            "its neighbour",
            "who,x\nQ,0\nP,2\nQ,3\n",
            Some("t.csv:4: column `who`: a person has a second row"),
        ),
        (
            "the same row twice",
            "who,x\nP,1\nP,1\n",
            Some("t.csv:3: column `who`: a person has a second row"),
        ),
        (
            "no id",
            "who,x\nP,1\n,2\n",
            Some("t.csv:3: column `who`: the row names no person"),
        ),
        ("everybody once", "who,x\nP,1\nQ,2\n", None),
    ] {
        let refused = load_text(&release, text).map(|_| ()).err();
        let refused = refused.map(|error| error.to_string());
        match expected {
            Some(expected) => assert!(
                refused
                    .as_ref()
                    .is_some_and(|error| error.starts_with(expected)),
                "case `{label}`: {refused:?}"
            ),
            None => assert_eq!(refused, None, "case `{label}`"),
        }
        // Under `AddRemove` all of these are tables like any other.
        release.adjacency = Adjacency::AddRemove;
        assert!(load_text(&release, text).is_ok(), "case `{label}`");
        release.adjacency = Adjacency::Replace;
    }
}

#[test]
fn dropped_rows_are_counted() {
    let loaded = load_text(&persons(1), "who,x\na,1\na,2\n,3\na,4\n").unwrap();
    assert_eq!((loaded.beyond_bound, loaded.without_id), (2, 1));
}

#[test]
fn ids_need_not_be_text() {
    let loaded = load_text(&persons(1), b"who,x\n\xff,1\n\xfe,2\n\xff,3\n").unwrap();
    assert_eq!(codes_of(&loaded), [[1, 2]]);
}

#[test]
fn the_id_column_must_be_there() {
    let error = refusal(&persons(1), "whom,x\na,1\n");
    assert_eq!(error.column.as_deref(), Some("who"));
    assert!(error.to_string().contains("\"whom\""));
}

/// A dropped row must still be a row: its shape is not decided by its person.
#[test]
fn ragged_rows_are_refused_whoever_they_belong_to() {
    assert_eq!(refusal(&persons(1), "who,x\na,1\na\n").line, Some(3));
}

proptest! {
    /// Neighbours: without one person's lines, everybody else's rows are the same.
    #[test]
    fn removing_a_person_moves_nobody_else(
        rows in proptest::collection::vec((0_u8..5, 0_u16..10), 0..40),
        bound in 1_u32..4,
        removed in 0_u8..5,
    ) {
        let text = |rows: &[(u8, u16)]| {
            let lines = rows.iter().map(|(who, x)| format!("p{who},{x}\n"));
            format!("who,x\n{}", lines.collect::<String>())
        };
        // The model: for each row, how many earlier rows its person has.
        let keep = |rows: &[(u8, u16)], wanted: &dyn Fn(u8) -> bool| -> Vec<u16> {
            let earlier = |index: usize| {
                rows[..index].iter().filter(|(who, _)| *who == rows[index].0).count()
            };
            (0..rows.len())
                .filter(|index| wanted(rows[*index].0) && earlier(*index) < bound as usize)
                .map(|index| rows[index].1)
                .collect()
        };
        let whole = load_text(&persons(bound), text(&rows)).unwrap();
        prop_assert_eq!(codes_of(&whole), [keep(&rows, &|_| true)]);
        let others: Vec<_> = rows.iter().copied().filter(|(who, _)| *who != removed).collect();
        let neighbour = load_text(&persons(bound), text(&others)).unwrap();
        prop_assert_eq!(codes_of(&neighbour), [keep(&rows, &|who| who != removed)]);
        let moved = whole.table.rows - neighbour.table.rows;
        prop_assert!(moved <= bound as usize);
    }
}
