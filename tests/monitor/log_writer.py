# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A log writer from docs/monitor-log.md alone: writes the logs of a small run of two threads, PREFIX0.log and
PREFIX1.log.

Keys have four digits. Thread 0 stores a (0000), b (1000) and c (0011) in the tree, cuts the edge to a to put the
record 00 between, and hands a to thread 1 through the Blum set, which reads it, writes it, and hands it back in the
next epoch. Then c is deleted, and 00 with it."""
import hashlib
import sys

THREADS, DIGITS, SLOTS, RUN = 2, 4, 16, bytes(range(16))


def u8(n): return n.to_bytes(1, "big")
def u16(n): return n.to_bytes(2, "big")
def u32(n): return n.to_bytes(4, "big")
def u64(n): return n.to_bytes(8, "big")


def header(thread):
    return b"\x89FLMON\r\n" + u16(2) + u16(thread) + u16(THREADS) + u16(DIGITS) + u32(SLOTS) + RUN


def key(digits):
    return u16(len(digits)) + int(digits.ljust(256, "0"), 2).to_bytes(32, "big")


def datum(v): return u8(0) if v is None else u8(1) + u16(len(v)) + v
def data(v): return u8(0) + datum(v)
def digest(value): return hashlib.sha256(value).digest()
def edge(digits, digest, blum=False): return u8(1) + key(digits) + digest + u8(blum)


NONE, NEVER = u8(0), bytes(32)


def node(left=NONE, right=NONE): return u8(1) + left + right
def add_m(digits, value, slot, parent): return u8(0) + key(digits) + value + u16(slot) + u16(parent)
def stamp(epoch, counter): return u64(epoch) + u32(counter)


def add_b(digits, value, slot, epoch, counter, thread):
    return u8(1) + key(digits) + value + u16(slot) + stamp(epoch, counter) + u16(thread)


def evict_m(slot, parent): return u8(2) + u16(slot) + u16(parent)
def evict_b(slot, epoch, counter): return u8(3) + u16(slot) + stamp(epoch, counter)
def evict_bm(slot, parent, epoch, counter): return u8(4) + u16(slot) + u16(parent) + stamp(epoch, counter)


NEXT_EPOCH, VERIFY_EPOCH = u8(5), u8(6)


def here(slot): return u8(0) + u16(slot)
def missing(digits, slot): return u8(1) + key(digits) + u16(slot)
def run(function, operands, argument=b""):
    return u8(7) + u8(function) + u8(len(operands)) + b"".join(operands) + u16(len(argument)) + argument


def get(slot): return run(0, [here(slot)])
def put(slot, v): return run(1, [here(slot)], v)
def delete(slot): return run(2, [here(slot)])
def exists(*operands): return run(3, operands)
def remove(slot, parent): return u8(8) + u16(slot) + u16(parent)


A, B, C = "0000", "1000", "0011"
inner = node(edge(A, digest(data(b"first"))), edge(C, digest(data(b"third"))))
thread0 = [
    add_m(A, data(None), 1, 0), put(1, b"first"), evict_m(1, 0),
    add_m(B, data(None), 1, 0), put(1, b"second"), evict_m(1, 0),
    add_m("00", node(), 1, 0),  # cuts the edge from the root to a
    add_m(C, data(None), 2, 1), put(2, b"third"), exists(here(2), missing("0100", 0)), evict_m(2, 1),
    evict_m(1, 0),
    add_m("00", inner, 1, 0),
    add_m(A, data(b"first"), 2, 1), get(2), evict_bm(2, 1, 0, 1),
    evict_m(1, 0),
    NEXT_EPOCH, VERIFY_EPOCH,
    add_b(A, data(b"\0\xff"), 2, 1, 1, 1), get(2),
    add_m("00", node(edge(A, digest(data(b"first")), True), edge(C, digest(data(b"third")))), 1, 0),
    add_m(C, data(b"third"), 3, 1), delete(3), remove(3, 1), remove(1, 0),  # the root's edge leads to a again
    evict_m(2, 0),
    NEXT_EPOCH, VERIFY_EPOCH,
]
thread1 = [
    add_b(A, data(b"first"), 0, 0, 1, 0), get(0), put(0, b"\0\xff"),
    NEXT_EPOCH, evict_b(0, 1, 1), VERIFY_EPOCH,
    NEXT_EPOCH, VERIFY_EPOCH,
]
for thread, entries in enumerate((thread0, thread1)):
    with open(f"{sys.argv[1]}{thread}.log", "wb") as log:
        log.write(header(thread) + b"".join(entries))
