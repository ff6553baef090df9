//! The tree that the reader makes: RON values with their places.

use crate::problem::Place;

/// A value and where it stands.
#[derive(Debug)]
pub(crate) struct Node {
    pub(crate) place: Place,
    pub(crate) value: Value,
}

#[derive(Debug)]
pub(crate) enum Value {
    /// A string, its escapes resolved.
    Text(String),
    /// A number as it is written.
    Number(String),
    Bool(bool),
    List(Vec<Node>),
    /// Pairs in the order of the text; keys may repeat.
    Map(Vec<(Node, Node)>),
    /// `Name`, `Name(…)` or `(…)`.
    Term {
        name: Option<Name>,
        body: Body,
    },
}

/// What follows a name.
#[derive(Debug)]
pub(crate) enum Body {
    /// Nothing: `AddRemove`.
    Bare,
    /// `(field: value, …)`, and also `()`.
    Fields(Vec<Field>),
    /// `(value, …)`, at least one.
    Items(Vec<Node>),
}

#[derive(Debug)]
pub(crate) struct Name {
    pub(crate) text: String,
    pub(crate) place: Place,
}

#[derive(Debug)]
pub(crate) struct Field {
    pub(crate) name: Name,
    pub(crate) value: Node,
}

impl Node {
    /// What to blame when something is missing inside: the name of a term, or its bracket.
    pub(crate) fn head(&self) -> Place {
        match &self.value {
            Value::Term {
                name: Some(name), ..
            } => name.place,
            Value::Term { .. } | Value::List(_) | Value::Map(_) => Place {
                start: self.place.start,
                end: (self.place.start + 1).min(self.place.end),
            },
            Value::Text(_) | Value::Number(_) | Value::Bool(_) => self.place,
        }
    }

    /// The place of an item of a list, or of the whole where there is none.
    pub(crate) fn item_place(&self, index: usize) -> Place {
        match &self.value {
            Value::List(items) => items.get(index).map_or(self.place, |item| item.place),
            _ => self.place,
        }
    }

    /// What this is, for "expected …, found …".
    pub(crate) fn describe(&self) -> String {
        match &self.value {
            Value::Text(_) => "a string".to_owned(),
            Value::Number(_) => "a number".to_owned(),
            Value::Bool(_) => "a boolean".to_owned(),
            Value::List(_) => "a list".to_owned(),
            Value::Map(_) => "a map".to_owned(),
            Value::Term {
                name: Some(name), ..
            } => format!("the name `{}`", name.text),
            Value::Term {
                name: None,
                body: Body::Items(_),
            } => "values in parentheses".to_owned(),
            Value::Term { name: None, .. } => "fields in parentheses".to_owned(),
        }
    }
}
