#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# FL_ON_TRAP says where a machine traps: in the source, from the inside out, the same place as `fairlead run`.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/emit/c.sh
cat >"$work/trap.fl" <<'F'
effect get() -> u32;
const TABLE: [u32; 4] = [1, 2, 3, 4];
fn at(i: u32) -> u32 {
  return TABLE[i];
}
coroutine child() -> u32 asks get {
  let i = ask get();
  return at(i);
}
coroutine parent() -> u32 asks get {
  let n = call child();
  return n +
    10 / ask get();
}
F
cat >"$work/hook.h" <<'C'
#include <stdio.h>
#define FL_ON_TRAP(file, line) ((void)fprintf(stderr, "%s:%d\n", file, line))
C
root=$PWD
(cd "$work" && "$root/bin/fairlead" compile --main trap.fl)
for cc in gcc clang; do
  ok "$cc: compiles" "$cc" "${strict[@]}" -include "$work/hook.h" "$work/trap.c" "$work/trap_main.c" -o "$work/run"
  is "$cc: an index in a function, in a child, in a parent" "trap.fl:4
trap.fl:8
trap.fl:11" "$(printf '\x09\0\0\0' | "$work/run" 2>&1 >/dev/null)"
  is "$cc: a division by zero" "trap.fl:12" "$(printf '\x01\0\0\0\0\0\0\0' | "$work/run" 2>&1 >/dev/null)"
  is "$cc: nothing where nothing traps" "" "$(printf '\x01\0\0\0\x05\0\0\0' | "$work/run" 2>&1 >/dev/null)"
done
is "the interpreter agrees" "trapped at $work/trap.fl:4:3" "$(printf '\x09\0\0\0' | bin/fairlead run "$work/trap.fl" 2>&1 >/dev/null)"

# The place is that of the statement in which the failing operation is written, also after a call in it has returned and in the
# heads of loops; the first number of the input picks the trap.
cat >"$work/places.fl" <<'F'
effect get() -> u32;
fn step(inout i: u32) -> u32 {
  i += 1;
  return i;
}
fn after_call(a: [u32; 4], inout i: u32) -> u32 {
  return
    a[step(inout i)];
}
coroutine child(n: u32) -> u32 asks get {
  var a: [u32; 4];
  let x =
    a[ask get()];
  return x +
    n;
}
coroutine places() -> u32 asks get {
  let a = [1, 2, 3, 4];
  let b: bytes<8> = "abcd";
  let k = ask get();
  var n = 0;
  if k == 1 {
    var i = 9;
    n = after_call(a, inout i);
  }
  for x in b[k + 2..] {
    n += 1;
  }
  outer: for i in a[k * 2]..10 {
    n += 1;
  }
  while n < 3
    && a[n + k] == 0 {
    n += 1;
  }
  var one = start child(0xffffffff);
  var two = start child(0);
  var first = resume one;
  var second = resume two;
  first = resume one with get(k % 4);
  second = resume two with get(9);
  return 0;
}
F
(cd "$work" && "$root/bin/fairlead" compile --main places.fl)
gcc "${strict[@]}" -include "$work/hook.h" "$work/places.c" "$work/places_main.c" -o "$work/places"
places() { # NAME K WANT...
  local name=$1 k=$2
  shift 2
  is "$name, in C" "$(printf 'places.fl:%s\n' "$@")" "$(printf "\\x$k\\0\\0\\0" | "$work/places" 2>&1 >/dev/null)"
  is "$name, in the interpreter" "trapped at $work/places.fl:$1:" "$(bin/fairlead run "$work/places.fl" --input "${k}000000" 2>&1 >/dev/null | sed 's/[0-9]*$//')"
}
places "an index that a call computes" 01 7 24
places "bounds of what a loop goes over" 03 26
places "the bounds of a loop with a label" 02 29
places "a child that traps when it goes on, after another has run" 00 12 41
ok "without it the C is quiet" eval "gcc -std=c11 -Wall -Wextra -Wconversion -Wpedantic -Werror -c $work/trap.c -o $work/trap.o && ! nm -u $work/trap.o | grep -q printf"
done_testing
