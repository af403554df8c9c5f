//! Writes the journal: sets a campaign up, plays its turns, and records what is done between them.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};

use super::{
    Act, Edited, Entry, Hidden, Made, Occurrence, RevealedDice, Salt, Signed, Story, Tip, TurnSecrets, Views, committed, sheet_digest,
    turn_seed,
};
use crate::campaign::keys::HostKey;
use crate::campaign::token::Secret;
use crate::campaign::{CampaignId, Digest};
use crate::engine::{Adjudicated, AnyGame, AnyOrders, Dice, Seat, SetupError, Table, spelt};

/// A turn that was played, ready to be written.
pub struct Decided {
    /// The entry, together with what it hides.
    pub signed: Signed,
    /// The number of the turn, 0 for set-up.
    pub turn: u32,
    /// The parts of it that reports show, for anybody to check.
    pub made: Made,
    /// The position after it.
    pub table: Box<dyn Table>,
    /// The position after it, as JSON.
    pub state: String,
    /// What everybody and each seat sees of it.
    pub views: Views,
    /// What happened in the turn; empty for set-up.
    pub story: Story,
    /// The seat that caused each event of the story; `None` if no seat did.
    pub actors: Vec<Option<Seat>>,
    /// The seat that resigned in it.
    pub resigned: Option<Seat>,
}

/// The sheets of a turn.
#[derive(Debug, Clone)]
pub struct Sheets<'a> {
    /// All seats, whether they sent a sheet or not.
    pub seats: &'a [Seat],
    /// The sheets in canonical spelling, on which the digests in receipts are based.
    pub sheets: &'a BTreeMap<Seat, String>,
    /// The caretaker's orders for seats without a sheet, in canonical spelling.
    pub caretaken: &'a BTreeMap<Seat, String>,
    /// The number of the last receipt of each seat that has one.
    pub receipts: BTreeMap<Seat, u32>,
    /// The sheets that players had sealed themselves.
    pub committed: BTreeMap<Seat, Committed>,
}

/// A sheet that its player had sealed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Committed {
    /// The digest that was sent before the sheet was revealed.
    pub digest: Digest,
    /// The salt that revealed it; `None` if it was not revealed.
    pub salt: Option<Salt>,
}

/// Writes the entries of a campaign's journal.
#[derive(Debug, Clone, Copy)]
pub struct Scribe<'a> {
    /// The campaign whose journal it is.
    pub campaign: &'a CampaignId,
    /// The campaign's secret, from which the secrets of its turns follow.
    pub secret: &'a Secret,
    /// The key that signs the entries.
    pub key: &'a HostKey,
    /// Numbers the course that the game takes; 0 if it never went back.
    pub era: u32,
    /// When the entries are written.
    pub at: DateTime<Utc>,
}

impl Scribe<'_> {
    /// Sets a campaign up.
    ///
    /// # Errors
    /// When the scenario cannot be played by these seats.
    pub fn set_up(&self, game: &'static dyn AnyGame, scenario: &str, seats: &BTreeMap<Seat, String>) -> Result<Decided, SetupError> {
        let secret = self.secrets(0).dice;
        let table = game.set_up(scenario, seats, &Dice::new(secret))?;
        let next = self.secrets(1).commitment();
        let (state, views) = (table.state(), Views::of(table.as_ref()));
        let view = views.public();
        let hidden = Hidden::SetUp {
            salt: self.secret.turn_salt(self.campaign, self.era, 0),
            secret,
            scenario: scenario.to_owned(),
            state: Digest::of(state.as_bytes()),
            views: views.seats(),
        };
        let deed = Occurrence::SetUp {
            game: game.id().to_owned(),
            rules: game.rules(),
            seats: seats.clone(),
            key: self.key.public(),
            dice: committed(secret),
            next,
            view,
        };
        let made = Made { rules: game.rules(), unrevealed: BTreeSet::new(), dice: None, next: Some(next), view };
        let signed = self.entry(None, 0, deed, Some(&hidden));
        Ok(Decided { signed, turn: 0, made, table, state, views, story: Story::default(), actors: Vec::new(), resigned: None })
    }

    /// Plays the next turn. The seed follows from the turn's secret, which is already committed, and the digests of all sheets, so that
    /// nobody can choose dice after seeing orders. A caretaker's orders do not count there, because nobody sealed them: whoever decides
    /// whether and how a caretaker plays must not choose dice by that.
    ///
    /// `orders` are what was read in the sheets, and the caretaker's orders.
    pub fn play(&self, turn: u32, tip: &Tip, sent: &Sheets<'_>, orders: &dyn AnyOrders) -> Decided {
        let Sheets { seats, sheets, caretaken, receipts, committed } = sent;
        let secrets = self.secrets(turn);
        let mut digests = digests(&secrets, seats, sheets);
        digests.extend(committed.iter().map(|(seat, sealed)| (*seat, sealed.digest)));
        let dice =
            RevealedDice { secret: secrets.dice, seed: turn_seed(self.campaign, turn, secrets.dice, &digests), sheets: digests.clone() };
        let Adjudicated { table, events, actors, resigned, fates, orders, disclosed } = orders.adjudicate(&Dice::new(dice.seed));
        let played: BTreeMap<Seat, String> = (*sheets).iter().chain(*caretaken).map(|(seat, sheet)| (*seat, sheet.clone())).collect();
        let next = table.outcome().is_none().then(|| self.secrets(table.turn() + 1).commitment());
        let (state, views) = (table.state(), Views::of(table.as_ref()));
        let view = views.public();
        let hidden = Hidden::Turn {
            salt: self.secret.turn_salt(self.campaign, self.era, table.turn()),
            salts: disclosed.is_none().then_some(secrets.salts),
            sheets: disclosed.clone().unwrap_or_else(|| played.clone()),
            own_salts: committed.iter().filter_map(|(seat, sealed)| Some((*seat, sealed.salt?))).collect(),
            receipts: receipts.clone(),
            state: Digest::of(state.as_bytes()),
            views: views.seats(),
        };
        let rules = table.game().rules();
        let unrevealed: BTreeSet<Seat> = committed.iter().filter(|(_, sealed)| sealed.salt.is_none()).map(|(seat, _)| *seat).collect();
        let deed = Occurrence::Turn {
            rules,
            secret: secrets.dice,
            sheets: digests,
            unrevealed: unrevealed.clone(),
            caretaken: caretaken.keys().copied().collect(),
            next,
            view,
        };
        let mut signed = self.entry(Some(tip), table.turn(), deed, Some(&hidden));
        signed.sheets = disclosed.map(|_| spelt(&played));
        let made = Made { rules, unrevealed, dice: Some(dice), next, view };
        Decided { signed, turn: table.turn(), made, table, state, views, story: Story { events, fates, orders }, actors, resigned }
    }

    /// The entry of an act that follows `tip`, after turn `turn` was played.
    pub fn act(&self, act: Act, turn: u32, tip: &Tip) -> Signed {
        self.entry(Some(tip), turn, Occurrence::Act(act), None)
    }

    /// The entry of a position that was changed by hand.
    pub fn edit(&self, edited: &Edited, reason: &str, tip: &Tip) -> Signed {
        let Edited { table, path, before, after } = edited;
        let views = Views::of(table.as_ref());
        let hidden = Hidden::Edit {
            salt: self.secret.derive(&format!("journal/{}/edit/{}", self.campaign, tip.number + 1)),
            path: path.clone(),
            before: before.clone(),
            after: after.clone(),
            state: Digest::of(table.state().as_bytes()),
            views: views.seats(),
        };
        let act = Act::Edited { reason: reason.to_owned(), view: views.public() };
        self.entry(Some(tip), table.turn(), Occurrence::Act(act), Some(&hidden))
    }

    /// The secrets of a turn.
    pub fn secrets(&self, turn: u32) -> TurnSecrets {
        self.secret.turn_secrets(self.campaign, self.era, turn)
    }

    fn entry(&self, tip: Option<&Tip>, turn: u32, deed: Occurrence, hidden: Option<&Hidden>) -> Signed {
        let hidden = hidden.map(spelt);
        let entry = Entry {
            number: tip.map_or(0, |tip| tip.number + 1),
            campaign: self.campaign.clone(),
            turn,
            at: self.at,
            previous: tip.map(|tip| tip.hash),
            deed,
            hidden: hidden.as_ref().map(|text| Digest::of(text.as_bytes())),
        };
        Signed::new(&entry, hidden, self.key)
    }
}

/// The digest for every seat, whether it sent a sheet or not.
fn digests(secrets: &TurnSecrets, seats: &[Seat], sheets: &BTreeMap<Seat, String>) -> BTreeMap<Seat, Digest> {
    let digest = |seat: Seat| sheet_digest(secrets.salt(seat), sheets.get(&seat).map(String::as_str));
    seats.iter().map(|seat| (*seat, digest(*seat))).collect()
}
