//! What people read, compared with goldens (`UPDATE=1` rewrites them) and measured.

mod boards;
mod by_correspondence;
mod diagrams;
mod empire;
mod empire_rules;
mod example;
mod happenings;
mod letters;
mod moments;
mod names;
mod pictures;
mod rounds;
pub(crate) mod rules;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::LazyLock;

use ashpost::engine::{Game, Scene, Viewer};
use ashpost::render::picture::{png, svg};
use ashpost::render::report::{Played, ReportFrame};
use ashpost::render::site::{self, Album, SiteModel, SitePlayer, SiteProof, SiteTurn};
use ashpost::render::writing::ReportWriting;
use ashpost::render::{ReportModel, Templates, report};
use serde_json::{Value, json};
use unicode_width::UnicodeWidthStr;

use crate::usable::assert_usable;

static TEMPLATES: LazyLock<Templates> = LazyLock::new(|| Templates::new(&BTreeMap::new()).unwrap());

fn templates() -> &'static Templates {
    &TEMPLATES
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
    let text = ReportWriting::of(templates(), model).unwrap().text().unwrap_or_else(|error| panic!("{error}"));
    golden(&format!("{name}.txt"), &text);
    assert_fits(name, &text);
    let html = ReportWriting::of(templates(), model).unwrap().html().unwrap_or_else(|error| panic!("{error}"));
    golden(&format!("{name}.html"), &html);
    assert_well_formed(name, &html);
    assert_usable(name, &html);
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
    let map = example::star_map(Viewer::Seat(example::ANN));
    golden("star-map.svg", &svg::render(&map));
    golden("star-map-public.svg", &svg::render(&example::star_map(Viewer::Public)));
    let png = png::render(&map).unwrap();
    std::fs::write(Path::new(env!("CARGO_TARGET_TMPDIR")).join("star-map.png"), &png).unwrap();
    assert!(png.len() < 45_000, "{} bytes are too many for a mail", png.len());
}

#[test]
fn what_others_saw_is_not_in_the_model() {
    for viewer in [Viewer::Seat(example::ANN), Viewer::Public] {
        let model = example::full(viewer);
        let templates = templates();
        let shown = [
            report::json(&model),
            ReportWriting::of(templates, &model).unwrap().text().unwrap(),
            ReportWriting::of(templates, &model).unwrap().html().unwrap(),
        ];
        assert!(shown.iter().all(|text| !text.contains(example::SECRET) && !text.contains("neutrals_sent")));
    }
}

#[test]
fn the_archive_is_a_page_a_turn() {
    check_archive("site", &example::full(Viewer::Public), &example::star_map(Viewer::Public));
}

/// Eight turns of the same public report, in a folder where they can be looked at.
fn check_archive(folder: &str, public: &ReportModel, map: &Scene) {
    let turn = |turn: u32| SiteTurn {
        turn,
        report_html: ReportWriting::of(templates(), public).unwrap().html().unwrap(),
        report_text: ReportWriting::of(templates(), public).unwrap().text().unwrap(),
        map_svg: svg::render(map),
        full: None,
    };
    let model = SiteModel {
        campaign: public.campaign.clone(),
        players: ["Bob", "Ann", "Cy"]
            .map(|name| SitePlayer { name: name.into(), vacant: false, side: None, colour: Some("#e69f00") })
            .into(),
        host: None,
        tournament: None,
        url: None,
        earlier: None,
        turns: (0..8).map(turn).collect(),
        album: Album::default(),
        chapters_from: 0,
        now: None,
        picture: None,
        has_composer: false,
        next: public.next.clone(),
        ended: None,
        proof: SiteProof { key: "8e1d".repeat(16), entry: 31, hash: "a90c".repeat(16), bundle: "rim-3.bundle".into() },
        rules: rules::of_family(public.campaign.templates),
        keeps_rules: false,
        contact: Some("gm@pbem.example".into()),
        diaries: Vec::new(),
        record: None,
    };
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder);
    std::fs::create_dir_all(&folder).unwrap();
    for (path, bytes) in site::build(&mut model.clone(), templates()).unwrap() {
        std::fs::write(folder.join(&path), &bytes).unwrap();
        if path.ends_with(".html") {
            let page = String::from_utf8(bytes).unwrap();
            assert_well_formed(&path, &page);
            assert_usable(&path, &page);
        }
    }
}

/// Every tag is closed in its turn, and no attribute runs away.
fn assert_well_formed(name: &str, html: &str) {
    const VOID: [&str; 7] = ["!doctype", "meta", "link", "img", "br", "hr", "?xml"];
    let mut open: Vec<String> = Vec::new();
    // The content of a script is no HTML.
    let (html, script) = html.split_once("<script>").map_or((html, ""), |(before, script)| (before, script));
    let html = format!("{html}{}", script.split_once("</script>").map_or("", |(_, behind)| behind));
    for piece in html.split('<').skip(1) {
        let (tag, _) = piece.split_once('>').unwrap_or_else(|| panic!("{name}: <{piece} is not closed"));
        assert!(tag.matches('"').count() % 2 == 0, "{name}: quotes in <{tag}>");
        let word: String =
            tag.trim_start_matches('/').chars().take_while(|c| !c.is_whitespace() && *c != '/').collect::<String>().to_lowercase();
        if tag.starts_with('/') {
            assert_eq!(open.pop().as_deref(), Some(word.as_str()), "{name}: </{word}> closes another tag");
        } else if !tag.ends_with('/') && !VOID.contains(&word.as_str()) {
            open.push(word);
        }
    }
    assert!(open.is_empty(), "{name}: {open:?} are never closed");
}

/// Names of players and planets may be of any kind, and there may be any number of ships.
#[test]
fn long_names_and_large_numbers_leave_the_page_its_width() {
    let mut report = serde_json::to_value(example::full(Viewer::Seat(example::ANN))).unwrap();
    stretch(&mut report);
    let text = templates().text("empire_postal/report", &report).unwrap_or_else(|error| panic!("{error}"));
    assert_fits("stretched", &text);
    assert_well_formed("stretched", &templates().html("empire_postal/report", &report).unwrap());
}

/// Makes every name long, wide and full of signs, and every number of three digits one of four.
fn stretch(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(stretch),
        Value::Object(fields) => {
            for (key, field) in fields {
                match field {
                    Value::String(name) if key == "name" || key == "before" || key == "title" => {
                        *name = format!("{name} 星のアン & <b> {}", "long ".repeat(30))
                    }
                    Value::Number(number) if key == "fighters" || key == "transporters" || key == "stockpile" => {
                        *field = json!(number.as_u64().unwrap_or(0) + 1000)
                    }
                    _ => stretch(field),
                }
            }
        }
        _ => {}
    }
}

/// The report of a view, with what its viewer would tell first.
fn reported<G: Game>(frame: ReportFrame, viewer: Viewer, view: &G::View, played: Option<Played<'_>>) -> ReportModel {
    let events = played.map(|turn| turn.events).unwrap_or_default();
    let seen = events.iter().filter(|event| event.seen_by.includes(viewer));
    let seen: Vec<G::Event> = seen.map(|event| serde_json::from_value(event.event.clone()).unwrap()).collect();
    let mut model = report::model(frame, viewer, serde_json::to_value(view).unwrap(), played);
    model.moments = G::moments(view, &seen, viewer);
    model
}
