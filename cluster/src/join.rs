//! Sums of different rows, joined: the engine's aggregate.
//!
//! Tested: `one_machine_and_many_make_the_same_release`; `sums_of_any_cut_are_the_sums_of_the_whole`.

use datafusion::arrow::array::{ArrayRef, AsArray as _};
use datafusion::arrow::datatypes::DataType;
use datafusion::common::ScalarValue;
use datafusion::error::Result;
use datafusion::logical_expr::function::AccumulatorArgs;
use datafusion::logical_expr::{
    Accumulator, AggregateUDF, AggregateUDFImpl, Signature, Volatility,
};
use privet_release::engine::Sums;

use crate::told::unfit;

/// The aggregate that every machine knows by its name.
pub(crate) fn join() -> AggregateUDF {
    AggregateUDF::from(Join(Signature::exact(
        vec![DataType::LargeBinary],
        Volatility::Immutable,
    )))
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct Join(Signature);

impl AggregateUDFImpl for Join {
    fn name(&self) -> &'static str {
        "privet_join"
    }

    fn signature(&self) -> &Signature {
        &self.0
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        Ok(DataType::LargeBinary)
    }

    fn accumulator(&self, _: AccumulatorArgs<'_>) -> Result<Box<dyn Accumulator>> {
        Ok(Box::new(Joined(Sums::new())))
    }
}

struct Joined(Sums);

impl core::fmt::Debug for Joined {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        formatter.write_str("Joined")
    }
}

impl Accumulator for Joined {
    fn update_batch(&mut self, values: &[ArrayRef]) -> Result<()> {
        for value in values {
            for bytes in value.as_binary::<i64>().iter().flatten() {
                self.0.join(bytes).map_err(unfit)?;
            }
        }
        Ok(())
    }

    fn merge_batch(&mut self, states: &[ArrayRef]) -> Result<()> {
        self.update_batch(states)
    }

    fn state(&mut self) -> Result<Vec<ScalarValue>> {
        Ok(vec![self.evaluate()?])
    }

    fn evaluate(&mut self) -> Result<ScalarValue> {
        Ok(ScalarValue::LargeBinary(Some(self.0.to_bytes())))
    }

    fn size(&self) -> usize {
        self.0.size()
    }
}
