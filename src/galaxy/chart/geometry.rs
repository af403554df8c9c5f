//! Points, lines and areas of a picture, and the common sizes.

/// The font size of all text, in pixels on a phone ([`crate::engine::Map::PHONE`]).
pub(super) const TYPE: f64 = 11.5;
/// The distance from one line of a label to the next.
pub(super) const LINE: f64 = 13.0;
/// The radius of a disc whose number has at most two digits.
pub(super) const RADIUS: f64 = 11.0;

pub(super) type Point = (f64, f64);
/// Pieces of a line that are not longer than this are dropped.
const SCRAP: f64 = 5.0;
/// A line from its first to its second point.
pub(super) type Segment = (Point, Point);

/// A rectangle with edges parallel to those of the picture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Area {
    pub left: f64,
    pub top: f64,
    pub right: f64,
    pub bottom: f64,
}

impl Area {
    pub(super) fn new((left, top): Point, (width, height): Point) -> Area {
        Area { left, top, right: left + width, bottom: top + height }
    }

    /// The area, larger by this much on all sides.
    pub(super) fn grown(self, by: f64) -> Area {
        Area { left: self.left - by, top: self.top - by, right: self.right + by, bottom: self.bottom + by }
    }

    pub(super) fn overlaps(self, other: Area) -> bool {
        self.left < other.right && other.left < self.right && self.top < other.bottom && other.top < self.bottom
    }

    pub(super) fn is_within(self, other: Area) -> bool {
        other.left <= self.left && other.top <= self.top && self.right <= other.right && self.bottom <= other.bottom
    }

    /// The distance of a point from the area; 0 inside.
    pub(super) fn distance(self, (x, y): Point) -> f64 {
        let along = (self.left - x).max(x - self.right).max(0.0);
        let down = (self.top - y).max(y - self.bottom).max(0.0);
        (along * along + down * down).sqrt()
    }

    /// The part of a line inside the area (Liang and Barsky).
    pub(super) fn part(self, ((x, y), (to_x, to_y)): Segment) -> Option<Segment> {
        // A cheap test first, since most lines lie far off.
        let is_off = |one: f64, other: f64, low: f64, high: f64| one.max(other) < low - 1.0 || one.min(other) > high + 1.0;
        if is_off(x, to_x, self.left, self.right) || is_off(y, to_y, self.top, self.bottom) {
            return None;
        }
        let (mut begin, mut end) = (0.0_f64, 1.0_f64);
        for (way, room) in [(x - to_x, x - self.left), (to_x - x, self.right - x), (y - to_y, y - self.top), (to_y - y, self.bottom - y)] {
            if way == 0.0 {
                if room < 0.0 {
                    return None;
                }
            } else if way < 0.0 {
                begin = begin.max(room / way);
            } else {
                end = end.min(room / way);
            }
        }
        let along = |share: f64| (x + (to_x - x) * share, y + (to_y - y) * share);
        (begin <= end).then(|| (along(begin), along(end)))
    }
}

impl Area {
    /// The parts of a line outside the area, at most one before it and one after it; scraps are dropped.
    pub(super) fn others(self, line: Segment) -> Vec<Segment> {
        let Some((enters, leaves)) = self.part(line) else { return vec![line] };
        [(line.0, enters), (leaves, line.1)].into_iter().filter(|piece| length(*piece) > SCRAP).collect()
    }
}

pub(super) fn length(((x, y), (to_x, to_y)): Segment) -> f64 {
    ((to_x - x).powi(2) + (to_y - y).powi(2)).sqrt()
}

/// The first point, moved towards the second by this much.
pub(super) fn nearer(from: Point, to: Point, by: f64) -> Point {
    let length = length((from, to)).max(1.0);
    (from.0 + (to.0 - from.0) * by / length, from.1 + (to.1 - from.1) * by / length)
}

/// A line shifted to its right.
pub(super) fn aside((from, to): Segment, by: f64) -> Segment {
    let length = length((from, to)).max(1.0);
    let (along, down) = ((from.1 - to.1) * by / length, (to.0 - from.0) * by / length);
    ((from.0 + along, from.1 + down), (to.0 + along, to.1 + down))
}

/// The distance of a point from a line.
pub(super) fn distance((from, to): Segment, point: Point) -> f64 {
    let (along, down) = (to.0 - from.0, to.1 - from.1);
    let square = (along * along + down * down).max(f64::MIN_POSITIVE);
    let share = (((point.0 - from.0) * along + (point.1 - from.1) * down) / square).clamp(0.0, 1.0);
    length(((from.0 + along * share, from.1 + down * share), point))
}
