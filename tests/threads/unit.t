#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# The parts of the runtime that stand alone, against models; and all of it without a warning, C++ headers too.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh
temporary_folder
for cc in gcc clang; do
  for how in "-O2" "-O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all -DFL_APART=0"; do
    for part in wheel slab; do
      # shellcheck disable=SC2086
      ok "$cc $how, $part" "$cc" -std=c11 -Wall -Wextra -Werror $how -Iruntime/threads "tests/threads/unit/$part.c" \
        "runtime/threads/fl_$part.c" -lpthread -o "$work/$part"
      ok "$part runs" "$work/$part"
    done
  done
  ok "no warning of $cc" "$cc" -std=c11 -O2 -Wall -Wextra -Wconversion -Werror -fsyntax-only runtime/threads/*.c \
    runtime/threads/erased/*.c
done
for header in fl_threads.h erased/fl_erased.h; do
  ok "C++, $header" g++ -std=c++17 -Wall -Wextra -Werror -fsyntax-only -x c++ "runtime/threads/$header"
done
done_testing
