//! Where labels stand: beside what they are about, and never on another label or on a disc.

use super::geometry::{Area, LINE, Point, Segment, TYPE, length};
use crate::engine::{Anchor, Map, Shape, Tone, lettering};

/// Between a label and what it is about, between two labels, and to the edge of the picture.
const BESIDE: f64 = 2.5;
const APART: f64 = 1.5;
const TO_EDGE: f64 = 4.0;
/// A label nearer than this to another disc might be about that one.
const DOUBTFUL: f64 = 6.0;

/// What a label disturbs that lies across a line; an arrow is read, a way is there for orientation.
const ACROSS_WAY: f64 = 0.6;
const ACROSS_ARROW: f64 = 2.5;
/// What a label says less clearly that is nearer than this to another arrow or another label.
const NEAR: f64 = 5.0;
const NEAR_ARROW: f64 = 1.6;
const NEAR_LABEL: f64 = 0.7;

/// Words about one thing.
pub(super) struct ChartLabel {
    /// What stands where it can; of what is left, lower numbers find room first.
    pub rank: u8,
    pub spot: Labelled,
    pub lines: Vec<LabelLine>,
    /// What is said in its place where it finds no room; each of these stands alone.
    pub parts: Vec<Vec<LabelLine>>,
}

/// One line of a label.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct LabelLine {
    pub text: String,
    pub bold: bool,
    pub tone: Tone,
}

/// What a label stands beside.
#[derive(Debug, Clone, Copy)]
pub(super) enum Labelled {
    /// A disc, with how far it reaches.
    Disc(Point, f64),
    Arrow(Segment),
}

/// The picture as far as it is full.
pub(super) struct OccupiedArea {
    whole: Area,
    discs: Vec<(Point, f64)>,
    /// What else no label hides.
    marks: Vec<Area>,
    ways: Vec<Segment>,
    arrows: Vec<Segment>,
    written: Vec<StandingLabel>,
}

/// A label, or a part of one, that stands.
#[derive(Clone)]
struct StandingLabel {
    spot: Labelled,
    lines: Vec<LabelLine>,
    area: Area,
    anchor: Anchor,
}

/// A place for a label, with what speaks against it.
struct LabelPlace {
    area: Area,
    anchor: Anchor,
    cost: f64,
}

impl OccupiedArea {
    pub(super) fn new(height: f64) -> OccupiedArea {
        let whole = Area::new((0.0, 0.0), (Map::PHONE, height)).grown(-TO_EDGE);
        OccupiedArea { whole, discs: Vec::new(), marks: Vec::new(), ways: Vec::new(), arrows: Vec::new(), written: Vec::new() }
    }

    /// No label stands on a disc.
    pub(super) fn has_disc(&mut self, at: Point, reach: f64) {
        self.discs.push((at, reach));
    }

    /// No label stands on a mark.
    pub(super) fn has_mark(&mut self, area: Area) {
        self.marks.push(area);
    }

    /// A label may stand on it, which is not good.
    pub(super) fn has_way(&mut self, way: Segment) {
        self.ways.push(way);
    }

    /// A label may stand on it where there is no better place.
    pub(super) fn has_arrow(&mut self, arrow: Segment) {
        self.arrows.push(arrow);
    }

    /// Whether a mark beside one disc hides no other one.
    pub(super) fn is_clear_of_others(&self, area: Area, own: Point) -> bool {
        area.is_within(self.whole) && self.discs.iter().all(|(disc, reach)| *disc == own || area.distance(*disc) > *reach)
    }

    /// Writes a label, or those of its parts for which there is room.
    pub(super) fn write(&mut self, label: &ChartLabel) {
        if !self.put(label.spot, &label.lines) {
            for part in &label.parts {
                self.put(label.spot, part);
            }
        }
    }

    /// Whether something is written beside that.
    pub(super) fn tells_of(&self, arrow: Segment) -> bool {
        self.written.iter().any(|written| matches!(written.spot, Labelled::Arrow(of) if of == arrow))
    }

    /// All that is written.
    pub(super) fn texts(&self) -> impl Iterator<Item = Shape> {
        self.written.iter().flat_map(StandingLabel::texts)
    }

    /// What of a line lies beside all labels, from its beginning on.
    pub(super) fn beside_labels(&self, line: Segment) -> Vec<Segment> {
        let mut pieces = vec![line];
        for written in &self.written {
            pieces = pieces.into_iter().flat_map(|piece| written.area.grown(APART).others(piece)).collect();
        }
        pieces
    }

    /// Finds a free place for a label, or one that is free once another label has moved away.
    fn put(&mut self, spot: Labelled, lines: &[LabelLine]) -> bool {
        let written = |place: LabelPlace| StandingLabel { spot, lines: lines.to_vec(), area: place.area, anchor: place.anchor };
        let places = self.places(size(lines), spot);
        let (free, taken): (Vec<LabelPlace>, Vec<LabelPlace>) =
            places.into_iter().partition(|place| self.in_way(place.area).next().is_none());
        let best = free.into_iter().min_by(|one, other| one.cost.total_cmp(&other.cost));
        if let Some(place) = best {
            self.written.push(written(place));
            return true;
        }
        for place in taken {
            let in_way: Vec<usize> = self.in_way(place.area).take(2).collect();
            if let [other] = in_way[..]
                && self.move_away(other, place.area)
            {
                self.written.push(written(place));
                return true;
            }
        }
        false
    }

    /// Lets a label stand elsewhere, if it can, off an area that another one needs.
    fn move_away(&mut self, index: usize, area: Area) -> bool {
        let mut moved = self.written.remove(index);
        let places = self.places(size(&moved.lines), moved.spot).into_iter();
        let free = places.filter(|place| !place.area.grown(APART).overlaps(area) && self.in_way(place.area).next().is_none());
        let best = free.min_by(|one, other| one.cost.total_cmp(&other.cost));
        let has_moved = best.is_some();
        if let Some(place) = best {
            (moved.area, moved.anchor) = (place.area, place.anchor);
        }
        self.written.insert(index, moved);
        has_moved
    }

    /// The labels that stand there already.
    fn in_way(&self, area: Area) -> impl Iterator<Item = usize> {
        let area = area.grown(APART);
        self.written.iter().enumerate().filter(move |(_, written)| written.area.overlaps(area)).map(|(index, _)| index)
    }

    /// The places that are on the picture, off all discs and marks.
    fn places(&self, size: Point, spot: Labelled) -> Vec<LabelPlace> {
        let places = match spot {
            Labelled::Disc(at, reach) => beside_disc(size, at, reach + BESIDE).into_iter().map(|place| self.pulled_in(place, at)).collect(),
            Labelled::Arrow(arrow) => along_arrow(size, arrow),
        };
        let is_open = |area: Area| {
            area.is_within(self.whole)
                && !self.marks.iter().any(|mark| mark.overlaps(area))
                && !self.discs.iter().any(|(at, reach)| area.distance(*at) < *reach)
        };
        let open = places.into_iter().filter(|place| is_open(place.area));
        open.map(|place| LabelPlace { cost: place.cost + self.cost(place.area, spot), ..place }).collect()
    }

    /// A place above or below a disc, moved off the edge of the picture as far as it stays above or below.
    fn pulled_in(&self, place: LabelPlace, (x, _): Point) -> LabelPlace {
        let Area { left, right, .. } = place.area;
        let by = (self.whole.left - left).max(0.0) - (right - self.whole.right).max(0.0);
        let is_beside = place.anchor != Anchor::Middle || by == 0.0 || !(left + by..=right + by).contains(&x);
        if is_beside { place } else { LabelPlace { area: Area { left: left + by, right: right + by, ..place.area }, ..place } }
    }

    fn cost(&self, area: Area, spot: Labelled) -> f64 {
        let own = match spot {
            Labelled::Disc(at, _) => Some(at),
            Labelled::Arrow(_) => None,
        };
        let across = |lines: &[Segment]| lines.iter().filter(|line| area.part(**line).is_some()).count() as f64;
        let others = self.arrows.iter().filter(|arrow| !matches!(spot, Labelled::Arrow(own) if own == **arrow));
        let near_arrows = others.filter(|arrow| area.grown(NEAR).part(**arrow).is_some()).count() as f64;
        let near_labels = self.written.iter().filter(|written| written.area.overlaps(area.grown(NEAR))).count() as f64;
        let others = self.discs.iter().filter(|(at, _)| Some(*at) != own);
        let doubts = others.map(|(at, reach)| (1.0 - (area.distance(*at) - reach) / DOUBTFUL).max(0.0)).sum::<f64>();
        let lines = across(&self.ways) * ACROSS_WAY + across(&self.arrows) * ACROSS_ARROW;
        lines + doubts + near_arrows * NEAR_ARROW + near_labels * NEAR_LABEL
    }
}

impl StandingLabel {
    fn texts(&self) -> Vec<Shape> {
        let x = match self.anchor {
            Anchor::Start => self.area.left,
            Anchor::Middle => (self.area.left + self.area.right) / 2.0,
            Anchor::End => self.area.right,
        };
        let first = self.area.top + TYPE * lettering::ABOVE;
        let text = |(row, line): (usize, &LabelLine)| Shape::Text {
            x,
            y: first + LINE * row as f64,
            size: TYPE,
            anchor: self.anchor,
            tone: line.tone,
            bold: line.bold,
            text: line.text.clone(),
        };
        self.lines.iter().enumerate().map(text).collect()
    }
}

/// How wide and high lines are together.
fn size(lines: &[LabelLine]) -> Point {
    let width = |line: &LabelLine| TYPE * (lettering::width(&line.text) + if line.bold { 0.05 } else { 0.0 });
    let height = LINE * (lines.len().max(1) - 1) as f64 + TYPE * (lettering::ABOVE + lettering::BELOW);
    (lines.iter().map(width).fold(0.0, f64::max), height)
}

/// Below is best, then above, then at the sides, then at an angle.
fn beside_disc((width, height): Point, (x, y): Point, reach: f64) -> Vec<LabelPlace> {
    let place = |left: f64, top: f64, anchor: Anchor, cost: f64| LabelPlace { area: Area::new((left, top), (width, height)), anchor, cost };
    let (above, below, slant) = (y - reach - height, y + reach, reach * 0.72);
    let mut places = vec![
        place(x - width / 2.0, below, Anchor::Middle, 0.0),
        place(x - width / 2.0, above, Anchor::Middle, 0.5),
        place(x + reach, y - height / 2.0, Anchor::Start, 0.8),
        place(x - reach - width, y - height / 2.0, Anchor::End, 0.9),
        place(x + slant, y + slant, Anchor::Start, 1.3),
        place(x - slant - width, y + slant, Anchor::End, 1.4),
        place(x + slant, y - slant - height, Anchor::Start, 1.5),
        place(x - slant - width, y - slant - height, Anchor::End, 1.6),
    ];
    for (share, cost) in [(0.15, 0.4), (0.3, 0.8), (0.42, 1.2)] {
        for shift in [width * share, -width * share] {
            places.push(place(x - width / 2.0 + shift, below, Anchor::Middle, cost));
            places.push(place(x - width / 2.0 + shift, above, Anchor::Middle, 0.5 + cost));
        }
    }
    places
}

/// Beside its middle is best, and on the arrow itself better than nowhere.
fn along_arrow((width, height): Point, arrow: Segment) -> Vec<LabelPlace> {
    let ((x, y), (to_x, to_y)) = arrow;
    let whole = length(arrow).max(1.0);
    let (right, down) = ((to_y - y) / whole, (x - to_x) / whole);
    let off = right.abs() * width / 2.0 + down.abs() * height / 2.0 + BESIDE;
    let mut places = Vec::new();
    for (share, cost) in [(0.5, 0.0), (0.38, 0.2), (0.62, 0.2), (0.25, 0.5), (0.75, 0.6), (0.1, 0.7), (0.0, 0.9), (0.9, 1.0)] {
        let (at_x, at_y) = (x + (to_x - x) * share, y + (to_y - y) * share);
        for (side, more) in [(1.0, 0.0), (-1.0, 0.0), (0.0, 0.8 - ACROSS_ARROW)] {
            let (left, top) = (at_x + right * off * side - width / 2.0, at_y + down * off * side - height / 2.0);
            places.push(LabelPlace { area: Area::new((left, top), (width, height)), anchor: Anchor::Middle, cost: cost + more });
        }
    }
    places
}

/// A name that leaves room for others.
pub(super) fn shortened(name: &str, longest: usize) -> String {
    if name.chars().count() <= longest { name.to_owned() } else { name.chars().take(longest - 1).chain(['…']).collect() }
}
