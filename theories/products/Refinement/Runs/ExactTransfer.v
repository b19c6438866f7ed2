(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Operations on numbers: what the model makes of an incr and of a transfer; and functions.transfer does that. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Monitor.Log Require Import Functions.
From Fairlead.Refinement Require Export ExactSums ExactText ExactApplied.
Local Open Scope Z_scope.

Lemma vinteger_plain i : 0 ≤ i → vinteger i = VRecord [VBool true; VBool false; VInt i].
Proof. intros Hi. unfold vinteger. rewrite Z.abs_eq by done. by rewrite (proj2 (Z.ltb_ge _ _)) by done. Qed.

Section numbers.
  Context {B : base} (external : nat → list data → option (list data * data)).
  Local Notation calls := (calls Q external).
  Local Notation ensures := (ensures Q external).
  Context (F : list Z → Z → list Z → Z) (cfg : config Z) (x : list Z).
  Local Notation thread_is := (thread_is F cfg x).
  Local Notation evaluated_as := (evaluated_as F cfg x).

  (** ** The model *)
  Lemma argument_number (a : bytes) :
    match all_of (parse (number 8) a) with
    | Some n => len a = 8 ∧ loaded Big (zs a) 0 8 = Z.of_N n ∧ (n < 18446744073709551616)%N
    | None => len a ≠ 8
    end.
  Proof using.
    rewrite parse_number. case_decide as Hl; [|cbn [all_of]; unfold len; lia].
    pose proof (loaded_zs a 0 8) as H. change (Z.of_nat 8) with 8 in H. change (drop (Z.to_nat 0) a) with a in H.
    destruct (drop 8 a) as [|c rest] eqn:Ed; cbn [all_of].
    - apply (f_equal length) in Ed. rewrite drop_length in Ed. cbn [length] in Ed. split; [unfold len; lia|].
      split; [exact H|]. pose proof (load_range Big (zs a) 0 8 (octets_zs a) ltac:(lia)) as [_ Hr]. rewrite H in Hr.
      change (2 ^ (8 * 8)) with 18446744073709551616 in Hr. lia.
    - apply (f_equal length) in Ed. rewrite drop_length in Ed. cbn [length] in Ed. unfold len. lia.
  Qed.
  Lemma text_short i : short (Some (integer_text i)) = true.
  Proof using.
    apply bool_decide_eq_true. unfold integer_text, natural_text.
    assert (∀ fuel n, (length (digits_from fuel n) ≤ fuel)%nat) as Hl.
    { induction fuel as [|fuel IH]; intros n; cbn [digits_from]; [done|].
      destruct (_ =? 0)%N; cbn [length]; [lia|]. specialize (IH (n / 10)%N). lia. }
    specialize (Hl 20%nat (Z.abs_N i)). unfold below. destruct (i <? 0)%Z; cbn [length]; rewrite rev_length; lia.
  Qed.
  Definition sum_of (v : datum) (n : Z) : option Z :=
    match number_in v with Some z => within64 (z + n) | None => None end.
  Lemma applied_incr t st o y a n :
    operand_is t st o y → all_of (parse (number 8) a) = Some n →
    applied 6 [o] [y] a =
      match sum_of y.2 (signed64 n) with
      | Some i => need (writable (o, Some (integer_text i)) = true) Not_in_cache;;
          Thread.Ok ([Some (integer_text i)], tag 1 :: integer_text i)
      | None => Thread.Ok ([y.2], no)
      end.
  Proof using.
    intros Ho Ha.
    pose proof (same_writable t st [o] [y] ltac:(by apply Forall2_cons)) as Hw.
    pose proof (same_short t st [o] [y] ltac:(by apply Forall2_cons)) as Hs.
    unfold applied, sum_of. cbn [fmap list_fmap] in *.
    change (standard 6%N a [y.2]) with
      (n ← all_of (parse (number 8) a); Some (increased y.2 (signed64 n))).
    rewrite Ha. cbn [mbind option_bind Thread.some]. rewrite ok_bind. unfold increased, within64.
    destruct (number_in y.2) as [z|]; [destruct (in_int64 _)|]; cbn [fst]; rewrite need_yes by done.
    2, 3: by rewrite !need_yes.
    cbn [zip zip_with forallb]. rewrite text_short, !andb_true_r. unfold need. by repeat case_decide.
  Qed.
  Lemma both t st o o2 y y2 :
    operand_is t st o y → operand_is t st o2 y2 → Forall2 (operand_is t st) [o; o2] [y; y2].
  Proof using. intros Ho Ho2. constructor; [exact Ho|]. constructor; [exact Ho2|constructor]. Qed.
  Definition moved (v w : datum) (n : Z) : option (Z * Z) :=
    match number_in v, number_in w with
    | Some x, Some y => if (0 <=? x - n) && in_int64 (y + n) then Some (x - n, y + n) else None
    | _, _ => None
    end.
  Lemma applied_transfer t st o o2 y y2 a n :
    operand_is t st o y → operand_is t st o2 y2 → all_of (parse (number 8) a) = Some n →
    applied 8 [o; o2] [y; y2] a =
      match moved y.2 y2.2 (Z.of_N n) with
      | Some (i, j) =>
          need (writable (o, Some (integer_text i)) && writable (o2, Some (integer_text j)) = true) Not_in_cache;;
          Thread.Ok ([Some (integer_text i); Some (integer_text j)], yes)
      | None => Thread.Ok ([y.2; y2.2], no)
      end.
  Proof using.
    intros Ho Ho2 Ha.
    pose proof (both _ _ _ _ _ _ Ho Ho2) as Hops.
    pose proof (same_writable t st _ _ Hops) as Hw. pose proof (same_short t st _ _ Hops) as Hs. clear Hops.
    unfold applied, moved. cbn [fmap list_fmap] in *.
    change (standard 8%N a [y.2; y2.2]) with
      (n ← all_of (parse (number 8) a); Some (Functions.transfer y.2 y2.2 n)).
    rewrite Ha. cbn [mbind option_bind Thread.some]. rewrite ok_bind. unfold Functions.transfer.
    destruct (number_in y.2) as [z|]; [destruct (number_in y2.2) as [z2|]; [destruct (_ && _)|]|];
      cbn [fst]; rewrite need_yes by done.
    2, 3, 4: by rewrite !need_yes.
    cbn [zip zip_with forallb]. rewrite !text_short, !andb_true_r. unfold need. by repeat case_decide.
  Qed.

  (** ** A number is written *)
  Lemma write_text_is t st s y (a : bytes) :
    thread_ok t → thread_is t st → operand_is t st (Here s) y → len a ≤ 252 →
    ensures fn_functions_write_value [vthread t; VInt (Z.of_N s); VBytes (zs a)]
      (λ _ ws, let t' := with_datum t (Z.of_N s) (zs (print datum_codec (Some a))) in
         ws = [vthread t'; VInt (Z.of_N s); VBytes (zs a)] ∧ data_written t t' ∧
         thread_is t' (with_slots st (write_operand (t_slots st) (Here s, Some a)))).
  Proof using.
    intros Ht Hst Ho Ha. pose proof (operand_is_ok t st (Here s) y Ht Ho) as Hok. assert (Hos := proj1 Ho).
    assert (datum_wf (Some a)) as Hwf by (cbn; unfold below, len in *; lia).
    assert (zs (print datum_codec (Some a)) = 1 :: 0 :: len a :: zs a) as Hprint.
    { pose proof (zs_value a Ha) as H'. rewrite print_data, zs_cons in H'. by apply (f_equal tail) in H'. }
    assert (len (print datum_codec (Some a)) ≤ 255) as Hpl by (rewrite print_value_len; lia).
    destruct (operand_written F cfg x t st s y (Some a) Ht Hst Ho Hwf Hpl) as [Hwritten Hist].
    eapply ensures_mono; [apply (write_value_exact external t (Z.of_N s) (zs a));
      [done|exact Hok|cbn [slot_number]; lia|apply octets_zs|rewrite len_zs; lia]|].
    intros r ws [-> _]. cbv zeta. rewrite len_zs, <-Hprint. by split_and!.
  Qed.

  (** ** A transfer *)
  Local Ltac on := repeat first [fl_step | fl_case].
  Local Ltac answers_no Happ Hlong Hsame :=
    on; fl_reached; do 2 eexists; (split; [reflexivity|]); unfold evaluated_as; rewrite Happ, Hlong, Hsame;
    (split_and!; [done|done|by vm_compute|by apply data_written_same|]);
    lazymatch goal with |- Abstraction.thread_is _ _ _ _ (with_slots ?st _) => by destruct st end.
  Local Ltac refuses Happ :=
    rewrite need_no in Happ by done; on; fl_reached; do 2 eexists; (split; [reflexivity|]); unfold evaluated_as;
    rewrite Happ; (split_and!; [done|cbn; lia|done|apply grown_same; lia]).
  Theorem transfer_is t st o o2 y y2 a n out :
    thread_ok t → thread_is t st → operand_is t st o y → operand_is t st o2 y2 → NoDup (omap slot_of [o; o2]) →
    all_of (parse (number 8) a) = Some n → len out + RESULT ≤ 65536 →
    ensures fn_functions_transfer
      [vthread t; VInt (slot_number o); VInt (slot_number o2); VInt (Z.of_N n); VBytes out]
      (λ r ws, ∃ t' out',
         ws = [vthread t'; VInt (slot_number o); VInt (slot_number o2); VInt (Z.of_N n); VBytes out'] ∧
         evaluated_as st t [o; o2] [y; y2] 8 a out r t' out').
  Proof using.
    intros Ht Hst Ho Ho2 Hnodup Ha Hout. pose proof (argument_number a) as Hn. rewrite Ha in Hn.
    destruct Hn as (_ & _ & Hn).
    pose proof (applied_transfer t st o o2 y y2 a n Ho Ho2 Ha) as Happ. unfold moved in Happ.
    pose proof (both _ _ _ _ _ _ Ho Ho2) as Hops.
    pose proof (same_not_long t st _ _ Ht Hops) as Hlong. pose proof (write_same t st _ _ Hops) as Hsame.
    cbn [fmap list_fmap] in Hlong, Hsame. pose proof (len_nonneg out).
    fl_ensures. fl_steps.
    fl_known_call (number_in_is external t st o y); [done|done|]. intros v ws [-> Hv]. fl_after. fl_steps.
    fl_known_call (number_in_is external t st o2 y2); [done|done|]. intros v2 ws [-> Hv2]. fl_after.
    destruct (number_in y.2) as [i|].
    2:{ destruct Hv as (m & z & -> & Hz). answers_no Happ Hlong Hsame. }
    destruct (number_in y2.2) as [j|].
    2:{ destruct Hv2 as (m & z & -> & Hz). destruct Hv as [-> _]. answers_no Happ Hlong Hsame. }
    destruct Hv as [-> Hi], Hv2 as [-> Hj]. pose proof Hi as Hir. apply in_int64_range in Hir. unfold vinteger at 1.
    destruct (Z.leb_spec 0 (i - Z.of_N n)) as [Hle|Hle]; cbn [andb] in Happ.
    2:{ answers_no Happ Hlong Hsame. }
    assert (in_int64 (Z.of_N n) = true) as Hn64 by (apply in_int64_range; lia).
    fl_steps. fl_case. fl_steps. fl_case. fl_steps.
    pose proof (plus_is external j (Z.of_N n) Hj Hn64) as Hplus. rewrite (vinteger_plain (Z.of_N n)) in Hplus by lia.
    fl_known_call Hplus. intros v ws [-> Hv]. fl_after. unfold within64 in Hv.
    destruct (in_int64 (j + Z.of_N n)) eqn:Esum.
    2:{ destruct Hv as (m & z & -> & Hz). answers_no Happ Hlong Hsame. }
    destruct Hv as [-> _].
    destruct o as [s|k s]; cbn [slot_number].
    2:{ refuses Happ. }
    pose proof (proj1 Ho) as Hs. destruct o2 as [s2|k2 s2]; cbn [slot_number].
    2:{ refuses Happ. }
    rewrite need_yes in Happ by done. rewrite ok_bind in Happ || cbn [mbind outcome_bind] in Happ.
    pose proof (proj1 Ho2) as Hs2.
    assert (in_int64 (i - Z.of_N n) = true) as Hleft by (apply in_int64_range; lia).
    pose proof (text_of_is external _ Hleft) as Htext. rewrite (vinteger_plain (i - Z.of_N n)) in Htext by lia.
    pose proof (text_of_is external _ Esum) as Htext2.
    on. rewrite (Z.abs_eq i) by lia.
    fl_known_call Htext. intros v ws (-> & -> & Hl). fl_after. fl_steps.
    fl_known_call (write_text_is t st s y); [done|done|done|lia|]. intros v ws (-> & Hw & Hist). fl_after. fl_steps.
    fl_known_call Htext2. intros v2 ws (-> & -> & Hl2). fl_after. fl_steps.
    assert (s ≠ s2) as Hne.
    { intros ->. cbn in Hnodup. apply NoDup_cons in Hnodup as [Hnot _]. apply Hnot. by left. }
    pose proof (operand_kept t st s (Some (integer_text (i - Z.of_N n)))
      (zs (print datum_codec (Some (integer_text (i - Z.of_N n))))) (Here s2) y2 Ht Ho2 ltac:(lia)
      ltac:(intros [= ->]; done)) as Hkept.
    lazymatch type of Hkept with operand_is ?t1 ?st1 _ _ => fl_known_call (write_text_is t1 st1 s2 y2) end;
      [apply Hw|exact Hist|exact Hkept|lia|].
    intros v3 ws (-> & Hw2 & Hist2). fl_after. fl_steps. fl_reached. do 2 eexists. split; [reflexivity|].
    unfold evaluated_as. rewrite Happ.
    assert (long [Some (integer_text (i - Z.of_N n)); Some (integer_text (j + Z.of_N n))] = false) as ->.
    { apply not_long. repeat (constructor; [rewrite print_value_len; lia|]). constructor. }
    split_and!; [done|done|by vm_compute|by eapply data_written_trans|exact Hist2].
  Qed.
End numbers.
