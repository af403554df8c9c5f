//! Writes the file of a new campaign: the settings asked for, and others worth knowing as comments.

use std::fmt::Write;

use super::host_file::quoted;

/// The settings of a new campaign.
pub(super) struct NewCampaign {
    pub title: String,
    pub game: String,
    pub scenario: String,
    /// Name and address of the game master.
    pub gm: (String, String),
    /// The time zone of deadlines.
    pub zone: String,
    /// Whether moves alternate.
    pub alternates: bool,
    pub tournament: Option<NewTournament>,
    /// Name and address for each seat, from seat 1 on.
    pub players: Vec<(String, String)>,
}

/// How players are paired.
pub(super) enum NewTournament {
    /// Each pair of players meets once with each colour.
    AllPlayAll,
    Swiss {
        rounds: u8,
    },
}

impl NewCampaign {
    /// The text of the file.
    pub(super) fn toml(&self) -> String {
        let (gm_name, gm_address) = &self.gm;
        let mut text = format!(
            r#"title = {title}
game = {game}
scenario = {scenario}
open = false                 # nothing begins and nothing is sent until this is true

[gm]
name = {gm_name}
address = {gm_address}

[schedule]
at = "20:00"
zone = {zone}
{schedule}
[policy]
auth = "token"               # or "token+from": the email must also come from the seat's own address
private_reports_on_site = false
"#,
            title = quoted(&self.title),
            game = quoted(&self.game),
            scenario = quoted(&self.scenario),
            gm_name = quoted(gm_name),
            gm_address = quoted(gm_address),
            zone = quoted(&self.zone),
            schedule = if self.alternates { ALTERNATING_SCHEDULE } else { COMMON_SCHEDULE },
        );
        if self.alternates {
            text.push_str("absence_days = 30            # how many days of a game a player may be away, with a stopped clock\n");
            text.push_str("# takeback = true            # players may take a move back if the opponent agrees\n");
        } else {
            text.push_str(COMMON_POLICY);
        }
        match self.tournament {
            Some(NewTournament::Swiss { rounds }) => {
                let _ = write!(
                    text,
                    "\n[tournament]\nrounds = {rounds}                   # a Swiss: each round is paired by the results so far\n"
                );
            }
            Some(NewTournament::AllPlayAll) => {
                text.push_str("\n[tournament]\ngames_each_way = 1           # how many games each pair plays with each colour\n");
            }
            None => {}
        }
        text.push_str(MORE_TABLES);
        for (number, (name, address)) in (1_u32..).zip(&self.players) {
            let _ = write!(text, "\n[[seat]]\nnumber = {number}\nname = {}\naddress = {}\n", quoted(name), quoted(address));
        }
        text.push_str("\n# A seat may also have zone = \"America/New_York\", format = \"text\", diagrams = \"ascii\" and attachments = \"all\";\n# also = [\"ann@work.example\"] names other addresses of the player, and copies = true sends all emails to them, too. A seat that is left out stays empty.\n");
        text
    }
}

/// Deadlines of a game in which all players move at once.
const COMMON_SCHEDULE: &str = r#"every_days = 7               # or: weekdays = ["tue", "fri"]
grace_hours = 12             # how long after the deadline the game waits for a missing sheet
minimum_hours = 48           # the shortest time from a report to the next deadline
reminder_hours = [48, 12]
when_all_ready = true        # play early once every seat has said READY
holidays = []                # ["2026-12-24", "2026-12-27..2027-01-03"]
"#;

/// Deadlines of a game in which moves alternate.
const ALTERNATING_SCHEDULE: &str = r#"every_days = 3               # for each move, counted from the report
reserve_days = 20            # what each player may use beyond that in the whole game
grace_hours = 2              # how long after the deadline before the reserve is used
reminder_hours = [24]        # before the deadline, and before the reserve is used up
# Or, instead of every_days, reserve_days and grace_hours, a bank for all moves of a player, which grows with
# each of them: `bank_days = 20` and `increment_hours = 24`.
holidays = []                # ["2026-12-24", "2026-12-27..2027-01-03"]
"#;

/// The keys of `[policy]` that are useful in a game in which all players move at once.
const COMMON_POLICY: &str = r#"# missing = "standing"       # what is played without a sheet: "hold", the player's "standing" orders, or a "caretaker" decides
# eject_after = 3            # a seat becomes vacant when its orders were missing so many turns in a row
# absence = "gm"             # deadlines wait for players who are away if you agree; "yes": without asking you
"#;

/// The settings that most campaigns do not need.
const MORE_TABLES: &str = r#"
# [votes]                    # what players may decide together: "majority", "two-thirds" or "all" must agree
# pause = "majority"
# extend = "majority"

# [press]                    # messages between players
# kind = "white"             # the sender is named
"#;
