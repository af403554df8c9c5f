//! What holds for every chain of entries, and what a replay says of a forged one.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::*;
use crate::campaign::keys::HostKey;
use crate::campaign::token::Secret;
use crate::engine::Table;
use crate::games;

/// Entries with their snapshots.
type Chain = Vec<(Signed, Option<String>)>;

fn secret() -> Secret {
    Secret::new(Seed([7; 32]))
}

fn key() -> HostKey {
    HostKey::new(Seed([8; 32]))
}

static CAMPAIGN: LazyLock<CampaignId> = LazyLock::new(|| CampaignId::new("rim-3").unwrap());

fn scribe<'a>(secret: &'a Secret, key: &'a HostKey) -> Scribe<'a> {
    Scribe { campaign: &CAMPAIGN, secret, key, era: 0, at: "2027-01-01T10:00:00Z".parse().unwrap() }
}

fn opening(secret: &Secret) -> Decided {
    let game = games::by_id("empire").unwrap();
    let scenario = include_str!("../../../scenarios/empire/two-states.toml");
    let seats = BTreeMap::from([(Seat(1), "Ann".to_owned()), (Seat(2), "Bob".to_owned())]);
    scribe(secret, &key()).set_up(game, scenario, &seats).unwrap()
}

fn play(secret: &Secret, tip: &Tip, table: &dyn Table, sheets: &BTreeMap<Seat, String>) -> Decided {
    let sent = Sheets {
        seats: &[Seat(1), Seat(2)],
        sheets,
        caretaken: &BTreeMap::new(),
        receipts: BTreeMap::from([(Seat(1), 3)]),
        committed: BTreeMap::new(),
    };
    scribe(secret, &key()).play(table.turn() + 1, tip, &sent, table.orders(sheets).as_ref())
}

fn sheets() -> BTreeMap<Seat, String> {
    BTreeMap::from([(Seat(1), "TARGET 2\n".to_owned())])
}

/// A set-up, a new player, a moved deadline, and a turn that shows the new name.
fn chain() -> Chain {
    let (secret, key) = (secret(), key());
    let scribe = scribe(&secret, &key);
    let Decided { signed: first, mut table, .. } = opening(&secret);
    let opened = table.state();
    let replaced = scribe.act(Act::Replaced { seat: Seat(2), name: "Cora".to_owned(), epoch: 1 }, 0, &first.tip());
    table.rename(Seat(2), "Cora");
    let (from, to) = (scribe.at, scribe.at + chrono::TimeDelta::hours(5));
    let moved = scribe.act(Act::DeadlineMoved { turn: 1, from, to, why: WhyMoved::Extension }, 0, &replaced.tip());
    let played = play(&secret, &moved.tip(), table.as_ref(), &sheets());
    let state = played.table.state();
    assert!(state.contains("Cora") && !state.contains("Bob"));
    vec![(first, Some(opened)), (replaced, None), (moved, None), (played.signed, Some(state))]
}

fn replay_of(chain: &Chain) -> Result<Replay, String> {
    let recorded: Vec<Recorded<'_>> = chain.iter().map(|(signed, state)| signed.recorded(state.as_deref())).collect();
    replay(&recorded).map_err(|error| error.to_string())
}

/// Changes entries, and makes new hashes and signatures, as somebody with the key could.
fn forged(change: impl Fn(&mut Vec<Entry>)) -> String {
    let chain = chain();
    let mut entries: Vec<Entry> = chain.iter().map(|(signed, _)| Entry::read(&signed.entry).unwrap()).collect();
    change(&mut entries);
    let mut forged: Chain = Vec::new();
    for mut entry in entries {
        let (known, state) = chain.iter().find(|(signed, _)| Entry::read(&signed.entry).unwrap().number == entry.number).unwrap();
        entry.previous = forged.last().map(|(before, _)| before.hash);
        forged.push((Signed::new(&entry, known.hidden.clone(), &key()), state.clone()));
    }
    replay_of(&forged).unwrap_err()
}

#[test]
fn a_guessed_sheet_cannot_be_tried_out_against_anything_that_is_public() {
    let secret = secret();
    let first = opening(&secret);
    let played = |sheets: &BTreeMap<Seat, String>| play(&secret, &first.signed.tip(), first.table.as_ref(), sheets);
    let public = played(&sheets()).signed.entry;
    let Occurrence::Turn { sheets: digests, .. } = Entry::read(&public).unwrap().deed else { panic!("it is a turn") };
    assert_ne!(digests[&Seat(1)], Digest::of(b"TARGET 2\n"));
    assert_eq!(digests.keys().copied().collect::<Vec<_>>(), [Seat(1), Seat(2)], "nobody sees who sent a sheet");
    let salt = secret.turn_secrets(&CAMPAIGN, 0, 1).salt(Seat(1));
    assert_eq!(digests[&Seat(1)], sheet_digest(salt, Some("TARGET 2\n")), "who knows the salt can check it");
    assert!(!public.contains("TARGET") && !first.signed.entry.contains(&secret.turn_secrets(&CAMPAIGN, 0, 0).dice.to_string()));
    assert_eq!(played(&sheets()).signed, played(&sheets()).signed, "the same turn, killed and run again, has the same entry");
}

#[test]
fn a_replay_walks_turns_and_acts_alike() {
    let replayed = replay_of(&chain()).unwrap();
    assert_eq!(replayed.turns().collect::<Vec<_>>(), [(0, Replayed::Same), (1, Replayed::Same)]);
    assert_eq!((replayed.acts(), replayed.is_over, replayed.key()), (2, false, key().public()));
    let moved = "2027-01-01T15:00:00Z".parse().unwrap();
    let names = BTreeMap::from([(Seat(1), "Ann".to_owned()), (Seat(2), "Cora".to_owned())]);
    assert_eq!(
        replayed.beside,
        Beside { names, vacant: BTreeSet::new(), epochs: BTreeMap::from([(Seat(2), 1)]), moved: BTreeMap::from([(1, moved)]) }
    );
    let turn = &replayed.checked[3];
    assert_eq!((turn.sheets, turn.views, turn.receipts.as_ref().unwrap()[&Seat(1)]), (1, 3, 3));
}

#[test]
fn of_a_game_that_goes_on_everything_public_is_checked() {
    let mut chain = chain();
    chain.iter_mut().for_each(|(signed, state)| (signed.hidden, *state) = (None, None));
    let replayed = replay_of(&chain).unwrap();
    assert_eq!(replayed.turns().collect::<Vec<_>>(), [(0, Replayed::Hidden), (1, Replayed::Hidden)]);
    assert_eq!(replayed.first_hidden(), Some(JournalPlace::Turn(0)));
}

#[test]
fn a_replay_names_what_a_forger_with_the_key_cannot_make_fit() {
    let of_turn = |change: fn(&mut Occurrence)| forged(move |entries| change(&mut entries[3].deed));
    let secret = of_turn(|deed| {
        if let Occurrence::Turn { secret, .. } = deed {
            *secret = Seed([1; 32])
        }
    });
    assert_eq!(secret, "turn 1: the secret of the dice is not the one that was committed beforehand");
    let view = of_turn(|deed| {
        if let Occurrence::Turn { view, .. } = deed {
            *view = Digest::of(b"")
        }
    });
    assert_eq!(view, "turn 1: played again, what everybody sees is another one");
    let other = of_turn(|deed| {
        if let Occurrence::Turn { sheets, .. } = deed {
            sheets.insert(Seat(2), Digest::of(b""));
        }
    });
    assert_eq!(other, "turn 1: the sheet of seat 2 is not the one that its digest was made of");
    let seats = of_turn(|deed| {
        if let Occurrence::Turn { sheets, .. } = deed {
            let _ = sheets.remove(&Seat(2));
        }
    });
    assert_eq!(seats, "turn 1: its digests are not of the seats that play");
    let named = |name: &str| Occurrence::Act(Act::Replaced { seat: Seat(2), name: name.to_owned(), epoch: 1 });
    assert_eq!(forged(|entries| entries[1].deed = named("Dora")), "turn 1: played again, the position is another one");
    assert!(forged(|entries| drop(entries.remove(1))).starts_with("entry 2: it is in the place of entry 1"));
    assert!(forged(|entries| entries[2].turn = 1).starts_with("entry 2: it says that it belongs to turn 1"));
    assert!(forged(|entries| entries[2].campaign = CampaignId::new("rim-4").unwrap()).starts_with("entry 2: it is of another campaign"));
    assert!(forged(|entries| entries[3].turn = 2).starts_with("turn 2: it says that it belongs to turn 2"));
}

#[test]
fn a_replay_names_what_a_forger_without_the_key_has_changed() {
    let forged = |change: &dyn Fn(&mut Chain)| {
        let mut chain = chain();
        change(&mut chain);
        replay_of(&chain).unwrap_err()
    };
    assert!(forged(&|chain| chain[1].0.entry = chain[1].0.entry.replace("Cora", "Dora")).starts_with("entry 1: the entry is not signed"));
    assert!(forged(&|chain| chain[3].0.hidden = chain[0].0.hidden.clone()).starts_with("turn 1: what it hid"));
    assert!(forged(&|chain| chain[3].1 = Some("{}".to_owned())).starts_with("turn 1: the stored position"));
    assert!(forged(&|chain| drop(chain.remove(0))).contains("it is in the place of entry 0"));
    assert!(forged(&|chain| chain.swap(1, 2)).starts_with("entry 2: it is in the place of entry 1"));
    assert!(forged(&|chain| chain[0].0.entry += " ").starts_with("entry 0: the entry cannot be read: it is not spelt"));
    assert_eq!(replay_of(&Vec::new()).unwrap_err(), "the journal is empty");
}

#[test]
fn another_key_is_believed_if_the_old_one_has_signed_it() {
    let (secret, old, new) = (secret(), key(), HostKey::new(Seed([9; 32])));
    let mut chain = chain();
    chain.truncate(1);
    let follow = |key: &HostKey, act: Act, chain: &Chain| (scribe(&secret, key).act(act, 0, &chain[chain.len() - 1].0.tip()), None);
    let replaced = |is_lost| Act::HostKeyReplaced { key: new.public(), is_lost };
    let mut signed = chain.clone();
    signed.push(follow(&old, replaced(false), &signed));
    signed.push(follow(&new, Act::Paused, &signed));
    assert_eq!(replay_of(&signed).unwrap().keys, [old.public(), new.public()]);
    let mut lost = chain.clone();
    lost.push(follow(&new, replaced(true), &lost));
    lost.push(follow(&new, Act::Paused, &lost));
    assert_eq!(replay_of(&lost).unwrap().lost_keys, 1);
    let mut stolen = chain.clone();
    stolen.push(follow(&new, replaced(false), &stolen));
    assert!(replay_of(&stolen).unwrap_err().contains("not signed by"));
    let mut old_again = signed.clone();
    old_again.push(follow(&old, Act::Paused, &old_again));
    assert!(replay_of(&old_again).unwrap_err().contains("not signed by"));
}
