(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Packed records stand for the model's, and what is asked of them has the same answer. *)
From Fairlead.Monitor.Audit Require Export Packed.
Set Default Proof Using "Type*".

Section packed.
  Context {S : Type} (O : strings S) (text : S → bytes).

  Definition is_key (p : packed_key S) (k : key) : Prop :=
    key_wf k ∧ key_to_word k = (p_digits p, text (p_word p)).
  Definition is_edge (p : packed_edge S) (c : edge) : Prop :=
    is_key (pe_key p) (e_key c) ∧ text (pe_digest p) = e_digest c ∧ pe_blum p = e_blum c.
  Definition is_datum (p : option S) (v : datum) : Prop :=
    datum_wf v ∧ text <$> p = v.
  Definition is_value (p : packed_value S) (v : value) : Prop :=
    match p, v with
    | PData p, Data v => is_datum p v
    | PMerkle p, Merkle ends => option_Forall2 is_edge p.1 ends.1 ∧ option_Forall2 is_edge p.2 ends.2
    | _, _ => False
    end.

  Context (L : lawful_strings O text).

  Lemma is_key_digits p k : is_key p k → p_digits p = N.of_nat (length k).
  Proof. by intros [_ [= -> _]]. Qed.
  Lemma is_key_bits p k :
    is_key p k →
    bits_of_bytes (text (p_word p)) = k ++ replicate (256 - length k) false ∧ length (text (p_word p)) = 32.
  Proof.
    intros [Hk [= _ <-]]. unfold key_wf in Hk.
    apply (bits_of_bytes_of_bits 32). rewrite app_length, replicate_length. lia.
  Qed.

  (** ** Keys *)
  Lemma same_key_spec p p' k k' : is_key p k → is_key p' k' → same_key O p p' = bool_decide (k = k').
  Proof.
    intros H H'. unfold same_key. rewrite (is_key_digits _ _ H), (is_key_digits _ _ H'), (equal_law _ _ L).
    apply eq_true_iff_eq. rewrite andb_true_iff, !bool_decide_eq_true, N.eqb_eq. split.
    - intros [Hl Hw]. apply (inj N.of_nat) in Hl.
      destruct (is_key_bits _ _ H) as [E _], (is_key_bits _ _ H') as [E' _].
      rewrite Hw, E' in E. rewrite Hl in E. by apply app_inj_2 in E as [-> _].
    - intros <-. split; [done|]. destruct H as [_ [= _ <-]], H' as [_ [= _ <-]]. done.
  Qed.
  Lemma is_root_spec p k : is_key p k → is_root p = bool_decide (k = root).
  Proof.
    intros H. unfold is_root. rewrite (is_key_digits _ _ H). apply eq_true_iff_eq.
    rewrite bool_decide_eq_true, N.eqb_eq. unfold root. destruct k; simpl; [done|]. split; [lia|done].
  Qed.

  Lemma p_heading_spec p p' k k' : is_key p k → is_key p' k' → p_heading O p p' = heading k k'.
  Proof.
    intros H H'. unfold p_heading.
    destruct (is_key_bits _ _ H) as [E El], (is_key_bits _ _ H') as [E' El'].
    rewrite (is_key_digits _ _ H), (is_key_digits _ _ H').
    pose proof (proj1 H) as Hk. pose proof (proj1 H') as Hk'. unfold key_wf in Hk, Hk'.
    destruct (N.ltb_spec (N.of_nat (length k')) (N.of_nat (length k))) as [Hlt|Hle]; cbn [andb].
    2:{ destruct (heading k k') eqn:Eh; [|done]. apply heading_length in Eh. lia. }
    rewrite (same_bits_law _ _ L) by (rewrite (length_law _ _ L), ?El, ?El'; lia).
    rewrite Nat2N.id, E, E', take_app. rewrite take_app_le by lia.
    destruct (heading k k') as [d|] eqn:Eh.
    - apply heading_spec in Eh as [l ->]. rewrite take_app, bool_decide_eq_true_2 by done.
      f_equal. pose proof (bit_law _ _ L (p_word p) (N.of_nat (length k'))) as Hb.
      rewrite (length_law _ _ L), El in Hb. specialize (Hb ltac:(lia)).
      rewrite Nat2N.id, E, <-app_assoc, lookup_app_r, Nat.sub_diag in Hb by lia. by injection Hb.
    - case_bool_decide as Ht; [|done]. exfalso.
      destruct (drop (length k') k) as [|d l] eqn:Ed.
      { apply (f_equal length) in Ed. rewrite drop_length in Ed. simpl in Ed. lia. }
      assert (heading k k' = Some d) as Eh'; [|congruence].
      apply heading_spec. exists l. rewrite <-(take_drop (length k') k). by rewrite Ht, Ed.
  Qed.

  (** ** The order of keys: that of the digits' number, then of the words as numbers *)
  Definition rank_from (n : N) (k : key) : N :=
    foldl (λ n (b : bool), if b then N.succ_double n else N.double n) n k.
  Lemma rank_from_app n k k' : rank_from n (k ++ k') = rank_from (rank_from n k) k'.
  Proof. apply foldl_app. Qed.
  Lemma rank_from_zeros n m : rank_from n (replicate m false) = (n * 2 ^ N.of_nat m)%N.
  Proof.
    revert n; induction m as [|m IH]; intros n; cbn [replicate rank_from foldl].
    - by rewrite N.mul_1_r.
    - fold (rank_from (N.double n) (replicate m false)).
      rewrite IH, Nat2N.inj_succ, N.pow_succ_r', N.double_spec. lia.
  Qed.
  Lemma rank_from_linear n k : rank_from n k = (n * 2 ^ N.of_nat (length k) + rank_from 0 k)%N.
  Proof.
    revert n; induction k as [|b k IH]; intros n; cbn [rank_from foldl length].
    - cbn. lia.
    - fold (rank_from (if b then N.succ_double n else N.double n) k).
      fold (rank_from (if b then N.succ_double 0 else N.double 0) k).
      rewrite IH, (IH (if b then N.succ_double 0 else N.double 0)).
      rewrite Nat2N.inj_succ, N.pow_succ_r'.
      destruct b; rewrite ?N.succ_double_spec, ?N.double_spec; lia.
  Qed.
  Lemma rank_from_lt k : (rank_from 0 k < 2 ^ N.of_nat (length k))%N.
  Proof.
    induction k as [|b k IH]; cbn [rank_from foldl length]; [cbn; lia|].
    fold (rank_from (if b then N.succ_double 0 else N.double 0) k).
    rewrite rank_from_linear, Nat2N.inj_succ, N.pow_succ_r'.
    destruct b; rewrite ?N.succ_double_spec, ?N.double_spec; lia.
  Qed.
  Lemma rank_from_byte b : rank_from 0 (bits_of_byte b) = N_of_ascii b.
  Proof. destruct b as [[] [] [] [] [] [] [] []]; reflexivity. Qed.
  Lemma rank_from_bytes l : rank_from 0 (bits_of_bytes l) = number_of l.
  Proof.
    induction l as [|b l IH]; cbn [bits_of_bytes mbind list_bind number_of]; [done|].
    change (mbind bits_of_byte l) with (bits_of_bytes l).
    rewrite rank_from_app, rank_from_byte, rank_from_linear, IH, bits_of_bytes_length.
    f_equal. f_equal. rewrite Nat2N.inj_mul, N.pow_mul_r. reflexivity.
  Qed.

  Lemma p_before_spec p p' k k' :
    is_key p k → is_key p' k' → p_before O p p' = bool_decide (rank k < rank k')%N.
  Proof.
    intros H H'. unfold p_before.
    destruct (is_key_bits _ _ H) as [E El], (is_key_bits _ _ H') as [E' El'].
    rewrite (is_key_digits _ _ H), (is_key_digits _ _ H').
    change (rank k) with (rank_from 1 k). change (rank k') with (rank_from 1 k').
    rewrite (rank_from_linear 1 k), (rank_from_linear 1 k').
    pose proof (rank_from_lt k). pose proof (rank_from_lt k').
    destruct (N.ltb_spec (N.of_nat (length k)) (N.of_nat (length k'))) as [Hlt|Hle]; cbn [orb].
    { rewrite bool_decide_eq_true_2; [done|].
      assert (2 ^ N.succ (N.of_nat (length k)) ≤ 2 ^ N.of_nat (length k'))%N as Hp
        by (apply N.pow_le_mono_r; lia).
      rewrite N.pow_succ_r' in Hp. lia. }
    destruct (N.eqb_spec (N.of_nat (length k)) (N.of_nat (length k'))) as [Heq|Hne]; cbn [andb].
    2:{ rewrite bool_decide_eq_false_2; [done|].
        assert (2 ^ N.succ (N.of_nat (length k')) ≤ 2 ^ N.of_nat (length k))%N as Hp
          by (apply N.pow_le_mono_r; lia).
        rewrite N.pow_succ_r' in Hp. lia. }
    apply (inj N.of_nat) in Heq. rewrite (below_law _ _ L) by congruence.
    rewrite <-!rank_from_bytes, E, E', !rank_from_app, !rank_from_zeros, Heq.
    set (z := (2 ^ N.of_nat (256 - length k'))%N).
    assert (0 < z)%N by (apply N.neq_0_lt_0, N.pow_nonzero; lia).
    rewrite Heq in *. apply eq_true_iff_eq. rewrite bool_decide_eq_true, N.ltb_lt.
    rewrite <-N.mul_lt_mono_pos_r by done. lia.
  Qed.

  (** ** Values *)
  Lemma p_initial_spec depth p k pv v :
    is_key p k → is_value pv v → p_initial depth p pv = bool_decide (v = initial depth k).
  Proof.
    intros H Hv. unfold p_initial, initial. rewrite (is_key_digits _ _ H).
    apply eq_true_iff_eq. rewrite bool_decide_eq_true.
    destruct (N.ltb_spec (N.of_nat (length k)) depth) as [Hlt|Hle].
    - rewrite decide_True by done. destruct pv as [[s|]|[[l|] [r|]]], v as [v|[l' r']]; simpl in *; try done;
        try (destruct Hv as [H1 H2]; inversion H1; inversion H2; subst; naive_solver).
    - rewrite decide_False by lia. destruct pv as [[s|]|[[l|] [r|]]], v as [v|[l' r']]; simpl in *; try done;
        try (destruct Hv as [H1 H2]; simpl in *; naive_solver).
  Qed.
  Lemma p_fits_spec depth p k pv v : is_key p k → is_value pv v → p_fits depth p pv = fits depth k v.
  Proof.
    intros H Hv. unfold p_fits, fits. rewrite (is_key_digits _ _ H).
    destruct pv, v; simpl in Hv; try done; apply eq_true_iff_eq; rewrite bool_decide_eq_true.
    - apply N.eqb_eq.
    - apply N.ltb_lt.
  Qed.
End packed.
