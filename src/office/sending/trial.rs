//! A message that somebody sends to see whether mail leaves the host.

use crate::campaign::Address;
use crate::campaign::config::MailConfig;
use crate::office::cabinet::error::{DeskError, at};
use crate::office::letters::about::About;
use crate::office::letters::kind::LetterKind;
use crate::office::letters::model::{Heading, LetterModel};
use crate::office::letters::{self, NewLetter, Sender};
use crate::office::sending::transport;
use crate::office::{Host, World};
use crate::render::Templates;
use crate::store::EmailKind;

/// Sends a message to this address at once and returns what was said when it was taken.
///
/// # Errors
/// When the way out does not take it, or is none; and when the host's own address is a placeholder.
pub fn send_trial(host: &Host, mail: &MailConfig, recipient: &Address, world: &World<'_>) -> Result<Option<String>, DeskError> {
    if let Some(placeholder) = host.placeholders().first().filter(|_| mail.leaves_the_machine()) {
        return Err(DeskError::NotReady(placeholder.clone().into()));
    }
    let templates = Templates::shared(&Default::default())?;
    let text = letters::render(&templates, &LetterModel::new(Heading::of_host(&host.config, LetterKind::Notice), About::Trial))?;
    // A new name each time: a server that has seen the Message-ID would drop the email.
    let unique = (world.entropy)().map_err(at(&host.folder))?.to_string();
    let letter = NewLetter::notice(format!("trial.{}", &unique[..16]), recipient, text).of_kind(EmailKind::Trial);
    let sender = Sender { host: &host.config, name: &host.config.name, campaign: None };
    let written = letters::write(&sender, &letter, world.now);
    let transport = transport::open(mail, world)?;
    transport.send(&host.config.address, recipient, &written.message_id, &written.raw)?;
    transport.settle()?;
    Ok(transport.said())
}
