(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Where an expression has a value, its C is defined and has the same: the theorem. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.C Require Import Types.
From Fairlead.Lang.Model Require Import Induction.
From Fairlead.Lang.Typing Require Import Tests Numbers.
From Fairlead.Lang.Guards Require Import Exprs.
From Fairlead.Printed Require Export Expressions.
Local Open Scope Z_scope.

Section correct.
  Context {P : Type} (W : world P) (s : store P).
  Context (waits : procedure → fl_object → option Z) (variables constants : nat → option ty).
  Context (objects : variable → option fl_object).
  Context (Hs : represents_store waits W variables constants objects s).
  Local Notation represents := (Represents.represents (P:=P) waits).
  Local Notation ceval := (Semantics.eval objects (functions waits)).
  Local Notation denote := (Semantics.denote objects (functions waits)).
  Local Notation is_int := (is_int objects (functions waits)).
  Local Notation is_bool := (is_bool objects (functions waits)).
  Local Notation lower := (lower variables constants).
  Local Notation lower_place := (lower_place variables constants).
  Local Notation lower_bytes := (lower_bytes variables constants).

  Definition value_of (t : ty) (v : val P) x : Prop :=
    match t, v with TBool, VBool b => is_bool b x | TInt w, VInt z => is_int w z x | _, _ => False end.

  Definition bytes_of (l : list Z) d n : Prop :=
    bytes_ok l ∧ (∃ arr i, ceval d = Some (VPointer arr i) ∧ holds_bytes arr i l) ∧
    is_int W32 (Z.of_nat (length l)) n.

  Lemma length_is_int l x t :
    short (length l) → ceval x = Some (VInteger t (Z.of_nat (length (A:=Z) l))) →
    is_int W32 (Z.of_nat (length l)) (XCast U32 x).
  Proof. intros Hl Hx. eapply (cast_same _ _ W32); [|done]. unfold short in Hl. apply in_range_intro; cbn; lia. Qed.

  (** ** Places of bytes *)
  Lemma read_bytes_ok t tl v l :
    length_type t = Some tl → represents t v (denote l) →
    ∃ bs, v = VBytes bs ∧ bytes_of bs (data_of l) (length_of tl l).
  Proof.
    intros Ht Hv. inversion Hv; subst; try done. exists l0. split; [done|].
    assert (tl0 = tl) as -> by congruence. split; [done|]. split; [eauto|].
    eapply length_is_int; [apply H0|]. cbn. fold denote. by apply read_int.
  Qed.

  Lemma slice_ok l l' a b d n lo x y :
    bytes_of l d n → is_int W32 b y → slice l a b = Some l' →
    (is_zero lo = true → a = 0) → (is_zero lo = false → is_int W32 a x) →
    if is_zero lo then bytes_of l' d y else bytes_of l' (XBinary OAdd d x) (infix OSub y x).
  Proof.
    intros ([Hl Hsh] & (arr & i & Hd & Harr) & Hn) Hy Hs' H0 Hx.
    pose proof (slice_Some _ _ _ _ Hs') as (Hlen & Hle & Hall). apply slice_parts in Hs' as (Hab & Hb & ->).
    assert (bytes_ok (take (Z.to_nat (b - a)) (drop (Z.to_nat a) l))) as Hok.
    { split; [by apply Hall|]. unfold short in *. lia. }
    destruct (is_zero lo).
    - rewrite H0 in * by done. split; [done|]. split; [|by rewrite Hlen, Z.sub_0_r].
      exists arr, i. split; [done|]. rewrite drop_0. by apply holds_bytes_take.
    - specialize (Hx eq_refl). split; [done|]. split.
      + exists arr, (i + a). pose proof (holds_bytes_length _ _ _ Harr) as Hend. destruct Harr as [Hi Hrest]. split.
        * destruct Hx as (_&t&Hx&_). cbn. rewrite Hd. cbn. rewrite Hx. cbn.
          rewrite !(proj2 (Z.leb_le _ _)) by lia. done.
        * apply holds_bytes_take, holds_bytes_drop; [lia|done].
      + rewrite Hlen. destruct (difference_computes W32 b a) as (r&Hr&Hw); [apply Hy|apply Hx|].
        eapply (computes_ok _ _ W32 OSub); [done..|]. rewrite Hw. apply wrap_id, in_range_intro; [lia|].
        unfold short in Hsh. cbn. lia.
  Qed.

  Lemma load_ok o w l bs a d n x :
    bytes_of l d n → is_int W32 a x → slice l a (a + Z.of_nat (byte_count w)) = Some bs →
    is_int w (load_int o bs)
      (match w with
       | W8 => XRead (TyInt U8) (LSubscript (XParen d) x)
       | _ => XCall (FLoad o w) (unsigned_of w) [XBinary OAdd d x]
       end).
  Proof.
    intros ([Hl Hsh] & (arr & i & Hd & Harr) & _) (_&t&Hx&_) Hb.
    pose proof (slice_Some _ _ _ _ Hb) as (Hlen & _ & Hall). apply slice_parts in Hb as (Hab & Hend & Hbs).
    assert (Numbers.in_range w (load_int o bs)) as Hr by (apply load_int_in_range; [by apply Hall|lia]).
    pose proof (holds_bytes_length _ _ _ Harr) as Hlast. destruct (Harr) as [Hi _].
    assert (holds_bytes arr (i + a) bs) as Hbytes.
    { rewrite Hbs. apply holds_bytes_take, holds_bytes_drop; [lia|done]. }
    assert (ceval (XBinary OAdd d x) = Some (VPointer arr (i + a))) as Hp.
    { cbn. rewrite Hd. cbn. rewrite Hx. cbn. by rewrite !(proj2 (Z.leb_le _ _)) by lia. }
    assert (bytes_at arr (i + a) (Z.of_nat (byte_count w)) = Some bs) as Hat.
    { rewrite <- (bytes_at_ok arr (i + a) bs) by done. f_equal. lia. }
    assert (holds (unsigned_of w) (load_int o bs) = true) as Hh.
    { apply in_range_bounds in Hr. apply holds_le. destruct w; cbn in *; lia. }
    split; [done|]. exists (unsigned_of w). split; [|done].
    assert (w ≠ W8 → ceval (XCall (FLoad o w) (unsigned_of w) [XBinary OAdd d x]) =
      Some (VInteger (unsigned_of w) (load_int o bs))) as Hcall.
    { intros _. change (ceval (XCall (FLoad o w) (unsigned_of w) [XBinary OAdd d x])) with
        (vs ← (v ← ceval (XBinary OAdd d x); Some [v]); z ← functions waits (FLoad o w) vs;
         if holds (unsigned_of w) z then Some (VInteger (M:=member_name) (unsigned_of w) z) else None).
      rewrite Hp. cbn [mbind option_bind functions]. rewrite Hat. cbn. by rewrite Hh. }
    destruct w; try (by apply Hcall).
    destruct bs as [|b [|]]; try (cbn in Hlen; lia).
    assert (load_int o [b] = b) as Hbyte by (destruct o; cbn; lia).
    rewrite Hbyte in *.
    change (ceval (XRead (TyInt U8) (LSubscript (XParen d) x))) with
      (read (TyInt U8) (v ← ceval d; v' ← ceval x; subscript v v')).
    rewrite Hd, Hx. cbn [mbind option_bind subscript]. apply read_int; [|done]. rewrite <- (Z.add_0_r (i + a)). by
      apply (holds_bytes_lookup _ _ [b] 0).
  Qed.

  (** ** Maps *)
  Lemma map_inv cap w t v o :
    represents (TMap cap w t) v o →
    ∃ l f keys rest, v = VMap l ∧ o = Some (OStruct f) ∧
      f MCount = Some (OInt (cell_type cap) (Z.of_nat (length l))) ∧
      holds (cell_type cap) (Z.of_nat (length l)) = true ∧ short (length l) ∧
      f MKeys = Some (OArray keys) ∧ keys = map (λ kv, OInt (unsigned_of w) kv.1) l ++ rest ∧
      Forall (λ kv, Numbers.in_range w kv.1) l ∧
      (∀ j k v, l !! j = Some (k, v) → represents t v (element (f MValues) (Z.of_nat j))).
  Proof. inversion 1; subst; try done. eauto 15. Qed.

  Lemma count_of_ok cap w t l c :
    represents (TMap cap w t) (VMap l) (denote c) → is_int W32 (Z.of_nat (length l)) (count_of cap c).
  Proof.
    intros (l'&f&keys&rest&[= <-]&Ho&Hc&Hh&Hsh&_)%map_inv.
    eapply (cast_same _ _ W32); [unfold short in Hsh; apply in_range_intro; cbn; lia|].
    cbn. fold denote. rewrite Ho. by apply read_int.
  Qed.

  Lemma call_find_ok cap w t l c k x f (b : function_name) r ret :
    represents (TMap cap w t) (VMap l) (denote c) → denote c = Some (OStruct f) → is_int w k x →
    (∀ t', functions waits b [VAddress (OStruct f); VInteger t' k] = Some r) → holds ret r = true →
    ceval (XCall b ret [XAddress c; x]) = Some (VInteger ret r).
  Proof.
    intros _ Ho (_&t'&Hx&_) Hf Hr.
    change (ceval (XCall b ret [XAddress c; x])) with
      (vs ← (v ← (VAddress <$> denote c); vs ← (v ← ceval x; Some [v]); Some (v :: vs)); z ← functions waits b vs;
       if holds ret z then Some (VInteger (M:=member_name) ret z) else None).
    rewrite Ho, Hx. cbn [fmap option_fmap option_map mbind option_bind]. rewrite Hf. cbn. by rewrite Hr.
  Qed.

  Lemma has_ok cap w t l c k x ty :
    represents (TMap cap w t) (VMap l) (denote c) → is_int w k x →
    is_bool (bool_decide (is_Some (map_find l k))) (XCall (FHas ty) IBool [XAddress c; x]).
  Proof.
    intros Hm Hx. pose proof Hm as (l'&f&keys&rest&[= <-]&Ho&Hc&Hh&Hsh&Hk&->&_&_)%map_inv.
    exists IBool. eapply call_find_ok; [done..| |by destruct (bool_decide _)].
    intros t'. cbn [functions]. unfold find, member. rewrite Hc, Hk. rewrite Nat2Z.id.
    destruct (map_find l k) as [v|] eqn:Hf.
    - destruct (position_found (unsigned_of w) l rest k v Hf) as (j&->&Hj). cbn.
      apply lookup_lt_Some in Hj. rewrite (proj2 (Z.ltb_lt _ _)) by lia. done.
    - rewrite position_absent by done. cbn. by rewrite Z.ltb_irrefl.
  Qed.

  Lemma key_place_ok cap w t l c k x v ty :
    represents (TMap cap w t) (VMap l) (denote c) → is_int w k x → map_find l k = Some v →
    represents t v (denote (LSubscript (XRead TyPointer (LMember c MValues)) (XCall (FFind ty) U32 [XAddress c; x]))).
  Proof.
    intros Hm Hx Hf. pose proof Hm as (l'&f&keys&rest&[= <-]&Ho&Hc&Hh&Hsh&Hk&->&_&Hvs)%map_inv.
    destruct (position_found (unsigned_of w) l rest k v Hf) as (j&Hp&Hj).
    assert (ceval (XCall (FFind ty) U32 [XAddress c; x]) = Some (VInteger U32 (Z.of_nat j))) as He.
    { eapply call_find_ok; [done..| |].
      - intros t'. cbn [functions]. unfold find, member. rewrite Hc, Hk, Nat2Z.id, Hp. done.
      - apply lookup_lt_Some in Hj. unfold short in Hsh. apply holds_le. cbn. lia. }
    rewrite (denote_subscript _ _ _ _ _ _ _ He), Ho. cbn [member]. by eapply Hvs.
  Qed.

  Lemma key_at_ok cap w t l c i x k v :
    represents (TMap cap w t) (VMap l) (denote c) → is_int W32 i x → at_index l i = Ok (k, v) →
    is_int w k (XRead (TyInt (unsigned_of w)) (LSubscript (XRead TyPointer (LMember c MKeys)) x)).
  Proof.
    intros Hm (_&t'&Hx&_) [Hi Hl]%at_index_Ok.
    pose proof Hm as (l'&f&keys&rest&[= <-]&Ho&Hc&Hh&Hsh&Hk&->&Hr&_)%map_inv.
    assert (Numbers.in_range w k) as Hkr by apply (Forall_lookup_1 _ _ _ _ Hr Hl).
    split; [done|]. exists (unsigned_of w). split; [|done].
    change (ceval (XRead ?t ?l)) with (read t (denote l)). rewrite (denote_subscript _ _ _ _ _ _ _ Hx), Ho.
    cbn [member]. rewrite Hk. unfold element. cbn [read mbind option_bind subscript].
    apply read_int; [|apply in_range_bounds in Hkr; apply holds_le; destruct w; cbn in *; lia].
    rewrite nth_object_lookup by lia. rewrite Z.add_0_l, lookup_app_l by (rewrite map_length; by eapply lookup_lt_Some).
    by rewrite list_lookup_fmap, Hl.
  Qed.

  (** ** Parts of places *)
  Lemma field_ok name ts i t v u c :
    represents (TRecord name ts) v (denote c) → ts !! i = Some t → field v i = Ok u →
    represents t u (denote (LMember c (MPart (TRecord name ts) i))).
  Proof.
    intros Hv Ht Hu. inversion Hv; subst; try done. simpl in Hu. apply or_wrong_Ok in Hu.
    change (denote (LMember ?l ?m)) with (member (denote l) m). eauto.
  Qed.

  Lemma case_ok name ts tag t u c :
    represents (TUnion name ts) (VUnion tag u) (denote c) → ts !! tag = Some t →
    represents t u (denote (LMember (LMember c MCases) (MPart (TUnion name ts) tag))).
  Proof.
    intros Hv Ht. inversion Hv; subst; try done.
    change (denote (LMember (LMember ?l ?m') ?m)) with (member (member (denote l) m') m). by simplify_eq.
  Qed.

  Lemma index_array_ok n t w z v u c x :
    represents (TArray n t) v (denote c) → is_int w z x → index v z = Ok u →
    represents t u (denote (LSubscript (XRead TyPointer (LMember c MElements)) x)).
  Proof.
    intros Hv (_&t'&Hx&_) Hu. inversion Hv as [| | |? ? l ? Hlen Hl| | | | |]; subst; try done. simpl in Hu.
    apply at_index_Ok in Hu as [Hz Hu]. rewrite (denote_subscript _ _ _ _ _ _ _ Hx).
    rewrite <- (Z2Nat.id z) by done. eauto.
  Qed.

  Lemma index_bytes_ok t tl w z v u c x :
    length_type t = Some tl → represents t v (denote c) → is_int w z x → index v z = Ok u →
    represents (TInt W8) u (denote (LSubscript (data_of c) x)).
  Proof.
    intros Ht Hv (_&t'&Hx&_) Hu. inversion Hv as [| |? ? l ? arr i ? [Hl _] ? ? ? Hread Harr| | | | | |]; subst; try
      done.
    simpl in Hu. apply fmap_Ok in Hu as (b & [Hz Hb]%at_index_Ok & ->).
    unfold data_of. rewrite (denote_subscript _ _ _ _ _ _ _ Hx). unfold element. rewrite Hread.
    cbn [mbind option_bind subscript]. rewrite <- (Z2Nat.id z) by done.
    rewrite (holds_bytes_lookup _ _ _ _ _ Harr Hb). apply rep_int. by apply (Forall_lookup_1 _ _ _ _ Hl Hb).
  Qed.

  (** ** Whole operations *)
  Lemma string_ok l : Checker.literal l = true → bytes_of l (XString l) (XConstant Unsigned (Z.of_nat (length l))).
  Proof.
    intros Hl%literal_ok. split; [done|]. split.
    - exists (map (OInt U8) (l ++ [0])), 0. split; [done|]. split; [lia|]. exists [OInt U8 0]. by rewrite map_app.
    - apply (number_ok _ _ W32). destruct Hl as [_ Hl]. unfold short in Hl. apply in_range_intro; cbn; lia.
  Qed.

  Lemma is_case_ok name ts tag n u c x :
    represents (TUnion name ts) (VUnion n u) (denote c) → constant_of Plain (Z.of_nat tag) = Some x →
    is_bool (bool_decide (n = tag)) (infix OEq (tag_of ts c) x) ∧
    is_bool (negb (bool_decide (n = tag))) (XBinary ONe (tag_of ts c) x).
  Proof.
    intros Hv Hx. inversion Hv as [| | | | |? ? ? ? ? ? _ Htag Hh| | |]; subst; try done.
    destruct (constant_ok objects (functions waits) _ _ _ Hx) as (t'&He&?&_).
    assert (ceval (tag_of ts c) = Some (VInteger (tag_type ts) (Z.of_nat n))) as Ht.
    { change (ceval (tag_of ts c)) with (read (TyInt (tag_type ts)) (member (denote c) MTag)). by apply read_int. }
    assert (bool_decide (n = tag) = (Z.of_nat n =? Z.of_nat tag)) as Hd.
    { case_bool_decide; [subst; by rewrite Z.eqb_refl|]. symmetry. apply Z.eqb_neq. lia. }
    rewrite Hd. split; [apply (compare_ok _ _ OEq _ _ _ _ _ _ eq_refl Ht He)|
      apply (compare_ok _ _ ONe _ _ _ _ _ _ eq_refl Ht He)]; lia.
  Qed.

  Lemma equal_ok l l' d n d' n' :
    bytes_of l d n → bytes_of l' d' n' → is_bool (bool_decide (l = l')) (XCall FEqual IBool [d; n; d'; n']).
  Proof.
    intros (_&(arr&i&Hd&Harr)&(_&t&Hn&_)) (_&(arr'&i'&Hd'&Harr')&(_&t'&Hn'&_)). exists IBool.
    change (ceval (XCall FEqual IBool [d; n; d'; n'])) with
      (vs ← (v1 ← ceval d; vs ← (v2 ← ceval n; vs ← (v3 ← ceval d'; vs ← (v4 ← ceval n'; Some [v4]); Some (v3 :: vs));
               Some (v2 :: vs)); Some (v1 :: vs)); z ← functions waits FEqual vs;
       if holds IBool z then Some (VInteger (M:=member_name) IBool z) else None).
    rewrite Hd, Hn, Hd', Hn'. cbn [mbind option_bind functions].
    destruct (Z.of_nat (length l) =? Z.of_nat (length l')) eqn:He.
    - rewrite !bytes_at_ok by done. cbn. by destruct (bool_decide _).
    - apply Z.eqb_neq in He. rewrite bool_decide_false by (intros ->; lia). done.
  Qed.

  Lemma widened_to_ok from to z x :
    is_int from z x → is_int to (wrap to z) (if width_eqb from to then x else XCast (unsigned_of to) x).
  Proof.
    intros Hx. destruct (width_eqb from to) eqn:Hw.
    - apply width_eqb_eq in Hw as ->. by rewrite wrap_id by apply Hx.
    - destruct Hx as (_&t&Hx&_). by eapply cast_ok.
  Qed.

  (** ** All *)
  Ltac unfolded H :=
    cbn [Lowering.lower Lowering.lower_place Lowering.lower_bytes get eval] in H;
    fold (Lowering.lower variables constants) (Lowering.lower_place variables constants)
      (Lowering.lower_bytes variables constants) in H;
    fold (get W) (eval W) in H.

  (** What the hypotheses of the induction say of the operands that were evaluated. *)
  Ltac operands :=
    repeat match goal with
    | IH : ∀ l t v, lower_place ?p = Some _ → get W ?p s = Ok _ → _, H1 : lower_place ?p = Some _, H2 : get W ?p s =
      Ok _ |- _ =>
        pose proof (IH _ _ _ H1 H2); clear H1
    | IH : ∀ x t v, lower ?e = Some _ → eval W ?e s = Ok _ → _, H1 : lower ?e = Some _, H2 : eval W ?e s = Ok _ |- _ =>
        pose proof (IH _ _ _ H1 H2); clear H1
    | IH : ∀ d n v, lower_bytes ?e = Some _ → eval W ?e s = Ok _ → _, H1 : lower_bytes ?e = Some _, H2 : eval W ?e s =
      Ok _ |- _ =>
        destruct (IH _ _ _ H1 H2) as (? & ? & ?); clear H1
    end; simplify_eq;
    repeat match goal with
    | H : value_of TBool (VBool ?b) ?x |- _ => change (is_bool b x) in H
    | H : value_of (TInt ?w) (VInt ?z) ?x |- _ => change (is_int w z x) in H
    end.

  Theorem lower_correct :
    (∀ p l t v, lower_place p = Some (l, t) → get W p s = Ok v → represents t v (denote l)) ∧
    ∀ e, (∀ x t v, lower e = Some (x, t) → eval W e s = Ok v → value_of t v x) ∧
         (∀ d n v, lower_bytes e = Some (d, n) → eval W e s = Ok v → ∃ l, v = VBytes l ∧ bytes_of l d n).
  Proof using Hs.
    apply place_expr_ind; intros;
      repeat match goal with H : _ ∧ _ |- _ => destruct H end;
      try match goal with
      | |- represents _ _ _ => idtac
      | |- _ ∧ _ => split; [intros x' ty' v' Hx' Hv'|intros d' n' v' Hx' Hv']; unfolded Hx'; unfolded Hv'; try done
      end;
      try match goal with H1 : lower_place _ = Some _, H2 : get W _ s = Ok _ |- represents _ _ _ => unfolded H1;
        unfolded H2 end;
      lowered; evaluated; operands.
    - destruct (s !! x) as [[v'|]|] eqn:Hx; try done. simpl in *. simplify_eq. by apply (proj1 Hs).
    - by apply (proj2 Hs).
    - by eapply field_ok.
    - eapply index_bytes_ok; [|done..]; done.
    - eapply index_bytes_ok; [|done..]; done.
    - by eapply index_array_ok.
    - by apply case_ok.
    - by eapply key_place_ok.
    - by exists I32.
    - apply number_ok. by apply fits_in_range.
    - eauto using string_ok.
    - match goal with H : represents TBool _ _ |- _ => inversion H; subst; try done end.
      exists IBool. change (ceval (XRead ?t ?l)) with (read t (denote l)). apply read_int; [done|by destruct b].
    - match goal with H : represents (TInt _) _ _ |- _ => inversion H; subst; try done end.
      split; [done|]. exists (unsigned_of w). split; [|done].
      change (ceval (XRead ?t ?l)) with (read t (denote l)). apply read_int; [done|].
      select (Numbers.in_range _ _) (fun H => apply in_range_bounds in H). apply holds_le. destruct w; cbn in *; lia.
    - by eapply read_bytes_ok.
    - by apply not_ok.
    - by apply complemented_ok.
    - match goal with H : is_bool ?b x |- _ => rename H into Hb; destruct b; evaluated; operands end.
      + destruct v' as [b'| | | | | | | |]; try done.
        by apply (is_bool_eval _ _ _ (XAndAlso x x0)), (and_ok _ _ true b').
      + by apply (is_bool_eval _ _ _ (XAndAlso x x0)), (and_ok _ _ false true).
    - match goal with H : is_bool ?b x |- _ => rename H into Hb; destruct b; evaluated; operands end.
      + by apply (is_bool_eval _ _ _ (XOrElse x x0)), (or_ok _ _ true true).
      + destruct v' as [b'| | | | | | | |]; try done.
        by apply (is_bool_eval _ _ _ (XOrElse x x0)), (or_ok _ _ false b').
    - by eapply lower_arith_ok.
    - match goal with H1 : is_int w ?a x, H2 : is_int w ?b x0 |- _ =>
        destruct (is_int_holds _ _ _ _ _ H1) as (t1&Hx1&?&_), (is_int_holds _ _ _ _ _ H2) as (t2&Hx2&?&_);
        replace (compare_op op a b) with (comparison (comparison_of op) a b) by (by destruct op) end.
      apply (is_bool_eval _ _ _ (XBinary (comparison_of op) x x0)); [done|]. eapply compare_ok; [by destruct op|done..].
    - match goal with H1 : is_bool ?a x, H2 : is_bool ?b x0 |- _ =>
        destruct H1 as [t1 Hx1], H2 as [t2 Hx2];
        replace (eqb a b) with (comparison OEq (truth a) (truth b)) by (by destruct a, b);
        assert (0 ≤ truth a ∧ 0 ≤ truth b) as [??] by (by destruct a, b) end.
      assert (∀ e x, ceval (apart e x) = ceval x) as Ha by (by intros []).
      apply (is_bool_eval _ _ _ (XBinary OEq (apart e1 x) (apart e2 x0))); [done|].
      eapply compare_ok; [done|by rewrite Ha|by rewrite Ha|done..].
    - by apply equal_ok.
    - match goal with H : checked _ _ = Some _ |- _ => apply checked_Some in H as [-> _] end. by apply widened_to_ok.
    - match goal with H : checked _ _ = Some _ |- _ => apply checked_Some in H as [-> Hr] end.
      match goal with |- is_int _ ?z _ => rewrite <- (wrap_id w' z) end; [by apply widened_to_ok|].
      unfold Numbers.in_range. unfold largest in Hr. lia.
    - match goal with H1 : lower _ = Some (c, ty'), H2 : lower _ = Some (x0, ty') |- _ =>
        pose proof (lower_type _ _ _ _ _ H1) as Ht1; pose proof (lower_type _ _ _ _ _ H2) as Ht2 end.
      match goal with H : is_bool ?b x |- _ => rename H into Hb; rename b into b0 end.
      assert (value_of ty' v' (if b0 then c else x0)) as Hv by (destruct b0; operands; done).
      destruct ty' as [|w| | | | | | | |]; try done; destruct v' as [b'|z| | | | | | |]; try done; cbn [chosen].
      + apply (is_bool_eval _ _ _ (XChoice x c x0)); [done|]. by eapply choice_bool.
      + by eapply choice_int.
    - eauto.
    - match goal with H : bytes_of _ _ _ |- _ => apply H end.
    - by eapply count_of_ok.
    - match goal with Hr : represents (TUnion _ _) _ _, Hc : constant_of _ _ = _ |- _ =>
        apply (proj1 (is_case_ok _ _ _ _ _ _ _ Hr Hc)) end.
    - by eapply has_ok.
    - by eapply key_at_ok.
    - eexists. split; [done|].
      match goal with Hz : is_zero _ = true, Hb : bytes_of ?l d' ?n, Hy : is_int W32 ?b n', Hl : slice ?l ?a ?b = Some
        _ |- _ =>
        pose proof (slice_ok l _ a b d' n e2 n' n' Hb Hy Hl) as Hok; rewrite Hz in Hok; apply Hok; [|done] end.
      intros _. by eapply is_zero_ok.
    - eexists. split; [done|].
      match goal with Hz : is_zero _ = false, Hb : bytes_of ?l c ?n, Hy : is_int W32 ?b x, Hl : slice ?l ?a ?b = Some
        _ |- _ =>
        pose proof (slice_ok l _ a b c n e2 x0 x Hb Hy Hl) as Hok; rewrite Hz in Hok; by apply Hok end.
    - by eapply load_ok.
    - by exists I32.
    - apply number_ok. by apply zero_in_range.
    - exists []. split; [done|]. by apply string_ok.
    - exists []. split; [done|]. by apply string_ok.
  Qed.
End correct.
