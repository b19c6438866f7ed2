# shellcheck shell=bash disable=SC2154
# SPDX-License-Identifier: Apache-2.0 OR MIT
# What tests of programs to C share: a program's theorem, its C, and the same inputs in Coq and in C.
root=$PWD
coq() { ( cd "$work" && coqc -q -w none -R "$root/_build/theories" Fairlead -R . Programs "$1.v" ); }

# What is computed in Coq, one line for each run: its lines, with semicolons between.
computed() {
  coq "$1" | tr -d '\n' | sed 's/: list string/\n/g' |
    sed 's/"%string/"/g; s/^ *= *\[//; s/\] *$//' |
    sed ' s/"; */;/g; s/"" *//g; s/\(^\|;\) *"/\1/g; s/"$//'
}
# The same of the C: one input in hexadecimal for each run.
run_c() { # PROGRAM HEX...
  local program=$1 input
  shift
  for input in "$@"; do
    xxd -r -p <<<"$input" | "$work/$program.exe" | tr -d '"' | paste -sd ';'
  done
}
bytes() { local b=${1:-}; printf '%02x00%s' "${#b}" "$(printf %s "$b" | xxd -p)"; }

try() { # PROGRAM FILE HEX...: the theorem, and runs
  local program=$1 file=$2
  shift 2
  ok "$program: the theorem, closed" bin/fairlead derive --main --vo -o "$work" "examples/derive/c/$file.v"
  ok "$program: the C" gcc -std=c11 -Wall -Wextra -Werror -O1 -o "$work/$program.exe" \
    "$work/$program.c" "$work/${program}_main.c"
  is "$program: the C does what the Gallina program does" "$(computed "${program}_run")" "$(run_c "$program" "$@")"
}

# FILE N PROGRAM...: N runs of each, which FILE_run.v computes with drivers that reply at random, and the same of the C
compare() {
  local file=$1 n=$2 p runs
  shift 2
  cp "tests/derive/to_c/${file}_run.v" tests/derive/to_c/show.v tests/derive/random/worlds.v "$work"
  coq show
  coq worlds
  # for each program a line of runs: what was read in hexadecimal, and the lines, with semicolons between
  coq "${file}_run" | sed -n 's/^ *= "\(.*\)"$/\1/p' | sed 's/""/"/g' >"$work/computed"
  for p in "$@"; do
    ok "$p: the C" gcc -std=c11 -Wall -Wextra -Werror -O1 -o "$work/$p.exe" "$work/$p.c" "$work/${p}_main.c"
    IFS='|' read -ra runs
    is "$p: there is what to compare" "$n" "${#runs[@]}"
    is "$p: the C does what the Gallina program does" "$(printf '%s\n' "${runs[@]#*;}" | tr -d '"')" \
      "$(run_c "$p" "${runs[@]%%;*}" | sed 's/done ()$/done/')"
  done <"$work/computed"
}
