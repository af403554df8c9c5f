//! Any bytes are a letter, and what is read of it keeps its promises.
//!
//! `cargo +nightly fuzz run letter fuzz/corpus/letter tests/cases/mails`

#![no_main]

use ashpost::post::Content;
use ashpost::post::{EmailLimits, Letter, tag};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|raw: &[u8]| {
    let letter = Letter::read(raw);
    let content = Content::of(&letter);
    assert_eq!(content.orders.lines().count(), letter.orders.line_count());
    assert!(!letter.orders.text.contains(|letter: char| letter.is_control() && letter != '\n'));
    assert!(!letter.subject.contains(char::is_control));
    assert!(tag::find(&letter).len() <= 8);
    Letter::of_order_file(raw, None, &EmailLimits::default());
});
