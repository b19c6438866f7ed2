#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick, longer in all
# libfairlead-tls as a client (tests/tls/dial.c, and examples/tls/fetch.c): of openssl s_server with each suite, group
# and kind of key, resumed and not, of our own server, and of servers that lie (tests/tls/lies_test.py); and both sides
# under applications that call their functions in any order (tests/tls/any_order.c).
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tls/common.sh
authority
name=subjectAltName=DNS:localhost,IP:127.0.0.1
ec=(ec -pkeyopt ec_paramgen_curve:prime256v1)
signed good subjectAltName=DNS:localhost 2 "${ec[@]}"
signed address $name 2 "${ec[@]}"
signed expired $name -1 "${ec[@]}"
signed elsewhere "subjectAltName=DNS:elsewhere.test,DNS:*.wild.test" 2 "${ec[@]}"
signed for_clients "$name\nextendedKeyUsage=clientAuth" 2 "${ec[@]}"
signed rsa $name 2 rsa:2048
signed encrypts "$name\nkeyUsage=keyEncipherment" 2 rsa:2048
signed p384 $name 2 ec -pkeyopt ec_paramgen_curve:secp384r1
signed p521 $name 2 ec -pkeyopt ec_paramgen_curve:secp521r1
signed ed25519 $name 2 ed25519
signed ed448 $name 2 ed448
openssl req -x509 "-newkey" "${ec[@]}" -nodes -days 9 -subj "/CN=localhost" -addext $name -keyout "$work/own.key" \
  -out "$work/own.pem" 2>/dev/null
mkdir "$work/include"
ln -s "$PWD/tls/include" "$work/include/fairlead"
sanitized_library
for source in tests/tls/{dial,unasked,any_order,misuse,shared,last_bytes}.c examples/tls/fetch.c; do
  ok "$source compiles" gcc "${sanitized_flags[@]}" -I"$work/include" "$source" "${library[@]}" -lcrypto \
    -o "$work/$(basename "$source" .c)"
done

is "answers that nobody asked for are told nothing of a handshake" "" \
  "$("$work/unasked" "$work/good.pem" "$work/good.key" 2>&1)"
is "nor is a program that gets something wrong believed, or left in silence" "" \
  "$("$work/misuse" "$work/own.pem" "$work/own.key" 2>&1)"
is "nor what is another connection's given to one that shares its output" "" \
  "$("$work/shared" "$work/own.pem" "$work/own.key" 2>&1)"
ok "nor is anything false told to applications that call in any order" \
  "$work/any_order" "$work/own.pem" "$work/own.key" 1 "$(if short; then echo 200; else echo 1000; fi)"
is "what comes together with its end is told before the end" "" \
  "$("$work/last_bytes" "$work/own.pem" "$work/own.key" 2>&1)"

# server KEY OPTIONS...: an openssl s_server that says what it had to say in an answer to a request, and its port
openssl_server() { exec openssl s_server -accept 0 "$@" 2>&1; }
server() {
  start_server "$work/log" ACCEPT openssl_server -cert "$work/$1.pem" -key "$work/$1.key" -www "${@:2}"
  pids+=("$started")
  port=$(grep -oP 'ACCEPT .*:\K[0-9]+' "$work/log")
}
request=$'GET / HTTP/1.0\r\n\r\n'
dial() {
  timeout 60 "$work/dial" "$port" "${host:-localhost}" --authorities "$work/ca.pem" --send "$request" "$@" 2>&1 || true
}
for suite in 1301:TLS_AES_128_GCM_SHA256 1302:TLS_AES_256_GCM_SHA384 1303:TLS_CHACHA20_POLY1305_SHA256; do
  for group in X25519 P-256 P-384 P-521 X448; do
    if lacks "$group"; then continue; fi
    if short && [ "$group" != X25519 ] && [ "${suite%:*}" != 1301 ]; then continue; fi
    server good -ciphersuites "${suite#*:}" -groups "$group"
    rm -f "$work/session"
    ok "${suite#*:}, $group" has "$(dial --session "$work/session")" "^established ${suite%:*} verified" '^closed' \
      "${suite#*:}"
    ok "and resumed" has "$(dial --session "$work/session")" "^established ${suite%:*} resumed" '^closed'
  done
done
for key in rsa p384 p521 ed25519 ed448 address; do
  server "$key"
  ok "a certificate of $key" has "$(dial)" '^established 1301 verified' '^closed'
done
ok "by its address" has "$(host=127.0.0.1 dial)" '^established 1301 verified' '^closed'
ok "but not by another" has "$(host=127.0.0.2 dial)" '^failed 42'
server elsewhere
ok "by a name with a star" has "$(host=any.wild.test dial)" '^established 1301 verified' '^closed'
ok "which is one part of a name" has "$(host=any.more.wild.test dial)" '^failed 42'
ok "not by another name" has "$(dial)" '^failed 42'
ok "and not in capitals that differ" has "$(host=ELSEWHERE.test dial)" '^established 1301 verified'
server expired
ok "expired" has "$(dial)" '^failed 45'
server for_clients
ok "for clients" has "$(dial)" '^failed 43'
server encrypts
ok "of a key that may not sign" has "$(dial)" '^failed 43'
server own
ok "of an authority that nobody knows" has "$(dial)" '^failed 48'
server good
is "whoever has nobody to believe believes nobody" "failed 80" "$("$work/dial" "$port" localhost --send x 2>&1 || true)"
ok "byte by byte" has "$(dial --bytes 1)" '^established 1301 verified' '^closed'
ok "fetch" has "$(timeout 60 "$work/fetch" localhost "$port" / "$work/ca.pem")" TLS_AES_128_GCM_SHA256
is "fetch, of whom it does not believe" 1 \
  "$(timeout 60 "$work/fetch" 127.0.0.1 "$port" / "$work/ca.pem" >/dev/null 2>&1; echo $?)"
server good -tls1_2
ok "TLS 1.2 is refused" has "$(dial)" '^failed 70|^alerted 70'
server good -alpn h3,h2
ok "ALPN" has "$(dial --alpn http/1.1 --alpn h2)" '^established 1301 verified h2'
server good -Verify 1 -verify_return_error -CAfile "$work/ca.pem"
for key in for_clients rsa p384 ed25519; do
  if lacks "$key"; then continue; fi
  ok "who we are: $key" has "$(dial --certificate "$work/$key.pem" --key "$work/$key.key")" '^established' '^closed' \
    "CN=$key"
done
ok "who we are not" has "$(dial)" '^alerted 116'
# -www does not say what it exports, nor goes it on with keys of later
type_in() { # COMMAND...: to a server that has shaken hands, one at a time
  for _ in $(seq 1200); do grep -q 'CIPHER is' "$work/log" && break; sleep 0.05; done
  for command; do sleep 1; echo "$command"; done
}
typing_server() { openssl_server "$@" < <(type_in k K after Q); }
start_server "$work/log" ACCEPT typing_server -cert "$work/good.pem" -key "$work/good.key" \
  -keymatexport EXPORTER-test -keymatexportlen 100 -keylogfile "$work/server.keys"
pids+=("$started")
port=$(grep -oP 'ACCEPT .*:\K[0-9]+' "$work/log")
said=$(dial --export EXPORTER-test --key-log "$work/client.keys")
wait "${pids[-1]}" || true # it writes what it has exported when it ends, at the latest
is "what is exported" "$(grep -oP 'Keying material: \K.*' "$work/log")" "$(grep -oE '^[0-9A-F]{200}$' <<<"$said")"
ok "data after KeyUpdates" has "$said" '^after'
is "two of them" 2 "$(grep -c 'SSL_do_handshake -> 1' "$work/log")"
is "the key log is the server's" "$(grep -vE '^#|_TRAFFIC_SECRET_N ' "$work/server.keys" | sort)" \
  "$(sort "$work/client.keys")"

# Our server: what is large, and tickets
cp -r examples/http/site "$work/site"
head -c 3000000 /dev/urandom >"$work/site/large.bin"
sanitized_server
ours=("$work/server" --root "$work/site" --certificate "$work/good.pem" --key "$work/good.key" --port 0)
start_server "$work/ours" : "${ours[@]}" --authorities "$work/ca.pem" --clients asked
pids+=("$started")
start_server "$work/tickets" : "${ours[@]}"
pids+=("$started")
port=$(sed 's/.*://' "$work/ours")
request=$'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
ok "our server, which asks who we are" has "$(dial --certificate "$work/rsa.pem" --key "$work/rsa.key")" \
  'It runs true' '^closed'
ok "in vain" has "$(dial)" 'It runs true' '^closed'
port=$(sed 's/.*://' "$work/tickets")
rm -f "$work/session"
ok "its ticket" has "$(dial --session "$work/session")" '^established 1301 verified' 'It runs true'
ok "goes on" has "$(dial --session "$work/session")" '^established 1301 resumed' 'It runs true' '^closed'
timeout 60 "$work/fetch" localhost "$port" /large.bin "$work/ca.pem" | tail -c 3000000 >"$work/got" || true
ok "3 MB" cmp "$work/got" "$work/site/large.bin"

python3 tests/tls/lies_test.py "$work/dial" "$work" >"$work/lies" || true
awk -v n="$tap_count" '/^(not )?ok [0-9]+/ { sub(/ok [0-9]+/, "ok " ++n) } /^1\.\./ { next } { print }' "$work/lies"
tap_failed=$((tap_failed + $(grep -c '^not ok' "$work/lies" || true)))
tap_count=$((tap_count + $(grep -cE '^(not )?ok' "$work/lies")))
grep -q '^1\.\.' "$work/lies" || tap_result 1 "lies_test.py came to its end"
done_testing
