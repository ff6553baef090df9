//! What a record says of the program that made it: words of a fixed form, so that nothing else can stand in their place on a
//! public page. `build.rs` reads this file too, so that no build writes what `verify` refuses.

/// What a build says where there is no repository, or where its target has other words than those below.
pub const UNKNOWN: &str = "unknown";

/// Three numbers, and for a version before them `alpha`, `beta` or `rc` with a number, as in `1.0.0-rc.2`.
pub fn is_version(text: &str) -> bool {
    let (numbers, before) = match text.split_once('-') {
        Some((numbers, before)) => (numbers, Some(before)),
        None => (text, None),
    };
    let is_before = |before: &str| {
        let parts = before.split_once('.');
        parts.is_some_and(|(word, number)| {
            ["alpha", "beta", "rc"].contains(&word) && is_number(number)
        })
    };
    numbers.split('.').count() == 3
        && numbers.split('.').all(is_number)
        && before.is_none_or(is_before)
}

/// A number as a version has it: short, and without a zero in front.
fn is_number(text: &str) -> bool {
    let is_digits = text.bytes().all(|byte| byte.is_ascii_digit());
    is_digits && (1..=4).contains(&text.len()) && (text == "0" || !text.starts_with('0'))
}

/// The name of a commit: a digest by SHA-1 or SHA-256.
pub fn is_commit(text: &str) -> bool {
    let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    text == UNKNOWN || ([40, 64].contains(&text.len()) && text.bytes().all(is_digit))
}

/// A target of Rust: an architecture, a vendor, a system, and an environment where there is one, each a word that is known.
pub fn is_target(text: &str) -> bool {
    let words: Vec<&str> = text.split('-').collect();
    let is_known = |arch: &str, vendor: &str, system: &str| {
        ARCHITECTURES.contains(&arch) && VENDORS.contains(&vendor) && SYSTEMS.contains(&system)
    };
    text == UNKNOWN
        || match *words.as_slice() {
            [arch, vendor, system] => is_known(arch, vendor, system),
            [arch, vendor, system, environment] => {
                is_known(arch, vendor, system) && ENVIRONMENTS.contains(&environment)
            }
            _ => false,
        }
}

const ARCHITECTURES: [&str; 17] = [
    "aarch64",
    "arm",
    "armv7",
    "i586",
    "i686",
    "loongarch64",
    "mips64",
    "mips64el",
    "powerpc",
    "powerpc64",
    "powerpc64le",
    "riscv32gc",
    "riscv64gc",
    "s390x",
    "sparc64",
    "thumbv7neon",
    "x86_64",
];
const VENDORS: [&str; 4] = ["apple", "pc", "unknown", "uwp"];
const SYSTEMS: [&str; 9] = [
    "darwin",
    "dragonfly",
    "freebsd",
    "illumos",
    "linux",
    "netbsd",
    "openbsd",
    "solaris",
    "windows",
];
const ENVIRONMENTS: [&str; 13] = [
    "gnu",
    "gnuabi64",
    "gnueabi",
    "gnueabihf",
    "gnullvm",
    "gnux32",
    "msvc",
    "musl",
    "muslabi64",
    "musleabi",
    "musleabihf",
    "ohos",
    "uclibc",
];
