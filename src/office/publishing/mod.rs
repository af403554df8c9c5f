//! What everybody may read: the archive site, ratings, tournaments, rules.

pub mod ratings;
pub mod rules;
pub mod site;
pub mod tournament;
