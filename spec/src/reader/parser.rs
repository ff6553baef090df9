//! Text to tree, by recursive descent.

use unicode_ident::{is_xid_continue, is_xid_start};

use super::cursor::Cursor;
use super::string::string;
use super::{Body, Field, Name, Node, Value};
use crate::findings::Findings;
use crate::problem::Place;
use crate::text;

/// Reads the one value of a file. What can be understood in spite of a mistake (a missing comma, a
/// bad escape) is reported and reading goes on; `None` where it cannot.
pub(crate) fn read(text: &str, findings: &mut Findings) -> Option<Node> {
    if text.len() > LONGEST_FILE {
        let what = format!(
            "the file has {} bytes; a spec has at most {LONGEST_FILE}",
            text.len()
        );
        findings.add(
            Place { start: 0, end: 0 },
            what,
            "write fewer labels, or bin them",
        );
        return None;
    }
    refuse_hidden_characters(text, findings);
    let mut parser = Parser {
        cursor: Cursor::new(text),
        depth: 0,
        findings,
    };
    parser.blank()?;
    if parser.cursor.peek().is_none() {
        let here = parser.cursor.here();
        parser.findings.add(
            here,
            "the file holds no release",
            "write `Release(privet: 1, …)`",
        );
        return None;
    }
    let root = parser.value()?;
    parser.blank()?;
    if parser.cursor.peek().is_some() {
        let here = parser.cursor.here();
        parser.findings.add(
            here,
            "there is text after the end of the release",
            "remove it",
        );
    }
    Some(root)
}

struct Parser<'t, 'f> {
    cursor: Cursor<'t>,
    depth: usize,
    findings: &'f mut Findings,
}

/// One entry between parentheses.
enum Entry {
    Field(Field),
    Item(Node),
}

impl Parser<'_, '_> {
    fn blank(&mut self) -> Option<()> {
        self.cursor.skip_blank(self.findings)
    }

    /// Reads the value that starts here.
    fn value(&mut self) -> Option<Node> {
        let start = self.cursor.position();
        let value = match self.cursor.peek() {
            Some('"') => Value::Text(string(&mut self.cursor, self.findings)?),
            Some('[') => Value::List(self.sequence(']', Self::value)?),
            Some('{') => Value::Map(self.sequence('}', Self::pair)?),
            Some('(') => Value::Term {
                name: None,
                body: self.body()?,
            },
            Some(c) if c.is_ascii_digit() || matches!(c, '+' | '-' | '.') => {
                Value::Number(self.number().to_owned())
            }
            Some(c) if starts_name(c) => self.named()?,
            _ => return self.unexpected(),
        };
        Some(Node {
            place: self.cursor.place_from(start),
            value,
        })
    }

    /// The whole word, sensible or not; the field that receives it judges it. A sign belongs to it
    /// at the start and in an exponent.
    fn number(&mut self) -> &str {
        let rest = self.cursor.rest();
        let mut before = 'e';
        let mut length = 0;
        for c in rest.chars() {
            let sign = matches!(c, '+' | '-') && matches!(before, 'e' | 'E');
            if !(sign || c.is_ascii_alphanumeric() || matches!(c, '.' | '_')) {
                break;
            }
            before = c;
            length += 1;
        }
        // Every accepted character is one byte long.
        for _ in 0..length {
            self.cursor.bump();
        }
        rest.get(..length).unwrap_or_default()
    }

    fn named(&mut self) -> Option<Value> {
        let start = self.cursor.position();
        let word = self.cursor.take_while(continues_name);
        let place = self.cursor.place_from(start);
        match word {
            "true" => return Some(Value::Bool(true)),
            "false" => return Some(Value::Bool(false)),
            "r" | "b" | "br" if matches!(self.cursor.peek(), Some('"' | '#' | '\'')) => {
                let what = "raw and byte strings are not part of a spec";
                self.findings
                    .add(place, what, "write an ordinary string, `\"…\"`");
                return None;
            }
            _ => {}
        }
        let name = Some(Name {
            text: word.to_owned(),
            place,
        });
        let behind_name = self.cursor.position();
        self.blank()?;
        if self.cursor.peek() == Some('(') {
            let mut body = self.body()?;
            if word == "None" {
                let what = "`None` takes nothing in parentheses";
                self.findings.add(place, what, "write `None` alone");
                body = Body::Bare;
            }
            return Some(Value::Term { name, body });
        }
        // A bare name ends where it ends, not behind the comment that follows it.
        self.cursor.go_back_to(behind_name);
        Some(Value::Term {
            name,
            body: Body::Bare,
        })
    }

    /// Reads from `(` to `)`.
    fn body(&mut self) -> Option<Body> {
        let mut fields = Vec::new();
        let mut items = Vec::new();
        for entry in self.sequence(')', Self::entry)? {
            match entry {
                Entry::Field(field) => fields.push(field),
                Entry::Item(item) => items.push(item),
            }
        }
        match items.first() {
            Some(item) if !fields.is_empty() => {
                let what = "this value has no field name, but others beside it have";
                self.findings.add(item.place, what, "write `name: value`");
                Some(Body::Fields(fields))
            }
            Some(_) => Some(Body::Items(items)),
            None => Some(Body::Fields(fields)),
        }
    }

    fn entry(&mut self) -> Option<Entry> {
        let start = self.cursor.position();
        if self.cursor.peek().is_some_and(starts_name) {
            let word = self.cursor.take_while(continues_name);
            let name = Name {
                text: word.to_owned(),
                place: self.cursor.place_from(start),
            };
            self.blank()?;
            if self.cursor.eat(':') {
                self.blank()?;
                return Some(Entry::Field(Field {
                    name,
                    value: self.value()?,
                }));
            }
            self.cursor.go_back_to(start);
        }
        self.value().map(Entry::Item)
    }

    fn pair(&mut self) -> Option<(Node, Node)> {
        let key = self.value()?;
        self.blank()?;
        if !self.cursor.eat(':') {
            let here = self.cursor.here();
            self.findings.add(
                here,
                "expected `:` after the key of a map",
                "write `key: value`",
            );
            return None;
        }
        self.blank()?;
        Some((key, self.value()?))
    }

    /// Reads entries separated by commas, from the bracket that stands here to `close`.
    fn sequence<T>(&mut self, close: char, read: fn(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let open = self.cursor.here();
        self.depth += 1;
        if self.depth > DEEPEST {
            let what = format!("brackets are nested more than {DEEPEST} deep");
            self.findings.add(open, what, "remove the inner brackets");
            return None;
        }
        self.cursor.bump();
        let mut entries = Vec::new();
        loop {
            self.blank()?;
            if self.cursor.eat(close) {
                self.depth -= 1;
                return Some(entries);
            }
            if self.cursor.peek().is_none() {
                let help = format!("write `{close}` where it should end");
                self.findings
                    .add(open, "this bracket is never closed", help);
                return None;
            }
            entries.push(read(self)?);
            let behind_entry = self.cursor.position();
            self.blank()?;
            let next = self.cursor.peek();
            if next.is_none() || next == Some(close) || self.cursor.eat(',') {
                continue;
            }
            if !next.is_some_and(starts_value) {
                return self.unexpected();
            }
            let place = Place {
                start: behind_entry,
                end: behind_entry,
            };
            self.findings
                .add(place, "a comma is missing here", "write `,`");
        }
    }

    /// Reports that no value can start here.
    fn unexpected<T>(&mut self) -> Option<T> {
        let here = self.cursor.here();
        let (what, help) = match self.cursor.peek() {
            None => (
                "the file ends where a value is expected".to_owned(),
                "write the value",
            ),
            Some('#') => (
                "a spec cannot switch on language extensions".to_owned(),
                "remove `#![…]`; everything a spec needs is always on",
            ),
            Some('\'') => (
                "single quotes are not part of a spec".to_owned(),
                "write a string in double quotes, `\"…\"`",
            ),
            Some(c) => (
                format!("`{}` cannot stand here", c.escape_debug()),
                "check commas, quotes and brackets just before it",
            ),
        };
        self.findings.add(here, what, help);
        None
    }
}

/// Names are those of RON, so that a name which no field knows is still read, and reported as unknown.
fn starts_name(c: char) -> bool {
    is_xid_start(c) || c == '_'
}

fn continues_name(c: char) -> bool {
    is_xid_continue(c)
}

fn starts_value(c: char) -> bool {
    starts_name(c) || c.is_ascii_digit() || matches!(c, '"' | '[' | '{' | '(' | '+' | '-' | '.')
}

/// In the whole file, comments included: they too are what a reviewer reads.
fn refuse_hidden_characters(text: &str, findings: &mut Findings) {
    for (start, character) in text.char_indices() {
        let line_end =
            character == '\r' && text.get(start + 1..).is_some_and(|t| t.starts_with('\n'));
        if line_end || matches!(character, '\n' | '\t') {
            continue;
        }
        if let Some(reason) = text::hidden(character) {
            let what = format!("there is {reason}, U+{:04X}", u32::from(character));
            let place = Place {
                start,
                end: start + character.len_utf8(),
            };
            findings.add(place, what, "remove it; readers of the spec cannot see it");
        }
    }
}

/// Specs are written and read by people; the widest sensible schema has some hundred kilobytes.
const LONGEST_FILE: usize = 1 << 20;
/// The deepest spec nests seven deep. The limit bounds the recursion.
const DEEPEST: usize = 32;
