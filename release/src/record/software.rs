//! The program that made a release.

use serde::{Deserialize, Serialize};

use super::built::{is_commit, is_target, is_version};

/// What made it. All of it is the word of whoever published the release: nothing that was published leads to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SoftwareFile {
    pub name: String,
    pub version: String,
    pub commit: String,
    pub target: String,
    pub features: Vec<String>,
}

impl SoftwareFile {
    /// What stands at the foot of a page.
    pub fn made_by(&self) -> String {
        format!("Made by {} {} ({}).", self.name, self.version, self.commit)
    }

    /// This program.
    pub fn this() -> Self {
        Self {
            name: NAME.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            commit: env!("PRIVET_COMMIT").to_owned(),
            target: env!("PRIVET_TARGET").to_owned(),
            features: Vec::new(),
        }
    }

    /// Whether each word has the form in which a build writes it.
    pub(crate) fn is_plain(&self) -> bool {
        let Self {
            name,
            version,
            commit,
            target,
            features,
        } = self;
        let is_of_build = is_version(version) && is_commit(commit) && is_target(target);
        name == NAME && is_of_build && features.is_empty()
    }
}

const NAME: &str = "privet";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_this_build_writes_is_accepted() {
        let this = SoftwareFile::this();
        assert!(this.is_plain(), "{this:?}");
    }

    #[test]
    fn every_word_has_one_form() {
        type Is = fn(&str) -> bool;
        let (sha1, sha256) = ("0a".repeat(20), "9f".repeat(32));
        let cases: [(Is, &[&str], &[&str]); 3] = [
            (
                is_version,
                &["0.1.0", "10.20.3", "1.0.0-rc.2", "0.4.0-alpha.0"],
                &[
                    "",
                    "1.0",
                    "1.0.0.0",
                    "v1.0.0",
                    "01.0.0",
                    "1.0.0-",
                    "1.0.0-rc",
                    "1.0.0-rc.",
                    "1.0.0-smokers.17",
                    "1.0.0+17",
                    "12345.0.0",
                    "1.0.0 ",
                    "1..0",
                ],
            ),
            (
                is_commit,
                &["unknown", &sha1, &sha256],
                &[
                    "",
                    "Unknown",
                    "0a0a",
                    &sha1.to_uppercase(),
                    &sha256[1..],
                    "17 of 40 have it",
                ],
            ),
            (
                is_target,
                &[
                    "unknown",
                    "x86_64-unknown-linux-gnu",
                    "aarch64-apple-darwin",
                    "x86_64-pc-windows-msvc",
                    "armv7-unknown-linux-gnueabihf",
                    "x86_64-unknown-freebsd",
                    "riscv64gc-unknown-linux-musl",
                ],
                &[
                    "",
                    "linux",
                    "x86_64-linux",
                    "x86_64-unknown-linux-gnu-17",
                    "x86_64-unknown-linux-17",
                    "seventeen-of-forty",
                    "x86_64-forty-linux-gnu",
                    "x86_64-unknown-seventeen",
                    "unknown-unknown-linux",
                ],
            ),
        ];
        for (is, accepted, refused) in cases {
            for text in accepted {
                assert!(is(text), "{text}");
            }
            for text in refused {
                assert!(!is(text), "{text}");
            }
        }
    }
}
