# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Servers that stand by. What clients were told has to be one history, whoever told it: an INCR that was acknowledged
has a number that no other has, and whatever begins after an answer knows what that answer knew."""
import os
import random
import re
import shutil
import signal
import subprocess
import threading
import time

from harness import (GATE, PATIENCE, SERVE, Client, Error, Gone, check, done, folder, free_port, redis_server, running,
                     until)

HERE = os.path.dirname(os.path.abspath(__file__))
HOOK = os.path.join(HERE, "anchor_shared.sh")
ETCD = os.path.join(HERE, "../../../monitor/anchor/fairlead-monitor-anchor-etcd")
QUICK = os.environ.get("FAIRLEAD_TIER") == "quick"
LEASE = 800
SUPERSEDED = 4


def path(name):
    return os.path.join(folder, name)


def make_key(name):
    if not os.path.exists(path(name)):
        subprocess.run(["openssl", "genpkey", "-algorithm", "ed25519", "-out", path(name)], check=True,
                       capture_output=True)
        os.chmod(path(name), 0o600)
    return path(name)


class Standby:
    """One of several servers, each with a key file of its own, as on a machine of its own."""

    def __init__(self, group, n, *options):
        self.group, self.n, self.stopped = group, n, False
        self.key = path(f"{group.name}.{n}.key")
        if not os.path.exists(self.key):
            shutil.copy(make_key(group.name + ".key"), self.key)
        self.log = open(path(f"{group.name}.{n}.log"), "w+b")
        self.port = group.ports[n]
        command = [SERVE, "--store", group.store, "--key", self.key, *group.anchor, "--standby", "--lease", str(LEASE),
                   "--port", str(self.port), "--gate", GATE, *group.options, *options]
        self.p = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.log,
                                  env={**os.environ, "STANDBY_N": str(n)})
        running.add(self.p)
        self.first = self.p.stdout.readline()

    def said(self):
        self.log.seek(0)
        return self.log.read().decode(errors="replace")

    def info(self):
        try:
            c = Client(self.port, timeout=30)
            said = c.ask("info")
            c.close()
            return dict(x.split(":", 1) for x in said.decode().split("\r\n") if ":" in x)
        except (OSError, Gone, AttributeError):
            return {}

    def send(self, number):
        self.stopped = number == signal.SIGSTOP
        self.p.send_signal(number)

    def end(self):
        status = self.p.wait(timeout=PATIENCE)
        running.discard(self.p)
        return status


class Group:
    def __init__(self, name, count, store, anchor, *options):
        self.name, self.store, self.anchor, self.options = name, store, anchor, options
        self.ports = [free_port() for _ in range(count)]
        self.servers = [Standby(self, n) for n in range(count)]

    def leads(self, n):
        return self.servers[n].info().get("role") == "master"

    def leader(self):
        """Whose turn it is: a machine that is busy may have had a turn more than was meant."""
        found = []

        def look():
            for n, s in enumerate(self.servers):
                status = s.p.poll()
                if status == SUPERSEDED:  # as systemd does it
                    self.again(n)
                elif status is None and not s.stopped and self.leads(n):
                    found.append(n)
                    return True
            return False

        if not until(look):
            raise SystemExit("nobody leads: " + repr([(s.p.poll(), s.said(), s.info()) for s in self.servers]))
        return found[0]

    def again(self, n):
        self.servers[n].end()
        self.servers[n] = Standby(self, n)

    def ask(self, *words):
        """Of whoever leads, as a client asks that knows them all."""
        while True:
            try:
                c = Client(self.ports[self.leader()])
                said = c.ask(*words)
                c.close()
                if not isinstance(said, Error):
                    return said
            except (OSError, Gone):
                pass
            time.sleep(0.02)

    def stop(self):
        for s in self.servers:
            s.send(signal.SIGTERM)
            s.send(signal.SIGCONT)
        return [s.end() for s in self.servers]


class Load:
    """Clients that go to whoever answers, and what they were told."""

    def __init__(self, group, clients=4, commands=("incr", "get"), ports=None):
        self.ports = ports or group.ports
        self.group, self.told, self.lock, self.over = group, [], threading.Lock(), False
        self.commands = commands
        self.threads = [threading.Thread(target=self.client, args=(n,)) for n in range(clients)]
        for t in self.threads:
            t.start()

    def client(self, n):
        c, rng = None, random.Random(n)
        while not self.over:
            try:
                if c is None:
                    c = Client(rng.choice(self.ports), timeout=5)
                what, began = rng.choice(self.commands), time.monotonic()
                value = c.ask(what, "n")
                if isinstance(value, Error):
                    raise Gone
                with self.lock:
                    self.told.append((began, time.monotonic(), what, int(value or 0)))
            except (OSError, Gone, ValueError):
                if c:
                    c.close()
                c = None
                time.sleep(0.01)

    def count(self):
        with self.lock:
            return len(self.told)

    def more(self, n=20):
        """So much more was answered."""
        before = self.count()
        return until(lambda: self.count() >= before + n)

    def stop(self):
        self.over = True
        for t in self.threads:
            t.join()

    def wrong(self):
        """What is no history; [] if it is one."""
        incremented = [t for t in self.told if t[2] == "incr"]
        found = [] if len({t[3] for t in incremented}) == len(incremented) else ["a number twice"]
        by_end = sorted(self.told, key=lambda t: t[1])
        known, at = 0, 0
        for t in sorted(self.told):
            while by_end[at][1] < t[0]:
                known = max(known, by_end[at][3])
                at += 1
            if t[3] < known or (t[2] == "incr" and t[3] == known):
                found.append((t, known))
        return found


redis = redis_server()
database = 0


def fresh_store():
    global database
    database += 1
    return f"redis://127.0.0.1:{redis}/{database}"


def file_anchor(name):
    return ["--anchor", path(name + ".anchor")]


def hook_anchor(name):
    os.mkdir(path(name))
    return ["--anchor-command", f"{HOOK} '{path(name)}'"]


def flag(vault, name, on):
    if on:
        open(path(f"{vault}/{name}"), "w").close()
    elif os.path.exists(path(f"{vault}/{name}")):
        os.remove(path(f"{vault}/{name}"))


def whole(name):
    with open(path(name)) as f:
        return f.read()


def incarnation(text_file):
    found = re.search(r"incarnation (\d+)", open(path(text_file)).read())
    return found and found[1]


# ---- Killed under load: nothing that was acknowledged is lost, and there is one history.


def killed(name, rounds, anchor, *options, store=None):
    group = Group(name, 2, store or fresh_store(), anchor, "--acknowledge", "sealed", *options)
    load = Load(group)
    good, runs = True, []
    for _ in range(rounds):
        n = group.leader()
        good = good and load.more()
        runs.append(int(group.servers[n].info().get("incarnation", 0)))
        group.servers[n].send(signal.SIGKILL)
        group.again(n)
    good = good and load.more()
    load.stop()
    n = group.leader()
    last = max(t[3] for t in load.told)
    value = int(group.ask("get", "n"))
    check(f"{name}: {rounds} times the leader is killed, and clients have one history", good and not load.wrong(),
          load.wrong()[:5])
    runs = [r for r in runs if r] + [int(group.servers[n].info().get("incarnation", 0))]
    check(f"{name}: nobody guesses the number of the next run", all(b - a > 1 << 20 for a, b in zip(runs, runs[1:])),
          runs)
    check(f"{name}: nothing that was acknowledged is lost", value >= last, (value, last))
    return group


def with_redis():
    group = killed("killed", 1 if QUICK else 50, file_anchor("killed"))
    n, info = group.leader(), {}

    def stands_by():
        nonlocal n, info
        n = group.leader()
        info = group.servers[1 - n].info()
        return info.get("leader_incarnation") == incarnation("killed.anchor")

    check("one that stands by says so, and how old the leader's last sign is", until(stands_by) and
          info["role"] == "slave" and info["status"] == "standby" and int(info["leader_silent_ms"]) < 600000, info)
    other = group.servers[1 - n]
    c = Client(other.port)
    check("it answers PING, ROLE and nothing about records", c.ask("ping") == "PONG" and c.ask("role")[0] == b"slave"
          and c.ask("get", "n").text.startswith("READONLY") and c.ask("set", "n", "1").text.startswith("READONLY"))
    c.close()
    info = group.servers[n].info()
    check("one that leads says so, and how long it may", info.get("role") == "master" and info["lease_ms"] == str(LEASE)
          and 0 <= int(info["lease_left_ms"]) <= LEASE, info)
    clients(group)
    # A server that knows nothing of them.
    p = subprocess.run([SERVE, "--store", group.store, "--key", group.servers[n].key, "--anchor-command", "true",
                        "--expect-epoch", "0", "--port", "0"], capture_output=True, timeout=PATIENCE)
    check("a server without --standby does not come in between", p.returncode == 1 and b"fairlead:w" in p.stderr,
          p.stderr)
    check("they stop well", group.stop() == [0, 0], [s.said() for s in group.servers])


def clients(group):
    if shutil.which("redis-cli"):
        n = group.leader()
        for i in (n, 1 - n):
            p = subprocess.run(["redis-cli", "-p", str(group.ports[i]), "info", "replication"], capture_output=True,
                               text=True, timeout=300)
            check("redis-cli sees who leads", f"role:{'master' if i == n else 'slave'}" in p.stdout, p)
    else:
        check("redis-cli # SKIP redis-tools is not installed", True)
    try:
        import redis as client
    except ImportError:
        check("redis-py # SKIP it is not installed", True)
        return
    n = group.leader()
    there = client.Redis(port=group.ports[n])
    try:
        client.Redis(port=group.ports[1 - n]).set("py", 1)
        said = None
    except client.exceptions.ReadOnlyError as e:
        said = e
    check("redis-py: who leads takes it, who stands by is read-only", there.set("py", 1) and there.get("py") == b"1"
          and said is not None, said)


# ---- Stopped for longer than its lease: it says nothing more, and ends.


def stopped(name, anchor, *options):
    group = Group(name, 2, fresh_store(), anchor, *options)
    while True:
        n = group.leader()
        old = group.servers[n]
        try:
            c, d = Client(old.port), Client(old.port)
            good = c.ask("set", "k", "1") == "OK" and d.ask("get", "k") == b"1" and b"epoch" in c.ask("seal")
            break
        except (Gone, OSError):
            pass
    check(f"{name}: the first leads", good)
    old.send(signal.SIGSTOP)
    until(lambda: group.leads(1 - n))
    check(f"{name}: the other one takes over, and has all of it", group.ask("get", "k") == b"1"
          and group.ask("set", "k", "2") == "OK" and b"epoch" in group.ask("seal"), group.servers[1 - n].said())
    c.send("get", "k")
    d.send("set", "k", "3")
    old.send(signal.SIGCONT)
    heard = []
    for x in (c, d):
        try:
            heard.append(x.read())
        except (Gone, OSError):
            pass
    status = old.end()
    check(f"{name}: the one that was stopped answers nothing more", heard == [], heard)
    check(f"{name}: it ends, and says why", status == SUPERSEDED and "another server" in old.said()
          and "stands by" in old.said(), (status, old.said()))
    # As a standby it may come again, and lead again.
    group.servers[n] = Standby(group, n)
    check(f"{name}: what it was told meanwhile is not done", group.ask("get", "k") == b"2")
    group.servers[1 - n].send(signal.SIGKILL)
    group.again(1 - n)
    value = group.ask("get", "k")
    check(f"{name}: and it leads again", value == b"2", value)
    check(f"{name}: they stop well", group.stop() == [0, 0], [s.said() for s in group.servers])


def stopped_often(rounds):
    """Stopped anywhere, in the middle of commits and anchors, for a random time around the lease."""
    group = Group("often", 2, fresh_store(), file_anchor("often"), "--acknowledge", "sealed")
    load = Load(group)
    good, rng = True, random.Random(1)
    for _ in range(rounds):
        n = group.leader()
        good = good and load.more()
        group.servers[n].send(signal.SIGSTOP)
        time.sleep(rng.choice([0.5, 1, 3]) * LEASE / 1000)
        group.servers[n].send(signal.SIGCONT)
    good = good and load.more()
    load.stop()
    n = group.leader()
    value, last = int(group.ask("get", "n")), max(t[3] for t in load.told)
    check(f"{rounds} times the leader is stopped, and clients have one history", good and not load.wrong()
          and value >= last, (load.wrong()[:5], value, last))
    group.stop()


# ---- Cut off from the store, and not from the anchor: it reads on by its lease until another one leads, and no longer.


def children(pid):
    found = []
    for p in os.listdir("/proc"):
        try:
            with open(f"/proc/{p}/stat") as f:
                words = f.read().rpartition(")")[2].split()
            if p.isdigit() and int(words[1]) == pid:
                found.append(int(p))
        except (OSError, IndexError):
            pass
    return found


def to_stores(server, number):
    """The processes of its store, of which it has two."""
    for pid in children(server.p.pid):
        try:
            with open(f"/proc/{pid}/cmdline", "rb") as f:
                if b"monitor-store" in f.read():
                    os.kill(pid, number)
        except OSError:
            pass


def cut_off(rounds):
    group = Group("cut", 2, fresh_store(), hook_anchor("cut"))  # where a read waits for no seal
    group.ask("incr", "n")
    group.ask("seal")
    readers, told, good = Load(group, 4, ("get",)), [], True
    for _ in range(rounds):
        group.ask("seal")
        n = group.leader()
        good = good and readers.more()
        flag("cut", f"slow.{n}", True)  # so that it hears of the other one late
        to_stores(group.servers[n], signal.SIGSTOP)
        # Of the other one only: what this one takes now is lost.
        writers, old = Load(group, 3, ("incr",), [group.ports[1 - n]]), group.servers[n]
        status = old.end()
        flag("cut", f"slow.{n}", False)
        good = good and status == SUPERSEDED and "another server" in old.said() and writers.more()
        writers.stop()
        told += writers.told
        group.servers[n] = Standby(group, n)
    readers.stop()
    readers.told += told
    check(f"{rounds} times the leader is cut off from the store: it ends, and clients have one history",
          good and not readers.wrong(), (good, readers.wrong()[:5]))
    group.stop()


# ---- Stopped while it waits for the store, and an anchor of its own is written: it learns of that when another leads.


def held_up(rounds):
    """What a client asks next is read before anything else is, and waits for that anchor."""
    group, heard = Group("late", 2, fresh_store(), hook_anchor("late"), "--acknowledge", "sealed", "--slots", "512",
                         "--near", "0"), []
    cold = [f"c{i}" for i in range(3000)]
    group.ask("mset", "k", "old", *[x for k in cold for x in (k, "cold")])
    for i in range(rounds):
        n = group.leader()
        group.servers[n].send(signal.SIGKILL)  # so that the next one has nothing in its cache
        group.servers[n].end()
        m, n = n, group.leader()
        group.servers[m] = Standby(group, m)
        old = group.servers[n]
        try:
            c = Client(old.port)
            c.ask("get", "k")
            flag("late", f"late.{n}", True)
            before = whole("late/anchor")
            until(lambda before=before: whole("late/anchor") != before)
            to_stores(old, signal.SIGSTOP)
            c.send("mget", *cold[::50])
            time.sleep(0.05)
            old.send(signal.SIGSTOP)
            until(lambda n=n: group.leads(1 - n))
            group.ask("set", "k", f"new {i}")
            c.send("get", "k")
            to_stores(old, signal.SIGKILL)
            old.send(signal.SIGCONT)
            heard += [c.read(), c.read()]
        except (OSError, Gone):
            pass
        flag("late", f"late.{n}", False)
        old.send(signal.SIGCONT)
        old.end()
        group.servers[n] = Standby(group, n)
    heard = [x for x in heard if not isinstance(x, Error)]
    check(f"{rounds} times the leader is stopped while it waits for the store: nothing old is answered", heard == [],
          heard)
    group.stop()


# ---- Who keeps the anchor: what replaces something else is refused, by whoever it is kept.


def text(incarnation, epoch=3):
    return f"fairlead anchor 1\nincarnation {incarnation}\nepoch {epoch}\nseal {'7f' * 32}\n"


def keeps(name, *command):
    def say(verb, said=""):
        p = subprocess.run([*command, verb], input=said, capture_output=True, text=True, timeout=PATIENCE)
        return p.returncode, p.stdout

    check(f"{name}: nothing at first", say("read") == (0, ""))
    check(f"{name}: nothing is replaced that is not there", say("write", text(2) + text(1))[0] == 1
          and say("read") == (0, ""))
    check(f"{name}: the first", say("write", text(1))[0] == 0 and say("read") == (0, text(1)))
    check(f"{name}: the same again, which was not heard of", say("write", text(1))[0] == 0)
    check(f"{name}: another first is refused", say("write", text(2))[0] == 1 and say("read") == (0, text(1)))
    check(f"{name}: the next", say("write", text(2) + text(1))[0] == 0 and say("read") == (0, text(2)))
    check(f"{name}: of two that replace one, one is refused", say("write", text(3) + text(1))[0] == 1
          and say("read") == (0, text(2)))
    check(f"{name}: what is no anchor is refused", all(
        say("write", said)[0] != 0 for said in ("", "x\n" * 4, text(3)[:-10], text(3) + "x" * 300))
        and say("read") == (0, text(2)))
    at_once = [subprocess.Popen([*command, "write"], stdin=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
               for _ in range(12)]
    for n, p in enumerate(at_once):
        p.stdin.write(text(100 + n) + text(2))
    for p in at_once:
        p.stdin.close()
    done_ = [n for n, p in enumerate(at_once) if p.wait(timeout=PATIENCE) == 0]
    check(f"{name}: of twelve at once, one is kept", len(done_) == 1 and say("read") == (0, text(100 + done_[0])),
          done_)


# ---- The anchor cannot be reached: nobody leads on, and nobody takes over.


def unreachable():
    group = Group("vault", 2, fresh_store(), hook_anchor("vault"))
    check("an anchor that is reached", group.ask("set", "k", "1") == "OK" and b"epoch" in group.ask("seal"))
    n = group.leader()
    flag("vault", "fail", True)

    def is_cut_off():
        try:
            x = Client(group.ports[n])
            x.ask("get", "k")
            x.close()
            return False
        except (Gone, OSError):
            return True

    check("when it is not, the leader's answers end with its lease", until(is_cut_off))
    info = group.servers[n].info()
    check("which INFO says", info.get("lease_left_ms") == "0" and int(info["answers_without_lease"]) > 0, info)
    other = group.servers[1 - n]
    check("who stands by sees none", until(lambda: int(other.info().get("anchor_failures", 0)) > 3))
    before = incarnation("vault/anchor")
    failures = int(other.info()["anchor_failures"])
    until(lambda: int(other.info()["anchor_failures"]) > failures + 2 * 8)  # two leases and more
    info = other.info()
    check("and takes nothing over", info["role"] == "slave" and "cannot be read" in info["why"]
          and incarnation("vault/anchor") == before, info)
    flag("vault", "fail", False)
    check("when it is back, there is a leader again", group.ask("get", "k") == b"1")
    m = group.leader()
    # An anchor that is gone is not one that was never there.
    os.rename(path("vault/anchor"), path("vault/away"))
    other = group.servers[1 - m]
    failures = int(other.info().get("anchor_failures", 0))
    # On a slow machine it may just have been about to lead, and refuses then: a seal, and no anchor.
    until(lambda: other.p.poll() is not None or int(other.info().get("anchor_failures", 0)) > failures + 3)
    check("an anchor that is gone makes nobody lead", not group.leads(1 - m) and other.p.poll() in (None, 3),
          other.said())
    os.rename(path("vault/away"), path("vault/anchor"))
    for n, s in enumerate(group.servers):
        if s.p.poll() == 3:
            group.again(n)
    group.leader()
    group.stop()


# ---- Several that stand by, and one alone.


def several():
    group = Group("three", 3, fresh_store(), file_anchor("three"), "--acknowledge", "sealed")
    load = Load(group, 2)
    good = True
    for _ in range(1 if QUICK else 6):
        n = group.leader()
        good = good and load.more()
        group.servers[n].send(signal.SIGKILL)
        group.servers[n].end()
        m = group.leader()
        good = good and load.more() and m != n
        group.servers[n] = Standby(group, n)
    load.stop()
    check("two that stand by: one of them leads", good and not load.wrong(), load.wrong()[:5])
    # The last one, alone, and begun anew.
    n = group.leader()
    for m in range(3):
        group.servers[m].send(signal.SIGKILL)
        group.servers[m].end()
    alone = group.servers[n] = Standby(group, n)
    check("one that is started alone leads", until(lambda: group.leads(n)), alone.said())
    value, last = int(group.ask("get", "n")), max(t[3] for t in load.told)
    check("and has what was acknowledged", value >= last, (value, last))
    alone.send(signal.SIGTERM)
    check("and stops well", alone.end() == 0, alone.said())


# ---- Of one of several servers (--cluster): it has that one's slots, or it does not start.


def shared():
    with open(path("cluster"), "w") as f:
        f.write("a 127.0.0.1:1 0-8191\nb 127.0.0.1:2 8192-16383\n")
    group = Group("shared", 1, fresh_store(), file_anchor("shared"), "--cluster", path("cluster"), "--cluster-me", "a",
                  "--acknowledge", "sealed")
    group.ask("set", "bar", "1")
    group.ports.append(free_port())
    lost = Standby(group, 1)
    check("a standby that does not know the slots does not start", lost.end() == 1 and "was lost" in lost.said(),
          lost.said())
    shutil.copy(group.servers[0].key + ".slots", lost.key + ".slots")
    other = Standby(group, 1, "--cluster-me", "b")
    check("nor one that is to have others", other.end() == 1 and "other slots than" in other.said(), other.said())
    group.servers.append(Standby(group, 1))
    check("one that has them stands by", until(lambda: group.servers[1].info().get("role") == "slave")
          and group.leads(0), group.servers[1].said())
    waiting = Client(group.ports[0])
    waiting.send("blpop", "{bar}jobs", 0)
    until(lambda: group.servers[0].info().get("blocked_clients") == "1")
    group.servers[0].send(signal.SIGKILL)
    group.servers[0].end()
    try:
        said = waiting.read()
    except (OSError, Gone):
        said = "gone"
    check("it takes over, and has what was acknowledged", group.leader() == 1 and group.ask("get", "bar") == b"1")
    c = Client(group.ports[1])
    check("and the same slots", c.ask("get", "foo") == Error("MOVED 12182 127.0.0.1:2")
          and c.ask("mget", "bar", "foo").text.startswith("CROSSSLOT"))
    waiting = Client(group.ports[1])
    waiting.send("blpop", "{bar}jobs", 0)
    check("who waited asks it again", said == "gone" and group.ask("rpush", "{bar}jobs", "x") == 1
          and waiting.read() == [b"{bar}jobs", b"x"], said)
    group.servers[0] = Standby(group, 0)
    check("and the one before stands by", until(lambda: group.servers[0].info().get("role") == "slave"))
    check("all of them stop well", group.stop() == [0, 0])


# ---- Whoever tries, and does not lead, leaves no log: it would stand between those of the runs that were.


def logged():
    logs = path("logs")
    os.mkdir(logs)
    group = Group("logged", 2, fresh_store(), hook_anchor("logged"), "--log", logs, "--acknowledge", "sealed")
    group.ask("set", "k", "1")
    n = group.leader()
    runs = {group.servers[n].info().get("incarnation")}
    group.servers[n].send(signal.SIGTERM)
    group.servers[n].end()
    flag("logged", "full", True)
    other = group.servers[1 - n]
    tried = until(lambda: other.said().count("standing by again") > 1)
    flag("logged", "full", False)
    good = group.leader() == 1 - n and group.ask("set", "k", "2") == "OK"
    runs.add(other.info().get("incarnation"))
    other.send(signal.SIGTERM)
    other.end()
    found = sorted(os.listdir(logs))
    check("who cannot write the anchor tries again, and leaves no log", tried and good
          and found == sorted(f"run-{int(r):019d}.log" for r in runs), (tried, good, found, runs))


# ---- Over a folder its lock is the fence.


def over_a_folder():
    group = killed("folder", 1 if QUICK else 10, file_anchor("folder"), store=path("db"))
    n = group.leader()
    value = group.ask("get", "n")
    n = group.leader()
    group.servers[n].send(signal.SIGSTOP)
    check("while a leader that is stopped has the folder, nobody takes over",
          until(lambda: "another process has it" in group.servers[1 - n].said()) and not group.leads(1 - n))
    group.servers[n].send(signal.SIGCONT)
    m = group.leader()
    check("it goes on", m == n and group.ask("get", "n") == value, (m, n))
    group.stop()


# ---- Refused at the start, and not when it is needed.


def refused():
    make_key("wrong.key")
    group = Group("right", 1, fresh_store(), file_anchor("right"))
    group.ask("set", "k", "1")
    group.ask("seal")
    key, store = group.servers[0].key, group.store

    def start(*words):
        p = subprocess.run([SERVE, "--port", str(free_port()), *words], capture_output=True, text=True,
                           timeout=PATIENCE)
        return p.returncode, p.stderr

    here, lead = file_anchor("right"), ["--standby", "--lease", str(LEASE)]
    for name, status, text, words in [
            ("another key", 3, "was not made with the key", ["--store", store, "--key", path("wrong.key"), *here]),
            ("no key", 1, "one key", ["--store", store, "--key", path("none.key"), *here]),
            ("another store", 3, "it is not our store, or an old one",
             ["--store", f"redis://127.0.0.1:{redis}/15", "--key", key, *here]),
            ("a store that is not there", 1, "the store", ["--store", f"redis://127.0.0.1:{free_port()}", "--key", key,
                                                           *here]),
            ("another anchor", 3, "there is no anchor", ["--store", store, "--key", key, *file_anchor("other")]),
            ("no anchor", 2, "needs an anchor", ["--store", store, "--key", key, "--anchor", "none"]),
            ("a cluster", 2, "Redis Cluster", ["--store", "redis-cluster://127.0.0.1:1", "--key", key, *here])]:
        got = start(*words, *lead)
        check(f"{name} is refused at the start", got[0] == status and text in got[1], got)
    got = start("--store", store, "--key", key, *here, "--lease", "1000")
    check("--lease without --standby", got[0] == 2, got)
    check("none of them has disturbed the leader", group.leads(0) and group.ask("get", "k") == b"1")
    check("it stops well", group.stop() == [0])


# ---- etcd keeps the anchor.


def with_etcd():
    if not shutil.which("etcd") or not shutil.which("etcdctl"):
        check("an anchor in etcd # SKIP etcd-server and etcd-client are not installed", True)
        return
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    p = subprocess.Popen(["etcd", "--data-dir", path("etcd"), "--listen-client-urls", url, "--advertise-client-urls",
                          url, "--listen-peer-urls", f"http://127.0.0.1:{free_port()}"], stdout=subprocess.DEVNULL,
                         stderr=subprocess.DEVNULL)
    running.add(p)
    os.environ["ETCDCTL_ENDPOINTS"] = url
    until(lambda: subprocess.run(["etcdctl", "endpoint", "health"], capture_output=True,
                                 env={**os.environ, "ETCDCTL_API": "3"}).returncode == 0)
    keeps("etcd", ETCD, "/test/anchor")
    group = killed("etcd", 5, ["--anchor-command", f"{ETCD} /fairlead/anchor"])
    p.kill()
    other = group.servers[1 - group.leader()]
    check("etcd is gone: nobody takes over", until(lambda: int(other.info().get("anchor_failures", 0)) > 1)
          and other.info().get("role") == "slave", other.info())
    for s in group.servers:
        s.send(signal.SIGKILL)
        s.end()


if redis is None:
    check("over a Redis # SKIP redis-server is not installed", True)
else:
    with_redis()
    stopped("stopped", file_anchor("stopped"), "--acknowledge", "sealed")
    if not QUICK:
        stopped("stopped at once", file_anchor("once"))
        stopped_often(20)
        with_etcd()
    held_up(2 if QUICK else 10)
    cut_off(1 if QUICK else 10)
    unreachable()
    several()
    shared()
    logged()
    refused()
over_a_folder()
keeps("a file", os.path.join(os.path.dirname(SERVE), "fairlead-monitor-anchor"), path("kept.anchor"))
for p in list(running):
    p.kill()
done()
