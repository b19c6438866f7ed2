#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# The seeder's reading of torrents and trackers' answers, coverage-guided, from torrents good and bad.
# FUZZ_SECONDS=600 tests/threads/seeder_fuzz.t fuzzes longer; a finding is kept in out/seeder-fuzz.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh
temporary_folder
source=examples/threads/seeder
ok "the fuzzer compiles" clang -g -O1 -std=gnu11 -Wall -Wextra -Werror -fsanitize=fuzzer,address,undefined \
  -fno-sanitize-recover=all -I"$source" tests/threads/seeder/fuzz.c "$source/bencode.c" "$source/torrent.c" \
  -lcrypto -o "$work/fuzz"
python3 tests/threads/seeder/torrents.py "$work"
rm "$work"/wrong/*.says
mkdir -p out/seeder-fuzz "$work/new"
cp "$work"/*.torrent "$work/wrong"
ok "a short search finds nothing" "$work/fuzz" -max_total_time="${FUZZ_SECONDS:-10}" -max_len=20000 -timeout=10 \
  -seed=1 -artifact_prefix=out/seeder-fuzz/ "$work/new" "$work/wrong"
done_testing
