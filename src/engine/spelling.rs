//! The one spelling of a value as JSON, which journals carry digests of.

use std::borrow::Cow;

use serde::Serialize;

/// A value as JSON without blanks, the fields of each object in the order of their names. It is what `serde_json` writes of a `Value`, without making
/// one, which takes ten times the memory.
///
/// # Panics
/// When the value has no JSON form. Plain data with text keys always has one.
pub fn spelt(value: &impl Serialize) -> String {
    let text = serde_json::to_string(value).expect("plain data has a JSON form");
    let sorted = String::with_capacity(text.len());
    let mut sorting = Sorting { text: &text, at: 0, copied: 0, sorted, fields: Vec::new(), unordered: String::new() };
    sorting.value();
    sorting.copy();
    sorting.sorted
}

/// Sorts the fields of a JSON text that `serde_json` wrote.
struct Sorting<'t> {
    text: &'t str,
    /// How far the text has been read.
    at: usize,
    /// How far it has been copied: what needs no sorting is copied as a whole.
    copied: usize,
    /// What was copied, sorted.
    sorted: String,
    /// The fields read so far of the objects that are open, those of the innermost last.
    fields: Vec<Field<'t>>,
    /// An object while its fields are put in order.
    unordered: String,
}

/// A field of an object: its name, and where it stands in what was sorted.
struct Field<'t> {
    name: Cow<'t, str>,
    start: usize,
    end: usize,
}

impl Sorting<'_> {
    fn value(&mut self) {
        match self.next() {
            Some(b'{') => self.object(),
            Some(b'[') => self.list(),
            Some(b'"') => self.string(),
            _ => {
                while self.next().is_some_and(|next| !matches!(next, b',' | b']' | b'}')) {
                    self.at += 1;
                }
            }
        }
    }

    fn list(&mut self) {
        self.at += 1;
        while self.next().is_some_and(|next| next != b']') {
            self.value();
            self.pass_comma();
        }
        self.at += 1;
    }

    fn object(&mut self) {
        self.at += 1;
        self.copy();
        let (begin, outer) = (self.sorted.len(), self.fields.len());
        while self.next().is_some_and(|next| next != b'}') {
            let (start, quoted) = (self.sorted.len(), self.at);
            self.string();
            let name = read(&self.text[quoted..self.at]);
            self.at += 1;
            self.value();
            self.copy();
            self.fields.push(Field { name, start, end: self.sorted.len() });
            self.pass_comma();
            self.copied = self.at;
        }
        self.put_in_order(begin, outer);
        self.at += 1;
    }

    /// Puts the fields after the `outer` first in order, which follow each other from `begin` on, with commas between them. Of two with one name, the
    /// last counts.
    fn put_in_order(&mut self, begin: usize, outer: usize) {
        let fields = &mut self.fields[outer..];
        fields.sort_by(|one, other| one.name.cmp(&other.name));
        self.unordered.clear();
        self.unordered.push_str(&self.sorted[begin..]);
        self.sorted.truncate(begin);
        for (index, field) in fields.iter().enumerate() {
            if fields.get(index + 1).is_some_and(|next| next.name == field.name) {
                continue;
            }
            if self.sorted.len() > begin {
                self.sorted.push(',');
            }
            self.sorted.push_str(&self.unordered[field.start - begin..field.end - begin]);
        }
        self.fields.truncate(outer);
    }

    /// Passes over a text.
    fn string(&mut self) {
        self.at += 1;
        while let Some(next) = self.next().filter(|next| *next != b'"') {
            self.at += if next == b'\\' { 2 } else { 1 };
        }
        self.at += 1;
    }

    fn pass_comma(&mut self) {
        if self.next() == Some(b',') {
            self.at += 1;
        }
    }

    fn next(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Copies what has been read.
    fn copy(&mut self) {
        self.sorted.push_str(&self.text[self.copied..self.at]);
        self.copied = self.at;
    }
}

/// What a text in quotation marks says.
fn read(quoted: &str) -> Cow<'_, str> {
    let said = &quoted[1..quoted.len() - 1];
    if said.contains('\\') { serde_json::from_str(quoted).unwrap_or_default() } else { Cow::Borrowed(said) }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde_json::{Value, json};

    use super::*;

    #[derive(Serialize)]
    struct Unsorted {
        zeta: Option<u8>,
        alpha: BTreeMap<i32, Vec<f64>>,
        mid: Value,
        #[serde(flatten)]
        more: BTreeMap<String, char>,
    }

    fn is_the_one(value: &impl Serialize) {
        assert_eq!(spelt(value), serde_json::to_value(value).unwrap().to_string());
    }

    #[test]
    fn it_is_what_a_value_of_the_library_is_written_as() {
        let alpha = BTreeMap::from([(2, vec![0.5, -1e300]), (10, vec![]), (-1, vec![3.0])]);
        let mid = json!({"b": [{}, [], null, true, "a,b}]\"\\\u{1}é"], "a": {"y\"": 1, "y": -2, "": 18_446_744_073_709_551_615_u64}});
        let more =
            BTreeMap::from([("mid\\".to_owned(), '\\'), ("a\nb".to_owned(), '"'), ("a\u{b}b".to_owned(), 'ж'), ("aab".to_owned(), ' ')]);
        is_the_one(&Unsorted { zeta: Some(1), alpha, mid, more });
        is_the_one(&Unsorted { zeta: None, alpha: BTreeMap::new(), mid: Value::Null, more: BTreeMap::new() });
        is_the_one(&"text");
        is_the_one(&7);
    }

    #[test]
    fn of_two_fields_with_one_name_the_last_counts() {
        is_the_one(&Unsorted { zeta: Some(1), alpha: BTreeMap::new(), mid: Value::Null, more: BTreeMap::from([("zeta".to_owned(), 'z')]) });
    }
}
