//! Tests of an archive's pages, built from small models.

use std::collections::BTreeMap;

use super::*;
use crate::campaign::CampaignId;
use crate::engine::Viewer;
use crate::render::report::CampaignFacts;
use crate::render::rules::{RulesModel, RulesSchedule};

fn campaign(title: &str) -> CampaignFacts {
    CampaignFacts {
        unrated: false,
        takeback: false,
        id: CampaignId::new("rim-3").unwrap(),
        title: title.into(),
        game: "g".into(),
        game_title: "G".into(),
        unit: "turn",
        credit: None,
        templates: "g",
    }
}

fn model(turns: Vec<SiteTurn>) -> SiteModel {
    let mut album = Album::default();
    for turn in &turns {
        let news = TurnNews::of(campaign("Rim <3>"), turn.turn, Viewer::Public, serde_json::json!({}), &[], Vec::new());
        let named = (format!("urn:{}", turn.turn), "2027-01-01T10:00:00Z".parse().unwrap());
        album.add(&news, named, &turn.map_svg, &templates()).unwrap();
    }
    SiteModel {
        campaign: campaign("Rim <3>"),
        players: vec![SitePlayer { name: "<b>Ann".into(), vacant: false, side: None, colour: Some("#e69f00") }],
        host: Some(HostLink { title: None, domain: "pbem.example".into(), path: "../index.html".into() }),
        tournament: None,
        url: None,
        earlier: None,
        turns,
        album,
        chapters_from: 0,
        now: None,
        next: None,
        ended: None,
        proof: proof(),
        rules: rules(),
        keeps_rules: false,
        contact: None,
        diaries: Vec::new(),
        record: Some("[Result \"*\"]\n".to_owned()),
        picture: None,
        has_composer: false,
    }
}

fn rules() -> RulesModel {
    let settings = serde_json::json!({ "size": 6 });
    let schedule = RulesSchedule {
        every_days: None,
        grace_hours: 0,
        reserve_days: None,
        bank_days: None,
        increment: None,
        bank_limit_days: None,
        absence_days: 0,
    };
    RulesModel { campaign: campaign("Rim <3>"), settings, takeback_times: 1, schedule }
}

fn site(turns: Vec<SiteTurn>) -> BTreeMap<String, String> {
    built(&model(turns))
}

fn proof() -> SiteProof {
    SiteProof { key: "8e1d".repeat(16), entry: 3, hash: "a90c".repeat(16), bundle: "rim-3.bundle".into() }
}

/// The templates of a game with rules, settings and a table.
fn templates() -> Templates {
    let game = [
        ("g/headline.txt", "Ann < Bob"),
        ("g/chronicle.txt", "<Ann> in turn {{turn}}."),
        ("g/rules.txt", "# Rules <1>\n\n## G1 Start\n\nOf size {{settings.size}} (G1).{{#if with_tables}} As text.{{/if}}\n"),
        ("g/site-tables.html", "<h2 id=\"table\">A table</h2>"),
        ("g/site-settings.html", "<li>Size {{settings.size}}</li>"),
    ];
    Templates::new(&game.map(|(name, text)| (name.to_owned(), text.to_owned())).into()).unwrap()
}

fn built(model: &SiteModel) -> BTreeMap<String, String> {
    let files = build(&mut model.clone(), &templates()).unwrap();
    files.into_iter().map(|(path, bytes)| (path, String::from_utf8_lossy(&bytes).into_owned())).collect()
}

/// A circle that stays, and one that differs in each turn.
fn picture(turn: u32) -> String {
    format!("<svg viewBox=\"0 0 9 9\">\n<title>t</title>\n<circle r=\"9\"/>\n<circle r=\"0.{turn}\"/>\n</svg>")
}

fn turn(turn: u32, html: &str) -> SiteTurn {
    SiteTurn { turn, report_html: html.into(), report_text: "a < b".into(), map_svg: picture(turn), full: None }
}

#[test]
fn turns_link_to_their_neighbours_and_show_the_public_report() {
    let files = site(vec![turn(0, ""), turn(1, "<h1>x</h1><main><p>News</p></main>"), turn(2, "<p>Own</p>")]);
    assert_eq!(
        files.keys().collect::<Vec<_>>(),
        ["film.svg", "index.html", "record.txt", "rules.html", "style.css", "turn-0.html", "turn-1.html", "turn-2.html"]
    );
    assert!(files["turn-0.html"].contains("<pre tabindex=\"0\">a &lt; b</pre>") && !files["turn-0.html"].contains("rel=\"prev\""));
    let middle = &files["turn-1.html"];
    assert!(middle.contains("href=\"turn-0.html\"") && middle.contains("href=\"turn-2.html\"") && middle.contains("<p>News</p>"));
    assert!(!middle.contains("<h1>x</h1>") && files["turn-2.html"].contains("<p>Own</p>"));
}

#[test]
fn no_page_of_a_turn_tells_a_deadline() {
    let page = "<main><p>News</p>\n<section class=\"next\">\n<h2>Next</h2>is played on Friday\n</section>\n<p>Proof</p></main>";
    let files = site(vec![turn(0, page), turn(1, page)]);
    for name in ["turn-0.html", "turn-1.html"] {
        let page = &files[name];
        assert!(!page.contains("Friday") && page.contains("<p>News</p>") && page.contains("<p>Proof</p>"), "{page}");
    }
}

#[test]
fn pages_that_stand_are_not_made_again_and_what_is_made_is_the_same() {
    let all = vec![turn(0, "<p>0</p>"), turn(1, "<p>1</p>"), turn(2, "<p>2</p>")];
    let whole = model(all.clone());
    let news = SiteModel { earlier: Some(0), turns: all[1..].to_vec(), ..whole.clone() };
    let (whole, news) = (built(&whole), built(&news));
    assert_eq!(
        news.keys().collect::<Vec<_>>(),
        ["film.svg", "index.html", "record.txt", "rules.html", "style.css", "turn-1.html", "turn-2.html"]
    );
    assert!(news.iter().all(|(path, text)| whole[path] == *text));
}

#[test]
fn names_are_escaped_and_nothing_is_loaded_from_elsewhere() {
    let files = site(vec![turn(0, "")]);
    assert!(files["index.html"].contains("&lt;b&gt;Ann") && files["index.html"].contains("Rim &lt;3&gt;"));
    assert!(files["index.html"].contains("&lt;Ann&gt; in turn 0."));
    for (name, text) in &files {
        assert!(!text.contains("//") && !text.contains("<script ") && !text.contains("@import"), "{name}: {text}");
    }
    assert!(site(Vec::new()).contains_key("index.html"));
}

#[test]
fn the_front_page_shows_the_newest_turn_and_holds_all_others_for_the_film() {
    let page = &site(vec![turn(0, ""), turn(1, ""), turn(2, "")])["index.html"];
    let picture = page.split_once("<svg id=\"picture\"").unwrap().1.split_once("</svg>").unwrap().0;
    assert_eq!(picture.matches("r=\"9\"").count(), 1, "what stays is there once: {picture}");
    assert!(picture.contains("<g data-turns=\"1\" display=\"none\"><circle r=\"0.1\"/></g>"), "{picture}");
    assert!(picture.contains("<g data-turns=\"2\"><circle r=\"0.2\"/></g>"), "{picture}");
    let fallback = page.split_once("<noscript>").unwrap().1.split_once("</noscript>").unwrap().0;
    assert!(fallback.contains("href=\"turn-1.html\" rel=\"prev\"") && fallback.contains("href=\"turn-2.html\""), "{fallback}");
    let story: Vec<usize> = (0..3).map(|turn| page.find(&format!("<article data-turn=\"{turn}\">")).unwrap()).collect();
    assert!(story[2] < story[1] && story[1] < story[0], "the newest turn comes first");
    assert!(page.contains("<a href=\"../index.html\">Games by email at pbem.example</a>"));
}

#[test]
fn previews_have_full_addresses_where_the_host_knows_its_own() {
    let mut model = model(vec![turn(0, ""), turn(1, "")]);
    model.picture = Some(b"PNG".to_vec());
    let files = build(&mut model.clone(), &templates()).unwrap();
    assert!(files.contains(&(PICTURE.to_owned(), b"PNG".to_vec())));
    assert!(built(&model)["turn-1.html"].contains("<meta property=\"og:image\" content=\"picture.png\">"));
    model.url = Some("https://pbem.example/rim-3/".into());
    let page = &built(&model)["turn-1.html"];
    for expected in [
        "<meta property=\"og:title\" content=\"Rim &lt;3&gt;, turn 1\">",
        "<meta property=\"og:image\" content=\"https://pbem.example/rim-3/picture.png\">",
        "<meta property=\"og:url\" content=\"https://pbem.example/rim-3/turn-1.html\">",
        "<meta property=\"og:description\" content=\"Turn 1 of a game of G: Ann &lt; Bob.\">",
    ] {
        assert!(page.contains(expected), "{expected}\n{page}");
    }
}

#[test]
fn the_rules_have_contents_links_and_the_tables_of_the_game() {
    let page = &site(vec![turn(0, "")])["rules.html"];
    for expected in [
        "<h1>Rules &lt;1&gt;</h1>",
        "<li><a href=\"#G1\">G1 Start</a></li>",
        "<li><a href=\"#table\">A table</a></li>",
        "Of size 6 (<a href=\"#G1\">G1</a>).</p>",
        "<a href=\"index.html\">Rim &lt;3&gt;</a>",
        "<meta property=\"og:title\" content=\"Rim &lt;3&gt;, the rules\">",
    ] {
        assert!(page.contains(expected), "{expected}\n{page}");
    }
}

#[test]
fn the_page_of_the_opening_tells_who_plays_and_by_what() {
    let mut first = model(vec![turn(0, "")]);
    first.contact = Some("gm@pbem.example".into());
    let files = built(&first);
    for expected in ["&lt;b&gt;Ann", "<li>Size 6</li>", "mailto:gm@pbem.example"] {
        assert!(files["turn-0.html"].contains(expected), "{expected}");
    }
    let files = site(vec![turn(0, ""), turn(1, "")]);
    assert!(files["turn-0.html"].contains("<a href=\"turn-1.html\">Turn 1</a> was played on 2027-01-01."));
    assert!(!files["turn-1.html"].contains("<li>Size 6</li>"));
}

#[test]
fn the_moves_of_a_page_lead_to_their_positions_and_stop_at_its_own() {
    let report = "<main><p>News</p><section class=\"moves\"><p>a-b</p></section></main>";
    let mut model = model(vec![turn(0, report), turn(1, report), turn(2, report)]);
    for frame in model.album.leaves.iter_mut().map(|leaf| &mut leaf.frame) {
        frame.moves_html = format!("<li><a href=\"{}\">move {}</a></li>", frame.page(), frame.turn);
    }
    let page = &built(&model)["turn-1.html"];
    assert!(
        page.contains("<a href=\"turn-0.html\">move 0</a>") && page.contains("<a aria-current=\"page\" href=\"turn-1.html\">move 1</a>")
    );
    assert!(!page.contains("move 2") && !page.contains("a-b") && page.contains("News"), "{page}");
}

/// Older rows of the host's page still have this form, and those of finished games are not made again.
#[test]
fn a_turn_that_was_told_before_its_label_was_kept_still_reads() {
    let told = r#"{"turn": 3, "id": "urn:3", "at": "2027-01-01T10:00:00Z", "headline": "h", "sentences": ["s"], "moves_html": ""}"#;
    let frame: Frame = serde_json::from_str(told).unwrap();
    assert_eq!((frame.sentences.as_slice(), frame.day().to_string().as_str()), (["s".to_owned()].as_slice(), "2027-01-01"));
    assert_eq!(serde_json::json!(frame)["at"], "2027-01-01T10:00:00Z");
}

#[test]
fn a_leaf_is_stored_with_its_texts_as_they_are() {
    let mut leaf = model(vec![turn(0, ""), turn(1, "")]).album.leaves.remove(1);
    leaf.article_html = "<p title=\"é\">\n</p>".to_owned();
    leaf.frame.sentences = vec!["One \"é\".".to_owned(), String::new(), "Two.".to_owned()];
    let text = leaf.text().unwrap();
    assert!(text.contains(&leaf.article_html), "{text}");
    assert_eq!((Leaf::read(&text).as_ref(), Leaf::frame_in(&text).as_ref()), (Some(&leaf), Some(&leaf.frame)));
    for damaged in [
        text.replace('é', "e"),
        format!("{text} "),
        text.replace('\n', " "),
        text.replace("lengths\":[", "lengths\":[9"),
        text.replace("\"turn\"", "\"round\""),
    ] {
        assert_eq!(Leaf::read(&damaged), None, "{damaged}");
    }
    let of_an_older_program = serde_json::json!({"frame": leaf.frame, "article_html": "a\nb", "item_html": "", "film_svg": ""}).to_string();
    assert_eq!((Leaf::read(&of_an_older_program), Leaf::frame_in(&of_an_older_program)), (None, Some(leaf.frame)));
}
