//! Every forgery is found and named: one without the key by the bundle alone, one with the key by the players' receipts.

use std::collections::BTreeMap;

use ashpost::campaign::Digest;
use ashpost::campaign::bundle;
use ashpost::campaign::journal::{Act, Commitment, Entry, Hidden, Occurrence, Signed};
use ashpost::campaign::keys::HostKey;
use ashpost::campaign::proven::{Proven, all_proven, proven};
use ashpost::engine::{Dice, Pace, Seat, Seed, Stream};
use chrono::TimeDelta;

use super::honest::{Campaign, campaign, campaign_that_goes_back};
use super::{verify, verify_text};
use crate::common::{cases, played};

#[test]
fn no_byte_of_a_bundle_can_be_changed_unseen() {
    let golden = played::golden("anaash").unwrap();
    let text = bundle::write(&campaign(&golden, 2, 2).journal, true);
    verify_text(&text).unwrap();
    let mut named = BTreeMap::new();
    for at in 0..text.len() {
        let mut bytes = text.clone().into_bytes();
        // The bit that turns small letters into capitals, or the last one.
        bytes[at] ^= if at % 2 == 0 { 1 } else { 0x20 };
        // A bundle that is no text is refused before it is looked at.
        let Ok(changed) = String::from_utf8(bytes) else { continue };
        let error = verify_text(&changed).expect_err(&format!("byte {at}: {:?}", text.as_bytes()[at] as char));
        *named.entry(place_of(&error).to_owned()).or_insert(0) += 1;
    }
    assert!(named.contains_key("line") && named.contains_key("set-up") && named.contains_key("turn"), "{named:?}");
}

/// Where an error says that something is wrong: `line`, `set-up`, `turn` or `entry`.
fn place_of(error: &str) -> &str {
    error.split([' ', ':']).next().unwrap_or("")
}

/// One way to forge an entry, and what must be said of it.
type Forge = fn(&mut Forged, &mut Stream) -> bool;

/// A journal under a forger's hands: each entry with what it hides.
struct Forged {
    entries: Vec<(Entry, Option<Hidden>)>,
    key: HostKey,
}

impl Forged {
    fn of(campaign: &Campaign) -> Forged {
        let read =
            |signed: &Signed| (Entry::read(&signed.entry).unwrap(), signed.hidden.as_ref().map(|hidden| Hidden::read(hidden).unwrap()));
        Forged { entries: campaign.journal.iter().map(read).collect(), key: campaign.key.clone() }
    }

    /// A turn, if there is one.
    fn turn(&mut self, chance: &mut Stream) -> Option<&mut (Entry, Option<Hidden>)> {
        let turns: Vec<usize> = (0..self.entries.len()).filter(|at| matches!(self.entries[*at].0.deed, Occurrence::Turn { .. })).collect();
        let at = *chance.choose(&turns)?;
        Some(&mut self.entries[at])
    }

    fn hidden_turn(&mut self, chance: &mut Stream, change: impl FnOnce(&mut BTreeMap<Seat, String>, &mut Option<Seed>) -> bool) -> bool {
        match self.turn(chance) {
            Some((_, Some(Hidden::Turn { sheets, salts, .. }))) => change(sheets, salts),
            _ => false,
        }
    }

    fn first_rollback(&self) -> Option<usize> {
        self.entries.iter().position(|(entry, _)| matches!(entry.deed, Occurrence::Act(Act::RolledBack { .. })))
    }

    /// Changes the first rollback, which names a turn and its commitment; also given is the last turn before it.
    fn rollback(&mut self, change: impl FnOnce(&mut u32, &mut Commitment, u32)) -> bool {
        let Some(at) = self.first_rollback() else { return false };
        let Entry { turn, deed: Occurrence::Act(Act::RolledBack { to, next, .. }), .. } = &mut self.entries[at].0 else { return false };
        change(to, next, *turn);
        true
    }

    /// Numbers, links, digests and signatures made anew, as somebody with the key can make them.
    fn written(self) -> Vec<Signed> {
        let mut journal: Vec<Signed> = Vec::new();
        for (number, (mut entry, hidden)) in (0..).zip(self.entries) {
            let hidden = hidden.map(|hidden| serde_json::to_value(hidden).unwrap().to_string());
            entry.number = number;
            entry.previous = journal.last().map(|before| before.hash);
            entry.hidden = hidden.as_ref().map(|text| Digest::of(text.as_bytes()));
            journal.push(Signed::new(&entry, hidden, &self.key));
        }
        journal
    }
}

const SHEET_DROPPED: Forge = |forged, chance| forged.hidden_turn(chance, |sheets, salts| salts.is_some() && sheets.pop_last().is_some());
const SHEET_ADDED: Forge = |forged, chance| {
    forged.hidden_turn(chance, |sheets, salts| {
        let (Some((last, sheet)), true) = (sheets.pop_last(), salts.is_some()) else { return false };
        sheets.insert(last, sheet + "TARGET 1\n");
        true
    })
};
const SHEETS_SWAPPED: Forge = |forged, chance| {
    forged.hidden_turn(chance, |sheets, salts| {
        let (Some((first, one)), Some((last, other)), true) = (sheets.pop_first(), sheets.pop_last(), salts.is_some()) else {
            return false;
        };
        let is_other = one != other;
        sheets.extend([(first, other), (last, one)]);
        is_other
    })
};
const OTHER_SALTS: Forge =
    |forged, chance| forged.hidden_turn(chance, |_, salts| salts.as_mut().map(|salts| *salts = salts.derive("other")).is_some());
const OTHER_DICE: Forge = |forged, chance| match forged.turn(chance) {
    Some((Entry { deed: Occurrence::Turn { secret, .. }, .. }, _)) => {
        *secret = secret.derive("other");
        true
    }
    _ => false,
};
const OTHER_DIGEST: Forge = |forged, chance| match forged.turn(chance) {
    Some((Entry { deed: Occurrence::Turn { sheets, .. }, .. }, Some(Hidden::Turn { salts: Some(_), .. }))) => {
        sheets.values_mut().next().map(|digest| *digest = Digest::of(b"other")).is_some()
    }
    _ => false,
};
const OTHER_VIEW: Forge = |forged, chance| match forged.turn(chance) {
    Some((Entry { deed: Occurrence::Turn { view, .. }, .. }, _)) => {
        *view = Digest::of(b"other");
        true
    }
    _ => false,
};
const OTHER_SET_UP: Forge = |forged, _| match &mut forged.entries[0].1 {
    Some(Hidden::SetUp { secret, .. }) => {
        *secret = secret.derive("other");
        true
    }
    _ => false,
};
const TURN_DROPPED: Forge = |forged, chance| {
    let before = forged.entries.len();
    let Some(turn) = forged.turn(chance).map(|(entry, _)| entry.turn) else { return false };
    forged.entries.retain(|(entry, _)| entry.turn != turn || !matches!(entry.deed, Occurrence::Turn { .. }));
    let last = forged.entries.last().map_or(0, |(entry, _)| entry.turn);
    // A turn that is cut off at the end leaves a shorter game, which only a receipt can tell from one that goes on.
    forged.entries.len() < before && last > turn
};
#[test]
fn what_does_not_fit_is_found_even_if_the_forger_has_the_key() {
    let goldens = played::goldens();
    let forgeries: [(&str, Forge, &str); 9] = [
        ("sheet dropped", SHEET_DROPPED, "is not the one that its digest was made of"),
        ("sheet changed", SHEET_ADDED, "is not the one that its digest was made of"),
        ("sheets swapped", SHEETS_SWAPPED, "is not the one that its digest was made of"),
        ("other salts", OTHER_SALTS, "the secret of the salts is not the one that was committed"),
        ("other dice", OTHER_DICE, "the secret of the dice is not the one that was committed"),
        ("other digest", OTHER_DIGEST, "is not the one that its digest was made of"),
        ("other view", OTHER_VIEW, "what everybody sees is another one"),
        ("other set-up", OTHER_SET_UP, "set-up: the secret of the dice is not the one"),
        ("turn dropped", TURN_DROPPED, "it says that it belongs to turn"),
    ];
    let mut chance = Dice::new(Seed([4; 32])).stream("forgeries");
    let mut tried: BTreeMap<&str, u32> = BTreeMap::new();
    let wanted = cases("FAIRNESS_FORGERIES", 150);
    let campaigns: Vec<Campaign> = (0..18).map(|case| campaign(&goldens[case as usize % goldens.len()], case, 4)).collect();
    while tried.values().sum::<u32>() < wanted {
        let honest = chance.choose(&campaigns).unwrap();
        let (name, forge, says) = *chance.choose(&forgeries).unwrap();
        let mut forged = Forged::of(honest);
        if !forge(&mut forged, &mut chance) {
            continue;
        }
        *tried.entry(name).or_default() += 1;
        let error = verify(&forged.written()).expect_err(name);
        assert!(error.contains(says), "{name}: {error}");
    }
    assert_eq!(tried.len(), forgeries.len(), "{tried:?}");
    println!("{tried:?}");
}

const ROLLBACKS: [(&str, Forge, &str); 6] = [
    (
        "other dice committed",
        |forged, _| forged.rollback(|_, next, _| next.dice = Digest::of(b"other")),
        "is not the one that was committed",
    ),
    (
        "other salts committed",
        |forged, _| forged.rollback(|_, next, _| next.salts = Digest::of(b"other")),
        "is not the one that was committed",
    ),
    ("to another turn", |forged, _| forged.rollback(|to, _, _| *to += 1), ""),
    (
        "to a turn that was not played",
        |forged, _| forged.rollback(|to, _, last| *to = last + 1),
        "and the last turn that counted before it was",
    ),
    (
        "left out",
        |forged, _| {
            let at = forged.first_rollback();
            at.map(|at| forged.entries.remove(at)).is_some()
        },
        "",
    ),
    (
        "forward without a rollback",
        |forged, _| {
            let Some(at) = forged.first_rollback() else { return false };
            let Occurrence::Act(Act::RolledBack { to, next, .. }) = forged.entries[at].0.deed.clone() else { return false };
            forged.entries[at].0.deed = Occurrence::Act(Act::RolledForward { to, next: Some(next) });
            true
        },
        "and no such rollback stands before it",
    ),
];

#[test]
fn a_forged_rollback_is_found_even_if_the_forger_has_the_key() {
    // The salts of abstract games stay secret where something of the sheets does.
    let goldens: Vec<_> = played::goldens().into_iter().filter(|golden| golden.game.pace() == Pace::Simultaneous).collect();
    let honest: Vec<Campaign> = (0..6).map(|case| campaign_that_goes_back(&goldens[case as usize % goldens.len()], case, 6)).collect();
    let mut chance = Dice::new(Seed([5; 32])).stream("rollbacks");
    for (name, forge, says) in ROLLBACKS {
        let mut found = 0;
        for honest in &honest {
            let mut forged = Forged::of(honest);
            // The entries after the last rollback are enough to show that it leads elsewhere.
            let is_behind = forged
                .first_rollback()
                .is_some_and(|at| forged.entries.get(at + 1).is_some_and(|(entry, _)| matches!(entry.deed, Occurrence::Turn { .. })));
            if is_behind && forge(&mut forged, &mut chance) {
                let error = verify(&forged.written()).expect_err(name);
                assert!(error.contains(says), "{name}: {error}");
                found += 1;
            }
        }
        assert!(found > 0, "{name} was never tried");
    }
}

#[test]
fn without_the_key_nothing_can_be_written_at_all() {
    let honest = campaign(&played::golden("empire").unwrap(), 5, 4);
    let mut forged = Forged::of(&honest);
    forged.key = HostKey::new(Seed([6; 32]));
    let error = verify(&forged.written()).unwrap_err();
    assert!(error.starts_with("set-up: the entry is not signed by"), "{error}");
    for at in 0..honest.journal.len() {
        let mut journal = honest.journal.clone();
        journal.remove(at);
        assert!(verify(&journal).is_err() || at + 1 == honest.journal.len(), "entry {at}");
    }
}

/// A forger with the host's key and its secrets can play a turn again with other sheets, and write a valid chain.
#[test]
fn a_past_that_is_rewritten_with_the_key_is_found_by_receipts_alone() {
    let golden = played::golden("empire_postal").unwrap();
    let honest = campaign(&golden, 1, 4);
    let rewritten = rewritten(&honest);
    let replay = verify(&rewritten.journal).expect("it fits in itself");
    let found: Vec<Proven> = honest.receipts.iter().map(|receipt| proven(receipt, &replay)).collect();
    assert!(found.contains(&Proven::Rewritten) && !found.contains(&Proven::NotSigned), "{found:?}");
    assert!(rewritten.receipts.iter().all(|receipt| !proven(receipt, &replay).is_wrong()));
}

/// The same campaign, in which other sheets were sent from the first turn on.
fn rewritten(honest: &Campaign) -> Campaign {
    let other = campaign(&played::golden("empire_postal").unwrap(), 1, 4);
    assert_eq!(other.journal, honest.journal, "the same case is the same campaign");
    let mut forged = Forged::of(honest);
    // The time of the set-up moves by a second, and everything after it is signed anew.
    forged.entries[0].0.at += TimeDelta::seconds(1);
    let (key, secret) = (honest.key.clone(), honest.secret.clone());
    Campaign { journal: forged.written(), receipts: Vec::new(), key, secret }
}

#[test]
fn receipts_name_what_became_of_them() {
    let golden = played::golden("empire").unwrap();
    let honest = campaign(&golden, 3, 4);
    let replay = verify(&honest.journal).unwrap();
    let last = honest.receipts.iter().rev().find(|signed| proven(signed, &replay) == Proven::Kept).unwrap();
    let changed = |change: &dyn Fn(&mut ashpost::campaign::receipt::Receipt)| {
        let mut receipt = last.receipt.clone();
        change(&mut receipt);
        proven(&receipt.signed(&honest.key), &replay)
    };
    assert_eq!(changed(&|receipt| receipt.sheet = Digest::of(b"other")), Proven::OtherSheet);
    assert_eq!(changed(&|receipt| receipt.number += 1), Proven::Dropped);
    assert_eq!(changed(&|receipt| receipt.number -= 1), Proven::Replaced);
    assert_eq!(changed(&|receipt| receipt.head.hash = Digest::of(b"other")), Proven::Rewritten);
    assert_eq!(changed(&|receipt| receipt.head = honest.journal.last().unwrap().tip()), Proven::TooLate);
    assert_eq!(changed(&|receipt| receipt.turn = 40), Proven::NotPlayed);
    let mut moved = last.clone();
    moved.receipt.at -= TimeDelta::hours(1);
    assert_eq!(proven(&moved, &replay), Proven::NotSigned, "the time of a receipt is signed");
}

#[test]
fn only_a_receipt_of_the_same_game_explains_that_a_sheet_was_replaced() {
    let golden = played::golden("empire").unwrap();
    let honest = campaign(&golden, 3, 4);
    let mut replay = verify(&honest.journal).unwrap();
    // The numbers of receipts are secret while a game goes on.
    replay.checked.iter_mut().for_each(|checked| checked.receipts = None);
    let broken = {
        let kept = honest.receipts.iter().rev().find(|signed| proven(signed, &replay) == Proven::Kept).unwrap();
        ashpost::campaign::receipt::Receipt { sheet: Digest::of(b"other"), ..kept.receipt.clone() }
    };
    let mut later = broken.clone();
    later.number += 1;
    let mut of_another_game = later.clone();
    of_another_game.campaign = ashpost::campaign::CampaignId::new("another-game").unwrap();
    for (beside, expected) in [(later, Proven::Replaced), (of_another_game, Proven::PerhapsReplaced)] {
        let mailbox = [&broken, &beside].map(|receipt| receipt.clone().signed(&honest.key));
        assert_eq!(all_proven(&mailbox, &replay)[0].1, expected);
    }
}

#[test]
fn another_key_of_the_campaign_voids_receipts_and_says_so() {
    let golden = played::golden("empire_postal").unwrap();
    let mut honest = campaign(&golden, 2, 3);
    let turns: Vec<usize> = (0..honest.journal.len()).filter(|at| honest.journal[*at].hidden.is_some()).collect();
    let before_last = turns[turns.len() - 1];
    let receipts: Vec<_> =
        honest.receipts.iter().filter(|signed| signed.receipt.head.number as usize == before_last - 1).cloned().collect();
    honest.journal.truncate(before_last);
    let replay = verify_text(&bundle::write(&honest.journal, false)).unwrap();
    assert!(receipts.iter().all(|receipt| proven(receipt, &replay) == Proven::NotPlayed) && !receipts.is_empty());
    assert!(replay.checked[0].act.is_none());
}
