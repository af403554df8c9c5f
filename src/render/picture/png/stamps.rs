//! Stamps: letters and forms are cut out once in a process and then pressed wherever a picture has them.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use tiny_skia::{Color, FillRule, LineCap, LineJoin, Mask, Paint, Path, Pixmap, Stroke, StrokeDash, Transform};

use super::outlines::{Outline, length};

/// Places between two pixels at which a stamp may stand, along and down.
const PHASES: i32 = 4;

/// A larger form gets no stamp, but is painted anew each time.
const LARGEST_AREA: f32 = 65_536.0;

/// The most that all stamps take. A process that draws ever new things begins anew then.
const MOST_BYTES: usize = 8 << 20;

/// The stamps that exist, for all threads. They save time; what a picture looks like never depends on which are here.
static STAMPS: Mutex<Stamps> = Mutex::new(Stamps { cut: BTreeMap::new(), bytes: 0 });

struct Stamps {
    cut: BTreeMap<(Cut, Phase), Arc<Stamp>>,
    bytes: usize,
}

/// What is cut out, around its own origin.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Cut {
    pub outline: Outline,
    /// With what lies inside the outline, or the line alone.
    pub is_filled: bool,
    pub line: Option<Line>,
}

/// A line along an outline; its lengths are parts of a pixel, as those of an [`Outline`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Line {
    pub weight: i32,
    /// Whether corners and ends are round.
    pub is_round: bool,
    pub dash: Option<i32>,
}

/// How far the origin lies right of and below a whole pixel.
type Phase = (i32, i32);

/// How much of each pixel is covered, row by row, and where the first row lies, seen from the pixel of the origin. A slanting line is
/// long and covers little, so that no row has more than what is covered.
#[derive(Debug)]
struct Stamp {
    top: i32,
    rows: Vec<Row>,
    cover: Vec<u8>,
}

/// Where the first covered pixel of a row lies, and how far it is to behind the last one.
#[derive(Debug, Clone, Copy)]
struct Row {
    left: i32,
    width: u32,
}

impl Cut {
    /// Leaves its trace on a canvas that has no transparent pixel, with its origin as near to `at` as stamps can stand.
    pub(super) fn press(self, canvas: &mut Pixmap, at: (f64, f64), colour: [u8; 3]) {
        let steps = [at.0, at.1].map(|pixels| (pixels * f64::from(PHASES)).round() as i32);
        let [x, y] = steps.map(|steps| steps.div_euclid(PHASES));
        let key = (self, (steps[0].rem_euclid(PHASES), steps[1].rem_euclid(PHASES)));
        if let Some(stamp) = Stamps::known(&key) {
            return stamp.press(canvas, (x, y), colour);
        }
        // No other thread waits while this one cuts; if two cut the same stamp, they cut it alike.
        let (cut, phase) = &key;
        let paths = cut.paths(*phase);
        match Stamp::of(&paths) {
            Some(stamp) => Stamps::keep(key, stamp).press(canvas, (x, y), colour),
            None => paint(canvas, &paths, (x, y), colour),
        }
    }

    /// What is to be covered; nothing for a blank, or for what cannot be drawn.
    fn paths(&self, (right, down): Phase) -> Vec<Path> {
        let to_place = Transform::from_translate(right as f32 / PHASES as f32, down as f32 / PHASES as f32);
        let Some(path) = self.outline.path().and_then(|path| path.transform(to_place)) else { return Vec::new() };
        let line = self.line.and_then(|line| line.along(&path));
        self.is_filled.then_some(path).into_iter().chain(line).collect()
    }
}

impl Line {
    fn along(self, path: &Path) -> Option<Path> {
        let (line_cap, line_join) = if self.is_round { (LineCap::Round, LineJoin::Round) } else { (LineCap::Butt, LineJoin::Miter) };
        let stroke = Stroke { width: length(self.weight), line_cap, line_join, ..Stroke::default() };
        match self.dash {
            Some(dash) => path.dash(&StrokeDash::new(vec![length(dash); 2], 0.0)?, 1.0)?.stroke(&stroke, 1.0),
            None => path.stroke(&stroke, 1.0),
        }
    }
}

impl Stamps {
    fn known(key: &(Cut, Phase)) -> Option<Arc<Stamp>> {
        STAMPS.lock().unwrap_or_else(PoisonError::into_inner).cut.get(key).cloned()
    }

    fn keep(key: (Cut, Phase), stamp: Stamp) -> Arc<Stamp> {
        let stamp = Arc::new(stamp);
        let mut stamps = STAMPS.lock().unwrap_or_else(PoisonError::into_inner);
        let bytes = size_of::<(Cut, Phase, Stamp)>() + key.0.outline.bytes() + stamp.bytes();
        if stamps.bytes + bytes > MOST_BYTES {
            *stamps = Stamps { cut: BTreeMap::new(), bytes: 0 };
        }
        if stamps.cut.insert(key, stamp.clone()).is_none() {
            stamps.bytes += bytes;
        }
        stamp
    }
}

impl Stamp {
    /// None if it would be too large.
    fn of(paths: &[Path]) -> Option<Stamp> {
        let bounds = paths.iter().map(Path::bounds).reduce(|one, other| one.join(&other).unwrap_or(other));
        let Some(bounds) = bounds else { return Some(Stamp { top: 0, rows: Vec::new(), cover: Vec::new() }) };
        // As numbers with fractions they cannot overflow.
        let (left, top) = (bounds.left().floor(), bounds.top().floor());
        let (width, height) = (bounds.right().ceil() - left, bounds.bottom().ceil() - top);
        if width * height > LARGEST_AREA {
            return None;
        }
        let mut mask = Mask::new(width.max(1.0) as u32, height.max(1.0) as u32)?;
        for path in paths {
            mask.fill_path(path, FillRule::Winding, true, Transform::from_translate(-left, -top));
        }
        let mut stamp = Stamp { top: top as i32, rows: Vec::with_capacity(mask.height() as usize), cover: Vec::new() };
        for row in mask.data().chunks_exact(mask.width() as usize) {
            let first = row.iter().position(|cover| *cover != 0).unwrap_or(0);
            let end = row.iter().rposition(|cover| *cover != 0).map_or(first, |last| last + 1);
            stamp.rows.push(Row { left: left as i32 + first as i32, width: (end - first) as u32 });
            stamp.cover.extend_from_slice(&row[first..end]);
        }
        stamp.cover.shrink_to_fit();
        Some(stamp)
    }

    /// How much memory it takes besides its own size.
    fn bytes(&self) -> usize {
        size_of_val(self.rows.as_slice()) + self.cover.len()
    }

    fn press(&self, canvas: &mut Pixmap, (x, y): (i32, i32), colour: [u8; 3]) {
        let (width, height) = (canvas.width() as i32, canvas.height() as i32);
        let mut covers = self.cover.as_slice();
        for (y, row) in (y.saturating_add(self.top)..height).zip(&self.rows) {
            let (cover, below) = covers.split_at(row.width as usize);
            covers = below;
            if y < 0 {
                continue;
            }
            // Columns of the stamp that lie on the canvas.
            let left = x.saturating_add(row.left);
            let [first, last] = [0, width].map(|edge| edge.saturating_sub(left).clamp(0, row.width as i32));
            if first < last {
                let start = y as usize * width as usize + (left + first) as usize;
                ink(&mut canvas.data_mut()[start * 4..], &cover[first as usize..last as usize], colour);
            }
        }
    }
}

/// Lays a colour on the first pixels of a row, as much of it as covers each. It runs for nearly all pixels of a picture.
fn ink(row: &mut [u8], cover: &[u8], [red, green, blue]: [u8; 3]) {
    let pixels = &mut row.as_chunks_mut::<4>().0[..cover.len()];
    let mut at = 0;
    while at < cover.len() {
        let cover = cover[at];
        if cover == 255 {
            pixels[at] = [red, green, blue, 255];
        } else if cover > 0 {
            let [old_red, old_green, old_blue, _] = pixels[at];
            pixels[at] = [mixed(old_red, red, cover), mixed(old_green, green, cover), mixed(old_blue, blue, cover), 255];
        }
        at += 1;
    }
}

#[inline(always)]
fn mixed(old: u8, new: u8, cover: u8) -> u8 {
    let (old, new, cover) = (old as u32, new as u32, cover as u32);
    ((old * (255 - cover) + new * cover + 127) / 255) as u8
}

/// What a stamp would do, without one.
fn paint(canvas: &mut Pixmap, paths: &[Path], (x, y): (i32, i32), [red, green, blue]: [u8; 3]) {
    let mut paint = Paint::default();
    paint.set_color(Color::from_rgba8(red, green, blue, 255));
    for path in paths {
        canvas.fill_path(path, &paint, FillRule::Winding, Transform::from_translate(x as f32, y as f32), None);
    }
}

/// As if the process had drawn nothing yet.
#[cfg(test)]
pub(super) fn forget() {
    *STAMPS.lock().unwrap_or_else(PoisonError::into_inner) = Stamps { cut: BTreeMap::new(), bytes: 0 };
}

#[cfg(test)]
mod tests {
    use super::*;

    fn disc(radius: i32) -> Cut {
        Cut { outline: Outline::Ellipse { radii: (radius, radius) }, is_filled: true, line: None }
    }

    #[test]
    fn stamps_never_take_more_than_their_share() {
        let mut canvas = Pixmap::new(4, 4).unwrap();
        for radius in 1..900 {
            disc(radius * 8).press(&mut canvas, (2.0, 2.0), [0, 0, 0]);
            let stamps = STAMPS.lock().unwrap();
            assert!(stamps.bytes <= MOST_BYTES && stamps.cut.values().map(|stamp| stamp.bytes()).sum::<usize>() <= stamps.bytes);
        }
    }

    #[test]
    fn what_lies_beside_the_canvas_leaves_no_trace_and_does_no_harm() {
        let mut canvas = Pixmap::new(4, 4).unwrap();
        for at in [(-9.0, 2.0), (2.0, 1e9), (f64::MAX, -1e300), (13.0, 13.0)] {
            disc(8 * 64).press(&mut canvas, at, [9, 9, 9]);
        }
        assert!(canvas.data().iter().all(|channel| *channel == 0));
        for at in [(-1.0, -1.0), (4.0, 4.0), (-1.0, 4.0), (4.0, -1.0)] {
            disc(2 * 64).press(&mut canvas, at, [9, 9, 9]);
            disc(i32::MAX).press(&mut canvas, at, [7, 7, 7]);
        }
        assert!(canvas.data().as_chunks::<4>().0.iter().all(|pixel| *pixel == [7, 7, 7, 255]));
    }
}
