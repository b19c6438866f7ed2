(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * References to arguments, and what copying out makes of them.

    The references that a call makes keep apart ([arg_refs_apart]), and copying out
    is putting back along them, then the slices ([copy_out_split]): what is asked of
    the arguments ([args_alone]) is about the places in the text of the call. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Lang.Typing Require Import Soundness.
From Fairlead.Lang.Guards Require Import Guards Exprs Statements Machine.
From Fairlead.Lang.Aliasing Require Import Independence.
From Fairlead.Lang.Aliasing Require Checker.
From Fairlead.Lang.InPlace Require Import Machine Lent References.

Section arguments.
  Context (Q : program).
  Local Notation W := (Semantics.W Q source).
  Local Notation untouched := (λ (_ : nat) (s : store fl_point), s).
  Local Notation arg_ref := (arg_ref Q).
  Local Notation arg_refs := (arg_refs Q).
  Local Notation viewed := Aliasing.Checker.viewed.
  Implicit Types (s t : store fl_point) (referred : place → bool).

  (** ** References to arguments *)
  Lemma read_at_viewed e s a l : read_at Q e s = Some (a, l) → ∃ p, viewed e = Some p ∧ resolve W p s = Ok a.
  Proof.
    revert l. induction e; intros k H; simpl in H; try done.
    - destruct (resolve W p s) eqn:?; try done. injection H as -> <-. by exists p.
    - destruct (read_at Q e1 s) as [[b l']|]; [|done]. destruct (eval_int W e2 s); [|done..].
      destruct (eval_int W e3 s); [|done..]. injection H as -> <-. simpl. by eapply IHe1.
  Qed.
  Lemma read_at_shows e s a l v :
    read_at Q e s = Some (a, l) → eval W e s = Ok v →
    ∃ w, peek_store s a = Some w ∧ shown (Shown l) w = Some v.
  Proof.
    revert l v. induction e; intros k v H Hv; simpl in H; try done.
    - destruct (resolve W p s) as [b| |] eqn:Hres; try done. injection H as -> <-. destruct a as [x l].
      apply get_peek in Hv as (y & l' & u & Hres' & Hu & Hpeek); [|eexists; by eapply resolve_root].
      rewrite Hres in Hres'. injection Hres' as <- <-. exists v. split; [|done]. apply peek_store_some. eauto.
    - destruct (read_at Q e1 s) as [[b l']|] eqn:He; [|done]. unfold eval_int in H. cbn [eval] in Hv.
      destruct (eval W e1 s) as [v1| |] eqn:H1; simpl in Hv; try done.
      destruct (eval W e2 s) as [[|n| | | | | | |]| |]; simpl in *; try done;
        destruct (eval W e3 s) as [[|m| | | | | | |]| |]; simpl in *; try done;
        try (by destruct v1).
      injection H as -> <-. destruct (IHe1 _ _ eq_refl eq_refl) as (w & Hw & Hshown). exists w. split; [done|].
      simpl in *. rewrite cut_all_snoc, Hshown. simpl. destruct v1 as [| |bs| | | | | |]; try done. simpl in *.
      destruct (slice bs n m); simpl in *; congruence.
  Qed.

  Lemma ref_at_arg referred ps args s x b a :
    ref_at (arg_refs referred ps args s) x = Some (b, a) →
    ∃ param arg p, ps !! x = Some param ∧ args !! x = Some arg ∧ resolve W p s = Ok a ∧
      ((b = Written ∧ arg = AInout p) ∨
       ∃ l e, b = Shown l ∧ arg = AIn e ∧ is_scalar (snd param) = false ∧ viewed e = Some p ∧
         read_at Q e s = Some (a, l)).
  Proof.
    intros H. assert (arg_refs referred ps args s !! x = Some (Some (b, a))) as Ho.
    { unfold ref_at in H. destruct (arg_refs referred ps args s !! x) as [[]|] eqn:?; simpl in H; congruence. }
    apply lookup_zip_with_Some in Ho as (param & arg & Hr & Hp & Ha). exists param, arg.
    destruct arg as [e|p|]; simpl in Hr; try done.
    - destruct (is_scalar (snd param)) eqn:?; [done|]. destruct (read_at Q e s) as [[c l]|] eqn:He; [|done].
      injection Hr as -> ->. destruct (read_at_viewed _ _ _ _ He) as (p & ? & ?). exists p. split_and!; [done..|].
      right. eauto 10.
    - destruct (referred p); [|done]. destruct (resolve W p s) eqn:?; try done. injection Hr as -> ->. eauto 10.
  Qed.

  Definition is_slice (a : arg) : bool := match a with AInoutSlice _ _ _ => true | _ => false end.

  (** What is asked of the arguments of a call: places to be written are independent of
      each other (slices of one place may be passed side by side: they are put back in
      order), and the places that are read by reference part from them. *)
  Record args_alone (ps : list (mode * ty)) (args : list arg) : Prop := ArgsAlone {
    alone_written i j a b :
      i ≠ j → args !! i = Some a → args !! j = Some b → is_slice b = false → independent_args a b = true;
    alone_read i j p e q param :
      i ≠ j → args !! i = Some (AInout p) → args !! j = Some (AIn e) → viewed e = Some q →
      ps !! j = Some param → is_scalar (snd param) = false → parted p q = true
  }.

  Lemma args_alone_tail param ps a args : args_alone (param :: ps) (a :: args) → args_alone ps args.
  Proof.
    intros [Hw Hr]. split.
    - intros i j b c Hne Hi Hj. apply (Hw (S i) (S j)); [congruence|done..].
    - intros i j p e q x Hne Hi Hj Hq Hx. apply (Hr (S i) (S j) _ e _ x); [congruence|done..].
  Qed.

  Lemma independent_inv a b p q :
    independent_args a b = true → out_place a = Some p → out_place b = Some q →
    steady p q = true ∧ steady q p = true ∧ parted p q = true ∧ untouched_bounds a q = true.
  Proof.
    unfold independent_args. intros H Ha Hb. rewrite Ha, Hb in H. unfold independent in H.
    repeat (apply andb_true_iff in H as [H ?]). done.
  Qed.

  Lemma part_sym l l' : part l l' → part l' l.
  Proof. revert l'. induction l as [|a l IH]; intros [|b l']; simpl; naive_solver. Qed.

  Lemma parted_apart p q s a b :
    parted p q = true → resolve W p s = Ok a → resolve W q s = Ok b → apart a b ∧ apart b a.
  Proof.
    destruct a as [x l], b as [y l']. unfold parted, apart. simpl. intros Hpart Hp Hq.
    pose proof (resolve_root _ _ _ _ _ Hp) as Hrp. pose proof (resolve_root _ _ _ _ _ Hq) as Hrq.
    destruct (decide (x = y)) as [<-|Hne]; [|by split; left; congruence].
    rewrite bool_decide_eq_true_2 in Hpart by congruence. simpl in Hpart.
    assert (part l l') by (eapply shapes_part_part; [done|by eapply resolve_shape..]).
    split; right; [done|by apply part_sym].
  Qed.

  Lemma apart_sym (a b : path) : apart a b → apart b a.
  Proof. intros [?|?]; [left; congruence|right; by apply part_sym]. Qed.

  Lemma arg_refs_apart referred ps args s : args_alone ps args → refs_apart (arg_refs referred ps args s).
  Proof.
    intros [Hwritten Hread] i j b c a a' Hne (pi & ai & p & Hpi & Hai & Hp & Hi)%ref_at_arg
      (pj & aj & q & Hpj & Haj & Hq & Hj)%ref_at_arg Hbc.
    destruct Hi as [[-> ->]|(l & e & -> & -> & Hsi & He & _)], Hj as [[-> ->]|(l' & e' & -> & -> & Hsj & He' & _)];
      try done.
    - destruct (independent_inv _ _ p q (Hwritten i j _ _ Hne Hai Haj eq_refl)) as (_ & _ & H & _); [done..|].
      exact (proj1 (parted_apart _ _ _ _ _ H Hp Hq)).
    - assert (parted p q = true) as H by (by eapply (Hread i j)).
      exact (proj1 (parted_apart _ _ _ _ _ H Hp Hq)).
    - assert (parted q p = true) as H by (by eapply (Hread j i)).
      exact (proj2 (parted_apart _ _ _ _ _ H Hq Hp)).
  Qed.

  (** ** Copying out is putting back along references, then what was copied *)
  Fixpoint copied_out (l : list (bool * arg)) t s : outcome (store fl_point) :=
    match l, t with
    | [], _ => Ok s
    | (c, a) :: l, o :: t =>
        if c : bool then v ← or_wrong o; s ← give_back W untouched a v s; copied_out l t s else copied_out l t s
    | _, [] => Wrong
    end.

  (** What [puts] does not write. *)
  Lemma puts_agree V r t s s' :
    (∀ j a, ref_at r j = Some (Written, a) → fst a ∉ V) → puts r t s = Ok s' → agree V s s'.
  Proof.
    revert t s. induction r as [|o r IH]; intros t s Hr Hs; simpl in Hs; [by simplify_eq|].
    assert (∀ j a, ref_at r j = Some (Written, a) → fst a ∉ V) as Hr' by (intros j; apply (Hr (S j))).
    destruct t as [|v t]; [by destruct o as [[[] ?]|]|]. destruct o as [[[] b]|]; [|by eauto..].
    destruct v as [v|]; simpl in Hs; [|done].
    destruct (write_path (put v) s b) as [s1| |] eqn:H1; simpl in Hs; try done.
    apply write_path_inv in H1 as (o & u & _ & _ & ->). intros x Hx. rewrite <-(IH _ _ Hr' Hs x Hx).
    rewrite list_lookup_insert_ne; [done|]. intros <-. by apply (Hr 0 b).
  Qed.

  (** A write elsewhere may come first or last. *)
  Lemma puts_after r t s b g s2 s' :
    (∀ j c, ref_at r j = Some (Written, c) → apart b c) → write_path g s b = Ok s2 → puts r t s2 = Ok s' →
    ∃ s3, puts r t s = Ok s3 ∧ write_path g s3 b = Ok s'.
  Proof.
    revert t s s2. induction r as [|o r IH]; intros t s s2 Hr Hs2 Hs'; simpl in *; [simplify_eq; eauto|].
    assert (∀ j c, ref_at r j = Some (Written, c) → apart b c) as Hr' by (intros j; apply (Hr (S j))).
    destruct t as [|v t]; [by destruct o as [[[] ?]|]|]. destruct o as [[[] c]|]; [|by eauto..].
    destruct v as [v|]; simpl in *; [|done].
    destruct (write_path (put v) s2 c) as [s4| |] eqn:H4; simpl in Hs'; try done.
    destruct (write_commute _ _ _ _ _ _ _ (Hr 0 c eq_refl) Hs2 H4) as (s5 & -> & H5). simpl. by eapply IH.
  Qed.
  Lemma puts_before r t s b g s3 s' :
    (∀ j c, ref_at r j = Some (Written, c) → apart b c) → puts r t s = Ok s3 → write_path g s3 b = Ok s' →
    ∃ s2, write_path g s b = Ok s2 ∧ puts r t s2 = Ok s'.
  Proof.
    revert t s. induction r as [|o r IH]; intros t s Hr Hs3 Hs'; simpl in *; [simplify_eq; eauto|].
    assert (∀ j c, ref_at r j = Some (Written, c) → apart b c) as Hr' by (intros j; apply (Hr (S j))).
    destruct t as [|v t]; [by destruct o as [[[] ?]|]|]. destruct o as [[[] c]|]; [|by eauto..].
    destruct v as [v|]; simpl in *; [|done].
    destruct (write_path (put v) s c) as [s4| |] eqn:H4; simpl in Hs3; try done.
    destruct (IH _ _ Hr' Hs3 Hs') as (s5 & H5 & H6).
    destruct (write_commute _ _ _ _ _ _ _ (apart_sym _ _ (Hr 0 c eq_refl)) H4 H5) as (s6 & H7 & H8).
    exists s6. split; [done|]. by rewrite H8.
  Qed.

  (** ** Where arguments lead *)

  (** Writing through what was found before is giving back. *)
  Lemma write_through_found a v F to :
    leads_to Q a (view F) = Ok to → give_back_at Q a v F = write_through Q a to v F.
  Proof.
    destruct a as [e|p|p lo hi]; cbn [leads_to give_back_at do_write_at].
    - by intros [= <-].
    - destruct (resolve W p (view F)) as [b| |] eqn:Hp; simpl; try done. intros [= <-]. done.
    - pose proof (covers_int W (fresh_no_trap Q source) lo (view F)) as Hlo.
      destruct (eval_int W lo (view F)) as [off| |]; simpl; try done.
      rewrite covers_guarded by done. simpl.
      destruct (resolve W p (view F)) as [b| |] eqn:Hp; simpl; try done. by intros [= <-].
  Qed.

  (** What one argument gives back does not change where another leads. *)
  Definition undisturbed (a b : arg) : Prop :=
    ∀ p, out_place a = Some p → match out_place b with Some q => steady q p = true ∧ untouched_bounds b p = true | None => True end.

  Lemma leads_undisturbed a b v s s1 :
    undisturbed a b → give_back W untouched a v s = Ok s1 → leads_to Q b s1 = leads_to Q b s.
  Proof.
    intros Hab Hs1. rewrite give_back_write in Hs1.
    destruct (write_back Q a v s) as [[[p f]|]| |] eqn:Hw; simpl in Hs1; [|by simplify_eq|done..].
    assert (out_place a = Some p) as Ha.
    { destruct a as [e|p'|p' lo hi]; simpl in Hw; [done|by injection Hw as -> _|].
      destruct (eval_int W lo s); simpl in Hw; try done. destruct (as_bytes v); simpl in Hw; try done. by injection Hw as -> _. }
    specialize (Hab p Ha). rewrite update_path in Hs1.
    destruct (resolve W p s) as [[x l]| |] eqn:Hp; simpl in Hs1; try done.
    apply write_path_inv in Hs1 as (o & u & _ & _ & ->). pose proof (resolve_root _ _ _ _ _ Hp) as Hroot.
    destruct b as [e|q|q lo hi]; cbn [out_place leads_to fst] in *; [done|..]; destruct Hab as [Hq Hlo];
      rewrite (steady_resolve _ _ _ _ _ _ Hq Hroot); [done|].
    unfold untouched_bounds in Hlo. rewrite Hroot in Hlo. apply bool_decide_eq_true in Hlo.
    by destruct (eval_int_agree W lo [] s _ (agree_insert _ _ _ (Some u) Hlo)) as [_ <-].
  Qed.

  (** Giving back is a write along a path. *)
  Lemma give_back_path a p v s s2 :
    out_place a = Some p →
    give_back W untouched a v s = Ok s2 ↔
    ∃ f b, write_back Q a v s = Ok (Some (p, f)) ∧ resolve W p s = Ok b ∧ write_path f s b = Ok s2.
  Proof.
    intros Ha. rewrite give_back_write.
    assert (∀ q f, write_back Q a v s = Ok (Some (q, f)) → q = p) as Hp.
    { intros q f Hw. destruct a as [e|p'|p' lo hi]; simpl in Ha, Hw; [done|congruence|].
      destruct (eval_int W lo s); simpl in Hw; try done. destruct (as_bytes v); simpl in Hw; try done. congruence. }
    assert (write_back Q a v s ≠ Ok None) as Hnot.
    { destruct a as [e|p'|p' lo hi]; simpl in Ha |- *; [done..|].
      destruct (eval_int W lo s); simpl; try done. by destruct (as_bytes v). }
    destruct (write_back Q a v s) as [[[q f]|]| |]; simpl; [|done|naive_solver..].
    rewrite update_path, (Hp q f eq_refl). split.
    - destruct (resolve W p s) as [b| |]; simpl; try done. intros. by exists f, b.
    - intros (f' & b & [= <-] & -> & Hs2). done.
  Qed.

  (** A write of one argument does not move another. *)
  Lemma write_steady a p q g s s2 b :
    independent_args a (AInout q) = true → out_place a = Some p → resolve W p s = Ok b →
    write_path g s b = Ok s2 → resolve W q s2 = resolve W q s.
  Proof.
    intros H Ha Hb (o & u & _ & _ & ->)%write_path_inv.
    destruct (independent_inv _ _ p q H Ha eq_refl) as (_ & Hq & _). eapply steady_resolve; [done|].
    destruct b. by eapply resolve_root.
  Qed.

  (** Some arguments have references to where they lead; the others, marked, are copied. *)
  Inductive parts s : refs → list (bool * arg) → Prop :=
  | parts_none : parts s [] []
  | parts_in o r e l : (∀ b, o ≠ Some (Written, b)) → parts s r l → parts s (o :: r) ((false, AIn e) :: l)
  | parts_reference r p b l :
      resolve W p s = Ok b → parts s r l → parts s (Some (Written, b) :: r) ((false, AInout p) :: l)
  | parts_copied r a p l :
      out_place a = Some p → parts s r l → (∀ q, (false, AInout q) ∈ l → independent_args a (AInout q) = true) →
      parts s (None :: r) ((true, a) :: l).

  (** What has a reference parts from what comes later and has one. *)
  Fixpoint references_alone (l : list (bool * arg)) : Prop :=
    match l with
    | [] => True
    | (_, a) :: l => (∀ q, (false, AInout q) ∈ l → independent_args a (AInout q) = true) ∧ references_alone l
    end.

  Lemma parts_ref s r l j a :
    parts s r l → ref_at r j = Some (Written, a) → ∃ q, (false, AInout q) ∈ l ∧ resolve W q s = Ok a.
  Proof.
    intros Hparts. revert j. induction Hparts as [|o r e l Ho _ IH|r p b l Hb _ IH|r a' p l _ _ IH _]; intros j Hj; [done|..];
      (destruct j as [|j]; [|destruct (IH j Hj) as (q & ? & ?); exists q; split; [by right|done]]).
    - unfold ref_at in Hj. destruct o as [o|]; simpl in Hj; [|done]. injection Hj as ->. by destruct (Ho a).
    - injection Hj as <-. exists p. split; [left|done].
    - done.
  Qed.

  Lemma copy_out_parts c r l t s s1 :
    parts s r l → references_alone l →
    copy_out Q source c (map snd l) t s = Ok s1 ↔
    ∃ s', puts r t s = Ok s' ∧ copied_out l t s' = Ok s1.
  Proof.
    intros Hparts Halone.
    cut (∀ t s', (∀ q, (false, AInout q) ∈ l → resolve W q s' = resolve W q s) →
      copy_out Q source c (map snd l) t s' = Ok s1 ↔
      ∃ s2, puts r t s' = Ok s2 ∧ copied_out l t s2 = Ok s1); [auto|].
    clear t. induction Hparts as [|o r e l Ho Hparts IH|r p b l Hb Hparts IH|r a p l Ha Hparts IH Hind];
      intros t s' Hs'; simpl in Halone.
    { simpl. naive_solver. }
    all: destruct Halone as [Hhead Halone]; specialize (IH Halone);
      assert (∀ q, (false, AInout q) ∈ l → resolve W q s' = resolve W q s) as Hs'' by (intros q Hq; apply Hs'; by right).
    - assert (puts (o :: r) t s' = match t with [] => Wrong | _ :: t => puts r t s' end) as ->.
      { destruct o as [[[] b]|]; [by destruct (Ho b)|by destruct t..]. }
      destruct t as [|o' t]; simpl; [naive_solver|by apply IH].
    - destruct t as [|[v|] t]; [simpl; naive_solver| |simpl; naive_solver]. cbn [copy_out puts copied_out map snd]. simpl.
      unfold Eval.assign. rewrite update_path, (Hs' p (elem_of_list_here _ _)), Hb. simpl.
      change (λ _ : option (val fl_point), Ok v) with (put v).
      destruct (write_path (put v) s' b) as [s2| |] eqn:Hs2; simpl; [|naive_solver..]. apply IH.
      intros q Hq. rewrite <-Hs'' by done. eapply write_steady; [by apply Hhead|done| |done].
      by rewrite (Hs' p (elem_of_list_here _ _)).
    - assert (copy_out Q source c (a :: map snd l) t s' =
        match t with o :: t => v ← or_wrong o; s ← give_back W untouched a v s'; copy_out Q source c (map snd l) t s | [] => Wrong end)
        as Hout by (by destruct a, t).
      cbn [map snd]. rewrite Hout. clear Hout. destruct t as [|[v|] t]; [simpl; naive_solver| |simpl; naive_solver].
      cbn [puts or_wrong mbind outcome_bind].
      (* what the others write, this one neither reads nor is *)
      assert (∀ j d, ref_at r j = Some (Written, d) → ∃ q, (false, AInout q) ∈ l ∧ resolve W q s' = Ok d) as Hr.
      { intros j d Hj. destruct (parts_ref _ _ _ _ _ Hparts Hj) as (q & Hq & Hd). exists q. split; [done|]. by rewrite Hs''. }
      assert (∀ b d j, resolve W p s' = Ok b → ref_at r j = Some (Written, d) → apart b d) as Hapart.
      { intros b d j Hb (q & Hq & Hd)%Hr. destruct (independent_inv _ _ p q (Hind q Hq)) as (_ & _ & H & _); [done..|].
        exact (proj1 (parted_apart _ _ _ _ _ H Hb Hd)). }
      assert (∀ s3, puts r t s' = Ok s3 → write_back Q a v s3 = write_back Q a v s' ∧ resolve W p s3 = resolve W p s') as Hsame.
      { intros s3 Hs3. split.
        - destruct a as [|q|q lo hi]; [done..|]. cbn [write_back].
          assert (eval_int W lo s3 = eval_int W lo s') as ->; [|done].
          symmetry. eapply (eval_int_agree W lo []). eapply puts_agree; [|exact Hs3].
          intros j d (q' & Hq & Hd)%Hr. destruct (independent_inv _ _ p q' (Hind q' Hq)) as (_ & _ & _ & H); [done..|].
          unfold untouched_bounds in H. destruct d. apply resolve_root in Hd. rewrite Hd in H. by apply bool_decide_eq_true in H.
        - symmetry. eapply (resolve_agree W p []). eapply puts_agree; [|exact Hs3].
          intros j d (q & Hq & Hd)%Hr. destruct (independent_inv _ _ p q (Hind q Hq)) as (H & _); [done..|].
          unfold steady in H. destruct d. apply resolve_root in Hd. rewrite Hd in H. by apply bool_decide_eq_true in H. }
      split.
      + destruct (give_back W untouched a v s') as [s2| |] eqn:Hs2; cbn [mbind outcome_bind]; try done.
        apply (give_back_path a p v s' s2 Ha) in Hs2 as (f & b & Hf & Hb & Hs2).
        rewrite IH. 2: { intros q Hq. rewrite <-Hs'' by done. eapply write_steady; [by apply Hind|done..]. }
        intros (s3 & Hs3 & Hcopied).
        destruct (puts_after r t s' b f s2 s3) with (2 := Hs2) (3 := Hs3) as (s4 & Hs4 & Hw).
        { intros j d Hj. by eapply Hapart. }
        exists s4. split; [done|]. destruct (Hsame _ Hs4) as [Hlo Hp]. cbn [copied_out or_wrong mbind outcome_bind].
        assert (give_back W untouched a v s4 = Ok s3) as ->; [|done].
        apply (give_back_path a p v s4 s3 Ha). exists f, b. by rewrite Hlo, Hp.
      + intros (s4 & Hs4 & Hcopied). cbn [copied_out or_wrong mbind outcome_bind] in Hcopied.
        destruct (give_back W untouched a v s4) as [s3| |] eqn:Hw; simpl in Hcopied; try done.
        apply (give_back_path a p v s4 s3 Ha) in Hw as (f & b & Hf & Hb & Hw).
        destruct (Hsame _ Hs4) as [Hlo Hp]. rewrite Hlo in Hf. rewrite Hp in Hb.
        destruct (puts_before r t s' b f s4 s3) with (2 := Hs4) (3 := Hw) as (s2 & Hs2 & Hs3').
        { intros j d Hj. by eapply Hapart. }
        assert (give_back W untouched a v s' = Ok s2) as -> by (apply (give_back_path a p v s' s2 Ha); by exists f, b).
        simpl. rewrite IH; [by eauto|]. intros q Hq. rewrite <-Hs'' by done. eapply write_steady; [by apply Hind|done..].
  Qed.

  (** Arguments of a function: what is neither a slice nor copied has a reference. *)
  Lemma function_parts referred ps args s :
    args_alone ps args → length ps = length args → (∀ p, AInout p ∈ args → ∃ a, resolve W p s = Ok a) →
    parts s (arg_refs referred ps args s) (function_copies referred args) ∧
    references_alone (function_copies referred args).
  Proof.
    revert ps. induction args as [|a args IH]; intros [|param ps] Halone Hlen Hres; try done.
    { split; constructor. }
    destruct (IH ps) as [Hparts Hrefs]; [by eapply args_alone_tail|by simpl in Hlen; lia|by intros p Hp; apply Hres; right|].
    assert (∀ q, (false, AInout q) ∈ function_copies referred args → independent_args a (AInout q) = true) as Hhead.
    { intros q (b & [= Hb <-] & [j Hj]%elem_of_list_lookup)%elem_of_list_fmap. by apply (alone_written _ _ Halone 0 (S j)). }
    split; [|split; done]. unfold arg_refs. simpl. fold (arg_refs referred ps args s).
    destruct a as [e|p|p lo hi]; simpl.
    - apply parts_in; [|done]. intros b. case_match; [done|]. by destruct (read_at Q e s) as [[]|].
    - destruct (referred p); simpl; [|by eapply parts_copied].
      destruct (Hres p) as [b Hb]; [left|]. rewrite Hb. by apply parts_reference.
    - eapply parts_copied; done.
  Qed.

  (** Arguments of a coroutine: what is lent has a reference, in the caller. *)
  Lemma coroutine_parts ps args s :
    args_alone ps args → length ps = length args →
    (∀ i param a, ps !! i = Some param → args !! i = Some a →
      match fst param, a with
      | In, AIn _ | Inout, AInout _ => True
      | Lent, AInout (PVar y) => True
      | _, _ => False
      end) →
    parts s (zip_with passed_on ps args) (coroutine_copies ps args) ∧ references_alone (coroutine_copies ps args).
  Proof.
    revert ps. induction args as [|a args IH]; intros [|[m ty] ps] Halone Hlen Hkinds; try done.
    { split; constructor. }
    destruct (IH ps) as [Hparts Hrefs]; [by eapply args_alone_tail|by simpl in Hlen; lia|
      by intros i param b Hi Hb; exact (Hkinds (S i) param b Hi Hb)|].
    assert (∀ q, (false, AInout q) ∈ coroutine_copies ps args → independent_args a (AInout q) = true) as Hhead.
    { intros q Hq. apply elem_of_list_lookup in Hq as [j Hj]. unfold coroutine_copies in Hj.
      apply lookup_zip_with_Some in Hj as (param & b & [= _ <-] & _ & Hb). by apply (alone_written _ _ Halone 0 (S j)). }
    split; [|split; done]. specialize (Hkinds 0 (m, ty) a eq_refl eq_refl). simpl in Hkinds |- *.
    unfold coroutine_copies. simpl. fold (coroutine_copies ps args).
    destruct m, a as [e|q|]; try done.
    - by apply parts_in.
    - eapply parts_copied; done.
    - destruct q as [y| | | | |]; try done. by apply parts_reference.
  Qed.
End arguments.
