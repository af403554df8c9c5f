//! What a game brings along for those who read about it: templates, what these can compute, and scenarios.

use std::ops::RangeInclusive;

use serde_json::Value;

/// What a game brings besides its rules, or what all games of a family do.
pub struct Kit {
    /// What it shares with the other games of its family.
    pub family: Option<&'static Kit>,
    /// The texts of templates by their names, such as `anaash/rules.txt`.
    pub templates: &'static [(&'static str, &'static str)],
    /// What its templates may compute.
    pub helpers: &'static [Helper],
    /// Scenario files by name; the usual one first.
    pub scenarios: &'static [(&'static str, &'static str)],
    /// The setting that says in which turn the game ends, or may end, by itself, as `[settings]` of a campaign spells it; `None` where no setting
    /// does.
    pub last_turn: Option<&'static str>,
    /// How orders are written in a browser; the family's serves a game without its own, and `None` is a game that has no such page.
    pub composer: Option<Composer>,
    /// The game's rules for that page, as WebAssembly that is packed as LZMA: what `wasm/build` has made. Without them there is no page either.
    pub module: Option<&'static [u8]>,
}

/// What the page needs to know of a game in which its orders are written by clicking.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Composer {
    /// The folder of the templates `composer-scripts.txt`, `composer-style.txt`, `composer-phrases.html` and `composer-said.txt`.
    pub templates: &'static str,
    /// The fields of a view that follow from its others: a link leaves them out.
    pub derived: &'static [&'static str],
    /// Whether the page prints the order form itself, from a view without those fields: a link leaves it out, too.
    pub prints_form: bool,
}

/// A function that templates call: its name, how many values it takes, and what it makes of them and of the model's root.
pub struct Helper {
    /// As templates call it.
    pub name: &'static str,
    /// How many arguments it takes.
    pub takes: RangeInclusive<usize>,
    /// Computes it from its arguments and the model of the template.
    pub compute: fn(&[&Value], &Value) -> Value,
}

impl Kit {
    /// A game that brings nothing, and to begin the description of one that brings little.
    pub const EMPTY: Kit =
        Kit { family: None, templates: &[], helpers: &[], scenarios: &[], last_turn: None, composer: None, module: None };

    /// How orders are written in a browser: the kit's own way, or its family's.
    pub fn composer(&self) -> Option<Composer> {
        self.composer.or_else(|| self.family?.composer())
    }

    /// The kit and those of its family, which it may replace: the family's first.
    pub fn with_family(&'static self) -> Vec<&'static Kit> {
        let mut kits = self.family.map(Kit::with_family).unwrap_or_default();
        kits.push(self);
        kits
    }
}

impl Helper {
    /// A function of so many values.
    pub const fn new(name: &'static str, takes: usize, compute: fn(&[&Value], &Value) -> Value) -> Helper {
        Helper { name, takes: takes..=takes, compute }
    }

    /// A function of any number of values, but at least one.
    pub const fn variadic(name: &'static str, compute: fn(&[&Value], &Value) -> Value) -> Helper {
        Helper { name, takes: 1..=12, compute }
    }

    /// A value as a reader sees it: text without quotes, nothing for `null`.
    pub fn shown(value: &Value) -> String {
        match value {
            Value::String(text) => text.clone(),
            Value::Null => String::new(),
            other => other.to_string(),
        }
    }

    /// Numbers beyond 64 bits and values that are no number count as 0, since a report must not fail because of one value.
    pub fn number(value: &Value) -> i64 {
        value.as_i64().unwrap_or_default()
    }
}

/// The files of `templates/` with these names, each with its text.
macro_rules! templates {
    ($($name:literal,)*) => {
        &[$(($name, include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/templates/", $name, ".hbs")))),*]
    };
}

/// The files of `scenarios/` in a game's folder, each by its name and with its text.
macro_rules! scenarios {
    ($game:literal: $($name:literal,)*) => {
        &[$(($name, include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/", $game, "/", $name, ".toml")))),*]
    };
}

/// The file of `templates/composer/` that holds a game's rules for its page; the module itself carries none.
macro_rules! module {
    ($game:literal) => {
        if cfg!(target_family = "wasm") {
            None
        } else {
            Some(include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/templates/composer/", $game, ".wasm.lzma")))
        }
    };
}

pub(crate) use {module, scenarios, templates};
