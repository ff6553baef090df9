//! Pages as a browser's parser reads them.

mod made_up;
mod numbers;
mod read;
mod structure;
