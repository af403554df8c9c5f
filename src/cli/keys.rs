//! `ashpost keys`: shows the key of the host, and makes new keys for it or for a campaign.

use clap::Args;
use serde_json::json;

use super::common::{Common, EXIT_FINE};
use super::games::once_free;
use super::output::{counted, print, print_json};
use super::world::System;
use crate::office::{Host, Keyring, campaign_named, replace_campaign_key};

#[derive(Debug, Args)]
pub(super) struct KeysArgs {
    /// A campaign: with --new it gets another key, and every player is asked for their orders again.
    campaign: Option<String>,
    /// Make another key. The host's old key, if it is still there, signs that the new one replaces it.
    #[arg(long)]
    new: bool,
}

pub(super) fn run(common: &Common, args: &KeysArgs) -> anyhow::Result<u8> {
    let host = Host::load(&common.campaigns)?;
    let system = System::new(common);
    let world = system.world();
    if let Some(id) = &args.campaign {
        return of_campaign(common, &host, id, args.new, &world);
    }
    let before = Keyring::read(&host)?;
    let old = before.as_ref().map(|keyring| keyring.newest().public());
    let keyring = match before {
        Some(keyring) if !args.new => keyring,
        None if !args.new => Keyring::open(&host, &world)?,
        before => Keyring::renew(before, &host, &world)?,
    };
    let (key, file) = (keyring.newest().public(), Keyring::file(&host.folder));
    if common.json {
        print_json("ashpost-keys/1", &json!({ "key": key, "before": old.filter(|_| args.new), "file": file }))?;
        return Ok(EXIT_FINE);
    }
    let about = format!(
        "host key  {key}\nfile      {}\n\nKeep a copy of the file apart from the campaigns. Without it, emails that wait cannot be sent, and nobody \
         can tell that\nwhat is signed from then on comes from the same host. Each campaign has a secret of its own in keys/secret; without it,\nits \
         tokens are void, and sheets of the open turn cannot be opened.\n",
        file.display()
    );
    let news = match (args.new, old) {
        (true, Some(old)) => format!("With the next tick, each journal says that this key follows {old}, signed by that old key.\n\n"),
        (true, None) => "There was no old key: with the next tick, each journal says that it was lost.\n\n".to_owned(),
        (false, _) => String::new(),
    };
    print(&(news + &about))?;
    Ok(EXIT_FINE)
}

fn of_campaign(common: &Common, host: &Host, id: &str, is_new: bool, world: &crate::office::World<'_>) -> anyhow::Result<u8> {
    if !is_new {
        anyhow::bail!("the key of a campaign is never shown; `ashpost keys {id} --new` replaces it");
    }
    let campaign = campaign_named(host, id)?;
    let players = once_free(|| replace_campaign_key(host, &campaign, world))?;
    if common.json {
        print_json("ashpost-keys/1", &json!({ "campaign": id, "players": players }))?;
    } else {
        print(&format!(
            "{id} has a new key. The next tick emails {} their new tokens and asks for their orders again; what they sent \
             for the open turn is void.\n",
            counted(players, "player")
        ))?;
    }
    Ok(EXIT_FINE)
}
