//! One SQLite file for each campaign: the journal, the emails, the order book, the outbox, the reports.
//!
//! Everything that must happen together happens in one [`Ledger`], which is one transaction.

mod again;
mod applicants;
mod attendance;
mod by_seat;
mod cells;
mod clock;
mod codes;
mod commitments;
mod copies;
mod deliveries;
mod diary;
mod earlier;
mod error;
mod facts;
mod health;
mod journal;
mod kind;
mod last_word;
mod ledger;
mod left_orders;
mod log;
mod mail;
mod observers;
mod order_book;
mod outbox;
mod pack;
mod press;
mod ready;
mod reports;
mod roster;
mod schema;
mod sealed;
mod sending;
mod strangers;
mod turns;

pub use again::CarriedSheet;
pub use applicants::{ApplicantList, NewApplicant, StoredApplicant};
pub use codes::NewCode;
pub use copies::{copy_whole, examine};
pub use earlier::EarlierMail;
pub use error::StoreError;
pub use journal::{RecordedAct, StoredTurn};
pub use kind::EmailKind;
pub use ledger::{Ledger, Seals, Store};
pub use left_orders::{LeftOrders, NewLeftOrders};
pub use log::{BESIDE_DATABASE, log_of};
pub use mail::{FiledMail, KeptMail, MailCount, NewMail};
pub use order_book::{NewSheet, SheetInForce, StoredSheet};
pub use outbox::{NewOutgoing, OutboxCount, Slip};
pub use reports::{LastReport, ReportsSent};
pub use sending::WaitingEmail;
pub use strangers::StrangerLimits;
pub use turns::{StoredReport, TurnWindow};
