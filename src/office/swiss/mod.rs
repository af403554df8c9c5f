//! The rounds of a Swiss: each is drawn once the games of the one before are over. Its games begin with the next run, as all campaigns do.

mod letters;

use std::collections::BTreeMap;

use crate::campaign::CampaignId;
use crate::campaign::config::{ConfigErrors, rounds_text};
use crate::campaign::layout::ROUNDS_FILE;
use crate::campaign::swiss::SwissRound;
use crate::files::{self, Access};
use crate::office::cabinet::error::{DeskError, at, unbroken};
use crate::office::cabinet::readiness;
use crate::office::cabinet::tournament::Tournament;
use crate::office::front::Front;
use crate::office::{Host, World};

/// Facts of the host's database: the text of each `rounds.toml` that is not on disk yet.
const UNWRITTEN: &str = "rounds/";

/// Draws the next rounds of tournaments whose games are over, and writes to those whom no game tells: a player with a bye, and everybody at the end.
/// What was interrupted is done again. Returns what went wrong in each tournament; none keeps back another.
///
/// # Errors
/// When the host's database refuses.
pub(in crate::office) fn attend_swisses(
    front: &mut Front,
    settled: &[CampaignId],
    world: &World<'_>,
) -> Result<BTreeMap<CampaignId, DeskError>, DeskError> {
    let mut troubles = write_files(front, world)?;
    for id in settled {
        if !troubles.contains_key(id) {
            troubles.extend(unbroken(|| attend(front, id, world)).err().map(|error| (id.clone(), error)));
        }
    }
    troubles.extend(write_files(front, world)?);
    Ok(troubles)
}

fn attend(front: &mut Front, id: &CampaignId, world: &World<'_>) -> Result<(), DeskError> {
    // Read again, since another run may have drawn a round before the front office was ours.
    let host = &front.letterbox.host;
    let Some(tournament) = Tournament::read(host, id)?.filter(|tournament| tournament.config.open) else { return Ok(()) };
    match tournament.next_round() {
        Some(round) => {
            check(host, &tournament)?;
            draw(front, tournament, round, world)
        }
        None if tournament.is_over() => front.tell_the_final_table(&tournament, world),
        None => Ok(()),
    }
}

/// Checks that the games can begin: nobody is paired before that.
fn check(host: &Host, tournament: &Tournament) -> Result<(), DeskError> {
    let game = tournament.config.any_game().unwrap_or_else(|| tournament.config.clone());
    let obstacles = readiness::obstacles(host, &game)?;
    if obstacles.is_empty() { Ok(()) } else { Err(DeskError::NotReady(ConfigErrors(obstacles))) }
}

fn draw(front: &mut Front, tournament: Tournament, round: SwissRound, world: &World<'_>) -> Result<(), DeskError> {
    let tournament = tournament.with(round);
    let text = rounds_text(&tournament.config.rounds).map_err(|error| DeskError::Broken(error.to_string()))?;
    let ledger = front.store.begin()?;
    ledger.set_fact(&format!("{UNWRITTEN}{}", tournament.config.id), &text)?;
    front.letterbox.tell_of_bye(&ledger, &tournament, world)?;
    (world.boundary)("before a round commits");
    ledger.commit()?;
    (world.boundary)("after a round commits");
    Ok(())
}

/// Puts on disk what was drawn. Returns why that could not be.
fn write_files(front: &mut Front, world: &World<'_>) -> Result<BTreeMap<CampaignId, DeskError>, DeskError> {
    front.put_on_disk(UNWRITTEN, |folder, text| {
        let file = folder.join(ROUNDS_FILE);
        files::write_durably(&file, text.as_bytes(), Access::Private).map_err(at(&file))?;
        (world.boundary)("after a round is written");
        Ok(())
    })
}
