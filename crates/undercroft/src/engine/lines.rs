//! Reading lines within bounds.

use std::io::{self, BufRead, Read};

/// The longest line that is read, in bytes without its line feed: 1 MiB.
pub(crate) const LIMIT: usize = 1 << 20;

/// The result of reading.
#[derive(PartialEq, Eq, Debug)]
pub(crate) enum Line {
    /// A line; the last one may lack its line feed.
    Whole,
    /// A line beyond the limit, skipped to its end.
    TooLong,
    /// The input has ended.
    End,
}

/// Reads the next line into `line`, which never grows beyond the limit by more than its line feed.
pub(crate) fn read(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<Line> {
    line.clear();
    let room = LIMIT as u64 + 1;
    Read::by_ref(input).take(room).read_until(b'\n', line)?;
    match line.last() {
        None => Ok(Line::End),
        Some(byte) if *byte != b'\n' && line.len() > LIMIT => {
            input.skip_until(b'\n')?;
            Ok(Line::TooLong)
        }
        Some(_) => Ok(Line::Whole),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(input: &[u8]) -> Vec<(Line, usize)> {
        let (mut input, mut line, mut found) = (input, Vec::new(), Vec::new());
        loop {
            match read(&mut input, &mut line).unwrap() {
                Line::End => return found,
                kind => found.push((kind, line.len())),
            }
        }
    }

    #[test]
    fn lines_end_at_a_line_feed_or_with_the_input() {
        assert_eq!(kinds(b"ab\n\nc"), [(Line::Whole, 3), (Line::Whole, 1), (Line::Whole, 1)]);
        assert_eq!(kinds(b""), []);
    }

    #[test]
    fn the_limit_is_exact_and_what_follows_a_long_line_is_read() {
        let line = |length: usize| [vec![b'x'; length], b"\nab\n".to_vec()].concat();
        assert_eq!(kinds(&line(LIMIT)), [(Line::Whole, LIMIT + 1), (Line::Whole, 3)]);
        for excess in [1, 2, LIMIT] {
            let found = kinds(&line(LIMIT + excess));
            assert_eq!(found, [(Line::TooLong, LIMIT + 1), (Line::Whole, 3)], "{excess} too long");
        }
        assert_eq!(kinds(&vec![b'x'; LIMIT + 5]), [(Line::TooLong, LIMIT + 1)]);
    }
}
