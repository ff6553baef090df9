//! The inventory: what is proved, tested and assumed of each file that privacy rests on, as the last lines of its module
//! docs say. What they name exists.

use std::collections::{BTreeMap, BTreeSet};
use std::{env, fs};

use privet_verification::properties::ALL;

use crate::claims::harnesses;
use crate::{root, sources};

/// The files and folders that privacy rests on: in core what stands between a count and a charge, in the other crates
/// what stands between a cell of a file and a count.
const SOURCES: [(&str, &str); 4] = [
    (
        "core/src",
        "amount.rs calibration counts.rs curator ledger neighbours.rs noise parts.rs privacy score wide.rs",
    ),
    (
        "spec/src",
        "charset.rs decimal/scan.rs rules/judge.rs schema/bins.rs schema/date_times.rs schema/dates.rs schema/encode.rs \
         schema/found.rs schema/grid.rs schema/lookup.rs schema/numeral.rs schema/outside.rs",
    ),
    (
        "release/src",
        "artefacts/under_way.rs bins/finding.rs bins/levels.rs counts table/arrow table/batch.rs table/bounding.rs \
         table/codes.rs table/coding.rs table/column.rs table/encoder.rs table/header.rs table/id.rs table/load.rs \
         table/memo.rs table/parquet table/records.rs table/rows.rs table/ruled.rs table/streamed table/tag.rs table/texts.rs",
    ),
    ("cluster/src", "engine.rs join.rs scan.rs"),
];
const COLUMNS: &str = "| file | proved | tested | assumed |\n|---|---|---|---|\n";
const LABELS: [&str; 3] = ["Proved:", "Tested:", "Assumed:"];
const COMMAND: &str = "PRIVET_WRITE=1 cargo test -p privet-verification --test lists inventory";

#[test]
fn the_inventory_is_made_from_the_sources() {
    let path = root().join("verification/INVENTORY.md");
    let page = page();
    if env::var_os("PRIVET_WRITE").is_some() {
        fs::write(&path, &page).expect("the page is written");
    }
    let kept = fs::read_to_string(path).expect("the page");
    for (kept, said) in kept.lines().zip(page.lines()) {
        assert_eq!(kept, said, "\nINVENTORY.md is out of date: {COMMAND}");
    }
    let lengths = [&kept, &page].map(|page| page.lines().count());
    assert_eq!(lengths[0], lengths[1], "INVENTORY.md, in lines: {COMMAND}");
}

#[test]
fn what_the_sources_name_exists() {
    let mut known: BTreeSet<String> = ALL.iter().map(|&(name, _)| name.to_owned()).collect();
    let parts = "cli cluster core release spec tests verification".split(' ');
    for (_, text) in parts.flat_map(|part| sources(&root().join(part))) {
        let tests = text.split("#[test]").skip(1);
        let names = tests.filter_map(|test| test.split_once("fn ")?.1.split_once('('));
        known.extend(names.map(|(name, _)| name.to_owned()));
    }
    let proved = harnesses();
    for (path, text) in SOURCES.iter().flat_map(|(of, _)| sources(&root().join(of))) {
        let [says_proved, others @ ..] = last_lines(&text);
        let unproved = names(&says_proved).find(|name| !proved.contains(name));
        assert_eq!(unproved, None, "{} calls it proved", path.display());
        let mut others = others.iter().flat_map(|text| names(text));
        let unknown = others.find(|&name| !known.contains(name));
        assert_eq!(unknown, None, "{}: no claim or test", path.display());
    }
}

/// The page that the sources make.
fn page() -> String {
    let mut tables: BTreeMap<(usize, String), String> = BTreeMap::new();
    let mut counts = [0; 4];
    for (place, (of, names)) in SOURCES.iter().enumerate() {
        let paths = names.split(' ').map(|name| root().join(of).join(name));
        for (path, text) in paths.flat_map(|path| sources(&path)) {
            let file = path.strip_prefix(root()).expect("below the root");
            let file = file.to_str().expect("a plain name").replace('\\', "/");
            let (folder, name) = file.rsplit_once('/').expect("in a folder");
            let said = last_lines(&text);
            let kind = match said.each_ref().map(|text| !text.is_empty()) {
                [true, ..] => usize::from(said[0].contains("in part")),
                [_, true, _] => 2,
                [_, _, true] => 3,
                _ if name == "mod.rs" || name == "tests.rs" => continue,
                _ => panic!("{file}: its module docs end with none of {LABELS:?}"),
            };
            counts[kind] += 1;
            let row = format!("| [{name}](../{file}) | {} |\n", said.join(" | "));
            let table = tables.entry((place, folder.to_owned()));
            let heading = || format!("\n## {folder}\n\n{COLUMNS}");
            *table.or_insert_with(heading) += &row;
        }
    }
    let [wholly, in_part, tested, assumed] = counts;
    let files: usize = counts.iter().sum();
    format!(
        "# What is proved, tested and assumed

Of every file of core between a count and a charge, and of every file of the other crates between a cell of a file and a count, \
as the last lines of its module docs say. A test compares this page with them; `{COMMAND}` writes it.

- **Proved**: by Kani for every value; *in part*: within the bound that is stated, and checked by the other engines beyond it.
- **Tested**: exhaustively within a bound, at random, against reference values, or against an independent implementation.
- **Assumed**: believed, or shown by an argument in words alone.

[README.md](README.md) has each claim with its bounds under every engine. What is no claim there is a test of that name.

Of {files} files {wholly} have proofs for all values only, {in_part} also or only in part, {tested} tests alone, and {assumed} neither.
{}",
        tables.into_values().collect::<String>()
    )
}

/// What stands behind each label in a source's module docs.
fn last_lines(source: &str) -> [String; 3] {
    let docs = source.lines().map_while(|line| line.strip_prefix("//!"));
    let docs = docs.collect::<Vec<&str>>().join("\n");
    LABELS.map(|label| {
        let said = docs.split_once(&format!("\n {label} "));
        let places = docs.matches(label).count();
        assert_eq!(
            places,
            usize::from(said.is_some()),
            "{label} begins one line of\n{docs}"
        );
        let said = said.map_or("", |(_, said)| said);
        let end = LABELS.iter().filter_map(|next| said.find(next)).min();
        let words = said[..end.unwrap_or(said.len())].split_whitespace();
        words.collect::<Vec<&str>>().join(" ").replace('|', "\\|")
    })
}

/// What stands in backticks in lower case, and so is neither a type's nor a file's, and no call.
fn names(text: &str) -> impl Iterator<Item = &str> {
    let quoted = text.split('`').skip(1).step_by(2);
    quoted.filter(|name| !name.contains(|letter| !matches!(letter, 'a'..='z' | '0'..='9' | '_')))
}
