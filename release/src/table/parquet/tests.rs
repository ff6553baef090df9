//! Small files that ask for much memory.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_array::{ArrayRef, RecordBatch, StringArray};
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, GzipLevel, ZstdLevel};
use parquet::file::metadata::ParquetMetaDataReader;
use parquet::file::properties::WriterProperties;
use privet_spec::Release;
use tempfile::TempDir;

use super::files::Files;
use super::pages::{Fitting, is_footer_plausible};
use crate::memory::MemoryLimit;
use crate::table::listing::Listing;
use crate::table::problem::ParquetProblem;
use crate::table::{Cause, Loaded, Options, Source, TableError, Wanted, load};

fn release() -> Release {
    let text = r#"Release(privet: 1, unit: Row, adjacency: AddRemove, budget: (epsilon: "1", delta: "1e-9"),
        schema: [(name: "a", kind: Categorical(["x"]), outside: Other("other"))])"#;
    privet_spec::parse(text).unwrap_or_else(|problems| panic!("{problems}"))
}

fn write(path: &Path, values: StringArray, codec: Compression) {
    let batch = RecordBatch::try_from_iter([("a", Arc::new(values) as ArrayRef)]).unwrap();
    let properties = WriterProperties::builder().set_compression(codec).build();
    let file = File::create(path).unwrap();
    let mut writer = ArrowWriter::try_new(file, batch.schema(), Some(properties)).unwrap();
    writer.write(&batch).unwrap();
    writer.close().unwrap();
}

/// What `--memory 64MB` makes of a file.
fn load_in_little(path: &Path) -> Result<Loaded, TableError> {
    let options = Options {
        memory: little(),
        ..Options::default()
    };
    load(&release(), Source::new(path).open()?, options)
}

fn little() -> MemoryLimit {
    MemoryLimit::of_bytes(64_000_000)
}

fn problem_in_little(path: &Path) -> ParquetProblem {
    let Err(error) = load_in_little(path) else {
        panic!("the file was accepted");
    };
    assert!(!error.told_by(&release()).is_empty());
    match error.cause {
        Cause::Parquet(problem) => problem,
        cause => panic!("{cause:?}"),
    }
}

/// A number as Thrift has it in four bytes.
fn in_four_bytes(number: u64) -> [u8; 4] {
    let zigzag = number * 2;
    assert!((1 << 21..1 << 28).contains(&zigzag));
    [0, 7, 14, 21].map(|shift| {
        let last = if shift == 21 { 0 } else { 0x80 };
        u8::try_from(zigzag >> shift & 0x7f).unwrap() | last
    })
}

/// Changes the size that the header of a page says, which it says once.
fn lie(path: &Path, true_size: u64, said: u64) {
    let mut bytes = fs::read(path).unwrap();
    let (from, to) = (in_four_bytes(true_size), in_four_bytes(said));
    let places: Vec<usize> = (0..bytes.len() - 4)
        .filter(|place| bytes[*place..].starts_with(&from))
        .collect();
    // In the header of the page, and in what stands at the end of the file.
    let place = *places.first().unwrap();
    bytes[place..place + 4].copy_from_slice(&to);
    fs::write(path, bytes).unwrap();
}

fn codecs() -> [Compression; 4] {
    [
        Compression::SNAPPY,
        Compression::LZ4_RAW,
        Compression::ZSTD(ZstdLevel::default()),
        Compression::GZIP(GzipLevel::default()),
    ]
}

/// A file of one value of so many letters.
fn written(folder: &TempDir, letters: usize, codec: Compression) -> PathBuf {
    let path = folder.path().join("t.parquet");
    write(&path, StringArray::from(vec!["0".repeat(letters)]), codec);
    path
}

/// A file of a few hundred bytes whose page says that it is 130 MB long is refused before a byte of it is unpacked.
#[test]
fn a_page_that_says_it_is_long_is_not_unpacked() {
    for codec in codecs() {
        let folder = TempDir::new().unwrap();
        let path = written(&folder, 2_000_000, codec);
        assert_eq!(load_in_little(&path).unwrap().table.rows, 1, "{codec}");
        lie(&path, 2_000_004, 130_000_000);
        let problem = problem_in_little(&path);
        let ParquetProblem::LargePages { needed, most } = problem else {
            panic!("{codec}: {problem:?}");
        };
        assert!(needed > 130_000_000 && most == 32_000_000, "{codec}");
        let words = problem.what() + &problem.remedy();
        assert!(
            words.contains("131 MB") || words.contains("130 MB"),
            "{words}"
        );
        assert!(
            words.contains("32 MB") && words.contains("--memory"),
            "{words}"
        );
    }
}

/// An honest page of 40 MB is more than half of 64 MB, and fits the memory of a usual machine.
#[test]
fn a_long_page_needs_memory() {
    let folder = TempDir::new().unwrap();
    let path = written(&folder, 12 << 20, Compression::SNAPPY);
    assert!(load_in_little(&path).is_ok());
    let path = written(&folder, 40_000_000, Compression::SNAPPY);
    assert!(matches!(
        problem_in_little(&path),
        ParquetProblem::LargePages { .. }
    ));
    // With more memory it is seen that the row is too long.
    let opened = Source::new(&path).open().unwrap();
    let refused = load(&release(), opened, Options::default()).err().unwrap();
    assert!(matches!(refused.cause, Cause::TooLong));
}

/// Gzip unpacks whatever there is: a header that says less is found out before the library unpacks the page.
#[test]
fn a_page_that_is_longer_than_it_says_is_not_unpacked() {
    let folder = TempDir::new().unwrap();
    let codec = Compression::GZIP(GzipLevel::default());
    let path = written(&folder, 60_000_000, codec);
    lie(&path, 60_000_004, 1_100_000);
    let mut fitting = Fitting::within(little());
    let file = File::open(&path).unwrap();
    let metadata = ParquetMetaDataReader::new()
        .parse_and_finish(&file)
        .unwrap();
    let length = fs::metadata(&path).unwrap().len();
    let taken = fitting.take(&file, length, &metadata, |_| true);
    assert_eq!(taken, Err(ParquetProblem::Damaged));
}

/// A list at the end of a file says how many items it has, and the library reserves memory for them.
#[test]
fn a_list_that_is_longer_than_the_file_is_damage() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("t.parquet");
    // Version 1, a schema of one nameless group, no rows, and a list of 2^31 - 1 row groups.
    let footer = [
        0x15, 0x02, 0x19, 0x1c, 0x48, 0x00, 0x15, 0x00, 0x00, 0x16, 0x00, 0x19, 0xfc, 0xff, 0xff,
        0xff, 0xff, 0x07, 0x00,
    ];
    let length = u32::try_from(footer.len()).unwrap().to_le_bytes();
    let bytes = [&b"PAR1"[..], &footer, &length, b"PAR1"].concat();
    fs::write(&path, bytes).unwrap();
    let file = File::open(&path).unwrap();
    let length = fs::metadata(&path).unwrap().len();
    assert!(!is_footer_plausible(&file, length));
    assert_eq!(problem_in_little(&path), ParquetProblem::Damaged);
}

fn files_in_little(path: &Path) -> Files {
    let wanted = Wanted::by_release(&release());
    Files::new(Listing::of(path).unwrap(), &wanted, little()).unwrap()
}

/// Three hundred rows share one value of a megabyte: few of them are read at once.
#[test]
fn rows_that_share_a_long_value_are_read_in_small_batches() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("t.parquet");
    let value = "0".repeat(1 << 20);
    let values = StringArray::from(vec![value.as_str(); 300]);
    write(&path, values, Compression::UNCOMPRESSED);
    let files = files_in_little(&path);
    let rows = files.fitting().rows_at_once(4096, 1);
    assert!((1..=7).contains(&rows), "{rows}");
    assert_eq!(load_in_little(&path).unwrap().table.rows, 300);
}

/// Files as they are usual are read in large batches by all cores, with little memory too.
#[test]
fn usual_files_are_read_as_before() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("t.parquet");
    let values: Vec<String> = (0..50_000).map(|k| format!("label {}", k % 90)).collect();
    write(&path, StringArray::from(values), Compression::UNCOMPRESSED);
    let files = files_in_little(&path);
    assert_eq!(files.fitting().readers(16), 16);
    assert!(files.fitting().rows_at_once(4096, 1) > 2048);
}
