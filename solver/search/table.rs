//! The transposition table: facts proved so far, in bounded memory, shared by all threads.
//!
//! A lost entry costs time, never a solution, and a wrong one would cost trust. An entry is two words:
//! the upper half of the position's key, and 32 more bits of it beside 32 bits of facts. With the 12
//! bits or more that choose the bucket a false hit takes two positions of one search to agree in at
//! least 108 of 128 random bits: one chance in 10^20 even after 10^12 look-ups. The first
//! word is stored xor-ed with the second, so that an entry torn by two writers matches no key.
//!
//! The table begins small, in the processor's caches, and doubles as it fills: a search uses the
//! memory that it needs, and only long ones use all of it.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

use bytemuck::Zeroable;

/// Facts about positions, by key.
pub(super) struct Table {
    entries: Box<[Entry]>,
    /// Where the first bucket begins, so that each bucket is one cache line.
    offset: usize,
    /// Buckets of one region: bits of the key that entries do not keep choose among them.
    region: usize,
    /// Regions in use, and how many there is room for: powers of two. Bits that entries keep choose
    /// the region, so that each entry finds its new region when their number doubles.
    regions: AtomicUsize,
    most_regions: usize,
    /// How many entries had to make room since the table last grew.
    evicted: AtomicUsize,
}

/// Entries in a bucket.
const BUCKET: usize = 4;
/// Buckets of a region, in a table that is not smaller.
const REGION: usize = 1 << 13;

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
        let region = buckets.min(REGION);
        let most_regions = 1 << (buckets / region).ilog2();
        // The system zeroes such memory when it is first touched, so that a large table costs
        // nothing until used. It would not if a larger alignment were asked for.
        let entries: Box<[Entry]> =
            bytemuck::allocation::zeroed_slice_box(region * most_regions * BUCKET + BUCKET - 1);
        let misplaced = entries.as_ptr().addr() % line;
        let offset = (line - misplaced) % line / size_of::<Entry>();
        Table {
            entries,
            offset,
            region,
            regions: AtomicUsize::new(1),
            most_regions,
            evicted: AtomicUsize::new(0),
        }
    }

    /// The facts stored for the key, if any.
    #[inline]
    pub fn probe(&self, key: u128) -> Option<Facts> {
        let (high, low) = halves(key);
        self.bucket(high, low).iter().find_map(|entry| {
            let data = entry.data.load(Relaxed);
            entry
                .holds(data, high, low)
                .then_some((data & FACTS) as Facts)
        })
    }

    /// Stores facts, which stand for `effort` (0 to 63), in place of older facts about the same
    /// position or of those that stand for the least effort.
    #[inline]
    pub fn store(&self, key: u128, facts: Facts, effort: u32) {
        let (high, low) = halves(key);
        let worth = |entry: &Entry| {
            let data = entry.data.load(Relaxed);
            (!entry.holds(data, high, low)).then_some((data >> 26 & 63, data != 0))
        };
        let data = (low & LOW) << 32 | u64::from(effort.min(63)) << 26 | u64::from(facts) & FACTS;
        let bucket = self.bucket(high, low);
        if let Some(entry) = bucket.iter().min_by_key(|entry| worth(entry)) {
            let evicts = worth(entry).is_some_and(|(_, is_used)| is_used);
            entry.set(high, data);
            if evicts {
                self.make_room();
            }
        }
    }

    /// Doubles the regions in use when, since they last were, every bucket has lost an entry on
    /// average.
    #[cold]
    fn make_room(&self) {
        let regions = self.regions.load(Relaxed);
        let evicted = self.evicted.fetch_add(1, Relaxed) + 1;
        // Of all threads one meets the number exactly.
        if regions == self.most_regions || evicted != self.region * regions {
            return;
        }
        // Entries stored by other threads meanwhile may be lost.
        for n in 0..self.region * regions {
            for entry in self.bucket_at(n) {
                let data = entry.data.load(Relaxed);
                let high = entry.check.load(Relaxed) ^ data;
                if high as usize & regions != 0 {
                    let moved = self.bucket_at(n + self.region * regions);
                    if let Some(free) = moved.iter().find(|entry| entry.data.load(Relaxed) == 0) {
                        free.set(high, data);
                    }
                    entry.set(0, 0);
                }
            }
        }
        self.regions.store(2 * regions, Relaxed);
        self.evicted.store(0, Relaxed);
    }

    /// How many entries the table holds, told from a sample, and for how many it has room.
    pub fn entries(&self) -> (u64, u64) {
        let buckets = self.region * self.regions.load(Relaxed);
        let sample = buckets.min(1 << 10);
        let held = (0..sample)
            .flat_map(|n| self.bucket_at(n * (buckets / sample)))
            .filter(|entry| entry.data.load(Relaxed) != 0)
            .count();
        let room = self.region * self.most_regions * BUCKET;
        ((held * (buckets / sample)) as u64, room as u64)
    }

    #[inline]
    fn bucket(&self, high: u64, low: u64) -> &[Entry] {
        let regions = self.regions.load(Relaxed);
        let within = ((low >> 32) * self.region as u64) >> 32;
        self.bucket_at((high as usize & (regions - 1)) * self.region + within as usize)
    }

    #[inline]
    fn bucket_at(&self, index: usize) -> &[Entry] {
        let start = self.offset + index * BUCKET;
        &self.entries[start..start + BUCKET]
    }
}

impl Entry {
    /// Whether the entry with this second word is about the key.
    #[inline]
    fn holds(&self, data: u64, high: u64, low: u64) -> bool {
        self.check.load(Relaxed) ^ data == high && data >> 32 == low & LOW
    }

    #[inline]
    fn set(&self, high: u64, data: u64) {
        self.data.store(data, Relaxed);
        self.check.store(high ^ data, Relaxed);
    }
}

const LOW: u64 = u32::MAX as u64;

#[inline]
fn halves(key: u128) -> (u64, u64) {
    ((key >> 64) as u64, key as u64)
}
