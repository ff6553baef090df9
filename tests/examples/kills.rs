//! Kills many runs of the program at random moments and prints how they ended; a run that leaves half of something
//! ends this with a panic: `cargo run -p privet-tests --example kills -- [KILLS] [SEED]`.

fn main() {
    let mut args = std::env::args().skip(1);
    let mut number = |usual: u64| {
        let given = args.next();
        given.map_or(usual, |text| text.parse().expect("a whole number"))
    };
    let kills = u32::try_from(number(500)).expect("fewer kills");
    #[cfg(unix)]
    println!("{}", privet_tests::kills::study(kills, number(1)));
    #[cfg(not(unix))]
    println!("no signals here, so that {kills} runs were not killed");
}
