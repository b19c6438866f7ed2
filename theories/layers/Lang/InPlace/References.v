(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Storage reached through references.

    A stack of activations in which some variables are references: paths into the
    activation below, whose variables may be references again. Beside it, the stack as
    the semantics has it, where every activation has copies, which are put back
    when it returns. [shares] says that the two hold the same; writing through
    references on one side and to the copy on the other keeps them so
    ([write_shares]), and so do calls ([shares_push]) and returns ([shares_pop]).
    [Machine] runs programs on it. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Lang.Aliasing Require Export ByReference.

Definition path : Type := nat * list step.
(** What is referred to is written through the reference, or only read: all of it, a slice of bytes, or of a slice. *)
Inductive access := Written | Shown (cuts : list (Z * Z)).
Definition is_written (b : access) : bool := match b with Written => true | Shown _ => false end.
Definition apart (a b : path) : Prop := fst a ≠ fst b ∨ part (snd a) (snd b).

Section paths.
  Context {P : Type}.
  Implicit Types (s t : store P) (v w u : val P) (f g : option (val P) → outcome (val P)) (a : path).

  Definition put v : option (val P) → outcome (val P) := λ _, Ok v.
  Definition peek_store s a : option (val P) :=
    match s !! fst a with
    | Some (Some u) => match peek (snd a) u with Ok v => Some v | _ => None end
    | _ => None
    end.

  Lemma peek_store_some s a v :
    peek_store s a = Some v ↔ ∃ u, s !! fst a = Some (Some u) ∧ peek (snd a) u = Ok v.
  Proof.
    unfold peek_store. split.
    - destruct (s !! fst a) as [[u|]|]; try done. destruct (peek (snd a) u) eqn:?; try done. naive_solver.
    - by intros (u & -> & ->).
  Qed.

  Lemma write_path_inv f s a s1 :
    write_path f s a = Ok s1 ↔
    ∃ o u, s !! fst a = Some o ∧ along (snd a) f o = Ok u ∧ s1 = <[fst a := Some u]> s.
  Proof.
    unfold write_path. split.
    - destruct (s !! fst a) as [o|]; simpl; [|done]. destruct (along (snd a) f o) eqn:Hu; simpl; try done.
      intros [= <-]. eauto.
    - intros (o & u & -> & Hu & ->). simpl. by rewrite Hu.
  Qed.

  (** ** One step *)
  Lemma within_at (b : step) f g u x :
    look_in b u = Ok x → f (Some x) = g (Some x) → within b f (Some u) = within b g (Some u).
  Proof.
    intros Hx Hfg. destruct b as [i|n|tag|k]; simpl in *; unfold modify; simpl.
    - destruct u as [| | | |l| | | |]; simpl in *; try done. destruct (l !! i); simpl in *; [|done].
      simplify_eq. by rewrite Hfg.
    - destruct u as [| |l|l| | | | |]; simpl in *; try done; destruct (at_index l n); simpl in *; try done;
        simplify_eq; by rewrite Hfg.
    - unfold payload in Hx. destruct u as [| | | | |t w| | |]; simpl in *; try done.
      destruct (decide (t = tag)); [|done]. simplify_eq. by rewrite Hfg.
    - destruct u as [| | | | | |l| |]; simpl in *; try done. destruct (map_find l k); simpl in *; [|done].
      simplify_eq. by rewrite Hfg.
  Qed.

  Lemma within_trap (b : step) f u x : look_in b u = Ok x → within b f (Some u) = Trap → f (Some x) = Trap.
  Proof.
    intros Hx. destruct b as [i|n|tag|k]; simpl in *; unfold modify; simpl.
    - destruct u as [| | | |l| | | |]; simpl in *; try done. destruct (l !! i); simpl in *; [|done].
      simplify_eq. by destruct (f (Some x)).
    - destruct u as [| |l|l| | | | |]; simpl in *; try done; destruct (at_index l n); simpl in *; try done;
        simplify_eq; (destruct (f (Some _)) as [y| |]; simpl; try done). by destruct y.
    - unfold payload in Hx. destruct u as [| | | | |t w| | |]; simpl in *; try done.
      destruct (decide (t = tag)); [|done]. simplify_eq. by destruct (f (Some x)).
    - destruct u as [| | | | | |l| |]; simpl in *; try done. destruct (map_find l k); simpl in *; [|done].
      simplify_eq. by destruct (f (Some x)).
  Qed.

  Lemma within_traps (b : step) f u x : look_in b u = Ok x → f (Some x) = Trap → within b f (Some u) = Trap.
  Proof.
    intros Hx Hf. rewrite (within_at b f (λ _, Trap) u x Hx Hf). destruct b as [i|n|tag|k]; simpl in *; unfold modify; simpl.
    - destruct u as [| | | |l| | | |]; simpl in *; try done. by destruct (l !! i).
    - destruct u as [| |l|l| | | | |]; simpl in *; try done; by destruct (at_index l n).
    - unfold payload in Hx. destruct u as [| | | | |t w| | |]; simpl in *; try done. by destruct (decide (t = tag)).
    - destruct u as [| | | | | |l| |]; simpl in *; try done. by destruct (map_find l k).
  Qed.

  Lemma within_again (b : step) f g u u1 :
    within b f (Some u) = Ok u1 → within b g (Some u1) = within b (andthen f g) (Some u).
  Proof.
    unfold andthen. destruct b as [i|n|tag|k]; simpl; unfold modify; simpl.
    - destruct u as [| | | |l| | | |]; try done. destruct (l !! i) as [x|] eqn:Hi; simpl; [|done].
      destruct (f (Some x)) as [x'| |]; simpl; try done. intros [= <-].
      rewrite list_lookup_insert by (by eapply lookup_lt_Some). simpl.
      destruct (g (Some x')); simpl; try done. by rewrite list_insert_insert.
    - destruct u as [| |l|l| | | | |]; try done; destruct (at_index l n) as [x| |] eqn:Hn; simpl; try done.
      + destruct (f (Some (VInt x))) as [[|z| | | | | | |]| |]; simpl; try done. intros [= <-].
        rewrite (at_index_insert _ _ _ _ Hn). simpl.
        destruct (g (Some (VInt z))) as [y| |]; simpl; try done. destruct (as_int y); simpl; try done.
        by rewrite list_insert_insert.
      + destruct (f (Some x)) as [x'| |]; simpl; try done. intros [= <-].
        rewrite (at_index_insert _ _ _ _ Hn). simpl.
        destruct (g (Some x')); simpl; try done. by rewrite list_insert_insert.
    - destruct u as [| | | | |t w| | |]; simpl; try done. destruct (decide (t = tag)); simpl; [|done].
      destruct (f (Some w)) as [u'| |]; simpl; try done. intros [= <-]. simpl. by rewrite decide_True.
    - destruct u as [| | | | | |l| |]; simpl; try done. destruct (map_find l k) as [x|]; simpl; [|done].
      destruct (f (Some x)) as [x'| |]; simpl; try done. intros [= <-]. simpl. rewrite map_find_put. simpl.
      destruct (g (Some x')); simpl; try done. by rewrite map_put_put.
  Qed.

  (** ** Paths *)
  Lemma along_at (l : list step) f g u v :
    peek l u = Ok v → f (Some v) = g (Some v) → along l f (Some u) = along l g (Some u).
  Proof.
    revert u. induction l as [|b l IH]; intros u Hv Hfg; simpl in *; [by simplify_eq|].
    destruct (look_in b u) as [x| |] eqn:Hx; simpl in Hv; try done.
    eapply within_at; [done|]. by apply IH.
  Qed.

  Lemma along_trap (l : list step) f u v : peek l u = Ok v → along l f (Some u) = Trap → f (Some v) = Trap.
  Proof.
    revert u. induction l as [|b l IH]; intros u Hv; simpl in *; [by simplify_eq|].
    destruct (look_in b u) as [x| |] eqn:Hx; simpl in Hv; try done.
    intros H. eapply within_trap in H; [|done]. eauto.
  Qed.

  Lemma along_traps (l : list step) f u v : peek l u = Ok v → f (Some v) = Trap → along l f (Some u) = Trap.
  Proof.
    revert u. induction l as [|b l IH]; intros u Hv Hf; simpl in *; [by simplify_eq|].
    destruct (look_in b u) as [x| |] eqn:Hx; simpl in Hv; try done.
    eapply within_traps; [done|]. by apply IH.
  Qed.

  Lemma along_peek (l : list step) f u u1 v :
    along l f (Some u) = Ok u1 → peek l u = Ok v → ∃ v1, f (Some v) = Ok v1 ∧ peek l u1 = Ok v1.
  Proof.
    revert u u1. induction l as [|b l IH]; intros u u1 Hu Hv; simpl in *; [simplify_eq; eauto|].
    apply within_inv in Hu as (x & x' & Hx & Hf & Hx' & _). rewrite Hx in Hv. rewrite Hx'. simpl in *. eauto.
  Qed.

  Lemma along_again (l : list step) f g o u :
    along l f o = Ok u → along l g (Some u) = along l (andthen f g) o.
  Proof.
    revert o u. induction l as [|b l IH]; intros o u Hu; simpl in *.
    - unfold andthen. by rewrite Hu.
    - destruct o as [w|]; [|by destruct b]. rewrite (within_again _ _ _ _ _ Hu).
      apply within_inv in Hu as (x & x' & Hx & Hf & _). eapply within_at; [done|].
      unfold andthen at 1. rewrite Hf. simpl. by apply IH.
  Qed.

  (** ** Writing along paths into a store *)
  Lemma write_again f g s a s1 :
    write_path f s a = Ok s1 → write_path g s1 a = write_path (andthen f g) s a.
  Proof.
    intros (o & u & Ho & Hu & ->)%write_path_inv. unfold write_path. rewrite Ho.
    rewrite list_lookup_insert by (by eapply lookup_lt_Some). simpl. rewrite (along_again _ _ _ _ _ Hu).
    destruct (along (snd a) (andthen f g) o); simpl; try done. by rewrite list_insert_insert.
  Qed.

  Lemma write_commute f g s a b s1 s2 :
    apart a b → write_path f s a = Ok s1 → write_path g s1 b = Ok s2 →
    ∃ s3, write_path g s b = Ok s3 ∧ write_path f s3 a = Ok s2.
  Proof.
    destruct a as [x l], b as [y l']. intros Hab (o & u & Ho & Hu & ->)%write_path_inv
      (o' & u' & Ho' & Hu' & ->)%write_path_inv. simpl in *.
    destruct (decide (x = y)) as [<-|Hne].
    - destruct Hab as [?|Hpart]; [done|]. simpl in Hpart.
      rewrite list_lookup_insert in Ho' by (by eapply lookup_lt_Some). simplify_eq.
      assert (andthen (along l f) (along l' g) o = Ok u') as Hboth by (unfold andthen; by rewrite Hu).
      apply along_commute in Hboth; [|done]. unfold andthen in Hboth.
      destruct (along l' g o) as [w| |] eqn:Hw; simpl in Hboth; try done.
      exists (<[x := Some w]> s). split; apply write_path_inv.
      + eauto.
      + exists (Some w), u'. simpl. rewrite list_lookup_insert by (by eapply lookup_lt_Some).
        split_and!; [done..|]. by rewrite !list_insert_insert.
    - rewrite list_lookup_insert_ne in Ho' by done.
      exists (<[y := Some u']> s). split; apply write_path_inv.
      + eauto.
      + exists o, u. simpl. rewrite list_lookup_insert_ne by done. split_and!; [done..|].
        by rewrite list_insert_commute.
  Qed.

  Lemma write_peek f s a s1 v :
    write_path f s a = Ok s1 → peek_store s a = Some v →
    ∃ v1, f (Some v) = Ok v1 ∧ peek_store s1 a = Some v1.
  Proof.
    intros (o & u & Ho & Hu & ->)%write_path_inv (u' & Hu' & Hv)%peek_store_some. simplify_eq.
    destruct (along_peek _ _ _ _ _ Hu Hv) as (v1 & ? & ?). exists v1. split; [done|].
    apply peek_store_some. exists u. by rewrite list_lookup_insert by (by eapply lookup_lt_Some).
  Qed.

  Lemma write_peek_elsewhere f s a b s1 v :
    apart a b → write_path f s a = Ok s1 → peek_store s b = Some v → peek_store s1 b = Some v.
  Proof.
    intros Hab (o & u & Ho & Hu & ->)%write_path_inv (u' & Hu' & Hv)%peek_store_some.
    apply peek_store_some. destruct (decide (fst a = fst b)) as [Heq|Hne].
    - destruct Hab as [?|Hpart]; [done|]. rewrite <-Heq in Hu' |- *. simplify_eq. exists u.
      split; [apply list_lookup_insert; by eapply lookup_lt_Some|]. by eapply peek_parted.
    - exists u'. by rewrite list_lookup_insert_ne.
  Qed.

  (** A write of a part of what a path leads to writes the whole. *)
  Lemma write_deeper f s x l l' v v1 :
    peek_store s (x, l) = Some v → along l' f (Some v) = Ok v1 →
    write_path f s (x, l ++ l') = write_path (put v1) s (x, l).
  Proof.
    intros (u & Hu & Hv)%peek_store_some Hv1. unfold write_path. simpl in *. rewrite Hu. simpl.
    assert (along (l ++ l') f = along l (along l' f)) as -> by (unfold along; by rewrite foldr_app).
    by rewrite (along_at l (along l' f) (put v1) u v).
  Qed.

  Lemma write_no_trap v s a : is_Some (peek_store s a) → write_path (put v) s a ≠ Trap.
  Proof.
    intros [w (u & Hu & Hv)%peek_store_some]. unfold write_path. rewrite Hu. simpl.
    destruct (along (snd a) (put v) (Some u)) eqn:H; try done. by eapply along_trap in H.
  Qed.

  (** ** What a reference shows *)

  Definition cut v (c : Z * Z) : option (val P) := match v with VBytes l => VBytes <$> slice l c.1 c.2 | _ => None end.
  Fixpoint cut_all (l : list (Z * Z)) v : option (val P) :=
    match l with [] => Some v | c :: l => cut v c ≫= cut_all l end.
  Definition shown (b : access) v : option (val P) := match b with Written => Some v | Shown l => cut_all l v end.

  Lemma cut_all_snoc l c v : cut_all (l ++ [c]) v = (w ← cut_all l v; cut w c).
  Proof.
    revert v. induction l as [|d l IH]; intros v; simpl; [by destruct (cut v c)|]. destruct (cut v d); simpl; auto.
  Qed.

  (** ** Copies put back *)

  (** For each variable: where it is, if it is a reference, and what it shows of that. *)
  Definition refs : Type := list (option (access * path)).
  Definition ref_at (r : refs) (x : nat) : option (access * path) := mjoin (r !! x).

  Fixpoint puts (r : refs) t s : outcome (store P) :=
    match r, t with
    | [], _ => Ok s
    | Some (Written, a) :: r, o :: t => v ← or_wrong o; s ← write_path (put v) s a; puts r t s
    | _ :: r, _ :: t => puts r t s
    | _, [] => Wrong
    end.

  (** What may be written parts from everything else. *)
  Definition refs_apart (r : refs) : Prop :=
    ∀ i j b c a a', i ≠ j → ref_at r i = Some (b, a) → ref_at r j = Some (c, a') →
      is_written b || is_written c = true → apart a a'.

  Lemma refs_apart_tail o r : refs_apart (o :: r) → refs_apart r.
  Proof. intros H i j b c a a' Hne Hi Hj. apply (H (S i) (S j) b c); [congruence|done..]. Qed.

  Lemma puts_elsewhere r t s a v s1 s' s1' :
    (∀ j c, ref_at r j = Some (Written, c) → apart a c) → write_path (put v) s a = Ok s1 →
    puts r t s = Ok s' → puts r t s1 = Ok s1' → write_path (put v) s' a = Ok s1'.
  Proof.
    revert t s s1. induction r as [|o r IH]; intros t s s1 Hr Hs1 Hs' Hs1'; simpl in *; [by simplify_eq|].
    assert (∀ j c, ref_at r j = Some (Written, c) → apart a c) as Hr' by (intros j c ?; by apply (Hr (S j))).
    destruct o as [[[] b]|], t as [|o' t]; try done; [|by eauto..].
    destruct o' as [w|]; simpl in *; [|done].
    destruct (write_path (put w) s b) as [s2| |] eqn:H2; simpl in Hs'; try done.
    destruct (write_path (put w) s1 b) as [s3| |] eqn:H3; simpl in Hs1'; try done.
    destruct (write_commute _ _ _ _ _ _ _ (Hr 0 b eq_refl) Hs1 H3) as (s4 & H4 & Hs3).
    rewrite H2 in H4. injection H4 as <-. by eapply (IH t s2 s3).
  Qed.

  (** Another value for one variable: as if it was written afterwards. *)
  Lemma puts_at r t s x a v s' s1 :
    refs_apart r → ref_at r x = Some (Written, a) →
    puts r t s = Ok s' → puts r (<[x := Some v]> t) s = Ok s1 → write_path (put v) s' a = Ok s1.
  Proof.
    revert t s x. induction r as [|o r IH]; intros t s x Hapart Hx Hs' Hs1; [done|].
    destruct x as [|x].
    - unfold ref_at in Hx. simpl in Hx. subst o. destruct t as [|[w|] t]; simpl in *; try done.
      destruct (write_path (put w) s a) as [s2| |] eqn:H2; simpl in Hs'; try done.
      destruct (write_path (put v) s a) as [s3| |] eqn:H3; simpl in Hs1; try done.
      eapply (puts_elsewhere r t s2 a v s3); [| |done..].
      + intros j c Hj. by apply (Hapart 0 (S j) Written Written).
      + rewrite (write_again _ _ _ _ _ H2). exact H3.
    - apply refs_apart_tail in Hapart. destruct t as [|o' t]; [by destruct o as [[[] ?]|]|].
      destruct o as [[[] b]|]; simpl in *; [|by eauto..].
      destruct o' as [w|]; simpl in *; [|done]. destruct (write_path (put w) s b); simpl in *; try done. eauto.
  Qed.

  Lemma puts_other r t s x o :
    (∀ a, ref_at r x ≠ Some (Written, a)) → puts r (<[x := o]> t) s = puts r t s.
  Proof.
    revert t s x. induction r as [|o' r IH]; intros t s x Hx; [done|]. destruct t as [|u t]; [done|].
    destruct x as [|x]; simpl.
    - destruct o' as [[[] b]|]; try done. by destruct (Hx b).
    - assert (∀ a, ref_at r x ≠ Some (Written, a)) by (intros a; apply Hx).
      destruct o' as [[[] b]|]; [|by apply IH..]. destruct (or_wrong u); simpl; try done.
      destruct (write_path _ _ _); simpl; auto.
  Qed.

  Lemma puts_no_trap r t s :
    refs_apart r → (∀ x a, ref_at r x = Some (Written, a) → is_Some (peek_store s a)) → puts r t s ≠ Trap.
  Proof.
    revert t s. induction r as [|o r IH]; intros t s Hapart Hr; [done|].
    assert (∀ x a, ref_at r x = Some (Written, a) → is_Some (peek_store s a)) as Hr'.
    { intros x a ?. by apply (Hr (S x)). }
    destruct t as [|u t]; [by destruct o as [[[] ?]|]|]. simpl.
    destruct o as [[[] b]|]; [|by eauto using refs_apart_tail..].
    destruct u as [v|]; simpl; [|done]. pose proof (write_no_trap v s b (Hr 0 b eq_refl)) as Hb.
    destruct (write_path (put v) s b) as [s1| |] eqn:H1; simpl; try done. apply IH; [by eapply refs_apart_tail|].
    intros x a Hx. destruct (Hr' x a Hx) as [w Hw]. exists w.
    eapply write_peek_elsewhere; [|done..]. by apply (Hapart 0 (S x) Written Written).
  Qed.

  (** ** Stacks of activations *)

  (** Each with its own variables and its references into the next; innermost first. *)
  Notation stack := (list (store P * refs)).

  Definition top_refs (F : stack) : refs := match F with [] => [] | (_, r) :: _ => r end.
  Definition writable (F : stack) (x : nat) : Prop := ∀ l a, ref_at (top_refs F) x ≠ Some (Shown l, a).

  (** What the innermost activation reads. *)
  Fixpoint view (F : stack) : store P :=
    match F with
    | [] => []
    | (t, r) :: F =>
        imap (λ x o, match ref_at r x with Some (b, a) => peek_store (view F) a ≫= shown b | None => o end) t
    end.

  (** A write of the innermost activation goes to where the variable is. *)
  Fixpoint write_at (F : stack) (a : path) f : outcome stack :=
    match F with
    | [] => Wrong
    | (t, r) :: F =>
        match ref_at r (fst a) with
        | Some (Written, (y, l)) => F ← write_at F (y, l ++ snd a) f; Ok ((t, r) :: F)
        | Some (Shown _, _) => Wrong
        | None => t ← write_path f t a; Ok ((t, r) :: F)
        end
    end.

  (** The activations below a copying one: for each, what its callee puts back,
      and its variables as they were at the call. *)
  Inductive shares : store P → list (refs * store P) → stack → Prop :=
  | shares_own t : shares t [] [(t, [])]
  | shares_call t t' r s s' K F :
      puts r t s = Ok s' → shares s' K F → length t' = length t → refs_apart r →
      (∀ x, match ref_at r x with
            | Some (b, a) =>
                is_Some (peek_store s a) ∧ (b = Written → writable F (fst a)) ∧
                ∃ v w, t !! x = Some (Some v) ∧ peek_store s' a = Some w ∧ shown b w = Some v
            | None => t !! x = t' !! x
            end) →
      shares t ((r, s) :: K) ((t', r) :: F).

  Lemma shares_view t K F : shares t K F → view F = t.
  Proof.
    induction 1 as [t|t t' r s s' K F _ _ IH Hlen _ Hr]; simpl.
    - apply list_eq. intros x. rewrite list_lookup_imap. unfold ref_at. simpl. by destruct (t !! x).
    - rewrite IH. apply list_eq. intros x. rewrite list_lookup_imap. specialize (Hr x).
      destruct (ref_at r x) as [[b a]|].
      + destruct Hr as (_ & _ & v & w & Hv & -> & Hw). rewrite Hv. simpl.
        destruct (lookup_lt_is_Some_2 t' x) as [o ->]; [rewrite Hlen; by eapply lookup_lt_Some|]. simpl. by rewrite Hw.
      + rewrite Hr. by destruct (t' !! x).
  Qed.

  (** All copies can be put back, one activation after the other. *)
  Fixpoint settled t (K : list (refs * store P)) : Prop :=
    match K with [] => True | (r, s) :: K => ∃ s', puts r t s = Ok s' ∧ settled s' K end.

  Theorem write_shares t K F a f t1 :
    shares t K F → writable F (fst a) → write_path f t a = Ok t1 → settled t1 K →
    ∃ F1, write_at F a f = Ok F1 ∧ top_refs F1 = top_refs F ∧ shares t1 K F1.
  Proof.
    intros H. revert a t1. induction H as [t|t t' r s s' K F Hs' HF IH Hlen Hapart Hr];
      intros [x l] t1 Hw Ht1 Hsettled; cbn [write_at fst snd].
    - unfold ref_at. simpl. rewrite Ht1. simpl. eexists. split_and!; [done..|constructor].
    - apply write_path_inv in Ht1 as (o & v1 & Ho & Hv1 & ->). simpl in Ho, Hv1.
      destruct Hsettled as (s1 & Hs1 & Hsettled). pose proof (Hr x) as Hx. unfold writable in Hw. simpl in Hw.
      destruct (ref_at r x) as [[[|cuts] [y l']]|] eqn:Href; [|by destruct (Hw cuts (y, l'))|].
      + destruct Hx as (_ & Hwritable & v & ? & Hv & Hpeek & [= ->]). simplify_eq.
        pose proof (puts_at _ _ _ _ _ _ _ _ Hapart Href Hs' Hs1) as Hwrite.
        destruct (IH (y, l' ++ l) s1) as (F1 & -> & Htop & HF1); [by apply Hwritable| |done|].
        { by rewrite (write_deeper f s' y l' l v v1). }
        simpl. eexists. split_and!; [done..|]. econstructor; [done..|by rewrite insert_length|done|].
        intros z. specialize (Hr z). unfold writable. rewrite Htop. fold (writable F). destruct (ref_at r z) as [[b a]|] eqn:Hz.
        * destruct Hr as (? & ? & w & w' & Hw1 & Hw2 & Hw3). split_and!; [done..|].
          destruct (decide (z = x)) as [->|Hne].
          -- rewrite Href in Hz. injection Hz as <- <-. exists v1, v1.
             rewrite list_lookup_insert by (by eapply lookup_lt_Some). split; [done|].
             destruct (write_peek _ _ _ _ _ Hwrite Hpeek) as (? & [= <-] & ?). done.
          -- exists w, w'. rewrite list_lookup_insert_ne by done. split_and!; [done| |done].
             eapply write_peek_elsewhere; [|done..]. by apply (Hapart x z Written b).
        * rewrite list_lookup_insert_ne; [done|]. intros ->. by rewrite Href in Hz.
      + assert (∀ a, ref_at r x ≠ Some (Written, a)) as Hother by (intros a; by rewrite Href).
        rewrite (puts_other _ _ _ _ _ Hother) in Hs1. rewrite Hs' in Hs1. injection Hs1 as <-.
        assert (write_path f t' (x, l) = Ok (<[x := Some v1]> t')) as ->.
        { apply write_path_inv. exists o, v1. simpl. by rewrite <-Hx. }
        simpl. eexists. split_and!; [done..|]. econstructor; [|done|by rewrite !insert_length|done|].
        { by rewrite (puts_other _ _ _ _ _ Hother). }
        intros z. specialize (Hr z). destruct (decide (z = x)) as [->|Hne].
        * rewrite Href, !list_lookup_insert; [done|..|by eapply lookup_lt_Some].
          rewrite Hlen. by eapply lookup_lt_Some.
        * by rewrite !list_lookup_insert_ne.
  Qed.

  (** A write traps in place when it traps in the copy. *)
  Theorem write_traps t K F a f :
    shares t K F → writable F (fst a) → write_path f t a = Trap → write_at F a f = Trap.
  Proof.
    intros H. revert a. induction H as [t|t t' r s s' K F Hs' HF IH Hlen Hapart Hr];
      intros [x l] Hw Htrap; cbn [write_at fst snd].
    - unfold ref_at. simpl. by rewrite Htrap.
    - pose proof (Hr x) as Hx. unfold writable in Hw. simpl in Hw.
      destruct (ref_at r x) as [[[|cuts] [y l']]|] eqn:Href; [|by destruct (Hw cuts (y, l'))|].
      + destruct Hx as (_ & Hwritable & v & ? & Hv & (u & Hu & Hpeek)%peek_store_some & [= ->]). simpl in Hu, Hpeek.
        unfold write_path in Htrap. simpl in Htrap. rewrite Hv in Htrap. simpl in Htrap.
        rewrite IH; [done|by apply Hwritable|]. unfold write_path. simpl. rewrite Hu. simpl.
        assert (along (l' ++ l) f = along l' (along l f)) as -> by (unfold along; by rewrite foldr_app).
        rewrite (along_traps l' _ u v Hpeek); [done|]. by destruct (along l f (Some v)).
      + unfold write_path in *. simpl in *. rewrite <-Hx. destruct (t !! x) as [o|]; simpl in *; [|done].
        by destruct (along l f o).
  Qed.

  (** Storage of a callee without what it only refers to. *)
  Definition own (r : refs) t : store P := imap (λ x o, match ref_at r x with Some _ => None | None => o end) t.

  Theorem shares_push s K F t r :
    shares s K F → refs_apart r → puts r t s = Ok s →
    (∀ x b a, ref_at r x = Some (b, a) →
      (b = Written → writable F (fst a)) ∧
      ∃ v w, t !! x = Some (Some v) ∧ peek_store s a = Some w ∧ shown b w = Some v) →
    shares t ((r, s) :: K) ((own r t, r) :: F).
  Proof.
    intros HF Hapart Hputs Hr. econstructor; [done..|apply imap_length|done|].
    intros x. destruct (ref_at r x) as [[b a]|] eqn:Hx.
    - destruct (Hr x b a Hx) as (? & v & w & ? & Hv & ?). rewrite Hv. eauto 10.
    - unfold own. rewrite list_lookup_imap. destruct (t !! x); simpl; by rewrite ?Hx.
  Qed.

  Lemma shares_pop t r s K F :
    shares t ((r, s) :: K) F → ∃ t' F' s', F = (t', r) :: F' ∧ puts r t s = Ok s' ∧ shares s' K F'.
  Proof. inversion 1; subst. eauto 10. Qed.
End paths.
