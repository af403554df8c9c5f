//! A canvas of few colours. Its pixels are numbers of shades, and the file gets the shades that matter most.

use std::collections::BTreeMap;

/// How much of a pixel is covered, from [`BARE`] to [`FULL`]. The eye sees no finer steps at the edges of letters.
pub(super) type Coverage = u8;
pub(super) const BARE: Coverage = 0;
pub(super) const FULL: Coverage = 15;

/// The most shades, as many as a byte can number.
const MOST_SHADES: usize = 256;

/// Mixed shades with the same upper bits in each channel count as alike.
const BITS_ALIKE: u32 = 4;

/// How visible differences of red, green and blue are.
const WEIGHTS: [u32; 3] = [3, 4, 2];

/// How many pixels are compared at once. This saves time because most of a picture is one colour, and most of a form's rectangle is bare.
pub(super) const MANY: usize = 32;

/// Red, green and blue.
pub(super) type Channels = [u8; 3];

/// The sheet of a picture, row by row. At first it all has the first colour that the picture names.
pub(super) struct Pixels {
    pub width: u32,
    pub height: u32,
    pixels: Vec<u8>,
    shades: Shades,
}

/// The shades of a sheet: first the named colours, then their mixtures as they occur.
struct Shades {
    all: Vec<Channels>,
    named: usize,
    /// The shade that serves for all with these upper bits.
    alike: BTreeMap<Channels, u8>,
    /// The shades that result from laying a named colour on another shade: by the number of the colour, and by how much of it is laid.
    mixtures: Vec<[Mixtures; FULL as usize]>,
}

/// For each shade below, the number of the mixture plus 1; 0 if it has not been mixed yet.
type Mixtures = [u16; MOST_SHADES];

/// A named colour of the sheet.
#[derive(Clone, Copy)]
pub(super) struct Ink(u8);

/// A picture of few colours.
pub(super) struct Indexed {
    pub width: u32,
    pub colours: Vec<Channels>,
    /// The index of each shade's colour.
    index_of: [u8; MOST_SHADES],
    shades: Vec<u8>,
}

impl Indexed {
    /// The rows of shades, from the top.
    pub(super) fn rows(&self) -> impl ExactSizeIterator<Item = &[u8]> {
        self.shades.chunks_exact(self.width as usize)
    }

    /// The index of a shade's colour.
    #[inline(always)]
    pub(super) fn index(&self, shade: u8) -> u8 {
        self.index_of[shade as usize]
    }

    #[cfg(test)]
    pub(super) fn indices(&self) -> Vec<u8> {
        self.rows().flatten().map(|shade| self.index(*shade)).collect()
    }
}

impl Pixels {
    /// A plain sheet for these named colours; `None` if there is no memory for it.
    pub(super) fn new(width: u32, height: u32, named: &[Channels]) -> Option<Pixels> {
        let size = (width as usize).checked_mul(height as usize)?;
        let mut pixels = Vec::new();
        pixels.try_reserve_exact(size).ok()?;
        // Row by row, because unoptimised programs, which tests are, take long to write single bytes.
        let row = vec![0; width as usize];
        (0..height).for_each(|_| pixels.extend_from_slice(&row));
        Some(Pixels { width, height, pixels, shades: Shades::new(named) })
    }

    /// The ink of a colour; `None` if the colour was not named when the sheet was made.
    pub(super) fn ink(&self, colour: Channels) -> Option<Ink> {
        self.shades.all[..self.shades.named].iter().position(|named| *named == colour).map(|number| Ink(number as u8))
    }

    /// Lays ink on the pixels of a row from `left` on, as much as each is covered. Nearly everything drawn passes through here.
    pub(super) fn lay(&mut self, (left, row): (u32, u32), covers: &[Coverage], ink: Ink) {
        let start = row as usize * self.width as usize + left as usize;
        for (pixel, cover) in self.pixels[start..].iter_mut().zip(covers) {
            match *cover {
                BARE => {}
                FULL.. => *pixel = ink.0,
                cover => *pixel = self.shades.mixed(ink, cover, *pixel),
            }
        }
    }

    /// The picture with at most `most` colours: all named colours unchanged, and of the others those that it needs most.
    pub(super) fn reduced(self, most: usize) -> Indexed {
        let colours = self.colours(most);
        let mut index_of = [0; MOST_SHADES];
        index_of.iter_mut().zip(&self.shades.all).for_each(|(index, shade)| *index = nearest(&colours, *shade));
        Indexed { width: self.width, colours, shades: self.pixels, index_of }
    }

    /// The named colours, then repeatedly the shade that is rendered worst, counting all its pixels; the first of equals.
    fn colours(&self, most: usize) -> Vec<Channels> {
        let pixels = self.pixels_of_shades();
        let shades = &self.shades.all;
        let mut colours = shades[..self.shades.named.min(most)].to_vec();
        let to_nearest = |shade: &Channels| colours.iter().map(|colour| distance(*colour, *shade)).min().unwrap_or(u64::from(u32::MAX));
        let mut distances: Vec<u64> = shades.iter().map(to_nearest).collect();
        while colours.len() < most {
            let errors = distances.iter().zip(&pixels).map(|(distance, pixels)| distance * pixels).enumerate();
            let Some((worst, 1..)) = errors.rev().max_by_key(|(_, error)| *error) else { break };
            let colour = shades[worst];
            distances.iter_mut().zip(shades).for_each(|(known, shade)| *known = (*known).min(distance(*shade, colour)));
            colours.push(colour);
        }
        colours
    }

    /// How many pixels have each shade.
    fn pixels_of_shades(&self) -> [u64; MOST_SHADES] {
        let mut counts = [0_u64; MOST_SHADES];
        let (many, rest) = self.pixels.as_chunks();
        for pixels in many {
            match one_shade(pixels) {
                Some(shade) => counts[shade as usize] += MANY as u64,
                None => pixels.iter().for_each(|pixel| counts[*pixel as usize] += 1),
            }
        }
        rest.iter().for_each(|pixel| counts[*pixel as usize] += 1);
        counts
    }
}

impl Shades {
    fn new(named: &[Channels]) -> Shades {
        let all: Vec<Channels> = named.iter().copied().take(MOST_SHADES).collect();
        // Of two that are alike the first serves.
        let alike = all.iter().enumerate().rev().map(|(number, shade)| (upper_bits(*shade), number as u8)).collect();
        Shades { named: all.len(), mixtures: vec![[[0; MOST_SHADES]; FULL as usize]; all.len()], all, alike }
    }

    #[inline]
    fn mixed(&mut self, ink: Ink, cover: Coverage, below: u8) -> u8 {
        match self.mixtures[ink.0 as usize][cover as usize][below as usize] {
            0 => self.mix(ink, cover, below),
            known => (known - 1) as u8,
        }
    }

    /// The shade of a mixture that has not occurred before; the nearest shade if there is no room for another.
    fn mix(&mut self, ink: Ink, cover: Coverage, below: u8) -> u8 {
        let mixed = mixture(self.all[below as usize], self.all[ink.0 as usize], cover);
        let all = &mut self.all;
        let number = *self.alike.entry(upper_bits(mixed)).or_insert_with(|| {
            if all.len() < MOST_SHADES {
                all.push(mixed);
                return (all.len() - 1) as u8;
            }
            nearest(all, mixed)
        });
        self.mixtures[ink.0 as usize][cover as usize][below as usize] = u16::from(number) + 1;
        number
    }
}

/// The colour that results from laying one on another.
fn mixture(below: Channels, above: Channels, cover: Coverage) -> Channels {
    let (cover, full) = (cover as u32, FULL as u32);
    [0, 1, 2].map(|channel| {
        let (below, above) = (below[channel] as u32, above[channel] as u32);
        ((below * (full - cover) + above * cover + full / 2) / full) as u8
    })
}

/// The shade that all these pixels have; `None` if they differ.
pub(super) fn one_shade(pixels: &[u8; MANY]) -> Option<u8> {
    (*pixels == [pixels[0]; MANY]).then_some(pixels[0])
}

fn upper_bits(channels: Channels) -> Channels {
    channels.map(|channel| channel >> (u8::BITS - BITS_ALIKE))
}

/// The index of the nearest colour; the first of equals.
fn nearest(colours: &[Channels], shade: Channels) -> u8 {
    (0..colours.len()).min_by_key(|colour| distance(colours[*colour], shade)).unwrap_or(0) as u8
}

fn distance(one: Channels, other: Channels) -> u64 {
    let part = |channel: usize| {
        let difference = one[channel].abs_diff(other[channel]) as u32;
        difference * difference * WEIGHTS[channel]
    };
    u64::from(part(0) + part(1) + part(2))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAPER: Channels = [255, 253, 248];

    #[test]
    fn a_sheet_of_more_shades_than_it_can_hold_keeps_named_colours_and_uses_all_that_it_may() {
        let named: Vec<Channels> =
            [PAPER].into_iter().chain((0..40).map(|number: u8| [6 * number, 255 - 5 * number, number.wrapping_mul(97)])).collect();
        let mut sheet = Pixels::new(41, 41, &named).unwrap();
        for row in 0..41 {
            for (column, colour) in (0..40).zip(&named[1..]) {
                let ink = sheet.ink(*colour).unwrap();
                sheet.lay((column, row), &[(row % 16) as Coverage], ink);
            }
        }
        let shades = sheet.shades.all.len();
        let ink = sheet.ink(named[7]).unwrap();
        sheet.lay((40, 40), &[FULL], ink);
        let reduced = sheet.reduced(64);
        assert_eq!((shades, reduced.colours.len(), &reduced.colours[..41]), (MOST_SHADES, 64, &named[..]));
        let pixels = reduced.indices();
        assert_eq!(pixels.chunks(41).map(|row| row[40]).collect::<Vec<u8>>(), [vec![0; 40], vec![7]].concat());
        for (row, column) in (0..41_usize).flat_map(|row| (0..40_usize).map(move |column| (row, column))) {
            let painted = reduced.colours[usize::from(pixels[41 * row + column])];
            let mixed = mixture(PAPER, named[1 + column], (row % 16) as Coverage);
            assert!(distance(painted, mixed) < distance([0; 3], [40; 3]), "{mixed:?} is painted {painted:?}");
        }
    }

    #[test]
    fn a_plain_picture_has_the_colours_that_it_needs() {
        let reduced = Pixels::new(3, 1, &[PAPER]).unwrap().reduced(64);
        assert_eq!(reduced.indices(), [0; 3]);
        assert_eq!(reduced.colours, [PAPER]);
    }

    #[test]
    fn the_edge_of_a_letter_is_mixed_of_ink_and_what_lies_below() {
        let black = [0; 3];
        let mut sheet = Pixels::new(4, 1, &[[255; 3], black]).unwrap();
        let ink = sheet.ink(black).unwrap();
        sheet.lay((0, 0), &[BARE, 5, 10, FULL], ink);
        let reduced = sheet.reduced(16);
        let painted: Vec<Channels> = reduced.indices().into_iter().map(|index| reduced.colours[index as usize]).collect();
        assert_eq!(painted, [[255; 3], [170; 3], [85; 3], [0; 3]]);
    }

    #[test]
    fn what_has_no_name_cannot_be_laid() {
        assert!(Pixels::new(1, 1, &[PAPER]).unwrap().ink([1, 2, 3]).is_none());
    }
}
