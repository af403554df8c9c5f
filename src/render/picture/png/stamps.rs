//! Stamps: letters and forms are cut out once in a process, and then pressed wherever a picture has them.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use zeno::{Cap, Command, Fill, Join, Stroke, Style, Transform};

use super::colours::{Channels, Pixels};
use super::cover::{Stamp, Window, can_be_drawn};
use super::outlines::{Outline, length};

/// How many places between two pixels a stamp can have, in each direction.
const PHASES: i32 = 4;

/// The largest area that is kept as a stamp. Larger forms are cut each time, only as far as the sheet reaches.
const LARGEST_AREA: u64 = 65_536;

/// The most memory of all stamps together, in bytes. When it is exceeded, all stamps are dropped.
const MOST_BYTES: usize = 4 << 20;

/// The stamps that exist, for all threads. They only save time: a picture never depends on them.
static STAMPS: Mutex<StampBook> = Mutex::new(StampBook { cut: BTreeMap::new(), bytes: 0 });

struct StampBook {
    cut: BTreeMap<(Cut, Phase), Arc<Stamp>>,
    bytes: usize,
}

/// What is cut out, around its own origin.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Cut {
    pub outline: Outline,
    /// Whether the inside of the outline is covered too.
    pub is_filled: bool,
    pub line: Option<OutlineStroke>,
}

/// A line along an outline; lengths are in parts of a pixel, as in an [`Outline`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct OutlineStroke {
    pub weight: i32,
    /// Whether corners and ends are round.
    pub is_round: bool,
    pub dash: Option<i32>,
}

/// How far the origin is to the right of and below a whole pixel.
type Phase = (i32, i32);

impl Cut {
    /// Presses the form onto a sheet, with its origin as close to `at` as stamps can be. Does nothing if the sheet has no such colour.
    pub(super) fn press(self, sheet: &mut Pixels, at: (f64, f64), colour: Channels) {
        let Some(ink) = sheet.ink(colour) else { return };
        let steps = [at.0, at.1].map(|pixels| (pixels * f64::from(PHASES)).round() as i32);
        let [x, y] = steps.map(|steps| steps.div_euclid(PHASES));
        let key = (self, (steps[0].rem_euclid(PHASES), steps[1].rem_euclid(PHASES)));
        if let Some(stamp) = StampBook::known(&key) {
            return stamp.press(sheet, (x, y), ink);
        }
        // Other threads do not wait while this one cuts. If two cut the same stamp, they cut it alike.
        let (cut, phase) = &key;
        let paths = cut.paths(*phase);
        let window = Window::around(&paths);
        if window.area() > LARGEST_AREA {
            let seen = window.within((x, y), sheet);
            return Stamp::of(&paths, seen).press(sheet, (x, y), ink);
        }
        StampBook::keep(key, Stamp::of(&paths, window)).press(sheet, (x, y), ink);
    }

    /// The outlines of what is to be covered; empty for a blank.
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
        inside.into_iter().chain(line).filter(|path| can_be_drawn(path)).collect()
    }
}

impl OutlineStroke {
    /// The outline of this line, with round or sharp corners, and with dashes and gaps of equal length.
    fn along(self, outlined: impl Fn(Style<'_>) -> Vec<Command>) -> Vec<Command> {
        let (cap, join) = if self.is_round { (Cap::Round, Join::Round) } else { (Cap::Butt, Join::Miter) };
        let dashes = self.dash.map(|dash| [length(dash); 2]);
        let mut stroke = Stroke::new(length(self.weight));
        stroke.cap(cap).join(join).dash(dashes.as_ref().map_or(&[], |dashes| dashes), 0.0);
        outlined(stroke.into())
    }
}

impl StampBook {
    fn known(key: &(Cut, Phase)) -> Option<Arc<Stamp>> {
        STAMPS.lock().unwrap_or_else(PoisonError::into_inner).cut.get(key).cloned()
    }

    fn keep(key: (Cut, Phase), stamp: Stamp) -> Arc<Stamp> {
        let stamp = Arc::new(stamp);
        let mut stamps = STAMPS.lock().unwrap_or_else(PoisonError::into_inner);
        let bytes = size_of::<(Cut, Phase, Stamp)>() + key.0.outline.bytes() + stamp.bytes();
        if stamps.bytes + bytes > MOST_BYTES {
            *stamps = StampBook { cut: BTreeMap::new(), bytes: 0 };
        }
        if stamps.cut.insert(key, stamp.clone()).is_none() {
            stamps.bytes += bytes;
        }
        stamp
    }
}

/// Drops all stamps, as if the process had not drawn anything yet.
#[cfg(test)]
pub(super) fn forget() {
    *STAMPS.lock().unwrap_or_else(PoisonError::into_inner) = StampBook { cut: BTreeMap::new(), bytes: 0 };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::picture::png::outlines::parts;

    const INK: Channels = [9, 9, 9];

    fn sheet(size: u32) -> Pixels {
        Pixels::new(size, size, &[[255; 3], INK]).unwrap()
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
        let is_plain = |colour: u8, sheet: Pixels| sheet.reduced(2).indices().iter().all(|index| *index == colour);
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
    fn a_form_that_is_too_large_to_be_kept_looks_like_one_that_is() {
        let ring = |radius: i32| {
            let line = OutlineStroke { weight: 3 * 64, is_round: false, dash: None };
            Cut { is_filled: false, line: Some(line), ..disc(radius * 64) }
        };
        // One form just small enough to be kept, and one that is not.
        let painted = [126, 130].map(|radius| {
            let mut sheet = sheet(300);
            ring(radius).press(&mut sheet, (150.0, 150.0), INK);
            sheet.reduced(2).indices().iter().filter(|index| **index == 1).count()
        });
        let around = |radius: f64| (std::f64::consts::TAU * radius * 3.0) as usize;
        assert!(painted[0].abs_diff(around(126.0)) < 40 && painted[1].abs_diff(around(130.0)) < 40, "{painted:?}");
    }
}
