#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: all: Go's toolchain, GnuTLS's programs, rustls and what else cargo fetches
# libfairlead-tls with other people's TLS: Go's crypto/tls, rustls and GnuTLS as clients of our server, and as servers
# for our client, with each group; with AWS-LC as the provider too, for X25519MLKEM768, where that can be had.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tls/common.sh
authority
signed good subjectAltName=DNS:localhost,IP:127.0.0.1 2 ec -pkeyopt ec_paramgen_curve:prime256v1
mkdir "$work/site"
cp examples/http/site/index.html "$work/site"
skip() { # REASON, of what comes next
  tap_count=$((tap_count + 1))
  echo "ok $tap_count # SKIP $1"
}
go=$(command -v go || ls /usr/local/go/bin/go 2>/dev/null || true)
if [ -z "$go" ]; then skip "no go"
elif ! GOTOOLCHAIN=local $go build -o "$work/go" tests/tls/others.go 2>"$work/why"; then
  skip "this Go has no ConnectionState.CurveID (1.25 has): $(tail -1 "$work/why")"
fi
dial() { timeout 60 "$work/$PROVIDER/dial" "$port" localhost --authorities "$work/ca.pem" "$@" 2>&1 || true; }
their_client() { timeout 60 "$other" client "$port" "$work/ca.pem" "$1" 2>&1 || true; }
rust=out/aws-lc/cargo # where AWS-LC is compiled as our provider: cargo takes that for rustls, too
if ! command -v cargo >/dev/null; then skip "no cargo for rustls"
elif ! (cd bench/tls/rustls && cargo build --locked --release --quiet --target-dir "../../../$rust") 2>"$work/why"; then
  skip "cargo cannot fetch or build rustls: $(tail -1 "$work/why")"
  rust=
fi

among() { # PROGRAM GROUP...: which speaks these, in its words
  local group other=$1
  for group in "${@:2}"; do
    port=$ours
    is "$PROVIDER: ${other##*/} as client, $group" "$group false true
$group true true" "$(their_client "$group")"
    start_server "$work/go.log" '^port' "$other" server "$work/good.pem" "$work/good.key" "$group"
    pids+=("$started")
    port=$(sed -n 's/^port //p' "$work/go.log")
    rm -f "$work/session"
    ok "and as server" has "$(dial --send $'x\n' --session "$work/session")" '^established 1301 verified' \
      "^$group false x" '^closed'
    ok "resumed" has "$(dial --send $'x\n' --session "$work/session")" '^established 1301 resumed' "^$group true x" \
      '^closed'
  done
}
server_of_gnutls() { exec gnutls-serv "$@" 2>&1; }
gnutls() {
  port=$ours
  local group name only=NORMAL:-VERS-ALL:+VERS-TLS1.3:-GROUP-ALL:+GROUP-
  for group in X25519 SECP256R1 SECP384R1 SECP521R1; do
    name=$group
    ok "$PROVIDER: gnutls-cli, $group" has "$(
      { printf 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'; sleep 2; } |
        timeout 60 gnutls-cli --x509cafile "$work/ca.pem" --priority "$only$group" localhost -p "$port" 2>&1 || true
    )" "TLS1.3.*ECDHE-$name" 'It runs true'
  done
  for group in X25519 SECP256R1 SECP521R1; do
    local free
    free=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
    start_server "$work/gnutls.log" 'listening on IPv4.*done' server_of_gnutls --http --port "$free" \
      --x509certfile "$work/good.pem" --x509keyfile "$work/good.key" \
      --priority "$only$group"
    pids+=("$started")
    port=$free
    ok "gnutls-serv, $group" has "$(dial --send $'GET / HTTP/1.0\r\n\r\n')" '^established 130. verified' "$group|$group"
  done
}
mkdir "$work/include"
ln -s "$PWD/tls/include" "$work/include/fairlead"
for PROVIDER in libcrypto aws-lc; do
  export PROVIDER
  mkdir "$work/$PROVIDER"
  if ! read -ra provider < <(tls/providers/flags "$work/$PROVIDER" 2>"$work/why"); then
    skip "$(cat "$work/why")"
    continue
  fi
  examples/tls/build "$work/$PROVIDER" gcc -O1
  gcc -O1 -std=c11 -I"$work/include" -Itls/include -Itls/gen -Itls/host -Igcm/include tests/tls/dial.c \
    tls/gen/connection.c tls/host/*.c "${provider[@]}" out/gcm/fast/libfairlead-gcm.a -lcrypto -o "$work/$PROVIDER/dial"
  start_server "$work/log" : "$work/$PROVIDER/server" --root "$work/site" --certificate "$work/good.pem" \
    --key "$work/good.key" --port 0
  pids+=("$started")
  ours=$(sed 's/.*://' "$work/log")
  best=()
  [ $PROVIDER = libcrypto ] || best=(X25519MLKEM768)
  if [ -x "$work/go" ]; then
    among "$work/go" "${best[@]}" X25519 CurveP256 CurveP384 CurveP521
    port=$ours other=$work/go
    is "$PROVIDER: of all that Go has, the best" "${best[0]:-X25519}" \
      "$(their_client X25519MLKEM768,X25519,CurveP256 | cut -d' ' -f1 | sort -u)"
  fi
  if [ -x "$rust/release/other" ]; then
    ln -sf "$PWD/$rust/release/other" "$work/rustls"
    among "$work/rustls" "${best[@]}" X25519 secp256r1 secp384r1
  fi
  if command -v gnutls-cli gnutls-serv >/dev/null; then gnutls; else skip "no gnutls-cli and gnutls-serv"; fi
done
done_testing
