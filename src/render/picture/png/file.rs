//! Writes a PNG file of indexed colours: signature, header, palette, pixels and end (PNG 3, clauses 5 and 11).

use std::io::{self, Write};

use flate2::write::ZlibEncoder;
use flate2::{Compression, Crc};

use super::colours::{Indexed, MANY, one_shade};

const SIGNATURE: [u8; 8] = *b"\x89PNG\r\n\x1a\n";

/// Colour type, compression, filters and interlacing: indices into the palette, deflate, a filter for each row, none.
const INDEXED: [u8; 4] = [3, 0, 0, 0];

/// How many colours fit into half a byte. One byte then has two pixels, the left one in its upper bits.
pub(super) const COLOURS_OF_FOUR_BITS: usize = 16;

/// The filter of a row whose pixels are stored unchanged.
const UNFILTERED: u8 = 0;

/// The bytes of the file. Flat colours and equal letters repeat byte by byte, which deflate finds best without filters. `effort` is the compression
/// level, from 0 to 9.
///
/// # Errors
/// When the bytes cannot be packed; no picture is known to cause this.
pub(super) fn written(picture: &Indexed, effort: u32) -> io::Result<Vec<u8>> {
    let in_halves = picture.colours.len() <= COLOURS_OF_FOUR_BITS;
    let bits = if in_halves { 4 } else { 8 };
    let rows = picture.rows();
    let (width, height) = (picture.width, rows.len());
    let header = [&width.to_be_bytes()[..], &(height as u32).to_be_bytes(), &[bits], &INDEXED].concat();
    let mut packed = ZlibEncoder::new(Vec::new(), Compression::new(effort));
    let mut bytes = Vec::with_capacity(height * (1 + width as usize));
    for row in rows {
        bytes.push(UNFILTERED);
        let (many, rest) = row.as_chunks();
        for shades in many {
            match one_shade(shades).map(|shade| picture.index(shade)) {
                Some(index) if in_halves => bytes.extend_from_slice(&[index << 4 | index; MANY / 2]),
                Some(index) => bytes.extend_from_slice(&[index; MANY]),
                None => add_indices(&mut bytes, picture, shades, in_halves),
            }
        }
        add_indices(&mut bytes, picture, rest, in_halves);
    }
    // In one piece, because the packer clears its buffer for each write.
    packed.write_all(&bytes)?;
    let mut file = SIGNATURE.to_vec();
    chunk(&mut file, *b"IHDR", &header);
    chunk(&mut file, *b"PLTE", &picture.colours.concat());
    chunk(&mut file, *b"IDAT", &packed.finish()?);
    chunk(&mut file, *b"IEND", &[]);
    Ok(file)
}

/// Adds the indices of these shades, if `in_halves` two in a byte.
fn add_indices(bytes: &mut Vec<u8>, picture: &Indexed, shades: &[u8], in_halves: bool) {
    if in_halves {
        let (pairs, last) = shades.as_chunks::<2>();
        bytes.extend(pairs.iter().map(|[left, right]| picture.index(*left) << 4 | picture.index(*right)));
        bytes.extend(last.iter().map(|last| picture.index(*last) << 4));
    } else {
        bytes.extend(shades.iter().map(|shade| picture.index(*shade)));
    }
}

fn chunk(file: &mut Vec<u8>, kind: [u8; 4], bytes: &[u8]) {
    file.extend_from_slice(&(bytes.len() as u32).to_be_bytes());
    let checked = file.len();
    file.extend_from_slice(&kind);
    file.extend_from_slice(bytes);
    let mut sum = Crc::new();
    sum.update(&file[checked..]);
    file.extend_from_slice(&sum.sum().to_be_bytes());
}
