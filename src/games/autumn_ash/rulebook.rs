//! What a scenario can settle: board, opening, supply, blocking, capping and points, with the three variants as presets.

use serde::{Deserialize, Serialize};

use super::pieces::{Colour, Size};

/// The settings of a game. In a scenario, `preset` names a variant, and other settings replace the variant's.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Settings")]
pub struct Rulebook {
    /// U1: how many files, from 3 to 8.
    pub files: u8,
    /// U1: how many ranks, from 3 to 8.
    pub ranks: u8,
    /// U11: the sides of the rectangle that all pieces must fit, either way round. Pieces enter on the corners of any such rectangle that holds all
    /// pieces. If it is as large as the board, the entry points are the board's corners (U1), and nothing else is restricted.
    pub frame: [u8; 2],
    /// U3: the opening in the position notation.
    pub opening: String,
    /// U2: how many pieces of each size a side has in its first colour.
    pub first_trios: u8,
    /// U2: how many pieces of each size a side has in each other colour.
    pub other_trios: u8,
    /// U6: whether opposing top pieces block.
    pub blocking: bool,
    /// U7: which sizes each size may cap.
    pub capping: Capping,
    /// U8: the bonus for bagging each colour, from the first to the last.
    pub bonus: [u32; Colour::COUNT],
    /// U9: a side with more points than this wins.
    pub score_to_beat: u32,
}

/// U7: the sizes that each size may cap.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Capping {
    pub pawn: Vec<Size>,
    pub drone: Vec<Size>,
    pub queen: Vec<Size>,
}

/// The variants of the rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Preset {
    #[default]
    Standard,
    Beginner,
    Unsettled,
}

impl Rulebook {
    /// The settings of a variant.
    pub fn of(preset: Preset) -> Rulebook {
        match preset {
            Preset::Standard => Rulebook::standard(),
            Preset::Beginner => Rulebook::beginner(),
            Preset::Unsettled => Rulebook::unsettled(),
        }
    }

    /// U1, U3, U6, U7: 5 files, 6 ranks, and blocking.
    pub fn standard() -> Rulebook {
        Rulebook {
            files: 5,
            ranks: 6,
            frame: [5, 6],
            opening: "B1=gP C2=gQ D1=gD D6=cP C5=cQ B6=cD".to_owned(),
            first_trios: 1,
            other_trios: 2,
            blocking: true,
            capping: Capping {
                pawn: vec![Size::Pawn, Size::Drone, Size::Queen],
                drone: vec![Size::Pawn, Size::Queen],
                queen: vec![Size::Queen],
            },
            bonus: [0, 0, 3, 6, 12],
            score_to_beat: 20,
        }
    }

    /// U3, U6, U7: a different opening, different capping, and no blocking.
    pub fn beginner() -> Rulebook {
        let standard = Rulebook::standard();
        Rulebook {
            opening: "B1=gP C1=gQ D1=gD D6=cP C6=cQ B6=cD".to_owned(),
            blocking: false,
            capping: Capping { drone: vec![Size::Drone, Size::Queen], ..standard.capping },
            ..standard
        }
    }

    /// U11: an empty board of 8 by 8, where all pieces must fit a rectangle of 5 by 6.
    pub fn unsettled() -> Rulebook {
        Rulebook { files: 8, ranks: 8, opening: "-".to_owned(), ..Rulebook::standard() }
    }

    /// U2: how many pieces of each size a side has in this colour.
    pub fn supply(&self, colour: Colour) -> u8 {
        if colour == Colour::FIRST { self.first_trios } else { self.other_trios }
    }
}

impl Capping {
    /// Whether a piece of size `size` may cap one of size `below`.
    pub fn allows(&self, size: Size, below: Size) -> bool {
        let list = match size {
            Size::Pawn => &self.pawn,
            Size::Drone => &self.drone,
            Size::Queen => &self.queen,
        };
        list.contains(&below)
    }
}

/// A rulebook as it is written; what it leaves out comes from the preset.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Settings {
    #[serde(default)]
    preset: Preset,
    files: Option<u8>,
    ranks: Option<u8>,
    frame: Option<[u8; 2]>,
    opening: Option<String>,
    first_trios: Option<u8>,
    other_trios: Option<u8>,
    blocking: Option<bool>,
    capping: Option<Capping>,
    bonus: Option<[u32; Colour::COUNT]>,
    score_to_beat: Option<u32>,
}

impl From<Settings> for Rulebook {
    fn from(written: Settings) -> Rulebook {
        let preset = Rulebook::of(written.preset);
        Rulebook {
            files: written.files.unwrap_or(preset.files),
            ranks: written.ranks.unwrap_or(preset.ranks),
            frame: written.frame.unwrap_or(preset.frame),
            opening: written.opening.unwrap_or(preset.opening),
            first_trios: written.first_trios.unwrap_or(preset.first_trios),
            other_trios: written.other_trios.unwrap_or(preset.other_trios),
            blocking: written.blocking.unwrap_or(preset.blocking),
            capping: written.capping.unwrap_or(preset.capping),
            bonus: written.bonus.unwrap_or(preset.bonus),
            score_to_beat: written.score_to_beat.unwrap_or(preset.score_to_beat),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scenario_changes_what_it_names_and_a_rulebook_reads_as_it_is_written() {
        let read = |text: &str| toml::from_str::<Rulebook>(text);
        assert_eq!(read("").unwrap(), Rulebook::standard());
        assert_eq!(read("preset = 'beginner'\nblocking = true").unwrap(), Rulebook { blocking: true, ..Rulebook::beginner() });
        assert!(read("preset = 'difficult'").unwrap_err().message().contains("beginner"));
        assert!(read("blockades = true").unwrap_err().message().contains("blocking"));
        for rulebook in [Preset::Standard, Preset::Beginner, Preset::Unsettled].map(Rulebook::of) {
            assert_eq!(serde_json::from_value::<Rulebook>(serde_json::to_value(&rulebook).unwrap()).unwrap(), rulebook);
        }
    }
}
