#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: prove: it asks Coq
# Derive: the traps that certifying derivation has, a program for each (traps.v): what its machine is made of.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh
temporary_folder
status=0
# Forty values used twice each are a tree of 2^40, if they are undone: that would take for ever.
timeout 300 coqc -test-mode -q -w none -R _build/theories/Derive Fairlead.Derive -o "$work/traps.vo" \
  tests/derive/traps.v >"$work/said" 2>&1 || status=$?
is "all are derived" 0 "$status"
[ "$status" = 0 ] || tail -5 "$work/said" | sed 's/^/# /'
declared() { tr '\n' ' ' <"$work/said" | tr -s ' ' | grep -oE "Inductive $1 : Set := [^.]*\." | sed 's/.*:= *//'; }
count() { grep -cE "^$1[0-9]+:" "$work/said"; }
is "what follows a branch is there once: ten joins" 10 "$(count joined_join)"
is "so is what follows a call" 10 "$(count joined_back)"
is "a callee is one state of its caller's at each call, not inlined" 10 \
  "$(declared joined_state | grep -o callee_state | wc -l)"
is "coroutines in a list are states in a list" "kept_at1 : list child_state -> kept_state." "$(declared kept_state)"
is "no function is in what is saved" "derive: kept: its machine has functions by their names only" \
  "$(grep '^derive: kept' "$work/said")"
is "a reply has its effect's type" 'while it is expected to have type "unit".' \
  "$(grep -o 'while it is expected.*' "$work/said")"
is "a match suspends in its branches, each with what it needs" \
  "matched_at1 : nat -> matched_state | matched_at2 : nat -> matched_state." "$(declared matched_state)"
is "a loop without end has no fuel" "for_ever_at1 : nat -> for_ever_state. for_ever_turn1 : nat -> for_ever_turn." \
  "$(declared for_ever_state) $(declared for_ever_turn)"
# Of the machine in OCaml: what each leaf of the source says is in one leaf, with one state and one request
machine() { sed -n '/^let leaves_/,$p' "$work/said"; }
each() { machine | grep -oE "$1" | sort | uniq -c | tr -s ' \n' ' '; }
is "each leaf's text is there once" " 1 mark0 1 mark1 1 mark2 1 mark3 1 mark4 1 mark5 " "$(each 'mark[0-9]')"
is "each state is asked from in one place, and there is no other" \
  "$(for i in 1 2 3 4 5 6 7; do printf ' 1 Ask ((Leaves_at%s' $i; done) " "$(each 'Ask \(\(Leaves_at[0-9]+')"
is "one test for each of the source's" " 1 | A0 -> 1 | Nil -> 2 | True -> " "$(each '\| (A0|Nil|True) ->' )"
is "what functions close over is saved, not the functions" \
  "closing_at1 : nat -> bool -> closing_state | closing_at2 : nat -> bool -> nat -> closing_state." \
  "$(declared closing_state)"
done_testing
