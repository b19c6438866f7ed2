#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# The example seeder: what it refuses; peers that do what they should not, under sanitizers and with little memory; many
# clients. With the clients that people use: seeder_clients.t.
. "$(dirname "$0")/programs.sh"
root=$PWD
here=$root/tests/threads/seeder
python3 "$here/torrents.py" "$work"
hash=$(<"$work/good.hash")

build() { "$root/examples/threads/seeder/build" "$@"; }
sanitizers=(-O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all)
ok "the seeder compiles" build "$work/plain"
sanitized_runtime gcc "${sanitizers[@]}"
mv "$work/runtime.a" "$work/sanitized.a"
ok "under sanitizers" build "$work/asan" "${sanitizers[@]}" "$work/sanitized.a"
ok "in erased mode" build "$work/erased" --erased -O1
cd "$work"
lines=$(sed -n '/^cps struct torrent \*handshake/,/^}/p' "$root/examples/threads/seeder/handshake.c" | wc -l)
ok "a handshake is less than fifty lines" test "$lines" -gt 5 -a "$lines" -lt 50

# ---- usage, and what is wrong with torrents
seeder=$work/asan/seeder
status() { local s=0; "$@" >said 2>&1 || s=$?; echo "$s"; }
is "--help" "0 usage: seeder [OPTION...] FILE.torrent..." "$(status "$seeder" --help) $(head -1 said)"
for wrong in "" "--port x good.torrent" "--port 65536 good.torrent" "--peers 0 good.torrent" "--turn 0 good.torrent" \
  "--turn nan good.torrent" "--idle 10 good.torrent" "--peers -1 good.torrent" "--what good.torrent" "--turn"; do
  # shellcheck disable=SC2086
  is "usage: seeder $wrong" "2 1" "$(status "$seeder" $wrong) $(grep -c '^usage: ' said)"
done
for says in wrong/*.says; do
  torrent=${says%.says}
  is "$torrent" "1 $(<"$says")" \
    "$(status "$seeder" --data data --no-announce --port 0 "$torrent") $(grep -oF "$(<"$says")" said || cat said)"
done
is "a torrent that is not there" "1 absent.torrent: No such file or directory" \
  "$(status "$seeder" absent.torrent) $(<said)"
is "a folder" "1 data: not a torrent" "$(status "$seeder" data) $(<said)"
cp good.torrent again.torrent
is "a torrent twice" "1 seeder: again.torrent: the same torrent as good.torrent" \
  "$(status "$seeder" --data data good.torrent again.torrent) $(<said)"
is "more peers than descriptors" "1 seeder: 100000 peers need 100064 descriptors, 1000 are allowed" \
  "$(ulimit -n 1000; status "$seeder" --data data --peers 100000 good.torrent) $(<said)"
is "an address that there is not" "1 seeder: 192.0.2.1, port 7002: Cannot assign requested address" \
  "$(status "$seeder" --data data --address 192.0.2.1 --port 7002 good.torrent) $(grep ^seeder said)"

# ---- a seeder that runs
pid=
trap 'if [ -n "$pid" ]; then kill "$pid" 2>/dev/null || true; fi; rm -rf "$work"' EXIT
start() { # COMMAND...: sets pid and port
  "$@" --data data --port 0 good.torrent many.torrent >log 2>errors &
  pid=$!
  port=
  for _ in $(seq 200); do
    port=$(sed -n 's/^seeder: listening on port //p' log)
    if [ -n "$port" ]; then return; fi
    sleep 0.1
  done
  sed 's/^/# /' errors
}
ends() { # NAME: without an error, and with nothing said on standard error
  local s=0
  kill "$pid"
  wait "$pid" || s=$?
  pid=
  is "$1" "0 " "$s $(head -20 errors)"
}

start "$seeder" --address 127.0.0.1
is "trackers that cannot be had are named; it goes on" "seeder: many: udp://127.0.0.1:9: Unsupported protocol" \
  "$(for _ in $(seq 50); do if grep -m1 '^seeder: many: udp' errors; then break; fi; sleep 0.1; done)"
is "one client, one file" "0 finished 1, failed 0, wrong pieces 0, bytes 3000001" \
  "$(status plain/swarm good.torrent 127.0.0.1 "$port") $(grep -o '^.*bytes [0-9]*' said)"
is "one client, many files" "0 finished 1, failed 0, wrong pieces 0, bytes 161852" \
  "$(status plain/swarm many.torrent 127.0.0.1 "$port") $(grep -o '^.*bytes [0-9]*' said)"
kill -USR1 "$pid"
is "SIGUSR1" "connections 0, peers 0, interested 0, served 0, sent 3161853 bytes" \
  "$(for _ in $(seq 50); do if grep -o '^connections.* bytes,' log | sed 's/,$//'; then break; fi; sleep 0.1; done)"
truncate -s 2000000 data/one.bin
is "a file that was cut short harms its readers alone" "1" "$(status plain/swarm good.torrent 127.0.0.1 "$port")"
is "and is spoken of" "seeder: one.bin: piece N cannot be read any more" \
  "$(sed -n 's/piece [0-9]*/piece N/p' errors | grep -m1 'read any more')"
is "the others go on" "0" "$(status plain/swarm --clients 3 many.torrent 127.0.0.1 "$port")"
grep -v '^seeder: ' errors >others || true
mv others errors
ends "it ends without an error"
python3 "$here/torrents.py" "$work"

# ---- peers that do what they should not: harm nobody, also where every access to memory is looked at, also in 32 MB
expected="a handshake that is garbage: closed
another protocol: closed
a torrent that nobody has: closed
half a handshake: closed
a handshake without an end: closed
no handshake: closed
a message of 4 GiB: closed
a request of 4 GiB: closed
a message of 16 KiB of a kind that we don't know: closed
a request that is too short: closed
a request that is too long: closed
interest with a body: closed
a block that nobody asked for: closed
a bitfield of another torrent: closed
a piece that there is not: closed
piece 2^32 - 1: closed
nothing: closed
more than a block: closed
beyond a piece: closed
beyond 2^32: closed
beyond the last piece: closed
one idle: closed
one byte at a time: served
a thousand requests before its turn: served
cancelled requests: served
messages that we don't know: served
interest and none: served
slow readers, floods of requests: served
random messages: served
half-open connections: served
all places taken: served"
limited=(prlimit --data=33554432 --stack=262144)
hostile() { # WAY COMMAND...: in a folder of its own, beside the others
  local way=$1 pid= port= errors=0
  shift
  mkdir "$way.run"
  cd "$way.run"
  ln -s ../data ../good.torrent ../many.torrent .
  start "$@" --no-announce --peers 200 --handshake 1 --turn 0.2 --idle 3
  python3 "$here/hostile.py" "$port" "$hash" 92 32768 >said 2>&1 || true
  "$work/plain/swarm" --clients 30 --pieces 5 good.torrent 127.0.0.1 "$port" >after 2>&1 || true
  kill "$pid"
  wait "$pid" || errors=$?
  echo "$errors" >status
}
hostile asan "$work/asan/seeder" &
ways=($!)
hostile erased "$work/erased/seeder" &
ways+=($!)
hostile plain "${limited[@]}" "$work/plain/seeder" &
ways+=($!)
wait "${ways[@]}"
for way in asan erased plain; do
  is "hostile peers, $way" "$expected" "$(<$way.run/said)"
  is "then a swarm, $way" "finished 30, failed 0, wrong pieces 0" "$(grep -o 'finished.*pieces [0-9]*' $way.run/after)"
  is "it ends without an error, $way" "0 " "$(<$way.run/status) $(<$way.run/errors)"
done

# ---- a thousand clients, in turn, with 32 MB of data: stacks, heap, and what the libraries have
start "${limited[@]}" "$work/plain/seeder" --no-announce --turn 0.1 --idle 60 --peers 1100
is "a thousand clients" 0 "$(status plain/swarm --clients 1000 --pieces 3 good.torrent 127.0.0.1 "$port")"
is "all have what they should" "finished 1000, failed 0, wrong pieces 0" "$(grep -o 'finished.*pieces [0-9]*' said)"
ends "nothing is left of them"
done_testing
