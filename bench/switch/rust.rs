// SPDX-License-Identifier: Apache-2.0 OR MIT
// The machine as a Rust async fn, driven by hand.
#![crate_type = "staticlib"]
use std::cell::Cell;
use std::future::Future;
use std::pin::{pin, Pin};
use std::task::{Context, Poll, RawWaker, RawWakerVTable, Waker};

#[repr(C)]
pub struct Totals {
    frames: u64,
    checksum: u64,
}

/// What the driver and the machine share: the byte handed in, the frame handed out.
struct Port {
    byte: Cell<Option<u8>>,
    frame: Cell<Option<(u32, u32)>>,
}

struct Next<'a>(&'a Port);
impl Future for Next<'_> {
    type Output = u8;
    fn poll(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<u8> {
        match self.0.byte.take() {
            Some(b) => Poll::Ready(b),
            None => Poll::Pending,
        }
    }
}

/// Suspends once, so that the driver sees the frame before the next byte is asked for.
struct Report<'a>(&'a Port, Option<(u32, u32)>);
impl Future for Report<'_> {
    type Output = ();
    fn poll(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<()> {
        match self.1.take() {
            Some(frame) => {
                self.0.frame.set(Some(frame));
                Poll::Pending
            }
            None => Poll::Ready(()),
        }
    }
}

async fn decode(port: &Port) {
    loop {
        let mut length = 0u32;
        let mut shift = 0u8;
        loop {
            let b = Next(port).await;
            length |= ((b & 127) as u32) << shift;
            if b < 128 {
                break;
            }
            if shift > 14 {
                return;
            }
            shift += 7;
        }
        let mut sum = 0u32;
        for _ in 0..length {
            sum = sum.wrapping_mul(31).wrapping_add(Next(port).await as u32);
        }
        Report(port, Some((length, sum))).await;
    }
}

fn waker() -> Waker {
    const TABLE: RawWakerVTable = RawWakerVTable::new(|p| RawWaker::new(p, &TABLE), |_| (), |_| (), |_| ());
    unsafe { Waker::from_raw(RawWaker::new(std::ptr::null(), &TABLE)) }
}

#[inline(never)]
fn poll<F: Future<Output = ()>>(f: Pin<&mut F>, cx: &mut Context<'_>) -> bool {
    f.poll(cx).is_ready()
}

#[no_mangle]
pub unsafe extern "C" fn rust_decode(data: *const u8, length: usize, totals: *mut Totals) {
    let data = if length == 0 { &[] } else { std::slice::from_raw_parts(data, length) };
    let totals = &mut *totals;
    let port = Port { byte: Cell::new(None), frame: Cell::new(None) };
    let waker = waker();
    let mut cx = Context::from_waker(&waker);
    let mut f = pin!(decode(&port));
    let mut done = poll(f.as_mut(), &mut cx);
    for &b in data {
        if done {
            return;
        }
        port.byte.set(Some(b));
        done = poll(f.as_mut(), &mut cx);
        if let Some((length, sum)) = port.frame.take() {
            totals.frames += 1;
            totals.checksum = totals.checksum.wrapping_mul(1099511628211).wrapping_add((length as u64) << 32 | sum as u64);
            done = poll(f.as_mut(), &mut cx);
        }
    }
}

#[no_mangle]
pub extern "C" fn rust_size() -> usize {
    let port = Port { byte: Cell::new(None), frame: Cell::new(None) };
    let bytes = std::mem::size_of_val(&decode(&port));
    bytes
}
