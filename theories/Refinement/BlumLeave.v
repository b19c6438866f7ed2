(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * blum.leave and blum.evict: they keep the invariant, never trap, and change nothing when they refuse. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Refinement Require Export Blum.
Local Open Scope Z_scope.

Section blum_leave.
  Context {B : base} (external : nat → list data → option (list data * data)) (Hext : externals_ok external).
  Local Notation calls := (calls Q external).
  Local Notation ensures := (ensures Q external).
  Local Notation value := (val fl_point).

  (** Both departures: the slot is in use. *)
  Lemma leave_ensures t (x : list Z) s e c :
    thread_ok t → 0 ≤ s < f_slots t → f_how (slot_at t s) ≠ 0 → 0 ≤ e < 2 ^ 64 → 0 ≤ c < 2 ^ 32 →
    ensures fn_blum_leave [vthread t; VExtern x; VInt s; VInt e; VInt c]
      (λ r ws, ∃ t', ws = [vthread t'; VExtern x; VInt s; VInt e; VInt c] ∧ thread_ok t' ∧
         ((fails r ∨ r = wait_value) ∧ t' = t ∨
          r = done_value ∧ ∀ s', 0 ≤ s' → s' ≠ s → slot_at t' s' = slot_at t s')).
  Proof using Hext.
    intros Ht Hs Hfull He Hc. thread_numbers Ht.
    pose proof (slot_at_ok t s Ht ltac:(lia)) as Hslot. destruct (full_slot t s Hslot Hfull) as [Hk Hv].
    unfold slot_at in Hslot, Hk, Hv, Hfull. pose proof (key_wf_ok _ Hk) as Hkey. pose proof (value_octets _ Hv) as Hvo.
    pose proof (Z.mod_pos_bound e 4 ltac:(lia)) as Hmod.
    pose proof (tally_at_ok t (e mod 4) Ht ltac:(lia)) as [Hadded Hevicted]. unfold tally_at in *.
    pose proof (Hcount := proj1 (proj2 (proj2 Hevicted))).
    assert (key_ok (f_last t)) as Hlast by by apply key_wf_ok.
    fl_ensures. fl_walk_on. fl_call earlier_calls. fl_walk_on.
    all: try (fl_call before_calls; [done|done|]; fl_walk_on).
    all: (fl_call too_early_calls; [lia|lia|]; fl_walk_on).
    all: (fl_known_call (insert_ensures external Hext); [done|lia|apply Hk|apply Hk|done|destruct Hv;
      lia|done|done|done|]).
    all: intros ? ws (d' & -> & Hd'); fl_after; fl_walk_on.
    all: fl_reached; eexists; (split; [reflexivity|]); split.
    all: try (fl_thread_ok; try (split; done); by apply with_how_ok).
    all: right; (split; [done|]); intros s' Hs' Hne; apply (list_lookup_total_insert_ne (f_cache t)); lia.
  Qed.

  Lemma blum_evict_ensures t (x : list Z) s e c :
    thread_ok t → 0 ≤ s → 0 ≤ e < 2 ^ 64 → 0 ≤ c < 2 ^ 32 →
    ensures fn_blum_evict [vthread t; VExtern x; VInt s; VInt e; VInt c]
      (λ r ws, ∃ t', ws = [vthread t'; VExtern x; VInt s; VInt e; VInt c] ∧ thread_ok t' ∧
         ((fails r ∨ r = wait_value) ∧ t' = t ∨ r = done_value)).
  Proof using Hext.
    intros Ht Hs He Hc. thread_numbers Ht. fl_ensures. fl_walk_on.
    fl_known_call full_ensures; [done|done|]. intros r ws (-> & [(w & Hw & ->)|(-> & Hlt & Hfull)]);
      fl_after; fl_walk_on.
    fl_known_call leave_ensures; [done|lia|done|done|done|].
    intros r ws (t' & -> & Ht' & Hr). fl_after. fl_walk_on. fl_reached. eexists. split; [reflexivity|].
    split; [done|]. destruct Hr as [?|[? _]]; auto.
  Qed.
End blum_leave.
