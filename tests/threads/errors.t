#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# What is not translated is diagnosed: each file of tests/threads/errors, with place, line, caret and reason, and cc's
# status for a file that does not compile. `--accept` writes the golden files anew.
. "$(dirname "$0")/programs.sh"
export FLCC_CC=gcc
cd tests/threads/errors
for f in *.c; do
  status=0
  said=$(flcc -c "$f" -o "$work/object.o" 2>&1) || status=$?
  said+=$'\n'"status $status"
  if [ "${1:-}" = --accept ]; then
    echo "$said" >"${f%.c}.expected"
  else
    is "$f" "$(<"${f%.c}.expected")" "$said"
    [ ! -e "$work/object.o" ] || ok "$f makes no object" false
  fi
done
done_testing
