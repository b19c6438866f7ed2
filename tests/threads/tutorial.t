#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# docs/threads/tutorial.md: every program compiles, with a stack too; every command prints what the page says.
. "$(dirname "$0")/programs.sh"
export FLCC_CC=gcc
is "every block is a program with a name, or commands" "" "$(
  python3 tests/threads/tutorial.py docs/threads/tutorial.md "$work")"
cd "$work"
for program in *.c; do
  ok "$program" flcc -std=gnu11 -Wall -Wextra -Werror -O1 -o program "$program"
  ok "$program, with stacks" flcc --erased -std=gnu11 -Wall -Wextra -Werror -O1 -o program "$program"
done
for commands in *.sh; do
  is "$(head -1 "$commands")" "$(<"${commands%.sh}.out")" "$(timeout 60 bash "$commands" 2>&1)"
done
done_testing
