//! What everybody may read of campaigns: their archives, ratings, tournaments, rules, and the page in which orders are written.

mod album;
pub(super) mod bundle;
pub(super) mod composer;
pub(super) mod deadlines;
pub(super) mod kept_listings;
pub(super) mod listing;
pub(super) mod lost;
mod pages;
mod place;
mod present;
pub(super) mod published;
pub(super) mod ratings;
pub(super) mod record;
pub(super) mod rules;
mod rules_page;
pub(super) mod site;
mod table;
pub(super) mod ticket;
pub(super) mod tournament;
mod undone;
