(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * What is read by reference stays as it was.

    A place that parts from one that is written, and whose indices do not read
    the written variable, reads the same before and after ([get_parted]). *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Lang.Aliasing Require Export Independence.

Section reading.
  Context {P : Type} (W : world P).
  Implicit Types (v u : val P) (s : store P) (f : option (val P) → outcome (val P)).

  Definition look_in (a : step) v : outcome (val P) :=
    match a with
    | SField i => field v i
    | SIndex n => index v n
    | SCase tag => payload tag v
    | SKey k => l ← as_map v; or_trap (map_find l k)
    end.
  Fixpoint peek (l : list step) v : outcome (val P) :=
    match l with [] => Ok v | a :: l => x ← look_in a v; peek l x end.

  Lemma peek_snoc l a v : peek (l ++ [a]) v = (x ← peek l v; look_in a x).
  Proof.
    revert v; induction l as [|b l IH]; intros v; simpl; [by destruct (look_in a v)|].
    destruct (look_in b v); simpl; auto.
  Qed.

  Lemma get_peek p s v :
    is_Some (root p) →
    get W p s = Ok v ↔ ∃ x l u, resolve W p s = Ok (x, l) ∧ s !! x = Some (Some u) ∧ peek l u = Ok v.
  Proof.
    intros Hroot. revert v. induction p as [x|c|p IH i|p IH e|p IH tag|p IH e]; intros v;
      cbn [get resolve root] in *; fold (get W) (eval W) in *; try specialize (IH Hroot).
    - split.
      + intros H. destruct (s !! x) as [[u|]|] eqn:Hx; simpl in H; try done. simplify_eq. eauto 10.
      + intros (y & l & u & [= <- <-] & Hx & [= ->]). by rewrite Hx.
    - by destruct Hroot.
    - split.
      + intros H. destruct (get W p s) as [w| |]; simpl in H; try done.
        destruct (proj1 (IH w) eq_refl) as (x & l & u & -> & Hx & Hl). simpl. eexists _, _, _. split_and!; [done..|].
        by rewrite peek_snoc, Hl.
      + intros (x & l & u & Hr & Hx & Hl). destruct (resolve W p s) as [[y l']| |]; simpl in Hr; try done. simplify_eq.
        rewrite peek_snoc in Hl. destruct (peek l' u) as [w| |] eqn:Hw; simpl in Hl; try done.
        rewrite (proj2 (IH w)) by eauto 10. done.
    - unfold eval_int. split.
      + intros H. destruct (get W p s) as [w| |]; simpl in H; try done.
        destruct (proj1 (IH w) eq_refl) as (x & l & u & -> & Hx & Hl).
        destruct (eval W e s) as [n| |]; simpl in *; try done. destruct (as_int n) as [z| |]; simpl in *; try done.
        eexists _, _, _. split_and!; [done..|]. by rewrite peek_snoc, Hl.
      + intros (x & l & u & Hr & Hx & Hl).
        destruct (eval W e s) as [n| |]; simpl in Hr; try done. destruct (as_int n) as [z| |] eqn:Hn; simpl in Hr; try done.
        destruct (resolve W p s) as [[y l']| |]; simpl in Hr; try done. simplify_eq.
        rewrite peek_snoc in Hl. destruct (peek l' u) as [w| |] eqn:Hw; simpl in Hl; try done.
        rewrite (proj2 (IH w)) by eauto 10. simpl. by rewrite Hn.
    - split.
      + intros H. destruct (get W p s) as [w| |]; simpl in H; try done.
        destruct (proj1 (IH w) eq_refl) as (x & l & u & -> & Hx & Hl). simpl. eexists _, _, _. split_and!; [done..|].
        by rewrite peek_snoc, Hl.
      + intros (x & l & u & Hr & Hx & Hl). destruct (resolve W p s) as [[y l']| |]; simpl in Hr; try done. simplify_eq.
        rewrite peek_snoc in Hl. destruct (peek l' u) as [w| |] eqn:Hw; simpl in Hl; try done.
        rewrite (proj2 (IH w)) by eauto 10. done.
    - unfold eval_int. split.
      + intros H. destruct (get W p s) as [w| |]; simpl in H; try done.
        destruct (proj1 (IH w) eq_refl) as (x & l & u & -> & Hx & Hl).
        destruct (eval W e s) as [n| |]; simpl in *; try done. destruct (as_map w) as [m| |] eqn:Hm; simpl in *; try done.
        destruct (as_int n) as [z| |]; simpl in *; try done.
        eexists _, _, _. split_and!; [done..|]. rewrite peek_snoc, Hl. simpl. by rewrite Hm.
      + intros (x & l & u & Hr & Hx & Hl).
        destruct (eval W e s) as [n| |]; simpl in Hr; try done. destruct (as_int n) as [z| |] eqn:Hn; simpl in Hr; try done.
        destruct (resolve W p s) as [[y l']| |]; simpl in Hr; try done. simplify_eq.
        rewrite peek_snoc in Hl. destruct (peek l' u) as [w| |] eqn:Hw; simpl in Hl; try done.
        rewrite (proj2 (IH w)) by eauto 10. simpl. destruct (as_map w); simpl in *; try done. by rewrite Hn.
  Qed.

  Lemma within_inv a f u u' :
    within a f (Some u) = Ok u' →
    ∃ x x', look_in a u = Ok x ∧ f (Some x) = Ok x' ∧ look_in a u' = Ok x' ∧
      ∀ b y, a ≠ b → look_in b u = Ok y → look_in b u' = Ok y.
  Proof.
    destruct a as [i|n|tag|k]; simpl; unfold modify; simpl; intros H.
    - destruct u as [| | | |l| | | |]; try done. simpl. destruct (l !! i) as [x|] eqn:Hi; simpl in *; [|done].
      destruct (f (Some x)) as [x'| |] eqn:Hf; simpl in H; try done. injection H as <-.
      do 2 eexists. split_and!; [done|done| |].
      + simpl. by rewrite list_lookup_insert by (by eapply lookup_lt_Some).
      + intros [j| | |] y Hne Hy; simpl in *; try done. by rewrite list_lookup_insert_ne by congruence.
    - destruct u as [| |l|l| | | | |]; try done; simpl; destruct (at_index l n) as [x| |] eqn:Hi; simpl in *; try done.
      + destruct (f (Some (VInt x))) as [x'| |] eqn:Hf; simpl in H; try done.
        destruct x' as [|z| | | | | | |]; simpl in H; try done. injection H as <-.
        do 2 eexists. split_and!; [done|done| |].
        * simpl. by rewrite (at_index_insert _ _ _ _ Hi).
        * intros [|m| |] y Hne Hy; simpl in *; try done.
          rewrite at_index_insert_ne; [done|by eapply at_index_inv|congruence].
      + destruct (f (Some x)) as [x'| |] eqn:Hf; simpl in H; try done. injection H as <-.
        do 2 eexists. split_and!; [done|done| |].
        * simpl. by rewrite (at_index_insert _ _ _ _ Hi).
        * intros [|m| |] y Hne Hy; simpl in *; try done.
          rewrite at_index_insert_ne; [done|by eapply at_index_inv|congruence].
    - unfold payload. destruct u as [| | | | |t w| | |]; simpl in *; try done. destruct (decide (t = tag)) as [->|]; [|done].
      destruct (f (Some w)) as [x'| |] eqn:Hf; simpl in H; try done. injection H as <-.
      do 2 eexists. split_and!; [done|done| |].
      + simpl. by rewrite decide_True.
      + intros [| |tag'|] y Hne Hy; simpl in *; try done. unfold payload in *. simpl in *.
        rewrite decide_False in Hy by congruence. done.
    - destruct u as [| | | | | |l| |]; simpl in *; try done. destruct (map_find l k) as [x|] eqn:Hk; simpl in *; [|done].
      destruct (f (Some x)) as [x'| |] eqn:Hf; simpl in H; try done. injection H as <-.
      do 2 eexists. split_and!; [done|done| |].
      + simpl. by rewrite map_find_put.
      + intros [| | |k'] y Hne Hy; simpl in *; try done. by rewrite map_find_put_ne by congruence.
  Qed.

  Lemma peek_parted l l' f u u' v :
    part l l' → along l f (Some u) = Ok u' → peek l' u = Ok v → peek l' u' = Ok v.
  Proof.
    revert l' u u'. induction l as [|a l IH]; intros [|b l'] u u' Hpart Hu Hv; try done. simpl in *.
    apply within_inv in Hu as (x & x' & Hx & Hf & Hx' & Hother).
    destruct (look_in b u) as [y| |] eqn:Hy; simpl in Hv; try done.
    destruct Hpart as [Hne|[<- Hpart]].
    - by rewrite (Hother b y Hne Hy).
    - rewrite Hx in Hy. injection Hy as <-. rewrite Hx'. simpl. by eapply IH.
  Qed.

  Theorem get_parted p q f s s' v :
    parted p q = true → steady q p = true → is_Some (root q) →
    update W (λ _ s, s) p f s = Ok s' → get W q s = Ok v → get W q s' = Ok v.
  Proof.
    unfold parted. intros Hpart Hsteady Hroot Hp Hq.
    apply update_inv in Hp as (x & l & o & w & Hp & Hx & Hw & ->).
    apply (get_peek _ _ _ Hroot) in Hq as (y & l' & u & Hq & Hy & Hl').
    apply (get_peek _ _ _ Hroot). pose proof (resolve_root _ _ _ _ _ Hp) as Hrp.
    rewrite (steady_resolve _ _ _ _ _ _ Hsteady Hrp).
    destruct (decide (x = y)) as [<-|Hne].
    - simplify_eq. pose proof (resolve_root _ _ _ _ _ Hq) as Hrq.
      rewrite bool_decide_eq_true_2 in Hpart by congruence. simpl in Hpart.
      eexists x, l', w. split_and!; [done|apply list_lookup_insert; by eapply lookup_lt_Some|].
      eapply peek_parted; [|done..]. eapply shapes_part_part; [done|by eapply resolve_shape..].
    - eexists y, l', u. split_and!; [done| |done]. by rewrite list_lookup_insert_ne.
  Qed.
End reading.
