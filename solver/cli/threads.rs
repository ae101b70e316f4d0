//! The pool of threads.

use std::sync::OnceLock;

use rayon::{ThreadPool, ThreadPoolBuilder};

/// Play a hundred moves deep recurses far.
pub const STACK: usize = 16 << 20;

/// A pool of threads that is built when first needed, so that short work starts at once.
#[derive(Debug)]
pub struct Threads {
    count: usize,
    pool: OnceLock<Option<ThreadPool>>,
}

impl Threads {
    /// So many threads, at least 1.
    pub fn new(count: usize) -> Threads {
        Threads {
            count,
            pool: OnceLock::new(),
        }
    }

    /// Does the work in the pool; with one thread, or where no more are to be had, right here.
    pub fn run<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        if self.count == 1 {
            return work();
        }
        self.in_pool(work)
    }

    /// Does work that always shares itself out in the pool, even if that has one thread.
    pub fn in_pool<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        let build = || {
            let builder = ThreadPoolBuilder::new().num_threads(self.count);
            builder.stack_size(STACK).build().ok()
        };
        match self.pool.get_or_init(build) {
            Some(pool) => pool.install(work),
            None => work(),
        }
    }
}
