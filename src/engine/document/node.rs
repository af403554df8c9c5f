//! A value of a TOML document as serde reads it. A fault says where the value stands, what it is and what it should be.

use std::fmt;

use serde::de::value::StrDeserializer;
use serde::de::{DeserializeSeed, Deserializer, Error, IntoDeserializer, MapAccess, SeqAccess, Visitor};
use serde::forward_to_deserialize_any;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::fault::ConfigFault;
use super::kind::{ValueKind, whole};
use super::mending::Mending;

/// The path of a value, shown as a key such as `seat[1].address`.
#[derive(Clone, Copy)]
pub(super) enum Trail<'a> {
    Root,
    Key(&'a Trail<'a>, &'a str),
    Item(&'a Trail<'a>, usize),
}

impl fmt::Display for Trail<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trail::Root => Ok(()),
            Trail::Key(Trail::Root, key) => out.write_str(key),
            Trail::Key(section, key) => write!(out, "{section}.{key}"),
            Trail::Item(list, index) => write!(out, "{list}[{index}]"),
        }
    }
}

/// A value with its path.
#[derive(Clone, Copy)]
pub(super) struct Node<'a> {
    pub(super) value: &'a Spanned<DeValue<'a>>,
    pub(super) trail: &'a Trail<'a>,
    pub(super) text: &'a str,
    pub(super) mending: &'a Mending<'a>,
}

impl Node<'_> {
    fn expect(&self, kind: ValueKind) -> Result<(), ConfigFault> {
        if kind.has(self.value.get_ref()) {
            return Ok(());
        }
        let key = match self.trail {
            Trail::Key(_, key) => Some(*key),
            Trail::Root | Trail::Item(..) => None,
        };
        let written = self.text.get(self.value.span()).unwrap_or_default();
        Err(ConfigFault::custom(kind.what_is_wrong(key, self.value.get_ref(), written)))
    }

    /// Whether this part is skipped.
    fn is_left_out(&self, part: &Trail<'_>) -> bool {
        !self.mending.left_out.is_empty() && self.mending.left_out.contains(&part.to_string())
    }

    /// Reads one part of this value.
    fn part<'de, S: DeserializeSeed<'de>>(
        &self,
        trail: &Trail<'_>,
        value: &Spanned<DeValue<'_>>,
        seed: S,
    ) -> Result<S::Value, ConfigFault> {
        let node = Node { value, trail, text: self.text, mending: self.mending };
        seed.deserialize(node).map_err(|fault| fault.or_at(trail, value.span().start))
    }

    fn as_map<'de, V: Visitor<'de>>(self, table: &DeTable<'_>, visitor: V) -> Result<V::Value, ConfigFault> {
        let in_file = table.iter().map(|(key, value)| (key.get_ref().as_ref(), key.span().start, value));
        let section = self.trail.to_string();
        let added = self.mending.added_to(&section).map(|(key, value)| (key, 0, value));
        let entries = in_file.filter(|(key, ..)| !self.is_left_out(&Trail::Key(self.trail, key))).chain(added);
        visitor.visit_map(Entries { node: self, entries, value: None })
    }

    fn as_list<'de, V: Visitor<'de>>(self, list: &[Spanned<DeValue<'_>>], visitor: V) -> Result<V::Value, ConfigFault> {
        let items = list.iter().enumerate().filter(|(index, _)| !self.is_left_out(&Trail::Item(self.trail, *index)));
        visitor.visit_seq(Items { node: self, items })
    }
}

struct Entries<'a, I> {
    node: Node<'a>,
    entries: I,
    value: Option<(&'a str, &'a Spanned<DeValue<'a>>)>,
}

impl<'a, 'de, I: Iterator<Item = (&'a str, usize, &'a Spanned<DeValue<'a>>)>> MapAccess<'de> for Entries<'a, I> {
    type Error = ConfigFault;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, ConfigFault> {
        let Some((key, offset, value)) = self.entries.next() else { return Ok(None) };
        self.value = Some((key, value));
        let name: StrDeserializer<'_, ConfigFault> = key.into_deserializer();
        seed.deserialize(name).map(Some).map_err(|fault| fault.or_at(Trail::Key(self.node.trail, key), offset))
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, ConfigFault> {
        let (key, value) = self.value.take().ok_or_else(|| ConfigFault::custom("a value without a key"))?;
        self.node.part(&Trail::Key(self.node.trail, key), value, seed)
    }
}

struct Items<'a, I> {
    node: Node<'a>,
    items: I,
}

impl<'a, 'de, I: Iterator<Item = (usize, &'a Spanned<DeValue<'a>>)>> SeqAccess<'de> for Items<'a, I> {
    type Error = ConfigFault;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, ConfigFault> {
        let Some((index, value)) = self.items.next() else { return Ok(None) };
        self.node.part(&Trail::Item(self.node.trail, index), value, seed).map(Some)
    }
}

/// Generates the methods that read a value of a given kind.
macro_rules! of_kind {
    ($($method:ident($($name:ident: $given:ty),*) => $kind:expr;)*) => {
        $(fn $method<V: Visitor<'de>>(self, $($name: $given,)* visitor: V) -> Result<V::Value, ConfigFault> {
            self.expect($kind)?;
            self.deserialize_any(visitor)
        })*
    };
}

impl<'de> Deserializer<'de> for Node<'_> {
    type Error = ConfigFault;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ConfigFault> {
        match self.value.get_ref() {
            DeValue::String(text) => visitor.visit_str(text),
            number @ DeValue::Integer(_) => visitor.visit_i64(whole(number).ok_or_else(|| ConfigFault::custom("the number is too large"))?),
            DeValue::Float(number) => visitor.visit_f64(number.as_str().parse().map_err(ConfigFault::custom)?),
            DeValue::Boolean(is_so) => visitor.visit_bool(*is_so),
            DeValue::Datetime(moment) => visitor.visit_string(moment.to_string()),
            DeValue::Array(list) => self.as_list(list, visitor),
            DeValue::Table(table) => self.as_map(table, visitor),
        }
    }

    of_kind! {
        deserialize_bool() => ValueKind::YesOrNo;
        deserialize_u8() => ValueKind::Number(u8::MAX.into());
        deserialize_u16() => ValueKind::Number(u16::MAX.into());
        deserialize_u32() => ValueKind::Number(u32::MAX.into());
        deserialize_u64() => ValueKind::Number(u64::MAX);
        deserialize_str() => ValueKind::Text;
        deserialize_string() => ValueKind::Text;
        deserialize_seq() => ValueKind::List;
        deserialize_tuple(_length: usize) => ValueKind::List;
        deserialize_map() => ValueKind::Section;
        deserialize_struct(_name: &'static str, _keys: &'static [&'static str]) => ValueKind::Section;
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        words: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ConfigFault> {
        self.expect(ValueKind::Word(words))?;
        let word: StrDeserializer<'_, ConfigFault> = self.value.get_ref().as_str().unwrap_or_default().into_deserializer();
        visitor.visit_enum(word)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ConfigFault> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _name: &'static str, visitor: V) -> Result<V::Value, ConfigFault> {
        visitor.visit_newtype_struct(self)
    }

    forward_to_deserialize_any! {
        i8 i16 i32 i64 i128 u128 f32 f64 char bytes byte_buf unit unit_struct tuple_struct identifier ignored_any
    }
}
