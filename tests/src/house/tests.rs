//! The resolver on small made-up crates.

use super::{Circle, Files, LongFile, Package, circles, lines_without_tests, long_files};

const LIB: &str = "mod a; mod b;";
/// Uses b; whether b uses it is what the cases are about.
const A: &str = "
    use crate::b::beta;
    pub enum Alpha { One }
    pub fn alpha() { beta() }
";

#[test]
fn circles_are_found() {
    for (label, lib, b) in [
        ("direct", LIB, "pub fn beta() { crate::a::alpha() }"),
        (
            "a type in a signature",
            LIB,
            "use crate::a::Alpha; pub fn beta() -> Option<Alpha> { None }",
        ),
        (
            "through re-exports",
            "mod a; mod b; mod front { pub use crate::a::alpha as first; } pub use front::first;",
            "pub fn beta() { crate::first() }",
        ),
        (
            "through a glob",
            "mod a; mod b; pub use a::*;",
            "use crate::*; pub fn beta() { alpha() }",
        ),
        (
            "through a chain of globs",
            "mod a; mod b; mod c { pub use crate::a::*; } mod d { pub use super::c::*; }",
            "pub fn beta() { crate::d::alpha() }",
        ),
        (
            "through a module's path",
            LIB,
            "use crate::a; pub fn beta() { a::alpha() }",
        ),
        (
            "through a group with self",
            LIB,
            "use crate::{a::{self}}; pub fn beta() { a::alpha() }",
        ),
        (
            "renamed",
            LIB,
            "use crate::a::alpha as other; pub fn beta() { other() }",
        ),
        (
            "in a renamed module",
            LIB,
            "use super::a as other; pub fn beta() { other::alpha() }",
        ),
        (
            "imported in a block",
            LIB,
            "pub fn beta() { use crate::a; if true { a::alpha() } }",
        ),
        (
            "by an impl",
            LIB,
            "pub fn beta() {} impl crate::a::Alpha {}",
        ),
        (
            "inside of a macro call",
            LIB,
            "use crate::a; pub fn beta() { assert_eq!(1, (a::alpha(), 2).1) }",
        ),
        (
            "a variant in a pattern",
            LIB,
            "use crate::a::*; pub fn beta() { match x { Alpha::One => {} } }",
        ),
        (
            "between the brackets of a foreign path",
            LIB,
            "pub fn beta() { std::mem::size_of::<crate::a::Alpha>(); }",
        ),
        (
            "beside a module of the same name",
            "mod a; mod b; mod alpha {} pub use a::alpha;",
            "pub fn beta() { crate::alpha() }",
        ),
    ] {
        let files = crate_of(&[("lib.rs", lib), ("a.rs", A), ("b.rs", b)]);
        assert_eq!(names(&files), [["a.rs", "b.rs"]], "case `{label}`");
    }
}

#[test]
fn what_is_no_use_makes_no_circle() {
    for (label, lib, b) in [
        ("one way", LIB, "pub fn beta() {}"),
        (
            "a re-export",
            LIB,
            "pub fn beta() {} pub use crate::a::alpha;",
        ),
        (
            "a module that tests",
            LIB,
            "pub fn beta() {} #[cfg(test)] mod tests { use crate::a::alpha; }",
        ),
        (
            "items that test",
            LIB,
            "pub fn beta() {}
             #[cfg(test)] use crate::a::alpha;
             #[cfg(test)] fn gamma() { crate::a::alpha() }
             #[test] fn delta() { crate::a::alpha() }
             impl Beta { #[cfg(test)] fn epsilon() { crate::a::alpha() } }",
        ),
        ("a method", LIB, "pub fn beta(a: u8) { a.alpha() }"),
        (
            "a foreign path of the same name",
            LIB,
            "pub fn beta() { ::a::alpha(); std::a::alpha() }",
        ),
        (
            "a name of its own in a block",
            "mod a; mod b; pub use a::alpha;",
            "use super::*; pub fn beta() { fn alpha() {} alpha() }",
        ),
    ] {
        let files = crate_of(&[("lib.rs", lib), ("a.rs", A), ("b.rs", b)]);
        assert_eq!(circles(&files), Ok(vec![]), "case `{label}`");
    }
}

#[test]
fn super_of_super_is_two_modules_up() {
    let mut files = crate_of(&[
        ("lib.rs", "mod a; mod house;"),
        ("a.rs", "pub fn alpha() { crate::house::room::beta() }"),
        ("house/mod.rs", "pub mod room;"),
        (
            "house/room.rs",
            "pub fn beta() { super::super::a::alpha() }",
        ),
    ]);
    assert_eq!(names(&files), [["a.rs", "house/room.rs"]]);
    // A module inside of a file is one level more.
    let inner = "pub fn beta() {} mod inner { fn beta() { super::super::a::alpha() } }";
    files.insert("house/room.rs".to_owned(), inner.to_owned());
    assert_eq!(circles(&files), Ok(vec![]));
    let inner = "pub fn beta() {} mod inner { fn beta() { super::super::super::a::alpha() } }";
    files.insert("house/room.rs".to_owned(), inner.to_owned());
    assert_eq!(names(&files), [["a.rs", "house/room.rs"]]);
}

#[test]
fn macros_are_items() {
    let a = "#[macro_export] macro_rules! alpha { () => { $crate::b::beta() } }";
    let with = |lib, b| names(&crate_of(&[("lib.rs", lib), ("a.rs", a), ("b.rs", b)]));
    let exported = with(LIB, "pub fn beta() { crate::alpha!() }");
    assert_eq!(exported, [["a.rs", "b.rs"]]);
    // Without a path: by its place in the text.
    let lib = "macro_rules! gamma { () => { crate::b::beta() } } mod a; mod b;";
    let textual = with(lib, "pub fn beta() { gamma!() }");
    assert_eq!(textual, [["b.rs", "lib.rs"]]);
    // A function above is not called by a macro of the same name.
    let lib = "mod a; mod b; fn write() { b::beta() }";
    assert_eq!(
        with(lib, "pub fn beta() { write!() }"),
        Vec::<Vec<&str>>::new()
    );
}

#[test]
fn a_circle_of_three_is_one_circle_and_says_why() {
    let files = crate_of(&[
        ("lib.rs", "mod a; mod b; mod c; mod d; pub use c::Gamma;"),
        (
            "a.rs",
            "use crate::b::{beta, Beta}; pub struct Alpha; fn alpha() { beta(Beta) }",
        ),
        (
            "b.rs",
            "use crate::Gamma; pub struct Beta; pub fn beta(b: Beta) -> Gamma { Gamma }",
        ),
        ("c.rs", "pub struct Gamma(crate::a::Alpha);"),
        ("d.rs", "fn delta() { crate::b::beta() }"),
    ]);
    let found = circles(&files).unwrap();
    let words: Vec<String> = found.iter().map(Circle::to_string).collect();
    let expected = "3 files in a circle:
    a.rs → b.rs: Beta, beta
    b.rs → c.rs: Gamma
    c.rs → a.rs: Alpha
";
    assert_eq!(words, [expected]);
}

#[test]
fn a_file_that_is_missing_or_no_rust_is_said() {
    for (label, files, expected) in [
        (
            "missing",
            [("lib.rs", "mod a;")].as_slice(),
            "lib.rs: no file for `mod a`",
        ),
        (
            "no Rust",
            &[("lib.rs", "mod a;"), ("a.rs", "fn fn")],
            "a.rs: expected identifier",
        ),
    ] {
        let error = circles(&crate_of(files)).unwrap_err();
        assert!(error.starts_with(expected), "case `{label}`: {error}");
    }
}

#[test]
fn lines_are_counted_without_tests() {
    let long = "fn a() {}\n".repeat(401);
    let tests = "\n#[cfg(test)]\nmod tests {\n    use super::*;\n}\n";
    for (label, file, text, expected) in [
        ("401", "a.rs", long.clone(), Some(401)),
        ("400", "a.rs", long.replacen("fn a() {}\n", "", 1), None),
        (
            "tests beside it",
            "a.rs",
            long.replacen("fn a() {}\n", "", 2) + tests,
            None,
        ),
        (
            "still long before its tests",
            "a.rs",
            long.clone() + tests,
            Some(402),
        ),
        (
            "tests in the middle",
            "a.rs",
            format!("{tests}{long}"),
            Some(406),
        ),
        ("a file of tests", "a/tests.rs", long.clone(), None),
        ("a folder of tests", "tests/a.rs", long.clone(), None),
        (
            "a name that holds the word",
            "latests.rs",
            long.clone(),
            Some(401),
        ),
        (
            "with a reason",
            "a.rs",
            format!("//! A list. Longer than 400\n//! lines because it is one.\n{long}"),
            None,
        ),
    ] {
        let package = Package {
            folder: String::new(),
            files: crate_of(&[(file, &text)]),
        };
        let expected: Vec<LongFile> = expected
            .map(|lines| LongFile {
                file: file.to_owned(),
                lines,
            })
            .into_iter()
            .collect();
        assert_eq!(long_files(&package), expected, "case `{label}`");
    }
    let files = crate_of(&[
        ("a.rs", &format!("fn a() {{}}\n{tests}")),
        ("tests.rs", "fn b() {}\n"),
    ]);
    let folder = String::new();
    assert_eq!(lines_without_tests(&Package { folder, files }), 2);
}

/// The circles of a crate, each as its files.
fn names(files: &Files) -> Vec<Vec<String>> {
    let circles = circles(files).unwrap();
    let files = circles.into_iter().map(|circle| circle.files);
    files.map(|files| files.into_iter().collect()).collect()
}

fn crate_of(files: &[(&str, &str)]) -> Files {
    let files = files.iter();
    files
        .map(|&(name, text)| (name.to_owned(), text.to_owned()))
        .collect()
}
