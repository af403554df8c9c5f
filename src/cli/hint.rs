//! Advice about errors whose own sentence gives none.

use std::error::Error;
use std::io::ErrorKind;
use std::iter::successors;

use crate::office::{DeskError, HostError};
use crate::post::transport::SendError;
use crate::render::TemplateError;
use crate::store::StoreError;

/// What to do about an error or one of its causes, as a sentence; `None` if the error says it itself, or no advice is known.
pub(super) fn of(error: &(dyn Error + 'static)) -> Option<String> {
    successors(Some(error), |&error| error.source()).find_map(of_one)
}

fn of_one(error: &(dyn Error + 'static)) -> Option<String> {
    if let Some(error) = error.downcast_ref::<DeskError>() {
        return of_desk(error);
    }
    if let Some(error) = error.downcast_ref::<HostError>() {
        return of_host(error);
    }
    if let Some(error) = error.downcast_ref::<StoreError>() {
        return of_store(error);
    }
    if error.is::<TemplateError>() {
        return Some(templates());
    }
    if error.is::<SendError>() {
        return Some(sending());
    }
    error.downcast_ref::<std::io::Error>().and_then(|error| of_file(error.kind()))
}

/// How to find out why messages are not sent, as a sentence.
pub(super) fn sending() -> String {
    "`ashpost check-config --send-test` sends you a message and shows what the server answers".to_owned()
}

fn campaigns() -> String {
    "`ashpost status` lists the campaigns of this host".to_owned()
}

fn templates() -> String {
    "`ashpost preview CAMPAIGN --folder DIR` renders all letters and pages with your templates; docs/templates.md says what each is given"
        .to_owned()
}

fn of_desk(error: &DeskError) -> Option<String> {
    match error {
        DeskError::NoCampaign { nearest: None, .. } => Some(campaigns()),
        DeskError::Host(error) => of_host(error),
        DeskError::Store(error) => of_store(error),
        DeskError::File { source, .. } => of_file(source.kind()),
        DeskError::Template(_) => Some(templates()),
        DeskError::Send(_) => Some(sending()),
        DeskError::Scenario(_) | DeskError::Setup(_) => {
            Some("`ashpost check-config` reads the scenario and its settings again, and says where they are wrong".to_owned())
        }
        error if error.holder().is_some() => Some("run this again in a moment".to_owned()),
        DeskError::Broken(_) => Some("run it again with ASHPOST_LOG=debug, and report what it prints".to_owned()),
        _ => None,
    }
}

fn of_host(error: &HostError) -> Option<String> {
    match error {
        HostError::File { source, .. } => of_file(source.kind()),
        HostError::Config(_) | HostError::NoHost { .. } => None,
    }
}

fn of_store(error: &StoreError) -> Option<String> {
    match error {
        StoreError::File { source, .. } => of_file(source.kind()),
        _ if error.is_damage() => Some("docs/gm-files.md says how to put a backup in its place".to_owned()),
        _ => None,
    }
}

fn of_file(kind: ErrorKind) -> Option<String> {
    match kind {
        ErrorKind::PermissionDenied => Some("run it as the user whose campaigns these are; `ls -l` shows whose file it is".to_owned()),
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => Some("make room on the disk, then run it again".to_owned()),
        ErrorKind::ReadOnlyFilesystem => Some("the disk is mounted read-only: `dmesg` says why".to_owned()),
        _ => None,
    }
}
