//! Sample letters that nobody has asked for: about time, seats, seals, and to game masters.

use super::answers::NEW_ADDRESS;
use super::game::Sample;
use super::sample_letter::SampleLetter;
use super::two::about_games_of_two;
use crate::engine::Decision;
use crate::office::answers::asked;
use crate::office::cabinet::error::DeskError;
use crate::office::letters::absence_facts::AbsenceFacts;
use crate::office::letters::facts::SealFacts;
use crate::office::letters::joining::{AddressFacts, ApplicantFacts};
use crate::office::letters::model::LetterModel;
use crate::office::seats::Occasion;
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
    EndFacts { winner: Some(sample.name(false)), several: false, rule: String::new(), decision: Decision::Played, decided: None }
}

fn about_time(sample: &mut Sample<'_>) -> Result<Vec<SampleLetter>, DeskError> {
    let with = |mut model: LetterModel, tell: &dyn Fn(&mut LetterModel)| {
        tell(&mut model);
        model
    };
    let mut all = Vec::new();
    let has_bank = sample.desk.campaign.config.schedule.bank().is_some();
    let stages: &[&str] = match sample.desk.campaign.alternates() {
        true if has_bank => &["last"],
        true => &["deadline", "reserve", "last"],
        false => &["deadline"],
    };
    for stage in stages {
        let mut model = sample.letter("reminder");
        model.told.stage = Some(stage);
        if let Some(clock) = model.heading.clock.as_mut().filter(|_| *stage != "deadline" && !has_bank) {
            (clock.running, clock.deadline_in) = (Running::Reserve, None);
        }
        model.told.notices = sample.desk.campaign.notices(&sample.desk.store.look()?, 0, Some(sample.reader), Occasion::Report)?;
        all.push(SampleLetter::new(&format!("reminder-{stage}"), "shared/reminder.txt", model));
    }
    if sample.desk.campaign.alternates() {
        let offer = sample.consent("offered");
        let model = with(sample.letter("notice"), &|model| model.done.consent = Some(offer.clone()));
        all.push(SampleLetter::new("consent-notice", "shared/consent-notice.txt", model));
        let asked = sample.takeback("asked");
        let model = with(sample.letter("notice"), &|model| model.done.takeback = Some(asked.clone()));
        all.push(SampleLetter::new("takeback-notice", "shared/takeback-notice.txt", model));
        for (name, is_back) in [("absence-notice", false), ("absence-notice-back", true)] {
            let absence = sample.absence(false, is_back);
            all.push(SampleLetter::new(
                name,
                "shared/absence-notice.txt",
                with(sample.letter("absence"), &|model| model.done.absence = Some(absence.clone())),
            ));
        }
    } else {
        for verdict in ["left-entered", "left-unread", "standing"] {
            let mut model = sample.letter(verdict);
            model.sheet = sample.sheet(false)?;
            all.push(SampleLetter::new(&format!("left-entered-{verdict}"), "shared/left-entered.txt", model));
        }
        for (name, hours) in [("early-notice", Some(1)), ("early-notice-off", None)] {
            let model = with(sample.letter("notice"), &|model| {
                model.done.early = hours.map(|hours| sample.deadline(hours));
                model.done.writer = sample.desk.campaign.seat_facts(sample.other);
            });
            all.push(SampleLetter::new(name, "shared/early-notice.txt", model));
        }
    }
    let announced = with(sample.letter("notice"), &|model| model.told.announcement = Some("Happy holidays!\n\nIda".to_owned()));
    all.push(SampleLetter::of("shared/broadcast.txt", announced));
    for (name, is_anonymous) in [("press", false), ("press-anonymous", true)] {
        let model = with(sample.letter("press"), &|model| {
            model.told.press = Some(sample.press(is_anonymous));
            model.done.writer = sample.desk.campaign.seat_facts(sample.other).filter(|_| !is_anonymous);
        });
        all.push(SampleLetter::new(name, "shared/press.txt", model));
    }
    for (name, asked) in [("absence-granted", false), ("absence-denied", true)] {
        let absence = AbsenceFacts { asked, ..sample.absence(true, false) };
        let model = with(sample.letter("absence"), &|model| model.done.absence = Some(absence.clone()));
        all.push(SampleLetter::new(name, "shared/absence-decided.txt", model));
    }
    let mut model = sample.letter("notice");
    model.heading.seat = None;
    model.office.asked_absence = Some(sample.asked_absence());
    all.push(SampleLetter::of("shared/gm-absence.txt", model));
    all.push(SampleLetter::of(
        "shared/vote-proposed.txt",
        with(sample.letter("notice"), &|model| model.told.proposal = Some(sample.proposal())),
    ));
    for result in ["failed", "lapsed", "withdrawn", "moot"] {
        let model = with(sample.letter("notice"), &|model| model.told.decision = Some(sample.decision(result)));
        all.push(SampleLetter::new(&format!("vote-closed-{result}"), "shared/vote-closed.txt", model));
    }
    let of_players = ["agreed-pause", "agreed-resume", "agreed-extension"];
    for what in ["paused", "resumed", "outage", "clock", "late-reports", "sent-again", "charged", "extended"].into_iter().chain(of_players)
    {
        let model = with(sample.letter("notice"), &|model| {
            model.told.time = Some(sample.time(what));
            model.told.decision = of_players.contains(&what).then(|| sample.decision("passed"));
        });
        all.push(SampleLetter::new(&format!("time-notice-{what}"), "shared/time-notice.txt", model));
    }
    let edited = with(sample.letter("notice"), &|model| model.told.edit_reason = Some("The map had a wrong owner.".to_owned()));
    all.push(SampleLetter::of("shared/edited.txt", edited));
    for what in ["back", "forward"] {
        let model = with(sample.letter("notice"), &|model| model.told.rolled = Some(sample.rolled(what)));
        all.push(SampleLetter::new(&format!("rolled-{what}"), "shared/rolled.txt", model));
    }
    Ok(all)
}

/// What becomes of requests without a seat, as their template tells them apart.
const REQUESTS: [&str; 13] = [
    "joined",
    "waits",
    "asked-gm",
    "observes",
    "left",
    "moved-up",
    "begun",
    "not-listed",
    "plays-already",
    "no-name",
    "name-taken",
    "unreliable",
    "no-code",
];

/// A letter about an address that a player wants.
fn asked_address(mut model: LetterModel) -> LetterModel {
    model.done.new_address = Some(AddressFacts { address: NEW_ADDRESS.to_owned(), state: "asked", days: 7 });
    model
}

/// What people without a seat are told.
fn about_joining(sample: &Sample<'_>) -> Vec<SampleLetter> {
    let of = |what| {
        let mut model = sample.letter_of_host("asked");
        model.answered.received = Some(sample.received());
        model.office.open_games = sample.open_games();
        model.office.offers = vec![sample.table()];
        model.office.request = Some(sample.request(what));
        model
    };
    let mut full = LetterModel::of_host_about(&sample.desk.campaign.host, sample.desk.campaign.id());
    full.office.full = Some(sample.full());
    let mut daily = sample.letter_of_host("digest");
    daily.told.digest = Some(sample.digest());
    let mut all = vec![
        SampleLetter::of("shared/games.txt", of("games")),
        SampleLetter::of("shared/gm-full.txt", full),
        SampleLetter::of("shared/digest.txt", daily),
    ];
    for (name, seat) in [("gm-applicant", None), ("gm-applicant-seated", Some(sample.other))] {
        let mut model = sample.letter_to_nobody("seat-taken");
        let vacant = vec![sample.other];
        model.office.applicant =
            Some(ApplicantFacts { name: "Greta".to_owned(), address: "greta@player.example".to_owned(), seat, vacant });
        all.push(SampleLetter::new(name, "shared/gm-applicant.txt", model));
    }
    let mut observed = sample.letter_to_nobody("observed");
    (observed.told.observed, observed.told.answers) = (Some(2), vec!["The Rim, turn 2: the public report.\n".to_owned()]);
    all.push(SampleLetter::of("shared/observed.txt", observed));
    for what in ["join", "leave", "observe"] {
        let mut model = of(what);
        model.heading.subject_tag = "[confirm ABCDEFGHIJKIMNOP]".to_owned();
        all.push(SampleLetter::new(&format!("confirm-request-{what}"), "shared/confirm-request.txt", model));
    }
    all.extend(about_games_of_two(sample));
    for what in REQUESTS {
        all.push(SampleLetter::new(&format!("request-{what}"), "shared/request.txt", of(what)));
    }
    all
}

fn about_seats(sample: &mut Sample<'_>) -> Result<Vec<SampleLetter>, DeskError> {
    let with = |mut model: LetterModel, by_mail| {
        model.done.seat_act = Some(sample.seat_act(by_mail));
        model
    };
    let mut all = vec![
        SampleLetter::of("shared/new-token.txt", with(sample.letter("new-token"), false)),
        SampleLetter::of("shared/token-elsewhere.txt", sample.letter_to_nobody("answered")),
        SampleLetter::new("address-changed-new", "shared/address-changed.txt", with(sample.letter("new-address"), false)),
        SampleLetter::new("address-changed-old", "shared/address-changed.txt", with(sample.letter_to_nobody("old-address"), false)),
        SampleLetter::new("address-changed-undone", "shared/address-changed.txt", with(sample.letter("undone-address"), false)),
        SampleLetter::new("address-changed-old-by-mail", "shared/address-changed.txt", with(sample.letter_to_nobody("old-address"), true)),
        SampleLetter::of("shared/confirm-address.txt", asked_address(sample.letter_to_nobody("confirm-address"))),
        SampleLetter::of("shared/new-secret.txt", sample.letter("new-secret")),
    ];
    // The seat goes from the one player to the other.
    let handed_over = |mut model: LetterModel| {
        let mut act = sample.seat_act(false);
        act.before = sample.name(false);
        model.done.seat_act = Some(act);
        model
    };
    let mut welcome = handed_over(sample.letter("welcome"));
    let farewell = handed_over(sample.letter_to_nobody("farewell"));
    welcome.told.answers.push(asked::report(&sample.desk.campaign, &sample.desk.store.look()?, sample.reader, None)?);
    all.push(SampleLetter::of("shared/farewell.txt", farewell));
    all.push(SampleLetter::of("shared/welcome.txt", welcome));
    Ok(all)
}

fn about_seals(sample: &Sample<'_>) -> Vec<SampleLetter> {
    let (mut reveal, mut closed) = (sample.letter("reveal-now"), sample.letter("gm-closed"));
    let seal = sample.seal();
    closed.told.seal = Some(SealFacts { fixed: seal.fixed.clone(), ..SealFacts::default() });
    reveal.told.seal = Some(SealFacts { found: None, lines: String::new(), fixed: Vec::new(), ..seal });
    vec![SampleLetter::of("shared/reveal-now.txt", reveal), SampleLetter::of("shared/gm-closed.txt", closed)]
}

fn to_game_masters(sample: &Sample<'_>) -> Vec<SampleLetter> {
    let troubled = |mut model: LetterModel, trouble: &str| {
        model.answered.trouble = Some(trouble.to_owned());
        model
    };
    let harmed = |mut model: LetterModel, what| {
        model.office.harm = Some(sample.harm(what));
        model
    };
    let about = || LetterModel::of_host_about(&sample.desk.campaign.host, sample.desk.campaign.id());
    let mut from_player = sample.letter_to_nobody("to-gm");
    from_player.answered.received = Some(sample.received());
    from_player.done.writer = sample.desk.campaign.seat_facts(sample.reader);
    from_player.done.forwarded = Some(sample.forwarded());
    let mut from_stranger = sample.letter_of_host("to-gm");
    from_stranger.answered.received = Some(sample.received());
    from_stranger.done.forwarded = Some(sample.forwarded());
    from_stranger.office.open_games = sample.open_games();
    let mut press = sample.letter_to_nobody("press");
    press.told.press = Some(PressFacts { to_reader: false, others: Some(sample.name(true)), ..sample.press(false) });
    press.done.writer = sample.desk.campaign.seat_facts(sample.other);
    let mut quarantine = troubled(about(), "the program broke off here, which is a mistake in it: attempt to add with overflow");
    quarantine.answered.received = Some(sample.received());
    let mut bounced = sample.letter_to_nobody("bounce");
    bounced.office.bounced = Some(sample.bounced());
    let mut edits = about();
    edits.office.seat_edits = sample.seat_edits();
    let mut all = vec![
        SampleLetter::of("shared/gm-message.txt", from_player),
        SampleLetter::new("gm-message-stranger", "shared/gm-message.txt", from_stranger),
        SampleLetter::of("shared/gm-notice.txt", troubled(about(), "no message could be sent: the connection was refused")),
        SampleLetter::of(
            "shared/gm-unreadable-file.txt",
            troubled(about(), "/home/referee/Maildir/new/3: Permission denied (os error 13)"),
        ),
        SampleLetter::of("shared/gm-press.txt", press),
        SampleLetter::of("shared/gm-quarantine.txt", quarantine),
        SampleLetter::of("shared/gm-damaged.txt", harmed(about(), "damaged")),
        SampleLetter::of("shared/gm-bounced.txt", bounced),
        SampleLetter::of("shared/edited-seats.txt", edits),
        SampleLetter::of("shared/trial.txt", sample.letter_of_host("notice")),
    ];
    for what in ["folder", "configuration", "database-missing", "journal-empty", "secret-missing", "secret-foreign"] {
        all.push(SampleLetter::new(&format!("gm-lost-{what}"), "shared/gm-lost.txt", harmed(about(), what)));
    }
    for what in ["gone", "damaged"] {
        all.push(SampleLetter::new(
            &format!("gm-host-database-{what}"),
            "shared/gm-host-database.txt",
            harmed(sample.letter_of_host("notice"), what),
        ));
    }
    all
}
