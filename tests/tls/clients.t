#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick, longer in all: sanitized
# Clients that say who they are: openssl s_client with each kind of key, with none, and with what is not to be believed;
# and tests/tls/clients_test.py, which does wrong things.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tls/common.sh
mkdir "$work/site"
cp examples/http/site/index.html "$work/site"
tests/tls/identity "$work"
authority
ec=(ec -pkeyopt)
for curve in 256:prime256v1 384:secp384r1 521:secp521r1; do
  signed "p${curve%:*}" extendedKeyUsage=clientAuth 2 "${ec[@]}" "ec_paramgen_curve:${curve#*:}"
done
signed rsa extendedKeyUsage=clientAuth 2 rsa:2048
signed short extendedKeyUsage=clientAuth 2 rsa:1024
signed encrypts keyUsage=keyEncipherment 2 rsa:2048
signed ed25519 "" 2 ed25519
signed ed448 "" 2 ed448
signed for_servers extendedKeyUsage=serverAuth 2 "${ec[@]}" ec_paramgen_curve:prime256v1
openssl x509 -req -in "$work/p256.csr" -CA "$work/ca.pem" -CAkey "$work/ca.key" -days -1 \
  -out "$work/expired.pem" 2>/dev/null
cp "$work/p256.key" "$work/expired.key"
cp "$work/other.pem" "$work/own.pem"
cp "$work/other_key.pem" "$work/own.key"

sanitized_server
command=("$work/server" --root "$work/site" --certificate "$work/cert.pem" --key "$work/key.pem" --port 0)
begin() { # NAME OPTIONS...: a server, and its port
  start_server "$work/$1" : "${command[@]}" "${@:2}"
  pids+=("$started")
  port=$(sed 's/.*://' "$work/$1" | head -1)
}
client() { # OPTIONS...
  { printf 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'; sleep "${PAUSE:-0.3}"; } |
    timeout 120 openssl s_client -connect "127.0.0.1:$port" -CAfile "$work/cert.pem" -ign_eof "$@" 2>&1 || true
}
as() { client -cert "$work/$1.pem" -key "$work/$1.key" "${@:2}"; }
came() { grep -oE 'It runs true|alert number [0-9]+' <<<"$1" | head -1; }

begin required --clients required --authorities "$work/ca.pem"
required=$port
for name in p256 p384 p521 rsa ed25519 ed448; do
  is "$name: the page" "It runs true" "$(came "$(as $name)")"
done
is "SHA-384, after a HelloRetryRequest" "It runs true" \
  "$(came "$(as rsa -ciphersuites TLS_AES_256_GCM_SHA384 -groups ffdhe2048:P-384)")"
is "nobody: certificate_required" "alert number 116" "$(came "$(client)")"
is "of no authority of ours: unknown_ca" "alert number 48" "$(came "$(as own)")"
is "expired: certificate_expired" "alert number 45" "$(came "$(as expired)")"
is "a server's: unsupported_certificate" "alert number 43" "$(came "$(as for_servers)")"
is "of a key that may not sign: the same" "alert number 43" "$(came "$(as encrypts)")"
is "RSA of 1,024 bits: bad_certificate" "alert number 42" \
  "$(came "$(as short -cipher 'DEFAULT:@SECLEVEL=0')")"
is "no ticket is sent" 0 "$(as p256 | grep -c 'Session Ticket arrived' || true)"

begin asked --clients asked --authorities "$work/ca.pem"
asked=$port
is "asked: somebody" "It runs true" "$(came "$(as p256)")"
is "asked: nobody" "It runs true" "$(came "$(client)")"
is "asked: of no authority of ours" "alert number 48" "$(came "$(as own)")"

begin nobody --clients required
is "with nobody to say whom to believe, nobody is believed" "alert number 80" "$(came "$(as p256)")"
is "nor is nobody" "alert number 116" "$(came "$(client)")"

# Authorities are read as strictly as certificates of our own: a damaged file is refused, not taken for a shorter one.
starts() { # FILE: what it says, or that it listens
  start_server "$work/starts" : sh -c 'exec "$@" 2>&1' sh "${command[@]}" --clients required --authorities "$1" || true
  kill "$started" 2>/dev/null || true
  sed "s|$work/||;s/listening on .*/listens/;q" "$work/starts"
}
certificate=$(<"$work/cert.pem")
bundle() { # FILE: as Mozilla's, with names, underlined
  printf '%s\n' "## Authorities" "" "A name that is as long as a line of base64's, and underlined" \
    "=============================================================" "$(<"$work/ca.pem")" "" \
    "Another" "=======" "$certificate" >"$1"
}
is "authorities out of a key" "server: key.pem: holds no certificate in PEM" "$(starts "$work/key.pem")"
is "out of no file" "server: none.pem: cannot be opened: No such file or directory" "$(starts "$work/none.pem")"
is "out of a folder" "server: site: cannot be read: Is a directory" "$(starts "$work/site")"
bundle "$work/bundle.pem"
is "out of a bundle, with names that are underlined" listens "$(starts "$work/bundle.pem")"
second=$(grep -n BEGIN "$work/bundle.pem" | tail -1 | cut -d: -f1)
sed "${second}s/^-//" "$work/bundle.pem" >"$work/dash.pem"
is "not where the second's first line is damaged" \
  "server: dash.pem:$second: this is no line that begins a block of PEM" "$(starts "$work/dash.pem")"
sed "${second}d" "$work/bundle.pem" >"$work/nobegin.pem"
is "or is not there" "server: nobegin.pem:$second: base64 outside of a block" "$(starts "$work/nobegin.pem")"
sed '$d' "$work/bundle.pem" >"$work/noend.pem"
is "or the last" "server: noend.pem:$second: a block that begins here does not end" "$(starts "$work/noend.pem")"
{ cat "$work/ca.pem"; sed 's/CERTIFICATE/X509 CRL/' "$work/ca.pem"; } >"$work/crl.pem"
is "or it is a list of what is revoked, which nobody would look at" \
  "server: crl.pem:$(($(wc -l <"$work/ca.pem") + 1)): a block of an unknown kind: X509 CRL" "$(starts "$work/crl.pem")"

status=0
timeout 60 "${command[@]}" --authorities "$work/ca.pem" >/dev/null 2>&1 || status=$?
is "authorities, and nobody is asked: no server, which would let everybody in" 2 "$status"

python3 tests/tls/clients_test.py "$required" "$asked" "$work" >"$work/hostile" || true
awk -v n="$tap_count" '/^(not )?ok [0-9]+/ { sub(/ok [0-9]+/, "ok " ++n) } /^1\.\./ { next } { print }' "$work/hostile"
tap_failed=$((tap_failed + $(grep -c '^not ok' "$work/hostile" || true)))
tap_count=$((tap_count + $(grep -cE '^(not )?ok' "$work/hostile")))
grep -q '^1\.\.' "$work/hostile" || tap_result 1 "clients_test.py came to its end"
done_testing
