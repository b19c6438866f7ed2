#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# The proofs of theories/Refinement are about the shipped sources: the build has them go through for monitor/clean, and
# here they do not for sources that are wrong.
cd "$(dirname "$0")/../.." || exit 1
. tests/tap.sh
export PATH="$PWD/bin:$PATH"
temporary_folder
theories=$PWD/_build/default/theories

coq() { ( cd "$1" && nice coqc -q -R "$theories" Fairlead -Q . Here -w none "$2.v" ) >"$1/$2.out" 2>&1; }
variant() { # NAME FILE SED: monitor/clean with that change
  mkdir "$work/$1"; cp monitor/clean/*.fl "$work/$1"; sed -i "$3" "$work/$1/$2.fl"
  sed "s/Fairlead.Refinement \(Require Export Program\)/Here \1/" theories/Refinement/Parsing.v >"$work/$1/Parsing.v"
  sed "s/Fairlead.Refinement \(Require Export Parsing\)/Here \1/" theories/Refinement/Values.v >"$work/$1/Values.v"
}
program() { ( cd "$work/$1" && fairlead coq --program verify.fl >Program.v ) && coq "$work/$1" Program; }
stops() { grep -q '^File "./'"$2"'.v", line' "$work/$1/$2.out"; }
wrong_keys() { program "$1" && ! coq "$work/$1" Parsing && stops "$1" Parsing; }
wrong_values() { program "$1" && coq "$work/$1" Parsing && ! coq "$work/$1" Values && stops "$1" Values; }

is "what the build has proved is about what ships" "$(fairlead coq --program monitor/clean/verify.fl | sha256sum)" \
  "$(sha256sum <_build/default/theories/Refinement/Program.v)"
variant bits keys 's/<< (n % 8) != 0/<< (n % 8) == 0/'
ok "not with another test of the bits past a key" wrong_keys bits
variant end keys 's/for i in 2 + (n + 7) \/ 8\.\.KEY/for i in 2 + (n + 7) \/ 8..KEY + 1/'
ok "not with a byte behind the key read" wrong_keys end
variant cut values 's/if len(b) < EDGE { return MORE; }//'
ok "not without the test whether an edge is cut off" wrong_values cut
done_testing
