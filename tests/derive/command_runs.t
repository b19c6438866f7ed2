#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: prove: it asks Coq
# fairlead derive on a machine that has no room, that interrupts it, or that does other things at the same time.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh
temporary_folder
. tests/derive/command.sh

source_file "$good" >other.v
touch plain
is "the folder to write to is a file" "status 1" "$(run other.v -o plain | tail -1)"
is "and is in one" "status 1" "$(run other.v -o plain/x | tail -1)"
is "no room for what is in the making" "status 1" "$(TMPDIR=$work/none run other.v -o full | tail -1)"
full() { # coqc, and we, may write nothing
  (ulimit -f 0; trap '' XFSZ; fairlead derive other.v -o full >/dev/null 2>&1) && echo "status 0" || echo "status $?"
}
is "a disk that is full" "status 1 " "$(full) $(files full)"
is "and nothing is left elsewhere" "" "$(files "$TMPDIR")"

real=$(command -v coqc)
mkdir fake
printf '#!/bin/sh\necho >>"%s/other.v"\nexec "%s" "$@"\n' "$work" "$real" >fake/coqc
chmod +x fake/coqc
is "a file that changes meanwhile" "fairlead: error: cannot write other.v: it was changed meanwhile" \
  "$(PATH=$work/fake:$PATH run other.v -o changed | sed -n 1p)"
is "nothing is written" "" "$(files changed)"
cp other.v kept
cat >fake/coqc <<V
#!/bin/sh
sed "s/_ <- print w; //" "$work/kept" >"$work/other.v"
"$real" "\$@"
status=\$?
cp "$work/kept" "$work/other.v"
exit \$status
V
is "one that is another while Coq runs: what was read is what is compiled" "status 0 1" \
  "$(PATH=$work/fake:$PATH run other.v -o swapped | tail -1) $(grep -c 'ask print' swapped/p.fl)"
printf '#!/bin/sh\nexit 0\n' >fake/coqc
is "a coqc that does nothing" "status 1 " "$(PATH=$work/fake:$PATH run other.v -o changed | tail -1) $(files changed)"
says() { # COMPLAINT...: what is said of what Coq says
  printf '%s\n' "$@" >complaint
  printf '#!/bin/sh\ncat "%s/complaint" >&2\nexit 1\n' "$work" >fake/coqc
  PATH=$work/fake:$PATH run other.v -o changed | sed 's/ in [^ ]*theories / /'
}
is "files of Fairlead's that are not all built" "fairlead: error: the Coq files of Fairlead are not all of one build: \
Cannot find library Fairlead.Derive.Rules in loadpath
  help: run \`make proofs\` in its source tree, or install it again
status 1" "$(says "Error: Cannot find library Fairlead.Derive.Rules in loadpath")"
is "a library of the user's that is not there" "other.v: error: Cannot find library Lib.other in loadpath" \
  "$(says "Error: Cannot find library Lib.other in loadpath" | sed -n 1p)"
is "an error in another file of that name (Load)" "/elsewhere/other.v:2: error: Syntax error" \
  "$(says 'File "/elsewhere/other.v", line 2, characters 0-3:' 'Error: Syntax error' | sed -n 1p)"
rm fake/coqc
is "no coqc" "fairlead: error: cannot run coqc: it is not there, or cannot be run" \
  "$(PATH=$work/fake:$(dirname "$(command -v fairlead)") fairlead derive other.v -o changed 2>&1 | sed -n 1p)"

printf '#!/bin/sh\necho $$ >"%s/pid"\nexec sleep 100\n' "$work" >fake/coqc
chmod +x fake/coqc
interrupted() { # SIGNAL
  rm -f pid
  local status=0
  PATH=$work/fake:$PATH fairlead derive other.v -o changed >/dev/null 2>&1 &
  local ours=$!
  until [ -s pid ]; do sleep 0.05; done
  kill "-$1" "$ours"
  wait "$ours" 2>/dev/null || status=$?
  for _ in {1..1200}; do kill -0 "$(cat pid)" 2>/dev/null || break; sleep 0.05; done
  echo "status $status, Coq $(kill -0 "$(cat pid)" 2>/dev/null && echo runs || echo ended), $(files "$TMPDIR")"
}
is "SIGTERM ends Coq and leaves nothing" "status 143, Coq ended, " "$(interrupted TERM)"
is "SIGHUP too" "status 129, Coq ended, " "$(interrupted HUP)"
is "SIGKILL ends Coq" "status 137, Coq ended" "$(interrupted KILL | sed 's/, [^,]*$//')"
rm -rf "${TMPDIR:?}"/*

# Two runs at once, on one file
source_file "$good" >other.v
fairlead derive other.v -o both >first 2>&1 &
is "two runs at once" "status 0" "$(run other.v -o both | tail -1)"
status=0
wait $! || status=$?
is "the other too" 0 "$status"
is "all is there, whole" "./p.c ./p.fl ./p.h ./p_fl.v ./p_proof.v  #endif" "$(files both) $(tail -1 both/p.c)"
done_testing
