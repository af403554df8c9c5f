//! All tests except those of real mail servers and of the abstract games, in one program that is linked once. They run side by side in one process: a
//! test that needs a process of its own starts the program, and none changes the directory, the environment or the umask.
#![recursion_limit = "256"]

mod adding_a_game;
mod agenda;
mod backup;
mod chapters;
mod circles;
mod cli;
#[path = "../common/mod.rs"]
mod common;
mod compact;
mod composer;
mod composer_space;
mod correspondence;
mod correspondence_mail;
/// Only a debug build can be told where to crash.
#[cfg(debug_assertions)]
mod crash;
mod doctor;
mod empire;
mod fairness;
mod gm_handbook;
mod golden;
mod handbooks;
mod host_page;
mod joining;
mod kills;
mod laws;
mod links;
mod lost_files;
mod mails;
mod mentions;
mod modes;
mod module;
mod office;
mod office_law;
mod orders;
mod post_office;
mod preview;
mod queries;
mod receive;
mod refused;
mod render;
mod render_played;
mod responder;
mod rollback;
mod rules;
mod simultaneous_mail;
mod spelling;
mod template_docs;
mod tidy;
mod tournaments;
mod trial;
mod two_runs;
mod undone;
mod usable;
