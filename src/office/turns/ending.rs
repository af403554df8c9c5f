//! A game that was ended by decision, and not by its rules.

use chrono::{DateTime, Utc};
use serde::Serialize;

use crate::campaign::CampaignId;
use crate::campaign::journal::{Act, DecidedBy, EndedByDecision, Ending};
use crate::engine::reader::harmless;
use crate::engine::{Seat, SeatSet};
use crate::office::World;
use crate::office::cabinet::desk::{Campaign, Desk, Keyless};
use crate::office::cabinet::error::DeskError;
use crate::office::cabinet::tenure::Tenure;
use crate::office::letters::about::About;
use crate::office::letters::facts::ProofFacts;
use crate::office::letters::to_all::write_to_all;
use crate::office::letters::vote_facts::DecisionFacts;
use crate::store::{Ledger, StoredSheet};

/// How many characters of a reason are kept at most.
const MOST_CHARACTERS: usize = 1000;

/// What a command did that ended a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct GameEnded {
    /// The campaign whose game is over.
    pub campaign: CampaignId,
    /// `aborted`, `drawn` or `conceded`.
    pub ending: &'static str,
    /// The seats that share the first place; empty for a game without a result.
    pub winners: Vec<Seat>,
    /// Their names.
    pub names: Vec<String>,
    /// How many emails wait for the next tick.
    pub emails: u32,
}

/// Why a game cannot be ended.
#[allow(missing_docs, reason = "each says what it is")]
#[derive(Debug, thiserror::Error)]
pub enum EndError {
    #[error("{0}")]
    Desk(#[from] DeskError),
    #[error("{campaign} has not begun, so there is nothing to end: remove its folder, or leave `open = false`")]
    NotBegun { campaign: CampaignId },
    #[error("{campaign} is over already")]
    Over { campaign: CampaignId },
    #[error("seat {seat} ({name}) of {campaign} is vacant, and nobody can win with it")]
    Vacant { campaign: CampaignId, seat: Seat, name: String },
}

/// Ends a game by the game master's decision, as `Campaign::end` does.
///
/// # Errors
/// When no turn is open, or the game is conceded to a vacant seat; nothing was done then.
pub fn end_game(desk: &mut Desk, ending: &Ending, reason: Option<&str>, world: &World<'_>) -> Result<GameEnded, EndError> {
    let campaign = desk.campaign.id().to_owned();
    if desk.campaign.progress.is_none() {
        return Err(EndError::NotBegun { campaign });
    }
    let winners: SeatSet = match ending {
        Ending::Drawn { among: first } | Ending::Conceded { to: first } => first.iter().copied().collect(),
        Ending::Aborted | Ending::Forfeited { .. } => SeatSet::new(),
    };
    if let Some(vacancy) = desk.campaign.vacancies.iter().find(|vacancy| winners.contains(&vacancy.seat)) {
        return Err(EndError::Vacant { campaign, seat: vacancy.seat, name: vacancy.name.clone() });
    }
    let names = winners.iter().filter_map(|seat| desk.campaign.name_of(*seat)).map(str::to_owned).collect();
    let emails = desk.transact(world, |campaign, ledger| {
        let emails = campaign.end(ledger, ending.clone(), DecidedBy::GameMaster, reason, world.now)?;
        emails.ok_or_else(|| EndError::Over { campaign: campaign.id().to_owned() })
    })?;
    Ok(GameEnded { campaign, ending: ending.code(), winners: winners.into_iter().collect(), names, emails })
}

impl Keyless {
    /// The seats that still play: neither vacant nor out of the game. A draw is between these.
    pub fn players_in_the_game(&self) -> SeatSet {
        let Some(progress) = self.progress.as_ref().filter(|_| !self.alternates()) else {
            return self.config.seat_numbers().collect();
        };
        self.awaited(progress)
    }
}

impl Campaign {
    /// Ends the game by decision, in an open transaction: in memory and in the journal ([`Act::Ended`]). No turn is open from here on, and every
    /// letter, page, table and rating has the places of this ending ([`Ending::outcome`]). All players and the game master get a last letter, which
    /// says how the game ended, who has decided it and why, and how anybody can check all of it: what was hidden is in the campaign's bundle from
    /// here on.
    ///
    /// The caller makes sure that the decision is allowed, and that the seats of `ending` are in the game ([`Keyless::players_in_the_game`]).
    /// `reason` is in the journal and in the letter. Returns how many emails wait to be sent; `None`, and nothing was done, if no turn is open.
    ///
    /// # Errors
    /// When a letter cannot be written, or the database refuses. What was written by then must be undone with the transaction.
    pub(in crate::office) fn end(
        &mut self,
        ledger: &Ledger<'_>,
        ending: Ending,
        by: DecidedBy,
        reason: Option<&str>,
        now: DateTime<Utc>,
    ) -> Result<Option<u32>, DeskError> {
        self.end_as_decided(ledger, ending, by, (reason, None), now)
    }

    /// The same with the vote by which it was decided, for the letters.
    ///
    /// # Errors
    /// As for [`Campaign::end`].
    pub(in crate::office) fn end_as_decided(
        &mut self,
        ledger: &Ledger<'_>,
        ending: Ending,
        by: DecidedBy,
        (reason, decision): (Option<&str>, Option<&DecisionFacts>),
        now: DateTime<Utc>,
    ) -> Result<Option<u32>, DeskError> {
        let Some(turn) = self.open_turn() else { return Ok(None) };
        let notes = self.notes_on_file(ledger, turn.turn)?;
        let reason = reason.and_then(in_own_words);
        self.record(ledger, Act::Ended { ending: ending.clone(), by, reason: reason.clone() }, now)?;
        if let Some(progress) = &mut self.progress {
            progress.window = None;
            progress.ended = Some(EndedByDecision { ending, by, reason, at: now });
        }
        let proof = self.proof(ledger)?;
        let id = format!("ended.{}", proof.entry);
        let on_ladder = self.match_on_ladder(ledger);
        let again = self.again(on_ladder.is_some());
        let for_place = self.progress.as_ref().map(|progress| self.lines_of_ladder(progress, on_ladder)).transpose()?.unwrap_or_default();
        let about = |reader: Option<Seat>| About::GameEnded {
            proof: proof.clone(),
            decision: decision.cloned(),
            again: reader.and_then(|_| again.clone()),
            for_place: for_place.get(&reader).cloned(),
        };
        self.mail_waiting_press(ledger, now)?;
        for (number, (seat, text)) in (1..).zip(&notes) {
            self.mail_note(ledger, (*seat, text), &format!("{}.{seat}.{number}", turn.turn), now)?;
        }
        self.mail_rest_to_observers(ledger, now)?;
        write_to_all(self, ledger, &id, about, now).map(Some)
    }

    /// C4: notes to the opponent that wait for a move which is not played any more, except those of or to a player who has left since.
    fn notes_on_file(&self, ledger: &Ledger<'_>, turn: u32) -> Result<Vec<(Seat, String)>, DeskError> {
        let Some(progress) = self.progress.as_ref().filter(|_| self.alternates()) else { return Ok(Vec::new()) };
        let notes_in = |seat: Seat, sheet: &StoredSheet| progress.table.sheet(seat, &sheet.canonical).notes();
        let tenures = self.config.seats.iter().map(|player| Tenure::of(ledger, player.number));
        let since = tenures.collect::<Result<Vec<_>, _>>()?.iter().filter_map(Tenure::since).max();
        let mut all = Vec::new();
        for (seat, sheet) in ledger.order_book(turn)? {
            let mut notes = notes_in(seat, &sheet);
            let before = since.map(|since| ledger.sheet_before(turn, seat, since)).transpose()?.flatten();
            for note in before.iter().flat_map(|before| notes_in(seat, before)) {
                if let Some(at) = notes.iter().position(|own| *own == note) {
                    notes.remove(at);
                }
            }
            all.extend(notes.into_iter().map(|note| (seat, note)));
        }
        Ok(all)
    }

    /// What the journal ends with.
    fn proof(&self, ledger: &Ledger<'_>) -> Result<ProofFacts, DeskError> {
        let (entry, hash) = ledger.tip()?.map_or_else(Default::default, |tip| (tip.number, tip.hash.to_string()));
        let bundle = self.site_url().map(|url| format!("{url}{}.bundle", self.id()));
        Ok(ProofFacts { entry, hash, host_key: self.key.public(), bundle })
    }
}

/// What somebody says about a decision, as it is repeated to others; `None` if that is nothing.
pub(in crate::office) fn in_own_words(text: &str) -> Option<String> {
    let text = harmless(&text.replace('\t', " "));
    let text: String = text.trim().chars().take(MOST_CHARACTERS).collect();
    (!text.is_empty()).then_some(text)
}
