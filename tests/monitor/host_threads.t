#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick, longer in all
# The host library used by several threads at once, in each mode: no answer is lost or given twice, no two have one
# place in the history, all of them certify; no data race; and the extracted model certifies the logs.
cd "$(dirname "$0")/../.." || exit 1
. tests/tap.sh
. tests/monitor/host/built.sh
temporary_folder
seed=${FUZZ_SEED:-1}

sources=(tests/monitor/host/threads.c "${host[@]}")
flags=(-std=c11 -Wall -Wextra -Werror -Wconversion -g -Imonitor/host -Imonitor -Imonitor/gen)
ok "it compiles" gcc "${flags[@]}" -O2 "${sources[@]}" -lcrypto -lpthread -o "$work/fast"
ok_long "with the thread sanitizer" \
  gcc "${flags[@]}" -O1 -fsanitize=thread "${sources[@]}" -lcrypto -lpthread -o "$work/tsan"
audited() {
  "$work/fast" "$seed" 700 "$work/log" || return 1
  bin/fairlead monitor verify --slots 512 --depth 256 "$work"/log* >"$work/said" || return 1
  rm -f "$work"/log*
  grep -qx 'certified up to epoch [0-9]*' "$work/said"
}
for mode in merkle hybrid blum; do
  for threads in 2 4; do
    export MODE=$mode THREADS=$threads
    ok "$mode, $threads threads: ${STRESS_N:-8000} operations each" "$work/fast" "$seed" "${STRESS_N:-8000}"
    ok_long "$mode, $threads threads: without data races" "$work/tsan" "$seed" 500
    ok "$mode, $threads threads: certified by the model" audited
  done
done
done_testing
