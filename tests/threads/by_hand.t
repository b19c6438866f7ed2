#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick, longer in all
# Two programs written by hand in the shape that flcc emits, with the runtime: both compilers, optimized and under
# sanitizers, with frames in chunks and with each frame a block of its own. No byte leaks.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh
temporary_folder
here=tests/threads/by_hand
compilers=(gcc) ways=(-O2)
if ! short; then
  compilers+=(clang)
  ways+=("-O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all"
    "-O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all -DFL_APART=0")
fi
for cc in "${compilers[@]}"; do
  for how in "${ways[@]}"; do
    for program in deep loops; do
      # shellcheck disable=SC2086
      ok "$cc $how, $program.c" "$cc" -std=c11 -pedantic -Wall -Wextra -Werror $how -Iruntime/threads \
        "$here/$program.c" runtime/threads/*.c -lpthread -o "$work/$program"
      case $program in
      # A million frames, whether they are unwound natively or resumed one by one; threads that take turns.
      deep) arguments=(1000000 999 10 20000 3) ;;
      loops) arguments=(3) ;;
      esac
      is "$program runs" "$(<"$here/$program.out")" "$("$work/$program" "${arguments[@]}" 2>&1)"
    done
  done
done
done_testing
