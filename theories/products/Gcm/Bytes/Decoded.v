(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The bytes that ship decode to the terms that the theorems are about: every instruction, in its place, with its
    operands; jumps to where they go; regions, which no processor has, aside. So runs are the same. *)
From Coq Require Import String.
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith.
From Fairlead.Asm.Model Require Import Syntax_trusted State_trusted Flat_trusted.
From Fairlead.Asm.Bytes Require Import Machine_trusted Listing Erased Unbounded Runs.
From Fairlead.Gcm.Bytes Require Import Shipped_trusted.
Local Open Scope N_scope.

(** The last halt of a term is the end of the file, behind the [ret]. *)
Definition decodes (e : list flat * object) : Prop :=
  decode_function names (snd e) = Some (map erase_flat (removelast (fst e))).

Lemma all_decode : Forall decodes shipped.
Proof. repeat (apply Forall_cons_2; [vm_compute; reflexivity|]). exact (Forall_nil_2 _). Qed.

Lemma shipped_decodes code o : In (code, o) shipped → decodes (code, o).
Proof. intros H. exact (proj1 (List.Forall_forall _ _) all_decode _ H). Qed.

Theorem shipped_runs code o w n s s' t : In (code, o) shipped →
  bytes_end names o w n s s' t ↔ flat_ends (all_memory w) code n s s' t.
Proof. intros H. apply same_runs. exact (shipped_decodes code o H). Qed.

Theorem shipped_run code o g n s s' t : In (code, o) shipped →
  flat_ends g code n s s' t → bytes_end names o (symbol g) n s s' t.
Proof. intros H (pc & Hf & Hh). apply (shipped_runs code); [done|]. exists pc. split; [|done]. by apply
  flat_anywhere. Qed.
