#!/usr/bin/env bash
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
soundness() { # FIRST COLUMN of what is trusted, of what is not
  printf '| piece | why trusted | tested by |\n|---|---|---|\n| %s | it is | tests/all.t |\n\n| not trusted | why |\n|---|---|\n| %s | checked |\n' "$1" "$2" >SOUNDNESS.md
}
soundness '`compiler`' '`runtime/good.c`'
quiet() { "$@" >out 2>&1 || { cat out; return 1; }; }
ok "nothing to say of the sources" quiet tools/tidy_sources
ok "nothing to say of trust" quiet tools/trust --check
is "the table of what is trusted" "2 compiler/good.ml tests/all.t" "$(tools/trust | head -1 | xargs)"

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
ok "a line of 121 columns" seen "more than 120" compiler/long.ml "$(printf 'x%.0s' {1..121})\n"
printf '1 compiler/long.ml\n' >tools/long_lines
printf '%s\n' "$(printf 'x%.0s' {1..121})" >compiler/long.ml
ok "but for those that are counted" quiet tools/tidy_sources
rm compiler/long.ml

doubts() { # WORDS
  if tools/trust --check >out 2>&1; then return 1; fi
  grep -q "$1" out || { cat out; return 1; }
}
: >runtime/new.c
ok "trust: a source file in no table" doubts "runtime/new.c: SOUNDNESS.md does not say"
rm runtime/new.c
: >runtime/new_trusted.S
soundness '`compiler`' '`runtime`'
ok "trust: assembly that is called trusted, among what is not" doubts "new_trusted.S: called trusted"
rm runtime/new_trusted.S
soundness '`compiler`, `runtime/gone.c`' '`runtime/good.c`'
ok "trust: a file that is not there" doubts "runtime/gone.c is not there"
soundness '`compiler`' '`runtime/good.c`'
sed -i 's| tests/all.t | reading it |' SOUNDNESS.md
ok "trust: a piece without a test" doubts "no test stands behind"
done_testing
