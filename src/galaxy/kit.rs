//! What all games of Ashes of Empire bring along: the parts of reports that they share.

use super::helpers::HELPERS;
use crate::engine::{Kit, templates};

pub(crate) static KIT: Kit = Kit { templates: TEMPLATES, helpers: HELPERS, ..Kit::EMPTY };

const TEMPLATES: &[(&str, &str)] = templates![
    "galaxy/announcements.html",
    "galaxy/announcements.txt",
    "galaxy/distance-table.txt",
    "galaxy/head.html",
    "galaxy/help-blocks.txt",
    "galaxy/help-words.txt",
    "galaxy/integrity.html",
    "galaxy/integrity.txt",
    "galaxy/next.html",
    "galaxy/next.txt",
    "galaxy/notices.html",
    "galaxy/notices.txt",
    "galaxy/order-form-head.txt",
    "galaxy/orders-done.html",
    "galaxy/orders-done.txt",
    "galaxy/pictures.html",
    "galaxy/planets-by-turn.html",
    "galaxy/planets-by-turn.txt",
    "galaxy/public-next.html",
    "galaxy/public-next.txt",
    "galaxy/reading.txt",
    "galaxy/terms.html",
    "galaxy/terms.txt",
    "galaxy/thrown.txt",
    "galaxy/title.html",
    "galaxy/title.txt",
    "galaxy/welcome.html",
    "galaxy/welcome.txt",
    "galaxy/who.html",
];
