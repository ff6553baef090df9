//! Steps of a plan on their way to another machine.

use std::sync::Arc;

use datafusion::error::{DataFusionError, Result};
use datafusion::execution::TaskContext;
use datafusion::physical_plan::ExecutionPlan;
use datafusion_proto::physical_plan::{PhysicalExtensionCodec, PhysicalProtoConverterExtension};
use privet_release::engine::Share;

use crate::scan::Scan;
use crate::step::{Step, StepExec};
use crate::told::{Told, unfit};

/// Writes and reads what the engine does not know. Pieces stand one after the other, each behind its length.
#[derive(Debug)]
pub(crate) struct Codec;

impl PhysicalExtensionCodec for Codec {
    fn try_encode(
        &self,
        node: Arc<dyn ExecutionPlan>,
        to: &mut Vec<u8>,
        _: &dyn PhysicalProtoConverterExtension,
    ) -> Result<()> {
        if let Some(scan) = node.downcast_ref::<Scan>() {
            let projection = scan.projection.as_ref().map(|places| {
                let places = places.iter();
                places.flat_map(|place| number(*place)).collect::<Vec<u8>>()
            });
            put(to, b"scan");
            put(to, scan.told.bytes());
            put(to, &scan.share.to_bytes().map_err(unfit)?);
            put(to, &number(scan.threads));
            if let Some(projection) = projection {
                put(to, &projection);
            }
        } else if let Some(step) = node.downcast_ref::<StepExec>() {
            put(to, b"step");
            put(to, step.told.bytes());
            match step.step {
                Step::Tag => {}
                Step::Sum { most: None } => put(to, &[]),
                Step::Sum { most: Some(most) } => put(to, &most.to_le_bytes()),
            }
        } else {
            return Err(unknown());
        }
        Ok(())
    }

    fn try_decode(
        &self,
        bytes: &[u8],
        inputs: &[Arc<dyn ExecutionPlan>],
        _: &TaskContext,
        _: &dyn PhysicalProtoConverterExtension,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let pieces = pieces(bytes)?;
        match (pieces.as_slice(), inputs) {
            ([b"scan", told, share, threads, projection @ ..], []) => {
                let projection = match projection {
                    [] => None,
                    [places] => Some(numbers(places)?),
                    _ => return Err(unknown()),
                };
                let share = Share::from_bytes(share).map_err(unfit)?;
                let threads = *numbers(threads)?.first().ok_or_else(unknown)?;
                let told = Told::from_bytes(told)?;
                Ok(Arc::new(Scan::new(told, share, threads, projection)?))
            }
            ([b"step", told, step @ ..], [input]) => {
                let step = match step {
                    [] => Step::Tag,
                    [[]] => Step::Sum { most: None },
                    [most] => {
                        let most = <[u8; 4]>::try_from(*most).map_err(|_| unknown())?;
                        Step::Sum {
                            most: Some(u32::from_le_bytes(most)),
                        }
                    }
                    _ => return Err(unknown()),
                };
                let told = Told::from_bytes(told)?;
                Ok(Arc::new(StepExec::new(step, told, Arc::clone(input))?))
            }
            _ => Err(unknown()),
        }
    }
}

fn put(to: &mut Vec<u8>, piece: &[u8]) {
    to.extend((piece.len() as u64).to_le_bytes());
    to.extend(piece);
}

fn pieces(mut bytes: &[u8]) -> Result<Vec<&[u8]>> {
    let mut pieces = Vec::new();
    while let Some((length, rest)) = bytes.split_first_chunk() {
        let length = usize::try_from(u64::from_le_bytes(*length)).map_err(|_| unknown())?;
        let (piece, rest) = rest.split_at_checked(length).ok_or_else(unknown)?;
        pieces.push(piece);
        bytes = rest;
    }
    if bytes.is_empty() {
        Ok(pieces)
    } else {
        Err(unknown())
    }
}

fn number(number: usize) -> [u8; 8] {
    (number as u64).to_le_bytes()
}

fn numbers(bytes: &[u8]) -> Result<Vec<usize>> {
    let (words, rest) = bytes.as_chunks();
    if !rest.is_empty() {
        return Err(unknown());
    }
    let numbers = words
        .iter()
        .map(|word| usize::try_from(u64::from_le_bytes(*word)));
    numbers
        .collect::<core::result::Result<_, _>>()
        .map_err(|_| unknown())
}

fn unknown() -> DataFusionError {
    DataFusionError::NotImplemented("a step of another program".to_owned())
}
