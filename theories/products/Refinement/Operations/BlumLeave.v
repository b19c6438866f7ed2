(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * blum.leave and blum.evict, exactly: which check refuses, or what is added to which sum; and so they keep the
    invariant, never trap, and change nothing when they refuse. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Refinement Require Export Blum.
Local Open Scope Z_scope.

(** Not later than the clock, or at the same time with a key that is not after the last. *)
Definition not_later (t : fthread) (key : list Z) (e c : Z) : bool :=
  negb ((f_epoch t <? e) || (f_epoch t =? e) && (f_counter t <? c)) &&
  (negb (f_epoch t =? e) || negb (f_counter t =? c) || negb (before (f_last t) key)).
Definition leave_check (t : fthread) (s e c : Z) : checked :=
  let sl := slot_at t s in
  if bool_decide (f_key sl = replicate 34 0) then Refuses 15
  else if not_later t (f_key sl) e c then Refuses 20
  else if negb (f_left sl =? 4294967295) || negb (f_right sl =? 4294967295) then Refuses 13
  else if 4 <=? e - f_next t then Waits
  else if 4294967296 <=? f_count (f_evicted (tally_at t (e mod 4))) + 1 then Refuses 18
  else Passes.
Definition evict_check (t : fthread) (s e c : Z) : checked :=
  if f_slots t <=? s then Refuses 0
  else if f_how (slot_at t s) =? 0 then Refuses 1
  else if negb (f_how (slot_at t s) =? 2) then Refuses 21
  else leave_check t s e c.
(** The thread afterwards, if the side of what was evicted becomes [d]. *)
Definition with_left (t : fthread) (s e c : Z) (d : fside) : fthread :=
  with_slot
    (with_clock (with_tally t (e mod 4) (FTally (f_added (tally_at t (e mod 4))) d)) e c (f_key (slot_at t s)))
    s (with_how (slot_at t s) 0).

Section blum_leave.
  Context {B : base} (external : nat → list data → option (list data * data)) (Hext : externals_ok external).
  Local Notation calls := (calls Q external).
  Local Notation ensures := (ensures Q external).
  Local Notation value := (val fl_point).

  (** What comes of a check. *)
  Definition has_left (k : checked) (x : list Z) t s e c (r : value) (t' : fthread) : Prop :=
    match k with
    | Refuses w => r = VUnion 1 (refusal w) ∧ t' = t
    | Waits => r = wait_value ∧ t' = t
    | Passes => r = done_value ∧ ∃ d b h, external 1%nat [VBytes (f_value (slot_at t s))] = Some ([b], VBytes h) ∧
        inserted external x e (f_evicted (tally_at t (e mod 4)))
          (message_of h (f_key (slot_at t s)) (f_value (slot_at t s)) c (f_self t)) d ∧
        t' = with_left t s e c d
    end.

  Local Ltac known :=
    repeat match goal with E : ?b = _ |- context [?b] => lazymatch type of b with bool => rewrite E end end;
    cbn [negb andb orb].
  Local Ltac leaf :=
    fl_reached; eexists; split; [reflexivity|]; split; [assumption|];
      unfold has_left, leave_check, not_later, slot_at, tally_at;
    cbv zeta; known; split; reflexivity.
  Local Ltac on := repeat first [fl_step | fl_case]; try solve [leaf].

  (** Both departures: the slot is in use. *)
  Theorem leave_exact t (x : list Z) s e c :
    thread_ok t → 0 ≤ s < f_slots t → f_how (slot_at t s) ≠ 0 → 0 ≤ e < 2 ^ 64 → 0 ≤ c < 2 ^ 32 →
    ensures fn_blum_leave [vthread t; VExtern x; VInt s; VInt e; VInt c]
      (λ r ws, ∃ t', ws = [vthread t'; VExtern x; VInt s; VInt e; VInt c] ∧ thread_ok t' ∧
         has_left (leave_check t s e c) x t s e c r t').
  Proof using Hext.
    intros Ht Hs Hfull He Hc. thread_numbers Ht.
    pose proof (slot_at_ok t s Ht ltac:(lia)) as Hslot. destruct (full_slot t s Hslot Hfull) as [Hk Hv].
    unfold slot_at in Hslot, Hk, Hv, Hfull. pose proof (key_wf_ok _ Hk) as Hkey. pose proof (value_octets _ Hv) as Hvo.
    pose proof (Z.mod_pos_bound e 4 ltac:(lia)) as Hmod.
    pose proof (tally_at_ok t (e mod 4) Ht ltac:(lia)) as [Hadded Hevicted]. unfold tally_at in *.
    pose proof (Hcount := proj1 (proj2 (proj2 Hevicted))).
    assert (key_ok (f_last t)) as Hlast by by apply key_wf_ok.
    fl_ensures. repeat first [fl_step | fl_case].
    all: match goal with E : bool_decide (_ = ?l) = _ |- _ => change l with (replicate 34 0) in E end.
    { leaf. }
    fl_call earlier_calls. on.
    all: try (fl_call before_calls; [done|done|]; on).
    all: (fl_call too_early_calls; [lia|lia|]; on).
    all: (fl_known_call (insert_exact external Hext); [done|lia|apply Hk|apply Hk|done|destruct Hv;
      lia|done|done|done|]).
    all: intros ? ws (d' & b & h & Hhash & -> & Hd'); assert (side_ok d') as Hd by apply Hd'; fl_after; on.
    all: fl_reached; eexists; (split; [reflexivity|]); split.
    all: try (fl_thread_ok; try (split; done); by apply with_how_ok).
    all: unfold has_left, leave_check, not_later, slot_at, tally_at; cbv zeta; known.
    all: (split; [reflexivity|]); exists d', b, h; (split; [exact Hhash|]); (split; [exact Hd'|]); reflexivity.
  Qed.

  Theorem blum_evict_exact t (x : list Z) s e c :
    thread_ok t → 0 ≤ s → 0 ≤ e < 2 ^ 64 → 0 ≤ c < 2 ^ 32 →
    ensures fn_blum_evict [vthread t; VExtern x; VInt s; VInt e; VInt c]
      (λ r ws, ∃ t', ws = [vthread t'; VExtern x; VInt s; VInt e; VInt c] ∧ thread_ok t' ∧
         has_left (evict_check t s e c) x t s e c r t').
  Proof using Hext.
    intros Ht Hs He Hc. thread_numbers Ht. fl_ensures. repeat first [fl_step | fl_case].
    fl_known_call full_exact; [done|done|].
    intros r ws (-> & [[Hlt ->]|[(Hlt & Hempty & ->)|(Hlt & Hfull & ->)]]); fl_after.
    { repeat first [fl_step | fl_case]. fl_reached. eexists. split; [reflexivity|]. split; [done|].
      unfold evict_check. by rewrite (proj2 (Z.leb_le _ _)) by lia. }
    { repeat first [fl_step | fl_case]. fl_reached. eexists. split; [reflexivity|]. split; [done|].
      unfold evict_check. rewrite (proj2 (Z.leb_gt _ _)) by lia. by rewrite (proj2 (Z.eqb_eq _ _)) by lia. }
    assert (evict_check t s e c =
      if negb (f_how (slot_at t s) =? 2) then Refuses 21 else leave_check t s e c) as Hcheck.
    { unfold evict_check. rewrite (proj2 (Z.leb_gt _ _)) by lia. by rewrite (proj2 (Z.eqb_neq _ _)) by lia. }
    repeat first [fl_step | fl_case].
    2:{ fl_reached. eexists. split; [reflexivity|]. split; [done|]. rewrite Hcheck. unfold slot_at. by rewrite E. }
    fl_known_call leave_exact; [done|lia|done|done|done|].
    intros r ws (t' & -> & Ht' & Hr). fl_after. fl_steps. fl_reached. eexists. split; [reflexivity|].
    split; [done|]. rewrite Hcheck. unfold slot_at at 1. by rewrite E.
  Qed.

  Lemma has_left_cases k x t s e c r t' :
    has_left k x t s e c r t' → (∀ w, k = Refuses w → (w < 32)%nat) →
    (fails r ∨ r = wait_value) ∧ t' = t ∨ r = done_value ∧ ∀ s', 0 ≤ s' → s' ≠ s → 0 ≤ s → slot_at t' s' = slot_at t s'.
  Proof using.
    destruct k as [|w|]; cbn [has_left]; intros [-> H] Hw.
    - right. split; [done|]. destruct H as (d & b & h & _ & _ & ->). intros s' Hs' Hne Hs.
      apply (list_lookup_total_insert_ne (f_cache t)). lia.
    - left. split; [left; exists w; auto|done].
    - left. split; [by right|done].
  Qed.
  Lemma leave_check_refuses t s e c w : leave_check t s e c = Refuses w → (w < 32)%nat.
  Proof using. unfold leave_check. cbv zeta. repeat case_match; intros [= <-]; lia. Qed.

  Lemma blum_evict_ensures t (x : list Z) s e c :
    thread_ok t → 0 ≤ s → 0 ≤ e < 2 ^ 64 → 0 ≤ c < 2 ^ 32 →
    ensures fn_blum_evict [vthread t; VExtern x; VInt s; VInt e; VInt c]
      (λ r ws, ∃ t', ws = [vthread t'; VExtern x; VInt s; VInt e; VInt c] ∧ thread_ok t' ∧
         ((fails r ∨ r = wait_value) ∧ t' = t ∨ r = done_value)).
  Proof using Hext.
    intros Ht Hs He Hc. eapply ensures_mono; [by apply blum_evict_exact|]. intros r ws (t' & -> & Ht' & Hr). exists t'.
    split_and!; [done|done|]. destruct (has_left_cases _ _ _ _ _ _ _ _ Hr) as [?|[? _]]; [|by left|by right].
    intros w. unfold evict_check. repeat case_match; [intros [= <-]; lia..|apply leave_check_refuses].
  Qed.
End blum_leave.
