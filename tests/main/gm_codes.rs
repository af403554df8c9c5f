//! Codes of a game master that were mailed by an earlier program.

use rusqlite::Connection;

use crate::common::{CAMPAIGN, CAMPAIGN_TOML, House, mail, utc};

#[test]
fn a_code_that_an_earlier_program_has_mailed_is_still_good() {
    let mut house = House::new(CAMPAIGN_TOML);
    house.tick(utc("2027-01-01T10:00:00Z"));
    house.news();
    house.deliver(mail("gm@pbem.example", "hello", "1@x", "GM rim-3\nPAUSE\n").as_bytes(), utc("2027-01-02T10:00:00Z"));
    house.tick(utc("2027-01-02T10:00:00Z"));
    let subject = house.news().remove(0).subject;
    // Such a program kept commands as text, and read them again.
    let database = Connection::open(house.path(&format!("{CAMPAIGN}/campaign.db"))).unwrap();
    let row: String = database.query_row("SELECT value FROM fact WHERE name LIKE 'gm code/%'", [], |row| row.get(0)).unwrap();
    let mut request: serde_json::Map<String, serde_json::Value> = serde_json::from_str(&row).unwrap();
    request.remove("deeds").unwrap();
    request.insert("commands".to_owned(), "EXTEND 2027-01-11 20:00 Twelfth Night\nEJECT 2 No word.\n".into());
    let written = serde_json::to_string(&request).unwrap();
    assert_eq!(database.execute("UPDATE fact SET value = ?1 WHERE name LIKE 'gm code/%'", [written]).unwrap(), 1);
    drop(database);
    house.deliver(mail("gm@pbem.example", &subject, "2@x", "CONFIRM\n").as_bytes(), utc("2027-01-02T11:00:00Z"));
    assert!(!house.tick(utc("2027-01-02T11:00:00Z")).has_trouble());
    let done = house.news().into_iter().find(|letter| letter.subject.contains("done, as you asked")).unwrap().text;
    assert!(done.contains("The deadline is Mon 11 Jan 2027 20:00 (UTC) now."), "{done}");
    assert!(done.contains("Bob no longer plays seat 2"), "{done}");
}
