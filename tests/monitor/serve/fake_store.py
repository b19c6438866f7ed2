#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""In place of fairlead-monitor-store: FD WHERE, where the last word of WHERE says how it behaves. It keeps records in
a file beside, so that it can be honest; after it has been told `bad' by a file of that name, it is not."""
import os
import pickle
import random
import socket
import sys
import time

fd, where = int(sys.argv[1]), sys.argv[2]
kind = where.rsplit("-", 1)[-1]
s = socket.socket(fileno=fd)
random.seed(os.getpid())
state = where + ".records"


def records():
    try:
        with open(state, "rb") as f:
            return pickle.load(f)
    except OSError:
        return {}


def take(n):
    data = b""
    while len(data) < n:
        piece = s.recv(n - len(data))
        if not piece:
            sys.exit()
        data += piece
    return data


def u32(b):
    return int.from_bytes(b, "big")


def frame(status, data=b""):
    return bytes([status]) + len(data).to_bytes(4, "big") + data


def right(what, data):
    if what == b"g":
        v = records().get(data)
        return frame(1) if v is None else frame(0, v)
    if what in b"pqm":
        return frame(0)
    all_of_it, at = records(), 0
    while at < len(data):
        n = u32(data[at:at + 4])
        key, at = data[at + 4:at + 4 + n], at + 4 + n
        there, n = data[at], u32(data[at + 1:at + 5])
        if there:
            all_of_it[key] = data[at + 5:at + 5 + n]
        else:
            all_of_it.pop(key, None)
        at += 5 + n
    with open(state + ".new", "wb") as f:
        pickle.dump(all_of_it, f)
    os.rename(state + ".new", state)
    return frame(0)


def wrong(what, answer):
    if kind == "garbage":
        return os.urandom(random.choice([1, 5, 6, 100, 9000]))
    if kind == "huge":
        return bytes([random.choice([0, 1, 2, 255])]) + random.choice([b"\xff" * 4, b"\x7f\xff\xff\xff", b"\0\1\0\1"])
    if kind == "more":  # an answer that nobody asked for, behind
        return answer + answer
    if kind == "short":
        return answer[:-1] if len(answer) > 5 else answer[:4]
    if kind == "status":
        return bytes([random.choice([3, 77, 255])]) + answer[1:]
    if kind == "swapped":
        v = list(records().values())
        return frame(0, random.choice(v)) if v and what != b"c" else answer
    if kind == "paths":  # records that are none
        noise = b"".join(random.choice([b"\x43" + os.urandom(67) + b"\1\0" + os.urandom(256), b"\xff\xff", b"\0\0\0",
                                        b"\1n\xff\xff"]) for _ in range(random.randrange(40)))
        return frame(0, noise[:8000]) if what in b"pqm" else answer
    if kind == "flipped":  # each record that it has, with another last byte
        return answer[:-1] + bytes([answer[-1] ^ 1]) if what == b"g" and answer[0] == 0 else answer
    if kind == "gone":
        sys.exit()
    if kind == "sometimes" and random.random() < 0.004:
        sys.exit()
    if kind == "silent":
        time.sleep(3600)
    if kind == "drip":
        for b in frame(0, bytes(60000)):
            s.sendall(bytes([b]))
            time.sleep(0.4)
    return answer


if kind == "mute":
    time.sleep(3600)
s.sendall(frame(0, b"00") if kind != "greeting" else frame(0, b"x" * 90))
while True:
    head = take(5)
    data = take(u32(head[1:]))
    answer = right(head[:1], data)
    if os.path.exists(where + ".bad"):
        answer = wrong(head[:1], answer)
    s.sendall(answer)
