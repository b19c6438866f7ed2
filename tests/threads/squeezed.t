#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: all: two minutes more, for what programs_gcc.t finds with blanks
# Feature programs without the blanks that C does not need (`struct{int x;}a;`): they do the same.
. "$(dirname "$0")/programs.sh"
export FLCC_CC=gcc
n=0
for program in tests/threads/programs/*.c; do
  n=$((n + 1))
  in_turn $n 4 || continue
  name=$(basename "$program" .c)
  flcc -E "$program" | tests/threads/squeeze.py >"$work/program.i"
  if flcc -w -O0 -o "$work/program" "$work/program.i" 2>"$work/errors"; then
    is "$name, squeezed" "$(<"${program%.c}.out")" "$("$work/program" 2>&1 || echo "status $?")"
  else
    ok "$name, squeezed: compiles" sh -c 'head -5 "$1"; exit 1' sh "$work/errors"
  fi
done
done_testing
