//! Fighters and transporters, and fleets of them.

use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ship {
    Fighter,
    Transporter,
}

/// Ships of one owner in one place.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fleet {
    pub fighters: u32,
    pub transporters: u32,
}

impl Ship {
    /// The abbreviation that orders use.
    pub fn code(self) -> &'static str {
        match self {
            Ship::Fighter => "FI",
            Ship::Transporter => "TR",
        }
    }
}

impl Fleet {
    pub fn of(ship: Ship, count: u32) -> Fleet {
        match ship {
            Ship::Fighter => Fleet { fighters: count, transporters: 0 },
            Ship::Transporter => Fleet { fighters: 0, transporters: count },
        }
    }

    pub fn count(&self, ship: Ship) -> u32 {
        match ship {
            Ship::Fighter => self.fighters,
            Ship::Transporter => self.transporters,
        }
    }

    pub fn is_empty(self) -> bool {
        self == Fleet::default()
    }

    /// Both together; what exceeds the largest number is lost.
    pub fn and(self, more: Fleet) -> Fleet {
        Fleet { fighters: self.fighters.saturating_add(more.fighters), transporters: self.transporters.saturating_add(more.transporters) }
    }

    /// What is left when `gone` are gone, of each kind at least 0.
    pub fn less(self, gone: Fleet) -> Fleet {
        Fleet { fighters: self.fighters.saturating_sub(gone.fighters), transporters: self.transporters.saturating_sub(gone.transporters) }
    }
}
