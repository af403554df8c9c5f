//! Sample letters: one for each template that is a letter, and more where a template says different things.

use super::file::PreviewFile;
use super::game::Sample;
use super::requests;
use super::sample_letter::SampleLetter;
use crate::campaign::budget::Budget;
use crate::campaign::envelope::Verdict;
use crate::campaign::local::Zone;
use crate::engine::Viewer;
use crate::office::answers::asked;
use crate::office::cabinet::error::DeskError;
use crate::office::inbox::allowance::last_answer;
use crate::office::joining::other_requests;
use crate::office::letters::about::About;
use crate::office::letters::answer::{SentSheet, ToPlayer, ToSender};
use crate::office::letters::model::LetterModel;
use crate::office::letters::outcomes::Outcomes;
use crate::office::letters::sheet_facts::LateMove;
use crate::office::letters::{self, picture};
use crate::post::{Exceeded, split};
use crate::render::letter::{self, BesideText};
use crate::render::templates::embedded;

/// All letters of a campaign, as text; those that have HTML, as HTML too.
///
/// # Errors
/// When the program's own template cannot be rendered.
pub(super) fn all(sample: &mut Sample<'_>) -> Result<Vec<PreviewFile>, DeskError> {
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

fn written(sample: &mut Sample<'_>, letter: SampleLetter) -> Result<Vec<PreviewFile>, DeskError> {
    let SampleLetter { name, shows, model, end } = letter;
    let templates = &sample.desk.campaign.templates;
    let (subject, text) = letters::render(templates, &model)?;
    let mut made = vec![PreviewFile::new(format!("letters/{name}.txt"), shows, format!("Subject: {subject}\n\n{text}{end}"))];
    let html = model.about.template().replace(".txt", ".html");
    if embedded().iter().any(|(known, _)| *known == html) {
        made.push(PreviewFile::new(format!("letters/{name}.html"), html.as_str(), before_report(sample, model)?));
    } else if model.heading.seat.is_some() {
        let reading = echoes_sheet(&model.about).then(|| sample.reading(&sample.orders(sample.reader)));
        let foreseen = picture::beside_text(reading.as_ref().and_then(|reading| reading.prospect.ahead.as_ref()));
        let shown = foreseen.map(picture::shown);
        let page =
            letter::page(templates, letters::untagged(&subject), &text, BesideText { picture: shown.as_ref(), ..BesideText::default() })?;
        let page = foreseen.map_or_else(|| page.clone(), |scene| picture::within(&page, scene));
        made.push(PreviewFile::new(format!("letters/{name}.html"), "shared/letter.html", page));
    }
    Ok(made)
}

/// Whether the letter repeats the reader's orders as they were read.
fn echoes_sheet(about: &About) -> bool {
    match about {
        About::ToPlayer { told, .. } => told.sheet.as_ref().is_some_and(|sheet| sheet.reading_text.is_some()),
        About::LeftEntered { .. } => true,
        _ => false,
    }
}

/// The page of a letter that precedes the reader's last report.
fn before_report(sample: &mut Sample<'_>, mut model: LetterModel) -> Result<String, DeskError> {
    let campaign = &sample.desk.campaign;
    if let About::Welcome { answers, .. } = &mut model.about {
        answers.clear();
    }
    let (subject, text) = letters::render(&campaign.templates, &model)?;
    let report = sample.desk.store.look()?.report(campaign.turns_played(), Some(sample.reader))?;
    let report = report.map(|report| report.html).unwrap_or_default();
    let page = letter::before_report(&campaign.templates, letters::untagged(&subject), &text, &report)?;
    let scene = campaign.progress.as_ref().map(|progress| progress.table.scene(Viewer::Seat(sample.reader)));
    Ok(scene.map_or_else(|| page.clone(), |scene| picture::within(&page, &scene)))
}

/// The answers to emails with orders, and to emails that cannot be taken: a letter for every verdict that has one.
fn to_senders(sample: &mut Sample<'_>) -> Result<Vec<SampleLetter>, DeskError> {
    let mut all = Vec::new();
    for verdict in Verdict::ALL {
        let Some(template) = verdict.template().filter(|_| can_be(sample, verdict)) else { continue };
        let stem = template.trim_start_matches("shared/").trim_end_matches(".txt");
        let name = if verdict.code() == stem { stem.to_owned() } else { format!("{stem}-{}", verdict.code()) };
        all.push(of_verdict(sample, &name, verdict, template)?);
    }
    if sample.desk.campaign.alternates() {
        for (name, ends) in [("receipt-resigned", false), ("receipt-game-over", true)] {
            let mut letter = to_player(sample, Verdict::Accepted)?;
            if let Some(sheet) = &mut letter.about.sheet {
                (sheet.resigns, sheet.ends_game) = (!ends, ends);
            }
            all.push(SampleLetter::answer(name, "shared/receipt.txt", letter));
        }
        let mut late = told(sample, Verdict::Late)?;
        let [arrived_local, closed_local] = ["20:00:41", "20:00:00"].map(|time| format!("Fri 27 Nov 2026 {time}"));
        late.about.late_move = Some(LateMove { has_move: true, arrived_local, closed_local, zone: Zone::utc(), loses: true });
        all.push(SampleLetter::answer("late-move", "shared/late.txt", late));
    }
    let mut last = SampleLetter::answer("last-answer", "shared/nothing-to-do.txt", to_player(sample, Verdict::NothingToDo)?);
    let campaign = &sample.desk.campaign;
    let budget = (&Budget::Seat(sample.reader), &campaign.host.limits);
    last.end = last_answer(&campaign.templates, budget, &sample.deadline(0), campaign.alternates())?;
    last.shows = "shared/last-answer.txt".to_owned();
    all.push(last);
    let mut several = requests::answered(sample).swap_remove(0);
    several.name = "other-requests".to_owned();
    several.end = other_requests(&campaign.templates, &["CHALLENGES OFF".to_owned()])?;
    several.shows = "shared/other-requests.txt".to_owned();
    all.push(several);
    Ok(all)
}

/// Whether an email can get this verdict in this game.
fn can_be(sample: &Sample<'_>, verdict: Verdict) -> bool {
    match verdict {
        Verdict::Overtaken => sample.desk.campaign.alternates(),
        Verdict::HeldBack | Verdict::Late => !sample.desk.campaign.alternates(),
        // Commands alone; each has its own sample.
        Verdict::Answered | Verdict::Asked => false,
        _ => true,
    }
}

/// What the office tells of an email with this verdict.
fn of_verdict(sample: &mut Sample<'_>, name: &str, verdict: Verdict, template: &'static str) -> Result<SampleLetter, DeskError> {
    Ok(match verdict {
        Verdict::Stranger | Verdict::UnknownCampaign => {
            let about = About::UnknownCampaign {
                own_games: Vec::new(),
                game_masters: vec![sample.gm()],
                open_games: sample.open_games(),
                offers: Vec::new(),
                ladder: None,
                wish_was_told: verdict == Verdict::Stranger,
                trouble: (verdict == Verdict::UnknownCampaign).then(|| "rim-33".to_owned()),
                asked_about: None,
                closed: None,
            };
            SampleLetter::new(name, sample.letter_of_host(verdict).on(sample.received()), about)
        }
        Verdict::WrongToken | Verdict::NoToken | Verdict::WrongSender => {
            let about = About::ToSender { template, told: ToSender::default() };
            SampleLetter::new(name, sample.letter_to_nobody(verdict).on(sample.received()), about)
        }
        Verdict::LostTag => {
            let campaign = &sample.desk.campaign;
            let about = About::LostTag {
                first_line: format!("ORDERS {} {} {}", campaign.id(), sample.reader, campaign.token(sample.reader)),
                answers: [asked::report(campaign, &sample.desk.store.look()?, sample.reader, sample.world.now)?],
            };
            SampleLetter::new(name, sample.letter(verdict).on(sample.received()), about)
        }
        _ => SampleLetter::answer(name, template, to_player(sample, verdict)?),
    })
}

/// What it tells the reader.
fn to_player(sample: &mut Sample<'_>, verdict: Verdict) -> Result<LetterModel<ToPlayer>, DeskError> {
    let mut letter = told(sample, verdict)?;
    match verdict {
        Verdict::GameOver => {
            letter.heading.ended = Some(super::notices::ended(sample));
            (letter.heading.turn, letter.heading.deadline, letter.heading.clock) = (None, None, None);
            letter.about.told.status = None;
        }
        Verdict::TooLarge => {
            let exceeded = Exceeded::Lines { count: 4000, at_most: 2000 };
            let trouble = sample.desk.campaign.templates.text("shared/exceeded", &exceeded)?;
            letter.about.sender.trouble = Some(trouble.trim_end().to_owned());
        }
        Verdict::Sealed | Verdict::RevealEarly | Verdict::RevealWrong | Verdict::TooEarly => letter.about.seal = Some(sample.seal()),
        Verdict::Overtaken => {
            let report = asked::report(&sample.desk.campaign, &sample.desk.store.look()?, sample.reader, sample.world.now)?;
            letter.about.told.answers.push(report);
        }
        Verdict::Withdrawn | Verdict::Outrun | Verdict::NothingToDo => {}
        _ => {
            let is_stored = !matches!(verdict, Verdict::Checked | Verdict::HeldBack | Verdict::Late);
            let sheet = sample.sheet(verdict == Verdict::Replaced || verdict == Verdict::HeldBack)?;
            letter.about.sheet = Some(SentSheet { plays_at_once: sheet.plays_at_once && is_stored, ..sheet });
            letter.about.receipt = sample.receipt().filter(|_| is_stored);
        }
    }
    Ok(letter)
}

/// An answer to the reader, with what all answers tell besides.
fn told(sample: &mut Sample<'_>, verdict: Verdict) -> Result<LetterModel<ToPlayer>, DeskError> {
    let mut letter = sample.answer(verdict);
    let ledger = sample.desk.store.look()?;
    let content = if verdict == Verdict::Outrun { split("").outrun() } else { split("") };
    asked::add(&mut letter, &sample.desk.campaign, &ledger, sample.reader, &content, Outcomes::default())?;
    Ok(letter)
}
