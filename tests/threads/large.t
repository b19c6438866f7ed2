#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# Functions with hundreds and ten thousand suspending calls: several functions of C, each optimized as any other.
. "$(dirname "$0")/programs.sh"
export FLCC_CC=gcc
cd "$work"
# KIND CALLS: a function whose result is the same with stacks.
large() {
  echo '#include <stdio.h>'
  echo '#include <fl_threads.h>'
  echo 'static cps unsigned g(unsigned v) { if (v % 7 == 0) fl_yield(); return v * 3 + 1; }'
  echo 'static cps unsigned f(unsigned x) { int left = 50;'
  awk -v kind="$1" -v n="$2" 'BEGIN {
    for (i = 0; i < n; i++)
      if (kind == "straight") printf "  x = g(x + %d);\n", i
      else if (kind == "branchy") {
        printf "  if (x & %d) { unsigned y = g(x); x += y + %d; } else x = g(x) ^ %d;\n", 2 ^ (i % 8), i, i
        i++
      } else if (kind == "loops") {
        printf "  for (int i = 0; i < 3; i++) { x += g(i); while (x & 1) { if (g(x) & 2) break; x = g(x); }"
        printf " if (g(x) & 4) continue; x ^= %d; }\n", i += 3
      } else {
        printf "again%d: if (x %% 5 == 1) goto next%d; x = g(x);", i, i
        printf " if (x %% 9 == 2 && left-- > 0) goto again%d;", back
        printf " next%d: x = g(x + %d);\n", i, i
        back = i - i % 60
        i++
      }
  }'
  echo '  return x; }'
  echo 'static cps void run(void) { printf("%u\n", f(1)); }'
  echo 'int main(void) { fl_spawn(run()); return (int)fl_main_loop(); }'
}
for kind in straight branchy; do
  large "$kind" 10000 >"$kind.c"
  ok "10,000 calls, $kind: translated" sh -c "flcc --emit-c $kind.c >$kind.out"
  is "no function of it is left unoptimized, $kind" 0 "$(grep -c 'optimize("O0")' "$kind.out")"
  is "at most 70 ways into the middle of each, $kind" 0 \
    "$(awk '/__part_[0-9]+\(fl_exec|f__run\(fl_exec \*fl__x, void/ { n = 0 }
      { n += gsub(/case [0-9]/, "&") } n > 70' "$kind.out" | wc -l)"
done
size() { large branchy "$1" >some.c; flcc --emit-c some.c | wc -c; }
ok "text in proportion to the calls" awk "BEGIN { exit !($(size 2000) < 2.2 * $(size 1000)) }"
for kind in straight branchy loops gotos; do
  # Of a type that a name stands for, which clang is strict about behind a label.
  large "$kind" 400 | sed 's/^static cps unsigned g/typedef unsigned word; static cps word g/' >"$kind.c"
  ok "400 calls, $kind: compiled by clang" env FLCC_CC=clang flcc -O0 -c -o object.o "$kind.c"
  ok "400 calls, $kind: compiled" flcc -O1 -o program "$kind.c"
  ok "the same with stacks" flcc --erased -O0 -o stacks "$kind.c"
  is "they agree, $kind" "$(./stacks)" "$(./program)"
done
done_testing
