//! `ashpost check-config`: finds mistakes in the configuration, and says what would happen.

mod campaign;
mod mistakes;

use clap::Args;
use serde::Serialize;

use super::common::{Common, EXIT_FINE, EXIT_NEEDS_GM};
use super::output::{print, print_json};
use super::world::System;
use crate::campaign::config::{CampaignConfig, MailConfig};
use crate::campaign::{Address, CampaignId};
use crate::files::Narrowed;
use crate::office::{
    Host, HostError, World, campaign_among, cautions, earlier_mail, host_obstacles, known_campaigns, open_to_others, send_trial,
};
use campaign::{CheckedCampaign, check};
use mistakes::Mistakes;

#[derive(Debug, Args)]
pub(super) struct CheckConfigArgs {
    /// Only this campaign.
    campaign: Option<String>,
    /// Send a message to this address, or to the game masters if you name none, and show what the server answers.
    #[arg(long, value_name = "ADDRESS", num_args = 0..=1)]
    send_test: Option<Option<Address>>,
}

/// What the command found.
#[derive(Default, Serialize)]
struct Findings {
    /// The address that players write to; null if the host's file names none.
    address: Option<String>,
    /// Settings that are legal but may surprise.
    warnings: Vec<String>,
    /// Folders with mail from before this host was set up.
    earlier_mail: Vec<EarlierMailFound>,
    campaigns: Vec<CheckedCampaign>,
    test_messages: Vec<TestMessage>,
    /// Each once, even if it concerns several campaigns.
    mistakes: Vec<String>,
}

#[derive(Serialize)]
struct EarlierMailFound {
    folder: String,
    emails: usize,
}

/// A test message that the mail server accepted.
#[derive(Serialize)]
struct TestMessage {
    to: String,
    answer: String,
}

pub(super) fn run(common: &Common, args: &CheckConfigArgs) -> anyhow::Result<u8> {
    let mut mistakes = Mistakes::of(common);
    let (host, of_host) = match Host::mended(&common.campaigns) {
        Err(error @ HostError::Config(_)) => {
            mistakes.tell_error(&error.into());
            return Findings::default().ended(common, mistakes);
        }
        found => found?,
    };
    let known = files_and_gone(&host)?;
    let ids = match &args.campaign {
        Some(id) => vec![campaign_among(&host, known.into_iter().chain(host.campaign_ids()?), id)?],
        None => known,
    };
    let system = System::new(common);
    let world = system.world();
    if !of_host.0.is_empty() {
        mistakes.tell(&of_host.0);
        ids.iter().filter_map(|id| host.campaign(id).err()).for_each(|error| mistakes.tell_error(&error.into()));
        return Findings::default().ended(common, mistakes);
    }
    let open = open_to_others(&host);
    let mut found = Findings {
        address: Some(host.config.address.to_string()),
        warnings: cautions(&host).iter().map(ToString::to_string).chain(others_can_read(&open.others)).collect(),
        earlier_mail: earlier_mail(&host, world.now)
            .into_iter()
            .map(|(folder, emails)| EarlierMailFound { folder: folder.display().to_string(), emails })
            .collect(),
        ..Findings::default()
    };
    mistakes.tell(host_obstacles(&host));
    mistakes.tell(open.passwords.iter().map(readable_password));
    let tell = |text: &str| if common.json { Ok(()) } else { print(text) };
    tell(&found.host_as_text())?;
    for id in &ids {
        match check(&host, id, &mut mistakes, &world) {
            Ok(checked) => {
                tell(&checked.as_text())?;
                found.campaigns.push(checked);
            }
            Err(error) => mistakes.tell_error(&error),
        }
    }
    if ids.is_empty() {
        tell("There are no campaigns yet. Make one: ashpost new my-game\n")?;
    }
    if let Some(recipient) = &args.send_test {
        found.test_messages = send_test(&host, &ids, recipient.as_ref(), &mut mistakes, &world);
        found.test_messages.iter().try_for_each(|TestMessage { to, answer }| {
            let answer = if answer.is_empty() { ".".to_owned() } else { format!(": {answer}") };
            tell(&format!("The test message to {to} was accepted{answer}\n"))
        })?;
    }
    found.ended(common, mistakes)
}

impl Findings {
    /// Ends the command with the mistakes, which the JSON document tells, too.
    fn ended(mut self, common: &Common, mistakes: Mistakes) -> anyhow::Result<u8> {
        self.mistakes = mistakes.in_order;
        if common.json {
            print_json("ashpost-check-config/1", &self)?;
        }
        Ok(if self.mistakes.is_empty() { EXIT_FINE } else { EXIT_NEEDS_GM })
    }

    /// The lines about the host.
    fn host_as_text(&self) -> String {
        let mut text = self.address.iter().map(|address| format!("Players write to {address}.\n")).collect::<String>();
        self.warnings.iter().for_each(|warning| text.push_str(&format!("warning: {warning}\n")));
        for EarlierMailFound { folder, emails } in &self.earlier_mail {
            text.push_str(&match emails {
                1 => format!("1 email in {folder} came before this host was set up. It is never answered and never moved.\n"),
                _ => format!("{emails} emails in {folder} came before this host was set up. They are never answered and never moved.\n"),
            });
        }
        text
    }
}

/// The folders of campaigns and tournaments, and those that have begun but whose folder is gone.
fn files_and_gone(host: &Host) -> anyhow::Result<Vec<CampaignId>> {
    let present = host.campaign_ids()?;
    let gone = known_campaigns(host)?.into_iter().filter(|id| !present.contains(id));
    let mut ids: Vec<CampaignId> = host.file_ids()?.into_iter().chain(gone).collect();
    ids.sort();
    ids.dedup();
    Ok(ids)
}

/// Says that others can read a password.
fn readable_password(file: &Narrowed) -> String {
    format!("mail.password_file: others can read {} (mode {:04o}): `ashpost repair-modes` makes it private", file.path.display(), file.from)
}

/// Says in one sentence which files others can read until the next run closes them.
fn others_can_read(open: &[Narrowed]) -> Option<String> {
    const NAMED: usize = 3;
    let named: Vec<String> = open.iter().take(NAMED).map(|one| one.path.display().to_string()).collect();
    match open.len() {
        0 => None,
        1 => Some(format!("others can read {}: `ashpost repair-modes` makes it private", named.concat())),
        count if count <= NAMED => Some(format!("others can read {}: `ashpost repair-modes` makes them private", named.join(", "))),
        count => {
            Some(format!("others can read {} and {} more: `ashpost repair-modes` makes them private", named.join(", "), count - NAMED))
        }
    }
}

/// Sends a test message: to the named address by the transport of the only campaign checked, else by the host's. Without an address, to all
/// game masters by the transports of their campaigns.
fn send_test(host: &Host, ids: &[CampaignId], recipient: Option<&Address>, mistakes: &mut Mistakes, world: &World<'_>) -> Vec<TestMessage> {
    let configs: Vec<CampaignConfig> = ids.iter().filter_map(|id| host.campaign(id).ok()).collect();
    let way_of = |config: &CampaignConfig| config.way_out(&host.config.mail).clone();
    let letters: Vec<(Address, MailConfig)> = match (recipient, configs.as_slice()) {
        (Some(address), [only]) => vec![(address.clone(), way_of(only))],
        (Some(address), _) => vec![(address.clone(), host.config.mail.clone())],
        (None, all) => {
            let (gone, reached): (Vec<_>, Vec<_>) =
                all.iter().partition(|config| config.has_no_game_master() && way_of(config).leaves_the_machine());
            gone.iter().for_each(|config| mistakes.tell(config.placeholders().first()));
            reached.into_iter().map(|config| (config.gm.address.clone(), way_of(config))).collect()
        }
    };
    if configs.is_empty() && letters.is_empty() {
        mistakes.tell(["there is no game master yet: name who gets the test message, `--send-test you@your.domain`"]);
    }
    let mut taken = Vec::new();
    for (index, (address, way)) in letters.iter().enumerate() {
        if letters[..index].contains(&(address.clone(), way.clone())) {
            continue;
        }
        match send_trial(host, way, address, world) {
            Ok(said) => taken.push(TestMessage { to: address.to_string(), answer: said.unwrap_or_default() }),
            Err(error) => mistakes.tell([format!("the test message to {address} was not accepted: {error}")]),
        }
    }
    taken
}
