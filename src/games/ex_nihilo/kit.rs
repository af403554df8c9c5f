//! What Ex nihilo brings besides its rules.

use crate::abstract_games;
use crate::engine::{Kit, module, scenarios, templates};

pub(super) static KIT: Kit = Kit {
    family: Some(&abstract_games::KIT),
    templates: templates![
        "ex_nihilo/ending.txt",
        "ex_nihilo/first-move.txt",
        "ex_nihilo/notation.txt",
        "ex_nihilo/rules.txt",
        "ex_nihilo/skipping.txt",
    ],
    scenarios: scenarios!["ex_nihilo": "hexhex-5", "hexhex-3", "hexhex-4", "hexhex-6",],
    module: module!("ex_nihilo"),
    ..Kit::EMPTY
};
