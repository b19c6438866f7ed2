#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# Suspending functions in a shared library that is opened at run time: it uses the executable's runtime, if that is
# linked with -rdynamic, and cannot be opened if not.
. "$(dirname "$0")/programs.sh"
cd tests/threads/dlopen
for cc in gcc clang; do
  export FLCC_CC=$cc
  ok "$cc: the library" flcc -O2 -Wall -Wextra -fPIC -shared plugin.c -o "$work/plugin.so"
  ok "$cc: the program" flcc -O2 -Wall -Wextra -rdynamic host.c -ldl -o "$work/host"
  is "it waits, reads and goes to the pool there" "3014 1" "$("$work/host" "$work/plugin.so" fl_cps_plugin)"
  ok "$cc: without -rdynamic" flcc -O2 host.c -ldl -o "$work/host"
  is "it is not opened" "undefined symbol: fl_" \
    "$("$work/host" "$work/plugin.so" fl_cps_plugin | grep -o "undefined symbol: fl_")"
  ok "$cc: with stacks" flcc --erased -O1 -fPIC -shared plugin.c -o "$work/plugin.so"
  ok "$cc: the program, with stacks" flcc --erased -O1 -rdynamic host.c -ldl -o "$work/host"
  is "the same" "3014 1" "$("$work/host" "$work/plugin.so" plugin)"
done
done_testing
