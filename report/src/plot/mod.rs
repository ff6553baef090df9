//! Plots as inline SVG. Colours come from the page's style, so that they follow light, dark and paper; nothing is
//! said by colour alone.

mod bars;
mod curves;
mod figure;
mod heat;
mod layers;
mod numeric;
mod order;
mod pairs;
mod ring;
mod scale;
mod spread;

pub use bars::{Bar, bars};
pub use curves::{Curves, Series};
pub use heat::{Heat, Shading};
pub use layers::layers;
pub use numeric::{NumericBar, numeric};
pub use order::Child;
pub use pairs::{Pair, pairs};
pub use ring::ring;
pub use spread::{Spread, spread};
