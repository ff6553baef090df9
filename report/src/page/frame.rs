//! The frame of a page: one file, which opens offline and loads nothing.
//!
//! The content security policy forbids everything but this page's own style and script, which it names by their
//! digests: were a name from a table ever to get past the escaping, it still could not run.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use sha2::{Digest as _, Sha256};

use super::name::shown;

/// What stands at the top, before anything else.
pub enum Notice {
    /// The page must not be published.
    Warning { title: String, text: Markup },
    /// What is promised about the page.
    Claim { title: String, text: Markup },
}

/// One part of a page, with a place in its navigation.
pub struct Section {
    /// Its anchor.
    pub anchor: &'static str,
    /// What the navigation calls it: a word or two.
    pub short: &'static str,
    pub title: &'static str,
    pub content: Markup,
}

impl Section {
    pub fn new(
        anchor: &'static str,
        short: &'static str,
        title: &'static str,
        content: Markup,
    ) -> Self {
        Self {
            anchor,
            short,
            title,
            content,
        }
    }
}

/// A page.
pub struct Page {
    pub title: String,
    pub notice: Notice,
    pub sections: Vec<Section>,
    /// What can be searched for, if anything can: what the field says while it is empty.
    pub search: Option<&'static str>,
    /// What made it.
    pub made_by: String,
}

impl Page {
    /// The whole file.
    pub fn into_html(self) -> String {
        let policy = format!(
            "default-src 'none'; base-uri 'none'; form-action 'none'; style-src '{}'; script-src '{}'",
            digest(STYLE),
            digest(SCRIPT)
        );
        let page = html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta http-equiv="Content-Security-Policy" content=(policy);
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="referrer" content="no-referrer";
                    title { (self.title) }
                    style { (PreEscaped(STYLE)) }
                }
                body {
                    a.skip href="#content" { "Skip to the content" }
                    header {
                        h1 { (self.title) }
                        (notice(&self.notice))
                    }
                    (self.navigation())
                    main #content tabindex="-1" {
                        @for section in &self.sections {
                            section aria-labelledby=(section.anchor) {
                                h2 #(section.anchor) { (section.title) }
                                (section.content)
                            }
                        }
                    }
                    footer { p { (self.made_by) } }
                    script { (PreEscaped(SCRIPT)) }
                }
            }
        };
        // Sentences hold names too: nothing unseen is left anywhere. The templates themselves have line ends only.
        let text = page.into_string();
        let kept = |letter| {
            if letter == '\n' {
                letter
            } else {
                shown(letter)
            }
        };
        text.chars().map(kept).collect()
    }

    /// It stays in sight.
    fn navigation(&self) -> Markup {
        html! {
            nav aria-label="Sections" {
                ul tabindex="0" {
                    @for section in &self.sections {
                        li { a href={ "#" (section.anchor) } { (section.short) } }
                    }
                }
                @if let Some(search) = self.search {
                    // Without the script it finds nothing, and is not shown.
                    div.search hidden {
                        input type="search" data-filter placeholder=(search) aria-label=(search) autocomplete="off" spellcheck="false";
                        span role="status" data-filter-count {}
                    }
                }
            }
        }
    }
}

fn notice(notice: &Notice) -> Markup {
    let (class, title, text) = match notice {
        Notice::Warning { title, text } => ("warning", title, text),
        Notice::Claim { title, text } => ("claim", title, text),
    };
    html! {
        div class={ "notice " (class) } role="note" {
            strong { (title) }
            (text)
        }
    }
}

fn digest(text: &str) -> String {
    format!(
        "sha256-{}",
        BASE64_STANDARD.encode(Sha256::digest(text.as_bytes()))
    )
}

const STYLE: &str = include_str!("../../assets/report.css");
const SCRIPT: &str = include_str!("../../assets/report.js");
