#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick, longer in all
# What flcc prints is read back: a text with a token too many, too few, or another one is refused.
. "$(dirname "$0")/programs.sh"
damage=_build/default/tests/threads/damage/damage.exe
programs="conditional loops_for nasty_switches structs variadic pointers_to_functions tail_calls unnamed_parameters"
if [ "$(sized 1 2)" -gt 1 ]; then
  programs="$programs aligned blocks compound_literals duff gotos nasty_calls nasty_lifetimes qualifiers spawned"
fi
for program in $programs; do
  gcc -E -w -g0 -D__FLCC__=1 -Iruntime/threads -Iruntime/threads/library "tests/threads/programs/$program.c" \
    -o "$work/$program.i"
  ok "$program: each damage is found" "$damage" "$(sized 12 50)" "$work/$program.i"
done
done_testing
