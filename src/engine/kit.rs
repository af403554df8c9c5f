//! What a game brings for its readers: templates, the helpers of templates, and scenarios.

use std::ops::RangeInclusive;

use serde_json::Value;

/// What a game, or a family of games, brings besides its rules.
pub struct Kit {
    /// The kit of its family, if it has one.
    pub family: Option<&'static Kit>,
    /// Templates by name, such as `anaash/rules.txt`, with their texts.
    pub templates: &'static [(&'static str, &'static str)],
    /// The functions that its templates may call.
    pub helpers: &'static [Helper],
    /// Scenario files by name, with their texts; the usual one first.
    pub scenarios: &'static [(&'static str, &'static str)],
    /// The setting that says in which turn the game ends or may end, as `[settings]` of a campaign spells it; `None` if there is none.
    pub last_turn: Option<&'static str>,
    /// How orders are written in a browser. `None` leaves that to the family; a game has no such page if neither says anything.
    pub composer: Option<Composer>,
    /// The game's rules for that page, as LZMA-packed WebAssembly that `wasm/build` has made. Without it there is no page.
    pub module: Option<&'static [u8]>,
}

/// What the page for writing orders needs to know of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Composer {
    /// The folder of the templates `composer-scripts.txt`, `composer-style.txt`, `composer-phrases.html` and `composer-said.txt`.
    pub templates: &'static str,
    /// The fields of a view that can be computed from its others, so that links leave them out.
    pub derived: &'static [&'static str],
    /// Whether the page makes the order form itself, without those fields, so that links leave the form out too.
    pub prints_form: bool,
}

/// A function that templates call.
pub struct Helper {
    /// Its name in templates.
    pub name: &'static str,
    /// How many arguments it takes.
    pub takes: RangeInclusive<usize>,
    /// Computes the value from the arguments and the root of the template's model.
    pub compute: fn(&[&Value], &Value) -> Value,
}

impl Kit {
    /// A kit with nothing in it, to build small kits from.
    pub const EMPTY: Kit =
        Kit { family: None, templates: &[], helpers: &[], scenarios: &[], last_turn: None, composer: None, module: None };

    /// How orders are written in a browser: the kit's own way, or its family's.
    pub fn composer(&self) -> Option<Composer> {
        self.composer.or_else(|| self.family?.composer())
    }

    /// The family's kits, outermost first, and then this one, whose entries replace theirs.
    pub fn with_family(&'static self) -> Vec<&'static Kit> {
        let mut kits = self.family.map(Kit::with_family).unwrap_or_default();
        kits.push(self);
        kits
    }
}

impl Helper {
    /// A function of exactly `takes` values.
    pub const fn new(name: &'static str, takes: usize, compute: fn(&[&Value], &Value) -> Value) -> Helper {
        Helper { name, takes: takes..=takes, compute }
    }

    /// A function of 1 to 12 values.
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

    /// A value as a number. Anything else than a 64-bit integer counts as 0, since one bad value must not stop a report.
    pub fn number(value: &Value) -> i64 {
        value.as_i64().unwrap_or_default()
    }
}

/// The named files of `templates/`, each with its text.
macro_rules! templates {
    ($($name:literal,)*) => {
        &[$(($name, include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/templates/", $name, ".hbs")))),*]
    };
}

/// The named files of `scenarios/` in a game's folder, each with its text.
macro_rules! scenarios {
    ($game:literal: $($name:literal,)*) => {
        &[$(($name, include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/", $game, "/", $name, ".toml")))),*]
    };
}

/// The file of `templates/composer/` that holds a game's rules for its page; `None` inside that module itself.
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
