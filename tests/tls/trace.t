#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# libfairlead-tls: the provider against Python's and Wycheproof, the key schedule and record layer against RFC 8448; and gen/
# is what the compiler makes of clean/.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh
temporary_folder
ok "tls/gen is what tls/clean compiles to" make -s -C tls check OUT="$work/gen"
bin/fairlead compile --prefix fl_tlsm_ tests/tls/trace.fl -o "$work"
read -ra provider < <(tls/providers/flags "$work" gcc -g -O1 -fsanitize=address,undefined -fno-sanitize-recover=all)
build() { # NAME
  gcc -std=c11 -D_GNU_SOURCE -g -O1 -fsanitize=address,undefined -fno-sanitize-recover=all -Wall -Wextra -Wconversion \
    -Werror -DMACHINE='"trace.h"' -I"$work" -Itls/include -Itls/host -Igcm/include "tests/tls/$1.c" tls/host/externs.c \
    tls/host/libcrypto.c "$work/trace.c" "${provider[@]}" out/gcm/fast/libfairlead-gcm.a -lcrypto -o "$work/$1"
}
ok "the provider's functions compile" build primitives
ok "they agree with Python's" python3 tests/tls/primitives_test.py "$work/primitives"
ok "the replay compiles" build trace
ok "RFC 8448, sections 3, 6 and 7" "$work/trace" tests/data/rfc8448_transcripts.vec \
  Simple_1RTT_Handshake Client_Authentication_Handshake Middlebox_Compatibility_Mode
done_testing
