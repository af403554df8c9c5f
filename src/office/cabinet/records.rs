//! What the host remembers of its campaigns: that they have begun, and who their game masters are. So no campaign begins anew, or is
//! forgotten, because its own files are gone.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::campaign::{Address, CampaignId};
use crate::office::cabinet::error::DeskError;
use crate::office::cabinet::players::Players;
use crate::office::cabinet::reached;
use crate::office::{Host, HostError, World};
use crate::store::{Ledger, Store, StoreError};

/// Facts of the host's database: `begun/rim-3` is a [`CampaignRecord`].
const BEGUN: &str = "begun/";

/// `forgotten/rim-3` is when an earlier game of that name was forgotten, in seconds since 1970.
const FORGOTTEN: &str = "forgotten/";

/// `told/rim-3` is the harm that its game master has been told of.
const TOLD: &str = "told/";

/// A campaign that has begun.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct CampaignRecord {
    /// The game master's address, for letters about a file that does not read.
    pub game_master: Address,
    /// The tournament, if it is a game of one.
    pub tournament: Option<CampaignId>,
    pub is_over: bool,
}

/// All campaigns that have begun on this host, by name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Records(BTreeMap<CampaignId, CampaignRecord>);

/// Campaigns that the host remembers, but finds no file of.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Absent {
    /// Campaigns and tournaments to be opened all the same; the attempt tells what is wrong.
    pub sought: BTreeSet<CampaignId>,
    /// Games of a tournament whose file does not read: their email waits, and no error is reported for each of them.
    pub held: BTreeSet<CampaignId>,
}

impl Records {
    /// Reads them; there are none if the host has no database yet.
    ///
    /// # Errors
    /// When there is one and it does not read.
    pub(crate) fn read(host: &Host) -> Result<Records, StoreError> {
        let store = Store::open_if_written(&host.own_database())?;
        store.map_or_else(|| Ok(Records::default()), |mut store| Records::of(&store.look()?))
    }

    /// Reads them from the host's database.
    ///
    /// # Errors
    /// When it does not read.
    pub(crate) fn read_from(store: &mut Store) -> Result<Records, StoreError> {
        if store.is_blank()? { Ok(Records::default()) } else { Records::of(&store.look()?) }
    }

    /// Reads them from an open database.
    ///
    /// # Errors
    /// When it does not read.
    pub(crate) fn of(ledger: &Ledger<'_>) -> Result<Records, StoreError> {
        Records::read_each(ledger.facts(BEGUN)?)
    }

    /// The records of these campaigns.
    ///
    /// # Errors
    /// When one does not read.
    pub(crate) fn of_these<'i>(ledger: &Ledger<'_>, ids: impl Iterator<Item = &'i CampaignId>) -> Result<Records, StoreError> {
        Records::read_each(ledger.facts_of(BEGUN, ids)?)
    }

    /// The records of a campaign and of all games of its tournament, or of the tournament of that name; no others are read.
    ///
    /// # Errors
    /// When one does not read.
    pub(crate) fn about(ledger: &Ledger<'_>, id: &CampaignId) -> Result<Records, StoreError> {
        let mut records = Records::of_these(ledger, std::iter::once(id))?;
        let tournament = records.get(id).and_then(|record| record.tournament.clone()).unwrap_or_else(|| id.clone());
        // Games are named after their tournament, but so may other campaigns be.
        let alike = ledger.facts(&format!("{BEGUN}{tournament}-"))?.into_iter().map(|(rest, text)| (format!("{tournament}-{rest}"), text));
        let alike = Records::read_each(alike)?.0.into_iter();
        records.0.extend(alike.filter(|(_, record)| record.tournament.as_ref() == Some(&tournament)));
        Ok(records)
    }

    fn read_each(facts: impl IntoIterator<Item = (String, String)>) -> Result<Records, StoreError> {
        let read = |(id, text): (String, String)| {
            let record = serde_json::from_str(&text).map_err(|error: serde_json::Error| unreadable(error.to_string()))?;
            Ok((CampaignId::try_from(id).map_err(unreadable)?, record))
        };
        Ok(Records(facts.into_iter().map(read).collect::<Result<_, StoreError>>()?))
    }

    /// Every campaign with its record.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&CampaignId, &CampaignRecord)> {
        self.0.iter()
    }

    pub(crate) fn get(&self, id: &CampaignId) -> Option<&CampaignRecord> {
        self.0.get(id)
    }

    /// Whether a campaign, or a game of a tournament of that name, has begun.
    pub(crate) fn knows(&self, id: &CampaignId) -> bool {
        self.0.contains_key(id) || self.0.values().any(|record| record.tournament.as_ref() == Some(id))
    }

    /// The address to write to about a campaign or tournament whose file does not give it.
    pub(crate) fn game_master(&self, id: &CampaignId) -> Option<&Address> {
        let of_games = || self.0.values().find(|record| record.tournament.as_ref() == Some(id));
        self.0.get(id).or_else(of_games).map(|record| &record.game_master)
    }

    /// The campaigns that are remembered but not among those with a file. A game that is over may be removed, so it is not missed.
    pub(crate) fn absent(&self, present: &BTreeSet<CampaignId>, can_read_tournament: impl Fn(&CampaignId) -> bool) -> Absent {
        let goes_on =
            |tournament: &CampaignId| self.0.values().any(|other| other.tournament.as_ref() == Some(tournament) && !other.is_over);
        let mut absent = Absent::default();
        for (id, record) in self.0.iter().filter(|(id, _)| !present.contains(*id)) {
            match &record.tournament {
                Some(tournament) if !can_read_tournament(tournament) => {
                    if goes_on(tournament) {
                        absent.held.insert(id.clone());
                        absent.sought.insert(tournament.clone());
                    }
                }
                _ if record.is_over => {}
                _ => {
                    absent.sought.insert(id.clone());
                }
            }
        }
        absent.sought.retain(|id| !present.contains(id));
        absent
    }
}

/// The campaigns of a host, by name, and those that have begun and whose files are gone.
///
/// # Errors
/// When the folder cannot be read.
pub fn known_campaigns(host: &Host) -> Result<Vec<CampaignId>, HostError> {
    let mut known: BTreeSet<CampaignId> = host.campaign_ids()?.into_iter().collect();
    // Records that do not read count as empty.
    let records = Records::read(host).unwrap_or_default();
    known.extend(records.absent(&known, |id| host.tournament(id).is_ok()).sought);
    Ok(known.into_iter().collect())
}

/// Notes the state of the campaigns that this run could open, and that nothing is wrong with them; `beside` is noted in the same transaction, and
/// returns whether it noted anything.
///
/// # Errors
/// When the database refuses.
pub(crate) fn note(
    store: &mut Store,
    seen: &BTreeMap<CampaignId, CampaignRecord>,
    beside: impl FnOnce(&Ledger<'_>) -> Result<bool, DeskError>,
    world: &World<'_>,
) -> Result<(), DeskError> {
    let ledger = store.begin()?;
    let (mut news, mut mended) = (Vec::new(), Vec::new());
    for (id, record) in seen {
        if ledger.fact(&format!("{BEGUN}{id}"))? != Some(written(record)) {
            news.push((id, record));
        }
        if ledger.fact(&format!("{TOLD}{id}"))?.is_some() {
            mended.push(id);
        }
    }
    if !beside(&ledger)? && news.is_empty() && mended.is_empty() {
        return Ok(());
    }
    for (id, record) in news {
        remember(&ledger, id, record)?;
    }
    for id in mended {
        ledger.forget_fact(&format!("{TOLD}{id}"))?;
    }
    ledger.commit()?;
    (world.boundary)("after the host's records commit");
    Ok(())
}

/// Forgets a campaign, or a tournament with its games, so that it may begin anew. Only when it was forgotten stays known.
///
/// # Errors
/// When the database refuses.
pub(crate) fn forget(ledger: &Ledger<'_>, id: &CampaignId, now: DateTime<Utc>) -> Result<(), StoreError> {
    let forgotten = |id: &CampaignId| ledger.set_fact(&format!("{FORGOTTEN}{id}"), &now.timestamp().to_string());
    forgotten(id)?;
    for (known, record) in Records::of(ledger)?.0 {
        if known == *id || record.tournament.as_ref() == Some(id) {
            forgotten(&known)?;
            ledger.forget_fact(&format!("{BEGUN}{known}"))?;
            ledger.forget_fact(&format!("{TOLD}{known}"))?;
            reached::forget(ledger, &known)?;
            Players::default().keep(ledger, &known)?;
        }
    }
    reached::forget(ledger, id)?;
    ledger.forget_fact(&format!("{TOLD}{id}"))
}

/// What tells the Message-IDs of a campaign that begins now from those of an earlier game of the same name: when that was forgotten, in seconds since
/// 1970. 0 if there was none.
///
/// # Errors
/// When there is a host's database and it does not read.
pub(crate) fn forgotten_at(host: &Host, id: &CampaignId) -> Result<u32, StoreError> {
    let Some(mut store) = Store::open_if_written(&host.own_database())? else { return Ok(0) };
    Ok(store.look()?.fact_as(&format!("{FORGOTTEN}{id}"))?.unwrap_or(0))
}

/// Notes that a game master is told of a harm; returns whether it is news since the campaign was last well.
///
/// # Errors
/// When the database refuses.
pub(crate) fn is_news(ledger: &Ledger<'_>, id: &CampaignId, what: &str) -> Result<bool, StoreError> {
    let name = format!("{TOLD}{id}");
    let is_news = ledger.fact(&name)?.as_deref() != Some(what);
    if is_news {
        ledger.set_fact(&name, what)?;
    }
    Ok(is_news)
}

/// Remembers a campaign.
///
/// # Errors
/// When the database refuses.
pub(crate) fn remember(ledger: &Ledger<'_>, id: &CampaignId, record: &CampaignRecord) -> Result<(), StoreError> {
    ledger.set_fact(&format!("{BEGUN}{id}"), &written(record))
}

fn unreadable(why: String) -> StoreError {
    StoreError::Unreadable { what: "the record of a campaign", why }
}

fn written(record: &CampaignRecord) -> String {
    serde_json::json!(record).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Seals;

    fn id(name: &str) -> CampaignId {
        CampaignId::new(name).unwrap()
    }

    fn record(tournament: Option<&str>, is_over: bool) -> CampaignRecord {
        CampaignRecord { game_master: Address::new("gm@pbem.example").unwrap(), tournament: tournament.map(id), is_over }
    }

    fn names(list: &[&str]) -> BTreeSet<CampaignId> {
        list.iter().map(|name| id(name)).collect()
    }

    #[test]
    fn a_campaign_is_known_by_its_own_record_and_a_tournament_by_those_of_its_games() {
        let folder = tempfile::tempdir().unwrap();
        let mut store = Store::open(&folder.path().join("ashpost.db"), Seals::default()).unwrap();
        let ledger = store.begin().unwrap();
        for (name, tournament) in [("cup-1", Some("cup")), ("rim-3", None)] {
            remember(&ledger, &id(name), &record(tournament, false)).unwrap();
        }
        let begun =
            ["cup", "cup-1", "cup-2", "cu", "rim", "rim-3"].map(|name| Records::about(&ledger, &id(name)).unwrap().knows(&id(name)));
        assert_eq!(begun, [true, true, false, false, false, true]);
    }

    #[test]
    fn who_begins_anew_is_told_anew_of_every_harm() {
        let folder = tempfile::tempdir().unwrap();
        let mut store = Store::open(&folder.path().join("ashpost.db"), Seals::default()).unwrap();
        let ledger = store.begin().unwrap();
        remember(&ledger, &id("cup-1"), &record(Some("cup"), false)).unwrap();
        let news = || ["cup", "cup-1", "rim-3"].map(|name| is_news(&ledger, &id(name), "its folder is gone").unwrap());
        assert_eq!((news(), news()), ([true; 3], [false; 3]));
        forget(&ledger, &id("cup"), DateTime::UNIX_EPOCH).unwrap();
        assert_eq!(news(), [true, true, false]);
    }

    #[test]
    fn what_has_begun_and_has_no_file_is_sought_and_a_tournament_once() {
        let records = Records(BTreeMap::from([
            (id("rim-3"), record(None, false)),
            (id("old"), record(None, true)),
            (id("cup-1"), record(Some("cup"), true)),
            (id("cup-2"), record(Some("cup"), false)),
            (id("past-1"), record(Some("past"), true)),
        ]));
        let absent = |present: &[&str], readable: &[&str]| {
            let absent = records.absent(&names(present), |id| readable.contains(&&**id));
            (absent.sought, absent.held)
        };
        assert_eq!(absent(&["rim-3", "cup-1", "cup-2"], &["cup"]), (names(&[]), names(&[])));
        assert_eq!(absent(&["cup-1", "cup-2"], &["cup"]), (names(&["rim-3"]), names(&[])));
        assert_eq!(absent(&["rim-3"], &[]), (names(&["cup"]), names(&["cup-1", "cup-2"])));
        assert_eq!(absent(&["rim-3", "cup"], &[]), (names(&[]), names(&["cup-1", "cup-2"])), "its file does not read");
        assert_eq!(absent(&["rim-3", "cup-1"], &["cup"]), (names(&["cup-2"]), names(&[])), "it has no such game any more");
        assert!(records.knows(&id("rim-3")) && records.knows(&id("cup")) && records.knows(&id("cup-1")) && !records.knows(&id("rim")));
        assert_eq!(records.game_master(&id("cup")).map(Address::as_str), Some("gm@pbem.example"));
    }
}
