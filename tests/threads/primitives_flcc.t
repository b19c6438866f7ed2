#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# The runtime's calls in each of their three states, as tests/threads/primitives.t has them, translated.
. "$(dirname "$0")/programs.sh"
for cc in gcc clang; do
  export FLCC_CC=$cc
  for how in -O2 "--poison -O1" "--erased -O1"; do
    for rows in states blocks; do
      # shellcheck disable=SC2086
      ok "$cc $how, $rows.c" flcc -std=gnu11 $how tests/threads/primitives/$rows.c -o "$work/rows"
      status=0
      timeout 60 "$work/rows" >"$work/out" 2>&1 || status=$?
      is "$cc $how: all of them" "0 $(grep -c '^ok ' "$work/out")" "$status $(grep -oP '^1\.\.\K[0-9]+' "$work/out")"
    done
  done
done
done_testing
