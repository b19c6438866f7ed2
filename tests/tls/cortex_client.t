#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: all: an emulator of a board, and mbedTLS's sources, which are fetched
# libfairlead-tls's client on a Cortex-M3 without an operating system (examples/tls/cortex-m): of openssl s_server with
# each suite, group and kind of key that it has, resumed and not; whom it does not believe; and the servers that lie
# (tests/tls/lies_test.py).
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tls/common.sh
board_programs
export CLIENT_ELF=$work/client.elf TOOK=$work/took PROVIDER=mbedtls
authority
name=subjectAltName=DNS:localhost
ec=(ec -pkeyopt ec_paramgen_curve:prime256v1)
signed good $name 2 "${ec[@]}"
signed expired $name -1 "${ec[@]}"
signed elsewhere subjectAltName=DNS:elsewhere.test 2 "${ec[@]}"
signed for_clients "$name\nextendedKeyUsage=clientAuth" 2 "${ec[@]}"
signed agrees "$name\nkeyUsage=keyAgreement" 2 "${ec[@]}"
signed rsa $name 2 rsa:2048
signed p384 $name 2 ec -pkeyopt ec_paramgen_curve:secp384r1
openssl req -x509 -newkey "${ec[@]}" -nodes -days 9 -subj "/CN=localhost" -addext $name -keyout "$work/own.key" \
  -out "$work/own.pem" 2>/dev/null
openssl_server() { exec openssl s_server -accept 0 "$@" 2>&1; }
server() { # KEY OPTIONS...: its port
  start_server "$work/log" ACCEPT openssl_server -cert "$work/$1.pem" -key "$work/$1.key" -www "${@:2}"
  pids+=("$started")
  port=$(grep -oP 'ACCEPT .*:\K[0-9]+' "$work/log")
}
request=$'GET / HTTP/1.0\r\n\r\n'
dial() { # OPTIONS: what it says; the later of two is taken
  timeout 120 tests/tls/board_dial "$port" "${host-localhost}" --authorities "$work/ca.pem" --send "$request" \
    "$@" 2>&1 || true
}
# It sends a share of X25519: the others are HelloRetryRequests.
for suite in 1301:TLS_AES_128_GCM_SHA256 1302:TLS_AES_256_GCM_SHA384 1303:TLS_CHACHA20_POLY1305_SHA256; do
  for group in X25519 P-256 P-384; do
    server good -ciphersuites "${suite#*:}" -groups "$group"
    rm -f "$work/session"
    ok "${suite#*:}, $group" has "$(dial --session "$work/session")" "^established ${suite%:*} verified" '^closed' \
      "New, TLSv1.3, Cipher is ${suite#*:}"
    ok "and resumed" has "$(dial --session "$work/session")" "^established ${suite%:*} resumed" '^closed' \
      "Reused, TLSv1.3, Cipher is ${suite#*:}"
  done
done
head -c 200 "$work/session" >"$work/cut" # the last one's: its server is there still
ok "a session that was cut counts for nothing" has "$(dial --session "$work/cut")" \
  '^established 1303 verified' '^closed'
ok "nor does another host's" has "$(host=elsewhere.test dial --session "$work/session")" '^failed 42'
server p384
ok "a certificate of P-384" has "$(dial)" '^established 1301 verified' '^closed'
server own
ok "of an authority that it does not know" has "$(dial)" '^failed 48'
ok "which it is told to believe" has "$(dial --authorities "$work/own.pem")" \
  '^established 1301 verified' '^closed'
server expired
ok "expired" has "$(dial)" '^failed 45'
server elsewhere
ok "of another host" has "$(dial)" '^failed 42'
server for_clients
ok "for clients" has "$(dial)" '^failed 43'
server agrees
ok "of a key that may not sign" has "$(dial)" '^failed 43'
server rsa
ok "of RSA, which is not built in" has "$(dial)" '^failed 42'
server good -tls1_2
ok "TLS 1.2" has "$(dial)" '^failed 70|^alerted 70'
server good -groups X448
ok "no group in common" has "$(dial)" '^alerted 40'
server good
ok "who wants no host believes nobody" has "$(host='' dial)" '^failed 80'
is "without an authority there is no connection" "no authority.der and request here" \
  "$(timeout 120 tests/tls/board_dial "$port" localhost 2>&1 || true)"
server good -alpn h3,h2
ok "ALPN" has "$(dial --alpn h2)" '^established 1301 verified h2' '^closed'
server good -Verify 1 -verify_return_error -CAfile "$work/ca.pem"
ok "a server that wants to know who it is" has "$(dial)" '^alerted 116'

python3 tests/tls/lies_test.py tests/tls/board_dial "$work" >"$work/lies" || true
awk -v n="$tap_count" '/^(not )?ok [0-9]+/ { sub(/ok [0-9]+/, "ok " ++n) } /^1\.\./ { next } { print }' "$work/lies"
tap_failed=$((tap_failed + $(grep -c '^not ok' "$work/lies" || true)))
tap_count=$((tap_count + $(grep -cE '^(not )?ok' "$work/lies")))
grep -q '^1\.\.' "$work/lies" || tap_result 1 "lies_test.py came to its end"

# What it takes. Of RAM 8,388 bytes are the output, 16,896 the input, and 5,184 where files are read.
read -r text data bss _ < <(arm-none-eabi-size "$work/client.elf" | tail -1)
most() { grep -oP "$1 \K[0-9]+" "$work/took" | sort -n | tail -1; }
heap=$(most heap) stack=$(most stack)
echo "# flash $((text + data)), static $((data + bss)), heap $heap, stack $stack"
ok "at most 112,000 bytes of flash" test $((text + data)) -le 112000
ok "and 34,000 of static RAM" test $((data + bss)) -le 34000
ok "of RAM 20 KiB of heap and what is kept for the stack" test "$heap" -le 20480 -a "$stack" -le 20480
done_testing
