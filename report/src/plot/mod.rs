//! Plots as inline SVG. Colours come from the page's style, so that they follow light, dark and paper; nothing is
//! said by colour alone.

mod bars;
mod chances;
mod curves;
mod density;
mod figure;
mod grades;
mod heat;
mod labels;
mod layers;
mod order;
mod ring;
mod scale;
mod spread;

pub use bars::{Bar, bars};
pub use chances::{Chance, chances};
pub use curves::{Curves, Series};
pub use density::{Density, has_shape};
pub use grades::{Graded, class as grade_class, grades, in_words as grade_in_words};
pub use heat::{Heat, HeatMaps, MapSize, Shading};
pub use labels::{LabelPair, labels};
pub use layers::layers;
pub use order::Child;
pub use ring::ring;
pub use spread::{Spread, spread};
