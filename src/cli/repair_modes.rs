//! `ashpost repair-modes`: makes files private that other users of this machine should not read.

use super::common::{Common, EXIT_FAILED, EXIT_FINE};
use super::output::{print, print_json, warn};
use crate::files::Narrowed;
use crate::office::{Host, repair_modes};

pub(super) fn run(common: &Common) -> anyhow::Result<u8> {
    let narrowing = repair_modes(&Host::load(&common.campaigns)?);
    if common.json {
        let json = |one: &Narrowed| serde_json::json!({ "path": one.path, "from": octal(one.from), "to": octal(one.to) });
        let changed: Vec<_> = narrowing.done.iter().map(json).collect();
        let with_error = |one: &Narrowed, error: &dyn std::fmt::Display| serde_json::json!({ "path": one.path, "from": octal(one.from), "to": octal(one.to), "error": error.to_string() });
        let refused: Vec<_> = narrowing.refused.iter().map(|(one, error)| with_error(one, error)).collect();
        print_json("ashpost-repair-modes/1", &serde_json::json!({ "changed": changed, "refused": refused }))?;
    } else {
        print(&narrowing.done.iter().fold(String::new(), |text, one| text + &format!("{one}\n")))?;
        if narrowing.done.is_empty() && narrowing.refused.is_empty() {
            print("Every file is as private as it should be; nothing was changed.\n")?;
        }
    }
    for (one, error) in &narrowing.refused {
        warn(common.json, &format!("{} stays {}: {error}", one.path.display(), octal(one.from)));
    }
    Ok(if narrowing.refused.is_empty() { EXIT_FINE } else { EXIT_FAILED })
}

fn octal(mode: u32) -> String {
    format!("{mode:04o}")
}
