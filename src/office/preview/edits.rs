//! Sample edits of the seats of a file, one of each kind.

use super::game::Sample;
use crate::campaign::roster::SeatKey;
use crate::campaign::seat_edits::{EditKind, SeatChange, SeatEdit};

impl Sample<'_> {
    pub(super) fn seat_edits(&self) -> Vec<SeatEdit> {
        let id = self.desk.campaign.id();
        let address = "cora@player.example";
        let edit = |kind| SeatEdit {
            campaign: id.to_owned(),
            number: self.reader,
            name: self.name(true),
            kind,
            changes: Vec::new(),
            same_player: Vec::new(),
            another_player: None,
        };
        let holds = self.received().sender.map(String::from).unwrap_or_default();
        let change = SeatChange { key: SeatKey::Address, holds, file: address.to_owned() };
        vec![
            SeatEdit {
                changes: vec![change],
                same_player: vec![format!("ashpost address {id} {} {address}", self.reader)],
                another_player: Some(format!("ashpost replace {id} {} \"Cora <{address}>\"", self.reader)),
                ..edit(EditKind::Changed)
            },
            edit(EditKind::LeftOut),
            edit(EditKind::Added),
        ]
    }
}
