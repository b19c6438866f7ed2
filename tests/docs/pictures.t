#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# docs/pictures/imports-*: what the sources say; and a circle of folders, in any of the three languages, is named.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh
temporary_folder
ok "the pictures are what the sources say" tools/imports.py --check
ok "no circle of folders, no arrow upward" tools/imports.py --circles
git ls-files -z theories compiler runtime monitor gcm tools docs/pictures | tar --null -T- -cf - | tar -xf - -C "$work"
cd "$work" && git init -q
named() { # WORDS LANGUAGE...
  local words=$1
  shift
  ! tools/imports.py --circles "$@" >seen && grep -q "$words" seen || { cat seen; return 1; }
}
echo 'From Fairlead.Lang Require Import EndToEnd.' >>theories/layers/Core/Model/Semantics.v
ok "an import upward" named 'Core/Model/Semantics.v imports .* of a later layer' ocaml
ok "a circle of folders in Coq, whatever is asked beside it" \
  named 'theories/layers/Core/Model and .* use each other' coq ocaml
echo 'let _ = Compile_cmd.cmd' >>compiler/lang/source/source.ml
ok "a circle of folders in OCaml" named 'compiler/lang/source and compiler/lang/command use each other' ocaml coq
echo 'void fl_up(void) { fl_loop_run(0); }' >>runtime/fl_timer.c
ok "a circle of files in C" named 'runtime/fl_timer.c and runtime/fl_loop.c use each other' c
sed -i '$d' tools/c_circles
ok "a line of the debts that is missing" named "$(tail -n1 "$OLDPWD/tools/c_circles" | cut -d' ' -f1) and" c
echo 'runtime/none.c runtime/other.c' >>tools/c_circles
ok "one that is none" named 'runtime/none.c runtime/other.c: no circle any more' c
done_testing
