//! P4: the phases of a turn, one file each.

pub mod building;
