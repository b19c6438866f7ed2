# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Who may ask the server for what, and how it is asked: passwords, users, TLS; and who does it wrongly."""
import hashlib
import os
import shutil
import socket
import ssl
import subprocess
import sys
import time
import warnings

from certificates import make_all, path
from harness import SERVE, Client, Error, Gone, Server, check, done, encode, folder

if sys.argv[1:] == ["--elsewhere"]:
    # In a network of our own, with an address that is no loopback's.
    import fcntl
    import struct
    s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    fcntl.ioctl(s, 0x8914, struct.pack("16sh22x", b"lo", 0x49))  # up
    fcntl.ioctl(s, 0x8916, struct.pack("16sHH4s16x", b"lo:1", socket.AF_INET, 0, socket.inet_aton("10.9.9.9")))
    said = {}
    for how in (["--protected-mode", "yes"], ["--protected-mode", "no"]):
        server = Server("db" + how[1], "--address", "0.0.0.0", *how, name=how[1])
        for to in ("127.0.0.1", "10.9.9.9"):
            c = socket.create_connection((to, server.port), timeout=60, source_address=(to, 0))
            c.sendall(b"GET k\r\n")
            said[how[1], to] = c.makefile("rb").readline()[:7]
        server.stop()
        said[how[1], "log"] = "DENIED" in server.said(), "whoever reaches" in server.said()
    print(said == {("yes", "127.0.0.1"): b"$-1\r\n", ("yes", "10.9.9.9"): b"-DENIED", ("yes", "log"): (True, False),
                   ("no", "127.0.0.1"): b"$-1\r\n", ("no", "10.9.9.9"): b"$-1\r\n", ("no", "log"): (False, True)}, said)
    sys.exit(0)


def put(name, text, mode=0o600):
    with open(path(name), "w") as f:
        f.write(text)
    os.chmod(path(name), mode)
    return path(name)


def run(*command, text=None, environment=None):
    p = subprocess.run(command, input=text, capture_output=True, text=True, timeout=600, env=environment)
    return p.returncode, p.stdout, p.stderr


def text_of(answer):
    return answer.text if isinstance(answer, Error) else answer


warnings.simplefilter("ignore", DeprecationWarning)  # TLS 1.0 is asked for on purpose
SECRET = "an-example-of-a-secret"
try:
    import redis
except ImportError:
    redis = None

# ---- One password

server = Server("db", "--password-file", put("password", SECRET + "\nnot this\n"))
c = server.client()
nothing = [c.ask(*w.split()) for w in ("get k", "set k v", "ping", "multi", "info", "client list", "seal", "scan 0",
                                       "watch k", "exec", "receipt on", "config get *", "flushall")]
check("nothing is done for who has not said a password",
      all(text_of(x) == "NOAUTH Authentication required." for x in nothing), nothing)
check("unknown commands, and wrong numbers of words, are said to be that", "unknown" in text_of(c.ask("pfadd", "a",
      "b"))
      and "wrong number" in text_of(c.ask("get")))
wrong = [text_of(c.ask(*w)) for w in (("auth", ""), ("auth", "x"), ("auth", SECRET + "x"), ("auth", SECRET[:-1]),
                                      ("auth", "nobody", SECRET), ("auth", "default", "x"), ("auth", "", SECRET),
                                      ("hello", "3", "auth", "default", "x"), ("auth", "not this"))]
check("a wrong password is refused", all(w == "WRONGPASS invalid username-password pair or user is disabled."
                                         for w in wrong), wrong)
check("and nothing is done after it", text_of(c.ask("set", "k", "v")).startswith("NOAUTH"))
hello = [text_of(c.ask(*w.split())) for w in ("hello", "hello 2", "hello 3 setname x", "hello 3 auth default",
                                              "hello 4 auth default x", "hello x")]
check("HELLO without a password", all(h.startswith("NOAUTH HELLO") for h in hello[:3]) and
      "Syntax error" in hello[3] and hello[4].startswith("NOPROTO") and "not an integer" in hello[5], hello)
check("a password is said", c.ask("auth", SECRET) == "OK" and c.ask("set", "k", "v") == "OK" and c.ask("get",
      "k") == b"v")
check("a wrong one later changes nothing", text_of(c.ask("auth", "x")).startswith("WRONGPASS")
      and c.ask("get", "k") == b"v")
said = [c.ask(*w) for w in (("multi",), ("auth", SECRET), ("exec",))]
check("AUTH is not for transactions", "inside MULTI" in text_of(said[1]) and "EXECABORT" in text_of(said[2]), said)
check("RESET forgets who it was", c.ask("reset") == "RESET" and text_of(c.ask("get", "k")).startswith("NOAUTH"))
check("HELLO with a password, and a name", isinstance(c.ask("hello", "2", "auth", "default", SECRET, "setname", "me"),
      list)
      and c.ask("client", "getname") == b"me" and b"user=default" in c.ask("client", "info"))
piped = server.client()
piped.s.sendall(encode("set", "piped", "1") + encode("get", "k") + encode("auth", SECRET) + encode("get", "piped")
                + encode("reset") + encode("set", "piped", "2"))
said = [text_of(piped.read()) for _ in range(6)]
check("what is piped before the password is not done, and what comes after it is",
      [str(x)[:6] for x in said] == ["NOAUTH", "NOAUTH", "OK", "None", "RESET", "NOAUTH"], said)
multi = server.client()
multi.s.sendall(encode("multi") + encode("set", "piped", "3") + encode("auth", SECRET) + encode("exec")
                + encode("get", "piped"))
said = [text_of(multi.read()) for _ in range(5)]
check("nor is a transaction that began before it", said[2] == "OK" and said[3] == "ERR EXEC without MULTI"
      and said[4] is None, said)


def ends(raw, more=b""):
    """What is answered to these bytes until the connection ends, or None: it does not."""
    s = socket.create_connection(("127.0.0.1", server.port), timeout=600)
    s.sendall(raw)
    got = b""
    try:
        while True:
            b = s.recv(65536)
            if not b:
                return got
            got += b
    except ConnectionResetError:
        return got


big = b"*3\r\n$3\r\nSET\r\n$1\r\nk\r\n$60000\r\n" + b"x" * 59000
check("long commands are not collected for strangers", b"unauthenticated bulk length" in ends(big))
check("and an answer that is not read does not stop the server",
      ends(b"*1\r\n$4\r\nPING\r\n" * 200000 + big) is not None
      and c.ask("get", "k") == b"v")
check("HTTP is none of it", b"this is HTTP" in ends(b"POST / HTTP/1.1\r\n\r\nAUTH " + SECRET.encode() + b"\r\n"))
info = c.ask("info").decode()
check("wrong passwords are counted", "wrong_passwords:10\r\n" in info, info)
cmdline = open(f"/proc/{server.p.pid}/cmdline").read() + open(f"/proc/{server.p.pid}/environ").read()
check("the password is in no report and no list of processes", SECRET not in info + c.ask("client", "list").decode()
      + cmdline + str(c.ask("config", "get", "*")))
if shutil.which("redis-cli"):
    cli = ("redis-cli", "-p", str(server.port))
    env = dict(os.environ, REDISCLI_AUTH=SECRET)
    check("redis-cli", run(*cli, "get", "k", environment=env)[1] == "v\n" and "NOAUTH" in run(*cli, "get", "k")[1]
          and "WRONGPASS" in run(*cli, "-a", "x", "get", "k")[2] + run(*cli, "-a", "x", "get", "k")[1])
    check("redis-cli, RESP3", run(*cli, "-3", "get", "k", environment=env)[1] == "v\n")
if redis:
    check("redis-py", redis.Redis(port=server.port, password=SECRET).get("k") == b"v"
          and redis.Redis(port=server.port, username="default", password=SECRET).get("k") == b"v")
    try:
        redis.Redis(port=server.port).get("k")
        failed = None
    except redis.AuthenticationError as e:
        failed = e
    check("redis-py, without it", failed is not None)
check("it stops", server.stop() == 0, server.said())
check("and said nothing of it", SECRET not in server.said(), server.said())

server = Server("db", environment=dict(os.environ, FAIRLEAD_PASSWORD=SECRET))
c = server.client()
check("a password from the environment, which is not there any more", c.ask("auth", SECRET) == "OK"
      and SECRET not in open(f"/proc/{server.p.pid}/environ").read())
server.stop()
server = Server("db", "--connections", "4", "--password-file", path("password"))
c = server.client()
c.ask("auth", SECRET)
strangers = [server.client() for _ in range(9)]
second = server.client()
check("strangers do not keep others out", second.ask("auth", SECRET) == "OK" and second.ask("get", "k") == b"v"
      and c.ask("get", "k") == b"v")
server.stop()

# ---- Users

digest = hashlib.sha256(b"b-secret").hexdigest()
users = put("acl", f"""# Notes, and what Redis writes that is nothing here.
user default off
user app on >a-secret >another ~app:* ~one &* +@read +@write +@transaction +@connection -flushall
user reader on #{digest} ~* +@read +ping resetchannels
user admin on >root ~* &* +@all sanitize-payload
user nokeys on nopass +@all
user gone off >g ~* +@all
user none on >n ~*
user scripted on >s ~* +@scripting +get
user connected on >c ~* +@connection
user writes on >w ~* +@write -@scripting
""")
server = Server("users", "--users", users, name="u")


def who(name, password):
    x = server.client()
    assert x.ask("auth", name, password) == "OK", name
    return x


a, reader, admin, nokeys, none = (who(*x) for x in (("app", "a-secret"), ("reader", "b-secret"), ("admin", "root"),
                                                    ("nokeys", "anything"), ("none", "n")))
check("who is off is refused, and so is who is none", all(text_of(server.client().ask("auth",
      *w)).startswith("WRONGPASS")
      for w in (("gone", "g"), ("nobody", "x"), ("root",), ("default", ""), ("app", "b-secret"), ("app", digest))))
check("each of two passwords", who("app", "another").ask("set", "app:1", "v") == "OK")
NOKEY = "NOPERM this user has no permissions to access one of the keys used as arguments"
may = ["get app:1", "set app:2 v", "mget app:1 one app:2", "mset app:1 a one b", "del app:2 one", "rename app:1 app:9",
       "copy app:9 app:1", "object encoding app:9", "watch app:1", "unwatch", "ping", "getset app:1 x",
       "exists app:1 one"]
may_not = ["get other", "get app", "get on", "get onex", "set xapp:1 v", "mget app:1 one other", "mset app:1 a other b",
           "mset app:1 app:2 xapp app:3", "del one app:1 x", "rename app:1 other", "rename other app:1", "copy app:1 x",
           "copy x app:1", "object encoding x", "watch app:1 x", "exists app:1 x", "getset x app:1", "scan 0", "dbsize"]
said = {w: a.ask(*w.split()) for w in may}
check("a user may use keys that begin so", not [x for x in said.values() if isinstance(x, Error)], said)
said = {w: text_of(a.ask(*w.split())) for w in may_not}
check("and no others", all(x == NOKEY for x in said.values()), said)
check("a value is no key", a.ask("set", "app:1", "other") == "OK" and a.ask("mset", "app:1", "other", "one",
      "x") == "OK")
said = [text_of(a.ask(*w.split())) for w in ("flushall", "keys *", "info", "client list", "seal", "config get *",
                                             "client unblock 1", "receipt", "certified")]
check("nor other commands", all(str(x).startswith("NOPERM this user has no permissions to ") for x in said), said)
check("a reader reads", reader.ask("get", "app:1") == b"other" and isinstance(reader.ask("scan", "0"), list)
      and reader.ask("ping") == "PONG" and reader.ask("dbsize") == 3)
said = [text_of(reader.ask(*w.split())) for w in ("set k v", "del app:1", "incr n", "getex app:1 ex 1",
      "expire app:1 1",
                                                  "flushdb", "multi", "select 0")]
check("and writes nothing", all(str(x).startswith("NOPERM") for x in said) and reader.ask("get", "app:1") == b"other",
      said)
check("all commands and no keys", nokeys.ask("ping") == "PONG" and text_of(nokeys.ask("get", "k")) == NOKEY
      and text_of(nokeys.ask("keys", "*")) == NOKEY and b"status:ok" in nokeys.ask("info"))
check("no commands", text_of(none.ask("ping")).startswith("NOPERM") and none.ask("quit") == "OK")
said = [text_of(a.ask(*w.split())) for w in ("multi", "set app:1 w", "set other w", "exec", "get app:1")]
check("a transaction with what it may not is not done", said[2] == NOKEY and "EXECABORT" in said[3]
      and said[4] == b"other", said)
said = [a.ask(*w.split()) for w in ("multi", "set app:1 w", "get app:1", "exec")]
check("one with what it may is", said[3] == ["OK", b"w"], said)
said = [who(*x).ask(*w.split(" ", 2)) for x, w in (
    (("scripted", "s"), "script load return"), (("scripted", "s"), "set k v"), (("connected", "c"), "script flush"),
    (("connected", "c"), "ping"), (("writes", "w"), "script flush"), (("writes", "w"), "set app:3 v"))]
said += [who(*x).ask("eval", "return redis.call('get', 'none')", 0) for x in (("scripted", "s"), ("writes", "w"))]
check("@scripting is scripts, as in Redis", [isinstance(x, Error) for x in said] == [False, True, True, False, True,
      False, False, True], said)
check("who may all, may", admin.ask("flushall") == "OK" and b"user=app" in admin.ask("client", "list"))
check("another user in the same connection", a.ask("auth", "reader", "b-secret") == "OK"
      and text_of(a.ask("set", "app:1", "v")).startswith("NOPERM") and isinstance(a.ask("hello", "2", "auth", "admin",
                                                                                         "root"), list)
      and a.ask("set", "k", "v") == "OK")
if redis:
    r = redis.Redis(port=server.port, username="app", password="a-secret")
    check("redis-py as a user", r.set("app:x", 1) and r.incr("app:x") == 2)
    try:
        r.get("k")
        failed = None
    except redis.exceptions.NoPermissionError as e:
        failed = e
    check("redis-py, where it may not", failed is not None)
server.stop()


def start(*options, environment=None):
    p = subprocess.run([SERVE, "--store", path("n"), "--key", path("n.key"), "--anchor", path("n.anchor"), "--port",
    "0",
                        *options], capture_output=True, text=True, timeout=600, env=environment)
    return p.returncode, p.stderr


WRONG = [("user a on >hidden-word +@some", "1:24", "the classes are"), ("\n# x\nuser a on >hidden-word +pfadd",
      "3:24", "no such"),
         ("user a on #12", "1:11", "64 digits"), ("user a ~a*b", "1:8", "no other pattern"), ("hidden-word", "1:1",
         "user NAME"),
         ("user", "1:5", "name has"), ("user a\nuser a", "2:6", "a line already"), ("user a hidden-word", "1:8",
         "not a rule"),
         ("user a >", "1:8", "stands a password"), ("user a " + " ".join(f"~{i}*" for i in range(40)), "1:158",
         "32 rules"),
         ("user a " + " ".join(["+get"] * 70), "1:328", "64 rules")]
for lines, place, why in WRONG:
    status, said = start("--users", put("wrong", lines))
    check("not a users' file: " + why, status == 1 and f"{path('wrong')}:{place}: error: " in said and why in said
          and "help: " in said and "hidden-word" not in said, (status, said))
for options, status, why in (
        (["--users", put("open", "user a on", 0o644)], 1, "others may read it"),
        (["--password-file", put("open2", "x\n", 0o640)], 1, "others may read it"),
        (["--password-file", put("empty", "\n")], 1, "it has none"),
        (["--password-file", put("long", "x" * 512)], 1, "it has none"),
        (["--password-file", put("cut", "x\0" + SECRET)], 1, "a byte 0"),
        (["--password-file", path("no")], 1, "No such file"),
        (["--users", put("d", "user default on >x ~* +@all"), "--password-file", path("password")], 1,
        "one of --users"),
        (["--protected-mode", "maybe"], 2, "yes or no")):
    got, said = start(*options)
    check("it does not start: " + why, got == status and why in said and SECRET not in said, (got, said))

got, said = start(environment=dict(os.environ, FAIRLEAD_PASSWORD=""))
check("an empty variable is no word that there is no password", got == 1 and "FAIRLEAD_PASSWORD: it has none" in said,
      (got, said))

# ---- Other machines

status, out, err = run("unshare", "-rn", sys.executable, __file__, "--elsewhere")
if "unshare" in err:
    check("other machines # SKIP no network of our own", True)
else:
    check("other machines are denied without a password, or served if that was said", out.startswith("True"), (out,
          err))

# ---- TLS

make_all()
tls = ["--tls-cert", path("good.crt"), "--tls-key", path("good.key")]


def context(ca="ca", client=None, **how):
    x = ssl.create_default_context(cafile=path(ca + ".crt"))
    for k, v in how.items():
        setattr(x, k, v)
    if client:
        x.load_cert_chain(path(client + ".crt"), path(client + ".key"))
    return x


class Secure(Client):
    def __init__(self, port, how=None, name="localhost"):
        self.s = (how or context()).wrap_socket(socket.create_connection(("127.0.0.1", port), timeout=600),
                                                server_hostname=name)
        self.f = self.s.makefile("rb")


def refused(port, how=None, name="localhost", ask=False):
    """Why there is no conversation; None: there is one."""
    try:
        x = Secure(port, how, name)
        said = x.ask("ping")
        return None if said == "PONG" else said
    except (ssl.SSLError, ConnectionError, Gone) as e:
        return e


server = Server("tls", *tls, name="t")
c = Secure(server.port)
check("through TLS", c.ask("set", "k", "v") == "OK" and c.ask("get", "k") == b"v" and c.s.version() == "TLSv1.3")
big = b"b" * 65535
check("large values", c.ask("set", "big", big) == "OK" and c.ask("get", "big") == big
      and c.ask("mget", *["big"] * 200) == [big] * 200)
c.s.sendall(b"".join(encode("set", f"k{i}", "x" * 5000) for i in range(300)))
check("many at once, over records of TLS", [c.read() for _ in range(300)] == ["OK"] * 300)
for b in encode("get", "k"):
    c.s.sendall(bytes([b]))
check("byte by byte", c.read() == b"v")
long = b"*3\r\n$3\r\nSET\r\n$1\r\nk\r\n$4194305\r\n" + b"x" * 100
c2 = Secure(server.port)
c2.s.sendall(long)
check("the protocol's limits are the same", "invalid bulk length" in text_of(c2.read()) and c2.f.read() == b"")
old = context(minimum_version=ssl.TLSVersion.TLSv1_2, maximum_version=ssl.TLSVersion.TLSv1_2)
check("TLS 1.2", refused(server.port, old) is None)
older = context()
older.set_ciphers("ALL:@SECLEVEL=0")
older.minimum_version, older.maximum_version = ssl.TLSVersion.TLSv1, ssl.TLSVersion.TLSv1_1
weak = context(maximum_version=ssl.TLSVersion.TLSv1_2)
weak.set_ciphers("AES128-SHA:AES128-GCM-SHA256:ECDHE-ECDSA-AES128-SHA")
check("nothing older, and no weak ciphers", refused(server.port, older) is not None and refused(server.port,
      weak) is not None)
check("a client that expects another name, or authority, does not speak to it",
      refused(server.port, name="elsewhere.example") is not None and refused(server.port, context("other")) is not None)


def raw(data, half=False):
    s = socket.create_connection(("127.0.0.1", server.port), timeout=600)
    s.sendall(data)
    if half:
        s.shutdown(socket.SHUT_WR)
    got = b""
    try:
        while True:
            b = s.recv(65536)
            if not b:
                return got
            got += b
    except ConnectionResetError:
        return got


check("plain text at this port is not understood", not raw(b"PING\r\n").startswith(b"+PONG")
      and b"PONG" not in raw(encode("ping")) and b"HTTP" not in raw(b"GET / HTTP/1.1\r\n\r\n"))
check("nor are other bytes", b"PONG" not in raw(os.urandom(5000)) and b"PONG" not in raw(b"\x16\x03\x01", half=True)
      and b"PONG" not in raw(b"\x16\x03\x01\xff\xff" + b"\x01\x00\xff\xff" + b"\0" * 70000))
stalled = [socket.create_connection(("127.0.0.1", server.port), timeout=600) for _ in range(50)]
for i, s in enumerate(stalled):
    s.sendall(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"[:i % 12])
check("clients that stop in their handshake keep nobody waiting", c.ask("get", "k") == b"v"
      and refused(server.port) is None)
gone = Secure(server.port)
gone.s.unwrap()
cut = Secure(server.port)
cut.s.sendall(encode("set", "k", "w")[:-3])
os.close(os.dup(cut.s.fileno()))
cut.s.shutdown(socket.SHUT_RDWR)
check("a command that is cut off is not done", Secure(server.port).ask("get", "k") == b"v")
if shutil.which("redis-cli"):
    cli = ("redis-cli", "-h", "localhost", "-p", str(server.port), "--tls")
    check("redis-cli", run(*cli, "--cacert", path("ca.crt"), "get", "k")[1] == "v\n"
          and "onnect" in run(*cli, "--cacert", path("other.crt"), "get", "k")[2])
if redis:
    r = redis.Redis("localhost", server.port, ssl=True, ssl_ca_certs=path("ca.crt"))
    p = r.pipeline(transaction=False)
    for i in range(500):
        p.set(f"py{i}", "y" * 1000)
    check("redis-py", p.execute() == [True] * 500 and r.get("py7") == b"y" * 1000)
info = c.ask("info", "clients").decode()
check("handshakes that failed are counted", "tls:1\r\n" in info
      and int(info.split("failed_handshakes:")[1].split()[0]) > 5,
      info)
check("it stops", server.stop() == 0, server.said())
server = Server("tls", *tls, "--tls-ca", path("ca.crt"), "--password-file", path("password"), name="t")
check("clients that need a certificate", refused(server.port) is not None
      and refused(server.port, context(client="false")) is not None and refused(server.port,
      context(client="old")) is not None
      and isinstance(refused(server.port, context(client="me")), Error))
c = Secure(server.port, context(client="me"))
check("and a password", c.ask("auth", SECRET) == "OK" and c.ask("get", "k") == b"v")
c3 = Secure(server.port, context(client="me"))
check("the server ends while somebody is there", server.stop() == 0, server.said())
if os.environ.get("FAIRLEAD_TIER") != "quick":
    os.mkfifo(path("slow"), 0o600)
    writer = subprocess.Popen(["sh", "-c", f"exec >{path('slow')}; while printf '#\\n'; do sleep 1; done"],
                              stderr=subprocess.DEVNULL)
    for option in "--users", "--password-file", "--key":
        began = time.monotonic()
        got, said = start(option, path("slow"))
        check(f"{option}: a pipe that sends a byte now and then, and no end", got == 1 and time.monotonic() - began > 4,
              (got, said))
    writer.kill()
    writer.wait()
# What is damaged is not taken for the end: a chain would lose a piece of it, and clients an authority.
whole, more = (open(path(n + ".crt")).read() for n in ("good", "ca"))
damaged = []
for n, (kind, second) in enumerate({"base64": more.replace("\nM", "\n!", 1), "no END": more[:more.index("-----END")],
                                    "no BEGIN": more[more.index("\n") + 1:], "indented": "  " + more.replace("\n",
                                    "\n  ")}.items()):
    for option, first, rest, why in (("--tls-cert", whole, tls[2:], "one behind that, is damaged"),
                                     ("--tls-ca", more, tls, "an authority in it is damaged")):
        name = path(f"damaged{n}{option}")
        with open(name, "w") as f:
            f.write(first + second)
        damaged.append(([option, name, *rest], 1, why))
for options, status, why in ((["--tls-cert", path("good.crt")], 2, "go together"),
                             (["--tls-cert", path("good.crt"), "--tls-key", path("me.key")], 1,
                             "not the certificate's"),
                             (["--tls-cert", path("password"), "--tls-key", path("me.key")], 1, "no certificate in it"),
                             (["--tls-cert", path("good.crt"), "--tls-key", path("good.crt")], 1, None),
                             ([*tls, "--tls-ca", path("acl")], 1, None),
                             *damaged):
    got, said = start(*options)
    check(f"it does not start: {why}", got == status and (why or "") in said, (got, said))
done()
