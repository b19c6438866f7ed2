(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * operation.run: it takes one operation from the front of any bytes, or refuses it, or finds it cut off; it never
    traps, appends one answer of at most 8,800 bytes, and changes nothing when it refuses. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Refinement Require Export Absence Evaluate.
Local Open Scope Z_scope.

Notation RECEIPT := 8800 (only parsing).

Definition vtaken (size : Z) (r : val fl_point) : val fl_point := VRecord [VInt size; r].
(** What [run] comes to. *)
Definition ran `{B : base} (t : fthread) (b out : list Z) (r : val fl_point) (t' : fthread) (out' : list Z) : Prop :=
  (∃ w, (w < 32)%nat ∧ r = vtaken 0 (VUnion 1 (refusal w)) ∧ t' = t ∧ out' = out) ∨
  (r = vtaken 0 passes ∧ t' = t ∧ out' = out) ∨
  (∃ size, 1 ≤ size ≤ len b ∧ r = vtaken size passes ∧ thread_ok t' ∧ grown RECEIPT out out').

(** An operand at [p]: a slot, or a key that is absent and the slot that shows it. *)
Definition place_ok (b : list Z) (p : Z) : Prop :=
  3 ≤ p ≤ 600 ∧
  (byte b p = 0 ∧ p + 3 ≤ len b ∨ byte b p = 1 ∧ p + 37 ≤ len b ∧ key_wf (cut b (p + 1) (p + 35))).
(** Where it is. *)
Definition found (t : fthread) (b : list Z) (p s : Z) : Prop := operand_ok t s ∧ (byte b p = 0 → 0 ≤ s < SLOTS).

(** One more entry of a table. *)
Lemma next_entry (P : Z → Z → Prop) (l : list Z) i z :
  0 ≤ i < len l → (∀ j, 0 ≤ j < i → P j (l !!! Z.to_nat j)) → P i z →
  ∀ j, 0 ≤ j < i + 1 → P j (<[Z.to_nat i := z]> l !!! Z.to_nat j).
Proof.
  intros Hi Hl Hz j Hj. destruct (decide (j = i)) as [->|].
  - rewrite list_lookup_total_insert; [done|]. unfold len in *. lia.
  - rewrite list_lookup_total_insert_ne by lia. apply Hl. lia.
Qed.

Section operation.
  Context {B : base} (external : nat → list data → option (list data * data)).
  Local Notation calls := (calls Q external).
  Local Notation ensures := (ensures Q external).
  Local Notation value := (val fl_point).

  Lemma cut_off_calls : calls fn_operation_cut_off [] (vtaken 0 passes) [].
  Proof. fl_function. fl_walk. Qed.
  Lemma refuse_calls r : calls fn_operation_refuse [VUnion r unit_value] (vtaken 0 (VUnion 1 (VUnion r unit_value)))
    [VUnion r unit_value].
  Proof. fl_function. fl_walk. Qed.

  Lemma next_round n i : (i <? n) = true → 0 ≤ i ≤ n → (Z.to_nat (n - (i + 1)) < Z.to_nat (n - i))%nat.
  Proof. intros ?%Z.ltb_lt. lia. Qed.

  (** The ends that refuse. *)
  Local Ltac leave :=
    lazymatch goal with
    | |- walk _ _ _ (Call _ (MkCall 33%nat _ _)) _ _ _ => fl_call cut_off_calls; fl_steps; fl_reached;
        do 2 eexists; split; [reflexivity|]; right; left; by split_and!
    | |- walk _ _ _ (Call _ (MkCall 34%nat _ _)) _ _ _ => fl_call refuse_calls; fl_steps; fl_reached;
        do 2 eexists; split; [reflexivity|]; left; eexists; split_and!; [|reflexivity|done|done]; lia
    end.
  Local Ltac on := repeat first [fl_step | fl_case]; try solve [leave].

  Theorem run_ensures t b out :
    thread_ok t → octets b → len b < 2 ^ 32 → octets out → len out + RECEIPT ≤ 65536 →
    ensures fn_operation_run [vthread t; VBytes b; VBytes out]
      (λ r ws, ∃ t' out', ws = [vthread t'; VBytes b; VBytes out'] ∧ ran t b out r t' out').
  Proof.
    intros Ht Hb Hbl Ho Hout. thread_numbers Ht. pose proof (len_nonneg out). fl_ensures. on.
    pose proof (byte_range b 1 Hb). pose proof (byte_range b 2 Hb). set (n := byte b 2) in *. clearbody n.
    (* All of it is read. *)
    let s0 := fl_store in
    eapply (walk_loop _ _ _ _ _ _ _ (λ m s, ∃ i p y pl,
      s = <[5%nat := Some (VArray (map VInt pl))]> (<[6%nat := Some (VInt p)]> (<[7%nat := Some (VInt i)]>
        (<[8%nat := y]> s0))) ∧
      m = Z.to_nat (n - i) ∧ 0 ≤ i ≤ n ∧ 3 ≤ p ≤ 3 + 37 * i ∧ p ≤ len b ∧ len pl = 16 ∧
      ∀ j, 0 ≤ j < i → place_ok b (pl !!! Z.to_nat j)) (Z.to_nat n)).
    { exists 0, 3. do 2 eexists. split; [reflexivity|]. split_and!; [lia|lia|lia|lia|lia|lia|done|]. intros j Hj. lia. }
    intros m s (i & p & y & pl & -> & -> & Hi & Hp & Hpb & Hpl & Hplaces). fl_round. fl_steps. fl_case.
    { on.
      - (* A key. *)
        fl_call canonical_calls; [fl_octets|fl_lens; lia|]. replace (p + 34 + 1) with (p + 35) by lia. on.
        exists (Z.to_nat (n - (i + 1))). split; [by apply next_round|]. eexists (i + 1), _, _, _. split; [reflexivity|].
        rewrite len_insert. split_and!; [done|lia|lia|lia|lia|lia|done|].
        apply (next_entry (λ _, place_ok b)); [lia|done|]. split; [lia|]. right. split_and!; [lia|lia|].
        split_and!; [by apply octets_cut|rewrite len_cut; lia|done].
      - (* A slot. *)
        exists (Z.to_nat (n - (i + 1))). split; [by apply next_round|]. eexists (i + 1), _, _, _. split; [reflexivity|].
        rewrite len_insert. split_and!; [done|lia|lia|lia|lia|lia|done|].
        apply (next_entry (λ _, place_ok b)); [lia|done|]. split; [lia|]. left.
        pose proof (byte_range b p Hb). lia. }
    assert (i = n) as -> by lia. clear Hi. on.
    set (size := loaded Big b p 2) in *.
    (* It is looked at. *)
    let s0 := fl_store in
    eapply (walk_loop _ _ _ _ _ _ _ (λ m s, ∃ i y8 y14 y15 y16 y17 l,
      s = <[8%nat := y8]> (<[12%nat := Some (vops n l)]> (<[13%nat := Some (VInt i)]> (<[14%nat := y14]>
        (<[15%nat := y15]> (<[16%nat := y16]> (<[17%nat := y17]> s0)))))) ∧
      m = Z.to_nat (n - i) ∧ 0 ≤ i ≤ n ∧ len l = 16 ∧
      ∀ j, 0 ≤ j < i → found t b (pl !!! Z.to_nat j) (l !!! Z.to_nat j)) (Z.to_nat n)).
    { exists 0. do 6 eexists. split; [reflexivity|]. split_and!; [lia|lia|lia|done|]. intros j Hj. lia. }
    intros m s (i & y8 & y14 & y15 & y16 & y17 & l & -> & -> & Hi & Hl & Hfound). fl_round. fl_steps. fl_case.
    { destruct (Hplaces i ltac:(lia)) as [Hq Hqs]. fl_steps. set (q := pl !!! Z.to_nat i) in *.
      pose proof (byte_range b q Hb). destruct Hqs as [[Hqb Hql]|(Hqb & Hql & Hqk)].
      - (* A slot. *)
        rewrite Hqb. on. fl_number b (q + 1) 2.
        set (s := loaded Big b (q + 1) 2) in *.
        fl_known_call full_ensures; [done|lia|]. intros r ws (-> & [(w & Hw & ->)|(-> & Hlt & Hfull)]); fl_after; on.
        destruct (full_slot t s (slot_at_ok t s Ht ltac:(lia)) Hfull) as [_ Hv].
        pose proof (value_octets _ Hv) as Hvo. pose proof (value_len _ Hv) as Hvl. unfold slot_at in Hv, Hvo, Hvl.
        fl_call is_merkle_calls; [done|lia|]. on.
        exists (Z.to_nat (n - (i + 1))). split; [by apply next_round|]. eexists (i + 1), _, _, _, _, _, _.
        split; [reflexivity|].
        rewrite len_insert. split_and!; [done|lia|lia|done|].
        apply (next_entry (λ j, found t b (pl !!! Z.to_nat j))); [lia|done|].
        split; [|lia]. right. split_and!; [lia|lia|done|by apply kind_datum].
      - (* A key. *)
        rewrite Hqb. on. fl_number b (q + 1 + 34) 2.
        assert (key_wf (cut b (q + 1) (q + 1 + 34))) as Hqk' by (by replace (q + 1 + 34) with (q + 35) by lia).
        fl_known_call missing_ensures; [done|exact Hqk'|lia|].
        intros r ws (-> & [(w & Hw & ->)| ->]); fl_after; on.
        exists (Z.to_nat (n - (i + 1))). split; [by apply next_round|]. eexists (i + 1), _, _, _, _, _, _.
        split; [reflexivity|].
        rewrite len_insert. split_and!; [done|lia|lia|done|].
        apply (next_entry (λ j, found t b (pl !!! Z.to_nat j))); [lia|done|].
        split; [by left|]. fold q. lia. }
    assert (i = n) as -> by lia. clear Hi. fl_steps.
    fl_known_call same_slot_ensures; [lia|done|]. intros r ws (-> & same & ->). fl_after. on.
    (* The answer's head. *)
    pose proof (byte_range b 2 Hb).
    match goal with |- context [Some (VBytes (out ++ ?h))] =>
      assert (grown 22 out (out ++ h)) as Hhead by (eexists; split; [reflexivity|]; split; [fl_octets|fl_lens; lia]);
      generalize dependent (out ++ h); intros out1 Hhead
    end.
    (* Its keys. *)
    let s0 := fl_store in
    eapply (walk_loop _ _ _ _ _ _ _ (λ m s, ∃ i y21 out2,
      s = <[2%nat := Some (VBytes out2)]> (<[20%nat := Some (VInt i)]> (<[21%nat := y21]> s0)) ∧
      m = Z.to_nat (n - i) ∧ 0 ≤ i ≤ n ∧ grown (22 + 34 * i) out out2) (Z.to_nat n)).
    { exists 0. do 2 eexists. split; [reflexivity|]. split_and!; [lia|lia|lia|exact Hhead]. }
    intros m s (i & y21 & out2 & -> & -> & Hi & Hg). fl_round. pose proof (grown_len _ _ _ Hg). fl_steps. fl_case.
    { destruct (Hplaces i ltac:(lia)) as [Hq Hqs]. destruct (Hfound i ltac:(lia)) as [_ Hslot].
      fl_steps.
      destruct Hqs as [[Hqb Hql]|(Hqb & Hql & Hqk & Hqkl & _)]; rewrite Hqb; on.
      - specialize (Hslot Hqb). pose proof (slot_at_ok t _ Ht Hslot) as (_&_&_&_&_&[Hko Hkl]&_). unfold slot_at in *.
        fl_steps. exists (Z.to_nat (n - (i + 1))). split; [by apply next_round|]. eexists (i + 1), _, _.
        split; [reflexivity|].
        split_and!; [done|lia|lia|]. eapply grown_more; [exact Hg|exact Hko|exact Hkl|lia].
      - replace (pl !!! Z.to_nat i + 1 + 34) with (pl !!! Z.to_nat i + 35) in * by lia.
        exists (Z.to_nat (n - (i + 1))). split; [by apply next_round|]. eexists (i + 1), _, _. split; [reflexivity|].
        split_and!; [done|lia|lia|]. eapply grown_more; [exact Hg|exact Hqk|by rewrite Hqkl|lia]. }
    assert (i = n) as -> by lia. clear Hi. fl_number b p 2. fl_steps.
    (* Its argument, and room for the length of its result. *)
    set (end_ := p + 2 + size) in *. assert (octets (cut b p end_) ∧ len (cut b p end_) ≤ 4098) as [Hc Hcl].
    { split; [by apply octets_cut|]. rewrite len_cut by lia. lia. }
    assert (grown 4664 out (out2 ++ cut b p end_)) as Hg3.
    { eapply grown_more; [exact Hg|exact Hc|exact Hcl|lia]. }
    set (out3 := out2 ++ cut b p end_) in *. clearbody out3. clear Hc Hcl. pose proof (grown_len _ _ _ Hg3).
    assert (grown 4666 out ((out3 ++ [0]) ++ [0])) as Hg4.
    { eapply grown_more; [eapply grown_more; [exact Hg3| | |]| | |]; try (repeat constructor; lia);
      reflexivity || lia. }
    assert (len ((out3 ++ [0]) ++ [0]) = len out3 + 2) as Hlen4 by (fl_lens; lia).
    set (out4 := (out3 ++ [0]) ++ [0]) in *. clearbody out4.
    fl_known_call evaluate_ensures; [done| |fl_octets|rewrite len_cut by lia; lia|lia|].
    { split_and!; [lia|lia|done|]. intros j Hj. by apply Hfound. }
    intros r ws (t' & out5 & -> & Hw & Hg5 & Hr). pose proof (grown_len _ _ _ Hg5).
    pose proof (grown_trans _ _ _ _ _ Hg4 Hg5) as Hg6. destruct Hr as [[(w & Hw' & ->) ->]| ->]; fl_after.
    { on. fl_call refuse_calls. fl_steps. rewrite (fit_grown _ _ _ Hg6). fl_reached. do 2 eexists.
      split; [reflexivity|].
      left. eexists. split_and!; [|reflexivity|done|done]. lia. }
    destruct Hw as (Ht' & _ & Hindex). thread_numbers Ht'. fl_steps. fl_reached. do 2 eexists. split; [reflexivity|].
    right. right. exists end_. split_and!; [lia|lia|done| |].
    { fl_thread_ok. }
    eapply grown_paste; [eapply grown_weaken; [exact Hg6|lia]|lia|rewrite len_store_int; cbn [byte_count];
      lia|fl_octets].
  Qed.
End operation.
