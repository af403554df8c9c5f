//! The books of a turn in the making: which orders are still open, what became of the others, what was told to whom.

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

/// Every order gets one fate; see [`TurnBook::close`].
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

    /// What was told, in its order, and the fates, seats ascending and orders as they stood.
    pub fn close(self) -> (Vec<Witnessed<E>>, Vec<Fate<R>>) {
        (self.events, self.fates.into_values().collect())
    }

    /// The orders that have no fate yet, seats ascending, lines as they stood.
    pub fn open_lines(&self) -> Vec<(SheetLine, &'a O)> {
        let orders: &'a Orders<O> = self.orders;
        let lines = orders
            .iter()
            .flat_map(|(seat, sheet)| sheet.iter().enumerate().map(|(entry, order)| (SheetLine { seat: *seat, entry }, order)));
        lines.filter(|(line, _)| !self.fates.contains_key(line)).collect()
    }

    /// Of the open lines for which `subject` names one, each seat's last on each subject: an earlier line on the
    /// same subject fails for `overruled`, because the later one says otherwise.
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

    /// Something happened; who may know of it is fixed now.
    pub fn tell(&mut self, seen_by: Audience, event: E) {
        self.events.push(Witnessed { event, seen_by });
    }

    /// The order was carried out under this rule.
    pub fn done(&mut self, line: SheetLine, rule: &str) {
        self.settle(line, rule, Extent::Done, None, None);
    }

    /// Done, but not as it was asked for.
    pub fn cut(&mut self, line: SheetLine, rule: &str, reason: R) {
        self.settle(line, rule, Extent::Cut, None, Some(reason));
    }

    /// The order was not carried out, for this reason.
    pub fn fail(&mut self, line: SheetLine, rule: &str, reason: R) {
        self.settle(line, rule, Extent::Failed, None, Some(reason));
    }

    /// Settles an order with a number; `reason` counts if not all was done.
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
