#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: prove: it asks Coq
# Derive: what is deep inside a program is a constant of its own, so that machine and proof are as long as the program:
# twice as deep, twice as long.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh
temporary_folder

nest() { # DEPTH OPEN CLOSE INNERMOST: what is opened has its number, and the number before
  local i close=
  for ((i = 1; i <= $1; i++)); do
    sed "s/%d/$i/g; s/%p/$((i - 1))/g" <<<"$2"
    close+=$3
  done
  echo "$4$close"
}
lets() { nest "$1" 'let! v%d := v%p + v%p in' '' "$2"; }
family() { # NAME DEPTH: a program of this kind, so deep
  echo "Definition $1$2 (v0 : nat) : prog nat :="
  case $1 in
    values) lets "$2" "x <- get tt; Return (x + v0 + v$2)" ;;
    coqs) lets "$2" "x <- get tt; Return (x + v$2)" | sed 's/let!/let/; s/v[0-9]* + \(v[0-9]*\) in/S \1 in/' ;;
    ifs) nest "$2" 'if Nat.odd v0 then (' ') else Return v0' "x <- get tt; Return x" ;;
    matches) nest "$2" 'match pick v0 v%p with None => Return v0 | Some v%d => ' ' end' \
      "x <- get tt; Return (x + v0)" ;;
    binds) nest "$2" 'let* a%d := (' ') in (x <- get tt; Return (x + v0))' "Return v0" ;;
    waits) echo "let* r := (" && lets "$2" "if v0 =? v$2 then Return 0 else x <- get tt; Return x" &&
      echo ") in Return (r + v0)" ;;
    rounds) echo "iter (fun v0 =>" &&
      lets "$2" "if v0 =? v$2 then Return (inr v0) else x <- get tt; Return (inl (v$2 - x))" && echo ") v0" ;;
    replies) echo "(fix go (l : list nat) (v0 : nat) : prog nat := match l with nil => Return v0 | cons h t =>" &&
      lets "$2" "x <- get tt; go t v$2" && echo "end) (cons 3 (cons 4 nil)) v0" ;;
  esac
  echo ". Derive $1$2. FirstOrder $1$2. Print Assumptions $1$2_equiv. Weigh $1$2 $1$2_equiv."
}
families='values coqs ifs matches binds waits rounds replies'
{
  cat <<'V'
From Coq Require Import Arith List.
From elpi Require Import elpi.
From Fairlead.Derive Require Import Derive.
Local Open Scope program_scope.
Inductive effect := get | put.
Definition args (e : effect) : Type := match e with get => unit | put => nat end.
Definition rets (e : effect) : Type := match e with get => nat | put => unit end.
Notation prog := (t args rets).
Definition pick (a b : nat) : option nat := if Nat.odd a then Some b else None.
Elpi Command Weigh.
Elpi Accumulate lp:{{
  pred weight i:term, i:int, o:int.
  weight (app L) N M :- !, N1 is N + 1, std.fold L N1 weight M.
  weight (fun _ T F) N M :- !, N1 is N + 1, weight T N1 N2, pi x\ weight (F x) N2 M.
  weight (prod _ T F) N M :- !, N1 is N + 1, weight T N1 N2, pi x\ weight (F x) N2 M.
  weight (let _ T V F) N M :- !, N1 is N + 1, weight T N1 N2, weight V N2 N3, pi x\ weight (F x) N3 M.
  weight (fix _ _ T F) N M :- !, N1 is N + 1, weight T N1 N2, pi x\ weight (F x) N2 M.
  weight (match T R Bs) N M :- !, N1 is N + 1, weight T N1 N2, weight R N2 N3, std.fold Bs N3 weight M.
  weight _ N M :- M is N + 1.
  pred part i:string, i:gref.
  part P (const _ as G) :- coq.gref->id G Id, rex_match {calc ("^" ^ P ^ "_")} Id.
  pred weigh i:gref, i:int, o:int.
  weigh (const C) N M :- coq.env.const-body C (some B), weight B N N1, coq.env.typeof (const C) T, weight T N1 M.
  main [str P, str Equiv] :- coq.locate Equiv G, coq.env.transitive-dependencies G _ S,
    std.filter [G|{coq.gref.set.elements S}] (part P) Gs, std.fold Gs 0 weigh N, coq.say "weight" P N.
}}.
Elpi Typecheck.
Elpi Export Weigh.
V
  for f in $families; do
    for depth in 40 80; do family "$f" $depth; done
  done
} >"$work/deep.v"
status=0
coqc -test-mode -q -w none -R _build/theories/Derive Fairlead.Derive "$work/deep.v" >"$work/said" 2>&1 ||
  status=$?
is "all are derived" 0 "$status"
[ "$status" = 0 ] || tail -5 "$work/said" | sed 's/^/# /'
is "their theorems are closed" 16 "$(grep -c '^Closed under the global context' "$work/said")"
is "there are no functions in what is saved" 16 \
  "$(grep -c 'its machine has functions by their names only' "$work/said")"
for f in $families; do
  small=$(sed -n "s/^weight ${f}40 //p" "$work/said") large=$(sed -n "s/^weight ${f}80 //p" "$work/said")
  ok "$f: twice as deep, twice as long ($small, $large)" test $((10 * ${large:-99})) -lt $((23 * ${small:-1}))
done
done_testing
