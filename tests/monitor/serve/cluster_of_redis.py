# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A Redis Cluster of our own, each node in a folder of its own, on ports that are free."""
import os
import random
import shutil
import signal
import socket
import subprocess
import time

from harness import Client, Error, folder, running

PROGRAM = shutil.which("redis-check-rdb")  # as harness.redis_server has it
CLI = shutil.which("redis-cli")


def is_free(port):
    with socket.socket() as s:
        try:
            s.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


class Node:
    def __init__(self, name, options):
        self.folder, self.options = os.path.join(folder, name), options
        os.makedirs(self.folder)
        self.p = None
        for _ in range(100):
            self.port = random.randrange(11000, 32000)
            if is_free(self.port) and is_free(self.port + 10000) and self.start():
                return
        raise SystemExit("redis-server does not start")

    def start(self):
        words = [str(self.port) if w == "PORT" else w for w in self.options]
        sock = os.path.join(self.folder, "sock")
        if os.path.exists(sock):
            os.remove(sock)
        p = subprocess.Popen(["redis-server", *(["--port", str(self.port)] if "PORT" not in self.options else []),
                              "--cluster-enabled", "yes", "--unixsocket", sock, "--save", "", "--appendonly", "yes",
                              "--dir", self.folder, *words], executable=PROGRAM, stdout=subprocess.DEVNULL)
        running.add(p)
        while p.poll() is None:
            if os.path.exists(sock):
                self.p = p
                return True
            time.sleep(0.02)
        running.discard(p)
        return False

    def end(self, number=signal.SIGKILL):
        self.p.send_signal(number)
        if number in (signal.SIGKILL, signal.SIGTERM):
            self.p.wait()
            running.discard(self.p)


class Cluster:
    def __init__(self, name, nodes=6, replicas=1, timeout=1000, options=(), password=None, tls=(), port=None):
        """`tls': words for redis-cli; then `port' is what it speaks TLS at."""
        self.password, self.tls = password, tls
        secret = ("--requirepass", password, "--masterauth", password) if password else ()
        self.nodes = [Node(f"{name}{i}", ("--cluster-node-timeout", str(timeout), "--repl-ping-replica-period", "1",
                                          "--repl-diskless-sync-delay", "0",
                                          *secret, *options)) for i in range(nodes)]
        said = self.cli("--cluster", "create", *[f"127.0.0.1:{n.port}" for n in self.nodes], "--cluster-replicas",
                        str(replicas), "--cluster-yes")
        if "All 16384 slots covered" not in said:
            raise SystemExit("no cluster: " + said)
        self.wait_for(lambda: all("cluster_state:ok" in self.ask(n, "cluster", "info") for n in self.nodes))
        if replicas:
            self.wait_for(lambda: sum("master_link_status:up" in self.ask(n, "info", "replication")
                                      for n in self.nodes) == nodes - nodes // (replicas + 1))

    def cli(self, *words, timeout=120):
        secret = ("-a", self.password, "--no-auth-warning") if self.password else ()
        return subprocess.run([CLI, *secret, *self.tls, *words], capture_output=True, text=True,
                              timeout=timeout).stdout

    def ask(self, node, *words):
        """A node's answer as redis-cli prints it; through its socket, so in plain text."""
        secret = ("-a", self.password, "--no-auth-warning") if self.password else ()
        return subprocess.run([CLI, *secret, "-s", os.path.join(node.folder, "sock"), *words], capture_output=True,
                              text=True, timeout=60).stdout

    def client(self, node):
        c = Client(node.port)
        if self.password:
            c.ask("auth", self.password)
        return c

    def wait_for(self, what, seconds=60):
        end = time.monotonic() + seconds
        while not what():
            if time.monotonic() > end:
                raise SystemExit("the cluster does not get there")
            time.sleep(0.05)

    def up(self):
        return [n for n in self.nodes if n.p.poll() is None]

    def lines(self):
        """What one that is up knows of the others: [id, port, flags, master, link state, slots...]."""
        for n in self.up():
            said = self.ask(n, "cluster", "nodes")
            if said:
                return [(w[0], int(w[1].split("@")[0].rsplit(":", 1)[1]), w[2], w[3], w[7], w[8:])
                        for w in (x.split() for x in said.splitlines())]
        return []

    def node_at(self, port):
        return next(n for n in self.nodes if n.port == port)

    def masters(self):
        return [self.node_at(x[1]) for x in self.lines() if "master" in x[2] and "fail" not in x[2] and x[5]]

    def replica_of(self, node):
        me = next(x[0] for x in self.lines() if x[1] == node.port)
        return next(self.node_at(x[1]) for x in self.lines() if x[3] == me and "fail" not in x[2])

    def id_of(self, node):
        return next(x[0] for x in self.lines() if x[1] == node.port)

    def owner_of(self, slot):
        for x in self.lines():
            for s in x[5]:
                if s[0] != "[" and int(s.split("-")[0]) <= slot <= int(s.split("-")[-1]):
                    return self.node_at(x[1])
        return None

    def url(self, scheme="redis-cluster", user="", nodes=None):
        return f"{scheme}://{user}" + ",".join(f"127.0.0.1:{n.port}" for n in (nodes or self.nodes[:2]))


def eventually(what, seconds=60):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if what():
            return True
        time.sleep(0.05)
    return False


def is_error(answer, *kinds):
    return isinstance(answer, Error) and (not kinds or answer.text.split(" ")[0] in kinds)
