(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * What operations read and write, in the program's thread and in the model's. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Monitor.Model Require Monitor.
From Fairlead.Refinement Require Export ExactBlum ExactRunBytes Operation.
Local Open Scope Z_scope.

Definition with_index (t : fthread) (i : Z) : fthread :=
  FThread (f_self t) (f_depth t) (f_slots t) (f_epoch t) (f_counter t) (f_last t) (f_next t) i (f_open t) (f_cache t).
(** Slot [s] with the datum [d]. *)
Definition with_datum (t : fthread) (s : Z) (d : list Z) : fthread :=
  with_slot t s (State.with_value (slot_at t s) (0 :: d)).
Lemma with_index_ok `{B : base} t i : thread_ok t → 0 ≤ i < 2 ^ 64 → thread_ok (with_index t i).
Proof. unfold thread_ok. cbn. tauto. Qed.

(** One of these data has more bytes in the log than fit in a record of the program's. *)
Definition long (news : list datum) : bool := existsb (λ v, 255 <? len (print datum_codec v)) news.
Global Arguments long : simpl never.
(** The model takes the entry, an operation that writes such data: the program refuses it, as too large. *)
Definition too_long {acc} (cfg : config acc) (st : thread acc) (en : Thread.entry) : bool :=
  match en with
  | Run f ops a => match Thread.evaluate cfg st f ops a with Thread.Ok (_, (news, _)) => long news | _ => false end
  | _ => false
  end.

(** What the model answers to an entry that it accepts. *)
Definition answer_to (cfg : config Z) (st : thread Z) (en : Thread.entry) : bytes :=
  print_receipts (option_list (Monitor.receipt_of cfg st en)).

Section model.
  Context {B : base} (F : list Z → Z → list Z → Z) (cfg : config Z) (x : list Z).
  Local Notation thread_is := (thread_is F cfg x).

  (** What a function of operation.fl came to, given an entry of [size] bytes, is what the model says; or it refuses
      what is too long for it. *)
  Definition ran_as (st : thread Z) (t : fthread) (out : list Z) (en : Thread.entry) (size : Z) (r : val fl_point)
      (t' : fthread) (out' : list Z) : Prop :=
    (∃ why, r = vtaken 0 (VUnion 1 (refusal (refusal_number why))) ∧ (refusal_number why < 32)%nat ∧ t' = t ∧
       out' = out ∧ Thread.step cfg st en = Thread.Refused why) ∨
    (r = vtaken 0 (VUnion 1 (refusal 27)) ∧ t' = t ∧ out' = out ∧ too_long cfg st en = true ∧
       ∃ st', Thread.step cfg st en = Thread.Ok st') ∨
    (∃ st', r = vtaken size passes ∧ Thread.step cfg st en = Thread.Ok st' ∧ too_long cfg st en = false ∧
       thread_is t' st' ∧
       out' = out ++ zs (answer_to cfg st en) ∧ len (answer_to cfg st en) ≤ RECEIPT).

  (** ** Slots *)
  Lemma slot_there t st s :
    thread_is t st → Z.of_N s < f_slots t → f_how (slot_at t (Z.of_N s)) ≠ 0 →
    ∃ sl, t_slots st !! s = Some sl ∧ key_is (f_key (slot_at t (Z.of_N s))) (s_key sl) ∧
      value_is (f_value (slot_at t (Z.of_N s))) (s_value sl).
  Proof using.
    intros (_ & _ & Hslots & _ & _ & _ & _ & Hs & _) Hlt Hfull. specialize (Hs s ltac:(lia)). unfold slot_is in Hs.
    destruct (t_slots st !! s) as [sl|]; [|done]. exists sl. by destruct Hs as (_ & ? & ? & _).
  Qed.
  Lemma full_model t st s :
    thread_is t st →
    full cfg st s =
      if f_slots t <=? Z.of_N s then Thread.Refused Slot_out_of_range
      else if f_how (slot_at t (Z.of_N s)) =? 0 then Thread.Refused Slot_empty
      else Thread.some (t_slots st !! s) Slot_empty.
  Proof using.
    intros (_ & _ & Hslots & _ & _ & _ & _ & Hs & _). unfold full.
    destruct (Z.leb_spec (f_slots t) (Z.of_N s)); [by rewrite need_no by lia|]. rewrite need_yes by lia.
    specialize (Hs s ltac:(lia)). unfold slot_is in Hs. destruct (Z.eqb_spec (f_how (slot_at t (Z.of_N s))) 0); [|done].
    destruct (t_slots st !! s) as [sl|]; [|done]. by destruct (s_how sl); lia.
  Qed.

  (** ** A datum is written *)
  Lemma written_is t st s sl v :
    thread_ok t → thread_is t st → (s < 2 ^ 16)%N → t_slots st !! s = Some sl → datum_wf v →
    thread_is (with_datum t (Z.of_N s) (zs (print datum_codec v)))
      (with_slots st (alter (λ sl, Thread.with_value sl (Data v)) s (t_slots st))).
  Proof using.
    intros Ht (Hself & Hdepth & Hslots & [Hepoch Hcounter] & Hlast & Hnext & Hindex & Hs & Htallies) Hsr Hsl Hv.
    unfold Abstraction.thread_is. split_and!; try done. intros s' Hs'. cbn [t_slots with_slots]. unfold with_datum.
    destruct (decide (s' = s)) as [->|Hne].
    - rewrite (slot_at_same t) by (done || lia). rewrite lookup_alter. specialize (Hs s Hs'). rewrite Hsl in *.
      cbn in *.
      destruct Hs as (? & ? & ? & ? & ? & ?). split_and!; try done.
    - rewrite slot_at_other by lia. rewrite lookup_alter_ne by done. by apply Hs.
  Qed.
  Lemma answered_is t st :
    thread_is t st → thread_is (with_index t (f_index t + 1)) (answered st (t_slots st)).
  Proof using.
    intros (Hself & Hdepth & Hslots & [Hepoch Hcounter] & Hlast & Hnext & Hindex & Hs & Htallies).
    unfold Abstraction.thread_is. cbn. split_and!; try done; lia.
  Qed.
End model.
