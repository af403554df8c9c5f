//! Which section of a file knows a key, told by the type that the file is read into.

use std::cell::RefCell;
use std::fmt;

use serde::de::value::StrDeserializer;
use serde::de::{self, DeserializeOwned, DeserializeSeed, Deserializer, IntoDeserializer, MapAccess, SeqAccess, Visitor};
use serde::forward_to_deserialize_any;

/// The headings below which a key with a value of its own may stand; `None`, which comes first, is the part above all headings.
pub(super) fn headings_of<T: DeserializeOwned>(key: &str) -> Vec<Option<String>> {
    let (mut known, mut open) = (Vec::new(), vec![Vec::new()]);
    while let Some(way) = open.pop() {
        let Some(section) = Section::at::<T>(&way) else { continue };
        for inner in section.keys {
            let inner_way: Vec<&str> = way.iter().copied().chain([*inner]).collect();
            if *inner == key && Section::at::<T>(&inner_way).is_none() {
                known.push((way.len(), section.heading(&way)));
            }
            if inner_way.len() <= DEEPEST {
                open.push(inner_way);
            }
        }
    }
    known.sort();
    known.into_iter().map(|(_, heading)| heading).collect()
}

/// How many names a heading has at most. A type that holds itself would have headings without end.
const DEEPEST: usize = 4;

/// What the type says of one section.
struct Section {
    keys: &'static [&'static str],
    /// Whether there may be several of it.
    is_list: bool,
}

impl Section {
    /// The section at the end of that way; `None` where a value stands.
    fn at<T: DeserializeOwned>(way: &[&'static str]) -> Option<Section> {
        let found = RefCell::new(None);
        // Always an error, since a probe gives no value: what counts is what it has found.
        let _: Result<T, NoValue> = T::deserialize(Probe { way, is_list: false, found: &found });
        found.into_inner()
    }

    fn heading(&self, way: &[&str]) -> Option<String> {
        let name = way.join(".");
        match (way, self.is_list) {
            ([], _) => None,
            (_, true) => Some(format!("[[{name}]]")),
            (_, false) => Some(format!("[{name}]")),
        }
    }
}

/// Walks down a way of keys and asks the type at its end for the keys that it knows. Gives no value.
#[derive(Clone, Copy)]
struct Probe<'a> {
    way: &'a [&'static str],
    is_list: bool,
    found: &'a RefCell<Option<Section>>,
}

/// What every probe ends with.
#[derive(Debug)]
struct NoValue;

impl fmt::Display for NoValue {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("only the keys were asked for")
    }
}

impl std::error::Error for NoValue {}

impl de::Error for NoValue {
    fn custom<T: fmt::Display>(_: T) -> NoValue {
        NoValue
    }
}

impl<'de> Deserializer<'de> for Probe<'_> {
    type Error = NoValue;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, NoValue> {
        Err(NoValue)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        keys: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, NoValue> {
        if self.way.is_empty() {
            *self.found.borrow_mut() = Some(Section { keys, is_list: self.is_list });
            return Err(NoValue);
        }
        visitor.visit_map(self)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, NoValue> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _name: &'static str, visitor: V) -> Result<V::Value, NoValue> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, NoValue> {
        visitor.visit_seq(Probe { is_list: true, ..self })
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct tuple tuple_struct map enum
        identifier ignored_any
    }
}

/// A section with nothing in it but the next key of the way.
impl<'de> MapAccess<'de> for Probe<'_> {
    type Error = NoValue;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, NoValue> {
        let key: StrDeserializer<'_, NoValue> = self.way.first().ok_or(NoValue)?.into_deserializer();
        seed.deserialize(key).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, NoValue> {
        seed.deserialize(Probe { way: self.way.get(1..).unwrap_or_default(), is_list: false, found: self.found })
    }
}

/// A list of one.
impl<'de> SeqAccess<'de> for Probe<'_> {
    type Error = NoValue;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, NoValue> {
        seed.deserialize(*self).map(Some)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[derive(Deserialize)]
    #[allow(dead_code, reason = "only the names of the keys are asked for")]
    struct File {
        open: bool,
        gm: Person,
        #[serde(rename = "seat")]
        seats: Vec<Person>,
        joining: Option<Joining>,
    }

    #[derive(Deserialize)]
    #[allow(dead_code, reason = "only the names of the keys are asked for")]
    struct Person {
        name: String,
    }

    #[derive(Deserialize)]
    #[allow(dead_code, reason = "only the names of the keys are asked for")]
    struct Joining {
        open: bool,
        host: Person,
    }

    #[test]
    fn a_key_is_known_below_each_heading_whose_section_has_it() {
        let told =
            |key| headings_of::<File>(key).into_iter().map(|heading| heading.unwrap_or("above".to_owned())).collect::<Vec<_>>().join(" ");
        assert_eq!(told("open"), "above [joining]");
        assert_eq!(told("name"), "[[seat]] [gm] [joining.host]");
        assert_eq!(told("host"), "", "a section has its own heading");
        assert_eq!(told("map"), "");
    }
}
