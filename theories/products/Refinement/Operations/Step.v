(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * step: it takes one entry from any place of any bytes, or refuses it, or puts it off, or finds it cut off; it never
    traps, keeps the invariant, and changes nothing unless it takes the entry. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Refinement Require Export BlumAdd BlumTree MerkleAdd MerkleOut TakeAway Entries SimpleRun.
Local Open Scope Z_scope.

Definition vstep (size : Z) (outcome : val fl_point) (more close : bool) : val fl_point :=
  VRecord [VInt size; outcome; VBool more; VBool false; VBool close].
(** What [step] comes to, where [rest] bytes are left. *)
Definition stepped `{B : base} (t : fthread) (rest : Z) (out : list Z) (r : val fl_point) (t' : fthread)
    (out' : list Z) : Prop :=
  (r = vstep 0 wait_value true false ∧ t' = t ∧ out' = out) ∨
  (∃ size w, r = vstep size (VUnion 1 (refusal w)) false false ∧ (w < 32)%nat ∧ t' = t ∧ out' = out) ∨
  (∃ size, r = vstep size wait_value false false ∧ t' = t ∧ out' = out) ∨
  (∃ size close, r = vstep size done_value false close ∧ 1 ≤ size ≤ rest ∧ thread_ok t' ∧ grown RECEIPT out out' ∧
     (close = true → f_next t' < f_epoch t')).

(** What is left of the log. *)
Local Notation left_over log p := (cut log p (len log)).
Local Notation after_key log p := (cut (left_over log p) 35 (len (left_over log p))).

Section step.
  Context {B : base} (external : nat → list data → option (list data * data)) (Hext : externals_ok external).
  Local Notation calls := (calls Q external).
  Local Notation ensures := (ensures Q external).
  Local Notation value := (val fl_point).

  Lemma cut_calls : calls fn_cut_off [] (vstep 0 wait_value true false) [].
  Proof using. fl_function. fl_walk. Qed.
  Lemma refuse_entry_calls w :
    calls fn_refuse [VUnion w unit_value] (vstep 0 (VUnion 1 (VUnion w unit_value)) false false) [VUnion w unit_value].
  Proof using. fl_function. fl_walk. Qed.
  Lemma came_to_calls size o : calls fn_came_to [VInt size; o] (vstep size o false false) [VInt size; o].
  Proof using. fl_function. fl_walk. Qed.
  Lemma came_to_merkle_done size :
    calls fn_came_to_merkle [VInt size; passes] (vstep size done_value false false) [VInt size; passes].
  Proof using. fl_function. fl_walk. fl_call came_to_calls. fl_walk. Qed.
  Lemma came_to_merkle_refused size w :
    calls fn_came_to_merkle [VInt size; VUnion 1 (VUnion w unit_value)]
      (vstep 0 (VUnion 1 (VUnion w unit_value)) false false) [VInt size; VUnion 1 (VUnion w unit_value)].
  Proof using. fl_function. fl_walk. fl_call refuse_entry_calls. fl_walk. Qed.

  Local Ltac result := fl_steps; fl_reached; do 2 eexists; split; [reflexivity|].
  Local Ltac refused := result; right; left; do 2 eexists; split; [reflexivity|]; by split_and!; [lia|..].
  Local Ltac waiting := result; right; right; left; eexists; split; [reflexivity|]; by split_and!.
  Local Ltac taken :=
    result; right; right; right; do 2 eexists; split; [reflexivity|]; split; [lia|]; split;
      [|split; [by apply grown_same|try done]].
  Local Ltac leave :=
    lazymatch goal with
    | |- walk _ _ _ (Call _ (MkCall 10%nat _ _)) _ _ _ => fl_call cut_calls; result; left; by split_and!
    | |- walk _ _ _ (Call _ (MkCall 9%nat _ _)) _ _ _ => fl_call refuse_entry_calls; refused
    end.
  Local Ltac on := repeat first [fl_step | fl_case]; try solve [leave].
  Local Ltac either :=
    lazymatch goal with |- walk _ _ _ (if ?b then _ else _) _ _ _ => let E := fresh "E" in destruct b eqn:E end.

  (** After an operation of merkle.fl, or of blum.fl. *)
  Local Ltac after_merkle :=
    let r := fresh in let ws := fresh in let t' := fresh "t'" in let w := fresh "w" in let Hw := fresh in
    let Ht' := fresh "Ht'" in
    intros r ws (t' & -> & Ht' & [[(w & Hw & ->) ->]| ->]); fl_after; fl_steps;
    [fl_call came_to_merkle_refused; refused|fl_call came_to_merkle_done; taken; exact Ht'].
  Local Ltac after_blum :=
    let r := fresh in let ws := fresh in let t' := fresh "t'" in let w := fresh "w" in let Hw := fresh in
    let Ht' := fresh "Ht'" in
    intros r ws (t' & -> & Ht' & [[[(w & Hw & ->)| ->] ->]| ->]); fl_after; fl_steps; fl_call came_to_calls;
    [refused|waiting|taken; exact Ht'].

  Local Ltac after_run :=
    let r := fresh in let ws := fresh in let t' := fresh "t'" in let out' := fresh "out'" in let w := fresh "w" in
    let Hw := fresh in let size := fresh "size" in let Hsize := fresh in let Ht' := fresh "Ht'" in let Hg := fresh in
    intros r ws (t' & out' & -> & [(w & Hw & -> & -> & ->)|[(-> & -> & ->)|(size & Hsize & -> & Ht' & Hg)]]);
    fl_after; on; fl_call came_to_calls; result; right; right; right; do 2 eexists; (split; [reflexivity|]);
    by split_and!; [lia|lia|done|done|].

  Theorem step_ensures t (x log : list Z) p out :
    thread_ok t → octets log → len log < 2 ^ 32 → 0 ≤ p ≤ len log → octets out → len out + RECEIPT ≤ 65536 →
    ensures fn_step [vthread t; VExtern x; VBytes log; VInt p; VBytes out]
      (λ r ws, ∃ t' out', ws = [vthread t'; VExtern x; VBytes log; VInt p; VBytes out'] ∧
         stepped t (len log - p) out r t' out').
  Proof using Hext.
    intros Ht Hlog Hlogl Hp Ho Hout. thread_numbers Ht.
    assert (len (left_over log p) = len log - p) as Hbl by (rewrite len_cut; lia).
    assert (octets (left_over log p)) as Hb by by apply octets_cut. pose proof (len_nonneg out).
    fl_ensures. fl_steps. fl_case; [by on|]. fl_steps. fl_number (left_over log p) 0 1. either.
    { (* A record comes. *)
      on. fl_call canonical_calls; [fl_octets|rewrite len_cut; lia|]. on.
      assert (key_wf (cut (left_over log p) 1 35)) as Hk.
      { split_and!; [by apply octets_cut|rewrite len_cut; lia|done]. }
      assert (octets (after_key log p)) as Hv by by apply octets_cut.
      assert (len (after_key log p) = len (left_over log p) - 35) as Hvl by (rewrite len_cut; lia).
      fl_call value_size_calls; [exact Hv|lia|].
      destruct (value_whole (after_key log p) Hv) as [Hn|[Hn|(Hn & Hn' & Hok)]];
        [rewrite Hn; on|rewrite Hn; on|].
      assert (value_size (after_key log p) ≤ 256 →
        value_ok (cut (left_over log p) 35 (35 + value_size (after_key log p)))) as Hok'.
      { intros Hs. specialize (Hok Hs). by rewrite cut_cut, Z.add_0_r in Hok by lia. }
      set (n := value_size (after_key log p)) in *. clearbody n. clear Hok.
      fl_number (left_over log p) (35 + n) 2.
      fl_number (left_over log p) (35 + n + 2) 2.
      fl_number (left_over log p) (35 + n + 2) 8.
      fl_number (left_over log p) (35 + n + 10) 4.
      fl_number (left_over log p) (35 + n + 14) 2.
      on.
      - fl_known_call (merkle_add_ensures external Hext); [done|exact Hk|apply Hok'; lia|lia|lia|]. after_merkle.
      - fl_known_call (blum_add_ensures external Hext); [done|exact Hk|apply Hok'; lia|lia|lia|lia|lia|]. after_blum. }
    fl_steps. either.
    { (* evict *)
      on. fl_number (left_over log p) 1 2. fl_number (left_over log p) 3 2.
      fl_known_call (merkle_evict_ensures external Hext); [done|lia|lia|]. after_merkle. }
    fl_steps. either.
    { (* evict to Blum *)
      on. fl_number (left_over log p) 1 2. fl_number (left_over log p) 3 8.
      fl_number (left_over log p) 11 4.
      fl_known_call (blum_evict_ensures external Hext); [done|lia|lia|lia|]. after_blum. }
    fl_steps. either.
    { (* evict from the tree to Blum *)
      on. fl_number (left_over log p) 1 2. fl_number (left_over log p) 3 2.
      fl_number (left_over log p) 5 8. fl_number (left_over log p) 13 4.
      fl_known_call (evict_from_tree_ensures external Hext); [done|lia|lia|lia|lia|]. after_blum. }
    fl_steps. either.
    { (* the next epoch *)
      on. fl_call came_to_calls. taken. fl_thread_ok; try (split; done); apply root_wf. }
    fl_steps. either.
    { (* an epoch is over *)
      on. taken; [done|intros _; lia]. }
    fl_steps. either.
    { (* a function *)
      destruct (8 <=? len (left_over log p)) eqn:E8; fl_steps; [either; fl_steps|].
      - fl_known_call run_simple_ensures; [done|exact Hb|lia|done|lia|]. after_run.
      - fl_known_call run_ensures; [done|exact Hb|lia|done|done|]. after_run.
      - fl_known_call run_ensures; [done|exact Hb|lia|done|done|]. after_run. }
    fl_steps. either.
    { (* take away *)
      on. fl_number (left_over log p) 1 2. fl_number (left_over log p) 3 2.
      fl_known_call take_away_ensures; [done|lia|lia|]. after_merkle. }
    on.
  Qed.
End step.
