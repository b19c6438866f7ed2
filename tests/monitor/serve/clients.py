# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Clients that people use, unchanged: redis-cli, redis-benchmark, redis-py."""
import os
import shutil
import subprocess
import threading
import time

from harness import Server, check, done

server = Server("db", "--connections", "200")


def run(*command, text=None):
    p = subprocess.run(command, input=text, capture_output=True, text=True, timeout=300)
    return p.returncode, p.stdout, p.stderr


if shutil.which("redis-cli"):
    cli = ("redis-cli", "-p", str(server.port))
    check("redis-cli sets and gets", run(*cli, "set", "a", "b")[1] == "OK\n" and run(*cli, "get", "a")[1] == "b\n")
    status, out, err = run(*cli, text="incr n\nincr n\nget nothing\nmget a n\n")
    check("redis-cli, many in one connection", out == "1\n2\n\nb\n2\n", (out, err))
    check("redis-cli --latency's PING, INFO, a wrong command", "status:ok" in run(*cli, "info")[1]
          and "ERR unknown command" in run(*cli, "pfadd", "a", "b")[1])
    check("redis-cli -x takes a value from standard input", run(*cli, "-x", "set", "big", text="x" * 60000)[1] == "OK\n"
          and len(run(*cli, "get", "big")[1]) == 60001)
    check("redis-cli --pipe", "errors: 0, replies: 1000" in run(*cli, "--pipe", text="".join(
        f"*3\r\n$3\r\nSET\r\n$4\r\n{i:04}\r\n$1\r\nv\r\n" for i in range(1000)))[1])
else:
    check("redis-cli # SKIP redis-tools is not installed", True)

if shutil.which("redis-benchmark"):
    for how in ([], ["-P", "16"], ["-r", "1000"], ["-d", "3000"]):
        status, out, err = run("redis-benchmark", "-p", str(server.port), "-t", "ping,set,get,incr,mset", "-n", "2000",
                               "-c", "20", "-q", *how)
        said = out.replace("\r", "\n")
        check("redis-benchmark " + " ".join(how), status == 0 and said.count("requests per second") == 6 and
              "WARNING" not in err and "rror" not in said + err, (said[-500:], err))
else:
    check("redis-benchmark # SKIP redis-tools is not installed", True)

try:
    import redis
except ImportError:
    redis = None
if redis:
    r = redis.Redis(port=server.port, client_name="test")
    p = r.pipeline(transaction=False)
    for i in range(100):
        p.set(f"py{i}", i, ex=1000)
    check("redis-py: a pipeline", p.execute() == [True] * 100 and r.mget("py1", "py2", "py") == [b"1", b"2", None])
    check("redis-py: values and times", r.set("t", b"\0\xff", px=100000, get=True) is None and r.get("t") == b"\0\xff"
          and 0 < r.ttl("t") <= 100 and r.persist("t") and r.ttl("t") == -1 and r.getdel("t") == b"\0\xff"
          and not r.exists("t"))
    check("redis-py: numbers", r.incrby("i", 5) == 5 and r.decr("i") == 4 and r.getset("i", "x") == b"4")
    check("redis-py: nx, xx, delete", r.set("s", 1, nx=True) and r.set("s", 2, nx=True) is None
          and r.set("s", 3, xx=True) and r.delete("s", "none") == 1)
    check("redis-py: info, time, echo", r.info()["status"] == "ok" and r.time()[0] > 1600000000 and r.echo("e") == b"e")
    p = r.pipeline()
    p.set("tx", 1).incr("tx").get("tx")
    check("redis-py: a transaction", p.execute() == [True, 2, b"2"])

    def add_one(p):
        n = int(p.get("tx"))
        if n == 2:
            r.set("tx", 10)  # somebody else
        p.multi()
        p.set("tx", n + 1)
    r.transaction(add_one, "tx")
    check("redis-py: one that is tried again", r.get("tx") == b"11")
    check("redis-py: names", sorted(r.keys("py1?")) == [b"py%d" % i for i in range(10, 20)]
          and set(r.scan_iter(match="py*", count=7)) == {b"py%d" % i for i in range(100)} and r.dbsize() >= 101
          and r.rename("tx", "ty") and r.copy("ty", "tz") and r.mget("tx", "ty", "tz") == [None, b"11", b"11"])
    got = []
    workers = [threading.Thread(target=lambda: got.append(redis.Redis(port=server.port).blpop(["jobs", "more"], 600)))
               for _ in range(3)]
    for w in workers:
        w.start()
    while r.info("clients")["blocked_clients"] < 3:
        time.sleep(0.005)
    r.rpush("jobs", 1, 2)
    r.lpush("more", 3)
    for w in workers:
        w.join()
    check("redis-py: workers that wait", sorted(got) == [(b"jobs", b"1"), (b"jobs", b"2"), (b"more", b"3")])
    r.rpush("todo", "a", "b")
    check("redis-py: from one queue to another", r.lmove("todo", "doing") == b"a" and r.blmove("todo", "doing", 1)
          == b"b" and r.brpoplpush("doing", "todo", 1) == b"b" and r.brpop("nothing", 0.01) is None
          and r.lrange("doing", 0, -1) == [b"a"])
    check("redis-py: our commands", r.execute_command("SEAL").startswith(b"epoch ")
          and r.execute_command("CERTIFIED").startswith(b"epoch "))
    try:
        r.incr("py")
        r.set("word", "w")
        r.incr("word")
        failed = False
    except redis.ResponseError:
        failed = True
    check("redis-py: errors are errors", failed)
else:
    check("redis-py # SKIP python3-redis is not installed", True)

check("it stops", server.stop() == 0)
done()
