//! The configuration of one campaign: who plays what, when turns are due, and which policies hold.

use std::collections::BTreeMap;
use std::ops::Deref;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::absence::AbsencePolicy;
use super::mail::{IntakeConfig, MailConfig};
use super::words::one_line;
use super::{
    CoGameMaster, ConfigSource, GameMaster, GmLetter, GmPower, JoiningConfig, MissingPolicy, ObserversConfig, PairedGame, PressConfig,
    ScheduleConfig, SeatConfig, TournamentConfig, VotesConfig,
};
use crate::campaign::local::Zone;
use crate::campaign::swiss::SwissRound;
use crate::campaign::{Address, CampaignId};
use crate::engine::{AnyGame, Seat, Seed};
use crate::games;

/// A campaign: what its file says, and what does not come from that text.
#[derive(Debug, Clone, PartialEq)]
pub struct CampaignConfig {
    /// The name of its folder.
    pub id: CampaignId,
    /// What its file says; a game of a tournament has this as if it had its own file.
    pub said: CampaignFile,
    /// The rounds drawn so far, in a Swiss.
    pub rounds: Vec<SwissRound>,
    /// The place in its tournament; `None` for any other campaign.
    pub paired: Option<PairedGame>,
    /// The file that says all this.
    pub source: ConfigSource,
}

/// Most questions about a campaign are answered by its file.
impl Deref for CampaignConfig {
    type Target = CampaignFile;

    fn deref(&self) -> &CampaignFile {
        &self.said
    }
}

/// `campaigns/<id>/campaign.toml`.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct CampaignFile {
    /// The title that players and the site use.
    #[serde(deserialize_with = "one_line")]
    pub title: String,
    /// The game; the file gives its id, such as `empire_postal`.
    #[serde(deserialize_with = "games::read")]
    pub game: &'static dyn AnyGame,
    /// The name of a built-in scenario, or the path of a file, relative to this one.
    pub scenario: String,
    /// Settings that replace the scenario's own at set-up: `[settings] swap = true`, `[settings.rulebook] tax = "after"`.
    #[serde(default)]
    pub settings: toml::Table,
    /// Whether the game, or all games of the tournament, are left out of the host's ratings.
    #[serde(default)]
    pub unrated: bool,
    /// Whether it is left out of the page that lists all archives of the host.
    #[serde(default)]
    pub unlisted: bool,
    /// Whether it may begin; nothing is sent before this is true.
    #[serde(default)]
    pub open: bool,
    /// How many players the campaign looks for; strangers who write to the host are told about it.
    #[serde(default)]
    pub players_wanted: u8,
    /// The game master, who is told about its errors.
    pub gm: GameMaster,
    /// Helpers who may do some of the game master's work by email.
    #[serde(default, rename = "co_gm")]
    pub co_gms: Vec<CoGameMaster>,
    /// When its turns or moves are due.
    pub schedule: ScheduleConfig,
    /// The players, each in a `[[seat]]`; in a tournament, all its players.
    #[serde(rename = "seat", default)]
    pub seats: Vec<SeatConfig>,
    /// Whom it believes to be a player, and how long it waits for missing orders; every key has a default.
    #[serde(default)]
    pub policy: Policy,
    /// Whether strangers may take seats by email.
    #[serde(default)]
    pub joining: JoiningConfig,
    /// What players may write to each other through the host.
    #[serde(default)]
    pub press: PressConfig,
    /// What players may decide together.
    #[serde(default)]
    pub votes: VotesConfig,
    /// Whether people without a seat may follow the game by email.
    #[serde(default)]
    pub observers: ObserversConfig,
    /// Makes this a tournament of the players, in which each game is a campaign of its own.
    pub tournament: Option<TournamentConfig>,
    /// For demonstrations and tests only: a seed of 64 hexadecimal digits, which makes the dice predictable.
    pub demonstration_seed: Option<Seed>,
    /// Ways by which email comes in, besides the host's own.
    #[serde(default)]
    pub intake: IntakeConfig,
    /// The way by which email goes out, instead of the host's own.
    pub mail: Option<MailConfig>,
}

/// `[policy]`: who is believed to be a player, and what happens to those who send nothing. Missing keys have defaults.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct Policy {
    /// What an email must show to be accepted for a seat; by default only its token.
    pub auth: Auth,
    /// Whether the site has each seat's reports, in folders with unguessable names.
    pub private_reports_on_site: bool,
    /// Whether the game waits for players who announce an absence; by default only if moves alternate.
    pub absence: Option<AbsencePolicy>,
    /// How many days of a game a player may be away.
    pub absence_days: u16,
    /// What is played for a seat that has sent no sheet when the turn closes, and for a vacant seat.
    pub missing: MissingPolicy,
    /// Against whom sheets are sealed.
    pub seal: SealPolicy,
    /// If sheets may be sealed against the game master: how many hours after the deadline players may reveal them.
    pub reveal_hours: u16,
    /// Whether the game master holds seats, under their own address. These close first, and their digests are mailed to all.
    pub gm_plays: bool,
    /// How many hours after a report the game master's seats close. Other sheets are accepted only from then on.
    pub gm_hours: u16,
    /// In games of two: whether a move can be taken back if both agree.
    pub takeback: bool,
    /// How often each player may take a move back in a game.
    pub takeback_times: u8,
    /// Whether players may keep diaries, which everybody reads once the game is over.
    pub diaries: bool,
    /// Where all play at once: after this many missed turns in a row a seat is given away; 0 for never.
    pub eject_after: u16,
    /// Where all play at once: the turn waits for the game master if at least this percentage of the seats have sent no orders by the
    /// close; 0 for never.
    pub breaker_percent: u8,
}

/// Against whom sheets are sealed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SealPolicy {
    /// Against people who look at the host's files; the host opens the sheets when the turn is played.
    #[default]
    Host,
    /// Also against the game master: players may send a digest before the deadline, and the sheet after it.
    Reveal,
}

impl Default for Policy {
    fn default() -> Policy {
        Policy {
            auth: Auth::default(),
            private_reports_on_site: false,
            absence: None,
            absence_days: 30,
            missing: MissingPolicy::Standing,
            seal: SealPolicy::Host,
            reveal_hours: 24,
            gm_plays: false,
            gm_hours: 24,
            takeback: false,
            takeback_times: 1,
            diaries: true,
            eject_after: 0,
            breaker_percent: 0,
        }
    }
}

/// What an email must show to be accepted for a seat.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize)]
pub enum Auth {
    /// The token alone, from any address.
    #[default]
    #[serde(rename = "token")]
    Token,
    /// The token, sent from the seat's own address.
    #[serde(rename = "token+from")]
    TokenAndFrom,
}

impl CampaignFile {
    /// How its emails leave the host: by its own way, or else by the host's.
    pub fn way_out<'a>(&'a self, of_host: &'a MailConfig) -> &'a MailConfig {
        self.mail.as_ref().unwrap_or(of_host)
    }

    /// The time zone in which a seat's days begin; that of the schedule for a seat without its own, and for people without a seat.
    pub fn zone_of(&self, seat: Option<Seat>) -> &Zone {
        let own = seat.and_then(|seat| self.seat(seat)).and_then(|seat| seat.zone.as_ref());
        own.unwrap_or(&self.schedule.zone)
    }

    /// The seat's entry.
    pub fn seat(&self, seat: Seat) -> Option<&SeatConfig> {
        self.seats.iter().find(|config| config.number == seat)
    }

    /// The occupied seats, in the order of the file.
    pub fn seat_numbers(&self) -> impl Iterator<Item = Seat> {
        self.seats.iter().map(|player| player.number)
    }

    /// The other seat of a game of two; `None` unless exactly two seats are occupied.
    pub fn opponent(&self, seat: Seat) -> Option<Seat> {
        self.seat_numbers().find(|other| *other != seat).filter(|_| self.seats.len() == 2)
    }

    /// Who gets a letter of this kind. A letter that needs a person goes to the game master if nobody asks for it.
    pub fn readers_of(&self, letter: GmLetter) -> Vec<&Address> {
        let own = Some(&self.gm).filter(|gm| gm.letters.contains(&letter)).map(|gm| &gm.address);
        let others = self.co_gms.iter().filter(|other| other.letters.contains(&letter)).map(|other| &other.address);
        let readers: Vec<&Address> = own.into_iter().chain(others).collect();
        let is_needed = matches!(letter, GmLetter::Writes | GmLetter::Bounces);
        if readers.is_empty() && is_needed { vec![&self.gm.address] } else { readers }
    }

    /// The helper with this address. `None` for the game master's address, even if a helper has it, too, and for any other.
    pub fn helper(&self, address: &Address) -> Option<&CoGameMaster> {
        self.co_gms.iter().find(|other| other.address == *address && other.address != self.gm.address)
    }

    /// The addresses of the game master and the helpers.
    pub fn game_masters(&self) -> impl Iterator<Item = &Address> {
        std::iter::once(&self.gm.address).chain(self.co_gms.iter().map(|helper| &helper.address))
    }

    /// What somebody with this address may do by email; `None` for people who are no game masters.
    pub fn powers_of(&self, address: &Address) -> Option<&[GmPower]> {
        if *address == self.gm.address { Some(&GmPower::ALL) } else { self.helper(address).map(|helper| helper.powers.as_slice()) }
    }

    /// The occupied seats with their players' names.
    pub fn seat_names(&self) -> BTreeMap<Seat, String> {
        self.seats.iter().map(|seat| (seat.number, seat.name.clone())).collect()
    }

    /// The seats with which the game would begin, by the names of their players. Seats for people who join by email have no name yet.
    pub fn seats_when_full(&self) -> BTreeMap<Seat, String> {
        let joining = self.joining.seats.iter().map(|seat| (*seat, format!("seat {seat}")));
        self.seat_names().into_iter().chain(joining).collect()
    }

    /// The path of the scenario's file; `None` for a built-in scenario.
    pub fn scenario_file(&self, folder: &Path) -> Option<PathBuf> {
        self.scenario.ends_with(".toml").then(|| folder.join(&self.scenario))
    }
}
