//! Numbers as people write them.

use privet_core::counts::MOST_ROWS;
use privet_release::MemoryLimit;
use privet_spec::Decimal;

/// A number of rows to be drawn.
pub fn drawn_rows(text: &str) -> Result<u32, String> {
    let rows = rows(text, u64::from(u32::MAX))?;
    // The number is not above the largest.
    u32::try_from(rows).map_err(|error| error.to_string())
}

/// A number of rows that a table can have.
pub fn table_rows(text: &str) -> Result<u64, String> {
    rows(text, MOST_ROWS)
}

/// A number of rows, exactly: `50000`, `50_000`, `5e4` or `2.5e5`.
fn rows(text: &str, most: u64) -> Result<u64, String> {
    let refused = |hint: String| {
        format!("{hint}write a whole number from 0 to {most}, such as 50000, 50_000 or 5e4")
    };
    // Who writes 50.000 or 50,000 means fifty in one country and fifty thousand in another.
    let has_exponent = text.contains(['e', 'E']);
    if text.contains(',') || (text.contains('.') && !has_exponent) {
        return Err(match grouped(text) {
            Some(digits) => format!(
                "points and commas mean thousands in one country and fractions in another: write {digits} if that is \
                 meant"
            ),
            None => refused(String::new()),
        });
    }
    let whole = text
        .replace('_', "")
        .parse::<Decimal>()
        .ok()
        .and_then(Decimal::to_fraction);
    match whole {
        Some((rows, 1)) if rows <= most && !text.starts_with('-') => Ok(rows),
        Some((_, 2..)) => Err(refused("this is not whole: ".to_owned())),
        _ => Err(refused(String::new())),
    }
}

/// The digits alone, where points or commas stand before groups of three.
fn grouped(text: &str) -> Option<String> {
    let mut groups = text.split(['.', ',']);
    let digits = |group: &str| !group.is_empty() && group.bytes().all(|one| one.is_ascii_digit());
    let first = groups
        .next()
        .is_some_and(|first| first.len() <= 3 && digits(first));
    let threes = groups.all(|group| group.len() == 3 && digits(group));
    (first && threes).then(|| text.replace(['.', ','], ""))
}

/// Memory, as in `2GB`, `512MB` or `1.5GiB`.
pub fn memory(text: &str) -> Result<MemoryLimit, String> {
    memory_in_bytes(text).map(MemoryLimit::of_bytes)
}

/// The same as a number.
pub fn memory_in_bytes(text: &str) -> Result<u64, String> {
    bytes(text).ok_or_else(|| {
        "write a number with a unit, at least 64MB, such as 2GB, 512MB or 1.5GiB".to_owned()
    })
}

fn bytes(text: &str) -> Option<u64> {
    let split = text.find(|character: char| character.is_ascii_alphabetic())?;
    let (number, unit) = text.split_at(split);
    let unit: u64 = match unit.to_ascii_lowercase().as_str() {
        "mb" => 1_000_000,
        "gb" => 1_000_000_000,
        "tb" => 1_000_000_000_000,
        "mib" => 1 << 20,
        "gib" => 1 << 30,
        "tib" => 1 << 40,
        _ => return None,
    };
    let (whole, fraction) = number.trim().split_once('.').unwrap_or((number.trim(), ""));
    let whole = whole.parse::<u64>().ok()?.checked_mul(unit)?;
    let digits = u32::try_from(fraction.len())
        .ok()
        .filter(|digits| *digits <= 6)?;
    let fraction = match fraction {
        "" => 0,
        fraction => fraction.parse::<u64>().ok()?.checked_mul(unit)? / 10_u64.pow(digits),
    };
    let bytes = whole.checked_add(fraction)?;
    (bytes >= MemoryLimit::LEAST).then_some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_whole_and_exact() {
        for (text, expected) in [
            ("0", Some(0)),
            ("50000", Some(50_000)),
            ("50_000", Some(50_000)),
            ("1_000_000", Some(1_000_000)),
            ("+7", Some(7)),
            ("1e6", Some(1_000_000)),
            ("1E6", Some(1_000_000)),
            ("1e+6", Some(1_000_000)),
            ("5e4", Some(50_000)),
            ("2.5e5", Some(250_000)),
            ("2.50e1", Some(25)),
            ("120e-1", Some(12)),
            ("0e9", Some(0)),
            // The largest, and one more.
            ("1099511627775", Some(MOST_ROWS)),
            ("1.099511627775e12", Some(MOST_ROWS)),
            ("1099511627776", None),
            ("1e13", None),
            ("1e99", None),
            ("1e999999999999", None),
            ("2.5e0", None),
            ("25e-1", None),
            ("1e-1", None),
            ("", None),
            ("_", None),
            ("e6", None),
            ("1e", None),
            ("1e6e1", None),
            ("-1", None),
            ("-0", None),
            ("0x10", None),
            ("inf", None),
            ("many", None),
            ("1 000", None),
            ("50,000", None),
            ("50.000", None),
            ("2,5e5", None),
        ] {
            assert_eq!(table_rows(text).ok(), expected, "{text}");
        }
        assert_eq!(drawn_rows("4294967295"), Ok(u32::MAX));
        assert!(drawn_rows("4294967296").is_err());
        assert!(drawn_rows("1e10").is_err());
    }

    #[test]
    fn what_could_be_meant_is_told() {
        for (text, expected) in [
            ("50,000", "write 50000 if"),
            ("50.000", "write 50000 if"),
            ("1,234,567", "write 1234567 if"),
            ("1.234.567", "write 1234567 if"),
            ("1,5", "such as 50000, 50_000 or 5e4"),
            ("1.5", "such as 50000, 50_000 or 5e4"),
            ("1234,567", "such as 50000, 50_000 or 5e4"),
            (",000", "such as 50000, 50_000 or 5e4"),
            ("1.5e0", "this is not whole: write a whole number from 0 to"),
            ("x", "write a whole number from 0 to"),
        ] {
            let told = table_rows(text).unwrap_err();
            assert!(told.contains(expected), "{text}: {told}");
        }
    }

    #[test]
    fn memory_has_a_unit() {
        for (text, expected) in [
            ("64MB", Some(64_000_000)),
            ("2GB", Some(2_000_000_000)),
            ("2 gb", Some(2_000_000_000)),
            ("1.5GiB", Some(3 << 29)),
            ("0.25TB", Some(250_000_000_000)),
            ("63.9MB", None),
            ("2", None),
            ("GB", None),
            ("-2GB", None),
            ("2.GB", Some(2_000_000_000)),
            ("2,5GB", None),
            ("2 GB of it", None),
            ("99999999999TB", None),
        ] {
            assert_eq!(bytes(text), expected, "{text}");
        }
    }
}
