#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick, longer in all
# fairlead monitor serve's redo log: what was done between checkpoints is done again, by all commands, or the store is
# refused. By itself, edited at every bit and mixed with every other; then a whole server. Under sanitizers.
# `REDO_N=50 FUZZ_N=100000 FUZZ_SEED=7' is a long run; tests/monitor/serve/redo_mutants.py breaks it on purpose.
cd "$(dirname "$0")/../.." || exit 1
. tests/tap.sh
. tests/monitor/serve/built.sh
temporary_folder
built
built_sanitized
objects=$(dirname "$FAIRLEAD_SERVE") sanitizers=(-fsanitize=address,undefined -fno-sanitize-recover=all)
! short || sanitizers=()
alone() {
  gcc -std=c11 -Wall -Wextra -Werror -g -O1 "${sanitizers[@]}" -Imonitor/serve -Imonitor/signed -Imonitor \
    -Imonitor/host -Imonitor/store -Imonitor/gen tests/monitor/serve/redo.c "$objects/serve/redo_trusted.o" \
    "$objects/store/frames.o" "$objects/libfairlead-monitor.a" -lcrypto -lpthread -o "$work/redo"
}
ok "the log by itself is compiled" alone
ok "every bit, every length, every change of a log: all other logs are refused" "$work/redo" edits
ok "root, head, pieces and tree of any two stores' seals: only what was sealed, or refused" "$work/redo" mixtures
ok "how long it may be" "$work/redo" limits
ok "${FUZZ_N:-1000} logs that no server writes, sealed" "$work/redo" odd "${FUZZ_SEED:-1}" "${FUZZ_N:-1000}"
ok "every mutant can still be made, and is in the table" python3 tests/monitor/serve/redo_mutants.py --check
found() { # MUTANT WHAT
  python3 tests/monitor/serve/redo_mutants.py "$1" >"$work/found" && grep -qF "| $2" "$work/found" && return
  cat "$work/found"
  return 1
}
ok_mutant "a chain that is not compared is found" found "start: the chain is not compared" "redo.c, edits"
ok_mutant "a checkpoint whose changes are done again is found" \
  found "checkpoint: what it has is done again" "redo.c, edits"
export ASAN_OPTIONS=detect_leaks=0 # a server that does not start ends as it is
server() { python3 tests/monitor/serve/redo.py; }
ok "a whole server" server
done_testing
