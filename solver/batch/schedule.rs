//! A fair share of threads for every problem.
//!
//! Many small problems go fastest side by side, one thread each; one big problem wants all
//! threads. Which is which shows only in the work, so everything begins with one thread and a
//! little time. What is not done by then is begun again later with eight times as much, and when
//! fewer problems are left than threads, one after the other with all threads and no end. Beginning
//! again wastes at most a seventh of the time, and results come from one run only.

use std::collections::BTreeSet;
use std::sync::mpsc;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// The time of a first attempt.
const FIRST_SLICE: Duration = Duration::from_secs(1);
const GROWTH: u32 = 8;

/// What one attempt at a problem may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Share {
    /// Threads.
    pub threads: usize,
    /// Time, after which the attempt is given up if the problem needs longer.
    pub slice: Option<Duration>,
}

/// Works on all tasks, numbered from 0, and hands over each result as it comes.
///
/// `work` answers `None` if its slice was too short. It runs on threads with `stack` bytes each.
pub fn share_out<T: Send>(
    tasks: usize,
    threads: usize,
    stack: usize,
    work: impl Fn(usize, Share) -> Option<T> + Sync,
    mut done: impl FnMut(usize, T),
) {
    let queue = Queue {
        threads: threads.max(1),
        is_crowd: tasks >= threads.max(1),
        state: Mutex::new(State {
            waiting: (0..tasks).map(|task| (0, task)).collect(),
            running: 0,
        }),
        changed: Condvar::new(),
    };
    let (sender, results) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..queue.threads.min(tasks) {
            let (sender, queue, work) = (sender.clone(), &queue, &work);
            let body = move || {
                while let Some((attempt, task, share)) = queue.take() {
                    match work(task, share) {
                        Some(result) => {
                            // If nobody listens any more, the work is of no use to anybody.
                            let _ = sender.send((task, result));
                            queue.give_back(None);
                        }
                        None => queue.give_back(Some((attempt + 1, task))),
                    }
                }
            };
            let builder = thread::Builder::new().stack_size(stack);
            builder
                .spawn_scoped(scope, body)
                .expect("the system has a thread to give");
        }
        drop(sender);
        for (task, result) in results {
            done(task, result);
        }
    });
}

struct Queue {
    threads: usize,
    /// Whether there were tasks for all threads at the start.
    is_crowd: bool,
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    /// Attempts made, and task.
    waiting: BTreeSet<(u32, usize)>,
    running: usize,
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next task, as soon as there is one for this thread; `None` at the end.
    fn take(&self) -> Option<(u32, usize, Share)> {
        let mut state = self.lock();
        loop {
            let Some(&(attempt, task)) = state.waiting.first() else {
                if state.running == 0 {
                    self.changed.notify_all();
                    return None;
                }
                state = self.wait(state);
                continue;
            };
            let is_one_of_many = (attempt == 0 && self.is_crowd)
                || state.waiting.len() + state.running >= self.threads;
            let share = if is_one_of_many && self.threads > 1 {
                Share {
                    threads: 1,
                    slice: Some(FIRST_SLICE.saturating_mul(GROWTH.saturating_pow(attempt))),
                }
            } else if state.running == 0 {
                Share {
                    threads: self.threads,
                    slice: None,
                }
            } else {
                state = self.wait(state);
                continue;
            };
            state.waiting.pop_first();
            state.running += 1;
            return Some((attempt, task, share));
        }
    }

    fn wait<'a>(&self, state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        self.changed
            .wait(state)
            .unwrap_or_else(PoisonError::into_inner)
    }

    fn give_back(&self, again: Option<(u32, usize)>) {
        let mut state = self.lock();
        state.running -= 1;
        state.waiting.extend(again);
        self.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STACK: usize = 1 << 18;

    #[test]
    fn every_task_is_done_once_however_many_threads() {
        for threads in [1, 2, 5] {
            let mut done = Vec::new();
            share_out(
                20,
                threads,
                STACK,
                |task, _| Some(task * 2),
                |task, result| {
                    done.push((task, result));
                },
            );
            done.sort_unstable();
            let wanted: Vec<_> = (0..20).map(|task| (task, task * 2)).collect();
            assert_eq!(done, wanted);
        }
    }

    #[test]
    fn the_last_big_task_gets_all_threads() {
        let work = |task, share: Share| match share.slice {
            Some(_) if task == 3 => None,
            _ => Some(share.threads),
        };
        let mut shares = vec![0; 6];
        share_out(6, 3, STACK, work, |task, threads| shares[task] = threads);
        assert_eq!(shares, [1, 1, 1, 3, 1, 1]);
    }

    #[test]
    fn one_task_alone_begins_with_all_threads() {
        let mut shares = Vec::new();
        let work = |_, share: Share| Some(share);
        share_out(1, 4, STACK, work, |_, share| shares.push(share));
        let all = Share {
            threads: 4,
            slice: None,
        };
        assert_eq!(shares, [all]);
    }
}
