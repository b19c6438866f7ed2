#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick, longer in all
# The stack that compiled procedures take: never more than the header says, for whatever compiler; large values are built in place.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/emit/c.sh
PATH="$PWD/bin:$PATH"

used() { # NAME FILE.fl [options of compile]: the bounds in the header hold
  local name=$1 file=$2; shift 2
  fairlead compile "$file" -o "$work/$name" --stack-limit=1000000000 "$@"
  ok "$name: no way through the calls takes more than the header says" \
    python3 tests/emit/stack_use.py "$work/$name/$(basename "$file" .fl).h" "$work/$name/$(basename "$file" .fl).c"
}
used http examples/http/http.fl
if ! short; then
  used memcached examples/memcached/memcached.fl
  # as tls/Makefile: names of its externs begin with fl_
  used tls tls/clean/connection.fl --prefix fl_tlsm_ --entry server --entry client --entry export
fi
programs=(bench/functions/*.fl examples/popl/*.fl)
! short || programs=(bench/functions/headers.fl examples/popl/{broadcast,ex_coro,table}.fl)
for f in "${programs[@]}"; do used "$(basename "$f" .fl)" "$f"; done

# Bodies with many temporaries, for which compilers that do not optimize have a place each.
times=$(sized 50 80)
many() { for ((i = 0; i < ${2:-$times}; i++)); do echo "$1"; done; } # TEXT [TIMES]
{
  echo 'effect e(a: bytes, b: bytes, c: bytes);'
  echo 'fn g(a: bytes, b: bytes, c: bytes) -> u32 { return len(a) +% len(b) +% len(c); }'
  echo 'fn h(inout a: bytes, inout b: u32, inout c: u64) { b = len(a); c = c +% b as u64; }'
  echo "fn wide($(seq -f 'a%g: u64' -s ', ' 200)) -> u64 { return a1 +% a200; }"
  echo 'coroutine asks_(x: bytes<9>) asks e {'; many 'ask e(x[0..1], x[1..], x);'; echo '}'
  echo 'fn calls(x: bytes) -> u32 { var s: u32 = 0;'; many 's = s +% g(x[0..1], x[1..], x[s..]);'; echo 'return s; }'
  echo 'fn places(inout x: bytes) -> u64 { var s: u32 = 0; var t: u64 = 0;'
  many 'h(inout x[3..], inout s, inout t);'
  echo 'return t; }'
  echo 'fn chosen(x: u32, y: bool) -> u32 { var s: u32 = 0;'
  many 's = s +% (y && x > s ? (s > 3 || x < 7 ? x / (s + 1) : 3) : x % (s + 2));'
  echo 'return s; }'
  echo 'fn maps(x: u32) -> u32 { var m: map<u32, u64, 5>;'
  many 'm[x] = (x as u64) +% 3; remove m, x;' 30
  echo 'return count(m); }'
  echo 'fn bytes_(x: bytes) -> u32 { var y: bytes<3000>;'
  many 'append y, x[0..3]; append y, y[0..2]; resize y, len(y) - 1;' 50
  echo 'return len(y); }'
  echo 'fn args(x: u64) -> u64 { var s = x;'
  for ((i = 0; i < 8; i++)); do echo "s = wide($(seq -f 's +%% %g' -s ', ' 200));"; done
  echo 'return s; }'
} >"$work/many.fl"
used many "$work/many.fl"

# Large values: in a frame, in a local, in a parameter, as a result, as an argument, in a map, in a child.
cat >"$work/large.fl" <<'FL'
effect number(x: u32) -> u32;
record Big { a: [u32; 4000000], n: u32 }
record Row { k: u32, b: bytes<100> }
coroutine frame() -> u32 asks number {
  var z: Big;
  var rows: [[Row; 1000]; 100];
  z.a = [5; 4000000];
  rows = [[Row { k: 7, b: "abc" }; 1000]; 100];
  let i = ask number(z.a[3999999] +% rows[99][999].k +% len(rows[99][999].b));
  z.n = z.a[i % 4000000] +% rows[i % 100][0].k;
  return z.n;
}
fn local(i: u32) -> u32 { let x: [u8; 10000000] = [7; 10000000]; return x[i % 10000000] as u32; }
fn filled(k: u32) -> [Row; 10000] { return [Row { k: k, b: "abc" }; 10000]; }
fn given(inout t: [Row; 1000], k: u32) { t = [Row { k: k, b: "abc" }; 1000]; }
fn chosen(t: [Row; 10000], i: u32) -> u32 { return t[i % 10000].k; }
fn passed(k: u32) -> u32 { return chosen([Row { k: k, b: "abc" }; 10000], 3); }
fn put(inout m: map<u32, [Row; 1000], 10>, k: u32) { m[k] = [Row { k: k, b: "x" }; 1000]; }
coroutine parent() -> u32 asks number {
  var c: coro frame = start frame();
  var step: event frame = resume c;
  loop { match step { done(r) { return r; } else => forward c } }
}
FL
fairlead compile "$work/large.fl" -o "$work" --entry parent --entry local --entry filled --entry given --entry passed --entry put 2>"$work/warnings"
is "a compiler's status with warnings" 0 $?
ok "large values: no more than the header says" python3 tests/emit/stack_use.py "$work/large.h" "$work/large.c"
bound() { sed -nE "s/^#define FL_$1_STACK ([0-9]+).*/\1/p" "$work/large.h"; }
small() { ok "$1: $(bound "$1") bytes, nothing large" [ "$(bound "$1")" -lt 8192 ]; }
small PARENT; small FILLED; small GIVEN; small PUT
ok "LOCAL: its local counts" [ "$(bound LOCAL)" -ge 10000000 ]
is "warnings name who takes too much" "local passed" "$(sed -nE 's/.*warning: `([a-z]*)` may take [0-9]+ bytes of C stack, more than 262144$/\1/p' "$work/warnings" | sort | tr '\n' ' ' | sed 's/ $//')" || cat "$work/warnings"
is "a higher limit" "" "$(fairlead compile "$work/large.fl" -o "$work/again" --entry local --stack-limit=20000000 2>&1)"
ok "report says the same" grep -qx "  stack: at most $(bound PARENT) bytes, without external functions" <<<"$(fairlead report "$work/large.fl" --entry parent)"

# On a stack of 512 KiB: 16 MB, and 11 MB of rows, in a frame.
fairlead compile "$work/large.fl" --main --entry frame -o "$work/run" 2>/dev/null
for cc in "${compilers[@]}"; do
  for level in -O0 -O2; do
    "$cc" "${strict[@]}" $level "$work/run/large.c" "$work/run/large_main.c" -o "$work/run/large"
    is "$cc $level: runs on a small stack" "ask number(15)
done 12" "$(ulimit -s 512; printf '\x05\0\0\0' | "$work/run/large" 2>&1)"
  done
done
done_testing
