//! What everybody may read: the archive site, ratings, tournaments, rules.

pub(super) mod bundle;
pub(super) mod ratings;
pub(super) mod rules;
pub(super) mod site;
pub(super) mod tournament;
