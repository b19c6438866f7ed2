#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: all: other machines, under qemu
# The runtime on other machines, under qemu: words of 32 bits, other byte order, other stacks. The programs by hand, and
# every call in each of three states, in erased mode.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh
temporary_folder
runtime=runtime/threads
for machine in i686 aarch64 mips; do
  cc=$machine-linux-gnu-gcc
  qemu=qemu-${machine/i686/i386}
  if ! command -v "$cc" >/dev/null || ! command -v "$qemu" >/dev/null; then
    ok "$machine # SKIP no $cc or $qemu" true
    continue
  fi
  options=(-static -std=gnu11 -O2 -Wall -Wextra -Werror -Wno-unused-function "-I$runtime")
  mkdir "$work/$machine"
  for f in "$runtime"/*.c "$runtime"/erased/*.c "$runtime"/library/*.c; do
    "$cc" "${options[@]}" -c "$f" -o "$work/$machine/$(basename "$f" .c).o"
  done
  for program in deep loops; do
    ok "$machine, $program.c" "$cc" "${options[@]}" "tests/threads/by_hand/$program.c" "$runtime"/*.c -lpthread \
      -o "$work/p"
    case $program in
    deep) arguments=(1000000 999 10 20000 3) ;;
    loops) arguments=(3) ;;
    esac
    is "$program runs on $machine" "$(<"tests/threads/by_hand/$program.out")" \
      "$("$qemu" "$work/p" "${arguments[@]}" 2>&1)"
  done
  for program in states library; do
    ok "$machine, $program.c" "$cc" "${options[@]}" "tests/threads/primitives/$program.c" "$work/$machine"/*.o \
      -lpthread -o "$work/p"
    status=0
    timeout 100 "$qemu" "$work/p" >"$work/out" 2>&1 || status=$?
    is "$program runs on $machine" "0 $(grep -c '^ok ' "$work/out")" "$status $(grep -oP '^1\.\.\K[0-9]+' "$work/out")"
    if [ "$status" -ne 0 ]; then sed 's/^/# /' "$work/out"; fi
  done
done
done_testing
