//! What everybody may read: the archives, the page that leads to them, ratings, tournaments, rules.

mod album;
pub(super) mod bundle;
pub(super) mod composer;
pub(super) mod deadlines;
pub(super) mod host_page;
mod host_rows;
pub(super) mod listing;
mod place;
pub(super) mod ratings;
pub(super) mod record;
pub(super) mod rules;
mod rules_page;
pub(super) mod site;
mod table;
pub(super) mod tournament;
mod undone;
