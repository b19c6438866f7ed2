#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# fl_task_dump: every thread with its functions, innermost first, wherever its frames are; none that has ended.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh
temporary_folder
export PATH="$PWD/bin:$PATH"
mkdir "$work/o"
for f in runtime/threads/*.c; do gcc -std=c11 -O2 -c "$f" -o "$work/o/$(basename "$f" .c).o"; done
ar rcs "$work/threads.a" "$work"/o/*.o
mkdir "$work/g"
for f in runtime/threads/*.c; do gcc -std=c11 -O2 -g -c "$f" -o "$work/g/$(basename "$f" .c).o"; done
ar rcs "$work/debug.a" "$work"/g/*.o
ok "it compiles" flcc -O2 -Iruntime/threads -c tests/threads/dump/dump.c -o "$work/dump.o"
ok "it links" gcc "$work/dump.o" "$work/threads.a" -lpthread -o "$work/dump"
dump() { "$work/dump" "$1" | sed -E 's/0x[0-9a-f]+/ADDRESS/' | grep -vE '^  ADDRESS' | sed 's|tests/threads/dump/||'; }
threads() { awk -v RS='thread ' 'NR > 1 { gsub("\n", ";"); print }' | LC_ALL=C sort; }
is "four threads" "ADDRESS: running;
ADDRESS;  leaf (dump.c:15);  middle (dump.c:23);  middle (dump.c:22);  middle (dump.c:22);  top (dump.c:31);
ADDRESS;  leaf (dump.c:15);  middle (dump.c:23);  middle (dump.c:22);  top (dump.c:31);
ADDRESS;  sleeps (dump.c:45);" "$(dump 2 | threads)"
is "a deep one, in many chunks, is shown as far as 100" "100 1" \
  "$("$work/dump" 5000 |
    awk '/^thread/ { n = 0 } /dump.c:/ { n++ } n > most { most = n } /\.\.\./ { cut++ } END { print most, cut }')"

# The same in gdb, of a program that stands still, and of its core; with what the frames hold.
debugger() { gdb -q -batch -ex 'source runtime/threads/gdb/fl_threads.py' "$@" 2>"$work/errors"; }
ok "with debugging information" flcc -g -O2 -Iruntime/threads tests/threads/dump/dump.c "$work/debug.a" -lpthread \
  -o "$work/debug"
debugger -ex 'break fl_task_dump' -ex 'run 2' -ex "generate-core-file $work/core" -ex 'echo ----\n' -ex fl-threads \
  -ex 'echo ----\n' -ex 'fl-threads -locals' "$work/debug" >"$work/shown"
section() { awk -v n="$1" '/^----$/ { at++; next } at == n' "$work/shown" | sed -E 's/0x[0-9a-f]+/ADDRESS/'; }
is "gdb shows the same threads" "ADDRESS: running;
ADDRESS;  leaf__run at 2;  middle__run at 2;  middle__run at 1;  middle__run at 1;  top__run at 2;
ADDRESS;  leaf__run at 2;  middle__run at 2;  middle__run at 1;  top__run at 2;
ADDRESS;  op_run at 0;  sleeps__run at 1;" "$(section 1 | threads)"
is "with what their frames hold" "depth = 0
depth = 1
depth = 1
depth = 0
depth = 1
depth = 2
depth = 2" "$(section 2 | grep -o 'depth = .')"
debugger -ex fl-threads "$work/debug" "$work/core" | sed -n '/^thread/,$p' | sed -E 's/0x[0-9a-f]+/ADDRESS/' \
  >"$work/of_core"
is "of a core file, too" "$(section 1)" "$(cat "$work/of_core")"
debugger -ex 'fl-threads no_such_thing' "$work/debug" >/dev/null || true
ok "a thread that is none is an error" grep -q 'fl-threads: No symbol "no_such_thing"' "$work/errors"
done_testing
