//! How much of the stack was ever used: `cortex-m-rt` painted it before `main`.
#![allow(unsafe_code)] // reads memory that no Rust object owns

use core::ptr;

use cortex_m_rt::STACK_PAINT_VALUE;

/// Bytes of the stack at its deepest so far.
pub fn used() -> usize {
    let (end, start) = (&raw const _stack_end, &raw const _stack_start);
    let mut place = end;
    // SAFETY: `memory.x` maps everything from `_stack_end` up to `_stack_start` as aligned words,
    // and a volatile read of memory that is written nowhere at the same time changes nothing.
    while place < start && unsafe { ptr::read_volatile(place) } == STACK_PAINT_VALUE {
        place = place.wrapping_add(1);
    }
    start.addr().saturating_sub(place.addr())
}

/// Bytes of the stack.
pub fn room() -> usize {
    let (end, start) = (&raw const _stack_end, &raw const _stack_start);
    start.addr().saturating_sub(end.addr())
}

/// Bytes of all statics.
pub fn statics() -> usize {
    let (start, end) = (&raw const __sdata, &raw const __ebss);
    end.addr().saturating_sub(start.addr())
}

// Where the linker put the limits; only their addresses mean anything.
unsafe extern "C" {
    static _stack_start: u32;
    static _stack_end: u32;
    static __sdata: u32;
    static __ebss: u32;
}
