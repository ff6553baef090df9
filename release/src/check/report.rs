//! The internal report.

use core::fmt;

use privet_spec::counted;

use super::misfit::{Consequence, Misfits};

/// Which fields of a table do not fit a spec. Internal: it holds private values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// Fields of the header.
    pub fields: usize,
    /// Parquet files and how many rows each has: then a line is the number of a row, counted through all of them. Empty for
    /// a text.
    pub parts: Vec<(String, u64)>,
    /// Rows that a release would use.
    pub rows: u64,
    /// The most that it may use, where these are more.
    pub most_rows: Option<u64>,
    /// Rows that a release would drop because their person has enough.
    pub beyond_bound: u64,
    /// Rows that a release would drop because they name no person.
    pub without_id: u64,
    /// Rows that a release would drop because they break a rule between columns (`broken: Drop`).
    pub broken_dropped: u64,
    /// The rules that rows break, in the order of the spec.
    pub broken: Vec<BrokenRule>,
    /// Under `Replace`, rows that name no person or one that an earlier row names. A release stops at the first.
    pub no_person_of_its_own: u64,
    /// The lines of the first of them.
    pub first_no_person: Vec<u64>,
    /// Rows with another number of fields than the header. A release stops at the first.
    pub ragged: u64,
    /// The first of them: line and number of fields.
    pub first_ragged: Vec<(u64, usize)>,
    /// By column in the order of the schema, then by kind.
    pub misfits: Vec<Misfits>,
}

/// A rule between columns that some rows break.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BrokenRule {
    /// What it says.
    pub rule: String,
    /// Rows that break it.
    pub count: u64,
    /// The lines of the first of them.
    pub first: Vec<u64>,
}

impl Report {
    /// Whether every field fits.
    pub fn is_clean(&self) -> bool {
        !self.stops_by_rows() && self.misfits.is_empty()
    }

    /// Whether a release of this table would stop.
    pub fn stops_a_release(&self) -> bool {
        let stops = |misfits: &Misfits| matches!(misfits.consequence, Consequence::Stops(_));
        self.stops_by_rows() || self.misfits.iter().any(stops)
    }

    fn stops_by_rows(&self) -> bool {
        self.ragged > 0 || self.no_person_of_its_own > 0 || self.most_rows.is_some()
    }

    /// A line, or the row of a file.
    pub(super) fn place(&self, mut line: u64) -> String {
        for (name, rows) in &self.parts {
            if line <= *rows {
                return match self.parts.len() {
                    1 => format!("row {line}"),
                    _ => format!("{}: row {line}", privet_spec::Line::from(name.as_str())),
                };
            }
            line -= rows;
        }
        format!("line {line}")
    }

    /// What stands on top of every report.
    pub const MARK: &'static str = "internal: not for publication (shows private values)";
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", Self::MARK)?;
        writeln!(f, "{} would be used", rows(self.rows))?;
        if let Some(most) = self.most_rows {
            writeln!(
                f,
                "the mechanism takes no more than {}: stops the release",
                rows(most)
            )?;
        }
        if self.beyond_bound > 0 {
            let count = rows(self.beyond_bound);
            writeln!(
                f,
                "{count} would be dropped: beyond the rows that are used of their person"
            )?;
        }
        if self.without_id > 0 {
            let count = rows(self.without_id);
            writeln!(f, "{count} would be dropped: without a person's id")?;
        }
        if self.broken_dropped > 0 {
            let count = rows(self.broken_dropped);
            writeln!(
                f,
                "{count} would be dropped: breaking a rule between columns"
            )?;
        }
        for BrokenRule { rule, count, first } in &self.broken {
            writeln!(
                f,
                "{} a rule: {}",
                counted(count, "row breaks", "rows break"),
                privet_spec::Line::from(rule.as_str())
            )?;
            for line in first {
                writeln!(f, "  {}", self.place(*line))?;
            }
            write_rest(f, *count, first.len())?;
        }
        if self.is_clean() {
            return writeln!(f, "every field fits the spec");
        }
        if self.ragged > 0 {
            let count = counted(self.ragged, "row does", "rows do");
            let fields = counted(self.fields, "field", "fields");
            writeln!(
                f,
                "{count} not have the header's {fields}: stops the release"
            )?;
            for (line, found) in &self.first_ragged {
                let found = counted(found, "field", "fields");
                writeln!(f, "  {}: {found}", self.place(*line))?;
            }
            write_rest(f, self.ragged, self.first_ragged.len())?;
        }
        if self.no_person_of_its_own > 0 {
            let count = self.no_person_of_its_own;
            writeln!(
                f,
                "{} no person, or one that an earlier row names: stops the release (`Replace`)",
                counted(count, "row names", "rows name")
            )?;
            for line in &self.first_no_person {
                writeln!(f, "  {}", self.place(*line))?;
            }
            write_rest(f, count, self.first_no_person.len())?;
        }
        for misfits in &self.misfits {
            let Misfits {
                column,
                misfit,
                consequence,
                count,
                first,
            } = misfits;
            let (column, name) = (privet_spec::shown(column), misfit.name());
            writeln!(f, "column \"{column}\": {count} {name}: {consequence}")?;
            for (line, value) in first {
                writeln!(f, "  {}: {value}", self.place(*line))?;
            }
            write_rest(f, *count, first.len())?;
        }
        Ok(())
    }
}

fn rows(number: u64) -> String {
    counted(number, "row", "rows")
}

fn write_rest(f: &mut fmt::Formatter<'_>, count: u64, shown: usize) -> fmt::Result {
    let rest = count.saturating_sub(u64::try_from(shown).unwrap_or(u64::MAX));
    if rest == 0 {
        return Ok(());
    }
    writeln!(f, "  … and {rest} more")
}

/// A field in quotes, short, with everything visible that could hide or move text.
pub(crate) fn shown(field: &[u8]) -> String {
    let text = String::from_utf8_lossy(field);
    let mut shown = String::from("\"");
    for character in text.chars().take(LONGEST_SHOWN) {
        match character {
            ' '..='~' if character != '"' && character != '\\' => shown.push(character),
            _ if character.is_alphanumeric() => shown.push(character),
            _ => shown.extend(character.escape_default()),
        }
    }
    if text.chars().count() > LONGEST_SHOWN {
        shown.push('…');
    }
    shown.push('"');
    shown
}

const LONGEST_SHOWN: usize = 60;

#[cfg(test)]
mod tests {
    use privet_spec::Release;

    use super::*;
    use crate::check::{Misfit, survey};
    use crate::table::{Opened, Options};

    fn release(unit: &str, schema: &str) -> Release {
        let text = format!(
            "Release(privet: 1, unit: {unit}, adjacency: AddRemove, \
             budget: (epsilon: \"1\", delta: \"1e-9\"), schema: [{schema}])"
        );
        privet_spec::parse(&text).unwrap()
    }

    fn check(release: &Release, text: &[u8], limit: usize) -> Report {
        let opened = Opened::new("t.csv", text);
        survey(release, opened, Options::default(), limit).unwrap()
    }

    #[test]
    fn every_kind_of_misfit() {
        let release = release(
            "Row",
            r#"(name: "age", kind: Integer(min: 0, max: 99), outside: Clamp),
               (name: "sex", kind: Categorical(["F", "M"]), missing: ["?"], outside: Null),
               (name: "job", kind: Categorical(["a"]), outside: Other("b")),
               (name: "yes", kind: Boolean)"#,
        );
        let text = b"age,sex,job,yes\r\n-1,F,a,true\r\n100,?,a,true\r\nold,,z,TRUE\r\n\r\n1,F\r\n5,\xff,a,false\r\n,M,a,true\r\n";
        let report = check(&release, text, 20);
        let found: Vec<_> = report
            .misfits
            .iter()
            .map(|m| (m.column.as_str(), m.misfit, m.first.clone()))
            .collect();
        let at = |line: u64, value: &str| vec![(line, value.to_owned())];
        assert_eq!(
            found,
            [
                ("age", Misfit::Below, at(2, "\"-1\"")),
                ("age", Misfit::Above, at(3, "\"100\"")),
                ("age", Misfit::Missing, at(8, "\"\"")),
                ("age", Misfit::Foreign, at(4, "\"old\"")),
                ("sex", Misfit::Missing, at(4, "\"\"")),
                ("sex", Misfit::Undecodable, at(7, "\"\\u{fffd}\"")),
                ("job", Misfit::Foreign, at(4, "\"z\"")),
                ("yes", Misfit::Foreign, at(4, "\"TRUE\"")),
            ]
        );
        assert_eq!(
            (report.ragged, report.first_ragged.clone()),
            (1, vec![(6, 2)])
        );
        assert_eq!(report.rows, 5);
        let text = report.to_string();
        assert!(text.starts_with("internal: not for publication"));
        assert!(
            text.contains("column \"age\": 1 below the domain: becomes the first bin (`Clamp`)")
        );
        assert!(text.contains("  line 6: 2 fields"));
    }

    #[test]
    fn counts_go_on_after_the_limit() {
        let release = release("Row", r#"(name: "a", kind: Boolean)"#);
        let text = format!("a\n{}", "x\n".repeat(50));
        let report = check(&release, text.as_bytes(), 3);
        assert_eq!(report.misfits[0].count, 50);
        assert_eq!(report.misfits[0].first.len(), 3);
        assert!(report.to_string().contains("  … and 47 more"));
    }

    #[test]
    fn rows_without_a_person_are_not_looked_at() {
        let release = release(
            r#"Person(id: "who", rows: 1)"#,
            r#"(name: "a", kind: Boolean)"#,
        );
        let report = check(&release, b"who,a\np,true\np,true\n,bad\nq,false\n", 20);
        assert!(report.is_clean());
        assert_eq!(
            (report.rows, report.beyond_bound, report.without_id),
            (2, 1, 1)
        );
        assert!(report.to_string().ends_with("every field fits the spec\n"));
        // A row that a person has too many may be the one that is kept.
        let report = check(&release, b"who,a\np,true\np,bad\n", 20);
        assert!(!report.is_clean());
    }

    #[test]
    fn rows_that_are_no_person_of_their_own_stop_a_release() {
        let mut release = release(
            r#"Person(id: "who", rows: 1)"#,
            r#"(name: "a", kind: Boolean)"#,
        );
        release.adjacency = privet_spec::Adjacency::Replace;
        let report = check(&release, b"who,a\np,true\np,true\n,true\nq,false\n", 1);
        assert!(!report.is_clean());
        assert_eq!((report.rows, report.no_person_of_its_own), (2, 2));
        let text = report.to_string();
        assert!(
            text.contains("2 rows name no person") && text.contains("  line 3\n  … and 1 more")
        );
    }

    #[test]
    fn more_rows_than_the_mechanism_takes_stop_a_release() {
        let mut release = release("Row", r#"(name: "a", kind: Boolean)"#);
        let text = b"a\ntrue\ntrue\nfalse\n";
        assert!(check(&release, text, 20).is_clean());
        for (most, stops) in [(3, false), (2, true)] {
            let by_f = format!("(score: F, most_rows: {most})");
            release.mechanism = with_mechanism(&format!("PrivBayesPure{by_f}")).mechanism;
            let report = check(&release, text, 20);
            assert_eq!((report.rows, report.stops_a_release()), (3, stops));
            assert_eq!(report.is_clean(), !stops);
            let told = report.to_string();
            assert_eq!(
                told.contains("the mechanism takes no more than 2 rows: stops"),
                stops
            );
        }
    }

    /// A release by this mechanism.
    fn with_mechanism(mechanism: &str) -> Release {
        let text = format!(
            "Release(privet: 1, unit: Row, adjacency: AddRemove, budget: (epsilon: \"1\"), \
             schema: [(name: \"a\", kind: Boolean)], mechanism: {mechanism})"
        );
        privet_spec::parse(&text).unwrap()
    }

    #[test]
    fn values_are_shown_safely() {
        for (label, field, expected) in [
            ("plain", &b"a b"[..], "\"a b\""),
            ("quote and backslash", b"\"\\", "\"\\\"\\\\\""),
            ("line end", b"a\nb", "\"a\\nb\""),
            ("terminal control", b"\x1b[31m", "\"\\u{1b}[31m\""),
            (
                "bidirectional control",
                "\u{202e}".as_bytes(),
                "\"\\u{202e}\"",
            ),
            ("letters", "Zürich".as_bytes(), "\"Zürich\""),
        ] {
            assert_eq!(shown(field), expected, "case `{label}`");
        }
        assert_eq!(shown(&[b'x'; 100]).chars().count(), 63);
    }
}
