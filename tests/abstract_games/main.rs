//! Every abstract game: its rules case by case, its counts of lines, and what random play may never do.
//!
//! `tests/cases/README.md`, section "Abstract games", explains the files in `tests/cases/<game id>/`. A new game is one file in
//! `tests/abstract_games/` and one line in [`GAMES`].

mod anaash;
mod ashes;
mod autumn_ash;
mod case;
mod ex_nihilo;
mod random;
mod table;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use ashpost::office::carried_scenarios;
use case::{Case, CaseFile};
use table::{AnyBoard, Of};

const GAMES: &[&dyn AnyBoard] = &[
    &Of::<ashpost::games::anaash::Position>::NEW,
    &Of::<ashpost::games::ashes::Position>::NEW,
    &Of::<ashpost::games::autumn_ash::Position>::NEW,
    &Of::<ashpost::games::ex_nihilo::Position>::NEW,
];

/// The TOML files of a folder of the repository, by name, with their text.
fn files_in(folder: &str) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let listed = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<_> = listed.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files.iter().map(|file| (file.display().to_string(), fs::read_to_string(file).unwrap())).collect()
}

fn cases_of(game: &dyn AnyBoard) -> Vec<Case> {
    files_in(&format!("tests/cases/{}", game.id())).iter().flat_map(|(file, text)| CaseFile::read(file, text)).collect()
}

#[test]
fn every_case_comes_out_as_it_says() {
    let differences: Vec<String> =
        GAMES.iter().flat_map(|game| cases_of(*game).iter().flat_map(|case| case.differences(*game)).collect::<Vec<_>>()).collect();
    assert!(differences.is_empty(), "\n{}\n", differences.join("\n"));
}

#[test]
fn every_rule_has_a_case() {
    for game in GAMES {
        let known: BTreeSet<&str> = game.rules().split_whitespace().collect();
        let cases = cases_of(*game);
        let covered: BTreeSet<&str> = cases.iter().flat_map(|case| case.rules.iter().map(String::as_str)).collect();
        assert_eq!(known.difference(&covered).collect::<Vec<_>>(), Vec::<&&str>::new(), "{}: rules without a case", game.id());
        assert_eq!(covered.difference(&known).collect::<Vec<_>>(), Vec::<&&str>::new(), "{}: no such rules", game.id());
    }
}

#[test]
fn every_scenario_is_carried() {
    for game in GAMES {
        let carried = carried_scenarios().filter(|(id, _, _)| *id == game.id());
        let carried: BTreeSet<(String, String)> = carried.map(|(_, name, text)| (format!("{name}.toml"), text.to_owned())).collect();
        let files = files_in(&format!("scenarios/{}", game.id()));
        let files = files.into_iter().map(|(file, text)| (file.rsplit('/').next().unwrap_or_default().to_owned(), text)).collect();
        assert_eq!(carried, files, "{}", game.id());
    }
}

/// Where not all is asked for, no more legal turns of a carried scenario are listed; small boards are always played in full.
const MOST_LISTED: usize = 100_000;

/// Whether all is counted and played: in a release build, and where `.ci/abstract-games-at-length` asks for it.
fn is_thorough() -> bool {
    !cfg!(debug_assertions) || std::env::var_os("ASHPOST_ALL_LINES").is_some()
}

#[test]
fn random_games_keep_every_promise_and_end() {
    std::thread::scope(|scope| {
        for game in GAMES {
            for rulebook in game.small_boards() {
                let scenario = format!("title = \"{rulebook}\"\n[rulebook]\n{rulebook}");
                scope.spawn(move || println!("{}: {}", game.id(), game.play_at_random(&scenario, usize::MAX)));
            }
            for (_, scenario) in files_in(&format!("scenarios/{}", game.id())) {
                scope.spawn(move || {
                    println!("{}: {}", game.id(), game.play_at_random(&scenario, if is_thorough() { usize::MAX } else { MOST_LISTED }))
                });
            }
        }
    });
}

/// What one wrong line of a case is answered with.
fn complaint(text: &str) -> String {
    let text = format!("[[case]]\nname = \"wrong\"\nrules = [\"A2.1\"]\nrulebook = {{ size = 4 }}\n{text}");
    CaseFile::read("self-test", &text).iter().flat_map(|case| case.differences(GAMES[0])).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_checker_can_fail() {
    for (text, answer) in [
        ("", "asks nothing"),
        ("legal = ['a1-a2']", "is legal but not listed"),
        ("legal_from.a1 = ['a1-a2', 'a1-b1', 'a1-a3']", "a1-a3 is listed but not legal"),
        ("legal_from.a2 = ['a2-a1']", "a2-a1 is listed but not legal"),
        ("illegal = ['a1-a2']", "a1-a2 is played as a1-a2"),
        ("refused = { 'a1-a4' = 'a sense of humour' }", "a1-a4 is refused with"),
        ("refused = { 'a1-a2' = 'expected' }", "a1-a2 is played as a1-a2"),
        ("spelled = { 'A1 to A2' = 'a1-b1' }", "A1 to A2 is read as a1-a2"),
        ("spelled = { 'a1-a4' = 'a1-a4' }", "a1-a4 is not a legal step"),
        ("perft = [24, 447]", "perft 2 is 448"),
        ("moves = ['a1-a4']\nwinner = 'Red'", "moves: a1-a4 is not a legal step"),
        ("play = ['a1-a4']", "play: a1-a4 is not a legal step"),
        ("play = ['a1-a2']\nafter = './.'", "after: "),
        ("play = ['a1-a2']\nafter = 'B1,R1,B1,R1/R1,B1,R1,B1/B1,R1,B1,R1/R1,B1,R1,B1 B'", "the position is"),
        ("play = ['a1-a2']\ndeeds = [{ deed = 'captured', pieces = 2 }]", "did not happen"),
        ("deeds = [{ deed = 'captured' }]", "deeds without play"),
        ("play = ['a1-a2']\nto_move = 'Red'", "to move is Blue"),
        ("winner = 'Red'", "winner is nobody yet"),
        ("ends_by = 'A4'", "the game is not over"),
        ("unreadable = 'odd'", "it reads"),
        ("position = 'nonsense'\nunreadable = 'poetry'", "is refused with"),
        ("position = 'nonsense'\nlegal = []", "does not say who is to move"),
    ] {
        assert!(complaint(text).contains(answer), "{text}\nis answered with\n{}", complaint(text));
    }
    assert_eq!(complaint("illegal = ['a1-a4']\nplay = ['a1-b1']\ndeeds = [{ deed = 'captured', side = 'Blue' }]"), "");
}

#[test]
#[should_panic(expected = "unknown field `leagl`")]
fn unknown_keys_are_errors() {
    complaint("leagl = []");
}
