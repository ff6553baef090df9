//! Instructions, by a clock that under `-icount shift=0` counts one virtual nanosecond for each.

use cortex_m::Peripherals;
use cortex_m::peripheral::SYST;
use cortex_m::peripheral::syst::SystClkSource;

/// The running system timer.
pub struct Clock(SYST);

/// Starts the timer; nothing where it was taken before.
pub fn start() -> Option<Clock> {
    let mut timer = Peripherals::take()?.SYST;
    timer.set_clock_source(SystClkSource::Core);
    timer.set_reload(TICKS);
    timer.clear_current();
    timer.enable_counter();
    Some(Clock(timer))
}

impl Clock {
    /// Instructions since the start, to within a tick; nothing where the timer has wrapped.
    pub fn instructions(mut self) -> Option<u64> {
        let left = SYST::get_current();
        let ticks = TICKS.checked_sub(left)?;
        (!self.0.has_wrapped()).then_some(u64::from(ticks) * NANOSECONDS_A_TICK)
    }
}

/// The timer has 24 bits.
const TICKS: u32 = (1 << 24) - 1;
/// The machine's clock has 25 MHz.
const NANOSECONDS_A_TICK: u64 = 40;
