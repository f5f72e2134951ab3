//! Writes pixels as a PNG with a palette: flat drawings have few colours, and mails want small pictures.

use super::PictureError;
use resvg::tiny_skia::Pixmap;
use std::collections::BTreeMap;
use std::iter::repeat_n;

type Colour = [u8; 3];
const PALETTE: usize = 256;

/// An opaque picture as PNG. Its 256 most frequent colours are kept, each other one becomes the nearest of them.
pub(super) fn png(pixels: &Pixmap) -> Result<Vec<u8>, PictureError> {
    let colours: Vec<Colour> = pixels.pixels().iter().map(|p| [p.red(), p.green(), p.blue()]).collect();
    let (palette, places) = palette(&colours);
    let mut indices = Vec::with_capacity(colours.len());
    for run in runs(&colours) {
        indices.extend(repeat_n(places.get(&run[0]).copied().unwrap_or(0), run.len()));
    }
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, pixels.width(), pixels.height());
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(palette.concat());
    encoder.set_compression(png::Compression::High);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&indices)?;
    writer.finish()?;
    Ok(out)
}

/// Neighbours of one colour together: in flat drawings a few thousand runs stand for a million pixels.
fn runs(colours: &[Colour]) -> impl Iterator<Item = &[Colour]> {
    colours.chunk_by(PartialEq::eq)
}

/// The colours kept, and for each colour of the picture its place among them. Ties go by value, so that the
/// same picture always becomes the same bytes.
fn palette(colours: &[Colour]) -> (Vec<Colour>, BTreeMap<Colour, u8>) {
    let mut counts: BTreeMap<Colour, usize> = BTreeMap::new();
    for run in runs(colours) {
        *counts.entry(run[0]).or_default() += run.len();
    }
    let mut by_count: Vec<(usize, Colour)> =
        counts.into_iter().map(|(colour, count)| (count, colour)).collect();
    by_count.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
    let kept: Vec<Colour> = by_count.iter().take(PALETTE).map(|(_, colour)| *colour).collect();
    let places = by_count.iter().map(|(_, colour)| (*colour, nearest(&kept, *colour))).collect();
    (kept, places)
}

fn nearest(kept: &[Colour], colour: Colour) -> u8 {
    let distance = |other: &Colour| -> u32 {
        other.iter().zip(colour).map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
    };
    let best = (0u8..=u8::MAX).zip(kept).min_by_key(|(_, other)| distance(other));
    best.map_or(0, |(place, _)| place)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_colours_are_kept_as_they_are() {
        let colours = [[1, 2, 3], [9, 9, 9], [1, 2, 3]];
        let (kept, places) = palette(&colours);
        assert_eq!(kept, [[1, 2, 3], [9, 9, 9]]);
        assert_eq!(places[&[9, 9, 9]], 1);
    }

    #[test]
    fn rare_colours_become_the_nearest_frequent_one() {
        let mut colours: Vec<Colour> = (0..=255u8).flat_map(|n| [[n, 0, 0], [n, 0, 0]]).collect();
        colours.push([77, 3, 0]);
        let (kept, places) = palette(&colours);
        assert_eq!(kept.len(), 256);
        assert_eq!(kept[usize::from(places[&[77, 3, 0]])], [77, 0, 0]);
    }
}
