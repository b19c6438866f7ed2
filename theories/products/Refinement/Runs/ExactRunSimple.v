(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * operation.run_simple, exactly: which check refuses a get or a put of one record, or what is answered and what
    is in the record then; and that this is the model's. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Monitor.Model Require Monitor.
From Fairlead.Monitor.Log Require Import Functions.
From Fairlead.Refinement Require Export ExactRunModel SimpleRun.
Local Open Scope Z_scope.

(** The first check that fails, of a get (0) or a put (1) with an argument of [n] bytes. *)
Definition simple_check (t : fthread) (f s n : Z) : option nat :=
  if f_index t =? 18446744073709551615 then Some 28%nat
  else if f_slots t <=? s then Some 0%nat
  else if f_how (slot_at t s) =? 0 then Some 1%nat
  else if is_merkle (f_value (slot_at t s)) then Some 5%nat
  else if f =? 1 then (if 252 <? n then Some 27%nat else None)
  else if n =? 0 then None else Some 24%nat.
Definition simple_answer (t : fthread) (f s : Z) (a : list Z) : list Z :=
  let v := f_value (slot_at t s) in
  head_of f (f_epoch t) (f_counter t) (f_index t) 1 ++ f_key (slot_at t s) ++ a ++
  (if f =? 1 then [0; 0] else [0; len v - 1] ++ cut v 1 (len v)).

Section simple.
  Context {B : base} (external : nat → list data → option (list data * data)).
  Local Notation calls := (calls Q external).
  Local Notation ensures := (ensures Q external).
  Local Notation value := (val fl_point).

  Lemma write_value_exact t s v :
    thread_ok t → operand_ok t s → s ≠ NONE → octets v → len v ≤ 252 →
    ensures fn_functions_write_value [vthread t; VInt s; VBytes v]
      (λ _ ws, ws = [vthread (with_datum t s (1 :: 0 :: len v :: v)); VInt s; VBytes v] ∧
         data_written t (with_datum t s (1 :: 0 :: len v :: v))).
  Proof using.
    intros Ht Hs Hsn Hv Hl. thread_numbers Ht. destruct Hs as [->|(Hs & Hfull & Hdat)]; [done|].
    pose proof (datum_len _ Hdat) as Hvl. pose proof (datum_front _ Hdat) as Hfront.
    pose proof (len_nonneg v). unfold slot_at in Hvl, Hfront.
    assert (Z.shiftr (len v) 8 = 0) as Hhi.
    { rewrite Z.shiftr_div_pow2 by lia. apply Z.div_small. change (2 ^ 8) with 256. lia. }
    assert (Z.land (len v) 255 = len v) as Hlo.
    { change 255 with (Z.ones 8). rewrite Z.land_ones by lia. apply Z.mod_small. change (2 ^ 8) with 256. lia. }
    fl_ensures. fl_steps. fl_reached. rewrite Hfront, Hhi, Hlo.
    split; [reflexivity|]. apply data_written_with; [done|done| |rewrite !len_cons; lia].
    exists (1 :: 0 :: len v :: v). split; [done|]. split; [|by rewrite long_datum, !len_cons by lia; lia].
    repeat (constructor; [lia|]). done.
  Qed.

  Lemma store_length o w z : length (store_int o w z) = byte_count w.
  Proof using. pose proof (len_store_int o w z) as H. unfold len in H. lia. Qed.
  Lemma head_built f n (e c i k : list Z) :
    length e = 8%nat → length c = 4%nat → length i = 8%nat → length k = 34%nat →
    paste (<[Z.to_nat 21 := n]> (paste (paste (paste (<[Z.to_nat 0 := f]> (fit [] 56)) 1 e) 9 c) 13 i)) 22 k =
    (f :: e ++ c ++ i ++ [n]) ++ k.
  Proof using.
    intros He Hc Hi Hk. do 9 (destruct e as [|? e]; try done). do 5 (destruct c as [|? c]; try done).
    do 9 (destruct i as [|? i]; try done). unfold paste at 1. rewrite Hk. cbn.
    by rewrite app_nil_r.
  Qed.

  (** What is known of tests. *)
  Local Ltac tests :=
    unfold simple_check, slot_at in *;
    repeat match goal with E : ?b = _ |- context [?b] => lazymatch type of b with bool => rewrite E end end;
    cbn [negb].
  (** The ends that refuse. *)
  Local Ltac leave :=
    lazymatch goal with
    | |- walk _ _ _ (Call _ (MkCall 34%nat _ _)) _ _ _ =>
        fl_call refuse_calls; fl_steps; fl_reached; do 2 eexists; (split; [reflexivity|]); (split; [assumption|]);
        tests; by split_and!
    end.
  Local Ltac on := repeat first [fl_step | fl_case]; try solve [leave].

  Ltac clr := repeat match goal with x := _ : list coming |- _ => clear x end.
  Theorem run_simple_exact t b out f s size :
    thread_ok t → octets b → 8 ≤ len b < 2 ^ 32 → octets out → len out + RECEIPT ≤ 65536 →
    f = byte b 1 → s = loaded Big b 4 2 → size = loaded Big b 6 2 → f ≤ 1 → 8 + size ≤ len b → size ≤ 4096 →
    ensures fn_operation_run_simple [vthread t; VBytes b; VBytes out]
      (λ r ws, ∃ t' out', ws = [vthread t'; VBytes b; VBytes out'] ∧ thread_ok t' ∧
         match simple_check t f s size with
         | Some w => r = vtaken 0 (VUnion 1 (refusal w)) ∧ t' = t ∧ out' = out
         | None =>
             r = vtaken (8 + size) passes ∧ f_how (slot_at t s) ≠ 0 ∧
             t' = with_index (if f =? 1 then with_datum t s (1 :: 0 :: size :: cut b 8 (8 + size)) else t)
                    (f_index t + 1) ∧
             out' = out ++ simple_answer t f s (cut b 6 (8 + size))
         end).
  Proof using.
    intros Ht Hb Hbl Ho Hout Hf Hs Hsize Hf1 Hroom Hmax. thread_numbers Ht. pose proof (len_nonneg out).
    pose proof (byte_range b 1 Hb). fl_ensures.
    fl_number b 6 2. fl_number b 4 2. subst f s size. on.
    fl_known_call full_exact; [done|lia|].
    intros r ws (-> & [[Hlt ->]|[(Hlt & Hempty & ->)|(Hlt & Hfull & ->)]]); fl_after.
    { assert (f_slots t <=? loaded Big b 4 2 = true) by lia. on. }
    { assert (f_slots t <=? loaded Big b 4 2 = false) by lia.
      assert (f_how (slot_at t (loaded Big b 4 2)) =? 0 = true) by lia. on. }
    assert (f_slots t <=? loaded Big b 4 2 = false) by lia.
    assert (f_how (slot_at t (loaded Big b 4 2)) =? 0 = false) by lia.
    set (s := loaded Big b 4 2) in *. set (size := loaded Big b 6 2) in *.
    pose proof (slot_at_ok t s Ht ltac:(lia)) as Hslot. destruct (full_slot t s Hslot Hfull) as [Hkey Hv].
    pose proof (value_octets _ Hv) as Hvo. pose proof (value_len _ Hv) as Hvl. destruct Hkey as (Hko & Hkl & _).
    unfold slot_at in Hv, Hvo, Hvl, Hko, Hkl. on. fl_call is_merkle_calls; [done|lia|]. on.
    - (* put *)
      fl_known_call write_value_exact;
        [done|right; unfold slot_at; split_and!; [lia|lia|done|by apply kind_datum]|lia|by apply octets_cut
        |rewrite len_cut; lia|].
      intros r ws [-> (Ht' & _)]. fl_after. fl_steps. fl_reached. rewrite len_cut in * by lia.
      replace (8 + size - 8) with size in * by lia.
      exists (with_index (with_datum t s (1 :: 0 :: size :: cut b 8 (8 + size))) (f_index t + 1)). eexists.
      split; [reflexivity|]. split; [apply with_index_ok; [done|lia]|]. tests. split; [done|]. split; [done|].
      split; [done|]. rewrite head_built by (rewrite ?store_length; first [done|unfold len in Hkl; lia]).
      unfold simple_answer, head_of, slot_at. tests. by rewrite <-!(assoc_L (++)).
    - (* get *)
      fl_reached. exists (with_index t (f_index t + 1)). eexists. split; [reflexivity|].
      split; [apply with_index_ok; [done|lia]|]. tests. split; [do 2 f_equal; lia|]. split; [done|].
      split; [done|]. rewrite head_built by (rewrite ?store_length; first [done|unfold len in Hkl; lia]).
      unfold simple_answer, head_of, slot_at. tests. by rewrite <-!(assoc_L (++)).
  Qed.
End simple.
