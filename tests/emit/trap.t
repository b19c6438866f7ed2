#!/usr/bin/env bash
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
ok "without it the C is quiet" eval "gcc -std=c11 -Wall -Wextra -Wconversion -Wpedantic -Werror -c $work/trap.c -o $work/trap.o && ! nm -u $work/trap.o | grep -q printf"
done_testing
