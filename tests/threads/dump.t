#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# fl_task_dump: every thread with its functions, innermost first, wherever its frames are; none that has ended.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh
temporary_folder
export PATH="$PWD/bin:$PATH"
mkdir "$work/o"
for f in runtime/threads/*.c; do gcc -std=c11 -O2 -c "$f" -o "$work/o/$(basename "$f" .c).o"; done
ar rcs "$work/threads.a" "$work"/o/*.o
ok "it compiles" flcc -O2 -Iruntime/threads -c tests/threads/dump/dump.c -o "$work/dump.o"
ok "it links" gcc -rdynamic "$work/dump.o" "$work/threads.a" -lpthread -o "$work/dump"
dump() { "$work/dump" "$1" | sed -E 's/0x[0-9a-f]+/ADDRESS/' | grep -vE '^  ADDRESS'; }
threads() { awk -v RS='thread ' 'NR > 1 { gsub("\n", ";"); print }' | LC_ALL=C sort; }
is "four threads" "ADDRESS: running;
ADDRESS;  leaf__run at 2;  middle__run at 2;  middle__run at 1;  middle__run at 1;  top__run at 2;
ADDRESS;  leaf__run at 2;  middle__run at 2;  middle__run at 1;  top__run at 2;
ADDRESS;  sleeps__run at 1;" "$(dump 2 | threads)"
is "a deep one, in many chunks, is shown as far as 100" "100 1" \
  "$("$work/dump" 5000 |
    awk '/^thread/ { n = 0 } /at/ { n++ } n > most { most = n } /\.\.\./ { cut++ } END { print most, cut }')"
done_testing
