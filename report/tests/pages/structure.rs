//! Every kind of page as a browser reads it: it is well formed, refers to nothing that it lacks, says what it should
//! to those who do not see it, and does not obey the names in it.

use std::collections::BTreeSet;

use base64::Engine as _;
use privet_release::Structure;
use privet_report::compare::Compared;
use privet_report::{compare, full, public};
use sha2::{Digest as _, Sha256};

use super::made_up::{HOSTILE, evaluation, names, release, released};
use super::read::Read;

/// Every kind, small, wide, and with hostile names.
fn pages() -> Vec<(String, String)> {
    let hostile: Vec<String> = HOSTILE.iter().map(ToString::to_string).collect();
    let long = vec!["long ".repeat(400), "x".repeat(3000)];
    let mut pages = Vec::new();
    for (label, names) in [
        ("one", names(1)),
        ("fifteen", names(15)),
        ("98", names(98)),
        ("hostile", hostile),
        ("long", long),
    ] {
        let field = Structure::Field {
            attributes: names.clone(),
            together: names.windows(3).map(<[String]>::to_vec).collect(),
        };
        let none = Structure::None(format!("none: {}", names[0]));
        let releases = [
            release(&names),
            released(&names, field),
            released(&names, none),
        ];
        let by = || "Made by a test.".to_owned();
        for (kind, one) in ["network", "field", "nothing"].iter().zip(&releases) {
            pages.push((format!("public, {kind}, {label}"), public::page(one, by())));
        }
        let found = evaluation(&names);
        pages.push((format!("full, {label}"), full::page(&found, None)));
        pages.push((
            format!("full with release, {label}"),
            full::page(&found, Some(&releases[0])),
        ));
        let [first, second, third] = releases;
        let compared = |release, evaluation| Compared {
            release,
            evaluation,
        };
        let bare = [
            compared(first.clone(), None),
            compared(second.clone(), None),
        ];
        pages.push((
            format!("compare, public, {label}"),
            compare::page(&bare, by()),
        ));
        let mut other = third;
        "3.2".clone_into(&mut other.claim.epsilon);
        let evaluated = [
            compared(first, Some(found.clone())),
            compared(second, None),
            compared(other, Some(found)),
        ];
        pages.push((format!("compare, {label}"), compare::page(&evaluated, by())));
    }
    pages
}

#[test]
fn a_browser_reads_every_page_without_complaint() {
    for (label, html) in pages() {
        let read = Read::page(&html);
        assert_eq!(read.errors.first(), None, "{label}");
    }
}

#[test]
fn whatever_is_referred_to_exists_once() {
    for (label, html) in pages() {
        let read = Read::page(&html);
        let ids: Vec<&str> = read
            .elements
            .iter()
            .filter_map(|of| of.attribute("id"))
            .collect();
        let known: BTreeSet<&str> = ids.iter().copied().collect();
        assert_eq!(ids.len(), known.len(), "{label}: an id stands twice");
        let mut checked = 0;
        for element in &read.elements {
            for (name, value) in &element.attributes {
                let targets: Vec<&str> = match name.as_str() {
                    "href" => vec![
                        value
                            .strip_prefix('#')
                            .unwrap_or_else(|| panic!("{label}: leads out: {value}")),
                    ],
                    "aria-labelledby" => value.split(' ').collect(),
                    "marker-end" => vec![value.trim_start_matches("url(#").trim_end_matches(')')],
                    _ => continue,
                };
                for target in targets {
                    checked += 1;
                    assert!(known.contains(target), "{label}: `{target}` of {name}");
                }
            }
        }
        assert!(checked > 5, "{label}");
    }
}

#[test]
fn nothing_is_loaded_from_anywhere() {
    let loading = [
        "img", "link", "iframe", "object", "embed", "audio", "video", "source", "image", "use",
        "form", "base",
    ];
    for (label, html) in pages() {
        let read = Read::page(&html);
        for element in &read.elements {
            assert!(
                !loading.contains(&element.name.as_str()),
                "{label}: {element:?}"
            );
            for (name, value) in &element.attributes {
                let loads =
                    ["src", "srcset", "action", "data", "poster", "style"].contains(&name.as_str());
                assert!(!loads && !name.starts_with("on"), "{label}: {name}={value}");
            }
        }
        let style = &read.all("style").next().unwrap().text;
        assert!(
            !style.contains("url(") && !style.contains("@import"),
            "{label}"
        );
        let script = &read.all("script").next().unwrap().text;
        for word in [
            "fetch",
            "XMLHttp",
            "import",
            "WebSocket",
            "http",
            "eval",
            "innerHTML",
        ] {
            assert!(!script.contains(word), "{label}: the script has `{word}`");
        }
    }
}

/// The policy names the digests of the style and the script that stand in the page, and allows nothing else.
#[test]
fn the_policy_allows_the_pages_own_parts_only() {
    for (label, html) in pages() {
        let read = Read::page(&html);
        let policy = read
            .all("meta")
            .find(|meta| meta.attribute("http-equiv") == Some("Content-Security-Policy"))
            .and_then(|meta| meta.attribute("content"))
            .unwrap();
        let digest = |name: &str| {
            let mut all = read.all(name);
            let only = all.next().unwrap();
            assert!(all.next().is_none(), "{label}: one {name}");
            let digest = Sha256::digest(only.text.as_bytes());
            format!(
                "'sha256-{}'",
                base64::prelude::BASE64_STANDARD.encode(digest)
            )
        };
        let expected = format!(
            "default-src 'none'; base-uri 'none'; form-action 'none'; style-src {}; script-src {}",
            digest("style"),
            digest("script")
        );
        assert_eq!(policy, expected, "{label}");
    }
}

#[test]
fn names_are_shown_and_not_obeyed() {
    let hostile: Vec<String> = HOSTILE.iter().map(ToString::to_string).collect();
    let page = full::page(&evaluation(&hostile), Some(&release(&hostile)));
    let read = Read::page(&page);
    // Only elements that the templates themselves have.
    let mut plain = names(10);
    plain.push("a name that is long enough to be cut".to_owned());
    let plain = Read::page(&full::page(&evaluation(&plain), Some(&release(&plain))));
    let kinds = |read: &Read| {
        read.elements
            .iter()
            .map(|of| of.name.clone())
            .collect::<BTreeSet<_>>()
    };
    assert_eq!(kinds(&read), kinds(&plain));
    let attributes = |read: &Read| {
        let all = read.elements.iter().flat_map(|of| &of.attributes);
        all.map(|(name, _)| name.clone()).collect::<BTreeSet<_>>()
    };
    assert_eq!(attributes(&read), attributes(&plain));
    // Each is there as text, in a part of its own; what cannot be seen is shown as a symbol.
    let shown: Vec<&str> = read
        .all("h3")
        .map(|heading| heading.text.as_str())
        .collect();
    for name in HOSTILE {
        let expected = match name {
            "" => "(empty)".to_owned(),
            name => name
                .replace('\u{202e}', "\u{fffd}")
                .replace('\0', "␀")
                .replace('\u{7}', "␇")
                .replace('\u{ffff}', "\u{fffd}")
                .replace('\n', "␊"),
        };
        assert!(
            shown.contains(&expected.as_str()),
            "{expected} in {shown:?}"
        );
    }
}

#[test]
fn headings_go_down_one_level_at_a_time() {
    for (label, html) in pages() {
        let read = Read::page(&html);
        let levels = read.elements.iter().filter_map(|of| {
            let level = of.name.strip_prefix('h')?.parse::<u32>().ok()?;
            Some((level, &of.text))
        });
        let mut before = 0;
        for (level, text) in levels {
            assert!(
                level <= before + 1,
                "{label}: h{level} `{text}` after h{before}"
            );
            assert!(level > 1 || before == 0, "{label}: one h1");
            assert!(!text.trim().is_empty(), "{label}: an empty heading");
            before = level;
        }
    }
}

#[test]
fn figures_and_tables_say_what_they_show() {
    for (label, html) in pages() {
        let read = Read::page(&html);
        for (place, element) in read.elements.iter().enumerate() {
            let inside = &read.elements[place + 1..=place + element.within];
            let has = |name: &str| {
                inside
                    .iter()
                    .any(|of| of.name == name && !of.text.trim().is_empty())
            };
            match element.name.as_str() {
                "svg" => assert!(has("title") && has("desc"), "{label}: {element:?}"),
                "figure" => assert!(has("figcaption"), "{label}"),
                "table" => assert!(has("caption"), "{label}"),
                "th" => assert!(element.attribute("scope").is_some(), "{label}"),
                _ => {}
            }
        }
        let html_element = read.all("html").next().unwrap();
        assert_eq!(html_element.attribute("lang"), Some("en"), "{label}");
    }
}

#[test]
fn every_page_says_first_whether_it_may_be_published() {
    for (label, html) in pages() {
        let read = Read::page(&html);
        let first = read
            .elements
            .iter()
            .find(|of| {
                of.attribute("class")
                    .is_some_and(|class| class.starts_with("notice"))
            })
            .unwrap();
        let private =
            label.starts_with("full") || label.starts_with("compare,") && !label.contains("public");
        if private {
            assert!(
                first.text.contains("NOT differentially private"),
                "{label}: {}",
                first.text
            );
            assert!(first.text.contains("it reads the real data"), "{label}");
        } else {
            assert!(!first.text.contains("NOT"), "{label}: {}", first.text);
            assert!(first.text.contains("as public as"), "{label}");
        }
        if label.starts_with("public") {
            for part in ["ε = 0.8", "δ = 1e-9", "AddRemove"] {
                assert!(first.text.contains(part), "{label}: {part}");
            }
        }
        let notice = html.find("class=\"notice").unwrap();
        assert!(notice < html.find("<main").unwrap(), "{label}");
    }
}
