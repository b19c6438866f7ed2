# SPDX-License-Identifier: Apache-2.0 OR MIT
# The server that these tests run, built once for all of them: source this from the root, then `built` (as it is
# installed; `make build` has made it) or `built_sanitized`, which in the quick tier is `built`. make looks whether a
# source is newer, one test at a time.
built_in() { # FOLDER OPTION...
  local out=$PWD/$1
  shift
  mkdir -p "$out"
  (flock 9 && make -s -C monitor serve OUT="$out" CC=gcc "$@") 9>"$out/.lock" || exit 1
  export FAIRLEAD_SERVE=$out/fairlead-monitor-serve PYTHONPATH=tests/monitor/serve
}
built() { built_in out/monitor; }
built_sanitized() {
  if [ "${FAIRLEAD_TIER:-}" = quick ]; then built && return; fi
  built_in out/monitor_sanitized CFLAGS="-g -O1 -fsanitize=address,undefined -fno-sanitize-recover=all"
}
