(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * step, where the log does not go on with a whole entry that the program takes: it says what [judge] says of the
    bytes, and nothing is changed. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Refinement Require Export Whole.
From Fairlead.Refinement Require Import ExactRunGet.
Local Open Scope Z_scope.

(** What is left of the log. *)
Local Notation left_over log p := (cut log p (len log)).

(** What the function of operation.fl, and [step], come to. *)
Definition vjudged_run (s : Verify.status) : val fl_point :=
  match s with Verify.Refused w => vtaken 0 (VUnion 1 (refusal w)) | _ => vtaken 0 passes end.
Definition vjudged (s : Verify.status) : val fl_point :=
  match s with
  | Verify.Refused w => vstep 0 (VUnion 1 (refusal w)) false false
  | _ => vstep 0 wait_value true false
  end.

Section unread.
  Context {B : base} (external : nat → list data → option (list data * data)).
  Local Notation calls := (calls Q external).
  Local Notation ensures := (ensures Q external).
  Local Notation value := (val fl_point).

  Lemma next_round n i : (i <? n) = true → 0 ≤ i ≤ n → (Z.to_nat (n - (i + 1)) < Z.to_nat (n - i))%nat.
  Proof using. intros ?%Z.ltb_lt. lia. Qed.

  (** The test that is next in [Hj] is known. *)
  Local Ltac decided Hj c :=
    let E := fresh in destruct c eqn:E;
    try (exfalso; clear Hj; first [lia|
      match goal with Hc : canonical _ = _ |- _ => rewrite Hc in E; discriminate E end]).
  Local Ltac settle Hj :=
    repeat (cbv beta zeta iota in Hj;
      lazymatch type of Hj with
      | (if ?c then _ else _) = _ => decided Hj c
      | match (if ?c then _ else _) with inl _ => _ | inr _ => _ end = _ => decided Hj c
      end);
    cbv beta zeta iota in Hj; try discriminate Hj.
  Local Ltac settled Hj := settle Hj; first [injection Hj as <-|inversion Hj; subst].
  Local Ltac leave_run Hj :=
    lazymatch goal with
    | |- walk _ _ _ (Call _ (MkCall 33%nat _ _)) _ _ _ =>
        settled Hj; fl_call cut_off_calls; fl_steps; fl_reached; by split
    | |- walk _ _ _ (Call _ (MkCall 34%nat _ _)) _ _ _ =>
        settled Hj; fl_call refuse_calls; fl_steps; fl_reached; by split
    end.
  Local Ltac on Hj := repeat first [fl_step | fl_case]; try solve [leave_run Hj].

  Lemma run_unread t b out s :
    thread_ok t → octets b → len b < 2 ^ 32 → octets out → len out + RECEIPT ≤ 65536 → judge_run b = Some s →
    ensures fn_operation_run [vthread t; VBytes b; VBytes out]
      (λ r ws, ws = [vthread t; VBytes b; VBytes out] ∧ r = vjudged_run s).
  Proof using.
    intros Ht Hb Hbl Ho Hout Hj. thread_numbers Ht. pose proof (len_nonneg out). unfold judge_run in Hj.
    fl_ensures. on Hj.
    pose proof (byte_range b 1 Hb). pose proof (byte_range b 2 Hb).
    settle Hj. set (n := byte b 2) in *. clearbody n.
    let s0 := fl_store in
    eapply (walk_loop _ _ _ _ _ _ _ (λ m s, ∃ i p y pl,
      s = <[5%nat := Some (VArray (map VInt pl))]> (<[6%nat := Some (VInt p)]> (<[7%nat := Some (VInt i)]>
        (<[8%nat := y]> s0))) ∧
      m = Z.to_nat (n - i) ∧ 0 ≤ i ≤ n ∧ 3 ≤ p ≤ 3 + 37 * i ∧ p ≤ len b ∧ len pl = 16 ∧
      judge_operands b (Z.to_nat n) 3 = judge_operands b (Z.to_nat (n - i)) p) (Z.to_nat n)).
    { exists 0, 3. do 2 eexists. split; [reflexivity|]. split_and!; [lia|lia|lia|lia|lia|lia|done|].
      by rewrite Z.sub_0_r. }
    intros m s' (i & p & y & pl & -> & -> & Hi & Hp & Hpb & Hpl & Hsame). fl_round. fl_steps. fl_case.
    { rewrite Hsame in Hj. assert (Z.to_nat (n - i) = S (Z.to_nat (n - (i + 1)))) as Enext by lia.
      rewrite Enext in Hj, Hsame. cbn [judge_operands] in Hj, Hsame.
      on Hj.
      - (* A key. *)
        fl_call canonical_calls; [fl_octets|fl_lens; lia|]. replace (p + 34 + 1) with (p + 35) by lia. on Hj.
        exists (Z.to_nat (n - (i + 1))). split; [by apply next_round|]. eexists (i + 1), _, _, _. split; [reflexivity|].
        rewrite len_insert. symmetry in Hsame. settle Hsame. replace (p + 34 + 3) with (p + 37) by lia.
        by split_and!; [done|lia|lia|lia|lia|lia|done|].
      - (* A slot. *)
        exists (Z.to_nat (n - (i + 1))). split; [by apply next_round|]. eexists (i + 1), _, _, _. split; [reflexivity|].
        rewrite len_insert. symmetry in Hsame. settle Hsame. pose proof (byte_range b p Hb).
        by split_and!; [done|lia|lia|lia|lia|lia|done|]. }
    assert (i = n) as -> by lia. clear Hi. rewrite Hsame, Z.sub_diag in Hj.
    change (judge_operands b (Z.to_nat 0) p) with (@inr Verify.status Z p) in Hj.
    fl_number b p 2. on Hj; exfalso; settle Hj.
  Qed.

  Lemma run_simple_unread t b out s :
    thread_ok t → octets b → 8 ≤ len b < 2 ^ 32 → octets out → len out + RECEIPT ≤ 65536 → judge_run b = Some s →
    byte b 2 = 1 → byte b 3 = 0 →
    ensures fn_operation_run_simple [vthread t; VBytes b; VBytes out]
      (λ r ws, ws = [vthread t; VBytes b; VBytes out] ∧ r = vjudged_run s).
  Proof using.
    intros Ht Hb Hbl Ho Hout Hj H2 H3. unfold judge_run in Hj. rewrite H2 in Hj.
    change (Z.to_nat 1) with 1%nat in Hj. cbn [judge_operands] in Hj. rewrite H3 in Hj.
    fl_ensures. fl_number b 6 2. fl_number b 4 2. settle Hj; change (3 + 3) with 6 in *; on Hj; exfalso; settle Hj.
  Qed.

  Local Ltac leave Hj :=
    lazymatch goal with
    | |- walk _ _ _ (Call _ (MkCall 10%nat _ _)) _ _ _ =>
        settled Hj; fl_call cut_calls; fl_steps; fl_reached; by split
    | |- walk _ _ _ (Call _ (MkCall 9%nat _ _)) _ _ _ =>
        settled Hj; fl_call refuse_entry_calls; fl_steps; fl_reached; by split
    end.
  Local Ltac go Hj := repeat first [fl_step | fl_case]; try solve [leave Hj]; try solve [exfalso; settle Hj].
  Local Ltac either :=
    lazymatch goal with |- walk _ _ _ (if ?b then _ else _) _ _ _ => let E := fresh "E" in destruct b eqn:E end.
  Local Ltac after_run :=
    let r := fresh in let ws := fresh in intros r ws (-> & ->); fl_after; fl_steps;
    lazymatch goal with H : own _ |- _ =>
      destruct H as [->|[->|[->| ->]]]; repeat first [fl_step|fl_case];
      first [fl_call refuse_entry_calls|fl_call cut_calls]; fl_steps; fl_reached; by split end.

  Theorem step_unread t (x log : list Z) p out s :
    thread_ok t → octets log → len log < 2 ^ 32 → 0 ≤ p ≤ len log → octets out → len out + RECEIPT ≤ 65536 →
    judge (left_over log p) = Some s →
    ensures fn_step [vthread t; VExtern x; VBytes log; VInt p; VBytes out]
      (λ r ws, ws = [vthread t; VExtern x; VBytes log; VInt p; VBytes out] ∧ r = vjudged s).
  Proof using.
    intros Ht Hlog Hlogl Hp Ho Hout Hj. thread_numbers Ht. pose proof (judge_own _ _ Hj) as Hown.
    assert (len (left_over log p) = len log - p) as Hbl by (rewrite len_cut; lia).
    assert (octets (left_over log p)) as Hb by by apply octets_cut. pose proof (len_nonneg out).
    unfold judge in Hj. cbv zeta in Hj. unfold judge_record, judge_fixed in Hj.
    fl_ensures. fl_steps. fl_case; [by go Hj|]. fl_steps. fl_number (left_over log p) 0 1.
    match type of Hj with (if ?c then _ else _) = _ => destruct c eqn:Enone; [lia|] end.
    set (c := loaded Big (left_over log p) 0 1) in *.
    either.
    { (* A record comes. *)
      assert (octets (cut (left_over log p) 35 (len (left_over log p)))) as Hvb by by apply octets_cut.
      assert (c = 0 ∧ judge_record (left_over log p) 4 = Some s ∨ c = 1 ∧ judge_record (left_over log p) 16 = Some s)
        as Hcase.
      { unfold judge_record. destruct (c =? 0) eqn:Ec; [left; split; [lia|exact Hj]|right].
        assert (c =? 1 = true) as Ec1 by lia. rewrite Ec1 in Hj. split; [lia|exact Hj]. }
      clear Hj. unfold judge_record in Hcase. cbv zeta in Hcase.
      destruct Hcase as [[Hc Hj]|[Hc Hj]]; go Hj.
      all: fl_call canonical_calls; [fl_octets|rewrite len_cut; lia|]; go Hj.
      all: fl_call value_size_calls; [exact Hvb|rewrite len_cut; lia|].
      all: assert (len (cut (left_over log p) 35 (len (left_over log p))) = len (left_over log p) - 35) as Hvl by
        (rewrite len_cut; lia).
      all: destruct (value_whole _ Hvb) as [Hn|[Hn|(Hn & Hn' & _)]]; [rewrite Hn in *; go Hj|rewrite Hn in *; go Hj|].
      all: set (n := value_size (cut (left_over log p) 35 (len (left_over log p)))) in *; clearbody n; go Hj. }
    fl_steps. either; [settle Hj; go Hj|].
    fl_steps. either; [settle Hj; go Hj|].
    fl_steps. either; [settle Hj; go Hj|].
    fl_steps. either; [settle Hj|].
    fl_steps. either; [settle Hj|].
    fl_steps. either.
    { settle Hj.
      destruct (8 <=? len (left_over log p)) eqn:E8; fl_steps; [either; fl_steps|].
      - rewrite !loaded_one in * by lia.
        fl_known_call run_simple_unread; [done|exact Hb|lia|done|lia|exact Hj|lia|lia|]. after_run.
      - fl_known_call run_unread; [done|exact Hb|lia|done|done|exact Hj|]. after_run.
      - cbn [andb]. fl_steps. fl_known_call run_unread; [done|exact Hb|lia|done|done|exact Hj|]. after_run. }
    fl_steps. either; [settle Hj; go Hj|].
    go Hj.
  Qed.
End unread.
