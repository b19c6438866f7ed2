#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# What the TLS example's README says of sizes and states, and what a connection costs that waits.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh
temporary_folder
readme=examples/tls/README.md
frame=$(bin/fairlead report examples/tls/https.fl | grep -oP 'frame: \K[0-9]+')
ok "the frame's size is the README's" grep -q "and its frame, $frame bytes" "$readme"
is "nothing in it is a buffer: no field is larger than 512 bytes" "" \
  "$(bin/fairlead report --all examples/tls/https.fl | awk '/\.\./ { split($1, a, /\.\./); if (a[2] - a[1] >= 512) print }')"
ok "the states of the handshake are the README's" grep -q ": $(bin/fairlead report examples/tls/handshake.fl | grep -oP 'states: \K[0-9]+') states" "$readme"
is "three of them wait for a message" 3 "$(bin/fairlead graph examples/tls/handshake.fl | grep -c '^  at_.*: receive')"

openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout "$work/key.pem" -out "$work/cert.pem" -days 2 \
  -subj /CN=localhost 2>/dev/null
examples/tls/build "$work" gcc -O1
ok "300 connections that wait cost less than 2 KB of memory each" \
  python3 tests/tls/idle_test.py "$work/server" examples/http/site "$work/cert.pem" "$work/key.pem"
done_testing
