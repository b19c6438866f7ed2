# SPDX-License-Identifier: Apache-2.0 OR MIT
"""500 KB from a server that changes keys every five records: rekey_test.py SERVER FOLDER CERTIFICATE KEY"""
import subprocess, sys

from peer import Client

program, folder, certificate, key = sys.argv[1:]
server = subprocess.Popen([program, "--root", folder, "--certificate", certificate, "--key", key, "--port", "0"],
                          stdout=subprocess.PIPE, text=True)
address = ("127.0.0.1", int(server.stdout.readline().split(":")[-1]))
try:
    with open(f"{folder}/large.bin", "rb") as f:
        large = f.read()
    c = Client(address).connect()
    for _ in range(2):
        assert c.get(b"/large.bin") == (200, large)
    # 62 records of data, five to a key and then the KeyUpdate
    assert c.updated == 62 // 5, c.updated
    c.send(c.key_update(1))
    assert c.get()[0] == 200
finally:
    server.kill()
