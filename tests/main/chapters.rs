//! A game of more than a hundred turns: the front page of its archive tells the last ones, and chapters tell what came before.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::cli::rehearse::rehearse;
use crate::cli::{ashpost, code, err, out};
use crate::links::all_pages_lead_somewhere;

const GAME: &str = "rehearsal-0001";

/// A host with one game of two seats that play no orders.
struct LongGame {
    folder: tempfile::TempDir,
    now: String,
}

impl LongGame {
    fn new(turns: u32) -> LongGame {
        let folder = tempfile::tempdir().unwrap();
        let made = rehearse(folder.path(), &["--campaigns", "1", "--turns", &turns.to_string(), "--seats", "2", "--idle", "--due"]);
        LongGame { folder, now: made["next_tick"].as_str().unwrap().to_owned() }
    }

    fn command(&self, arguments: &[&str]) {
        let done = ashpost(&self.folder.path().join("campaigns"), &[&["--now", &self.now], arguments].concat());
        assert_eq!(code(&done), Some(0), "{}{}", out(&done), err(&done));
    }

    /// The pages of its archive.
    fn pages(&self) -> BTreeMap<String, String> {
        let all = all_pages_lead_somewhere(&self.folder.path().join("campaigns/site"));
        let here = |(path, page): (PathBuf, String)| Some((path.strip_prefix(GAME).ok()?.to_str()?.to_owned(), page));
        all.into_iter().filter_map(here).collect()
    }

    fn film(&self) -> String {
        std::fs::read_to_string(self.folder.path().join(Path::new("campaigns/site").join(GAME).join("film.svg"))).unwrap()
    }
}

/// The turns that a page tells as a story, the newest first.
fn told(page: &str) -> Vec<u32> {
    page.split("<article data-turn=\"").skip(1).map(|rest| rest.split('"').next().unwrap().parse().unwrap()).collect()
}

fn down_from(last: u32, first: u32) -> Vec<u32> {
    (first..=last).rev().collect()
}

#[test]
fn a_game_of_more_than_a_hundred_turns_is_told_in_chapters() {
    let game = LongGame::new(100);
    let pages = game.pages();
    assert_eq!((told(&pages["index.html"]), pages.contains_key("turns-0-50.html")), (down_from(100, 0), false));

    game.command(&["tick"]);
    let pages = game.pages();
    let (front, chapter) = (&pages["index.html"], &pages["turns-0-50.html"]);
    assert_eq!((told(front), told(chapter)), (down_from(101, 51), down_from(50, 0)));
    assert!(front.contains("<a href=\"turns-0-50.html\" data-chapter=\"0 50\">The opening to turn 50</a>"), "{front}");
    assert!(front.contains("Turns before 51 <a href=\"#turns\">are told in chapters</a>."), "{front}");
    assert!(front.contains("data-first=\"51\" data-last=\"101\"") && chapter.contains("data-first=\"0\" data-last=\"50\""));
    assert!(chapter.contains("<h1>The opening to turn 50</h1>") && chapter.contains("href=\"turn-51.html\" rel=\"next\""), "{chapter}");
    for (page, other) in [(front, 50), (chapter, 51)] {
        assert!(!page.contains(&format!("data-turns=\"{other}")) && page.contains("<svg id=\"picture\""), "pictures of other turns");
    }
    let film = game.film();
    assert!(film.contains(">Turn 101</text>") && film.contains(">Turn 51</text>") && !film.contains(">Turn 50</text>"));

    let page = game.folder.path().join("campaigns/site").join(GAME).join("turns-0-50.html");
    std::fs::remove_file(&page).unwrap();
    let found = out(&ashpost(&game.folder.path().join("campaigns"), &["--now", &game.now, "doctor"]));
    let advice = format!("`ashpost site {GAME}` writes the whole archive again");
    assert!(found.contains("turns-0-50.html is gone") && found.contains(&advice), "{found}");
    game.command(&["site", GAME]);
    assert!(page.is_file());

    game.command(&["rollback", GAME, "99", "--reason", "The wrong map."]);
    game.command(&["tick"]);
    let pages = game.pages();
    assert_eq!((told(&pages["index.html"]), pages.contains_key("turns-0-50.html")), (down_from(99, 0), false));

    game.command(&["roll-forward", GAME]);
    game.command(&["tick"]);
    game.command(&["abort", GAME, "--reason", "Nobody plays."]);
    game.command(&["tick"]);
    let pages = game.pages();
    assert_eq!((told(&pages["index.html"]), told(&pages["turns-0-50.html"])), (down_from(101, 51), down_from(50, 0)));
    // What is published later is whole, too.
    for (name, next) in [("Ann", "Zoe"), ("Zoe", "Ida")] {
        let (film, book) = (game.film(), &game.pages()["book.html"]);
        assert!(book.contains(name) && (1..=101).all(|turn| film.contains(&format!(">Turn {turn}</text>"))), "the film of {name}");
        assert!((1..=101).all(|turn| book.contains(&format!("turn-{turn}.html"))), "the book of {name}");
        // A chapter that is not there, as in an archive of a program that knew none, is written.
        std::fs::remove_file(game.folder.path().join("campaigns/site").join(GAME).join("turns-0-50.html")).unwrap();
        game.command(&["seat", GAME, "1", "--name", next]);
        game.command(&["tick"]);
    }
    assert_eq!(told(&game.pages()["turns-0-50.html"]), down_from(50, 0));
}
