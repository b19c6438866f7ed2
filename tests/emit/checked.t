#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick, longer in all
# Builds with FL_CHECK: what is handed in and is no value of its type ends the program at the place in the source where
# it came; what is one is taken. And the key of maps with an index.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/emit/c.sh

cat >"$work/checked.fl" <<'F'
record Inner { name: bytes<8>, on: bool }
record Outer { n: u32, inner: Inner?, list: [Inner; 3] }
union Kind { empty, flag(bool), text(bytes<20>) }
effect flag() -> bool;
effect text() -> bytes<8>;
effect large() -> Outer;
effect kind() -> Kind;
effect few() -> map<u16, bool, 4>;
effect many() -> map<u16, u8, 100>;
coroutine checked(lent room: bytes<8>, whole: Outer, lent rest: bytes) -> u32 asks flag, text, large, kind, few, many {
  if ask flag() { return 1; }
  let t = ask text();
  let l = ask large();
  let k = ask kind();
  let f = ask few();
  var m = ask many();
  m[500] = 3;
  return len(t) + l.n + (k is empty ? 1 : 0) + count(f) + count(m) + len(room) + whole.n + len(rest);
}
fn total(o: Outer, b: bool, v: bytes, inout k: Kind) -> u32 { return (b ? o.n : 0) +% len(v) +% (k is empty ? 1 : 0); }
F
cat >"$work/driver.c" <<'C'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static void bad(const char *file, int line, const char *what)
{
  printf("%s:%d: %s\n", file, line, what);
  exit(0);
}
#define FL_ON_BAD(file, line, what) bad(file, line, what)
#include "checked.c"

static union fl_response r;
static struct fl_Outer outer, whole;
static struct fl_map4_u16_bool few;
static struct fl_map100_u16_u8 many;
static struct fl_bytes8 room;
static uint8_t rest[4];
static struct fl_span span = {rest, 4};

static void set(void *at, unsigned char byte) { memcpy(at, &byte, 1); }

int main(int argc, char **argv)
{
  const char *wrong = argc > 1 ? argv[1] : "";
  struct fl_checked f;
  union fl_request q;
  struct fl_Kind kind = {0};
#define IS(name) (strcmp(wrong, name) == 0)
  if (IS("argument")) { whole.list.a[1].name.len = 9; }
  if (IS("option")) { whole.inner.tag = 9; }
  if (IS("unused case")) { whole.inner.u.some.name.len = 200; }
  if (IS("function")) { whole.list.a[2].name.len = 9; }
  if (IS("inout")) { kind.tag = 3; }
  struct fl_view v = {IS("view") ? NULL : (const uint8_t *)"", 0};
  if (IS("function") || IS("inout") || IS("view") || IS("call")) {
    printf("%u\n", (unsigned)fl_total(&whole, false, v, &kind));
    return 0;
  }
  fl_checked_init(&f, &whole);
  for (;;) {
    room.len = IS("lent") && f.at > 2 ? 9 : 0;
    span.data = IS("span") && f.at > 2 ? NULL : rest;
    switch (fl_checked_step(&f, r, &q, &room, span)) {
    case FL_ASKS_flag: set(&r.flag, IS("bool") ? 7 : 0); break;
    case FL_ASKS_text: memset(&r, 0, sizeof r); r.text.len = IS("length") ? 9 : 8; break;
    case FL_ASKS_large:
      r.large = IS("pointer") ? NULL : &outer;
      outer.n = 3;
      outer.inner.tag = FL_SOME;
      set(&outer.inner.u.some.on, IS("bool in an option") ? 2 : 1);
      outer.list.a[2].name.len = IS("in an array") ? 255 : 8;
      break;
    case FL_ASKS_kind: {
      static struct fl_Kind k;
      k.tag = IS("tag") ? 3 : FL_Kind_text;
      k.u.text.len = IS("payload") ? 21 : 20;
      r.kind = (const void *)&k;
      break;
    }
    case FL_ASKS_few:
      few.count = IS("count") ? 5 : 2;
      few.key[0] = 7;
      few.key[1] = IS("twice") ? 7 : 8;
      set(&few.value[1], IS("value") ? 3 : 1);
      memcpy(&r, &(const void *){&few}, sizeof(void *));
      if (sizeof few <= 16) { memcpy(&r, &few, sizeof few); }
      break;
    case FL_ASKS_many:
      memset(&many, 0, sizeof many);
      fli_fl_map100_u16_u8_slot(&many, 500);
      fli_fl_map100_u16_u8_slot(&many, 501);
      if (IS("index")) { memset(many.index, 1, sizeof many.index); }
      for (size_t i = 0; IS("cell") && i < sizeof many.index / sizeof many.index[0]; i++) {
        if (many.index[i] != 0) { many.index[i] = 100; }
      }
      if (IS("no entry")) { memset(many.index, 0, sizeof many.index); }
      if (IS("one entry twice")) { many.key[1] = 500; }
      if (IS("key")) { fl_key_maps(1, 2); }
      r.many = &many;
      break;
    case FL_DONE: printf("done %u\n", (unsigned)q.done_checked); return 0;
    case FL_TRAP: puts("trap"); return 0;
    default: return 1;
    }
  }
}
C
bin/fairlead compile "$work/checked.fl" -o "$work" --entry checked --entry total
for cc in "${compilers[@]}"; do
  ok "$cc: a checked build" \
    "$cc" "${sanitized[@]}" -fno-sanitize=bool -DFL_CHECK -I"$work" "$work/driver.c" -o "$work/checked"
  says() { is "$cc: $1" "$2" "$("$work/checked" "$1" 2>&1 | sed "s|.*/||")"; }
  says "" "done 19"
  says "unused case" "done 19"
  says call 1
  answer() { says "$1" "checked.fl:$2: the answer to $3 is no value of its type"; }
  answer bool 11 flag
  answer length 12 text
  answer pointer 13 large
  answer "bool in an option" 13 large
  answer "in an array" 13 large
  answer tag 14 kind
  answer payload 14 kind
  answer count 15 few
  answer twice 15 few
  answer value 15 few
  for what in index cell "no entry" "one entry twice" key; do answer "$what" 16 many; done
  handed() { is "$cc: $1" "$2" "$("$work/checked" "$1" 2>&1 | sed 's/.*: //')"; }
  handed argument "whole is no value of its type"
  handed option "whole is no value of its type"
  handed function "o is no value of its type"
  handed inout "k is no value of its type"
  handed view "v is no value of its type"
  handed lent "room is no value of its type"
  handed span "rest has no data, or too much"
done
ok "others have nothing of it" \
  bash -c "! gcc -std=c11 -E -P '$work/checked.c' | grep -q 'FL_ON_BAD\|fli_valid\|builtin_trap'"
ok "without a hook it ends" gcc -std=c11 -DFL_CHECK -c "$work/checked.c" -o "$work/checked.o"

# 32,768 keys that all have one place to begin at, as long as nobody gives the map a key.
cat >"$work/keyed.fl" <<'F'
fn put(inout m: map<u64, u8, 32768>, k: u64) { m[k] = 1; }
fn drop(inout m: map<u64, u8, 32768>, k: u64) { remove m, k; }
F
cat >"$work/keyed_driver.c" <<'C'
#include "keyed.c"
#include <stdio.h>
#include <stdlib.h>
enum { KEYS = 32768, CELLS = sizeof(((struct fl_map32768_u64_u8 *)0)->index) / sizeof(uint16_t) };
static struct fl_map32768_u64_u8 m;
static uint64_t key[KEYS];
static unsigned char seen[CELLS];

static unsigned places(void)
{
  unsigned n = 0;
  memset(seen, 0, sizeof seen);
  for (int i = 0; i < KEYS; i++) {
    const uint32_t h = fli_fl_map32768_u64_u8_home(key[i]);
    n += !seen[h];
    seen[h] = 1;
  }
  return n;
}

int main(void)
{
  /* The inverse of the golden multiplier, by Newton. */
  uint64_t inverse = 1;
  for (int i = 0; i < 6; i++) { inverse *= 2 - UINT64_C(0x9E3779B97F4A7C15) * inverse; }
  for (uint64_t i = 0; i < KEYS; i++) {
    const uint64_t y = i * inverse;
    key[i] = y ^ y >> 32;
  }
  printf("%u", places());
  fl_key_maps(UINT64_C(0x243F6A8885A308D3), UINT64_C(0x13198A2E03707344));
  printf(" %s", places() > KEYS / 3 ? "many" : "few");
  bool all = true;
  for (int i = 0; i < KEYS; i++) { all = fl_put(&m, key[i]) && all; }
  for (int i = 0; i < KEYS; i += 2) { fl_drop(&m, key[i]); }
  for (int i = 0; i < KEYS; i++) { all = fli_fl_map32768_u64_u8_has(&m, key[i]) == (i % 2 == 1) && all; }
  printf(" %s %u\n", all ? "right" : "wrong", (unsigned)m.count);
  return 0;
}
C
bin/fairlead compile "$work/keyed.fl" -o "$work" --entry put --entry drop
for cc in "${compilers[@]}"; do
  ok "$cc: keyed" "$cc" "${sanitized[@]}" -O1 -I"$work" "$work/keyed_driver.c" -o "$work/keyed"
  is "$cc: keys that collide without a key do not with one" "1 many right 16384" "$("$work/keyed")"
done
cat >"$work/small.fl" <<'F'
fn put(inout m: map<u64, u8, 8>, k: u64) { m[k] = 1; }
F
bin/fairlead compile "$work/small.fl" -o "$work"
ok "a program without large maps has no such function" bash -c "! grep -q key_maps '$work/small.h'"
done_testing
