//! What several helpers need to know about a value.

use serde_json::Value;

/// A width, bounded so that no template can ask for a line of a gigabyte.
pub(super) fn size(value: &Value) -> usize {
    value.as_u64().map_or(0, |columns| columns.min(1_000) as usize)
}

/// Whether a value is null or has nothing in it.
pub(super) fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(items) => items.is_empty(),
        Value::String(text) => text.is_empty(),
        _ => false,
    }
}
