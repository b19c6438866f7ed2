#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: all: a Cortex-M's compiler, and each program by all compilers
# What emitted C promises: C11 without warnings for gcc and clang, freestanding also on a Cortex-M, nothing of libc but
# the functions that gcc itself expects of a freestanding environment, sizes known at compile time, no recursion, and lines that lead a debugger back to the source.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/emit/c.sh

programs=(examples/popl/*.fl examples/http/http.fl examples/memcached/memcached.fl tls/clean/connection.fl bench/functions/*.fl bench/switch/frames.fl)
for program in "${programs[@]}"; do
  name=$(basename "$program" .fl)
  dir=$work/$name
  options=()
  # as tls/Makefile: names of its externs begin with fl_
  [ "$name" != connection ] || options=(--prefix fl_tlsm_ --entry server --entry client --entry export)
  ok "$name compiles" bin/fairlead compile "$program" -o "$dir" "${options[@]}"
  c=$dir/$name.c
  ok "$name: gcc has nothing to say" gcc "${strict[@]}" -O2 -fcallgraph-info -c "$c" -o "$dir/gcc.o"
  ok "$name: clang has nothing to say" clang "${strict[@]}" -O2 -c "$c" -o "$dir/clang.o"
  gcc "${strict[@]}" -O2 -ffreestanding -c "$c" -o "$dir/free-gcc.o"
  clang "${strict[@]}" -O2 -ffreestanding -c "$c" -o "$dir/free-clang.o"
  ok "$name: freestanding on a Cortex-M4" \
    arm-none-eabi-gcc "${strict[@]}" -O2 -ffreestanding -mcpu=cortex-m4 -mthumb -c "$c" -o "$dir/arm.o"
  # memmove: gcc and clang make it out of loops that copy bytes; fl_tlsx_…: what tls/clean declares as `extern fn`
  is "$name needs nothing but memcpy, memmove, memset, memcmp" "" \
    "$(nm -u "$dir/free-gcc.o" "$dir/free-clang.o" | awk '$1 == "U" {print $2}' | grep -vE '^(memcpy|memmove|memset|memcmp|_GLOBAL_OFFSET_TABLE_|__stack_chk_fail|fl_tlsx_[a-z0-9_]+)$' || true)"
  ok "$name: no call cycle, so no recursion" python3 tests/emit/call_cycles.py "$dir/gcc.ci"
  bin/fairlead compile "$program" -o "$work/again" "${options[@]}"
  ok "$name: the output is the same each time" cmp "$c" "$work/again/$name.c"
done

# No C library for 32-bit x86 is needed to see that the layouts are right there, with the option that c-api.md names.
mkdir "$work/bare"
echo '#include <stddef.h>
void *memcpy(void *, const void *, size_t); void *memset(void *, int, size_t); int memcmp(const void *, const void *, size_t);' >"$work/bare/string.h"
i386=("${strict[@]}" -m32 -ffreestanding -O2 -I"$work/bare")
for cc in gcc clang; do
  ok "$cc: 32-bit x86 with -malign-double" "$cc" "${i386[@]}" -malign-double -c "$work/memcached/memcached.c" -o "$work/i386.o"
  "$cc" "${i386[@]}" -c "$work/memcached/memcached.c" -o "$work/i386.o" 2>"$work/refused" && status=0 || status=1
  is "$cc: without it the layout is refused" 1 "$status"
  ok "$cc: which says what to do" grep -q -- '-malign-double' "$work/refused"
done

cat >"$work/size.c" <<'C'
#include "http.h"
static struct fl_connection connections[FL_CONNECTION_SIZE == sizeof(struct fl_connection) ? 3 : -1];
int main(void) { return connections[0].at; }
C
ok "a frame's size is a constant of the header" gcc -std=c11 -I"$work/http" -c "$work/size.c" -o "$work/size.o"

bin/fairlead compile --main examples/popl/in_order.fl -o "$work/in_order"
gcc -std=c11 -g -O0 "$work/in_order/in_order.c" "$work/in_order/in_order_main.c" -o "$work/in_order/debug"
line=$(grep -n 'ask put' examples/popl/in_order.fl | head -1 | cut -d: -f1)
printf '\x05\0\0\0\x09\0\0\0' >"$work/input"
seen=$(gdb -q -batch -ex "break in_order.fl:$line" -ex "run < $work/input > /dev/null" \
  -ex "print f->a" "$work/in_order/debug" 2>&1 || true)
ok "gdb stops in the coroutine's source" grep -Eq "^Breakpoint 1(\.[0-9]+)?, .*in_order\.fl:$line" <<<"$seen"
is "and knows its variables" "5" "$(sed -nE 's/^\$[0-9]+ = ([0-9]+)$/\1/p' <<<"$seen" | head -1)"
done_testing
