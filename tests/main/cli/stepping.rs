//! `perft` and `sandbox --moves`: abstract games move by move.

use std::fs;
use std::process::{Command, Output};

use ashpost::engine::{Pace, Viewer};
use serde_json::{Value, json};

use super::{ashpost, code, err, fed, out};
use crate::common::played;

/// A game with all that a moves file may hold.
const MOVES: &str = "# A game.\n1. D1-C1 # letter case does not matter\n1... a1-b1; c1-b1\n";
const POSITION: &str = ".,.,.,./.,.,.,./.,.,.,./B2,.,R1,R1 R";

fn run(arguments: &[&str]) -> Output {
    ashpost(tempfile::tempdir().unwrap().path(), arguments)
}

/// `sandbox` on a board of 4 x 4 with these moves on standard input.
fn play(moves: &str, more: &[&str]) -> Output {
    let folder = tempfile::tempdir().unwrap();
    let scenario = folder.path().join("small.toml");
    fs::write(&scenario, "game = \"anaash\"\ntitle = \"Small\"\nrulebook.size = 4\n").unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_ashpost"));
    command.args(["sandbox", "--position", POSITION, "--moves", "-", "--scenario"]).arg(&scenario).args(more);
    fed(&mut command, moves).wait_with_output().unwrap()
}

fn json_of(output: &Output) -> Value {
    serde_json::from_str(&out(output)).unwrap_or_else(|error| panic!("{error}: {}", out(output)))
}

#[test]
fn perft_counts_lines_of_each_length() {
    let counted = run(&["perft", "--scenario", "anaash/6", "--depth", "2"]);
    assert_eq!((code(&counted), out(&counted).as_str(), err(&counted).as_str()), (Some(0), "1 60\n2 3244\n", ""));
    let json = json_of(&run(&["perft", "--scenario", "anaash/6", "--depth", "2", "--json"]));
    assert_eq!((&json["schema"], &json["game"]), (&json!("ashpost-perft/1"), &json!("anaash")));
    assert_eq!(json["counts"], json!([{ "depth": 1, "count": 60 }, { "depth": 2, "count": 3244 }]));
}

#[test]
fn perft_divides_a_count_among_the_first_moves() {
    let divided = run(&["perft", "--scenario", "anaash/6", "--depth", "2", "--divide"]);
    let text = out(&divided);
    assert!(text.starts_with("a1-a2 ") && text.ends_with("\ntotal 3244\n") && text.lines().count() == 61, "{text}");
    let json = json_of(&run(&["perft", "--scenario", "anaash/6", "--depth", "2", "--divide", "--json"]));
    let lines = json["divide"].as_array().unwrap();
    assert_eq!(lines.iter().map(|line| line["count"].as_u64().unwrap()).sum::<u64>(), 3244);
    assert_eq!((&lines[0]["move"], &json["counts"]), (&json!("a1-a2"), &json!([{ "depth": 2, "count": 3244 }])));
}

#[test]
fn perft_counts_from_a_position_and_says_what_is_wrong_with_one() {
    let position = ".,.,R2,.,.,./.,.,.,.,.,R1/.,B4,.,.,.,./.,.,.,.,.,./.,.,.,.,.,./.,.,.,.,R1,. R";
    assert_eq!(out(&run(&["perft", "--scenario", "anaash/6", "--position", position, "--depth", "1"])), "1 6\n");
    for (arguments, said) in [
        (["anaash/6", "--position=nonsense", "--depth=1"], "does not say who is to move"),
        (["anaash/7", "--depth=1", "--divide"], "anaash has no scenario `7`; there are 6, 8"),
        (["hexhex-5", "--depth=1", "--divide"], "say which, ashes/hexhex-5, ex_nihilo/hexhex-5"),
        (["first-steps", "--depth=1", "--divide"], "empire_postal is not played move by move"),
    ] {
        let refused = run(&[&["perft", "--scenario"], arguments.as_slice()].concat());
        assert_eq!((code(&refused), out(&refused).as_str()), (Some(1), ""), "{arguments:?}");
        assert!(err(&refused).contains(said), "{}", err(&refused));
    }
    assert_eq!(code(&run(&["perft", "--scenario", "anaash/6", "--depth", "0"])), Some(2));
}

#[test]
fn the_sandbox_shows_every_ply_of_a_list_of_moves() {
    let played = play(MOVES, &[]);
    assert_eq!((code(&played), err(&played).as_str()), (Some(0), ""));
    let expected = "\
1. .,.,.,./.,.,.,./.,.,.,./B2,.,R1,R1 R
   Red may play 2: c1-d1, d1-c1
   d1-c1

2. .,.,.,./.,.,.,./.,.,.,./B2,.,R2,. B
   Blue may play 1: a1-b1
   a1-b1

3. .,.,.,./.,.,.,./.,.,.,./.,B2,R2,. R
   Red may play 1: c1-b1
   c1-b1

.,.,.,./.,.,.,./.,.,.,./.,R2,.,. B
Red has won (A4).
";
    assert_eq!(out(&played), expected);
}

#[test]
fn the_sandbox_prints_the_same_for_programs() {
    let json = json_of(&play(MOVES, &["--json"]));
    assert_eq!(json["schema"], "ashpost-sandbox-moves/1");
    assert_eq!((&json["outcome"], json.get("error")), (&json!({ "winner": "Red", "rule": "A4" }), None));
    assert_eq!((&json["to_move"], &json["legal"]), (&json!(null), &json!([])));
    let first = json!({ "ply": 1, "to_move": "Red", "position": POSITION, "legal": ["c1-d1", "d1-c1"], "move": "d1-c1" });
    assert_eq!((&json["plies"][0], json["plies"].as_array().map(Vec::len)), (&first, Some(3)));
}

#[test]
fn the_sandbox_stops_at_an_illegal_move() {
    let stopped = play("d1-c1 a1-a3 d1-d2", &["--json"]);
    assert_eq!(code(&stopped), Some(1));
    let json = json_of(&stopped);
    assert_eq!(json["plies"].as_array().map(Vec::len), Some(1));
    let error = json!({ "ply": 2, "move": "a1-a3", "expected": "a legal move of a1: a1-b1", "nearest": [] });
    assert_eq!((&json["error"], &json["legal"]), (&error, &json!(["a1-b1"])));
    let said = "ashpost: ply 2: a1-a3 is not a legal step: expected a legal move of a1: a1-b1\n";
    assert_eq!((err(&stopped).as_str(), err(&play("d1-c1 a1-a3", &[])).as_str()), ("", said));
    let after_the_end = play(&format!("{MOVES} b1-b2"), &[]);
    assert!(err(&after_the_end).contains("ply 4: b1-b2 is not a legal step: expected no more moves"), "{}", err(&after_the_end));
}

#[test]
fn the_sandbox_plays_either_orders_or_moves() {
    for wrong in [vec![], vec!["--orders", ".", "--moves", "-"], vec!["--orders", ".", "--position", "x"]] {
        assert_eq!(code(&run(&[&["sandbox", "--scenario", "anaash/6"], wrong.as_slice()].concat())), Some(2), "{wrong:?}");
    }
    let missing = run(&["sandbox", "--scenario", "anaash/6", "--moves", "no-such-file"]);
    assert!(err(&missing).contains("cannot read the moves in no-such-file"), "{}", err(&missing));
}

#[test]
fn each_step_of_a_turn_is_a_ply() {
    let folder = tempfile::tempdir().unwrap();
    let moves = folder.path().join("moves.txt");
    fs::write(&moves, "1. 0:b3-a2 0:b4-a3\n2. 0:b4-a4;0:a3-a4\n").unwrap();
    let output = run(&["sandbox", "--scenario", "ex_nihilo/hexhex-5", "--moves", &moves.to_string_lossy(), "--json"]);
    // The step that White owes is with a hostage that cannot move.
    let json = json_of(&output);
    assert_eq!((&json["outcome"], &json["plies"][2]["move"]), (&json!({ "winner": "Black", "rule": "X7" }), &json!("0:b4-a4")));
    assert_eq!((code(&output), &json["error"]["ply"]), (Some(1), &json!(4)));
}

#[test]
fn the_sandbox_plays_the_record_of_a_game_and_checks_its_end() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.txt");
    let play = |text: &str| {
        fs::write(&file, text).unwrap();
        run(&["sandbox", "--record", &file.to_string_lossy()])
    };
    let record = |result: &str| {
        let headers = "[Game \"anaash\"]\n[Rulebook.size \"4\"]\n[Position \".,.,.,./.,.,.,./.,.,.,./B1,R1,.,. R\"]\n[Rule \"A4\"]\n";
        format!("{headers}[Result \"{result}\"]\n\n  1. b1-a1\n     {result}\n")
    };
    let played = play(&record("1-0"));
    assert_eq!((code(&played), err(&played).as_str()), (Some(0), ""), "{}", out(&played));
    let refused = play(&record("0-1"));
    assert_eq!(code(&refused), Some(1));
    assert!(err(&refused).contains("the record says 0-1, and its moves end the game with 1-0 (A4)"), "{}", err(&refused));
    let refused = play(&record("1-0").replace("\"A4\"", "\"A5\""));
    assert!(err(&refused).contains("the record says 1-0 (A5), and its moves end the game with 1-0 (A4)"), "{}", err(&refused));
    let broken = play("[Game \"anaash\n");
    assert!(err(&broken).contains("line 1: a header is [Name \"value\"]"), "{}", err(&broken));
}

/// `sandbox` with a scenario of its own and the moves of a file.
fn play_in(scenario: &str, moves: &str, more: &[&str]) -> Output {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        fs::write(folder.path().join(name), text).unwrap();
        folder.path().join(name).to_string_lossy().into_owned()
    };
    let (scenario, moves) = (file("scenario.toml", scenario), file("moves.txt", moves));
    run(&[&["sandbox", "--scenario", scenario.as_str(), "--moves", moves.as_str()], more].concat())
}

const SWAPPING: &str = "game = \"anaash\"\ntitle = \"Small\"\nswap = true\nrulebook.size = 4\n";

#[test]
fn the_sandbox_swaps_where_the_scenario_lets_the_second_player_do_it() {
    let swapped = json_of(&play_in(SWAPPING, "1. a1-a2 (SWAP) b1-b2\n", &["--json"]));
    let moves: Vec<&str> = swapped["plies"].as_array().unwrap().iter().filter_map(|ply| ply["move"].as_str()).collect();
    assert_eq!((moves, swapped.get("error")), (vec!["a1-a2", "SWAP", "b1-b2"], None));
    let legal_at = |ply: usize| swapped["plies"][ply]["legal"].as_array().unwrap().contains(&json!("SWAP"));
    assert_eq!([0, 1, 2].map(legal_at), [false, true, false], "only as the second turn");
    assert_eq!(swapped["plies"][1]["position"], swapped["plies"][2]["position"], "the sides change hands, not the board");
    for (scenario, moves) in [(SWAPPING, "swap"), (SWAPPING, "a1-a2 b1-b2 swap"), (&SWAPPING.replace("swap = true", ""), "a1-a2 swap")] {
        let refused = play_in(scenario, moves, &[]);
        assert_eq!(code(&refused), Some(1), "{moves}");
        assert!(err(&refused).contains("SWAP is only for the second player's first move"), "{}", err(&refused));
    }
}

#[test]
fn a_score_as_a_report_prints_it_replays_to_the_same_position() {
    let goldens = played::goldens().into_iter().filter(|golden| golden.game.pace() == Pace::Alternating);
    for golden in goldens {
        let (table, turn) = golden.positions().pop().unwrap();
        let view = table.adjudicate(&turn.sheets, &turn.dice).table.view(Viewer::Public);
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let row = |row: &Value| format!("   {}.  {}   {}\n", row["number"], text(&row["first"]), text(&row["second"]));
        let score: String = view["score"].as_array().unwrap().iter().map(row).collect();
        let scenario = fs::read_to_string(golden.folder.join("scenario.toml")).unwrap();
        let scenario = format!("game = \"{}\"\n{}", golden.game.id(), scenario.replace(&format!("game = \"{}\"\n", golden.game.id()), ""));
        let replayed = play_in(&scenario, &score, &["--json"]);
        assert_eq!((code(&replayed), err(&replayed).as_str()), (Some(0), ""), "{}\n{score}", golden.folder.display());
        assert_eq!(json_of(&replayed)["position"], view["position"], "{}", golden.folder.display());
    }
}

#[test]
fn a_dash_in_a_score_is_a_side_that_had_no_move() {
    let scenario =
        format!("game = \"anaash\"\ntitle = \"x\"\nrulebook.size = 4\nposition = \"{}\"", ".,.,.,./.,.,.,./.,B1,.,./R1,B1,.,. B");
    let played = json_of(&play_in(&scenario, "1. - b2-b1\n2. - b1-a1\n", &["--json"]));
    assert_eq!((played["outcome"]["winner"].as_str(), played.get("error")), (Some("Blue"), None));
    let refused = play_in(SWAPPING, "1. a1-a2 - 2. a2-a3", &[]);
    assert!(err(&refused).contains("Blue has a move: a dash stands for a side that is skipped"), "{}", err(&refused));
}

#[test]
fn a_position_may_begin_with_a_dash() {
    for command in [&["perft", "--depth", "1"][..], &["sandbox", "--moves", "/dev/null"]] {
        let begun = run(&[command, &["--scenario", "ex_nihilo/hexhex-3", "--position", "- | W"]].concat());
        assert_eq!((code(&begun), err(&begun).as_str()), (Some(0), ""), "{command:?}");
    }
}
