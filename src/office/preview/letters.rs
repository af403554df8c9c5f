//! Sample letters: one for each template that is a letter, and more where a template says different things.

use super::Made;
use super::game::Sample;
use super::sample_letter::SampleLetter;
use crate::campaign::envelope::Verdict;
use crate::engine::Viewer;
use crate::office::answers::asked;
use crate::office::cabinet::error::DeskError;
use crate::office::letters::facts::LateMove;
use crate::office::letters::model::LetterModel;
use crate::office::letters::outcomes::Outcomes;
use crate::office::letters::{self, picture};
use crate::post::{Exceeded, split};
use crate::render::letter::{self, Beside};
use crate::render::templates::embedded;

/// All letters of a campaign, as text; those that have HTML, as HTML too.
///
/// # Errors
/// When the program's own template cannot be rendered.
pub(super) fn all(sample: &mut Sample<'_>) -> Result<Vec<Made>, DeskError> {
    let mut letters = to_senders(sample)?;
    letters.extend(super::answers::all(sample)?);
    letters.extend(super::notices::all(sample)?);
    letters.extend(super::endings::all(sample));
    letters.extend(super::by_mail::all(sample));
    letters.extend(super::waits::all(sample));
    letters.extend(super::swiss::all(sample));
    let mut made = Vec::new();
    for letter in letters {
        made.extend(written(sample, letter)?);
    }
    Ok(made)
}

fn written(sample: &mut Sample<'_>, letter: SampleLetter) -> Result<Vec<Made>, DeskError> {
    let SampleLetter { name, shows, template, model, end } = letter;
    let templates = &sample.desk.campaign.templates;
    let (subject, text) = letters::render(templates, template, &model)?;
    let mut made = vec![Made::new(format!("letters/{name}.txt"), shows, format!("Subject: {subject}\n\n{text}{end}"))];
    let html = template.replace(".txt", ".html");
    if embedded().iter().any(|(known, _)| *known == html) {
        made.push(Made::new(format!("letters/{name}.html"), html.as_str(), before_report(sample, template, model)?));
    } else if model.heading.seat.is_some() {
        let reading = model.sheet.reading_text.as_ref().map(|_| sample.reading(&sample.orders(sample.reader)));
        let foreseen = picture::beside_text(reading.as_ref().and_then(|reading| reading.prospect.ahead.as_ref()));
        let shown = foreseen.map(picture::shown);
        let page = letter::page(templates, letters::untagged(&subject), &text, Beside { picture: shown.as_ref(), ..Beside::default() })?;
        let page = foreseen.map_or_else(|| page.clone(), |scene| picture::within(&page, scene));
        made.push(Made::new(format!("letters/{name}.html"), "shared/letter.html", page));
    }
    Ok(made)
}

/// The page of a letter that stands in front of the reader's last report.
fn before_report(sample: &mut Sample<'_>, template: &str, mut model: LetterModel) -> Result<String, DeskError> {
    let campaign = &sample.desk.campaign;
    model.told.answers.clear();
    let (subject, text) = letters::render(&campaign.templates, template, &model)?;
    let report = sample.desk.store.look()?.report(campaign.turns_played(), sample.reader.0)?;
    let report = report.map(|report| report.html).unwrap_or_default();
    let page = letter::before_report(&campaign.templates, letters::untagged(&subject), &text, &report)?;
    let scene = campaign.progress.as_ref().map(|progress| progress.table.scene(Viewer::Seat(sample.reader)));
    Ok(scene.map_or_else(|| page.clone(), |scene| picture::within(&page, &scene)))
}

/// What emails with orders, and emails that cannot be taken, are answered with: a letter for every verdict that has one.
fn to_senders(sample: &mut Sample<'_>) -> Result<Vec<SampleLetter>, DeskError> {
    let mut all = Vec::new();
    for verdict in Verdict::ALL {
        let Some(template) = verdict.template().filter(|_| can_be(sample, verdict)) else { continue };
        let stem = template.trim_start_matches("shared/").trim_end_matches(".txt");
        let name = if verdict.code() == stem { stem.to_owned() } else { format!("{stem}-{}", verdict.code()) };
        all.push(SampleLetter::new(&name, template, of_verdict(sample, verdict)?));
    }
    if sample.desk.campaign.alternates() {
        for (name, ends) in [("receipt-resigned", false), ("receipt-game-over", true)] {
            let mut model = of_verdict(sample, Verdict::Accepted)?;
            (model.sheet.resigns, model.sheet.ends_game) = (!ends, ends);
            all.push(SampleLetter::new(name, "shared/receipt.txt", model));
        }
        let mut late = told(sample, Verdict::Late.code())?;
        let [arrived_local, closed_local] = ["20:00:41", "20:00:00"].map(|time| format!("Fri 27 Nov 2026 {time}"));
        late.sheet.late_move = Some(LateMove { has_move: true, arrived_local, closed_local, zone: "UTC".to_owned(), loses: true });
        all.push(SampleLetter::new("late-move", "shared/late.txt", late));
    }
    let mut last = SampleLetter::new("last-answer", "shared/nothing-to-do.txt", of_verdict(sample, Verdict::NothingToDo)?);
    let limit = serde_json::json!({ "limit": sample.desk.campaign.host.limits.answers_per_hour, "budget": "seat" });
    last.end = format!("\n{}", sample.desk.campaign.templates.text("shared/last-answer.txt", &limit)?);
    last.shows = "shared/last-answer.txt".to_owned();
    all.push(last);
    Ok(all)
}

/// Whether an email can be judged so in this game.
fn can_be(sample: &Sample<'_>, verdict: Verdict) -> bool {
    match verdict {
        Verdict::Overtaken => sample.desk.campaign.alternates(),
        Verdict::HeldBack | Verdict::Late => !sample.desk.campaign.alternates(),
        // Commands alone; each has its own sample.
        Verdict::Answered | Verdict::Asked => false,
        _ => true,
    }
}

/// What the office tells of an email that was judged so.
fn of_verdict(sample: &mut Sample<'_>, verdict: Verdict) -> Result<LetterModel, DeskError> {
    let code = verdict.code();
    Ok(match verdict {
        Verdict::Stranger | Verdict::UnknownCampaign => {
            let mut model = sample.letter_of_host(code);
            model.answered.received = Some(sample.received());
            model.answered.trouble = (verdict == Verdict::UnknownCampaign).then(|| "rim-33".to_owned());
            model.office.game_masters = vec![sample.gm()];
            model.office.open_games = sample.open_games();
            model.office.wish_was_told = verdict == Verdict::Stranger;
            model
        }
        Verdict::WrongToken | Verdict::NoToken | Verdict::WrongSender => {
            let mut model = sample.letter_to_nobody(code);
            model.answered.received = Some(sample.received());
            model
        }
        Verdict::LostTag => {
            let mut model = sample.answer(code);
            let campaign = &sample.desk.campaign;
            model.answered.first_line = Some(format!("ORDERS {} {} {}", campaign.id(), sample.reader, campaign.token(sample.reader)));
            model.told.answers.push(asked::report(campaign, &sample.desk.store.look()?, sample.reader, None)?);
            model
        }
        Verdict::GameOver => {
            let mut model = told(sample, code)?;
            model.heading.ended = Some(super::notices::ended(sample));
            (model.heading.turn, model.heading.deadline, model.heading.clock) = (None, None, None);
            model.told.status = None;
            model
        }
        Verdict::TooLarge => {
            let mut model = told(sample, code)?;
            let exceeded = Exceeded::Lines { count: 4000, at_most: 2000 };
            model.answered.trouble = Some(sample.desk.campaign.templates.text("shared/exceeded", &exceeded)?.trim_end().to_owned());
            model
        }
        Verdict::Sealed | Verdict::RevealEarly | Verdict::RevealWrong | Verdict::TooEarly => {
            let mut model = told(sample, code)?;
            model.told.seal = Some(sample.seal());
            model
        }
        Verdict::Overtaken => {
            let mut model = told(sample, code)?;
            model.told.answers.push(asked::report(&sample.desk.campaign, &sample.desk.store.look()?, sample.reader, None)?);
            model
        }
        Verdict::Withdrawn | Verdict::NothingToDo => told(sample, code)?,
        _ => {
            let mut model = told(sample, code)?;
            model.sheet = sample.sheet(verdict == Verdict::Replaced || verdict == Verdict::HeldBack)?;
            if matches!(verdict, Verdict::Checked | Verdict::HeldBack | Verdict::Late) {
                (model.sheet.receipt, model.sheet.plays_at_once) = (None, false);
            }
            model
        }
    })
}

/// An answer to the reader with what each of them is told besides.
fn told(sample: &mut Sample<'_>, code: &str) -> Result<LetterModel, DeskError> {
    let mut model = sample.answer(code);
    let ledger = sample.desk.store.look()?;
    asked::add(&mut model, &sample.desk.campaign, &ledger, sample.reader, &split(""), Outcomes::default())?;
    Ok(model)
}
