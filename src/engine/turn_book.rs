//! The books of a turn in the making: which orders are open, what became of the others, and who was told what.

use std::collections::BTreeMap;

use super::{Audience, Extent, Fate, Orders, Seat, Witnessed};

/// An order by its seat and its index on that seat's sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct SheetLine {
    /// Whose sheet it is.
    pub seat: Seat,
    /// Which entry of the sheet, from 0.
    pub entry: usize,
}

/// The orders, events and fates of a turn. Every order gets exactly one fate.
pub struct TurnBook<'a, O, E, R> {
    orders: &'a Orders<O>,
    events: Vec<Witnessed<E>>,
    fates: BTreeMap<SheetLine, Fate<R>>,
}

impl<'a, O, E, R> TurnBook<'a, O, E, R> {
    /// A book in which no order has a fate yet.
    pub fn open(orders: &'a Orders<O>) -> TurnBook<'a, O, E, R> {
        TurnBook { orders, events: Vec::new(), fates: BTreeMap::new() }
    }

    /// What was told, in order, and the fates, by seat in ascending order and then as the orders stood.
    pub fn close(self) -> (Vec<Witnessed<E>>, Vec<Fate<R>>) {
        (self.events, self.fates.into_values().collect())
    }

    /// The orders that have no fate yet, by seat in ascending order and then as they stood.
    pub fn open_lines(&self) -> Vec<(SheetLine, &'a O)> {
        let orders: &'a Orders<O> = self.orders;
        let lines = orders
            .iter()
            .flat_map(|(seat, sheet)| sheet.iter().enumerate().map(|(entry, order)| (SheetLine { seat: *seat, entry }, order)));
        lines.filter(|(line, _)| !self.fates.contains_key(line)).collect()
    }

    /// Of the open orders for which `subject` names a subject, each seat's last on each subject. Earlier ones fail with the reason `overruled`.
    pub fn last_words<K: Ord>(&mut self, rule: &str, overruled: R, subject: impl Fn(&O) -> Option<K>) -> Vec<(SheetLine, &'a O)>
    where
        R: Clone,
    {
        let mut last: BTreeMap<(Seat, K), (SheetLine, &'a O)> = BTreeMap::new();
        for (line, order) in self.open_lines() {
            let Some(subject) = subject(order) else { continue };
            if let Some((earlier, _)) = last.insert((line.seat, subject), (line, order)) {
                self.fail(earlier, rule, overruled.clone());
            }
        }
        last.into_values().collect()
    }

    /// Records an event, and fixes who may know of it.
    pub fn tell(&mut self, seen_by: Audience, event: E) {
        self.events.push(Witnessed { event, seen_by });
    }

    /// Settles an order as carried out under this rule.
    pub fn done(&mut self, line: SheetLine, rule: &str) {
        self.settle(line, rule, Extent::Done, None, None);
    }

    /// Settles an order as done, but not as asked.
    pub fn cut(&mut self, line: SheetLine, rule: &str, reason: R) {
        self.settle(line, rule, Extent::Cut, None, Some(reason));
    }

    /// Settles an order as failed, for this reason.
    pub fn fail(&mut self, line: SheetLine, rule: &str, reason: R) {
        self.settle(line, rule, Extent::Failed, None, Some(reason));
    }

    /// Settles an order with a number. `reason` counts only if less than all was done.
    pub fn filled(&mut self, line: SheetLine, rule: &str, (asked, done): (u32, u32), reason: Option<R>) {
        let verdict = match done {
            0 => Extent::Failed,
            _ if done < asked => Extent::Cut,
            _ => Extent::Done,
        };
        let reason = reason.filter(|_| verdict != Extent::Done);
        self.settle(line, rule, verdict, Some((asked, done)), reason);
    }

    fn settle(&mut self, line: SheetLine, rule: &str, verdict: Extent, numbers: Option<(u32, u32)>, reason: Option<R>) {
        let (asked, done) = numbers.unzip();
        let fate = Fate { seat: line.seat, entry: line.entry, verdict, asked, done, reason, rule: rule.to_owned() };
        let earlier = self.fates.insert(line, fate);
        debug_assert!(earlier.is_none(), "an order has one fate");
    }
}
