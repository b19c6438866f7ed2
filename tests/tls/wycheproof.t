#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# Wycheproof's vectors through the provider's key exchange, ChaCha20-Poly1305 and HMAC, and through what verifies peers'
# signatures. Out of tests/data; WYCHEPROOF: a folder testvectors_v1, all of which is taken.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh
temporary_folder
flags=(gcc -g -O1 -std=c11 -Wall -Wextra -Werror -fsanitize=address,undefined -fno-sanitize-recover=all)
bin/fairlead compile --prefix fl_tlsm_ tests/tls/trace.fl -o "$work"
read -ra provider < <(tls/providers/flags "$work" "${flags[@]}")
exchange() {
  "${flags[@]}" -DMACHINE='"trace.h"' -I"$work" -Itls/include -Itls/host -Igcm/include tests/tls/primitives.c \
    tls/host/externs.c tls/host/libcrypto.c "$work/trace.c" "${provider[@]}" out/gcm/fast/libfairlead-gcm.a -lcrypto \
    -o "$work/exchange"
}
verify() { # FILE LIBRARIES...: it includes the file
  "${flags[@]}" "-DVERIFIER=\"${1##*/}\"" "-I${1%/*}" -Itls/include -Itls/gen -Itls/host -Igcm/include \
    tests/tls/verify.c tls/gen/connection.c tls/host/{connection,client,externs,pem}.c "${@:2}" -o "$work/verify"
}
agrees() { python3 tests/tls/wycheproof_test.py "$1" "$work/$1" ${WYCHEPROOF:+"$WYCHEPROOF"}; }
ok "the provider's functions compile" exchange
ok "they take and refuse what Wycheproof says" agrees exchange
if [ "${PROVIDER:-}" = mbedtls ]; then
  ok "the board's client's, who verifies" verify examples/tls/cortex-m/believe.c -lmbedx509 -lmbedcrypto -lcrypto
  export WITHOUT="ed p521"
else
  ok "who verifies" verify tls/host/trust.c -lcrypto
fi
ok "takes and refuses what Wycheproof says" agrees verify
done_testing
