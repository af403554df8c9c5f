//! Stamps: letters and forms are cut out once in a process and then pressed wherever a picture has them.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use zeno::{Bounds, Cap, Command, Fill, Join, Mask, Point, Stroke, Style, Transform};

use super::colours::{Channels, Cover, FULL, Ink, Sheet};
use super::outlines::{Outline, length};

/// Places between two pixels at which a stamp may stand, along and down.
const PHASES: i32 = 4;

/// The stamp of a larger form is cut anew each time, as far as the sheet reaches.
const LARGEST_AREA: u64 = 65_536;

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

/// How much of each pixel is covered, in spans from top to bottom and from left to right. A slanting line and the outline of a large form
/// cover little of the rectangle in which they lie.
#[derive(Debug, Default)]
struct Stamp {
    spans: Vec<Span>,
    covers: Vec<Cover>,
}

/// Covered pixels of a row, seen from the pixel of the origin.
#[derive(Debug, Clone, Copy)]
struct Span {
    row: i32,
    left: i32,
    width: u32,
}

/// So many bare pixels part two spans.
const GAP: usize = 16;

/// So many pixels are looked at together where most are bare.
const MANY: usize = 32;

impl Cut {
    /// Leaves its trace on a sheet, with its origin as near to `at` as stamps can stand. A colour without a name there leaves none.
    pub(super) fn press(self, sheet: &mut Sheet, at: (f64, f64), colour: Channels) {
        let Some(ink) = sheet.ink(colour) else { return };
        let steps = [at.0, at.1].map(|pixels| (pixels * f64::from(PHASES)).round() as i32);
        let [x, y] = steps.map(|steps| steps.div_euclid(PHASES));
        let key = (self, (steps[0].rem_euclid(PHASES), steps[1].rem_euclid(PHASES)));
        if let Some(stamp) = Stamps::known(&key) {
            return stamp.press(sheet, (x, y), ink);
        }
        // No other thread waits while this one cuts; if two cut the same stamp, they cut it alike.
        let (cut, phase) = &key;
        let paths = cut.paths(*phase);
        let window = Window::around(&paths);
        if window.area() > LARGEST_AREA {
            let seen = window.within((x, y), sheet);
            return Stamp::of(&paths, seen).press(sheet, (x, y), ink);
        }
        Stamps::keep(key, Stamp::of(&paths, window)).press(sheet, (x, y), ink);
    }

    /// The outlines of what is to be covered; none for a blank.
    fn paths(&self, (right, down): Phase) -> Vec<Vec<Command>> {
        let to_place = Transform::translation(right as f32 / PHASES as f32, down as f32 / PHASES as f32);
        let path = self.outline.path();
        let outlined = |style: Style<'_>| {
            let mut outline = Vec::new();
            zeno::apply(&path[..], style, Some(to_place), &mut outline);
            outline
        };
        let inside = self.is_filled.then(|| outlined(Fill::NonZero.into()));
        let line = self.line.map(|line| line.along(outlined));
        inside.into_iter().chain(line).filter(|path| path.iter().flat_map(points_of).all(can_be_drawn)).collect()
    }
}

impl Line {
    /// With round or sharp corners, and dashes and gaps of equal length.
    fn along(self, outlined: impl Fn(Style<'_>) -> Vec<Command>) -> Vec<Command> {
        let (cap, join) = if self.is_round { (Cap::Round, Join::Round) } else { (Cap::Butt, Join::Miter) };
        let dashes = self.dash.map(|dash| [length(dash); 2]);
        let mut stroke = Stroke::new(length(self.weight));
        stroke.cap(cap).join(join).dash(dashes.as_ref().map_or(&[], |dashes| dashes), 0.0);
        outlined(stroke.into())
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
    /// What the paths cover within a window.
    fn of(paths: &[Vec<Command>], window: Window) -> Stamp {
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

    /// Takes over what is covered of a row, in 255ths of a pixel.
    fn add(&mut self, row: i32, left: i32, covers: &[u8]) {
        let mut end = 0;
        while let Some(first) = first_covered(covers, end) {
            end = first;
            while let Some(next) = first_covered(covers.get(..end + GAP).unwrap_or(covers), end) {
                end = next + 1;
            }
            self.spans.push(Span { row, left: left + first as i32, width: (end - first) as u32 });
            self.covers.extend(covers[first..end].iter().map(|cover| ((*cover as u32 * FULL as u32 + 127) / 255) as Cover));
        }
    }

    /// How much memory it takes besides its own size.
    fn bytes(&self) -> usize {
        size_of_val(self.spans.as_slice()) + self.covers.len()
    }

    fn press(&self, sheet: &mut Sheet, (x, y): (i32, i32), ink: Ink) {
        let (width, height) = (sheet.width as i32, sheet.height as i32);
        let mut rest = self.covers.as_slice();
        for span in &self.spans {
            let (covers, later) = rest.split_at(span.width as usize);
            rest = later;
            let row = y.saturating_add(span.row);
            let left = x.saturating_add(span.left);
            let right = left.saturating_add_unsigned(span.width);
            if row < 0 || row >= height || left >= width || right <= 0 {
                continue;
            }
            // What of it lies on the sheet.
            let covers = &covers[left.min(0).unsigned_abs() as usize..covers.len() - (right - width).max(0) as usize];
            sheet.lay((left.max(0) as u32, row as u32), covers, ink);
        }
    }
}

/// So far from its origin, in pixels, a path may reach: the painter counts parts of a pixel in 32 bits.
const FURTHEST: f32 = 8192.0;

fn can_be_drawn(point: Point) -> bool {
    point.x.abs() <= FURTHEST && point.y.abs() <= FURTHEST
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

/// A rectangle of whole pixels, seen from the pixel of an origin.
#[derive(Debug, Clone, Copy)]
struct Window {
    left: i32,
    top: i32,
    width: u32,
    height: u32,
}

impl Window {
    /// The smallest one around all paths.
    fn around(paths: &[Vec<Command>]) -> Window {
        let points = paths.iter().flatten().flat_map(points_of);
        let Bounds { min, max } = Bounds::from_points(points);
        let [left, top] = [min.x, min.y].map(|edge| edge.floor() as i32);
        let [right, bottom] = [max.x, max.y].map(|edge| edge.ceil() as i32);
        Window { left, top, width: right.abs_diff(left), height: bottom.abs_diff(top) }
    }

    fn area(self) -> u64 {
        u64::from(self.width) * u64::from(self.height)
    }

    /// What of it lies on a sheet if its origin is at that place there.
    fn within(self, (x, y): (i32, i32), sheet: &Sheet) -> Window {
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

/// The first covered pixel from there on.
fn first_covered(covers: &[u8], from: usize) -> Option<usize> {
    let mut at = from;
    while covers.get(at..)?.first_chunk() == Some(&[0; MANY]) {
        at += MANY;
    }
    covers[at..].iter().position(|cover| *cover > 0).map(|further| at + further)
}

/// As if the process had drawn nothing yet.
#[cfg(test)]
pub(super) fn forget() {
    *STAMPS.lock().unwrap_or_else(PoisonError::into_inner) = Stamps { cut: BTreeMap::new(), bytes: 0 };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::picture::png::outlines::parts;

    const INK: Channels = [9, 9, 9];

    fn sheet(size: u32) -> Sheet {
        Sheet::new(size, size, &[[255; 3], INK]).unwrap()
    }

    fn indices(sheet: Sheet) -> Vec<u8> {
        let picture = sheet.reduced(2);
        picture.rows().flatten().map(|shade| picture.index(*shade)).collect()
    }

    fn disc(radius: i32) -> Cut {
        Cut { outline: Outline::Ellipse { radii: (radius, radius) }, is_filled: true, line: None }
    }

    #[test]
    fn stamps_never_take_more_than_their_share() {
        let mut sheet = sheet(4);
        for radius in 1..900 {
            disc(radius * 8).press(&mut sheet, (2.0, 2.0), INK);
            let stamps = STAMPS.lock().unwrap();
            assert!(stamps.bytes <= MOST_BYTES && stamps.cut.values().map(|stamp| stamp.bytes()).sum::<usize>() <= stamps.bytes);
        }
    }

    #[test]
    fn what_lies_beside_the_sheet_leaves_no_trace_and_does_no_harm() {
        let is_plain = |colour: u8, sheet: Sheet| indices(sheet).iter().all(|index| *index == colour);
        let mut bare = sheet(4);
        for at in [(-9.0, 2.0), (2.0, 1e9), (f64::MAX, -1e300), (13.0, 13.0)] {
            disc(8 * 64).press(&mut bare, at, INK);
        }
        assert!(is_plain(0, bare));
        let mut full = sheet(4);
        for at in [(-1.0, -1.0), (4.0, 4.0), (-1.0, 4.0), (4.0, -1.0)] {
            disc(2 * 64).press(&mut full, at, INK);
            disc(parts(1e300)).press(&mut full, at, INK);
        }
        assert!(is_plain(1, full));
    }

    #[test]
    fn a_form_that_is_larger_than_the_sheet_looks_like_one_that_is_kept() {
        let ring = |radius: i32| {
            let line = Line { weight: 3 * 64, is_round: false, dash: None };
            Cut { is_filled: false, line: Some(line), ..disc(radius * 64) }
        };
        // As near to each other as the corners of a kept and of a larger form can be.
        let painted = [126, 130].map(|radius| {
            let mut sheet = sheet(300);
            ring(radius).press(&mut sheet, (150.0, 150.0), INK);
            indices(sheet).iter().filter(|index| **index == 1).count()
        });
        let around = |radius: f64| (std::f64::consts::TAU * radius * 3.0) as usize;
        assert!(painted[0].abs_diff(around(126.0)) < 40 && painted[1].abs_diff(around(130.0)) < 40, "{painted:?}");
    }
}
