# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Scripts in Lua: what they answer beside Redis, what they may not do, and what becomes of those that mean harm."""
import hashlib
import os
import random
import re
import shutil
import signal

import harness
from harness import Client, Error, Gone, Server, check, done, encode, folder, redis_server, until

random.seed(int(os.environ.get("FUZZ_SEED", "1")))
N = int(os.environ.get("FUZZ_N", "10"))
PATIENT = ("--script-busy", "100", "--script-most", "3600000")


def stops(server, *clients):
    """It ends as it should; it would wait for what its clients have still to take."""
    for x in clients:
        x.close()
    return server.stop() == 0


server = Server("db", *PATIENT)
c = server.client()
redis = redis_server()
real = Client(redis) if redis else None


def raw(client, *words, before=()):
    """The answers' bytes, whichever protocol they are in."""
    mark = b"%032x" % random.getrandbits(128)
    client.s.sendall(b"".join(encode(*w) for w in (*before, words, ("echo", mark))))
    got, end = b"", b"$32\r\n" + mark + b"\r\n"
    while not got.endswith(end):
        got += client.f.read1(1 << 20)
    return got[:-len(end)]


# ---- What a script answers is what it answers in Redis ----

BEFORE = [("set", "s", "v"), ("set", "n", "41"), ("rpush", "l", "a", "b", "c"), ("hset", "h", "f", "1", "g", "2"),
          ("sadd", "set", "one"), ("zadd", "z", "1.5", "m", "2", "k"), ("set", "bytes", b"\xff\0\xfe\r\n")]
COMMANDS = [
    "'get','s'", "'get','none'", "'incr','n'", "'incr','s'", "'lrange','l',0,-1", "'lrange','none',0,-1",
    "'hgetall','h'", "'hget','h','x'", "'smembers','set'", "'sismember','set','one'", "'zscore','z','m'",
    "'zrange','z',0,-1,'WITHSCORES'", "'zrange','z','0','-1'", "'mget','s','none','l'", "'set','s','w','nx'",
    "'set','s','w','get'", "'type','l'", "'ping'", "'echo','x'", "'get','bytes'", "'lpop','none',2",
    "'exists','s','n'", "'get'", "'nosuch','x'", "'GET','l'", "'lpush','s','x'", "'incrbyfloat','n',0.5",
    "'append','s',12345678", "'append','s',1.5", "'append','s',1e300", "'append','s',2^53", "'set','q',0.1",
    "'select',0", "'multi'", "'exec'", "'watch','s'", "'subscribe','x'", "'blpop','l',1", "'brpop','none',1",
    "'eval','return 1',0", "'script','exists','x'", "'auth','x'", "'hello',3", "'quit'", "'client','id'",
    "'config','get','save'", "'blmpop',0.1,1,'none','left'", "'bzmpop',1,1,'z','min'", "'publish','x','y'",
    "'object','encoding','n'", "'zadd','z','x','y'", "'expire','s','x'", "'setex','s',0,'x'", "'pexpire','none',5",
    "'rename','none','x'", "'hrandfield','none'", "'zpopmin','z'", "'zincrby','z',1,'m'", "'zmscore','z','m','none'",
    "nil", "true", "{}"]
PACKED = ["1", "127", "128", "255", "256", "65535", "65536", "2^32", "2^53", "-1", "-32", "-33", "-128", "-129",
          "-32769", "-2^31-1",
          "0.5", "0.1", "1e300", "1/0", "-1/0", "2^64", "nil", "true", "false", "''", "'x'", "('x'):rep(31)",
          "('x'):rep(32)", "('x'):rep(256)",
          "('x'):rep(70000)", "{}", "{1,2,3}", "{1,nil,3}", "{a=1}", "{[1]=1,[2]=2}", "{[0]=1}", "{[1.5]=1}",
          "{1,2,a=3}", "{{{{1}}}}", "(function() end)",
          "(function() local t = {} for i = 1, 20 do t = {t} end return t end)()",
          "(function() local t = {} for i = 1, 70000 do t[i] = i end return t end)()",
          "1,'two',{3}", "{true,false,{},'x',-5}", "{a={b={c='d'}}}"]
UNPACKED = [r"\\199\\1", r"\\204", r"\\217\\5abc", r"\\146\\1", r"\\193", r"\\196\\2ab", r"\\222\\0\\1\\161a\\1",
          r"\\129\\192\\1", r"\\1\\2\\3",
            r"\\203\\127\\248\\0\\0\\0\\0\\0\\0", r"\\207\\255\\255\\255\\255\\255\\255\\255\\255", ""]
SCRIPTS = ["return cmsgpack.pack(%s)" % x for x in PACKED] + [
    "return {cmsgpack.unpack('%s')}" % x.replace("\\\\", "\\") for x in UNPACKED] + [
    "return {cmsgpack.unpack(cmsgpack.pack(%s))}" % x for x in PACKED] + [
    "return {cmsgpack.unpack_one(cmsgpack.pack(1,'x',{3}), %d)}" % i for i in range(5)] + [
    "return {cmsgpack.unpack_limit(cmsgpack.pack(1,'x',{3}), %d, %d)}" % (i, j) for i in range(1, 4) for j in (0, 1,
        3, 9)] + [
    "return cmsgpack.pack()", "return cmsgpack.unpack()", "return cmsgpack.unpack({})"] + [
    "return 1", "return", "return nil", "return false", "return true", "return 3.99", "return -3.99", "return 2^53",
    "return 'x'", "return ''", "return {}", "return {1,2,3}", "return {1,nil,3}", "return {1,'a',{2,{3}},false,4}",
    "return {ok='fine'}", "return {ok='two\\r\\nlines'}", "return {err='MY error'}", "return {err='bare'}",
    "return {err=''}", "return {err='a\\r\\nb'}", "return {double=1.5}", "return {double=1/0}",
    "return {double=-1e-300}", "return {map={a=1}}", "return {set={a=true}}", "return {big_number='123'}",
    "return {big_number='1\\r\\n2'}", "return {verbatim_string={format='txt',string='hey'}}",
    "return {verbatim_string={format='txt'}}", "return {a=1}", "return {1,2,a=3}", "return print == nil",
    "return function() end", "return redis.status_reply('S')", "return redis.error_reply('E x')",
    "return redis.error_reply('-E x')", "return redis.error_reply('E')", "return redis.error_reply(1)",
    "return redis.status_reply()", "return redis.sha1hex('')", "return redis.sha1hex(5)",
    "return redis.sha1hex(('x'):rep(119))", "return redis.sha1hex()", "return KEYS", "return ARGV", "return #KEYS",
    "return {KEYS[1],ARGV[2]}", "KEYS[1]='z' return KEYS[1]", "return redis.setresp(3)",
    "redis.setresp(3) return redis.call('hgetall','h')", "redis.setresp(3) return redis.call('get','none')",
    "redis.setresp(3) return {true,false}", "redis.setresp(3) return redis.call('zscore','z','m')",
    "redis.setresp(3) return redis.call('smembers','set')", "redis.setresp(3) return type(redis.call('get','none'))",
    "redis.setresp(3) return redis.call('hgetall','h').map.f", "redis.setresp(4)", "redis.setresp()",
    "redis.setresp(3) redis.setresp(2) return true", "return redis.replicate_commands()",
    "return redis.set_repl(redis.REPL_ALL)", "return redis.set_repl(7)", "return redis.set_repl()",
    "redis.log(redis.LOG_NOTICE,'x') return 1", "redis.log(9,'x')", "redis.log('x')", "redis.log('x','y')",
    "return redis.LOG_WARNING", "return type(redis.REDIS_VERSION)..type(redis.REDIS_VERSION_NUM)", "error('x')",
    "error({err='MY x'})", "error({err='x'})", "error()", "error(nil)", "error(5)",
    "local function f() error('deep') end f()", "\n\n\nerror('line 4')", "return nosuch", "nosuch = 1",
    "function f() end", "return _G.nosuch", "local t = nil; return t.x", "return 1 .. {}", "syntax error here",
    "return 'unfinished", "x = = 1", "#!lua\nreturn 1", "#!lua flags=no-writes\nreturn redis.call('set','s','1')",
    "#!lua flags=nosuch\nreturn 1", "#!python\nreturn 1", "#!lua name=x\nreturn 1", "#!lua",
    "#!lua flags=no-writes,allow-oom\n\nreturn redis.call('get','s')", "#!lua\n\nerror('x')",
    "return {pcall(function() error('x') end)}", "return {pcall(function() error({err='A b'}) end)}",
    "return {pcall(redis.call,'get')}", "local ok,e = pcall(redis.call,'incr','s') return {tostring(ok),type(e),e}",
    "local e = redis.pcall('incr','s') return e.err", "return redis.pcall('incr','s')['err']",
    "return redis.pcall()", "return redis.call()",
    "return {xpcall(function() error('x') end, function(e) return 'h:'..e end)}",
    "return redis.call('get', KEYS[1])", "redis.call('set',KEYS[1],ARGV[1]) redis.call('nosuch')",
    "return tostring(1e15)", "return tostring(2^31)", "return 1/3*3", "return tostring({}):sub(1,6)",
    "return type(os)..''", "return io", "return require", "return debug", "return dofile", "return loadfile",
    "return print", "return module", "return package", "return loadstring('return 1+1')()",
    "return {loadstring('x y')}", "return load(function() return nil end) ~= nil",
    "return {loadstring(string.dump(function() end)) == nil}", "return {loadstring('\\27Lua') == nil}",
    "return #string.rep('x', 1000)", "return string.format('%5.2f|%s|%q', 3.14159, 'x', 'a\\n')",
    "return {string.find('hello','l+')}", "return ({string.gsub('abc','%w','%0%0')})[1]",
    "return table.concat({1,2,3},',')", "local t={3,1,2} table.sort(t) return t",
    "return {math.floor(3.7),math.max(1,5),math.huge == 1/0}", "return {unpack({1,2,3})}",
    "return select('#',1,2,3)",
    "math.randomseed(7) return {tostring(math.random()),math.random(10),math.random(5,9)}",
    "math.randomseed(-1) return math.random(1000000)", "return math.random(0)", "return math.random(1,2,3)",
    "return bit.band(0xff,0x0f)", "return bit.tohex(255)", "return bit.lshift(1,31)", "return bit.bnot(0)",
    "return bit.rol(0x12345678,8)", "return cjson.encode({1,2,3})", "return cjson.encode({a={b=cjson.null}})",
    'return cjson.decode(\'[1,2,{"a":null}]\')[3].a == cjson.null', "return cjson.encode({})",
    'return cjson.decode(\'{"a":1.5}\').a * 2', "return cjson.decode('nope')",
    "return cjson.encode({[1]=1,[1000]=2})", "return cjson.encode('\\255\\0')",
    "local t = {} t[1]=t return cjson.encode(t)", "return cjson.encode({[5]=1})", "return cjson.encode(1/0)",
    "local t = cjson.decode('[[[[1]]]]') return t",
    "return coroutine.wrap(function() return redis.call('get','s') end)()",
    "local co = coroutine.create(function() redis.call('nosuch') end) return {coroutine.resume(co)}",
    "local t = setmetatable({},{__index=function(_,k) return k end}) return t.x",
    "return getmetatable('').__index == string", "local t = {} for i=1,300 do t[i]=i end return t",
    "return rawequal('a','a')", "return {next({})}", "return tonumber('0x10')", "return tonumber('10',2)",
    "return {tonumber('z') == nil}", "return _VERSION", "return string.char(0,255,10)", "return ('x'):rep(70000)",
    "return redis.acl_check_cmd('get','s')", "return redis.acl_check_cmd('nosuch')", "return redis.acl_check_cmd()",
    "local a = {} a[1] = a return a[1] == a", "do return 5 end", "return collectgarbage('count') > 0",
    "local ok = pcall(function() local x = nosuch end) return ok", "return getfenv(0) == _G",
    "return setfenv and 1 or 0", "while true do break end return 'out'",
    "local i=0 repeat i=i+1 until i==100 return i", "return tostring(nil)..tostring(true)", "return {1,2,3,nil,5}",
    "return {[1]='a',[2]='b',[4]='d'}", "return -0", "return 0/0 ~= 0/0", "return '\\r\\n'",
    "return redis.breakpoint()"]
ARGUMENTS = [(), ("2", "s", "t", "x", "y"), ("0",), ("1", "s"), ("0", "x", "y"), ("x",), ("-1",), ("3", "s"), ("01",
    "s"),
             ("99999999999999999999",)]
def compare(text, *arguments, how="eval"):
    got = [raw(x, how, text, *arguments, before=[("flushall",)] + BEFORE) for x in (c, real)]
    return got[0] == got[1] or (how, text, arguments, *got)


if real:
    wrong = []
    calls = [f"return redis.{how}({words})" for words in COMMANDS for how in ("call", "pcall")]
    for text in SCRIPTS + calls:
        wrong.append(compare(text, "1", "s", "x", "y"))
    for arguments in ARGUMENTS:
        wrong.append(compare("return {#KEYS, #ARGV, KEYS, ARGV}", *arguments))
    for text in ("return redis.call('set','s','1')", "return redis.call('get','s')", "#!lua\nreturn 1",
        "return redis.call('publish','a','b')",
                 "#!lua flags=no-writes\nreturn redis.call('get','s')"):
        wrong.append(compare(text, "0", how="eval_ro"))
    for x in (c, real):
        raw(x, "hello", "3")
    for text in SCRIPTS + calls[::5]:
        wrong.append(compare(text, "1", "s", "x", "y"))
    for x in (c, real):
        raw(x, "hello", "2")
    tried = len(wrong)
    wrong = [w for w in wrong if w is not True]
    check(f"{tried} scripts answer what they answer in Redis, in RESP2 and RESP3", not wrong and tried > 500,
        wrong[:3])
else:
    check("no redis-tools: not compared", True)

# ---- How they are called ----

RELEASE = 'if redis.call("get",KEYS[1]) == ARGV[1] then return redis.call("del",KEYS[1]) else return 0 end'
digits = hashlib.sha1(RELEASE.encode()).hexdigest()
c.ask("script", "flush")
said = [c.ask("evalsha", digits, 1, "k", "v"), c.ask("evalsha", "x", 0), c.ask("evalsha_ro", digits, 0)]
check("a digest of which no text has come: NOSCRIPT",
      said == [Error("NOSCRIPT No matching script. Please use EVAL.")] * 3, said)
said = [c.ask("script", "exists", digits, "0" * 40), c.ask("script", "load", RELEASE),
        c.ask("script", "exists", digits.upper(), "x", ""), c.ask("evalsha", digits, 1, "none", "v"),
        c.ask("script", "load", "no script"), c.ask("script", "exists", hashlib.sha1(b"no script").hexdigest()),
        c.ask("eval", "no script", 0).text[:27], c.ask("script", "exists", hashlib.sha1(b"no script").hexdigest())]
check("SCRIPT LOAD, EXISTS", said[:4] == [[0, 0], digits.encode(), [1, 0, 0], 0] and "'=' expected" in said[4].text
      and said[5:] == [[0], "ERR Error compiling script ", [0]], said)
for i in range(5000):
    c.send("eval", "return %d" % i, 0)
said = [c.read() for i in range(5000)]
known = c.ask("script", "exists", *[hashlib.sha1(b"return %d" % i).hexdigest() for i in range(0, 5000, 100)])
check("5,000 texts: the last ones are kept", said == list(range(5000)) and known[0] == 0 and known[-1] == 1, known)
large = ["--%1000000d" % i for i in range(40)]
for text in large:
    c.ask("script", "load", text)
known = c.ask("script", "exists", *[hashlib.sha1(t.encode()).hexdigest() for t in large])
check("texts of up to 32 MiB are kept", known == [0] * 7 + [1] * 33, known)
# What was compiled is kept, and no more than that: of so many of them some are forgotten.
BEFORE_IT = "local t = setmetatable({1}, {__index = function() return 'none' end}) " \
            "local s = '%d' .. t[2] t[1] = t[1] + 1 "
texts = [BEFORE_IT % i + "return {t[1], s, rawget(_G, 'KEYS') ~= nil, #ARGV} " + "--" + "x" * 60000 for i in range(300)]
said = []
for round in range(2):
    for text in texts:
        c.send("eval", text, 0, *["x"] * round)
        said.append(c.read())
check("a script that comes again knows nothing of its run before", said == [
    [2, b"%dnone" % i, 1, round] for round in range(2) for i in range(300)], said[:2] + said[-2:])
said = [c.ask("eval", "\n\nerror('x')", 0) for _ in range(2)] + [c.ask("eval", "x y", 0) for _ in range(2)]
check("and its errors are the same", said[0] == said[1] and "user_script:3" in said[0].text and said[2] == said[3]
      and "compiling" in said[2].text, said)
big = "-- " + "x" * 4000000 + "\nreturn 1"
check("a text of 4 MB", c.ask("eval", big, 0) == 1 == c.ask("evalsha", hashlib.sha1(big.encode()).hexdigest(), 0))
c.ask("set", "k", "v")
c.ask("multi")
queued = [c.ask("set", "k2", "v"), c.ask("eval", RELEASE, 1, "k", "v"), c.ask("get", "k"), c.ask("eval",
    "return {1,{2}}", 0),
          c.ask("eval", "return ('x'):rep(100000)", 0), c.ask("get", "k2")]
check("in a transaction", queued == ["QUEUED"] * 6 and c.ask("exec") == ["OK", 1, None, [1, [2]], b"x" * 100000,
    b"v"])
full = []
for size in range(15840, 15856):  # what is said before EXEC nearly fills what answers are collected in
    c.s.sendall(encode("echo", "e" * size) + encode("multi") + encode("eval", "return ('x'):rep(2000000)", 0)
        + encode("exec"))
    full.append([c.read() for _ in range(4)] == [b"e" * size, "OK", "QUEUED", [b"x" * 2000000]])
check("in a transaction behind answers that fill the room for them", all(full), full)
d = server.client()
c.ask("set", "k", "v")
c.ask("watch", "k")
d.ask("eval", RELEASE, 1, "k", "v")
c.ask("multi")
c.ask("ping")
check("who watches the key is told", c.ask("exec") is None)
words = [("set", "a", i) for i in range(50)]
for w in words:
    c.send(*w)
    c.send("eval", "return redis.call('get', KEYS[1])", 1, "a")
check("answers come in the order of the commands",
      [c.read() for _ in range(100)] == [x for i in range(50) for x in ("OK", b"%d" % i)])
check("a command of 4 MB is none, and the script is told", "4194304 bytes" in
      c.ask("eval", "return redis.call('echo', ('x'):rep(5000000))", 0).text)
check("an answer of 20 MB", c.ask("eval", "return ('x'):rep(20000000)", 0) == b"x" * 20000000)
c.ask("receipt", "on")
c.ask("set", "k", "v")
c.ask("eval", RELEASE, 1, "k", "v")
check("there are receipts of what it did", c.ask("receipt").count(b"receipt ") == 2)
unlike = []
for text, of in (("redis.call('set', 'k', 'w') error('mine')", "1k"),
                 ("redis.call('get', 'none') redis.call('set', 'k', 'w') return redis.call('incr', 'k')",
                  "0none 1k 0k"),
                 ("redis.call('set', 'k', 'w') redis.call('nosuch')", "1k"), ("return redis.call('incr', 'k')", "0k"),
                 ("redis.call('incr', 'n1') return redis.error_reply('MINE')", "1n1"),
                 ("redis.pcall('incr', 'k') redis.call('set')", "0k"), ("error('mine')", ""), ("no script", ""),
                 ("redis.call('ping') return redis.call('get')", "")):
    for before in ((), ("ping",)):
        c.ask("get", "k")
        c.s.sendall(b"".join(encode(*w) for w in (*[before] * bool(before), ("eval", text, 0), ("receipt",))))
        said = [c.read() for _ in range(2 + bool(before))][-2:]
        got = re.findall(rb"receipt .{72}0(.)(.{64})", said[1]) if isinstance(said[1], bytes) else []
        wanted = [(x[:1].encode(), hashlib.sha256(x[1:].encode()).hexdigest().encode()) for x in of.split()]
        if got != wanted or not isinstance(said[0], Error):
            unlike.append((text, before, said))
check("a script that ends in an error has a receipt of what it has asked and done", not unlike, unlike)
c.ask("receipt", "off")
waiter = server.client()
waiter.send("blpop", "queue", 0)
check("who waits for a list is told when the script is done", until(lambda: b"blocked_clients:1" in d.ask("info"))
      and d.ask("eval", "redis.call('rpush','queue','a') redis.call('lpop','queue') redis.call('rpush','queue','b') "
                "return redis.call('llen','queue')", 0) == 1 and waiter.read() == [b"queue", b"b"])

# ---- Users ----

def process_of(s):
    """The processes for scripts that this server has."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/cmdline", "rb") as f:
                words = f.read().split(b"\0")[:2]  # Python's, before a script's
            with open(f"/proc/{pid}/stat") as f:
                parent = int(f.read().rsplit(")", 1)[1].split()[1])
        except OSError:
            continue
        if any(w.endswith(b"fairlead-monitor-lua") for w in words) and parent == s.p.pid:
            found.append(int(pid))
    return found


def killed(s):
    """Its processes are no more: nothing that is sent gets to them."""
    for pid in process_of(s):
        os.kill(pid, signal.SIGKILL)
        until(lambda: pid not in process_of(s))


rules = os.path.join(folder, "users")
with open(rules, "w") as f:
    f.write("user default on nopass ~* +@all\nuser app on >pw ~app:* +eval +get +script +set -set\n"
            "user reader on >pw ~* +@read\n")
os.chmod(rules, 0o600)
guarded = Server("guarded", "--users", rules, name="g")
app, reader = guarded.client(), guarded.client()
app.ask("auth", "app", "pw")
reader.ask("auth", "reader", "pw")
said = [app.ask("eval", t, 0) for t in ("return redis.call('get','app:x')", "return redis.call('get','other')",
                                        "return redis.call('set','app:x',1)",
                                        "return redis.acl_check_cmd('get','app:x')",
                                        "return redis.acl_check_cmd('set','app:x','1')",
                                        "return redis.call('dbsize')")]
said += [app.ask("eval", "return 1", 1, "other"), reader.ask("eval", "return 1", 0),
         reader.ask("eval_ro", "return redis.call('get','x')", 0), reader.ask("eval_ro",
             "return redis.call('set','x',1)", 0)]
check("a script does what its user may do", said[0] is None and said[3:5] == [1, None] and said[8] is None
      and all(said[i].text.startswith("NOPERM ") for i in (1, 2, 5, 6, 7, 9)), said)
whose = []
for c in (app, app, reader, reader):
    c.ask("eval_ro" if c == reader else "eval", "return 1", 0)
    c.ask("eval_ro" if c == reader else "eval", "return redis.call('get','app:x')", 0)
    whose.append(process_of(guarded))
check("a user's scripts have no process that another's had", whose[0] == whose[1] != whose[2] == whose[3]
      and all(len(w) == 1 for w in whose), whose)
stops(guarded, app, reader)


# ---- Scripts that mean harm ----

HARM = [
    "local function f() return f() + 1 end return f()", "local function f(x) return {f(x)} end return f(1)",
    "return string.rep('x', 1e9)", "local s = 'x' while true do s = s .. s end",
    "local t = {} while true do t[#t+1] = t.x or {#t} end",
    "return string.find(('a'):rep(100000), ('.-'):rep(1000) .. 'b')", "return ('x'):rep(1e8):rep(1e8)",
    "local t = {} t[1] = t return t", "local t = {1} for i = 1, 60 do t = {t, t} end return t", "while true do end",
    "while true do pcall(error) end", "local function f() return pcall(f) end return f()", "repeat until false",
    "local co = {} for i = 1, 1e6 do co[i] = coroutine.create(function() end) end",
    "local f = coroutine.wrap(function(f) return f(f) end) return f(f)",
    "local function f() return coroutine.wrap(f)() end return f()",
    "return cjson.encode(setmetatable({}, {__index = function() return 1 end}))",
    "local t = {} for i = 1, 1e5 do t = {t} end return cjson.encode(t)", "return cjson.decode(('['):rep(1e6))",
    "return table.concat(setmetatable({}, {__index = error}), ',', 1, 1e9)",
    "return string.format('%99.99f%99.99f', 1e308, -1e308)",
    "return string.format('%' .. ('0'):rep(1000) .. 'd', 1)", "return unpack({}, 1, 1e8)",
    "return loadstring('return ' .. ('('):rep(1e5))", "return loadstring(('x='):rep(1e6))",
    "return loadstring('\x17Lua' .. ('\xad'):rep(1000))", "redis.call = nil redis = nil return 1",
    "cjson = nil _G.redis = nil", "setmetatable(_G, nil) foo = 1 return foo",
    "string.rep = nil getmetatable('').__index = nil return ('x'):len()", "table.insert(redis, 'x') return #redis",
    "rawset(_G, 'KEYS', nil) return KEYS",
    "return redis.call(setmetatable({}, {__tostring = function() return 'get' end}))",
    "return redis.call('get', {})", "return redis.call(unpack({}, 1, 7000))",
    "local t = {} for i = 1, 7000 do t[i] = 'x' end return redis.call('del', unpack(t))",
    "return collectgarbage('setpause', -1)", "newproxy(true) return newproxy()",
    "error(setmetatable({}, {__index = function() error('again') end}))",
    "error(setmetatable({}, {__tostring = error}))", "return {err = {}}", "return {err = 5, ok = 5}", "error({})",
    "error({err = {}})", "error({err = 'a', line = {}})", "return string.dump(function() end)",
    "return tostring(redis.call)", "for i = 1, 1e9 do redis.call('ping') end",
    "for i = 1, 1e9 do redis.pcall('nosuch') end", "while true do redis.call('incr', 'endless') end"]
ENDED = "ERR the script took longer than it may, and was ended. What it had changed before stays changed."
FINE = "return {redis.call('set', KEYS[1], 'v'), redis.call('get', KEYS[1]), redis.sha1hex('')}"
CUT_OFF = "ERR the process that ran the script has ended. What it had changed before stays changed."
kinds = {}
check("the server ends as it should", stops(server, c, d, waiter), server.said())
server = Server("quick", "--script-busy", "100", "--script-most", "400" if N > 10 else "150", name="q")
c = server.client()


def fine():
    """A slow machine may take too long for it, too."""
    for _ in range(100):
        if (said := c.ask("eval", FINE, 1, "fine")) != Error(ENDED):
            break
    return said


for text in HARM:
    try:
        said = c.ask("eval", text, 0)
    except (Gone, RecursionError) as e:
        said = e
        c = server.client()
    kinds[text] = said
    if fine() != ["OK", b"v", b"da39a3ee5e6b4b0d3255bfef95601890afd80709"]:
        kinds[text] = ("the next one", said)
        break
bad = {t: s for t, s in kinds.items() if isinstance(s, (Gone, tuple))}
check(f"{len(HARM)} scripts that mean harm: an answer or an error each, and the next script is fine",
      not bad and len(kinds) == len(HARM), bad)
late = [t for t, s in kinds.items() if s == Error(ENDED)]
check("those that never end are ended", {"while true do end", "repeat until false", HARM[-1], HARM[-2],
    HARM[-3]} <= set(late), late)
check("what one had changed before stays changed",
      until(lambda: int(c.ask("get", "endless") or 0) > 0 or c.ask("eval", HARM[-1], 0) is None))
check("the server ends as it should, after all this", stops(server, c), server.said())

# ---- One that runs for long: others ----
server = Server("patient", *PATIENT, name="p")
c, d = server.client(), server.client()
said = c.ask("eval", "local s, t = ('x'):rep(1000000), {} for i = 1, 1000 do t[i] = s .. i end", 0)
check("memory has a bound", said.text.endswith("not enough memory"), said)
said = [c.ask("eval", "redis.call('ping') return #cjson.new().encode(('x'):rep(20000000))", 0) for _ in range(10)]
check("what a library keeps is not the next scripts' loss", said == [20000002] * 10, said)
said = c.ask("eval", "return newproxy", 0)
check("no code of a script is run while memory is collected, in the midst of a message",
      "nonexistent global variable 'newproxy'" in said.text, said)
was, odd = process_of(server), {}
for text in ("-1, 2147483647", "0, 2147483647", "-2147483648, 2147483647", "-2147483648, -1", "1, 1e6", "-8000, 8000"):
    said = c.ask("eval", f"return unpack({{}}, {text})", 0)
    if not isinstance(said, Error) or "too many results to unpack" not in said.text:
        odd[text] = said
for text, hexadecimal in {"-1, -2147483648": b"FFFFFFFF", "-1, 2147483648": b"FFFFFFFF", "-1, -2147483647": b"FFFFFFFF",
                          "-1, -3": b"FFF", "-1, 0": b"", "255, 4": b"00ff", "255, 1e9": b"000000ff"}.items():
    if (said := c.ask("eval", f"return bit.tohex({text})", 0)) != hexadecimal:
        odd[text] = said
said = c.ask("eval", "return {unpack({1, 2, 3}), unpack({1, 2, 3}, 3, 2), unpack({1, 2, 3}, -1, 3)}", 0)
check("numbers that overflow where libraries count write over nothing",
      odd == {} and said == [1] and process_of(server) == was, (odd, said))
d.ask("set", "mine", "1")


begun = server.client()
begun.ask("subscribe", "begun")


def busy(text, client=None, before=""):
    """It runs, has done what is `before`, and others are told that it takes long."""
    (client or c).send("eval", before + "redis.call('publish', 'begun', '') " + text, 0)
    return begun.read() == [b"message", b"begun", b""] and until(lambda: d.ask("get", "mine") == BUSY)


BUSY = Error("BUSY Redis is busy running a script. You can only call SCRIPT KILL or SHUTDOWN NOSAVE.")
check("others are told that it is busy", busy("while true do end") and d.ask("ping") == "PONG"
      and d.ask("eval", "return 1", 0) == BUSY and d.ask("script", "load", "return 5") == BUSY)
check("SCRIPT KILL", d.ask("script", "kill") == "OK"
    and c.read().text.startswith("ERR Script killed by user with SCRIPT KILL")
      and d.ask("get", "mine") == b"1" and d.ask("script",
          "kill") == Error("NOTBUSY No scripts in execution right now."))
e = server.client()
e.ask("multi")
check("not if it has changed something", busy("while true do end", before="redis.call('set','written','1') ")
      and d.ask("script", "kill").text.startswith("UNKILLABLE ") and e.ask("set", "x", "1") == BUSY
      and e.ask("exec").text.startswith("EXECABORT ") and e.ask("ping") == "PONG")
os.kill(process_of(server)[0], signal.SIGKILL)
check("what it changed stays, however it ends", c.read() == Error(CUT_OFF) and d.ask("get", "written") == b"1")
gone = server.client()
busy("while true do redis.call('ping') end", gone)
gone.close()
check("whose client has gone runs on, and is killed like any other",
      d.ask("get", "mine") == BUSY and d.ask("script", "kill") == "OK" and until(lambda: d.ask("get",
          "mine") == b"1"))
check("who was waiting is served, and not told before it was long", d.ask("eval", "return 1", 0) == 1)

# ---- Its process killed ----
died = []
for i in range(10):
    busy("while true do redis.call('ping') end", before="redis.call('incr','step') ")
    os.kill(process_of(server)[0], signal.SIGKILL)
    died.append(c.read())
    died.append(d.ask("eval", "return redis.call('ping')", 0))
check("killed in the midst of a script: an error, and the next one runs", all(
    x in ("PONG", Error(CUT_OFF)) for x in died) and died.count("PONG") == 10, died)
killed(server)
check("killed before: nobody notices", c.ask("eval", "return 5", 0) == 5)
check("cmsgpack takes any number for a limit", c.ask("eval", "return cmsgpack.unpack_limit(cmsgpack.pack(7), 1e300)",
      0) == -1 and c.ask("eval", "return cmsgpack.unpack_limit(cmsgpack.pack(7), 1, 0/0)", 0).text.startswith("ERR "))


def status(name):
    with open(f"/proc/{process_of(server)[0]}/status") as f:
        return re.search(rf"^{name}:\s*(\S+)", f.read(), re.M)[1]


check("it has no way out: seccomp, no new privileges, three descriptors and its socket",
      os.uname().machine != "x86_64" or (status("Seccomp") == "2" and status("NoNewPrivs") == "1"
                                         and (os.geteuid() != 0 or  # others may not look
      sorted(os.listdir(f"/proc/{process_of(server)[0]}/fd")) == list("0123"))))
check("there is one", len(process_of(server)) == 1, process_of(server))
check("the server ends as it should, a script or not", stops(server, c, d, e, begun), server.said())

# ---- The server stops ----
TOLD = "redis.call('publish', 'begun', '') "
ENDLESS = {"a script": [("eval", TOLD + "while true do end", 0)],
           "one that asks for commands": [("eval", TOLD + "while true do pcall(redis.call, 'incr', 'n') end", 0)],
           "many in a transaction": [("multi",)] + [("eval", TOLD + "while true do end", 0)] * 2000 + [("exec",)]}
for name, commands in ENDLESS.items():
    server = Server("stops", "--script-busy", "3600000", "--script-most", "3600000", name="s")
    c, begun = server.client(), server.client()
    begun.ask("subscribe", "begun")
    c.s.sendall(b"".join(encode(*words) for words in commands))
    begun.read()
    check(f"{name} without end: the server stops, and does not wait for it", server.stop() == 0, server.said())

# ---- Another program in its place ----
programs = os.path.join(folder, "programs")
os.mkdir(programs)
for name in ("serve", "store", "gate"):
    shutil.copy(os.path.join(os.path.dirname(harness.SERVE), "fairlead-monitor-" + name), programs)
shutil.copy("tests/monitor/serve/lua_other.py", os.path.join(programs, "fairlead-monitor-lua"))
with open(os.path.join(programs, "seed"), "w") as f:
    f.write(os.environ.get("FUZZ_SEED", "1"))
os.chmod(os.path.join(programs, "fairlead-monitor-lua"), 0o755)
harness.SERVE = os.path.join(programs, "fairlead-monitor-serve")
server = Server("other", "--script-most", "300", name="o")
c, d = server.client(), server.client()
odd, kinds = [], set()
for i in range(N):
    d.ask("set", "k", "before")
    for words in (("eval", "return 1", 0), ("script", "load", "return %d" % i), ("eval", "return 2", 1, "k", "x")):
        try:
            c.send(*words)
            c.send("echo", "behind %d" % i)
            said = c.read()
            kinds.add(type(said))
            if c.read() != b"behind %d" % i:
                odd.append((i, words, said))
        except Exception as e:
            odd.append((i, words, e))
            c = server.client()
    if d.ask("get", "k") not in (b"before", b"by the script"):
        odd.append((i, d.ask("get", "k")))
check("whatever it says: one answer to each command, and every other command is carried out as it was sent",
      not odd and Error in kinds, odd[:3] or kinds)
stops(server, c, d)


def how(name, body=b""):
    with open(os.path.join(programs, "how"), "wb") as f:
        f.write(name.encode() + b"\n" + body)


server = Server("other", "--script-busy", "3600000", "--script-most", "3600000", name="o")
c, d = server.client(), server.client()
OF_RESP3 = [b"_\r\n", b"#t\r\n", b",1.5\r\n", b"(12\r\n", b"=5\r\ntxt:x\r\n", b"%1\r\n+a\r\n+b\r\n", b"~1\r\n+a\r\n",
            b"*2\r\n+a\r\n_\r\n"]
wrong = []
for body in OF_RESP3 + [b">1\r\n+a\r\n", b"|1\r\n+a\r\n+b\r\n+c\r\n", b"!5\r\nERR x\r\n", b"?\r\n"]:
    how("answers", body)
    for version in ("2", "3"):
        raw(c, "hello", version)
        killed(server)
        said = raw(c, "eval", "return 1", "0")
        if said != (body if version == "3" and body in OF_RESP3 else b"-%s\r\n" % CUT_OFF.encode()):
            wrong.append((version, body, said))
raw(c, "hello", "2")
check("who speaks RESP2 is sent nothing of RESP3, whatever it says", not wrong, wrong)
d.ask("set", "large", "x" * 1000000)
for name, body in (("hears nothing", encode("mget", *["large"] * 16)), ("drips", b"")):
    killed(server)
    how(name, body)
    c.send("eval", "return 1", 0)
    does = os.path.join(programs, "does")
    came = until(lambda: os.path.exists(does))
    os.remove(does)
    said = [d.ask("ping"), d.ask("script", "kill"), c.read()]
    check(f"one that {name} keeps nobody waiting but its client", came and said[:2] == ["PONG", "OK"]
          and said[2].text.startswith("ERR Script killed by user"), said)
os.remove(os.path.join(programs, "how"))
os.remove(os.path.join(programs, "fairlead-monitor-lua"))
said = Server("none", name="n").client().ask("eval", "return 1", 0)
check("there is none: scripts are an error, and nothing else is",
      said.text.startswith("ERR the process that runs scripts cannot be started") and d.ask("get", "k") is not None,
          said)
check("the server ends as it should", stops(server, c, d), server.said())
done()
