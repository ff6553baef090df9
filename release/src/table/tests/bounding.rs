//! Units of several rows.

use privet_spec::Adjacency;
use proptest::prelude::*;

use super::*;
use crate::table::BoundingKey;

fn persons(rows: u32) -> Release {
    let unit = format!("Person(id: \"who\", rows: {rows})");
    release_of(&unit, r#"(name: "x", kind: Integer(min: 0, max: 9))"#, "")
}

/// Expected values by Python's `hmac` and `hashlib` under a key of zeros: of the person `a`, the row 2 comes before 1
/// before 3, and 5 before 2; a second row 2 comes before a second row 1, and both before the first ones.
#[test]
fn rows_are_kept_by_their_tags() {
    for (label, rows, text, expected) in [
        (
            "one row of two",
            1,
            "who,x\na,3\nb,2\na,1\nc,4\n",
            vec![2, 1, 4],
        ),
        (
            "one row of three",
            1,
            "who,x\na,1\na,2\na,3\nb,4\n",
            vec![2, 4],
        ),
        ("another pair", 1, "who,x\na,2\na,5\n", vec![5]),
        (
            "two rows of three",
            2,
            "who,x\na,3\na,1\na,2\nb,4\n",
            vec![1, 2, 4],
        ),
        (
            "equal rows are told apart",
            2,
            "who,x\na,1\na,1\na,2\na,2\na,3\n",
            vec![1, 2],
        ),
        ("id in any column", 1, "x,who\n1,a\n2,a\n3,b\n", vec![2, 3]),
        (
            "a row without id is dropped",
            2,
            "who,x\n,1\na,2\n\"\",3\nNaN,4\n",
            vec![2],
        ),
        (
            "ids are bytes: spaces and case count",
            1,
            "who,x\na,1\n a,2\nA,3\na,3\n",
            vec![1, 2, 3],
        ),
        (
            "ids are bytes: normal forms differ",
            1,
            "who,x\n\u{e9},1\ne\u{301},2\n",
            vec![1, 2],
        ),
        ("zeros in front count", 1, "who,x\n1,1\n01,2\n", vec![1, 2]),
        (
            "quotes of CSV are not part of an id",
            1,
            "who,x\n\"a\",1\na,3\n",
            vec![1],
        ),
        (
            "ids with line ends and delimiters",
            1,
            "who,x\n\"a,\n\",1\n\"a,\n\",1\na,3\n",
            vec![1, 3],
        ),
        (
            "a row without id is not encoded",
            1,
            "who,x\na,1\n,bad\n",
            vec![1],
        ),
        ("no rows", 3, "who,x\n", vec![]),
    ] {
        let loaded = load_text(&persons(rows), text).unwrap_or_else(|e| panic!("{label}: {e}"));
        assert_eq!(loaded.table.rows, expected.len(), "case `{label}`");
        assert_eq!(codes_of(&loaded), [expected], "case `{label}`");
    }
}

/// Whether a release is refused must not hang on which rows of a person the key would keep.
#[test]
fn every_row_with_an_id_is_judged() {
    for text in ["who,x\na,bad\na,1\na,2\n", "who,x\na,1\na,2\na,bad\n"] {
        assert!(
            matches!(refusal(&persons(1), text).cause, Cause::Refused(_)),
            "{text}"
        );
    }
}

#[test]
fn a_number_that_became_a_fraction_is_the_same_person() {
    let loaded = load_text(&persons(1), "who,x\n7,1\n7.0,1\n7.5,2\n").unwrap();
    assert_eq!(codes_of(&loaded), [[1, 2]]);
}

#[test]
fn declared_texts_name_nobody() {
    let unit = r#"Person(id: "who", rows: 1, missing: ["NA", "-1"])"#;
    let release = release_of(unit, r#"(name: "x", kind: Integer(min: 0, max: 9))"#, "");
    let loaded = load_text(&release, "who,x\nNA,1\n-1,2\n-1.0,3\n,4\nna,5\n").unwrap();
    assert_eq!((codes_of(&loaded), loaded.without_id), (vec![vec![5]], 4));
}

/// Of four rows one is kept, with the same chance each: were equal rows one, the other would be kept half of the
/// time. 3000 keys; the bound is five deviations of a binomial count, passed by chance once in 1.7 million.
#[test]
fn a_rows_chance_does_not_depend_on_its_codes() {
    let release = persons(1);
    let text = "who,x\na,1\na,1\na,7\na,1\n";
    let keys = 3000_u32;
    let mut kept = 0_u32;
    for number in 0..keys {
        let mut key = [0; 32];
        key[..4].copy_from_slice(&number.to_le_bytes());
        let options = Options {
            bounding: BoundingKey::new(key.into()),
            ..Options::default()
        };
        let loaded = load(&release, Opened::new("t.csv", text.as_bytes()), options).unwrap();
        kept += u32::from(codes_of(&loaded) == [[7]]);
    }
    let (mean, deviation) = (f64::from(keys) / 4.0, (f64::from(keys) * 3.0 / 16.0).sqrt());
    assert!((f64::from(kept) - mean).abs() < 5.0 * deviation, "{kept}");
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
    let loaded = load_text(&persons(1), b"who,x\n\xff,1\n\xfe,2\n\xff,1\n").unwrap();
    assert_eq!((loaded.table.rows, loaded.beyond_bound), (2, 1));
}

#[test]
fn the_id_column_must_be_there() {
    let error = refusal(&persons(1), "whom,x\na,1\n");
    assert_eq!(error.column.as_deref(), Some("who"));
    assert!(
        error
            .to_string()
            .contains("the name of column 1 is nearly the same")
    );
}

/// A dropped row must still be a row: its shape is not decided by its person.
#[test]
fn ragged_rows_are_refused_whoever_they_belong_to() {
    assert_eq!(refusal(&persons(1), "who,x\na,1\na\n").line, Some(3));
}

proptest! {
    /// Neighbours: without one person's lines, everybody else's rows are the same, whatever the order of the lines.
    #[test]
    fn removing_a_person_moves_nobody_else(
        rows in proptest::collection::vec((0_u8..5, 0_u16..4), 0..40),
        bound in 1_u32..4,
        removed in 0_u8..5,
        turn in 0_usize..40,
    ) {
        let kept = |rows: &[(u8, u16)]| {
            let lines = rows.iter().map(|(who, x)| format!("p{who},{x}\n"));
            let text = format!("who,x\n{}", lines.collect::<String>());
            let mut codes = codes_of(&load_text(&persons(bound), text).unwrap()).remove(0);
            codes.sort_unstable();
            codes
        };
        let whole = kept(&rows);
        let mut turned = rows.clone();
        turned.rotate_left(turn.min(rows.len()));
        turned.reverse();
        prop_assert_eq!(&kept(&turned), &whole);

        // Each person's rows alone, put together.
        let mut expected = Vec::new();
        let mut without = Vec::new();
        for who in 0..5 {
            let own: Vec<_> = rows.iter().copied().filter(|row| row.0 == who).collect();
            let own_kept = kept(&own);
            prop_assert_eq!(own_kept.len(), own.len().min(bound as usize));
            if who != removed {
                without.extend(own_kept.clone());
            }
            expected.extend(own_kept);
        }
        expected.sort_unstable();
        without.sort_unstable();
        prop_assert_eq!(&whole, &expected);
        let others: Vec<_> = rows.iter().copied().filter(|row| row.0 != removed).collect();
        prop_assert_eq!(kept(&others), without);
    }
}
