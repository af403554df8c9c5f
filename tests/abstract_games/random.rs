//! Random play: the same games every time, each held to what every abstract game promises.

use ashpost::abstract_games::{AbstractGame, AbstractStep, Scenario, find_step, open, written};
use ashpost::engine::{Dice, Grid, Seed};

use super::table::UnderTest;

/// Enough to meet every rule many times.
const GAMES: u32 = 1_000;
/// More steps than any game here takes.
const LONGEST_GAME: usize = 5_000;
/// One position out of this many is checked in every way.
const LOOKED_AT: usize = 61;

/// Plays games from the scenario's opening; stops early, at the end of a game, once `most_listed` legal steps were listed.
pub(crate) fn games<G: UnderTest>(scenario: &Scenario<G::Rulebook>, most_listed: usize) -> String {
    let opening = open::<G>(&scenario.rulebook, scenario.position.as_deref()).unwrap();
    look_at(&scenario.rulebook, &opening);
    let strangers = opening.steps().collect::<Vec<G::Step>>();
    let (mut played, mut plies, mut listed) = (0, 0, 0);
    while played < GAMES && listed < most_listed {
        let mut dice = Dice::new(Seed([7; 32])).stream(&format!("game/{played}"));
        let mut position = opening.clone();
        let begun = plies;
        while position.to_move().is_some() {
            let steps: Vec<G::Step> = position.steps().collect();
            assert_eq!(position.count_steps(), steps.len() as u64, "{position}");
            let step = *dice.choose(&steps).unwrap_or_else(|| panic!("to move without a step: {position}"));
            let before = position.clone();
            position.play(step);
            G::law(&before, step, &position);
            if plies % LOOKED_AT == 0 {
                look_at(&scenario.rulebook, &position);
                look_at_step(&before, step, &position);
                play_illegally(&position, dice.choose(&strangers));
            }
            (plies, listed) = (plies + 1, listed + steps.len());
            assert_eq!(position.finish().is_some(), position.to_move().is_none(), "{position}");
            assert!(plies - begun <= LONGEST_GAME, "does not end: {position}");
        }
        look_at(&scenario.rulebook, &position);
        played += 1;
    }
    format!("{}: {played} games, {plies} steps played, {listed} listed", scenario.title)
}

/// A position reads as it is written, and so does each of its steps.
fn look_at<G: AbstractGame>(rulebook: &G::Rulebook, position: &G) {
    let text = position.to_string();
    assert_eq!(G::read(rulebook, &text).as_ref(), Ok(position), "{text} reads as something else");
    let steps: Vec<G::Step> = position.steps().collect();
    let texts = written(&steps);
    assert!(texts.windows(2).all(|pair| pair[0] < pair[1]), "{text}: a step is listed twice: {texts:?}");
    // Finding one of n steps reads n texts: of many, some will do.
    for step in steps.iter().step_by(1 + steps.len() / 20) {
        assert_eq!(find_step(position, &step.to_string()), Ok(*step), "{text}");
        assert!(step.to_string().contains(&step.origin()), "{step} does not set out from {}", step.origin());
    }
    let board = position.draw(&[]);
    let cells = match board.grid {
        Grid::Hexhex { size } => 3 * usize::from(size) * (usize::from(size) - 1) + 1,
        Grid::Squares { files, ranks } => usize::from(files) * usize::from(ranks),
    };
    assert_eq!(board.cells.len(), cells, "{text} is not drawn whole");
}

/// A step tells what it did, and is marked in the drawing.
fn look_at_step<G: AbstractGame>(before: &G, step: G::Step, after: &G) {
    assert!(!before.deeds(step).is_empty(), "{step} did nothing: {before}");
    let board = after.draw(&[step]);
    assert!(board.cells.iter().any(|cell| !cell.marks.is_empty()), "{step} is not marked");
    assert!(board.cells.iter().all(|cell| cell.marks.windows(2).all(|pair| pair[0] < pair[1])), "{step}: marks out of order");
}

/// A step that is not legal leads to a wrong position at worst, and nothing that is asked of one panics.
fn play_illegally<G: AbstractGame>(position: &G, step: Option<&G::Step>) {
    let mut wrong = position.clone();
    step.into_iter().for_each(|step| wrong.play(*step));
    let _ = (wrong.to_move(), wrong.finish(), wrong.to_string(), wrong.steps().count(), wrong.draw(&[]));
}
