//! What people read, compared with goldens (`UPDATE=1` rewrites them) and measured.

#[path = "support/render_example.rs"]
mod example;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::LazyLock;

use ashpost::engine::Viewer;
use ashpost::render::site::{self, SiteModel, SiteTurn};
use ashpost::render::{ReportModel, Templates, png, report, svg};
use serde_json::{Value, json};
use unicode_width::UnicodeWidthStr;

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
    let text = report::text(templates(), model).unwrap_or_else(|error| panic!("{error}"));
    golden(&format!("{name}.txt"), &text);
    assert_fits(name, &text);
    let html = report::html(templates(), model).unwrap_or_else(|error| panic!("{error}"));
    golden(&format!("{name}.html"), &html);
    assert_well_formed(name, &html);
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
    let drawing = svg::render(&map);
    golden("star-map.svg", &drawing);
    let png = png::render(&drawing).unwrap();
    std::fs::write(Path::new(env!("CARGO_TARGET_TMPDIR")).join("star-map.png"), &png).unwrap();
    assert!(png.len() < 400_000, "{} bytes are too many for a mail", png.len());
}

/// A letter of the office with everything in it.
fn letter(verdict: &str) -> Value {
    json!({
        "subject_tag": "[ashpost rim-3 4F7KQ2XW9ABCDEFG]",
        "address": "games@pbem.example",
        "campaign": {"id": "rim-3", "title": "The Rim, third war", "game": "empire_postal", "game_title": "Ashes of Empire, by post"},
        "seat": {"number": 2, "name": "Ann"},
        "turn": 8,
        "deadline": {
            "local": "Friday 27 November 2026, 20:00", "zone": "Europe/Berlin", "utc": "2026-11-27 19:00 UTC", "in_words": "3 days 2 hours",
        },
        "verdict": verdict,
        "sheet": {
            "digest": "3b1f".repeat(16), "received_at_local": "Tuesday 24 November 2026, 17:12 Europe/Berlin", "replaced": verdict == "replaced",
            "orders_count": 4, "problems_count": 1, "doubts_count": 2,
        },
        "reading_text": "  1  BUILD 3 PDU ON 2\n",
        "trouble": "the mail has 3 MB, and no mail here may have more than 1 MB",
        "received": {"sender": "ann@player.example", "subject": "orders", "at_utc": "2026-11-24 16:12 UTC"},
        "status": {
            "seats": [{"number": 1, "name": "Bob", "sent": true, "ready": true}, {"number": 2, "name": "Ann", "sent": false, "ready": false}],
            "own_sent": false, "own_ready": false,
        },
        "answers": ["The first answer.\n", "The second answer.\n"],
        "sheet_text": "BUILD 3 PDU ON 2\nSEND 5 FI FROM 18 TO 1\n",
        "not_yet": ["PRESS TO ALL"],
    })
}

/// The same letter when nothing is known but where it came from.
fn bare_letter(verdict: &str) -> Value {
    let mut letter = letter(verdict);
    for field in ["campaign", "seat", "turn", "deadline", "sheet", "reading_text", "trouble", "status", "sheet_text"] {
        letter[field] = Value::Null;
    }
    letter["answers"] = json!([]);
    letter["not_yet"] = json!([]);
    letter
}

const LETTERS: [&str; 17] = [
    "answer",
    "game-over",
    "gm-notice",
    "late",
    "not-yet",
    "nothing-to-do",
    "orders-query",
    "ready",
    "receipt",
    "reminder",
    "status",
    "too-large",
    "unknown-campaign",
    "welcome",
    "withdrawn",
    "wrong-sender",
    "wrong-token",
];

/// Letters to somebody whose seat or campaign may be unknown.
const TO_STRANGERS: [&str; 7] = ["game-over", "gm-notice", "late", "too-large", "unknown-campaign", "wrong-sender", "wrong-token"];

fn check_letter(name: &str, suffix: &str, model: &Value) {
    let text = templates().text(&format!("shared/{name}"), model).unwrap_or_else(|error| panic!("{error}"));
    golden(&format!("letters/{name}{suffix}.txt"), &text);
    assert_fits(name, text.split_once('\n').unwrap().1);
    assert!(text.starts_with("Subject: [ashpost") && text.lines().nth(1) == Some(""), "{name} begins with a subject:\n{text}");
}

#[test]
fn every_letter_says_what_was_seen_and_what_to_do_next() {
    for name in LETTERS {
        check_letter(name, "", &letter("accepted"));
    }
    for verdict in ["checked", "replaced"] {
        check_letter("receipt", &format!("-{verdict}"), &letter(verdict));
    }
    check_letter("wrong-token", "-missing", &letter("no-token"));
    let mut past = letter("late");
    past["deadline"]["in_words"] = json!("already past");
    check_letter("late", "-waiting", &past);
}

#[test]
fn a_letter_to_a_stranger_needs_no_seat() {
    for name in TO_STRANGERS {
        check_letter(name, "-bare", &bare_letter("stranger"));
    }
    for name in ["status", "orders-query", "ready"] {
        templates().text(&format!("shared/{name}"), &bare_letter("answered")).unwrap_or_else(|error| panic!("{error}"));
    }
}

#[test]
fn every_letter_template_is_read_here() {
    let partials = ["answers", "closing", "style", "site-style"];
    let names = ashpost::render::templates::EMBEDDED.iter().filter_map(|(name, _)| name.strip_prefix("shared/")?.strip_suffix(".txt"));
    let unread: Vec<&str> = names.filter(|name| !LETTERS.contains(name) && !partials.contains(name)).collect();
    assert!(unread.is_empty(), "{unread:?}");
}

#[test]
fn what_others_saw_is_not_in_the_model() {
    for viewer in [Viewer::Seat(example::ANN), Viewer::Public] {
        let model = example::full(viewer);
        let templates = templates();
        let shown = [report::json(&model), report::text(templates, &model).unwrap(), report::html(templates, &model).unwrap()];
        assert!(shown.iter().all(|text| !text.contains(example::SECRET) && !text.contains("neutrals_sent")));
    }
}

#[test]
fn the_archive_is_a_page_a_turn() {
    let public = example::full(Viewer::Public);
    let turn = |turn: u32| SiteTurn {
        turn,
        report_html: report::html(templates(), &public).unwrap(),
        report_text: report::text(templates(), &public).unwrap(),
        map_svg: svg::render(&example::star_map()),
    };
    let model = SiteModel {
        campaign: public.campaign.clone(),
        players: ["Bob", "Ann", "Cy"].map(str::to_owned).to_vec(),
        turns: (0..8).map(turn).collect(),
        next: public.next.clone(),
    };
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("site");
    std::fs::create_dir_all(&folder).unwrap();
    for (path, bytes) in site::build(&model, templates()).unwrap() {
        std::fs::write(folder.join(&path), &bytes).unwrap();
        if path.ends_with(".html") {
            assert_well_formed(&path, &String::from_utf8(bytes).unwrap());
        }
    }
}

/// Every tag is closed in its turn, and no attribute runs away.
fn assert_well_formed(name: &str, html: &str) {
    const VOID: [&str; 7] = ["!doctype", "meta", "link", "img", "br", "hr", "?xml"];
    let mut open: Vec<String> = Vec::new();
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
