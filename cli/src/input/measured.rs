//! What `evaluate` and `compare` measure.

use privet_report::measure::Wanted;

/// What `evaluate` measures.
#[derive(Debug, clap::Args)]
pub struct Measured {
    /// Numbers of columns of the marginals to measure, 1 to 8; 1 and 2 always are.
    #[arg(
        long,
        value_name = "NUMBERS",
        default_values_t = Wanted::default().ways,
        value_delimiter = ','
    )]
    pub ways: Vec<usize>,

    /// The most marginals of each number of columns from 3 on; if there are more, a seeded choice.
    #[arg(long, value_name = "NUMBER", default_value_t = Wanted::default().count)]
    pub count: usize,

    /// The seed of everything that is chosen at random.
    #[arg(long, value_name = "NUMBER", default_value_t = Wanted::default().seed)]
    pub seed: u64,

    /// A column that models shall tell from the others, trained on synthetic rows and tested on real
    /// ones; may be given several times. `all` means every column, `none` no models. Without it those that the spec
    /// names, or the five that the others tell most of, where the rarer answer is not too rare.
    #[arg(long = "target", value_name = "COLUMN")]
    pub targets: Vec<String>,

    /// The share of the real rows that models are tested on, at least 0 and below 1.
    #[arg(long, value_name = "SHARE", default_value_t = Wanted::default().share)]
    pub share: f64,
}

impl Measured {
    /// As the library takes it.
    pub fn read(&self) -> Wanted {
        Wanted {
            ways: self.ways.clone(),
            count: self.count,
            seed: self.seed,
            targets: self.targets.clone(),
            share: self.share,
        }
    }
}
