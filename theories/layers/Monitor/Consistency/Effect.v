(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What an accepted entry does to clocks and tallies, whatever the entry. *)
From Fairlead.Monitor.Consistency Require Export Trace.

(** A thread's evictions to Blum are ordered by (clock, key last evicted). *)
Definition mark : Type := stamp * N.
Definition mark_lt (a b : mark) : Prop := stamp_lt a.1 b.1 ∨ (a.1.1 = b.1.1 ∧ a.1.2 = b.1.2 ∧ a.2 < b.2)%N.
Definition mark_le (a b : mark) : Prop := stamp_lt a.1 b.1 ∨ (a.1.1 = b.1.1 ∧ a.1.2 = b.1.2 ∧ a.2 ≤ b.2)%N.

Lemma stamp_le_trans a b c : stamp_le a b → stamp_le b c → stamp_le a c.
Proof. unfold stamp_le. lia. Qed.
Lemma stamp_lt_le a b : stamp_lt a b → stamp_le a b.
Proof. unfold stamp_le, stamp_lt. lia. Qed.
Lemma stamp_lt_le_trans a b c : stamp_lt a b → stamp_le b c → stamp_lt a c.
Proof. unfold stamp_le, stamp_lt. lia. Qed.
Lemma stamp_lt_irrefl a : ¬ stamp_lt a a.
Proof. unfold stamp_lt. lia. Qed.
Lemma stamp_le_refl a : stamp_le a a.
Proof. unfold stamp_le. lia. Qed.
Lemma stamp_not_lt a b : ¬ stamp_lt a b → stamp_le b a.
Proof. unfold stamp_le, stamp_lt. lia. Qed.
Lemma mark_le_lt a b c : mark_le a b → mark_lt b c → mark_lt a c.
Proof. unfold mark_le, mark_lt, stamp_lt. lia. Qed.
Lemma mark_lt_le a b : mark_lt a b → mark_le a b.
Proof. unfold mark_le, mark_lt, stamp_lt. lia. Qed.
Lemma mark_lt_irrefl a : ¬ mark_lt a a.
Proof. unfold mark_lt, stamp_lt. lia. Qed.

Section effect.
  Context {acc : Type} (cfg : config acc).
  Implicit Types st : thread acc.

  Definition mark_of st : mark := (t_clock st, rank (t_lek st)).

  Definition insert_tally (e : N) (el : option element) (t : tally acc) : tally acc :=
    match el with
    | Some y => if decide (el_epoch y = e) then tally_plus (mh cfg) (tally_one (mh cfg) e y) t else t
    | None => t
    end.

  Record effect st (en : entry) st' : Prop := {
    eff_self : t_self st' = t_self st;
    eff_clock : stamp_le (t_clock st) (t_clock st');
    eff_mark : mark_le (mark_of st) (mark_of st');
    eff_added y : added en = Some y →
      (t_next st ≤ el_epoch y)%N ∧ stamp_lt (el_stamp y) (t_clock st');
    eff_evicted y : evicted st en = Some y →
      el_stamp y = t_clock st' ∧ el_tid y = t_self st ∧
      mark_of st' = (el_stamp y, rank (el_key y)) ∧ mark_lt (mark_of st) (mark_of st');
    eff_tally_added e : tally_in cfg (t_added st') e = insert_tally e (added en) (tally_in cfg (t_added st) e);
    eff_tally_evicted e : tally_in cfg (t_evicted st') e = insert_tally e (evicted st en) (tally_in cfg (t_evicted st) e);
    eff_verify : t_next st' =
      match en with VerifyEpoch => (t_next st + 1)%N | _ => t_next st end;
    eff_over : en = VerifyEpoch → (t_next st < (t_clock st).1)%N;
    eff_client : is_Some (receipt_of cfg st en) → t_clock st' = t_clock st;
    eff_index : (t_index st ≤ t_index st')%N;
    eff_answer : is_Some (receipt_of cfg st en) → t_index st' = (t_index st + 1)%N;
  }.

  Lemma tally_insert_in e y m sum :
    tally_insert (mh cfg) (el_epoch y) y (tally_in cfg m (el_epoch y)) = Some sum →
    tally_in cfg (<[el_epoch y := sum]> m) e = insert_tally e (Some y) (tally_in cfg m e).
  Proof.
    unfold tally_insert. case_decide; [|done]. intros [= <-]. simpl. unfold tally_in at 1.
    case_decide as He; [subst e; by rewrite lookup_insert|by rewrite lookup_insert_ne].
  Qed.
  Lemma mark_le_refl a : mark_le a a.
  Proof. by right. Qed.

  Lemma accepted_effect st en st' : accepted cfg st en st' → effect st en st'.
  Proof.
    assert (∀ slots en, added en = None → evicted st en = None → en ≠ VerifyEpoch → receipt_of cfg st en = None →
              effect st en (with_slots st slots)) as Hquiet.
    { intros slots en0 Ha He Hv Hr. split; simpl; rewrite ?Ha, ?He, ?Hr; try done; try (by intros []); try lia.
      - apply stamp_le_refl.
      - apply mark_le_refl.
      - by destruct en0. }
    assert (∀ sl s s' t sum slots, t_slots st !! s = Some sl → leaves cfg st sl t sum →
              effect st (EvictB s t) (left st sl t sum slots) ∧
              effect st (EvictBM s s' t) (left st sl t sum slots)) as Hleave.
    { intros sl s s' t sum slots Hs (Hroot&Hlater&_&Hsum).
      assert (mark_lt (mark_of st) (t, rank (s_key sl))) as Hmark.
      { destruct Hlater as [?|[<- ?]]; [by left|by right]. }
      assert (stamp_le (t_clock st) t) as Hle.
      { destruct Hlater as [?|[<- _]]; [by apply stamp_lt_le|apply stamp_le_refl]. }
      assert (mark_le (mark_of st) (t, rank (s_key sl))) as Hmark'.
      { by apply mark_lt_le. }
      split; (split; simpl; rewrite ?Hs; try done; try (by intros []); try lia;
        [by intros y [= <-]|intros e; by apply (tally_insert_in e (s_key sl, s_value sl, t, t_self st))]). }
    destruct 1; try by apply Hquiet.
    - unfold advance in *.
      assert (stamp_le (t_clock st) clock ∧ stamp_lt t clock ∧ mark_le (mark_of st) (clock, rank lek)) as (H1'&H2'&H3').
      { match goal with H : _ = (clock, lek) |- _ => revert H end.
        case_decide as Hlt; intros [= <- <-].
        - split; [by apply stamp_lt_le|]. split; [unfold stamp_lt; simpl; lia|by left].
        - split; [apply stamp_le_refl|]. split; [|apply mark_le_refl].
          apply stamp_not_lt in Hlt. eapply stamp_lt_le_trans; [|done]. unfold stamp_lt; simpl; lia. }
      split; simpl; try done; try (by intros []); try lia.
      + by intros y [= <-].
      + intros e. by apply (tally_insert_in e (k, v, t, tid)).
    - eapply Hleave; done.
    - eapply Hleave; done.
    - split; simpl; try done; try (by intros []); try lia.
      + left; simpl. lia.
      + left. unfold stamp_lt; simpl. lia.
    - split; simpl; try done; try (by intros []); try lia; [apply stamp_le_refl|apply mark_le_refl].
    - split; simpl; try done; try lia; [apply stamp_le_refl|apply mark_le_refl].
    Unshelve. all: exact 0%N.
  Qed.
End effect.
