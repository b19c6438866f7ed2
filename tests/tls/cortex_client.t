#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: all: an emulator of a board, and mbedTLS's sources, which are fetched
# libfairlead-tls's client on a Cortex-M3 without an operating system (examples/tls/cortex-m): of openssl s_server with
# each suite, group and kind of key that it has, resumed and not; whom it does not believe. Then the client that
# is built with RSA: chains of RSA keys, and the servers that lie (tests/tls/lies_test.py).
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
  timeout 540 tests/tls/board_dial "$port" "${host-localhost}" --authorities "$work/ca.pem" --send "$request" \
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
ok "of RSA, which is not built in, and which it does not ask for" has "$(dial)" '^alerted 40'
server good -tls1_2
ok "TLS 1.2" has "$(dial)" '^failed 70|^alerted 70'
server good -groups X448
ok "no group in common" has "$(dial)" '^alerted 40'
server good
ok "who wants no host believes nobody" has "$(host='' dial)" '^failed 80'
is "without an authority there is no connection" "no authority.der and request here" \
  "$(timeout 540 tests/tls/board_dial "$port" localhost 2>&1 || true)"
server good -alpn h3,h2
ok "ALPN" has "$(dial --alpn h2)" '^established 1301 verified h2' '^closed'
server good -Verify 1 -verify_return_error -CAfile "$work/ca.pem"
ok "a server that wants to know who it is" has "$(dial)" '^alerted 116'

# What it takes. Of RAM 8,388 bytes are the output, 16,896 the input, and 5,184 where files are read.
takes() { # ELF FLASH HEAP: as much as that at most
  local text data bss heap stack
  read -r text data bss _ < <(arm-none-eabi-size "$1" | tail -1)
  heap=$(most heap) stack=$(most stack)
  echo "# flash $((text + data)), static $((data + bss)), heap $heap, stack $stack"
  ok "at most $2 bytes of flash" test $((text + data)) -le "$2"
  ok "and 34,000 of static RAM" test $((data + bss)) -le 34000
  ok "of RAM $3 bytes of heap and what is kept for the stack" test "$heap" -le "$3" -a "$stack" -le 20480
}
most() { grep -oP "$1 \K[0-9]+" "$work/took" | sort -n | tail -1; }
takes "$work/client.elf" 96000 8192
ok "and nothing of RSA" test -z "$(arm-none-eabi-nm "$work/client.elf" | grep -i rsa_)"

# With RSA, and chains as the web has them.
RSA=1 board_programs "$work/with_rsa"
CLIENT_ELF=$work/with_rsa/client.elf
rm "$work/took"
chain() { # NAME BITS OPTIONS...: a root signs an authority, which signs NAME, both with OPTIONS
  openssl req -x509 -newkey "rsa:$2" -nodes -days 9 -subj /CN=root -keyout "$work/root.key" -out "$work/$1-root.pem" \
    2>/dev/null
  link "$work/between" $'basicConstraints=critical,CA:TRUE\nkeyUsage=critical,keyCertSign' "$2" "$work/$1-root.pem" \
    "$work/root.key" "${@:3}"
  link "$work/$1" $name "$2" "$work/between.pem" "$work/between.key" "${@:3}"
  cat "$work/between.pem" >>"$work/$1.pem"
}
link() { # FILES EXTENSIONS BITS CERTIFICATE KEY OPTIONS...: signed by this one
  openssl req -newkey "rsa:$3" -nodes -subj "/CN=${1##*/}" -keyout "$1.key" -out "$1.csr" 2>/dev/null
  openssl x509 -req -in "$1.csr" -CA "$4" -CAkey "$5" -days 2 "${@:6}" -out "$1.pem" -extfile <(echo "$2") 2>/dev/null
}
chained() { server "$1" -cert_chain "$work/$1.pem" "${@:2}"; } # NAME OPTIONS...: a server that shows it
believes() { dial --authorities "$work/$1-root.pem" "${@:2}"; } # NAME OPTIONS...: who believes its root
spoil() { # NAME WHICH: the last byte of that certificate's signature, of a chain that is web's otherwise
  python3 -c 'import base64, re, sys
parts = re.split("(-----(?:BEGIN|END) CERTIFICATE-----)", sys.stdin.read())
i = 2 + 4 * int(sys.argv[1])
der = base64.b64decode(parts[i])
parts[i] = "\n" + base64.encodebytes(der[:-1] + bytes([der[-1] ^ 1])).decode()
print("".join(parts))' "$2" <"$work/web.pem" >"$work/$1.pem"
  cp "$work/web.key" "$work/$1.key"
}
chain web 2048 -sha256
chained web
rm -f "$work/session"
ok "RSA: a chain of three" has "$(believes web --session "$work/session")" '^established 1301 verified' '^closed'
ok "and resumed" has "$(believes web --session "$work/session")" '^established 1301 resumed' '^closed'
ok "of an authority that it does not know" has "$(dial)" '^failed 48'
chained web -sigalgs RSA-PSS+SHA512
ok "signed with SHA-512" has "$(believes web)" '^established 1301 verified' '^closed'
chain long 4096 -sha384
chained long -sigalgs RSA-PSS+SHA384
ok "of 4,096 bits" has "$(believes long)" '^established 1301 verified' '^closed'
chain pss 2048 -sigopt rsa_padding_mode:pss -sigopt rsa_pss_saltlen:digest
chained pss
ok "certificates that are signed with PSS" has "$(believes pss)" '^established 1301 verified' '^closed'
chain sha1 2048 -sha1
chained sha1 -cipher DEFAULT@SECLEVEL=0
ok "not those that are signed with SHA-1" has "$(believes sha1)" '^failed 42'
chain short 1024
chained short -cipher DEFAULT@SECLEVEL=0
ok "nor of 1,024 bits" has "$(believes short)" '^failed 42'
for which in 0 1; do
  spoil spoilt $which
  chained spoilt
  ok "nor with a signature that is wrong, in certificate $which" has "$(believes web)" '^failed 48'
done
server good
ok "ECDSA as before" has "$(dial)" '^established 1301 verified' '^closed'

python3 tests/tls/lies_test.py tests/tls/board_dial "$work" >"$work/lies" || true
awk -v n="$tap_count" '/^(not )?ok [0-9]+/ { sub(/ok [0-9]+/, "ok " ++n) } /^1\.\./ { next } { print }' "$work/lies"
tap_failed=$((tap_failed + $(grep -c '^not ok' "$work/lies" || true)))
tap_count=$((tap_count + $(grep -cE '^(not )?ok' "$work/lies")))
grep -q '^1\.\.' "$work/lies" || tap_result 1 "lies_test.py came to its end"

takes "$work/with_rsa/client.elf" 108000 20480
done_testing
