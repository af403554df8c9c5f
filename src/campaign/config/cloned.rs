//! Writes the file of a campaign like another one: its comments and settings, with a new title and the present players.

use toml_edit::{ArrayOfTables, DocumentMut, Item, Table, TomlError, Value};

use super::SeatConfig;

/// The same campaign file, not open yet, with this title and these players. Seats that nobody holds are left out; keys of a seat that are
/// not its player's choices stay as written.
///
/// # Errors
/// When the text is not TOML.
pub fn cloned(text: &str, title: &str, players: &[SeatConfig]) -> Result<String, TomlError> {
    let mut document: DocumentMut = text.parse()?;
    set(document.as_table_mut(), "title", title.into());
    // It goes to the top, where everybody looks for it, even if the file had left it out.
    set(document.as_table_mut(), "open", false.into());
    let written = document.remove("seat").and_then(|seats| seats.into_array_of_tables().ok()).unwrap_or_default();
    let mut seats = ArrayOfTables::new();
    for player in players {
        let number = i64::from(player.number.0);
        let mut seat = written.iter().find(|seat| number_of(seat) == Some(number)).cloned().unwrap_or_default();
        settle(&mut seat, player);
        seats.push(seat);
    }
    if !seats.is_empty() {
        document.insert("seat", Item::ArrayOfTables(seats));
    }
    // A seat that somebody holds cannot be joined.
    if let Some(open) = document.get_mut("joining").and_then(|joining| joining.get_mut("seats")).and_then(Item::as_array_mut) {
        open.retain(|number| players.iter().all(|player| number.as_integer() != Some(i64::from(player.number.0))));
    }
    Ok(document.to_string())
}

/// The keys that begin each seat's table.
const ALWAYS_TOLD: [&str; 3] = ["number", "name", "address"];

fn number_of(seat: &Table) -> Option<i64> {
    seat.get("number")?.as_integer()
}

/// Makes a seat's table name its present holder; defaults that were not written before are not added.
fn settle(seat: &mut Table, player: &SeatConfig) {
    let usual = table_of(&SeatConfig::new(player.number, player.name.clone(), player.address.clone()));
    let now = table_of(player);
    seat.retain(|key, _| now.contains_key(key));
    for key in ALWAYS_TOLD {
        seat.entry(key).or_insert(Item::Value(false.into()));
    }
    for (key, value) in now {
        let is_told = usual.get(&key) != Some(&value) || seat.contains_key(&key);
        if let Some(value) = value.to_string().parse().ok().filter(|_| is_told) {
            set(seat, &key, value);
        }
    }
}

fn table_of(player: &SeatConfig) -> toml::Table {
    toml::Table::try_from(player).unwrap_or_default()
}

/// Sets a key and keeps the comments around it.
fn set(table: &mut Table, key: &str, mut value: Value) {
    match table.get_mut(key) {
        Some(item) => {
            if let Some(before) = item.as_value() {
                *value.decor_mut() = before.decor().clone();
            }
            *item = Item::Value(value);
        }
        None => drop(table.insert(key, Item::Value(value))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Seat;

    const FILE: &str = r#"# The Rim's third war.
title = "The Rim"            # what players see
game = "empire_postal"
open = true                  # nothing begins before

[gm]
name = "Ida"

[[seat]]
number = 1
name = "Ann"                 # always late
address = "ann@player.example"
format = "text"
zone = "Asia/Tokyo"

[[seat]]
number = 2
name = "Bob"
address = "bob@player.example"
"#;

    #[test]
    fn a_clone_keeps_comments_and_settings_and_says_who_plays_today() {
        let player = |number, name: &str, address: &str| SeatConfig::new(Seat(number), name.to_owned(), address.parse().unwrap());
        let players = [player(1, "Ann", "ann@work.example"), player(3, "Cy", "cy@player.example")];
        let expected = FILE
            .replace("The Rim\"  ", "Rim 4\"  ")
            .replace("open = true ", "open = false ")
            .replace("ann@player", "ann@work")
            .replace("zone = \"Asia/Tokyo\"\n", "")
            .replace("format = \"text\"", "format = \"both\"")
            .replace("number = 2\nname = \"Bob\"\naddress = \"bob@", "number = 3\nname = \"Cy\"\naddress = \"cy@");
        assert_eq!(cloned(FILE, "Rim 4", &players).unwrap(), expected);
        let alone = cloned(FILE, "Rim 4", &[]).unwrap();
        assert!(alone.starts_with("# The Rim's") && !alone.contains("seat"), "{alone}");
        let joined = cloned("title = \"A\"\n[joining]\nopen = true\nseats = [1, 2, 3]\n", "A", &players).unwrap();
        assert!(joined.contains("seats = [ 2]") || joined.contains("seats = [2]"), "{joined}");
        let again = cloned("title = \"A\"\n[gm]\nname = \"Ida\"\n", "A", &players[1..]).unwrap();
        assert_eq!(
            again,
            "title = \"A\"\nopen = false\n[gm]\nname = \"Ida\"\n\n[[seat]]\nnumber = 3\nname = \"Cy\"\naddress = \"cy@player.example\"\n"
        );
    }
}
