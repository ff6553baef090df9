//! Numbers as people write them.

use privet_core::counts::MOST_ROWS;
use privet_release::MemoryLimit;

/// A whole number, perhaps grouped by threes as a spec may have it: `50000` or `50_000`.
pub fn whole_number(text: &str) -> Result<u32, String> {
    let digits = text.replace('_', "");
    digits.parse().map_err(|_| {
        format!(
            "write a whole number from 0 to {}, such as 50000 or 50_000",
            u32::MAX
        )
    })
}

/// A number of rows that a table can have.
pub fn row_number(text: &str) -> Result<u64, String> {
    let rows = text.replace('_', "").parse().ok();
    rows.filter(|rows| *rows <= MOST_ROWS).ok_or_else(|| {
        format!("write a whole number from 0 to {MOST_ROWS}, such as 50000 or 50_000")
    })
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
    (bytes >= 64_000_000).then_some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

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
