//! The program that runs here, as what it made remembers it.

/// Identifies what the program was built from. What another build has made is made anew, and campaigns that it has put to sleep are looked at:
/// a version number would do only if each build had its own.
pub(in crate::office) const BUILD: &str = env!("ASHPOST_BUILD");
