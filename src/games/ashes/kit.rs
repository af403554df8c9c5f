//! What Ashes brings besides its rules.

use crate::abstract_games;
use crate::engine::{Kit, module, scenarios, templates};

pub(super) static KIT: Kit = Kit {
    family: Some(&abstract_games::KIT),
    templates: templates!["ashes/ending.txt", "ashes/first-move.txt", "ashes/notation.txt", "ashes/rules.txt", "ashes/skipping.txt",],
    scenarios: scenarios!["ashes": "hexhex-5", "hexhex-3", "hexhex-4", "hexhex-6",],
    module: module!("ashes"),
    ..Kit::EMPTY
};
