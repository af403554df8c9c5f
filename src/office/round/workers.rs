//! Working on many campaigns at once: each worker holds one at a time.

use std::num::NonZeroUsize;
use std::sync::{Mutex, PoisonError};
use std::thread;

/// Gives every item to one of at most `jobs` workers, first come, first served, and returns when all are done. Each worker makes
/// itself something to work with, which nobody else uses; what the workers end up with is returned.
///
/// Whatever breaks off in an item must be caught in it: a worker that panics takes the run with it.
pub fn share<T: Send, W: Send>(items: Vec<T>, jobs: NonZeroUsize, with: impl Fn() -> W + Sync, work: impl Fn(&mut W, T) + Sync) -> Vec<W> {
    let workers = jobs.get().min(items.len());
    let waiting = Mutex::new(items.into_iter());
    let next = || waiting.lock().unwrap_or_else(PoisonError::into_inner).next();
    let worker = || {
        let mut own = with();
        while let Some(item) = next() {
            work(&mut own, item);
        }
        own
    };
    // What a run of one worker does is in an order that its log and its tests can rely on.
    if workers < 2 {
        return vec![worker()];
    }
    thread::scope(|scope| {
        let started: Vec<_> = (0..workers).map(|_| scope.spawn(worker)).collect();
        started.into_iter().filter_map(|worker| worker.join().ok()).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_item_is_worked_on_once_however_many_workers_there_are() {
        for jobs in [1, 2, 7, 200] {
            let mut items = vec![0; 100];
            let counts = share(
                items.iter_mut().collect(),
                NonZeroUsize::new(jobs).unwrap(),
                || 0,
                |own, item: &mut i32| {
                    *item += 1;
                    *own += 1;
                },
            );
            assert!(items.iter().all(|item| *item == 1), "{jobs} workers");
            assert_eq!(counts.iter().sum::<i32>(), 100);
        }
    }
}
