//! How much memory to take where nobody says.

use std::fs;

const MOST: usize = 1024;
const UNKNOWN: usize = 512;

/// A quarter of the machine's memory in MiB, at most 1024; 512 where it cannot be told.
pub fn sensible_share() -> usize {
    let total = fs::read_to_string("/proc/meminfo")
        .ok()
        .and_then(|text| total_kib(&text));
    total.map_or(UNKNOWN, |kib| (kib / 1024 / 4).clamp(16, MOST))
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
