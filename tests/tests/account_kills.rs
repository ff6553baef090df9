//! SIGKILL at random moments of releases under one account: never is more left than was drawn for.
#![cfg(target_os = "linux")]

use privet_tests::charges::study;

#[test]
fn a_killed_release_leaves_its_charge() {
    let kills = std::env::var("PRIVET_KILLS").map_or(40, |text| text.parse().expect("a number"));
    println!("{}", study(kills, 0xacc));
}
