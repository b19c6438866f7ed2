(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Claims about derived programs that are compiled to C. See All.v. *)
From stdpp Require prelude.
From Fairlead.Derive Require Freer.
From Fairlead.Core.Model Require Semantics Bisimulation.
From Fairlead.Lang Require Typing.Soundness Model.Source Frames.Checker Guards.Machine EndToEnd Facts.Checker
  Facts.Machine.
From Fairlead.Derive.ToC Require Represent Implements Compiled Invariants.
From Fairlead.Connections Require connections server_fl server_proof.

(** * Derive to C: what is compiled implements a program in Gallina *)
Section derive_to_c.
Import stdpp.prelude.
Import Core.Model.Semantics Model.Bisimulation Soundness Source Frames.Checker Guards.Machine Lang.EndToEnd
  Facts.Checker Facts.Machine ToC.Implements ToC.Compiled ToC.Invariants.

(** If the .fl coroutine [q] of a checked program implements a Gallina program [p] ([implements]: the same requests,
    going on alike with each reply, the same result, silent for ever only if the program is, and nothing else at any
    moment), then so do the two machines that the compiler's theorems speak of: the one that is laid out and lowered,
    and the one without the checks that facts decide ([compiles_to]). For a given program, ToFl writes the proof that
    the coroutine does. *)
Theorem derive_compiled (Q : program) (L : layout) (T : table_of_facts)
    (external : nat → list data → option (list data * data)) (q : procedure) (pr : proc)
    {eff : Type} {args rets : eff → Type} {A : Type}
    (asks : ∀ e, args e → request) (replies : ∀ e, rets e → response → Prop)
    (results : A → Semantics.result) given st p :
  check_program Q = None → check_layout Q L = true → check_facts Q T = true →
  external_ok (λ f, externs Q !! f) external → (∀ f ds, external f ds ≠ None) →
  procs Q !! q = Some pr → is_data (Syntax.result pr) = true → lent_types pr = [] →
  Forall2 data_ok (given_types pr) given → fl_initial Q source q given [] = Some st →
  implements asks replies results (driven Q q (fl Q source external)) (None, st) p →
  compiles_to Q L T external q asks replies results given p.
Proof.
  exact (λ HQ HL HT Hext Htotal Hq Hresult Hlent,
    implements_compiled Q L T external q pr asks replies results HQ HL HT Hext Htotal Hq Hresult Hlent given st p).
Qed.

(** An invariant that is shown of the program, by induction or otherwise ([keeps]: a specification that watches requests
    and replies), holds in every run of whatever implements the program. *)
Theorem derive_invariant {request response result : Type} {eff : Type} {args rets : eff → Type} {A : Type}
    (asks : ∀ e, args e → request) (replies : ∀ e, rets e → response → Prop) (results : A → result)
    {W : Type} (allowed : W → ∀ e, args e → Prop) (next : W → ∀ e, args e → rets e → W) (final : W → A → Prop)
    (reply_ok : ∀ e, rets e → Prop) {S : Type} (trans : S → action request response result → S → Prop) w s p l s' :
  (∀ e r d, replies e r d → reply_ok e r) → keeps allowed next final reply_ok w p →
  implements asks replies results trans s p → execution trans s l s' →
  conforms asks replies results allowed next final w l.
Proof.
  exact (λ Hreply, invariant_implemented asks replies results allowed next final reply_ok Hreply trans w s p l s').
Qed.

(** A server with a table of connections, each a coroutine of its own, and a cache of sessions, written in Gallina
    ([connections.server]). What is compiled of it does what it says ([compiles_to]), with these requests
    ([asks_server]) and replies ([replies_server]: in the range of their types), for any functions of C: it has none.
    Every other program that goes to C has such a theorem too, which the command [fairlead derive] makes and checks. *)
Theorem derive_connections (external : nat → list data → option (list data * data)) :
  external_ok (λ f, externs Connections.server_fl.Q !! f) external → (∀ f ds, external f ds ≠ None) →
  compiles_to Connections.server_fl.Q Connections.server_fl.L Connections.server_fl.T external 1
    Connections.server_proof.asks_server Connections.server_proof.replies_server
    (λ a, (Represent.enc a, [])) [] Connections.connections.server.
Proof. exact (Connections.server_proof.server_compiled external). Qed.
End derive_to_c.
