//! What keeps files from being read as Parquet.

/// Why files are not read. Nothing here holds a value.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParquetProblem {
    /// A folder or a pattern without files.
    NoFiles,
    /// A folder among the files.
    Subfolder,
    /// One of several files is not Parquet, by its name or its first bytes.
    OtherFormat,
    /// The file cannot be read to its end.
    Damaged,
    /// The file is encrypted.
    Encrypted,
    /// The file was compressed in a way that is not read, by its public name.
    Codec(&'static str),
    /// A column that other files have is not in this one.
    OtherColumns,
    /// What is there is not what was there.
    Changed,
    /// The pages of a row group that are unpacked at the same time take more memory than they may.
    LargePages { needed: u64, most: u64 },
}

impl ParquetProblem {
    /// What is wrong, as a clause without a full stop.
    pub(super) fn what(&self) -> String {
        match self {
            Self::NoFiles => "there is no file in it, or none by this pattern".to_owned(),
            Self::Subfolder => "it is a folder among the files of the table".to_owned(),
            Self::OtherFormat => {
                "it is not Parquet, by its name or its first bytes, and several files are one table only as Parquet"
                    .to_owned()
            }
            Self::Damaged => {
                "the Parquet file is damaged, cut off, or encrypted in part".to_owned()
            }
            Self::Encrypted => "the Parquet file is encrypted".to_owned(),
            Self::Codec(name) => {
                format!("the Parquet file is compressed by {name}, which is not read")
            }
            Self::OtherColumns => {
                "the column is in other files of the table and not in this one".to_owned()
            }
            Self::Changed => {
                "a file was added, removed or changed while the table was being read".to_owned()
            }
            Self::LargePages { needed, most } => format!(
                "the pages of the Parquet file, which are unpacked side by side, take {} MB by their headers, and {} MB of the \
                 memory are for them",
                needed.div_ceil(MB),
                most / MB
            ),
        }
    }

    /// What to do about it.
    pub(super) fn remedy(&self) -> String {
        let remedy = match self {
            Self::NoFiles => {
                "give a folder with Parquet files, or a pattern that means some; names that begin with `_` or `.` do not count"
            }
            Self::Subfolder => {
                "move it away, or give a pattern for the files, such as `'folder/*/*.parquet'`"
            }
            Self::OtherFormat => "give one CSV file, or Parquet files",
            Self::Damaged => "fetch or write the file again, without encryption",
            Self::Encrypted => "write the file again without encryption, at a place as safe",
            Self::Codec(_) => {
                "write the file again with Zstandard, Snappy, LZ4 or gzip, or without compression"
            }
            Self::OtherColumns => "write all files with the same columns",
            Self::Changed => "wait until nobody writes there, or read a copy",
            Self::LargePages { .. } => {
                "write the file again with smaller pages (1 MB is usual), or give more memory (`--memory`)"
            }
        };
        remedy.to_owned()
    }
}

const MB: u64 = 1_000_000;
