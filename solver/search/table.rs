//! The transposition table: facts proved so far, in bounded memory, shared by all threads.
//!
//! A lost entry costs time, never a solution, and a wrong one would cost trust. An entry is two words:
//! the upper half of the position's key, and 32 more bits of it beside 32 bits of facts. With the 12
//! bits or more that choose the bucket a false hit takes two positions of one search to agree in at
//! least 108 of 128 random bits: one chance in 10^20 even after 10^12 look-ups. The first
//! word is stored xor-ed with the second, so that an entry torn by two writers matches no key.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use bytemuck::Zeroable;

/// Facts about positions, by key.
pub(super) struct Table {
    entries: Box<[Entry]>,
    /// Where the first bucket begins, so that each bucket is one cache line.
    offset: usize,
    buckets: usize,
}

/// Entries in a bucket.
const BUCKET: usize = 4;

#[derive(Zeroable)]
#[repr(C)]
struct Entry {
    check: AtomicU64,
    /// Bits 0-31: facts, of which bits 0-25 belong to the caller and bits 26-31 say how much work they
    /// stand for; bits 32-63: part of the key.
    data: AtomicU64,
}

/// The facts of an entry: 26 bits that mean what the caller says.
pub(super) type Facts = u32;

const FACTS: u64 = (1 << 26) - 1;

impl Table {
    /// A table of at most so many MiB, at least one bucket.
    pub fn new(mebibytes: usize) -> Table {
        let bytes = mebibytes.saturating_mul(1 << 20);
        let line = BUCKET * size_of::<Entry>();
        let buckets = (bytes / line).max(1);
        // The system zeroes such memory when it is first touched, so that a large table costs
        // nothing until used. It would not if a larger alignment were asked for.
        let entries: Box<[Entry]> =
            bytemuck::allocation::zeroed_slice_box(buckets * BUCKET + BUCKET - 1);
        let misplaced = entries.as_ptr().addr() % line;
        let offset = (line - misplaced) % line / size_of::<Entry>();
        Table {
            entries,
            offset,
            buckets,
        }
    }

    /// The facts stored for the key, if any.
    #[inline]
    pub fn probe(&self, key: u128) -> Option<Facts> {
        let (high, low) = halves(key);
        self.bucket(low).iter().find_map(|entry| {
            let data = entry.data.load(Relaxed);
            let is_match = entry.check.load(Relaxed) ^ data == high && data >> 32 == low & LOW;
            is_match.then_some((data & FACTS) as Facts)
        })
    }

    /// Stores facts, which stand for `effort` (0 to 63), in place of older facts about the same
    /// position or of those that stand for the least effort.
    #[inline]
    pub fn store(&self, key: u128, facts: Facts, effort: u32) {
        let (high, low) = halves(key);
        let worth = |entry: &Entry| {
            let data = entry.data.load(Relaxed);
            let is_match = entry.check.load(Relaxed) ^ data == high && data >> 32 == low & LOW;
            if is_match {
                None
            } else {
                Some(data >> 26 & 63)
            }
        };
        let data = (low & LOW) << 32 | u64::from(effort.min(63)) << 26 | u64::from(facts) & FACTS;
        if let Some(entry) = self.bucket(low).iter().min_by_key(|entry| worth(entry)) {
            entry.data.store(data, Relaxed);
            entry.check.store(high ^ data, Relaxed);
        }
    }

    #[inline]
    fn bucket(&self, low: u64) -> &[Entry] {
        let index = (u128::from(low) * self.buckets as u128) >> 64;
        let start = self.offset + index as usize * BUCKET;
        &self.entries[start..start + BUCKET]
    }
}

const LOW: u64 = u32::MAX as u64;

#[inline]
fn halves(key: u128) -> (u64, u64) {
    ((key >> 64) as u64, key as u64)
}
