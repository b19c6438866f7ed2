#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# A C++ program includes the headers and drives what C compiled: extern "C" is there, and no warning comes from them.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/emit/c.sh

programs=(examples/popl/*.fl examples/*/[hm]*.fl tests/lang/good/*.fl tests/emit/extern/extern.fl)
for program in "${programs[@]}"; do
  name=$(basename "$program" .fl)
  bin/fairlead compile "$program" -o "$work/headers"
  printf '#include "%s.h"\n' "$name" >"$work/$name.cpp"
  for cxx in g++ clang++; do
    ok "$name.h: $cxx has nothing to say" "$cxx" "${strict_cxx[@]}" -I"$work/headers" -fsyntax-only "$work/$name.cpp"
  done
done

# Members and parameters whose names mean something in C++, or are macros of the C library.
cat >"$work/words.fl" <<'F'
extern type Blob size 16 align 16;
extern fn fill(inout blob: Blob, n: u32);
record Words { class: u32, requires: u8, errno: u32, stdin: bool }
effect ask_words(namespace: Words) -> Words;
coroutine words(co_await: u32) -> u32 asks ask_words {
  var blob: Blob;
  fill(inout blob, co_await);
  let template = ask ask_words(Words { class: co_await, requires: 3, errno: 4, stdin: true });
  return template.class +% template.errno;
}
F
cat >"$work/main.cpp" <<'C'
#include <cerrno>
#include <cstdio>
#include "words.h"

extern "C" void fill(fl_Blob *blob, uint32_t n) { blob->bytes[0] = static_cast<uint8_t>(n); }

int main()
{
  fl_words machine;
  fl_request asked;
  fl_response answer = {};
  static_assert(sizeof machine == FL_WORDS_SIZE && alignof(fl_Blob) == 16, "sizes are constants here too");
  fl_words_init(&machine, 40);
  if (fl_words_step(&machine, {}, &asked) != FL_ASKS_ask_words)
    return 1;
  answer.ask_words = asked.ask_words.namespace_;
  answer.ask_words.errno_ = 2;
  if (fl_words_step(&machine, answer, &asked) != FL_DONE)
    return 1;
  std::printf("%u\n", static_cast<unsigned>(asked.done_words));
}
C
ok "words.fl compiles" bin/fairlead compile "$work/words.fl" -o "$work"
ok "words.c compiles" gcc -std=c11 -Wall -Wextra -Wconversion -Werror -c "$work/words.c" -o "$work/words.o"
for cxx in g++ clang++; do
  ok "$cxx: a driver in C++ links" "$cxx" "${strict_cxx[@]}" "$work/main.cpp" "$work/words.o" -o "$work/run"
  is "$cxx: and works" 42 "$("$work/run")"
done

# The runtime's headers too.
cat >"$work/loop.cpp" <<'C'
#include "fl_loop.h"
#include "fl_timer.h"
int main(int argc, char **) { return argc > 9 ? static_cast<int>(fl_loop_now(nullptr)) : 0; }
C
ok "the runtime compiles" eval "for f in runtime/*.c; do gcc -std=c11 -c \$f -o $work/fl_\$(basename \$f .c).o || exit 1; done"
for cxx in g++ clang++; do
  ok "$cxx: a program with the runtime links" "$cxx" "${strict_cxx[@]}" -Iruntime "$work/loop.cpp" "$work"/fl_*.o -o "$work/run"
done
done_testing
