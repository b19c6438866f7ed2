(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * What it means that an operation, compiled, is safe: whatever the thread's state and whatever is asked of it, it
    comes to an end without a trap, the invariant of the state is kept, and a refusal changes nothing. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Lang Require Import Typing.Soundness Model.Source Frames.Checker Guards.Machine EndToEnd.
From Fairlead.Lang.Logic Require Import Functions.
From Fairlead.Refinement Require Export Sides.
Local Open Scope Z_scope.

(** ** A thread as it is given to the compiled functions, and as they give it back *)
Definition dslot (c : fslot) : data :=
  VRecord [VInt (f_how c); VInt (f_up c); VInt (f_parent c); VInt (f_left c); VInt (f_right c);
           VBytes (f_key c); VBytes (f_value c)].
Definition dside (d : fside) : data :=
  VRecord [VRecord [VInt (f_low d); VInt (f_high d)]; VInt (f_count d); VBytes (f_waiting d)].
Definition dtally (y : ftally) : data := VRecord [dside (f_added y); dside (f_evicted y)].
Definition dthread (t : fthread) : data :=
  VRecord [VInt (f_self t); VInt (f_depth t); VInt (f_slots t); VInt (f_epoch t); VInt (f_counter t);
           VBytes (f_last t); VInt (f_next t); VInt (f_index t);
           VArray (map dtally (f_open t)); VArray (map dslot (f_cache t))].

Lemma collect_map {A B C} (f : A → B) (g : A → C) (h : B → outcome C) l :
  (∀ x, h (f x) = Ok (g x)) → collect h (map f l) = Ok (map g l).
Proof. intros Hh. induction l as [|x l IH]; [done|]. cbn. rewrite Hh. cbn. by rewrite IH. Qed.
Lemma of_dthread t : of_data (dthread t) = vthread t.
Proof.
  unfold dthread, vthread. cbn [of_data map]. rewrite !map_map. reflexivity.
Qed.
Lemma collect_cons {A B} (f : A → outcome B) x y l l' :
  f x = Ok y → collect f l = Ok l' → collect f (x :: l) = Ok (y :: l').
Proof. intros Hx Hl. cbn. rewrite Hx. cbn. by rewrite Hl. Qed.
Lemma to_record (l : list (val fl_point)) ds : collect to_data l = Ok ds → to_data (VRecord l) = Ok (VRecord ds).
Proof. intros Hl. change (to_data (VRecord l)) with (VRecord <$> collect to_data l). by rewrite Hl. Qed.
Lemma to_array (l : list (val fl_point)) ds : collect to_data l = Ok ds → to_data (VArray l) = Ok (VArray ds).
Proof. intros Hl. change (to_data (VArray l)) with (VArray <$> collect to_data l). by rewrite Hl. Qed.
Lemma to_dthread t : to_data (vthread t) = Ok (dthread t).
Proof.
  apply to_record. do 8 (apply collect_cons; [reflexivity|]).
  apply collect_cons; [by apply to_array, collect_map|]. apply collect_cons; [by apply to_array, collect_map|].
  reflexivity.
Qed.

Lemma bytes_fit (n : N) b : octets b → len b ≤ Z.of_N n → Z.of_N n < 2 ^ 32 → data_ok (TBytes n) (VBytes b).
Proof. intros Hb Hl Hn. apply bytes_ty; [|exact Hl]. split; [exact Hb|]. unfold len in Hl. unfold short. lia. Qed.
Lemma slot_typed c : slot_ok c → data_ok type_5 (dslot c).
Proof.
  unfold slot_ok, link_ok. intros (?&?&?&?&?&[??]&[??]&_). apply record_ty.
  do 5 (constructor; [apply int_ty; unfold in_range, limit, bits; lia|]).
  constructor; [apply bytes_fit; [done|lia|lia]|]. constructor; [apply bytes_fit; [done|lia|lia]|constructor].
Qed.
Lemma side_typed d : side_ok d → data_ok type_2 (dside d).
Proof.
  intros (?&?&?&?&n&?&?). apply record_ty. constructor.
  - apply record_ty. constructor; [apply int_ty; unfold in_range, limit, bits; lia|].
    constructor; [apply int_ty; unfold in_range, limit, bits; lia|constructor].
  - constructor; [apply int_ty; unfold in_range, limit, bits; lia|].
    constructor; [apply bytes_fit; [done|lia|lia]|constructor].
Qed.
Lemma thread_typed `{B : base} t : thread_ok t → data_ok type_7 (dthread t).
Proof.
  intros (?&?&?&?&?&(?&?&_)&?&?&[Ho Hos]&[Hc Hcs]). apply record_ty.
  do 5 (constructor; [apply int_ty; unfold in_range, limit, bits; lia|]).
  constructor; [apply bytes_fit; [done|lia|lia]|].
  do 2 (constructor; [apply int_ty; unfold in_range, limit, bits; lia|]).
  constructor; [|constructor; [|constructor]]; apply array_ty.
  - rewrite map_length. apply Nat2Z.inj. rewrite N_nat_Z. exact Ho.
  - apply Forall_map. eapply Forall_impl; [exact Hos|]. intros y [??]. apply record_ty.
    constructor; [by apply side_typed|]. constructor; [by apply side_typed|constructor].
  - rewrite map_length. apply Nat2Z.inj. rewrite N_nat_Z. exact Hc.
  - apply Forall_map. eapply Forall_impl; [exact Hcs|]. intros c Hslot. by apply slot_typed.
Qed.

(** The invariant holds of a thread in which nothing has been done. *)
Theorem fresh_ok (self depth slots epoch : Z) (cache : list fslot) :
  0 ≤ self < 2 ^ 16 → 0 ≤ depth < 2 ^ 32 → 0 ≤ slots ≤ SLOTS → 0 ≤ epoch < 2 ^ 64 →
  len cache = SLOTS → Forall (λ c, c = FSlot 0 0 0 0 0 [] []) cache →
  @thread_ok (Base self epoch) (FThread self depth slots epoch 0 (replicate 34 0) epoch 0
    (replicate 4 (FTally (FSide 0 0 0 []) (FSide 0 0 0 []))) cache).
Proof.
  intros ???? Hl Hc. unfold thread_ok.
  cbn [f_self f_depth f_slots f_epoch f_counter f_last f_next f_index f_open f_cache].
  assert (side_ok (FSide 0 0 0 [])).
  { unfold side_ok; cbn [f_low f_high f_count f_waiting].
    split; [lia|]. split; [lia|]. split; [lia|]. split; [constructor|]. by exists 0. }
  assert (key_wf (replicate 34 0)).
  { split; [apply Forall_replicate; lia|]. split; [done|by vm_compute]. }
  split; [cbn; lia|]. split; [lia|]. split; [lia|]. split; [lia|]. split; [lia|]. split; [done|]. split; [lia|].
  split; [lia|]. split; [split; [done|by apply Forall_replicate]|]. split; [done|].
  eapply Forall_impl; [exact Hc|]. intros c ->. unfold slot_ok, link_ok; cbn.
  split; [lia|]. split; [lia|]. split; [left; lia|]. split; [left; lia|]. split; [left; lia|].
  split; [split; [constructor|done]|]. split; [split; [constructor|done]|]. by intros [].
Qed.

(** ** From what is shown of the source to what is compiled *)

(** The function [p], compiled and started with [args], takes finitely many steps and ends with a result and [inout]
    parameters of which [Φ] holds; nothing else can happen: no trap, no endless run. *)
Definition compiled_ensures (external : nat → list data → option (list data * data)) (p : procedure)
    (args : list data) (Φ : data → list data → Prop) : Prop :=
  ∃ st, fl_initial Q (laid_out Q (plans_of L)) p args [] = Some st ∧
    computes (driven Q p (lowered Q (laid_out Q (plans_of L)) external)) (None, st) (λ r, Φ (fst r) (snd r)).

(** An operation on the thread [t]: it is done, or the thread is as it was. *)
Definition safe `{B : base} (external : nat → list data → option (list data * data)) (p : procedure) (t : fthread)
    (args : list data) : Prop :=
  compiled_ensures external p (dthread t :: args)
    (λ d ds, ∃ t', ds = [dthread t'] ∧ thread_ok t' ∧ (d = VUnion 0 (VRecord []) ∨ t' = t)).

Lemma ensures_compiled external p pr args vs Ψ Φ :
  externals_ok external → procs Q !! p = Some pr → is_data (Syntax.result pr) = true →
  Forall2 data_ok (given_types pr) args → lent_types pr = [] → lent_of pr = [] →
  place_args source (params pr) (map of_data args) = Ok (map Some vs) → ensures Q external p vs Ψ →
  (∀ v ws, Ψ v ws → ∃ d ds, to_data v = Ok d ∧
    collect (λ i, v ← or_wrong (ws !! i); to_data v) (shown_of pr) = Ok ds ∧ Φ d ds) →
  compiled_ensures external p args Φ.
Proof.
  intros (Hty & Htot & _) Hp Hr Hargs Hlt Hl Hplace He HΨ.
  unfold compiled_ensures.
  apply (verified_lowered Q L external p pr args (λ r, Φ (fst r) (snd r)) types layouts Hty Htot Hp Hr Hargs Hlt).
  eapply ensures_verified; [done|done|done|exact He|]. intros v ws Hv. destruct (HΨ v ws Hv) as (d & ds & ?&?&?).
  by exists d, ds.
Qed.

Lemma ensures_safe `{B : base} external p pr t args Ψ :
  externals_ok external → thread_ok t → procs Q !! p = Some pr → is_data (Syntax.result pr) = true →
  Forall2 data_ok (given_types pr) (dthread t :: args) → lent_types pr = [] → lent_of pr = [] →
  shown_of pr = [0%nat] →
  place_args source (params pr) (vthread t :: map of_data args) = Ok (map Some (vthread t :: map of_data args)) →
  ensures Q external p (vthread t :: map of_data args) Ψ →
  (∀ v ws, Ψ v ws → ∃ t' rest, ws = vthread t' :: rest ∧ thread_ok t' ∧
     ((fails v ∨ v = wait_value) ∧ t' = t ∨ v = done_value)) →
  safe external p t args.
Proof.
  intros Hext Ht Hp Hr Hargs Hlt Hl Hsh Hplace He HΨ.
  apply (ensures_compiled external p pr (dthread t :: args) (vthread t :: map of_data args) Ψ _
    Hext Hp Hr Hargs Hlt Hl);
    [by cbn [map]; rewrite of_dthread|exact He|].
  intros v ws Hv. destruct (HΨ v ws Hv) as (t' & rest & -> & Ht' & Hcase). rewrite Hsh.
  assert (∃ d, to_data v = Ok d ∧ (d = VUnion 0 (VRecord []) ∨ t' = t)) as (d & Hd & Hcase').
  { destruct Hcase as [[[(n & _ & ->)| ->] ->]| ->]; eexists; (split; [reflexivity|]); auto. }
  exists d, [dthread t']. split; [done|]. split.
  - change ((v ← to_data (vthread t'); Ok [v]) = Ok [dthread t']). by rewrite to_dthread.
  - by exists t'.
Qed.

Lemma key_typed k : key_wf k → data_ok TView (VBytes k).
Proof. intros (?&?&_). apply view_ty. split; [done|]. unfold short, len in *. lia. Qed.
Lemma value_typed v : value_ok v → data_ok TView (VBytes v).
Proof.
  intros Hv. apply view_ty. split; [by apply value_octets|]. pose proof (value_len _ Hv). unfold short, len in *. lia.
Qed.
(** The types of arguments. *)
Ltac typed :=
  repeat first
    [ apply List.Forall2_nil | apply List.Forall2_cons | by apply thread_typed | apply extern_ty
    | by apply key_typed | by apply value_typed | apply int_ty; unfold in_range, limit, bits; lia ].
(** From a property of the source; what is left is that it says what is asked. *)
Ltac safe_by H :=
  eapply ensures_safe;
    [done|done|reflexivity|reflexivity|typed|reflexivity|reflexivity|reflexivity|reflexivity
    |apply H; first [done|lia]|].
