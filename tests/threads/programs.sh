# SPDX-License-Identifier: Apache-2.0 OR MIT
# Feature programs, compiled by flcc in one way and compared with what they print with stacks: source this, then
# `programs WAY OPTIONS...`. What they print is beside each, and compared by programs_erased.t. Nothing may be left in
# memory: the program's result is the number of threads that are.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
. tests/tap.sh
temporary_folder
export PATH="$PWD/bin:$PATH"
(flock 9 && make -s -C runtime/threads CC=gcc) 9>"${TMPDIR:-/tmp}/fairlead-threads-$(id -u).lock"

# Until the command succeeds: false when the process $pid has ended before (and did not succeed then, either), or when
# ten minutes of hanging are enough. A file that it looks at has to be made first: what runs in the background may not
# have begun.
await() { # COMMAND...
  local end=$((SECONDS + 600))
  until "$@"; do
    if [ -n "${pid:-}" ] && ! kill -0 "$pid" 2>/dev/null; then
      "$@"
      return
    fi
    [ $SECONDS -lt $end ] || return 1
    sleep 0.05
  done
}

# The runtime under sanitizers, as an archive that is found before the one flcc adds.
sanitized_runtime() { # CC OPTIONS...
  local cc=$1
  shift
  (
    here=$PWD/runtime/threads
    cd "$work"
    "$cc" -std=c11 "$@" -I"$here" -c "$here"/*.c
    ar rcs runtime.a ./*.o
    rm ./*.o
  )
}

# In the short form and in CI every second program: clang reads each file, and that is what takes the time.
programs() { # NAME OPTIONS...
  local way=$1 program name n=0
  shift
  for program in tests/threads/programs/*.c; do
    n=$((n + 1))
    if short; then ((n % 2 == 0)) || continue; fi
    in_turn $n 2 || continue
    name=$(basename "$program" .c)
    if flcc "$@" -o "$work/program" "$program" $(ls "$work"/*.a 2>/dev/null || true) 2>"$work/errors"; then
      is "$name, $way" "$(<"${program%.c}.out")" "$("$work/program" 2>&1 || echo "status $?")"
    else
      ok "$name, $way: compiles" sh -c 'head -5 "$1"; exit 1' sh "$work/errors"
    fi
  done
}
