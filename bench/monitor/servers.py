# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What `fairlead monitor serve' is compared with, each started in a folder of its own."""
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time

root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def free_port():
    s = socket.socket()
    s.bind(("127.0.0.1", 0))
    port = s.getsockname()[1]
    s.close()
    return port


def start(command, port, **how):
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, **how)
    for _ in range(600):
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return child
        except OSError:
            time.sleep(0.1)
    sys.exit(f"{command[0]} does not start")


def redis(folder, *more):
    """Redis' server is in Debian's redis-tools, under the name of a tool."""
    program = shutil.which("redis-check-rdb") or sys.exit("redis-tools is not installed")
    port, place = free_port(), tempfile.mkdtemp(dir=folder)
    return port, start(["redis-server", "--port", str(port), "--save", "", "--dir", place, *more], port,
                       executable=program)


def serve(folder, *more, store=None):
    port, place = free_port(), tempfile.mkdtemp(dir=folder)
    return port, start([os.path.join(root, "bin/fairlead"), "monitor", "serve", "--port", str(port), "--store",
                        store or place + "/db", "--key", place + "/key", "--anchor", place + "/anchor", *more], port)


# As durable as Redis' append-only file by default is: what a crash may take back is a second's.
EVERY_SECOND = ["--commit-every", "1000"]
SEALED = ["--acknowledge", "sealed", "--commit-every", "0"]


def servers(folder):
    """(name, port, [processes]) of each."""
    for name, more in (("redis", ["--appendonly", "no"]), ("redis, append-only", ["--appendonly", "yes"]),
                       ("redis, append-only always", ["--appendonly", "yes", "--appendfsync", "always"])):
        port, child = redis(folder, *more)
        yield name, port, [child]
    for name, more in (("serve", []), ("serve, each second", EVERY_SECOND), ("serve, sealed", SEALED)):
        port, child = serve(folder, *more)
        yield name, port, [child]
    # Over a Redis that nobody trusts.
    behind, other = redis(folder, "--appendonly", "yes")
    port, child = serve(folder, store=f"redis://127.0.0.1:{behind}")
    yield "serve, over a redis", port, [child, other]
