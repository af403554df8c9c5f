//! Sample letters that nobody has asked for: about time, seats, seals, and to game masters.

use chrono::TimeDelta;

use super::answers::NEW_ADDRESS;
use super::facts::{address, no_digest};
use super::game::Sample;
use super::requests;
use super::sample_letter::{SampleLetter, named};
use super::two::about_games_of_two;
use crate::campaign::condition::Loss;
use crate::campaign::envelope::Verdict;
use crate::campaign::shell;
use crate::campaign::votes::VoteResult;
use crate::engine::Decision;
use crate::office::answers::asked;
use crate::office::cabinet::error::DeskError;
use crate::office::cabinet::harm::{Harm, HostHarm};
use crate::office::cabinet::lock::LockHolder;
use crate::office::cabinet::players::SenderGame;
use crate::office::letters::about::{About, ReminderStage};
use crate::office::letters::absence_facts::AbsenceFacts;
use crate::office::letters::answer::SentSheet;
use crate::office::letters::consent_facts::ConsentState;
use crate::office::letters::facts::{Rolling, SeatActFacts};
use crate::office::letters::joining::{AddressFacts, AddressState, ApplicantFacts};
use crate::office::letters::kind::LetterKind;
use crate::office::letters::left::LeftInBook;
use crate::office::letters::model::Heading;
use crate::office::letters::notices::{Acts, Occasion};
use crate::office::letters::seal_facts::{ClosedFacts, FixedSheet};
use crate::office::letters::takeback_facts::TakebackState;
use crate::office::letters::time_facts::TimeNews;
use crate::office::letters::trouble_facts::{SendingTrouble, TroubleFacts};
use crate::render::clock::Running;
use crate::render::press::PressFacts;
use crate::render::report::EndFacts;

/// All of them.
///
/// # Errors
/// When the database cannot be read.
pub(super) fn all(sample: &mut Sample<'_>) -> Result<Vec<SampleLetter>, DeskError> {
    let mut all = about_time(sample)?;
    all.extend(about_seats(sample)?);
    all.extend(about_joining(sample));
    all.extend(about_seals(sample));
    all.extend(to_game_masters(sample));
    Ok(all)
}

/// How the sample's game might end.
pub(super) fn ended(sample: &Sample<'_>) -> EndFacts {
    EndFacts {
        winner: Some(sample.name(false)),
        several: false,
        rule: String::new(),
        decision: Decision::Played,
        tournament: None,
        decided: None,
    }
}

fn about_time(sample: &mut Sample<'_>) -> Result<Vec<SampleLetter>, DeskError> {
    let mut all = reminders(sample)?;
    all.extend(if sample.desk.campaign.alternates() { between_players(sample) } else { about_orders(sample)? });
    all.extend(words(sample));
    all.extend(decisions(sample));
    all.extend(when_time_changes(sample));
    all.push(SampleLetter::of(sample.letter(LetterKind::Notice), About::Edited("The map had a wrong owner.".to_owned())));
    let back = Rolling::Back { reason: "I had the wrong map.".to_owned() };
    for (name, what) in [("rolled-back", back), ("rolled-forward", Rolling::Forward)] {
        let about = About::Rolled { rolled: sample.rolled(what), has_standing: false, receipt: None };
        all.push(SampleLetter::new(name, sample.letter(LetterKind::Notice), about));
    }
    Ok(all)
}

fn when_time_changes(sample: &Sample<'_>) -> Vec<SampleLetter> {
    let (since_local, until_local) = (sample.deadline(-30).time.local, sample.deadline(-1).time.local);
    let span = || TimeDelta::hours(29).into();
    let of_host = [
        ("paused", TimeNews::Paused),
        ("resumed", TimeNews::Resumed { since_local: since_local.clone() }),
        ("outage", TimeNews::Outage { since_local: since_local.clone(), until_local: until_local.clone(), span: span() }),
        ("clock", TimeNews::Clock),
        ("late-reports", TimeNews::LateReports { span: span() }),
        ("sent-again", TimeNews::SentAgain { span: span() }),
        ("charged", TimeNews::Charged { span: span() }),
        ("extended", TimeNews::Extended { reason: Some("Happy holidays!".to_owned()) }),
    ];
    let of_players = [
        ("agreed-pause", TimeNews::AgreedPause { until_local }),
        ("agreed-resume", TimeNews::AgreedResume { since_local }),
        ("agreed-extension", TimeNews::AgreedExtension),
    ];
    let letter = |(name, news), decision| {
        SampleLetter::new(
            &format!("time-notice-{name}"),
            sample.letter(LetterKind::Notice),
            About::TimeNotice { time: sample.time(news), decision },
        )
    };
    let of_host = of_host.map(|news| letter(news, None));
    let of_players = of_players.map(|news| letter(news, Some(sample.decision(VoteResult::Passed))));
    of_host.into_iter().chain(of_players).collect()
}

fn reminders(sample: &mut Sample<'_>) -> Result<Vec<SampleLetter>, DeskError> {
    let campaign = &sample.desk.campaign;
    let has_bank = campaign.config.schedule.bank().is_some();
    let stages: &[ReminderStage] = match campaign.alternates() {
        true if has_bank => &[ReminderStage::Last],
        true => &[ReminderStage::Deadline, ReminderStage::Reserve, ReminderStage::Last],
        false => &[ReminderStage::Deadline],
    };
    let notices = campaign.notices(&Acts::after(&sample.desk.store.look()?, 0)?, 0, Some(sample.reader), Occasion::Report)?;
    let mut all = Vec::new();
    for stage in stages.iter().copied() {
        let mut heading = sample.letter(LetterKind::Reminder);
        if let Some(clock) = heading.clock.as_mut().filter(|_| stage != ReminderStage::Deadline && !has_bank) {
            (clock.running, clock.deadline_in) = (Running::Reserve, None);
        }
        let about = About::Reminder { stage, has_standing: false, has_caretaker: false, notices: notices.clone() };
        all.push(SampleLetter::new(&named("reminder", &stage), heading, about));
    }
    Ok(all)
}

/// What players of a game in which moves alternate hear of each other.
fn between_players(sample: &Sample<'_>) -> Vec<SampleLetter> {
    let absence = |is_back| About::AbsenceNotice(sample.absence(false, is_back));
    vec![
        SampleLetter::of(sample.letter(LetterKind::Notice), About::ConsentNotice(sample.consent(ConsentState::Offered))),
        SampleLetter::of(sample.letter(LetterKind::Notice), About::TakebackNotice(sample.takeback(TakebackState::Asked))),
        SampleLetter::of(sample.letter(LetterKind::Notice), absence(false)),
        SampleLetter::new("absence-notice-back", sample.letter(LetterKind::Notice), absence(true)),
    ]
}

/// What players of a game that all play at once hear of orders.
fn about_orders(sample: &Sample<'_>) -> Result<Vec<SampleLetter>, DeskError> {
    let mut all = Vec::new();
    for kind in [LetterKind::LeftEntered, LetterKind::LeftUnread, LetterKind::Standing] {
        let SentSheet { sheet, reading_text, .. } = sample.sheet(false)?;
        let about = About::LeftEntered { sheet, reading_text: reading_text.unwrap_or_default(), receipt: sample.receipt() };
        all.push(SampleLetter::new(&format!("left-entered-{kind}"), sample.letter(kind), about));
    }
    let left = |turn, always| LeftInBook { turn, always, text: sample.orders(sample.reader) };
    let left_in_book = vec![left(None, true), left(Some(7), false)];
    all.push(SampleLetter::of(sample.letter(LetterKind::LeftAside), About::LeftAside { left_in_book }));
    for (name, hours) in [("early-notice", Some(1)), ("early-notice-off", None)] {
        let early = hours.map(|hours| sample.deadline(hours));
        let about = About::EarlyNotice { early, writer: sample.desk.campaign.writer(sample.other), wait: None, has_taken_over: false };
        all.push(SampleLetter::new(name, sample.letter(LetterKind::Notice), about));
    }
    Ok(all)
}

/// Words of the game master, and of another player.
fn words(sample: &Sample<'_>) -> Vec<SampleLetter> {
    let announcement = "Happy holidays!\n\nIda".to_owned();
    let press = |is_anonymous: bool| {
        let writer = (!is_anonymous).then(|| sample.desk.campaign.writer(sample.other));
        About::Press { press: sample.press(is_anonymous), writer }
    };
    let own = PressFacts { from: None, is_own: true, ..sample.press(false) };
    let returned = About::PressReturned { press: own, reader: sample.desk.campaign.writer(sample.other), is_vacant: false };
    vec![
        SampleLetter::of(sample.letter(LetterKind::Press), returned),
        SampleLetter::of(sample.letter(LetterKind::Notice), About::Broadcast { announcement, announced_by: None }),
        SampleLetter::of(sample.letter(LetterKind::Press), press(false)),
        SampleLetter::new("press-anonymous", sample.letter(LetterKind::Press), press(true)),
    ]
}

/// What was decided on something that somebody has asked for.
fn decisions(sample: &Sample<'_>) -> Vec<SampleLetter> {
    let mut all = Vec::new();
    for (name, asked) in [("absence-granted", false), ("absence-denied", true)] {
        let about = About::AbsenceDecided(AbsenceFacts { asked, ..sample.absence(true, false) });
        all.push(SampleLetter::new(name, sample.letter(LetterKind::Notice), about));
    }
    let to_game_master = Heading { seat: None, ..sample.letter(LetterKind::Notice) };
    all.push(SampleLetter::of(to_game_master, About::GmAbsence(sample.asked_absence())));
    all.push(SampleLetter::of(sample.letter(LetterKind::Notice), About::VoteProposed(sample.proposal())));
    for result in [VoteResult::Failed, VoteResult::Lapsed, VoteResult::Withdrawn, VoteResult::Moot] {
        let about = About::VoteClosed(sample.decision(result));
        all.push(SampleLetter::new(&format!("vote-closed-{}", result.code()), sample.letter(LetterKind::Notice), about));
    }
    all
}

/// What people without a seat are told.
fn about_joining(sample: &Sample<'_>) -> Vec<SampleLetter> {
    let asked = || sample.letter_of_host(LetterKind::Asked).on(sample.received());
    let games = About::Games { open_games: sample.open_games(), offers: vec![sample.table()], ladder: None };
    let mut all = vec![
        SampleLetter::of(asked(), games),
        SampleLetter::of(sample.letter_of_host_about(), About::GmFull(sample.full())),
        SampleLetter::of(sample.letter_of_host(LetterKind::Digest), About::Digest(sample.digest())),
    ];
    for (name, seat) in [("gm-applicant", None), ("gm-applicant-seated", Some(sample.other))] {
        let (name_of_applicant, address) = ("Greta".to_owned(), address("greta@player.example"));
        let commands = vec![shell::replace(sample.desk.campaign.id(), sample.other, &name_of_applicant, address.as_str())];
        let about = About::GmApplicant(ApplicantFacts { name: name_of_applicant, address, seat, commands });
        all.push(SampleLetter::new(name, sample.letter_to_nobody(LetterKind::SeatTaken), about));
    }
    let observed = About::Observed { observed: 2, is_past: true, answers: ["The Rim, turn 2: the public report.\n".to_owned()] };
    all.push(SampleLetter::of(sample.letter_to_nobody(LetterKind::Observed), observed));
    all.extend(requests::to_confirm(sample));
    all.extend(about_games_of_two(sample));
    all.extend(requests::answered(sample));
    all
}

fn about_seats(sample: &mut Sample<'_>) -> Result<Vec<SampleLetter>, DeskError> {
    let answers = vec![asked::report(&sample.desk.campaign, &sample.desk.store.look()?, sample.reader, sample.world.now)?];
    let changed = |name, heading, by_mail| SampleLetter::new(name, heading, About::AddressChanged(sample.seat_act(by_mail)));
    let new_address = AddressFacts { address: NEW_ADDRESS.to_owned(), state: AddressState::Asked, days: 7 };
    let unclear = AddressFacts { state: AddressState::Unclear, ..new_address.clone() };
    // The seat goes from the one player to the other.
    let handed_over = SeatActFacts { before: sample.name(false), report_warns: true, ..sample.seat_act(false) };
    Ok(vec![
        SampleLetter::of(sample.letter(LetterKind::NewToken), About::NewToken(sample.seat_act(false))),
        SampleLetter::of(sample.letter_to_nobody(Verdict::Answered), About::TokenElsewhere),
        changed("address-changed-new", sample.letter(LetterKind::NewAddress), false),
        changed("address-changed-old", sample.letter_to_nobody(LetterKind::OldAddress), false),
        changed("address-changed-undone", sample.letter(LetterKind::UndoneAddress), false),
        changed("address-changed-old-by-mail", sample.letter_to_nobody(LetterKind::OldAddress), true),
        SampleLetter::of(sample.letter_to_nobody(LetterKind::ConfirmAddress), About::ConfirmAddress(new_address)),
        SampleLetter::new("confirm-address-unclear", sample.letter_to_nobody(LetterKind::ConfirmAddress), About::ConfirmAddress(unclear)),
        SampleLetter::of(sample.letter(LetterKind::NewSecret), About::NewSecret),
        SampleLetter::of(sample.letter_to_nobody(LetterKind::Farewell), About::Farewell(handed_over.clone())),
        SampleLetter::of(sample.letter(LetterKind::Welcome), About::Welcome { seat_act: handed_over, answers }),
    ])
}

fn about_seals(sample: &Sample<'_>) -> Vec<SampleLetter> {
    let mut reveal = sample.seal();
    reveal.found = None;
    let digest = no_digest();
    let closed =
        |early| About::GmClosed(ClosedFacts::new(vec![FixedSheet { seat: sample.other, name: sample.name(false), digest }], early));
    vec![
        SampleLetter::of(sample.letter(LetterKind::RevealNow), About::RevealNow(reveal)),
        SampleLetter::of(sample.letter(LetterKind::GmClosed), closed(false)),
        SampleLetter::new("gm-closed-early", sample.letter(LetterKind::GmClosed), closed(true)),
    ]
}

fn to_game_masters(sample: &Sample<'_>) -> Vec<SampleLetter> {
    let campaign = &sample.desk.campaign;
    let about_campaign = |about| SampleLetter::of(sample.letter_of_host_about(), about);
    let from_player = About::GmMessageOfPlayer { forwarded: sample.forwarded(), writer: campaign.writer(sample.reader) };
    let from_stranger = About::GmMessageOfStranger { forwarded: sample.forwarded(), open_games: sample.open_games(), can_begin: false };
    let game = SenderGame { campaign: campaign.id().to_owned(), title: campaign.config.title.clone() };
    let (trouble, example) = (Some("rim-33".to_owned()), campaign.id().to_string());
    let which_game =
        About::GmWhichGame { games: vec![game], trouble, is_tournament: false, near: Some(example.clone()), example: Some(example) };
    let press = PressFacts { to_reader: false, others: Some(sample.name(true)), ..sample.press(false) };
    let press = About::GmPress { press, writer: campaign.writer(sample.other), is_anonymous: false };
    let broke_off = TroubleFacts::Broken { trouble: "attempt to add with overflow".to_owned() };
    let mut all = vec![
        SampleLetter::of(sample.letter_to_nobody(LetterKind::ToGm).on(sample.received()), from_player),
        SampleLetter::new("gm-message-stranger", sample.letter_of_host(LetterKind::ToGm).on(sample.received()), from_stranger),
        about_campaign(About::GmUnreadableFile("/home/referee/Maildir/new/3: Permission denied (os error 13)".to_owned())),
        SampleLetter::of(sample.letter_of_host(Verdict::UnknownCampaign).on(sample.received()), which_game),
        SampleLetter::of(sample.letter_to_nobody(LetterKind::Press), press),
        SampleLetter::of(sample.letter_of_host_about().on(sample.received()), About::GmQuarantine(broke_off)),
        about_campaign(About::GmHarm(sample.harm(Harm::Damaged { why: "the database is damaged: row 3 missing from index".to_owned() }))),
        SampleLetter::of(sample.letter_to_nobody(Verdict::Bounce), About::GmBounced(sample.bounced())),
        about_campaign(About::EditedSeats(sample.seat_edits())),
        SampleLetter::of(sample.letter_of_host(LetterKind::Notice), About::Trial),
    ];
    let losses = [
        Loss::Folder,
        Loss::Configuration,
        Loss::DatabaseMissing,
        Loss::JournalEmpty,
        Loss::SecretMissing,
        Loss::SecretForeign,
        Loss::SeedForeign,
    ];
    for what in losses.map(|what| Harm::Lost { what }) {
        let name = format!("gm-lost-{}", what.code());
        all.push(SampleLetter::new(&name, sample.letter_of_host_about(), About::GmHarm(sample.harm(what))));
    }
    for (name, what) in [("gone", HostHarm::Gone), ("damaged", HostHarm::Damaged { why: "ashpost.db.damaged-20261127T190000Z".to_owned() })]
    {
        let harmed = About::GmHostDatabase(sample.host_harm(what));
        all.push(SampleLetter::new(&format!("gm-host-database-{name}"), sample.letter_of_host(LetterKind::Notice), harmed));
    }
    for (name, trouble) in troubles(sample) {
        all.push(SampleLetter::new(&format!("gm-notice-{name}"), sample.letter_of_host_about(), About::GmNotice(trouble)));
    }
    all
}

fn troubles(sample: &Sample<'_>) -> [(&'static str, TroubleFacts); 7] {
    let refused = || "cannot send: the connection was refused".to_owned();
    let holder = LockHolder { process: Some(4711), since: Some(sample.world.now) };
    [
        ("undelivered", TroubleFacts::Sending(SendingTrouble::Undelivered { emails: 2, trouble: "refused: no such user".to_owned() })),
        ("unsent", TroubleFacts::Sending(SendingTrouble::Unsent { emails: 5, trouble: refused() })),
        ("hangs", TroubleFacts::Sending(SendingTrouble::Hangs { holder })),
        ("template", TroubleFacts::Template { trouble: "template shared/receipt.txt, line 3: no such helper".to_owned() }),
        ("broken", TroubleFacts::Broken { trouble: "attempt to add with overflow".to_owned() }),
        ("not-ready", TroubleFacts::NotReady { trouble: "campaign.toml:12:1: seat 3 has no address".to_owned(), others: 2 }),
        ("error", TroubleFacts::Error { trouble: "keys/secret: Permission denied (os error 13)".to_owned() }),
    ]
}
