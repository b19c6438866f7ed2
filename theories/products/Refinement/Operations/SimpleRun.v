(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * operation.run_simple: a get or a put of one record in the cache; of it the same is so as of [run]. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Refinement Require Export Operation.
Local Open Scope Z_scope.

Section simple.
  Context {B : base} (external : nat → list data → option (list data * data)).
  Local Notation calls := (calls Q external).
  Local Notation ensures := (ensures Q external).
  Local Notation value := (val fl_point).

  (** The ends that refuse. *)
  Local Ltac leave :=
    first
      [ fl_call cut_off_calls; fl_steps; fl_reached; do 2 eexists; (split; [reflexivity|]); right; left; by split_and!
      | fl_call refuse_calls; fl_steps; fl_reached; do 2 eexists; (split; [reflexivity|]); left; eexists;
        split_and!; [|reflexivity|done|done]; lia ].
  Local Ltac on := repeat first [fl_step | fl_case]; try solve [leave].

  (** The front of the answer: its head with the key, then the argument; nothing else is remembered of it. *)
  Local Ltac front b out size :=
    let Hc := fresh "Hc" in let Hcl := fresh "Hcl" in let Hg := fresh "Hg" in let Hg2 := fresh "Hg2" in
    let out1 := fresh "out1" in let out2 := fresh "out2" in
    assert (octets (cut b 6 (8 + size)) ∧ len (cut b 6 (8 + size)) ≤ 4098) as [Hc Hcl]
      by (split; [by apply octets_cut|rewrite len_cut; lia]);
    lazymatch goal with |- context [(out ++ ?h) ++ cut b 6 (8 + size)] =>
      assert (grown 56 out (out ++ h)) as Hg by (eexists; split; [reflexivity|]; split; [fl_octets|fl_lens; lia]);
      generalize dependent (out ++ h); intros out1 Hg
    end;
    pose proof (grown_more 56 4154 4098 _ _ _ Hg Hc Hcl ltac:(lia)) as Hg2;
    generalize dependent (out1 ++ cut b 6 (8 + size)); intros out2 Hg2.

  Theorem run_simple_ensures t b out :
    thread_ok t → octets b → 8 ≤ len b < 2 ^ 32 → octets out → len out + RECEIPT ≤ 65536 →
    ensures fn_operation_run_simple [vthread t; VBytes b; VBytes out]
      (λ r ws, ∃ t' out', ws = [vthread t'; VBytes b; VBytes out'] ∧ ran t b out r t' out').
  Proof.
    intros Ht Hb Hbl Ho Hout. thread_numbers Ht. pose proof (len_nonneg out).
    pose proof (byte_range b 1 Hb). fl_ensures.
    fl_number b 6 2. fl_number b 4 2. on.
    set (size := loaded Big b 6 2) in *. set (s := loaded Big b 4 2) in *.
    fl_known_call full_ensures; [done|lia|]. intros r ws (-> & [(w & Hw & ->)|(-> & Hlt & Hfull)]); fl_after; on.
    pose proof (slot_at_ok t s Ht ltac:(lia)) as Hslot. destruct (full_slot t s Hslot Hfull) as [Hkey Hv].
    pose proof (value_octets _ Hv) as Hvo. pose proof (value_len _ Hv) as Hvl. destruct Hkey as (Hko & Hkl & _).
    unfold slot_at in *. fl_call is_merkle_calls; [done|lia|]. on.
    - (* put *)
      front b out size.
      fl_known_call write_value_ensures;
        [done|right; unfold slot_at; split_and!; [lia|lia|done|by apply kind_datum]|lia|by apply octets_cut
        |rewrite len_cut; lia|].
      intros r ws (t' & -> & Ht' & _ & Hindex). fl_after. thread_numbers Ht'. fl_steps. fl_reached. do 2 eexists.
      split; [reflexivity|]. right. right. exists (8 + size). split_and!; [lia|lia|done|fl_thread_ok|].
      eapply (grown_more 4155 _ 1); [eapply (grown_more 4154 _ 1); [exact Hg2|..]|..];
        first [repeat constructor; lia|reflexivity|lia].
    - (* get *)
      front b out size.
      fl_reached. do 2 eexists. split; [reflexivity|]. right. right. exists (8 + size).
      split_and!; [lia|lia|done|fl_thread_ok|].
      eapply (grown_more 4156 _ 255);
        [eapply (grown_more 4155 _ 1); [eapply (grown_more 4154 _ 1); [exact Hg2|..]|..]|by apply octets_cut
        |rewrite len_cut; lia|lia];
        first [repeat constructor; lia|reflexivity|lia].
  Qed.
End simple.
