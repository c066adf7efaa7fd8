//! The tones of texts and pieces: good, bad, by luck.

use kernel::Tone;

/// Returns the class that colours a tone.
pub(crate) fn tone_class(tone: Tone) -> &'static str {
    match tone {
        Tone::Plain => "tone-plain",
        Tone::Good => "tone-good",
        Tone::Bad => "tone-bad",
        Tone::Luck => "tone-luck",
    }
}
