# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Each way in which `fairlead monitor serve' does not start: its status, what it says is wrong, and what to do."""
import os
import shutil
import socket
import subprocess

from harness import SERVE, Server, check, done, folder, redis_server

bin_folder = os.path.dirname(os.path.abspath(SERVE))
ROOT = os.getuid() == 0


def path(name):
    return os.path.join(folder, name)


def put(name, text, mode=0o600):
    with open(path(name), "w") as f:
        f.write(text)
    os.chmod(path(name), mode)
    return path(name)


def room(name, mode=0o700):
    os.mkdir(path(name))
    os.chmod(path(name), mode)
    return path(name)


def start(options, before=""):
    """Status and what was said; of one that serves, None."""
    p = subprocess.Popen(["bash", "-c", before + 'exec "$@"', "_", SERVE, *options], stdout=subprocess.PIPE,
                         stderr=subprocess.PIPE, text=True)
    line = p.stdout.readline()
    if line:
        p.kill()
    said = p.communicate()[1]
    return (None if line else p.returncode), said


def usual(**other):
    o = {"store": path("db"), "key": path("mine.key"), "anchor": path("mine.anchor"), "port": "0", **other}
    return [w for k, v in o.items() if v is not None for w in ("--" + k.replace("_", "-"), v)]


def cut(name, length):
    shutil.copytree(path("older"), path(name))
    os.truncate(path(name + "/data.mdb"), length)
    return path(name)


server = Server("db", name="mine")
server.client().ask("set", "k", "v")
check("it stops", server.stop() == 0, server.said())
shutil.copytree(path("db"), path("older"))
busy = Server("db", name="mine")
busy.client().ask("set", "k", "w")
busy.client().ask("seal")
anchor = open(path("mine.anchor")).read()
key = open(path("mine.key")).read()
listening = socket.create_server(("127.0.0.1", 0))
port = str(listening.getsockname()[1])
quiet = path("quiet")
os.mkfifo(quiet)
rsa = subprocess.run(["openssl", "genrsa", "-out", path("rsa"), "2048"], capture_output=True)
os.chmod(path("rsa"), 0o600)
public = open(path("mine.key.pub")).read()
certificate = subprocess.run(["openssl", "req", "-x509", "-new", "-key", path("mine.key"), "-subj", "/CN=mine"],
                             capture_output=True, text=True).stdout
subprocess.run(["openssl", "pkey", "-in", path("mine.key"), "-aes256", "-passout", "pass:x", "-out", path("locked")])
os.chmod(path("locked"), 0o600)

# Name, status, options, what is said of what is wrong, and of what to do.
table = [
    # The lock and the anchor.
    ("the anchor's folder is not there", 1, usual(anchor=path("no/anchor")), "anchor " + path("no/anchor")
     + ": its folder is not there", "make the folder"),
    ("a server is running with this anchor", 1, usual(), "another process's", "stop it first"),
    ("the anchor is a folder", 1, usual(anchor=room("a folder")), "not a regular file", None),
    ("the anchor is a pipe", 1, usual(anchor=quiet), "not a regular file", None),
    ("the anchor is none", 1, usual(anchor=put("bad", "fairlead anchor 2\n")), "it is none, or damaged", None),
    ("others may write the anchor", 1, usual(anchor=put("open anchor", anchor, 0o666)),
     "others may write it (mode 0666)", "chmod go-w"),
    ("others may write to the anchor's folder", 1, usual(anchor=os.path.join(room("shared", 0o777), "anchor")),
     "others may write to its folder (mode 0777)", "chmod go-w"),
    ("a command that does not read", 1, usual(anchor=None, anchor_command="false"), "the command failed", None),
    ("a command that does not write", 1, usual(anchor=None, key=path("new1.key"), store=path("new1"),
                                               anchor_command="true; test read ="), "write' failed",
     "run it by hand"),
    # The key.
    ("others may read the key", 1, usual(key=put("open key", key, 0o644), anchor=path("k1")),
     "others may read it (mode 0644)", "chmod 600"),
    ("its group may read the key", 1, usual(key=put("group key", key, 0o640), anchor=path("k2")),
     "others may read it (mode 0640)", "chmod 600"),
    ("its group may write the key", 1, usual(key=put("written key", key, 0o620), anchor=path("k3")),
     "others may write it (mode 0620)", "chmod 600"),
    ("others may write to the key's folder", 1, usual(key=os.path.join(room("shared keys", 0o770), "key"),
                                                      anchor=path("k4")),
     "others may write to its folder (mode 0770)", "chmod go-w"),
    ("the key's folder is not there", 1, usual(key=path("no/key"), anchor=path("k5")), "its folder is not",
     "make the folder"),
    ("there is an anchor, and no key", 1, usual(key=path("nothing"), anchor=put("k6", anchor)),
     "the key " + path("nothing") + ": No such file", "it was made when"),
    ("no key is in it", 1, usual(key=put("empty", ""), anchor=path("k7")), "no key in it", "openssl genpkey"),
    ("another kind of key", 1, usual(key=path("rsa"), anchor=path("k8")), "not a key of Ed25519", "openssl genpkey"),
    ("two keys are in it", 1, usual(key=put("two keys", key + key), anchor=path("k10")), "more than one key",
     "this key alone"),
    ("a key, and half of one", 1, usual(key=put("half", key + key[:60]), anchor=path("k11")), "more than one key",
     "this key alone"),
    ("a key behind the public one", 1, usual(key=put("both", public + key), anchor=path("k12")), "more than one key",
     "this key alone"),
    ("a key far behind others", 1, usual(key=put("long", key + "\n" * 20000 + key), anchor=path("k13")),
     "too long for a key", "this key alone"),
    ("a certificate and its key", 1, usual(key=put("combined", certificate + key), anchor=path("k14")),
     "more than one key", "for --tls-cert"),
    ("a key with a password", 1, usual(key=path("locked"), anchor=path("k15")), "no key in it", "without a password"),
    ("the public key", 1, usual(key=put("public", public), anchor=path("k16")), "no key in it", "openssl genpkey"),
    ("a key of ssh", 1, usual(key=put("ssh", key.replace("PRIVATE", "OPENSSH PRIVATE")), anchor=path("k17")),
     "no key in it", "openssl genpkey"),
    ("the key is a folder", 1, usual(key=room("key folder"), anchor=path("k18")), "cannot be read, or says nothing",
     "may read it"),
    ("a pipe that says nothing", 1, usual(key=quiet, anchor=path("k9")), "cannot be read, or says nothing", None),
    # The store.
    ("the store's process cannot be started", 1, usual(store_program="/no/such", anchor=path("s1")),
     "cannot be started: No such file", "/no/such"),
    ("another program is in its place", 1, usual(store_program="/bin/true", anchor=path("s2")), "ended or says nothing",
     "/bin/true"),
    ("the store's parent is not there", 1, usual(store=path("no/db"), anchor=path("s3")), "No such file",
     "what is above it has to be there"),
    ("the store is a file", 1, usual(store=put("file", ""), anchor=path("s4")), "Not a directory", "a folder that"),
    ("the store's data is cut off", 1, usual(store=cut("cut", 8192), anchor=path("s11")), "is cut off", "is damaged"),
    ("and its first page", 1, usual(store=cut("cut2", 100), anchor=path("s12")), "not an LMDB file", "is damaged"),
    ("and all of it", 1, usual(store=cut("cut3", 0), anchor=path("s13")), "its journal does not go on", "is damaged"),
    ("another server has the store", 1, usual(key=path("s5.key"), anchor=path("s5")), "another process has it",
     "stop the server"),
    ("no such user", 1, usual(store_user="no-such-user", anchor=path("s6")), "there is no such user",
     "--store-user"),
    ("no Redis there", 1, usual(store="redis://127.0.0.1:1", anchor=path("s7")), "cannot connect: Connection refused",
     "of a Redis that runs"),
    ("no address of a Redis", 2, usual(store="redis://:", anchor=path("s8")), "not redis://[USER:PASSWORD@]HOST", None),
    ("no socket of a Redis", 1, usual(store="redis+unix://" + path("no"), anchor=path("s9")), "No such file",
     "unix://"),
    ("something else in that socket's place", 1, usual(store="redis+unix://" + path("mine.key"), anchor=path("s10")),
     "not a socket", None),
    # What is sealed.
    ("no anchor, and a seal", 3, usual(store=path("older"), anchor=path("r1")), "there is no anchor " + path("r1"),
     None),
    ("an old state", 3, usual(store=path("older"), anchor=put("r2", anchor)), "rolled back", None),
    ("an epoch that was not expected", 3, usual(store=path("older"), anchor=path("r3"), expect_epoch="1000000"),
     "1000000 was expected", None),
    ("another key", 3, usual(store=path("older"), key=path("r4.key"), anchor=path("r4")), "not made with the key",
     None),
    # The log, the port, descriptors.
    ("the log's folder is not there", 1, usual(store=path("l1"), key=path("l1.key"), anchor=path("l1.anchor"),
                                               log=path("no/log")), "No such file", "--log names"),
    ("the log is there", 1, usual(store=path("l2"), key=path("l2.key"), anchor=path("l2.anchor"),
                                  log=put("log", "")), "there already", "--log names"),
    ("the port is taken", 1, usual(store=path("p1"), key=path("p1.key"), anchor=path("p1.anchor"), port=port),
     "Address already in use", "--port"),
    ("no such address", 1, usual(store=path("p2"), key=path("p2.key"), anchor=path("p2.anchor"), address="nowhere"),
     "cannot listen on nowhere: ", "--address is"),
    ("an address of another machine", 1, usual(store=path("p3"), key=path("p3.key"), anchor=path("p3.anchor"),
                                               address="192.0.2.1"), "cannot listen on 192.0.2.1", "--address is"),
    ("no memory", 1, usual(store=path("m1"), key=path("m1.key"), anchor=path("m1.anchor")), "memory", "ulimit -v"),
    # The command line.
    ("no store", 2, usual(store=None), "usage", None),
    ("two anchors", 2, usual(anchor_command="true"), "either --anchor or --anchor-command", None),
    ("the key where the store is", 2, usual(key=path("db/key")), "who has it would have them", None),
    ("a number that is none", 2, usual(port="x"), "--port x: not a number from 0 to 65535", None),
]
if ROOT:
    os.chown(put("their key", key), 4711, 4711)
    os.chown(room("their folder"), 4711, 4711)
    table += [("the key is another user's", 1, usual(key=path("their key"), anchor=path("o1")),
               "belongs to another user (uid 4711)", "chown"),
              ("the key's folder is another user's", 1, usual(key=path("their folder/key"), anchor=path("o2")),
               "its folder belongs to another user", "folder of your own"),
              ("the store's user is root", 1, usual(store_user="root", anchor=path("o3")), "the store's user is root",
               "--store-user")]
redis = redis_server()
if redis:
    subprocess.run(["redis-cli", "-p", str(redis), "config", "set", "maxmemory-policy", "allkeys-lru"],
                   capture_output=True)
    table.append(("a Redis that throws records away", 1, usual(store=f"redis://127.0.0.1:{redis}", anchor=path("d1")),
                  "noeviction", None))
for name, wanted, options, wrong, help in table:
    before = "ulimit -v 40000; " if name == "no memory" else ""
    status, said = start(options, before)
    check(name + ": it says so" + (", and what to do" if help else ""), status == wanted and wrong in said
          and (not help or any("  help: " in line and help in line for line in said.splitlines())), (status, said))
# Other ways to write one key, and what people write around it.
os.symlink(path("mine.key"), path("link.key"))
put("lines.key", key.replace("\n", "\r\n"))
put("words.key", key + "# of the server\n")
put("bag.key", "Bag Attributes\n    friendlyName: mine\n" + key)
put("cut.key", key.rstrip("\n"))
for name in ("link", "lines", "words", "bag", "cut"):
    one = Server("by " + name, name=name)
    check("a key is one: " + name, one.port is not None and one.stop() == 0, one.said())
for address in ("localhost", "::1", "[::1]", "127.0.0.1"):
    at = Server("names", "--address", address, name="names")
    there = [x[4] for x in socket.getaddrinfo(address.strip("[]"), at.port, type=socket.SOCK_STREAM)] if at.port else []
    answers = []
    for x in there[:1]:
        with socket.create_connection(x[:2]) as s:
            s.sendall(b"PING\r\n")
            answers.append(s.recv(100))
            s.sendall(b"CLIENT INFO\r\n")
            me, here = (("[%s]:%d" if ":" in x[0] else "%s:%d") % x[:2] for x in (s.getsockname(), s.getpeername()))
            told = s.recv(2000).decode()
            answers.append(f" addr={me} laddr={here} " in told or told)
    check("a server at " + address, answers == [b"+PONG\r\n", True] and at.stop() == 0, (answers, at.said()))
status, said = start(usual(store=path("few"), key=path("few.key"), anchor=path("few.anchor")), "ulimit -n 22; ")
check("few descriptors: it says so, or serves", status is None or "limit" in said or "Too many open files" in said,
      (status, said))
status, said = start(usual(store=path("full"), key=path("full.key"), anchor=path("full.anchor")), "ulimit -f 0; ")
check("nothing can be written: it says what", status not in (None, 0) and "help: " in said, (status, said))
check("the server that was running has noticed nothing", busy.client().ask("get", "k") == b"w" and busy.stop() == 0,
      busy.said())
done()
