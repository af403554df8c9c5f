//! How long a report, a picture and the templates of a campaign take.

#[path = "../tests/support/played_game.rs"]
mod game;

use std::collections::BTreeMap;

use ashpost::engine::{Seat, Viewer};
use ashpost::render::{ReportModel, Templates, png, report, svg};
use divan::Bencher;

fn main() {
    divan::main();
}

fn templates() -> Templates {
    Templates::new(&BTreeMap::new()).expect("the embedded templates read")
}

/// The third turn of a game of eight, with battles and revolts.
fn third_turn() -> ReportModel {
    let (_, turns) = game::play(3);
    let last = &turns[2];
    let mut model = game::model(last.table.as_ref(), Some(last), Viewer::Seat(Seat(4)));
    model.order_template = report::order_template(&templates(), &model).expect("the order form is written");
    model
}

#[divan::bench]
fn read_all_templates() -> Templates {
    templates()
}

#[divan::bench]
fn report_as_text(bencher: Bencher) {
    let (templates, model) = (templates(), third_turn());
    bencher.bench(|| report::text(&templates, &model));
}

#[divan::bench]
fn report_as_html(bencher: Bencher) {
    let (templates, model) = (templates(), third_turn());
    bencher.bench(|| report::html(&templates, &model));
}

#[divan::bench]
fn report_as_json(bencher: Bencher) {
    let model = third_turn();
    bencher.bench(|| report::json(&model));
}

#[divan::bench]
fn star_map_as_svg(bencher: Bencher) {
    let (_, turns) = game::play(3);
    let scene = turns[2].table.scene(Viewer::Seat(Seat(4)));
    bencher.bench(|| svg::render(&scene));
}

#[divan::bench]
fn star_map_as_png(bencher: Bencher) {
    let (_, turns) = game::play(3);
    let drawing = svg::render(&turns[2].table.scene(Viewer::Seat(Seat(4))));
    bencher.bench(|| png::render(&drawing));
}
