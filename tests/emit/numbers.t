#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick, longer in all
# Names for the numbers that drivers need: a driver that uses them goes on meaning what it says when cases, constants and sizes
# change, or no longer compiles. What coroutines inside come to is not the driver's. The same source gives the same bytes wherever it lies.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/emit/c.sh
mkdir "$work/lib"
cat >"$work/lib/limits.fl" <<'F'
const MAX: u16 = 77;
union Kind { short, long(bytes<33>) }
F
program() { # CASES, LIMIT, NAME'S SIZE
  cat <<F
import "lib/limits.fl";
effect next(tag: bytes<9>) -> Item;
effect more(kind: limits.Kind?) -> bytes<4096>;
union Item { $1 }
record Header { name: bytes<$3>, values: [u32; 4], m: map<u32, u8, 5>, o: bytes<3>? }
const LIMIT: u32 = $2;
const BIG: u64 = 0xffffffffffffffff;
const YES: bool = true;
const BYTES_9: u8 = 3;
const NUMBERS_SIZE: u8 = 4;
const NUMBERS_H: u8 = 5;
const TRAP: u8 = 6;
const TABLE: [u32; 2] = [1, 2];
const GREETING: bytes = "a\\0\\"b??/";
const NESTED: [[u8; 2]; 2] = [[1, 2], [3, 4]];
const SHORT: bytes<9> = "";
const LONG: [u8; 4096] = [1; 4096];
fn touch(inout h: Header) { push h.name, 1; }
extern type Wide size 64 align 32;
coroutine inside(n: u64) -> u64 asks more { let a = ask more(none); return n + len(a) as u64; }
coroutine inside_too() -> bytes<40> asks more { let a = ask more(some(limits.Kind.short)); return a[0..2]; }
coroutine apart() -> Wide? asks more { let a = ask more(none); return none; }
coroutine only_started() -> map<u32, u16, 2> asks more { let a = ask more(none); return default; }
coroutine numbers(h: Header, n: u32) -> u64 asks next, more {
  var wide: Wide? = none;
  let two = call inside_too();
  var p = start apart();
  var e = resume p;
  var never = start only_started();
  let again = never;
  let a = call inside(two[0] as u64);
  match ask next("x") {
    word(w) { return a + len(w) as u64; }
    stop { return 1000 + LIMIT as u64; }
    number(k) { return 2000 + k as u64; }
  }
}
F
}
cat >"$work/driver.c" <<'C'
#include "numbers.h"
#include <stdio.h>
#include <string.h>
#if FL_LIMIT < 10 || FL_limits_MAX != 77 || FL_BIG != 0xffffffffffffffff
#error "constants are good for #if"
#endif
int main(int argc, char **argv)
{
  static struct fl_numbers machine;
  static struct fl_Header header;
  static struct fl_bytes4096 bytes = {.len = 5, .data = {1, 2, 3, 4, 5}};
  static struct fl_Item item;
  union fl_request asked;
  union fl_response answer = {0};
  char name[FL_Header_name_CAPACITY], tag[FL_next_tag_CAPACITY], kind[FL_limits_Kind_long_CAPACITY], more[FL_more_CAPACITY];
  _Static_assert(sizeof more == sizeof bytes.data && sizeof name == sizeof header.name.data && sizeof kind == 33, "capacities");
  _Static_assert(FL_Header_values_CAPACITY == 4 && FL_Header_m_CAPACITY == 5 && FL_Header_o_CAPACITY == 3 && sizeof tag == 9, "too");
  static const uint32_t table[] = FL_TABLE;
  _Static_assert(sizeof table == 8 && sizeof(FL_GREETING) == 8 && sizeof(FL_SHORT) == 1, "no numbers");
  if (table[1] != 2 || memcmp(FL_GREETING, (const char[]){'a', 0, '"', 'b', 63, 63, 47}, 7) != 0)
    return 2;
#if defined(FL_NESTED) || defined(FL_LONG)
#error "no initializers of these"
#endif
  _Static_assert(sizeof(FL_BIG) == 8 && FL_BYTES_9 == 3 && FL_YES && FL_TRAP == 0, "constants");
  (void)argc; (void)name; (void)tag; (void)kind; (void)more;
  switch (argv[1][0]) {
  case 'w': item.tag = FL_Item_word; item.u.word.len = 2; break;
  case 's': item.tag = FL_Item_stop; break;
  default: item.tag = FL_Item_number; item.u.number = 7; break;
  }
  fl_numbers_init(&machine, &header, 0);
  for (;;) {
    switch (fl_numbers_step(&machine, answer, &asked)) {
    case FL_ASKS_next: answer.next = &item; break;
    case FL_ASKS_more:
      if (asked.more.kind.tag == FL_SOME && asked.more.kind.u.some.tag != FL_limits_Kind_short)
        return 1;
      answer.more = &bytes;
      break;
    case FL_DONE: printf("%llu\n", (unsigned long long)asked.done_numbers); return 0;
    case FL_TRAP: return 1;
    }
  }
}
C
drive() { # NAME CASES LIMIT SIZE
  program "$2" "$3" "$4" >"$work/numbers.fl"
  ok "$1: compiles" bin/fairlead compile "$work/numbers.fl" -o "$work"
  for cc in gcc clang; do
    ok "$1: and its driver, with $cc" "$cc" "${sanitized[@]}" "$work/driver.c" "$work/numbers.c" -o "$work/run"
    is "$1: which says the same" "$5" "$(for c in w s n; do "$work/run" $c; done)"
  done
}
drive "as it was" "stop, word(bytes<70>), number(u16)" 10 16 "8
1010
2007"
drive "cases reordered, other sizes" "number(u16), word(bytes<200>), stop" 11 20 "8
1011
2007"
program "stop, word(bytes<70>), number(u16)" 10 16 | sed 's/stop/halt/g' >"$work/numbers.fl"
bin/fairlead compile "$work/numbers.fl" -o "$work"
ok "a case that is gone is an error of C" eval "! gcc -std=c11 -fsyntax-only $work/driver.c 2>/dev/null"
ok "results of coroutines inside are no members of requests" eval "! grep -q 'done_inside\|done_apart' $work/numbers.h && grep -q done_numbers $work/numbers.h"
ok "what aligns to 32 has room that does" grep -q 'alignas(32)' "$work/numbers.h"
printf '#include "numbers.h"\nint main() { return FL_Item_halt; }\n' >"$work/plus.cc"
ok "C++ includes all of it" g++ -std=c++11 -Wall -Wextra -Wpedantic -Werror -fsyntax-only "$work/plus.cc"

# The same bytes from anywhere.
mkdir -p "$work/one/src/sub" "$work/one/common" "$work/elsewhere"
printf 'import "sub/s.fl";\nimport "../common/c.fl";\nimport "../src/sub/s.fl" as again;\nfn e(x: u32) -> u32 { return s.f(x) + c.g(x) + again.f(1); }\n' >"$work/one/src/e.fl"
printf 'fn f(x: u32) -> u32 { return 10 / x; }\n' >"$work/one/src/sub/s.fl"
printf 'fn g(x: u32) -> u32 { return 10 - x; }\n' >"$work/one/common/c.fl"
cp -r "$work/one" "$work/elsewhere/two"
fairlead=$PWD/bin/fairlead
(cd "$work/one/src" && "$fairlead" compile e.fl -o "$work/a")
"$fairlead" compile "$work/one/src/e.fl" -o "$work/b"
(cd "$work/elsewhere/two/common" && "$fairlead" compile .././src/../src/e.fl -o "$work/c")
ok "from the folder and from afar" diff -r "$work/a" "$work/b"
ok "and from another place, by a way round" diff -r "$work/a" "$work/c"
is "files are named by the way from the first" '"../common/c.fl"
"e.fl"
"sub/s.fl"' "$(grep -h '^#line' "$work/a/e.c" | grep '\.fl"' | cut -d' ' -f3 | sort -u)"
"$fairlead" compile "$work/one/src/e.fl" -o "$work/d" --line-prefix /usr/src/one/src/
is "or with a prefix" '"/usr/src/one/src/e.fl"' "$(grep -h '^#line' "$work/d/e.c" | cut -d' ' -f3 | grep 'src/e.fl' | sort -u)"
done_testing
