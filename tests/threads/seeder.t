#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# The example seeder, under sanitizers: usage, torrents that it refuses, what it serves, from memory and by io_uring.
# Peers that do what they should not: seeder_hostile.t. The clients that people use: seeder_clients.t.
. "$(dirname "$0")/seeder/common.sh"
ok "the seeder compiles" build plain
ok "under sanitizers" build_sanitized asan
lines=$(sed -n '/^cps struct torrent \*handshake/,/^}/p' "$root/examples/threads/seeder/handshake.c" | wc -l)
ok "a handshake is less than fifty lines" test "$lines" -gt 5 -a "$lines" -lt 50

# ---- usage, and what is wrong with torrents
seeder=$work/asan/seeder
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

start "$seeder" --address 127.0.0.1
is "trackers that cannot be had are named; it goes on" "seeder: many: udp://127.0.0.1:9: Unsupported protocol" \
  "$(await grep -m1 '^seeder: many: udp' errors)"
is "nothing is said that a terminal would obey" 0 "$(grep -c $'\033' errors || true)"
is "one client, one file" "0 finished 1, failed 0, wrong pieces 0, bytes 3000001" \
  "$(status plain/swarm good.torrent 127.0.0.1 "$port") $(grep -o '^.*bytes [0-9]*' said)"
is "one client, many files" "0 finished 1, failed 0, wrong pieces 0, bytes 161852" \
  "$(status plain/swarm many.torrent 127.0.0.1 "$port") $(grep -o '^.*bytes [0-9]*' said)"
figures() { # asks until it has noticed that the client is gone
  asked() {
    kill -USR1 "$pid"
    grep -q '^connections 0' log
  }
  await asked
  grep -o '^connections.* bytes,' log | tail -1 | sed 's/,$//'
}
is "SIGUSR1" "connections 0, peers 0, interested 0, served 0, sent 3161853 bytes" "$(figures)"
truncate -s 2000000 data/one.bin
is "a file that was cut short harms its readers alone" "1" "$(status plain/swarm good.torrent 127.0.0.1 "$port")"
is "and is spoken of" "seeder: one.bin: piece N cannot be read any more" \
  "$(sed -n 's/piece [0-9]*/piece N/p' errors | grep -m1 'read any more')"
is "the others go on" "0" "$(status plain/swarm --clients 3 many.torrent 127.0.0.1 "$port")"
ends "it ends without an error" '^seeder: '
python3 "$here/torrents.py" "$work"

uring=
start "$seeder" --no-announce --io-uring
if [ -n "$port" ]; then
  uring=uring
  for torrent in good many; do
    is "$torrent, by io_uring" 0 "$(status plain/swarm --clients 5 $torrent.torrent 127.0.0.1 "$port")"
  done
  truncate -s 2000000 data/one.bin
  is "a file that was cut short" "1" "$(status plain/swarm good.torrent 127.0.0.1 "$port")"
  is "is spoken of" "seeder: one.bin: piece N cannot be read any more" \
    "$(sed -n 's/piece [0-9]*/piece N/p' errors | grep -m1 'read any more')"
  : >errors
  ends "it ends without an error"
  python3 "$here/torrents.py" "$work"
else
  pid=
  ok "io_uring: the kernel has none for us # SKIP" grep -q '^seeder: io_uring: ' errors
fi
done_testing
