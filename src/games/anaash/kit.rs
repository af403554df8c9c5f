//! What Anaash brings besides its rules.

use crate::abstract_games;
use crate::engine::{Kit, module, scenarios, templates};

pub(super) static KIT: Kit = Kit {
    family: Some(&abstract_games::KIT),
    templates: templates!["anaash/ending.txt", "anaash/first-move.txt", "anaash/notation.txt", "anaash/rules.txt", "anaash/skipping.txt",],
    scenarios: scenarios!["anaash": "6", "8",],
    module: module!("anaash"),
    ..Kit::EMPTY
};
