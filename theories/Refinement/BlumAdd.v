(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * blum.add: it keeps the invariant, never traps, and changes nothing when it refuses. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Refinement Require Export Blum.
Local Open Scope Z_scope.

Section blum_add.
  Context {B : base} (external : nat → list data → option (list data * data)) (Hext : externals_ok external).
  Local Notation calls := (calls Q external).
  Local Notation ensures := (ensures Q external).
  Local Notation value := (val fl_point).

  Lemma blum_add_ensures t (x key v : list Z) s e c n :
    thread_ok t → key_wf key → value_ok v → 0 ≤ s → 0 ≤ e < 2 ^ 64 → 0 ≤ c < 2 ^ 32 → 0 ≤ n < 2 ^ 16 →
    ensures fn_blum_add [vthread t; VExtern x; VBytes key; VBytes v; VInt s; VInt e; VInt c; VInt n]
      (λ r ws, ∃ t', ws = [vthread t'; VExtern x; VBytes key; VBytes v; VInt s; VInt e; VInt c; VInt n] ∧
         thread_ok t' ∧ ((fails r ∨ r = wait_value) ∧ t' = t ∨ r = done_value)).
  Proof using Hext.
    intros Ht Hk Hv Hs He Hc Hn. pose proof (key_wf_ok _ Hk) as Hkey. pose proof (value_octets _ Hv) as Hvo.
    pose proof (Z.mod_pos_bound e 4 ltac:(lia)) as Hmod.
    pose proof (tally_at_ok t (e mod 4) Ht ltac:(lia)) as [Hadded Hevicted]. unfold tally_at in *.
    pose proof (value_len _ Hv) as Hvl.
    pose proof (Hcount := proj1 (proj2 (proj2 Hadded))).
    thread_numbers Ht. fl_ensures. fl_walk_on.
    fl_known_call vacant_ensures; [done|done|]. intros r ws (-> & [(w & Hw & ->)|(-> & Hlt & Hempty)]);
      fl_after; fl_walk_on.
    fl_call fits_calls; [done|done|lia|]. fl_walk_on.
    fl_call too_early_calls; [lia|lia|]. fl_walk_on.
    fl_known_call (insert_ensures external Hext); [done|lia|apply Hk|apply Hk|done|destruct Hv; lia|done|done|done|].
    intros ? ws (d' & -> & Hd'). fl_after. fl_steps. fl_call earlier_calls. fl_walk_on.
    all: fl_call put_slot_calls;
      [fl_thread_ok; try (split; done); try apply root_wf|lia|destruct Hk as (_&?&_); lia|destruct Hv; lia|].
    all: fl_walk_on; fl_reached; eexists; (split; [reflexivity|]); (split; [|by right]).
    all: fl_thread_ok; try (split; done); try apply root_wf; apply new_slot_ok; try done; try lia; by right.
  Qed.
End blum_add.
