//! Links the firmware by `cortex-m-rt`'s script, which includes `memory.x`.

use std::env;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=memory.x");
    let folder = env::var("CARGO_MANIFEST_DIR").expect("cargo names the package's folder");
    println!("cargo:rustc-link-search={folder}");
    println!("cargo:rustc-link-arg-bins=-Tlink.x");
    // Flash has no pages to align sections to.
    println!("cargo:rustc-link-arg-bins=--nmagic");
}
