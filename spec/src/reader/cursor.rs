//! A place in the text, and the steps that move it.

use crate::findings::Findings;
use crate::problem::Place;
use crate::text::hidden;

pub(super) struct Cursor<'t> {
    text: &'t str,
    at: usize,
    /// Up to here foreign spaces are reported; the cursor may go back and come by them again.
    reported: usize,
}

impl<'t> Cursor<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self {
            text,
            at: 0,
            reported: 0,
        }
    }

    pub(super) fn position(&self) -> usize {
        self.at
    }

    /// Returns to a position read before.
    pub(super) fn go_back_to(&mut self, position: usize) {
        self.at = position;
    }

    pub(super) fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    pub(super) fn bump(&mut self) -> Option<char> {
        let character = self.peek()?;
        self.at += character.len_utf8();
        Some(character)
    }

    /// Steps over `expected` if it stands here.
    pub(super) fn eat(&mut self, expected: char) -> bool {
        let there = self.peek() == Some(expected);
        if there {
            self.at += expected.len_utf8();
        }
        there
    }

    /// Steps over characters while they are `wanted`, and returns them.
    pub(super) fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> &'t str {
        let rest = self.rest();
        let end = rest.find(|c| !wanted(c)).unwrap_or(rest.len());
        self.at += end;
        rest.get(..end).unwrap_or_default()
    }

    pub(super) fn place_from(&self, start: usize) -> Place {
        Place {
            start,
            end: self.at,
        }
    }

    /// The character that stands here, or the end of the text.
    pub(super) fn here(&self) -> Place {
        let length = self.peek().map_or(0, char::len_utf8);
        Place {
            start: self.at,
            end: self.at + length,
        }
    }

    /// Steps over white space and comments; `None` after reporting a comment that never ends.
    pub(super) fn skip_blank(&mut self, findings: &mut Findings) -> Option<()> {
        loop {
            self.take_while(|c| matches!(c, ' ' | '\t' | '\n' | '\r'));
            if self.rest().starts_with("//") {
                self.take_while(|c| c != '\n');
            } else if self.rest().starts_with("/*") {
                self.skip_block_comment(findings)?;
            } else if self.peek().is_some_and(char::is_whitespace) {
                self.skip_foreign_space(findings);
            } else {
                return Some(());
            }
        }
    }

    /// A space that RON does not know is reported, and reading goes on as if it were one.
    fn skip_foreign_space(&mut self, findings: &mut Findings) {
        let start = self.at;
        let space = self.bump().filter(|space| hidden(*space).is_none());
        // Hidden ones were reported already, by the walk through the whole file.
        if let Some(space) = space
            && start >= self.reported
        {
            let what = format!("this is not the ordinary space, U+{:04X}", u32::from(space));
            findings.add(self.place_from(start), what, "write an ordinary space");
            self.reported = self.at;
        }
    }

    /// Block comments nest, as in RON.
    fn skip_block_comment(&mut self, findings: &mut Findings) -> Option<()> {
        let start = self.at;
        let mut depth = 0_usize;
        loop {
            if self.rest().starts_with("/*") {
                depth += 1;
                self.at += 2;
            } else if self.rest().starts_with("*/") {
                depth -= 1;
                self.at += 2;
                if depth == 0 {
                    return Some(());
                }
            } else if self.bump().is_none() {
                let place = Place {
                    start,
                    end: start + 2,
                };
                findings.add(
                    place,
                    "this comment never ends",
                    "write `*/` where it should end",
                );
                return None;
            }
        }
    }
}
