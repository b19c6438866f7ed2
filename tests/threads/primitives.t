#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick, longer in all
# The calls of the runtime and of the library, each in each of three states (docs/threads/primitives.md): in erased mode
# and translated by flcc, with sanitizers for memory, undefined behaviour and races.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh
temporary_folder
export PATH="$PWD/bin:$PATH"
runtime=runtime/threads

runs() { # NAME: the program is $work/NAME
  local status=0
  timeout 60 "$work/$1" >"$work/out" 2>&1 || status=$?
  is "$1 runs to its end" "0 $(grep -c '^ok ' "$work/out")" "$status $(grep -oP '^1\.\.\K[0-9]+' "$work/out")"
  if [ "$status" -ne 0 ]; then sed 's/^/# /' "$work/out"; fi
}

ways=()
ci || ways=("gcc -O2" "flcc -O2")
short ||
  ways+=("clang -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all" "gcc -O1 -g -fsanitize=thread"
    "flcc -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all" "flcc -O1 -g -fsanitize=thread")
for way in "${ways[@]}"; do
  cc=${way%% *}
  # shellcheck disable=SC2206
  options=(${way#* } -std=gnu11 -Wall -Wextra -Werror -Wno-unused-function -I"$PWD/$runtime")
  more=("$runtime"/library/*.c)
  native=("$runtime"/*.c)
  if [ "$cc" = flcc ]; then
    plain=gcc
  else
    plain=$cc
    native+=("$runtime"/erased/*.c)
  fi
  rm -f "$work"/*.o "$work"/*.a
  for f in "${native[@]}"; do
    "$plain" "${options[@]}" -c "$f" -o "$work/$(basename "$f" .c).o"
  done
  for f in "${more[@]}"; do
    ok "$way, $(basename "$f")" "$cc" "${options[@]}" -c "$f" -o "$work/$(basename "$f" .c).o"
  done
  ar rcs "$work/all.a" "$work"/*.o
  for source in tests/threads/primitives/*.c; do
    name=$(basename "$source" .c)
    ok "$way, $name.c" "$cc" "${options[@]}" -c "$source" -o "$work/$name.o"
    "$plain" "${options[@]}" "$work/$name.o" "$work/all.a" -lpthread -o "$work/$name"
    runs "$name"
  done
done
is "every row of the tables is tested, and every test has its row" \
  "$(grep -hoP '^  \{"\Kfl[^"]+' tests/threads/primitives/*.c | sed -E 's/,? *((from|interrupted).*)?$//' | sort -u)" \
  "$(grep -oP '^\| `\Kfl_[^|]*(?=` \|)' docs/threads/primitives.md | sed 's/`//g' | sort -u)"
done_testing
