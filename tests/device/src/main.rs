//! The firmware: one release from statics, its digest and what it took, then exit.
//!
//! A panic or a fault exits with failure.

#![no_std]
#![no_main]

mod clock;
mod stack;

use cortex_m_rt::{ExceptionFrame, entry, exception};
use semihosting::process::ExitCode;
use semihosting::{print, println};
use small_release::{Memory, Release, Seeds, small_release};

#[entry]
fn main() -> ! {
    // `entry` hands this out as a `&'static mut`, once.
    static mut MEMORY: Memory = Memory::EMPTY;

    let clock = clock::start();
    let release = small_release(&Seeds::COMPARED, MEMORY);
    let instructions = clock.and_then(clock::Clock::instructions);
    let used = stack::used();
    match release {
        _ if used == stack::room() => {
            println!("the stack is too small");
            ExitCode::FAILURE.exit_process()
        }
        Ok(release) => {
            print_release(&release);
            println!("statics: {} bytes", stack::statics());
            println!("stack: {used} of {} bytes", stack::room());
            if let Some(instructions) = instructions {
                println!("instructions: {instructions}");
            }
            ExitCode::SUCCESS.exit_process()
        }
        Err(error) => {
            println!("refused: {error}");
            ExitCode::FAILURE.exit_process()
        }
    }
}

fn print_release(release: &Release) {
    print!("digest: ");
    for byte in release.digest {
        print!("{byte:02x}");
    }
    println!();
    println!("rows: {}", release.rows);
    println!("tables: {} with {} cells", release.tables, release.cells);
}

/// A stack that is too small may end here: nothing is mapped below it.
#[allow(unsafe_code)] // the attribute asks for it; the body has nothing unsafe
#[exception]
unsafe fn HardFault(_frame: &ExceptionFrame) -> ! {
    ExitCode::FAILURE.exit_process()
}
