//! A drawing, with a title and a description for those who do not see it.

use maud::{Markup, html};

/// What is drawn. `key` is unique on the page: anchors are made from it.
pub struct Drawing<'a> {
    pub key: &'a str,
    /// What it is, in a few words.
    pub title: &'a str,
    /// What it shows, in words.
    pub description: String,
    /// In pixels, where there is room for so many; else it shrinks.
    pub width: f64,
    pub height: f64,
}

impl Drawing<'_> {
    /// The drawing by itself.
    pub fn svg(&self, content: &Markup) -> Markup {
        let (key, width, height) = (self.key, self.width, self.height);
        html! {
            svg role="img" viewBox={ "0 0 " (px(width)) " " (px(height)) } width=(px(width)) height=(px(height))
                aria-labelledby={ (key) "-title " (key) "-desc" } {
                title #{ (key) "-title" } { (self.title) }
                desc #{ (key) "-desc" } { (self.description) }
                (content)
            }
        }
    }

    /// With a caption.
    pub fn figure(&self, caption: &Markup, content: &Markup) -> Markup {
        html! { figure { figcaption { (caption) } (self.svg(content)) } }
    }

    /// With a caption, drawn so that it fits, however much it holds; the script lets it be enlarged and moved.
    pub fn figure_that_pans(&self, caption: &Markup, content: &Markup) -> Markup {
        html! {
            figure.pans {
                figcaption { (caption) }
                div.tools hidden {
                    button type="button" data-zoom="in" aria-label="Enlarge the drawing" { "+" }
                    button type="button" data-zoom="out" aria-label="Reduce the drawing" { "−" }
                    button type="button" data-zoom="all" { "Show all" }
                    span.soft { "Drag to move; + and − and arrow keys do the same." }
                }
                div.frame data-pans tabindex="0" role="group" aria-label=(self.title) { (self.svg(content)) }
            }
        }
    }
}

/// A length, to a tenth of a pixel.
pub fn px(length: f64) -> String {
    let text = format!("{length:.1}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}
