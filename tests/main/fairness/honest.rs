//! Campaigns that a host has played by the rules: games of every kind with random sheets, receipts and acts.

use std::collections::BTreeMap;
use std::fs;
use std::sync::LazyLock;

use ashpost::campaign::CampaignId;
use ashpost::campaign::journal::{
    Act, Decided, Scribe, Sheets, Signed, TurnSecrets, WhyMoved, WhyRolledBack, edit, position_values, sheet_digest,
};
use ashpost::campaign::keys::HostKey;
use ashpost::campaign::proven::{Proven, proven};
use ashpost::campaign::receipt::{Receipt, SignedReceipt};
use ashpost::campaign::token::Secret;
use ashpost::engine::{Dice, Pace, Seat, Seed, Stream, Table, Viewer};
use chrono::{DateTime, TimeDelta, Utc};

use super::{verify, verify_text};
use crate::common::cases;
use crate::common::played::{self, Golden};

/// A campaign as its host and its players have it.
pub(crate) struct Campaign {
    pub journal: Vec<Signed>,
    pub receipts: Vec<SignedReceipt>,
    pub key: HostKey,
    pub secret: Secret,
}

/// A host at work.
struct Host {
    campaign: Campaign,
    at: DateTime<Utc>,
    numbers: BTreeMap<Seat, u32>,
    /// The positions after all turns that count, each with the place of its entry.
    line: Vec<(usize, String)>,
    /// The entry by which the game last went back, or forward again.
    era: u32,
    /// Whether the game ever goes back.
    goes_back: bool,
    /// The names, each with the place of its entry.
    names: Vec<(usize, Seat, String)>,
}

static NAME: LazyLock<CampaignId> = LazyLock::new(|| CampaignId::new("rim-3").unwrap());

/// Plays at most `most_turns` turns of a game with sheets that are taken from its golden one.
pub(crate) fn campaign(golden: &Golden, case: u32, most_turns: usize) -> Campaign {
    play(golden, case, most_turns, false)
}

/// The same, and every few turns the game goes back, and sometimes forward again.
pub(crate) fn campaign_that_goes_back(golden: &Golden, case: u32, most_turns: usize) -> Campaign {
    play(golden, case, most_turns, true)
}

fn play(golden: &Golden, case: u32, most_turns: usize, goes_back: bool) -> Campaign {
    // The name alone, so that every checkout plays the same.
    let name = golden.folder.file_name().unwrap().to_string_lossy();
    let dice = Dice::new(Seed([3; 32]).derive(&format!("{name}/{case}")));
    let mut chance = dice.stream("case");
    let (key, secret) = (HostKey::new(dice.seed_of("key")), Secret::new(dice.seed_of("secret")));
    let at = "2027-01-01T10:00:00Z".parse().unwrap();
    let campaign = Campaign { journal: Vec::new(), receipts: Vec::new(), key, secret };
    let mut host = Host { campaign, at, numbers: BTreeMap::new(), line: Vec::new(), era: 0, goes_back, names: Vec::new() };
    let scenario = fs::read_to_string(golden.folder.join("scenario.toml")).unwrap();
    let seats: Vec<Seat> = golden.seats().into_iter().collect();
    let names = seats.iter().map(|seat| (*seat, format!("Player {seat}"))).collect();
    let opened = host.scribe().set_up(golden.game, &scenario, &names).unwrap();
    let mut table = host.keep(opened);
    let turns = golden.turns();
    for _ in 0..turns.len().min(most_turns) {
        if host.goes_back && chance.below(3) == 0 {
            table = host.go_back(table, &mut chance);
        }
        if table.outcome().is_some() {
            break;
        }
        if host.goes_back && chance.below(3) == 0 {
            table = host.edit(table, &mut chance);
        }
        let turn = table.turn() as usize;
        if chance.below(3) == 0 {
            host.act(&mut *table, &mut chance);
        }
        let sheets = match golden.game.pace() {
            Pace::Simultaneous => mixed(&turns[turn].sheets, &mut chance),
            Pace::Alternating => moves(&*table, &turns.iter().map(|turn| &turn.sheets).collect::<Vec<_>>(), &mut chance),
        };
        let Some(sheets) = sheets else { break };
        table = host.turn(&*table, &seats, &sheets, &mut chance);
    }
    host.campaign
}

impl Host {
    fn scribe(&self) -> Scribe<'_> {
        Scribe { campaign: &NAME, secret: &self.campaign.secret, key: &self.campaign.key, era: self.era, at: self.at }
    }

    fn keep(&mut self, decided: Decided) -> Box<dyn Table> {
        self.campaign.journal.push(decided.signed);
        self.at += TimeDelta::hours(5);
        self.line.push((self.campaign.journal.len() - 1, decided.table.state()));
        decided.table
    }

    fn secrets(&self, turn: u32) -> TurnSecrets {
        self.scribe().secrets(turn)
    }

    fn act(&mut self, table: &mut dyn Table, chance: &mut Stream) {
        let to = self.at + TimeDelta::hours(1);
        let acts = [
            Act::Paused,
            Act::Resumed { paused_at: self.at },
            Act::Renamed { seat: Seat(1), name: "Ännchen".to_owned() },
            Act::DeadlineMoved { turn: table.turn() + 1, from: self.at, to, why: WhyMoved::Outage },
            Act::SealBroken { turn: table.turn() + 1, seats: vec![Seat(2)], by: "Ida".to_owned() },
        ];
        let act = chance.choose(&acts).unwrap().clone();
        if let Some((seat, name)) = act.renames() {
            table.rename(seat, name);
            self.names.push((self.campaign.journal.len(), seat, name.to_owned()));
        }
        self.write(act, table.turn());
    }

    fn write(&mut self, act: Act, turn: u32) {
        let signed = self.scribe().act(act, turn, &self.campaign.journal[self.campaign.journal.len() - 1].tip());
        self.campaign.journal.push(signed);
    }

    /// Changes a number of the position by hand, if the game takes that.
    fn edit(&mut self, table: Box<dyn Table>, chance: &mut Stream) -> Box<dyn Table> {
        let numbers: Vec<(String, i64)> =
            position_values(table.as_ref()).into_iter().filter_map(|(path, value)| Some((path, value.as_i64()?))).collect();
        let Some((path, number)) = chance.choose(&numbers) else { return table };
        let Ok(edited) = edit(table.as_ref(), path, (number + 1).into()) else { return table };
        // A host would not make an edit that breaks the game.
        let viewers: Vec<Viewer> = edited.table.players().into_keys().map(Viewer::Seat).chain([Viewer::Public]).collect();
        let shown = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            viewers.iter().for_each(|viewer| drop(edited.table.view(*viewer)));
            drop(edited.table.orders(&BTreeMap::new()).adjudicate(&Dice::new(Seed([0; 32]))));
        }));
        if shown.is_err() {
            return table;
        }
        let signed = self.scribe().edit(&edited, "the law", &self.campaign.journal[self.campaign.journal.len() - 1].tip());
        self.campaign.journal.push(signed);
        self.line.last_mut().unwrap().1 = edited.table.state();
        edited.table
    }

    /// Goes back to an earlier turn, if there is one: once or twice, and sometimes forward again. The promises for turns that are open meanwhile are
    /// void.
    fn go_back(&mut self, mut table: Box<dyn Table>, chance: &mut Stream) -> Box<dyn Table> {
        let (game, before) = (table.game(), self.line.clone());
        for _ in 0..1 + chance.below(2) {
            let from = self.line.len() as u32 - 1;
            if from == 0 {
                break;
            }
            if table.outcome().is_none() {
                self.receipt(from + 1, Seat(1), Some("for a turn that is not played any more\n"));
            }
            let to = chance.below(from);
            self.era = self.campaign.journal.len() as u32;
            let why = WhyRolledBack::GameMaster { reason: "the law".to_owned() };
            let next = self.secrets(to + 1).commitment();
            self.write(Act::RolledBack { to, next, why }, from);
            let undone = self.line.split_off(to as usize + 1);
            table = game.restore(&self.line[to as usize].1).unwrap();
            if chance.below(3) == 0 {
                self.line.extend(undone);
                let state = self.line[from as usize].1.clone();
                table = game.restore(&state).unwrap();
                self.era = self.campaign.journal.len() as u32;
                let next = table.outcome().is_none().then(|| self.secrets(from + 1).commitment());
                self.write(Act::RolledForward { to: from, next }, to);
            }
        }
        assert!(before.len() >= self.line.len());
        let (since, _) = self.line[self.line.len() - 1];
        self.names.iter().filter(|(at, ..)| *at > since).for_each(|(_, seat, name)| table.rename(*seat, name));
        table
    }

    /// Takes the sheets, some of them after another sheet of the same seat, and plays.
    fn turn(&mut self, table: &dyn Table, seats: &[Seat], sheets: &BTreeMap<Seat, String>, chance: &mut Stream) -> Box<dyn Table> {
        let turn = table.turn() + 1;
        let sheets: BTreeMap<Seat, String> = sheets.iter().map(|(seat, text)| (*seat, table.read(*seat, text).canonical())).collect();
        let mut last = BTreeMap::new();
        for (seat, sheet) in &sheets {
            if chance.below(4) == 0 {
                self.receipt(turn, *seat, None);
            }
            last.insert(*seat, self.receipt(turn, *seat, Some(sheet)));
        }
        let tip = self.campaign.journal[self.campaign.journal.len() - 1].tip();
        let committed = BTreeMap::new();
        let sent = Sheets { seats, sheets: &sheets, caretaken: &BTreeMap::new(), receipts: last, committed };
        let decided = self.scribe().play(turn, &tip, &sent, table.orders(&sheets).as_ref());
        self.keep(decided)
    }

    fn receipt(&mut self, turn: u32, seat: Seat, sheet: Option<&str>) -> u32 {
        let number = *self.numbers.entry(seat).and_modify(|number| *number += 1).or_insert(1);
        let salt = self.secrets(turn).salt(seat);
        let receipt = Receipt {
            campaign: NAME.clone(),
            turn,
            seat,
            number,
            at: self.at,
            sheet: sheet_digest(salt, sheet),
            salt,
            head: self.campaign.journal[self.campaign.journal.len() - 1].tip(),
        };
        self.campaign.receipts.push(receipt.signed(&self.campaign.key));
        number
    }
}

/// Sheets with lines left out, and seats that send nothing.
fn mixed(sheets: &BTreeMap<Seat, String>, chance: &mut Stream) -> Option<BTreeMap<Seat, String>> {
    let mut mixed = BTreeMap::new();
    for (seat, sheet) in sheets {
        match chance.below(5) {
            0 => {}
            1 => drop(mixed.insert(*seat, String::new())),
            _ => {
                let kept = sheet.lines().filter(|_| chance.below(6) > 0).map(|line| format!("{line}\n")).collect();
                mixed.insert(*seat, kept);
            }
        }
    }
    Some(mixed)
}

/// The next move of the golden game, sometimes with a note, and with conditional moves, some of which will be played.
fn moves(table: &dyn Table, turns: &[&BTreeMap<Seat, String>], chance: &mut Stream) -> Option<BTreeMap<Seat, String>> {
    let state: serde_json::Value = serde_json::from_str(&table.state()).unwrap();
    let played = state["score"].as_array().unwrap().len();
    let is_move = |line: &&str| !["NOTE", "IF", "FORGET", "RESIGN"].iter().any(|word| line.starts_with(word)) && !line.trim().is_empty();
    let next: Vec<String> = turns.iter().filter_map(|sheets| sheets.values().next()?.lines().find(is_move).map(str::to_owned)).collect();
    let mover = table.to_move().into_iter().next()?;
    let own = next.get(played)?;
    let mut sheet = format!("{own}\n");
    let other = table.players().into_keys().find(|seat| *seat != mover)?;
    let mut sheets = BTreeMap::new();
    match (chance.below(4), next.get(played + 1), next.get(played + 2)) {
        (0, Some(answer), Some(third)) => sheet += &format!("IF {answer} THEN {third}\n"),
        (1, Some(answer), _) => drop(sheets.insert(other, format!("IF {own} THEN {answer}\nNOTE \"A secret.\"\n"))),
        (2, _, _) => sheet += "NOTE \"Nobody else may read this.\"\n",
        _ => {}
    }
    sheets.insert(mover, sheet);
    Some(sheets)
}

#[test]
fn honest_campaigns_of_every_game_verify_and_every_receipt_is_kept() {
    let goldens = played::goldens();
    let (mut turns, mut kept, mut replaced) = (0, 0, 0);
    for case in 0..cases("FAIRNESS_CAMPAIGNS", 18) {
        let golden = &goldens[case as usize % goldens.len()];
        let Campaign { journal, receipts, key, .. } = campaign(golden, case, 8);
        let replay = verify(&journal).unwrap_or_else(|error| panic!("{} {case}: {error}", golden.folder.display()));
        assert_eq!((replay.keys.as_slice(), replay.checked.len()), ([key.public()].as_slice(), journal.len()));
        turns += replay.turns().count() - 1;
        for signed in &receipts {
            match proven(signed, &replay) {
                Proven::Kept => kept += 1,
                Proven::Replaced => replaced += 1,
                wrong => panic!("{} {case}: {signed:?} {wrong:?}", golden.folder.display()),
            }
        }
    }
    assert!(turns > 60 && kept > 60 && replaced > 5, "{turns} turns, {kept} receipts kept, {replaced} replaced");
    println!("{turns} turns, {kept} receipts kept, {replaced} replaced");
}

#[test]
fn a_game_of_each_kind_that_goes_back_and_forward_plays_again_to_the_same_end() {
    let (mut undone, mut void, mut back, mut forward, mut edits) = (0, 0, 0, 0, 0);
    for (case, golden) in (0..cases("FAIRNESS_ROLLBACKS", 12)).zip(played::goldens().iter().cycle()) {
        let Campaign { journal, receipts, .. } = campaign_that_goes_back(golden, case, 9);
        let place = || format!("{} {case}", golden.folder.display());
        let replay = verify(&journal).unwrap_or_else(|error| panic!("{}: {error}", place()));
        if !replay.is_over {
            let hidden = verify_text(&ashpost::campaign::bundle::write(&journal, false));
            hidden.unwrap_or_else(|error| panic!("{}, hidden: {error}", place()));
        }
        undone += replay.undone();
        edits += replay.checked.iter().filter(|checked| matches!(checked.act, Some(Act::Edited { .. }))).count();
        back += replay.checked.iter().filter(|checked| matches!(checked.act, Some(Act::RolledBack { .. }))).count();
        forward += replay.checked.iter().filter(|checked| matches!(checked.act, Some(Act::RolledForward { .. }))).count();
        for signed in &receipts {
            match proven(signed, &replay) {
                Proven::Kept | Proven::Replaced => {}
                Proven::RolledBack => void += 1,
                wrong => panic!("{}: {signed:?} {wrong:?}", place()),
            }
        }
    }
    assert!(
        undone > 20 && void > 10 && back > 15 && forward > 3 && edits > 5,
        "{edits} edits, {undone} turns undone, {void} void, {back} back, {forward} forward"
    );
    println!("{undone} turns undone, {void} receipts void, {back} times back, {forward} times forward");
}

#[test]
fn nothing_is_told_that_c3_and_c4_keep_secret() {
    for golden in played::goldens().iter().filter(|golden| golden.game.pace() == Pace::Alternating) {
        for case in 0..3 {
            let Campaign { journal, .. } = campaign(golden, case, 8);
            let text = ashpost::campaign::bundle::write(&journal, true);
            assert!(!text.contains("secret.\\") && !text.contains("Nobody else"), "{}: a note is told", golden.folder.display());
        }
    }
}
