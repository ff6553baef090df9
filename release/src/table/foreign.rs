//! Files that are no tables of ours, told by their first bytes and not by their names.

/// What a file is, by the bytes at its beginning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Foreign {
    /// Parquet, where it cannot be read: it is read from its end.
    Parquet,
    /// Parquet, encrypted.
    EncryptedParquet,
    /// An archive, or a spreadsheet, which is one.
    Zip,
    /// A spreadsheet of before 2007.
    OldSpreadsheet,
    /// An Arrow file, also called Feather.
    Arrow,
    Avro,
    Orc,
}

impl Foreign {
    /// By the first [`START`] bytes, or all if there are fewer; nothing for what may be text.
    pub(super) fn of(start: &[u8]) -> Option<Self> {
        let found = [
            (&b"PAR1"[..], Self::Parquet),
            (b"PARE", Self::EncryptedParquet),
            (b"PK\x03\x04", Self::Zip),
            (b"PK\x05\x06", Self::Zip),
            (b"\xd0\xcf\x11\xe0", Self::OldSpreadsheet),
            (b"ARROW1", Self::Arrow),
            (b"Obj\x01", Self::Avro),
            (b"ORC", Self::Orc),
        ];
        // A column of a CSV file may be called `ORC`.
        let binary = |byte: &u8| *byte < b' ' && !matches!(byte, b'\t' | b'\n' | b'\r');
        let found = found
            .into_iter()
            .find(|(magic, _)| start.starts_with(magic));
        found
            .filter(|_| start.iter().any(binary))
            .map(|(_, kind)| kind)
    }

    /// What is wrong, as a clause without a full stop.
    pub(super) fn what(self) -> &'static str {
        match self {
            Self::Parquet => {
                "it is Parquet inside of a pipe or of compressed data, and Parquet is read from its end"
            }
            Self::EncryptedParquet => "it is an encrypted Parquet file",
            Self::Zip => "it is a zip archive or a spreadsheet",
            Self::OldSpreadsheet => "it is a spreadsheet",
            Self::Arrow => "it is an Arrow (Feather) file",
            Self::Avro => "it is an Avro file",
            Self::Orc => "it is an ORC file",
        }
    }

    /// What to do about it.
    pub(super) fn remedy(self) -> &'static str {
        match self {
            Self::Parquet => "unpack it, and give the path of the file",
            Self::EncryptedParquet => "write it again without encryption, at a place as safe",
            Self::Zip => "unpack the archive and give the file in it; save a sheet as CSV",
            Self::OldSpreadsheet => "save the sheet as CSV",
            Self::Arrow | Self::Avro | Self::Orc => "write the table as Parquet or CSV",
        }
    }
}

/// How many bytes tell.
pub(super) const START: usize = 64;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_tell() {
        for (start, expected) in [
            (&b"PAR1\x15\x04"[..], Some(Foreign::Parquet)),
            (b"PARE\x15", Some(Foreign::EncryptedParquet)),
            (b"PK\x03\x04\x14", Some(Foreign::Zip)),
            (b"PK\x05\x06\0", Some(Foreign::Zip)),
            (
                b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
                Some(Foreign::OldSpreadsheet),
            ),
            (b"ARROW1\0\0", Some(Foreign::Arrow)),
            (b"Obj\x01\x04", Some(Foreign::Avro)),
            (b"ORC\x08\x03", Some(Foreign::Orc)),
            // Columns of these names.
            (b"PAR1,age\n1,2\n", None),
            (b"PK,age\r\n1,2\r\n", None),
            (b"ORC\tage\n", None),
            (b"ARROW1", None),
            (b"age,PAR1\x15", None),
            (b"", None),
        ] {
            assert_eq!(Foreign::of(start), expected, "{start:?}");
        }
    }
}
