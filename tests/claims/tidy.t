#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# What tools/tidy_sources and tools/trust complain about, on a small tree of their own: each mistake alone is seen, and nothing
# is said where there is none.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work"/{tools,theories,compiler,runtime,tests}
cp tools/tidy_sources tools/trust "$work/tools"
cd "$work"
git init -q .
: >tools/long_lines
: >tests/all.t
printf 'build:\n\tdune build @tests/good/default\n' >Makefile
cat >theories/Good.v <<'V'
(** As [Good.v] says, tests/all.t is there; stdio.h is C's. (* A comment: "Axiom x : False." *) *)
Section here.
  Variable n : nat.
  Hypothesis positive : 0 < n.
  Context (m : nat).
  Lemma sum : 0 < n + m. Proof. (* Admitted *) Abort.
End here.
V
printf '(* Written beside good.mli. *)\nlet x = "Axiom. bad.ml"\n' >compiler/good.ml
: >compiler/good.mli
printf '/* good.c */ int x; // compiler/good.ml\n' >runtime/good.c
promises() { # ROW of the promise, ROW of what is not trusted, BUDGET
  printf 'promise good: it is good\nbudget: %s\n%s\n\nnot trusted:\n%s\n' "$3" "$1" "$2" >tools/promises
}
promises 'compiler/ | tests/all.t' 'runtime/good.c | an example' '2 0'
: >SOUNDNESS.md
quiet() { "$@" >out 2>&1 || { cat out; return 1; }; }
ok "nothing to say of the sources" quiet tools/tidy_sources
ok "nothing to say of trust" quiet tools/trust --check
is "a promise's files" "2 compiler/good.ml tests/all.t" "$(tools/trust good | sed -n 2p | xargs)"
is "a line for each promise" "good 2 0 1 it is good" "$(tools/trust | tail -1 | xargs)"
is "no such promise: usage" 2 "$(tools/trust better >/dev/null 2>&1; echo $?)"

seen() { # WORDS FILE TEXT: with that file there is a complaint of these words, about it
  printf '%b' "$3" >"$2"
  if tools/tidy_sources >out 2>&1; then rm "$2"; return 1; fi
  rm "$2"
  grep -q "$2.*$1" out || { cat out; return 1; }
}
bad=theories/Bad.v
for word in Axiom Axioms Parameter Conjecture 'Local Axiom' '#[local] Parameter'; do ok "$word" seen assumed $bad "$word x : False.\n"; done
for word in Variable Variables Hypothesis Hypotheses; do ok "$word outside of a section" seen "is an axiom" $bad "$word x : False.\n"; done
ok "Context outside of a section" seen "is an axiom" $bad "Context (x : False).\n"
ok "a variable after its section" seen "is an axiom" $bad "Section a.\nEnd a.\nVariable x : False.\n"
ok "a section that does not end" seen "does not end" $bad "Section a.\n"
ok "Admitted" seen assumed $bad "Lemma x : False. Proof. Admitted.\n"
ok "admit" seen unchecked $bad "Lemma x : False. Proof. admit. Abort.\n"
ok "guards switched off" seen unchecked $bad "Unset Guard Checking.\n"
ok "an instance that is only declared" seen unchecked $bad "Declare Instance x : False.\n"
ok "a page that is not there, in Coq" seen "PROTOCOL.md" $bad "(** See PROTOCOL.md. *)\n"
ok "a file that is not there, in OCaml" seen "gone.ml" compiler/bad.ml "(* as gone.ml does *)\n"
ok "a file that is not there, in C" seen "gone.c" runtime/bad.c "// as gone.c does\n"
exe=_build/default/tests # not written out: tidy reads this file, too
ok "a program that nothing builds" seen "nothing in the Makefile builds" tests/bad.t "$exe/bad/bad.exe\n"
printf "%s/good/good.exe\n" "$exe" >tests/good.t
ok "one that is built" quiet tools/tidy_sources
rm tests/good.t
ok "a line of 121 columns" seen "more than 120" compiler/long.ml "$(printf 'x%.0s' {1..121})\n"
printf '1 compiler/long.ml\n' >tools/long_lines
printf '%s\n' "$(printf 'x%.0s' {1..121})" >compiler/long.ml
ok "but for those that are counted" quiet tools/tidy_sources
rm compiler/long.ml

doubts() { # WORDS
  if tools/trust --check >out 2>&1; then return 1; fi
  grep -q "$1" out || { cat out; return 1; }
}
mkdir -p monitor/serve
for file in monitor/serve/evil.c runtime/evil.h compiler/evil/evil.ml tls/evil.fl; do
  mkdir -p "$(dirname "$file")"
  : >"$file"
  case $file in compiler/*) continue ;; esac
  ok "trust: a source file in no row: $file" doubts "$file: in no row"
  rm "$file"
done
promises 'compiler/good.ml | tests/all.t' 'runtime/good.c | an example' '2 0'
ok "trust: the same below a folder of which one file is named" doubts "compiler/evil/evil.ml: in no row"
rm -r compiler/evil
: >runtime/new_trusted.S
promises 'compiler/ | tests/all.t
runtime/ | none: it is not' 'runtime/ | an example' '2 0'
ok "trust: a file that is called trusted, and SOUNDNESS.md does not name" doubts "SOUNDNESS.md does not name it"
echo new_trusted.S >SOUNDNESS.md
promises 'compiler/ | tests/all.t' 'runtime/good.c | an example
runtime/other* | none' '2 0'
ok "trust: a file that is called trusted, in no promise" doubts "new_trusted.S: called trusted, but in no promise"
rm runtime/new_trusted.S
promises 'compiler/ | tests/all.t' 'runtime/ | an example
runtime/gone.c | it is gone' '2 0'
ok "trust: a file that is not there" doubts "runtime/gone.c fits no file"
promises 'compiler/ | tests/none.t' 'runtime/ | an example' '2 0'
ok "trust: a row without a test that is there" doubts "not all of these are there: tests/none.t"
promises 'compiler/ | tests/all.t' 'runtime/ | an example' '1 0'
ok "trust: more lines than the budget" doubts "2 hand-written lines are trusted, 1 is"
promises 'compiler/ | tests/all.t' 'runtime/ | an example' '900 0'
ok "trust: a budget that can fall" doubts "the budget is 900"
tools/trust --lower
is "and it falls" "budget: 2 0" "$(grep budget: tools/promises)"
promises 'compiler/ | tests/all.t' 'runtime/ | an example' '1 0'
tools/trust --lower
is "it never rises by itself" "budget: 1 0" "$(grep budget: tools/promises)"
done_testing
