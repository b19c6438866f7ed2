# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Certificates that are read again while the server runs: reload_test.py SERVER SITE CERTIFICATE KEY CERTIFICATE KEY"""
import os, shutil, signal, ssl, subprocess, sys, tempfile

from cases import case, end, equal
from peer import Client, record

program, site, *files = sys.argv[1:]
one, one_key, two, two_key = files
folder = tempfile.TemporaryDirectory()
certificate, key = (os.path.join(folder.name, name) for name in ("cert.pem", "key.pem"))


def put(its, its_key):
    shutil.copy(its, certificate)
    shutil.copy(its_key, key)


def der(path):
    with open(path) as f:
        return ssl.PEM_cert_to_DER_cert(f.read())


put(one, one_key)
server = subprocess.Popen([program, "--root", site, "--certificate", certificate, "--key", key, "--port", "0"],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
address = ("127.0.0.1", int(server.stdout.readline().split(":")[-1]))


def shows(client, path):
    assert der(path) in client.certificate, "another certificate"
    equal(client.get()[0], 200)
    return client


@case("after SIGHUP who comes gets the new certificate, and who was there goes on")
def _():
    before = shows(Client(address).connect(), one)
    half = Client(address)                      # whose ClientHello is not complete
    hello = half.hello()
    half.send(record(22, hello)[:40])
    waiting = Client(address).until_finished()  # whose Finished is missing
    put(two, two_key)
    shows(Client(address).connect(), one)       # files alone change nothing
    server.send_signal(signal.SIGHUP)
    after = shows(Client(address).connect(), two)
    half.send(record(22, hello)[40:])
    half.transcript += hello
    half.start = lambda **_: None
    shows(half.connect(), one)
    equal(before.get()[0], 200)
    waiting.send(waiting.seal(22, waiting.finished()))
    waiting.write = waiting.next_write
    shows(waiting, one)
    equal(after.get()[0], 200)


@case("files that are wrong: it says so, and goes on with those that it has")
def _():
    shutil.copy(one, certificate)               # not of that key
    server.send_signal(signal.SIGHUP)
    shows(Client(address).connect(), two)
    os.remove(key)
    server.send_signal(signal.SIGHUP)
    shows(Client(address).connect(), two)
    put(one, one_key)
    server.send_signal(signal.SIGHUP)
    shows(Client(address).connect(), one)


try:
    server.send_signal(signal.SIGTERM)
    said = server.communicate(timeout=60)[1].replace(folder.name + "/", "")
except subprocess.TimeoutExpired:
    server.kill()
    said = server.communicate()[1]


@case("and ends with status 0")
def _():
    equal(said, "server: cert.pem:1: the first certificate is not of the key given\n"
                "server: key.pem: cannot be opened: No such file or directory\n")
    equal(server.returncode, 0)


end()
