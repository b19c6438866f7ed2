(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * step, where the log goes on with a whole entry of the tree: what the model makes of it. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Monitor.Log Require Import Message.
From Fairlead.Refinement Require Export ExactMerkleBlum ExactRemove TreeEntryBytes Step.
Local Open Scope Z_scope.

(** What is left of the log. *)
Local Notation left_over log p := (cut log p (len log)).

(** Entries of the tree. A value has at most 256 bytes in the log: the program refuses larger ones. *)
Definition tree_entry (en : Thread.entry) : Prop :=
  match en with
  | AddM _ v _ _ => len (print value_codec v) ≤ 256
  | EvictM _ _ | EvictBM _ _ _ | Remove _ _ => True
  | _ => False
  end.
Global Instance tree_entry_dec en : Decision (tree_entry en).
Proof. destruct en; apply _. Defined.
Definition tree_far_ahead (st : thread Z) (en : Thread.entry) : Prop :=
  match en with EvictBM _ _ t => (t_next st + 4 ≤ t.1)%N | _ => False end.

Section tree.
  Context {B : base} (external : nat → list data → option (list data * data)) (Hext : externals_ok external).
  Local Notation calls := (calls Q external).
  Local Notation ensures := (ensures Q external).
  Local Notation value := (val fl_point).
  Context (F : list Z → Z → list Z → Z) (hash : bytes → bytes) (cfg : config Z) (x : list Z).
  Context (Hsums : sums external F) (Hmh : hashes_as F hash cfg x) (Hhash : hash_is external hash).
  Context (Hdigests : digests_as hash cfg).
  Local Notation thread_is := (thread_is F cfg x).

  Definition tree_stepped (st : thread Z) (t : fthread) (en : Thread.entry) (r : value) (t' : fthread) : Prop :=
    (∃ size, r = vstep size wait_value false false ∧ t' = t ∧ tree_far_ahead st en ∧
       ∃ st', Thread.step cfg st en = Thread.Ok st') ∨
    (∃ size why, r = vstep size (VUnion 1 (refusal (refusal_number why))) false false ∧
       (refusal_number why < 32)%nat ∧ t' = t ∧ Thread.step cfg st en = Thread.Refused why) ∨
    (∃ st', r = vstep (len (print entry_codec en)) done_value false false ∧ Thread.step cfg st en = Thread.Ok st' ∧
       thread_is t' st').
  (** What [step] says of what an operation of merkle.fl came to, or one of blum.fl. *)
  Lemma merkle_stepped st t en m o t' :
    Thread.step cfg st en = m → as_merkle F cfg x m t o t' →
    o = passes ∧ tree_stepped st t en (vstep (len (print entry_codec en)) done_value false false) t' ∨
    ∃ w, o = VUnion 1 (refusal w) ∧ tree_stepped st t en (vstep 0 (VUnion 1 (refusal w)) false false) t'.
  Proof using.
    intros Hm [(why & Hw & Hn & -> & ->)|(st' & Hok & -> & Hst')].
    - right. eexists. split; [reflexivity|]. right. left. exists 0, why. by rewrite Hm.
    - left. split; [done|]. right. right. exists st'. by rewrite Hm.
  Qed.
  Lemma blum_stepped st t en m e o t' :
    Thread.step cfg st en = m → ((t_next st + 4 ≤ e)%N → tree_far_ahead st en) → as_model F cfg x m e st t o t' →
    tree_stepped st t en (vstep (len (print entry_codec en)) o false false) t'.
  Proof using.
    intros Hm Hfar [(-> & -> & He & Htakes)|[(why & Hw & Hn & -> & ->)|(st' & Hok & -> & Hst')]].
    - left. eexists. split; [reflexivity|]. split; [done|]. split; [by apply Hfar|by rewrite Hm].
    - right. left. eexists _, why. split; [reflexivity|]. by rewrite Hm.
    - right. right. exists st'. by rewrite Hm.
  Qed.

  Local Ltac on := repeat first [fl_step | fl_case].
  Local Ltac either :=
    lazymatch goal with |- walk _ _ _ (if ?b then _ else _) _ _ _ => let E := fresh "E" in destruct b eqn:E end;
    try lia.
  Local Ltac result := fl_steps; fl_reached; eexists; split; [reflexivity|].
  Local Ltac after_merkle st t en Hr Hsize :=
    apply (merkle_stepped st t en _ _ _ eq_refl) in Hr as [[-> Hr]|(w & -> & Hr)]; fl_after; fl_steps;
    [fl_call came_to_merkle_done|fl_call came_to_merkle_refused]; result; (split; [done|]);
    rewrite ?Hsize in Hr; exact Hr.

  Lemma step_add_m t st log p out k v s s2 (rest : bytes) :
    thread_ok t → thread_is t st → linked (t_slots st) → octets log → len log < 2 ^ 32 → 0 ≤ p ≤ len log →
    octets out → len out + RECEIPT ≤ 65536 → entry_wf (AddM k v s s2) → len (print value_codec v) ≤ 256 →
    left_over log p = zs (print entry_codec (AddM k v s s2) ++ rest) →
    ensures fn_step [vthread t; VExtern x; VBytes log; VInt p; VBytes out]
      (λ r ws, ∃ t', ws = [vthread t'; VExtern x; VBytes log; VInt p; VBytes out] ∧ thread_ok t' ∧
         tree_stepped st t (AddM k v s s2) r t').
  Proof using Hext Hhash Hdigests.
    intros Ht Hst Hlinked Hlog Hlogl Hp Ho Hout Hwf Hn256 Hleft. thread_numbers Ht.
    assert (len (left_over log p) = len log - p) as Hbl by (rewrite len_cut; lia).
    assert (octets (left_over log p)) as Hb by by apply octets_cut. pose proof (len_nonneg out).
    destruct (record_reads k v s s2 rest Hwf) as [Hread Hsize]; [rewrite <-len_zs, <-Hleft; lia|].
    rewrite <-Hleft in Hread. destruct Hwf as (Hk & Hv & Hsr & Hs2r). unfold below in *.
    pose proof (printed_key_wf k Hk) as Hkw. pose proof (printed_value_ok v Hv Hn256) as Hvo.
    destruct Hread as [Htag Hkey Hvsize Hvalue Hs Hs2 Hl].
    pose proof (len_nonneg (print value_codec v)). set (n := len (print value_codec v)) in *. clearbody n.
    assert (canonical (cut (left_over log p) 1 35) = true) as Hcan by (rewrite Hkey; apply Hkw).
    assert (octets (cut (left_over log p) 35 (len (left_over log p)))) as Hvb by by apply octets_cut.
    clear Hleft. fl_ensures. fl_steps. fl_case. fl_steps. either. on.
    fl_call canonical_calls; [fl_octets|rewrite len_cut; lia|]. rewrite Hcan. on.
    fl_call value_size_calls; [exact Hvb|rewrite len_cut; lia|]. rewrite Hvsize.
    fl_number (left_over log p) (35 + n) 2. fl_number (left_over log p) (35 + n + 2) 2.
    on. rewrite <-Hkey in Hkw. rewrite <-Hvalue in Hvo.
    fl_known_call (merkle_add_exact external Hext); [done|exact Hkw|exact Hvo|lia|lia|].
    intros r ws (t' & -> & Ht' & Hr). rewrite Hkey, Hvalue, Hs, Hs2 in Hr.
    eapply (add_merkle_is external F hash cfg x Hhash Hdigests t st _ k _ v s s2) in Hr;
      [|done|done|done|by split|by split|lia|lia].
    replace (35 + n + 4) with (39 + n) by lia. after_merkle st t (AddM k v s s2) Hr Hsize.
  Qed.

  Lemma step_evict_m t st log p out s s2 (rest : bytes) :
    thread_ok t → thread_is t st → octets log → len log < 2 ^ 32 → 0 ≤ p ≤ len log →
    octets out → len out + RECEIPT ≤ 65536 → entry_wf (EvictM s s2) →
    left_over log p = zs (print entry_codec (EvictM s s2) ++ rest) →
    ensures fn_step [vthread t; VExtern x; VBytes log; VInt p; VBytes out]
      (λ r ws, ∃ t', ws = [vthread t'; VExtern x; VBytes log; VInt p; VBytes out] ∧ thread_ok t' ∧
         tree_stepped st t (EvictM s s2) r t').
  Proof using Hext Hhash Hdigests.
    intros Ht Hst Hlog Hlogl Hp Ho Hout (Hsr & Hs2r) Hleft. thread_numbers Ht. unfold below in *.
    assert (len (left_over log p) = len log - p) as Hbl by (rewrite len_cut; lia).
    assert (octets (left_over log p)) as Hb by by apply octets_cut. pose proof (len_nonneg out).
    destruct (slots_reads 2 s s2 rest) as [[Htag Hs Hs2 Hl] Hsize]; [done..|].
    change (tag 2 :: print (number 2) s ++ print (number 2) s2) with (print entry_codec (EvictM s s2)) in *.
    rewrite <-Hleft in Htag, Hs, Hs2, Hl. clear Hleft. fl_ensures. fl_steps. fl_case. fl_steps.
    do 2 (either; fl_steps). on. fl_number (left_over log p) 1 2. fl_number (left_over log p) 3 2.
    on. fl_known_call (merkle_evict_exact external Hext); [done|lia|lia|].
    intros r ws (t' & -> & Ht' & Hr). rewrite Hs, Hs2 in Hr.
    eapply (evict_merkle_is external F hash cfg x Hhash Hdigests t st s s2) in Hr; [|done|done|lia|lia].
    after_merkle st t (EvictM s s2) Hr Hsize.
  Qed.

  Lemma step_evict_tree t st log p out s s2 e c (rest : bytes) :
    thread_ok t → thread_is t st → octets log → len log < 2 ^ 32 → 0 ≤ p ≤ len log →
    octets out → len out + RECEIPT ≤ 65536 → entry_wf (EvictBM s s2 (e, c)) →
    left_over log p = zs (print entry_codec (EvictBM s s2 (e, c)) ++ rest) →
    ensures fn_step [vthread t; VExtern x; VBytes log; VInt p; VBytes out]
      (λ r ws, ∃ t', ws = [vthread t'; VExtern x; VBytes log; VInt p; VBytes out] ∧ thread_ok t' ∧
         tree_stepped st t (EvictBM s s2 (e, c)) r t').
  Proof using Hext Hsums Hmh Hhash.
    intros Ht Hst Hlog Hlogl Hp Ho Hout Hwf Hleft. thread_numbers Ht.
    assert (len (left_over log p) = len log - p) as Hbl by (rewrite len_cut; lia).
    assert (octets (left_over log p)) as Hb by by apply octets_cut. pose proof (len_nonneg out).
    destruct (tree_reads s s2 e c rest Hwf) as [[Htag Hs Hs2 He Hc Hl] Hsize].
    rewrite <-Hleft in Htag, Hs, Hs2, He, Hc, Hl. clear Hleft.
    destruct Hwf as (Hsr & Hs2r & [Her Hcr]). unfold below, limit64, limit32 in *. cbn [fst snd] in *.
    fl_ensures. fl_steps. fl_case. fl_steps.
    do 4 (either; fl_steps). on. fl_number (left_over log p) 1 2. fl_number (left_over log p) 3 2.
    fl_number (left_over log p) 5 8. fl_number (left_over log p) 13 4.
    on. fl_known_call (evict_from_tree_exact external Hext); [done|lia|lia|lia|lia|].
    intros r ws (t' & -> & Ht' & Hr). rewrite Hs, Hs2, He, Hc in Hr.
    eapply (evict_tree_is external F hash cfg x Hsums Hmh Hhash t st s s2 e c) in Hr; [|done|done|lia|lia|lia|lia].
    fl_after. fl_steps. fl_call came_to_calls. result. split; [done|]. rewrite <-Hsize.
    by eapply (blum_stepped st t (EvictBM s s2 (e, c)) _ e).
  Qed.

  Lemma step_remove t st log p out s s2 (rest : bytes) :
    thread_ok t → thread_is t st → linked (t_slots st) → octets log → len log < 2 ^ 32 → 0 ≤ p ≤ len log →
    octets out → len out + RECEIPT ≤ 65536 → entry_wf (Remove s s2) →
    left_over log p = zs (print entry_codec (Remove s s2) ++ rest) →
    ensures fn_step [vthread t; VExtern x; VBytes log; VInt p; VBytes out]
      (λ r ws, ∃ t', ws = [vthread t'; VExtern x; VBytes log; VInt p; VBytes out] ∧ thread_ok t' ∧
         tree_stepped st t (Remove s s2) r t').
  Proof using.
    intros Ht Hst Hlinked Hlog Hlogl Hp Ho Hout (Hsr & Hs2r) Hleft. thread_numbers Ht. unfold below in *.
    assert (len (left_over log p) = len log - p) as Hbl by (rewrite len_cut; lia).
    assert (octets (left_over log p)) as Hb by by apply octets_cut. pose proof (len_nonneg out).
    destruct (slots_reads 8 s s2 rest) as [[Htag Hs Hs2 Hl] Hsize]; [done..|].
    change (tag 8 :: print (number 2) s ++ print (number 2) s2) with (print entry_codec (Remove s s2)) in *.
    rewrite <-Hleft in Htag, Hs, Hs2, Hl. clear Hleft. fl_ensures. fl_steps. fl_case. fl_steps.
    do 8 (either; fl_steps). on. fl_number (left_over log p) 1 2. fl_number (left_over log p) 3 2.
    on. fl_known_call take_away_exact; [done|lia|lia|].
    intros r ws (t' & -> & Ht' & Hr). rewrite Hs, Hs2 in Hr.
    eapply (remove_is F cfg x t st s s2) in Hr; [|done|done|done|lia|lia].
    after_merkle st t (Remove s s2) Hr Hsize.
  Qed.

  (** Any of them. *)
  Theorem step_tree t st log p out en (rest : bytes) :
    thread_ok t → thread_is t st → linked (t_slots st) → octets log → len log < 2 ^ 32 → 0 ≤ p ≤ len log →
    octets out → len out + RECEIPT ≤ 65536 → entry_wf en → tree_entry en →
    left_over log p = zs (print entry_codec en ++ rest) →
    ensures fn_step [vthread t; VExtern x; VBytes log; VInt p; VBytes out]
      (λ r ws, ∃ t', ws = [vthread t'; VExtern x; VBytes log; VInt p; VBytes out] ∧ thread_ok t' ∧
         tree_stepped st t en r t').
  Proof using Hext Hsums Hmh Hhash Hdigests.
    intros. destruct en as [k v s s2| |s s2| |s s2 [e c]| | | |s s2]; try done;
      [by eapply step_add_m|by eapply step_evict_m|by eapply step_evict_tree|by eapply step_remove].
  Qed.
End tree.
