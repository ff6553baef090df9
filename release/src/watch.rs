//! Someone to tell how far the work is. The library itself draws no bar and prints nothing.

/// Is told of stages of work, and of what an operator should know.
///
/// What it is told may depend on the private table: it is for the operator's eyes, never for publication.
pub trait Watch: Sync {
    /// A stage of so many steps begins. What is returned is told of them, and dropped when the stage ends.
    fn stage(&self, name: &str, steps: u64) -> Box<dyn Stage + '_>;

    /// A remark on the table.
    fn note(&self, _remark: &str) {}

    /// What an operator must know because it concerns the guarantee, such as a budget that was spent for nothing.
    fn warn(&self, _warning: &str) {}
}

/// One stage of work.
pub trait Stage: Sync {
    /// One step further.
    fn step(&self);

    /// As far as this.
    fn at(&self, position: u64);
}

/// Nobody is told.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Watch for Silent {
    fn stage(&self, _name: &str, _steps: u64) -> Box<dyn Stage + '_> {
        Box::new(Self)
    }
}

impl Stage for Silent {
    fn step(&self) {}

    fn at(&self, _position: u64) {}
}
