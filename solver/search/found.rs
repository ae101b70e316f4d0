//! Lines already found: a position that has some, met again by another order of moves, is not
//! searched again.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, PoisonError, RwLock};

use fxhash::FxHashMap;

use super::help::Line;

/// A position's key and the length of its lines in plies.
type Question = (u128, u32);

/// All lines of some positions, shared by the threads of a search.
#[derive(Default)]
pub(super) struct Found {
    lines: RwLock<FxHashMap<Question, Arc<[Line]>>>,
    kept: AtomicUsize,
}

/// How many lines are kept at most: problems have few solutions, and what is not kept is searched.
const MOST_LINES: usize = 1 << 16;

impl Found {
    /// All lines of the position, each from its last move to its first, if they are known.
    pub fn get(&self, key: u128, plies: u32) -> Option<Arc<[Line]>> {
        if self.kept.load(Relaxed) == 0 {
            return None;
        }
        let lines = self.lines.read().unwrap_or_else(PoisonError::into_inner);
        lines.get(&(key, plies)).cloned()
    }

    /// Keeps all lines of the position, while there is room.
    pub fn keep(&self, key: u128, plies: u32, lines: &[Line]) {
        let kept = self.kept.fetch_add(lines.len(), Relaxed) + lines.len();
        if kept <= MOST_LINES {
            let mut known = self.lines.write().unwrap_or_else(PoisonError::into_inner);
            known.insert((key, plies), lines.into());
        }
    }
}
