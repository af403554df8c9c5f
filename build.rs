//! Tells the program what it was built from, so that pages that another build has made, and campaigns that it has put to sleep, are known.

use std::collections::hash_map::DefaultHasher;
use std::fs;
use std::hash::{Hash, Hasher};
use std::io;
use std::path::Path;

/// What the program consists of.
const PARTS: [&str; 4] = ["src", "templates", "scenarios", "Cargo.lock"];

fn main() -> io::Result<()> {
    let mut digest = DefaultHasher::new();
    for part in PARTS.into_iter().filter(|part| Path::new(part).exists()) {
        println!("cargo:rerun-if-changed={part}");
        add(Path::new(part), &mut digest)?;
    }
    println!("cargo:rustc-env=ASHPOST_BUILD={:016x}", digest.finish());
    Ok(())
}

/// Adds a file, or all files below a folder in the order of their names.
fn add(path: &Path, digest: &mut impl Hasher) -> io::Result<()> {
    path.hash(digest);
    if !path.is_dir() {
        fs::read(path)?.hash(digest);
        return Ok(());
    }
    let mut below = fs::read_dir(path)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    below.sort();
    below.iter().try_for_each(|path| add(path, digest))
}
