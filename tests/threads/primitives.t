#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# The runtime's calls, each in each of three states (docs/threads/primitives.md), in erased mode: with sanitizers for
# memory, undefined behaviour and races, by both compilers.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh
temporary_folder
for cc in gcc clang; do
  for how in "-O2" "-O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all" "-O1 -g -fsanitize=thread"; do
    for source in tests/threads/primitives/*.c; do
      name=$(basename "$source" .c)
      # shellcheck disable=SC2086
      ok "$cc $how, $name.c" "$cc" -std=gnu11 -Wall -Wextra -Werror $how -Iruntime/threads "$source" \
        runtime/threads/*.c runtime/threads/erased/*.c -lpthread -o "$work/$name"
      status=0
      timeout 60 "$work/$name" >"$work/out" 2>&1 || status=$?
      is "$name runs to its end" "0 $(grep -c '^ok ' "$work/out")" "$status $(grep -oP '^1\.\.\K[0-9]+' "$work/out")"
      if [ "$status" -ne 0 ]; then sed 's/^/# /' "$work/out"; fi
    done
  done
done
is "every row of the table is tested, and every test has its row" \
  "$(grep -oP '^  \{"\K[^,"]+' tests/threads/primitives/states.c | sed 's/ from.*//' | sort -u)" \
  "$(grep -oP '^\| `\Kfl_\w+' docs/threads/primitives.md | sort -u)"
done_testing
