#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: prove: it asks Coq
# theories/layers/Derive: every example is derived, its theorem closed; what is refused, and the
# messages.
#   tests/derive/derive.t --accept   writes tests/derive/errors.expected again
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh
temporary_folder

coq() {
  coqc -test-mode -q -R _build/theories/Derive Fairlead.Derive -R "$work" Examples \
    -o "$work/$(basename "$1" .v).vo" "$1"
}
messages() { coq tests/derive/errors.v 2>&1 | grep -v '^File '; }

if [ "${1:-}" = --accept ]; then
  messages >tests/derive/errors.expected
  exit
fi

for example in tests/derive/{constructs,children,maps}.v examples/derive/*.v; do
  name=$(basename "$example" .v)
  status=0
  coq "$example" >"$work/said" 2>&1 || status=$?
  ok "$name" [ "$status" -eq 0 ]
  [ "$status" -eq 0 ] || sed 's/^/# /' "$work/said"
  is "$name: no assumptions" "$(grep -c '^ *Print Assumptions' "$example")" \
    "$(grep -c '^Closed under the global context' "$work/said")"
done
ok "a container of one's own, and all that Derive has to be told of it, in under 40 lines" \
  test "$(awk '/^\(\* -----/ { f = !f; next } f' examples/derive/trie.v | wc -l)" -lt 40
# Parameters and functors are no Coq that the tree may hold (tools/tidy): made here
cat >"$work/functors.v" <<'end'
From Fairlead.Derive Require Import Derive.
Local Open Scope program_scope.
Inductive effect := get | put.
Definition args (e : effect) : Type := match e with get => unit | put => nat end.
Definition rets (e : effect) : Type := match e with get => nat | put => unit end.
Notation prog := (t args rets).
Parameter key : Type.
Parameter make : nat -> key.
Parameter seal : key -> nat -> nat.
Definition sealed : prog nat :=
  n <- get tt; let! k := make n in m <- get tt; _ <- put (seal k m); Return (seal k n).
Derive sealed.
Print Assumptions sealed_equiv.
Module Type NUMBER. Parameter f : nat -> nat. End NUMBER.
Module F (X : NUMBER).
Definition child (n : nat) : yields nat nat unit := m <- yield (X.f n); _ <- yield (m + n); Return tt.
Derive child.
Definition parent : prog nat :=
  let_coro c := child in let* r := resume c 3 in match r with Yields n _ => Return n | Ends _ => Return 0 end.
Derive parent.
End F.
Module Successor. Definition f := S. End Successor.
Module G := F Successor.
Definition outside : prog nat :=
  let_coro c := G.child in
  let* x := G.parent in
  let* r := resume c 3 in match r with Yields n _ => Return (x + n) | Ends _ => Return 0 end.
Derive outside.
Print Assumptions outside_equiv.
end
is "assumed types and functions, and what a functor makes" "Axioms:
Closed under the global context
key : Type
make : nat -> key
seal : key -> nat -> nat" "$(coq "$work/functors.v" 2>&1 | LC_ALL=C sort)"
is "what is refused, and the messages" "$(cat tests/derive/errors.expected)" "$(messages)"
done_testing
