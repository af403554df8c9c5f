//! Replays a journal: checks every link of the chain, every signature, every commitment and every sheet that is revealed, plays every turn
//! and applies every act.

mod edited;
mod error;
mod found;
mod line;
mod link;

use std::collections::{BTreeMap, BTreeSet};

pub use error::{JournalPlace, ReplayError};
pub use found::{Beside, Checked, Recorded, Replay, Replayed};
use line::{CountingTurns, ReplayedTurn};
use link::{check_link, hidden_of, read};

use super::{Act, Commitment, Entry, Hidden, Occurrence, Views, WhyRolledBack, committed, read_json, salt, sheet_digest, turn_seed};
use crate::campaign::Digest;
use crate::campaign::keys::PublicKey;
use crate::engine::{AnyGame, Dice, Seat, Seed, Table};
use crate::games;

/// A replay on its way through the journal.
struct Walk {
    done: Replay,
    game: &'static dyn AnyGame,
    /// The position; `None` while nothing can be played, because a position was hidden or made under other rules.
    table: Option<Box<dyn Table>>,
    /// What is committed for the next turn.
    next: Option<Commitment>,
    /// The digests of sheets that were fixed before the others were accepted.
    fixed: BTreeMap<Seat, Digest>,
    previous: Digest,
    line: CountingTurns,
}

/// What an entry says about its turn.
struct JournalTurn<'a> {
    rules: u32,
    secret: Seed,
    sheets: &'a BTreeMap<Seat, Digest>,
    unrevealed: &'a BTreeSet<Seat>,
    caretaken: &'a BTreeSet<Seat>,
    view: Digest,
}

/// What an entry says about the position that it makes.
struct Claim<'a> {
    at: JournalPlace,
    rules: u32,
    /// The digest of the public view.
    view: Digest,
    hidden: Option<&'a Hidden>,
    /// The stored position.
    state: Option<&'a str>,
    /// Whether all sheets are known, so that the whole position can be compared.
    is_whole: bool,
}

/// Replays a journal from its first entry, and compares the results with what it says.
///
/// # Errors
/// The first difference.
pub fn replay(recorded: &[Recorded<'_>]) -> Result<Replay, ReplayError> {
    let mut records = (0..).zip(recorded);
    let Some((_, opening)) = records.next() else { return Err(ReplayError::Empty) };
    let mut walk = Walk::begin(opening, CountingTurns::of(recorded))?;
    for (number, record) in records {
        walk.step(number, record)?;
    }
    walk.done.is_over = walk.next.is_none();
    walk.line.mark_undone(&mut walk.done.checked);
    Ok(walk.done)
}

impl Walk {
    fn begin(record: &Recorded<'_>, line: CountingTurns) -> Result<Walk, ReplayError> {
        let (entry, at) = read(record, 0)?;
        let Occurrence::SetUp { game, rules, seats, key, dice, next, view } = &entry.deed else { return Err(ReplayError::NoSetUp) };
        let unreadable = |why: String| ReplayError::Unreadable { at, why };
        let game = games::by_id(game).ok_or_else(|| unreadable(format!("this ashpost knows no game {game}")))?;
        let hash = check_link(&entry, record, at, None, key)?;
        let mut walk = Walk {
            done: Replay {
                campaign: entry.campaign.clone(),
                game: game.id(),
                keys: vec![*key],
                lost_keys: 0,
                seats: seats.clone(),
                checked: Vec::new(),
                beside: Beside { names: seats.clone(), ..Beside::default() },
                is_over: false,
            },
            game,
            table: None,
            next: Some(*next),
            fixed: BTreeMap::new(),
            previous: hash,
            line,
        };
        let hidden = hidden_of(&entry, record, at)?;
        let played = match &hidden {
            Some(Hidden::SetUp { secret, scenario, .. }) => {
                if committed(*secret) != *dice {
                    return Err(ReplayError::OtherSecret { at });
                }
                Some(|| game.set_up(scenario, seats, &Dice::new(*secret)).map_err(|error| error.to_string()))
            }
            Some(_) => return Err(unreadable("it hides what no set-up hides".to_owned())),
            None => None,
        };
        let claim = Claim { at, rules: *rules, view: *view, hidden: hidden.as_ref(), state: record.state, is_whole: true };
        walk.compare(unchecked(&entry, hash), &claim, played)?;
        Ok(walk)
    }

    fn step(&mut self, number: u32, record: &Recorded<'_>) -> Result<(), ReplayError> {
        let (entry, at) = read(record, number)?;
        if entry.campaign != self.done.campaign {
            return Err(ReplayError::OtherCampaign { at, named: entry.campaign });
        }
        let hash = check_link(&entry, record, at, Some(self.previous), &self.signer(&entry))?;
        self.previous = hash;
        let last = self.line.last();
        match &entry.deed {
            Occurrence::SetUp { .. } => Err(ReplayError::Unreadable { at, why: "it is a second set-up".to_owned() }),
            Occurrence::Act(act) => self.apply(act, &entry, record, hash, last),
            Occurrence::Turn { rules, secret, sheets, unrevealed, caretaken, next, view } => {
                if entry.turn != last + 1 {
                    return Err(ReplayError::WrongTurn { at, named: entry.turn, last });
                }
                let turn = JournalTurn { rules: *rules, secret: *secret, sheets, unrevealed, caretaken, view: *view };
                self.turn(&entry, record, at, hash, &turn)?;
                self.next = *next;
                Ok(())
            }
        }
    }

    /// The key that must have signed an entry. A lost key cannot sign that another one replaces it.
    fn signer(&self, entry: &Entry) -> PublicKey {
        match &entry.deed {
            Occurrence::Act(Act::HostKeyReplaced { key, is_lost: true }) => *key,
            _ => self.done.key(),
        }
    }

    fn turn(
        &mut self,
        entry: &Entry,
        record: &Recorded<'_>,
        at: JournalPlace,
        hash: Digest,
        turn: &JournalTurn<'_>,
    ) -> Result<(), ReplayError> {
        let JournalTurn { rules, secret, sheets, unrevealed, caretaken, view } = *turn;
        let commitment = self.next.ok_or(ReplayError::AfterTheEnd { at })?;
        if committed(secret) != commitment.dice {
            return Err(ReplayError::OtherSecret { at });
        }
        if !sheets.keys().eq(self.done.seats.keys()) {
            return Err(ReplayError::OtherSeats { at });
        }
        if let Some((seat, _)) = self.fixed.iter().find(|(seat, digest)| sheets.get(*seat) != Some(*digest)) {
            return Err(ReplayError::OtherFixedSheet { at, seat: *seat });
        }
        self.fixed.clear();
        let seed = turn_seed(&entry.campaign, entry.turn, secret, sheets);
        let mut checked =
            Checked { digests: sheets.clone(), unrevealed: unrevealed.clone(), caretaken: caretaken.clone(), ..unchecked(entry, hash) };
        let hidden = hidden_of(entry, record, at)?;
        let Some(hidden) = hidden else {
            self.pass(checked);
            return Ok(());
        };
        let Hidden::Turn { salts, sheets: told, own_salts, receipts, .. } = &hidden else {
            return Err(ReplayError::Unreadable { at, why: "it hides what no turn hides".to_owned() });
        };
        checked.receipts = Some(receipts.clone());
        if let Some(salts) = salts {
            if committed(*salts) != commitment.salts {
                return Err(ReplayError::OtherSalts { at });
            }
            for (seat, digest) in sheets {
                // A caretaker's orders are no sheet.
                let sheet = told.get(seat).filter(|_| !caretaken.contains(seat)).map(String::as_str);
                let salt = own_salts.get(seat).copied().unwrap_or_else(|| salt(*salts, *seat));
                let is_right = if unrevealed.contains(seat) { sheet.is_none() } else { sheet_digest(salt, sheet) == *digest };
                if !is_right {
                    return Err(ReplayError::OtherSheet { at, seat: *seat });
                }
            }
            checked.sheets = told.keys().filter(|seat| !caretaken.contains(seat)).count();
        }
        let kept: Option<BTreeMap<Seat, String>> =
            record.sheets.map(read_json).transpose().map_err(|why| ReplayError::Unreadable { at, why })?;
        let is_whole = salts.is_some() || kept.is_some();
        let table = self.table.take();
        let sheets = kept.as_ref().unwrap_or(told);
        let played = table.as_ref().map(|table| || Ok(table.adjudicate(sheets, &Dice::new(seed)).table));
        self.compare(checked, &Claim { at, rules, view, hidden: Some(&hidden), state: record.state, is_whole }, played)
    }

    /// Compares the result with the entry, with what it hides and with the stored position; `play` makes the result if that is possible.
    fn compare(
        &mut self,
        mut checked: Checked,
        claim: &Claim<'_>,
        play: Option<impl FnOnce() -> Result<Box<dyn Table>, String>>,
    ) -> Result<(), ReplayError> {
        let Claim { at, rules, view, hidden, state, is_whole } = *claim;
        let unreadable = |why: String| ReplayError::Unreadable { at, why };
        let Some(hidden) = hidden else {
            self.pass(checked);
            return Ok(());
        };
        if state.is_some_and(|state| Digest::of(state.as_bytes()) != hidden.state()) {
            return Err(ReplayError::OtherSnapshot { at });
        }
        self.table = match play.filter(|_| rules == self.game.rules()) {
            Some(play) => {
                let table = play().map_err(unreadable)?;
                checked.views = compare_table(table.as_ref(), at, view, is_whole.then_some(hidden))?;
                checked.replayed = Some(Replayed::Same);
                Some(table)
            }
            None => {
                checked.replayed = Some(Replayed::Trusted);
                state.map(|state| self.game.restore(state).map_err(|error| unreadable(error.to_string()))).transpose()?
            }
        };
        self.line.note(self.done.checked.len(), self.table.as_deref());
        self.done.checked.push(checked);
        Ok(())
    }

    /// Passes a hidden position; nothing can be played from it.
    fn pass(&mut self, mut checked: Checked) {
        checked.replayed = Some(Replayed::Hidden);
        self.table = None;
        self.line.note(self.done.checked.len(), None);
        self.done.checked.push(checked);
    }

    /// Continues from the position after a turn, with the names that players have been given since, and with what is committed for the next
    /// turn.
    fn go_on_from(&mut self, turn: ReplayedTurn, next: Option<Commitment>) -> Result<(), ReplayError> {
        let at = JournalPlace::Turn(self.line.last());
        let restored = turn.state.map(|state| self.game.restore(&state)).transpose();
        self.table = restored.map_err(|error| ReplayError::Unreadable { at, why: error.to_string() })?;
        if let Some(table) = &mut self.table {
            let acts = || self.done.checked[turn.index..].iter().filter_map(|checked| checked.act.as_ref());
            acts().filter_map(Act::renames).for_each(|(seat, name)| table.rename(seat, name));
            acts().filter(|act| act.drops_plans_of(self.line.last())).for_each(|_| table.drop_plans());
        }
        self.next = next;
        self.fixed.clear();
        Ok(())
    }

    /// Applies an act; of what a table holds, it can change only the names of players.
    fn apply(&mut self, act: &Act, entry: &Entry, record: &Recorded<'_>, hash: Digest, last: u32) -> Result<(), ReplayError> {
        if entry.turn != last {
            return Err(ReplayError::WrongTurn { at: JournalPlace::Entry(entry.number), named: entry.turn, last });
        }
        let mut checked = Checked { act: Some(act.clone()), ..unchecked(entry, hash) };
        match act {
            Act::Edited { view, .. } => checked.replayed = Some(self.edit(entry, record, *view)?),
            Act::KeyReplaced { next } if self.next.is_some() => {
                self.next = *next;
                self.fixed.clear();
            }
            Act::Ended { .. } if self.next.is_none() => return Err(ReplayError::AfterTheEnd { at: JournalPlace::Entry(entry.number) }),
            Act::Ended { .. } => {
                self.next = None;
                self.fixed.clear();
                self.line.end();
            }
            Act::RolledBack { to, next, why } => {
                let back = match why {
                    WhyRolledBack::OlderCopy { .. } => self.line.go_on(*to).filter(|_| self.next.is_some()),
                    WhyRolledBack::GameMaster { .. } | WhyRolledBack::Takeback { .. } => self.line.go_back(*to, self.next.is_none()),
                };
                self.go_on_from(back.ok_or(ReplayError::NotBack { at: JournalPlace::Entry(entry.number), to: *to, last })?, Some(*next))?;
            }
            Act::RolledForward { to, next } => {
                let forward = self.line.go_forward(*to, next.is_none());
                self.go_on_from(forward.ok_or(ReplayError::NotForward { at: JournalPlace::Entry(entry.number), to: *to })?, *next)?;
            }
            Act::GameMasterClosed { sheets, .. } => self.fixed.clone_from(sheets),
            Act::SeatsDrawn { lot } => {
                let holds = |(seat, name): (&Seat, &String)| self.done.seats.get(seat) == Some(name);
                if !lot.is_true(&entry.campaign) || !lot.drawn.iter().all(holds) {
                    return Err(ReplayError::OtherLot { at: JournalPlace::Entry(entry.number) });
                }
            }
            Act::HostKeyReplaced { key, is_lost } => {
                self.done.keys.push(*key);
                self.done.lost_keys += usize::from(*is_lost);
            }
            _ => {}
        }
        if let (Some((seat, name)), Some(table)) = (act.renames(), &mut self.table) {
            table.rename(seat, name);
        }
        if let (true, Some(table)) = (act.drops_plans_of(self.line.last()), &mut self.table) {
            table.drop_plans();
        }
        self.done.beside.note(act);
        self.done.checked.push(checked);
        Ok(())
    }
}

/// Compares a table with the digest of its public view, and with everything that was hidden. Returns how many views are the same.
fn compare_table(table: &dyn Table, at: JournalPlace, view: Digest, hidden: Option<&Hidden>) -> Result<usize, ReplayError> {
    let views = Views::of(table);
    if let Some(hidden) = hidden {
        if Digest::of(table.state().as_bytes()) != hidden.state() {
            return Err(ReplayError::OtherState { at });
        }
        let (players, told) = (table.players(), hidden.views());
        let agrees = |seat: &Seat| players.contains_key(seat) && told.get(seat).is_some_and(|told| views.agree(table, Some(*seat), *told));
        if let Some(seat) = players.keys().chain(told.keys()).find(|seat| !agrees(seat)) {
            return Err(ReplayError::OtherView { at, seat: Some(*seat) });
        }
    }
    if !views.agree(table, None, view) {
        return Err(ReplayError::OtherView { at, seat: None });
    }
    Ok(1 + hidden.map_or(0, |hidden| hidden.views().len()))
}

fn unchecked(entry: &Entry, hash: Digest) -> Checked {
    Checked {
        number: entry.number,
        turn: entry.turn,
        at: entry.at,
        hash,
        undone: false,
        replayed: None,
        act: None,
        digests: BTreeMap::new(),
        unrevealed: BTreeSet::new(),
        caretaken: BTreeSet::new(),
        receipts: None,
        sheets: 0,
        views: 0,
    }
}
