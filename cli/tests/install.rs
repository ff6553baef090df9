//! `install.sh`, from a folder with a made-up archive: it installs what has the listed checksum, and leaves nothing of the rest.

#[cfg(not(unix))]
#[test]
fn there_is_another_script_for_windows() {
    println!(
        "skipped: `install.sh` is for Linux and macOS; the workflow of a release runs `install.ps1`"
    );
}

#[cfg(unix)]
mod unix {
    use std::fs;
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
    use std::process::{Command, Stdio};

    use crate::common::Run;
    use crate::common::desk::{Desk, assert_refused, sha256};
    use crate::common::project;

    /// Names with spaces, as people's folders have them.
    const OFFERED: &str = "what is offered";
    const PLACE: &str = "my programs/bin";
    const TEMPORARY: &str = "my tmp";
    const ARCHIVE: &str = "privet-9.9.9-aarch64-unknown-linux-musl.tar.gz";

    /// Offers a program that says `privet 9.9.9` and something of its own, for a machine that `uname` is made to name.
    fn offering(said: &str) -> Desk {
        let desk = Desk::new();
        pack(&desk, &format!("#!/bin/sh\necho 'privet 9.9.9{said}'\n"));
        machine(&desk, "Linux", "aarch64");
        fs::create_dir(desk.path(TEMPORARY)).unwrap();
        desk
    }

    fn pack(desk: &Desk, program: &str) {
        let folder = ARCHIVE.trim_end_matches(".tar.gz");
        desk.write(&format!("{folder}/privet"), program);
        desk.write(&format!("{folder}/README.md"), "not wanted");
        desk.write(&format!("{OFFERED}/{ARCHIVE}"), "");
        let packed = Command::new("tar")
            .args(["-czf", &format!("{OFFERED}/{ARCHIVE}"), folder])
            .current_dir(desk.folder())
            .status();
        assert!(packed.unwrap().success());
        fs::remove_dir_all(desk.path(folder)).unwrap();
        let sum = sha256(&desk.bytes(&format!("{OFFERED}/{ARCHIVE}")));
        let list = format!(
            "{sum}  {ARCHIVE}\n{}  privet-9.9.9-x86_64-pc-windows-msvc.zip\n",
            "0".repeat(64)
        );
        desk.write(&format!("{OFFERED}/SHA256SUMS"), list);
    }

    /// Puts a `uname` first on the path.
    fn machine(desk: &Desk, system: &str, processor: &str) {
        let script =
            format!("#!/bin/sh\ncase $1 in -s) echo {system} ;; -m) echo {processor} ;; esac\n");
        desk.write("tools/uname", script);
        let executable = fs::Permissions::from_mode(0o755);
        fs::set_permissions(desk.path("tools/uname"), executable).unwrap();
    }

    /// Runs the script in the folder, from [`OFFERED`].
    fn install(desk: &Desk, args: &[&str]) -> Run {
        install_from(desk, OFFERED, args)
    }

    fn install_from(desk: &Desk, from: &str, args: &[&str]) -> Run {
        let path = format!(
            "{}:{}",
            desk.path("tools").to_str().unwrap(),
            std::env::var("PATH").unwrap()
        );
        let output = Command::new("sh")
            .arg(project().join("install.sh"))
            .args(args)
            .current_dir(desk.folder())
            .env("PATH", path)
            .env("HOME", desk.path("my home"))
            .env("TMPDIR", desk.path(TEMPORARY))
            .env("PRIVET_FROM", from)
            .stdin(Stdio::null())
            .output();
        Run::of(output.expect("a shell"))
    }

    /// Nothing but what was there before.
    fn assert_untouched(desk: &Desk, case: &str) {
        assert_eq!(
            desk.names("."),
            [TEMPORARY, "tools", OFFERED],
            "case `{case}`"
        );
        assert_eq!(desk.names(TEMPORARY), [""; 0], "case `{case}`");
    }

    #[test]
    fn what_has_the_listed_checksum_is_installed() {
        let desk = offering("");
        let run = install(&desk, &["--to", PLACE]);
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{}", run.out);
        assert_eq!(desk.names(PLACE), ["privet"]);
        assert_eq!(desk.names(TEMPORARY), [""; 0]);
        let said = Command::new(desk.path(&format!("{PLACE}/privet"))).output();
        assert_eq!(Run::of(said.unwrap()).out, "privet 9.9.9\n");
        for told in ["privet 9.9.9", "my programs/bin/privet", "export PATH="] {
            assert!(run.out.contains(told), "`{told}` is not in\n{}", run.out);
        }
    }

    /// Where nothing is said the program goes to the user's own folder, and no other file of theirs is made.
    #[test]
    fn other_ways_of_saying_where_from() {
        let desk = offering("");
        let absolute = format!("file://{}", desk.path(OFFERED).to_str().unwrap());
        for from in [OFFERED, &format!("file:{OFFERED}"), &absolute] {
            let run = install_from(&desk, from, &[]);
            assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{from}");
            assert_eq!(desk.names("my home"), [".local"], "{from}");
            assert_eq!(desk.names("my home/.local"), ["bin"], "{from}");
            assert_eq!(desk.names("my home/.local/bin"), ["privet"], "{from}");
            fs::remove_dir_all(desk.path("my home")).unwrap();
        }
        // As `.ci/package` leaves it.
        let list = desk.text(&format!("{OFFERED}/SHA256SUMS"));
        fs::remove_file(desk.path(&format!("{OFFERED}/SHA256SUMS"))).unwrap();
        let own = list.lines().next().unwrap();
        desk.write(&format!("{OFFERED}/{ARCHIVE}.sha256"), format!("{own}\n"));
        let run = install(&desk, &[]);
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    }

    #[test]
    fn what_is_wrong_is_refused_and_leaves_nothing() {
        type Change = fn(&Desk);
        let cases: [(&str, Change, &str); 9] = [
            (
                "another archive than listed",
                |desk| {
                    let mut bytes = desk.bytes(&format!("{OFFERED}/{ARCHIVE}"));
                    *bytes.last_mut().unwrap() ^= 1;
                    desk.write(&format!("{OFFERED}/{ARCHIVE}"), bytes);
                },
                "nothing was unpacked",
            ),
            (
                "no archive",
                |desk| fs::remove_file(desk.path(&format!("{OFFERED}/{ARCHIVE}"))).unwrap(),
                "cannot be had",
            ),
            (
                "no list",
                |desk| fs::remove_file(desk.path(&format!("{OFFERED}/SHA256SUMS"))).unwrap(),
                "neither SHA256SUMS nor",
            ),
            (
                "two versions",
                |desk| {
                    let list = desk.text(&format!("{OFFERED}/SHA256SUMS"));
                    let other = list.replace("9.9.9", "9.9.8");
                    desk.write(&format!("{OFFERED}/SHA256SUMS"), list + &other);
                },
                "more than one",
            ),
            (
                "a list that leads elsewhere",
                |desk| {
                    let list = desk.text(&format!("{OFFERED}/SHA256SUMS"));
                    let list = list.replace("privet-9.9.9", "privet-/../9.9.9");
                    desk.write(&format!("{OFFERED}/SHA256SUMS"), list);
                },
                "no privet for aarch64",
            ),
            (
                "nothing for this machine",
                |desk| machine(desk, "Darwin", "arm64"),
                "no privet for aarch64-apple-darwin",
            ),
            (
                "an unknown processor",
                |desk| machine(desk, "Linux", "riscv64"),
                "cargo install --locked --path cli",
            ),
            (
                "Windows",
                |desk| machine(desk, "MINGW64_NT-10.0", "x86_64"),
                "install.ps1",
            ),
            (
                "a program that does not run",
                |desk| pack(desk, "#!/bin/sh\nexit 1\n"),
                "does not run on this machine",
            ),
        ];
        for (case, change, told) in cases {
            let desk = offering("");
            change(&desk);
            let run = install(&desk, &["--to", "bin"]);
            assert_refused(&run, &[told], case);
            assert_untouched(&desk, case);
        }
        let desk = offering("");
        for (from, told) in [
            ("", "belongs to no release"),
            ("nowhere", "not a folder"),
            ("http://localhost", "no https: address"),
        ] {
            assert_refused(&install_from(&desk, from, &[]), &[told], from);
            assert_untouched(&desk, from);
        }
        assert_refused(&install(&desk, &["--force"]), &["--force"], "an option");
        assert_untouched(&desk, "an option");
    }

    /// The old file is not written to: whoever runs it keeps it, and where the new one is refused it stays.
    #[test]
    fn an_old_program_is_replaced_by_a_rename() {
        let desk = offering(" new");
        desk.write("bin/privet", "old");
        fs::hard_link(desk.path("bin/privet"), desk.path("kept")).unwrap();
        let list = desk.text(&format!("{OFFERED}/SHA256SUMS"));

        desk.write(
            &format!("{OFFERED}/SHA256SUMS"),
            format!("{}  {ARCHIVE}\n", "0".repeat(64)),
        );
        assert_refused(&install(&desk, &["--to", "bin"]), &["SHA-256"], "refused");
        assert_eq!(desk.text("bin/privet"), "old");
        assert_eq!(fs::metadata(desk.path("kept")).unwrap().nlink(), 2);

        desk.write(&format!("{OFFERED}/SHA256SUMS"), list);
        let run = install(&desk, &["--to", "bin"]);
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
        assert_eq!(desk.text("kept"), "old");
        assert!(desk.text("bin/privet").contains(" new"));
        assert_eq!(desk.names("bin"), ["privet"]);
    }

    #[test]
    fn the_help_changes_nothing() {
        let desk = offering("");
        let run = install(&desk, &["--help"]);
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
        assert!(run.out.contains("--to FOLDER"), "{}", run.out);
        assert_untouched(&desk, "help");
    }
}
