//! Ctrl-C.

use std::sync::atomic::{AtomicBool, Ordering};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// What a shell reports for a program killed by Ctrl-C.
const KILLED: i32 = 130;

/// From now on the first interrupt asks the work to end, the second ends the program.
pub fn catch() {
    // Where no handler can be set, an interrupt simply ends the program as it always does.
    let _ = ctrlc::set_handler(|| {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            std::process::exit(KILLED);
        }
    });
}

/// Whether the user wants an end.
pub fn is_interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}
