# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A Redis Cluster as the store that sends the server's machine to itself: CLUSTER SLOTS names 127.0.0.1, where others
listen who need no password of whoever is that near."""
import socket
import threading

from harness import Server, check, done, until

try:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as s:
        s.connect(("192.0.2.1", 9))  # nothing is sent
        OWN = s.getsockname()[0]
except OSError:
    OWN = "127.0.0.1"
if OWN.startswith("127."):
    print("1..0 # SKIP this machine has no address but the loopback's")
    raise SystemExit(0)


def bulk(b):
    return b"$-1\r\n" if b is None else b"$%d\r\n%s\r\n" % (len(b), b)


class Node:
    """Has all slots and is honest, until it says that another one has them, or is its replica. `said' is what it was
    told to do, `over' how many have gone."""

    def __init__(self, host):
        self.listener = socket.create_server((host, 0))
        self.here = (host, self.listener.getsockname()[1])
        self.nodes, self.records, self.said, self.links, self.over, self.split = [self.here], {}, [], [], 0, False
        threading.Thread(target=self.run, daemon=True).start()

    def run(self):
        while True:
            s, _ = self.listener.accept()
            self.links.append(s)
            threading.Thread(target=self.talk, args=(s,), daemon=True).start()

    def talk(self, s):
        f = s.makefile("rb")
        try:
            while line := f.readline():
                words = []
                for _ in range(int(line[1:])):
                    words.append(f.read(int(f.readline()[1:]) + 2)[:-2])
                self.said.append(words)
                s.sendall(self.answer(words[0].lower(), words[1:]))
        except OSError:
            pass
        self.over += 1

    def answer(self, verb, words):
        if verb == b"cluster":
            if self.split:  # half of the slots are its own
                own = b"*3\r\n:0\r\n:8191\r\n*2\r\n%s:%d\r\n" % (bulk(self.here[0].encode()), self.here[1])
                name, port = self.nodes[0]
                return b"*2\r\n" + own + b"*3\r\n:8192\r\n:16383\r\n*2\r\n%s:%d\r\n" % (bulk(name.encode()), port)
            nodes = [b"*2\r\n%s:%d\r\n" % (bulk(host.encode()), port) for host, port in self.nodes]
            return b"*1\r\n*%d\r\n:0\r\n:16383\r\n" % (2 + len(nodes)) + b"".join(nodes)
        if verb == b"config":
            return b"*2\r\n" + bulk(words[0]) + bulk(b"noeviction")
        if verb == b"get":
            return bulk(self.records.get(words[0]))
        if verb == b"mget":
            return b"*%d\r\n" % len(words) + b"".join(bulk(self.records.get(w)) for w in words)
        if verb == b"set":
            self.records[words[0]] = words[1]
            return b"+OK\r\n"
        if verb == b"del":
            return b":%d\r\n" % sum(self.records.pop(w, None) is not None for w in words)
        return b":0\r\n" if verb == b"wait" else b"+OK\r\n"


def led(name, as_replica, named):
    """A server whose store leads it to another node on 127.0.0.1: what that was told, when a process came and went, and
    the server's standard error."""
    far, near = Node(OWN), Node("127.0.0.1")
    nodes = [far.here] + ([near.here] if named else [])
    server = Server("redis-cluster://" + ",".join("%s:%d" % n for n in nodes), name=name)
    c = server.client()
    began = c.ask("set", "a", "1"), str(c.ask("seal"))[:7]
    far.nodes = [far.here, near.here] if as_replica else [near.here]
    for s in far.links:
        s.shutdown(socket.SHUT_RDWR)
    c.ask("set", "b", "2")
    came = until(lambda: near.said or near.over)
    server.p.kill()
    server.p.wait()
    return began == ("OK", "b'epoch") and came, [w[0].lower() for w in near.said], server.said()


for how, as_replica in (("slots", False), ("a replica", True)):
    began, said, log = led(how[-1], as_replica, False)
    check(f"whoever is led to this machine for {how} says nothing there", began and said == [], said)
    check("and of one that has slots, says so", ("it is on this machine, and no node" in log) == (how == "slots"), log)
began, said, log = led("named", False, True)
check("a node that was named there is asked", began and said[:1] == [b"config"] and "cluster's node" not in log,
      (said, log))

# ---- An address that is none.

far = Node(OWN)
for i, name in enumerate((b"no-such-host.invalid", b"a\r\nb\x1b[31m.invalid", b"[", b"x" * 250, b" ")):
    far.nodes = [(name.decode(), 7000)]
    far.split = True
    server = Server("redis-cluster://%s:%d" % far.here, name=f"none{i}")
    printed = "".join(x if " " <= x <= "~" else "?" for x in name.decode())
    line = f"fairlead-monitor-store: the cluster's node {printed}:7000, which has slots: cannot connect: "
    check(f"a node's address that is none is said: {printed[:20]}", until(lambda: line in server.said(), 60) and
          all(x in "\n" or " " <= x <= "~" for x in server.said()), server.said())
    if server.p.poll() is None:
        server.p.kill()
        server.p.wait()
done()
