#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# The hash functions, key schedule and record layer of examples/tls: against Python's, and against RFC 8448.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh
temporary_folder
bin/fairlead compile tests/tls/trace.fl -o "$work"
build() { # NAME
  gcc -std=c11 -D_GNU_SOURCE -g -O1 -fsanitize=address,undefined -fno-sanitize-recover=all -Wall -Wextra -Wconversion -Werror \
    -DTLS_HEADER='"trace.h"' -I"$work" -Igcm/include "tests/tls/$1.c" examples/tls/crypto.c "$work/trace.c" \
    out/gcm/fast/libfairlead-gcm.a -lcrypto -o "$work/$1"
}
ok "the hash functions compile" build primitives
ok "they agree with Python's" python3 tests/tls/primitives_test.py "$work/primitives"
ok "the replay compiles" build trace
ok "RFC 8448, sections 3, 6 and 7" "$work/trace" tests/data/rfc8448_transcripts.vec \
  Simple_1RTT_Handshake Client_Authentication_Handshake Middlebox_Compatibility_Mode
done_testing
