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
        let colour = shades[run.shade as usize].colour;
        match run.length {
            1 => pixels.push(colour),
            length => pixels.resize(pixels.len() + length as usize, colour),
        }
    }
    Indexed { width: canvas.width(), height: canvas.height(), colours, pixels }
}

/// The picture as runs of shades, and the shades: first those that have names, then the others as they come.
fn runs(canvas: &Pixmap, named: &[[u8; 3]]) -> (Vec<Run>, Vec<Shade>) {
    let mut shades = Shades { shades: Vec::new(), known: vec![0; 1 << (3 * BITS)] };
    for colour in named {
        shades.add(*colour, 0);
    }
    let mut runs = Vec::new();
    let mut rest = canvas.data().as_chunks::<4>().0;
    while let Some([red, green, blue, _]) = rest.first() {
        let length = alike(rest);
        runs.push(Run { shade: shades.add([*red, *green, *blue], length as u64), length: length as u32 });
        rest = &rest[length..];
    }
    (runs, shades.shades)
}

/// How many pixels at the beginning are like the first one. Most of a picture is plain, so that it pays to compare many at once.
fn alike(pixels: &[[u8; 4]]) -> usize {
    const MANY: usize = 16;
    let Some(first) = pixels.first() else { return 0 };
    let many = [*first; MANY];
    let mut length = 1;
    while pixels.get(length) == Some(first) {
        length += 1;
        while length >= MANY && pixels[length..].first_chunk() == Some(&many) {
            length += MANY;
        }
    }
    length
}

/// The shades that occur.
struct Shades {
    shades: Vec<Shade>,
    /// By the upper bits of their channels their numbers, from 1 on; 0 for a shade that has not come yet.
    known: Vec<u32>,
}

impl Shades {
    /// The number of a shade, which has so many pixels more.
    fn add(&mut self, channels: [u8; 3], pixels: u64) -> u32 {
        let known = &mut self.known[cell(channels)];
        if *known == 0 {
            self.shades.push(Shade { channels, pixels: 0, colour: 0, distance: u32::MAX });
            *known = self.shades.len() as u32;
        }
        let number = *known - 1;
        self.shades[number as usize].pixels += pixels;
        number
    }
}

#[inline(always)]
fn cell(channels: [u8; 3]) -> usize {
    let [red, green, blue] = channels;
    let (red, green, blue) = ((red >> (8 - BITS)) as usize, (green >> (8 - BITS)) as usize, (blue >> (8 - BITS)) as usize);
    (red << BITS | green) << BITS | blue
}

/// The shade that is painted worst, all its pixels together; the first of equals. None if all are painted exactly.
fn worst(shades: &[Shade]) -> Option<[u8; 3]> {
    let mut worst = None;
    let mut most = 0;
    for shade in shades {
        let error = shade.pixels * shade.distance as u64;
        if error > most {
            (worst, most) = (Some(shade.channels), error);
        }
    }
    worst
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

#[inline(always)]
fn distance(one: [u8; 3], other: [u8; 3]) -> u32 {
    let part = |channel: usize| {
        let difference = one[channel].abs_diff(other[channel]) as u32;
        difference * difference * WEIGHTS[channel]
    };
    part(0) + part(1) + part(2)
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
