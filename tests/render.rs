//! What people read, compared with goldens (`UPDATE=1` rewrites them) and measured.

#[path = "support/render_example.rs"]
mod example;

use std::collections::BTreeMap;
use std::path::Path;

use ashpost::engine::Viewer;
use ashpost::render::{ReportModel, Templates, report};
use unicode_width::UnicodeWidthStr;

fn templates() -> Templates {
    Templates::new(&BTreeMap::new()).unwrap()
}

/// Compares with `tests/golden/render/NAME`.
fn golden(name: &str, actual: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/render").join(name);
    if std::env::var_os("UPDATE").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, actual).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(expected == actual, "{name} differs from its golden; UPDATE=1 rewrites it:\n{actual}");
}

fn assert_fits(name: &str, text: &str) {
    for (line, number) in text.lines().zip(1..) {
        assert!(line.width() <= 78, "{name}:{number} is {} columns wide: {line}", line.width());
    }
}

fn check_report(name: &str, model: &ReportModel) {
    let text = report::text(&templates(), model).unwrap_or_else(|error| panic!("{error}"));
    golden(&format!("{name}.txt"), &text);
    assert_fits(name, &text);
    let html = report::html(&templates(), model).unwrap_or_else(|error| panic!("{error}"));
    golden(&format!("{name}.html"), &html);
}

#[test]
fn a_turn_in_which_everything_happens_reads_well() {
    check_report("full", &example::full(Viewer::Seat(example::ANN)));
}

#[test]
fn a_quiet_turn_has_no_empty_headings() {
    check_report("quiet", &example::quiet());
}

#[test]
fn the_opening_says_what_to_do_first() {
    check_report("opening", &example::opening());
}

#[test]
fn the_last_report_has_the_final_table() {
    check_report("game-over", &example::game_over());
}

#[test]
fn the_public_reads_the_public_part() {
    check_report("public", &example::full(Viewer::Public));
}

#[test]
fn the_game_master_reads_everything() {
    check_report("game-master", &example::full(Viewer::GameMaster));
}

#[test]
fn a_star_map_is_drawn_as_svg_and_png() {
    let map = example::star_map();
    golden("star-map.svg", &ashpost::render::svg(&map));
    let png = ashpost::render::png(&map, ashpost::render::png::MAIL_WIDTH).unwrap();
    std::fs::write(Path::new(env!("CARGO_TARGET_TMPDIR")).join("star-map.png"), &png).unwrap();
    assert!(png.len() < 400_000, "{} bytes are too many for a mail", png.len());
}
