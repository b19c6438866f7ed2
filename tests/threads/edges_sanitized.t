#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: all: sanitizers
# The programs of edges.t under sanitizers: each frame a block of its own; frames in chunks, as they are in programs;
# and races.
. "$(dirname "$0")/programs.sh"
both="address,undefined -fno-sanitize-recover=all"
for how in "$both" "$both -DFL_APART=0" "thread"; do
  rm -f "$work"/*.a
  # shellcheck disable=SC2086
  sanitized_runtime gcc -O1 -g -fsanitize=$how
  for library in runtime/threads/library/*.c; do
    # shellcheck disable=SC2086
    flcc -std=gnu11 -O1 -g -fsanitize=$how -c "$library" -o "$work/$(basename "$library" .c).o"
  done
  ar rs "$work/runtime.a" "$work"/*.o 2>/dev/null
  rm "$work"/*.o
  for program in edges cancel system clocks; do
    # shellcheck disable=SC2086
    ok "$how, $program.c" flcc -std=gnu11 -Wall -Wextra -Werror -O1 -g -fsanitize=$how \
      tests/threads/edges/$program.c "$work/runtime.a" -o "$work/edges"
    status=0
    timeout 300 "$work/edges" >"$work/out" 2>&1 || status=$?
    is "$how, $program: all of them" "0 $(grep -c '^ok ' "$work/out")" \
      "$status $(grep -oP '^1\.\.\K[0-9]+' "$work/out")"
    if [ "$status" -ne 0 ]; then sed 's/^/# /' "$work/out" | head -60; fi
  done
done
done_testing
