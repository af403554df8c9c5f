//! `ashpost repair-modes`: closes to others what they should not read.

use super::{Common, EXIT_FAILED, EXIT_FINE, print, print_json};
use crate::files::Narrowed;
use crate::office::{Host, repair_modes};

pub fn run(common: &Common) -> anyhow::Result<u8> {
    let narrowing = repair_modes(&Host::load(&common.campaigns)?);
    if common.json {
        let json = |one: &Narrowed| serde_json::json!({ "path": one.path, "from": octal(one.from), "to": octal(one.to) });
        let changed: Vec<_> = narrowing.done.iter().map(json).collect();
        let refused: Vec<_> = narrowing.refused.iter().map(|(one, _)| json(one)).collect();
        print_json(&serde_json::json!({ "changed": changed, "refused": refused }))?;
    } else {
        print(&narrowing.done.iter().fold(String::new(), |text, one| text + &format!("{one}\n")))?;
        if narrowing.done.is_empty() && narrowing.refused.is_empty() {
            print("Nothing was open to others that should be closed.\n")?;
        }
    }
    for (one, error) in &narrowing.refused {
        eprintln!("ashpost: {} stays {}: {error}", one.path.display(), octal(one.from));
    }
    Ok(if narrowing.refused.is_empty() { EXIT_FINE } else { EXIT_FAILED })
}

fn octal(mode: u32) -> String {
    format!("{mode:04o}")
}
