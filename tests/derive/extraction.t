#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: prove: it asks Coq
# Derived machines extracted to OCaml do what Coq computes of the programs: parent2 and the server loop, on samples.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh
temporary_folder
root=$PWD
coq() { coqc -q -w none -R "$root/_build/theories/Derive" Fairlead.Derive -R "$work" Examples "$@"; }
for example in coroutines server; do
  coq -o "$work/$example.vo" "examples/derive/$example.v" >/dev/null
done
cp tests/derive/extraction/* "$work"
cd "$work"
coq extract.v | tr -d '\n' | sed 's/ *: list \(string\|(list (nat \* list nat))\)/\n/g' |
  sed 's/^ *= *//; s/"%string/"/g; s/%string//g; s/%list//g' >expected
ok "extracted, the OCaml compiles" ocamlfind ocamlopt -w -a samples.mli samples.ml main.ml -o machines
is "machines in OCaml do what their programs do" "$(cat expected)" "$(./machines)"
ok "and something happens" grep -q '(2, \[508\])' expected
done_testing
