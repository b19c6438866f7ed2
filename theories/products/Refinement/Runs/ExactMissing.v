(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * operation.missing, exactly: it accepts that a key is absent if the model does, or refuses for the model's
    reason. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Refinement Require Export MerkleBytes Absence ExactRunModel.
Local Open Scope Z_scope.

Section missing.
  Context {B : base} (external : nat → list data → option (list data * data)).
  Context (F : list Z → Z → list Z → Z) (cfg : config Z) (x : list Z).
  Local Notation ensures := (ensures Q external).
  Local Notation thread_is := (thread_is F cfg x).
  Local Ltac model := rewrite ?bind_bind, ?ok_bind; cbv beta.
  Local Ltac on := repeat first [fl_step | fl_case].
  Local Ltac refusing why :=
    on; fl_reached; (split; [done|]); left; exists why; split_and!; [|cbn; lia|done].

  Theorem missing_is t st k s :
    thread_ok t → thread_is t st → Format.key_wf k →
    ensures fn_operation_missing [vthread t; VBytes (zs (print key_codec k)); VInt (Z.of_N s)]
      (λ r ws, ws = [vthread t; VBytes (zs (print key_codec k)); VInt (Z.of_N s)] ∧
         ((∃ why, read_operand cfg st (Missing k s) = Thread.Refused why ∧ (refusal_number why < 32)%nat ∧
             r = VUnion 1 (refusal (refusal_number why))) ∨
          read_operand cfg st (Missing k s) = Thread.Ok (k, None) ∧ r = passes)).
  Proof using.
    intros Ht Hst Hkw. thread_numbers Ht. pose proof (printed_key_wf k Hkw) as Hk.
    pose proof (key_wf_ok _ Hk) as Hkey. assert (Hk' := Hk). destruct Hk' as (Hko & Hkl & _).
    assert (key_is (zs (print key_codec k)) k) as Hkis by done.
    assert (Hst' := Hst). destruct Hst' as (_ & Hdepth & _).
    cbn [read_operand]. rewrite (full_model F cfg x t st s Hst).
    set (kb := zs (print key_codec k)) in *. clearbody kb. fl_ensures. on.
    fl_known_call full_exact; [done|lia|].
    intros r ws (-> & [[Hlt ->]|[(Hlt & Hempty & ->)|(Hlt & Hfull & ->)]]); fl_after.
    { rewrite (proj2 (Z.leb_le _ _)) by lia. refusing Slot_out_of_range. done. }
    { rewrite (proj2 (Z.leb_gt _ _)) by lia. rewrite (proj2 (Z.eqb_eq _ _)) by done. refusing Slot_empty. done. }
    rewrite (proj2 (Z.leb_gt _ _)) by lia. rewrite (proj2 (Z.eqb_neq _ _)) by done.
    destruct (slot_there F cfg x t st s Hst Hlt Hfull) as (sl & -> & Hk2is & Hv2is). cbn [Thread.some]. model.
    pose proof (slot_at_ok t (Z.of_N s) Ht ltac:(lia)) as Hslot. destruct (full_slot t _ Hslot Hfull) as [Hk2 Hv2].
    pose proof (key_wf_ok _ Hk2) as Hkey2. pose proof (value_octets _ Hv2) as Hvo2.
    pose proof (value_len _ Hv2) as Hvl2. unfold slot_at in Hslot, Hk2, Hv2, Hkey2, Hvo2, Hvl2, Hk2is, Hv2is.
    fl_steps. fl_call is_merkle_calls; [done|lia|]. pose proof (value_is_merkle _ _ Hv2is) as Hkind. rewrite Hkind.
    unfold ends_of. destruct (s_value sl) as [v|ends] eqn:Ev. { refusing Not_merkle. done. }
    model. pose proof (kind_merkle _ Hv2 Hkind) as Hm. fl_steps.
    fl_call heading_calls; [done|done|]. rewrite (heading_is _ _ _ _ Hkis Hk2is).
    destruct (Key.heading k (s_key sl)) as [d|] eqn:Ed; cbn [Thread.some]. 2:{ refusing Not_descendant. done. }
    model. assert (0 ≤ zd d ≤ 1) as Hd1 by (destruct d; cbn; lia). pose proof (merkle_room _ (zd d) Hm Hd1) as Hroom.
    fl_steps. fl_case. fl_steps. fl_call digits_calls; [done|lia|]. pose proof (key_is_digits _ _ Hkis) as Hdig.
    fl_steps. fl_case. 2:{ refusing Not_data. rewrite need_no; [done|]. cbn. rewrite bool_decide_eq_true. lia. }
    rewrite need_yes by (cbn; rewrite bool_decide_eq_true; lia). model.
    fl_steps. fl_call edge_at_calls; [done|lia|]. fl_steps.
    pose proof (edge_is _ _ d Hv2is) as He. cbv zeta in He.
    destruct (side d ends) as [c|]; cbn [leads_past].
    2:{ fl_case. on. fl_reached. split; [done|]. right. split; [|done]. by rewrite need_yes. }
    destruct He as ((Hck & Hcd) & Hb0 & Hekey & _).
    fl_case. fl_steps. pose proof (key_is_inj _ _ (e_key c) k (conj Hck eq_refl) Hkis) as Hsame. rewrite Hekey.
    destruct (bool_decide (zs (print key_codec (e_key c)) = kb)) eqn:Eb.
    { apply bool_decide_eq_true, Hsame in Eb. refusing Not_absent. rewrite Eb.
      by rewrite need_no by (by rewrite (bool_decide_eq_false_2 (k ≠ k)) by auto). }
    apply bool_decide_eq_false in Eb. assert (e_key c ≠ k) as Hne by (intros Heq; by apply Eb, Hsame).
    rewrite (bool_decide_eq_true_2 _ Hne). cbn [andb]. fl_steps.
    pose proof (key_wf_ok _ (merkle_edge_key _ (zd d) Hm Hd1 ltac:(lia))) as Hekok.
    fl_call heading_calls; [done|done|]. rewrite Hekey.
    rewrite (heading_is _ _ _ _ Hkis (conj Hck eq_refl)).
    destruct (Key.heading k (e_key c)) as [d2|].
    { assert (0 ≤ zd d2 ≤ 1) by (destruct d2; cbn; lia). refusing Not_absent. by rewrite need_no by done. }
    on. fl_reached. split; [done|]. right. split; [|done]. by rewrite need_yes.
  Qed.
End missing.
