//! Who watches a long piece of work, maybe to stop it.

/// Somebody who watches. Called from any thread.
pub trait Watcher: Sync {
    /// So many of the states have been dealt with.
    fn progress(&self, _done: u64, _total: u64) {}

    /// Whether to stop as soon as possible.
    fn should_stop(&self) -> bool {
        false
    }
}

/// Nobody watches.
#[derive(Clone, Copy, Debug)]
pub struct Unwatched;

impl Watcher for Unwatched {}
