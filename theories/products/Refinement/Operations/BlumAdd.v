(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * blum.add, exactly: which check refuses, or what is added to which sum; and so it never traps, keeps the invariant,
    and changes nothing when it refuses. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Refinement Require Export Blum.
Local Open Scope Z_scope.

(** The first check that fails, in the program's order. *)
Definition add_check (t : fthread) (key v : list Z) (s e c : Z) : checked :=
  if bool_decide (key = replicate 34 0) then Refuses 15
  else if f_slots t <=? s then Refuses 0
  else if negb (f_how (slot_at t s) =? 0) then Refuses 2
  else if negb (fits_depth key v (f_depth t)) then Refuses 8
  else if e <? f_next t then Refuses 16
  else if c =? 4294967295 then Refuses 17
  else if 4 <=? e - f_next t then Waits
  else if 4294967296 <=? f_count (f_added (tally_at t (e mod 4))) + 1 then Refuses 18
  else Passes.
(** The thread afterwards, if the side of what was added becomes [d]. *)
Definition with_added (t : fthread) (key v : list Z) (s e c : Z) (d : fside) : fthread :=
  let t1 := with_tally t (e mod 4) (FTally d (f_evicted (tally_at t (e mod 4)))) in
  let t2 := if (f_epoch t <? e) || (f_epoch t =? e) && (f_counter t <? c + 1)
            then with_clock t1 e (c + 1) (replicate 34 0) else t1 in
  with_slot t2 s (FSlot 2 0 NONE NONE NONE key v).

Section blum_add.
  Context {B : base} (external : nat → list data → option (list data * data)) (Hext : externals_ok external).
  Local Notation calls := (calls Q external).
  Local Notation ensures := (ensures Q external).
  Local Notation value := (val fl_point).

  Definition blum_added (x : list Z) t key v s e c n (r : value) (t' : fthread) : Prop :=
    match add_check t key v s e c with
    | Refuses w => r = VUnion 1 (refusal w) ∧ t' = t
    | Waits => r = wait_value ∧ t' = t
    | Passes => r = done_value ∧ ∃ d b h, external 1%nat [VBytes v] = Some ([b], VBytes h) ∧
        inserted external x e (f_added (tally_at t (e mod 4))) (message_of h key v c n) d ∧
        t' = with_added t key v s e c d
    end.

  Local Ltac leaf :=
    fl_reached; eexists; split; [reflexivity|]; split; [assumption|]; unfold blum_added, add_check, slot_at, tally_at;
    repeat match goal with E : ?b = _ |- context [?b] => lazymatch type of b with bool => rewrite E end end;
    cbn [negb]; split; reflexivity.
  Local Ltac on := repeat first [fl_step | fl_case]; try solve [leaf].

  Theorem blum_add_exact t (x key v : list Z) s e c n :
    thread_ok t → key_wf key → value_ok v → 0 ≤ s → 0 ≤ e < 2 ^ 64 → 0 ≤ c < 2 ^ 32 → 0 ≤ n < 2 ^ 16 →
    ensures fn_blum_add [vthread t; VExtern x; VBytes key; VBytes v; VInt s; VInt e; VInt c; VInt n]
      (λ r ws, ∃ t', ws = [vthread t'; VExtern x; VBytes key; VBytes v; VInt s; VInt e; VInt c; VInt n] ∧
         thread_ok t' ∧ blum_added x t key v s e c n r t').
  Proof using Hext.
    intros Ht Hk Hv Hs He Hc Hn. pose proof (key_wf_ok _ Hk) as Hkey. pose proof (value_octets _ Hv) as Hvo.
    pose proof (Z.mod_pos_bound e 4 ltac:(lia)) as Hmod.
    pose proof (tally_at_ok t (e mod 4) Ht ltac:(lia)) as [Hadded Hevicted]. unfold tally_at in *.
    pose proof (value_len _ Hv) as Hvl.
    pose proof (Hcount := proj1 (proj2 (proj2 Hadded))).
    thread_numbers Ht. fl_ensures. repeat first [fl_step | fl_case].
    all: match goal with E : bool_decide (_ = ?l) = _ |- _ => change l with (replicate 34 0) in E end.
    { leaf. }
    fl_known_call vacant_exact; [done|done|].
    intros r ws (-> & [[Hlt ->]|[(Hlt & Hfull & ->)|(Hlt & Hempty & ->)]]); fl_after.
    { assert (f_slots t <=? s = true) by lia. on. }
    { assert (f_slots t <=? s = false) by lia.
      assert (f_how (slot_at t s) =? 0 = false) by lia. unfold slot_at in *. on. }
    assert (f_slots t <=? s = false) by lia. assert (f_how (slot_at t s) =? 0 = true) by lia. unfold slot_at in *. on.
    fl_call fits_calls; [done|done|lia|]. on.
    fl_call too_early_calls; [lia|lia|]. on.
    fl_known_call (insert_exact external Hext); [done|lia|apply Hk|apply Hk|done|destruct Hv; lia|done|done|done|].
    intros ? ws (d' & b & h & Hhash & -> & Hd'). assert (side_ok d') as Hd by apply Hd'. fl_after. fl_steps.
    fl_call earlier_calls. on.
    all: fl_call put_slot_calls;
      [fl_thread_ok; try (split; done); try apply root_wf|lia|destruct Hk as (_&?&_); lia|destruct Hv; lia|].
    all: on; fl_reached; eexists; (split; [reflexivity|]); split.
    all: try (fl_thread_ok; try (split; done); try apply root_wf; apply new_slot_ok; try done; try lia; by right).
    all: unfold blum_added, add_check, slot_at, tally_at;
      repeat match goal with E : ?b = _ |- context [?b] => lazymatch type of b with bool => rewrite E end end;
      cbn [negb]; (split; [reflexivity|]); exists d', b, h; (split; [exact Hhash|]); (split; [exact Hd'|]);
      unfold with_added, tally_at;
      repeat match goal with E : ?b = _ |- context [?b] => lazymatch type of b with bool => rewrite E end end;
      reflexivity.
  Qed.

  Lemma add_check_refuses t key v s e c w : add_check t key v s e c = Refuses w → (w < 32)%nat.
  Proof using. unfold add_check. repeat case_match; intros [= <-]; lia. Qed.
  Lemma blum_added_cases x t key v s e c n r t' :
    blum_added x t key v s e c n r t' → (fails r ∨ r = wait_value) ∧ t' = t ∨ r = done_value.
  Proof using.
    unfold blum_added. destruct (add_check t key v s e c) as [|w|] eqn:Ek; intros [-> Hr]; [by right|left|left].
    - split; [left|done]. exists w. split; [by eapply add_check_refuses|done].
    - split; [by right|done].
  Qed.
  Lemma blum_add_ensures t (x key v : list Z) s e c n :
    thread_ok t → key_wf key → value_ok v → 0 ≤ s → 0 ≤ e < 2 ^ 64 → 0 ≤ c < 2 ^ 32 → 0 ≤ n < 2 ^ 16 →
    ensures fn_blum_add [vthread t; VExtern x; VBytes key; VBytes v; VInt s; VInt e; VInt c; VInt n]
      (λ r ws, ∃ t', ws = [vthread t'; VExtern x; VBytes key; VBytes v; VInt s; VInt e; VInt c; VInt n] ∧
         thread_ok t' ∧ ((fails r ∨ r = wait_value) ∧ t' = t ∨ r = done_value)).
  Proof using Hext.
    intros. eapply ensures_mono; [by apply blum_add_exact|]. intros r ws (t' & -> & Ht' & Hr). exists t'.
    split_and!; [done|done|by eapply blum_added_cases].
  Qed.
End blum_add.
