//! Sample answers to commands: each in a letter of its own, as the office puts it together.

use super::facts::{WORDS, no_digest};
use super::game::Sample;
use super::sample_letter::SampleLetter;
use crate::campaign::envelope::Verdict;
use crate::engine::Viewer;
use crate::office::answers::asked;
use crate::office::answers::explained::Question;
use crate::office::cabinet::error::DeskError;
use crate::office::letters::facts::{DiaryFacts, ReadyState, SettingFacts};
use crate::office::letters::joining::AddressFacts;
use crate::office::letters::outcomes::Outcomes;
use crate::office::letters::wait_facts::WaitState;
use crate::post::split;

/// Where a player wants emails to go.
pub(super) const NEW_ADDRESS: &str = "ann@home.example";

/// The letter around them.
const ANSWER: &str = "shared/answer.txt";

/// A command, and the template that answers it.
struct Asked {
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
    // Others have sent their orders, too: that they have is all that a letter tells of them.
    if !sample.desk.campaign.alternates() {
        let orders = [sample.reader, sample.other].map(|seat| (seat, sample.orders(seat)));
        orders.into_iter().try_for_each(|(seat, orders)| sample.enter(seat, &orders))?;
    }
    for Asked { name, shows, text } in asked_for(sample)? {
        let mut model = sample.answer(Verdict::Answered.code());
        let setting = SettingFacts { key: "format", value: "text".to_owned(), expected: None };
        let outcomes = Outcomes {
            absences: vec![sample.absence(true, false)],
            settings: vec![setting],
            press: vec![sample.sent_press(name)],
            diary: vec![DiaryFacts { problem: None, dropped: None, entries: 3 }],
            consents: vec![sample.consent(name.trim_start_matches("consent-"))],
            votes: vec![sample.vote(name.trim_start_matches("vote-"))],
            takebacks: vec![sample.takeback(name.trim_start_matches("takeback-"))],
        };
        if name.starts_with("ready") {
            let state = if name == "ready" { ReadyState::Ready } else { ReadyState::Misread };
            model.done.ready = Some(sample.ready(state));
            model.done.early = (name == "ready").then(|| sample.deadline(1));
        }
        model.done.wait = (name == "wait").then_some(WaitState::Waits);
        if name == "forwarded" {
            (model.done.forwarded, model.done.was_forwarded) = (Some(sample.forwarded()), true);
        }
        let asked_for = AddressFacts { address: NEW_ADDRESS.to_owned(), state: "asked", days: 7 };
        model.done.new_address = (name == "address").then_some(asked_for);
        if name == "left-orders" {
            model.done.left = sample.left()?;
        }
        model.told.rung = (name == "status").then(|| sample.rung());
        let ledger = sample.desk.store.look()?;
        asked::add(&mut model, &sample.desk.campaign, &ledger, sample.reader, &split(&text), outcomes)?;
        all.push(SampleLetter { name: format!("answer-{name}"), shows, ..SampleLetter::new(name, ANSWER, model) });
    }
    Ok(all)
}

fn asked_for(sample: &mut Sample<'_>) -> Result<Vec<Asked>, DeskError> {
    let campaign = &sample.desk.campaign;
    let of_game = |name: &str| format!("{}/{name}.txt", campaign.game.templates());
    let shared = |name: &str| format!("shared/{name}.txt");
    let asked = |name, shows, text: &str| Asked { name, shows, text: text.to_owned() };
    let mut all = vec![
        asked("help", of_game("help"), "HELP"),
        asked("rules", of_game("rules"), "RULES"),
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
    if campaign.alternates() {
        // The same move twice, so that the sample shows a step that cannot be played, too.
        let own = sample.orders(sample.reader).split_whitespace().collect::<Vec<_>>().join(" ");
        all.push(asked("absence", shared("absence"), "ABSENT UNTIL 2027-02-24"));
        all.push(asked("consent-offered", shared("consent"), "DRAW?"));
        all.push(asked("consent-begun", shared("consent"), "ABORT"));
        all.push(asked("takeback-asked", shared("takeback"), "TAKEBACK?"));
        all.push(asked("takeback-agreed", shared("takeback"), "TAKEBACK YES"));
        all.push(asked("no-orders-here", shared("no-orders-here"), "NO ORDERS"));
        all.push(asked("line", of_game("line"), &format!("LINE {own} {own}")));
    } else {
        all.push(asked("line-nowhere", shared("line-nowhere"), "LINE a1-b1 b3-b2"));
        all.push(asked("left-orders", shared("left-orders"), "TURN 9\nSTANDING OFF"));
        all.push(asked("ready", shared("ready"), "READY"));
        all.push(asked("wait", shared("wait"), "WAIT"));
        all.push(asked("ready-misread", shared("ready"), "READY"));
    }
    let Some(explainer) = campaign.game.explainer() else {
        all.push(asked("explain", shared("explain-nothing"), "EXPLAIN BATTLE 1"));
        return Ok(all);
    };
    let topic = explainer.topics().first().copied().unwrap_or("battle");
    all.push(asked("explain-misread", shared("explain-misread"), "EXPLAIN BATLE 1"));
    all.push(asked("what-if", of_game("what-if"), &format!("WHATIF {}", explainer.forces())));
    all.push(asked("what-if-misread", shared("what-if-misread"), &format!("WHATIF XX {}", explainer.forces())));
    let view = campaign.progress.as_ref().map(|progress| progress.table.view(Viewer::Seat(sample.reader))).unwrap_or_default();
    for place in explainer.places(&view).unwrap_or_default() {
        let ledger = sample.desk.store.look()?;
        let question = Question { turn: None, topic: topic.to_owned(), place: place.clone() };
        let explained = sample.desk.campaign.explain(&ledger, Some(sample.reader), &question)?;
        let (name, shows) = if explained.facts.is_empty() { ("explain-none", shared("explain")) } else { ("explain", of_game("explain")) };
        if explained.misread.is_none() && all.iter().all(|asked| asked.name != name) {
            all.push(Asked { name, shows, text: format!("EXPLAIN {topic} {place}") });
        }
    }
    Ok(all)
}
