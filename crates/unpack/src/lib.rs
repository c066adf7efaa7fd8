//! Decoder of the compressed module of the hall in a browser (LZMA), piece by piece as it arrives.
//!
//! It is a WebAssembly module of its own, because browsers unpack gzip alone, which leaves the
//! module a quarter larger.

use lzma_rust2::{Action, LzmaStream, Status};
use wasm_bindgen::prelude::*;

/// How many times smaller the packed pieces are, about.
const RATIO: usize = 5;

/// Decoder of one file.
#[wasm_bindgen]
pub struct Unpacker(LzmaStream);

#[wasm_bindgen]
impl Unpacker {
    /// Returns a decoder that has read nothing yet.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self(LzmaStream::new_mem_limit(u32::MAX, None))
    }

    /// Reads the next piece, and returns the bytes that it holds; `None` if the file is broken.
    pub fn take(&mut self, piece: &[u8]) -> Option<Vec<u8>> {
        let (mut out, mut read, mut written) = (vec![0; piece.len() * RATIO], 0, 0);
        loop {
            if written == out.len() {
                out.resize(written * 2 + RATIO, 0);
            }
            let done = self.0.process(&piece[read..], &mut out[written..], Action::Run).ok()?;
            (read, written) = (read + done.bytes_consumed, written + done.bytes_produced);
            if done.status == Status::StreamEnd || (read == piece.len() && written < out.len()) {
                out.truncate(written);
                return Some(out);
            }
        }
    }
}

impl Default for Unpacker {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use lzma_rust2::{LzmaOptions, LzmaWriter};

    use super::*;

    /// A text that repeats itself in parts, and the file that holds it.
    fn packed() -> (Vec<u8>, Vec<u8>) {
        let text: Vec<u8> = (0..50_000_u32).flat_map(|n| (n.wrapping_mul(n) / 7).to_le_bytes()).collect();
        let mut writer = LzmaWriter::new_use_header(Vec::new(), &LzmaOptions::with_preset(6), Some(text.len() as u64))
            .expect("the options are valid");
        writer.write_all(&text).expect("memory can be written to");
        (text, writer.finish().expect("memory can be written to"))
    }

    #[test]
    fn pieces_of_any_size_give_whole_file() {
        let (text, file) = packed();
        for size in [1, 2, 13, 1000, 65_536, file.len()] {
            let mut unpacker = Unpacker::new();
            let pieces = file.chunks(size).flat_map(|piece| unpacker.take(piece).expect("the file is whole"));
            assert!(pieces.eq(text.iter().copied()), "pieces of {size} bytes");
        }
    }

    #[test]
    fn broken_file_gives_none() {
        assert_eq!(Unpacker::new().take(&[0xff; 100]), None);
    }
}
