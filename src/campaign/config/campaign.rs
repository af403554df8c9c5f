//! One campaign: who plays what, when turns fall, and by which policies.

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

/// A campaign: what its file says, and what the text of the file does not know.
#[derive(Debug, Clone, PartialEq)]
pub struct CampaignConfig {
    /// The name of its folder.
    pub id: CampaignId,
    /// What its file says, of a game of a tournament as if it had a file of its own.
    pub said: CampaignFile,
    /// Of a Swiss: the rounds that have been drawn.
    pub rounds: Vec<SwissRound>,
    /// Of a campaign that is a game of a tournament.
    pub paired: Option<PairedGame>,
    /// The file that says all this.
    pub source: ConfigSource,
}

/// What somebody asks of a campaign is mostly what its file says.
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
    /// What players and the site call it.
    #[serde(deserialize_with = "one_line")]
    pub title: String,
    /// The game that is played; its id in the file, such as `empire_postal`.
    #[serde(deserialize_with = "games::read")]
    pub game: &'static dyn AnyGame,
    /// The name of a scenario that the program carries, or the path of a file beside this one.
    pub scenario: String,
    /// Laid over the scenario at set-up: `[settings] swap = true`, `[settings.rulebook] tax = "after"`.
    #[serde(default)]
    pub settings: toml::Table,
    /// Leaves the game, or all games of the tournament, out of the host's ratings.
    #[serde(default)]
    pub unrated: bool,
    /// Leaves it out of the page that leads to all archives of the host.
    #[serde(default)]
    pub unlisted: bool,
    /// Nothing is sent and nothing begins before this is true.
    #[serde(default)]
    pub open: bool,
    /// How many players the campaign looks for: strangers who write to the host are told of it.
    #[serde(default)]
    pub players_wanted: u8,
    /// Who runs it, and is told of its errors.
    pub gm: GameMaster,
    /// Others who may do some of it by email.
    #[serde(default, rename = "co_gm")]
    pub co_gms: Vec<CoGameMaster>,
    /// When its turns or moves are due.
    pub schedule: ScheduleConfig,
    /// Who plays, each in a `[[seat]]`; of a tournament all its players.
    #[serde(rename = "seat", default)]
    pub seats: Vec<SeatConfig>,
    /// Whom it believes to be a player, and its patience with missing orders; every key has a default.
    #[serde(default)]
    pub policy: Policy,
    /// Whether strangers may take seats by email.
    #[serde(default)]
    pub joining: JoiningConfig,
    /// What players may write to each other by way of the host.
    #[serde(default)]
    pub press: PressConfig,
    /// What players may decide together.
    #[serde(default)]
    pub votes: VotesConfig,
    /// Whether people without a seat may follow the game by email.
    #[serde(default)]
    pub observers: ObserversConfig,
    /// Makes a tournament of the players, each game a campaign of its own.
    pub tournament: Option<TournamentConfig>,
    /// Only for demonstrations and tests: dice that anybody can foretell, 64 hexadecimal digits.
    pub demonstration_seed: Option<Seed>,
    /// Beside the host's own.
    #[serde(default)]
    pub intake: IntakeConfig,
    /// Instead of the host's own.
    pub mail: Option<MailConfig>,
}

/// `[policy]`: who is believed to be a player, and what happens to those who send nothing. What a file leaves out has its default.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct Policy {
    /// What an email must show to be accepted for a seat; by default its token alone.
    pub auth: Auth,
    /// Whether the site has every seat's reports in folders with unguessable names.
    pub private_reports_on_site: bool,
    /// Whether the game waits for a player who has announced an absence; by default where moves alternate.
    pub absence: Option<AbsencePolicy>,
    /// On how many days of a game a player may be away.
    pub absence_days: u16,
    /// What is played for a seat that has sent no sheet when the turn closes, and for a vacant one.
    pub missing: MissingPolicy,
    /// Against whom sheets are sealed.
    pub seal: SealPolicy,
    /// Where sheets are sealed against the game master, too: how long after the deadline players may reveal theirs.
    pub reveal_hours: u16,
    /// The game master holds seats, under the own address. They close first, and their digests are mailed to all.
    pub gm_plays: bool,
    /// How many hours after a report the seats of the game master close. The sheets of others are taken only then.
    pub gm_hours: u16,
    /// In games of two: whether a move is taken back if both agree.
    pub takeback: bool,
    /// How often for each player in a game.
    pub takeback_times: u8,
    /// Whether players may keep diaries, which everybody reads once the game is over.
    pub diaries: bool,
    /// Where all play at once: a seat whose orders were missing so many turns in a row is given away; 0 for never.
    pub eject_after: u16,
    /// Where all play at once: if the orders of so many percent of the seats or more are missing at the close, the turn waits and the game
    /// master is asked; 0 for never.
    pub breaker_percent: u8,
}

/// Against whom sheets are sealed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SealPolicy {
    /// Against looks at the host's files; the host opens them when the turn is played.
    #[default]
    Host,
    /// Players may also send a digest before the deadline, and the sheet after it.
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
    /// The token alone, whatever address it comes from.
    #[default]
    #[serde(rename = "token")]
    Token,
    /// The token, and the seat's own address as sender.
    #[serde(rename = "token+from")]
    TokenAndFrom,
}

impl CampaignFile {
    /// How its emails leave the host: its own way, or that of the host.
    pub fn way_out<'a>(&'a self, of_host: &'a MailConfig) -> &'a MailConfig {
        self.mail.as_ref().unwrap_or(of_host)
    }

    /// The time zone of a seat, in which its days begin; the schedule's for a seat without one of its own, and for people without a seat.
    pub fn zone_of(&self, seat: Option<Seat>) -> &Zone {
        let own = seat.and_then(|seat| self.seat(seat)).and_then(|seat| seat.zone.as_ref());
        own.unwrap_or(&self.schedule.zone)
    }

    /// The seat's entry.
    pub fn seat(&self, seat: Seat) -> Option<&SeatConfig> {
        self.seats.iter().find(|config| config.number == seat)
    }

    /// Who gets a letter of this kind. What needs a person always has a reader: the game master, if nobody asks for it.
    pub fn readers_of(&self, letter: GmLetter) -> Vec<&Address> {
        let own = Some(&self.gm).filter(|gm| gm.letters.contains(&letter)).map(|gm| &gm.address);
        let others = self.co_gms.iter().filter(|other| other.letters.contains(&letter)).map(|other| &other.address);
        let readers: Vec<&Address> = own.into_iter().chain(others).collect();
        let is_needed = matches!(letter, GmLetter::Writes | GmLetter::Bounces);
        if readers.is_empty() && is_needed { vec![&self.gm.address] } else { readers }
    }

    /// The helper whose address this is. `None` for the game master's own, even if a helper has it, too, and for anybody else's.
    pub fn helper(&self, address: &Address) -> Option<&CoGameMaster> {
        self.co_gms.iter().find(|other| other.address == *address && other.address != self.gm.address)
    }

    /// What somebody with this address may do by email; `None` for those who are no game masters.
    pub fn powers_of(&self, address: &Address) -> Option<&[GmPower]> {
        if *address == self.gm.address { Some(&GmPower::ALL) } else { self.helper(address).map(|helper| helper.powers.as_slice()) }
    }

    /// The occupied seats with their players' names.
    pub fn seat_names(&self) -> BTreeMap<Seat, String> {
        self.seats.iter().map(|seat| (seat.number, seat.name.clone())).collect()
    }

    /// Where the scenario's text is: the path of a file if it is written as one.
    pub fn scenario_file(&self, folder: &Path) -> Option<PathBuf> {
        self.scenario.ends_with(".toml").then(|| folder.join(&self.scenario))
    }
}
