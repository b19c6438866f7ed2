# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Users, passwords and certificates are read again at SIGHUP: who is who it was goes on, who is not has to go, and what
cannot be read changes nothing."""
import os
import signal
import socket
import ssl
import time

from certificates import authority, certificate, path
from harness import PATIENCE, Client, Error, Gone, Server, check, done, encode


def put(name, text):
    """At once, as an editor does it."""
    with open(path(name + ".new"), "w") as f:
        f.write(text)
    os.chmod(path(name + ".new"), 0o600)
    os.rename(path(name + ".new"), path(name))
    return path(name)


def text_of(answer):
    return answer.text if isinstance(answer, Error) else answer


def hang_up(said, times):
    """Until it has said that so often."""
    server.p.send_signal(signal.SIGHUP)
    until = time.monotonic() + PATIENCE
    while server.said().count(said) < times and time.monotonic() < until and server.p.poll() is None:
        time.sleep(0.02)
    return server.said().count(said) == times


AGAIN, AS_BEFORE = "were read again", "are as they were"


def is_gone(c, *words):
    try:
        return c.ask(*words) and False
    except (Gone, ConnectionError):
        return True


def user(name, password):
    c = Client(server.port)
    return c if c.ask("auth", name, password) == "OK" else None


# ---- Users

ALL = "~* +@all\n"
put("users", "user app on >one " + ALL + "user less on >two " + ALL + "user gone on >three " + ALL
    + "user other on >four " + ALL + "user waits on >five " + ALL)
server = Server("db", "--users", path("users"), name="u")
app, less, gone, other, waits = (user(n, p) for n, p in (("app", "one"), ("less", "two"), ("gone", "three"),
                                                         ("other", "four"), ("waits", "five")))
stranger = Client(server.port)
check("five users", all((app, less, gone, other, waits)) and app.ask("set", "k", "v") == "OK")
check("a transaction is begun", waits.ask("multi") == "OK" and waits.ask("set", "k", "by waits") == "QUEUED")
put("users", "user new on >six " + ALL + "user app on >one " + ALL + "user less on >two ~* +@read\n"
    + "user other on >changed " + ALL)
check("they are read again", hang_up(AGAIN, 1), server.said())
check("who is the same goes on, where its line stands or not", app.ask("get", "k") == b"v")
check("who has other rules has to go", is_gone(less, "set", "k", "by less"))
check("who is none any more, too", is_gone(gone, "set", "k", "by gone"))
check("and who has another password", is_gone(other, "set", "k", "by other"))
check("in the middle of a transaction, too", is_gone(waits, "exec"))
check("nothing of that was done", app.ask("get", "k") == b"v")
check("who had not said who it is may say it now", text_of(stranger.ask("get", "k")).startswith("NOAUTH")
      and stranger.ask("auth", "new", "six") == "OK" and stranger.ask("get", "k") == b"v")
check("the new rules count", text_of(user("less", "two").ask("set", "k", "x")).startswith("NOPERM")
      and user("other", "four") is None and user("other", "changed") is not None and user("gone", "three") is None)
put("users", "user app on >one " + ALL + "user new on >six ~* +@nonsense\n")
check("what is none changes nothing", hang_up(AS_BEFORE, 1) and "users:2:" in server.said(), server.said())
check("nobody had to go", app.ask("get", "k") == b"v" and stranger.ask("get", "k") == b"v" and user("less", "two"))
os.unlink(path("users"))
check("nor does a file that is gone", hang_up(AS_BEFORE, 2) and user("new", "six") is not None, server.said())
piped = user("app", "one")
put("users", "user new on >six " + ALL)
piped.s.sendall(encode("debug-nothing") * 3)
check("the last one goes", hang_up(AGAIN, 2) and is_gone(app, "get", "k") and stranger.ask("get", "k") == b"v")
check("how often is told", b"access_reloads:2\r\n" in stranger.ask("info", "clients"))
check("it stops", server.stop() == 0, server.said())

# A user goes in the midst of a step: what it may is asked for each command of a script, and half a step is not done.
put("users", "user app on >one " + ALL + "user long on >seven ~* +@read +@write +@pubsub +@transaction\n")
server = Server("db", "--users", path("users"), name="u")
app, long, hears = user("app", "one"), user("long", "seven"), user("app", "one")
hears.ask("subscribe", "begun")
first = """redis.call('publish', 'begun', '')
  for i = 1, 2e8 do end
  redis.call('set', 'first', 'x')"""
long.s.sendall(b"".join(encode(*c) for c in (
    ("multi",), ("eval", first, 0), ("set", "second", "x"), ("eval", "redis.call('set', 'third', 'x')", 0), ("exec",),
    ("set", "fourth", "x"))))
hears.read()
put("users", "user app on >one " + ALL)
check("a user goes in the midst of a step", hang_up(AGAIN, 1), server.said())
check("the step is done, and nothing behind it",
      app.ask("mget", "first", "second", "third", "fourth") == [b"x", b"x", b"x", None])
check("it stops", server.stop() == 0, server.said())

# ---- Passwords

put("password", "first\n")
server = Server("db", "--password-file", path("password"), name="u")
old = Client(server.port)
check("a password", old.ask("auth", "first") == "OK")
put("password", "second\n")
check("another one", hang_up(AGAIN, 1) and is_gone(old, "get", "k"), server.said())
c = Client(server.port)
check("the old one is none", text_of(c.ask("auth", "first")).startswith("WRONGPASS")
      and c.ask("auth", "second") == "OK")
put("password", "\n")
check("an empty one is none, and the other stays", hang_up(AS_BEFORE, 1) and c.ask("get", "k") == b"v"
      and text_of(Client(server.port).ask("get", "k")).startswith("NOAUTH"), server.said())
guess = Client(server.port)
guess.s.sendall(b"".join(encode("auth", f"guess{i}") for i in range(15)) + encode("hello", "3", "auth", "default", "x")
                + encode("auth", "second") + encode("set", "k", "guessed"))
said = [text_of(guess.read()) for _ in range(16)]
check("sixteen wrong passwords are answered", all(w.startswith("WRONGPASS") for w in said), said)
said = []
try:
    while True:
        said.append(text_of(guess.read()))
except (Gone, ConnectionError):
    pass
check("a right one behind them is none, and the connection ends", "OK" not in said and c.ask("get", "k") == b"v", said)
check("it stops", server.stop() == 0, server.said())
server = Server("db", environment=dict(os.environ, FAIRLEAD_PASSWORD="of the variable"), name="u")
c = Client(server.port)
check("the variable's password", c.ask("auth", "of the variable") == "OK")
check("outlives being read again", hang_up(AGAIN, 1) and c.ask("get", "k") == b"v"
      and text_of(Client(server.port).ask("get", "k")).startswith("NOAUTH")
      and Client(server.port).ask("auth", "of the variable") == "OK", server.said())
check("it stops", server.stop() == 0, server.said())

# ---- Certificates

authority("ca")
for name in ("good", "better"):
    certificate(name, "ca", "DNS:localhost,IP:127.0.0.1")


def install(name, key=None):
    for end, which in ((".crt", name), (".key", key or name)):
        with open(path(which + end)) as f:
            put("mine" + end, f.read())


def secure():
    how = ssl.create_default_context(cafile=path("ca.crt"))
    c = Client.__new__(Client)
    c.s = how.wrap_socket(socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE),
                          server_hostname="localhost")
    c.f = c.s.makefile("rb")
    return c, dict(x[0] for x in c.s.getpeercert()["subject"])["commonName"]


install("good")
server = Server("db", "--tls-cert", path("mine.crt"), "--tls-key", path("mine.key"), name="u")
c, name = secure()
check("the first certificate", name == "good" and c.ask("get", "k") == b"v")
install("better")
check("the second, for those who come", hang_up(AGAIN, 1) and secure()[1] == "better", server.said())
check("who was there stays", c.ask("set", "k", "w") == "OK" and c.ask("get", "k") == b"w")
install("good", "better")
check("a key of another one changes nothing", hang_up(AS_BEFORE, 1) and secure()[1] == "better", server.said())
check("it stops", server.stop() == 0, server.said())
done()
