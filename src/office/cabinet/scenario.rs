//! Scenario files: those that the program carries, and a game master's own.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::campaign::config::{CampaignConfig, ConfigErrors, ConfigSource};
use crate::campaign::settings::overlaid;
use crate::engine::ScenarioHead;
use crate::engine::nearness::guess_or_list;
use crate::games::GAMES;

/// Game, name and text of each scenario that the games bring; a game's usual one before its others.
pub fn carried_scenarios() -> impl DoubleEndedIterator<Item = (&'static str, &'static str, &'static str)> + Clone {
    GAMES.iter().flat_map(|game| game.kit().scenarios.iter().map(|(name, text)| (game.id(), *name, *text)))
}

/// Why a scenario cannot be used.
#[allow(missing_docs, reason = "each says what it is")]
#[derive(Debug, thiserror::Error)]
pub enum ScenarioError {
    #[error("{game} has no scenario `{name}`{guess}")]
    Unknown { game: String, name: String, guess: String },
    #[error(transparent)]
    InFile(ConfigErrors),
    #[error("cannot read the scenario {path}: {source}", path = .path.display())]
    File { path: PathBuf, source: io::Error },
    #[error("several games have a scenario `{name}`: say which, {known}")]
    Ambiguous { name: String, known: String },
    #[error("there is no scenario `{name}`, and no file of that name{guess}")]
    NeitherFileNorCarried { name: String, guess: String },
}

/// A scenario by itself, outside any campaign.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LooseScenario {
    /// The game that carries it or that its `game` key names.
    pub game: Option<String>,
    /// How many seats it has; 2 if it does not say.
    pub seats: u8,
    /// The whole scenario, as it was carried or as its file has it.
    pub text: String,
}

/// The scenario that a name or a path means: the name of a carried one, alone or after its game's name and a slash, or the path of a file.
///
/// # Errors
/// When a name without its game belongs to several games, and when there is neither such a name nor such a file.
pub fn loose_scenario(name: &str) -> Result<LooseScenario, ScenarioError> {
    let spelled = |(game, carried, _): &(&str, &str, &str)| *carried == name || qualified(game, carried) == name;
    let carried: Vec<_> = carried_scenarios().filter(spelled).collect();
    match carried.as_slice() {
        [(game, _, text)] => {
            Ok(LooseScenario { game: Some((*game).to_owned()), seats: ScenarioHead::of(text).seats, text: (*text).to_owned() })
        }
        [] => {
            let text = fs::read_to_string(name).map_err(|source| no_such_file(name, source))?;
            let ScenarioHead { game, seats, .. } = ScenarioHead::of(&text);
            Ok(LooseScenario { game, seats, text })
        }
        several => Err(ScenarioError::Ambiguous { name: name.to_owned(), known: listed(several) }),
    }
}

/// What is wrong with a name that is no carried scenario and no file that can be read.
fn no_such_file(name: &str, source: io::Error) -> ScenarioError {
    if source.kind() != io::ErrorKind::NotFound || name.ends_with(".toml") {
        return ScenarioError::File { path: PathBuf::from(name), source };
    }
    if let Some((game, own)) = name.split_once('/') {
        let of_game: Vec<&str> = carried_scenarios().filter(|(of, _, _)| *of == game).map(|(_, carried, _)| carried).collect();
        if !of_game.is_empty() {
            return ScenarioError::Unknown { game: game.to_owned(), name: own.to_owned(), guess: guess_or_list(own, of_game) };
        }
    }
    let known: Vec<String> = carried_scenarios().map(|(game, carried, _)| qualified(game, carried)).collect();
    ScenarioError::NeitherFileNorCarried { name: name.to_owned(), guess: guess_or_list(name, known.iter().map(String::as_str)) }
}

fn qualified(game: &str, name: &str) -> String {
    format!("{game}/{name}")
}

fn listed(scenarios: &[(&str, &str, &str)]) -> String {
    scenarios.iter().map(|(game, name, _)| qualified(game, name)).collect::<Vec<_>>().join(", ")
}

/// The text of a campaign's scenario, with the campaign's own settings laid over it.
///
/// # Errors
/// When there is none of that name, or its file cannot be read, or is no TOML over which settings could be laid.
pub fn scenario_text(config: &CampaignConfig, folder: &Path) -> Result<String, ScenarioError> {
    let text = text_without_settings(config, folder)?;
    overlaid(config.game.id(), &text, &config.settings).map_err(|all| {
        // A carried scenario always reads.
        let file = ConfigSource::new(&config.scenario_file(folder).unwrap_or_default(), &text);
        ScenarioError::InFile(ConfigErrors(all.into_iter().map(|misreading| file.misread(misreading)).collect()))
    })
}

fn text_without_settings(config: &CampaignConfig, folder: &Path) -> Result<String, ScenarioError> {
    if let Some(path) = config.scenario_file(folder) {
        return fs::read_to_string(&path).map_err(|source| ScenarioError::File { path, source });
    }
    let of_game = carried_scenarios().filter(|(game, _, _)| *game == config.game.id());
    let found = of_game.clone().find(|(_, name, _)| *name == config.scenario);
    found.map(|(_, _, text)| (*text).to_owned()).ok_or_else(|| {
        let (game, name) = (config.game.id(), &config.scenario);
        let what = format!("{game} has no scenario `{name}`{}", guess_or_list(name, of_game.map(|(_, name, _)| name)));
        ScenarioError::InFile(config.source.mistake("scenario", what).into())
    })
}

/// The game whose carried scenarios look most like this one, by their keys and rulesets; `None` for a text that is no TOML.
pub fn likely_game(text: &str) -> Option<&'static str> {
    let scenario: toml::Table = toml::from_str(text).ok()?;
    let likeness = |carried: &str| {
        let carried: toml::Table = toml::from_str(carried).unwrap_or_default();
        let shared = scenario.keys().filter(|key| carried.contains_key(*key)).count();
        let same_ruleset = scenario.contains_key("ruleset") && scenario.get("ruleset") == carried.get("ruleset");
        (same_ruleset, shared)
    };
    // Among equals, the game that is listed first.
    carried_scenarios().rev().max_by_key(|(_, _, carried)| likeness(carried)).map(|(game, _, _)| game)
}
