# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Content and torrents for the tests of the seeder, in a folder: good.torrent (one file), many.torrent (many, some
empty), and wrong ones in wrong/, with what should be said about each in wrong/NAME.says."""
import hashlib
import os
import random
import sys

folder = sys.argv[1]
random.seed(7)


def encode(v):
    if isinstance(v, int):
        return b"i%de" % v
    if isinstance(v, bytes):
        return b"%d:%s" % (len(v), v)
    if isinstance(v, list):
        return b"l" + b"".join(map(encode, v)) + b"e"
    return b"d" + b"".join(encode(k) + encode(v[k]) for k in sorted(v)) + b"e"


def write(name, content):
    path = os.path.join(folder, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as out:
        out.write(content)


def hashes(content, length):
    return b"".join(hashlib.sha1(content[i:i + length]).digest() for i in range(0, len(content), length))


one = random.randbytes(3_000_001)
write("data/one.bin", one)
good = {b"name": b"one.bin", b"piece length": 32768, b"length": len(one), b"pieces": hashes(one, 32768)}
write("good.torrent", encode({b"announce": b"http://127.0.0.1:9/announce", b"info": good}))
write("good.hash", hashlib.sha1(encode(good)).hexdigest().encode())

lengths = [0, 1, 16384, 0, 40000, 5, 99999, 3, 0] + [n * 7 for n in range(40)] + [0]
parts = [random.randbytes(n) for n in lengths]
whole = b"".join(parts)
for i, part in enumerate(parts):
    write(f"data/many/sub {i % 3}/{i}", part)
files = [{b"length": len(p), b"path": [b"sub %d" % (i % 3), b"%d" % i]} for i, p in enumerate(parts)]
many = {b"name": b"many", b"piece length": 20000, b"files": files, b"pieces": hashes(whole, 20000)}
write("many.torrent", encode({b"info": many, b"announce-list":
                              [[b"http://127.0.0.1:9/a"], [b"udp://127.0.0.1:9", b"http://127.0.0.1:9/\x1b"], 7]}))


def wrong(name, says, content):
    write(f"wrong/{name}", content if isinstance(content, bytes) else encode(content))
    write(f"wrong/{name}.says", says.encode())


def info(**changes):
    changed = {**good, **{k.replace("_", " ").encode(): v for k, v in changes.items()}}
    return {b"info": {k: v for k, v in changed.items() if v is not None}}


wrong("empty", "not a torrent", b"")
wrong("text", "not a torrent", b"hello")
wrong("more", "not a torrent", encode({b"info": good}) + b"e")
wrong("cut", "not a torrent", encode({b"info": good})[:-1])
wrong("deep", "not a torrent", b"l" * 100000 + b"e" * 100000)
wrong("negative-zero", "not a torrent", b"d4:infoi-0ee")
wrong("leading-zero", "not a torrent", b"d4:infoi01ee")
wrong("huge-string", "not a torrent", b"d4:info99999999999999999999:")
wrong("overflow", "not a torrent", b"d4:infoi18446744073709551617ee")
wrong("no-value", "not a torrent", b"d4:infoe")
wrong("key-is-a-number", "not a torrent", b"di1ei2ee")
wrong("number", "no info", b"i1e")
wrong("list", "no info", b"l4:infodee")
wrong("info-is-a-list", "no info", b"d4:infolee")
wrong("no-info", "no info", {b"announce": b"http://127.0.0.1:9"})
wrong("no-name", "no name that a file could have", info(name=None))
for i, name in enumerate([b"", b".", b"..", b"a/b", b"/etc/passwd", b"a\0b", b"x" * 256]):
    wrong(f"name-{i}", "no name that a file could have", info(name=name))
    wrong(f"path-{i}", "a path that leads elsewhere",
          info(name=b"many", length=None, files=[{b"length": 1, b"path": [name, b"x"]}]))
wrong("path-none", "a path that leads elsewhere", info(name=b"many", length=None, files=[{b"length": 1, b"path": []}]))
wrong("path-number", "a path that leads elsewhere",
      info(name=b"many", length=None, files=[{b"length": 1, b"path": [1]}]))
wrong("path-long", "a path that leads elsewhere",
      info(name=b"many", length=None, files=[{b"length": 1, b"path": [b"x" * 200] * 50}]))
wrong("no-length", "neither a length nor files", info(length=None))
wrong("negative", "a length that is no length", info(length=-1))
wrong("file-without-length", "a file without a length or a path", info(length=None, files=[{b"path": [b"x"]}]))
wrong("no-files", "no content", info(length=None, files=[]))
wrong("longer", "data/one.bin: not as long as the torrent says", info(length=len(one) + 1))
wrong("absent", "data/two.bin: No such file or directory", info(name=b"two.bin"))
wrong("terminal", "data/a?[31mb?: No such file or directory", info(name=b"a\x1b[31mb\xff"))
wrong("folder", "data/many: not a file", info(name=b"many"))
wrong("pieces-odd", "not as many hashes as pieces", info(pieces=good[b"pieces"][:-1]))
wrong("pieces-few", "not as many hashes as pieces", info(pieces=good[b"pieces"][:-20]))
wrong("pieces-many", "not as many hashes as pieces", info(pieces=good[b"pieces"] + bytes(20)))
wrong("pieces-none", "no hashes of pieces (a torrent of version 2 alone?)", info(pieces=None))
wrong("piece-0", "no length of a piece", info(piece_length=0))
wrong("piece-huge", "no length of a piece", info(piece_length=2**31))
wrong("content", "one.bin: 1 of 92 pieces are not what the torrent says",
      info(pieces=good[b"pieces"][:-20] + bytes(20)))
