//! Every property of `privet-verification`: the first byte chooses one, the others are its tape.
#![no_main]

use libfuzzer_sys::fuzz_target;
use privet_verification::engines::Tape;
use privet_verification::properties::ALL;

fuzz_target!(|bytes: &[u8]| {
    let Some((&choice, bytes)) = bytes.split_first() else {
        return;
    };
    let (_, property) = ALL[usize::from(choice) % ALL.len()];
    let numbers = bytes.chunks(16).map(|chunk| {
        let mut number = [0; 16];
        number[..chunk.len()].copy_from_slice(chunk);
        u128::from_le_bytes(number)
    });
    property(&mut Tape::new(numbers.collect()));
});
