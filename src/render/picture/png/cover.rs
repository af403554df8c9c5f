//! How much of each pixel the outlines of forms cover.

use zeno::{Bounds, Command, Mask, Point};

use super::colours::{Coverage, FULL, Ink, MANY, Pixels};

/// How many bare pixels separate two spans.
const GAP: usize = 16;

/// How far from its origin a path may reach, in pixels, because zeno counts parts of a pixel in 32 bits.
const FURTHEST: f32 = 8192.0;

/// How much of each pixel is covered, in spans from top to bottom and left to right. A slanting line, or the outline of a large form, covers little
/// of its rectangle.
#[derive(Debug, Default)]
pub(super) struct Stamp {
    spans: Vec<PixelSpan>,
    covers: Vec<Coverage>,
}

/// Covered pixels of one row, counted from the origin's pixel. The small types suffice because no path reaches farther than [`FURTHEST`]; spans take
/// most of a stamp's memory.
#[derive(Debug, Clone, Copy)]
struct PixelSpan {
    row: i16,
    left: i16,
    width: u16,
}

/// A rectangle of whole pixels, counted from an origin's pixel.
#[derive(Debug, Clone, Copy)]
pub(super) struct Window {
    left: i32,
    top: i32,
    width: u32,
    height: u32,
}

impl Stamp {
    /// What the paths cover within a window.
    pub(super) fn of(paths: &[Vec<Command>], window: Window) -> Stamp {
        let (width, height) = (window.width as usize, window.height as usize);
        let mut stamp = Stamp::default();
        if width == 0 || height == 0 {
            return stamp;
        }
        let mut layers = paths.iter().map(|path| window.covers(path));
        let Some(mut covers) = layers.next() else { return stamp };
        for layer in layers {
            covers.iter_mut().zip(layer).for_each(|(below, above)| *below = (*below).max(above));
        }
        for (row, covers) in (window.top..).zip(covers.chunks_exact(width)) {
            stamp.add(row, window.left, covers);
        }
        stamp.spans.shrink_to_fit();
        stamp.covers.shrink_to_fit();
        stamp
    }

    /// Adds what is covered of a row, in 255ths of a pixel.
    fn add(&mut self, row: i32, left: i32, covers: &[u8]) {
        let mut end = 0;
        while let Some(first) = first_covered(covers, end) {
            end = first_bare(covers, first);
            while let Some(next) = first_covered(covers.get(..end + GAP).unwrap_or(covers), end) {
                end = first_bare(covers, next);
            }
            self.spans.push(PixelSpan { row: row as i16, left: (left + first as i32) as i16, width: (end - first) as u16 });
            self.covers.extend(covers[first..end].iter().map(|cover| ((*cover as u32 * FULL as u32 + 127) / 255) as Coverage));
        }
    }

    /// How much memory it takes besides its own size, in bytes.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(self.spans.as_slice()) + self.covers.len()
    }

    pub(super) fn press(&self, sheet: &mut Pixels, (x, y): (i32, i32), ink: Ink) {
        let (width, height) = (sheet.width as i32, sheet.height as i32);
        let mut rest = self.covers.as_slice();
        for span in &self.spans {
            let (covers, later) = rest.split_at(span.width as usize);
            rest = later;
            let row = y.saturating_add(span.row.into());
            let left = x.saturating_add(span.left.into());
            let right = left.saturating_add(span.width.into());
            if row < 0 || row >= height || left >= width || right <= 0 {
                continue;
            }
            // The part of the span that is on the sheet.
            let covers = &covers[left.min(0).unsigned_abs() as usize..covers.len() - (right - width).max(0) as usize];
            sheet.lay((left.max(0) as u32, row as u32), covers, ink);
        }
    }
}

impl Window {
    /// The smallest window around all paths.
    pub(super) fn around(paths: &[Vec<Command>]) -> Window {
        let points = paths.iter().flatten().flat_map(points_of);
        let Bounds { min, max } = Bounds::from_points(points);
        let [left, top] = [min.x, min.y].map(|edge| edge.floor() as i32);
        let [right, bottom] = [max.x, max.y].map(|edge| edge.ceil() as i32);
        Window { left, top, width: right.abs_diff(left), height: bottom.abs_diff(top) }
    }

    pub(super) fn area(self) -> u64 {
        u64::from(self.width) * u64::from(self.height)
    }

    /// The part of the window that is on a sheet when its origin is at this place.
    pub(super) fn within(self, (x, y): (i32, i32), sheet: &Pixels) -> Window {
        let [(left, width), (top, height)] =
            [(self.left, self.width, x, sheet.width), (self.top, self.height, y, sheet.height)].map(|(from, length, at, size)| {
                let first = from.max(0_i32.saturating_sub(at));
                let end = from.saturating_add_unsigned(length).min((size as i32).saturating_sub(at));
                (first, u32::try_from(end.saturating_sub(first)).unwrap_or(0))
            });
        Window { left, top, width, height }
    }

    /// How much of each pixel a path covers, in 255ths.
    fn covers(self, path: &[Command]) -> Vec<u8> {
        let mut covers = vec![0; self.width as usize * self.height as usize];
        Mask::new(path).size(self.width, self.height).offset((-self.left as f32, -self.top as f32)).render_into(&mut covers, None);
        covers
    }
}

/// Whether zeno can count all parts of a pixel within this path.
pub(super) fn can_be_drawn(path: &[Command]) -> bool {
    path.iter().flat_map(points_of).all(|point| point.x.abs() <= FURTHEST && point.y.abs() <= FURTHEST)
}

fn points_of(command: &Command) -> impl Iterator<Item = Point> {
    let points = match *command {
        Command::MoveTo(to) | Command::LineTo(to) => [Some(to), None, None],
        Command::QuadTo(control, to) => [Some(control), Some(to), None],
        Command::CurveTo(first, second, to) => [Some(first), Some(second), Some(to)],
        Command::Close => [None; 3],
    };
    points.into_iter().flatten()
}

/// The first covered pixel from `from` on.
fn first_covered(covers: &[u8], from: usize) -> Option<usize> {
    let mut at = from;
    while covers.get(at..)?.first_chunk() == Some(&[0; MANY]) {
        at += MANY;
    }
    covers[at..].iter().position(|cover| *cover > 0).map(|further| at + further)
}

/// The first bare pixel from `from` on, or the end.
fn first_bare(covers: &[u8], from: usize) -> usize {
    covers[from..].iter().position(|cover| *cover == 0).map_or(covers.len(), |further| from + further)
}
