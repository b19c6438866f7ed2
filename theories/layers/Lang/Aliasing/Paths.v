(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Writing through a place, step by step from its variable.

    [update] as a path: first every index and key is evaluated, then the steps
    are taken from the variable to what is written ([update_path]). Two laws of
    writing along paths: writing twice along one path is writing once
    ([along_twice]); where paths part, either may be written first
    ([along_commute]). A writer sees what was there, so these are laws of
    reading too. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Lang.Model Require Export Eval.

Inductive step := SField (i : nat) | SIndex (i : Z) | SCase (tag : nat) | SKey (k : Z).
Global Instance step_eq_dec : EqDecision step.
Proof. solve_decision. Defined.

(** ** Maps *)
Section maps.
  Context {A : Type}.
  Implicit Types l : list (Z * A).

  Lemma map_find_put l k a : map_find (map_put l k a) k = Some a.
  Proof.
    induction l as [|[k' a'] l IH]; simpl; [by rewrite Z.eqb_refl|].
    destruct (k =? k')%Z eqn:Hk; simpl; [by rewrite Z.eqb_refl|]. by rewrite Hk.
  Qed.
  Lemma map_find_put_ne l k k' a : k ≠ k' → map_find (map_put l k a) k' = map_find l k'.
  Proof.
    intros Hne. apply not_eq_sym, Z.eqb_neq in Hne. induction l as [|[k0 a0] l IH]; simpl; [by rewrite Hne|].
    destruct (k =? k0)%Z eqn:Hk; simpl; [|by rewrite IH].
    apply Z.eqb_eq in Hk as <-. by rewrite Hne.
  Qed.
  Lemma map_put_put l k a b : map_put (map_put l k a) k b = map_put l k b.
  Proof.
    induction l as [|[k' a'] l IH]; simpl; [by rewrite Z.eqb_refl|].
    destruct (k =? k')%Z eqn:Hk; simpl; [by rewrite Z.eqb_refl|]. by rewrite Hk, IH.
  Qed.
  (** Of two new keys, the order in which they came shows. *)
  Lemma map_put_commute l k k' a b :
    k ≠ k' → is_Some (map_find l k) →
    map_put (map_put l k a) k' b = map_put (map_put l k' b) k a.
  Proof.
    intros Hne. assert ((k =? k')%Z = false ∧ (k' =? k)%Z = false) as [H1 H2] by lia.
    induction l as [|[k0 a0] l IH]; simpl; intros Hk; [by destruct Hk|].
    destruct (k =? k0)%Z eqn:Hk0; [apply Z.eqb_eq in Hk0 as <-|]; simpl.
    - by rewrite H2; simpl; rewrite Z.eqb_refl.
    - destruct (k' =? k0)%Z; simpl; [by rewrite H1|]. rewrite Hk0. f_equal. auto.
  Qed.
End maps.

Section paths.
  Context {P : Type}.
  Implicit Types (v w : val P) (s : store P) (f g : option (val P) → outcome (val P)).

  (** A write of what is there, as a write of a part of it. *)
  Definition within (a : step) f : option (val P) → outcome (val P) :=
    match a with
    | SField i => modify (λ v,
        match v with
        | VRecord l => x ← or_wrong (l !! i); x ← f (Some x); Ok (VRecord (<[i := x]> l))
        | _ => Wrong
        end)
    | SIndex n => modify (λ v,
        match v with
        | VArray l => x ← at_index l n; x ← f (Some x); Ok (VArray (<[Z.to_nat n := x]> l))
        | VBytes l => x ← at_index l n; x ← f (Some (VInt x)); z ← as_int x;
                      Ok (VBytes (<[Z.to_nat n := z]> l))
        | _ => Wrong
        end)
    | SCase tag => modify (λ v,
        '(t, v) ← as_union v; if decide (t = tag) then v ← f (Some v); Ok (VUnion tag v) else Trap)
    | SKey k => modify (λ v,
        l ← as_map v; x ← or_trap (map_find l k); x ← f (Some x); Ok (VMap (map_put l k x)))
    end.
  Definition along (l : list step) f : option (val P) → outcome (val P) := foldr within f l.
  Definition andthen f g : option (val P) → outcome (val P) := λ o, v ← f o; g (Some v).

  Lemma along_snoc l a f : along (l ++ [a]) f = along l (within a f).
  Proof. unfold along. by rewrite foldr_app. Qed.

  Context (W : world P).

  (** The variable, and the steps from it. *)
  Fixpoint resolve (p : place) s : outcome (nat * list step) :=
    match p with
    | PVar x => Ok (x, [])
    | PConst _ => Wrong
    | PField p i => '(x, l) ← resolve p s; Ok (x, l ++ [SField i])
    | PIndex p e => n ← eval_int W e s; '(x, l) ← resolve p s; Ok (x, l ++ [SIndex n])
    | PCase p tag => '(x, l) ← resolve p s; Ok (x, l ++ [SCase tag])
    | PKey p e => k ← eval_int W e s; '(x, l) ← resolve p s; Ok (x, l ++ [SKey k])
    end.

  Definition write_path f s (r : nat * list step) : outcome (store P) :=
    o ← or_wrong (s !! r.1); v ← along r.2 f o; Ok (<[r.1 := Some v]> s).

  Lemma write_path_snoc (o : outcome (nat * list step)) a f s :
    o ≫= write_path (within a f) s = ('(x, l) ← o; Ok (x, l ++ [a])) ≫= write_path f s.
  Proof. destruct o as [[x l]| |]; simpl; try done. unfold write_path. simpl. by rewrite along_snoc. Qed.

  Theorem update_path p f s :
    update W (λ (_ : nat) (s : store P), s) p f s = resolve p s ≫= write_path f s.
  Proof.
    revert f. induction p as [x|c|p IH i|p IH e|p IH tag|p IH e]; intros f; simpl; try done;
      try (destruct (eval_int W e s); simpl; [|done..]);
      rewrite <-write_path_snoc; by rewrite <-IH.
  Qed.

  (** ** Twice along one path *)
  Definition keeps_integers f : Prop :=
    ∀ z v, f (Some (VInt z)) = Ok v → ∃ z', v = VInt z'.

  Lemma at_index_insert {A} (l : list A) n a b :
    at_index l n = Ok a → at_index (<[Z.to_nat n := b]> l) n = Ok b.
  Proof.
    unfold at_index. rewrite insert_length. destruct (_ && _) eqn:Hn; [|done].
    apply andb_true_iff in Hn as [??]. intros _. rewrite list_lookup_insert by lia. done.
  Qed.

  Lemma within_twice a f g o :
    keeps_integers f → andthen (within a f) (within a g) o = within a (andthen f g) o.
  Proof.
    intros Hf. unfold andthen. destruct o as [v|]; [|by destruct a].
    destruct a as [i|n|tag|k]; simpl; unfold modify; simpl.
    - destruct v as [| | | |l| | | |]; try done. destruct (l !! i) as [x|] eqn:Hi; simpl; [|done].
      destruct (f (Some x)) as [x'| |]; simpl; try done.
      rewrite list_lookup_insert by (by eapply lookup_lt_Some). simpl.
      destruct (g (Some x')); simpl; try done. by rewrite list_insert_insert.
    - destruct v as [| |l|l| | | | |]; try done; destruct (at_index l n) as [x| |] eqn:Hn; simpl; try done.
      + destruct (f (Some (VInt x))) as [x'| |] eqn:Hx; simpl; try done.
        destruct (Hf _ _ Hx) as [z ->]. simpl. rewrite (at_index_insert _ _ _ _ Hn). simpl.
        destruct (g (Some (VInt z))) as [y| |]; simpl; try done. destruct (as_int y); simpl; try done.
        by rewrite list_insert_insert.
      + destruct (f (Some x)) as [x'| |]; simpl; try done. rewrite (at_index_insert _ _ _ _ Hn). simpl.
        destruct (g (Some x')); simpl; try done. by rewrite list_insert_insert.
    - destruct (as_union v) as [[t u]| |]; simpl; try done. destruct (decide (t = tag)); simpl; [|done].
      destruct (f (Some u)) as [u'| |]; simpl; try done. rewrite decide_True by done. done.
    - destruct (as_map v) as [l| |]; simpl; try done. destruct (map_find l k) as [x|]; simpl; [|done].
      destruct (f (Some x)) as [x'| |]; simpl; try done. rewrite map_find_put. simpl.
      destruct (g (Some x')); simpl; try done. by rewrite map_put_put.
  Qed.

  Lemma within_ext a f g o : (∀ o, f o = g o) → within a f o = within a g o.
  Proof.
    intros H. destruct o as [v|], a; simpl; try done; unfold modify; simpl;
      repeat (case_match; try done); rewrite ?H; try done;
      match goal with |- ?o ≫= _ = _ => destruct o as [x| |]; simpl; try done end;
      rewrite ?H; try done; repeat (case_match; try done); rewrite ?H; try done;
      match goal with |- ?o ≫= _ = _ => destruct o; simpl; rewrite ?H; done end.
  Qed.

  Lemma keeps_within a f : keeps_integers (within a f).
  Proof. intros z v. by destruct a. Qed.

  Theorem along_twice l f g o :
    keeps_integers f → andthen (along l f) (along l g) o = along l (andthen f g) o.
  Proof.
    intros Hf. revert o. induction l as [|a l IH]; intros o; [done|]. simpl.
    rewrite within_twice by (destruct l; [done|apply keeps_within]). by apply within_ext.
  Qed.

  (** ** Paths that part *)
  Fixpoint part (l l' : list step) : Prop :=
    match l, l' with
    | a :: l, b :: l' => a ≠ b ∨ a = b ∧ part l l'
    | _, _ => False
    end.

  Lemma within_mono a f g o w :
    (∀ o w, f o = Ok w → g o = Ok w) → within a f o = Ok w → within a g o = Ok w.
  Proof.
    intros H. destruct o as [v|], a; simpl; try done; unfold modify; simpl.
    - destruct v as [| | | |l| | | |]; try done. destruct (l !! i) as [x|]; simpl; [|done].
      destruct (f (Some x)) eqn:Hx; try done. by rewrite (H _ _ Hx).
    - destruct v as [| |l|l| | | | |]; try done; destruct (at_index l i) as [x| |]; simpl; try done.
      + destruct (f (Some (VInt x))) eqn:Hx; try done. by rewrite (H _ _ Hx).
      + destruct (f (Some x)) eqn:Hx; try done. by rewrite (H _ _ Hx).
    - destruct (as_union v) as [[t u]| |]; simpl; try done. destruct (decide (t = tag)); [|done].
      destruct (f (Some u)) eqn:Hx; try done. by rewrite (H _ _ Hx).
    - destruct (as_map v) as [l| |]; simpl; try done. destruct (map_find l k) as [x|]; simpl; [|done].
      destruct (f (Some x)) eqn:Hx; try done. by rewrite (H _ _ Hx).
  Qed.

  Lemma at_index_inv {A} (l : list A) n a :
    at_index l n = Ok a → (0 ≤ n)%Z ∧ l !! Z.to_nat n = Some a.
  Proof.
    unfold at_index. destruct (_ && _) eqn:Hn; [|done]. apply andb_true_iff in Hn as [? _].
    destruct (l !! Z.to_nat n) eqn:?; [|done]. intros [= ->]. split; [lia|done].
  Qed.
  Lemma at_index_insert_ne {A} (l : list A) n m b :
    (0 ≤ n)%Z → n ≠ m → at_index (<[Z.to_nat n := b]> l) m = at_index l m.
  Proof.
    intros. unfold at_index. rewrite insert_length. destruct (_ && _) eqn:Hm; [|done].
    apply andb_true_iff in Hm as [??]. by rewrite list_lookup_insert_ne by lia.
  Qed.

  Lemma within_commute a b f g o w :
    a ≠ b → andthen (within a f) (within b g) o = Ok w → andthen (within b g) (within a f) o = Ok w.
  Proof.
    intros Hne. unfold andthen. destruct o as [v|]; [|by destruct a].
    destruct a as [i|n|tag|k], b as [i'|n'|tag'|k']; simpl; unfold modify; simpl;
      destruct v as [| |l|l|l|tag0 u|l| |]; simpl; try done;
      (* steps of different kinds never both succeed *)
      try (by repeat (match goal with
        | |- context [mbind _ ?o] => is_var o; destruct o
        | |- context [or_wrong ?o] => destruct o; simpl
        | |- context [or_trap ?o] => destruct o; simpl
        | |- context [at_index ?l ?n] => destruct (at_index l n); simpl
        | |- context [f ?x] => destruct (f x); simpl
        | |- context [decide ?x] => destruct (decide x); simpl
        | |- context [as_int ?x] => destruct (as_int x); simpl
        end; try done)).
    - assert (i ≠ i') by congruence. destruct (l !! i) as [x|] eqn:Hi; simpl; [|done].
      destruct (f (Some x)) as [x'| |] eqn:Hf; simpl; try done. rewrite list_lookup_insert_ne by done.
      destruct (l !! i') as [y|] eqn:Hi'; simpl; [|done]. destruct (g (Some y)) as [y'| |]; simpl; try done.
      rewrite list_lookup_insert_ne by done. rewrite Hi. simpl. rewrite Hf. simpl.
      by rewrite list_insert_commute.
    - assert (n ≠ n') by congruence. destruct (at_index l n) as [x| |] eqn:Hi; simpl; try done.
      destruct (at_index_inv _ _ _ Hi) as [? _].
      destruct (f (Some (VInt x))) as [x'| |] eqn:Hf; simpl; try done.
      destruct (as_int x') as [z| |] eqn:Hz; simpl; try done. rewrite at_index_insert_ne by done.
      destruct (at_index l n') as [y| |] eqn:Hi'; simpl; try done. destruct (at_index_inv _ _ _ Hi') as [? _].
      destruct (g (Some (VInt y))) as [y'| |]; simpl; try done. destruct (as_int y'); simpl; try done.
      rewrite at_index_insert_ne by done. rewrite Hi. simpl. rewrite Hf. simpl. rewrite Hz. simpl.
      by rewrite list_insert_commute by lia.
    - assert (n ≠ n') by congruence. destruct (at_index l n) as [x| |] eqn:Hi; simpl; try done.
      destruct (at_index_inv _ _ _ Hi) as [? _].
      destruct (f (Some x)) as [x'| |] eqn:Hf; simpl; try done. rewrite at_index_insert_ne by done.
      destruct (at_index l n') as [y| |] eqn:Hi'; simpl; try done. destruct (at_index_inv _ _ _ Hi') as [? _].
      destruct (g (Some y)) as [y'| |]; simpl; try done.
      rewrite at_index_insert_ne by done. rewrite Hi. simpl. rewrite Hf. simpl.
      by rewrite list_insert_commute by lia.
    - destruct (decide (tag0 = tag)); [|done]. destruct (f (Some u)); simpl; try done.
      destruct (decide (tag = tag')); [congruence|done].
    - assert (k ≠ k') by congruence. destruct (map_find l k) as [x|] eqn:Hi; simpl; [|done].
      destruct (f (Some x)) as [x'| |] eqn:Hf; simpl; try done. rewrite map_find_put_ne by done.
      destruct (map_find l k') as [y|] eqn:Hi'; simpl; [|done]. destruct (g (Some y)) as [y'| |]; simpl; try done.
      rewrite map_find_put_ne by done. rewrite Hi. simpl. rewrite Hf. simpl. by rewrite map_put_commute by eauto.
  Qed.

  Theorem along_commute l l' f g o w :
    part l l' → andthen (along l f) (along l' g) o = Ok w → andthen (along l' g) (along l f) o = Ok w.
  Proof.
    revert l' o w. induction l as [|a l IH]; intros [|b l'] o w Hpart; try done. simpl.
    destruct Hpart as [Hne|[<- Hpart]]; [by apply within_commute|].
    assert (∀ l l' h, part l l' → keeps_integers (along l h)) as Hkeep.
    { intros [|? ?] ? ? ?; [done|apply keeps_within]. }
    assert (part l' l) as Hpart'.
    { clear -Hpart. revert l' Hpart. induction l as [|a l IH]; intros [|b l']; simpl; naive_solver. }
    rewrite !within_twice by eauto. apply within_mono. intros. by apply IH.
  Qed.
End paths.
