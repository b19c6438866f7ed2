#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: all: libmbedtls-dev
# mbedTLS as libfairlead-tls's provider: what is tested of the default one, once more with it.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh
[ -e /usr/include/mbedtls/chachapoly.h ] || skip_all "no libmbedtls-dev"
export PROVIDER=mbedtls
ok "the library with it" make -s -C tls PROVIDER=mbedtls CC=gcc
is "gives out what is ours alone" "" \
  "$(nm -D --defined-only out/tls-mbedtls/libfairlead-tls.so | grep -v ' fl_tls_' || true)"
has() { # which has TEXT
  nm -D --defined-only out/tls-mbedtls/libfairlead-tls.so | grep " T $1\$"
}
ok "and the provider among it" has fl_tls_mbedtls
for test in trace wycheproof features client clients; do
  ok "tests/tls/$test.t" env FAIRLEAD_TIER=quick tests/tls/$test.t
done
# AES-GCM, too, is mbedTLS's where the processor has no AES-NI; primitives_test.py has Wycheproof's.
temporary_folder
flags=(gcc -g -O1 -std=c11 -Wall -Wextra -Werror -fsanitize=address,undefined -fno-sanitize-recover=all -DFL_TLS_NO_GCM)
bin/fairlead compile --prefix fl_tlsm_ tests/tls/trace.fl -o "$work"
read -ra provider < <(tls/providers/flags "$work" "${flags[@]}")
without_gcm() {
  "${flags[@]}" -DMACHINE='"trace.h"' -I"$work" -Itls/include tests/tls/primitives.c tls/host/externs.c \
    "$work/trace.c" "${provider[@]}" -o "$work/primitives"
}
ok "without libfairlead-gcm and libcrypto" without_gcm
ok "mbedTLS's functions agree with Python's" python3 tests/tls/primitives_test.py "$work/primitives"
done_testing
