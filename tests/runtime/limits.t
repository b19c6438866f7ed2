#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# The limits and time-outs in docs/runtime.md are those of the sources.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh
page=docs/runtime.md
commas() { sed -E ':a; s/^([0-9]+)([0-9]{3})/\1,\2/; ta'; }
constant() { # FILE NAME: an enumerator of C or a constant of .fl, computed
  echo $(($(grep -oP "^(const $2: \w+| +$2) = \K[0-9* <]+" "$1")))
}
field() { # SERVER NAME: of what its main starts with
  grep -oP "\.$2 = \K\w+" "examples/$1/main.c" | head -1
}
row() { # what a row of the page begins with
  grep -qF "$1" "$page" || { echo "no row that begins: $1"; return 1; }
}
loop() { constant runtime/fl_inside.h "$1"; }
ok "lingering" row "| lingering | $(loop LINGER_MS | commas) ms, $(loop LINGER_BYTES | commas) bytes |"
ok "the last second of a shutdown is lingering's" row "| a shutdown, for what has begun | | \`limits.grace_ms\` | \`FL_EXPIRED\` to all that await input; after another $(loop LINGER_MS | commas) ms"
is "64 KiB of progress" 65536 "$(loop SEND_PROGRESS)"
ok "trying again to accept" row "| no descriptors, or no memory for a connection | $(loop ACCEPT_AGAIN_MS) ms |"
ok "accepted in one turn" row "| accepted in one turn | $(loop ACCEPTS_PER_TURN) |"
ok "late deadlines" row "| how late a deadline may pass | $(grep -oP 'FL_TIMER_TICK_MS \K[0-9]+' runtime/fl_timer.h) ms |"

servers() { # NAME FIELD
  row "| $1 | $(field http "$2") | $(field tls "$2") | $(field memcached "$2") |"
}
ok "connections" servers '`--connections`' connections
ok "time-out" servers '`--timeout`, ms' timeout_ms
ok "sending" servers 'for 64 KiB to be taken, ms' send_timeout_ms
ok "grace" servers 'grace, ms' grace_ms
ok "handshakes" row "| \`--handshake-timeout\`, ms | | $(field tls handshake_ms) | |"
# A driver's limit may name constants of its program, as the header does: FL_lines_HEAD_MAX is HEAD_MAX of lines.fl.
computed() { # SERVER EXPRESSION
  local text=$2 name file
  for name in $(grep -oE 'FL_[a-z]+_[A-Z_]+' <<<"$2"); do
    file=${name#FL_}
    text=${text//$name/$(constant "examples/$1/${file%%_*}.fl" "${file#*_}")}
  done
  echo $((text))
}
http_input=$(computed http "$(grep -oP '\.input = \K[^,]+' examples/http/main.c)")
tls_input=$(grep -oP 'FL_TLS_INPUT = \K[0-9]+' tls/include/fairlead_tls.h)
ok "and the example's is the library's" grep -q 'input = FL_TLS_INPUT' examples/tls/main.c
memcached_input=$(computed memcached "$(grep -oP '\bINPUT = \K[^}]+' examples/memcached/main.c)")
ok "input" row "| input kept, bytes | $http_input | $tls_input | $memcached_input |"

http=examples/http tls=tls/clean memcached=examples/memcached
ok "HTTP's lines, heads and fields" row "| HTTP, a line; a head; its fields | $(constant $http/lines.fl LINE_MAX) bytes; $(constant $http/lines.fl HEAD_MAX) bytes; $(constant $http/request.fl MAX_FIELDS) |"
ok "HTTP's paths and bodies" row "| HTTP, a path; a body that is read past | $(constant $http/http.fl PATH_MAX) bytes; $(constant $http/body.fl BODY_MAX) bytes |"
most() { grep -oP "^    (.*, )?$1 => (\d+ \+ )?\K\d+" $tls/messages.fl; }
ok "TLS messages" row "| TLS, messages with extensions; CertificateVerify; Finished, KeyUpdate | \
$(most NEW_SESSION_TICKET) bytes; $((4 + $(most CERTIFICATE_VERIFY))) bytes; $(most else) bytes |"
ok "early data" row "| TLS, early data that is passed over | $(constant $tls/records.fl MOST_EARLY) bytes |"
ok "what brings nothing" row "| TLS, records that bring nothing; messages without data between, after the handshake | \
$(constant $tls/records.fl MOST_IDLE); $(constant $tls/exchange.fl MOST_EMPTY) |"
ok "records with one key" row "| TLS, records written with one key | $(constant $tls/exchange.fl MOST_RECORDS) |"
ok "certificates" row "| TLS, a certificate chain | $(constant $tls/messages.fl CERTIFICATES_MOST) bytes |"
ok "memcached" row "| memcached, a line; a key; a value | $(constant $memcached/stream.fl LINE_MAX) bytes; $(constant $memcached/commands.fl KEY_MAX) bytes; $(constant $memcached/commands.fl VALUE_MAX) bytes |"
done_testing
