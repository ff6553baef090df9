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

/// A page.
pub struct Page {
    pub title: String,
    pub notice: Notice,
    /// The sections with their anchors and titles, in order.
    pub sections: Vec<(&'static str, &'static str, Markup)>,
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
                        nav aria-label="Sections" {
                            ul {
                                @for (anchor, title, _) in &self.sections {
                                    li { a href={ "#" (anchor) } { (title) } }
                                }
                            }
                        }
                    }
                    main #content tabindex="-1" {
                        @for (anchor, title, content) in &self.sections {
                            section aria-labelledby=(anchor) {
                                h2 #(anchor) { (title) }
                                (content)
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
