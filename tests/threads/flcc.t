#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# flcc in place of cc: files apart, marks that do not fit, dependencies, statuses, files without marks, places in
# messages; and the other commands on the same files.
. "$(dirname "$0")/programs.sh"
# Attributes in front of labels, cases and other statements: clang has them with -std=c2x.
for cc in gcc clang; do
  export FLCC_CC=$cc
  for how in "" --erased; do
    # shellcheck disable=SC2086
    ok "attributes in front of statements, $cc $how" flcc $how -std=c2x -Wall -Wextra -Werror -O1 \
      tests/threads/edges/attributes.c -o "$work/attributes"
    is "what that prints, $cc $how" "$(<tests/threads/edges/attributes.out)" "$("$work/attributes")"
  done
done

export FLCC_CC=gcc
mkdir "$work/in"
cd "$work/in"
cat >lib.c <<'C'
#include <fl_threads.h>
cps int later(int v);
cps int later(int v) { fl_yield(); return v + 1; }
struct table { cps int (*call)(int); };
const struct table table = { later };
C
cat >main.c <<'C'
#include <stdio.h>
#include <fl_threads.h>
#include "part.h"
cps int later(int v);
struct table { cps int (*call)(int); };
extern const struct table table;
static cps void run(void) { printf("%d %d %d\n", later(1), table.call(2), PART); }
int main(void) { fl_spawn(run()); return (int)fl_main_loop(); }
C
echo '#define PART 7' >part.h
cat >native.c <<'C'
int later(int v);
int main(void) { return later(1); }
C
cat >plain.c <<'C'
int main(void) { int nested(int x) { return x - 3; } return nested(3); }
C
ok "files apart" flcc -c lib.c
ok "-o, -MD, -I" flcc -Wall -Wextra -Werror -O2 -I. -MD -c main.c -o main.o
ok "-MD names what was included" grep -q 'part.h' main.d
ok "-MD names the object" grep -q '^main.o:' main.d
ok "linked" flcc main.o lib.o -o both
is "calls between files, by name and through a table" "2 3 7" "$(./both)"
ok "all at once, optimized when linking" flcc -O2 -flto main.c lib.c -o both
is "the same" "2 3 7" "$(./both)"
FLCC_CC=clang flcc -O1 -c lib.c -o clang.o
ok "one file by clang, one by gcc" flcc main.o clang.o -o both
is "the same again" "2 3 7" "$(./both)"
flcc -c native.c
is "a mark that one file has and the other has not is an error of the linker" "undefined reference to \`later'" \
  "$(flcc native.o lib.o -o no 2>&1 | grep -om1 "undefined reference to .*")"
cat >unmarked.c <<'C'
int later(int v) { return v; }
C
flcc -c unmarked.c
is "and the other way round" "undefined reference to \`later__push'" \
  "$(flcc main.o unmarked.o -o no 2>&1 | grep -om1 "undefined reference to .later__push'")"
ok "a file without marks is not looked at: nested functions" flcc plain.c -o plain
ok "and runs" ./plain
gcc -O2 -c native.c -o a.o
flcc -O2 -c native.c -o b.o
ok "it is compiled as cc compiles it" cmp a.o b.o
is "--version is flcc's, then cc's" "flcc (Fairlead) $(<"$OLDPWD/VERSION"), which compiles by:
$(gcc --version)" "$(flcc --version)"
is "--help is flcc's, and says how to get cc's" "usage: flcc [OPTION]... FILE... 1" \
  "$(flcc --help | sed -n 1p) $(flcc --help | grep -c 'gcc --help')"
flcc --help | sed -n '/^Example/,$p' | sed -n 's/^  \([^$].*\)/\1/p' >example.c
ok "its example" flcc -Wall -Wextra -Werror -O2 -o example example.c
is "runs" "0 1 2" "$(./example | xargs)"
printf '%s\n' 'cps int f(void);' 'int main(void) { return f(); }' >without.c
is "a file without the header gets a hint" \
  "without.c:1: help: \`cps\` is a word of fl_threads.h: put \`#include <fl_threads.h>\` in front" \
  "$(flcc -c without.c 2>&1 | tail -1)"
echo 'int main(void) { return cps; }' | sed '1i #include <fl_threads.h>' >with.c
is "one with it gets none" 0 "$(flcc -c with.c 2>&1 | grep -c 'is a word of fl_threads.h')"
mkdir tools
for tool in gcc as ld; do ln -s "$(command -v $tool)" tools/; done
is "without clang, it says what to install" "main.c: error: clang, by which files with marks are read, is not \
installed|  help: install clang 14 (Debian, Ubuntu: apt-get install clang-14); it is called \`clang\` or \`clang-14\`" \
  "$(PATH=$PWD/tools "$OLDPWD/bin/flcc" -c main.c 2>&1 | paste -sd'|')"
ln -s "$(command -v clang)" tools/clang-14
ok "clang-14 does" env PATH="$PWD/tools" "$OLDPWD/bin/flcc" -c main.c -o /dev/null
status() { local s=0; "$@" >/dev/null 2>&1 || s=$?; echo "$s"; }
echo 'int main(void) { return x; }' >bad.c
is "statuses are cc's" "1 1 1 0" \
  "$(status flcc bad.c) $(status flcc absent.c) $(status flcc) $(status flcc -E main.c)"
cat >attributes.c <<'C'
#include <fl_threads.h>
static cps int first(const char *const names[], const int numbers[const])
{
  fl_yield();
  return names[0][0] - numbers[0];
}
[[nodiscard, gnu::noinline]] static cps int later(int v [[maybe_unused]])
{
  switch (v) {
  case 1: fl_yield(); [[fallthrough]];
  default: {
    [[maybe_unused]] int w = first((const char *const[]){"2"}, (const int[]){'0'});
    fl_yield();
    return w;
  }
  }
}
[[noreturn]] static cps void end(int status) { fl_yield(); __builtin_exit(status); }
static cps void run(void) { end(later(1)); }
int main(void) { fl_spawn(run()); return (int)fl_main_loop(); }
C
ok "attributes of C23 in C of 2017, and literals of constants: no warning" \
  flcc -Wall -Wextra -Wcast-qual -Werror -O1 -o attributes attributes.c
is "and it runs" 2 "$(status ./attributes)"
cat >wrong.c <<'C'
#include <fl_threads.h>
cps void f(void) { fl_yield(); }
cps int g(void)
{
  f();
  return 1 +;
}
C
is "an error of syntax is where it is" "wrong.c:6:13: error: expected expression" "$(flcc -c wrong.c 2>&1 | head -1)"
mkdir words
root=$OLDPWD
cd words
for how in "-c ../lib.c -o" "../main.c ../lib.c -o" "-c ../lib.c -I"; do
  # shellcheck disable=SC2086
  is "a value that is missing is nothing that flcc adds: $how" "1 " "$(status flcc $how) $(ls)"
done
ok "long names of options" flcc --compile ../lib.c --output=long.o
ok "and with a word" flcc --compile ../lib.c --output longer.o --define-macro A=1
is "nothing else is written" "long.o longer.o" "$(ls | xargs)"
is "who is good is compiled" "1 lib.o long.o longer.o" "$(status flcc -c ../bad.c ../absent.c ../lib.c) $(ls | xargs)"
is "a second bad file is read, too" "2" "$(flcc -c ../wrong.c ../wrong.c ../lib.c 2>&1 | grep -c 'expected expression')"
rm ./*
ok "what another option takes is not flcc's" flcc -c ../lib.c -Xlinker --library-path=absent
rm ./*
ok "-MD for a program" flcc -MD ../lib.c ../main.c
is "writes what cc does" "a-lib.d a-main.d a.out" "$(ls | xargs)"
flcc -Wp,-MMD,told,-MT,it -c ../main.c -o main.o
is "the preprocessor's own" "it:" "$(head -c 3 told)"
cp ../main.c again.c
flcc -I.. -MD again.c ../lib.c -o again
is "a file may be called as one of flcc's own" "2 3 7" "$(./again)"
cd ..
OLDPWD=$root
cat >warn.c <<'C'
#include <stdio.h>
#include <fl_threads.h>
cps void f(const char *s)
{
  fl_yield();
  printf("%d", s);

  fl_yield();
  char *p = 3;
}
C
is "warnings are where they are" "warn.c:6 warn.c:9" \
  "$(flcc -Wall -c warn.c 2>&1 | grep -oE '^warn.c:[0-9]+:[0-9]+: warning' | cut -d: -f1,2 | sort -u | xargs)"
cat >unused.c <<'C'
#include <fl_threads.h>
static int never(void) { return 1; }
int native(int v)
{
  int nobody;
  if (v = 3) return 1;
  return 0;
}
cps int suspends(int v, int w)
{
  int nothing;
  fl_yield();
  for (int v = 0; v < 2; v++)
    fl_yield();
  return v;
}
C
# What is right in the program is right in what becomes of it: types of strings, constants that live across a
# suspension, jumps past declarations, the library's headers.
cat >strict.c <<'C'
#include <fl_threads.h>
#include <stdio.h>
static cps int next(int v) { fl_yield(); return v; }
static cps void shows(void)
{
  struct pair { int a; char b[3]; } const p = { .a = next(1), .b = { [1] = (char)next(2) } };
  const char *s = next(p.a) ? "yes" : "no";
  for (int i = 0, n = next(2); i < n; i++) printf("%s %d\n", s, p.b[i] + next(i));
}
int main(void) { fl_spawn(shows()); return (int)fl_main_loop(); }
C
for cc in gcc clang; do
  for strict in -Wcast-qual -Wwrite-strings -Wc++-compat $([ $cc = clang ] || echo -Wjump-misses-init) \
    "-Wconversion -Wsign-conversion -Wstrict-prototypes -Wredundant-decls"; do
    is "nothing is wrong with a program that is right: $strict, $cc" "yes 0 yes 3 " \
      "$(FLCC_CC=$cc flcc -Wall -Wextra $strict -Werror -o strict strict.c 2>&1 && ./strict | tr '\n' ' ')"
  done
done
printf '#include <fl_threads.h>\ncps void f(void);\nint *g(const int *p) { return (int *)p; }\n' >away.c
ok "what it casts away itself is said" sh -c '! flcc -Wcast-qual -Werror -c away.c 2>said && grep -q cast-qual said'
printf 'int plain(void) { int idle; return 1; }\n' >idle.c
said() { "$@" 2>&1 | grep -oE '^[a-z]+.c:[0-9]+:[0-9]+: (warning|error):.*\[-W.*' |
  sed -E 's/^([a-z.]*:[0-9]+):[0-9]*.*\[-W(error[=,])?(-W)?(.*)\]/\1 \4/' | sort -t: -k2n | xargs; }
of_all="unused.c:2 unused-function unused.c:5 unused-variable unused.c:6 parentheses unused.c:9 unused-parameter \
unused.c:11 unused-variable unused.c:13 shadow"
for cc in gcc clang; do
  export FLCC_CC=$cc
  for how in "" --erased; do
    is "what is wrong with the program itself is said, $cc $how" "$of_all" \
      "$(said flcc $how -Wall -Wextra -Wshadow -c unused.c)"
  done
  is "once, and of files without marks too, $cc" "idle.c:1 unused-variable" \
    "$(said flcc -Wall -c unused.c idle.c | grep -oE 'idle.c:1 [a-z-]*')"
  is "as errors, $cc" "1" "$(status flcc -Wall -Werror -c unused.c)"
  is "not if it is not asked for, $cc" "" "$(said flcc -c unused.c)$(said flcc -w -Wall -c unused.c)$(
    said flcc -Wall -Wextra -Wno-unused -Wno-unused-parameter -Wno-parentheses -c unused.c)"
done
export FLCC_CC=gcc
flcc -g -O0 main.c lib.c -o both
is "a debugger stops at the source's line" "lib.c:3" \
  "$(gdb -batch -ex 'break lib.c:3' -ex run ./both 2>&1 | grep -oE 'lib.c:3' | head -1)"
printf 'all: both\nboth: main.o lib.o\n\t$(CC) $(CFLAGS) -o $@ $^\n' >Makefile
rm -f ./*.o both
ok "make CC=flcc" make -s CC=flcc CFLAGS=-O1
is "what it made runs" "2 3 7" "$(./both)"
odd='we "ird\ na'\''me #$x%.c'
mkdir 'in c "d\'
echo '#define PART 4' >'in c "d\/in"ner.h'
printf '%s\n' '#include <stdio.h>' '#include <fl_threads.h>' '#include <in"ner.h>' \
  'static cps int f(int v) { fl_yield(); return v + PART; }' \
  'static cps void run(void) { printf("%s %d %d\n", __FILE__, __LINE__, f(1)); }' \
  'int main(void) { fl_spawn(run()); return (int)fl_main_loop(); }' >"$odd"
for cc in gcc clang; do
  ok "odd names of files, $cc" env "FLCC_CC=$cc" flcc -Wall -Werror -g -MMD -I 'in c "d\' "$odd" -o 'o "dd'
  is "and they are kept, $cc" "$odd 5 5" "$('./o "dd')"
  ok "the dependencies say so, $cc" grep -qF 'in\ c\ "d' 'o "dd.d'
  rm 'o "dd' 'o "dd.d'
done
sed -i 's/PART; }/PART }/' "$odd"
message() { flcc -I 'in c "d\' -c "$1" 2>&1 | sed -n 's/:[0-9]*: error: .*//p'; }
is "and messages" "$odd:4" "$(message "$odd")"
printf '#include <fl_threads.h>\ncps int f(int v) { return v }\n' >$'two\nlines.c'
is "also with two lines" "lines.c:2" "$(message $'two\nlines.c')"
mkdir "$work/tmp"
TMPDIR=$work/tmp flcc -O1 main.c lib.c -o both
TMPDIR=$work/tmp flcc -c wrong.c 2>/dev/null || true
is "nothing is left behind, whether it compiles or not" "" "$(ls "$work/tmp")"
cat >said.c <<'C'
#include <fl_threads.h>
cps int never(int v) __attribute__((error("not this one")));
cps int old(int v) __attribute__((deprecated));
static cps int f(int v)
{
  if (sizeof v > 64) never(v);
  fl_yield();
#ifdef CALLED
  old(v);
  if (v > 3) never(v);
#endif
  return v;
}
static cps void run(void) { f(4); }
int main(void) { fl_spawn(run()); return (int)fl_main_loop(); }
C
for cc in gcc clang; do
  ok "what is said of calls: none is left, $cc" env "FLCC_CC=$cc" flcc -O2 -Werror said.c -o said
  is "and of those that are, $cc" "said.c:9: warning said.c:10: error" \
    "$(FLCC_CC=$cc flcc -O2 -Wall -DCALLED said.c -o said 2>&1 | grep -oE '^said.c:[0-9]+:[0-9]+: (warning|error)' |
      sed -E 's/:[0-9]+: / /; s/ /: /' | sort -u | sort -t: -k2n | xargs)"
done
# C leaves the order open, and programs.sh compares with compilers that take another.
cat >order.c <<'C'
#include <stdio.h>
#include <fl_threads.h>
static cps int say(int v) { fl_yield(); printf("%d", v); return v; }
static int (*native)(int, int);
static int sum(int a, int b) { return a + b; }
static cps void run(void) { native = sum; printf(" %d\n", native(say(1), say(2)) + say(3) * say(4)); }
int main(void) { fl_spawn(run()); return (int)fl_main_loop(); }
C
for cc in gcc clang; do
  FLCC_CC=$cc flcc -O1 order.c -o order
  is "suspending calls come first, from left to right, $cc" "1234 15" "$(./order)"
done
# No word of it is newer than C89.
cat >c89.c <<'C'
#include <fl_threads.h>
#include <fl_stream.h>
#include <fl_sync.h>
#include <stdio.h>
static cps int sum(const int *values, int count)
{
  int total = 0, i;
  for (i = 0; i < count; i++) {
    fl_yield();
    if (values[i] < 0)
      break;
    total += values[i];
  }
  return total;
}
static cps void run(int count)
{
  struct list {
    int values[3];
  } list;
  int i, total;
  for (i = 0; i < count; i++)
    list.values[i] = i + 1;
  switch (count) {
  case 3:
    fl_yield();
    total = sum(list.values, count);
    break;
  default:
    total = 0;
  }
  printf("%d of %d\n", total, count);
}
int main(void)
{
  fl_spawn(run(3));
  return (int)fl_main_loop();
}
C
cd "$OLDPWD"
for cc in gcc clang; do
  for name in structs gotos switch_nested spawns tables nasty_lifetimes spawned_types; do
    ok "$name, $cc: what flcc adds gives no warnings" env "FLCC_CC=$cc" \
      flcc -std=c11 -pedantic -Wall -Wextra -Werror -O1 -c "tests/threads/programs/$name.c" -o "$work/object.o"
  done
done
for how in "gcc -std=c89" "gcc -ansi" "gcc -std=c99" "gcc -std=c2x" "gcc -std=c89 --parts" "gcc -std=c89 --poison" \
  "gcc -std=c89 --erased" "clang -std=c89" "clang -std=c89 --parts"; do
  # shellcheck disable=SC2086
  ok "pedantic, $how" env "FLCC_CC=${how%% *}" flcc ${how#* } -pedantic -Wall -Wextra -Werror -O1 "$work/in/c89.c" \
    -o "$work/in/c89"
  is "and it runs" "6 of 3" "$("$work/in/c89")"
done
if [ -x bin/fairlead ]; then
  flcc --emit-c "$work/in/lib.c" >"$work/in/1"
  fairlead threads cc --emit-c "$work/in/lib.c" >"$work/in/2"
  ok "fairlead threads cc is flcc" cmp "$work/in/1" "$work/in/2"
  is "frames" "$(<tests/threads/commands/frames.out)" "$(fairlead threads frames tests/threads/programs/structs.c)"
  is "graph" "$(<tests/threads/commands/graph.out)" "$(fairlead threads graph tests/threads/programs/spawns.c)"
  cp tests/threads/commands/unmarked.c "$work/in/unmarked.c"
  fairlead threads infer "$work/in/unmarked.c" >"$work/in/patch"
  ok "the patch of infer fits" patch -s "$work/in/unmarked.c" "$work/in/patch"
  ok "and the program compiles with it" flcc -Wall "$work/in/unmarked.c" -o "$work/in/marked"
  is "and runs" "6" "$("$work/in/marked")"
  cat >"$work/in/table.c" <<'C'
#include <fl_threads.h>
#include <stdio.h>
typedef cps int handler(int);
static int quick(int v) { return v + 1; }
static int slow(int v) { fl_yield(); return quick(v) + 1; }
static int other(int v) { return v * 10; }
static int native(int v) { return v - 1; }
static const struct { handler *call; int (*plain)(int); } table[] = {{quick, native}, {slow, native}};
static void run(int which)
{
  handler *h = which ? other : slow;
  printf("%d %d %d\n", table[0].call(1), h(table[1].call(2)), table[0].plain(4));
}
static void nothing(void) { printf("nothing\n"); }
int main(void) { fl_spawn(run(0)); fl_spawn(run(1)); fl_spawn(nothing()); return (int)fl_main_loop(); }
C
  is "pointers say whether they are marked" "3 1" \
    "$(flcc -c "$work/in/table.c" 2>&1 | grep -c 'pointer types .* which is not marked `cps` ') $(
    sed 's/static int quick/static cps int quick/; s/^typedef cps/typedef/' "$work/in/table.c" >"$work/in/tables.c"
    flcc -c "$work/in/tables.c" 2>&1 | grep -c 'pointer types .* which is marked `cps` ')"
  fairlead threads infer "$work/in/table.c" >"$work/in/patch"
  is "marks of what marked pointers get, and of what is spawned" "quick slow other run nothing" \
    "$(sed -n 's/^+cps static [a-z]* \([a-z]*\)(.*/\1/p' "$work/in/patch" | xargs)"
  patch -s "$work/in/table.c" "$work/in/patch"
  ok "they are enough" flcc -Wall "$work/in/table.c" -o "$work/in/marked"
  is "and it runs" "nothing 2 40 3 2 6 3" "$("$work/in/marked" | xargs)"
  is "then nothing is missing" "" "$(fairlead threads infer "$work/in/unmarked.c")"
fi
# cc's rule: no output is written over what it is made of; also where it is named in another way.
cd "$work/in"
cp lib.c itself.c
ln -s itself.c link.c
ln itself.c other.c
mkdir -p sub
over() { # WORDS...
  local status=0
  flcc "$@" >said 2>&1 || status=$?
  is "over its input: $*" "1 itself: error" \
    "$status $(sed -n '1s/^[a-z./]*\(itself\|link\).c\(:\) \(error\).*/itself\2 \3/p' said)"
  ok "and it stays: $*" cmp -s lib.c itself.c
}
over -c itself.c -o itself.c
over -c itself.c -oitself.c
over --emit-c itself.c -o ./itself.c
over --erased -S -o sub/../itself.c itself.c
over -c itself.c -o link.c
over -c itself.c -o other.c
over -c link.c -o itself.c
over -o itself.c main.o itself.c
flcc --emit-c lib.c -o saved.i
cp saved.i kept.i
flcc -c -x cpp-output -save-temps kept.i -o kept.o
ok "-save-temps writes nothing over its input" cmp -s saved.i kept.i
flcc -c -x c /dev/null -o /dev/null && ok "a device may be both" true
is "what is wrong with an output is not said to be a lack of room alone" "" \
  "$(flcc --emit-c lib.c -o none/x.i 2>&1 | grep 'free some space')"
done_testing
