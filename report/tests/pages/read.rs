//! A page as a browser's parser reads it.

use html5ever::tendril::TendrilSink as _;
use html5ever::{ParseOpts, parse_document};
use markup5ever_rcdom::{Handle, NodeData, RcDom};

/// All elements in order, and what the parser complained of.
pub struct Read {
    pub elements: Vec<Element>,
    pub errors: Vec<String>,
}

/// One element.
#[derive(Clone, Debug)]
pub struct Element {
    pub name: String,
    pub attributes: Vec<(String, String)>,
    /// The names of those that it lies in, outermost first.
    pub inside: Vec<String>,
    /// All text in it.
    pub text: String,
    /// How many elements lie in it: those that follow.
    pub within: usize,
}

impl Element {
    pub fn attribute(&self, name: &str) -> Option<&str> {
        let found = self.attributes.iter().find(|(of, _)| of == name);
        found.map(|(_, value)| value.as_str())
    }

    pub fn number(&self) -> Option<f64> {
        self.attribute("data-value")?.parse().ok()
    }
}

impl Read {
    pub fn page(html: &str) -> Self {
        let dom = parse_document(RcDom::default(), ParseOpts::default()).one(html);
        let mut read = Self {
            elements: Vec::new(),
            errors: dom
                .errors
                .borrow()
                .iter()
                .map(ToString::to_string)
                .collect(),
        };
        read.walk(&dom.document, &[]);
        read
    }

    pub fn all<'r>(&'r self, name: &'r str) -> impl Iterator<Item = &'r Element> {
        self.elements
            .iter()
            .filter(move |element| element.name == name)
    }

    /// The rows of the table whose caption begins so: the cells of each.
    pub fn rows(&self, caption: &str) -> Vec<Vec<&Element>> {
        let is_it = |&(place, element): &(usize, &Element)| {
            element.name == "table"
                && self
                    .inside(place)
                    .any(|of| of.name == "caption" && of.text.starts_with(caption))
        };
        let (place, _) = self
            .elements
            .iter()
            .enumerate()
            .find(is_it)
            .unwrap_or_else(|| panic!("no table `{caption}`"));
        let mut rows: Vec<Vec<&Element>> = Vec::new();
        for element in self.inside(place) {
            let in_body = element.inside.iter().any(|name| name == "tbody");
            match element.name.as_str() {
                "tr" if in_body => rows.push(Vec::new()),
                "td" | "th" if in_body => rows.last_mut().unwrap().push(element),
                _ => {}
            }
        }
        rows
    }

    fn inside(&self, place: usize) -> impl Iterator<Item = &Element> {
        self.elements[place + 1..=place + self.elements[place].within].iter()
    }

    fn walk(&mut self, node: &Handle, inside: &[String]) -> String {
        let mut text = String::new();
        let mut inside = inside.to_vec();
        let mut place = None;
        match &node.data {
            NodeData::Text { contents } => text.push_str(&contents.borrow()),
            NodeData::Element { name, attrs, .. } => {
                place = Some(self.elements.len());
                let attributes = attrs
                    .borrow()
                    .iter()
                    .map(|of| (of.name.local.to_string(), of.value.to_string()))
                    .collect();
                self.elements.push(Element {
                    name: name.local.to_string(),
                    attributes,
                    inside: inside.clone(),
                    text: String::new(),
                    within: 0,
                });
                inside.push(name.local.to_string());
            }
            _ => {}
        }
        for child in node.children.borrow().iter() {
            text.push_str(&self.walk(child, &inside));
        }
        if let Some(place) = place {
            self.elements[place].text.clone_from(&text);
            self.elements[place].within = self.elements.len() - place - 1;
        }
        text
    }
}
