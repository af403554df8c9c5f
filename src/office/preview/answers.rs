//! Sample answers to commands: each in a letter of its own, as the office puts it together.

use super::facts::{WORDS, no_digest};
use super::game::Sample;
use super::sample_letter::SampleLetter;
use crate::campaign::envelope::Verdict;
use crate::engine::Viewer;
use crate::office::answers::asked;
use crate::office::answers::explained::ExplainQuestion;
use crate::office::cabinet::desk::Campaign;
use crate::office::cabinet::error::DeskError;
use crate::office::letters::answer::Done;
use crate::office::letters::consent_facts::ConsentState;
use crate::office::letters::facts::{DiaryFacts, SettingFacts};
use crate::office::letters::joining::{AddressFacts, AddressState};
use crate::office::letters::outcomes::Outcomes;
use crate::office::letters::sheet_facts::ReadyState;
use crate::office::letters::takeback_facts::TakebackState;
use crate::office::letters::vote_facts::VoteState;
use crate::office::letters::wait_facts::WaitState;
use crate::post::split;

/// Where a player wants emails to go.
pub(super) const NEW_ADDRESS: &str = "ann@home.example";

/// The template of the letter around them.
const ANSWER: &str = "shared/answer.txt";

/// A command, and the template that answers it.
struct AnsweredCommand {
    name: &'static str,
    shows: String,
    text: String,
}

/// A letter for each command that this game knows.
///
/// # Errors
/// When the program's own template cannot be rendered.
pub(super) fn all(sample: &mut Sample<'_>) -> Result<Vec<SampleLetter>, DeskError> {
    let mut all = Vec::new();
    // The others have sent orders, too: letters tell no more of them.
    if !sample.desk.campaign.alternates() {
        let orders = [sample.reader, sample.other].map(|seat| (seat, sample.orders(seat)));
        orders.into_iter().try_for_each(|(seat, orders)| sample.enter(seat, &orders))?;
    }
    for AnsweredCommand { name, shows, text } in asked_for(sample)? {
        let mut letter = sample.answer(Verdict::Answered);
        letter.about.done = done(sample, name)?;
        letter.about.told.rung = (name == "status").then(|| sample.rung());
        let outcomes = outcomes(sample, name);
        let ledger = sample.desk.store.look()?;
        asked::add(&mut letter, &sample.desk.campaign, &ledger, sample.reader, &split(&text), outcomes)?;
        all.push(SampleLetter { name: format!("answer-{name}"), shows, ..SampleLetter::answer(name, ANSWER, letter) });
    }
    Ok(all)
}

/// What the command of a sample has brought about.
fn done(sample: &Sample<'_>, name: &str) -> Result<Done, DeskError> {
    let nothing = Done::default();
    Ok(match name {
        "ready" => Done { ready: Some(sample.ready(ReadyState::Ready)), early: Some(sample.deadline(1)), ..nothing },
        "ready-misread" => Done { ready: Some(sample.ready(ReadyState::Misread)), ..nothing },
        "wait" => Done { wait: Some(WaitState::Waits), ..nothing },
        "forwarded" => Done { forwarded: Some(sample.forwarded()), was_forwarded: true, ..nothing },
        "address" => {
            let new_address = AddressFacts { address: NEW_ADDRESS.to_owned(), state: AddressState::Asked, days: 7 };
            Done { new_address: Some(new_address), ..nothing }
        }
        "left-orders" => Done { left: sample.left()?, ..nothing },
        _ => nothing,
    })
}

/// What becomes of commands of which an email may have several.
fn outcomes(sample: &Sample<'_>, name: &str) -> Outcomes {
    Outcomes {
        absences: vec![sample.absence(true, false)],
        settings: vec![SettingFacts { key: "format", value: "text".to_owned(), expected: None }],
        press: vec![sample.sent_press(name)],
        diary: vec![DiaryFacts { problem: None, dropped: None, entries: 3, lines: 2, is_try: false }],
        consents: vec![sample.consent(if name == "consent-offered" { ConsentState::Offered } else { ConsentState::Begun })],
        votes: vec![sample.vote(match name {
            "vote-voted" => VoteState::Voted,
            "vote-not-allowed" => VoteState::NotAllowed,
            _ => VoteState::Proposed,
        })],
        takebacks: vec![sample.takeback(if name == "takeback-asked" { TakebackState::Asked } else { TakebackState::Agreed })],
    }
}

fn asked_for(sample: &mut Sample<'_>) -> Result<Vec<AnsweredCommand>, DeskError> {
    let mut all = of_every_game(&sample.desk.campaign);
    all.extend(if sample.desk.campaign.alternates() { of_moves(sample) } else { of_turns() });
    all.extend(of_battles(sample)?);
    Ok(all)
}

fn asked(name: &'static str, shows: String, text: &str) -> AnsweredCommand {
    AnsweredCommand { name, shows, text: text.to_owned() }
}

fn shared(name: &str) -> String {
    format!("shared/{name}.txt")
}

fn of_game(campaign: &Campaign, name: &str) -> String {
    format!("{}/{name}.txt", campaign.config.game.templates())
}

fn of_every_game(campaign: &Campaign) -> Vec<AnsweredCommand> {
    let mut all = vec![
        asked("help", of_game(campaign, "help"), "HELP"),
        asked("rules", of_game(campaign, "rules"), "RULES"),
        asked("status", shared("status"), "STATUS"),
        asked("orders-query", shared("orders-query"), "ORDERS?"),
        asked("report", ANSWER.to_owned(), "REPORT"),
        asked("record", shared("record"), "RECORD"),
        asked("no-report", shared("no-report"), "REPORT 99"),
        asked("confirm", shared("confirm"), "CONFIRM"),
        asked("forwarded", shared("forwarded"), &format!("GM\n{WORDS}\nEND")),
        asked("setting", shared("setting"), "FORMAT TEXT"),
        asked("new-token", shared("new-token-line"), "NEW TOKEN"),
        asked("address", shared("address-line"), &format!("ADDRESS {NEW_ADDRESS}")),
        asked("resign", shared("resign"), "RESIGN"),
        asked("diary", shared("diary"), "DIARY\nWe shall see.\nEND"),
        asked("press-sent", shared("press-sent"), "PRESS TO ALL\nShall we be friends?\nEND"),
        asked("press-not-sent", shared("press-sent"), "PRESS TO ALL\nShall we be friends?"),
        asked("vote-proposed", shared("vote"), "PROPOSE PAUSE 3d"),
        asked("vote-voted", shared("vote"), "AGREE"),
        asked("vote-not-allowed", shared("vote"), "PROPOSE EXTEND 2d"),
        asked("not-yet", shared("not-yet"), "BROADCAST\nShall we be friends?\nEND"),
    ];
    if campaign.reveals() {
        all.push(asked("help-sealed", shared("help-sealed"), "HELP"));
    } else {
        all.push(asked("no-seals-here", shared("no-seals-here"), &format!("SEALED {}", no_digest())));
    }
    all
}

/// The commands of games in which moves alternate.
fn of_moves(sample: &Sample<'_>) -> Vec<AnsweredCommand> {
    // The same move twice, so that the sample shows a step that cannot be played, too.
    let own = sample.orders(sample.reader).split_whitespace().collect::<Vec<_>>().join(" ");
    vec![
        asked("absence", shared("absence"), "ABSENT UNTIL 2027-02-24"),
        asked("consent-offered", shared("consent"), "DRAW?"),
        asked("consent-begun", shared("consent"), "ABORT"),
        asked("takeback-asked", shared("takeback"), "TAKEBACK?"),
        asked("takeback-agreed", shared("takeback"), "TAKEBACK YES"),
        asked("no-orders-here", shared("no-orders-here"), "NO ORDERS"),
        asked("line", of_game(&sample.desk.campaign, "line"), &format!("LINE {own} {own}")),
    ]
}

/// The commands of games that all play at once.
fn of_turns() -> Vec<AnsweredCommand> {
    vec![
        asked("line-nowhere", shared("line-nowhere"), "LINE a1-b1 b3-b2"),
        asked("left-orders", shared("left-orders"), "TURN 9\nSTANDING OFF"),
        asked("ready", shared("ready"), "READY"),
        asked("wait", shared("wait"), "WAIT"),
        asked("ready-misread", shared("ready"), "READY"),
    ]
}

/// The commands about battles; a game that explains nothing says so.
fn of_battles(sample: &mut Sample<'_>) -> Result<Vec<AnsweredCommand>, DeskError> {
    let campaign = &sample.desk.campaign;
    let Some(explainer) = campaign.config.game.explainer() else {
        return Ok(vec![asked("explain", shared("explain-nothing"), "EXPLAIN BATTLE 1")]);
    };
    let topic = explainer.topics().first().copied().unwrap_or("battle");
    let forces = explainer.forces();
    let mut all = vec![
        asked("explain-misread", of_game(campaign, "explain-misread"), "EXPLAIN BATLE 1"),
        asked("what-if", of_game(campaign, "what-if"), &format!("WHATIF {forces}")),
        asked("what-if-misread", of_game(campaign, "what-if-misread"), &format!("WHATIF XX {forces}")),
    ];
    let view = campaign.progress.as_ref().map(|progress| progress.table.view(Viewer::Seat(sample.reader))).unwrap_or_default();
    for place in explainer.places(&view).unwrap_or_default() {
        let ledger = sample.desk.store.look()?;
        let question = ExplainQuestion { turn: None, topic: topic.to_owned(), place: place.clone() };
        let explained = campaign.explain(&ledger, Some(sample.reader), &question)?;
        let (name, shows) =
            if explained.facts.is_empty() { ("explain-none", shared("explain")) } else { ("explain", of_game(campaign, "explain")) };
        if explained.misread.is_none() && all.iter().all(|asked| asked.name != name) {
            all.push(AnsweredCommand { name, shows, text: format!("EXPLAIN {topic} {place}") });
        }
    }
    Ok(all)
}
