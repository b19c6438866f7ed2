#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# How the benchmark and the search for orders make cycles of readings: on made-up readings, so that no clock is asked.
# And each part of that, when left out, is missed.
cd "$(dirname "$0")/../.." || exit 1
. tests/tap.sh
temporary_folder
passes() { # FOLDER of cycles.h
  gcc -std=gnu11 -O1 -Wall -Wextra -Werror -I"$1" tests/gcm/cycles.c -o "$work/cycles" && "$work/cycles" >"$work/log" ||
    { grep -E '^not ok|^#' "$work/log"; return 1; }
}
ok "cycles are what they are" passes bench/gcm
is "... in 40 cases" 1..40 "$(tail -1 "$work/log")"
fails() { # SED
  mkdir -p "$work/changed"
  sed "$1" bench/gcm/cycles.h >"$work/changed/cycles.h"
  ! cmp -s bench/gcm/cycles.h "$work/changed/cycles.h" && gcc -w -Wno-error -I"$work/changed" tests/gcm/cycles.c -o "$work/cycles" &&
    ! "$work/cycles" >"$work/log" && grep -qE '^not ok .*(measured|disturbed|step is found|ticks)' "$work/log"
}
ok "the probe's constant part, if it is not subtracted, is missed" fails 's/(before + after) \/ 2 - fixed/(before + after) \/ 2/'
ok "so is the time of reading the counter" fails 's/(sample - reading)/sample/'
ok "so is the step, if nothing is made longer for it" fails 's/= (double)STEPS_AT_LEAST \* step/= 250/'
ok "so is the step in what is averaged" fails 's/quiet_limit \* floor + step/quiet_limit * floor/'
ok "so is the step, if it is not found" fails 's/fit \* 20 >= n \* 19/n == 0/'
done_testing
