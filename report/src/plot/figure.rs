//! A drawing with its caption, and a title and description for those who do not see it.

use maud::{Markup, html};

/// A figure. `key` is unique on the page: anchors are made from it.
pub struct Figure<'a> {
    pub key: &'a str,
    pub caption: Markup,
    /// What it is, in a few words.
    pub title: &'a str,
    /// What it shows, in words.
    pub description: String,
    /// In pixels.
    pub width: f64,
    pub height: f64,
    /// Whether it may shrink to the width of the window; else it scrolls.
    pub shrinks: bool,
}

impl Figure<'_> {
    /// The figure around the drawing.
    pub fn around(&self, drawing: &Markup) -> Markup {
        html! {
            figure {
                figcaption { (self.caption) }
                @if self.shrinks {
                    (self.svg(drawing))
                } @else {
                    div.scroll tabindex="0" role="group" aria-label=(self.title) { (self.svg(drawing)) }
                }
            }
        }
    }

    fn svg(&self, drawing: &Markup) -> Markup {
        let (key, width, height) = (self.key, self.width, self.height);
        html! {
            svg role="img" class=[self.shrinks.then_some("fits")]
                viewBox={ "0 0 " (px(width)) " " (px(height)) } width=(px(width)) height=(px(height))
                aria-labelledby={ (key) "-title " (key) "-desc" } {
                title #{ (key) "-title" } { (self.title) }
                desc #{ (key) "-desc" } { (self.description) }
                (drawing)
            }
        }
    }
}

/// A length, to a tenth of a pixel.
pub fn px(length: f64) -> String {
    let text = format!("{length:.1}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}
