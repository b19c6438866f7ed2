#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick, longer in all
# Names of the program that are something else in C: callees' frames, padding, other definitions, types, keywords.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/emit/c.sh

# Frames whose variables share storage: each of these names is also one that a naive printer would make up.
cat >"$work/names.fl" <<'F'
record Words { _x: u32, v_x: u32, status: u32, tag: u32, u: u32, flags: u32, uint8_t: u32 }
effect put(n: u32) -> u32;
effect done_inner(tag: u32) -> u32;
effect words(w: Words) -> u32?;
coroutine inner(n: u32) -> u32 asks put { let a = ask put(n); let b = ask put(n); return a +% b; }
coroutine names(callee_1: u32) -> u32 asks put, done_inner, words {
  let r = call inner(callee_1);
  let count = ask put(3);
  var y = ask put(count);
  y = ask put(count);
  { let before_late: bytes<20> = "abc"; y = ask put(y); y = ask put(len(before_late)); }
  { let late: bytes<30> = "abc"; y = ask put(y); y = ask put(len(late)); let before_count = y; y = ask put(before_count);  y = ask put(before_count); }
  let uint8_t = call inner(callee_1);
  let fl_names = ask words(Words { _x: 1, v_x: 2, status: 3, tag: 4, u: 5, flags: 6, uint8_t: 7 });
  return r +% uint8_t +% count +% y +% ask done_inner(4) +% (fl_names is some ? fl_names.some : 9);
}
F
input=$(python3 -c "print('05000000' + ''.join('%02x000000' % n for n in range(20, 40)) + '01' + '0a' * 40)")
bin/fairlead compile --main "$work/names.fl" -o "$work"
want=$(bin/fairlead run "$work/names.fl" --input "$input")
for cc in "${compilers[@]}"; do
  ok "$cc: compiles" "$cc" "${sanitized[@]}" "$work/names.c" "$work/names_main.c" -o "$work/run"
  is "$cc: and does what the interpreter does" "$want" "$(printf '%s' "$input" | python3 -c "import sys; sys.stdout.buffer.write(bytes.fromhex(sys.stdin.read()))" | "$work/run")"
done
ok "which is not to end early" grep -q '^done' <<<"$want"

# Locals with the names of external functions and of our own.
cat >"$work/shadow.fl" <<'F'
extern fn fill(n: u32) -> u32;
effect put(n: u32);
fn foo(x: u32) -> u32 { for i in 0..x { if i == 7 { return 1; } } return x +% 1; }
coroutine shadow(n: u32) asks put {
  let memcpy = fill(n);
  let my_foo = foo(memcpy);
  let fill = foo(my_foo);
  ask put(fill +% my_foo +% memcpy);
}
F
cat >"$work/main.c" <<'C'
#include "shadow.h"
uint32_t fill(uint32_t n) { return n + 1; }
int main(void)
{
  struct my_shadow machine;
  union my_request asked;
  my_shadow_init(&machine, 10);
  return my_shadow_step(&machine, (union my_response){0}, &asked) == MY_ASKS_put && asked.put.n == 1 + 2 + 11 ? 0 : 1;
}
C
bin/fairlead compile --prefix my_ "$work/shadow.fl" -o "$work"
ok "locals do not hide functions" gcc "${sanitized[@]}" "$work/main.c" "$work/shadow.c" -o "$work/run"
ok "and the right ones are called" "$work/run"

# Names of our helpers, in each place where one could be found in the text of the C: what nobody calls is
# not printed, or clang says so.
cat >"$work/fli_copy(.fl" <<'F'
const A: u32 = 3;
const EQUAL: u32 = A +% 2;
fn fli_copy(x: u32) -> u32 { return x; }
fn fli_move(fli_equal: u32) -> u32 { let fli_load_be32 = fli_equal; return fli_load_be32; }
fn FLI_LIKELY(x: u32) -> u32 { return x; }
fn fl_A(x: u32) -> u32 { return x; }
fn says(out_of: u32) -> bytes<40> { return "fli_equal( /* \" fli_mul64_overflows("; }
fn all(a: u32) -> u32 { return fli_copy(a) + fli_move(a) + fl_A(a) + FLI_LIKELY(a); }
F
bin/fairlead compile "$work/fli_copy(.fl" -o "$work"
for cc in gcc clang; do
  ok "$cc: helpers that nobody calls are not there" "$cc" "${strict[@]}" -Wunused -c "$work/fli_copy_.c" -o "$work/o.o"
done

# Arrays of records with more parts than are cleared one by one.
python3 -c '
print("record R {", ", ".join(f"f{i}: u32" for i in range(40)), "}")
print("union U { a([R; 4]), b }")
print("fn f(n: u32) -> u32 { var x: [R; 4]; var y: [R; 4] = default; var u: U = default; x[n].f3 = 5;")
print("  return x[1].f3 + y[2].f5 + u.a[1].f2; }")
' >"$work/wide.fl"
bin/fairlead compile "$work/wide.fl" -o "$work"
ok "a function that clears has one name" gcc "${strict[@]}" -c "$work/wide.c" -o "$work/o.o"

# Names that are macros of some header of the C library, in every place that a name can have: a driver may include the header before
# ours. Upper-case ones are recognized by their looks, so the many of them are fields only.
mapfile -t headers < <(dpkg -L libc6-dev linux-libc-dev | grep '^/usr/include/.*\.h$' |
  grep -vE '/(linux|asm|asm-generic|drm|misc|mtd|rdma|sound|video|xen|bits|gnu|finclude|scsi)/' | sed 's#/usr/include/##; s#x86_64-linux-gnu/##' | sort -u)
every=$(sized 8 1)
! ci || every=4
if [ "$every" -gt 1 ]; then
  mapfile -t headers < <(printf '%s\n' "${headers[@]}" | sed -n "1~${every}p"; echo stdio.h; echo signal.h)
fi
usable=()
for h in "${headers[@]}"; do
  if echo "#include <$h>" | gcc -std=gnu11 -D_GNU_SOURCE -dM -E - 2>/dev/null >"$work/defined" &&
    echo "#include <$h>" | gcc -std=gnu11 -D_GNU_SOURCE -fsyntax-only -w -x c - 2>/dev/null; then
    usable+=("$h")
    awk '$2 !~ /\(/ && $2 !~ /^_/ { print $2 }' "$work/defined" >>"$work/macros"
  fi
done
ok "headers to compare with" [ "${#usable[@]}" -ge $((150 / every - 4)) ]
sort -u "$work/macros" | python3 -c '
import re, sys
words = sys.stdin.read().split()
keywords = set("true false bool".split())
names = [w for w in words if w not in keywords]
few = [w for w in names if re.search("[a-z]", w) and not re.match("[A-Z][A-Z0-9]*_|PRI|SCN", w)]
few += ["EOF", "NULL", "NAN", "I", "SIGINT", "INT_MAX", "SYS_read", "M_PIf", "PRIu8", "SCNx16"]
print("record Fields {", ", ".join(n + ": u8" for n in sorted(set(names + few))), "}")
print("union Cases {", ", ".join(n + "(u8)" for n in few), "}")
for n in few:
    print(f"const c_{n}: u8 = 1;\neffect {n}({n}: u8) -> u8;")
print("fn parameters(" + ", ".join(n + ": u8" for n in few) + ") -> u8 { let x = 0 as u8;", " ".join(f"let y{i} = {n};" for i, n in enumerate(few)), "return x; }")
print("fn variables(x: u8) -> u8 {", " ".join(f"let {n} = x; var r_{n} = {n};" for n in few), "return EOF; }")
print("coroutine macros(f: Fields, u: Cases) -> u8 asks", ", ".join(few), "{")
for n in few:
    print(f"  var kept_{n} = ask {n}(f.{n});")
print("  match u {", " ".join(n + "(x) { return x; }" for n in few), "} }")
' >"$work/macros.fl"
ok "a program of nothing else" bin/fairlead compile "$work/macros.fl" -o "$work" --entry parameters --entry variables --entry macros
bad=""
for h in "${usable[@]}"; do
  printf '#include <%s>\n#include "macros.h"\n' "$h" | gcc -std=gnu11 -D_GNU_SOURCE -fsyntax-only -w -I"$work" -x c - 2>/dev/null || bad+=" $h"
done
is "every header before ours" "" "$bad"
ok "and the C file with some of them" gcc -std=gnu11 -D_GNU_SOURCE -w -include errno.h -include stdio.h -include signal.h -include sys/stat.h \
  -include netinet/in.h -include net/if.h -include complex.h -c "$work/macros.c" -o "$work/macros.o"
# Definitions whose name a prefix completes to a macro or a keyword.
printf 'record d { x: u8 }\nfn fd(inout x: d) { x.x = 1; }\nconst band: [u8; 2] = [1, 2];\nfn int(i: u32) -> u8 { return band[i %% 2]; }\n' >"$work/prefix.fl"
ok "prefixes" bin/fairlead compile --prefix si_ "$work/prefix.fl" -o "$work"
ok "that complete a macro" gcc -std=gnu11 -D_GNU_SOURCE -w -include signal.h -c "$work/prefix.c" -o "$work/prefix.o"

# Names that differ in case only.
printf 'effect a();\ncoroutine Echo() asks a { ask a(); }\ncoroutine echo() asks a { ask a(); }\nfn x() { }\nfn X() { }\n' >"$work/case.fl"
is "one macro for two sizes" "case.fl:3:11: error: \`echo\` and \`Echo\` would both have their size in the macro FL_ECHO_SIZE
  coroutine echo() asks a { ask a(); }
            ^^^^
case.fl:2:11: note: the other one
  coroutine Echo() asks a { ask a(); }
            ^^^^
  help: rename one, or export only one: --entry NAME" "$(cd "$work" && "$OLDPWD/bin/fairlead" compile case.fl 2>&1)"
ok "one of them" bin/fairlead compile "$work/case.fl" --entry Echo -o "$work"

# A driver that handles just what the machine asks for is one that handles all: -Wswitch says so.
cat >"$work/layers.fl" <<'F'
effect inner() -> u32;
effect outer(n: u32) -> u32;
effect unseen();
coroutine child() -> u32 asks inner, unseen { ask unseen(); return ask inner(); }
coroutine middle(n: u32) -> u32 asks outer { return ask outer(n); }
coroutine layers() -> u32 asks outer {
  var c: coro child = start child();
  var step: event child = resume c;
  loop {
    match step {
      inner { step = resume c with inner(call middle(4)); }
      unseen { step = resume c with unseen(); }
      done(n) { return n; }
    }
  }
}
F
cat >"$work/driver.c" <<'C'
#include "layers.h"
int main(void)
{
  struct fl_layers machine;
  union fl_request asked;
  union fl_response answer = {0};
  fl_layers_init(&machine);
  for (;;) {
    switch (fl_layers_step(&machine, answer, &asked)) {
    case FL_ASKS_outer: answer.outer = asked.outer.n + 3; break;
    case FL_DONE: return asked.done_layers == 7 ? 0 : 1;
    case FL_TRAP: return 1;
    }
  }
}
C
bin/fairlead compile "$work/layers.fl" -o "$work"
for cc in "${compilers[@]}"; do
  ok "$cc: requests of children are not among the driver's" "$cc" "${sanitized[@]}" "$work/driver.c" "$work/layers.c" -o "$work/run"
  ok "$cc: and are answered" "$work/run"
done

# Constants that are called like the figures of a procedure.
cat >"$work/figures.fl" <<'FL'
const F_STACK: u8 = 1;
const M_STACK: u8 = 2;
const M_SIZE: u8 = 3;
fn f() -> u8 { return F_STACK; }
coroutine m() -> u8 { return M_STACK + M_SIZE; }
FL
bin/fairlead compile "$work/figures.fl" -o "$work"
for cc in "${compilers[@]}"; do
  ok "$cc: a constant called M_STACK" "$cc" "${sanitized[@]}" -c "$work/figures.c" -o "$work/figures.o"
done

# refused STATUS WORDS ARGUMENTS...: fairlead exits with STATUS and says WORDS, and writes nothing.
refused() {
  local status=$1 words=$2 got=0
  shift 2
  rm -rf "$work/refused"
  bin/fairlead compile -o "$work/refused" "$@" >"$work/said" 2>&1 || got=$?
  [ "$got" = "$status" ] && grep -qF -- "$words" "$work/said" && [ ! -e "$work/refused" ]
}

# In capitals they are our macros; after them comes what makes a helper of a name: fl + i_copy.
for prefix in FL_ F FLI_ f fl fli fli_ fli_x; do
  ok "--prefix $prefix" refused 2 'those of our macros or helpers' --prefix "$prefix" "$work/figures.fl"
done

# Names of external functions are not ours to change.
for name in f q result int memcpy errno fl_m FL_DONE fli_copy; do
  printf 'extern fn %s(x: u8);\ncoroutine m() { %s(1); }\n' $name $name >"$work/external.fl"
  ok "extern fn $name" \
    refused 1 "external.fl:1:11: error: no external function can be called \`$name\`" "$work/external.fl"
done
is "the line, and a caret" "  extern fn fli_copy(x: u8);
            ^^^^^^^^" "$(sed -n 2,3p "$work/said")"

# Functions that a compiler knows: whatever it calls built in, of all words in it.
{
  echo 'struct s { int x[9]; };'
  strings -n 3 "$(gcc -print-prog-name=cc1)" |
    sed -nE 's/^(__builtin_)?(_?[a-z][a-zA-Z0-9_]{1,25})$/struct s \2(struct s);/p' | sort -u
} >"$work/words.c"
for cc in gcc "clang -ferror-limit=0"; do
  $cc -std=gnu11 -fsyntax-only "$work/words.c" 2>&1 |
    sed -nE "s/.*(built-in|library|cannot redeclare builtin) function (‘|')([A-Za-z0-9_]+).*/\3/p" || true
done | sort -u >"$work/known"
ok "compilers know many functions" [ "$(wc -l <"$work/known")" -gt 300 ]
free=""
while read -r name; do
  printf 'extern fn %s(x: u8);\nfn m() { }\n' "$name" >"$work/external.fl"
  ! bin/fairlead compile "$work/external.fl" -o "$work" 2>/dev/null || free+=" $name"
done <"$work/known"
is "none of them can be an external function" "" "$free"
printf 'extern fn abs(x: u32) -> u32;\nfn m() -> u32 { return abs(1); }\n' >"$work/external.fl"
ok "unless a header declares it" bin/fairlead compile --extern-header stdlib.h "$work/external.fl" -o "$work"

# What a prefix makes of a name is no such function, and no limit of an integer type.
printf '%s\n' 'const MAX: u32 = 3;' 'fn cpy(x: u32) -> u32 { return x; }' \
  'fn lcpy(x: u32) -> u32 { return x +% MAX; }' >"$work/completed.fl"
for prefix in str size_ uint8_ int_; do
  bin/fairlead compile --prefix $prefix "$work/completed.fl" -o "$work"
  for cc in "${compilers[@]}"; do
    ok "$cc: --prefix $prefix" \
      "$cc" "${sanitized[@]}" -include limits.h -include string.h -c "$work/completed.c" -o "$work/completed.o"
  done
done

# One function of C, declared in two modules: alike, or refused.
mkdir -p "$work/modules"
for i in 1 2; do printf 'extern fn put(x: u32);\nfn f%s(x: u32) { put(x); }\n' $i >"$work/modules/m$i.fl"; done
printf 'import "modules/m1.fl";\nimport "modules/m2.fl";\nfn g(x: u32) { m1.f1(x); m2.f2(x); }\n' >"$work/both.fl"
bin/fairlead compile "$work/both.fl" -o "$work"
for cc in "${compilers[@]}"; do
  ok "$cc: one declaration, written twice" "$cc" "${sanitized[@]}" -c "$work/both.c" -o "$work/both.o"
done
sed -i 's/x: u32);/x: u64);/; s/put(x)/put(x as u64)/' "$work/modules/m2.fl"
ok "two ways to declare it" \
  refused 1 "modules/m2.fl:1:11: error: the external function \`put\` is declared in two ways" "$work/both.fl"
ok "with a header, too" refused 1 "is declared in two ways" --extern-header put.h "$work/both.fl"

printf 'extern fn htons(x: u16) -> u16;\ncoroutine m() { let _ = htons(1); }\n' >"$work/external.fl"
bin/fairlead compile --extern-header arpa/inet.h "$work/external.fl" -o "$work"
ok "but what the extern header declares may be a macro" \
  gcc "${sanitized[@]}" -c "$work/external.c" -o "$work/external.o"

for header in '' 'a"b.h' 'a\b.h' $'a\nb.h' 'a//b.h' 'a/*b.h' 'a??/b.h'; do
  ok "--extern-header $(printf %q "$header")" \
    refused 2 'cannot be included' --extern-header "$header" "$work/figures.fl"
done
done_testing
