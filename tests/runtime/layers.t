#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# The loop's files call only those below them, in the order that fl_inside.h gives.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh
temporary_folder
mapfile -t order < <(grep -oP '^ \*   \Kfl_\w+\.c' runtime/fl_inside.h)
is "all are in the order" "$(ls runtime/*.c | xargs -n 1 basename | sort)" "$(printf '%s\n' "${order[@]}" | sort)"
below=
for ((i = ${#order[@]} - 1; i >= 0; i--)); do
  gcc -std=c11 -c "runtime/${order[i]}" -o "$work/object.o"
  own=$(nm -g --defined-only "$work/object.o" | awk '{ print $3 }')
  calls=$(nm -u "$work/object.o" | grep -oE '\bfl_\w+' | sort || true)
  # shellcheck disable=SC2086
  is "${order[i]}" "" "$(comm -23 <(echo "$calls") <(printf '%s\n' '' $below | sort))"
  below+=" $own"
done
done_testing
