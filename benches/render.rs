//! How long a report, a picture and the templates of a campaign take.

#[path = "../tests/common/played_game.rs"]
#[allow(dead_code, reason = "only its report model is used here")]
mod game;
#[path = "../tests/common/played.rs"]
#[allow(dead_code, reason = "one turn of each game is enough here")]
mod played;

use std::collections::BTreeMap;

use ashpost::engine::{Adjudicated, Played, Scene, Seat, Viewer};
use ashpost::render::picture::{png, svg};
use ashpost::render::writing::ReportWriting;
use ashpost::render::{ReportModel, Templates, report};
use divan::Bencher;

const GAMES: [&str; 2] = ["empire_postal", "empire"];
const TURN: usize = 6;
const READER: Viewer = Viewer::Seat(Seat(4));

fn main() {
    divan::main();
}

fn templates() -> Templates {
    Templates::new(&BTreeMap::new()).expect("the embedded templates read")
}

/// Turn 6 of the played-through game, with battles and revolts.
fn sixth_turn(game: &str) -> Adjudicated {
    let (table, turn) = played::golden(game).expect("the game is registered").positions().swap_remove(TURN - 1);
    table.adjudicate(&turn.sheets, &turn.dice)
}

fn map_of(turn: &Adjudicated) -> Scene {
    turn.table.scene_after(READER, &[Played::from(turn)])
}

fn model(game: &str) -> ReportModel {
    let played = sixth_turn(game);
    let mut model = game::model(played.table.as_ref(), Some(&played), READER);
    model.order_template =
        ReportWriting::of(&templates(), &model).expect("the model fits the templates").order_form().expect("the order form is written");
    model
}

#[divan::bench]
fn read_all_templates() -> Templates {
    templates()
}

#[divan::bench(args = GAMES)]
fn report_as_text(bencher: Bencher, game: &str) {
    let (templates, model) = (templates(), model(game));
    bencher.bench(|| ReportWriting::of(&templates, &model).expect("the model fits the templates").text());
}

#[divan::bench(args = GAMES)]
fn report_as_html(bencher: Bencher, game: &str) {
    let (templates, model) = (templates(), model(game));
    bencher.bench(|| ReportWriting::of(&templates, &model).expect("the model fits the templates").html());
}

#[divan::bench(args = GAMES)]
fn report_as_json(bencher: Bencher, game: &str) {
    let model = model(game);
    bencher.bench(|| report::json(&model));
}

#[divan::bench(args = GAMES)]
fn star_map(bencher: Bencher, game: &str) {
    let turn = sixth_turn(game);
    bencher.bench(|| map_of(&turn));
}

#[divan::bench(args = GAMES)]
fn star_map_as_svg(bencher: Bencher, game: &str) {
    let scene = map_of(&sixth_turn(game));
    bencher.bench(|| svg::render(&scene));
}

#[divan::bench(args = GAMES)]
fn star_map_as_png(bencher: Bencher, game: &str) {
    let scene = map_of(&sixth_turn(game));
    bencher.bench(|| png::render(&scene));
}
