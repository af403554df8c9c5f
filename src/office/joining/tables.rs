//! The campaign of two who have been paired: decided in the transaction that pairs them, and put on disk after it.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde::Serialize;

use crate::campaign::config::{CampaignConfig, GameMaster, PairingConfig, ScheduleConfig};
use crate::campaign::journal::committed;
use crate::campaign::layout::CAMPAIGN_FILE;
use crate::campaign::{CampaignId, Digest};
use crate::engine::{Seat, Seed};
use crate::files::{self, Access};
use crate::office::World;
use crate::office::cabinet::error::{DeskError, at};
use crate::office::cabinet::records::Records;
use crate::office::front::{Front, Letterbox};
use crate::office::joining::codes::Hopeful;
use crate::office::joining::offers::facts_of;
use crate::office::letters::about::About;
use crate::office::letters::kind::LetterKind;
use crate::office::letters::model::{Heading, LetterModel};
use crate::office::letters::pairing::{PairingFacts, PairingNews};
use crate::office::turns::opening::LOT;
use crate::store::{Ledger, NewApplicant, StoreError};

/// Facts of the host's database: the text of each `campaign.toml` that is not on disk yet.
const UNWRITTEN: &str = "table/";

/// The fact that counts the games.
const NUMBER: &str = "tables";

/// One of two who have been paired.
pub(super) struct PairedPlayer {
    pub wish: Hopeful,
    /// What they add to the lot.
    pub confirmation: Digest,
    pub confirmed_at: DateTime<Utc>,
}

/// Two who have been paired for the game that both wish for.
pub(super) struct NewPair {
    pub sides: [PairedPlayer; 2],
    /// The secret of the lot by which they get their seats.
    pub secret: Seed,
    /// The place on the ladder that they play for, if they do.
    pub place: Option<usize>,
}

/// What such a campaign's file says; everything else is as usual.
#[derive(Serialize)]
struct PairedFile<'a> {
    title: String,
    game: &'a str,
    scenario: &'a str,
    open: bool,
    unrated: bool,
    unlisted: bool,
    gm: &'a GameMaster,
    schedule: &'a ScheduleConfig,
    joining: PairedSeats,
}

/// Both seats are drawn by lot from the list of the campaign, as in any campaign that is joined by email.
#[derive(Serialize)]
struct PairedSeats {
    seats: [Seat; 2],
}

impl Letterbox {
    /// Pairs two who have confirmed that they would like to play: enters both in the list of a new campaign, whose lot has that secret, and
    /// tells both. Returns the campaign's name.
    pub(super) fn pair_up(
        &self,
        ledger: &Ledger<'_>,
        pairing: &PairingConfig,
        pair: &NewPair,
        now: DateTime<Utc>,
    ) -> Result<CampaignId, DeskError> {
        let id = self.next_table(ledger)?;
        let NewPair { sides: [first, second], secret, place } = pair;
        let offer = &first.wish.game;
        let file = PairedFile {
            title: format!("{}: {} - {}", offer.game.title(), first.wish.name, second.wish.name),
            game: offer.game.id(),
            scenario: offer.scenario,
            open: true,
            unrated: pairing.unrated,
            unlisted: pairing.unlisted,
            gm: &pairing.gm,
            schedule: &pairing.schedule,
            joining: PairedSeats { seats: [Seat(1), Seat(2)] },
        };
        let text = toml::to_string(&file).map_err(|error| DeskError::Broken(error.to_string()))?;
        // A file that cannot be read back would be a campaign that nobody can play.
        CampaignConfig::from_toml(&self.host.folder.join(&id).join(CAMPAIGN_FILE), &text).map_err(crate::office::HostError::from)?;
        ledger.set_fact(&format!("{UNWRITTEN}{id}"), &text)?;
        ledger.set_fact(&format!("{LOT}{id}"), &secret.to_string())?;
        for (side, other) in [(first, second), (second, first)] {
            let PairedPlayer { wish, confirmation, confirmed_at } = side;
            ledger.enter_applicant(&NewApplicant {
                list: (&id).into(),
                address: &wish.address,
                name: &wish.name,
                prefers: &[],
                confirmation: *confirmation,
                confirmed_at: *confirmed_at,
            })?;
            let news = PairingNews::Paired {
                offer: facts_of(ledger, pairing, offer)?,
                name: wish.name.clone(),
                other: other.wish.name.clone(),
                campaign: id.clone(),
                commitment: committed(*secret),
                place: *place,
            };
            self.tell_of_pairing(ledger, &format!("paired.{id}"), wish, news, now)?;
        }
        Ok(id)
    }

    /// A letter about a game of two that answers no email of its reader.
    pub(super) fn tell_of_pairing(
        &self,
        ledger: &Ledger<'_>,
        id: &str,
        reader: &Hopeful,
        news: PairingNews,
        now: DateTime<Utc>,
    ) -> Result<(), DeskError> {
        let about = About::Pairing { pairing: self.pairing_facts(news), offers: Vec::new() };
        let letter = LetterModel::new(Heading::of_host(&self.host.config, LetterKind::Asked), about);
        let id = format!("{id}.{}", reader.address.identity().short());
        self.send_notice(ledger, (id, &reader.address), &letter, now)?;
        Ok(())
    }

    /// News of a game of two, as a letter tells them.
    pub(super) fn pairing_facts(&self, news: PairingNews) -> PairingFacts {
        let gm = self.host.config.pairing.as_ref().map(|pairing| pairing.gm.name.clone());
        PairingFacts::new(gm.unwrap_or_default(), news)
    }

    /// A name that no campaign has or ever had. Without a hyphen before its number it is never taken for a game of a tournament.
    fn next_table(&self, ledger: &Ledger<'_>) -> Result<CampaignId, DeskError> {
        let last: u32 = ledger.fact_as(NUMBER)?.unwrap_or(0);
        let records = Records::of(ledger)?;
        let is_free = |id: &CampaignId| !self.host.folder.join(id).exists() && !records.knows(id);
        let (number, id) = (last.saturating_add(1)..=u32::MAX)
            .filter_map(|number| Some((number, CampaignId::new(&format!("table{number}"))?)))
            .find(|(_, id)| is_free(id))
            .ok_or_else(|| DeskError::Broken("there is no name left for a campaign".to_owned()))?;
        ledger.set_fact(NUMBER, &number.to_string())?;
        Ok(id)
    }
}

/// The text of each `campaign.toml` that is not on disk yet, by the name of its campaign.
pub(super) fn unwritten(ledger: &Ledger<'_>) -> Result<BTreeMap<String, String>, StoreError> {
    ledger.facts(UNWRITTEN)
}

/// Writes the files of campaigns that have none yet, so that the next run opens them. Returns why files could not be written.
///
/// # Errors
/// When the host's database does not read.
pub(in crate::office) fn write_tables(front: &mut Front, world: &World<'_>) -> Result<BTreeMap<CampaignId, DeskError>, DeskError> {
    front.put_on_disk(UNWRITTEN, |folder, text| {
        let file = folder.join(CAMPAIGN_FILE);
        if !file.exists() {
            files::make_folder(folder, Access::ByName).map_err(at(folder))?;
            files::write_durably(&file, text.as_bytes(), Access::Private).map_err(at(&file))?;
        }
        (world.boundary)("after the file of a pair is written");
        Ok(())
    })
}
