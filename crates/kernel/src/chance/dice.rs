//! Generators that answer for chance.

use std::convert::Infallible;

use rand_chacha::ChaCha20Rng;
use rand_core::{Rng, SeedableRng, TryRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use sha2::{Digest, Sha256};

use super::{Chance, Die, Face, RollReason};
use crate::Deck;

/// A source of chance that uses a generator of random numbers; it never halts.
#[derive(Clone, Debug)]
pub struct Dice<R>(pub R);

/// The generator for recorded matches: ChaCha20, keyed by a 256-bit [`Seed`].
pub type RecordRng = Dice<ChaCha20Rng>;

/// A fast generator for simulations, never for recorded matches.
pub type Fast = Dice<Xoshiro256PlusPlus>;

impl RecordRng {
    /// Creates the generator of a recorded match from its seed.
    pub fn of(seed: &Seed) -> RecordRng {
        Dice(ChaCha20Rng::from_seed(seed.0))
    }

    /// Creates the generator of a recorded match from its seed, as it is after `words` draws.
    pub(crate) fn after(seed: &Seed, words: u64) -> RecordRng {
        let mut dice = RecordRng::of(seed);
        dice.0.set_word_pos(words.into());
        dice
    }

    /// Returns the number of words drawn so far.
    pub(crate) fn words(&self) -> u64 {
        self.0.get_word_pos() as u64
    }
}

/// The generator of a recorded match, as it is after some draws. It is keyed at its first draw,
/// because most steps draw nothing.
pub(crate) struct Resumed<'a> {
    key: &'a Seed,
    words: u64,
    begun: Option<ChaCha20Rng>,
}

impl<'a> Resumed<'a> {
    /// Creates the generator with this key, as it is after `words` draws.
    pub(crate) fn after(key: &'a Seed, words: u64) -> Dice<Resumed<'a>> {
        Dice(Resumed { key, words, begun: None })
    }

    /// Returns the number of words drawn so far.
    pub(crate) fn words(&self) -> u64 {
        self.begun.as_ref().map_or(self.words, |rng| rng.get_word_pos() as u64)
    }

    fn rng(&mut self) -> &mut ChaCha20Rng {
        self.begun.get_or_insert_with(|| RecordRng::after(self.key, self.words).0)
    }
}

impl TryRng for Resumed<'_> {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        self.rng().try_next_u32()
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        self.rng().try_next_u64()
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        self.rng().try_fill_bytes(bytes)
    }
}

impl Fast {
    /// Creates a fast generator; the same number gives the same rolls.
    pub fn seeded(seed: u64) -> Fast {
        Dice(Xoshiro256PlusPlus::seed_from_u64(seed))
    }
}

/// Returns a uniform number below `bound`, without modulo bias (Lemire's method). The result is the
/// upper half of a 32 by 32 bit product. In the few cases where the lower half shows that this
/// value would come once too often, it draws again.
///
/// ```
/// use rand_core::SeedableRng;
/// let mut rng = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(1);
/// assert!(kernel::below(&mut rng, 6) < 6);
/// ```
///
/// # Panics
/// If `bound` is 0.
#[inline]
pub fn below<R: Rng>(rng: &mut R, bound: u32) -> u32 {
    loop {
        if let Some(value) = scale(rng.next_u32(), bound) {
            return value;
        }
    }
}

/// Maps 32 random bits to a number below `bound`, or `None` for the words that would cause a bias.
#[inline]
fn scale(word: u32, bound: u32) -> Option<u32> {
    let product = u64::from(word) * u64::from(bound);
    let low = product as u32;
    // Only words with a lower half this small can be too many; a bound of 0 has no others.
    if low <= bound && tips(low, bound) {
        return None;
    }
    Some((product >> 32) as u32)
}

/// Decides by a division, which is seldom needed.
#[cold]
fn tips(low: u32, bound: u32) -> bool {
    assert!(bound > 0, "nothing lies below 0");
    low < bound.wrapping_neg() % bound
}

impl<R: Rng> Chance for Dice<R> {
    type Halt = Infallible;

    #[inline]
    fn roll(&mut self, die: Die, _: RollReason) -> Result<u8, Infallible> {
        Ok(below(&mut self.0, u32::from(die.sides())) as u8 + 1)
    }

    #[inline]
    fn flip(&mut self, _: RollReason) -> Result<Face, Infallible> {
        Ok(if below(&mut self.0, 2) == 0 { Face::Heads } else { Face::Tails })
    }

    #[inline]
    fn draw<D: Deck>(&mut self, from: &mut D, _: RollReason) -> Result<D::Card, Infallible> {
        let place = below(&mut self.0, from.len() as u32);
        Ok(from.take_at(place))
    }
}

/// The 256 bits from which all dice of a match come.
///
/// The server may show its [`seal`](Seed::seal) before the match: it commits the server to the
/// seed. The seed itself stays secret until the match is over.
#[derive(Clone, PartialEq, Eq)]
pub struct Seed(pub [u8; 32]);

impl Seed {
    /// Reads 64 hexadecimal digits, of either case.
    pub fn from_hex(text: &str) -> Option<Seed> {
        let bytes = data_encoding::HEXLOWER_PERMISSIVE.decode(text.as_bytes()).ok()?;
        Some(Seed(bytes.try_into().ok()?))
    }

    /// Returns the seed as 64 hexadecimal digits.
    pub fn to_hex(&self) -> String {
        data_encoding::HEXLOWER.encode(&self.0)
    }

    /// Returns SHA-256 of the seed's 32 bytes, as hexadecimal digits.
    pub fn seal(&self) -> String {
        data_encoding::HEXLOWER.encode(&Sha256::digest(self.0))
    }

    /// Returns the key from which a match is dealt. Without shares it is the seed itself. With
    /// shares it is SHA-256 of the seed's 32 bytes and the shares. The length of each share in
    /// bytes precedes it, as a 64-bit big-endian number.
    pub fn derived(&self, shares: &[String]) -> Seed {
        if shares.is_empty() {
            return self.clone();
        }
        let mut hash = Sha256::new();
        hash.update(self.0);
        for share in shares {
            hash.update((share.len() as u64).to_be_bytes());
            hash.update(share.as_bytes());
        }
        Seed(hash.finalize().into())
    }
}

/// Reads a small number as a seed: its 64 bits, most significant first, at the end of 32 bytes.
impl From<u64> for Seed {
    fn from(number: u64) -> Self {
        let mut bytes = [0; 32];
        bytes[24..].copy_from_slice(&number.to_be_bytes());
        Seed(bytes)
    }
}

impl std::fmt::Debug for Seed {
    /// Prints the seal, because a seed is a secret and must not appear in logs.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Seed(sealed {})", self.seal())
    }
}

/// Mixes seed and number by the final steps of SplitMix64: neighbours get very different results.
///
/// For one seed the result is another for every number, because each step can be undone. So no two
/// matches of a seed begin with the same state of a generator, however a run is cut. Different
/// seeds may have results in common: they are no shards of one run.
pub fn mixed(seed: u64, number: u64) -> u64 {
    let mut z = seed.rotate_left(32) ^ number.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// Over one whole period of words each value must come equally often. A period of 2^32 words
    /// takes too long, so the test checks the places where the law can fail: every boundary between
    /// two values.
    #[test]
    fn every_value_has_the_same_number_of_words() {
        for bound in [1u32, 2, 3, 4, 6, 8, 10, 12, 13, 20, 53, 104, 108, 1000] {
            let first_at_least = |value: u32| ((u64::from(value) << 32).div_ceil(u64::from(bound))) as u32;
            let mut sizes = Vec::new();
            for value in 0..bound {
                let from = u64::from(first_at_least(value));
                let to = if value + 1 == bound { 1 << 32 } else { u64::from(first_at_least(value + 1)) };
                assert!(scale(from as u32, bound).is_none_or(|found| found == value));
                assert_eq!(scale((to - 1) as u32, bound), Some(value));
                let refused = (from..to.min(from + 4)).filter(|word| scale(*word as u32, bound).is_none()).count();
                sizes.push(to - from - refused as u64);
            }
            assert!(sizes.iter().all(|size| *size == sizes[0]), "bound {bound}: {sizes:?}");
        }
    }

    #[test]
    fn dice_go_on_from_where_they_were_left() {
        let seed = Seed::from(7);
        let mut dice = RecordRng::of(&seed);
        for words in 0..200 {
            assert_eq!(dice.words(), words);
            let mut resumed = Resumed::after(&seed, words);
            assert_eq!(resumed.0.words(), words);
            assert_eq!(resumed.0.next_u32(), dice.0.next_u32(), "after {words}");
            assert_eq!(resumed.0.words(), words + 1);
        }
    }

    #[test]
    fn seeds_have_one_spelling_and_one_seal() {
        let seed = Seed::from(7);
        assert_eq!(seed.to_hex(), format!("{}07", "0".repeat(62)));
        assert_eq!(Seed::from_hex(&seed.to_hex().to_uppercase()), Some(seed.clone()));
        assert_eq!(Seed::from_hex("07"), None);
        assert_eq!(Seed([0; 32]).seal(), "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925");
        assert_eq!(format!("{seed:?}"), format!("Seed(sealed {})", seed.seal()));
    }

    #[test]
    fn shares_change_the_key_and_their_borders_count() {
        let seed = Seed::from(7);
        assert_eq!(seed.derived(&[]), seed);
        let derived =
            |shares: &[&str]| seed.derived(&shares.iter().map(|s| (*s).to_owned()).collect::<Vec<_>>()).to_hex();
        assert_ne!(derived(&["ab", "c"]), derived(&["a", "bc"]));
        assert_ne!(derived(&[""]), seed.to_hex());
    }

    /// The number from the result of [`mixed`].
    fn unmixed(seed: u64, mixed: u64) -> u64 {
        // Undoes `z ^ z >> shift`.
        let unshifted = |z: u64, shift: u32| (0..64 / shift).fold(z, |found, _| z ^ found >> shift);
        // Inverse of an odd factor modulo 2^64, by Newton's steps: each doubles the right bits.
        let inverse = |factor: u64| {
            (0..6).fold(factor, |found, _| found.wrapping_mul(2u64.wrapping_sub(factor.wrapping_mul(found))))
        };
        let z = unshifted(mixed, 31).wrapping_mul(inverse(0x94D0_49BB_1331_11EB));
        let z = unshifted(z, 27).wrapping_mul(inverse(0xBF58_476D_1CE4_E5B9));
        let z = unshifted(z, 30) ^ seed.rotate_left(32);
        z.wrapping_sub(0x9E37_79B9_7F4A_7C15).wrapping_mul(inverse(0x9E37_79B9_7F4A_7C15))
    }

    /// A function that can be undone gives two numbers two results.
    #[test]
    fn every_number_of_seed_has_start_of_its_own() {
        let mut rng = Fast::seeded(1);
        let mut word = || u64::from(below(&mut rng.0, u32::MAX)) << 32 | u64::from(below(&mut rng.0, u32::MAX));
        for _ in 0..100_000 {
            let (seed, number) = (word(), word());
            assert_eq!(unmixed(seed, mixed(seed, number)), number);
        }
        for number in [0, 1, 2 * 999_999_999_999_999 + 1, u64::MAX] {
            assert_eq!(unmixed(1, mixed(1, number)), number);
        }
    }

    /// Streams that overlap have a window of rolls in common, wherever it is in each.
    #[test]
    fn streams_of_neighbours_have_no_window_in_common() {
        let mut windows = HashSet::new();
        let numbers = (0..500).chain(999_999_999_999_500..1_000_000_000_000_000);
        for stream in numbers.flat_map(|number: u64| [2 * number, 2 * number + 1]) {
            let mut dice = Fast::seeded(mixed(7, stream));
            let rolls: Vec<u32> = (0..120).map(|_| below(&mut dice.0, 20)).collect();
            // 20 rolls of a d20 are 86 bits: two of 200,000 windows are equal by chance in one of
            // 10^15 runs of this test.
            assert!(rolls.windows(20).all(|window| windows.insert(window.to_vec())), "stream {stream}");
        }
    }
}
