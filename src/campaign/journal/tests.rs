//! What holds for every chain of entries, and what a replay says of a forged one.

use std::collections::BTreeMap;

use super::*;
use crate::games;

/// Entries with their snapshots.
type Chain = Vec<(Entry, Option<String>)>;

fn secret() -> Secret {
    Secret::new(Seed([7; 32]))
}

fn scribe(secret: &Secret) -> Scribe<'_> {
    Scribe { campaign: "rim-3", secret, at: "2027-01-01T10:00:00Z".parse().unwrap() }
}

fn opening(secret: &Secret) -> Decided {
    let game = games::by_id("empire").unwrap();
    let scenario = include_str!("../../../scenarios/empire/two-states.toml");
    let seats = BTreeMap::from([(Seat(1), "Ann".to_owned()), (Seat(2), "Bob".to_owned())]);
    scribe(secret).set_up(game, scenario, &seats).unwrap()
}

fn tip(entry: &Entry) -> Tip {
    Tip { number: entry.number, hash: entry.sealed().1 }
}

/// Set-up, another player, a moved deadline, and a turn in which the new name is told: entries with their snapshots.
fn chain() -> Chain {
    let secret = secret();
    let scribe = scribe(&secret);
    let Decided { entry: first, mut table, .. } = opening(&secret);
    let opened = table.state();
    let replaced = scribe.act(Act::Replaced { seat: Seat(2), name: "Cora".to_owned(), epoch: 1 }, 0, &tip(&first));
    table.rename(Seat(2), "Cora");
    let (from, to) = (scribe.at, scribe.at + chrono::TimeDelta::hours(5));
    let moved = scribe.act(Act::DeadlineMoved { turn: 1, from, to, why: WhyMoved::Extension }, 0, &tip(&replaced));
    let sheets = BTreeMap::from([(Seat(1), "TARGET 2\n".to_owned())]);
    let played = scribe.play(table.turn() + 1, &tip(&moved), &sheets, table.orders(&sheets).as_ref());
    let state = played.table.state();
    assert!(state.contains("Cora") && !state.contains("Bob"));
    vec![(first, Some(opened)), (replaced, None), (moved, None), (played.entry, Some(state))]
}

fn replay_of(chain: &Chain) -> Result<Replay, String> {
    let sealed: Vec<(String, String)> = chain.iter().map(|(entry, _)| entry.sealed()).collect();
    let recorded: Vec<Recorded<'_>> = chain
        .iter()
        .zip(&sealed)
        .map(|((entry, state), (text, hash))| Recorded { number: entry.number, entry: text, hash, state: state.as_deref() })
        .collect();
    replay(&recorded).map_err(|error| error.to_string())
}

/// Writes the chain's hashes anew, as somebody would who forges an entry and can count.
fn linked(mut chain: Chain) -> Chain {
    for index in 1..chain.len() {
        chain[index].0.previous = chain[index - 1].0.sealed().1;
    }
    chain
}

#[test]
fn a_guessed_sheet_cannot_be_tried_out_against_the_hash_of_its_entry() {
    let secret = secret();
    let first = opening(&secret);
    let sheets = BTreeMap::from([(Seat(1), "TARGET 2\n".to_owned())]);
    let play = |sheets| scribe(&secret).play(first.table.turn() + 1, &tip(&first.entry), sheets, first.table.orders(sheets).as_ref());
    let decided = play(&sheets);
    let (_, hash) = decided.entry.sealed();
    let guessed = Entry { salt: Seed([0; 32]), ..decided.entry.clone() };
    assert_ne!(guessed.sealed().1, hash, "all but the salt can be printed or guessed");
    assert_eq!(play(&BTreeMap::new()).entry.salt, decided.entry.salt, "the same turn, killed and run again, has the same entry");
}

#[test]
fn the_salt_of_an_act_is_that_of_no_turn_and_of_no_other_act() {
    let secret = secret();
    let first = opening(&secret).entry;
    let act = |number| scribe(&secret).act(Act::Paused, 0, &Tip { number, hash: String::new() }).salt;
    let turns: Vec<Seed> = (0..4).map(|turn| secret.turn_salt("rim-3", turn)).collect();
    assert!((0..4).all(|number| !turns.contains(&act(number))));
    assert!(act(1) != act(2) && turns[0] == first.salt);
}

#[test]
fn a_replay_walks_turns_and_acts_alike() {
    let replayed = replay_of(&chain()).unwrap();
    assert_eq!((replayed.turns, replayed.acts), (vec![(0, Replayed::Same), (1, Replayed::Same)], 2));
    let moved = "2027-01-01T15:00:00Z".parse().unwrap();
    let names = BTreeMap::from([(Seat(1), "Ann".to_owned()), (Seat(2), "Cora".to_owned())]);
    assert_eq!(replayed.beside, Beside { names, epochs: BTreeMap::from([(Seat(2), 1)]), moved: BTreeMap::from([(1, moved)]) });
    assert_eq!(chain()[1].0.deed.made(), None);
}

#[test]
fn a_replay_names_the_first_difference() {
    let forged = |change: &dyn Fn(&mut Chain)| {
        let mut chain = chain();
        change(&mut chain);
        replay_of(&linked(chain)).unwrap_err()
    };
    let named = |name: &str| Occurrence::Act(Act::Replaced { seat: Seat(2), name: name.to_owned(), epoch: 1 });
    assert!(forged(&|chain| chain[1].0.deed = named("Dora")).starts_with("turn 1: played again"), "the turn was played with Cora");
    assert!(forged(&|chain| drop(chain.remove(1))).starts_with("entry 2: it is in the place of entry 1"));
    assert!(forged(&|chain| chain[2].0.turn = 1).starts_with("entry 2: an act says that turn 1 was the last one played"));
    assert!(forged(&|chain| chain[3].1 = None).starts_with("turn 1: there is no snapshot"));
    let mut broken = chain();
    broken[2].0.previous = String::new();
    assert!(replay_of(&broken).unwrap_err().starts_with("entry 2: the chain is broken"));
    let (text, hash) = chain()[0].0.sealed();
    let recorded = Recorded { number: 0, entry: &text.replace("Bob", "Eve"), hash: &hash, state: None };
    assert!(replay(&[recorded]).unwrap_err().to_string().starts_with("turn 0: the stored hash"));
}

#[test]
fn an_entry_of_an_older_version_reads_as_the_turn_that_it_is() {
    let text = format!(
        r#"{{"campaign":"rim-3","deed":{{"turn":{{"sheets":{{"1":"TARGET 2\n"}}}}}},"game":"empire","previous":"ab","rules":1,
            "salt":"{seed}","seed":"{seed}","state_digest":"cd","turn":4}}"#,
        seed = "07".repeat(32)
    );
    let entry = Entry::read(&text).unwrap();
    assert_eq!((entry.number, entry.turn, entry.at), (4, 4, None));
    assert_eq!(entry.deed.made().map(|made| made.state_digest.as_str()), Some("cd"));
    let again = chain()[1].0.clone();
    assert_eq!(Entry::read(&again.sealed().0), Ok(again));
    assert!(Entry::read("{}").is_err() && Entry::read("x").is_err());
}
