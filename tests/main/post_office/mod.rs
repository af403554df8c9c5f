//! Email on its way through the house: written, sent to files, commands and servers, delivered, found, kept.

mod killed;
mod sendmail;
mod smtp;

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use ashpost::campaign::Noise;
use ashpost::campaign::token::Token;
use ashpost::engine::Seat;
use ashpost::post::outgoing::{Attachment, FileKind, InlinePicture, Label, Message, Origin, Outgoing, compose, readdressed};
use ashpost::post::source::{FoundKind, folder, maildir};
use ashpost::post::tag;
use ashpost::post::transport::{FileTransport, SendError, Transport};
use ashpost::post::{Address, Inside, Letter, Mailbox, MessageId};
use chrono::{DateTime, Utc};
use proptest::prelude::*;

use crate::common::{House, install_script};

const CAP: usize = 1_000;

fn at(seconds: i64) -> DateTime<Utc> {
    DateTime::from_timestamp(1_795_204_800 + seconds, 0).unwrap()
}

fn mailbox(name: &str, address: &str) -> Mailbox {
    Mailbox::new(name, Address::new(address).unwrap())
}

fn report() -> Outgoing {
    Outgoing {
        message_id: MessageId::of(&["rim-3", "4", "2", "report"], "pbem.example"),
        date: at(0),
        from: mailbox("Rim der Welten – Züge", "games@pbem.example"),
        to: mailbox("Ann Player", "ann@player.example"),
        reply_to: Some(mailbox("", "games+rim-3.4F7KQ2ZXM3ABCDE5@pbem.example")),
        references: ["rim-3.3.2.report.ashpost@pbem.example", "m1@player.example"].map(|id| MessageId::new(id).unwrap()).to_vec(),
        list_unsubscribe: None,
        list_id: Some(Label::new("rim-3.pbem.example")),
        host_key: None,
        message: Message {
            subject: "[ashpost rim-3 4F7KQ2ZXM3ABCDE5] Turn 4: Zürich fällt, your orders please until Friday, 20:00".to_owned(),
            origin: Origin::Calendar,
            text: "Planet Zürich (4) fell.\n\nFrom here on you are alone.\n.\n-- \nThe Game Master\n".to_owned(),
            html: Some("<p>Planet Zürich (4) fell.</p><img src=\"cid:map\">\n".to_owned()),
            pictures: vec![InlinePicture { content_id: Label::new("map"), png: vec![0x89, b'P', b'N', b'G', 0, 255] }],
            attachments: vec![Attachment {
                name: "turn 4 – Züge.orders".to_owned(),
                kind: FileKind::Text,
                bytes: b"BUILD 3 FI ON 1\n".to_vec(),
            }],
        },
    }
}

#[test]
fn a_report_is_written_byte_for_byte_as_reviewed() {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/outgoing/report.eml");
    let raw = compose(&report());
    if std::env::var_os("UPDATE").is_some() {
        fs::create_dir_all(golden.parent().unwrap()).unwrap();
        fs::write(&golden, &raw).unwrap();
    }
    assert_eq!(String::from_utf8(raw).unwrap(), String::from_utf8(fs::read(golden).unwrap()).unwrap());
}

#[test]
fn what_we_write_is_what_others_read() {
    let raw = compose(&report());
    let letter = Letter::read(&raw);
    assert_eq!(letter.from.as_ref().unwrap().to_string(), "Rim der Welten – Züge <games@pbem.example>");
    assert_eq!(letter.to[0].to_string(), "Ann Player <ann@player.example>");
    assert_eq!(letter.subject, report().message.subject);
    assert_eq!(letter.message_id, Some(report().message_id));
    assert_eq!(letter.references, report().references);
    assert_eq!(letter.noise, Some(Noise::OurOwnLoop));
    assert_eq!(tag::find(&letter)[0].token, Token::read("4F7KQ2ZXM3ABCDE5"));
    assert_eq!(letter.orders.text, "Planet Zürich (4) fell.\n\nFrom here on you are alone.\n.\nBUILD 3 FI ON 1\n");
    assert_eq!(letter.orders.origins[1].attachment.as_deref(), Some("turn 4 – Züge.orders"));
    let text = String::from_utf8(raw).unwrap();
    assert!(text.lines().all(|line| line.len() <= 78), "a line is too long");
    assert!(text.split("\r\n").all(|line| !line.contains('\n') && line.is_ascii()), "lines end in CRLF and are ASCII");
}

#[test]
fn an_email_for_another_address_is_the_same_but_for_that() {
    let raw = compose(&report());
    let moved = readdressed(&raw, &Address::new("ann@new.example").unwrap());
    let (before, after) = (Letter::read(&raw), Letter::read(&moved));
    assert_eq!((after.to.len(), after.to[0].to_string().as_str()), (1, "ann@new.example"));
    let inside = Inside { to: before.to.clone(), ..after.inside.clone() };
    assert_eq!(format!("{:?}", Letter { inside, ..after }), format!("{before:?}"));
    assert!(!String::from_utf8(moved).unwrap().contains("ann@player.example"));
}

#[test]
fn a_plain_answer_has_one_part() {
    let answer = Outgoing {
        message: Message::plain("Turn 4".to_owned(), "Your orders are here.\n".to_owned(), Origin::Reply),
        list_unsubscribe: None,
        list_id: None,
        host_key: None,
        reply_to: None,
        references: Vec::new(),
        ..report()
    };
    let raw = String::from_utf8(compose(&answer)).unwrap();
    assert!(raw.contains("Auto-Submitted: auto-replied\r\n") && !raw.contains("multipart"), "{raw}");
    assert!(!raw.contains("In-Reply-To") && !raw.contains("List-Id"), "{raw}");
}

#[test]
fn nothing_that_a_player_names_begins_a_header() {
    let mut mail = report();
    mail.message.subject = "Hi\r\nBcc: ben@player.example".to_owned();
    mail.from = mailbox("x\r\nBcc: ben@player.example", "games@pbem.example");
    mail.list_id = Some(Label::new("rim-3>\r\nBcc: ben@player.example"));
    mail.message.attachments[0].name = "a\"\r\nX-Evil: yes".to_owned();
    let raw = String::from_utf8(compose(&mail)).unwrap();
    assert!(!raw.contains("\nBcc:") && !raw.contains("\nX-Evil"), "{raw}");
}

/// Every address can be written, is accepted by lettre for an SMTP envelope, and is read back as the same one.
fn check_address(address: &Address, name: &str) {
    let text = address.as_str();
    let envelope: lettre::Address = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!((envelope.to_string().as_str(), envelope.user(), envelope.domain()), (text, address.local_part(), address.domain()));
    assert_eq!(Address::new(text).map(|again| again.to_string()).as_deref(), Ok(text), "its text is its own spelling");
    assert!(!text.starts_with('-') && text.bytes().all(|byte| matches!(byte, b' '..=b'~')), "{text}");
    let mail = Outgoing { to: Mailbox::new(name, address.clone()), from: Mailbox::new(name, address.clone()), ..report() };
    let letter = Letter::read(&compose(&mail));
    assert_eq!((letter.from.as_ref().unwrap().address.as_str(), letter.to.len()), (text, 1), "{letter:?}");
    assert_eq!((letter.to[0].address.as_str(), letter.to[0].name()), (text, mail.to.name()));
    assert_eq!(letter.reply_to.len(), 1);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn every_address_can_be_written_and_read_again(
        local in "[ -~]{0,70}|[a-z.]{1,20}|\"[ -~]{0,30}\"|\\PC{1,10}",
        host in "[a-z0-9._-]{0,80}|(a{1,70}\\.){0,5}[a-z]{0,5}|[ -~]{0,20}|\\PC{1,12}|[a-zäöü例え]{1,8}\\.example",
        name in "\\PC{0,40}|.{0,300}",
    ) {
        if let Ok(address) = Address::new(&format!("{local}@{host}")) {
            check_address(&address, &name);
        }
        if let Some(address) = Address::new("the..games@pbem.example").unwrap().with_detail(&local) {
            check_address(&address, &name);
        }
    }

    #[test]
    fn every_message_id_can_be_written_and_read_again(text in "[ -~]{0,20}@[ -~]{0,20}|[!-;=?-~]{1,600}|\\PC{0,30}", domain in "\\PC{0,600}") {
        let own = MessageId::of(&["rim-3", &text], &domain);
        let ids: Vec<MessageId> = MessageId::new(&text).into_iter().chain([own.clone()]).collect();
        let mail = Outgoing { message_id: own, references: ids, ..report() };
        let letter = Letter::read(&compose(&mail));
        prop_assert_eq!((letter.inside.message_id, letter.inside.references), (Some(mail.message_id), mail.references));
    }
}

#[test]
fn addresses_of_phone_providers_can_be_written() {
    for spelling in
        ["taro..yamada@docomo.example", "taro.@docomo.example", ".taro@docomo.example", "\"a \\\" b\"@docomo.example", "root@localhost"]
    {
        check_address(&Address::new(spelling).unwrap(), "Taro Yamada");
        check_address(&Address::new(spelling).unwrap(), "");
    }
}

#[test]
fn a_delivered_mail_is_found_read_and_kept() {
    let root = tempfile::tempdir().unwrap();
    maildir::deliver(root.path(), b"second", at(9), "b").unwrap();
    maildir::deliver(root.path(), b"first", at(5), "z/../z").unwrap();
    maildir::deliver(root.path(), &[b'x'; 2 * CAP], at(9), "c").unwrap();
    fs::write(root.path().join("new/.hidden"), "x").unwrap();
    let scan = maildir::scan(root.path());
    assert!(scan.unreadable.is_empty() && scan.unlisted.is_none(), "{scan:?}");
    let order: Vec<_> = scan.found.iter().map(|found| (found.received(), found.read(CAP).unwrap().unwrap().len())).collect();
    assert_eq!(order, [(at(5), 5), (at(9), 6), (at(9), CAP + 1)]);
    let kept = maildir::keep(&scan.found[0], None).unwrap();
    assert!(kept.ends_with("cur/1795204805.z-..-z.ashpost:2,S") && kept.exists(), "{}", kept.display());
    maildir::keep(&scan.found[0], None).expect("what is kept already is fine");
    assert_eq!(maildir::scan(root.path()).found.len(), 2);
    assert_eq!(fs::read_dir(root.path().join("tmp")).unwrap().count(), 0);
}

#[test]
fn a_sealed_copy_replaces_what_a_run_left_of_it_and_no_readable_one() {
    let root = tempfile::tempdir().unwrap();
    maildir::deliver(root.path(), b"plain", at(1), "m1").unwrap();
    let found = maildir::scan(root.path()).found.remove(0);
    let kept = root.path().join("cur/1795204801.m1.ashpost:2,S");
    fs::write(&kept, "sea").unwrap();
    assert_eq!(maildir::keep(&found, Some(b"sealed")).unwrap(), kept);
    assert_eq!(fs::read(&kept).unwrap(), b"sealed");
    assert_eq!(fs::metadata(&kept).unwrap().modified().unwrap(), at(1).into());
    assert!(!found.path.exists() && fs::read_dir(kept.parent().unwrap()).unwrap().count() == 1, "nothing is left beside it");
    // It was put away, as it came, by another run meanwhile.
    fs::write(&kept, "plain").unwrap();
    maildir::keep(&found, Some(b"sealed")).unwrap();
    assert_eq!(fs::read(&kept).unwrap(), b"plain");
}

#[test]
fn delivering_the_same_again_is_one_mail() {
    let root = tempfile::tempdir().unwrap();
    let once = maildir::deliver(root.path(), b"x", at(1), "m1").unwrap();
    assert_eq!(maildir::deliver(root.path(), b"x", at(1), "m1").unwrap(), once);
    assert_eq!(maildir::scan(root.path()).found.len(), 1);
}

#[test]
fn a_file_that_cannot_be_read_does_not_stop_the_others() {
    let root = tempfile::tempdir().unwrap();
    maildir::deliver(root.path(), b"good", at(1), "good").unwrap();
    fs::create_dir(root.path().join("new/a-folder")).unwrap();
    std::os::unix::fs::symlink("nowhere", root.path().join("new/gone")).unwrap();
    std::os::unix::fs::symlink("/dev/zero", root.path().join("new/endless")).unwrap();
    let scan = maildir::scan(root.path());
    assert_eq!((scan.found.len(), scan.unreadable.len()), (1, 2), "{scan:?}");
    assert!(scan.unreadable[0].to_string().starts_with("cannot read ") && scan.unlisted.is_none(), "{scan:?}");
    let scan = maildir::scan(&root.path().join("nothing"));
    assert!(scan.found.is_empty() && scan.unlisted.is_some(), "{scan:?}");
}

#[test]
fn a_folder_holds_mails_and_order_files() {
    let root = tempfile::tempdir().unwrap();
    for name in ["a.eml", "b.orders", "c.TXT", "d.pdf", ".e.eml"] {
        fs::write(root.path().join(name), "ORDERS rim-3 2 4F7KQ2ZXM3ABCDE5\nBUILD 3 FI ON 1\n").unwrap();
    }
    let found = folder::scan(root.path()).found;
    let mut kinds: Vec<_> = found.iter().map(|found| (found.path.file_name().unwrap().to_str().unwrap(), found.kind)).collect();
    kinds.sort_by_key(|(name, _)| *name);
    assert_eq!(kinds, [("a.eml", FoundKind::Mail), ("b.orders", FoundKind::OrderFile), ("c.TXT", FoundKind::OrderFile)]);
    let letter = Letter::of_order_file(&found[0].read(CAP).unwrap().unwrap(), None, &Default::default());
    assert_eq!(tag::find(&letter)[0].seat, Some(Seat(2)));
}

#[test]
fn the_same_mail_sent_twice_is_one_file() {
    let root = tempfile::tempdir().unwrap();
    let outbox = FileTransport::new(&root.path().join("outbox"));
    let [from, to] = ["games@pbem.example", "ann@player.example"].map(|text| Address::new(text).unwrap());
    for id in ["m1@pbem.example", "m1@pbem.example", "../../m2@pbem.example"] {
        outbox.send(&from, &to, &MessageId::new(id).unwrap(), b"mail").unwrap();
    }
    let mut names: Vec<_> = fs::read_dir(root.path().join("outbox")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["_..-..-m2@pbem.example.eml", "m1@pbem.example.eml"]);
    let blocked = FileTransport::new(Path::new("/dev/null/outbox"));
    assert!(matches!(send_to(&blocked, "ann@player.example", b"mail"), Err(SendError::Unusable(_))));
}

/// Sends an email, which may be malformed, to this address.
fn send_to(way: &dyn Transport, to: &str, raw: &[u8]) -> Result<(), SendError> {
    let [from, to] = ["games@pbem.example", to].map(|text| Address::new(text).unwrap());
    way.send(&from, &to, &MessageId::new("m1@pbem.example").unwrap(), raw)
}

/// A host that sends email by this script, which is `sendmail` in its folder.
fn house_with_sendmail(campaign_toml: &str, script: &str) -> House {
    let house = House::new(&campaign_toml.replace(".example", ".test"));
    let command = house.path("sendmail");
    install_script(&command, script);
    let host = fs::read_to_string(house.path("ashpost.toml")).unwrap().replace(".example", ".test");
    let out = format!("transport = \"sendmail\"\ncommand = \"{}\"", command.display());
    fs::write(house.path("ashpost.toml"), host.replace("transport = \"file\"\ndirectory = \"sent\"", &out)).unwrap();
    house
}

/// The cron line of a house as a process of its own.
fn start_tick(house: &House, now: &str) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ashpost"));
    command
        .arg("--campaigns")
        .arg(house.folder.path())
        .args(["--now", now, "tick"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}
