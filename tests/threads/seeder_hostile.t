#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: all: sanitizers
# The example seeder among peers that do what they should not: they harm nobody, where every access to memory is looked
# at, with stacks, by io_uring, and in 32 MB. And among a thousand that do what they should, in 32 MB.
. "$(dirname "$0")/seeder/common.sh"
hash=$(<good.hash)
ok "the seeder compiles" build plain
ok "under sanitizers" build_sanitized asan
ok "in erased mode" build erased --erased -O1

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
fifty, in turn: all served, few at a time
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
  start "$@" --no-announce --peers 200 --handshake 3 --turn 0.2 --idle 10
  python3 "$here/hostile.py" "$port" "$hash" 92 32768 >said 2>&1 || true
  "$work/plain/swarm" --clients 30 --pieces 5 good.torrent 127.0.0.1 "$port" >after 2>&1 || true
  kill "$pid"
  wait "$pid" || errors=$?
  echo "$errors" >status
}
start "$work/asan/seeder" --no-announce --io-uring
uring=${port:+uring}
if [ -n "$uring" ]; then ends "the kernel has io_uring for us"; fi
hostile asan "$work/asan/seeder" &
ways=($!)
hostile erased "$work/erased/seeder" &
ways+=($!)
hostile plain "${limited[@]}" "$work/plain/seeder" &
ways+=($!)
if [ -n "$uring" ]; then
  hostile uring "$work/asan/seeder" --io-uring &
  ways+=($!)
fi
wait "${ways[@]}"
for way in asan erased plain $uring; do
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
