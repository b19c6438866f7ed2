#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What `fairlead monitor check' does, on a page: receipts and certificates of `fairlead monitor serve', offline.

    check.py KEY.pub FILE        FILE (or - for standard input) has lines as RECEIPT and CERTIFICATE answered

For each certified receipt it prints one line; status 0 only if all was signed. Python's own library, and the program
openssl (3.0 or later) for Ed25519."""
import hashlib
import re
import subprocess
import sys
import tempfile


def sha(*pieces):
    return hashlib.sha256(b"".join(pieces)).digest()


def number(b):
    return int.from_bytes(b, "big")


def unhex(text):
    if not re.fullmatch("[0-9a-f]*", text):  # fromhex would take spaces and capitals, too
        raise ValueError
    return bytes.fromhex(text)


def fail(line, why):
    sys.exit(f"line {line}: error: {why}")


def signed(key, seal):
    with tempfile.NamedTemporaryFile() as text, tempfile.NamedTemporaryFile() as signature:
        text.write(seal[:136]), text.flush()
        signature.write(seal[136:]), signature.flush()
        return subprocess.run(["openssl", "pkeyutl", "-verify", "-pubin", "-inkey", key, "-rawin", "-in", text.name,
                               "-sigfile", signature.name], capture_output=True).returncode == 0


def below(receipt, leaves, path, root):
    """A leaf's way up: who has no neighbour moves up as it is; the number of leaves is signed too."""
    node, at, width = sha(b"\0", receipt), number(receipt[32:36]), leaves
    if at >= leaves:
        return False
    while width > 1:
        if at ^ 1 < width:
            if not path:
                return False
            side = path.pop(0)
            node = sha(b"\1", side, node) if at & 1 else sha(b"\1", node, side)
        at, width = at // 2, (width + 1) // 2
    return not path and sha(b"\2", leaves.to_bytes(4, "big"), node) == root


def words(r):
    what = f"incarnation {number(r[8:16])}, epoch {number(r[16:24])}, answer {number(r[24:32])}: "
    what += ("wrote" if r[36] else "got") + f" key {r[37:69].hex()}: "
    if not r[69]:
        what += "no value"
    else:
        what += f"{('value', 'hash', 'list', 'set', 'sorted set', 'stream')[r[69] - 1]} {r[78:110].hex()}"
        what += f", until {number(r[70:78])}" if number(r[70:78]) else ""
    return what + (f", nonce {r[111:111 + r[110]].hex()}" if len(r) > 110 else "")


def canonical(r):
    """There is one encoding of each; with a nonce (of 1 to 32 bytes, and zeros) it is longer."""
    kind = {110: b"FLRCPT1\n", 143: b"FLRCPT2\n"}.get(len(r))
    nonce = len(r) == 110 or 0 < r[110] <= 32 and not any(r[111 + r[110]:])
    return r[:8] == kind and r[36] < 2 and r[69] < 7 and (r[69] or not any(r[70:110])) and nonce


def check(key, lines):
    receipt = seal = None
    done = 0
    for n, line in enumerate(lines, 1):
        line = line.rstrip("\r\n")
        kind, space, rest = line.partition(" ")
        try:
            data = unhex(rest) if kind in ("receipt", "seal") else b""
        except ValueError:
            fail(n, f"this is no {kind}")
        if kind == "receipt":
            if receipt or not canonical(data):
                fail(n, "another receipt without a certificate" if receipt else "this is no receipt")
            receipt = data
        elif kind == "seal":
            if len(data) != 200 or data[:8] != b"FLSEAL1\n" or not signed(key, data):
                fail(n, "not a seal that was made with this key")
            seal = data
            if not receipt:
                print(f"sealed: incarnation {number(seal[8:16])}, epoch {number(seal[16:24])}, root",
                      seal[40:72].hex())
                done += 1
        elif kind == "path":
            leaves, *path = rest.split(" ")
            if not receipt or not seal or not re.fullmatch("[0-9]{1,10}", leaves) or \
                    not all(re.fullmatch("[0-9a-f]{64}", x) for x in path):
                fail(n, "a path that leads nowhere")
            if receipt[8:24] != seal[8:24]:
                fail(n, "the seal is of another epoch than the receipt")
            if not below(receipt, int(leaves), [bytes.fromhex(x) for x in path], seal[72:104]):
                fail(n, "the receipt is not below the seal")
            print("certified:", words(receipt))
            receipt, seal, done = None, None, done + 1
        elif line and not (kind == "of" and space):
            fail(n, "neither a receipt nor a certificate")
    if receipt or not done:
        fail(0, "a receipt without a certificate certifies nothing" if receipt else "there is nothing in it")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    with sys.stdin if sys.argv[2] == "-" else open(sys.argv[2]) as f:
        check(sys.argv[1], f)
