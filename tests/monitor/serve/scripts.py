# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Scripts that release and extend locks: what is understood does what Redis does, and redis-py's locks work."""
import hashlib
import os
import random
import re
import threading
import time

from harness import Client, Error, Server, check, done, folder, redis_server

random.seed(int(os.environ.get("FUZZ_SEED", "1")))
N = int(os.environ.get("FUZZ_N", "1500"))
server = Server("db")
c = server.client()
redis = redis_server()
real = Client(redis) if redis else None

RELEASE = """
if redis.call("get",KEYS[1]) == ARGV[1] then
    return redis.call("del",KEYS[1])
else
    return 0
end
"""


# ---- What is understood does what Redis does ----

FORMS = ["if G == ARGV[1] then return C else return N end", "if G == ARGV[1] then return C end return N",
         "if G == ARGV[1] then return C end", "if G == ARGV[1] then C return N else return N end",
         "if G == ARGV[1] then C return N end return N", "if G == ARGV[1] then C else return N end",
         "if G == ARGV[1] then C end", "local V = G if V == ARGV[1] then return C else return N end",
         "local V = G if V == ARGV[1] then return C elseif V == false then return N else return N end",
         "local V = G if not V or V ~= ARGV[1] then return N end C return N",
         "local V = G if not V or V ~= ARGV[1] then return N end return C"]
EXTEND = """local token = redis.call('get', KEYS[1])
        if not token or token ~= ARGV[1] then
            return 0
        end
        local expiration = redis.call('pttl', KEYS[1])
        if not expiration then
            expiration = 0
        end
        if expiration < 0 then
            return 0
        end

        local newttl = ARGV[2]
        if ARGV[3] == "0" then
            newttl = ARGV[2] + expiration
        end
        redis.call('pexpire', KEYS[1], newttl)
        return 1"""
CALLS = ["redis.call('del', KEYS[1])", "redis.call('unlink', KEYS[1])", "redis.call('pexpire', KEYS[1], ARGV[2])",
         "redis.call('expire', KEYS[1], ARGV[2])", "redis.call('set', KEYS[1], ARGV[2])"]


COUNTS = ["local V = redis.call('incr', KEYS[1]) if T == 1 then E end R",
          "local V; V = redis.call('incr', KEYS[1]) if T == 1 then E end R"]


def counts():
    text = re.sub(r"\bT\b", random.choice(["V", "tonumber(V)"]), random.choice(COUNTS))
    text = re.sub(r"\bR\b", random.choice(["return V", "return V", ""]), text)
    time = random.choice(["ARGV[1]", "ARGV[1]", "1000", "0", "-5", "999999999"])
    text = re.sub(r"\bE\b", random.choice(["redis.call('expire', KEYS[1], %s)", "redis.call('pexpire', KEYS[1], %s)"])
                  % time, text)
    return re.sub(r"\bV\b", random.choice(["current", "v", "n_1"]), text)


def laid_out(text):
    """The same program: other blanks, quotes, letters in commands, comments, semicolons."""
    out = []
    for t in re.findall(r"'\w*'|\"\w*\"|==|~=|\w+|\S", text):
        if t[0] in "'\"":
            quote, inner = random.choice("'\""), t[1:-1]
            t = quote + (inner.upper() if random.random() < 0.3 else inner) + quote
        if t == "(":  # Lua 5.1 wants it in the same line
            out.append(random.choice(["", "", " ", "\t"]))
        elif out and (re.match(r"\w", t) and re.match(r"\w", out[-1][-1]) or random.random() < 0.3):
            out.append(random.choice([" ", "\n", "\t", "  ", "\r\n", " -- a note\n", "\n\n"]))
        out.append(t)
    text = "".join(out)
    text = re.sub(";", lambda m: random.choice("; "), text)
    return re.sub(r"(?<=end)(\s)", lambda m: random.choice([m.group(0), ";" + m.group(0)]), text)


def program():
    if random.random() < 0.25:
        return counts()
    if random.random() < 0.1:
        return EXTEND.replace("token", random.choice(["token", "t", "val_1"]))
    text = re.sub(r"\bG\b", "redis.call('get', KEYS[1])", random.choice(FORMS))
    text = re.sub(r"\bC\b", random.choice(CALLS), text)
    text = re.sub(r"\bN\b", lambda m: random.choice(["0", "1", "-1", "77", "nil", "false"]), text)
    return re.sub(r"\bV\b", random.choice(["val", "v", "_x9", "current"]), text)


def damaged(text):
    """Another program, perhaps, or none."""
    kind, at = random.randrange(5), random.randrange(len(text))
    words = re.findall(r"\w+|\s+|\W", text)
    i, j = (random.randrange(len(words)) for _ in range(2))
    if kind == 0:
        return text[:at] + text[at + 1:]
    if kind == 1:
        return text[:at] + random.choice("'\"[]()=~ 1x-@\0\\") + text[at:]
    if kind == 2:
        words[i], words[j] = words[j], words[i]
    elif kind == 3:
        words[i] = words[j]
    else:
        del words[i]
    return "".join(words)


def trial(client, how, text, before, arguments):
    client.ask("del", "k")
    if before[0] is not None:
        client.ask("set", "k", before[0], *before[1])
    answer = client.ask(how, hashlib.sha1(text.encode()).hexdigest() if how == "evalsha" else text, 1, "k", *arguments)
    return (answer.text.split()[0] if isinstance(answer, Error) else answer, client.ask("get", "k"),
            client.ask("pttl", "k"))


def alike(a, b):
    return a[:2] == b[:2] and (a[2] == b[2] or min(a[2], b[2]) >= 0 and abs(a[2] - b[2]) < 60000)


strange, wrong, understood, right, damages, taken = None, None, 0, 0, 0, 0
for i in range(N):
    is_damaged = i % 2 == 1
    text = laid_out(program())
    if is_damaged:
        text = damaged(text)
    if "while" in text or "for" in text:
        continue
    before = (random.choice(["mine", "mine", "other", "", None]), random.choice([(), ("EX", 10000)]))
    arguments = ("mine", random.choice(["500000", "500000", "0", "-5", "x", "99999999999999999999"]),
                 random.choice(["0", "1", ""]))
    if "incr" in text.lower():
        before = (random.choice([None, None, "0", "41", "mine", "-1"]), before[1])
        arguments = (random.choice(["500000", "500000", "0", "-5", "x", "99999999999999999999"]),)
    ours = trial(c, "eval", text, before, arguments)
    known = ours[0] != "ERR" or c.ask("script", "load", text) == hashlib.sha1(text.encode()).hexdigest().encode()
    right += not is_damaged
    understood += known and not is_damaged
    strange = strange or (None if known or is_damaged else text)
    damages += is_damaged
    taken += known and is_damaged
    if known and not alike(trial(c, "evalsha", text, before, arguments), ours):
        wrong = wrong or ("evalsha", text)
    if known and real:
        theirs = trial(real, "eval", text, before, arguments)
        if not alike(ours, theirs):
            wrong = wrong or (text, before, arguments, ours, theirs)
check("each of these scripts is understood", understood == right > N // 3, (understood, right, strange))
check("what is understood does what it does in Redis" if real else "no redis-tools: not compared", wrong is None, wrong)
check("hardly anything else is", taken < damages // 2, (taken, damages))

# ---- How they are called ----
digits = hashlib.sha1(RELEASE.encode()).hexdigest()
d = server.client()
c.ask("script", "flush")
fresh = Server("fresh", name="b")
f = fresh.client()
said = f.ask("evalsha", digits, 1, "k", "v")
check("a digest of which no text has come: NOSCRIPT", isinstance(said, Error) and said.text.startswith("NOSCRIPT "))
check("SCRIPT EXISTS, LOAD", f.ask("script", "exists", digits, "0" * 40) == [0, 0]
      and f.ask("script", "load", RELEASE) == digits.encode()
      and f.ask("script", "exists", digits.upper(), "x", "") == [1, 0, 0]
      and f.ask("evalsha", digits, 1, "k", "v") == 0)
said = [f.ask(*x) for x in (("eval", "return 1", 0), ("eval", RELEASE, 0), ("eval", RELEASE, 2, "a", "b", "v"),
                            ("eval", RELEASE, 1, "k"), ("eval", RELEASE, 1), ("eval", RELEASE), ("eval",),
                            ("script",), ("script", "kill"), ("script", "load"), ("script", "load", "return 1"),
                            ("eval", "-- a note\rredis.call('set', KEYS[1], 'x')\n" + RELEASE, 1, "k", "v"),
                            ("evalsha", digits, "01", "k", "v"), ("eval", "x" * 100000, 1, "k", "v"))]
check("what is no such call is an error", all(isinstance(x, Error) for x in said), said)
for i in range(100):
    f.ask("script", "load", RELEASE + " " * i)
check("the last scripts are kept, and an older one is sent again", f.ask("script", "exists", digits) == [0]
      and f.ask("eval", RELEASE, 1, "k", "v") == 0 and f.ask("script", "exists", digits) == [1])
f.ask("set", "k", "v")
f.ask("multi")
f.ask("evalsha", digits, 1, "k", "v")
f.ask("get", "k")
check("in a transaction", f.ask("exec") == [1, None])
f.ask("set", "k", "v")
f.ask("watch", "k")
fresh.client().ask("eval", RELEASE, 1, "k", "v")
f.ask("multi")
f.ask("ping")
check("who watches the key is told", f.ask("exec") is None)
f.ask("set", "k", "v")
f.ask("receipt", "on")
f.ask("eval", RELEASE, 1, "k", "v")
check("there are receipts of it", f.ask("receipt").count(b"receipt ") == 2)
check("the server ends as it should", fresh.stop() == 0, fresh.said())

# ---- redis-py's locks ----
try:
    from redis import Redis
    from redis.exceptions import LockError, LockNotOwnedError
except ImportError:
    Redis = None
if Redis:
    r = Redis(port=server.port)
    lock = r.lock("a lock", timeout=100)
    other = r.lock("a lock", timeout=100, blocking_timeout=0.01)
    check("redis-py: a lock is had once", lock.acquire() and not other.acquire())
    lock.extend(100)
    check("and extended, and anew", 100 < r.ttl("a lock") <= 200 and lock.extend(50, replace_ttl=True)
          and 0 < r.ttl("a lock") <= 50 and lock.reacquire() and 50 < r.ttl("a lock") <= 100)
    r.set("a lock", "somebody else's")
    try:
        lock.release()
        said = "released"
    except LockNotOwnedError:
        said = "not owned"
    check("and nobody else's is released", said == "not owned" and r.get("a lock") == b"somebody else's", said)
    r.delete("a lock", "count")

    def work():
        mine = Redis(port=server.port)
        for _ in range(20):
            with mine.lock("a lock", timeout=100, sleep=0.001):
                n = int(mine.get("count") or 0)
                time.sleep(0.001)
                mine.set("count", n + 1)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    check("four threads that count, with a lock", r.get("count") == b"80", r.get("count"))
else:
    print("# no python3-redis: its locks are not tried")

# ---- Who may ----
path = os.path.join(folder, "users")
with open(path, "w", opener=lambda name, flags: os.open(name, flags, 0o600)) as users:
    users.write("user app on >secret ~app:* +@all\nuser reader on >secret ~* +@read\n"
                "user keeper on >secret ~* +@all -del\nuser blind on >secret ~* +@write +@transaction\n"
                "user static on >secret ~* +@all -incr\n")
strict = Server("strict", "--users", path, name="d")
x = strict.client()
x.ask("auth", "app", "secret")
said = x.ask("eval", RELEASE, 1, "else:k", "v")
check("of keys that a user may use", isinstance(said, Error) and said.text.startswith("NOPERM")
      and x.ask("eval", RELEASE, 1, "app:k", "v") == 0, said)
x.ask("auth", "reader", "secret")
said = x.ask("eval", RELEASE, 1, "app:k", "v")
check("by who may write", isinstance(said, Error) and said.text.startswith("NOPERM"), said)
x.ask("auth", "keeper", "secret")
x.ask("set", "k", "v")
said = [x.ask("eval", RELEASE, 1, "k", "v"), x.ask("evalsha", digits, 1, "k", "v"), x.ask("multi"),
        x.ask("evalsha", digits, 1, "k", "v"), x.ask("exec")[0]]
check("who may not delete does not by a script", all(isinstance(said[i], Error) and said[i].text.startswith("NOPERM")
                                                     for i in (0, 1, 4)) and x.ask("get", "k") == b"v", said)
check("and may by another command", x.ask("eval", RELEASE.replace("del", "unlink"), 1, "k", "v") == 1)
x.ask("auth", "blind", "secret")
said = x.ask("eval", RELEASE, 1, "k", "v")
check("nor is a value found out by one", isinstance(said, Error) and said.text.startswith("NOPERM"), said)
COUNT = "local n = redis.call('incr', KEYS[1]) if n == 1 then redis.call('expire', KEYS[1], 9) end return n"
said = x.ask("eval", COUNT, 1, "n")
x.ask("auth", "static", "secret")
check("a counter needs no reading, but that its user may count", said == 1 and isinstance(
    x.ask("eval", COUNT, 1, "n"), Error), said)
check("both servers end as they should", strict.stop() == 0 and server.stop() == 0, strict.said() + server.said())
done()
