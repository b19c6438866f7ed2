(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * What run_simple does is what the model does with a get or a put of one record. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Monitor.Model Require Monitor.
From Fairlead.Monitor.Log Require Import Functions.
From Fairlead.Refinement Require Export ExactRunSimple Entries.
Local Open Scope Z_scope.

Lemma loaded_one b i : 0 ≤ i < len b → loaded Big b i 1 = byte b i.
Proof.
  intros Hi. unfold loaded. rewrite cut_first by lia. rewrite cut_none. unfold load_int. cbn. lia.
Qed.

Section model.
  Context {B : base} (external : nat → list data → option (list data * data)).
  Context (F : list Z → Z → list Z → Z) (cfg : config Z) (x : list Z).
  Context (Hfun : functions cfg = standard).
  Local Notation thread_is := (thread_is F cfg x).
  Local Ltac on := rewrite ?bind_bind, ?ok_bind; cbv beta.

  Lemma evaluate_simple t st f s a :
    thread_ok t → thread_is t st → (f ≤ 1)%N → len a ≤ 4096 →
    match simple_check t (Z.of_N f) (Z.of_N s) (len a) with
    | Some w =>
        (∃ why, Thread.evaluate cfg st f [Here s] a = Thread.Refused why ∧ w = refusal_number why ∧ (w < 32)%nat) ∨
        w = 27%nat ∧ too_long cfg st (Run f [Here s] a) = true ∧ ∃ z, Thread.evaluate cfg st f [Here s] a = Thread.Ok z
    | None =>
        ∃ sl v, t_slots st !! s = Some sl ∧ s_value sl = Data v ∧
          key_is (f_key (slot_at t (Z.of_N s))) (s_key sl) ∧ value_is (f_value (slot_at t (Z.of_N s))) (Data v) ∧
          Thread.evaluate cfg st f [Here s] a =
            Thread.Ok ([(s_key sl, v)], if decide (f = 1%N) then ([Some a], []) else ([v], print datum_codec v)) ∧
          (f = 1%N → len a ≤ 252) ∧ too_long cfg st (Run f [Here s] a) = false
    end.
  Proof using Hfun.
    intros Ht Hst Hf Ha. thread_numbers Ht. assert (Hst' := Hst).
    destruct Hst' as (_ & _ & Hslots & _ & _ & _ & Hindex & _).
    unfold simple_check, too_long, Thread.evaluate.
    destruct (Z.eqb_spec (f_index t) 18446744073709551615).
    { left. exists Index_overflow. rewrite need_no by (unfold limit64; lia). cbn. split_and!; [done|done|lia]. }
    rewrite need_yes by (unfold limit64 in *; lia). cbn [read_operands read_operand]. on.
    rewrite (full_model F cfg x t st s Hst).
    destruct (Z.leb_spec (f_slots t) (Z.of_N s)).
    { left. exists Slot_out_of_range. cbn. split_and!; [done|done|lia]. }
    destruct (Z.eqb_spec (f_how (slot_at t (Z.of_N s))) 0).
    { left. exists Slot_empty. cbn. split_and!; [done|done|lia]. }
    destruct (slot_there F cfg x t st s Hst) as (sl & Hsl & Hk & Hv); [lia|done|]. rewrite Hsl. cbn [Thread.some]. on.
    unfold data_of. rewrite (value_is_merkle _ _ Hv). destruct (s_value sl) as [v|ends] eqn:Esl.
    2:{ left. exists Not_data. cbn. split_and!; [done|done|lia]. }
    on. rewrite need_yes by (cbn; apply NoDup_singleton). rewrite Hfun. cbn [fmap list_fmap].
    destruct (Z.eqb_spec (Z.of_N f) 1) as [Hf1|Hf0].
    - assert (f = 1%N) as -> by lia. cbn [snd].
      change (standard 1%N a [v]) with (Some ([Some a], @nil Record.byte)).
      cbn [Thread.some]. on. cbn [fst]. do 2 rewrite need_yes by done.
      rewrite need_yes by (cbn; rewrite bool_decide_eq_true_2; [done|unfold len in Ha; lia]).
      assert (long [Some a] = (252 <? len a)) as Hlong.
      { unfold long. cbn [existsb]. rewrite orb_false_r, print_some, len_cons, len_app.
        unfold len at 1. rewrite number_length. apply eq_true_iff_eq. rewrite !Z.ltb_lt. lia. }
      destruct (252 <? len a) eqn:Elong.
      + right. split; [done|]. split; [exact Hlong|by eexists].
      + exists sl, v. split_and!; try done. intros _. lia.
    - assert (f = 0%N) as -> by lia. destruct (Z.eqb_spec (len a) 0) as [Ha0|Ha0].
      + assert (a = []) as -> by (destruct a; [done|unfold len in Ha0; cbn in Ha0; lia]).
        exists sl, v. do 4 (split; [done|]). cbn [snd].
        change (standard 0%N [] [v]) with (Some ([v], print datum_codec v ++ [])). rewrite app_nil_r.
        cbn [Thread.some]. on. do 2 rewrite need_yes by done.
        assert (forallb short [v] = true) as Hshort.
        { destruct Hv as [Hv _]. cbn in Hv. destruct v as [l|]; [|done]. cbn in *. by rewrite bool_decide_eq_true_2. }
        cbn [fst]. rewrite need_yes by done. split; [done|]. split; [done|].
        pose proof (slot_at_ok t (Z.of_N s) Ht ltac:(lia)) as (_&_&_&_&_&_&[_ Hvl]&_).
        destruct (value_is_data _ _ Hv) as (_ & Hdl & _). unfold long. cbn [existsb]. rewrite orb_false_r.
        apply Z.ltb_ge. lia.
      + left. exists Bad_call. split_and!; [|done|cbn; lia]. cbn [snd]. destruct a as [|z a]; [done|].
        change (standard 0%N (z :: a) [v]) with (@None (list datum * bytes)). done.
  Qed.

  (** The bytes of the model's answer are what the program appends. *)
  Lemma simple_said t st f s a k v y :
    thread_ok t → thread_is t st → (f ≤ 1)%N → len a ≤ 4096 →
    key_is (f_key (slot_at t (Z.of_N s))) k → value_is (f_value (slot_at t (Z.of_N s))) (Data v) →
    len (f_value (slot_at t (Z.of_N s))) ≤ 256 →
    Thread.evaluate cfg st f [Here s] a =
      Thread.Ok ([(k, v)], (y, if decide (f = 1%N) then [] else print datum_codec v)) →
    let said := answer_to cfg st (Run f [Here s] a) in
    zs said = simple_answer t (Z.of_N f) (Z.of_N s) (zs (print argument_codec a)) ∧ len said ≤ RECEIPT.
  Proof using.
    intros Ht (Hself & _ & _ & [Hepoch Hcounter] & _ & _ & Hindex & _) Hf Ha Hk Hv Hvl Hy said. thread_numbers Ht.
    assert (zs said = simple_answer t (Z.of_N f) (Z.of_N s) (zs (print argument_codec a))) as Hsaid.
    { subst said. unfold answer_to. cbn [Monitor.receipt_of]. rewrite Hy.
      lazymatch goal with |- context [option_list (Some ?r)] => change (option_list (Some r)) with [r] end.
      rewrite print_receipts_one.
      destruct (t_clock st) as [e c]. cbn [fst snd fmap list_fmap] in *. rewrite receipt_zs by (first [lia|cbn; lia]).
      unfold simple_answer. rewrite Hepoch, Hcounter, Hindex. change (len [k]) with 1. f_equal.
      unfold print_keys. cbn [mbind list_bind]. rewrite app_nil_r. destruct Hk as [_ ->]. f_equal. f_equal.
      destruct (value_is_data _ _ Hv) as (Hcut & Hl & _).
      case_decide as Hf1; [subst f|rewrite (proj2 (Z.eqb_neq _ _)) by lia].
      - change (Z.of_N 1 =? 1) with true. cbv iota. by rewrite print_argument, app_nil_r.
      - rewrite print_argument, zs_app, zs_number_2 by (unfold len in *; lia). rewrite Hcut, Hl. f_equal. f_equal.
        unfold len. f_equal. lia. }
    split; [done|]. rewrite <-len_zs, Hsaid. unfold simple_answer. rewrite !len_app, len_head, len_zs, print_argument,
      len_app. assert (len (print (number 2) (N.of_nat (length a))) = 2) as ->
      by (unfold len; by rewrite number_length).
    assert (len (f_key (slot_at t (Z.of_N s))) = 34) as ->.
    { destruct Hk as [Hkw ->]. rewrite len_zs. unfold len. by rewrite (key_bytes_length k Hkw). }
    destruct (Z.of_N f =? 1); [rewrite !len_cons, len_nil; lia|]. destruct (value_is_data _ _ Hv) as (Hcut & Hl & _).
    rewrite Hcut, len_app, len_zs, !len_cons, len_nil. lia.
  Qed.

  Theorem run_simple_is t st b out f s a :
    thread_ok t → thread_is t st → octets b → len b < 2 ^ 32 → octets out → len out + RECEIPT ≤ 65536 →
    simple_read b (Z.of_N f) (Z.of_N s) (zs a) → cut b 6 (8 + len a) = zs (print argument_codec a) →
    (f ≤ 1)%N → (s < 2 ^ 16)%N → len a ≤ 4096 →
    ensures Q external fn_operation_run_simple [vthread t; VBytes b; VBytes out]
      (λ r ws, ∃ t' out', ws = [vthread t'; VBytes b; VBytes out'] ∧ thread_ok t' ∧
         ran_as F cfg x st t out (Run f [Here s] a) (8 + len a) r t' out').
  Proof using Hfun.
    intros Ht Hst Hb Hbl Ho Hout [Htag Hf1 Hone Hhere Hs Hsize Harg Hroom] Hcounted Hf Hsr Ha.
    rewrite len_zs in *. pose proof (len_nonneg a).
    eapply ensures_mono; [by apply (run_simple_exact external t b out (Z.of_N f) (Z.of_N s) (len a)); try done; lia|].
    intros r ws (t' & out' & -> & Ht' & Hr). exists t', out'. split; [done|]. split; [done|].
    pose proof (evaluate_simple t st f s a Ht Hst Hf Ha) as Hm.
    destruct (simple_check t (Z.of_N f) (Z.of_N s) (len a)) as [w|].
    - destruct Hr as (-> & -> & ->). destruct Hm as [(why & Hm & -> & Hw)|(-> & Hlong & z & Hm)].
      + left. exists why. split_and!; try done. cbn [Thread.step]. unfold run_function. by rewrite Hm.
      + right. left. split_and!; try done. cbn [Thread.step]. unfold run_function. rewrite Hm. by eexists.
    - destruct Hr as (-> & Hfull & -> & ->). destruct Hm as (sl & v & Hsl & Hslv & Hk & Hv & Hm & Hput & Hlong). right.
      right.
      pose proof (slot_at_ok t (Z.of_N s) Ht ltac:(lia)) as (_&_&_&_&_&_&[_ Hvl]&_).
      cbn [Thread.step]. unfold run_function. rewrite Hm. cbn [mbind outcome_bind].
      eexists. split; [done|]. split; [reflexivity|]. split; [done|]. rewrite Hcounted. split.
      2:{ edestruct (simple_said t st f s a (s_key sl) v (if decide (f = 1%N) then [Some a] else [v])) as [<- Hl];
            try done. rewrite Hm. by case_decide. }
      destruct (Z.eqb_spec (Z.of_N f) 1) as [E|E].
      + assert (f = 1%N) as -> by lia. rewrite decide_True by done. cbn [fst zip zip_with foldl].
        change (f_index t) with (f_index (with_datum t (Z.of_N s) (1 :: 0 :: len a :: cut b 8 (8 + len a)))).
        rewrite Harg. pose proof (zs_value a (Hput eq_refl)) as Hz. rewrite print_data, zs_cons in Hz.
        apply (f_equal tail) in Hz. cbn [tail] in Hz. rewrite <-Hz.
        assert (datum_wf (Some a)) as Hwf by (cbn; unfold below, len in *; lia).
        exact (answered_is F cfg x _ _ (written_is F cfg x t st s sl (Some a) Ht Hst Hsr Hsl Hwf)).
      + rewrite decide_False by lia.
        change (foldl write_operand (t_slots st) _) with (alter (λ sl, Thread.with_value sl (Data v)) s (t_slots st)).
        rewrite alter_id; [by apply answered_is|].
        intros sl' Hsl'. rewrite Hsl in Hsl'. injection Hsl' as <-. destruct sl. cbn in *. by rewrite Hslv.
  Qed.
End model.
