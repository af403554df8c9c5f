//! Draws tables for people.

use comfy_table::{ContentArrangement, Table, presets};

/// A plain table with a head, as wide as its content.
pub(super) fn table<const COLUMNS: usize>(head: [&str; COLUMNS], rows: impl IntoIterator<Item = [String; COLUMNS]>) -> String {
    let mut table = Table::new();
    table.load_preset(presets::NOTHING).set_content_arrangement(ContentArrangement::Disabled).set_header(head);
    rows.into_iter().for_each(|row| {
        table.add_row(row);
    });
    table.trim_fmt() + "\n"
}
