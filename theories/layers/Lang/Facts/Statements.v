(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Facts are true: what statements keep, and what they add. *)
From Fairlead.Base Require Import Prelude Outcome Table.
From Fairlead.Lang.Facts Require Export Exprs.
From Fairlead.Lang.Guards Require Import Exprs Statements.
From Fairlead.Lang.Typing Require Import Numbers.
Local Open Scope Z_scope.

Local Ltac inequalities :=
  rewrite ?Forall_cons, ?Forall_nil; unfold holds; rewrite ?value_le, ?value_plus, ?value_scale, ?value_number, ?value_one.

(** What is known is true; nothing is where nothing gets. *)
Definition sat (r : atom → Z) (F : known) : Prop :=
  match F with Some l => Forall (holds r) l | None => False end.

Section lists.
  Context (r : atom → Z).

  Lemma learn_ok facts l : Forall (holds r) facts → Forall (holds r) l → Forall (holds r) (learn facts l).
  Proof.
    intros Hf Hl. revert facts Hf. induction Hl as [|f l Hf' _ IH]; intros facts Hf; simpl; [done|].
    destruct (_ || _); apply IH; [done|]. by constructor.
  Qed.

  Lemma among_ok f l : Forall (holds r) l → among f l = true → holds r f.
  Proof.
    intros Hl (g & Hg & ->%lin_eqb_eq)%existsb_exists. rewrite Forall_forall in Hl. by apply Hl, elem_of_list_In.
  Qed.

  Lemma covered_ok F G : covered F G = true → sat r G → sat r F.
  Proof.
    destruct F as [l|], G as [m|]; simpl; try done. rewrite forallb_forall. intros Hc Hm.
    apply Forall_forall. intros f Hf%elem_of_list_In. eapply among_ok; [done|auto].
  Qed.

  Lemma sub_ok (p : lin → bool) l : Forall (holds r) l → Forall (holds r) (List.filter p l).
  Proof.
    rewrite !Forall_forall. intros Hl f Hf%elem_of_list_In. apply filter_In in Hf as [Hf _]. by apply Hl, elem_of_list_In.
  Qed.

  Lemma join_ok_l F G : sat r F → sat r (join F G).
  Proof. destruct F, G; simpl; try done. apply sub_ok. Qed.
  Lemma join_ok_r F G : sat r G → sat r (join F G).
  Proof.
    destruct F as [l|], G as [m|]; simpl; try done. intros Hm. apply Forall_forall. intros f Hf%elem_of_list_In.
    apply filter_In in Hf as [_ Hf]. by eapply among_ok.
  Qed.
End lists.

(** ** What changes between two stores *)
Section kept.
  Context (r r' : atom → Z) (xs : list nat).
  Context (Hsame : ∀ a, atom_var a ∉ xs → r' a = r a).

  Lemma value_kept f : (∀ x, x ∈ xs → mentions x f = false) → value r' f = value r f.
  Proof using Hsame.
    intros Hf. apply value_ext. intros t Ht. apply Hsame. intros Hx. specialize (Hf _ Hx).
    assert (mentions (atom_var t.2) f = true); [|congruence]. apply existsb_exists. exists t.
    split; [by apply elem_of_list_In|apply Nat.eqb_refl].
  Qed.

  Lemma forget_ok l : Forall (holds r) l → Forall (holds r') (forget xs l).
  Proof using Hsame.
    intros Hl. apply Forall_forall. intros f Hf%elem_of_list_In. apply filter_In in Hf as [Hf Hx%negb_true_iff].
    unfold holds. rewrite value_kept; [rewrite Forall_forall in Hl; by apply Hl, elem_of_list_In|].
    intros x Hin. destruct (mentions x f) eqn:Hm; [|done]. rewrite <-Hx. symmetry. apply existsb_exists. exists x.
    split; [by apply elem_of_list_In|done].
  Qed.
End kept.

(** ** What grows *)
Section grown.
  Context (r r' : atom → Z) (a : atom) (d : lin).
  Context (Hsame : ∀ b, atom_var b ≠ atom_var a → r' b = r b) (Hgrown : r' a = r a + value r d).
  #[local] Set Default Proof Using "All".

  Lemma value_apart f : mentions (atom_var a) f = false → value r' f = value r f.
  Proof.
    intros Hf. apply (value_kept r r' [atom_var a]).
    - intros b Hb. apply Hsame. intros He. apply Hb. rewrite He. constructor.
    - by intros x ->%elem_of_list_singleton.
  Qed.

  Lemma grown_ok facts : Forall (holds r) facts → Forall (holds r') (grown a d facts).
  Proof.
    intros Hf. unfold grown. destruct (mentions _ d) eqn:Hd; [constructor|].
    induction Hf as [|f facts Hf _ IH]; [constructor|]. apply Forall_app; split; [|exact IH]. clear IH.
    unfold moved. destruct (_ || _) eqn:Hrest; [constructor|]. apply orb_false_iff in Hrest as [_ Hrest].
    constructor; [|constructor]. pose proof (value_apart _ Hrest) as Hv.
    unfold holds in *. rewrite value_plus. rewrite Hv, !value_plus, !value_one, (value_apart d Hd), Hgrown. lia.
  Qed.
End grown.

Section statements.
  Context {P : Type} (W : world P).
  Implicit Types (s : store P) (v : val P).
  Notation untouching := (λ (_ : nat) (s : store P), s).
  Notation update := (update W untouching).
  Notation assign := (assign W untouching).

  (** A write that may change a value, but not the integer, the length or the case that it is. *)
  Definition same_amounts (f : option (val P) → outcome (val P)) : Prop :=
    ∀ o v', f o = Ok v' → ∃ v, o = Some v ∧ number_in v' = number_in v ∧ length_in v' = length_in v ∧
      tag_in v' = tag_in v.

  Lemma update_same p f s s' a :
    update p f s = Ok s' → (p = PVar (atom_var a) → same_amounts f) → amount s' a = amount s a.
  Proof.
    revert f. induction p as [x|c|p IH i|p IH e|p IH tag|p IH e]; intros f; cbn [Eval.update]; intros Hs Hf.
    - destruct (s !! x) as [o|] eqn:Hx; simpl in Hs; [|done]. destruct (f o) as [v| |] eqn:Hv; simpl in Hs; try done.
      injection Hs as <-. unfold write.
      assert (∀ g : val P → Z, (x = atom_var a → ∃ u, o = Some u ∧ g v = g u) →
        held g (<[x:=Some v]> s) (atom_var a) = held g s (atom_var a)) as Hheld.
      { intros g Hg. unfold held. destruct (decide (x = atom_var a)) as [->|Hne].
        - rewrite list_lookup_insert by (by eapply lookup_lt_Some). rewrite Hx.
          destruct (Hg eq_refl) as (u & -> & ->). done.
        - by rewrite list_lookup_insert_ne. }
      destruct a as [y|y|y]; apply Hheld; intros ->; destruct (Hf eq_refl _ _ Hv) as (u & -> & ? & ? & ?); eauto.
    - done.
    - eapply IH; [done|]. intros _ [v|] v' Hv; [|done]. exists v. split; [done|]. revert Hv. unfold modify. simpl.
      destruct v as [| | | |l| | | |]; simpl; try done. destruct (l !! i); simpl; [|done].
      destruct (f (Some v)); simpl; try done. by intros [= <-].
    - destruct (eval_int W e s) as [n| |]; simpl in Hs; try done. eapply IH; [done|].
      intros _ [v|] v' Hv; [|done]. exists v. split; [done|]. revert Hv. unfold modify. simpl.
      destruct v as [| |l|l| | | | |]; simpl; try done; destruct (at_index l n); simpl; try done.
      + destruct (f (Some (VInt a0))) as [u| |]; simpl; try done. destruct (as_int u); simpl; try done.
        intros [= <-]. simpl. by rewrite insert_length.
      + destruct (f (Some a0)) as [u| |]; simpl; try done. intros [= <-]. simpl. by rewrite insert_length.
    - eapply IH; [done|]. intros _ [v|] v' Hv; [|done]. exists v. split; [done|]. revert Hv. unfold modify. simpl.
      destruct v as [| | | | |t u| | |]; simpl; try done. destruct (decide (t = tag)) as [->|]; [|done].
      destruct (f (Some u)); simpl; try done. by intros [= <-].
    - destruct (eval_int W e s) as [n| |]; simpl in Hs; try done. eapply IH; [done|].
      intros _ [v|] v' Hv; [|done]. exists v. split; [done|]. revert Hv. unfold modify. simpl.
      destruct v as [| | | | | |l| |]; simpl; try done. destruct (map_find l n); simpl; [|done].
      destruct (f (Some v)); simpl; try done. by intros [= <-].
  Qed.

  Lemma not_overwritten p a : atom_var a ∉ overwritten p → p ≠ PVar (atom_var a).
  Proof. intros Hp ->. apply Hp. simpl. by apply elem_of_list_singleton. Qed.

  Lemma update_elsewhere p f s s' a :
    update p f s = Ok s' → atom_var a ∉ overwritten p → amount s' a = amount s a.
  Proof. intros Hs Hp%not_overwritten. by eapply update_same. Qed.

  Lemma assign_to_elsewhere dest v s s' a :
    assign_to W untouching dest v s = Ok s' → atom_var a ∉ overwritten_dest dest → amount s' a = amount s a.
  Proof. destruct dest; [apply update_elsewhere|by intros [= ->]]. Qed.

  (** Bytes that are written over keep their length. *)
  Lemma blit_same off l : same_amounts (modify (λ v, old ← as_bytes v; VBytes <$> or_trap (blit old off l))).
  Proof.
    intros [v|] v' Hv; [|done]. exists v. split; [done|]. revert Hv. unfold modify. simpl.
    destruct v as [| |old| | | | | |]; simpl; try done. destruct (blit old off l) as [l'|] eqn:Hb; simpl; [|done].
    intros [= <-]. simpl. split_and!; [done| |done]. by apply blit_Some in Hb as [-> _].
  Qed.

  Lemma give_back_same x v s s' a :
    give_back W untouching x v s = Ok s' → atom_var a ∉ overwritten_arg x → amount s' a = amount s a.
  Proof.
    destruct x as [e|p|p lo hi]; simpl; [by intros [= ->]|apply update_elsewhere|].
    destruct (eval_int W lo s) as [off| |]; simpl; try done. destruct (as_bytes v) as [l| |]; simpl; try done.
    intros Hs _. eapply update_same; [exact Hs|]. intros _. apply blit_same.
  Qed.

  Lemma give_back_all_same args vs s s' a :
    give_back_all W untouching args vs s = Ok s' → atom_var a ∉ mjoin (map overwritten_arg args) → amount s' a = amount s a.
  Proof.
    revert vs s. induction args as [|x args IH]; intros [|v vs] s; cbn [give_back_all map mjoin list_join]; try done.
    { by intros [= ->]. }
    destruct (give_back W untouching x v s) as [s1| |] eqn:H1; simpl; try done.
    intros H2 [Hx Hxs]%not_elem_of_app. rewrite (IH _ _ H2 Hxs). by eapply give_back_same.
  Qed.

  Context (external : nat → list data → option (list data * data)).

  Lemma run_same b s s' a :
    run_basic W untouching external b s = Ok s' → atom_var a ∉ changed b → amount s' a = amount s a.
  Proof.
    destruct b as [|p e|p cap e|p cap e|p cap e|p off e|o w p off e|p cap k e|p k|f args dest|]; cbn [run_basic changed].
    - by intros [= ->].
    - destruct (eval W e s); simpl; try done. apply update_elsewhere.
    - destruct (eval_int W e s); simpl; try done. apply update_elsewhere.
    - destruct (eval_bytes W e s); simpl; try done. apply update_elsewhere.
    - destruct (eval_int W e s); simpl; try done. destruct (check _); simpl; try done. apply update_elsewhere.
    - destruct (eval_int W off s) as [n| |]; simpl; try done. destruct (eval_bytes W e s) as [l| |]; simpl; try done.
      intros Hs _. eapply update_same; [exact Hs|]. intros _. apply blit_same.
    - destruct (eval_int W off s) as [n| |]; simpl; try done. destruct (eval_int W e s) as [z| |]; simpl; try done.
      intros Hs _. eapply update_same; [exact Hs|]. intros _. apply blit_same.
    - destruct (eval_int W k s); simpl; try done. destruct (eval W e s); simpl; try done. apply update_elsewhere.
    - destruct (eval_int W k s); simpl; try done. apply update_elsewhere.
    - destruct (collect _ args); simpl; try done. destruct (collect to_data _); simpl; try done.
      destruct (external f _) as [[ds d]|]; simpl; try done.
      destruct (give_back_all W untouching args _ s) as [s1| |] eqn:H1; simpl; try done.
      intros H2 [Hx Hxs]%not_elem_of_app. rewrite (assign_to_elsewhere _ _ _ _ _ H2 Hxs). by eapply give_back_all_same.
    - done.
  Qed.

  (** ** What an assignment adds *)
  Lemma assigned_ok deep proved x e s s' v :
    (∀ h, proved h = true → holds (amount s) h) → eval W e s = Ok v → amount s' (AInt x) = number_in v →
      amount s' (ALen x) = length_in v → (∀ a, atom_var a ∉ [x] → amount s' a = amount s a) →
    Forall (holds (amount s')) (assigned deep proved x e).
  Proof.
    intros Hproved He Hx Hn Hsame.
    assert (∀ f, mentions x f = false → value (amount s') f = value (amount s) f) as Hkept.
    { intros f Hf. eapply value_kept; [done|]. by intros ? ->%elem_of_list_singleton. }
    unfold assigned. cbv zeta. rewrite !Forall_app. split_and!.
    - destruct (linear deep e) as [f|] eqn:Hf; [|constructor]. destruct (mentions x f) eqn:Hm; [constructor|].
      pose proof (linear_ok _ _ _ _ _ He Hf) as Hv. rewrite <-Hkept in Hv by done.
      unfold equal. inequalities. rewrite Hx. split_and!; try done; lia.
    - destruct deep; [|constructor]. destruct (size_of true e) as [f|] eqn:Hf; [|constructor].
      destruct (mentions x f) eqn:Hm; [constructor|].
      pose proof (proj2 (amounts_ok W (deep := true) e s) _ _ He Hf) as Hv. rewrite <-Hkept in Hv by done.
      unfold equal. inequalities. rewrite Hn. split_and!; try done; lia.
    - destruct e as [| | | | | | | |op w e1 e2| | | | | | | | | | | | | | | | | | | |]; try constructor.
      destruct op; try constructor.
      { destruct (linear deep e1) as [f|] eqn:Hf1; [|constructor]. destruct (linear deep e2) as [g|] eqn:Hf2;
        [|constructor].
        destruct deep; [|constructor]. destruct (proved (plus f 1 g) && _) eqn:Hd; [|constructor].
        apply andb_true_iff in Hd as [Hlow%Hproved Hhigh%Hproved].
        destruct (mentions x (plus f 1 g)) eqn:Hm; [constructor|]. cbn [eval] in He. fold (eval W) in He.
        destruct (eval W e1 s) as [v1| |] eqn:H1; simpl in He; try done.
        destruct (eval W e2 s) as [v2| |] eqn:H2; simpl in He; try done.
        destruct v1 as [|a| | | | | | |]; simpl in He; try done. destruct v2 as [|b| | | | | | |]; simpl in He;
          try done.
        injection He as <-. pose proof (linear_ok _ _ _ _ _ H1 Hf1) as Ha.
        pose proof (linear_ok _ _ _ _ _ H2 Hf2) as Hb.
        pose proof (Hkept _ Hm) as Hsum. rewrite !value_plus in Hsum. cbn [number_in] in Ha, Hb, Hx.
        revert Hlow Hhigh. unfold equal. inequalities. rewrite Hx, Hsum, Ha, Hb. unfold wrap, largest.
        intros ??. rewrite Z.mod_small by lia. split_and!; try done; lia. }
      destruct e2; try constructor. rename z into k.
      destruct (linear deep e1) as [f|] eqn:Hf; [|constructor]. destruct (0 <? k) eqn:Hk; [|constructor].
      apply Z.ltb_lt in Hk.
      destruct (mentions x f) eqn:Hm; [constructor|]. cbn [eval] in He. fold (eval W) in He.
      destruct (eval W e1 s) as [v1| |] eqn:H1; simpl in He; try done.
      pose proof (linear_ok _ _ _ _ _ H1 Hf) as Hv. rewrite <-Hkept in Hv by done.
      destruct v1 as [|a| | | | | | |]; simpl in He; try done. destruct (k =? 0); simpl in He; [done|]. injection He as <-.
      cbn [number_in] in Hx, Hv. pose proof (Z.mul_div_le a k Hk). pose proof (Z.mul_succ_div_gt a k Hk).
      inequalities. rewrite Hx. split_and!; try done; nia.
    - destruct (bound e) as [m|] eqn:Hm; [|constructor]. destruct (0 <=? m) eqn:Hm0; [|constructor]. apply Z.leb_le in Hm0.
      inequalities. rewrite Hx. split; [|done].
      destruct v as [|z| | | | | | |]; simpl; try lia. apply bound_ok in He. rewrite Hm in He. simpl in He. lia.
  Qed.

  Context (Hfresh : ∀ p vs, fresh_frame W p vs ≠ Trap).
  Context (D : table (mode * ty)).

  Theorem after_run_ok deep facts b s s' :
    (∀ a, Forall (holds (amount s)) (range D a)) → Forall (holds (amount s)) facts →
    run_basic W untouching external b s = Ok s' → sat (amount s') (after_run deep D facts b).
  Proof using Hfresh.
    intros Hrange Hf Hb. pose proof (λ a, run_same b s s' a Hb) as Hsame.
    assert ((∃ f args dest, b = BExtern f args dest) ∨ ∀ f args dest, b ≠ BExtern f args dest) as [(f & args & dest & ->)|Hne]
      by (destruct b; eauto; by right).
    { simpl. by eapply forget_ok. }
    assert (Forall (holds (amount s)) (learn facts (gains deep (guard_basic b)))) as Hbefore.
    { apply learn_ok; [done|]. apply (gains_ok W). pose proof (covers_basic W Hfresh untouching external b s) as Hc.
      rewrite Hb in Hc. by apply Hc. }
    pose proof (forget_ok _ _ _ Hsame _ Hbefore) as Hkept.
    destruct b as [|p e|p cap e|p cap e|p cap e|p off e|o w p off e|p cap k e|p k|f args dest|]; try exact Hkept; try done.
    - destruct p as [x| | | | |]; try exact Hkept. simpl. apply learn_ok; [exact Hkept|].
      cbn [run_basic] in Hb. destruct (eval W e s) as [v| |] eqn:He; simpl in Hb; try done.
      unfold Eval.assign in Hb. cbn [Eval.update] in Hb.
      destruct (s !! x) as [o|] eqn:Hx; simpl in Hb; [|done]. injection Hb as <-.
      assert (∀ g : val P → Z, held g (write untouching x v s) x = g v) as Hheld.
      { intros g. unfold held, write. by rewrite list_lookup_insert by (by eapply lookup_lt_Some). }
      apply Forall_app; split.
      + destruct deep; [|constructor]. destruct (grows x e) as [d|] eqn:Hg; [|constructor].
        unfold grows in Hg. destruct (linear true e) as [f|] eqn:Hf'; [|done].
        destruct (coefficient _ _ =? 1); [|done]. injection Hg as <-.
        eapply grown_ok; [| |exact Hbefore].
        * intros b Hother. apply Hsame. by intros Hin%elem_of_list_singleton.
        * rewrite value_plus, value_one. rewrite (linear_ok W _ _ _ _ He Hf'). cbn [amount]. rewrite Hheld. lia.
      + eapply assigned_ok; [|done| | |exact Hsame]; [|by apply Hheld..].
        intros h. by apply (entails_ok _ _ _ _ _ Hrange Hbefore).
    - (* push *)
      destruct p as [x| | | | |]; try exact Hkept. simpl. destruct deep; [|exact Hkept].
      apply learn_ok; [exact Hkept|]. eapply grown_ok; [| |exact Hbefore].
      { intros b Hother. apply Hsame. by intros Hin%elem_of_list_singleton. }
      cbn [run_basic] in Hb. destruct (eval_int W e s) as [z| |]; simpl in Hb; try done.
      unfold update_bytes, modify in Hb. cbn [Eval.update] in Hb.
      destruct (s !! x) as [[v|]|] eqn:Hx; simpl in Hb; try done.
      destruct v as [| |l| | | | | |]; simpl in Hb; try done.
      destruct (check (Z.of_nat (length l) <? Z.of_N cap)); simpl in Hb; try done. injection Hb as <-.
      rewrite value_number. simpl. unfold held, write. rewrite list_lookup_insert by (by eapply lookup_lt_Some).
      rewrite Hx. simpl. rewrite app_length. simpl. lia.
    - (* append *)
      destruct p as [x| | | | |]; try exact Hkept. simpl. destruct deep; [|exact Hkept].
      destruct (size_of true e) as [d|] eqn:Hd; [|by apply learn_ok].
      apply learn_ok; [exact Hkept|]. eapply grown_ok; [| |exact Hbefore].
      { intros b Hother. apply Hsame. by intros Hin%elem_of_list_singleton. }
      cbn [run_basic] in Hb. destruct (eval_bytes W e s) as [l'| |] eqn:He; simpl in Hb; try done.
      assert (value (amount s) d = Z.of_nat (length l')) as ->.
      { eapply (size_of_ok W); [|exact Hd]. unfold ubytes. by rewrite He. }
      unfold update_bytes, modify in Hb. cbn [Eval.update] in Hb.
      destruct (s !! x) as [[v|]|] eqn:Hx; simpl in Hb; try done.
      destruct v as [| |l| | | | | |]; simpl in Hb; try done.
      destruct (check (Z.of_nat (length l + length l') <=? Z.of_N cap)); simpl in Hb; try done. injection Hb as <-.
      simpl. unfold held, write. rewrite list_lookup_insert by (by eapply lookup_lt_Some).
      rewrite Hx. simpl. rewrite app_length. lia.
    - destruct p as [x| | | | |]; try exact Hkept. cbn [after_run]. apply learn_ok; [exact Hkept|].
      destruct (linear deep e) as [f|] eqn:Hlin; [|constructor]. destruct (mentions x f) eqn:Hm; [constructor|].
      destruct (proves _ _ _) eqn:Hpos; [|constructor].
      apply (entails_ok _ _ _ _ _ Hrange Hbefore) in Hpos. unfold holds in Hpos.
      cbn [run_basic] in Hb. unfold eval_int in Hb. destruct (eval W e s) as [v| |] eqn:He; simpl in Hb; try done.
      pose proof (linear_ok _ _ _ _ _ He Hlin) as Hn. destruct v as [|n| | | | | | |]; simpl in Hb; try done. simpl in Hn.
      destruct (check _); simpl in Hb; try done. unfold update_bytes in Hb. cbn [Eval.update] in Hb.
      destruct (s !! x) as [[v|]|] eqn:Hx; simpl in Hb; try done.
      destruct v as [| |l| | | | | |]; simpl in Hb; try done.
      injection Hb as <-.
      assert (value (amount (write untouching x (VBytes (take (Z.to_nat n) l ++ replicate (Z.to_nat n - length l) 0)) s)) f = n) as Hfn.
      { etrans; [|exact Hn]. eapply value_kept; [exact Hsame|]. by intros ? ->%elem_of_list_singleton. }
      unfold equal. inequalities. rewrite Hfn. simpl. unfold held, write.
      rewrite list_lookup_insert by (by eapply lookup_lt_Some). simpl.
      rewrite app_length, take_length, replicate_length. split_and!; try done; lia.
    - by destruct (Hne f args dest).
  Qed.

  Theorem after_test_ok deep facts e s b :
    (∀ a, Forall (holds (amount s)) (range D a)) → Forall (holds (amount s)) facts →
    eval_bool W e s = Ok b → Forall (holds (amount s)) (after_test deep D facts e b).
  Proof using Hfresh.
    intros Hrange Hf Hb. unfold after_test.
    assert (Forall (holds (amount s)) (learn facts (gains deep (guard_expr e)))) as Hbefore.
    { apply learn_ok; [done|]. apply (gains_ok W). pose proof (covers_test W Hfresh e s) as Hc. by rewrite Hb in Hc. }
    pose proof (outcomes_ok W (deep := deep) Hfresh (proves D (learn facts (gains deep (guard_expr e)))) e s b) as Ho.
    destruct (outcomes _ _ e) as [yes no]. apply learn_ok; [done|]. destruct b; apply Ho; try done;
      intros h Hh; by eapply entails_ok.
  Qed.
End statements.
