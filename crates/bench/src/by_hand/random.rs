//! Uniform numbers, as both games by hand draw them.

use rand_core::Rng;

/// A uniform number in `0..n` (multiply-shift with rejection). `n == 1` takes nothing from the
/// generator.
#[inline]
pub(super) fn below<R: Rng>(rng: &mut R, n: u32) -> u32 {
    if n == 1 {
        return 0;
    }
    let wide = u64::from(rng.next_u32()) * u64::from(n);
    if (wide as u32) < n {
        return below_checked(rng, n, wide);
    }
    (wide >> 32) as u32
}

/// The rare part of [`below`]: the product may have to be drawn again for all numbers to be equally
/// likely.
#[cold]
fn below_checked<R: Rng>(rng: &mut R, n: u32, mut wide: u64) -> u32 {
    let reject = n.wrapping_neg() % n;
    while (wide as u32) < reject {
        wide = u64::from(rng.next_u32()) * u64::from(n);
    }
    (wide >> 32) as u32
}
