// SPDX-License-Identifier: Apache-2.0 OR MIT
//! Rust's async functions, twice: with the least executor that does these tests (one OS thread, a queue of tasks, no
//! reference counts, wakers that do nothing), and with tokio's current_thread. Usage: rust bare|tokio TEST COUNT.
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::future::Future;
use std::hint::black_box;
use std::pin::Pin;
use std::ptr;
use std::rc::Rc;
use std::task::{Context, Poll, RawWaker, RawWakerVTable, Waker};
use std::time::Instant;

fn resident() -> i64 {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages: i64 = text.split(' ').nth(1).and_then(|n| n.parse().ok()).unwrap_or(0);
    pages * 4096
}

#[inline(never)]
fn native(a: i64, b: i64) -> i64 {
    a + b
}

/// Pending once; `park` says who wakes it.
struct Once<F: FnMut()> {
    parked: bool,
    park: F,
}
impl<F: FnMut() + Unpin> Future for Once<F> {
    type Output = ();
    fn poll(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<()> {
        if self.parked {
            return Poll::Ready(());
        }
        self.parked = true;
        (self.park)();
        Poll::Pending
    }
}

mod bare {
    use super::*;

    type Task = Pin<Box<dyn Future<Output = ()>>>;
    thread_local! {
        static READY: RefCell<VecDeque<Task>> = const { RefCell::new(VecDeque::new()) };
        static RUNNING: Cell<Option<*mut VecDeque<Task>>> = const { Cell::new(None) };
    }

    pub fn spawn(task: impl Future<Output = ()> + 'static) {
        READY.with(|ready| ready.borrow_mut().push_back(Box::pin(task)));
    }

    /// A task that is pending goes to the queue that it named, the one of those that are ready if none.
    pub fn run() {
        const TABLE: RawWakerVTable = RawWakerVTable::new(|_| RawWaker::new(ptr::null(), &TABLE), |_| {}, |_| {}, |_| {});
        let waker = unsafe { Waker::from_raw(RawWaker::new(ptr::null(), &TABLE)) };
        let mut context = Context::from_waker(&waker);
        while let Some(mut task) = READY.with(|ready| ready.borrow_mut().pop_front()) {
            if task.as_mut().poll(&mut context).is_pending() {
                match RUNNING.with(Cell::take) {
                    Some(queue) => unsafe { (*queue).push_back(task) },
                    None => READY.with(|ready| ready.borrow_mut().push_back(task)),
                }
            }
        }
    }

    pub fn yield_now() -> impl Future<Output = ()> {
        Once { parked: false, park: || () }
    }

    #[derive(Clone)]
    pub struct Cond(Rc<RefCell<VecDeque<Task>>>);
    impl Cond {
        pub fn new() -> Cond {
            Cond(Rc::new(RefCell::new(VecDeque::new())))
        }
        pub fn wait(&self) -> impl Future<Output = ()> {
            let queue = self.0.as_ptr();
            Once { parked: false, park: move || RUNNING.with(|running| running.set(Some(queue))) }
        }
        pub fn signal(&self) {
            if let Some(task) = self.0.borrow_mut().pop_front() {
                READY.with(|ready| ready.borrow_mut().push_back(task));
            }
        }
    }
}

thread_local!(static SINK: Cell<i64> = const { Cell::new(0) });

async fn add(a: i64, b: i64) -> i64 {
    if a < 0 {
        bare::yield_now().await;
    }
    a + b
}

async fn caller(count: i64) {
    let mut total = 0;
    for i in 0..count {
        total = black_box(add(total, i).await);
    }
    SINK.with(|sink| sink.set(total));
}

async fn deep3(a: i64, wait: impl Future<Output = ()>) -> i64 {
    let (b, c, d) = black_box((a + 1, a + 2, a + 3));
    wait.await;
    a + b + c + d
}
async fn deep2(a: i64, wait: impl Future<Output = ()>) -> i64 {
    let (b, c, d) = black_box((a + 1, a + 2, a + 3));
    deep3(a + 1, wait).await + a + b + c + d
}
async fn deep1(a: i64, wait: impl Future<Output = ()>) -> i64 {
    let (b, c, d) = black_box((a + 1, a + 2, a + 3));
    deep2(a + 1, wait).await + a + b + c + d
}

fn report(who: &str, test: &str, begun: Instant, before: i64, count: i64) {
    let ns = begun.elapsed().as_nanos() as f64 / count as f64;
    let bytes = (resident() - before) as f64 / count as f64;
    println!("{test}\t{who}\t{:.2}", if test.starts_with('d') { bytes } else { ns });
}

fn with_bare(test: &str, count: i64, before: i64) {
    let begun = Instant::now();
    let conds = [bare::Cond::new(), bare::Cond::new()];
    match test {
        "native" => {
            black_box((0..count).fold(0, |total, i| native(total, i)));
        }
        "call" => bare::spawn(async move { caller(count).await }),
        "call-root" => bare::spawn(caller(count)),
        "switch" => (0..10).for_each(|_| {
            bare::spawn(async move {
                for _ in 0..count / 10 {
                    bare::yield_now().await;
                }
            })
        }),
        "cond" => (0..2).for_each(|me| {
            let conds = conds.clone();
            bare::spawn(async move {
                for _ in 0..count / 2 {
                    conds[1 - me].signal();
                    conds[me].wait().await;
                }
                conds[1 - me].signal();
            })
        }),
        "spawn" => bare::spawn(async move {
            for i in 0..count {
                bare::spawn(async move { SINK.with(|sink| sink.set(sink.get() + i)) });
                bare::yield_now().await;
            }
        }),
        "d1" => (0..count).for_each(|_| bare::spawn(conds[0].wait())),
        "d3" => (0..count).for_each(|_| {
            let wait = conds[0].wait();
            bare::spawn(async move {
                deep1(0, wait).await;
            })
        }),
        _ => std::process::exit(2),
    }
    bare::run();
    report("rust", test, begun, before, count);
    std::mem::forget(conds);
}

async fn with_tokio(test: &str, count: i64, before: i64) {
    use tokio::sync::Notify;
    use tokio::task::{spawn_local, yield_now};
    let begun = Instant::now();
    match test {
        "native" => {
            black_box((0..count).fold(0, |total, i| native(total, i)));
        }
        "switch" => {
            let all: Vec<_> = (0..10)
                .map(|_| {
                    spawn_local(async move {
                        for _ in 0..count / 10 {
                            yield_now().await;
                        }
                    })
                })
                .collect();
            for one in all {
                one.await.unwrap();
            }
        }
        "cond" => {
            let conds = [Rc::new(Notify::new()), Rc::new(Notify::new())];
            let all: Vec<_> = (0..2)
                .map(|me| {
                    let conds = conds.clone();
                    spawn_local(async move {
                        for _ in 0..count / 2 {
                            conds[1 - me].notify_one();
                            conds[me].notified().await;
                        }
                        conds[1 - me].notify_one();
                    })
                })
                .collect();
            for one in all {
                one.await.unwrap();
            }
        }
        "spawn" => {
            for i in 0..count {
                drop(spawn_local(async move { SINK.with(|sink| sink.set(sink.get() + i)) }));
                yield_now().await;
            }
        }
        "d1" | "d3" => {
            let never = Rc::new(Notify::new());
            for i in 0..count {
                let (never, wide) = (never.clone(), test == "d3");
                if wide {
                    drop(spawn_local(async move {
                        deep1(0, async { never.notified().await }).await;
                    }));
                } else {
                    drop(spawn_local(async move { never.notified().await }));
                }
                if i % 1000 == 0 {
                    yield_now().await;
                }
            }
            yield_now().await;
        }
        _ => std::process::exit(2),
    }
    report("tokio", test, begun, before, count);
    std::process::exit(0);
}

fn main() {
    let words: Vec<String> = std::env::args().collect();
    if words.len() != 4 {
        std::process::exit(2);
    }
    let (test, count) = (words[2].as_str(), words[3].parse().unwrap_or(0));
    let before = resident();
    if words[1] == "bare" {
        with_bare(test, count, before);
    } else {
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
        tokio::task::LocalSet::new().block_on(&runtime, with_tokio(test, count, before));
    }
}
