#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# flcc where builds have cc: words from files, languages named by -x, standard input, text that is preprocessed already,
# C++ beside it, temporary files that cannot be.
. "$(dirname "$0")/programs.sh"
export FLCC_CC=gcc
mkdir "$work/in"
cd "$work/in"
cat >main.c <<'C'
#include <stdio.h>
#include <fl_threads.h>
#include "part.h"
cps int later(int v);
static cps void run(void) { printf("%d\n", later(PART)); }
int main(void) { fl_spawn(run()); return (int)fl_main_loop(); }
C
cat >lib.c <<'C'
#include <fl_threads.h>
#define later(v) later((v) + 1 - 1)
cps int (later)(int v);
cps int (later)(int v) { fl_yield(); if (v < 0) return later(-v); return v + 1; }
C
echo '#define PART 7' >part.h
status() { local s=0; "$@" >out 2>&1 || s=$?; echo "$s"; }
runs() { # WHAT COMMAND...: it makes the program
  rm -f program
  local what=$1
  shift
  ok "$what" "$@"
  is "and it runs" 8 "$(./program)"
}
echo "-O1 main.c 'lib.c' -o \"pro\"gram" >words
runs "words in a file" flcc @words
echo "@words -w" >more
runs "that names another" flcc @more
echo "--poison @words" >ours
runs "with options of ours" flcc @ours
echo "@itself" >itself
is "one that names itself ends" 1 "$(status flcc -c lib.c @itself)"
cp main.c main.text
runs "-x c" flcc -x c main.text lib.c -o program
runs "-xc, and -x none" flcc -xc main.text -xnone lib.c -o program
ok "standard input, with dependencies" sh -c 'flcc -MMD -MF stdin.d -c -o main.o -xc - <main.c'
ok "which name what it includes" grep -q part.h stdin.d
runs "and it is linked" flcc main.o lib.c -o program
echo 'int main(void) { return 8; }' >plain.c
ok "standard input without marks" sh -c 'flcc -x c -o plain - <plain.c'
is "is compiled, too" 8 "$(status ./plain)"
ok "-E" flcc -E main.c -o main.i
runs "what -E wrote" flcc main.i lib.c -o program
runs "the same by -x cpp-output" flcc -x cpp-output main.i -x none lib.c -o program
ok "-E in erased mode" flcc --erased -E main.c -o main.i
runs "and what that wrote" flcc --erased main.i lib.c -o program
runs "macros in debugging information are not expanded twice" flcc -g3 main.c lib.c -o program
ok "-save-temps" flcc -save-temps -c lib.c
ok "shows what was translated" grep -q later__run lib.i
ok "--emit-c goes where -o says" flcc --emit-c lib.c -o emitted.c
ok "which is the same" cmp emitted.c lib.i
for what in "--emit-c lib.c" --help --version; do
  for to in '&-' /dev/full; do
    is "$what >$to: it says that it cannot, once" "1 fairlead: error: cannot write to standard output 2" \
      "$(status sh -c "flcc $what >$to") $(sed 's/output: .*/output/; q' out) $(wc -l <out)"
  done
done
for command in frames graph infer; do
  is "threads $command of no file" "1 none.c: error: no such file or directory" \
    "$(status fairlead threads $command none.c) $(head -1 out)"
done
runs "no folder for temporary files" env TMPDIR=/nonexistent flcc main.c lib.c -o program
ok "-g" flcc -g -O1 -c main.c -o one.o
ok "and from other temporary files" env TMPDIR=. flcc -g -O1 -c main.c -o two.o
ok "makes the same object: nothing in it is about temporary files" cmp one.o two.o
is "which is called after its source" main.c "$(nm -a two.o | sed -n 's/.* a //p')"
for option in -fdirectives-only -fdebug-cpp; do
  runs "$option" flcc $option main.c lib.c -o program
done
mkdir precompiled
ok "a header is precompiled" flcc -x c-header part.h -o precompiled/whole.h.gch
ok "and so is one by its name" flcc part.h
rm part.h.gch
ok "a precompiled header alone, as meson has it, for a file without marks" \
  flcc -Winvalid-pch -Werror -fpch-preprocess -I precompiled -include whole.h -c plain.c
cp part.h whole.h
runs "with its source, for one with marks" \
  flcc -fpch-preprocess -I precompiled -I . -include whole.h main.c lib.c -o program
rm whole.h
is "without, the compiler says what is missing" "<command-line>: fatal error: whole.h: No such file or directory" \
  "$(flcc -fpch-preprocess -I precompiled -include whole.h -c main.c 2>&1 | head -1)"
# Compilers by other names: what is in front of gcc is the machine if it has parts, and a version may be behind.
mkdir names
for name in musl-gcc c99-gcc mips-linux-gnu-gcc-12; do
  case $name in mips*) real=mips-linux-gnu-gcc ;; *) real=gcc ;; esac
  printf '#!/bin/sh\nexec %s "$@"\n' "$real" >"names/$name"
  chmod +x "names/$name"
done
for name in musl-gcc c99-gcc; do
  PATH=$PWD/names:$PATH FLCC_CC=$name runs "by $name" flcc main.c lib.c -o program
done
if command -v mips-linux-gnu-gcc >/dev/null; then
  echo '_Static_assert(sizeof(long) == 4, "32 bits");' | cat lib.c - >small.c
  PATH=$PWD/names:$PATH FLCC_CC=mips-linux-gnu-gcc-12 ok "and for another machine" flcc -c small.c -o small.o
fi
is "-### does nothing" "0" "$(status flcc '-###' -c lib.c)"
cat >native.cc <<'C'
#include <fl_threads.h>
#include <fl_stream.h>
#include <fl_sync.h>
#include <cstdio>
extern "C" void start(fl_cond *);
int main() {
  fl_cond done = FL_COND_INIT;
  fl_nursery unused = FL_NURSERY_INIT;
  (void)unused;
  start(&done);
  std::size_t left = fl_main_loop();
  std::printf("%d\n", static_cast<int>(left) + 8);
}
C
cat >start.c <<'C'
#include <fl_threads.h>
static cps void wait(fl_cond *done) { fl_wait(done); }
static cps void signal(fl_cond *done) { fl_signal(done); }
void start(fl_cond *done);
void start(fl_cond *done) { fl_spawn(wait(done)); fl_spawn(signal(done)); }
C
if command -v g++ >/dev/null; then
  runs "C++ beside it, without warnings" flcc -Wall -Wextra -Werror native.cc start.c -lstdc++ -o program
fi
done_testing
