//! The roster at work: once a campaign has begun, its database says who holds a seat, and the file no longer counts.

use std::collections::BTreeMap;
use std::sync::PoisonError;

use chrono::{DateTime, Utc};

use crate::campaign::Address;
use crate::campaign::config::{Format, SeatConfig};
use crate::campaign::envelope::{Roster, RosterEntry};
use crate::campaign::journal::{Act, Entry, Occurrence};
use crate::campaign::roster::{Holder, SeatKey};
use crate::campaign::seat_edits::{self, EditKind, SeatEdit};
use crate::campaign::token::Token;
use crate::campaign::vacancy::Vacancy;
use crate::engine::{Seat, SeatSet};
use crate::office::cabinet::desk::{Campaign, Keyless, Progress};
use crate::office::cabinet::error::DeskError;
use crate::store::Ledger;

impl Keyless {
    /// Writes down who plays: those whom the file names, for the last time that it counts, and those who have joined by email.
    pub(in crate::office) fn take_first_roster(&mut self, ledger: &Ledger<'_>, joined: &[SeatConfig]) -> Result<(), DeskError> {
        joined.iter().try_for_each(|player| ledger.note_joined(player.number))?;
        let joined = joined.iter().map(|player| Holder { player: player.clone(), epoch: 0, settled: None });
        let holders: Vec<Holder> = self.file_seats.iter().map(Holder::first).chain(joined).collect();
        holders.iter().try_for_each(|holder| ledger.set_holder(holder))?;
        self.hold(holders);
        Ok(())
    }

    /// Takes it back: the campaign has not begun after all.
    pub(in crate::office) fn forget_first_roster(&mut self) {
        self.holders.clear();
        self.config.said.seats = self.file_seats.clone();
    }

    /// Reads who holds the seats, once the campaign has begun.
    pub(in crate::office) fn reload_roster(&mut self, ledger: &Ledger<'_>) -> Result<(), DeskError> {
        if self.progress.is_none() {
            return Ok(());
        }
        self.vacancies = ledger.vacancies()?;
        self.hold(ledger.holders()?);
        Ok(())
    }

    fn hold(&mut self, mut holders: Vec<Holder>) {
        holders.sort_by_key(|holder| holder.player.number);
        self.config.said.seats = holders.iter().map(|holder| holder.player.clone()).collect();
        self.config.name_game();
        self.holders = holders;
    }

    /// Writes who holds a seat, in place of any earlier holder.
    pub(in crate::office) fn keep_holder(&mut self, ledger: &Ledger<'_>, holder: Holder) -> Result<(), DeskError> {
        ledger.set_holder(&holder)?;
        let mut holders = std::mem::take(&mut self.holders);
        holders.retain(|known| known.player.number != holder.player.number);
        self.vacancies.retain(|vacancy| vacancy.seat != holder.player.number);
        holders.push(holder);
        self.hold(holders);
        Ok(())
    }

    /// Writes that nobody holds a seat any more: no email goes to it from here on, and its token speaks for nobody.
    pub(in crate::office) fn keep_vacant(&mut self, ledger: &Ledger<'_>, vacancy: Vacancy) -> Result<(), DeskError> {
        ledger.set_vacant(&vacancy)?;
        let mut holders = std::mem::take(&mut self.holders);
        holders.retain(|holder| holder.player.number != vacancy.seat);
        self.vacancies.retain(|known| known.seat != vacancy.seat);
        self.vacancies.push(vacancy);
        self.vacancies.sort_by_key(|vacancy| vacancy.seat);
        self.hold(holders);
        Ok(())
    }

    /// How a seat became vacant; `None` if somebody holds it.
    pub fn vacancy(&self, seat: Seat) -> Option<&Vacancy> {
        self.vacancies.iter().find(|vacancy| vacancy.seat == seat)
    }

    /// The seats that nobody holds.
    pub fn vacant(&self) -> SeatSet {
        self.vacancies.iter().map(|vacancy| vacancy.seat).collect()
    }

    /// All seats of the game with their names: that of the holder or, for a vacant seat, of the last one.
    pub fn seat_names(&self) -> BTreeMap<Seat, String> {
        let vacant = self.vacancies.iter().map(|vacancy| (vacancy.seat, vacancy.name.clone()));
        self.config.seat_names().into_iter().chain(vacant).collect()
    }

    /// What a seat is called, whether anybody holds it or not.
    pub fn name_of(&self, seat: Seat) -> Option<&str> {
        let held = self.config.seat(seat).map(|player| player.name.as_str());
        held.or_else(|| self.vacancy(seat).map(|vacancy| vacancy.name.as_str()))
    }

    /// The same as text; empty for a seat that the game does not have.
    pub fn player_name(&self, seat: Seat) -> String {
        self.name_of(seat).unwrap_or_default().to_owned()
    }

    /// The seats that the open turn waits for: those that can order, and are not vacant.
    pub fn awaited(&self, progress: &Progress) -> SeatSet {
        progress.table.to_move().into_iter().filter(|seat| self.vacancy(*seat).is_none()).collect()
    }

    /// Who holds a seat; `None` before the opening, and if the seat is vacant or there is none.
    pub fn holder(&self, seat: Seat) -> Option<&Holder> {
        self.holders.iter().find(|holder| holder.player.number == seat)
    }

    /// The epoch of a seat's token; tokens of earlier epochs no longer count.
    pub fn epoch(&self, seat: Seat) -> u32 {
        let vacant = || self.vacancy(seat).map(|vacancy| vacancy.epoch);
        self.holder(seat).map(|holder| holder.epoch).or_else(vacant).unwrap_or(0)
    }

    /// Whether the holder of a seat reads HTML.
    pub fn reads_html(&self, seat: Seat) -> bool {
        self.config.seat(seat).is_some_and(|player| player.format == Format::Both)
    }

    /// What somebody has edited in the file's seats since they no longer count, unless a command has settled it.
    ///
    /// # Errors
    /// When the database refuses.
    pub fn seat_edits(&self, ledger: &Ledger<'_>) -> Result<Vec<SeatEdit>, DeskError> {
        if self.progress.is_none() {
            return Ok(Vec::new());
        }
        if self.is_over() {
            return Ok(self.edits_after_the_end());
        }
        // Where players of a round robin have come or gone, the file pairs them anew, and its entries are those of other games.
        if let Some(board) = self.config.paired.as_ref().filter(|board| board.round.is_none()) {
            let [opening, now] = self.entries(ledger)?;
            let strangers = seat_edits::comings_and_goings(&board.tournament, &opening, &now);
            if !strangers.is_empty() {
                return Ok(strangers);
            }
        }
        let vacant: Vec<Seat> = self.vacancies.iter().map(|vacancy| vacancy.seat).collect();
        let of_players = seat_edits::edits(&self.config, &self.file_seats, &self.holders, &vacant);
        let of_vacancies = self.vacancies.iter().filter_map(|vacancy| vacancy.edit(&self.config, &self.file_seats));
        Ok(of_players.into_iter().chain(of_vacancies).collect())
    }

    /// What somebody has edited about the players of a game that is over. Nobody can take a seat of it over or be renamed; another address may still be
    /// of use. In a Swiss the rounds to come are played by whoever the file names, and a round robin takes no edit over, so there is nothing to do.
    fn edits_after_the_end(&self) -> Vec<SeatEdit> {
        if self.config.paired.is_some() {
            return Vec::new();
        }
        let edits = seat_edits::edits(&self.config, &self.file_seats, &self.holders, &[]);
        let is_address =
            |edit: &SeatEdit| edit.kind == EditKind::Changed && edit.changes.iter().all(|change| change.key == SeatKey::Address);
        edits.into_iter().filter(is_address).map(|edit| SeatEdit { another_player: None, ..edit }).collect()
    }

    /// All entries of the file, as it was at the opening and as it is now.
    fn entries(&self, ledger: &Ledger<'_>) -> Result<[Vec<SeatConfig>; 2], DeskError> {
        let now = self.whole_file();
        let opening = self.file_of_opening(ledger)?.or_else(|| now.clone());
        Ok([opening, now].map(|config| config.map(|config| config.said.seats).unwrap_or_default()))
    }
}

impl Campaign {
    /// Gives whoever holds a seat the token of this epoch: in memory, in the roster and in the journal.
    ///
    /// # Errors
    /// When the database refuses.
    pub(in crate::office) fn set_epoch(
        &mut self,
        ledger: &Ledger<'_>,
        seat: Seat,
        epoch: u32,
        now: DateTime<Utc>,
    ) -> Result<(), DeskError> {
        let Some(holder) = self.holder(seat).cloned() else { return Ok(()) };
        self.keep_holder(ledger, Holder { epoch, ..holder })?;
        self.record(ledger, Act::TokenRotated { seat, epoch }, now)
    }

    /// Who may speak for which seat.
    pub fn roster(&self) -> Roster {
        let entries = self.config.seats.iter().map(|seat| RosterEntry {
            seat: seat.number,
            address: seat.address.clone(),
            also: seat.also.clone(),
            token: self.token(seat.number),
        });
        Roster { auth: self.config.policy.auth, entries: entries.collect() }
    }

    /// The token of a seat that counts now; that of a vacant seat speaks for nobody.
    pub fn token(&self, seat: Seat) -> Token {
        let epoch = self.epoch(seat);
        let mut derived = self.tokens.lock().unwrap_or_else(PoisonError::into_inner);
        derived.entry((seat, epoch)).or_insert_with(|| self.secret.token(&self.config.id, seat, epoch)).clone()
    }

    /// The tokens of all seats that count now.
    pub fn tokens(&self) -> Vec<Token> {
        self.config.seats.iter().map(|player| self.token(player.number)).collect()
    }

    /// Whether this is an earlier token of a seat whose player has this address. Another one has never got the token that replaced it.
    pub fn has_replaced(&self, token: &Token, address: &Address) -> bool {
        let mut own = self.config.seats.iter().filter(|player| player.has_address(address)).map(|player| player.number);
        own.any(|seat| (0..self.epoch(seat)).any(|epoch| self.secret.token(&self.config.id, seat, epoch) == *token))
    }
}

/// The names of the players at the opening.
pub(in crate::office) fn opening_names(ledger: &Ledger<'_>) -> Result<BTreeMap<Seat, String>, DeskError> {
    let entry = ledger.opening()?.and_then(|opening| Entry::read(&opening.entry).ok());
    Ok(match entry.map(|entry| entry.deed) {
        Some(Occurrence::SetUp { seats, .. }) => seats,
        _ => BTreeMap::new(),
    })
}
