//! WAIT: a player asks for the open turn not to be played before its deadline, though all are ready.

use crate::campaign::envelope::OpenTurn;
use crate::engine::Seat;
use crate::office::cabinet::error::DeskError;
use crate::office::inbox::judged::Intake;
use crate::office::letters::wait_facts::WaitState;
use crate::post::commands::MailCommand;

impl Intake<'_> {
    /// Carries out WAIT or NOT WAIT for the open turn; `None` if the email says neither, or is a try. No deadline moves by it.
    pub(in crate::office) fn ask_to_wait(&self, seat: Seat, turn: &OpenTurn) -> Result<Option<WaitState>, DeskError> {
        let said = self.content.commands().find_map(|command| if let MailCommand::Wait(waits) = command { Some(*waits) } else { None });
        let Some(waits) = said.filter(|_| !self.is_try()) else { return Ok(None) };
        let state = self.wait_state(seat, turn, waits);
        if matches!(state, WaitState::Waits | WaitState::WaitsNot) {
            self.ledger.set_waiting(turn.turn, seat, waits)?;
        }
        Ok(Some(state))
    }

    fn wait_state(&self, seat: Seat, turn: &OpenTurn, waits: bool) -> WaitState {
        if self.campaign.alternates() {
            WaitState::ByMoves
        } else if !(turn.opened_at..=turn.closes_at).contains(&self.mail.envelope.received_at) {
            WaitState::Late
        } else if !self.campaign.config.schedule.when_all_ready {
            WaitState::NeverEarly
        } else if !self.campaign.has_a_say(seat) {
            WaitState::NoSay
        } else if waits {
            WaitState::Waits
        } else {
            WaitState::WaitsNot
        }
    }

    /// Whether the email asks the turn to wait, and is no try.
    pub(in crate::office) fn makes_wait(&self) -> bool {
        self.content.has(&MailCommand::Wait(true)) && !self.is_try()
    }
}
