//! Messages that could not be handled, which is our fault: kept as they came, and told to the game master once a day.

use crate::campaign::envelope::Verdict;
use crate::campaign::local::utc_text;
use crate::office::World;
use crate::office::cabinet::desk::Campaign;
use crate::office::cabinet::error::DeskError;
use crate::office::front::Letterbox;
use crate::office::inbox::arrived::Arrived;
use crate::office::inbox::judged::Handled;
use crate::office::letters::about::About;
use crate::office::letters::model::{Heading, LetterModel};
use crate::office::letters::trouble_facts::TroubleFacts;
use crate::office::letters::{self, NewLetter, Sender};
use crate::post::Address;
use crate::render::Templates;
use crate::store::{FiledMail, Ledger};

/// Files a message to a campaign that broke off on its way.
///
/// # Errors
/// When it cannot be filed.
pub(crate) fn keep(
    campaign: &Campaign,
    ledger: &Ledger<'_>,
    mail: &Arrived,
    error: &DeskError,
    world: &World<'_>,
) -> Result<Handled, DeskError> {
    let handled = file(ledger, mail)?;
    let heading = campaign.heading(None, Verdict::Quarantined, world.now);
    let writer = Writer { ledger, sender: &campaign.sender(), templates: &campaign.templates };
    writer.tell(&campaign.config.gm.address, heading, mail, error, world)?;
    Ok(handled)
}

/// Files a message to no campaign that broke off on its way. All game masters of the host share its front office.
///
/// # Errors
/// When it cannot be filed.
pub(crate) fn keep_stray(
    letterbox: &Letterbox,
    ledger: &Ledger<'_>,
    mail: &Arrived,
    error: &DeskError,
    world: &World<'_>,
) -> Result<Handled, DeskError> {
    let handled = file(ledger, mail)?;
    let writer = Writer { ledger, sender: &letterbox.sender(), templates: &letterbox.templates };
    for address in letterbox.host.game_masters() {
        let heading = Heading::of_host(&letterbox.host.config, Verdict::Quarantined);
        writer.tell(&address, heading, mail, error, world)?;
    }
    Ok(handled)
}

fn file(ledger: &Ledger<'_>, mail: &Arrived) -> Result<Handled, DeskError> {
    let filed = ledger.file_mail(&mail.filed_as(Verdict::Quarantined))?;
    Ok(Handled { known: filed == FiledMail::Known, ..Handled::of(mail, Verdict::Quarantined, None) })
}

/// What the letter is written with.
struct Writer<'a> {
    ledger: &'a Ledger<'a>,
    sender: &'a Sender<'a>,
    templates: &'a Templates,
}

impl Writer<'_> {
    /// Writes one letter a day to each game master, about the first such message, since there may be thousands.
    fn tell(&self, recipient: &Address, heading: Heading, mail: &Arrived, error: &DeskError, world: &World<'_>) -> Result<(), DeskError> {
        let heading = heading.on(mail.facts(utc_text(mail.envelope.received_at)));
        let model = LetterModel::new(heading, About::GmQuarantine(TroubleFacts::of(error)));
        let (subject, text) = letters::render(self.templates, &model)?;
        let id = format!("notice.quarantine.{}.{}", world.now.format("%Y-%m-%d"), recipient.identity().short());
        letters::queue(self.ledger, self.sender, &NewLetter::notice(id, recipient, (subject, text)), world.now)?;
        Ok(())
    }
}
