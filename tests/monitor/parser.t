#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick, longer in all
# The server's protocol machine under libFuzzer, and what users may. `FUZZ_N=2000000 FUZZ_SEED=7' is a long run.
cd "$(dirname "$0")/../.." || exit 1
. tests/tap.sh
temporary_folder
mkdir "$work/corpus"
python3 - "$work/corpus" <<'END'
import sys
words = """GET k|SET k v|SET k v EX 5 NX GET|SET k v PXAT 99999999999999 XX KEEPTTL|DEL a b|MGET a b c|MSET a b c d
INCR n|INCRBY n -5|DECRBY n 9223372036854775808|GETSET a b|GETDEL a|SETNX a b|SETEX a 5 b|PSETEX a 5 b|STRLEN a
TYPE a|EXPIRE a 5|PEXPIREAT a 5|TTL a|PTTL a|PERSIST a|TIME|PING|PING x|ECHO y|SELECT 0|INFO|COMMAND COUNT
COMMAND DOCS|CONFIG GET save|CONFIG GET m* *[A-P]*
CONFIG SET a b|CLIENT ID|CLIENT SETNAME x|CLIENT GETNAME|CLIENT LIST
CLIENT LIST TYPE normal|CLIENT INFO
CLIENT NO-EVICT on|CLIENT SETINFO a b|CLIENT KILL x|INFO server|INFO a b|INCRBYFLOAT k 1.5
OBJECT ENCODING k|OBJECT REFCOUNT k|OBJECT FREQ k|RESET|AUTH x|ROLE|WAIT 0 5|WAIT x 5|CLUSTER INFO|READONLY|READWRITE
ASKING
CLUSTER SLOTS|CLUSTER KEYSLOT a|CLUSTER COUNTKEYSINSLOT 2|CLUSTER GETKEYSINSLOT 2 3|CLUSTER REPLICAS x
COMMAND|COMMAND LIST|COMMAND INFO get eval x|COMMAND GETKEYS mset a b c d|COMMAND GETKEYS eval t 1 k v
RECEIPT ON|RECEIPT|CERTIFIED
CERTIFICATE 1.2|SEAL|EXISTS a|QUIT|UNKNOWN|MULTI|EXEC|DISCARD|WATCH a b|UNWATCH|DBSIZE|FLUSHDB SYNC|FLUSHALL
KEYS a*[^b-c]\\d?|SCAN 0|SCAN 5 MATCH a* COUNT 3 TYPE string|RENAME a b|RENAMENX a b
COPY a b DB 0 REPLACE|HELLO|HELLO 3|HELLO 2 SETNAME x|HELLO 3 AUTH a b|HELLO 3 AUTH a b SETNAME x
HELLO 3 AUTH a|AUTH a b|EVAL t 1 k v 5 0|EVALSHA t 1 k v 5 0|SCRIPT LOAD t|SCRIPT EXISTS a b|SCRIPT FLUSH|SCRIPT KILL
EVAL_RO t 1 k|EVALSHA_RO t 0|EVAL t 2 k l v|EVAL t 0
HSET h f v a 1|HSET h f|HMSET h a b|HSETNX h f v|HGET h a|HMGET h a k 1|HGETALL h|HKEYS h|HVALS h|HLEN h|HDEL h a k
HEXISTS h a
HSTRLEN h a|HINCRBY h 1 5|HINCRBY h a -9223372036854775808|HINCRBYFLOAT h 1 0.5|HSCAN h 0 MATCH a* COUNT 5
HRANDFIELD h|HRANDFIELD h 3 WITHVALUES|HRANDFIELD h -20
LPUSH l a 1|RPUSH l a|LPUSHX l a|RPUSHX l a|LPOP l|RPOP l|LPOP l 2|RPOP l 3|LLEN l|LINDEX l -1|LRANGE l 0 -1
LTRIM l 1 -2|LSET l 0 x|LREM l -1 a|LREM l 0 1|LINSERT l AFTER a x|SADD s a b 1|SREM s a 1|SISMEMBER s a
SMISMEMBER s a b|SMEMBERS s|SCARD s|SPOP s|SPOP s 3|SRANDMEMBER s|SRANDMEMBER s -5|SMOVE s t a|SSCAN s 0
LMOVE l m LEFT RIGHT|LMOVE l l RIGHT LEFT|RPOPLPUSH l m|BLPOP l m 0|BRPOP l 0.5|BLMOVE l m RIGHT LEFT 0|BRPOPLPUSH l m 1
ZADD z 1 a 2 b|ZADD z NX CH 1 a|ZADD z XX GT 1 a|ZADD z LT INCR 1 a|ZADD z 1 a b|ZINCRBY z 1 a|ZREM z a b|ZSCORE z a
ZMSCORE z a b|ZCARD z|ZRANK z a|ZREVRANK z a|ZCOUNT z (1 5|ZLEXCOUNT z - [b|ZRANGE z 0 -1|ZREVRANGE z 0 2 WITHSCORES
ZRANGE z 1 5 BYSCORE LIMIT 0 2 WITHSCORES|ZRANGE z [b [a BYLEX REV|ZRANGEBYSCORE z 1 5|ZREVRANGEBYSCORE z 5 (1 LIMIT 1 1
ZRANGEBYLEX z - + LIMIT 1 1|ZREVRANGEBYLEX z [b -|ZREMRANGEBYRANK z 0 1|ZREMRANGEBYSCORE z 1 (5|ZREMRANGEBYLEX z (a +
SINTERCARD 2 s t LIMIT 1|SINTERCARD 3 s t|LMPOP 2 l m LEFT COUNT 2|LMPOP 1 l RIGHT|BLMPOP 0 2 l m LEFT
BLMPOP 1 1 l RIGHT COUNT 1|ZMPOP 2 z y MIN|ZMPOP 1 z MAX COUNT 3
BZMPOP 0 1 z MIN COUNT 2|LPOS l a|LPOS l a RANK -1 COUNT 0 MAXLEN 5|RANDOMKEY
ZRANDMEMBER z|ZRANDMEMBER z -5 WITHSCORES|ZRANDMEMBER z 2
ZUNION 2 z y WITHSCORES|ZINTER 2 z s WEIGHTS 2 0.5 AGGREGATE MAX|ZDIFF 2 z y|ZINTERCARD 2 z y LIMIT 1
ZUNIONSTORE d 2 z s AGGREGATE MIN|ZINTERSTORE z 2 z y WEIGHTS 1 2|ZDIFFSTORE d 2 z s|ZRANGESTORE d z 0 -1 REV
ZRANGESTORE d z 1 (5 BYSCORE LIMIT 0 2
ZPOPMIN z|ZPOPMAX z 2|BZPOPMIN z y 0|BZPOPMAX z 1|ZSCAN z 0 MATCH a*
XADD x * f v|XADD x 1-1 a b c d|XADD x NOMKSTREAM MAXLEN ~ 5 LIMIT 2 7-* f v|XADD x MINID = 3 9 f v|XLEN x|XDEL x 1 2-1
XTRIM x MAXLEN 2|XTRIM x MINID ~ 5-1 LIMIT 3|XSETID x 9-9 ENTRIESADDED 7 MAXDELETEDID 1-1|XRANGE x - +
XRANGE x (1-1 5 COUNT 2
XGROUP CREATE x g 0 MKSTREAM ENTRIESREAD 5|XGROUP CREATE x a $|XGROUP SETID x g 1-1|XGROUP DESTROY x h
XGROUP CREATECONSUMER x g b|XGROUP DELCONSUMER x g c|XACK x g 1-0 1-2 1-4|XPENDING x g|XPENDING x h - + 5 cd
XREADGROUP GROUP g c STREAMS x >|XREADGROUP GROUP h new COUNT 2 NOACK STREAMS x y > >|XPENDING x g IDLE 1 (1-1 2 3
XREADGROUP GROUP g cd BLOCK 5 STREAMS x y 0 1-3|XREADGROUP GROUP g e BLOCK 0 STREAMS x >|XINFO GROUPS x
XCLAIM x g e 0 1-0 1-1 1-2 2-9 FORCE IDLE 5 RETRYCOUNT 2|XCLAIM x h c 5 1-2 JUSTID TIME 1 LASTID 2-2
XAUTOCLAIM x g e 0 0 COUNT 3|XAUTOCLAIM x h c 1 (1-1 JUSTID|XINFO STREAM x|XINFO STREAM x FULL COUNT 2
XINFO CONSUMERS x g|XREVRANGE x + - COUNT 3|XREAD STREAMS x y 0 $
XREAD COUNT 2 BLOCK 5 STREAMS x $|XREAD BLOCK 0 STREAMS x y 5-5 $
SINTER s t|SUNION s t u|SDIFF s t|SINTERSTORE d s t|SUNIONSTORE s s t|SDIFFSTORE d s t u
GET "a b"|SET a 'b c'|SET a "b|SET a ''""".replace("|", "\n").split("\n")
for i, line in enumerate(words):
    args = line.encode().split()
    array = b"*%d\r\n" % len(args) + b"".join(b"$%d\r\n%s\r\n" % (len(a), a) for a in args)
    open(f"{sys.argv[1]}/a{i}", "wb").write(b"\0\0" + array * 2)
    # By a user who may not use some keys: which, is a matter of their names.
    some = b"".join(b"".join([b"*%d\r\n" % len(args), b"$%d\r\n%s\r\n" % (len(args[0]), args[0])] + [
        b"$%d\r\n%s%c\r\n" % (len(a) + 1, a, c + j) for j, a in enumerate(args[1:])]) for c in range(65, 85))
    open(f"{sys.argv[1]}/u{i}", "wb").write(b"\0\1" + array + some)
    # To one of several servers.
    open(f"{sys.argv[1]}/s{i}", "wb").write(b"\0\x08" + array + some)
    open(f"{sys.argv[1]}/l{i}", "wb").write(b"\5\1" + line.encode() + b"\r\n" + array)
    together = line.encode() + b"\r\n" + array
    for mode in b"\0\x08":
        open(f"{sys.argv[1]}/t{i}.{mode}", "wb").write(b"\0%cMULTI\r\n" % mode + together + b"EXEC\r\n" + array)
END
fuzzer() {
  # With all sanitizers the compiler takes 22 s, with these one.
  local options=(-O1 -fsanitize=fuzzer,address,undefined)
  ! short || options=(-O0 -fsanitize=fuzzer,address)
  clang -g "${options[@]}" -fno-sanitize-recover=all -std=c11 -Wall -Wextra -Werror \
    -Imonitor/serve/gen tests/monitor/serve/fuzz.c monitor/serve/gen/serve.c -o "$work/fuzz"
}
ok "it is built" fuzzer
run() {
  "$work/fuzz" -runs="$1" -seed="${FUZZ_SEED:-1}" -max_len=4000 -artifact_prefix="$work/" -rss_limit_mb=4000 \
    "$work/corpus"
}
inputs=${FUZZ_N:-$(sized 20000 60000)}
ok "$inputs inputs: no trap, no end without one" run "$inputs"
long() { # SIZE: values and commands at the limits, which random bytes do not reach
  python3 - "$1" >"$work/long" <<'END'
import sys
n = int(sys.argv[1])
v = b"$%d\r\n%s\r\n" % (n, b"v" * n)
commands = b"*3\r\n$3\r\nSET\r\n$1\r\nk\r\n" + v + b"*2\r\n$4\r\nECHO\r\n" + v + b"*2\r\n$4\r\nMGET\r\n" + v
sys.stdout.buffer.write(b"\0\0" + 3 * commands)
END
  "$work/fuzz" "$work/long"
}
# The other parser, of a server that stands by (--standby).
standby() {
  local folder includes=()
  for folder in . serve host signed store gen serve/gen; do includes+=(-Imonitor/$folder); done
  mkdir "$work/standing"
  printf '\0\3*2\r\n$4\r\nauth\r\n$6\r\nsecret\r\n*1\r\n$4\r\nping\r\n*1\r\n$4\r\ninfo\r\n' >"$work/standing/a"
  printf '\1\2PING\r\nROLE\r\n*1\r\n$4\r\nquit\r\nget a\r\nHELLO 3\r\n' >"$work/standing/b"
  clang -g -O1 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all -std=c11 -Wall -Wextra -Werror \
    "${includes[@]}" -Iruntime tests/monitor/serve/fuzz_standby.c -lcrypto -o "$work/fuzz_standby" &&
    "$work/fuzz_standby" -runs="$1" -seed="${FUZZ_SEED:-1}" -max_len=6000 -artifact_prefix="$work/" "$work/standing"
}
ok "a server that stands by, $inputs inputs" standby "$inputs"
# The file of --cluster.
cluster() {
  local folder includes=()
  for folder in . serve host store gen; do includes+=(-Imonitor/$folder); done
  mkdir "$work/clusters"
  printf 'a h:1 0-16383\n' >"$work/clusters/a"
  printf '# x\n\na 10.0.0.1:6379 0-5460\nb [::1]:2 5461-16000 16002-16383 \nc-1 a.b:65535 16001\n' >"$work/clusters/b"
  printf 'a h:1 0-1 1\r\nb h:1' >"$work/clusters/c"
  clang -g -O1 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all -std=c11 -Wall -Wextra -Werror \
    "${includes[@]}" -Iruntime tests/monitor/serve/fuzz_cluster.c -lcrypto -o "$work/fuzz_cluster" &&
    "$work/fuzz_cluster" -runs="$1" -seed="${FUZZ_SEED:-1}" -max_len=400 -artifact_prefix="$work/" "$work/clusters"
}
ok "the file of a cluster, $inputs inputs" cluster "$inputs"
for size in 16000 16384 65535 65536 1048576 4194200 4194304 4194305; do ok "values of $size bytes" long "$size"; done
done_testing
