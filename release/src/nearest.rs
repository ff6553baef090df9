//! What a user may have meant.

/// The name most like another, if any is like it at all.
pub(crate) fn nearest<'k>(name: &str, known: impl Iterator<Item = &'k str>) -> Option<&'k str> {
    let plain = |name: &str| name.trim().to_lowercase();
    let wanted = plain(name);
    let likeness = |known: &str| {
        let known = plain(known);
        let likeness = strsim::jaro_winkler(&known, &wanted);
        // Jaro and Winkler see nothing in names as short as `sx` and `sex`. The lengths first: a
        // file without line ends is one name, and the distance takes memory for both lengths.
        let lengths = known.chars().count().abs_diff(wanted.chars().count());
        let slip =
            wanted.len() > 1 && lengths <= 1 && strsim::damerau_levenshtein(&known, &wanted) == 1;
        if slip {
            likeness.max(LEAST_LIKENESS)
        } else {
            likeness
        }
    };
    known
        .map(|known| (likeness(known), known))
        .filter(|(likeness, _)| *likeness >= LEAST_LIKENESS)
        .max_by(|(left, _), (right, _)| left.total_cmp(right))
        .map(|(_, known)| known)
}

const LEAST_LIKENESS: f64 = 0.75;
