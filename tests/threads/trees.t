#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick, longer in all
# clang's tree is read in a form that is short, and in the JSON where that does not say enough: both are one tree.
. "$(dirname "$0")/programs.sh"
trees=_build/default/tests/threads/trees/trees_test.exe
preprocess() { # FILE OPTIONS...: what is no C for the preprocessor is left out
  local file=$1
  shift
  gcc -E -w -g0 -D__FLCC__=1 -Iruntime/threads -Iruntime/threads/library "$@" "$file" \
    -o "$work/$(basename "$file" .c).i" 2>/dev/null || true
}
# NAME: all that is there is read, and most of it in the short form.
agree() {
  local status=0
  "$trees" "$work"/*.i >"$work/said" 2>&1 || status=$?
  is "$1: the trees are the same" 0 "$status"
  [ "$status" -eq 0 ] || sed 's/^/# /' "$work/said"
  ok "$1: most have the short form" awk 'END { exit !($1 > 4 * $4) }' "$work/said"
  rm -f "$work"/*.i
}
programs=(tests/threads/programs/*.c)
for ((i = 0; i < ${#programs[@]}; i++)); do
  if short; then ((i % 3 == 0)) || continue; fi
  in_turn "$i" 3 || continue
  preprocess "${programs[i]}"
done
agree "feature programs"
first=${FUZZ_SEED:-1}
for generator in generate positions csmith; do
  for ((seed = first; seed < first + $(sized 1 2); seed++)); do
    python3 "tests/threads/fuzz/$generator.py" "$seed" >"$work/$generator$seed.c"
    preprocess "$work/$generator$seed.c" -I/usr/include/csmith
  done
  agree "random programs of $generator.py"
done
done_testing
