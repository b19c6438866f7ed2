# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Between the server and its Redis: a proxy that flips, replays, exchanges, drops, makes up and takes back what Redis
says, and keeps back what it is told. Whatever is answered to a client is right, or an error; nothing hangs."""
import os
import random
import signal
import socket
import subprocess
import threading
import time

from harness import Client, Error, Gone, Server, check, done, folder, redis_server, running

SEED = os.environ.get("FUZZ_SEED", "1")
LIES = int(os.environ.get("LIES", "25"))
COMMANDS = int(os.environ.get("COMMANDS", "600"))  # in a round before a lie, and then again; fewer for many rounds
KEYS = 2000  # with the tree above them eight times what the server has room for


def command(f):
    """One command of hiredis: a list of words; None at the end."""
    line = f.readline()
    if not line:
        return None
    return [f.read(int(f.readline()[1:]) + 2)[:-2] for _ in range(int(line[1:]))]


def encode(words):
    return b"*%d\r\n" % len(words) + b"".join(b"$%d\r\n%s\r\n" % (len(w), w) for w in words)


class Liar:
    """A listener; each connection gets one to Redis of its own."""

    def __init__(self, redis):
        self.redis, self.one_in, self.drops, self.told, self.kinds = redis, 0, False, 0, {}
        # All values that a key ever had; and what is answered from, once Redis was taken back.
        self.history, self.snapshot = {}, None
        self.s = socket.socket()
        self.s.bind(("127.0.0.1", 0))
        self.s.listen(16)
        self.port = self.s.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def begin(self):
        """Honest, and with nothing to look back to."""
        self.one_in, self.snapshot, self.drops = 0, None, False
        self.history.clear()

    def accept(self):
        while True:
            s, _ = self.s.accept()
            threading.Thread(target=self.serve, args=(s,), daemon=True).start()

    def lie(self, kind):
        self.told += 1  # of those that are told when something is asked
        self.kinds[kind] = self.kinds.get(kind, 0) + 1

    def answer(self, key, value):
        """What is said of a key instead of its value."""
        if self.snapshot is not None:
            return self.snapshot.get(key)
        if not self.one_in or random.randrange(self.one_in):
            return value
        kind = random.choice(["flip", "gone", "old", "swap", "noise", "cut", "longer", "snapshot"])
        before = [v for v in self.history.get(key, []) if v != value]
        if kind == "flip" and value:
            i = random.randrange(len(value))
            value = value[:i] + bytes([value[i] ^ 1 << random.randrange(8)]) + value[i + 1:]
        elif kind == "gone" and value is not None:
            value = None
        elif kind == "old" and before:
            value = random.choice(before)
        elif kind == "swap" and self.history:
            value = random.choice(self.history[random.choice(list(self.history))])
        elif kind == "noise":
            value = os.urandom(random.randrange(300))
        elif kind == "cut" and value:
            value = value[:random.randrange(len(value))]
        elif kind == "longer" and value is not None:
            value += os.urandom(random.choice([1, 10, 70000]))
        elif kind == "snapshot":
            self.snapshot = {k: random.choice(v[-3:]) for k, v in list(self.history.items())}
            value = self.snapshot.get(key)
        else:
            return value
        self.lie(kind)
        return value

    def serve(self, s):
        up = socket.create_connection(("127.0.0.1", self.redis))
        down, back = s.makefile("rb"), up.makefile("rb")
        try:
            while True:
                words = command(down)
                if words is None:
                    return
                name = words[0].upper()
                if name in (b"SET", b"DEL") and words[1].startswith(b"fairlead:"):
                    if self.one_in and self.drops and random.randrange(10 * self.one_in) == 0:
                        self.kinds["drop"] = self.kinds.get("drop", 0) + 1
                        words = [b"SET", b"fairlead:x", b""]
                    else:
                        self.history.setdefault(words[1], []).append(words[2] if name == b"SET" else None)
                up.sendall(encode(words))
                if name == b"GET":
                    line = back.readline()
                    value = None if line == b"$-1\r\n" else back.read(int(line[1:]) + 2)[:-2]
                    value = self.answer(words[1], value)
                    if self.one_in and random.randrange(20 * self.one_in) == 0:
                        self.lie("nonsense")
                        s.sendall(random.choice([b"*-7\r\n", b"$99999999999\r\nx", b":5\r\n", b"-ERR no\r\n",
                            os.urandom(50), b""]))
                        s.close()
                        return
                    s.sendall(b"$-1\r\n" if value is None else b"$%d\r\n%s\r\n" % (len(value), value))
                else:
                    s.sendall(self.copy(back))
        except (OSError, ValueError):
            pass
        finally:
            up.close()
            s.close()

    def copy(self, f):
        line = f.readline()
        if line[:1] == b"$" and line != b"$-1\r\n":
            return line + f.read(int(line[1:]) + 2)
        if line[:1] == b"*" and line != b"*-1\r\n":
            return line + b"".join(self.copy(f) for _ in range(int(line[1:])))
        return line


def conversation(c, right, n, commit):
    """What the server answers is `right`, or an error. What is wrong; whether it refuses now."""
    for i in range(n):
        k = b"k%d" % random.randrange(KEYS)
        if random.random() < 0.6:
            got = c.ask("get", k)
            if isinstance(got, Error):
                if got.text.startswith("REFUSED"):
                    return None, True
            elif got != right.get(k):
                return (k, got, right.get(k)), False
        else:
            v = os.urandom(random.choice([10, 10, 10, 250]))
            got = c.ask("set", k, v)
            if got == "OK":
                right[k] = v
            elif got.text.startswith("REFUSED"):
                return None, True
        if commit and i % 40 == 0:
            c.ask("certified")
            time.sleep(0.01)
    return None, False


# What was changed since a checkpoint is in memory: with many of them the store is asked more often.
asked = ["--checkpoint-every", "20", "--near", "0"]
redis = redis_server()
if not redis:
    check("a Redis that lies # SKIP redis-tools is not installed", True)
    done()



def size():
    """One small cache, or (as by default) several, from which nothing has to leave."""
    return random.choice([("--slots", "512"), ("--slots", "512"), ("--near", "64")])


# An honest one first: all of it stays, over a restart.
liar = Liar(redis)
url = f"redis://127.0.0.1:{liar.port}"
server, right = Server(url, "--slots", "512", name="r"), {}
client = server.client()
wrong, refused = conversation(client, right, 1500, True)
check("over an honest Redis all answers are right", wrong is None and not refused, wrong)
client.close()
check("it stops", server.stop() == 0)
server = Server(url, *size(), name="r")
client = server.client()
wrong, refused = conversation(client, right, 1500, True)
client.close()
check("and is right when it starts again", wrong is None and not refused, wrong or server.said())
server.stop()



class Image:
    """A store in which all keys have a value, its Redis and its anchor as they were when it was sealed: what a round
    begins from."""

    def __init__(self):
        liar.begin()
        Client(redis).ask("flushall")
        self.right = {b"k%d" % k: os.urandom(10) for k in range(KEYS)}
        server = Server(url, "--slots", "512", name="image")
        c = server.client()
        self.wrong = c.ask("mset", *[w for pair in self.right.items() for w in pair])
        c.close()
        if server.stop() == 0 and self.wrong == "OK":
            self.wrong = None
        r = Client(redis)
        self.names = r.ask("keys", "*")
        self.values = r.ask("mget", *self.names)
        with open(anchor("image"), "rb") as f:
            self.anchor = f.read()

    def restore(self):
        liar.begin()
        liar.history = {k: [v] for k, v in zip(self.names, self.values)}
        r = Client(redis)
        r.ask("flushall")
        r.ask("mset", *[w for pair in zip(self.names, self.values) for w in pair])
        r.close()
        with open(anchor("image"), "wb") as f:
            f.write(self.anchor)
        return dict(self.right)


def anchor(name):
    return os.path.join(folder, name + ".anchor")


class Round:
    """An honest conversation, then one with lies, then a start among lies. `wrong`: what no server may do."""

    def __init__(self, number):
        self.wrong, self.refused = None, False
        self.right = image.restore()
        self.server = Server(url, *size(), "--commit-every", "1", *asked, name="image")
        try:
            if self.server.port is None:
                self.wrong = "no start over an honest Redis"
            else:
                self.talk()
                self.start_again()
        except (Gone, OSError) as e:  # a connection that ends, or an answer that does not come
            self.wrong = self.wrong or f"no answer: {e!r}"
        finally:
            liar.one_in = 0
            if self.server.p in running:
                self.stopped()
        if self.wrong is not None:
            self.wrong = (number, self.wrong, self.server.said())

    def talk(self):
        right, c = self.right, self.server.client()
        try:
            self.wrong, self.refused = conversation(c, right, COMMANDS, True)
            if self.wrong or self.refused:
                self.wrong = self.wrong or "an honest Redis is refused"
                return
            liar.one_in, liar.drops = random.choice([1, 2, 10, 40]), random.random() < 0.2
            self.wrong, self.refused = conversation(c, right, COMMANDS, True)
            if self.wrong is None and self.refused:
                self.nothing_more(c, right)
        finally:
            c.close()

    def nothing_more(self, c, right):
        said = c.ask("info").decode()
        if "status:refused" not in said or "REFUSED" not in self.server.said():
            self.wrong = said
        for k in list(right)[:20]:
            if not isinstance(c.ask("get", k), Error) or not isinstance(c.ask("set", k, "x"), Error):
                self.wrong = "an answer after a refusal"
        if not isinstance(c.ask("seal"), Error):
            self.wrong = "a seal after a refusal"

    def stopped(self):
        """Its exit status; None if it does not stop, which is noted, and it is killed."""
        try:
            return self.server.stop()
        except subprocess.TimeoutExpired:
            self.wrong = self.wrong or "it does not stop any more"
            self.server.stop(signal.SIGKILL)
            return None

    def start_again(self):
        status = self.stopped()
        if self.wrong is None and self.refused and status != 1:
            self.wrong = f"status {status} after a refusal"
        # At the start it is not believed either.
        liar.one_in = random.choice([2, 20])
        liar.snapshot = None
        self.server = Server(url, *size(), name="image")
        if self.server.port is not None:
            self.stopped()
        elif self.server.status not in (1, 3):
            self.wrong = self.wrong or f"status {self.server.status} at the start"


image = Image()
check("a store to begin from", image.wrong is None, image.wrong)
finds, rounds, refusals = [], 0, 0
while liar.told < LIES and len(finds) < 10:
    rounds += 1
    random.seed(f"{SEED}.{rounds}")
    done_round = Round(rounds)
    refusals += done_round.refused
    if done_round.wrong:
        finds.append(done_round.wrong)
        print("#", repr(done_round.wrong)[:2000], flush=True)
    if rounds % 20 == 0:
        print(f"# {liar.told} lies in {rounds} rounds, {refusals} refusals, {len(finds)} finds; {liar.kinds}",
              flush=True)
check(f"{LIES} lies of a Redis: none is served as good", not finds, finds)
check("some of them ended it", refusals > 0)
print(f"# {liar.told} lies in {rounds} rounds, {refusals} refusals while it ran; {liar.kinds}")
done()
