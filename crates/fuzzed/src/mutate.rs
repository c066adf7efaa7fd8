//! Mutation of inputs: for the ordinary test, which needs no fuzzer.

use kernel::{Fast, below};

/// Words that have a meaning for some parser.
const WORDS: [&[u8]; 24] = [
    b"\n",
    b"\r\n",
    b"\xef\xbb\xbf",
    b"\"",
    b"\\",
    b"{",
    b"}",
    b"[",
    b"]",
    b":",
    b",",
    b"null",
    b"-1",
    b"0",
    b"1e999",
    b"18446744073709551616",
    b"\"type\":",
    b"\"n\":",
    b"{\"outcome\":",
    b"\\u0000",
    b"```",
    b"msgid \"",
    b"%",
    b"; ",
];

/// Returns bytes like those of `input`, with parts of `other`: cut, doubled, turned, and mixed with
/// meaningful words.
pub fn mutated(input: &[u8], other: &[u8], dice: &mut Fast) -> Vec<u8> {
    let mut bytes = input.to_vec();
    for _ in 0..=below(&mut dice.0, 4) {
        let at = place(bytes.len() + 1, dice);
        let end = at + place((bytes.len() - at).min(32) + 1, dice);
        match below(&mut dice.0, 7) {
            0 if at < bytes.len() => bytes[at] = below(&mut dice.0, 256) as u8,
            1 if at < bytes.len() => bytes[at] ^= 1 << below(&mut dice.0, 8),
            2 => drop(bytes.drain(at..end)),
            3 => {
                let part = bytes[at..end].to_vec();
                bytes.splice(at..at, part);
            }
            4 => drop(bytes.splice(at..end, WORDS[place(WORDS.len(), dice)].iter().copied())),
            5 => {
                let from = place(other.len() + 1, dice);
                let to = from + place((other.len() - from).min(200) + 1, dice);
                bytes.splice(at..end, other[from..to].iter().copied());
            }
            _ => {
                let mut lines: Vec<&[u8]> = bytes.split_inclusive(|byte| *byte == b'\n').collect();
                let [one, two] = [(); 2].map(|()| place(lines.len(), dice));
                if !lines.is_empty() {
                    lines.swap(one, two);
                }
                bytes = lines.concat();
            }
        }
    }
    bytes
}

fn place(below_this: usize, dice: &mut Fast) -> usize {
    below(&mut dice.0, below_this.clamp(1, 1 << 30) as u32) as usize
}
