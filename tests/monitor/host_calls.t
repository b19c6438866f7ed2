#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick, longer in all
# What the host library promises of the calls that the other tests of it do not make: an epoch that is full, a commit in
# its parts and one that the store refuses, a lie about a record that stays in the monitor's cache, figures,
# fl_host_refuse; and the store that LMDB is.
cd "$(dirname "$0")/../.." || exit 1
. tests/tap.sh
. tests/monitor/host/built.sh
temporary_folder

sources=(monitor/store/{store_lmdb,own_file,walk}.c tests/monitor/host/calls.c "${host[@]}")
flags=(-std=c11 -Wall -Wextra -Werror -Wconversion -g -Imonitor/host -Imonitor/store -Imonitor -Imonitor/gen)
sanitized=(-O1 -fsanitize=address,undefined -fno-sanitize-recover=all)
! short || sanitized=()
ok "it compiles, with sanitizers in the long form" clang "${flags[@]}" "${sanitized[@]}" \
  "${sources[@]}" -lcrypto -lpthread -llmdb -o "$work/calls"
for mode in merkle:1 merkle:4 hybrid:1 hybrid:3 blum:1 blum:3; do
  kind=${mode%:*} threads=${mode#*:}
  [ "$kind" = merkle ] || ok "$kind, $threads threads: an epoch that is full" "$work/calls" full "$kind" "$threads"
  [ "$kind" = merkle ] || ok "$kind, $threads threads: a lie about what stays" "$work/calls" compared "$kind" "$threads"
  [ "$kind" = merkle ] || ok "$kind, $threads threads: with short keys" "$work/calls" compared "$kind" "$threads" short
  ok "$kind, $threads threads: a commit in its parts" "$work/calls" commit "$kind" "$threads"
  ok "$kind, $threads threads: refused" "$work/calls" refused "$kind" "$threads"
  ok "$kind, $threads threads: figures" "$work/calls" figures "$kind" "$threads"
done
ok "a gate answers nothing after a refusal elsewhere" "$work/calls" gates
ok "what is kept beside the cache takes memory in its order" "$work/calls" near
ok "LMDB: names" "$work/calls" names "$work/names"
ok "LMDB: a store" "$work/calls" lmdb "$work/folder"
done_testing
