//! What Autumn Ash brings besides its rules.

use crate::abstract_games;
use crate::engine::{Kit, module, scenarios, templates};

pub(super) static KIT: Kit = Kit {
    family: Some(&abstract_games::KIT),
    templates: templates![
        "autumn_ash/ending.txt",
        "autumn_ash/first-move.txt",
        "autumn_ash/notation.txt",
        "autumn_ash/rules.txt",
        "autumn_ash/rulings.txt",
        "autumn_ash/skipping.txt",
    ],
    scenarios: scenarios!["autumn_ash": "standard", "beginner", "unsettled",],
    module: module!("autumn_ash"),
    ..Kit::EMPTY
};
