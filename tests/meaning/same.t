#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# The interpreter of the surface syntax, which is written from docs/language.md, and the semantics behind the front end:
# the same requests, results, and places of traps, of every program here that runs without a driver of its own.
# (tests/fuzz/front.t: random ones.)
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh
temporary_folder
meaning=_build/default/tests/meaning/run.exe

both() { # FILE INPUT
  bin/fairlead run --steps 200000 "$1" <"$2" >"$work/front" 2>&1 || true
  "$meaning" "$1" <"$2" >"$work/meaning" 2>&1 || true
  diff "$work/front" "$work/meaning"
}

printf '\3\0\0\0\4\0\0\0\5\0\0\0\6\0\0\0\1\0\0\0\1\0\0\0\0\0\0\0' >"$work/numbers"
for f in tests/lang/meaning/*.fl; do
  ok "$f" both "$f" "$work/numbers"
done
python3 - "$work" <<'P'
import random, sys
for seed in range(4):
    rng = random.Random(seed)
    open(f"{sys.argv[1]}/bytes{seed}", "wb").write(bytes(rng.choice([0, 1, 2, 3, 10, 13, 32, 65]) for _ in range(3000)))
P
for f in examples/popl/*.fl examples/http/http.fl examples/memcached/memcached.fl; do
  for seed in 0 1 2 3; do ok "$f on bytes $seed" both "$f" "$work/bytes$seed"; done
done

# The last coroutine of the text is the one that runs, also when another calls it.
cat >"$work/last.fl" <<'F'
effect say(n: u32);
coroutine caller() asks say { call called(); ask say(1); }
coroutine called() asks say { ask say(2); }
F
is "the last coroutine" "ask say(2)
done ()" "$(bin/fairlead run "$work/last.fl" </dev/null)"
ok "is that of the meaning" both "$work/last.fl" /dev/null

# Where a trap is reported: in the order of evaluation the first, at the innermost statement, in its own procedure. The
# first number of the input picks it.
cat >"$work/places.fl" <<'F'
effect get() -> u32;
fn trip(d: u32) -> u32 {
  return 6 / d;
}
fn endless(d: u32) -> u32 {
  loop { }
}
fn two(inout a: u32, b: u32) -> u32 { a = b; return a; }
coroutine main() asks get {
  var a: [u32; 2] = [0, 1];
  var b: bytes<4> = "ab";
  let k = ask get();
  if k == 0 { let x = a[k + 2] + trip(0); }
  if k == 1 { let x = trip(k - 1) + a[k + 2]; }
  if k == 2 { let x = a[k] + endless(0); }
  if k == 3 { let x = two(inout a[k], trip(0)); }
  if k == 4 { let x = two(inout a[6 / (k - 4)], trip(0)); }
  if k == 5 {
    let x =
      (if k == 5 {
        let y = 1;
        y
      } else {
        a[k]
      }) + a[k];
  }
  if k == 6 {
    let x = if k == 0 { 1 } else {
      a[k] };
  }
  if k == 7 {
    while k == 7 {
      b = "";
      if b[0] == 'c' { }
    }
  }
  if k == 8 {
    for c in b {
      b = "c";
    }
  }
  if k == 9 {
    let x = if k == 0 { 1 }
      else if a[k] == 0 { 2 } else { 3 };
  }
  if k == 10 {
    match k { 0 { } else { } }
    let x = match k { 10 =>
      a[k], else => 0 };
  }
  if k == 11 { let x = (a[k + 0xfffffff0] & 0) + endless(0); }
  if k == 12 { a[k] = trip(0); }
  if k == 13 { a[k] += trip(0); }
  if k == 14 { let x = len([a[k], 1]); endless(0); }
}
F
sed -i 's/  if k == 14 .*/  if k == 14 { let x = len([a[k], 1]); let y = endless(0); }/' "$work/places.fl"
place() { # K WANT
  local input=$work/input
  printf "\\x$1\\0\\0\\0" >"$input"
  bin/fairlead run --steps 100000 "$work/places.fl" <"$input" 2>"$work/trapped" >/dev/null || true
  is "the trap of case $1" "trapped at $work/places.fl:$2:" "$(sed 's/[0-9]*$//' "$work/trapped")"
  ok "the same for the meaning" both "$work/places.fl" "$input"
}
place 00 13
place 01 3
place 02 15
place 03 3
place 04 17
place 05 19
place 06 29
place 07 34
place 08 38
place 09 44
place 0a 49
place 0b 51
place 0c 3
place 0d 53
place 0e 54
done_testing
