//! What an edited `[[seat]]` in the file of a running game may mean, and the commands that would carry it out.

use serde::Serialize;

use super::CampaignId;
use super::config::{CampaignConfig, PairedGame, SeatConfig};
use super::roster::{Holder, SeatKey};
use super::shell::{self, quoted};
use crate::engine::Seat;

/// An edit of the file that has no effect until a command says what it means.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct SeatEdit {
    /// The campaign that commands name; for a game of a tournament, the tournament.
    pub campaign: CampaignId,
    /// The player's number in the file of that campaign.
    pub number: Seat,
    /// The player's name; for an added seat, that in the file.
    pub name: String,
    /// Whether the seat was changed, added or left out.
    pub kind: EditKind,
    /// What differs, in the order of the file; empty unless `kind` is `Changed`.
    pub changes: Vec<SeatChange>,
    /// The commands to run if the same player is meant; one for each kind of change.
    pub same_player: Vec<String>,
    /// The command to run if another person is meant; null if only the same player can be.
    pub another_player: Option<String>,
}

/// How the file differs from the roster.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum EditKind {
    /// The file says something else about a player than the roster.
    Changed,
    /// The file has a seat that nobody holds; a game that has begun takes no more players.
    Added,
    /// The file lacks a seat; its player plays on.
    LeftOut,
}

/// One key that differs.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[allow(missing_docs, reason = "the key, and what the file says of it")]
pub struct SeatChange {
    pub key: SeatKey,
    /// The value that counts.
    pub holds: String,
    pub file: String,
}

/// The edits of a file whose campaign has begun. `file` has the seats of this game; those of `vacant` seats are left out.
pub fn edits(config: &CampaignConfig, file: &[SeatConfig], holders: &[Holder], vacant: &[Seat]) -> Vec<SeatEdit> {
    let of_holder = |holder: &Holder| {
        let entry = file.iter().find(|entry| entry.number == holder.player.number);
        edit(config, entry, holder)
    };
    let is_held = |entry: &SeatConfig| holders.iter().any(|holder| holder.player.number == entry.number);
    let is_new = |entry: &&SeatConfig| !is_held(entry) && !vacant.contains(&entry.number);
    let added = file.iter().filter(is_new).map(|entry| bare(config, entry, EditKind::Added));
    holders.iter().filter_map(of_holder).chain(added).collect()
}

/// The players who are in only one of a tournament's file now and its file at the opening. A tournament pairs its players by number, so all
/// its games would be different.
pub fn comings_and_goings(tournament: &CampaignId, opening: &[SeatConfig], now: &[SeatConfig]) -> Vec<SeatEdit> {
    let is_in = |players: &[SeatConfig], player: &SeatConfig| players.iter().any(|other| other.number == player.number);
    let edit = |player: &SeatConfig, kind| SeatEdit {
        campaign: tournament.to_owned(),
        number: player.number,
        name: player.name.clone(),
        kind,
        changes: Vec::new(),
        same_player: Vec::new(),
        another_player: None,
    };
    let gone = opening.iter().filter(|player| !is_in(now, player)).map(|player| edit(player, EditKind::LeftOut));
    let come = now.iter().filter(|player| !is_in(opening, player)).map(|player| edit(player, EditKind::Added));
    gone.chain(come).collect()
}

fn edit(config: &CampaignConfig, entry: Option<&SeatConfig>, holder: &Holder) -> Option<SeatEdit> {
    let Some(entry) = entry else {
        return holder.settled.as_ref().map(|_| bare(config, &holder.player, EditKind::LeftOut));
    };
    let changes = changes(holder, entry);
    if changes.is_empty() {
        return None;
    }
    let edit = bare(config, &holder.player, EditKind::Changed);
    let target = format!("{} {}", edit.campaign, edit.number);
    let person = |name: &str, address: &str| shell::replace(&edit.campaign, edit.number, name, address);
    let edited = |key| changes.iter().find(|change| change.key == key).map(|change| change.file.clone());
    let (name, address) = (edited(SeatKey::Name), edited(SeatKey::Address));
    let another_player = (name.is_some() || address.is_some()).then(|| {
        let (known_name, known_address) = (SeatKey::Name.of(&holder.player), SeatKey::Address.of(&holder.player));
        person(name.as_ref().unwrap_or(&known_name), address.as_ref().unwrap_or(&known_address))
    });
    let address = address.map(|address| format!("ashpost address {target} {}", quoted(&address)));
    let options = options(&changes);
    let seat = (!options.is_empty()).then(|| format!("ashpost seat {target}{options}"));
    Some(SeatEdit { same_player: address.into_iter().chain(seat).collect(), another_player, changes, ..edit })
}

fn bare(config: &CampaignConfig, player: &SeatConfig, kind: EditKind) -> SeatEdit {
    let (campaign, number) = target(config, player.number);
    SeatEdit { campaign, number, name: player.name.clone(), kind, changes: Vec::new(), same_player: Vec::new(), another_player: None }
}

/// How commands name a seat; for a game of a tournament, the tournament and the player's number there.
fn target(config: &CampaignConfig, seat: Seat) -> (CampaignId, Seat) {
    match &config.paired {
        Some(PairedGame { tournament, players, .. }) => {
            (tournament.clone(), players.get(usize::from(seat.0).wrapping_sub(1)).copied().unwrap_or(seat))
        }
        None => (config.id.clone(), seat),
    }
}

/// The changes in the file since a command last dealt with it, if they differ from the roster.
fn changes(holder: &Holder, file: &SeatConfig) -> Vec<SeatChange> {
    let settled = holder.settled.as_ref().unwrap_or(&holder.player);
    let is_edited = |key: &SeatKey| key.differs(file, settled) && key.differs(file, &holder.player);
    let change = |key: SeatKey| SeatChange { key, holds: key.of(&holder.player), file: key.of(file) };
    SeatKey::ALL.into_iter().filter(is_edited).map(change).collect()
}

/// The options of `ashpost seat` that carry out all changes but that of the address.
fn options(changes: &[SeatChange]) -> String {
    let others = changes.iter().filter(|change| change.key != SeatKey::Address);
    others.map(|change| format!(" --{} {}", change.key.code(), quoted(&change.file))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    const FILE: &str = r#"
        title = "The Rim"
        game = "empire_postal"
        scenario = "first-steps"
        gm = { name = "Ida", address = "ida@example.org" }
        schedule = { every_days = 7, at = "20:00", zone = "UTC" }
        [[seat]]
        number = 1
        name = "Ann"
        address = "ann@player.example"
        [[seat]]
        number = 2
        name = "Bob"
        address = "bob@player.example"
    "#;

    fn config(from: &str, to: &str) -> CampaignConfig {
        assert!(FILE.contains(from));
        CampaignConfig::from_toml(Path::new("rim-3/campaign.toml"), &FILE.replace(from, to)).unwrap()
    }

    fn edits_of(from: &str, to: &str) -> Vec<SeatEdit> {
        let holders: Vec<Holder> = config("", "").seats.iter().map(Holder::first).collect();
        let config = config(from, to);
        edits(&config, &config.seats, &holders, &[])
    }

    #[test]
    fn an_edited_seat_names_the_commands_that_would_make_it_true() {
        assert_eq!(edits_of("", ""), []);
        let address = edits_of("bob@player.example", "bob@home.example").remove(0);
        assert_eq!((address.kind, address.number, address.name.as_str()), (EditKind::Changed, Seat(2), "Bob"));
        assert_eq!(address.same_player, ["ashpost address rim-3 2 bob@home.example"]);
        assert_eq!(address.another_player.unwrap(), "ashpost replace rim-3 2 \"Bob <bob@home.example>\"");
        let person =
            edits_of("name = \"Bob\"\n        address = \"bob@", "name = \"Cora $\"\n        format = \"text\"\n        address = \"cora@");
        let person = &person[0];
        assert_eq!(
            person.same_player,
            ["ashpost address rim-3 2 cora@player.example", "ashpost seat rim-3 2 --name 'Cora $' --format text"]
        );
        assert_eq!(person.another_player.as_deref(), Some("ashpost replace rim-3 2 'Cora $ <cora@player.example>'"));
        let zone = edits_of("address = \"bob@player.example\"", "address = \"bob@player.example\"\n        zone = \"Asia/Tokyo\"");
        assert_eq!((zone[0].same_player[0].as_str(), &zone[0].another_player), ("ashpost seat rim-3 2 --zone Asia/Tokyo", &None));
        assert_eq!(zone[0].changes, [SeatChange { key: SeatKey::Zone, holds: "schedule".into(), file: "Asia/Tokyo".into() }]);
    }

    #[test]
    fn seats_that_come_or_go_in_the_file_neither_join_nor_leave() {
        let added = edits_of(
            "[[seat]]\n        number = 2",
            "[[seat]]\n        number = 3\n        name = \"Cy\"\n        address = \"cy@player.example\"\n        [[seat]]\n        number = 2",
        );
        assert_eq!((added[0].kind, added[0].number, added[0].name.as_str()), (EditKind::Added, Seat(3), "Cy"));
        let renumbered = edits_of("number = 2", "number = 4");
        let kinds: Vec<_> = renumbered.iter().map(|edit| (edit.kind, edit.number)).collect();
        assert_eq!(kinds, [(EditKind::LeftOut, Seat(2)), (EditKind::Added, Seat(4))]);
    }

    #[test]
    fn an_entry_that_a_command_has_overtaken_is_no_edit() {
        let old = config("", "").seats[1].clone();
        let mut holder = Holder::first(&old);
        holder.player.address = "bob@home.example".parse().unwrap();
        let edit = |holder: &Holder, file: &SeatConfig| edit(&config("", ""), Some(file), holder);
        assert_eq!(edit(&holder, &old), None, "nobody has edited the file");
        assert_eq!(edit(&holder, &holder.player.clone()), None, "the file says what holds");
        let text = SeatConfig { format: crate::campaign::config::Format::Text, ..old.clone() };
        let keys: Vec<SeatKey> = edit(&holder, &text).unwrap().changes.iter().map(|change| change.key).collect();
        assert_eq!(keys, [SeatKey::Format], "the old address beside it is no edit");
        let work = SeatConfig { address: "bob@work.example".parse().unwrap(), ..text };
        holder.settle(std::slice::from_ref(&work), &[SeatKey::Format]);
        let left = edit(&holder, &work).unwrap();
        assert_eq!((left.changes.len(), left.same_player), (1, vec!["ashpost address rim-3 2 bob@work.example".to_owned()]));
        holder.settle(std::slice::from_ref(&work), &SeatKey::ALL);
        assert_eq!(edit(&holder, &work), None);
    }
}
