//! The output to the terminal, in codes that it knows.

use std::io::{self, Write};

use super::theme::Colours;

/// Holds a frame back until it is whole. For terminals of sixteen colours, which may not know the
/// numbers of 256, it puts the old codes in their place: `38;5;9` becomes `91`.
pub(super) struct Paint<W> {
    out: W,
    few: bool,
    frame: Vec<u8>,
}

impl<W: Write> Paint<W> {
    pub(super) fn new(out: W, colours: Colours) -> Paint<W> {
        Paint { out, few: colours == Colours::Sixteen, frame: Vec::new() }
    }
}

impl<W: Write> Write for Paint<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.frame.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let frame = std::mem::take(&mut self.frame);
        match self.few {
            true => self.out.write_all(old(&String::from_utf8_lossy(&frame)).as_bytes())?,
            false => self.out.write_all(&frame)?,
        }
        self.out.flush()
    }
}

/// Every `ESC [ … m` in the old codes.
fn old(frame: &str) -> String {
    let mut out = String::with_capacity(frame.len());
    for (n, part) in frame.split("\x1b[").enumerate() {
        if n > 0 {
            out.push_str("\x1b[");
        }
        match part.split_once('m').filter(|(codes, _)| codes.bytes().all(|c| c.is_ascii_digit() || c == b';')) {
            Some((codes, rest)) if n > 0 => out.extend([&*codes_of_old(codes), "m", rest]),
            _ => out.push_str(part),
        }
    }
    out
}

fn codes_of_old(codes: &str) -> String {
    let codes: Vec<&str> = codes.split(';').collect();
    let (mut rest, mut out) = (&codes[..], Vec::new());
    while let [first, after @ ..] = rest {
        let base = match *first {
            "38" => 30,
            "48" => 40,
            _ => 0,
        };
        match (base, after) {
            (30 | 40, ["5", number, after @ ..]) => {
                let number: u8 = number.parse().unwrap_or(7);
                out.push((base + if number < 8 { number } else { 52 + number % 16 }).to_string());
                rest = after;
            }
            _ => {
                out.push((*first).to_owned());
                rest = after;
            }
        }
    }
    out.join(";")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sixteen_colours_have_their_old_codes() {
        let painted = |colours, text: &str| {
            let mut bytes = Vec::new();
            let mut paint = Paint::new(&mut bytes, colours);
            paint.write_all(text.as_bytes()).unwrap();
            paint.flush().unwrap();
            String::from_utf8(bytes).unwrap()
        };
        let new = "\x1b[2;1Ha m\x1b[38;5;9;49mred\x1b[38;5;3m\x1b[39;48;5;12mb\x1b[0m\x1b[?25h";
        let old = "\x1b[2;1Ha m\x1b[91;49mred\x1b[33m\x1b[39;104mb\x1b[0m\x1b[?25h";
        assert_eq!(painted(Colours::Sixteen, new), old);
        assert_eq!(painted(Colours::Millions, new), new);
    }
}
