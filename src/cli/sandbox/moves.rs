//! `ashpost sandbox --moves FILE`: plays the moves of a board game, one by one.

use std::io::Read;
use std::path::Path;
use std::{fs, io};

use anyhow::{Context, bail};
use serde_json::{Value, json};

use super::args::SandboxArgs;
use crate::abstract_games::{PASSED_OVER, steps_in};
use crate::campaign::record::Record;
use crate::cli::common::{Common, EXIT_FAILED, EXIT_FINE};
use crate::cli::output::{print, print_json};
use crate::cli::stepping;
use crate::engine::{AnyGame, Finished, IllegalStep, Steps};
use crate::office::LooseScenario;

/// Plays a list of moves.
pub(super) fn run(common: &Common, args: &SandboxArgs, scenario: &LooseScenario, file: &Path) -> anyhow::Result<u8> {
    let opened = stepping::open(scenario, args.position.as_deref())?;
    let text = read(file).with_context(|| format!("cannot read the moves in {}", file.display()))?;
    play_all(common, opened, &text).map(|(code, _)| code)
}

/// Plays the record of a game, and compares the end that it tells with its moves.
pub(super) fn run_record(common: &Common, file: &Path) -> anyhow::Result<u8> {
    let text = read(file).with_context(|| format!("cannot read the record in {}", file.display()))?;
    let record = Record::read(&text).with_context(|| file.display().to_string())?;
    let (game, stepwise) = stepping::named(record.game()?)?;
    let steps = stepwise.begin(record.terms())?;
    let began = steps.to_move();
    let (code, finish) = play_all(common, (game, steps), &record.score())?;
    if code == EXIT_FINE {
        record.check_end(finish.as_ref(), began)?;
    }
    Ok(code)
}

/// Plays moves one by one; returns how the game ended.
fn play_all(
    common: &Common,
    (game, mut steps): (&'static dyn AnyGame, Box<dyn Steps>),
    text: &str,
) -> anyhow::Result<(u8, Option<Finished>)> {
    let mut plies = Vec::new();
    let mut refused = None;
    let mut last_mover = None;
    let mut ply = 0;
    for written in steps_in(text) {
        let before = Look::at(steps.as_ref());
        let played = match written.as_str() {
            PASSED_OVER => passed_over(before.to_move, last_mover).map(|()| None),
            _ => play(steps.as_mut(), &written).map(Some),
        };
        // The dash of a side that was skipped is not counted as a move.
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
        None => Ok((EXIT_FINE, steps.finish())),
        Some(_) if common.json => Ok((EXIT_FAILED, None)),
        Some((ply, error)) if error.nearest.is_empty() => bail!("ply {ply}: {error}"),
        Some((ply, error)) => bail!("ply {ply}: {error}; the nearest moves: {}", error.nearest.join(", ")),
    }
}

fn read(file: &Path) -> io::Result<String> {
    if file == Path::new("-") {
        let mut text = String::new();
        return io::stdin().lock().read_to_string(&mut text).map(|_| text);
    }
    fs::read_to_string(file)
}

/// A dash in the score is wrong only if the side that is to move is not the one that moved last.
fn passed_over(to_move: Option<&'static str>, last_mover: Option<&'static str>) -> Result<(), IllegalStep> {
    match to_move {
        Some(side) if last_mover.is_some_and(|last| last != side) => {
            let expected = format!("a move, because {side} has a move: a dash stands for a side that is skipped");
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

/// What a person sees before a move.
struct Look {
    to_move: Option<&'static str>,
    position: String,
    legal: Vec<String>,
}

impl Look {
    fn at(steps: &dyn Steps) -> Look {
        Look { to_move: steps.to_move(), position: steps.position(), legal: steps.legal() }
    }

    /// The fields of `more`, and those of this.
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
