#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick, longer in all
# Several programs in one C program: their headers included by one file, their objects linked.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/emit/c.sh

# One C file that includes the C of two programs, with a prefix each: their helpers and macros are no trouble to each
# other or to it.
cat >"$work/helpers.fl" <<'F'
record P { x: u32, b: bytes<8>, many: [[u32; 3]; 40] }
effect e(x: bytes<8>, y: u64?) -> u32;
fn same(m: bytes<8>, v: bytes) -> bool { return m == v; }
coroutine child(n: u32) -> u32 asks e { return ask e("child", none) +% n; }
coroutine c(p: P) -> u32 asks e {
  var m: map<u32, P, 4>;
  var large: map<u64, u16, 400>;
  m[p.x] = p;
  large[3] = 4;
  if same(p.b, "abc") { large[7] = 8; remove large, 3; }
  var kid = start child(load be u32 p.b[0]);
  var step: event child = resume kid;
  while !(step is done) { match step { done(r) { } else => forward kid } }
  let r = ask e(m[p.x].b, some(step.done as u64 * large[7] as u64));
  m[4] = default;
  return r +% count(m);
}
F
for p in first second; do
  cp "$work/helpers.fl" "$work/$p.fl"
  bin/fairlead compile "$work/$p.fl" -o "$work" --prefix "${p}_" --entry c
done
cat >"$work/included.c" <<'C'
#define FIRST_API static
#define SECOND_API static
#include "first.c"
#include "second.c"
#ifdef FLI_TRAPPED
#error "a macro of theirs is left"
#endif
int main(void)
{
  static struct first_c f;
  static struct second_c s;
  static struct first_P p = {.x = 1, .b = {3, "abc"}};
  static struct second_P q;
  union first_request asked;
  union second_request others;
  first_key_maps(1, 2); /* each has a key of its own */
  second_key_maps(3, 4);
  first_c_init(&f, &p);
  second_c_init(&s, &q);
  const bool first = first_c_step(&f, (union first_response){0}, &asked) == FIRST_TRAP;
  const bool second = second_c_step(&s, (union second_response){0}, &others) == SECOND_TRAP;
  return first && second ? 0 : 1;
}
C
for cc in "${compilers[@]}"; do
  ok "$cc: the C of both in one file" "$cc" "${sanitized[@]}" "$work/included.c" -o "$work/included"
  ok "$cc: and both run" "$work/included"
done
cat >"$work/loud.c" <<'C'
#define FIRST_API static inline
#include "first.c"
int main(int argc, char **argv) { (void)argv; return (unsigned)argc < 0; }
C
gcc -Wextra -c "$work/loud.c" -o "$work/loud.o" 2>"$work/warned"
ok "warnings are off only in ours" grep -q type-limits "$work/warned"

# Functions with the default prefix: both use views, spans, bytes<8>, [u32; 4] and u32?.
cat >"$work/one.fl" <<'F'
fn choose(x: u32?) -> u32? { return x; }
fn fill(inout words: [u32; 4], inout out: bytes<8>, inout part: bytes, from: bytes) {
  for i in 0..4 { words[i] = i + 1; }
  resize out, 2;
  out[0] = from[0];
  part[0] = 7;
}
F
cat >"$work/two.fl" <<'F'
fn pick(x: u32?) -> u32? { return x; }
fn sum(words: [u32; 4], text: bytes<8>, inout part: bytes, from: bytes) -> u32 {
  part[0] = part[0] +% from[0];
  return words[0] +% words[3] +% (text[0] as u32) +% len(text);
}
F
# Machines, which bring their own requests and statuses, with a prefix each.
cat >"$work/ask.fl" <<'F'
effect number(n: u32) -> u32;
coroutine twice() -> u32 asks number {
  let a = ask number(1);
  let b = ask number(2);
  return a +% b;
}
F
sed 's/number(2)/number(20)/' "$work/ask.fl" >"$work/other.fl"
for p in one two; do ok "$p.fl" bin/fairlead compile "$work/$p.fl" -o "$work"; done
for p in ask other; do ok "$p.fl with a prefix" bin/fairlead compile "$work/$p.fl" -o "$work" --prefix "${p}_"; done

cat >"$work/main.c" <<'C'
#include "ask.h"
#include "one.h"
#include "other.h"
#include "two.h"
#include <stdio.h>

int main(void)
{
  struct fl_array4_u32 words;
  struct fl_bytes8 out = {0};
  uint8_t byte = 0, source = 10;
  struct fl_span lent = {&byte, 1};
  const struct fl_view from = {&source, 1};
  uint32_t sum = 0;
  if (!fl_fill(&words, &out, lent, from) || !fl_sum(&words, &out, lent, from, &sum))
    return 1;
  struct ask_twice ask;
  struct other_twice other;
  union ask_request asked;
  union other_request others;
  union ask_response answer = {.number = 0};
  union other_response reply = {.number = 0};
  ask_twice_init(&ask);
  other_twice_init(&other);
  while (ask_twice_step(&ask, answer, &asked) == ASK_ASKS_number && other_twice_step(&other, reply, &others) == OTHER_ASKS_number) {
    answer.number = asked.number.n * 100;
    reply.number = others.number.n * 100;
  }
  if (other_twice_step(&other, reply, &others) != OTHER_DONE)
    return 1;
  printf("%u %u %u %u\n", sum, byte, asked.done_twice, others.done_twice);
}
C
for cc in "${compilers[@]}"; do
  ok "$cc: one file includes all four headers" "$cc" "${sanitized[@]}" -I"$work" "$work"/{main,one,two,ask,other}.c -o "$work/run"
  is "$cc: and they work side by side" "17 17 300 2100" "$("$work/run")"
done
# The .c file may be included instead, with functions of any storage class.
cat >"$work/within.c" <<'C'
#define ASK_API static
#include "ask.c"

int main(void)
{
  struct ask_twice ask;
  union ask_request asked;
  ask_twice_init(&ask);
  return ask_twice_step(&ask, (union ask_response){0}, &asked) != ASK_ASKS_number;
}
C
for cc in "${compilers[@]}"; do
  ok "$cc: a file that includes the C" "$cc" "${sanitized[@]}" -I"$work" "$work/within.c" -o "$work/within"
  ok "$cc: and works" "$work/within"
  ok "$cc: and exports nothing of it" sh -c '! nm -g "$1" | grep ask_' sh "$work/within"
done
done_testing
