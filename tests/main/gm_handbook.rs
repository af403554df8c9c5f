//! The game master's handbook, command by command: every `ashpost …` line of a shell block in `docs/gm.md` does what it says.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use ashpost::campaign::effects::{EFFECTS, Effect};
use ashpost::engine::Seat;

use crate::common::{CAMPAIGN_TOML, CORRESPONDENCE_TOML, House, copy_folder, mail, utc};

/// The time at which all commands are run; the campaigns have begun a week before.
const NOW: &str = "2027-01-09T10:00:00Z";

fn handbook() -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/gm.md")).unwrap()
}

/// The shell blocks, with the line on which each begins.
fn shell_blocks(text: &str) -> Vec<(usize, Vec<&str>)> {
    let mut blocks = Vec::new();
    let mut open: Option<(usize, Vec<&str>)> = None;
    for (number, line) in (1..).zip(text.lines()) {
        match (&mut open, line.trim()) {
            (None, "```sh") => open = Some((number, Vec::new())),
            (Some(_), "```") => blocks.extend(open.take()),
            (Some((_, lines)), line) => lines.push(line),
            (None, _) => {}
        }
    }
    assert!(open.is_none(), "a shell block has no end");
    blocks
}

/// A host with a campaign of which a turn is played, and a tournament of three.
fn house() -> House {
    let mut house = House::new(CAMPAIGN_TOML);
    fs::create_dir_all(house.path("spring")).unwrap();
    let third = "\n[[seat]]\nnumber = 3\nname = \"Cid\"\naddress = \"cid@player.example\"\nformat = \"text\"\n";
    fs::write(house.path("spring/campaign.toml"), CORRESPONDENCE_TOML.replace("[gm]", "[tournament]\n[gm]") + third).unwrap();
    assert!(!house.tick(utc("2027-01-02T10:00:00Z")).has_trouble());
    for (seat, name) in [(1, "ann"), (2, "bob")] {
        let raw = mail(&format!("{name}@player.example"), &house.tag(Seat(seat)), &format!("{name}@1"), "BUILD 1 FP ON 1\nREADY\n");
        house.deliver(raw.as_bytes(), utc("2027-01-03T10:00:00Z"));
    }
    assert_eq!(house.tick(utc("2027-01-03T10:00:00Z")).campaigns[0].played.len(), 0);
    assert_eq!(house.tick(utc("2027-01-03T11:00:00Z")).campaigns[0].played.len(), 1);
    house
}

/// A line as a shell would split it; quotes are all that the handbook uses.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (index, part) in line.split('"').enumerate() {
        if index % 2 == 1 { words.push(part.to_owned()) } else { words.extend(part.split_whitespace().map(str::to_owned)) }
    }
    words
}

fn run(campaigns: &Path, arguments: &[String]) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_ashpost"));
    program.arg("--campaigns").arg(campaigns).args(["--now", NOW]).args(arguments).output().unwrap()
}

#[test]
fn every_command_of_the_handbook_does_what_it_says() {
    let text = handbook();
    let prepared = house();
    let work = tempfile::tempdir().unwrap();
    let mut commands = 0;
    for (at, lines) in shell_blocks(&text) {
        // Each block has a host of its own.
        let campaigns = work.path().join(at.to_string());
        copy_folder(prepared.folder.path(), &campaigns);
        for line in lines.into_iter().filter(|line| line.starts_with("ashpost ")) {
            let (command, wanted) = line.split_once("# exit ").unwrap_or((line, "0"));
            let output = run(&campaigns, &words(command)[1..]);
            let said = [&output.stdout, &output.stderr].map(|part| String::from_utf8_lossy(part)).concat();
            assert_eq!(output.status.code(), wanted.trim().parse().ok(), "docs/gm.md, block of line {at}: {line}\n{said}");
            commands += 1;
        }
    }
    assert!(commands >= 15, "only {commands} commands were found");
}

#[test]
fn the_table_of_what_takes_effect_when_has_every_key_in_its_row() {
    let text = handbook();
    let table = text.lines().skip_while(|line| *line != "| Key | takes effect |").skip(2).take_while(|line| line.starts_with('|'));
    let rows: Vec<&str> = table.collect();
    for (key, effect) in EFFECTS {
        let names = [format!("`{key}`"), format!("`[{key}]`"), format!("`[[{key}]]`")];
        let named: Vec<&&str> = rows.iter().filter(|row| names.iter().any(|name| row.contains(name.as_str()))).collect();
        let [row] = named[..] else { panic!("docs/gm.md says in {} rows when {key} takes effect", named.len()) };
        let words = match effect {
            Effect::AtOnce => "| at once",
            Effect::NextTurn => "next turn",
            Effect::Never => "| never",
            Effect::PutBack => "put them back",
            Effect::Command => "| by a command",
        };
        assert!(row.contains(words), "{key} takes effect {effect:?}, the handbook says {row}");
    }
}
