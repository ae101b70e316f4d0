//! How much memory to take where nobody says.

use std::fs;

const MOST: usize = 1024;
const UNKNOWN: usize = 512;

/// A quarter of the machine's memory in MiB, at most 1024; 512 where it cannot be told.
pub fn sensible_share() -> usize {
    machine_kib().map_or(UNKNOWN, |kib| (kib / 1024 / 4).clamp(16, MOST))
}

/// Half of the machine's memory in MiB, for work that takes what it takes; 1024 where it cannot be
/// told.
pub fn generous_share() -> usize {
    machine_kib().map_or(MOST, |kib| (kib / 1024 / 2).max(16))
}

fn machine_kib() -> Option<usize> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    total_kib(&text)
}

fn total_kib(meminfo: &str) -> Option<usize> {
    let line = meminfo
        .lines()
        .find_map(|line| line.strip_prefix("MemTotal:"))?;
    line.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn total_memory_is_read_from_the_first_line_that_names_it() {
        let text = "MemTotal:       16384256 kB\nMemFree:         1000000 kB\n";
        assert_eq!(total_kib(text), Some(16_384_256));
        assert_eq!(total_kib("MemFree: 1 kB\n"), None);
    }
}
