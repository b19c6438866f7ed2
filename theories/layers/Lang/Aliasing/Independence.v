(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * When arguments may be passed by reference.

    A call copies its [inout] arguments in and out, one after the other. The C
    printer passes their addresses instead. This file has the condition under
    which no one can tell, and why:
    - the order of copying out does not matter ([copy_out_any_order]);
    - writing to a copy and copying out is writing in place ([copied_in_place]).

    [independent] is what must hold of the places of two [inout] arguments. It
    is computed from the program text: the paths part, or start at different
    variables, and neither has an index or key that reads the other's variable
    ([independent_args]: nor the start of a slice). [Checker] runs it on
    programs. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Lang.Model Require Import Induction.
From Fairlead.Lang.Aliasing Require Export Paths.
From Fairlead.Lang.Model Require Export Needs.

(** ** The condition *)

(** The steps of a place; [None] for an index or key known only at run time. *)
Fixpoint shape (p : place) : list (option step) :=
  match p with
  | PVar _ | PConst _ => []
  | PField p i => shape p ++ [Some (SField i)]
  | PIndex p e => shape p ++ [match e with EInt _ z => Some (SIndex z) | _ => None end]
  | PCase p tag => shape p ++ [Some (SCase tag)]
  | PKey p _ => shape p ++ [None]
  end.

Fixpoint shapes_part (l l' : list (option step)) : bool :=
  match l, l' with
  | o :: l, o' :: l' =>
      match o, o' with
      | Some a, Some b => if decide (a = b) then shapes_part l l' else true
      | _, _ => shapes_part l l'
      end
  | _, _ => false
  end.

(** Variables that the indices and keys of a place read. *)
Fixpoint index_uses (p : place) (V : varset) : varset :=
  match p with
  | PVar _ | PConst _ => V
  | PField p _ | PCase p _ => index_uses p V
  | PIndex p e | PKey p e => index_uses p (uses e V)
  end.

(** Writing to [q] does not move [p]. *)
Definition steady (p q : place) : bool :=
  match root q with Some x => bool_decide (x ∉ index_uses p []) | None => false end.

Definition parted (p q : place) : bool :=
  negb (bool_decide (root p = root q)) || shapes_part (shape p) (shape q).
Definition independent (p q : place) : bool := steady p q && steady q p && parted p q.

(** The place that an argument gives to be written, and the variables that say
    where in it (a slice's end is not looked at again). *)
Definition out_place (a : arg) : option place :=
  match a with AIn _ => None | AInout p | AInoutSlice p _ _ => Some p end.
Definition bounds (a : arg) : varset :=
  match a with AInoutSlice _ lo _ => uses lo [] | _ => [] end.

Definition untouched_bounds (a : arg) (q : place) : bool :=
  match root q with Some x => bool_decide (x ∉ bounds a) | None => false end.
Definition independent_args (a b : arg) : bool :=
  match out_place a, out_place b with
  | Some p, Some q => independent p q && untouched_bounds a q && untouched_bounds b p
  | _, _ => true
  end.

Section aliasing.
  Context {P : Type} (W : world P).
  Implicit Types (s t : store P) (f g : option (val P) → outcome (val P)).
  Local Notation update := (update W (λ (_ : nat) (s : store P), s)).
  Local Notation assign := (assign W (λ (_ : nat) (s : store P), s)).

  (** ** What evaluation reads *)
  Definition agree (V : varset) s t : Prop := ∀ x, x ∈ V → s !! x = t !! x.

  Lemma agree_add x V s t : agree (add x V) s t → agree V s t ∧ s !! x = t !! x.
  Proof. intros H. split; [intros y ?|]; apply H, elem_of_add; auto. Qed.

  Lemma agree_all (es : list expr) V s t :
    Forall (λ e, ∀ V s t, agree (uses e V) s t → agree V s t ∧ eval W e s = eval W e t) es →
    agree (foldr (λ e V, uses e V) V es) s t →
    agree V s t ∧ collect (λ e, eval W e s) es = collect (λ e, eval W e t) es.
  Proof.
    induction 1 as [|e es He _ IH]; simpl; [done|]. intros [[? Hes]%IH He']%He. split; [done|].
    by rewrite He', Hes.
  Qed.

  Lemma get_eval_agree :
    (∀ p V s t, agree (uses_place p V) s t → agree V s t ∧ get W p s = get W p t) ∧
    (∀ e V s t, agree (uses e V) s t → agree V s t ∧ eval W e s = eval W e t).
  Proof.
    apply place_expr_ind; intros; cbn [uses uses_place] in *; fold uses uses_place in *;
      repeat match goal with
      | H : agree (foldr _ _ _) _ _ |- _ => apply agree_all in H as [H ?]; [|done]
      | IH : ∀ V s t, agree (?need V) s t → _, H : agree (?need _) _ _ |- _ => apply IH in H as [H ?]
      | H : agree (add _ _) _ _ |- _ => apply agree_add in H as [H ?]
      end; (split; [done|]); cbn [get eval]; fold (get W) (eval W);
      repeat match goal with
      | H : _ = _ |- _ => rewrite H; clear H
      end; done.
  Qed.

  Lemma eval_int_agree e V s t :
    agree (uses e V) s t → agree V s t ∧ eval_int W e s = eval_int W e t.
  Proof. intros [? He]%get_eval_agree. unfold eval_int. by rewrite He. Qed.

  Lemma resolve_agree p V s t :
    agree (index_uses p V) s t → agree V s t ∧ resolve W p s = resolve W p t.
  Proof.
    revert V. induction p as [x|c|p IH i|p IH e|p IH tag|p IH e]; intros V H; simpl in *; try done;
      apply IH in H as [H Hp]; try (apply eval_int_agree in H as [H He]); (split; [done|]);
      rewrite ?He; by rewrite Hp.
  Qed.

  Lemma agree_insert V s x o : x ∉ V → agree V s (<[x := o]> s).
  Proof. intros Hx y Hy. rewrite list_lookup_insert_ne; [done|]. by intros ->. Qed.

  Lemma resolve_root p s x l : resolve W p s = Ok (x, l) → root p = Some x.
  Proof.
    revert l. induction p as [y|c|p IH i|p IH e|p IH tag|p IH e]; intros l H; simpl in *; try congruence;
      try (destruct (eval_int W e s); simpl in H; [|done..]);
      destruct (resolve W p s) as [[y l']| |]; simpl in H; try done; simplify_eq; eauto.
  Qed.

  Definition fits_shape (o : option step) (a : step) : Prop :=
    match o with Some b => a = b | None => True end.

  Lemma resolve_shape p s x l : resolve W p s = Ok (x, l) → Forall2 fits_shape (shape p) l.
  Proof.
    revert l. induction p as [y|c|p IH i|p IH e|p IH tag|p IH e]; intros l H; simpl in *;
      [simplify_eq; constructor|done|..];
      try (destruct (eval_int W e s) as [n| |] eqn:He; simpl in H; [|done..]);
      destruct (resolve W p s) as [[y l']| |]; simpl in H; try done; simplify_eq;
      (apply Forall2_app; [by apply IH|]); repeat constructor.
    destruct e; simpl; try done. by injection He as ->.
  Qed.

  Lemma shapes_part_part sh sh' l l' :
    shapes_part sh sh' = true → Forall2 fits_shape sh l → Forall2 fits_shape sh' l' → part l l'.
  Proof.
    revert sh' l l'. induction sh as [|o sh IH]; intros [|o' sh'] l l' Hp; simpl in *; try done.
    inversion_clear 1 as [|? a ? l1 Ha Hl]; inversion_clear 1 as [|? b ? l2 Hb Hl']. simpl.
    destruct (decide (a = b)) as [->|]; [|by left]. right. split; [done|].
    destruct o as [a'|], o' as [b'|]; simpl in *; eauto. subst. rewrite decide_True in Hp by done. eauto.
  Qed.

  (** ** Either may be written first *)
  Lemma update_inv p f s s' :
    update p f s = Ok s' → ∃ x l o v,
      resolve W p s = Ok (x, l) ∧ s !! x = Some o ∧ along l f o = Ok v ∧ s' = <[x := Some v]> s.
  Proof.
    rewrite update_path. destruct (resolve W p s) as [[x l]| |]; simpl; try done. unfold write_path. simpl.
    destruct (s !! x) as [o|] eqn:Hx; simpl; [|done]. destruct (along l f o) as [v| |] eqn:Hv; simpl; try done.
    intros [= <-]. eauto 10.
  Qed.
  Lemma update_intro p f s x l o v :
    resolve W p s = Ok (x, l) → s !! x = Some o → along l f o = Ok v → update p f s = Ok (<[x := Some v]> s).
  Proof.
    intros Hp Hx Hv. rewrite update_path, Hp. simpl. unfold write_path. simpl. rewrite Hx. simpl. by rewrite Hv.
  Qed.

  Lemma steady_resolve p q x s o :
    steady p q = true → root q = Some x → resolve W p (<[x := o]> s) = resolve W p s.
  Proof.
    unfold steady. intros Hp Hq. rewrite Hq in Hp. apply bool_decide_eq_true in Hp.
    symmetry. eapply (resolve_agree p []). by apply agree_insert.
  Qed.

  Theorem writes_commute p q f g s s' :
    independent p q = true →
    (s1 ← update p f s; update q g s1) = Ok s' → (s1 ← update q g s; update p f s1) = Ok s'.
  Proof.
    unfold independent, parted. intros [[Hpq Hqp]%andb_true_iff Hpart]%andb_true_iff.
    destruct (update p f s) as [s1| |] eqn:Hp; simpl; try done. intros Hq.
    apply update_inv in Hp as (x & l & o & v & Hp & Hx & Hv & ->).
    apply update_inv in Hq as (y & l' & o' & v' & Hq & Hy & Hv' & ->).
    pose proof (resolve_root _ _ _ _ Hp) as Hrp. pose proof (resolve_root _ _ _ _ Hq) as Hrq.
    rewrite (steady_resolve _ _ _ _ _ Hqp Hrp) in Hq.
    destruct (decide (x = y)) as [<-|Hne].
    - rewrite bool_decide_eq_true_2 in Hpart by congruence. simpl in Hpart.
      assert (part l l') as Hll'.
      { eapply shapes_part_part; [done|by eapply resolve_shape..]. }
      rewrite list_lookup_insert in Hy by (by eapply lookup_lt_Some). simplify_eq.
      assert (andthen (along l f) (along l' g) o = Ok v') as Hboth by (unfold andthen; by rewrite Hv).
      apply along_commute in Hboth; [|done]. unfold andthen in Hboth.
      destruct (along l' g o) as [u| |] eqn:Hu; simpl in Hboth; try done.
      erewrite update_intro by done. simpl. erewrite update_intro; [by rewrite !list_insert_insert|..|done].
      + by rewrite (steady_resolve _ _ _ _ _ Hpq Hrq).
      + apply list_lookup_insert. by eapply lookup_lt_Some.
    - rewrite list_lookup_insert_ne in Hy by done. erewrite update_intro by done. simpl.
      erewrite update_intro; [by rewrite list_insert_commute| |by rewrite list_lookup_insert_ne|done].
      by rewrite (steady_resolve _ _ _ _ _ Hpq Hrq).
  Qed.

  (** ** Copying out, in any order *)
  Local Notation give_back := (give_back W (λ (_ : nat) (s : store P), s)).
  Local Notation give_back_all := (give_back_all W (λ (_ : nat) (s : store P), s)).

  (** What giving back an argument writes; nothing, for one that was passed in. *)
  Definition writer (a : arg) (v : val P) s : outcome (option (val P) → outcome (val P)) :=
    match a with
    | AIn _ => Wrong
    | AInout p => Ok (λ _, Ok v)
    | AInoutSlice p lo _ =>
        off ← eval_int W lo s; l ← as_bytes v;
        Ok (modify (λ v, old ← as_bytes v; VBytes <$> or_trap (blit old off l)))
    end.

  Lemma give_back_writer a p v s :
    out_place a = Some p → give_back a v s = (f ← writer a v s; update p f s).
  Proof.
    destruct a as [e|q|q lo hi]; simpl; intros; simplify_eq; [done|].
    destruct (eval_int W lo s); simpl; try done. by destruct (as_bytes v).
  Qed.

  Lemma writer_elsewhere a v q x s o :
    untouched_bounds a q = true → root q = Some x → writer a v (<[x := o]> s) = writer a v s.
  Proof.
    unfold untouched_bounds. intros Ha Hq. rewrite Hq in Ha. apply bool_decide_eq_true in Ha.
    destruct a as [e|p|p lo hi]; simpl in *; try done.
    destruct (eval_int_agree lo _ s (<[x:=o]> s) (agree_insert _ _ _ _ Ha)) as [_ ->]. done.
  Qed.

  Lemma give_back_commute a b v w s s' :
    independent_args a b = true →
    (s1 ← give_back a v s; give_back b w s1) = Ok s' → (s1 ← give_back b w s; give_back a v s1) = Ok s'.
  Proof.
    unfold independent_args. destruct (out_place a) as [p|] eqn:Ha, (out_place b) as [q|] eqn:Hb.
    2: { intros _ Hw. destruct b; try done. change (give_back a v s = Ok s').
         by destruct (give_back a v s). }
    2: { intros _ Hw. destruct a; try done. change (give_back b w s = Ok s') in Hw. by rewrite Hw. }
    2: { intros _. destruct a, b; done. }
    intros [[Hpq Hba]%andb_true_iff Hbb]%andb_true_iff.
    rewrite !(give_back_writer _ _ _ _ Ha), !(give_back_writer _ _ _ _ Hb).
    destruct (writer a v s) as [f| |] eqn:Hf; simpl; try done.
    destruct (update p f s) as [s1| |] eqn:Hp; simpl; try done.
    pose proof (update_inv _ _ _ _ Hp) as (x & l & o & u & Hx & _ & _ & Hs1).
    rewrite (give_back_writer _ _ _ _ Hb). rewrite Hs1 at 1.
    rewrite (writer_elsewhere b w p x s _ Hbb (resolve_root _ _ _ _ Hx)).
    destruct (writer b w s) as [g| |] eqn:Hg; simpl; try done. intros Hq.
    assert ((s1 ← update p f s; update q g s1) = Ok s') as Hboth by (by rewrite Hp).
    apply writes_commute in Hboth; [|done].
    destruct (update q g s) as [s2| |] eqn:Hq2; simpl in Hboth; try done. simpl.
    pose proof (update_inv _ _ _ _ Hq2) as (y & l' & o' & u' & Hy & _ & _ & Hs2).
    rewrite (give_back_writer _ _ _ _ Ha). rewrite Hs2 at 1.
    rewrite (writer_elsewhere a v q y s _ Hba (resolve_root _ _ _ _ Hy)), Hf. simpl. by rewrite Hs2 in Hboth |- *.
  Qed.

  (** Everything given back, argument by argument, in whatever order. *)
  Fixpoint give_backs (l : list (arg * val P)) s : outcome (store P) :=
    match l with
    | [] => Ok s
    | (a, v) :: l => s ← give_back a v s; give_backs l s
    end.

  (** In the arguments' order it is what calls do. *)
  Theorem give_backs_zip args vs s :
    length args = length vs → give_back_all args vs s = give_backs (zip args vs) s.
  Proof.
    revert vs s. induction args as [|a args IH]; intros [|v vs] s Hlen; simpl in *; try done.
    destruct (give_back a v s); simpl; try done. apply IH. lia.
  Qed.

  Definition all_independent (args : list arg) : Prop :=
    ∀ i j a b, i ≠ j → args !! i = Some a → args !! j = Some b → independent_args a b = true.

  Lemma all_independent_cons a args :
    all_independent (a :: args) ↔
      (∀ b, b ∈ args → independent_args a b = true ∧ independent_args b a = true) ∧ all_independent args.
  Proof.
    split.
    - intros H. split.
      + intros b [i Hi]%elem_of_list_lookup. split; [apply (H 0 (S i))|apply (H (S i) 0)]; done.
      + intros i j ????. apply (H (S i) (S j)); [congruence|done..].
    - intros [Ha Hargs] [|i] [|j] b c Hne Hi Hj; simpl in *; simplify_eq; try done.
      + apply Ha. by eapply elem_of_list_lookup_2.
      + apply Ha. by eapply elem_of_list_lookup_2.
      + eapply Hargs; [|done..]. congruence.
  Qed.

  Lemma all_independent_perm args args' : args ≡ₚ args' → all_independent args → all_independent args'.
  Proof.
    induction 1 as [|a l l' Hperm IH|a b l|l1 l2 l3 ? IH1 ? IH2]; [done| | |by auto].
    - rewrite !all_independent_cons. intros [Ha Hl]. split; [|auto]. intros b Hb. apply Ha. by rewrite Hperm.
    - rewrite !all_independent_cons. intros (Hb & Ha & Hl). repeat setoid_rewrite elem_of_cons.
      setoid_rewrite elem_of_cons in Hb. naive_solver.
  Qed.

  Theorem copy_out_any_order l l' s s' :
    l ≡ₚ l' → all_independent l.*1 → give_backs l s = Ok s' → give_backs l' s = Ok s'.
  Proof.
    intros Hperm. revert s. induction Hperm as [|[a v] l l' Hperm IH|[a v] [b w] l|l1 l2 l3 H12 IH1 H23 IH2];
      intros s Hind Hw; simpl in *; [done| | |].
    - apply all_independent_cons in Hind as [_ Hind]. destruct (give_back a v s); simpl in *; try done. auto.
    - apply all_independent_cons in Hind as [Hind _]. destruct (Hind a) as [Hba _]; [left|].
      destruct (s1 ← give_back b w s; give_back a v s1) as [s2| |] eqn:H2.
      + pose proof (give_back_commute _ _ _ _ _ _ Hba H2) as H2'.
        destruct (give_back b w s); simpl in *; try done. rewrite H2 in Hw. simpl in Hw.
        destruct (give_back a v s); simpl in *; try done. by rewrite H2'.
      + destruct (give_back b w s); simpl in *; try done; by rewrite H2 in Hw.
      + destruct (give_back b w s); simpl in *; try done; by rewrite H2 in Hw.
    - apply IH2; [|by apply IH1]. eapply all_independent_perm; [|done]. by rewrite H12.
  Qed.

  (** ** In place *)

  (** A read sees what a write would. *)
  Lemma get_update p f s v :
    is_Some (root p) → get W p s = Ok v → update p f s = (v ← f (Some v); assign p v s).
  Proof.
    unfold Eval.assign. intros Hroot. revert f v.
    induction p as [x|c|p IH i|p IH e|p IH tag|p IH e]; intros f v Hv;
      cbn [get Eval.update root] in *; fold (get W) (eval W) in *; try specialize (IH Hroot).
    - destruct (s !! x) as [[u|]|]; simpl in *; try done. simplify_eq. by destruct (f (Some v)).
    - by destruct Hroot.
    - destruct (get W p s) as [u| |] eqn:Hu; simpl in Hv; try done.
      rewrite (IH _ u eq_refl). destruct u as [| | | |l| | | |]; simpl in *; try done.
      unfold modify; simpl. destruct (l !! i) as [y|] eqn:Hi; simpl in *; [|done]. simplify_eq.
      destruct (f (Some v)); simpl; [|done..]. symmetry. rewrite (IH _ _ eq_refl). simpl. by rewrite Hi.
    - destruct (get W p s) as [u| |] eqn:Hu; simpl in Hv; try done. unfold eval_int.
      destruct (eval W e s) as [n| |]; simpl in *; try done. destruct (as_int n) as [z| |]; simpl in *; try done.
      rewrite (IH _ u eq_refl). unfold modify; simpl.
      destruct u as [| |l|l| | | | |]; simpl in *; try done;
        destruct (at_index l z) as [y| |] eqn:Hi; simpl in *; try done; simplify_eq;
        (destruct (f (Some _)) as [w| |]; simpl; [|done..]); symmetry; rewrite (IH _ _ eq_refl); simpl;
        rewrite Hi; simpl; [|done]. by destruct (as_int w).
    - destruct (get W p s) as [u| |] eqn:Hu; simpl in Hv; try done.
      rewrite (IH _ u eq_refl). unfold modify; simpl. unfold payload in Hv.
      destruct (as_union u) as [[t y]| |] eqn:Ht; simpl in *; try done. destruct (decide (t = tag)) eqn:Htag; [|done].
      simplify_eq. destruct (f (Some v)); simpl; [|done..]. symmetry. rewrite (IH _ _ eq_refl). simpl.
      rewrite Ht. simpl. by rewrite decide_True.
    - destruct (get W p s) as [u| |] eqn:Hu; simpl in Hv; try done. unfold eval_int.
      destruct (eval W e s) as [n| |]; simpl in *; try done. destruct (as_map u) as [l| |] eqn:Hl; simpl in *; try done.
      destruct (as_int n) as [z| |]; simpl in *; try done.
      rewrite (IH _ u eq_refl). unfold modify; simpl. rewrite Hl. simpl.
      destruct (map_find l z) as [y|] eqn:Hk; simpl in *; [|done]. simplify_eq.
      destruct (f (Some v)); simpl; [|done..]. symmetry. rewrite (IH _ _ eq_refl). simpl. rewrite Hl. simpl.
      by rewrite Hk.
  Qed.

  Lemma update_twice p f g s :
    steady p p = true → keeps_integers f →
    (s1 ← update p f s; update p g s1) = update p (andthen f g) s.
  Proof.
    intros Hp Hf. rewrite !update_path. destruct (resolve W p s) as [[x l]| |] eqn:Hr; simpl; try done.
    unfold write_path. simpl. destruct (s !! x) as [o|] eqn:Hx; simpl; [|done].
    rewrite <-along_twice by done. unfold andthen. destruct (along l f o) as [v| |]; simpl; try done.
    rewrite update_path, (steady_resolve _ _ _ _ _ Hp (resolve_root _ _ _ _ Hr)), Hr. simpl. unfold write_path. simpl.
    rewrite list_lookup_insert by (by eapply lookup_lt_Some). simpl.
    destruct (along l g (Some v)); simpl; try done. by rewrite list_insert_insert.
  Qed.

  (** What a callee does to its parameter, one write after the other: to a copy,
      and to the place itself. *)
  Fixpoint on_copy f (fs : list (option (val P) → outcome (val P))) : option (val P) → outcome (val P) :=
    match fs with [] => f | g :: fs => andthen f (on_copy g fs) end.
  Fixpoint in_place f (fs : list (option (val P) → outcome (val P))) p s : outcome (store P) :=
    match fs with [] => update p f s | g :: fs => s ← update p f s; in_place g fs p s end.

  Theorem copied_in_place p f fs s v :
    steady p p = true → Forall keeps_integers (f :: fs) → get W p s = Ok v →
    (v ← on_copy f fs (Some v); assign p v s) = in_place f fs p s.
  Proof.
    intros Hp Hfs Hv. rewrite <-(get_update p _ s v); [|unfold steady in Hp; by destruct (root p)|done]. clear v Hv.
    revert f s Hfs. induction fs as [|g fs IH]; intros f s Hfs; [done|]. simpl.
    inversion_clear Hfs as [|? ? Hf Hfs']. rewrite <-update_twice by done.
    destruct (update p f s) as [s1| |]; simpl; try done. by apply IH.
  Qed.
End aliasing.
