//! Sample emails, each with the reading that is expected; every one is read with LF and with CRLF line ends.
//!
//! A golden is rewritten by `UPDATE=1 cargo test --test main mails::` and reviewed like code.

mod arrival;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use ashpost::post::Content;
use ashpost::post::tag::{self, TagSource};
use ashpost::post::{EmailLimits, Exceeded, Letter};
use proptest::prelude::*;

/// How an email is read; facts that are not given are empty.
#[derive(Debug, Default, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Facts {
    from: String,
    no_sender: String,
    /// Only compared where the case cares.
    subject: Option<String>,
    /// Only compared where the case cares; empty if an answer could name none.
    message_id: Option<String>,
    references: Option<Vec<String>>,
    /// `source campaign [seat] token`.
    tags: Vec<String>,
    noise: String,
    exceeded: String,
    /// `line command`.
    commands: Vec<String>,
    unread: Vec<String>,
    /// `first-line name`.
    attachments: Vec<String>,
    failed: Vec<String>,
    orders: String,
}

fn facts(raw: &[u8], wanted: &Facts) -> Facts {
    let letter = Letter::read(raw);
    let content = Content::of(&letter);
    let origins = letter.orders.origins.iter();
    Facts {
        from: letter.from.as_ref().map(ToString::to_string).unwrap_or_default(),
        no_sender: letter.from.as_ref().err().map(ToString::to_string).unwrap_or_default(),
        subject: wanted.subject.as_ref().map(|_| letter.subject.clone()),
        message_id: wanted.message_id.as_ref().map(|_| letter.message_id.as_ref().map(ToString::to_string).unwrap_or_default()),
        references: wanted.references.as_ref().map(|_| letter.references.iter().map(ToString::to_string).collect()),
        tags: tag::find(&letter).iter().map(tag_as_text).collect(),
        noise: letter.noise.as_ref().map(|noise| format!("{noise:?}")).unwrap_or_default(),
        exceeded: letter.exceeded.map(|exceeded| format!("{exceeded:?}")).unwrap_or_default(),
        commands: content.commands.iter().map(|(line, command)| format!("{line} {command:?}")).collect(),
        unread: letter.unread.clone(),
        attachments: origins.filter_map(|origin| Some(format!("{} {}", origin.line, origin.attachment.as_deref()?))).collect(),
        failed: letter.failed_recipients.iter().map(ToString::to_string).collect(),
        orders: if content.has_no_orders() { String::new() } else { content.orders },
    }
}

fn tag_as_text(tag: &tag::Tag) -> String {
    let source = match tag.source {
        TagSource::FirstLine => "first-line",
        TagSource::Subject => "subject",
        TagSource::SubAddress => "sub-address",
    };
    let seat = tag.seat.map(|seat| format!(" {seat}")).unwrap_or_default();
    let token = tag.token.as_ref().map_or("-".to_owned(), ToString::to_string);
    format!("{source} {}{seat} {token}", tag.campaign)
}

/// One door for every case: the reading with both line ends, or how it differs from what is wanted.
fn check(raw: &[u8], wanted: &Facts) -> Result<(), String> {
    for (ends, raw) in [("LF", with_lf(raw)), ("CRLF", with_crlf(raw))] {
        let found = facts(&raw, wanted);
        if found != *wanted {
            return Err(format!("with {ends}\n  wanted {wanted:#?}\n  found  {found:#?}"));
        }
    }
    Ok(())
}

fn with_lf(raw: &[u8]) -> Vec<u8> {
    let mut lf = raw.to_vec();
    lf.retain(|byte| *byte != b'\r');
    lf
}

fn with_crlf(raw: &[u8]) -> Vec<u8> {
    with_lf(raw).iter().flat_map(|byte| if *byte == b'\n' { vec![b'\r', b'\n'] } else { vec![*byte] }).collect()
}

fn samples() -> BTreeMap<PathBuf, Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/mails");
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    paths
        .filter(|path| path.extension().is_some_and(|extension| extension == "eml"))
        .map(|path| (path.clone(), fs::read(path).unwrap()))
        .collect()
}

#[test]
fn every_sample_is_read_as_it_should_be() {
    let mut wrong = Vec::new();
    for (path, raw) in samples() {
        let golden = path.with_extension("toml");
        let text = fs::read_to_string(&golden).unwrap_or_default();
        let wanted: Facts = toml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", golden.display()));
        if let Err(difference) = check(&raw, &wanted) {
            if std::env::var_os("UPDATE").is_some() {
                let comment = text.lines().next().unwrap_or("").to_owned();
                fs::write(&golden, format!("{comment}\n{}", toml::to_string_pretty(&facts(&raw, &wanted)).unwrap())).unwrap();
            }
            wrong.push(format!("{}: {difference}", path.file_name().unwrap().to_string_lossy()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert!(samples().len() >= 45, "samples are missing");
}

#[test]
fn the_checker_notices_every_wrong_fact() {
    let raw = samples().into_iter().find(|(path, _)| path.ends_with("commands.eml")).unwrap().1;
    let right = facts(&raw, &Facts::default());
    check(&raw, &right).unwrap();
    let wrongs: [fn(&mut Facts); 6] = [
        |facts| facts.from = "Ben".to_owned(),
        |facts| facts.tags.clear(),
        |facts| facts.noise = "ListId".to_owned(),
        |facts| facts.commands.truncate(1),
        |facts| facts.orders.push_str("BUILD 9 FI ON 1\n"),
        |facts| facts.unread.push("x".to_owned()),
    ];
    for (index, make_wrong) in wrongs.iter().enumerate() {
        let mut wrong = right.clone();
        make_wrong(&mut wrong);
        assert!(check(&raw, &wrong).is_err(), "mistake {index} went unnoticed");
    }
}

#[test]
fn the_same_mail_delivered_twice_is_one_and_another_body_is_another() {
    for (path, raw) in samples() {
        let print = |raw: &[u8]| Letter::read(raw).fingerprint;
        let once = print(&with_lf(&raw));
        assert_eq!(once, print(&with_crlf(&raw)), "{}", path.display());
        assert_ne!(once, print(&[raw.as_slice(), b"more\n"].concat()), "{}", path.display());
        if raw.starts_with(b"From:") {
            let again = [b"Received: from mx.example\n\tby pbem.example; today\n".as_slice(), &raw].concat();
            assert_eq!(once, print(&again), "{}", path.display());
        }
    }
}

#[test]
fn without_a_message_id_the_date_tells_two_mails_apart() {
    let mail = |day: &str| Letter::read(format!("From: ann@player.example\nDate: {day}\n\nSTATUS\n").as_bytes()).fingerprint;
    assert_eq!(mail("Monday"), mail("Monday"));
    assert_ne!(mail("Monday"), mail("Tuesday"));
}

const HEADER: &str = "From: ann@player.example\nSubject: [ashpost rim-3 4F7KQ2ZXM3ABCDE5]\n";

const QUOTED: &str = "Content-Transfer-Encoding: quoted-printable\n";

/// A letter that is too much can still be answered: who wrote it and for which campaign is known.
fn check_exceeded(raw: &str, expected: Exceeded) {
    let letter = Letter::read(raw.as_bytes());
    assert_eq!(letter.exceeded, Some(expected));
    assert_eq!(letter.from.as_ref().unwrap().address.as_str(), "ann@player.example");
    assert_eq!(&*tag::find(&letter)[0].campaign, "rim-3");
    assert!(letter.orders.line_count() <= EmailLimits::default().lines);
}

#[test]
fn what_is_too_much_is_told_and_can_be_answered() {
    let line = "BUILD 3 FI ON 1\n";
    check_exceeded(&format!("{HEADER}\n{}", line.repeat(20_000)), Exceeded::Size { at_most: 256 * 1024 });
    check_exceeded(&format!("{HEADER}\n{}", line.repeat(2_001)), Exceeded::Lines { count: 2_001, at_most: 2_000 });
    let part = "--b\nContent-Disposition: attachment; filename=\"a.bin\"\n\nx\n";
    let many = format!("{HEADER}Content-Type: multipart/mixed; boundary=b\n\n{}", part.repeat(11));
    check_exceeded(&many, Exceeded::Attachments { count: 11, at_most: 10 });
    let deep: String = (0..50).map(|depth| format!("Content-Type: multipart/mixed; boundary=b{depth}x\n\n--b{depth}x\n")).collect();
    check_exceeded(&format!("{HEADER}{deep}\nBUILD 3 FI ON 1\n"), Exceeded::Depth { at_most: 8 });
    check_exceeded(&format!("{HEADER}Content-Type: text/html\n\n{}", "<div>".repeat(6_000)), Exceeded::Depth { at_most: 8 });
    assert_eq!(Letter::read(format!("{HEADER}\n{}", line.repeat(2_000)).as_bytes()).exceeded, None);
}

/// Sources that made other readers recurse, or grow far beyond the size of the source.
#[test]
fn hostile_mails_cost_no_more_than_others() {
    let fill = |text: &str| text.repeat(250_000 / text.len());
    // A header is read up to 64 KiB.
    let fill_header = |text: &str| text.repeat(60_000 / text.len());
    let html = |text: &str| format!("{HEADER}Content-Type: text/html\n\n{}", fill(text));
    let mails = [
        format!("{HEADER}{}", fill("Content-Type: message/rfc822\n\n")),
        format!("{HEADER}Content-Type: multipart/mixed; boundary=b\n\n{}", fill("--b\n\n")),
        // mail-parser would decode these, and own their parts, recursively.
        format!(
            "{HEADER}Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: message/rfc822\n{QUOTED}\n{}",
            fill("Content-Type: message/rfc822\n\n")
        ),
        format!("{HEADER}{QUOTED}{}", fill("Content-Type: message/rfc822\n\n")),
        // It would look for the end of each of these up to the end of the email.
        format!("{HEADER}Content-Type: multipart/mixed; boundary=b\n\n{}", fill("--b\nContent-Type: multipart/mixed; boundary=q\n\n")),
        html("<div>"),
        html(&format!("{}{}", "<div>x".repeat(1_000), " ".repeat(244_000))),
        html(&format!("{}{}", "<b id=1><p>x<i id=2>".repeat(1_000), " ".repeat(230_000))),
        html(&format!("{}{}", "<blockquote>x".repeat(400), " ".repeat(244_000))),
        html("<blockquote>x"),
        html("<b id=1><p>"),
        html("<script>"),
        html("<!--"),
        html("&"),
        html("<a b=\""),
        format!("{HEADER}\n{}", fill("--\n")),
        format!("{HEADER}\n{}", fill("-- \n")),
        format!("{HEADER}\n{}", fill("Diary x\n> y\n")),
        format!("{HEADER}\n{}", fill("PRESS TO 2 \"x\n>\n")),
        format!("{HEADER}\n{}", fill("*_")),
        format!("{HEADER}Content-Type: text/plain; format=flowed\n\n{}", fill(&format!("{} \n", "x".repeat(70)))),
        html("<div hidden>"),
        html("<p style=font-size:0>"),
        html("<"),
        format!("{HEADER}\n{}{}", fill("\n"), fill(">\n")),
        format!("{HEADER}\n{}", fill("ANNOUNCE x\n")),
        format!("{HEADER}\n{}", fill("GM: x\n")),
        format!("{HEADER}\n{}", fill("\n")),
        format!("{HEADER}\n{}", fill("On x\n> y\n")),
        format!("Subject: {}\n\n", fill_header("[ashpost ")),
        format!("To: {}\n\n", fill_header("a@b, ")),
        format!("Subject: {}\n\n", fill_header("=?utf-8?q?a?= ")),
        format!("Content-Type: text/plain; {}\n\n", fill_header("a*0=b;")),
        format!("{HEADER}{}\n", fill_header(" \n")),
        format!("From: {}\n\n", fill_header("(")),
        format!("References: {}\n\n", fill_header("<a@b> ")),
        fill("a:\n"),
    ];
    for mail in &mails {
        let letter = Letter::read(mail.as_bytes());
        let content = Content::of(&letter);
        assert!(content.orders.len() <= 2 * mail.len(), "{:.60}", mail);
        assert!(tag::find(&letter).len() <= 8);
    }
}

/// Checks that everything that is read keeps its promises.
fn read_all(raw: &[u8]) {
    let letter = Letter::read(raw);
    let content = Content::of(&letter);
    assert_eq!(content.orders.lines().count(), letter.orders.line_count());
    assert!(!letter.orders.text.contains(|letter: char| letter.is_control() && letter != '\n'));
    assert!(!letter.subject.contains(char::is_control));
    let mailboxes = letter.from.iter().chain(&letter.reply_to).chain(&letter.to).chain(&letter.cc).chain(&letter.delivered_to);
    mailboxes.for_each(|mailbox| assert!(!mailbox.to_string().contains(char::is_control)));
    letter.failed_recipients.iter().for_each(|address| assert!(address.as_str().is_ascii()));
    tag::find(&letter);
    Letter::of_order_file(raw, None, &EmailLimits::default());
}

proptest! {
    #[test]
    fn arbitrary_bytes_are_a_letter(raw in proptest::collection::vec(any::<u8>(), 0..2_000)) {
        read_all(&raw);
    }

    #[test]
    fn arbitrary_text_is_a_letter(raw in "(From: .{0,20}\n)?(Subject: .{0,40}\n)?(Content-Type: text/html\n)?\n(.{0,40}\n){0,20}") {
        read_all(raw.as_bytes());
    }

    #[test]
    fn blocks_keep_the_number_of_every_line(
        lines in proptest::collection::vec(
            prop::sample::select(vec![
                "TURN 1", "Turn 2:", "END", "GM", "GM: hi", "ANNOUNCE", "ANNOUNCE \"x\"", "STANDING", "PRESS TO ALL", "APPEND", "READY",
                "BUILD 1 FI ON 1", "NOTE \"a", "b\"", "", "ORDERS rim-3", "Cheers",
            ]),
            0..14,
        ),
    ) {
        let content = ashpost::post::split(&lines.join("\n"));
        let count = lines.join("\n").lines().count();
        for open in [None, Some(1), Some(2)] {
            let content = content.for_open_turn(open);
            prop_assert_eq!(content.orders.lines().count(), count);
            for (line, kept) in lines.iter().zip(content.orders.lines()) {
                prop_assert!(kept.is_empty() || kept == *line, "{kept:?} stands where {line:?} stood");
            }
            prop_assert!(content.commands.iter().all(|(line, _)| (1..=count as u32).contains(line)));
        }
    }

    #[test]
    fn a_damaged_sample_is_a_letter(
        sample in any::<prop::sample::Index>(),
        cuts in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0_usize..40), 1..8),
    ) {
        let samples = samples();
        let mut raw = samples.values().nth(sample.index(samples.len())).unwrap().clone();
        for (place, byte, length) in cuts {
            let at = place.index(raw.len().max(1)).min(raw.len());
            let end = (at + length).min(raw.len());
            match byte % 3 {
                0 => drop(raw.splice(at..end, [byte])),
                1 => raw.insert(at, byte),
                _ => raw.extend_from_within(at..end),
            }
        }
        read_all(&raw);
    }
}
