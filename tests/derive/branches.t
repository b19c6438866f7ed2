#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: prove: it asks Coq
# To C: branches one after the other. Each doubles the ways through a program, or multiplies them by five; what follows
# is proved once, by a lemma: there is one for each place where leaves meet. And values that are used twice.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh
temporary_folder
theories=$PWD/_build/theories
. tests/derive/command.sh

ifs() { # COUNT: each asks on one side only
  local i
  echo "Definition ifs (x0 : u8) : t args rets u8 :="
  for ((i = 0; i < $1; i++)); do
    echo "  let* x$((i + 1)) := (if eqw x$i (lit $i) then w <- input tt; _ <- print w; Return (add_wrap w x0)"
    echo "    else Return (add_wrap x$i (lit 1))) in"
  done
  echo "  Return x$1. Derive ifs. ToFl ifs."
}
matches() { # COUNT: on a datatype of five constructors, some of which have values
  local i
  echo "Inductive shape := Dot | Line (n : u8) | Box (a b : u8) | Hole | Disc (r : u8)."
  echo "Definition matches (s : shape) : t args rets u8 :="
  echo "  let! x0 := (lit 0 : u8) in"
  for ((i = 0; i < $1; i++)); do
    echo "  let* x$((i + 1)) := match s with Dot => Return x$i | Line n => w <- input tt; Return (add_wrap n w)"
    echo "    | Box a b => _ <- print a; Return b | Hole => Return (lit $i) | Disc r => Return (mul_wrap r x$i) end in"
  done
  echo "  Return x$1. Derive matches. ToFl matches."
}
# What is known of the number that comes of a branch depends on the way: no lemma, each way is followed.
by_the_way='Definition clamped (x : u8) : t args rets u8 :=
  let* y := (if ltw x (lit 10) then Return x else Return (lit 10)) in
  _ <- print (add y (lit 1)); Return y. Derive clamped. ToFl clamped.'
inside='Definition inside (x : u8) : t args rets u8 :=
  iter (fun n : u8 =>
    let* m := (if eqw n (lit 3) then let* k := (if eqw x n then w <- input tt; Return w else Return x) in
        _ <- print k; Return (add_wrap k n)
      else Return n) in
    let* more := (if ltw m n then _ <- print m; Return true else Return false) in
    if more then Return (inl (add_wrap n (lit 1))) else Return (inr m)) x. Derive inside. ToFl inside.'
chain() { # COUNT: values that are used twice each
  local i
  echo "Definition chain (x0 : u8) : t args rets u8 :="
  for ((i = 0; i < $1; i++)); do echo "  let! x$((i + 1)) := add_wrap x$i x$i in"; done
  echo "  _ <- print x$1; Return x$1. Derive chain. ToFl chain."
}
{ ifs 12; matches 5; chain 40; echo "$by_the_way"; echo "$inside"; } >programs
source_file "$(cat programs)" >branches.v
is "programs with branches one after the other, and with forty values used twice, are proved" \
  "status 0" "$(run branches.v --vo -o out | tail -1)"

# lemmas PROGRAM: how many places where leaves meet have one, of how many
lemmas() {
  local names
  names=$(sed -nE 's/^Definition ('"$1"'_join[0-9]+_lemma) .*/\1/p' "out/$1_proof.v")
  { echo "From Programs Require Import $1_proof."; echo "$names" | sed 's/.*/About &./'; } >"out/about.v"
  (cd out && coqc -q -w none -R "$theories" Fairlead -R . Programs about.v) |
    awk -v of="$(wc -w <<<"$names")" '/_holds/ { some++ } END { print some + 0 " of " of }'
}
is "twelve branches: a lemma for what follows each" "12 of 12" "$(lemmas ifs)"
is "five matches on five constructors: the same" "5 of 5" "$(lemmas matches)"
is "what fits by the way that led to it: followed by itself" "0 of 1" "$(lemmas clamped)"
is "branches in branches, in a loop" "3 of 3" "$(lemmas inside)"
is "the C compiles" 0 "$(gcc -std=c11 -Wall -Wextra -Werror -c out/ifs.c -o ifs.o; echo $?)"
done_testing
