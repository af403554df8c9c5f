//! Shows the state of the campaigns to people: first those that need the game master, then the games by their next deadline.

use std::fmt::Write;

use chrono::{DateTime, Utc};

use super::needs::{Need, Todo, capital};
use super::state::{CampaignStage, Status};
use crate::campaign::attendance::{Reliability, SeatReliability};
use crate::campaign::envelope::Verdict;
use crate::cli::table::table;
use crate::cli::terminal::{Colours, Style};
use crate::cli::times;
use crate::office::{Applicant, Applicants, ProposalFacts};
use crate::store::OutboxCount;

/// The tasks, the games that are played or will be, and then the finished ones.
pub(super) fn as_text(states: &[Status], now: DateTime<Utc>, colours: Colours) -> String {
    if states.is_empty() {
        return "No campaigns here yet. Make one: ashpost new my-game\n".to_owned();
    }
    let mut sorted: Vec<&Status> = states.iter().collect();
    sorted.sort_by_key(|state| (rank(state), state.due.filter(super::due::Due::runs).map_or(DateTime::<Utc>::MAX_UTC, |due| due.at)));
    let (over, playing): (Vec<&Status>, Vec<&Status>) = sorted.iter().partition(|state| state.stage == CampaignStage::Over);
    let parts = [
        todos_text(&sorted, colours),
        playing_text(&playing, now, colours),
        own_orders_text(&playing, now),
        votes_text(&playing),
        applicants_text(&playing),
        over_text(&over, colours),
    ];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n")
}

/// Sorts the most urgent first, then those that go on by themselves, then those that nobody waits for.
fn rank(state: &Status) -> (u8, Option<Need>) {
    let need = state.todos.iter().map(|todo| todo.need).min();
    match need {
        Some(need) if need.is_urgent() => (0, Some(need)),
        None => (1, None),
        Some(need) => (2, Some(need)),
    }
}

fn todos_text(states: &[&Status], colours: Colours) -> String {
    let mut todos: Vec<&Todo> = states.iter().flat_map(|state| &state.todos).collect();
    todos.sort_by_key(|todo| todo.need);
    let mut text = String::new();
    for (heading, is_urgent) in [("Needs you", true), ("When you like", false)] {
        let some: Vec<&&Todo> = todos.iter().filter(|todo| todo.need.is_urgent() == is_urgent).collect();
        if some.is_empty() {
            continue;
        }
        let _ = writeln!(text, "{}{}", if text.is_empty() { "" } else { "\n" }, colours.paint(Style::Heading, heading));
        for todo in some {
            let id = todo.campaign.as_deref().unwrap_or_default();
            let id = if is_urgent { colours.paint(Style::Urgent, id) } else { id.to_owned() };
            let _ = writeln!(text, "  {id}: {}", todo.what);
            if let Some(hint) = &todo.hint {
                let _ = writeln!(text, "    {}", capital(hint));
            }
        }
    }
    text
}

fn playing_text(playing: &[&Status], now: DateTime<Utc>, colours: Colours) -> String {
    if playing.is_empty() {
        return String::new();
    }
    let any_is_marked = playing.iter().any(|state| rank(state).0 == 0);
    let marked = |state: &Status| match (any_is_marked, rank(state).0) {
        (false, _) => state.campaign.to_string(),
        (true, 0) => format!("! {}", state.campaign),
        (true, _) => format!("  {}", state.campaign),
    };
    let rows = playing.iter().map(|state| {
        let due = state.due.map(|due| due.in_words(now)).unwrap_or_default();
        let at = state.due.filter(super::due::Due::runs).map(|due| times::local(&state.zone, due.at, now)).unwrap_or_default();
        [marked(state), state.game.clone(), stands(state), due, at, mail_words(state)]
    });
    let table = table(["campaign", "game", "stands", "due", "local time", "mail"], rows);
    colours.paint_table(
        &table,
        playing.iter().map(|state| match rank(state) {
            (0, _) => Some(Style::Urgent),
            (1, _) => None,
            _ => Some(Style::Faint),
        }),
    )
}

/// Until when the orders of game masters who play count: their seats close before the deadline that the table shows.
fn own_orders_text(playing: &[&Status], now: DateTime<Utc>) -> String {
    let mut text = String::new();
    for state in playing {
        let (Some(turn), Some(closes_at), Some(is_closed)) = (state.next_turn, state.gm_closes_at, state.gm_closed) else { continue };
        let Status { campaign, unit, zone, .. } = state;
        let _ = if let Some(left) = state.gm_time_left {
            let left = times::short(left);
            writeln!(
                text,
                "  {campaign}: those for {unit} {turn} are not fixed, and no clock runs now; they count for {left} more once the game goes on"
            )
        } else if is_closed || closes_at <= now {
            writeln!(text, "  {campaign}: those for {unit} {turn} are fixed")
        } else {
            let left = times::short(closes_at.signed_duration_since(now));
            writeln!(text, "  {campaign}: those for {unit} {turn} count until {}, in {left}", times::local(zone, closes_at, now))
        };
    }
    if text.is_empty() { text } else { format!("Your own orders\n{text}") }
}

fn votes_text(playing: &[&Status]) -> String {
    let mut text = String::new();
    for (state, open) in playing.iter().flat_map(|state| state.proposals.iter().map(move |open| (state, open))) {
        let ProposalFacts { number, name, kind, needed, voters, answered, until_local, zone, .. } = open;
        let id = &state.campaign;
        let _ = writeln!(
            text,
            "  {id}: {name} proposes {kind} (proposal {number}); {answered} of {voters} have answered, {needed} must agree by {until_local} ({zone})"
        );
    }
    if text.is_empty() { text } else { format!("Votes\n{text}") }
}

/// Who has a place in a game that has not begun, and who is on its waiting list.
fn applicants_text(playing: &[&Status]) -> String {
    let mut text = String::new();
    for state in playing.iter().filter(|state| !state.applicants.listed.is_empty()) {
        let Applicants { places, listed, .. } = &state.applicants;
        let names = |some: &[Applicant]| some.iter().map(|applicant| applicant.name.as_str()).collect::<Vec<_>>().join(", ");
        let (placed, waiting) = listed.split_at(state.applicants.placed());
        let _ = write!(text, "  {}: {} of {places} seats taken by {}", state.campaign, placed.len(), names(placed));
        let _ = if waiting.is_empty() { writeln!(text) } else { writeln!(text, "; on the waiting list: {}", names(waiting)) };
    }
    if text.is_empty() { text } else { format!("Applicants\n{text}") }
}

fn over_text(over: &[&Status], colours: Colours) -> String {
    if over.is_empty() {
        return String::new();
    }
    let after = |state: &Status| format!("after {} {}", state.unit, state.turns_played);
    let rows = over.iter().map(|state| [state.campaign.to_string(), state.game.clone(), after(state), mail_words(state)]);
    let table = table(["campaign", "game", "over", "mail"], rows);
    format!("{}\n\n{}", colours.paint(Style::Heading, "Finished"), colours.paint_table(&table, over.iter().map(|_| Some(Style::Faint))))
}

fn stands(state: &Status) -> String {
    match (state.stage, state.next_turn, &state.clock) {
        (CampaignStage::NotBegun, ..) => "not begun".to_owned(),
        (_, Some(turn), Some(clock)) => format!("{} {turn}, {} to move", state.unit, clock.to_move),
        (_, Some(turn), None) => {
            let ready = if state.ready == 0 { String::new() } else { format!(", {} ready", state.ready) };
            format!("{} {turn} open, {}/{} sheets in{ready}", state.unit, state.orders_in, state.orders_awaited)
        }
        (_, None, _) => "cannot be read".to_owned(),
    }
}

fn mail_words(state: &Status) -> String {
    let received: u32 = state.mails.iter().map(|count| count.mails).sum();
    let bounced: u32 = state.mails.iter().filter(|count| count.verdict == Verdict::Bounce).map(|count| count.mails).sum();
    let OutboxCount { waiting, sent, failed } = state.outbox;
    let mut words = format!("{received} in, {sent} out");
    for (count, what) in [(waiting, "waiting"), (failed, "undeliverable"), (bounced, "came back")] {
        if count > 0 {
            let _ = write!(words, ", {count} {what}");
        }
    }
    words
}

/// How reliably the players of a campaign send orders; empty before there is anything to count.
pub(super) fn reliability_text(state: &Status, colours: Colours) -> String {
    let is_counted = |player: &&SeatReliability| player.host.turns != Reliability::default();
    if !state.reliability.iter().any(|player| is_counted(&player)) {
        return String::new();
    }
    let rows = state.reliability.iter().map(|player| {
        let percent = player.host.percent.map_or_else(|| "-".to_owned(), |percent| format!("{percent} %"));
        let Reliability { on_time, missed, away } = player.here.turns;
        [player.seat.to_string(), player.name.clone(), on_time.to_string(), missed.to_string(), away.to_string(), percent]
    });
    let table = table(["seat", "orders of", "on time", "missed", "away", "on this host"], rows);
    format!("\n{}", colours.paint_table(&table, state.reliability.iter().map(|_| None)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaign::CampaignId;
    use crate::campaign::local::Zone;
    use crate::cli::status::due::{Due, DueFor};

    fn utc(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    fn state(id: &str, stage: CampaignStage, deadline: Option<&str>, need: Option<Need>) -> Status {
        Status {
            campaign: CampaignId::new(id).unwrap(),
            title: String::new(),
            game: "anaash".to_owned(),
            stage,
            error: None,
            turns_played: 3,
            next_turn: (stage == CampaignStage::Running).then_some(4),
            deadline_utc: None,
            deadline_in_words: None,
            clock: None,
            orders_in: 1,
            orders_awaited: 2,
            gm_closes_utc: None,
            gm_closed: None,
            ready: 0,
            early_utc: None,
            outcome: None,
            proposals: Vec::new(),
            absence_requests: Vec::new(),
            applicants: Applicants::default(),
            held: None,
            mails: Vec::new(),
            outbox: OutboxCount::default(),
            reliability: Vec::new(),
            sending_error: None,
            unit: "turn",
            zone: Zone::named("Europe/Berlin"),
            gm_closes_at: None,
            gm_time_left: None,
            due: deadline.map(|at| Due { what: DueFor::Deadline, at: utc(at) }),
            todos: need
                .map(|need| Todo {
                    campaign: Some(id.to_owned()),
                    need,
                    what: "something is wrong".to_owned(),
                    hint: Some("do it".to_owned()),
                })
                .into_iter()
                .collect(),
        }
    }

    #[test]
    fn what_needs_the_game_master_stands_first_then_games_by_their_deadline() {
        let states = [
            state("draft", CampaignStage::NotBegun, None, Some(Need::Draft)),
            state("ended", CampaignStage::Over, None, None),
            state("late", CampaignStage::Running, Some("2027-01-04T19:00:00Z"), None),
            state("soon", CampaignStage::Running, Some("2027-01-02T14:30:00Z"), None),
            state("wrong", CampaignStage::Running, Some("2027-02-02T19:00:00Z"), Some(Need::Sending)),
        ];
        let text = as_text(&states, utc("2027-01-02T10:00:00Z"), Colours::default());
        let expected = "\
Needs you
  wrong: something is wrong
    Do it

When you like
  draft: something is wrong
    Do it

 campaign  game    stands                      due            local time               mail
 ! wrong   anaash  turn 4 open, 1/2 sheets in  in 31 d 9 h    Tue 02 Feb 20:00 Berlin  0 in, 0 out
   soon    anaash  turn 4 open, 1/2 sheets in  in 4 h 30 min  Sat 02 Jan 15:30 Berlin  0 in, 0 out
   late    anaash  turn 4 open, 1/2 sheets in  in 2 d 9 h     Mon 04 Jan 20:00 Berlin  0 in, 0 out
   draft   anaash  not begun                                                           0 in, 0 out

Finished

 campaign  game    over          mail
 ended     anaash  after turn 3  0 in, 0 out
";
        assert_eq!(text, expected, "{text}");
    }
}
