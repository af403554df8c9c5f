//! The people who would like to play and have no seat yet, for a game master who asks how a campaign stands.

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

use crate::campaign::config::CampaignConfig;
use crate::campaign::{Address, CampaignId, Digest};
use crate::files;
use crate::office::Host;
use crate::office::cabinet::desk::Keyless;
use crate::office::cabinet::error::DeskError;
use crate::store::{Ledger, Store, StoreError, StoredApplicant};

/// `applicant asked/rim-3/9f86…` is somebody about whom the game master was asked, by the digest of their address.
const ASKED: &str = "applicant asked/";

/// How long a game master is shown the people they were asked about.
const SHOWN: TimeDelta = TimeDelta::days(14);

/// Somebody who has asked for a seat, and confirmed it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Applicant {
    /// The name by which they want to play.
    pub name: String,
    /// The address from which they asked; letters to them go there.
    pub address: Address,
}

/// All who have asked for seats of a campaign by email.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Applicants {
    /// How many seats they fill before the game begins; 0 once it has begun.
    pub places: usize,
    /// The list of a game that has not begun, in the order of confirmation: the first have the places, the others wait for one.
    pub listed: Vec<Applicant>,
    /// The people who would like to take over a vacant seat and wait for the game master's decision.
    pub asking: Vec<Applicant>,
}

#[derive(Serialize, Deserialize)]
struct ApplicantRow {
    #[serde(flatten)]
    applicant: Applicant,
    at: DateTime<Utc>,
}

impl Applicants {
    /// The list of a campaign that has not begun.
    ///
    /// # Errors
    /// When the host's database does not read.
    pub fn before_the_game(host: &Host, config: &CampaignConfig) -> Result<Applicants, DeskError> {
        let places = config.joining.seats.len();
        if places == 0 || files::is_empty(&host.own_database()) {
            return Ok(Applicants { places, ..Applicants::default() });
        }
        let list = Store::open_to_read(&host.own_database())?.look()?.applicants(&config.id)?;
        let listed = list.into_iter().map(|StoredApplicant { name, address, .. }| Applicant { name, address });
        Ok(Applicants { places, listed: listed.collect(), asking: Vec::new() })
    }

    /// Those who ask for the vacant seats of a game that goes on.
    ///
    /// # Errors
    /// When the host's database does not read.
    pub fn of_vacancies(campaign: &Keyless, now: DateTime<Utc>) -> Result<Applicants, DeskError> {
        let can_ask = campaign.config.joining.open && campaign.goes_on() && !campaign.vacancies.is_empty();
        if !can_ask || files::is_empty(&campaign.host_database) {
            return Ok(Applicants::default());
        }
        let asked = all_asked(&Store::open_to_read(&campaign.host_database)?.look()?, campaign.id())?;
        let plays = |applicant: &Applicant| campaign.config.seats.iter().any(|seat| seat.has_address(&applicant.address));
        let asking = asked.into_iter().filter(|asked| asked.is_shown(now)).map(|asked| asked.applicant);
        Ok(Applicants { asking: asking.filter(|applicant| !plays(applicant)).collect(), ..Applicants::default() })
    }

    /// How many have a place.
    pub fn placed(&self) -> usize {
        self.listed.len().min(self.places)
    }
}

impl ApplicantRow {
    fn is_shown(&self, now: DateTime<Utc>) -> bool {
        now.signed_duration_since(self.at) < SHOWN
    }
}

/// Forgets applicants whom a game master was asked about so long ago that they are no longer shown.
///
/// # Errors
/// When the database refuses, or what it has does not read.
pub(in crate::office) fn forget_old(store: &mut Store, now: DateTime<Utc>) -> Result<(), DeskError> {
    let mut old = Vec::new();
    for (name, text) in store.look()?.facts(ASKED)? {
        if !read(&text)?.is_shown(now) {
            old.push(format!("{ASKED}{name}"));
        }
    }
    if old.is_empty() {
        return Ok(());
    }
    let ledger = store.begin()?;
    old.iter().try_for_each(|name| ledger.forget_fact(name))?;
    Ok(ledger.commit()?)
}

/// Notes that the game master was asked about somebody.
///
/// # Errors
/// When the database refuses.
pub(super) fn note(ledger: &Ledger<'_>, campaign: &CampaignId, applicant: Applicant, now: DateTime<Utc>) -> Result<(), DeskError> {
    let name = name_of(campaign, &applicant.address);
    Ok(ledger.set_fact_in_json(&name, &ApplicantRow { applicant, at: now })?)
}

/// Those about whom the game master of a campaign was asked, each with the time, in the order in which they asked.
///
/// # Errors
/// When the database does not read.
pub(super) fn asked_about(ledger: &Ledger<'_>, campaign: &CampaignId) -> Result<Vec<(Applicant, DateTime<Utc>)>, DeskError> {
    Ok(all_asked(ledger, campaign)?.into_iter().map(|asked| (asked.applicant, asked.at)).collect())
}

/// Notes that an applicant no longer waits for the game master's decision. Returns whether they did.
///
/// # Errors
/// When the database refuses.
pub(super) fn forget(ledger: &Ledger<'_>, campaign: &CampaignId, address: &Address) -> Result<bool, DeskError> {
    let name = name_of(campaign, address);
    let was_there = ledger.fact(&name)?.is_some();
    ledger.forget_fact(&name)?;
    Ok(was_there)
}

/// Whether somebody is on a campaign's list, or waits for the game master's decision.
pub(super) fn is_waiting(ledger: &Ledger<'_>, campaign: &CampaignId, address: &Address) -> Result<bool, DeskError> {
    let is_listed = ledger.applicants(campaign)?.iter().any(|listed| listed.address.identity() == address.identity());
    Ok(is_listed || ledger.fact(&name_of(campaign, address))?.is_some())
}

fn name_of(campaign: &CampaignId, address: &Address) -> String {
    format!("{ASKED}{campaign}/{}", Digest::of(address.identity().as_bytes()))
}

/// All people about whom the game master was asked, in the order in which they asked.
fn all_asked(ledger: &Ledger<'_>, campaign: &CampaignId) -> Result<Vec<ApplicantRow>, DeskError> {
    let asked = ledger.facts(&format!("{ASKED}{campaign}/"))?;
    let mut asked = asked.values().map(|text| read(text)).collect::<Result<Vec<ApplicantRow>, DeskError>>()?;
    asked.sort_by_key(|asked| asked.at);
    Ok(asked)
}

fn read(text: &str) -> Result<ApplicantRow, DeskError> {
    serde_json::from_str(text).map_err(|error| StoreError::Unreadable { what: "an applicant", why: error.to_string() }.into())
}
