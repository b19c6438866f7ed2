#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: prove: it asks Coq
# The TLS server derived from theories/products/Tls: against curl, openssl s_client, Chromium, and wrong clients.
set -euo pipefail
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
server=
cleanup() {
  [ -z "$server" ] || kill "$server" 2>/dev/null || true
  rm -rf "$work"
}
trap cleanup EXIT
. tests/tap.sh

coq() {
  coqc -q -w none -R _build/theories/Derive Fairlead.Derive -R _build/theories/Tls Fairlead.Tls "$@"
}
ok "the pure parts on known bytes, the machine beside its program" \
  coq -o "$work/tls_machine.vo" tests/derive/tls_machine.v
ok "the driver is no longer than 100 lines" test "$(wc -l <examples/derive/tls/main.ml)" -le 100
ok "extraction and compilation" examples/derive/tls/build "$work"
[ -x "$work/server" ] || { done_testing; exit 1; }

# No code is written twice: each call of the source is one of the machine. (In the published server one resume became
# 72, three of hkdfExtract 49.)
source_calls() { grep -oE ":= $1 |\($1 " theories/products/Tls/Server.v | wc -l; }
machine_calls() { grep -oE "$1" "$work/tls_machine.ml" | wc -l; }
is "hkdf_extract: as often as in the source, 4 times" "4 4" \
  "$(source_calls hkdf_extract) $(machine_calls 'c\.hkdf_extract ')"
is "resume: as often as in the source, twice" "2 2" \
  "$(source_calls 'resume') $(machine_calls '\(match resumption_start ')"
is "aead_open is called in one place" 1 "$(machine_calls 'c\.aead_open ')"

identity() { # KEY CERTIFICATE KIND...
  openssl req -x509 -newkey "${@:3}" -nodes -keyout "$1" -out "$2" -days 2 -subj /CN=localhost \
    -addext subjectAltName=DNS:localhost 2>/dev/null
}
tests/tls/identity "$work"
cp examples/http/site/index.html "$work/page.html"

# serve CERTIFICATE KEY: sets server and port
serve() {
  [ -z "$server" ] || { kill "$server"; wait "$server" || true; }
  start_server "$work/log" : "$work/server" --certificate "$1" --key "$2" --page "$work/page.html" --port 0
  server=$started
  port=$(sed 's/.*://' "$work/log")
}
serve "$work/cert.pem" "$work/key.pem"
fetch() { curl -sS --max-time 120 --cacert "$work/cert.pem" --resolve "localhost:$port:127.0.0.1" "$@"; }
ok "curl" fetch "https://localhost:$port/" -o "$work/got"
ok "the page is the file" cmp "$work/got" "$work/page.html"
fetch -v -H 'Connection: close' "https://localhost:$port/" "https://localhost:$port/" -o "$work/got" \
  -o "$work/again" 2>"$work/curl" || true
ok "curl resumes its session on another connection" grep -q 're-using session ID' "$work/curl"
is "and then there is no second certificate" 1 "$(grep -c 'Certificate (11)' "$work/curl")"
ok "the page is the file again" cmp "$work/again" "$work/page.html"
is "curl --tls-max 1.2 is refused" 35 "$(fetch --tls-max 1.2 "https://localhost:$port/" 2>/dev/null; echo $?)"
is "another path" 404 "$(fetch -o /dev/null -w '%{http_code}' "https://localhost:$port/x")"
is "another method" 405 "$(fetch -d x -o /dev/null -w '%{http_code}' "https://localhost:$port/")"

client() { # OPTIONS...
  (printf 'GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'; sleep "${PAUSE:-0.3}") |
    timeout 120 openssl s_client -connect "127.0.0.1:$port" -servername localhost -CAfile "$work/cert.pem" \
      -ign_eof "$@" 2>&1
}
says() { # NAME PATTERN OPTIONS...
  local name=$1 pattern=$2
  shift 2
  client "$@" >"$work/said" || true
  ok "s_client: $name" grep -qE "$pattern" "$work/said"
}
says "the certificate verifies" 'Verify return code: 0 \(ok\)' -sess_out "$work/session"
ok "a ticket" grep -q 'New Session Ticket arrived' "$work/said"
ok "ended by close_notify" grep -q '^closed' "$work/said"
says "the session is resumed" '^Reused, TLSv1.3, Cipher is TLS_AES_128_GCM_SHA256' -sess_in "$work/session"
ok "with the page" grep -q 'It runs true' "$work/said"
says "but once" '^New, TLSv1.3' -sess_in "$work/session"
for suite in TLS_CHACHA20_POLY1305_SHA256 TLS_AES_256_GCM_SHA384; do
  says "$suite" "^New, TLSv1.3, Cipher is $suite" -ciphersuites "$suite" -sess_out "$work/session"
  says "$suite, resumed" "^Reused, TLSv1.3, Cipher is $suite" -ciphersuites "$suite" -sess_in "$work/session"
done
says "P-256" 'Server Temp Key: ECDH, prime256v1' -groups P-256
says "HelloRetryRequest" 'It runs true' -groups P-384:X25519 -msg
is "two ClientHellos" 2 "$(grep -c '^>>> .*, ClientHello' "$work/said")"
says "ALPN" 'ALPN protocol: http/1.1' -alpn http/1.1
says "without middlebox compatibility" 'It runs true' -no_middlebox
refused() { client "$@" | grep -oE 'alert number [0-9]+' || true; }
is "s_client: P-384 only" "alert number 40" "$(refused -groups P-384)"
is "s_client: CCM only" "alert number 40" "$(refused -ciphersuites TLS_AES_128_CCM_SHA256)"
is "s_client: TLS 1.2 only" "alert number 70" "$(refused -tls1_2)"
is "s_client: RSA signatures only" "alert number 40" "$(refused -sigalgs RSA-PSS+SHA256)"
is "s_client: another protocol" "alert number 120" "$(refused -alpn h2)"
# Each word alone, when the one before has had its effect: s_client obeys the first of those that come together.
shown() { # PATTERN TIMES: waits until there are so many
  for _ in {1..1200}; do
    [ "$(grep -c "$1" "$work/said")" -lt "$2" ] || return 0
    sleep 0.05
  done
}
update() (
  trap '' PIPE
  mkfifo "$work/keys"
  timeout 120 openssl s_client -connect "127.0.0.1:$port" -CAfile "$work/cert.pem" <"$work/keys" >"$work/said" 2>&1 &
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
ok "s_client: KeyUpdate both ways" grep -q 'It runs true' "$work/said"

if chromium=$(command -v chromium || command -v chromium-browser); then
  for i in 1 2; do
    timeout 60 "$chromium" --headless --no-sandbox --disable-gpu --ignore-certificate-errors \
      --user-data-dir="$work/chromium" --dump-dom "https://localhost:$port/" >"$work/dom" 2>/dev/null || true
    ok "Chromium, $i" grep -q '<h1>It runs true</h1>' "$work/dom"
  done
else
  ok "Chromium # SKIP it is not installed (Debian: chromium)" true
fi

identity "$work/rsa.pem" "$work/rsa_cert.pem" rsa:2048
{ head -c 300000 /dev/urandom | base64; } >"$work/page.html"
serve "$work/rsa_cert.pem" "$work/rsa.pem"
ok "curl, a key of RSA, 400 KB" curl -sS --max-time 120 --cacert "$work/rsa_cert.pem" \
  --resolve "localhost:$port:127.0.0.1" "https://localhost:$port/" -o "$work/got"
ok "they are the file's" cmp "$work/got" "$work/page.html"
cp examples/http/site/index.html "$work/page.html"

starts() { # CERTIFICATE KEY PAGE
  (cd "$work" && ./server --certificate "$1" --key "$2" --page "$3" --port 0 2>&1) || true
}
is "a certificate of another key" "server: cert.pem:1: the first certificate is not of the key given" \
  "$(starts cert.pem rsa.pem page.html)"
is "a key in place of a certificate" "server: key.pem: holds no certificate in PEM" \
  "$(starts key.pem key.pem page.html)"
is "no key" "server: none.pem: cannot be opened: No such file or directory" "$(starts cert.pem none.pem page.html)"
is "no page" "server: none: No such file or directory" "$(starts cert.pem key.pem none)"

hostile() { # COMMAND...: a client in Python, whose cases follow ours
  "$@" >"$work/hostile" || true
  awk -v n="$tap_count" '/^(not )?ok [0-9]+/ { sub(/ok [0-9]+/, "ok " ++n) } /^1\.\./ { next } { print }' \
    "$work/hostile"
  tap_failed=$((tap_failed + $(grep -c '^not ok' "$work/hostile" || true)))
  tap_count=$((tap_count + $(grep -cE '^(not )?ok' "$work/hostile")))
  grep -q '^1\.\.' "$work/hostile" || tap_result 1 "$2 came to its end"
}
hostile python3 tests/derive/tls_test.py "$work/server" "$work/page.html" "$work/cert.pem" "$work/key.pem"

# The cases of the .fl server too, but for those about what that one only does (files, request bodies, HTTP's own
# time-outs) or does not (P-256, other suites), or about what the derived one does otherwise (docs/derive-tls.md).
cat >"$work/fl_server" <<'END'
#!/usr/bin/env bash
args=()
while [ $# -gt 0 ]; do
  case $1 in
    --root) args+=(--page "$2/index.html"); shift ;;
    --timeout) args+=("$1" "$(($2 / 1000))"); shift ;; # it has one, in seconds
    --handshake-timeout) shift ;;
    --verbose) ;;
    *) args+=("$1") ;;
  esac
  shift
done
exec "$(dirname "$0")/server" "${args[@]}"
END
chmod +x "$work/fl_server"
mkdir "$work/site"
cp examples/http/site/index.html "$work/site"
cp examples/http/site/index.html "$work"
hostile python3 tests/tls/pem_test.py "$work/fl_server" "$work"
LEAVE_OUT='3 MB, in many records
3 MB to a client that reads slowly, and KeyUpdates meanwhile
HelloRetryRequest: no share, or one of another group
early data is passed over
KeyUpdates that come in a row are answered by one (RFC 8446, 4.6.3)
bodies of 16 KB records
no suite of ours
no group of ours
the name that chose the certificate is acknowledged (RFC 6066, 3), and none if there is none
a pre-shared key alone, without a key exchange
certificate_authorities: nothing
certificate_authorities: no name
certificate_authorities: an empty name
certificate_authorities: a name beyond its end
certificate_authorities: something behind it
certificate_authorities: half a length
then: silence in a request is answered by HTTP
SIGTERM ends it cleanly, and no machine trapped' \
  hostile python3 tests/tls/client_test.py "$work/fl_server" "$work/site" "$work/cert.pem" "$work/key.pem"
done_testing
