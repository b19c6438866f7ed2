#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: prove: it asks Coq
# fairlead derive: whose libraries and whose axioms are meant, where names are short, or the surroundings say otherwise.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh
temporary_folder
. tests/derive/command.sh

source_file "$good" >file.v
mkdir lib
for name in Coq Coq.Lists Ltac2 elpi.elpi stdpp Fairlead.Lang Programs file ''; do
  for option in -R -Q; do
    is "a library called '$name', $option" "status 2" "$(run file.v $option "lib=$name" -o out | tail -1)"
  done
done
is "nothing is written" "" "$(files out 2>/dev/null || true)"

# Libraries are what the options and Coq's own places say, not what is left in the environment.
echo 'Axiom cheat : 0 = 1. Definition of_axiom (_ : 0 = 1) : Type := nat.' >lib/other.v
coqc -q -w none -R lib Lib lib/other.v
mkdir -p xdg/coq home/.local/share/coq
mkdir path
sed 's/cheat/cheap/' lib/other.v >path/other.v
(cd path && coqc -q -w none other.v)
cp path/other.vo xdg/coq
cp path/other.vo home/.local/share/coq
(cd / && echo 'Require other.' >"$work/finds.v" && for place in "COQPATH=$work/path" "XDG_DATA_HOME=$work/xdg"; do
  env "$place" coqc -q "$work/finds.v" || exit 1; done) && found=yes || found=no
is "Coq alone would find it" yes "$found"
echo 'Require other.' >asks.v
is "fairlead derive does not" "asks.v:1:1: error: Cannot find a physical path bound to logical path other." \
  "$(COQPATH=$work/path COQLIB=$work/path XDG_DATA_HOME=$work/xdg XDG_DATA_DIRS=$work/xdg HOME=$work/home run asks.v |
    sed -n 1p)"

# An axiom is named in full, or as FILE.NAME if it is of the file itself.
source_file "$good" 'Require Lib.other.
Definition kind (_ : 0 = 1) : Type := u8.' | sed '/^Definition rets/s/u8/kind Lib.other.cheat/' >assuming.v
is "short names are not enough, nor those of others" \
  "p: its theorem rests on assumptions: Lib.other.cheat
status 1" "$(run assuming.v -R lib=Lib -o out --assume cheat --assume other.cheat --assume assuming.cheat |
    sed -n 's/.*error: //p; $p')"
is "the full one is" "p: p.fl, p_fl.v, p_proof.v, p.c, p.h: the theorem p_compiled, assuming Lib.other.cheat
status 0" "$(run assuming.v -R lib=Lib -o out --assume Lib.other.cheat)"
done_testing
