#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# Bytes that are copied within one variable: what overlaps is moved, what cannot overlap is copied, and both as the
# interpreter has it. In pieces of every length, for those up to 128 are copied inline.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/emit/c.sh
cat >"$work/copies.fl" <<'F'
effect out(b: bytes);
record Pair { a: bytes<300>, b: bytes<300> }
coroutine copies() asks out {
  var x: bytes<300>;
  var p: Pair;
  var y: [bytes<300>; 2];
  for i in 0..300 { push x, (i % 251) as u8; }
  let whole: bytes<300> = x;
  for n in 0..140 {
    for by in 1..4 {
      x[by..by + n] = x[0..n];        // up, over itself
      ask out(x);
      x[0..n] = x[by..by + n];        // down
      ask out(x);
      x[150..150 + n] = x[0..n];      // apart, which the compiler does not know
      ask out(x);
      x = whole;
    }
    y[0] = whole;
    y[1] = default;
    let k = n % 2;
    y[k] = y[0][by_three(n)..];       // perhaps itself
    ask out(y[0]);
    ask out(y[1]);
    p.a = whole;
    p.b = p.a[n..];                   // another field
    ask out(p.b);
    resize p.a, n;
    append p.a, p.a[n / 2..];         // its own end
    ask out(p.a);
    x = x[n..];
    ask out(x);
    x = whole;
  }
}
fn by_three(n: u32) -> u32 { return n / 3; }
F
bin/fairlead run "$work/copies.fl" >"$work/expected" </dev/null || true
ok "the interpreter comes to its end" test "$(grep -c '^ask' "$work/expected")" = 1960
bin/fairlead compile --main -o "$work" "$work/copies.fl"
runs() { # NAME COMMAND...
  "${@:2}" "$work"/copies.c "$work"/copies_main.c -o "$work/copies"
  "$work/copies" >"$work/got" </dev/null || true
  cmp -s "$work/expected" "$work/got"
}
ok "gcc -O2" runs gcc gcc -std=c11 -O2
ok "clang -O2" runs clang clang -std=c11 -O2
ok "gcc, sanitizers" runs gcc gcc -std=c11 -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all
ok "moved where it may overlap" test "$(grep -c 'fli_move(' "$work/copies.c")" -ge 6
ok "copied where it cannot" grep -q 'fli_copy(f->p.b.data' "$work/copies.c"
sed -i 's/memmove(to, from, n)/for (uint32_t i = 0; i < n; i++) { to[i] = from[i]; }/' "$work/copies.c"
forwards() { ! runs gcc gcc -std=c11 -O0; }
ok "copying forwards is noticed" forwards
done_testing
