#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: all: the oracle of the others, which compare with the files it is compared with
# Feature programs with stacks: marks expand to nothing, and spawns alone are translated. The oracle of the others.
. "$(dirname "$0")/programs.sh"
export FLCC_CC=gcc
programs "erased" --erased -w -O0
# What compilers take for constant that is another thing on each OS thread.
for name in errno_ errno_migration os_thread_identity statics_and_thread_locals; do
  for options in -O2 "-O2 -fPIC"; do
    for cc in gcc clang; do
      # shellcheck disable=SC2086
      ok "$name, erased, $cc $options: compiles" env FLCC_CC=$cc \
        flcc --erased $options -o "$work/program" "tests/threads/programs/$name.c"
      is "$name, erased, $cc $options" "$(<"tests/threads/programs/$name.out")" "$("$work/program" 2>&1)"
    done
  done
done
done_testing
