//! What earlier versions wrote verifies for ever.

use std::fs;

use ashpost::campaign::journal::Replayed;

use super::verify_text;

/// Each bundle in `tests/cases/bundles` is the whole game of two idle seats, written by the program of its day.
#[test]
fn bundles_of_earlier_versions_are_played_again_and_nothing_differs() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases/bundles");
    let bundles: Vec<_> = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    assert!(!bundles.is_empty(), "{folder} holds bundles");
    for path in bundles {
        let replay = verify_text(&fs::read_to_string(&path).unwrap()).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let turns: Vec<_> = replay.checked.iter().filter(|entry| entry.act.is_none()).collect();
        assert!(turns.len() > 1, "{}", path.display());
        for turn in turns {
            assert_eq!((turn.replayed, turn.views), (Some(Replayed::Same), 3), "{}, turn {}", path.display(), turn.turn);
        }
    }
}
