#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# A server that has written as many records with a key as it may goes on with the next one, unasked. With a limit of five
# instead of 2^24, which is the only change made to the sources.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh
temporary_folder
mkdir "$work/tls"
cp tls/clean/*.fl "$work/tls"
sed -i 's/^const MOST_RECORDS: u64 = 16777216;/const MOST_RECORDS: u64 = 5;/' "$work/tls/exchange.fl"
is "one line is changed" 1 "$(diff tls/clean/exchange.fl "$work/tls/exchange.fl" | grep -c '^>')"
cp -r examples/http/site "$work/site"
head -c 500000 /dev/urandom >"$work/site/large.bin"
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout "$work/key.pem" -out "$work/cert.pem" -days 2 \
  -subj /CN=localhost 2>/dev/null
CLEAN=$work/tls examples/tls/build "$work" gcc -O0
ok "its client reads on, under new keys" \
  python3 tests/tls/rekey_test.py "$work/server" "$work/site" "$work/cert.pem" "$work/key.pem"
done_testing
