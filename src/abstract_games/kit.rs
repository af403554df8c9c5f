//! What all abstract games bring: letters and reports. A game adds its own templates, which are listed here by name.

use crate::engine::{Composer, Kit, templates};

/// The templates that all abstract games share; a game's own kit names it as its family.
pub static KIT: Kit = Kit { templates: TEMPLATES, composer: Some(COMPOSER), ..Kit::EMPTY };

/// Leaves out what a position itself shows.
const COMPOSER: Composer =
    Composer { templates: "abstract_games", derived: &["captions", "example", "legal", "legal_count"], prints_form: false };

const TEMPLATES: &[(&str, &str)] = templates![
    "abstract_games/chronicle.txt",
    "abstract_games/composer-phrases.html",
    "abstract_games/composer-said.txt",
    "abstract_games/composer-script-aside.txt",
    "abstract_games/composer-script-board.txt",
    "abstract_games/composer-script-grid.txt",
    "abstract_games/composer-script-line.txt",
    "abstract_games/composer-script-sandbox.txt",
    "abstract_games/composer-script-sheet.txt",
    "abstract_games/composer-script-table.txt",
    "abstract_games/composer-script-tree.txt",
    "abstract_games/composer-scripts.txt",
    "abstract_games/composer-style.txt",
    "abstract_games/credit.html",
    "abstract_games/credit.txt",
    "abstract_games/deed.txt",
    "abstract_games/ending.txt",
    "abstract_games/headline.txt",
    "abstract_games/help.txt",
    "abstract_games/how.txt",
    "abstract_games/line.txt",
    "abstract_games/loser-side.txt",
    "abstract_games/loser.txt",
    "abstract_games/move.txt",
    "abstract_games/news.html",
    "abstract_games/news.txt",
    "abstract_games/next.html",
    "abstract_games/next.txt",
    "abstract_games/order-template.txt",
    "abstract_games/position.html",
    "abstract_games/position.txt",
    "abstract_games/problem.txt",
    "abstract_games/public.html",
    "abstract_games/public.txt",
    "abstract_games/reading.txt",
    "abstract_games/reason.txt",
    "abstract_games/refused.txt",
    "abstract_games/report.html",
    "abstract_games/report.txt",
    "abstract_games/rules-hexhex.txt",
    "abstract_games/rules.txt",
    "abstract_games/score.html",
    "abstract_games/score.txt",
    "abstract_games/site-game.html",
    "abstract_games/site-move.html",
    "abstract_games/site-moves.html",
    "abstract_games/site-settings.html",
    "abstract_games/swapped.txt",
    "abstract_games/title.html",
    "abstract_games/title.txt",
    "abstract_games/welcome.html",
    "abstract_games/welcome.txt",
];
