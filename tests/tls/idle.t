#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# What docs/tls.md says of sizes and states, and what a connection costs that waits.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh
temporary_folder
page=docs/tls.md source=tls/clean/connection.fl
frame=$(bin/fairlead report --entry server $source | grep -oP 'frame: \K[0-9]+')
size=$(grep -oP 'FL_TLS_SERVER_SIZE = \K[0-9]+' tls/include/fairlead_tls.h)
ok "a connection has less than 900 bytes" test "$size" -lt 900
ok "the frame's size, and a connection's, are the page's" grep -q "$size bytes, $frame of them the frame" $page
is "nothing in it is a buffer: no field is larger than 600 bytes" "" \
  "$(bin/fairlead report --entry server $source | sed -n '/^coroutine server/,/^  lent/p' | awk '/\.\./ { split($1, a, /\.\./); if (a[2] - a[1] >= 600) print }')"
ok "the states of the handshake are the page's" \
  grep -q "$(bin/fairlead report tls/clean/handshake.fl | grep -oP 'states: \K[0-9]+') states" $page
is "four of them wait for a message" 4 "$(bin/fairlead graph tls/clean/handshake.fl | grep -c '^  at_.*: call exchange.read')"

openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout "$work/key.pem" -out "$work/cert.pem" -days 2 \
  -subj /CN=localhost 2>/dev/null
examples/tls/build "$work" gcc -O1
ok "300 connections that wait cost less than 2 KB of memory each" \
  python3 tests/tls/idle_test.py "$work/server" examples/http/site "$work/cert.pem" "$work/key.pem"
done_testing
