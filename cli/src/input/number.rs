//! Numbers as people write them.

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
