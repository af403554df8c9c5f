//! What several helpers ask of a value.

use serde_json::Value;

/// A width; bounded, so that no template can ask for a line of a gigabyte.
pub(super) fn size(value: &Value) -> usize {
    value.as_u64().map_or(0, |columns| columns.min(1_000) as usize)
}

/// Whether it is nothing, or holds nothing.
pub(super) fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(items) => items.is_empty(),
        Value::String(text) => text.is_empty(),
        _ => false,
    }
}
