//! Star maps on a phone: in every position of the space games' golden games, for everybody who looks at them.

use std::sync::LazyLock;

use ashpost::engine::{Adjudicated, Anchor, Drawing, Map, Played, Scene, Shape, Tone, Viewer, lettering};
use ashpost::render::picture::png;

use crate::common::played;

/// Whether a shape is such a mark.
type Matches = fn(&Shape) -> bool;

/// The least size of type, in pixels on a phone.
const LEAST_TYPE: f64 = 11.0;

/// A rectangle: left, top, right, bottom.
type Area = [f64; 4];

/// The maps of all positions with what their viewers remember, each with its name: `empire after 3, for Seat(2)`.
static MAPS: LazyLock<Vec<(String, Scene)>> = LazyLock::new(|| {
    let mut maps = Vec::new();
    for golden in played::goldens().into_iter().filter(|golden| golden.game.memory() > 0) {
        let (opening, turns, seats) = (golden.opening(), golden.turns(), golden.seats());
        let mut played: Vec<Adjudicated> = Vec::new();
        for count in 0..=turns.len() {
            if let Some(turn) = count.checked_sub(1).and_then(|before| turns.get(before)) {
                let table = played.last().map_or(&*opening, |turn| &*turn.table);
                let next = table.adjudicate(&turn.sheets, &turn.dice);
                played.push(next);
            }
            let table = played.last().map_or(&*opening, |turn| &*turn.table);
            let memory: Vec<Played<'_>> = played.iter().rev().map(Played::from).collect();
            for viewer in seats.iter().copied().map(Viewer::Seat).chain([Viewer::Public, Viewer::GameMaster]) {
                maps.push((format!("{} after {count}, for {viewer:?}", golden.game.id()), table.scene_after(viewer, &memory)));
            }
        }
    }
    maps
});

fn every_map(mut law: impl FnMut(&str, &Scene, &Map)) {
    assert!(MAPS.len() > 200, "only {} maps", MAPS.len());
    for (name, scene) in MAPS.iter() {
        let Drawing::Map(map) = &scene.drawing else { panic!("a galaxy is a map") };
        law(name, scene, map);
    }
}

/// Where a text is, and what it says.
fn texts(map: &Map) -> Vec<(Area, f64, &str)> {
    let area = |shape: &'_ Shape| match shape {
        Shape::Text { x, y, size, anchor, text, .. } => {
            let width = lettering::width(text) * size;
            let left = match anchor {
                Anchor::Start => *x,
                Anchor::Middle => x - width / 2.0,
                Anchor::End => x - width,
            };
            Some([left, y - lettering::ABOVE * size, left + width, y + lettering::BELOW * size])
        }
        _ => None,
    };
    let texts = map.shapes.iter().filter_map(|shape| match shape {
        Shape::Text { size, text, .. } => Some((area(shape)?, *size, text.as_str())),
        _ => None,
    });
    texts.collect()
}

/// The middles and radii of all discs.
fn discs(map: &Map) -> Vec<((f64, f64), f64, Tone)> {
    let disc = |shape: &Shape| match shape {
        Shape::Disc { x, y, radius, fill, .. } => Some(((*x, *y), *radius, *fill)),
        _ => None,
    };
    map.shapes.iter().filter_map(disc).collect()
}

fn overlap(one: Area, other: Area) -> bool {
    one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3]
}

/// How far a point is from an area.
fn off(area: Area, (x, y): (f64, f64)) -> f64 {
    let (along, down) = ((area[0] - x).max(x - area[2]).max(0.0), (area[1] - y).max(y - area[3]).max(0.0));
    along.hypot(down)
}

#[test]
fn every_word_on_a_map_can_be_read_on_a_phone() {
    every_map(|name, _, map| {
        for (area, size, text) in texts(map) {
            assert!(size * Map::PHONE / map.width >= LEAST_TYPE, "{name}: {text} is small");
            assert!(area[0] >= 0.0 && area[1] >= 0.0 && area[2] <= map.width && area[3] <= map.height, "{name}: {text} is cut off");
        }
        assert!(map.width <= Map::PHONE && map.height < 600.0, "{name}: a map is seen at one glance");
    });
}

#[test]
fn no_label_lies_over_another_or_over_a_disc() {
    every_map(|name, _, map| {
        let (texts, discs) = (texts(map), discs(map));
        for (index, (area, _, text)) in texts.iter().enumerate() {
            for (other, _, words) in &texts[..index] {
                assert!(!overlap(*area, *other), "{name}: {text} and {words}");
            }
            let middle = ((area[0] + area[2]) / 2.0, (area[1] + area[3]) / 2.0);
            let is_number = |at: &(f64, f64), radius: f64| (at.0 - middle.0).hypot(at.1 - middle.1) < radius / 2.0;
            for (at, radius, _) in &discs {
                assert!(is_number(at, *radius) || off(*area, *at) >= *radius, "{name}: {text} hides a disc");
            }
        }
        for (index, (at, radius, _)) in discs.iter().enumerate() {
            let is_clear = |(other, others, _): &((f64, f64), f64, Tone)| (at.0 - other.0).hypot(at.1 - other.1) > radius + others;
            assert!(discs[..index].iter().all(is_clear), "{name}: two discs lie on each other");
        }
    });
}

/// Every disc has its number, even if other things find no room; a viewer without a seat is shown all of them.
#[test]
fn no_planet_of_a_map_is_without_its_number() {
    every_map(|name, _, map| {
        let numbers: Vec<u32> = texts(map).iter().filter_map(|(_, _, text)| text.parse().ok()).collect();
        let mut different = numbers.clone();
        different.sort_unstable();
        different.dedup();
        assert_eq!(different.len(), numbers.len(), "{name}");
        // Samples in the key are smaller.
        let largest = discs(map).iter().map(|(_, radius, _)| *radius).fold(0.0, f64::max);
        let planets = discs(map).iter().filter(|(_, radius, _)| *radius > largest * 0.8).count();
        assert_eq!(planets, numbers.len(), "{name}");
        assert!(name.contains("Seat") || numbers.len() == 40, "{name}");
    });
}

/// Every colour of a disc that stands for a seat is in the key, and so is every kind of mark.
#[test]
fn the_key_explains_what_is_there_and_nothing_else() {
    every_map(|name, _, map| {
        // The key is below everything else: from its first sample on.
        let largest = discs(map).iter().map(|(_, radius, _)| *radius).fold(0.0, f64::max);
        let is_sample = |shape: &&Shape| matches!(shape, Shape::Disc { radius, .. } if *radius < largest * 0.8);
        let begin = map.shapes.iter().position(|shape| is_sample(&shape)).unwrap();
        let (chart, key) = map.shapes.split_at(begin);
        let seats = |shapes: &[Shape]| {
            let tones = shapes.iter().flat_map(|shape| match shape {
                Shape::Disc { fill, stripes, .. } => [Some(*fill), *stripes],
                _ => [None, None],
            });
            let mut seats: Vec<u8> = tones.filter_map(|tone| if let Some(Tone::Seat(seat)) = tone { Some(seat) } else { None }).collect();
            seats.sort_unstable();
            seats.dedup();
            seats
        };
        assert_eq!(seats(chart), seats(key), "{name}");
        let marks: [(&str, Matches); 6] = [
            ("stripes", |shape| matches!(shape, Shape::Disc { stripes: Some(_), .. })),
            ("star", |shape| matches!(shape, Shape::Star { .. })),
            ("siege", |shape| matches!(shape, Shape::Ring { dashed: true, .. })),
            ("own arrow", |shape| matches!(shape, Shape::Arrow { dashed: true, .. })),
            ("arrow of others", |shape| matches!(shape, Shape::Arrow { dashed: false, .. })),
            ("way", |shape| matches!(shape, Shape::Line { dashed: false, tone: Tone::Faint, .. })),
        ];
        for (mark, is_mark) in marks {
            assert_eq!(chart.iter().any(is_mark), key.iter().any(is_mark), "{name}: {mark}");
        }
    });
}

/// An email with a map must not be heavy.
#[test]
fn a_map_in_an_email_is_small() {
    let mut number = 0;
    every_map(|name, scene, _| {
        number += 1;
        // A picture takes an unoptimised program a tenth of a second.
        if number % 17 == 0 && name.contains("Seat") {
            let bytes = png::render(scene).unwrap().len();
            assert!(bytes < 45_000, "{name}: {bytes} bytes");
        }
    });
}

/// The orders of others, and what only others saw, leave no trace.
#[test]
fn a_map_remembers_what_its_viewer_knows_and_nothing_else() {
    for golden in played::goldens().into_iter().filter(|golden| golden.game.memory() > 0) {
        let mut differ = 0;
        for (table, turn) in golden.positions().into_iter().take(6) {
            let after = table.adjudicate(&turn.sheets, &turn.dice);
            for viewer in turn.sheets.keys().map(|seat| Viewer::Seat(*seat)).chain([Viewer::Public]) {
                let events: Vec<_> = after.events.iter().filter(|seen| seen.seen_by.includes(viewer)).cloned().collect();
                let orders = after.orders.iter().filter(|(seat, _)| viewer.seat() == Some(**seat));
                let orders = orders.map(|(seat, orders)| (*seat, orders.clone())).collect();
                let fates: Vec<_> = after.fates.iter().filter(|fate| viewer.seat() == Some(fate.seat)).cloned().collect();
                let known = Played { events: &events, fates: &fates, orders: &orders };
                let scene = after.table.scene_after(viewer, &[Played::from(&after)]);
                assert_eq!(scene, after.table.scene_after(viewer, &[known]), "{viewer:?}");
                differ += u32::from(scene != after.table.scene(viewer));
            }
        }
        assert!(differ > 0, "{}: nothing was remembered", golden.game.id());
    }
}
