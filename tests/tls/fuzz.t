#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: all: libFuzzer
# libfairlead-tls against the corpus, and a short coverage-guided run from it.
# FUZZ_SECONDS=600 tests/tls/fuzz.t fuzzes longer; a finding is kept in out/tls-fuzz.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh
temporary_folder
sources=(tests/tls/fuzz_connection.c tls/gen/connection.c tls/host/connection.c tls/host/client.c tls/host/externs.c)
build() {
  clang -g -O1 -std=c11 -DFL_TLSM_CHECK -Wall -Wextra -Wconversion -Werror \
    -fsanitize=address,undefined -fno-sanitize-recover=all \
    -Itls/include -Itls/gen "${sources[@]}" "$@"
}
ok "the target compiles" build -DREPLAY -o "$work/replay"
ok "the corpus holds no surprise" "$work/replay" tests/tls/corpus/*
is "and ends as it should, with nothing held but what is unfinished" "$(cat tests/tls/corpus.expected)" "$("$work/replay" tests/tls/corpus/*)"
python3 tests/tls/make_corpus.py "$work/again" "$work/again_client"
ok "the corpus is what make_corpus.py writes" diff -r "$work/again" tests/tls/corpus
ok "and so is a client's" diff -r "$work/again_client" tests/tls/corpus_client
ok "the client's target compiles" build -DREPLAY -DOTHER_SIDE='"fuzz_client.h"' -o "$work/replay_client"
is "its corpus ends as it should" "$(cat tests/tls/corpus_client.expected)" \
  "$("$work/replay_client" tests/tls/corpus_client/*)"
ok "the fuzzer compiles" build -fsanitize=fuzzer -o "$work/fuzz"
mkdir -p out/tls-fuzz "$work/new"
ok "nor does a short search from it" "$work/fuzz" -max_total_time="${FUZZ_SECONDS:-6}" -max_len=12000 -timeout=10 \
  -artifact_prefix=out/tls-fuzz/ "$work/new" tests/tls/corpus
mkdir "$work/new_client"
ok "the client's fuzzer compiles" build -fsanitize=fuzzer -DOTHER_SIDE='"fuzz_client.h"' -o "$work/fuzz_client"
ok "nor does a short search of what a client is told" "$work/fuzz_client" -max_total_time="${FUZZ_SECONDS:-6}" \
  -max_len=12000 -timeout=10 -artifact_prefix=out/tls-fuzz/ "$work/new_client" tests/tls/corpus_client
done_testing
