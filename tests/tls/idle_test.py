# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The memory of connections that wait after a request: idle_test.py SERVER FOLDER CERTIFICATE KEY"""
import subprocess, sys

from peer import Client, DATA

program, folder, certificate, key = sys.argv[1:]
server = subprocess.Popen([program, "--root", folder, "--certificate", certificate, "--key", key, "--port", "0"],
                          stdout=subprocess.PIPE, text=True)
address = ("127.0.0.1", int(server.stdout.readline().split(":")[-1]))


def resident():
    with open(f"/proc/{server.pid}/status") as f:
        return [int(line.split()[1]) * 1024 for line in f if line.startswith("VmRSS")][0]


try:
    warm = [Client(address).connect() for _ in range(20)]
    for c in warm:
        assert c.get()[0] == 200
    before = resident()
    clients = [Client(address).connect() for _ in range(300)]
    for c in clients:
        assert c.get()[0] == 200
    waiting = (resident() - before) / len(clients)
    # With the beginning of a record each holds a buffer: what we measure would show it.
    for c in clients:
        c.send(c.seal(DATA, bytes(16000))[:15000])
    for c in warm:
        assert c.get()[0] == 200
    receiving = (resident() - before) / len(clients)
    print(f"{waiting:.0f} bytes each while they wait, {receiving:.0f} in the middle of a record")
    sys.exit(waiting >= 2048 or receiving < 15000)
finally:
    server.kill()
