#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# Pragmas about visibility, and calls between a program and a shared library: what a marked function becomes is seen by
# others exactly if the function is, with stacks.
. "$(dirname "$0")/programs.sh"
cd tests/threads/visibility
exported() { nm -D --defined-only "$1" | sed 's/.* //' | grep -E "$2" | sed -E "s/$2/\1/" | sort -u | xargs; }
for cc in gcc clang; do
  export FLCC_CC=$cc
  for all in "" -fvisibility=hidden; do
    way="$cc $all" expected="said thrice twice undeclared weaker"
    [ -z "$all" ] || expected=${expected/ undeclared/}
    # shellcheck disable=SC2086
    ok "$way: the library, with stacks" \
      flcc --erased -O1 $all -fPIC -shared library.c rest.c -o "$work/libstacks.so"
    seen=$(exported "$work/libstacks.so" '^([a-z]+)$')
    is "$way: what is seen" "$expected" "$seen"
    # shellcheck disable=SC2086
    ok "$way: the library" flcc -O2 -Wall -Wextra -Werror $all -fPIC -shared library.c rest.c -o "$work/liboutside.so"
    for part in '^([a-z]+)__push$' '^([a-z]+)__run$' '^fl_cps_([a-z]+)$'; do
      is "$way: the same of $part" "$seen" "$(exported "$work/liboutside.so" "$part")"
    done
    ok "$way: the program" \
      flcc -O2 -rdynamic program.c -L"$work" -loutside -Wl,-rpath,"$work" -o "$work/program"
    is "$way: it calls the library, which calls it" "11 42 6 4" "$("$work/program")"
  done
done
done_testing
