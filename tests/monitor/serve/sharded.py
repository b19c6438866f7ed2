# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Several servers that share out all keys by Redis Cluster's slots: `serve --cluster'."""
import os
import random
import re
import shutil
import signal
import subprocess

from harness import GATE, PATIENCE, SERVE, Client, Error, check, done, folder, free_port, running, until

QUICK = os.environ.get("FAIRLEAD_TIER") == "quick"
PROGRAMS = os.path.dirname(SERVE)
random.seed(int(os.environ.get("FUZZ_SEED", "1")))
SLOTS = 16384
CROSSES = Error("CROSSSLOT Keys in request don't hash to the same slot")


def path(name):
    return os.path.join(folder, name)


def write(name, text):
    with open(path(name), "wb") as f:
        f.write(text if isinstance(text, bytes) else text.encode())
    os.chmod(path(name), 0o600)
    return path(name)


def slot_of(key):
    """As Redis' specification has it."""
    key = key if isinstance(key, bytes) else key.encode()
    first = key.find(b"{")
    last = key.find(b"}", first + 1) if first >= 0 else -1
    if last > first + 1:
        key = key[first + 1:last]
    crc = 0
    for byte in key:
        crc ^= byte << 8
        for _ in range(8):
            crc = (crc << 1 ^ (0x1021 if crc & 0x8000 else 0)) & 0xffff
    return crc % SLOTS


class One:
    """A server in a place of its own, whose name the file has."""

    def __init__(self, file, me, *options, where=None, standing=False):
        where = where or me
        self.log = open(path(where + ".log"), "w+b")
        with open(file) as f:
            self.port = int(re.search(rf"(?m)^{re.escape(me)} \S*:(\d+) ", f.read()).group(1))
        self.places = ["--store", path(where + ".db"), "--key", path(where + ".key"), "--anchor",
                       path(where + ".anchor")]
        self.p = subprocess.Popen([SERVE, *self.places, "--port", str(self.port), "--gate", GATE, "--cluster", file,
                                   "--cluster-me", me, *options], stdout=subprocess.PIPE, stderr=self.log)
        running.add(self.p)
        self.up = bool(self.p.stdout.readline())
        if not self.up:
            self.status = self.p.wait()

    def said(self):
        self.log.seek(0)
        return self.log.read().decode(errors="replace")

    def client(self):
        return Client(self.port)

    def ask(self, *words):
        c = self.client()
        said = c.ask(*words)
        c.close()
        return said

    def stop(self, number=signal.SIGTERM):
        self.p.send_signal(number)
        status = self.p.wait(timeout=PATIENCE)
        self.p.stdout.close()
        running.discard(self.p)
        return status


def run(*command, text=None):
    p = subprocess.run(command, input=text, capture_output=True, text=True, timeout=PATIENCE)
    return p.returncode, p.stdout, p.stderr


ports = [free_port() for _ in range(3)]
RANGES = {"a": [(0, 5460)], "b": [(5461, 10000), (10002, 10922)], "c": [(10923, 16383), (10001, 10001)]}


def text_of(ranges, note=""):
    lines = [f"{name} 127.0.0.1:{port} " + " ".join(f"{a}-{b}" if a < b else str(a) for a, b in of)
             for (name, of), port in zip(ranges.items(), ports)]
    return "# " + note + "\n\n" + "\n".join(lines) + "\n"


FILE = write("cluster", text_of(RANGES, "who has what: für alle"))
servers = {name: One(FILE, name) for name in RANGES}
check("three servers start", all(s.up for s in servers.values()), [s.said() for s in servers.values()])


def owner(slot):
    return next(name for name, of in RANGES.items() if any(a <= slot <= b for a, b in of))


def port_of(key):
    return servers[owner(slot_of(key))].port


def key_in(name, begin="k"):
    return next(k for k in (f"{begin}{i}" for i in range(100000)) if owner(slot_of(k)) == name)


mine, others, thirds = key_in("a"), key_in("b"), key_in("c")

# ---- Slots ----
c = servers["a"].client()
odd = ["", "{}", "{}a", "a{}b{c}", "{a}", "{{a}", "a}{b}", "{a", "foo{bar}{zap}", "foo{{bar}}zap", "}{", "{user1000}.f",
       b"\xff{\0}", "x" * 3000]
odd += [bytes(random.choice(b"ab{}\0") for _ in range(random.randrange(12))) for _ in range(200 if QUICK else 3000)]
got = [c.ask("cluster", "keyslot", k) for k in odd]
check("CLUSTER KEYSLOT is the specification's", got == list(map(slot_of, odd)),
      [(k, g) for k, g in zip(odd, got) if g != slot_of(k)][:5])
wrong = []
for k in odd:
    for name, s in servers.items():
        said = s.ask("get", k) if QUICK and len(wrong) else c.ask("get", k) if name == "a" else s.ask("get", k)
        want = None if owner(slot_of(k)) == name else Error(f"MOVED {slot_of(k)} 127.0.0.1:{port_of(k)}")
        if said != want:
            wrong.append((k, name, said))
    if len(wrong) > 5:
        break
check("each server has its slots, and says of others who has them", not wrong, wrong)

# ---- Every command that has keys ----
table = {row[0].decode(): row for row in c.ask("command")}
with open("monitor/serve/clean/table.fl") as f:
    rows = {name: row.split(", ") for name, row in re.findall(r'if name == "(\w+)" { return row\(([^)]*)\)', f.read())}
check("COMMAND lists the table", list(table) == list(rows) and c.ask("command", "count") == len(rows), table.keys())
SPECIAL = {"NONE", "ALL", "CHANNEL", "CHANNELS", "PATTERNS"}  # channels are no keys: channels.py
PARTS = {"xgroup": {4: "destroy", 5: "delconsumer"}, "xinfo": {3: "groups", 4: "consumers", 5: "stream"}}
wrong, tried = [], 0
for name, (_, least, most, keys, _) in rows.items():
    if keys in SPECIAL:
        continue
    # The fewest words, and a word more.
    for n in {int(least), int(least) + 1, 5}:
        if n < int(least) or (int(most) and n > int(most)):
            continue
        for k in (mine, others):
            words = [name] + [k] * (n - 1)
            if name == "object":  # what it is asked for is looked at first
                words[1] = "encoding"
            if name in PARTS:
                words[1] = PARTS[name][n]
            if keys in ("COUNTED", "COUNTED_THIRD", "KEY_COUNTED"):
                at = 1 if keys == "COUNTED" else 2
                if n == at + 1:  # a script without keys
                    continue
                words[at] = str(n - 1 - at)
            if keys == "STREAMS":  # as many keys as entries after the word
                before = [name] + ["group", "g", "c"] * (name == "xreadgroup") + ["streams"]
                pairs = (n - len(before)) // 2
                words = before + [k] * pairs + ["0"] * pairs
            places = c.ask("command", "getkeys", *words)
            said = c.ask(*words)
            moved = isinstance(said, Error) and said.text.startswith("MOVED ")
            tried += 1
            if moved != (k == others) or not places or set(places) != {k.encode()}:
                wrong.append((words, places, said))
            first, last, step = table[name][3:6]
            if first > 0 and keys != "KEY_COUNTED":  # of that the range is the first one, as in Redis
                by_range = [i for i in range(first, (last if last > 0 else n + last) + 1, step)]
                if len(by_range) != len(places):
                    wrong.append((words, first, last, step, places))
check(f"no command has another server's key ({tried} tried); COMMAND GETKEYS and ranges agree",
      not wrong and tried > 80, wrong[:5])
check("keys of two slots are refused", all(c.ask(*w.split()) == CROSSES for w in (
    f"mget {mine} {others}", f"mget {others} {mine}", f"del {others} {thirds}", f"mset {mine} 1 {others} 2",
    f"rename {mine} {others}", f"copy {mine} {thirds}", f"watch {mine} {others}", f"exists {mine} {mine}x {others}")))
check("and of one slot are not", c.ask("mset", mine, "1", "{%s}2" % mine, "2") == "OK"
      and c.ask("mget", mine, "{%s}2" % mine) == [b"1", b"2"] and c.ask("rename", "{%s}2" % mine, mine) == "OK")
check("a malformed command is that before it is moved", c.ask("get") == c.ask("get", others, "x") != None
      and "wrong number" in c.ask("set", others).text)

# ---- Transactions, scripts, watched keys ----
def say(*lines):
    return [c.ask(*line.split()) for line in lines]


said = say("multi", f"set {mine} 5", f"get {others}", "exec", f"get {mine}")
check("in MULTI another server's key spoils it", said[1] == "QUEUED" and said[2].text.startswith("MOVED")
      and said[3].text.startswith("EXECABORT") and said[4] == b"2", said)
two = next(k for k in (f"z{i}" for i in range(1000)) if owner(slot_of(k)) == "a" and slot_of(k) != slot_of(mine))
said = say("multi", f"set {mine} 5", f"set {two} 5", "exec", f"get {mine}", f"get {two}")
check("over two slots of one server EXEC refuses, and nothing is done",
      said[1:3] == ["QUEUED"] * 2 and said[3:] == [CROSSES, b"2", None], said)
said = say(f"watch {mine}", "multi", f"incr {mine}", "ping", f"incr {{{mine}}}n", "exec", "multi", "ping", "exec")
check("over one it is carried out", said[5] == [3, "PONG", 1] and said[8] == ["PONG"], said)
LOCK = 'if redis.call("get",KEYS[1]) == ARGV[1] then return redis.call("del",KEYS[1]) else return 0 end'
check("scripts have their key here, or are moved", c.ask("eval", LOCK, "1", mine, "3") == 1
      and c.ask("eval", LOCK, "1", others, "3") == Error(f"MOVED {slot_of(others)} 127.0.0.1:{port_of(others)}")
      and c.ask("eval", LOCK, "2", mine, others, "x") == CROSSES
      and c.ask("eval", "return redis.call('get', KEYS[1])", "1", mine) is None)
elsewhere = c.ask("eval", "return redis.call('set', ARGV[1], 'x')", "1", mine, others)
check("nor does one have another server's key that it does not name",
      isinstance(elsewhere, Error) and "a non local key in a cluster node" in elsewhere.text
      and "non local" in c.ask("eval", "return redis.pcall('get', '%s')" % others, "0").text, elsewhere)
# A client that takes no notice, and one that asks for what is on its way.
check("who takes no notice of MOVED is told again, ASKING or not", all(
    w == Error(f"MOVED {slot_of(others)} 127.0.0.1:{port_of(others)}") for w in
    [c.ask("set", others, "x") for _ in range(20)] + [(c.ask("asking"), c.ask("set", others, "x"))[1]])
    and c.ask("readonly") == "OK" and c.ask("get", others).text.startswith("MOVED") and c.ask("readwrite") == "OK")
at, hops = others, []
name = "a"
while len(hops) < 5:
    said = servers[name].ask("get", others)
    if not isinstance(said, Error):
        break
    hops.append(name)
    name = next(n for n, s in servers.items() if s.port == int(said.text.split(":")[1]))
check("one step leads there: no loop", hops == ["a"], hops)

# ---- What clients ask for ----
slots = servers["b"].ask("cluster", "slots")
check("CLUSTER SLOTS has every slot once", sorted(s for a, b, _ in slots for s in range(a, b + 1)) == list(range(SLOTS))
      and all(node[1] == servers[owner(a)].port == servers[owner(b)].port for a, b, node in slots), slots)
nodes = [line.split() for line in servers["b"].ask("cluster", "nodes").decode().splitlines()]
check("CLUSTER NODES, MYID, SHARDS, INFO", len(nodes) == 3 and nodes[1][2] == "myself,master"
      and servers["b"].ask("cluster", "myid").decode() == nodes[1][0] and nodes[1][8:] == ["5461-10000", "10002-10922"]
      and len({n[0] for n in nodes}) == 3 and b"cluster_state:ok" in servers["c"].ask("cluster", "info")
      and [dict(zip(s[::2], s[1::2]))[b"slots"] for s in c.ask("cluster", "shards")][2] == [10001, 10001, 10923, 16383],
      nodes)
check("INFO and HELLO say that it is a cluster", b"cluster_enabled:1" in c.ask("info")
      and b"redis_mode:cluster" in c.ask("info") and c.ask("hello")[9] == b"cluster", c.ask("hello"))
c.ask("mset", *sum(([f"{{{mine}}}{i}", i] for i in range(20)), []))
in_slot = c.ask("cluster", "getkeysinslot", slot_of(mine), "100")
check("keys of a slot", c.ask("cluster", "countkeysinslot", slot_of(mine)) == len(in_slot) == 21
      and len(c.ask("cluster", "getkeysinslot", slot_of(mine), "3")) == 3
      and all(isinstance(c.ask("cluster", *w), Error) for w in (["countkeysinslot", "16384"], ["countkeysinslot", "-1"],
              ["getkeysinslot", "1", "x"], ["meet", "127.0.0.1", "1"], ["addslots", "5"], ["setslot", "5", "node", "x"],
              ["reset"], ["failover"], ["keyslot"])), in_slot)
servers["b"].ask("set", others, "b")
check("SCAN, KEYS, DBSIZE, FLUSHALL are about what is here", c.ask("dbsize") == len(c.ask("keys", "*")) == 21
      and set(c.ask("scan", "0", "count", "1000")[1]) == set(in_slot) and c.ask("flushall") == "OK"
      and c.ask("dbsize") == 0 and servers["b"].ask("get", others) == b"b")

# ---- Clients that people use ----
if shutil.which("redis-cli"):
    cli = ("redis-cli", "-c", "-p", str(servers["c"].port))
    said = run(*cli, text="".join(f"set cli{i} {i}\n" for i in range(50)) + "".join(f"get cli{i}\n" for i in range(50)))
    check("redis-cli -c", [x for x in said[1].split("\n") if x.isdigit()] == [str(i) for i in range(50)], said)
    said = run("redis-cli", "--cluster", "check", f"127.0.0.1:{servers['b'].port}")
    check("redis-cli --cluster check", said[0] == 0 and "All nodes agree" in said[1]
          and "16384 slots covered" in said[1], said)
    said = run("redis-benchmark", "--cluster", "-p", str(servers["a"].port), "-t", "set,get", "-n", "2000", "-r", "500",
               "-q")
    check("redis-benchmark --cluster", said[0] == 0 and said[1].count("requests per second") == 2
          and "rror" not in said[1] + said[2], said)
else:
    check("redis-cli # SKIP redis-tools is not installed", True)
try:
    from redis.cluster import ClusterNode, RedisCluster
except ImportError:
    RedisCluster = None
if RedisCluster:
    r = RedisCluster(startup_nodes=[ClusterNode("127.0.0.1", servers["b"].port)])
    good = all(r.set(f"py{i}", i) for i in range(100)) and all(r.get(f"py{i}") == b"%d" % i for i in range(100))
    pipe = r.pipeline()
    for i in range(100):
        pipe.incr(f"py{i}")
    check("redis-py's RedisCluster", good and pipe.execute() == list(range(1, 101))
          and r.mget_nonatomic("py1", "py2") == [b"2", b"3"] and r.eval(LOCK, 1, "py3", "4") == 1
          and sum(1 for _ in r.scan_iter("py*")) == 99)
    r.close()
else:
    check("redis-py # SKIP python3-redis is not installed", True)

# ---- The file again ----
def hang_up(server):
    before = server.said()
    server.p.send_signal(signal.SIGHUP)
    until(lambda: re.search("read again|as they were", server.said()[len(before):]))
    return server.said()[len(before):]


moved = {"a": RANGES["a"], "b": RANGES["b"][:1], "c": RANGES["c"] + [(10002, 10922)]}
write("cluster", text_of(moved))
said = {name: hang_up(s) for name, s in servers.items()}
c = servers["a"].client()
k = next(k for k in (f"m{i}" for i in range(100000)) if 10002 <= slot_of(k) <= 10922)
check("SIGHUP: others' slots may be others", "read again" in said["a"]
      and c.ask("get", k) == Error(f"MOVED {slot_of(k)} 127.0.0.1:{servers['c'].port}"), said["a"])
check("one's own may not: b and c go on as they were", all(
    "as they were" in said[n] and "other slots than it has" in said[n] and w in said[n] for n, w in
    (("b", "without 10002-10922"), ("c", "with 10002-10922")))
    and servers["b"].ask("get", k) is None and servers["c"].ask("get", k).text.startswith("MOVED"), said)
if shutil.which("redis-cli"):
    said = run("redis-cli", "--cluster", "check", f"127.0.0.1:{servers['b'].port}")
    check("that files differ is seen by redis-cli --cluster check", "Nodes don't agree about configuration" in said[1],
          said)

# ---- A start with other slots ----
servers["b"].stop()
again = One(FILE, "b")
check("a start with fewer slots than the store has is refused", not again.up and again.status == 1
      and f"than {path('b.key.slots')}: without 10002-10922" in again.said(), again.said())
again = One(FILE, "c", where="b")
check("one as another server, too", not again.up and "without 5461-10000 and with 10001" in again.said(), again.said())
places = again.places
plain = subprocess.run([SERVE, *places, "--port", "0"], capture_output=True, text=True, timeout=PATIENCE)
check("and one without --cluster", plain.returncode == 1 and "some slots of a cluster only" in plain.stderr, plain)
os.rename(path("b.key.slots"), path("kept"))
write("cluster", text_of(RANGES))
again = One(FILE, "b")
check("where it is not known which slots the store has, too", not again.up and "was lost" in again.said(), again.said())
for bad in (b"", b"0-5460", b"0-x\n", b"5461-10000 \n", b"0-1\n0-2\n", b"\0\n", b"5-4\n", b"16384\n", b"1,2\n"):
    write("b.key.slots", bad)
    again = One(FILE, "b")
    check(f"a damaged one: {bad!r}", not again.up and again.status == 1 and "damaged" in again.said(), again.said())
os.remove(path("b.key.slots"))
os.mkfifo(path("b.key.slots"))
again = One(FILE, "b")
check("a pipe", not again.up and again.status == 1 and "is not a regular file" in again.said(), again.said())
os.mkfifo(path("pipe"))
piped = subprocess.run([SERVE, *places, "--port", "0", "--cluster", path("pipe"), "--cluster-me", "b"],
                       capture_output=True, text=True, timeout=PATIENCE)
check("nor is one the cluster's file", piped.returncode == 1 and "is not a regular file" in piped.stderr, piped)
os.rename(path("kept"), path("b.key.slots"))
servers["b"] = One(FILE, "b")
check("as it was, it starts and has what it had", servers["b"].up and servers["b"].ask("get", others) == b"b",
      servers["b"].said())
check("SIGHUP puts the others right", all("read again" in hang_up(servers[n]) for n in "ac")
      and c.ask("get", k).text.endswith(str(servers["b"].port)))

# ---- Import and export ----
def bring(where, text, *more):
    return run(os.path.join(PROGRAMS, "fairlead-monitor-import"), "--store", path(where + ".db"), "--key",
               path(where + ".key"), "--anchor", path(where + ".anchor"), *more, text=text)


keys = [f"i{i}" for i in range(60)]
whole = "".join(f"SET {k} {k}\n" for k in keys)
us = {name: ("--cluster", FILE, "--cluster-me", name) for name in RANGES}
first = next(k for k in keys if owner(slot_of(k)) != "a")
said = bring("wrong", whole, *us["a"])
check("another server's key in an import is an error, and where", said[0] == 1 and
      f"byte {whole.index('SET ' + first + ' ')}: error: its key is in slot {slot_of(first)}, which is "
      f"{owner(slot_of(first))}'s and not a's" in said[2], said)
said = bring("crossing", f"MSET {mine} 1 {others} 2\n", *us["a"], "--others-keys", "leave-out")
check("and keys of two slots", said[0] == 1 and "CROSSSLOT" in said[2], said)
for s in servers.values():
    s.stop()
split = {}
for name in RANGES:
    said = bring("new" + name, whole, *us[name], "--others-keys", "leave-out")
    n = sum(owner(slot_of(k)) == name for k in keys)
    check(f"an import of {name}'s keys alone", said[0] == 0 and f"{60 - n} commands with keys of other servers were "
          "left out" in said[2] and f" {n} commands, sealed" in said[2], said)
    split[name] = One(FILE, name, where="new" + name)
if RedisCluster:
    r = RedisCluster(startup_nodes=[ClusterNode("127.0.0.1", split["c"].port)])
    check("three stores made of one have all of it", [r.get(k) for k in keys] == [k.encode() for k in keys])
    r.close()
said = bring("bare", whole)
bare = One(FILE, "a", where="bare")
check("a store of all keys is none of a cluster's", said[0] == 0 and not bare.up
      and "not made with --cluster" in bare.said(), bare.said())
for s in split.values():
    s.stop()

# ---- With what else there is ----
options = ("--acknowledge", "sealed", "--log", path("run.log"))
one = One(FILE, "a", *options, where="logged")
check("with a log, and answers that wait", one.up and one.ask("set", mine, "1") == "OK" and one.ask("get", mine) == b"1"
      and one.stop() == 0, one.said())
users = write("users", "user default on >secret ~* +@all\nuser few on >few ~k* +@all -@dangerous\n")
one = One(FILE, "a", "--users", users, where="asked")
c = one.client()
said = [c.ask("cluster", "slots"), c.ask("auth", "few", "few"), c.ask("get", others), c.ask("get", "x"),
        c.ask("cluster", "countkeysinslot", "1"), c.ask("cluster", "getkeysinslot", "1", "1")]
check("users: who may not is told that first, and no names of others' keys", one.up and "NOAUTH" in said[0].text
      and said[2].text.startswith("MOVED") and all("NOPERM" in x.text for x in said[3:]), said)
one.stop()
if shutil.which("openssl") and shutil.which("redis-cli"):
    run("openssl", "req", "-x509", "-newkey", "ed25519", "-nodes", "-keyout", path("t.key"), "-out", path("t.crt"),
        "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-days", "30")
    os.chmod(path("t.key"), 0o600)
    one = {n: One(FILE, n, "--tls-cert", path("t.crt"), "--tls-key", path("t.key"), where="tls" + n) for n in "abc"}
    cli = ("redis-cli", "--tls", "--cacert", path("t.crt"), "-c", "-p", str(one["b"].port))
    said = run(*cli, text="".join(f"set t{i} {i}\nget t{i}\n" for i in range(10)))
    check("TLS, with redis-cli -c", [x for x in said[1].split() if x.isdigit()] == [str(i) for i in range(10)]
          and "tls-port" in run(*cli, "cluster", "shards")[1], said)
    for s in one.values():
        s.stop()

# ---- Files that are none ----
ALL = "0-16383"
BAD = [
    ("", 1, 1, "there are no servers"), ("# nothing\n\n", 3, 1, "there are no servers"),
    (f"a h:1 {ALL}", 1, 14, "the last line does not end"), (f"a h:1 {ALL}\r\n", 1, 14, "carriage return"),
    (f"a\th:1 {ALL}\n", 1, 2, "this byte, 9,"), (b"a h:1 0\0\n", 1, 8, "this byte, 0,"),
    (f"a! h:1 {ALL}\n", 1, 2, "a name has"), (f"{'n' * 65} h:1 {ALL}\n", 1, 1, "at most 64"),
    ("a\n", 1, 2, "has no address"), (f"a h {ALL}\n", 1, 3, "an address has a port"), ("a h:1\n", 1, 6, "has no slots"),
    (f"a h:0 {ALL}\n", 1, 5, "a port is"), (f"a h:65536 {ALL}\n", 1, 5, "a port is"),
    (f"a h:01 {ALL}\n", 1, 5, "a port is"), (f"a h:1x {ALL}\n", 1, 5, "a port is"),
    (f"a ::1:5 {ALL}\n", 1, 3, "in brackets"), (f"a [::1:5 {ALL}\n", 1, 3, "not closed"),
    (f"a [::g]:5 {ALL}\n", 1, 4, "no host"), (f"a [h]:5 {ALL}\n", 1, 4, "no host"),
    (f"a 1.2.3:5 {ALL}\n", 1, 3, "no host"), (f"a h/:5 {ALL}\n", 1, 3, "no host"), (f"a :5 {ALL}\n", 1, 3, "no host"),
    ("a h:1 0-16384\n", 1, 7, "no slots"), ("a h:1 5-4\n", 1, 7, "no slots"), ("a h:1 00\n", 1, 7, "no slots"),
    ("a h:1 1-\n", 1, 7, "no slots"), ("a h:1 -1\n", 1, 7, "no slots"), ("a h:1 0,1\n", 1, 7, "no slots"),
    ("a h:1 99999999999999999999\n", 1, 7, "no slots"), ("a h:1 0 # x\n", 1, 9, "no slots"),
    ("a h:1 0-5 5\n", 1, 11, "slot 5 is `a's on line 1 already"),
    ("a h:1 0-9000\n\nb h:2 9000-16383\n", 3, 7, "slot 9000 is `a's on line 1 already"),
    ("a h:1 0-16382\n", 2, 1, "slot 16383 has no server"), ("a h:1 0-99 200-16383\n", 2, 1, "slots 100-199 have no"),
    ("a h:1 0-99\na h:2 100-16383\n", 2, 1, "the name `a' is on line 1, too"),
    ("a h:1 0-99\nb H:1 100-16383\n", 2, 3, "the address of `a' on line 1"),
    ("".join(f"n{i} h:{i + 1} {i}\n" for i in range(1001)), 1001, 1, "more than 1000 servers"),
]
for text, line, column, why in BAD:
    file = write("bad", text)
    said = run(SERVE, *places, "--port", "0", "--cluster", file, "--cluster-me", "a")
    check(f"a file is refused: {why}", said[0] == 1 and f"{file}:{line}:{column}: error: " in said[2] and why in said[2]
          and "help: " in said[2], said)
file = write("bad", f"a h:1 {ALL}\n")
os.chmod(file, 0o666)
said = run(SERVE, *places, "--port", "0", "--cluster", file, "--cluster-me", "a")
check("one that others may write is, too", said[0] == 1 and "the cluster's file" in said[2], said)
for more, why in ((["--cluster", FILE], "go together"), (["--cluster-me", "a"], "go together"),
                  (["--cluster", FILE, "--cluster-me", "d"], "has no such server"),
                  (["--cluster", path("none"), "--cluster-me", "a"], "No such file")):
    said = run(SERVE, *places, "--port", "0", *more)
    check("options: " + why, said[0] in (1, 2) and why in said[2], said)
done()
