# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Receipts, seals and requests by whoever has the keys: what a gate would never sign, too."""
import collections
import hashlib
import os
import subprocess

from harness import folder

Receipt = collections.namedtuple("Receipt", "wrote key value until", defaults=(0,))  # value None: there is none


def u(x, n):
    return x.to_bytes(n, "big")


def sha(b):
    return hashlib.sha256(b).digest()


def sign(key, what):
    path = os.path.join(folder, "to_sign")
    with open(path, "wb") as f:
        f.write(what)
    return subprocess.run(["openssl", "pkeyutl", "-sign", "-inkey", os.path.join(folder, key), "-rawin", "-in", path],
                          check=True, capture_output=True).stdout


def receipt_bytes(r, incarnation, epoch, counter, index):
    there = bytes(41) if r.value is None else b"\1" + u(r.until, 8) + sha(r.value)
    return (b"FLRCPT1\n" + u(incarnation, 8) + u(epoch, 8) + u(counter, 8) + u(index, 4) + u(r.wrote, 1) + sha(r.key) +
            there)


def climb(level, index):
    """(the topmost node, the way there)"""
    path = []
    while len(level) > 1:
        if index ^ 1 < len(level):
            path.append(level[index ^ 1])
        level = [sha(b"\1" + b"".join(level[i:i + 2])) if i + 1 < len(level) else level[i]
                 for i in range(0, len(level), 2)]
        index //= 2
    return level[0], path


def certified(key, receipts, epoch, counters=None, incarnation=1):
    """Each receipt's lines: one epoch, sealed with this key."""
    counters = counters or range(100 * epoch, 100 * epoch + len(receipts))
    every = [receipt_bytes(r, incarnation, epoch, n, i) for i, (r, n) in enumerate(zip(receipts, counters))]
    leaves = [sha(b"\0" + b) for b in every]
    root = sha(b"\2" + u(len(leaves), 4) + climb(leaves, 0)[0])
    seal = b"FLSEAL1\n" + u(incarnation, 8) + u(epoch, 8) + bytes(16) + bytes(32) + root + bytes(32)
    seal += sign(key, seal)
    paths = ["".join(" " + n.hex() for n in climb(leaves, i)[1]) for i in range(len(leaves))]
    return [f"receipt {b.hex()}\nof {epoch}.{i}\nseal {seal.hex()}\npath {len(leaves)}{paths[i]}\n".encode()
            for i, b in enumerate(every)]
