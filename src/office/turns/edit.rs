//! The game master changes one value of the position by hand, or looks at it with all that it hides. Everybody hears of both.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;

use super::rolled::{RollError, checked};
use crate::campaign::CampaignId;
use crate::campaign::journal::{Act, EditError, Edited, check_pace, edit, position_values};
use crate::engine::reader::harmless;
use crate::engine::{Dice, Seed, Table, Viewer};
use crate::office::World;
use crate::office::cabinet::desk::{Campaign, Desk};
use crate::office::cabinet::error::{DeskError, unbroken};
use crate::office::letters::about::About;
use crate::office::letters::to_all::write_to_all;
use crate::store::{Ledger, StoreError};

/// A value that was changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct EditDone {
    /// The campaign whose position it is in.
    pub campaign: CampaignId,
    /// The last turn that was played.
    pub turn: u32,
    /// The path of the value, as a JSON pointer.
    pub path: String,
    /// The name of what has the value, such as a planet's; `None` if the position gives it none.
    pub of: Option<String>,
    /// The value that was there.
    pub before: Value,
    /// The value that is there now, never the same.
    pub after: Value,
    /// How many emails wait for the next tick.
    pub emails: u32,
}

/// The values of a position, which somebody has looked at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PositionRead {
    /// The campaign whose position it is.
    pub campaign: CampaignId,
    /// The last turn that was played; 0 after the opening.
    pub turn: u32,
    /// Who the journal says has looked.
    pub by: String,
    /// The values, each with its path.
    pub values: Vec<(String, Value)>,
}

/// Why a position is neither shown nor changed.
#[allow(missing_docs, reason = "each says what it is")]
#[derive(Debug, thiserror::Error)]
pub enum PositionError {
    #[error("{0}")]
    Desk(#[from] DeskError),
    #[error("{campaign} has not begun, so there is no position yet")]
    NotBegun { campaign: CampaignId },
    #[error("{campaign} is over: `ashpost rollback` takes it back to a position that can be changed")]
    Over { campaign: CampaignId },
    #[error("the game master of {campaign} plays in it, and whoever plays may neither see nor change what is hidden")]
    Plays { campaign: CampaignId },
    #[error(transparent)]
    Reason(RollError),
    #[error(transparent)]
    Edit(#[from] EditError),
}

impl From<StoreError> for PositionError {
    fn from(error: StoreError) -> PositionError {
        PositionError::Desk(error.into())
    }
}

/// The whole position, with all that it hides. The journal says that it was read, and by whom, before anything is returned; so does the next message
/// to each player.
///
/// # Errors
/// When no game goes on, the game master plays in it, or the database refuses.
pub fn read_position(desk: &mut Desk, by: &str, world: &World<'_>) -> Result<PositionRead, PositionError> {
    desk.transact(world, |campaign, ledger| {
        let table = table_of(campaign)?;
        check_pace(table)?;
        let values = position_values(table);
        let read = PositionRead { campaign: campaign.id().to_owned(), turn: table.turn(), by: by.to_owned(), values };
        campaign.record(ledger, Act::PositionRead { by: by.to_owned() }, world.now)?;
        Ok(read)
    })
}

/// Changes one value of the position. What was changed is kept beside the journal's entry until the game is over; everybody is told at once that it
/// was, and why.
///
/// # Errors
/// When no game goes on, the game master plays in it, there is no reason, the game does not take the position, or the database refuses; nothing was
/// done then.
pub fn edit_position(desk: &mut Desk, path: &str, value: &str, reason: &str, world: &World<'_>) -> Result<EditDone, PositionError> {
    let reason = checked(reason).map_err(PositionError::Reason)?;
    // A value that is no JSON is a text.
    let after = serde_json::from_str(value).unwrap_or_else(|_| Value::String(harmless(value)));
    desk.transact(world, |campaign, ledger| {
        let table = table_of(campaign)?;
        let edited = edit(table, path, after)?;
        try_out(edited.table.as_ref())?;
        let of = names(&position_values(table)).above(&edited.path).map(str::to_owned);
        Ok(EditDone { of, ..write(campaign, ledger, edited, reason, world)? })
    })
}

/// The position of a game that goes on, for a game master who does not play in it.
fn table_of(campaign: &Campaign) -> Result<&dyn Table, PositionError> {
    let id = || campaign.id().to_owned();
    let progress = campaign.progress.as_ref().ok_or_else(|| PositionError::NotBegun { campaign: id() })?;
    if progress.is_over() {
        return Err(PositionError::Over { campaign: id() });
    }
    if campaign.config.gm_holds_a_seat() {
        return Err(PositionError::Plays { campaign: id() });
    }
    Ok(progress.table.as_ref())
}

/// Shows the position to everybody and plays a turn from it, of which nothing is kept: a position that breaks the game is refused.
fn try_out(table: &dyn Table) -> Result<(), PositionError> {
    let played = unbroken::<_, DeskError>(|| {
        let viewers = table.players().into_keys().map(Viewer::Seat).chain([Viewer::Public, Viewer::GameMaster]);
        for viewer in viewers {
            table.view(viewer);
            table.scene_after(viewer, &[]);
        }
        Ok(table.orders(&Default::default()).adjudicate(&Dice::new(Seed([0; 32]))))
    });
    match played {
        Ok(_) => Ok(()),
        Err(why) => Err(EditError::Refused(format!("it cannot be played on from it ({why})")).into()),
    }
}

fn write(
    campaign: &mut Campaign,
    ledger: &Ledger<'_>,
    edited: Edited,
    reason: String,
    world: &World<'_>,
) -> Result<EditDone, PositionError> {
    let turn = edited.table.turn();
    let tip = ledger.tip()?.ok_or_else(|| PositionError::NotBegun { campaign: campaign.id().to_owned() })?;
    let signed = campaign.scribe(world.now).edit(&edited, &reason, &tip);
    ledger.append_edit(turn, &signed, &edited.table.state())?;
    campaign.reload(ledger)?;
    let about = |_| About::Edited(reason.clone());
    let emails = write_to_all(campaign, ledger, &format!("edit.{}", signed.number), about, world.now)?;
    let Edited { path, before, after, .. } = edited;
    Ok(EditDone { campaign: campaign.id().to_owned(), turn, path, of: None, before, after, emails })
}

/// The names in a position, by the paths of what they name.
#[derive(Debug)]
pub struct PositionNames<'a>(BTreeMap<&'a str, &'a str>);

/// The names in a position, given by its values with their paths.
pub fn names(values: &[(String, Value)]) -> PositionNames<'_> {
    PositionNames(values.iter().filter_map(|(path, value)| Some((path.strip_suffix("/name")?, value.as_str()?))).collect())
}

impl PositionNames<'_> {
    /// The name of the innermost thing with a name that has the value of a path.
    pub fn above(&self, path: &str) -> Option<&str> {
        let mut above = path;
        loop {
            above = above.rsplit_once('/')?.0;
            if let Some(name) = self.0.get(above) {
                return Some(name);
            }
        }
    }
}
