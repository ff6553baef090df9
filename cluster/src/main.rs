//! `privet-cluster`: releases of tables that several machines read.

use std::io::{self, Write};
use std::net::SocketAddr;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::thread;

use clap::{Parser, Subcommand};
use privet::commands::release;
use privet::error::CliError;
use privet::input::memory_in_bytes;
use privet::output::Visible;
use privet::stop::on_signals;
use privet::{finish, threads};
use privet_cluster::{Cluster, Keys, Room, Worker, print_places_only};
use url::Url;

/// Privet on several machines: they read the rows of a table and add up, and what they say is checked.
#[derive(Debug, Parser)]
#[command(name = "privet-cluster", version, arg_required_else_help = true, after_help = EXAMPLES)]
struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Make the certificates by which the machines of a cluster know each other.
    Keys(KeysArgs),
    /// Work for whoever shows a certificate of the cluster, until the program is ended.
    Worker(WorkerArgs),
    /// Make a release as `privet release` does, of Parquet files that workers read.
    Release(ReleaseArgs),
}

#[derive(Debug, clap::Args)]
struct KeysArgs {
    /// The folder to make; it must not exist yet. Copy it to every machine: who has it can ask workers for private counts.
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,

    /// A worker's name or address, as it stands in --workers; once for each.
    #[arg(long = "host", value_name = "NAME", default_value = "localhost")]
    hosts: Vec<String>,
}

#[derive(Debug, clap::Args)]
struct WorkerArgs {
    /// Where to listen.
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:7001")]
    listen: SocketAddr,

    /// The folder that `privet-cluster keys` has made.
    #[arg(long, value_name = "FOLDER")]
    keys: PathBuf,

    #[command(flatten)]
    room: RoomArgs,
}

#[derive(Debug, clap::Args)]
struct RoomArgs {
    /// How much memory to take for bringing together the rows of persons, as in 8GB; as much as is needed unless given.
    #[arg(long, value_name = "SIZE", value_parser = memory_in_bytes)]
    shuffle_memory: Option<u64>,

    /// A folder for rows that do not fit into that memory. They are private. Nothing is written to a disk unless given.
    #[arg(long, value_name = "FOLDER")]
    spill: Option<PathBuf>,
}

#[derive(Debug, clap::Args)]
#[command(after_help = RELEASE_EXAMPLES)]
struct ReleaseArgs {
    #[command(flatten)]
    release: release::Args,

    /// The addresses of the workers, with commas between them; without any this program reads the table by itself. All find
    /// the table under the same path.
    #[arg(long, value_name = "URL", value_delimiter = ',', requires = "keys")]
    workers: Vec<Url>,

    /// The folder that `privet-cluster keys` has made.
    #[arg(long, value_name = "FOLDER")]
    keys: Option<PathBuf>,

    /// Row groups that a worker reads at the same time; as many as this machine has cores unless given.
    #[arg(long, value_name = "NUMBER")]
    threads: Option<NonZero<usize>>,

    #[command(flatten)]
    room: RoomArgs,
}

fn main() -> ExitCode {
    threads::on_own_stack(run)
}

fn run() -> ExitCode {
    let args = Args::parse();
    print_places_only();
    on_signals();
    let mut out = Visible::new(io::stdout().lock());
    let done = threads::start()
        .and_then(|()| match &args.command {
            Command::Keys(args) => make_keys(args, &mut out),
            Command::Worker(args) => work(args, &mut out),
            Command::Release(args) => release(args, &mut out),
        })
        .and_then(|()| Ok(out.flush()?));
    finish(done)
}

fn make_keys(args: &KeysArgs, out: &mut impl Write) -> Result<(), CliError> {
    let made = Keys::create(&args.folder, &args.hosts);
    made.map_err(|error| {
        failed(
            &args.folder,
            &error,
            "give a folder that does not exist yet, and names of machines",
        )
    })?;
    let folder = args.folder.display();
    writeln!(
        out,
        "Certificates for {} are in {folder}: copy it to every machine of the cluster, over a safe way.",
        args.hosts.join(", ")
    )?;
    writeln!(
        out,
        "Start each worker with: privet-cluster worker --keys {folder} --listen ADDRESS:PORT"
    )?;
    Ok(())
}

fn work(args: &WorkerArgs, out: &mut impl Write) -> Result<(), CliError> {
    let keys = read_keys(&args.keys)?;
    let listen = args.listen.to_string();
    let unheard = |error: io::Error| {
        CliError::refused(
            &listen,
            format!("it cannot be listened at ({error})"),
            "give another --listen",
        )
    };
    let worker = Worker::bind(args.listen, keys, args.room.room()).map_err(unheard)?;
    writeln!(
        out,
        "Listening at https://{}.",
        worker.address().map_err(unheard)?
    )?;
    out.flush()?;
    worker.work().map_err(unheard)
}

fn release(args: &ReleaseArgs, out: &mut impl Write) -> Result<(), CliError> {
    let threads = args
        .threads
        .or_else(|| thread::available_parallelism().ok());
    let threads = threads.map_or(1, NonZero::get);
    let cluster = match &args.keys {
        Some(keys) if !args.workers.is_empty() => {
            if let Some(plain) = args.workers.iter().find(|url| url.scheme() != "https") {
                return Err(CliError::refused(
                    "--workers",
                    format!("{plain} is not encrypted"),
                    "write https://…: workers and this program know each other by their certificates",
                ));
            }
            Cluster::of_workers(&args.workers, &read_keys(keys)?, threads)
        }
        _ => Cluster::embedded(threads, &args.room.room()),
    };
    let cluster = cluster.map_err(|error| {
        CliError::refused(
            "--keys",
            format!("the engine cannot be started ({error})"),
            "see that the certificates are whole",
        )
    })?;
    release::run_by(&args.release, &cluster, out)
}

impl RoomArgs {
    fn room(&self) -> Room {
        let bytes = self
            .shuffle_memory
            .map(|bytes| usize::try_from(bytes).unwrap_or(usize::MAX));
        Room {
            memory: bytes,
            spill: self.spill.clone(),
        }
    }
}

fn read_keys(folder: &Path) -> Result<Keys, CliError> {
    let keys = Keys::read(folder);
    keys.map_err(|error| {
        failed(
            folder,
            &error,
            "give the folder that `privet-cluster keys` has made",
        )
    })
}

fn failed(path: &Path, error: &io::Error, help: &str) -> CliError {
    CliError::refused(path.display().to_string(), error.to_string(), help)
}

const EXAMPLES: &str = "\
Three workers on this machine:
  privet-cluster keys keys
  for port in 7001 7002 7003; do privet-cluster worker --keys keys --listen 127.0.0.1:$port & done
  privet-cluster release spec.ron --data table/ --out published --keys keys \\
    --workers https://localhost:7001,https://localhost:7002,https://localhost:7003";

const RELEASE_EXAMPLES: &str = "\
Examples:
  privet-cluster release spec.ron --data table/ --out published
  privet-cluster release spec.ron --data table/ --out published --keys keys --workers https://a:7001,https://b:7001";
