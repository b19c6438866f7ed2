(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * A thread of the program: its records, as values of the language, and what holds of them all the time.

    [vthread t] is the value; [thread_ok t] is the invariant that no function breaks. It says what the program relies on
    when it looks into bytes, follows a link between slots or adds to a count, and nothing of what entries mean. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Lang.Logic Require Export Ensures.
From Fairlead.Refinement Require Export Values Edges.
Local Open Scope Z_scope.

Notation NONE := 4294967295 (only parsing).
Notation SLOTS := 65536 (only parsing).

Record fslot := FSlot {
  f_how : Z; f_up : Z; f_parent : Z; f_left : Z; f_right : Z; f_key : list Z; f_value : list Z }.
Record fside := FSide { f_low : Z; f_high : Z; f_count : Z; f_waiting : list Z }.
Record ftally := FTally { f_added : fside; f_evicted : fside }.
Record fthread := FThread {
  f_self : Z; f_depth : Z; f_slots : Z; f_epoch : Z; f_counter : Z; f_last : list Z; f_next : Z; f_index : Z;
  f_open : list ftally; f_cache : list fslot }.
Global Instance fslot_inhabited : Inhabited fslot := populate (FSlot 0 0 0 0 0 [] []).
Global Instance ftally_inhabited : Inhabited ftally := populate (FTally (FSide 0 0 0 []) (FSide 0 0 0 [])).

(** ** Values of the language *)
Local Notation value := (val fl_point).
Definition vslot (c : fslot) : value :=
  VRecord [VInt (f_how c); VInt (f_up c); VInt (f_parent c); VInt (f_left c); VInt (f_right c);
           VBytes (f_key c); VBytes (f_value c)].
Definition vside (d : fside) : value :=
  VRecord [VRecord [VInt (f_low d); VInt (f_high d)]; VInt (f_count d); VBytes (f_waiting d)].
Definition vtally (y : ftally) : value := VRecord [vside (f_added y); vside (f_evicted y)].
Definition vthread (t : fthread) : value :=
  VRecord [VInt (f_self t); VInt (f_depth t); VInt (f_slots t); VInt (f_epoch t); VInt (f_counter t);
           VBytes (f_last t); VInt (f_next t); VInt (f_index t);
           VArray (map vtally (f_open t)); VArray (map vslot (f_cache t))].

(** A refusal by its number; whether there is one. *)
Definition unit_value : value := VRecord [].
Definition refusal (n : nat) : value := VUnion n unit_value.
Definition passes : value := VUnion 0 unit_value.
Definition fails (v : value) : Prop := ∃ n, (n < 32)%nat ∧ v = VUnion 1 (refusal n).
(** What an operation comes to. *)
Definition done_value : value := VUnion 0 unit_value.
Definition wait_value : value := VUnion 2 unit_value.
Definition outcome_ok (v : value) : Prop := v = done_value ∨ v = wait_value ∨ fails v.

(** ** The invariant *)
Definition link_ok (i : Z) : Prop := 0 ≤ i < SLOTS ∨ i = NONE.
Definition slot_ok (c : fslot) : Prop :=
  0 ≤ f_how c ≤ 2 ∧ 0 ≤ f_up c ≤ 1 ∧ link_ok (f_parent c) ∧ link_ok (f_left c) ∧ link_ok (f_right c) ∧
  (octets (f_key c) ∧ len (f_key c) ≤ 34) ∧ (octets (f_value c) ∧ len (f_value c) ≤ 256) ∧
  (f_how c ≠ 0 → key_wf (f_key c) ∧ value_ok (f_value c)).
Definition side_ok (d : fside) : Prop :=
  0 ≤ f_low d < 2 ^ 64 ∧ 0 ≤ f_high d < 2 ^ 64 ∧ 0 ≤ f_count d < 2 ^ 32 ∧ octets (f_waiting d) ∧
  ∃ n, 0 ≤ n < 16 ∧ len (f_waiting d) = 80 * n.
Definition tally_ok (y : ftally) : Prop := side_ok (f_added y) ∧ side_ok (f_evicted y).
(** Which thread it is, and which epoch it verifies next: what no entry changes. Fixed in proofs about entries, so that
    the invariant says it. *)
Class base := Base { b_self : Z; b_next : Z }.
Definition thread_ok `{B : base} (t : fthread) : Prop :=
  (0 ≤ f_self t < 2 ^ 16 ∧ f_self t = b_self ∧ f_next t = b_next) ∧
  0 ≤ f_depth t < 2 ^ 32 ∧ 0 ≤ f_slots t ≤ SLOTS ∧ 0 ≤ f_epoch t < 2 ^ 64 ∧
  0 ≤ f_counter t < 2 ^ 32 ∧ key_wf (f_last t) ∧ 0 ≤ f_next t ≤ f_epoch t ∧ 0 ≤ f_index t < 2 ^ 64 ∧
  (len (f_open t) = 4 ∧ Forall tally_ok (f_open t)) ∧ (len (f_cache t) = SLOTS ∧ Forall slot_ok (f_cache t)).

(** ** Parts of a thread, and a thread with another part *)
Definition slot_at (t : fthread) (s : Z) : fslot := f_cache t !!! Z.to_nat s.
Definition with_slot (t : fthread) (s : Z) (c : fslot) : fthread :=
  FThread (f_self t) (f_depth t) (f_slots t) (f_epoch t) (f_counter t) (f_last t) (f_next t) (f_index t)
    (f_open t) (<[Z.to_nat s := c]> (f_cache t)).
Definition tally_at (t : fthread) (i : Z) : ftally := f_open t !!! Z.to_nat i.
Definition with_tally (t : fthread) (i : Z) (y : ftally) : fthread :=
  FThread (f_self t) (f_depth t) (f_slots t) (f_epoch t) (f_counter t) (f_last t) (f_next t) (f_index t)
    (<[Z.to_nat i := y]> (f_open t)) (f_cache t).
Definition with_clock (t : fthread) (epoch counter : Z) (last : list Z) : fthread :=
  FThread (f_self t) (f_depth t) (f_slots t) epoch counter last (f_next t) (f_index t) (f_open t) (f_cache t).
Definition with_how (c : fslot) (how : Z) : fslot :=
  FSlot how (f_up c) (f_parent c) (f_left c) (f_right c) (f_key c) (f_value c).
Definition with_value (c : fslot) (v : list Z) : fslot :=
  FSlot (f_how c) (f_up c) (f_parent c) (f_left c) (f_right c) (f_key c) v.
Definition with_parent (c : fslot) (parent up : Z) : fslot :=
  FSlot (f_how c) up parent (f_left c) (f_right c) (f_key c) (f_value c).
Definition child_of (c : fslot) (d : Z) : Z := if d =? 0 then f_left c else f_right c.
Definition with_child (c : fslot) (d i : Z) : fslot :=
  if d =? 0 then FSlot (f_how c) (f_up c) (f_parent c) i (f_right c) (f_key c) (f_value c)
  else FSlot (f_how c) (f_up c) (f_parent c) (f_left c) i (f_key c) (f_value c).

(** ** The invariant, part by part *)
Lemma slot_at_ok `{B : base} t s : thread_ok t → 0 ≤ s < SLOTS → slot_ok (slot_at t s).
Proof.
  intros (_&_&_&_&_&_&_&_&_&Hl&Hc) Hs. unfold slot_at, len in *.
  apply (Forall_lookup_total_1 _ _ _ Hc). lia.
Qed.
Lemma tally_at_ok `{B : base} t i : thread_ok t → 0 ≤ i < 4 → tally_ok (tally_at t i).
Proof.
  intros (_&_&_&_&_&_&_&_&(Hl&Hc)&_) Hs. unfold tally_at, len in *.
  apply (Forall_lookup_total_1 _ _ _ Hc). lia.
Qed.
Lemma with_slot_ok `{B : base} t s c : thread_ok t → slot_ok c → thread_ok (with_slot t s c).
Proof.
  intros Ht Hc. unfold thread_ok in *. cbn [f_self f_depth f_slots f_epoch f_counter f_last f_next f_index f_open
    f_cache
    with_slot] in *. rewrite len_insert. destruct Ht as (?&?&?&?&?&?&?&?&?&?&?). split_and!; try done; try tauto.
  by apply Forall_insert.
Qed.
Theorem with_tally_ok `{B : base} t i y : thread_ok t → tally_ok y → thread_ok (with_tally t i y).
Proof.
  intros Ht Hc. unfold thread_ok in *. cbn [f_self f_depth f_slots f_epoch f_counter f_last f_next f_index f_open
    f_cache
    with_tally] in *. rewrite len_insert. destruct Ht as (?&?&?&?&?&?&?&?&(?&?)&?). split_and!; try done; try tauto.
  by apply Forall_insert.
Qed.
Theorem with_clock_ok `{B : base} t e c k :
  thread_ok t → f_epoch t ≤ e < 2 ^ 64 → 0 ≤ c < 2 ^ 32 → key_wf k → thread_ok (with_clock t e c k).
Proof.
  intros Ht ???. unfold thread_ok in *. cbn [f_self f_depth f_slots f_epoch f_counter f_last f_next f_index f_open
    f_cache
    with_clock] in *. destruct Ht as (?&?&?&?&?&?&?&?&?&?). split_and!; try done; try tauto; lia.
Qed.
Lemma slot_at_same `{B : base} t s c : thread_ok t → 0 ≤ s < SLOTS → slot_at (with_slot t s c) s = c.
Proof.
  intros (_&_&_&_&_&_&_&_&_&Hl&Hc) Hs. unfold slot_at, len in *. cbn. apply list_lookup_total_insert. lia.
Qed.
Lemma slot_at_other t s s' c : 0 ≤ s → 0 ≤ s' → s ≠ s' → slot_at (with_slot t s c) s' = slot_at t s'.
Proof. intros. unfold slot_at. cbn. apply list_lookup_total_insert_ne. lia. Qed.

Lemma full_slot t s : slot_ok (slot_at t s) → f_how (slot_at t s) ≠ 0 →
  key_wf (f_key (slot_at t s)) ∧ value_ok (f_value (slot_at t s)).
Proof. unfold slot_ok. tauto. Qed.
Lemma with_how_ok c : slot_ok c → slot_ok (with_how c 0).
Proof. unfold slot_ok. cbn. intros (?&?&?&?&?&?&?&?). split_and!; try tauto; try lia; by intros []. Qed.
Lemma with_value_ok c v : slot_ok c → value_ok v → slot_ok (with_value c v).
Proof.
  unfold slot_ok. cbn. intros (?&?&?&?&?&?&?&?) Hv. pose proof (value_octets v Hv). pose proof (proj1 Hv).
  split_and!; tauto.
Qed.
Lemma with_parent_ok c p u : slot_ok c → link_ok p → 0 ≤ u ≤ 1 → slot_ok (with_parent c p u).
Proof. unfold slot_ok. cbn. intros (?&?&?&?&?&?&?&?) ??. split_and!; try tauto; lia. Qed.
Lemma with_child_ok c d i : slot_ok c → link_ok i → slot_ok (with_child c d i).
Proof. unfold slot_ok, with_child. destruct (d =? 0); cbn; intros (?&?&?&?&?&?&?&?) ?; split_and!; tauto. Qed.
Lemma new_slot_ok how up parent key v :
  0 ≤ how ≤ 2 → 0 ≤ up ≤ 1 → link_ok parent → key_wf key → value_ok v →
  slot_ok (FSlot how up parent NONE NONE key v).
Proof.
  intros ??? Hk Hv. unfold slot_ok; cbn. pose proof (value_octets v Hv). destruct Hk as (?&?&?), Hv.
  unfold link_ok. split_and!; try tauto; try lia. intros _. split; [done|]. split; done.
Qed.
Theorem child_of_ok c d : slot_ok c → link_ok (child_of c d).
Proof. unfold slot_ok, child_of. destruct (d =? 0); tauto. Qed.

(** What single writes leave. *)
Lemma write_value_ok `{B : base} t s v :
  thread_ok t → 0 ≤ s < SLOTS → value_ok v → thread_ok (with_slot t s (with_value (slot_at t s) v)).
Proof. intros Ht Hs Hv. apply with_slot_ok; [done|]. apply with_value_ok; [by apply slot_at_ok|done]. Qed.
Lemma write_how_ok `{B : base} t s : thread_ok t → 0 ≤ s < SLOTS → thread_ok (with_slot t s (with_how (slot_at t s) 0)).
Proof. intros Ht Hs. apply with_slot_ok; [done|]. apply with_how_ok. by apply slot_at_ok. Qed.
Theorem write_parent_ok `{B : base} t s p u :
  thread_ok t → 0 ≤ s < SLOTS → link_ok p → 0 ≤ u ≤ 1 →
  thread_ok (with_slot t s (with_parent (slot_at t s) p u)).
Proof. intros Ht Hs ??. apply with_slot_ok; [done|]. apply with_parent_ok; [by apply slot_at_ok|done..]. Qed.
Lemma write_child_ok `{B : base} t s d i :
  thread_ok t → 0 ≤ s < SLOTS → link_ok i → thread_ok (with_slot t s (with_child (slot_at t s) d i)).
Proof. intros Ht Hs ?. apply with_slot_ok; [done|]. apply with_child_ok; [by apply slot_at_ok|done]. Qed.

Theorem value_with_parent `{B : base} t s p u s' :
  thread_ok t → 0 ≤ s < SLOTS → 0 ≤ s' →
  f_value (slot_at (with_slot t s (with_parent (slot_at t s) p u)) s') = f_value (slot_at t s').
Proof.
  intros Ht Hs Hs'. destruct (decide (s = s')) as [->|Hne]; [by rewrite slot_at_same by done|].
  by rewrite slot_at_other by lia.
Qed.

(** ** Values folded again after a write *)
Lemma fold_slots (l : list fslot) i a b c d e k v :
  <[i := VRecord [VInt a; VInt b; VInt c; VInt d; VInt e; VBytes k; VBytes v]]> (map vslot l) =
  map vslot (<[i := FSlot a b c d e k v]> l).
Proof. symmetry. apply (list_fmap_insert vslot). Qed.
Lemma fold_tallies (l : list ftally) i d e :
  <[i := VRecord [vside d; vside e]]> (map vtally l) = map vtally (<[i := FTally d e]> l).
Proof. symmetry. apply (list_fmap_insert vtally). Qed.

Ltac fl_fold ::=
  match goal with
  | |- context [<[_ := VRecord [VInt _; VInt _; VInt _; VInt _; VInt _; VBytes _; VBytes _]]> (map vslot _)] =>
      rewrite fold_slots
  | |- context [VRecord [VRecord [VInt ?a; VInt ?b]; VInt ?c; VBytes ?d]] =>
      change (VRecord [VRecord [VInt a; VInt b]; VInt c; VBytes d]) with (vside (FSide a b c d))
  | |- context [<[_ := VRecord [vside _; vside _]]> (map vtally _)] => rewrite fold_tallies
  | |- context [VRecord [VInt ?a; VInt ?b; VInt ?c; VInt ?d; VInt ?e; VBytes ?f; VInt ?g; VInt ?h;
                         VArray (map vtally ?o); VArray (map vslot ?l)]] =>
      change (VRecord [VInt a; VInt b; VInt c; VInt d; VInt e; VBytes f; VInt g; VInt h;
                       VArray (map vtally o); VArray (map vslot l)])
        with (vthread (FThread a b c d e f g h o l))
  | |- context [<[?i := _]> (<[?i := _]> _)] => rewrite list_insert_insert
  | |- context [<[?i := _]> _ !!! ?i] => rewrite list_lookup_total_insert by (unfold len in *;
    rewrite ?insert_length; lia)
  | H : f_value (f_cache ?t !!! ?i) = _ |- context [f_value (f_cache ?t !!! ?i)] => rewrite H
  | H : ?e _ _ = Some (_, _) |- context [?e _ _] => is_var e; rewrite H
  | |- context [bool_decide (@eq nat ?a ?b)] =>
      let r := eval vm_compute in (bool_decide (@eq nat a b)) in
      lazymatch r with true => idtac | false => idtac end;
      change (bool_decide (@eq nat a b)) with r
  end.

(** The numbers of a thread, where [lia] finds them. *)
Ltac thread_numbers H :=
  let H' := fresh in pose proof H as H'; unfold thread_ok in H'; destruct H' as ((?&?&?)&?&?&?&?&?&?&?&(?&?)&(?&?)).

(** The invariant of a thread of which parts were written; what is left is said of those. *)
Ltac fl_thread_ok :=
  lazymatch goal with
  | |- thread_ok _ =>
      unfold thread_ok, with_slot, with_tally, with_clock;
      cbn [f_self f_depth f_slots f_epoch f_counter f_last f_next f_index f_open f_cache];
      rewrite ?len_insert; split_and!; try assumption; try lia;
      repeat (apply Forall_insert; [try assumption|])
  end.
(** Something of the thread as it is now, [P]; and then nothing else is remembered of it. *)
Tactic Notation "fl_state" constr(P) "as" simple_intropattern(H) :=
  lazymatch goal with
  | |- walk _ _ _ _ _ _ (Some (vthread ?t) :: _) => let g := eval cbn beta in (P t) in assert g as H
  end.
Ltac fl_forget t' :=
  lazymatch goal with |- walk _ _ _ _ _ _ (Some (vthread ?t) :: _) => set (t' := t) in *; clearbody t' end.
(** A refusal, which changes nothing. *)
Ltac fl_refused :=
  fl_reached; eexists; split; [reflexivity|]; split; [assumption|]; left; split; [|reflexivity];
  first [by right|eexists; split; [|reflexivity]; lia|left; eexists; split; [|reflexivity]; lia].
Ltac fl_walk_on := repeat first [fl_step | fl_case]; try solve [fl_refused].

(** ** Small functions on slots *)
Section slots.
  Context {B : base} (external : nat → list data → option (list data * data)).
  Local Notation calls := (calls Q external).
  Local Notation ensures := (ensures Q external).

  Lemma full_ensures t s :
    thread_ok t → 0 ≤ s →
    ensures fn_merkle_full [vthread t; VInt s]
      (λ v ws, ws = [vthread t; VInt s] ∧ (fails v ∨ v = passes ∧ s < f_slots t ∧ f_how (slot_at t s) ≠ 0)).
  Proof.
    intros Ht Hs. thread_numbers Ht. fl_ensures. repeat first [fl_step|fl_case]; fl_reached; (split; [done|]).
    all: first [left; eexists; split; [|reflexivity]; lia|right; unfold slot_at; split_and!; [done|lia|lia]].
  Qed.

  Lemma vacant_ensures t s :
    thread_ok t → 0 ≤ s →
    ensures fn_merkle_vacant [vthread t; VInt s]
      (λ v ws, ws = [vthread t; VInt s] ∧ (fails v ∨ v = passes ∧ s < f_slots t ∧ f_how (slot_at t s) = 0)).
  Proof.
    intros Ht Hs. thread_numbers Ht. fl_ensures. repeat first [fl_step|fl_case]; fl_reached; (split; [done|]).
    all: first [left; eexists; split; [|reflexivity]; lia|right; unfold slot_at; split_and!; [done|lia|lia]].
  Qed.

  Lemma child_calls t s d :
    thread_ok t → 0 ≤ s < SLOTS →
    calls fn_merkle_child [vthread t; VInt s; VInt d] (VInt (child_of (slot_at t s) d)) [vthread t; VInt s; VInt d].
  Proof. intros Ht Hs. thread_numbers Ht. unfold child_of, slot_at. fl_function. fl_walk. Qed.

  Lemma set_child_calls t s d i :
    thread_ok t → 0 ≤ s < SLOTS →
    calls fn_merkle_set_child [vthread t; VInt s; VInt d; VInt i] unit_value
      [vthread (with_slot t s (with_child (slot_at t s) d i)); VInt s; VInt d; VInt i].
  Proof. intros Ht Hs. thread_numbers Ht. unfold with_slot, with_child, slot_at. fl_function. fl_walk. Qed.

  Lemma put_slot_calls t s how parent up key v :
    thread_ok t → 0 ≤ s < SLOTS → len key ≤ 34 → len v ≤ 256 →
    calls fn_merkle_put_slot [vthread t; VInt s; VInt how; VInt parent; VInt up; VBytes key; VBytes v] unit_value
      [vthread (with_slot t s (FSlot how up parent NONE NONE key v));
       VInt s; VInt how; VInt parent; VInt up; VBytes key; VBytes v].
  Proof. intros Ht Hs Hk Hv. thread_numbers Ht. unfold with_slot. fl_function. fl_walk. Qed.
End slots.
