#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick, longer in all
# Operations of the kernel's (runtime/threads/uring), in erased mode and translated, with sanitizers.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh
temporary_folder
export PATH="$PWD/bin:$PATH"
runtime=$PWD/runtime/threads
ways=()
ci || ways=("--erased -O2" "-O2")
short ||
  ways+=("--poison -O1" "-O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all" "-O1 -g -fsanitize=thread")
for way in "${ways[@]}"; do
  # shellcheck disable=SC2206
  options=($way -std=gnu11 -Wall -Wextra -Werror -Wno-unused-function -I"$runtime")
  native=("$runtime"/*.c)
  case $way in --erased*) native+=("$runtime"/erased/*.c) ;; esac
  rm -f "$work"/*.o
  for f in "${native[@]}"; do
    gcc "${options[@]/--[a-z]*/-O1}" -c "$f" -o "$work/$(basename "$f" .c).o"
  done
  ok "$way, fl_ring.c" flcc "${options[@]}" -c "$runtime/uring/fl_ring.c" -o "$work/fl_ring.o"
  ok "$way, ring.c" flcc "${options[@]}" -c tests/threads/uring/ring.c -o "$work/ring.o"
  gcc "${options[@]/--[a-z]*/-O1}" "$work"/*.o -luring -lpthread -o "$work/ring"
  status=0
  (cd "$work" && timeout 60 ./ring >out 2>&1) || status=$?
  if [ $status -eq 77 ]; then
    ok "$way: the kernel has no io_uring for us # SKIP" true
    continue
  fi
  is "$way: all of them" "0 $(grep -c '^ok ' "$work/out")" "$status $(grep -oP '^1\.\.\K[0-9]+' "$work/out")"
  if [ $status -ne 0 ]; then sed 's/^/# /' "$work/out"; fi
done
done_testing
