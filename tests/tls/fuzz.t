#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: all: libFuzzer
# libfairlead-tls against the corpus, and a short coverage-guided run from it.
# FUZZ_SECONDS=600 tests/tls/fuzz.t fuzzes longer; a finding is kept in out/tls-fuzz.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh
temporary_folder
build() {
  clang -g -O1 -std=c11 -DFL_TLSM_CHECK -Wall -Wextra -Wconversion -Werror \
    -fsanitize=address,undefined -fno-sanitize-recover=all \
    -Itls/include -Itls/gen tests/tls/fuzz_connection.c tls/gen/connection.c tls/host/server.c tls/host/externs.c "$@"
}
ok "the target compiles" build -DREPLAY -o "$work/replay"
ok "the corpus holds no surprise" "$work/replay" tests/tls/corpus/*
is "and ends as it should, with nothing held but what is unfinished" "$(cat tests/tls/corpus.expected)" "$("$work/replay" tests/tls/corpus/*)"
python3 tests/tls/make_corpus.py "$work/again"
ok "the corpus is what make_corpus.py writes" diff -r "$work/again" tests/tls/corpus
ok "the fuzzer compiles" build -fsanitize=fuzzer -o "$work/fuzz"
mkdir -p out/tls-fuzz "$work/new"
ok "nor does a short search from it" "$work/fuzz" -max_total_time="${FUZZ_SECONDS:-6}" -max_len=12000 -timeout=10 \
  -artifact_prefix=out/tls-fuzz/ "$work/new" tests/tls/corpus
done_testing
