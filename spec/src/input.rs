//! How the table is written that is read.

use crate::charset::Charset;
use crate::delimiter::{read_delimiter, written_delimiter};
use crate::expect::text;
use crate::fields::{Fields, Group};
use crate::findings::Findings;
use crate::in_full::Written;
use crate::problem::Place;
use crate::reader::Node;

/// How a table is written. The output has the same decimal sign, and is always UTF-8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct InputForm {
    /// The byte between two fields.
    pub delimiter: u8,
    /// Whether the spec says so; where it does not, whoever reads a table may know better.
    pub states_delimiter: bool,
    /// What stands before the fraction of a number.
    pub decimal: DecimalSign,
    /// How characters are stored.
    pub encoding: Charset,
}

/// What stands before the fraction of a number in a table. The spec's own numbers have a point, always.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DecimalSign {
    #[default]
    Point,
    Comma,
}

impl InputForm {
    /// A form that was refused counts as absent for the rest of the spec.
    pub(crate) fn read(node: &Node, findings: &mut Findings) -> Option<Self> {
        let fields = Fields::of_group(node, INPUT, findings)?;
        let stated = fields.optional("delimiter");
        let delimiter = match stated {
            Some(node) => read_delimiter(node, findings),
            None => Some(Self::default().delimiter),
        };
        let decimal = match fields.optional("decimal") {
            Some(node) => DecimalSign::read(node, findings),
            None => Some(DecimalSign::default()),
        };
        let encoding = match fields.optional("encoding") {
            Some(node) => Charset::read(node, findings),
            None => Some(Charset::default()),
        };
        let form = Self {
            delimiter: delimiter?,
            states_delimiter: stated.is_some(),
            decimal: decimal?,
            encoding: encoding?,
        };
        let place = stated.map_or(node.head(), |node| node.place);
        form.decimal
            .keep_apart(form.delimiter, place, findings)
            .map(|()| form)
    }

    /// A delimiter that is not stated stays so: whoever reads a table may know better.
    pub(crate) fn written(&self) -> Written {
        let Self {
            delimiter,
            states_delimiter,
            decimal,
            encoding,
        } = *self;
        let stated = states_delimiter.then_some(delimiter);
        let decimal = char::from(decimal.byte()).to_string();
        Written::Group(
            "",
            vec![
                ("delimiter", Written::optional(stated, written_delimiter)),
                ("decimal", Written::text(&decimal)),
                ("encoding", Written::text(encoding.name())),
            ],
        )
    }
}

impl Default for InputForm {
    fn default() -> Self {
        Self {
            delimiter: b',',
            states_delimiter: false,
            decimal: DecimalSign::Point,
            encoding: Charset::UTF_8,
        }
    }
}

impl DecimalSign {
    pub fn byte(self) -> u8 {
        match self {
            Self::Point => b'.',
            Self::Comma => b',',
        }
    }

    /// Refuses to write numbers with the byte that divides fields.
    pub(crate) fn keep_apart(
        self,
        delimiter: u8,
        place: Place,
        findings: &mut Findings,
    ) -> Option<()> {
        if self.byte() != delimiter {
            return Some(());
        }
        let what = "`,` stands in numbers and cannot stand between fields too";
        findings.add(
            place,
            what,
            "write `delimiter: \";\"`, or what divides the fields",
        );
        None
    }

    fn read(node: &Node, findings: &mut Findings) -> Option<Self> {
        match text(node, findings)? {
            "." => Some(Self::Point),
            "," => Some(Self::Comma),
            _ => {
                let what = "this cannot stand before the fraction of a number";
                findings.add(node.place, what, "write `\".\"` or `\",\"`");
                None
            }
        }
    }
}

const INPUT: Group = Group {
    owner: "input",
    name: "Input",
    known: &["delimiter", "decimal", "encoding"],
};
