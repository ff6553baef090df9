//! Compressed text, told by its first bytes.

use std::io::{self, BufReader, Read};

use flate2::bufread::MultiGzDecoder;
#[cfg(feature = "parquet")]
use zstd::Decoder;

/// Bytes, unpacked if they are gzip, of one member or several, or Zstandard, of one frame or several.
pub(super) enum Unpacked<R: Read> {
    Plain(R),
    Gzip(Box<MultiGzDecoder<BufReader<R>>>),
    #[cfg(feature = "parquet")]
    Zstandard(Box<Decoder<'static, BufReader<R>>>),
}

impl<R: Read> Unpacked<R> {
    /// The bytes, which begin so.
    pub(super) fn new(start: &[u8], stored: R) -> io::Result<Self> {
        let buffered = |stored| BufReader::with_capacity(BUFFER, stored);
        if start.starts_with(&GZIP) {
            let decoder = MultiGzDecoder::new(buffered(stored));
            return Ok(Self::Gzip(Box::new(decoder)));
        }
        #[cfg(feature = "parquet")]
        if is_zstandard(start) {
            let mut decoder = Decoder::with_buffer(buffered(stored))?;
            decoder.window_log_max(LARGEST_WINDOW)?;
            return Ok(Self::Zstandard(Box::new(decoder)));
        }
        Ok(Self::Plain(stored))
    }

    /// Whether an error is that of the compressed data, and not of the device it is on.
    pub(super) fn is_damage(&self, error: &io::Error) -> bool {
        match self {
            Self::Plain(_) => false,
            Self::Gzip(_) => matches!(
                error.kind(),
                io::ErrorKind::InvalidInput
                    | io::ErrorKind::InvalidData
                    | io::ErrorKind::UnexpectedEof
            ),
            // The library's errors have no kind of their own.
            #[cfg(feature = "parquet")]
            Self::Zstandard(_) => error.raw_os_error().is_none(),
        }
    }
}

impl<R: Read> Read for Unpacked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Plain(bytes) => bytes.read(buffer),
            Self::Gzip(bytes) => bytes.read(buffer),
            #[cfg(feature = "parquet")]
            Self::Zstandard(bytes) => bytes.read(buffer),
        }
    }
}

/// A frame, or one to be skipped, with which some programs begin.
pub(super) fn is_zstandard(start: &[u8]) -> bool {
    match start {
        [0x28, 0xb5, 0x2f, 0xfd, ..] => true,
        [first, 0x2a, 0x4d, 0x18, ..] => first & 0xf0 == 0x50,
        _ => false,
    }
}

const GZIP: [u8; 2] = [0x1f, 0x8b];
/// What `zstd --long=31` needs to be unpacked; other data needs less, and takes no more.
#[cfg(feature = "parquet")]
const LARGEST_WINDOW: u32 = 31;
pub(super) const BUFFER: usize = 1 << 18;
