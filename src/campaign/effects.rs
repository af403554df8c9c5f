//! When an edit of a running campaign's file takes effect.

use std::collections::BTreeSet;

use serde_json::Value;

use super::config::CampaignConfig;

/// When an edited key affects a campaign that has begun.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// With the next tick, for the open turn too.
    AtOnce,
    /// From the next turn on; the open turn keeps what was announced.
    NextTurn,
    /// Never: the campaign goes on as it began.
    Never,
    /// The edit would break the campaign and must be undone.
    PutBack,
    /// Only through a command, see [`super::roster`].
    Command,
}

/// Each key of a campaign's file, or its table.
pub const EFFECTS: &[(&str, Effect)] = &[
    ("title", Effect::AtOnce),
    ("game", Effect::Never),
    ("scenario", Effect::Never),
    ("settings", Effect::Never),
    ("open", Effect::AtOnce),
    ("players_wanted", Effect::AtOnce),
    ("unrated", Effect::AtOnce),
    ("unlisted", Effect::AtOnce),
    ("gm", Effect::AtOnce),
    ("co_gm", Effect::AtOnce),
    ("schedule.every_days", Effect::NextTurn),
    ("schedule.weekdays", Effect::NextTurn),
    ("schedule.at", Effect::NextTurn),
    ("schedule.zone", Effect::NextTurn),
    ("schedule.holidays", Effect::NextTurn),
    ("schedule.also", Effect::NextTurn),
    ("schedule.minimum_hours", Effect::NextTurn),
    ("schedule.bank_days", Effect::NextTurn),
    ("schedule.increment_hours", Effect::NextTurn),
    ("schedule.bank_limit_days", Effect::NextTurn),
    ("schedule.grace_hours", Effect::AtOnce),
    ("schedule.reserve_days", Effect::AtOnce),
    ("schedule.when_all_ready", Effect::AtOnce),
    ("schedule.ready_pause_minutes", Effect::AtOnce),
    ("schedule.reminder_hours", Effect::AtOnce),
    ("policy.auth", Effect::AtOnce),
    ("policy.absence", Effect::AtOnce),
    ("policy.absence_days", Effect::AtOnce),
    ("policy.seal", Effect::AtOnce),
    ("policy.reveal_hours", Effect::AtOnce),
    ("policy.gm_plays", Effect::AtOnce),
    ("policy.gm_hours", Effect::AtOnce),
    ("policy.takeback", Effect::AtOnce),
    ("policy.takeback_times", Effect::AtOnce),
    ("policy.diaries", Effect::AtOnce),
    ("policy.eject_after", Effect::AtOnce),
    ("policy.breaker_percent", Effect::AtOnce),
    ("policy.missing", Effect::NextTurn),
    ("policy.private_reports_on_site", Effect::AtOnce),
    ("joining", Effect::AtOnce),
    ("press", Effect::AtOnce),
    ("votes", Effect::AtOnce),
    ("observers", Effect::AtOnce),
    ("seat", Effect::Command),
    ("tournament.rounds", Effect::AtOnce),
    ("tournament", Effect::PutBack),
    ("demonstration_seed", Effect::PutBack),
    ("intake", Effect::AtOnce),
    ("mail", Effect::AtOnce),
];

/// The files by which a campaign has run; `None` if unknown.
#[derive(Debug, Clone, Default)]
pub struct Files {
    /// The file at the opening, which still counts for settings that never change.
    pub opening: Option<CampaignConfig>,
    /// The file when the deadline of the open turn was announced.
    pub open_turn: Option<CampaignConfig>,
    /// The file at the last tick.
    pub last_tick: Option<CampaignConfig>,
}

/// A key whose value differs from what the campaign runs by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyEdit {
    /// The key's place in the file, such as `schedule.at`.
    pub key: String,
    /// The value by which the campaign runs, as JSON; `nothing` if there is none.
    pub runs_by: String,
    /// The value in the file now, in the same form.
    pub file: String,
    /// When the edit takes effect.
    pub effect: Effect,
}

/// The edited keys of a file, except those of `[[seat]]`, by name.
pub fn key_edits(now: &CampaignConfig, files: &Files) -> Vec<KeyEdit> {
    let before = |effect| match effect {
        Effect::AtOnce => files.last_tick.as_ref(),
        Effect::NextTurn => files.open_turn.as_ref(),
        Effect::Never | Effect::PutBack => files.opening.as_ref(),
        Effect::Command => None,
    };
    let now = flat(now);
    let mut edits = Vec::new();
    for effect in [Effect::AtOnce, Effect::NextTurn, Effect::Never, Effect::PutBack] {
        let Some(before) = before(effect).map(flat) else { continue };
        let keys: BTreeSet<&String> = before.iter().chain(&now).map(|(key, _)| key).filter(|key| effect_of(key) == effect).collect();
        for key in keys {
            let (runs_by, file) = (said(&before, key), said(&now, key));
            if runs_by != file {
                edits.push(KeyEdit { key: key.clone(), runs_by, file, effect });
            }
        }
    }
    edits.sort_by(|one, other| one.key.cmp(&other.key));
    edits
}

/// When an edit of a key such as `settings.rulebook.size` or `schedule.at` takes effect.
pub fn effect_of(key: &str) -> Effect {
    let holds = |known: &str| key == known || key.strip_prefix(known).is_some_and(|rest| rest.starts_with('.'));
    // A test makes sure that the list has every key.
    EFFECTS.iter().find(|(known, _)| holds(known)).map_or(Effect::NextTurn, |(_, effect)| *effect)
}

/// All values of a file with their keys, including defaults.
fn flat(config: &CampaignConfig) -> Vec<(String, Value)> {
    let mut values = Vec::new();
    flatten("", serde_json::json!(config.said), &mut values);
    values
}

fn flatten(key: &str, value: Value, values: &mut Vec<(String, Value)>) {
    match value {
        Value::Object(table) => {
            for (name, value) in table {
                flatten(&if key.is_empty() { name } else { format!("{key}.{name}") }, value, values);
            }
        }
        value => values.push((key.to_owned(), value)),
    }
}

fn said(values: &[(String, Value)], key: &str) -> String {
    let value = values.iter().find(|(known, _)| known == key).map(|(_, value)| value);
    value.filter(|value| !value.is_null()).map_or_else(|| "nothing".to_owned(), Value::to_string)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    const FILE: &str = r#"
        title = "The Rim"
        game = "empire_postal"
        scenario = "first-steps"
        gm = { name = "Ida", address = "ida@example.org" }
        schedule = { every_days = 7, at = "20:00", zone = "UTC", grace_hours = 12 }
        [[seat]]
        number = 1
        name = "Ann"
        address = "ann@player.example"
    "#;

    fn config(edits: &[(&str, &str)]) -> CampaignConfig {
        let text = edits.iter().fold(FILE.to_owned(), |text, (from, to)| text.replace(from, to));
        CampaignConfig::from_toml(Path::new("rim-3/campaign.toml"), &text).unwrap()
    }

    fn edits(edits: &[(&str, &str)]) -> Vec<(String, Effect)> {
        let files = Files { opening: Some(config(&[])), open_turn: Some(config(&[])), last_tick: Some(config(&[])) };
        key_edits(&config(edits), &files).into_iter().map(|edit| (edit.key, edit.effect)).collect()
    }

    #[test]
    fn each_edited_key_says_when_it_acts() {
        let edited = edits(&[
            ("The Rim", "The Ring"),
            ("every_days = 7", "every_days = 3"),
            ("grace_hours = 12", "holidays = [\"2026-12-24\"]"),
            ("[[seat]]", "[settings]\nrounds = 9\n[[seat]]"),
            ("\"Ann\"", "\"Anna\""),
        ]);
        let told: Vec<(&str, Effect)> = edited.iter().map(|(key, effect)| (key.as_str(), *effect)).collect();
        assert_eq!(
            told,
            [
                ("schedule.every_days", Effect::NextTurn),
                ("schedule.grace_hours", Effect::AtOnce),
                ("schedule.holidays", Effect::NextTurn),
                ("settings.rounds", Effect::Never),
                ("title", Effect::AtOnce),
            ]
        );
    }

    #[test]
    fn what_is_written_out_as_its_default_is_no_edit() {
        assert_eq!(
            edits(&[("grace_hours = 12", "grace_hours = 12, minimum_hours = 24"), ("[[seat]]", "[policy]\nauth = \"token\"\n[[seat]]")]),
            []
        );
    }

    #[test]
    fn what_a_tick_or_a_turn_has_taken_up_is_no_edit_any_more() {
        let edited = config(&[("every_days = 7", "every_days = 3"), ("The Rim", "The Ring"), ("first-steps", "postal-classic")]);
        let files = Files { opening: Some(config(&[])), open_turn: Some(edited.clone()), last_tick: Some(edited.clone()) };
        let left = key_edits(&edited, &files);
        assert_eq!(left.len(), 1);
        assert_eq!(
            (left[0].key.as_str(), left[0].runs_by.as_str(), left[0].file.as_str()),
            ("scenario", "\"first-steps\"", "\"postal-classic\"")
        );
        assert_eq!(key_edits(&edited, &Files::default()), []);
    }

    #[test]
    fn every_key_has_its_effect() {
        let all = config(&[("[[seat]]\n", "[mail]\ntransport = \"file\"\ndirectory = \"sent\"\n[settings]\nx = 1\n[[seat]]\n")]);
        for (key, _) in flat(&all) {
            let holds = |known: &str| key == known || key.strip_prefix(known).is_some_and(|rest| rest.starts_with('.'));
            assert_eq!(EFFECTS.iter().filter(|(known, _)| holds(known)).count(), 1, "{key}");
        }
    }
}
