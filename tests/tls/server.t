#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick, longer in all: sanitized
# The HTTPS example, and libfairlead-tls in it, under sanitizers: against curl and openssl s_client, and then against
# tests/tls/client_test.py.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tls/common.sh
cp -r examples/http/site "$work/site"
head -c 300000 /dev/urandom >"$work/site/large.bin"
tests/tls/identity "$work"
sanitized_server

start_server "$work/log" : \
  "$work/server" --root "$work/site" --certificate "$work/cert.pem" --key "$work/key.pem" --port 0
server=$started
pids+=("$server")
port=$(sed 's/.*://' "$work/log")
fetch() { curl -sS --max-time 120 --resolve "localhost:$port:127.0.0.1" "$@"; }
ok "curl --tlsv1.3 -k" fetch --tlsv1.3 -k "https://localhost:$port/" -o "$work/page"
ok "the page is the file" cmp "$work/page" examples/http/site/index.html
ok "curl verifies the certificate" fetch --cacert "$work/cert.pem" "https://localhost:$port/" -o /dev/null
ok "curl, 300 KB twice on one connection" fetch --cacert "$work/cert.pem" "https://localhost:$port/large.bin" -o "$work/a" \
  --next -sS --resolve "localhost:$port:127.0.0.1" --cacert "$work/cert.pem" "https://localhost:$port/large.bin" -o "$work/b"
ok "the first is the file" cmp "$work/a" "$work/site/large.bin"
ok "and so is the second" cmp "$work/b" "$work/site/large.bin"
is "curl --tls-max 1.2 is refused" 35 "$(fetch --tls-max 1.2 -k "https://localhost:$port/" 2>/dev/null; echo $?)"

# openssl s_client OPTIONS..., with a request on its standard input
client() {
  (printf 'GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'; sleep "${PAUSE:-0.3}") |
    timeout 120 openssl s_client -connect "127.0.0.1:$port" -servername localhost -CAfile "$work/cert.pem" -ign_eof "$@" 2>&1
}
client >"$work/plain" || true
ok "s_client: TLS 1.3, our suite" grep -q 'New, TLSv1.3, Cipher is TLS_AES_128_GCM_SHA256' "$work/plain"
ok "s_client: the certificate verifies" grep -q 'Verify return code: 0 (ok)' "$work/plain"
ok "s_client: x25519" grep -q 'Server Temp Key: X25519, 253 bits' "$work/plain"
ok "s_client: ECDSA with SHA-256" grep -q 'Peer signing digest: SHA256' "$work/plain"
ok "s_client: the page" grep -q 'It runs true' "$work/plain"
ok "s_client: ended by close_notify" grep -q '^closed' "$work/plain"
client -groups ffdhe2048:X25519 -trace >"$work/retry" 2>&1 || true
ok "s_client, another group first: two ClientHellos" test "$(grep -c 'ClientHello, Length' "$work/retry")" = 2
ok "and then the page" grep -q 'It runs true' "$work/retry"
client -alpn http/1.1 >"$work/alpn" || true
ok "s_client: ALPN" grep -q 'ALPN protocol: http/1.1' "$work/alpn"
client -no_middlebox >"$work/nomb" || true
ok "s_client without middlebox compatibility" grep -q 'It runs true' "$work/nomb"
refused() { client "$@" | grep -oE 'alert number [0-9]+' || true; }
is "s_client: another group only" "alert number 40" "$(refused -groups ffdhe2048)"
is "s_client: CCM only" "alert number 40" "$(refused -ciphersuites TLS_AES_128_CCM_SHA256)"
is "s_client: TLS 1.2 only" "alert number 70" "$(refused -tls1_2)"
is "s_client: RSA signatures only" "alert number 40" "$(refused -sigalgs RSA-PSS+SHA256)"
is "s_client: another protocol" "alert number 120" "$(refused -alpn h2)"
# K asks for a KeyUpdate of the server too, k does not.
# Each word alone, when the one before has had its effect: s_client obeys the first of those that come together.
shown() { # PATTERN TIMES: waits until there are so many
  for _ in {1..1200}; do
    [ "$(grep -c "$1" "$work/update")" -lt "$2" ] || return 0
    sleep 0.05
  done
}
update() (
  trap '' PIPE
  mkfifo "$work/keys"
  timeout 120 openssl s_client -connect "127.0.0.1:$port" -CAfile "$work/cert.pem" <"$work/keys" >"$work/update" 2>&1 &
  exec 4>"$work/keys"
  shown 'Verify return code' 1
  echo k >&4
  shown KEYUPDATE 1
  echo K >&4
  shown KEYUPDATE 2
  printf 'GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n' >&4
  shown 'It runs true' 1
  exec 4>&-
  wait
)
update || true
ok "s_client: KeyUpdate both ways" grep -q 'It runs true' "$work/update"
is "s_client asked for two" 2 "$(grep -c 'KEYUPDATE' "$work/update")"

# What it does not start with.
openssl ecparam -name secp521r1 -genkey -noout -out "$work/p521.pem" 2>/dev/null

starts() { "$work/server" --root "$work/site" --certificate "$1" --key "$2" --port 0 2>&1 | sed "s|$work/||" || true; }
is "a key of another kind" "server: p521.pem: a key of a kind that is not used here: P-256, P-384, Ed25519 and RSA of \
2048 to 4096 bits are (openssl ecparam -name prime256v1 -genkey makes one)" \
  "$(starts "$work/cert.pem" "$work/p521.pem")"
is "a certificate of another key" "server: cert.pem:1: the first certificate is not of the key given" "$(starts "$work/cert.pem" "$work/other_key.pem")"
is "a key in place of a certificate" "server: key.pem: holds no certificate in PEM" "$(starts "$work/key.pem" "$work/key.pem")"
is "no key" "server: none.pem: cannot be opened: No such file or directory" "$(starts "$work/cert.pem" "$work/none.pem")"

kill -TERM "$server"
ended=0
wait "$server" || ended=$?
pids=()
is "SIGTERM ends it cleanly" 0 "$ended"
python3 tests/tls/client_test.py "$work/server" "$work/site" "$work/cert.pem" "$work/key.pem" >"$work/hostile" || true
# its cases follow ours
awk -v n="$tap_count" '/^(not )?ok [0-9]+/ { sub(/ok [0-9]+/, "ok " ++n) } /^1\.\./ { next } { print }' "$work/hostile"
tap_failed=$((tap_failed + $(grep -c '^not ok' "$work/hostile" || true)))
tap_count=$((tap_count + $(grep -cE '^(not )?ok' "$work/hostile")))
grep -q '^1\.\.' "$work/hostile" || tap_result 1 "client_test.py came to its end"
done_testing
