# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Runs after runs over one store, ended in all ways, each with its log: the model certifies them as one history, from
the empty store on."""
import glob
import os
import random
import signal
import subprocess
import threading
import time

from harness import Error, Gone, Server, check, done, folder

random.seed(int(os.environ.get("FUZZ_SEED", "1")))
RUNS = int(os.environ.get("RUNS", "8"))
logs = os.path.join(folder, "logs")
os.mkdir(logs)


def verify(*arguments):
    return subprocess.run(["bin/fairlead", "monitor", "verify", "--slots", "512", *arguments], capture_output=True,
                          text=True, timeout=300)


def files():
    return sorted(glob.glob(logs + "/*"))


def traffic(server, seen):
    try:
        c = server.client()
        for _ in range(400):
            k = f"k{random.randrange(900)}"
            kind = random.random()
            if kind < 0.5:
                c.ask("get", k)
            elif kind < 0.9:
                c.ask("set", k, os.urandom(random.choice([5, 5, 150, 3000])), *random.choice([(), (), ("PX", 30)]))
            else:
                c.ask("del", k)
            seen[0] += 1
        c.ask("seal")
    except (Gone, OSError, ValueError, AttributeError):
        pass


seen, wrong, killed = [0], None, 0
for run in range(RUNS):
    server = Server("db", "--slots", "512", "--commit-every", random.choice(["1", "20"]), "--log", logs)
    if server.port is None:
        wrong = server.said()
        break
    threads = [threading.Thread(target=traffic, args=(server, seen)) for _ in range(2)]
    for t in threads:
        t.start()
    if run % 3 == 1:
        killed += 1
        time.sleep(random.random() * 0.3)
        server.stop(signal.SIGKILL)
    for t in threads:
        t.join(timeout=600)
    if run % 3 != 1 and server.stop() != 0:
        wrong = server.said()
check(f"{RUNS} runs", wrong is None and seen[0] > 100, wrong)
check("each has a log", len(files()) == RUNS, files())
server = Server("db", "--slots", "512", "--log", logs)
c = server.client()
c.ask("mget", *[f"k{i}" for i in range(900)])  # what is over goes now, and not behind the seal
c.ask("set", "last", "one")
epoch = int(c.ask("seal").split()[1])
certificate = c.ask("certificate", epoch).decode()
check("it stops", server.stop() == 0)
got = verify("--chain", "--expect-epoch", str(epoch - 1), *files())
check("the model certifies all of them as one history", got.returncode in (0, 4) and
      got.stdout.splitlines()[-1].startswith("certified up to epoch"), got)
check("torn logs are of those that were killed", got.returncode == 0 or got.stderr.count("torn") <= killed, got.stderr)
said = subprocess.run(["bin/fairlead", "monitor", "check", "--key", os.path.join(folder, "a.key.pub"), "-"],
                      input=certificate, capture_output=True, text=True).stdout
server = Server("db", "--slots", "512", "--log", logs)
server.stop()
root = got.stdout.splitlines()[-2].split()[-1]
check("and what they left is what was sealed", root == said.split("root ")[1].split()[0], (root, said))
one = verify("--root", root, files()[-1])
check("the next one begins there", one.returncode == 0 and f"root {root}" in one.stdout, one)
check("and is not taken for one that begins with nothing", verify(files()[-1]).returncode == 1)
for lost in (1, RUNS // 2):
    rest = [f for i, f in enumerate(files()) if i != lost]
    check(f"without log {lost} the chain breaks, or that run left nothing", verify("--chain", "--expect-epoch", "0",
          *rest).returncode == 1 or "began" not in verify("--chain", *rest).stderr)

# Under an anchor that knows nothing a run's number is drawn at random: SOUNDNESS.md rests on it that two stores under
# one key have no seals in common.
numbers = []
for n in range(8):
    with open(os.path.join(folder, f"new{n}.key"), "w") as f:
        f.write(open(os.path.join(folder, "a.key")).read())
    os.chmod(f.name, 0o600)
    server = Server(f"new{n}", name=f"new{n}")
    numbers.append(int(server.client().ask("info", "monitor").decode().split("incarnation:")[1].split()[0]))
    server.stop()
drawn = [n - 1 - 2**52 for n in numbers]  # 52 bits each; that a bit is the same in all eight, one in 128 times
same = [b for b in range(52) if len({n >> b & 1 for n in drawn}) == 1]
check("incarnations of new stores are drawn at random, with 52 bits", all(0 <= n < 2**52 for n in drawn)
      and len(set(drawn)) == 8 and len(same) < 12, (numbers, same))

# A log is never written over, and one that cannot be written ends the answers.
server = Server("db", "--log", files()[0])
check("another run's log is not written over", server.port is None and server.status == 1
      and "is there already" in server.said(), server.said())
server = Server("db", "--log", "/dev/full")
check("a log that cannot be written is no start", server.port is None and server.status == 1, server.said())
server = Server("db", "--log", os.path.join(folder, "nowhere", "log"))
check("nor one in no folder", server.port is None and server.status == 1, server.said())
check("and nothing of that kept the store from starting", Server("db").stop() == 0)
done()
