(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Putting back what is there changes nothing.

    This is true of values that have a type ([write_same]), and of stores of them
    ([puts_same]). *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Lang.InPlace Require Export References.
From Fairlead.Lang.Typing Require Export Values.

Lemma map_put_same {A} (l : list (Z * A)) k x : map_find l k = Some x → map_put l k x = l.
Proof.
  induction l as [|[k' y] l IH]; simpl; [done|]. intros Hk. destruct (k =? k')%Z eqn:Heq.
  - apply Z.eqb_eq in Heq as ->. by simplify_eq.
  - by rewrite IH.
Qed.

Section same.
  Context {P : Type} (vars_of : P → list ty) (coro_ok : procedure → option nat → list P → Prop).
  Local Notation has_type := (has_type vars_of coro_ok).
  Local Notation store_ok := (store_ok vars_of coro_ok).

  Lemma along_same l t (u v : val P) :
    has_type t u → peek l u = Ok v → along l (put v) (Some u) = Ok u.
  Proof.
    revert t u. induction l as [|b l IH]; intros t u Ht Hv; simpl in *; [by simplify_eq|].
    destruct (look_in b u) as [x| |] eqn:Hx; simpl in Hv; try done.
    destruct b as [i|n|tag|k]; simpl in *; unfold modify; simpl.
    - destruct Ht as [| | | | |? ts l0 Hts| | | |]; simpl in *; try done.
      destruct (l0 !! i) as [y|] eqn:Hi; simpl in *; [|done]. simplify_eq.
      destruct (Forall2_lookup_r _ _ _ _ _ Hts Hi) as (t & _ & Ht). rewrite (IH _ _ Ht Hv). simpl.
      by rewrite list_insert_id.
    - destruct Ht as [| |? l0|l0|? t l0 _ Hl0| | | | |]; simpl in *; try done;
        destruct (at_index l0 n) as [y| |] eqn:Hi; simpl in *; try done; simplify_eq;
        destruct (at_index_inv _ _ _ Hi) as [_ Hi'].
      + destruct l as [|b l]; [simpl in *; simplify_eq; simpl; by rewrite list_insert_id|]. by destruct b.
      + destruct l as [|b l]; [simpl in *; simplify_eq; simpl; by rewrite list_insert_id|]. by destruct b.
      + rewrite Forall_lookup in Hl0. rewrite (IH _ _ (Hl0 _ _ Hi') Hv). simpl. by rewrite list_insert_id.
    - destruct Ht as [| | | | | |? ts tag' t y Htag Ht| | |]; simpl in *; try done.
      unfold payload in Hx. simpl in Hx. destruct (decide (tag' = tag)) as [->|]; [|done]. simplify_eq.
      by rewrite (IH _ _ Ht Hv).
    - destruct Ht as [| | | | | | |? w t l0 _ _ Hs _ Hl0| |]; simpl in *; try done.
      destruct (map_find l0 k) as [y|] eqn:Hk; simpl in *; [|done]. simplify_eq.
      assert (has_type t x) as Ht.
      { clear -Hl0 Hk. induction Hl0 as [|[k' z] l0 Hz _ IH]; simpl in *; [done|]. destruct (k =? k')%Z; naive_solver. }
      rewrite (IH _ _ Ht Hv). simpl. by rewrite map_put_same.
  Qed.

  Lemma write_same ts (s : store P) a v :
    store_ok ts s → peek_store s a = Some v → write_path (put v) s a = Ok s.
  Proof.
    intros Hs (u & Hu & Hv)%peek_store_some. unfold write_path. rewrite Hu. simpl.
    destruct (Forall2_lookup_r _ _ _ _ _ Hs Hu) as (t & _ & Ht). inversion_clear Ht.
    erewrite along_same by done. simpl. by rewrite list_insert_id.
  Qed.

  Lemma puts_same ts r (t s : store P) :
    store_ok ts s → length r ≤ length t →
    (∀ x a, ref_at r x = Some (Written, a) → ∃ v, t !! x = Some (Some v) ∧ peek_store s a = Some v) →
    puts r t s = Ok s.
  Proof.
    intros Hs. revert t. induction r as [|o r IH]; intros t Hlen Hr; [done|].
    destruct t as [|o' t]; simpl in Hlen; [lia|].
    assert (puts r t s = Ok s) as Hrest by (apply IH; [lia|intros x a Hx; by apply (Hr (S x))]).
    simpl. destruct o as [[[] a]|]; [|done..].
    destruct (Hr 0 a eq_refl) as (v & [= ->] & Hv). simpl. by rewrite (write_same ts s a v).
  Qed.
End same.
