#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: all: libFuzzer
# The compiled HTTP machine against the corpus, and a short coverage-guided run from it.
# FUZZ_SECONDS=600 tests/http/fuzz.t fuzzes longer; a finding is kept in out/http-fuzz.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh
temporary_folder
bin/fairlead compile examples/http/http.fl -o "$work"
build() { clang -g -O1 -std=c11 -Wall -Wextra -Werror -I"$work" tests/http/fuzz_connection.c "$work/http.c" "$@"; }
ok "the target compiles" build -DREPLAY -fsanitize=address,undefined -fno-sanitize-recover=all -o "$work/replay"
ok "the corpus holds no surprise" "$work/replay" tests/http/corpus/*
ok "the fuzzer compiles" build -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all -o "$work/fuzz"
mkdir -p out/http-fuzz "$work/new"
ok "nor does a short search from it" "$work/fuzz" -max_total_time="${FUZZ_SECONDS:-10}" -max_len=12000 -timeout=10 \
  -artifact_prefix=out/http-fuzz/ "$work/new" tests/http/corpus
done_testing
