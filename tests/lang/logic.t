#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: prove: it asks Coq
# The program logic: the proof about examples/search holds of the program that `fairlead coq' prints, rests on
# nothing, and fails for wrong programs.
cd "$(dirname "$0")/../.." || exit 1
. tests/tap.sh
export PATH="$PWD/bin:$PATH"
temporary_folder
theories=$PWD/_build/theories

coq() { nice coqc -q -R "$theories" Fairlead -w none "$@"; }
proved() { # FOLDER: of search.fl there
  ( cd "$1" && fairlead coq search.fl >search.v && cp "$OLDPWD/examples/search/search_proof.v" . &&
    coq search.v && coq -Q . "" search_proof.v ) >"$1/out" 2>&1
}
variant() { # NAME SED
  mkdir "$work/$1"; sed "$2" examples/search/search.fl >"$work/$1/search.fl"
}
wrong() { # NAME: it is a program, and the proof does not go through
  ! proved "$work/$1" && [ -e "$work/$1/search.vo" ] && grep -q '^File "./search_proof.v", line' "$work/$1/out"
}

mkdir "$work/right"; cp examples/search/search.fl "$work/right"
ok "binary search is right" proved "$work/right"
is "... and the theorems about what is compiled rest on nothing" 2 \
  "$(grep -c '^Closed under the global context$' "$work/right/out")"
variant less 's/< wanted/<= wanted/'; ok "not the first that is larger" wrong less
variant stuck 's/lo = middle + 1/lo = middle/'; ok "not a loop that may not end" wrong stuck
variant past 's/at < count && //'; ok "not an element that is none" wrong past
done_testing
