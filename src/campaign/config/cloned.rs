//! The file of a campaign like another one: its comments and settings, with another title and today's players.

use toml_edit::{ArrayOfTables, DocumentMut, Item, Table, TomlError, Value};

use super::SeatConfig;

/// The same campaign file, not open yet, under that title and with these players. A seat that nobody holds is left out; what the file says of a
/// seat beyond its player's choices stays as it was written.
///
/// # Errors
/// When the text is no TOML.
pub fn cloned(text: &str, title: &str, players: &[SeatConfig]) -> Result<String, TomlError> {
    let mut document: DocumentMut = text.parse()?;
    set(document.as_table_mut(), "title", title.into());
    // At the top, where everybody looks for it, also in a file that left it out.
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
    // A seat that somebody holds is not there to be joined.
    if let Some(open) = document.get_mut("joining").and_then(|joining| joining.get_mut("seats")).and_then(Item::as_array_mut) {
        open.retain(|number| players.iter().all(|player| number.as_integer() != Some(i64::from(player.number.0))));
    }
    Ok(document.to_string())
}

/// What each seat's table begins with.
const ALWAYS_TOLD: [&str; 3] = ["number", "name", "address"];

fn number_of(seat: &Table) -> Option<i64> {
    seat.get("number")?.as_integer()
}

/// Lets a seat's table say who holds it now; what holds anyway is not written where it was not.
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

/// Sets a key, and leaves the comments around it alone.
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
