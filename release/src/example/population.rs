//! The made-up table.

use core::fmt::Display;
use std::io::{self, Write};

use jiff::ToSpan as _;
use jiff::civil::{Date, date};

use super::dice::Dice;
use super::person::Person;

/// Writes the table as CSV, always the same bytes.
pub fn write_population(out: &mut dyn Write) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record(HEADER)?;
    let mut dice = Dice::new(SEED);
    for number in 1..=PEOPLE {
        let person = Person::new(&mut dice);
        writer.write_record(fields(number, &person))?;
    }
    writer.flush()
}

/// In the order of the header, which is not the order of the spec.
fn fields(number: u32, person: &Person) -> [String; 14] {
    let bmi = |tenths: i64| format!("{}.{}", tenths / 10, tenths % 10);
    [
        format!("{:06}", 100_000 + number * 7 % 900_000),
        answer(person.household_type, ""),
        person.household_size.to_string(),
        answer(person.age, "NA"),
        answer(person.sex, ""),
        answer(person.education, ""),
        answer(person.employment, ""),
        answer(person.income, "refused"),
        person.region.to_owned(),
        answer(person.health, ""),
        answer(person.smoker, ""),
        answer(person.visits, ""),
        answer(person.bmi.map(bmi), ""),
        answer(person.interviewed.and_then(day_of_2025), ""),
    ]
}

fn answer<T: Display>(given: Option<T>, missing: &str) -> String {
    given.map_or_else(|| missing.to_owned(), |given| given.to_string())
}

fn day_of_2025(day: i64) -> Option<Date> {
    date(2025, 1, 1).checked_add(day.days()).ok()
}

/// How many people there are.
pub const PEOPLE: u32 = 20_000;

const HEADER: [&str; 14] = [
    "person_id",
    "household_type",
    "household_size",
    "age",
    "sex",
    "education",
    "employment",
    "income",
    "region",
    "health",
    "smoker",
    "visits",
    "bmi",
    "interviewed",
];
const SEED: u64 = 20_250_101;

#[cfg(test)]
mod tests {
    use privet_spec::{Attribute, Fit, Kind, Release};

    use super::*;
    use crate::check::survey;
    use crate::example::SPEC;
    use crate::table::{EncodedTable, Opened, Options, load};

    fn release() -> Release {
        privet_spec::parse(SPEC).unwrap_or_else(|problems| panic!("{problems}"))
    }

    fn population() -> Vec<u8> {
        let mut text = Vec::new();
        write_population(&mut text).unwrap();
        text
    }

    fn table() -> EncodedTable {
        let text = population();
        let opened = Opened::new("demo", text.as_slice());
        load(&release(), opened, Options::default()).unwrap().table
    }

    fn column(table: &EncodedTable, name: &str) -> Vec<u16> {
        let release = release();
        let index = release.learned().position(|a| a.name() == name).unwrap();
        table.columns[index].iter().collect()
    }

    fn attribute<'r>(release: &'r Release, name: &str) -> &'r Attribute {
        release.learned().find(|a| a.name() == name).unwrap()
    }

    #[test]
    fn every_value_fits() {
        let release = release();
        let text = population();
        let opened = Opened::new("demo", text.as_slice());
        let report = survey(&release, opened, Options::default(), 5).unwrap();
        assert!(report.is_clean(), "{report}");
        assert_eq!(
            (report.rows, report.beyond_bound, report.without_id),
            (u64::from(PEOPLE), 0, 0)
        );
    }

    /// The bytes are part of what the documentation quotes; a change must be on purpose.
    #[test]
    fn always_the_same_bytes() {
        let digest = privet_spec::digest(&population());
        assert_eq!(
            digest,
            "7e0eb12d627c670f251375d56400acc287c0f135c62399ff0c6a14900224f10d"
        );
    }

    #[test]
    fn every_label_and_null_occurs() {
        let (release, table) = (release(), table());
        for (attribute, codes) in release.learned().zip(&table.columns) {
            if attribute.kind().is_ordered() && attribute.name() != "visits" {
                continue;
            }
            for code in 0..u16::try_from(attribute.size()).unwrap() {
                let times = codes.iter().filter(|known| *known == code).count();
                assert!(
                    times >= 20,
                    "{} {:?}: {times}",
                    attribute.name(),
                    attribute.code_label(code)
                );
            }
        }
        let nulls = |name: &str| {
            let null = attribute(&release, name).null_code().unwrap();
            let codes = column(&table, name);
            codes.iter().filter(|code| **code == null).count()
        };
        for (name, range) in [
            ("income", 900..2600),
            ("bmi", 1000..1400),
            ("smoker", 3000..4500),
            ("age", 30..100),
        ] {
            assert!(range.contains(&nulls(name)), "{name}: {}", nulls(name));
        }
    }

    /// How much two columns have to do with each other: half the sum of
    /// |joint share − product of the shares|, between 0 and 1. The network is chosen by it.
    fn dependence(left: &[u16], right: &[u16]) -> f64 {
        let size = |codes: &[u16]| usize::from(*codes.iter().max().unwrap()) + 1;
        let (rows, columns) = (size(left), size(right));
        let n = f64::from(u32::try_from(left.len()).unwrap());
        let mut cells = vec![0.0; rows * columns];
        let (mut of_left, mut of_right) = (vec![0.0; rows], vec![0.0; columns]);
        for (l, r) in left.iter().zip(right) {
            cells[usize::from(*l) * columns + usize::from(*r)] += 1.0;
            of_left[usize::from(*l)] += 1.0;
            of_right[usize::from(*r)] += 1.0;
        }
        let expected =
            (0..rows * columns).map(|k| of_left[k / columns] * of_right[k % columns] / n);
        cells
            .iter()
            .zip(expected)
            .map(|(c, e)| (c - e).abs())
            .sum::<f64>()
            / (2.0 * n)
    }

    #[test]
    fn dependencies_are_there() {
        let table = table();
        let score = |left, right| dependence(&column(&table, left), &column(&table, right));
        for (left, right, least) in [
            ("age", "employment", 0.4),
            ("age", "household_type", 0.25),
            ("household_type", "household_size", 0.4),
            ("education", "income", 0.2),
            ("employment", "income", 0.3),
            ("age", "health", 0.15),
            ("income", "health", 0.12),
            ("health", "visits", 0.2),
            ("region", "income", 0.06),
            ("age", "bmi", 0.2),
        ] {
            let actual = score(left, right);
            assert!(actual > least, "{left} and {right}: {actual}");
        }
        // And some are not: chance alone gives these sizes a score of a few hundredths.
        assert!(score("sex", "region") < 0.03);
        assert!(score("sex", "interviewed") < 0.03);
    }

    /// The middle income of people with some education and of some region.
    fn median(of: impl Fn(&csv::StringRecord) -> bool) -> i64 {
        let text = population();
        let mut reader = csv::Reader::from_reader(text.as_slice());
        let records = reader.records().map(|record| record.unwrap());
        let employed = records.filter(|record| &record[6] == "employed" && of(record));
        let mut incomes: Vec<i64> = employed.filter_map(|r| r[7].parse().ok()).collect();
        incomes.sort_unstable();
        incomes[incomes.len() / 2]
    }

    #[test]
    fn dependencies_have_the_right_direction() {
        assert!(median(|r| &r[5] == "university") > median(|r| &r[5] == "primary") * 3 / 2);
        assert!(median(|r| &r[8] == "Greyport") > median(|r| &r[8] == "Birchholt") * 5 / 4);
        let age = |r: &csv::StringRecord| r[3].parse::<i64>().unwrap_or(0);
        assert!(median(|r| age(r) >= 45) > median(|r| (18..28).contains(&age(r))));
    }

    #[test]
    fn the_spec_shows_the_language() {
        let release = release();
        assert!(release.reviewed);
        let kinds: Vec<_> = release.schema.iter().map(Attribute::kind).collect();
        assert!(
            kinds
                .iter()
                .any(|kind| matches!(kind, Kind::Identifier { .. }))
        );
        assert!(
            kinds
                .iter()
                .any(|kind| matches!(kind, Kind::Boolean { .. }))
        );
        assert!(kinds.iter().any(|kind| matches!(kind, Kind::Real { .. })));
        assert!(kinds.iter().any(|kind| matches!(kind, Kind::Date { .. })));
        assert_eq!(attribute(&release, "region").levels().len(), 1);
        assert_eq!(
            attribute(&release, "income").classify("refused"),
            Fit::Missing(15)
        );
    }
}
