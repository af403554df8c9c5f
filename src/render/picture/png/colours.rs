//! Pixels as numbers of a few colours: those that the picture names, and the shades between them that it needs most.

use tiny_skia::Pixmap;

/// Shades are alike that have the same upper bits in each channel.
const BITS: u32 = 6;

/// How much the eye notices a difference of red, green and blue.
const WEIGHTS: [u32; 3] = [3, 4, 2];

/// A picture whose pixels are indices into its colours.
pub(super) struct Indexed {
    pub width: u32,
    pub height: u32,
    pub colours: Vec<[u8; 3]>,
    pub pixels: Vec<u8>,
}

/// Pixels of one shade, one beside the other.
struct Run {
    shade: u32,
    length: u32,
}

/// A shade that occurs, and the colour that comes nearest to it.
struct Shade {
    channels: [u8; 3],
    pixels: u64,
    colour: u8,
    distance: u32,
}

/// Paints with at most so many colours, which are no more than 256: all of `named` among them, which stay as they are.
pub(super) fn reduce(canvas: &Pixmap, named: &[[u8; 3]], most: usize) -> Indexed {
    let (runs, mut shades) = runs(canvas, named);
    let mut colours: Vec<[u8; 3]> = Vec::new();
    for colour in named.iter().take(most) {
        add(&mut colours, *colour, &mut shades);
    }
    while colours.len() < most
        && let Some(worst) = worst(&shades)
    {
        add(&mut colours, worst, &mut shades);
    }
    let mut pixels = Vec::with_capacity((canvas.width() * canvas.height()) as usize);
    for run in runs {
        pixels.extend(std::iter::repeat_n(shades[run.shade as usize].colour, run.length as usize));
    }
    Indexed { width: canvas.width(), height: canvas.height(), colours, pixels }
}

/// The picture as runs of shades, and the shades: first those that have names, then the others as they come.
fn runs(canvas: &Pixmap, named: &[[u8; 3]]) -> (Vec<Run>, Vec<Shade>) {
    let mut shades: Vec<Shade> = Vec::new();
    let mut known = vec![u32::MAX; 1 << (3 * BITS)];
    let mut shade_of = |channels: [u8; 3], pixels: usize| {
        let known = &mut known[cell(channels)];
        if *known == u32::MAX {
            *known = shades.len() as u32;
            shades.push(Shade { channels, pixels: 0, colour: 0, distance: u32::MAX });
        }
        shades[*known as usize].pixels += pixels as u64;
        *known
    };
    for colour in named {
        shade_of(*colour, 0);
    }
    let pixels = canvas.data().as_chunks::<4>().0;
    let runs = pixels.chunk_by(|one, other| one == other).map(|run| {
        let [red, green, blue, _] = run[0];
        Run { shade: shade_of([red, green, blue], run.len()), length: run.len() as u32 }
    });
    (runs.collect(), shades)
}

fn cell(channels: [u8; 3]) -> usize {
    channels.into_iter().fold(0, |cell, channel| cell << BITS | usize::from(channel >> (8 - BITS)))
}

/// The shade that is painted worst, all its pixels together; the first of equals. None if all are painted exactly.
fn worst(shades: &[Shade]) -> Option<[u8; 3]> {
    let error = |shade: &Shade| shade.pixels * u64::from(shade.distance);
    let worst = shades.iter().rev().max_by_key(|shade| error(shade))?;
    (worst.distance > 0).then_some(worst.channels)
}

fn add(colours: &mut Vec<[u8; 3]>, colour: [u8; 3], shades: &mut [Shade]) {
    for shade in shades {
        let distance = distance(shade.channels, colour);
        if distance < shade.distance {
            (shade.colour, shade.distance) = (colours.len() as u8, distance);
        }
    }
    colours.push(colour);
}

fn distance(one: [u8; 3], other: [u8; 3]) -> u32 {
    let differences = one.into_iter().zip(other).map(|(one, other)| u32::from(one.abs_diff(other)));
    differences.zip(WEIGHTS).map(|(difference, weight)| difference * difference * weight).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_of_every_colour_keeps_those_that_have_names_and_uses_64() {
        let mut canvas = Pixmap::new(256, 256).unwrap();
        let colours = (0..=u16::MAX).map(u16::to_be_bytes).map(|[red, green]| [red, green, 90, 255]);
        canvas.data_mut().as_chunks_mut::<4>().0.iter_mut().zip(colours).for_each(|(pixel, colour)| *pixel = colour);
        let named = [[255, 253, 248], [20, 40, 90]];
        let reduced = reduce(&canvas, &named, 64);
        assert_eq!((reduced.colours.len(), &reduced.colours[..2]), (64, &named[..]));
        assert_eq!(reduced.pixels[20 * 256 + 40], 1);
        let worst = canvas.data().as_chunks::<4>().0.iter().zip(&reduced.pixels).map(|(pixel, colour)| {
            let painted = reduced.colours[usize::from(*colour)];
            distance([pixel[0], pixel[1], pixel[2]], painted)
        });
        assert!(worst.max().unwrap() < distance([0; 3], [40; 3]), "a shade is far from all colours");
    }

    #[test]
    fn a_plain_picture_has_the_colours_that_it_needs() {
        let mut canvas = Pixmap::new(3, 1).unwrap();
        canvas.fill(tiny_skia::Color::WHITE);
        let reduced = reduce(&canvas, &[[255; 3]], 64);
        assert_eq!((reduced.colours, reduced.pixels), (vec![[255; 3]], vec![0; 3]));
    }
}
