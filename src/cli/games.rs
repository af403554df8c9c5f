//! What the commands about a whole game share: which games are meant, waiting for a run that is at work, and telling what was done.

use serde::Serialize;
use serde_json::json;

use super::seats::open;
use super::world::System;
use super::{Common, EXIT_FAILED, EXIT_FINE, EXIT_TRY_AGAIN, print, print_json, told_once, warn};
use crate::office::{Desk, DeskError, Host, World, known_campaign};

/// What a command says of a game.
pub(super) struct Told {
    pub line: String,
    /// Whether emails wait for the next tick.
    pub emails: bool,
}

/// Does the work of a command in a game, or in every game of a tournament that goes on, and tells of each in a line, or of all in a document
/// named `schema`. What fails in one game is done in the others.
pub(super) fn at_each_game<D, E>(
    schema: &str,
    common: &Common,
    campaign: &str,
    act: impl Fn(&mut Desk, &World<'_>) -> Result<D, E>,
    tell: impl Fn(&D) -> Told,
) -> anyhow::Result<u8>
where
    D: Serialize,
    E: std::error::Error + From<DeskError> + Send + Sync + 'static,
{
    let host = Host::load(&common.campaigns)?;
    let system = System::new(common);
    let world = system.world();
    let (mut all, mut lines, mut errors) = (Vec::new(), String::new(), Vec::new());
    let mut emails = false;
    let mut code = EXIT_FINE;
    for id in games(&host, campaign)? {
        let opened = open(&host, &id, &world);
        if let Some(error) = opened.as_ref().err().filter(|error| error.holder().is_some()) {
            errors.push(format!("{error}; nothing was changed in {id}: run this again in a moment"));
            code = EXIT_TRY_AGAIN;
            break;
        }
        match opened.map_err(E::from).and_then(|mut desk| act(&mut desk, &world)) {
            Ok(done) => {
                let told = tell(&done);
                lines += &format!("{id}: {}\n", told.line);
                emails |= told.emails;
                all.push(done);
            }
            Err(error) => {
                errors.push(told_once(&error.into()));
                code = EXIT_FAILED;
            }
        }
    }
    errors.iter().for_each(|error| warn(common.json, error));
    if common.json {
        print_json(schema, &json!({ "games": all, "errors": errors }))?;
    } else {
        print(&lines)?;
        if emails {
            print("The emails leave with the next tick.\n")?;
        }
    }
    Ok(code)
}

/// A campaign, or the games of a tournament that go on; all of them once none does.
fn games(host: &Host, campaign: &str) -> anyhow::Result<Vec<String>> {
    let config = known_campaign(host, campaign)?;
    let ids: Vec<String> = config.game_ids().iter().map(ToString::to_string).collect();
    if ids.is_empty() {
        return Ok(vec![campaign.to_owned()]);
    }
    let goes_on = |id: &&String| Desk::open_to_read(host, id).is_ok_and(|desk| desk.campaign.goes_on());
    let running: Vec<String> = ids.iter().filter(goes_on).cloned().collect();
    Ok(if running.is_empty() { ids } else { running })
}
