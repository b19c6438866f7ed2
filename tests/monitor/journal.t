#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# The embedded store's journal: killed, failing and powerless disks, its reader under libFuzzer, and journals broken on
# purpose. `LIVES=2000 FUZZ_N=5000000 FUZZ_SEED=7' is a long run.
cd "$(dirname "$0")/../.." || exit 1
. tests/tap.sh
temporary_folder
seed=${FUZZ_SEED:-1} lives=${LIVES:-60}
# Turns of some 8 batches, so that there are many.
flags=(-std=c11 -Wall -Wextra -Werror -g -O1 -DFL_JOURNAL_TURN=16384 -DFL_JOURNAL_TURN_MS=3 -DFL_JOURNAL_BATCH=12000
  -Imonitor -Imonitor/host)
files=(frames journal journal_sum own_file pending writer store_journaled store_lmdb walk)
store() { # FOLDER PROGRAM [OPTION...]: with the store's sources of this folder
  local from=$1 to=$2
  shift 2
  gcc "${flags[@]}" "$@" "-I$from" "${files[@]/#/$from/}" monitor/host/changes.c monitor/host/names.c \
    tests/monitor/store/disk.c tests/monitor/store/journal.c -llmdb -lcrypto -lpthread -o "$to"
}
files=("${files[@]/%/.c}")
run() { # PROGRAM WHAT [ARGUMENT...]: in a new folder
  local program=$1 what=$2 folder
  shift 2
  folder=$(mktemp -d -p "$work")
  "$program" "$what" "$folder" "$@"
}
ok "it is compiled" store monitor/store "$work/journal"
ok "torn at every byte" "$work/journal" torn
ok "sums of what is torn, each of its own" "$work/journal" sums
ok "folders and files as they may be" run "$work/journal" edges
ok "others look while it commits" run "$work/journal" others 400
ok "killed, on disks that fail and without power: what was committed stays" run "$work/journal" lives "$lives" \
  $((5 * lives)) "$seed"
ok "with the thread sanitizer it is compiled" store monitor/store "$work/threads" -fsanitize=thread -Wno-tsan \
  -DFL_STORE_LMDB_MOST=28
ok "and threads keep out of each other's way" run "$work/threads" others 60

broken() { # NAME FILE WHAT INSTEAD CHECK...: some check finds it
  local name=$1 file=$2
  rm -rf "$work/store"
  cp -r monitor/store "$work/store"
  grep -qF "$3" "monitor/store/$file" || return
  python3 -c 'import sys; p, a, b = sys.argv[1:]; s = open(p).read(); open(p, "w").write(s.replace(a, b))' \
    "$work/store/$file" "$3" "$4"
  store "$work/store" "$work/$name" || return
  shift 4
  ! timeout 100 "$@" >"$work/said"
}
ok "broken: what is not made to stay" broken sync journal.c "if (fdatasync(file) < 0) return false;" "" \
  run "$work/sync" lives 40 200 1
ok "broken: no digest" broken digest journal.c "memcmp(digest, head, sizeof digest) != 0" false "$work/digest" torn
ok "broken: a sum of the front only" broken front journal_sum.c "XXH3_128bits(data, length)" \
  "XXH3_128bits(data, length / 2)" "$work/front" sums
ok "broken: a file is begun anew too early" broken turn writer.c "if (!w->applying && w->at >= TURN)" \
  "if (w->at >= TURN)" run "$work/turn" others 400
ok "broken: what was found is not written once more" broken keep store_journaled.c "if (p->count == 0) return true;" \
  "if (p) return true;" run "$work/keep" lives 60 300 1

fuzzer() {
  clang "${flags[@]}" -Imonitor/store -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all \
    monitor/store/{frames,journal,journal_sum,own_file,pending,store_lmdb}.c monitor/host/{changes,names}.c \
    tests/monitor/store/fuzz.c \
    -llmdb -lcrypto -o "$work/fuzz"
}
ok "the reader's fuzzer is built" fuzzer
mkdir "$work/corpus"
python3 - "$work/corpus" <<'END2'
import struct, sys
def change(key, value):
    return struct.pack(">I", len(key)) + key + (b"\0" + struct.pack(">I", 0) if value is None else
        b"\1" + struct.pack(">I", len(value)) + value)
def batch(*changes):
    data = b"".join(changes)
    return bytes(32) + struct.pack(">IQ", len(data), 1) + data
name = b"l" + bytes(32)
for i, first in enumerate([1, 3, 5, 7, 0]):
    one = bytes(48) + batch(change(name, b"v" * 20), change(b"s", b"w")) + batch(change(name, None))
    two = bytes(48) + batch(change(b"n\0\5\x88", b"r"))
    cut = -(-255 * len(one) // (len(one) + len(two)))
    open(f"{sys.argv[1]}/{i}", "wb").write(bytes([first, cut]) + one + two)
END2
fuzz() {
  "$work/fuzz" -runs="$1" -seed="$seed" -max_len=2000 -artifact_prefix="$work/" -rss_limit_mb=2000 "$work/corpus" \
    >"$work/fuzzed" 2>&1 || { tail -30 "$work/fuzzed" | sed 's/^/# /'; return 1; }
}
ok "${FUZZ_N:-100000} inputs" fuzz "${FUZZ_N:-100000}"
done_testing
