//! A report as an IMAP server reads it: its parts, its pictures, its header.

use super::dovecot::Dovecot;
use super::house::{House, report_id};
use super::postfix::Postfix;
use super::programs::lacking;

#[test]
fn an_imap_server_finds_every_part_of_a_report() {
    if lacking("reports read by IMAP", &["postfix", "openssl", "dovecot"]) {
        return;
    }
    let server = Postfix::start();
    let house = House::with_maildir(&server);
    house.tick();
    house.mails("ann", 1);
    let dovecot = Dovecot::start(&server.directory().join("mail"));
    let mut ann = dovecot.log_in("ann");
    assert!(ann.command("SELECT INBOX").contains("* 1 EXISTS"));

    let structure = ann.command("FETCH 1 BODYSTRUCTURE").to_lowercase();
    let kinds = [
        r#"("text" "plain" ("charset" "utf-8")"#,
        r#"("text" "html" ("charset" "utf-8")"#,
        r#"("image" "png" "#,
        r#"("application" "json" "#,
        r#""related" ("#,
        r#""alternative" ("#,
        r#""mixed" ("#,
    ];
    for kind in kinds {
        assert!(structure.contains(kind), "{kind} is not in {structure}");
    }
    assert!(structure.contains(r#""<map>""#) && structure.contains(r#"("inline" ("filename" "map.png"))"#), "{structure}");
    assert!(structure.contains(r#"("attachment" ("filename" "rim-3-turn-1.form"))"#), "{structure}");

    let envelope = ann.command("FETCH 1 ENVELOPE");
    assert!(envelope.contains(&format!("<{}>", report_id(0, 1))) && envelope.contains("\"games+rim-3."), "{envelope}");
    // Mixed, its first part alternative, its second part related: the picture is 1.2.2.
    let picture = ann.command("FETCH 1 BODY.PEEK[1.2.2]");
    assert!(picture.contains("iVBORw0KGgo"), "that is no PNG: {picture}");
    let text = ann.command("FETCH 1 BODY.PEEK[1.1]");
    assert!(text.contains("The Rim"), "{text}");
    assert!(ann.command("SEARCH SUBJECT \"[rim-3 \"").contains("* SEARCH 1"));
    ann.command("LOGOUT");
}
