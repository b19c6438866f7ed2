# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Scripts over a store that lies: nothing is answered but -REFUSED, whatever the script does about its error, and
nothing is done or told upon it."""
import os
from concurrent.futures import ThreadPoolExecutor

from harness import Error, Server, check, done, encode, folder

FAKE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "fake_store.py")
REFUSED = Error("REFUSED nothing is answered any more: INFO says why")
KEYS = [f"k{i}" for i in range(300)]
# Each looks at all KEYS: the store lies about those that are not in memory. ALL is the loop, `seen` what it was told.
ALL = "local seen = {} for i, k in ipairs(KEYS) do seen[i] = %s end "
LOOK = ALL % "redis.pcall('get', k)"
SCRIPTS = {
    "redis.call": (ALL % "redis.call('get', k)" + "return 'fine'",),
    "redis.pcall": (LOOK + "return 'fine'",),
    "redis.pcall, and says what it was told": (LOOK + "return seen",),
    "pcall": (ALL % "select(2, pcall(redis.call, 'get', k))" + "return 'fine'",),
    "a coroutine": (ALL % "coroutine.resume(coroutine.create(function() redis.call('get', k) end))" + "return 5",),
    "an error of its own": (LOOK + "error('mine')",),
    "a large answer": (LOOK + "return ('x'):rep(100000)",),
    "which goes on for ever": (LOOK + "while true do redis.pcall('ping') end",),
    "which goes on": (LOOK + "redis.call('publish', 'told', 'x') redis.call('set', 'hot', 'after') return 'fine'",),
    "which only changes": (ALL % "redis.pcall('append', k, 'x')" + "return 'fine'",),
    "which may change nothing": (LOOK + "return 'fine'", "eval_ro"),
}


class Liar:
    """A server with 900 keys, of which most are not in memory; from now on its store lies about all of them."""

    def __init__(self, name):
        where = f"fake-{name}-flipped"
        self.server = Server(where, "--slots", "512", "--near", "0", "--store-program", FAKE, name=name)
        self.c, self.listener = self.server.client(), self.server.client()
        keys = [f"k{i}" for i in range(900)]
        self.before = [self.c.ask("mset", *[x for k in keys for x in (k, k * 20)]), self.c.ask("set", "hot", "before"),
                       self.c.ask("eval", LOOK + "return #seen", len(KEYS), *KEYS), self.c.ask("seal")[:5],
                       self.listener.ask("subscribe", "told")[2]]
        for k in keys[300:] + ["hot"]:
            self.c.send("get", k)
        for k in keys[300:] + ["hot"]:
            self.c.read()
        open(os.path.join(folder, where + ".bad"), "w").close()

    def ask(self, *commands):
        """The answers; what is asked before and behind, in the same piece, is answered."""
        self.c.s.sendall(b"".join(encode(*words) for words in [("ping",), *commands, ("ping",)]))
        got = [self.c.read() for _ in range(len(commands) + 2)]
        return got[1:-1] if got[0] == got[-1] == "PONG" else got

    def afterwards(self):
        """What is wrong with it, now that a lie was found."""
        c, all_of_it = self.c, []
        for words in (("eval", "return 1", 0), ("eval_ro", "return 'x'", 0), ("evalsha", "0" * 40, 0),
                      ("eval", "return redis.pcall('get', 'hot')", 0), ("get", "hot"), ("set", "hot", "x")):
            said = c.ask(*words)
            if not isinstance(said, Error) or said != REFUSED and words[0] != "evalsha":
                all_of_it.append((words, said))
        if b"status:refused" not in c.ask("info"):
            all_of_it.append("INFO")
        if (said := self.listener.ask("ping")) != [b"pong", b""]:  # what was told would come before that
            all_of_it.append(said)
        if self.server.stop() != 1:
            all_of_it.append("status")
        return all_of_it


def misled(number, *commands):
    liar = Liar(f"s{number}")
    said = liar.ask(*commands)
    return liar.before[:3] + liar.before[4:], said, liar.afterwards()


QUESTIONS = {f"{name}: a script that meets a lie is -REFUSED, and so is what follows": [
    (*(how or ["eval"]), text, len(KEYS), *KEYS)] for name, (text, *how) in SCRIPTS.items()}
QUESTIONS["in a transaction: one error for all of it"] = [
    ("multi",), ("get", "hot"), ("eval", LOOK + "return 'fine'", len(KEYS), *KEYS), ("get", "hot"), ("exec",)]
with ThreadPoolExecutor(4) as some:  # most of it is waiting
    found = [some.submit(misled, i, *commands) for i, commands in enumerate(QUESTIONS.values())]
for name, one in zip(QUESTIONS, found):
    before, said, later = one.result()
    check(name, before == ["OK", "OK", 300, 1] and said[-1] == REFUSED and not later, (before, said, later))
done()
