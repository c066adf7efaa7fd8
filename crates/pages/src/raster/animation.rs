//! Encodes pictures as the frames of an animated PNG.
//!
//! All frames share one palette of 256 colours. A frame contains only the rectangle that differs
//! from the frame before, and unchanged pixels in it are transparent.

use std::collections::HashMap;

use color_quant::NeuQuant;
use png::{BitDepth, BlendOp, ColorType, Compression, DisposeOp, Encoder, EncodingError, Filter};
use resvg::tiny_skia::Pixmap;

/// The palette index of unchanged pixels; all others are colours.
const SAME: u8 = 255;
/// Colours are chosen from every so many pixels, a number from 1 (the best choice) to 30 (the
/// quickest).
const SAMPLED: i32 = 10;

/// A frame of the animation.
pub(super) struct AnimationFrame {
    /// The picture, without transparent pixels. All have the same size.
    pub(super) picture: Pixmap,
    /// How long it is shown, in seconds.
    pub(super) seconds: u16,
}

/// Returns these frames as a file that repeats forever; `None` if there are none.
pub(super) fn animated(frames: &[AnimationFrame]) -> Option<Vec<u8>> {
    let size = frames.first().map(|frame| [frame.picture.width(), frame.picture.height()])?;
    let palette = Palette::of(frames);
    let mut file = Vec::new();
    write(&mut file, size, frames, palette).ok()?;
    Some(file)
}

fn write(
    file: &mut Vec<u8>,
    [width, height]: [u32; 2],
    frames: &[AnimationFrame],
    mut palette: Palette,
) -> Result<(), EncodingError> {
    let mut encoder = Encoder::new(file, width, height);
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::High);
    encoder.set_filter(Filter::NoFilter);
    encoder.set_palette(palette.colours());
    encoder.set_trns([[u8::MAX; SAME as usize].as_slice(), &[0]].concat());
    encoder.set_animated(frames.len() as u32, 0)?;
    encoder.set_blend_op(BlendOp::Over)?;
    encoder.set_dispose_op(DisposeOp::None)?;
    let mut writer = encoder.write_header()?;
    let mut before: Option<Vec<u8>> = None;
    for frame in frames {
        let now = palette.indices(&frame.picture);
        let part = before.as_ref().map_or(Part::whole(&now, width), |before| Part::changed(before, &now, width));
        // The first frame is whole, and its position cannot be set. A new size must fit at the
        // position set before.
        if before.is_some() {
            writer.reset_frame_position()?;
            writer.set_frame_dimension(part.size[0], part.size[1])?;
            writer.set_frame_position(part.at[0], part.at[1])?;
        }
        writer.set_frame_delay(frame.seconds, 1)?;
        writer.write_image_data(&part.pixels)?;
        before = Some(now);
    }
    writer.finish()
}

/// The colours of an animation.
struct Palette {
    chosen: NeuQuant,
    /// The cached indices of colours.
    known: HashMap<[u8; 4], u8>,
}

impl Palette {
    fn of(frames: &[AnimationFrame]) -> Palette {
        let pixels: Vec<u8> = frames.iter().flat_map(|frame| frame.picture.data()).copied().collect();
        Palette { chosen: NeuQuant::new(SAMPLED, SAME.into(), &pixels), known: HashMap::new() }
    }

    /// Returns the colours in order, with one for unchanged pixels.
    fn colours(&self) -> Vec<u8> {
        [self.chosen.color_map_rgb(), vec![0; 3]].concat()
    }

    /// Returns a picture as palette indices.
    fn indices(&mut self, picture: &Pixmap) -> Vec<u8> {
        let (pixels, _) = picture.data().as_chunks::<4>();
        let place = |pixel: &[u8; 4]| {
            *self.known.entry(*pixel).or_insert_with(|| self.chosen.index_of(pixel).min(SAME as usize - 1) as u8)
        };
        pixels.iter().map(place).collect()
    }
}

/// The part of a picture that is written to the file.
struct Part {
    at: [u32; 2],
    size: [u32; 2],
    pixels: Vec<u8>,
}

impl Part {
    fn whole(pixels: &[u8], width: u32) -> Part {
        Part { at: [0; 2], size: [width, pixels.len() as u32 / width], pixels: pixels.to_vec() }
    }

    /// Returns the rectangle in which a picture differs from the one before; a single pixel where
    /// it does not differ.
    fn changed(before: &[u8], now: &[u8], width: u32) -> Part {
        let width = width as usize;
        let differs = |at: usize| before[at] != now[at];
        let places = || (0..now.len()).filter(|at| differs(*at));
        let (top, bottom) = (places().next().unwrap_or(0) / width, places().next_back().unwrap_or(0) / width);
        let left = places().map(|at| at % width).min().unwrap_or(0);
        let right = places().map(|at| at % width).max().unwrap_or(0);
        let rows = (top..=bottom).map(|row| row * width);
        let inside = rows.flat_map(|row| row + left..=row + right);
        Part {
            at: [left as u32, top as u32],
            size: [(right - left + 1) as u32, (bottom - top + 1) as u32],
            pixels: inside.map(|at| if differs(at) { now[at] } else { SAME }).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use resvg::tiny_skia::Color;

    use super::*;

    fn filled(colour: Color) -> Pixmap {
        let mut picture = Pixmap::new(8, 6).unwrap();
        picture.fill(colour);
        picture
    }

    #[test]
    fn an_animation_shows_its_pictures_one_after_the_other() {
        let (first, mut second) = (filled(Color::WHITE), filled(Color::WHITE));
        let red = resvg::tiny_skia::PremultipliedColorU8::from_rgba(255, 0, 0, 255).unwrap();
        for at in [2 * 8 + 3, 4 * 8 + 5] {
            second.pixels_mut()[at] = red;
        }
        let third = filled(Color::BLACK);
        let pictures = [&first, &second, &second, &third];
        let frames = pictures.map(|picture| AnimationFrame { picture: picture.clone(), seconds: 2 });
        let file = animated(&frames).unwrap();
        let mut decoder = png::Decoder::new(std::io::Cursor::new(file));
        decoder.set_transformations(png::Transformations::EXPAND);
        let mut reader = decoder.read_info().unwrap();
        let control = reader.info().animation_control().copied().unwrap();
        assert_eq!((control.num_frames, control.num_plays), (4, 0));
        let mut shown = vec![0; 8 * 6 * 4];
        let parts = [[0, 0, 8, 6], [3, 2, 3, 3], [0, 0, 1, 1], [0, 0, 8, 6]];
        for (wanted, part) in pictures.into_iter().zip(parts) {
            let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
            reader.next_frame(&mut pixels).unwrap();
            let frame = reader.info().frame_control().copied().unwrap();
            assert_eq!([frame.x_offset, frame.y_offset, frame.width, frame.height], part);
            assert_eq!((frame.delay_num, frame.delay_den), (2, 1));
            for (n, pixel) in pixels.chunks(4).take((frame.width * frame.height) as usize).enumerate() {
                let (x, y) = (part[0] + n as u32 % frame.width, part[1] + n as u32 / frame.width);
                let at = (y * 8 + x) as usize * 4;
                if pixel[3] != 0 {
                    shown[at..at + 4].copy_from_slice(pixel);
                }
            }
            let far = shown.iter().zip(wanted.data()).any(|(shown, wanted)| shown.abs_diff(*wanted) > 8);
            assert!(!far, "{shown:?}");
        }
        assert!(animated(&[]).is_none());
    }
}
