#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick, longer in all
# The size of the printed C grows as the source does: with the requests that are passed on, with the parts of types, with states.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/emit/c.sh
PATH="$PWD/bin:$PATH"

# forward N: a parent that passes on N requests of its child. nested N: records of two records of two records.
program() {
  python3 - "$1" "$2" <<'PY'
import sys
kind, n = sys.argv[1], int(sys.argv[2])
def each(line, separator="\n", start=0): return separator.join(line.replace("#", str(i)).replace("@", str(i - 1)) for i in range(start, n))
if kind == "forward":
    print(each("effect e#(x: u32) -> u32;"))
    asks = each("e#", ", ")
    print(f"coroutine child(n: u32) -> u32 asks {asks} {{ var s: u32 = n;")
    print(each("  s = s +% ask e#(s);"))
    print("  return s; }")
    print(f"coroutine parent() -> u32 asks {asks} {{ var c: coro child = start child(1); var s: event child = resume c;")
    print("  loop { match s { done(r) { return r; } else => forward c } } }")
elif kind == "nested":
    print("record R0 { x: u8, y: u32 }")
    print(each("record R# { a: R@, b: R@ }", start=1))
    print(f"effect g() -> u8; coroutine main() -> u8 asks g {{ var z: R{n - 1}; var w: R{n - 1};")
    print(f"  z{'.a' * (n - 1)}.x = ask g(); w = z; z.a = w.b; return w{'.a' * (n - 1)}.x +% z{'.a' * (n - 1)}.x; }}")
elif kind == "states":
    print("effect g(x: u32) -> u32; coroutine main() -> u32 asks g { var s: u32 = 0;")
    print(each("  s = s +% ask g(#);"))
    print("  return s; }")
elif kind == "match":
    print("union U {" + each("c#", ", ") + "} effect g(x: u32); effect next() -> u8; coroutine main() asks g, next { var u: U = U.c0; loop { let k = ask next(); if k == 0 { u = U.c1; }")
    print("  match u {" + each("c# { ask g(#); }", " ") + " } } }")
PY
}
bytes() { # KIND N
  mkdir -p "$work/$1$2"
  program "$1" "$2" >"$work/$1$2/p.fl"
  fairlead compile "$work/$1$2/p.fl" -o "$work/$1$2"
  cat "$work/$1$2"/p.[ch] | wc -c
}
linear() { # KIND N: the second N add as much as the first, but for longer numbers
  local one two three
  one=$(bytes "$1" "$2"); two=$(bytes "$1" $((2 * $2))); three=$(bytes "$1" $((3 * $2)))
  ok "$1: $one, $two, $three bytes for $2, $((2 * $2)), $((3 * $2))" [ $((10 * (three - two))) -lt $((12 * (two - one))) ]
}
linear forward 100
linear nested 5
linear states 400
linear match 300 # beyond 256 states, where each entry gets a line more
for cc in gcc clang; do
  for kind in forward300 nested15 states1200 match300; do
    ok "$cc takes $kind" "$cc" "${strict[@]}" -O1 -c "$work/$kind/p.c" -o "$work/$kind/$cc.o"
  done
done

# With many states, nothing that was loaded at one entry is compared with what is loaded at another; with few, it may be.
ok "entries are apart in a procedure of 1,200 states" [ "$(grep -c '^at_.*FLI_APART();$' "$work/states1200/p.c")" = 1200 ]
ok "and not in a small one" [ "$(grep -c FLI_APART "$work/nested5/p.c")" = 0 ]

# And it does the same: 90 requests passed on, answered with a byte pattern.
mkdir -p "$work/run"
program forward 90 >"$work/run/p.fl"
fairlead compile "$work/run/p.fl" --main --entry parent -o "$work/run"
gcc "${sanitized[@]}" "$work/run/p.c" "$work/run/p_main.c" -o "$work/run/p"
input=$(python3 -c 'print(bytes((i * 37 + 11) % 256 for i in range(360)).hex())')
is "passing on 90 requests: interpreter and C" "$(fairlead run --entry=parent --input="$input" "$work/run/p.fl" 2>&1)" \
  "$(printf '%s' "$input" | xxd -r -p | "$work/run/p" 2>&1)"
mkdir -p "$work/apart"
program states 300 >"$work/apart/p.fl"
fairlead compile "$work/apart/p.fl" --main -o "$work/apart"
for cc in gcc clang; do
  "$cc" "${strict[@]}" -O2 "$work/apart/p.c" "$work/apart/p_main.c" -o "$work/apart/$cc"
  is "300 states, $cc: interpreter and C" "$(fairlead run --input="$input$input$input$input" "$work/apart/p.fl" 2>&1)" \
    "$(printf '%s' "$input$input$input$input" | xxd -r -p | "$work/apart/$cc" 2>&1)"
done
done_testing
