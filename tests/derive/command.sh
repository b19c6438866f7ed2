# SPDX-License-Identifier: Apache-2.0 OR MIT
# For the tests of fairlead derive: source this after tests/tap.sh and temporary_folder, in the tree's root. It goes to
# $work, where TMPDIR is a folder of its own.
export PATH="$PWD/bin:$PATH" TMPDIR="$work/tmp"
mkdir "$TMPDIR"
cd "$work"

# source_file PROGRAM [BEFORE]: a file with this program, and things before it
source_file() {
  cat <<'V'
From Coq Require Import ZArith.
From Fairlead.Derive Require Import Derive.
From Fairlead.Derive.ToC Require Import Data ToFl.
Local Open Scope program_scope.
Inductive effect := input | print.
V
  [ -z "${2:-}" ] || echo "$2"
  cat <<'V'
Definition args (e : effect) : Type := match e with input => unit | print => u8 end.
Definition rets (e : effect) : Type := match e with input => u8 | print => unit end.
V
  echo "$1"
}
body='t args rets u8 := w <- input tt; _ <- print w; Return w.'
good="Definition p : $body Derive p. ToFl p."
# run OPTIONS...: what is said, and the status; progress left out (it is there when the machine is slow)
run() {
  local status=0
  fairlead derive "$@" >said 2>&1 || status=$?
  grep -vE '^fairlead: (Coq runs .*|[^:]*: (Coq|what|its|coqchk|C) .*)$' said || true
  echo "status $status"
}
files() { (cd "$1" && find . -mindepth 1 | sort | tr '\n' ' '); }
