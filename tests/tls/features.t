#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick, longer in all: sanitized
# What libfairlead-tls speaks, with openssl s_client: each suite, group and kind of key, certificates by name, tickets,
# key logs and exporters; and tickets, record_size_limit and P-256 with a client that does wrong things.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tls/common.sh
mkdir "$work/site"
cp examples/http/site/index.html "$work/site"
tests/tls/identity "$work"
identity() { # NAME KEY...
  openssl req -x509 -newkey "${@:2}" -nodes -keyout "$work/$1.key" -out "$work/$1.pem" -days 2 -subj "/CN=$1.test" \
    -addext "subjectAltName=DNS:$1.test" 2>/dev/null
}
identity rsa rsa:2048
identity p384 ec -pkeyopt ec_paramgen_curve:secp384r1
identity ed25519 ed25519
sanitized_server
begin() { # LOG COMMAND...: a server, and its port
  start_server "$1" : "${@:2}"
  pids+=("$started")
  port=$(sed 's/.*://' "$1" | head -1)
}
edwards=(--certificate "$work/ed25519.pem" --key "$work/ed25519.key")
! lacks ed25519 || edwards=()
begin "$work/log" "$work/server" --root "$work/site" --certificate "$work/cert.pem" --key "$work/key.pem" --port 0 \
  --certificate "$work/rsa.pem" --key "$work/rsa.key" --certificate "$work/p384.pem" --key "$work/p384.key" \
  "${edwards[@]}" --key-log "$work/server.keys"
https=$port
# client NAME OPTIONS...: a page from the host of that name
client() {
  local name=$1 of=cert
  shift
  [ "$name" = localhost ] || of=${name%.test}
  # A client that has what it came for has nothing to read any more: -ign_eof keeps it until close_notify.
  { printf 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'; sleep "${PAUSE:-0.3}"; } |
    timeout 120 openssl s_client -connect "127.0.0.1:$port" -servername "$name" -verify_hostname "$name" \
      -verify_return_error -CAfile "$work/$of.pem" -ign_eof "$@" 2>&1 || true
}
for suite in TLS_AES_128_GCM_SHA256 TLS_AES_256_GCM_SHA384 TLS_CHACHA20_POLY1305_SHA256; do
  for group in X25519:X25519 P-256:prime256v1 P-384:secp384r1 P-521:secp521r1 X448:X448; do
    if lacks "${group%:*}"; then continue; fi
    ok "$suite, ${group%:*}" has "$(client localhost -ciphersuites $suite -groups "${group%:*}")" \
      "New, TLSv1.3, Cipher is $suite" "Server Temp Key: .*${group#*:}" 'It runs true'
  done
  ok "$suite, after a HelloRetryRequest, resumed with another" has \
    "$(client localhost -ciphersuites $suite -groups ffdhe2048:P-256 -sess_out "$work/session")
$(client localhost -ciphersuites $suite -groups ffdhe3072:X25519 -sess_in "$work/session")" 'New, TLSv1.3' \
    'prime256v1' 'Reused, TLSv1.3' 'X25519'
done
for kind in rsa:RSA-PSS p384:ECDSA ed25519:ed25519; do
  name=${kind%:*} type=${kind#*:}
  if lacks "$name"; then continue; fi
  ok "the certificate of $name.test, by its name" has "$(client "$name.test")" \
    "Peer signature type: $type" "CN = $name.test" 'It runs true'
done
shown() { openssl s_client -connect "127.0.0.1:$port" "$@" </dev/null 2>&1 || true; }
ok "a client that verifies RSA only gets an RSA key, whatever the name" has \
  "$(shown -servername localhost -sigalgs RSA-PSS+SHA512)" 'CN = rsa.test' 'SHA512'
ok "one that names nobody gets the first" has "$(shown -noservername)" 'CN = localhost'
client localhost -sess_out "$work/session" -ciphersuites TLS_AES_128_GCM_SHA256 >/dev/null
ok "a ticket for another suite's hash is passed over" has \
  "$(client localhost -sess_in "$work/session" -ciphersuites TLS_AES_256_GCM_SHA384)" \
  'New, TLSv1.3, Cipher is TLS_AES_256_GCM_SHA384' 'It runs true'

begin "$work/once.log" "$work/server" --root "$work/site" --certificate "$work/cert.pem" --key "$work/key.pem" \
  --port 0 --tickets-once
once=$port
client localhost -sess_out "$work/once" >/dev/null
ok "--tickets-once: a ticket resumes" has "$(client localhost -sess_in "$work/once")" 'Reused, TLSv1.3' 'It runs true'
ok "and once only" has "$(client localhost -sess_in "$work/once")" 'New, TLSv1.3' 'It runs true'
port=$https

client localhost -keylogfile "$work/client.keys" >/dev/null
random=$(awk '$1 == "SERVER_TRAFFIC_SECRET_0" { print $2 }' "$work/client.keys")
secrets() { grep " $random " "$work/$1.keys" | sort; }
is "the key log is the client's" "$(secrets client)" "$(secrets server)"
is "which has five secrets" 5 "$(grep -c " $random " "$work/server.keys")"

# Exporters: the echo server, with a line more that says what it exported.
mkdir "$work/include"
ln -s "$PWD/tls/include" "$work/include/fairlead"
python3 - "$work/echo.c" <<'END'
import sys
text = open("examples/tls/echo.c").read()
at = text.index("    if (!echo(c, io)) return false;\n")
says = """    if (event == FL_TLS_ESTABLISHED) {
      uint8_t key[100];
      printf("%d ", fl_tls_server_export(&c->tls, io, "EXPORTER-test", NULL, 0, key, sizeof key));
      for (int i = 0; i < 100; i++) printf("%02X", key[i]);
      printf("\\n");
      fflush(stdout);
    }
"""
open(sys.argv[1], "w").write(text[:at] + says + text[at:])
END
sanitized_library
gcc "${sanitized_flags[@]}" -I"$work/include" "$work/echo.c" "${library[@]}" -lcrypto -o "$work/echo"
begin "$work/echo.log" "$work/echo" "$work/cert.pem" "$work/key.pem" 0
for suite in TLS_AES_128_GCM_SHA256 TLS_AES_256_GCM_SHA384; do
  theirs=$({ sleep 0.3; } | openssl s_client -connect "127.0.0.1:$port" -CAfile "$work/cert.pem" -ciphersuites $suite \
    -keymatexport EXPORTER-test -keymatexportlen 100 2>/dev/null | grep -oP 'Keying material: \K.*' || true)
  is "exported with $suite: what the client exports" "1 $theirs" "$(tail -1 "$work/echo.log")"
done
echoes() { python3 tests/tls/echo_test.py "$port" "$work/cert.pem" "$started"; }
ok "Python's ssl, echoed and resumed, beside clients that vanish, are too many, or take nothing" echoes
# shellcheck disable=SC2046 # words
ok "the one with libuv compiles" gcc "${sanitized_flags[@]}" -I"$work/include" examples/tls/uv_echo.c "${library[@]}" \
  $(pkg-config --cflags --libs libuv) -lcrypto -o "$work/uv_echo"
begin "$work/uv_echo.log" "$work/uv_echo" "$work/cert.pem" "$work/key.pem" 0
ok "and does the same" echoes

port=$https
ok "certificates are read again after SIGHUP" python3 tests/tls/reload_test.py "$work/server" "$work/site" \
  "$work/cert.pem" "$work/key.pem" "$work/other.pem" "$work/other_key.pem"
python3 tests/tls/features_test.py "$port" "$work/site/index.html" "$once" >"$work/hostile" || true
awk -v n="$tap_count" '/^(not )?ok [0-9]+/ { sub(/ok [0-9]+/, "ok " ++n) } /^1\.\./ { next } { print }' "$work/hostile"
tap_failed=$((tap_failed + $(grep -c '^not ok' "$work/hostile" || true)))
tap_count=$((tap_count + $(grep -cE '^(not )?ok' "$work/hostile")))
grep -q '^1\.\.' "$work/hostile" || tap_result 1 "features_test.py came to its end"
done_testing
