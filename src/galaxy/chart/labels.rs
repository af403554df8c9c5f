//! Places labels beside what they are about, and never on another label or on a disc.

use super::geometry::{Area, LINE, Point, Segment, TYPE, length};
use crate::engine::{Anchor, Map, Shape, Tone, lettering};

/// The space between a label and its object, between two labels, and from a label to the edge of the picture.
const BESIDE: f64 = 2.5;
const APART: f64 = 1.5;
const TO_EDGE: f64 = 4.0;
/// A label closer than this to another disc could be taken for that disc's.
const DOUBTFUL: f64 = 6.0;

/// The cost of a label across a line. An arrow must be readable; a way is only for orientation.
const ACROSS_WAY: f64 = 0.6;
const ACROSS_ARROW: f64 = 2.5;
/// The cost of a label that is closer than this to another arrow or label, and so less clear.
const NEAR: f64 = 5.0;
const NEAR_ARROW: f64 = 1.6;
const NEAR_LABEL: f64 = 0.7;

/// The text about one thing.
pub(super) struct ChartLabel {
    /// Labels with lower ranks are placed first.
    pub rank: u8,
    pub spot: Labelled,
    pub lines: Vec<LabelLine>,
    /// The parts that stand in for a label without room; each is placed on its own.
    pub parts: Vec<Vec<LabelLine>>,
}

/// One line of a label.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct LabelLine {
    pub text: String,
    pub bold: bool,
    pub tone: Tone,
}

/// What a label is about.
#[derive(Debug, Clone, Copy)]
pub(super) enum Labelled {
    /// A disc and its radius, rings included.
    Disc(Point, f64),
    Arrow(Segment),
}

/// What already lies on the picture.
pub(super) struct OccupiedArea {
    whole: Area,
    discs: Vec<(Point, f64)>,
    /// Other areas that no label may cover.
    marks: Vec<Area>,
    ways: Vec<Segment>,
    arrows: Vec<Segment>,
    written: Vec<StandingLabel>,
}

/// A placed label, or a placed part of one.
#[derive(Clone)]
struct StandingLabel {
    spot: Labelled,
    lines: Vec<LabelLine>,
    area: Area,
    anchor: Anchor,
}

/// A possible place for a label, with its cost.
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

    /// Adds a disc, which no label may cover.
    pub(super) fn has_disc(&mut self, at: Point, reach: f64) {
        self.discs.push((at, reach));
    }

    /// Adds a mark, which no label may cover.
    pub(super) fn has_mark(&mut self, area: Area) {
        self.marks.push(area);
    }

    /// Adds a way, which a label may cover at a cost.
    pub(super) fn has_way(&mut self, way: Segment) {
        self.ways.push(way);
    }

    /// Adds an arrow, which a label may cover if there is no better place.
    pub(super) fn has_arrow(&mut self, arrow: Segment) {
        self.arrows.push(arrow);
    }

    /// Whether a mark beside one disc covers no other disc.
    pub(super) fn is_clear_of_others(&self, area: Area, own: Point) -> bool {
        area.is_within(self.whole) && self.discs.iter().all(|(disc, reach)| *disc == own || area.distance(*disc) > *reach)
    }

    /// Places a label, or those of its parts for which there is room.
    pub(super) fn write(&mut self, label: &ChartLabel) {
        if !self.put(label.spot, &label.lines) {
            for part in &label.parts {
                self.put(label.spot, part);
            }
        }
    }

    /// Whether there is a label beside this arrow.
    pub(super) fn tells_of(&self, arrow: Segment) -> bool {
        self.written.iter().any(|written| matches!(written.spot, Labelled::Arrow(of) if of == arrow))
    }

    /// The text of all placed labels.
    pub(super) fn texts(&self) -> impl Iterator<Item = Shape> {
        self.written.iter().flat_map(StandingLabel::texts)
    }

    /// The parts of a line that no label covers, from its beginning on.
    pub(super) fn beside_labels(&self, line: Segment) -> Vec<Segment> {
        let mut pieces = vec![line];
        for written in &self.written {
            pieces = pieces.into_iter().flat_map(|piece| written.area.grown(APART).others(piece)).collect();
        }
        pieces
    }

    /// Puts a label in a free place, or in one that is free once another label has moved.
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

    /// Moves a label off an area that another label needs; false if it has no other place.
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

    /// The labels that already cover this area.
    fn in_way(&self, area: Area) -> impl Iterator<Item = usize> {
        let area = area.grown(APART);
        self.written.iter().enumerate().filter(move |(_, written)| written.area.overlaps(area)).map(|(index, _)| index)
    }

    /// The possible places: on the picture, and off all discs and marks.
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

    /// A place above or below a disc, shifted onto the picture as far as it stays above or below the disc.
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

/// The width and height of these lines together.
fn size(lines: &[LabelLine]) -> Point {
    let width = |line: &LabelLine| TYPE * (lettering::width(&line.text) + if line.bold { 0.05 } else { 0.0 });
    let height = LINE * (lines.len().max(1) - 1) as f64 + TYPE * (lettering::ABOVE + lettering::BELOW);
    (lines.iter().map(width).fold(0.0, f64::max), height)
}

/// Below is best, then above, then at the sides, then diagonal.
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

/// Beside the middle of the arrow is best; on the arrow is better than nowhere.
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

/// A name cut to length, so that it leaves room for others.
pub(super) fn shortened(name: &str, longest: usize) -> String {
    if name.chars().count() <= longest { name.to_owned() } else { name.chars().take(longest - 1).chain(['…']).collect() }
}
