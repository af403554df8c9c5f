//! `ashpost sandbox --moves FILE`: plays the moves of a board game, one by one.

use std::io::Read;
use std::path::Path;
use std::{fs, io};

use anyhow::{Context, bail};
use serde_json::{Value, json};

use super::SandboxArgs;
use crate::cli::{Common, EXIT_FAILED, EXIT_FINE, print, print_json, stepping};
use crate::engine::{Finished, IllegalStep, Steps};
use crate::office::LooseScenario;

/// What a score has in the place of a move that a side did not have (C2).
const PASSED_OVER: &str = "-";

pub(super) fn run(common: &Common, args: &SandboxArgs, scenario: &LooseScenario, file: &Path) -> anyhow::Result<u8> {
    let (game, mut steps) = stepping::open(scenario, args.position.as_deref())?;
    let text = read(file).with_context(|| format!("cannot read the moves {}", file.display()))?;
    let mut plies = Vec::new();
    let mut refused = None;
    let mut last_mover = None;
    let mut ply = 0;
    for written in moves_in(&text) {
        let before = Look::at(steps.as_ref());
        let played = match written.as_str() {
            PASSED_OVER => passed_over(before.to_move, last_mover).map(|()| None),
            _ => play(steps.as_mut(), &written).map(Some),
        };
        // A side that was passed over has made no move, so its dash is none either.
        ply += u32::from(written != PASSED_OVER);
        match played {
            Ok(None) => continue,
            Ok(Some(played)) if common.json => plies.push(before.as_json(json!({ "ply": ply, "move": played }))),
            Ok(Some(played)) => print(&format!("{ply}. {}   {played}\n\n", before.as_text()))?,
            Err(error) => {
                refused = Some((ply + u32::from(written == PASSED_OVER), error));
                break;
            }
        }
        last_mover = before.to_move;
    }
    let end = Look::at(steps.as_ref());
    if common.json {
        let mut whole = end.as_json(json!({
            "game": game.id(),
            "rules": game.rules(),
            "plies": plies,
            "outcome": steps.finish(),
        }));
        if let Some((ply, IllegalStep { step, expected, nearest })) = &refused {
            whole["error"] = json!({ "ply": ply, "move": step, "expected": expected, "nearest": nearest });
        }
        print_json("ashpost-sandbox-moves/1", &whole)?;
    } else {
        print(&format!("{}{}\n", end.as_text(), outcome(steps.finish())))?;
    }
    match refused {
        None => Ok(EXIT_FINE),
        Some(_) if common.json => Ok(EXIT_FAILED),
        Some((ply, error)) if error.nearest.is_empty() => bail!("ply {ply}: {error}"),
        Some((ply, error)) => bail!("ply {ply}: {error}; the nearest: {}", error.nearest.join(" ")),
    }
}

fn read(file: &Path) -> io::Result<String> {
    if file == Path::new("-") {
        let mut text = String::new();
        return io::stdin().lock().read_to_string(&mut text).map(|_| text);
    }
    fs::read_to_string(file)
}

/// The moves of a file, separated by blanks, new lines or semicolons, without `#` comments and move numbers such as `12.`,
/// and without the brackets that a score has around SWAP. A placement such as `P@A1` is the first half of the move that follows.
fn moves_in(text: &str) -> Vec<String> {
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default());
    let words = lines.flat_map(|line| line.split(|letter: char| letter.is_whitespace() || letter == ';')).map(without_number);
    let words = words.map(|word| word.trim_matches(['(', ')']));
    let mut moves: Vec<String> = Vec::new();
    let mut half_written = false;
    for word in words.filter(|word| !word.is_empty()) {
        match moves.last_mut() {
            Some(first_half) if half_written => *first_half = format!("{first_half} {word}"),
            _ => moves.push(word.to_owned()),
        }
        half_written = word.contains('@');
    }
    moves
}

/// `a4-a5` of `12.a4-a5` and of `12...a4-a5`; nothing of `12.`
fn without_number(word: &str) -> &str {
    let behind = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    if behind.len() < word.len() && behind.starts_with('.') { behind.trim_start_matches('.') } else { word }
}

/// A dash in the score is right where the side that moved last is to move again, or begins.
fn passed_over(to_move: Option<&'static str>, last_mover: Option<&'static str>) -> Result<(), IllegalStep> {
    match to_move {
        Some(side) if last_mover.is_some_and(|last| last != side) => {
            let expected = format!("a move, because {side} has a move: a dash stands for a side that was passed over");
            Err(IllegalStep::expecting(PASSED_OVER, expected))
        }
        _ => Ok(()),
    }
}

fn play(steps: &mut dyn Steps, written: &str) -> Result<String, IllegalStep> {
    if steps.finish().is_some() {
        let expected = "no more moves, because the game is over".to_owned();
        return Err(IllegalStep { step: written.to_owned(), expected, nearest: Vec::new() });
    }
    steps.play(written)
}

/// What there is to see before a move.
struct Look {
    to_move: Option<&'static str>,
    position: String,
    legal: Vec<String>,
}

impl Look {
    fn at(steps: &dyn Steps) -> Look {
        Look { to_move: steps.to_move(), position: steps.position(), legal: steps.legal() }
    }

    /// The fields of `more`, and these.
    fn as_json(&self, mut more: Value) -> Value {
        more["to_move"] = json!(self.to_move);
        more["position"] = json!(self.position);
        more["legal"] = json!(self.legal);
        more
    }

    fn as_text(&self) -> String {
        let Look { to_move, position, legal } = self;
        match to_move {
            Some(side) => format!("{position}\n   {side} may play {}: {}\n", legal.len(), legal.join(", ")),
            None => format!("{position}\n"),
        }
    }
}

fn outcome(finish: Option<Finished>) -> String {
    match finish {
        None => "Nobody has won yet.".to_owned(),
        Some(Finished { winner: Some(winner), rule }) => format!("{winner} has won ({rule})."),
        Some(Finished { winner: None, rule }) => format!("A draw ({rule})."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_told_from_comments_numbers_and_halves() {
        for (text, moves) in [
            ("1. a1-a2 b1-b2\n2. a2-a3", vec!["a1-a2", "b1-b2", "a2-a3"]),
            ("# a game\n  a1-a2 # well played\r\n\r\n12...b1-b2", vec!["a1-a2", "b1-b2"]),
            ("0:b3-a2;0:b4-a3 ; 2:g4-f4", vec!["0:b3-a2", "0:b4-a3", "2:g4-f4"]),
            ("P@A1 A1-B1=D C1-C2=Q P@A6\n A6-A5=P", vec!["P@A1 A1-B1=D", "C1-C2=Q", "P@A6 A6-A5=P"]),
            ("P@A1", vec!["P@A1"]),
            ("   1.  a1-a2 (SWAP)   b1-b2\n   2.  -   b2-a2", vec!["a1-a2", "SWAP", "b1-b2", "-", "b2-a2"]),
            (" ; \n#", vec![]),
        ] {
            assert_eq!(moves_in(text), moves, "{text}");
        }
    }
}
