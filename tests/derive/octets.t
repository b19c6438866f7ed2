#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# From Gallina to C: bytes at an index.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh
temporary_folder
. tests/derive/to_c/runs.sh

programs=(sum each last_of digits)
is "bytes at an index, in loops and after suspensions: the theorems, closed" \
  "$(printf 'the theorem %s_compiled, closed under the global context\n' "${programs[@]}" | sort)" \
  "$(bin/fairlead derive --main --vo -o "$work" tests/derive/to_c/octets.v 2>/dev/null | sed 's/^[^:]*: .*: //' | sort)"
cp tests/derive/to_c/{show,octets_run}.v tests/derive/random/worlds.v "$work"
coq show
coq worlds
# for each program a line of runs: what was read in hexadecimal, and the lines, with semicolons between
coq octets_run | sed -n 's/^ *= "\(.*\)"$/\1/p' | sed 's/""/"/g' >"$work/computed"
mapfile -t computed <"$work/computed"
for i in "${!programs[@]}"; do
  p=${programs[i]}
  ok "$p: the C" gcc -std=c11 -Wall -Wextra -Werror -O1 -o "$work/$p.exe" "$work/$p.c" "$work/${p}_main.c"
  IFS='|' read -ra runs <<<"${computed[i]}"
  is "$p: there is what to compare" 12 "${#runs[@]}"
  is "$p: the C does what the Gallina program does" \
    "$(printf '%s\n' "${runs[@]#*;}" | tr -d '"')" \
    "$(run_c "$p" "${runs[@]%%;*}" | sed 's/done ()$/done/')"
done
done_testing
