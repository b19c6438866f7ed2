(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * What stores to members of a variable leave alone, and where places and bytes are. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.C Require Import Types.
From Fairlead.Lang.Model Require Import Induction.
From Fairlead.Lang.Typing Require Import Tests Numbers.
From Fairlead.Printed Require Export Stores.
Local Open Scope Z_scope.

(** ** Members of members *)
Definition at_path (o : option fl_object) (ms : list member_name) : option fl_object := foldl member o ms.

Fixpoint trail (l : fl_clvalue) : option (variable * list member_name) :=
  match l with
  | LVariable x => Some (x, [])
  | LMember l m => '(x, ms) ← trail l; Some (x, ms ++ [m])
  | LSubscript _ _ => None
  end.

Lemma owner_trail l x : owner l = Some x → ∃ ms, trail l = Some (x, ms).
Proof.
  induction l as [y|l IH m|]; cbn; [intros [= ->]; eauto| |done]. intros [ms ->]%IH. cbn. eauto.
Qed.

Fixpoint apart_members (ms ms' : list member_name) : Prop :=
  match ms, ms' with
  | m :: ms, m' :: ms' => if decide (m = m') then apart_members ms ms' else beside m m' = true
  | _, _ => False
  end.

Lemma at_path_snoc o ms m : at_path o (ms ++ [m]) = member (at_path o ms) m.
Proof. unfold at_path. by rewrite foldl_app. Qed.

Lemma at_path_app o ms ms' : at_path o (ms ++ ms') = at_path (at_path o ms) ms'.
Proof. unfold at_path. by rewrite foldl_app. Qed.

Lemma apart_members_more ms k ms' : apart_members ms ms' → apart_members (ms ++ k) ms'.
Proof.
  revert ms'. induction ms as [|m ms IH]; intros [|m' ms']; simpl; try done. case_decide; auto.
Qed.

Lemma apart_members_snoc ms m ms' :
  apart_members (ms ++ [m]) ms' →
  apart_members ms ms' ∨ ∃ m' k, ms' = ms ++ m' :: k ∧ m' ≠ m ∧ beside m m' = true.
Proof.
  revert ms'. induction ms as [|m0 ms IH]; intros [|m' ms']; simpl; try done.
  - case_decide; [by destruct ms'|]. intros Hb. right. exists m', ms'. auto.
  - case_decide as Hm; [|by left]. subst. intros [H|(m2&k&->&?&?)]%IH; [by left|]. right. by exists m2, k.
Qed.

Lemma apart_siblings ms m m' k k' : m ≠ m' → beside m m' = true → apart_members (ms ++ m :: k) (ms ++ m' :: k').
Proof. intros Hm Hb. induction ms as [|m0 ms IH]; simpl; [by rewrite decide_False|by rewrite decide_True]. Qed.

Section written.
  Context (waits : procedure → fl_object → option Z) (apart : variable → variable → bool).
  Local Notation denote := (λ os, Semantics.denote os (functions waits)).
  Local Notation cstore := (Statements.store (functions waits) beside).
  Implicit Types (os : variable → option fl_object).

  Lemma trail_denote os l x ms : trail l = Some (x, ms) → denote os l = at_path (os x) ms.
  Proof.
    revert ms. induction l as [y|l IH m|]; intros ms; cbn [trail]; [by intros [= -> <-]| |done].
    intros ([y k]&Hl&[= -> <-])%bind_Some. rewrite at_path_snoc, <- (IH _ Hl). done.
  Qed.

  Lemma trail_path os l x ms : trail l = Some (x, ms) → path (functions waits) os l = Some (x, IMember <$> ms).
  Proof.
    revert ms. induction l as [y|l IH m|]; intros ms; cbn [trail]; [by intros [= -> <-]| |done].
    intros ([y k]&Hl&[= -> <-])%bind_Some. cbn [path]. rewrite (IH _ Hl). cbn. by rewrite fmap_app.
  Qed.

  Lemma store_trail os l x ms g o' :
    trail l = Some (x, ms) → g (at_path (os x) ms) = Some o' →
    ∃ o, cstore os l g = Some (x, o) ∧ at_path (Some o) ms = Some o' ∧
      ∀ ms', apart_members ms ms' → at_path (Some o) ms' = at_path (os x) ms'.
  Proof.
    revert ms g o'. induction l as [y|l IH m|]; intros ms g o'; cbn [trail]; [| |done].
    - intros [= -> <-] Hg. exists o'. cbn [Statements.store]. cbn in Hg. rewrite Hg. done.
    - intros ([y k]&Hl&[= -> <-])%bind_Some Hg. rewrite at_path_snoc in Hg.
      destruct (IH k (store_member beside m g) (OStruct (λ m', if decide (m' = m) then Some o' else
        if beside m m' then member (at_path (os x) k) m' else None)) Hl) as (o&Ho&Hat&Hrest).
      { unfold store_member. by rewrite Hg. }
      exists o. split_and!; [done| |].
      + rewrite at_path_snoc, Hat. cbn. by rewrite decide_True.
      + intros ms' [H|(m'&k'&->&Hm&Hb)]%apart_members_snoc; [by apply Hrest|].
        change (m' :: k') with ([m'] ++ k'). rewrite !(assoc_L (++)), !(at_path_app _ (k ++ [m'])), !at_path_snoc, Hat.
        cbn [member]. by rewrite decide_False, Hb.
  Qed.
End written.

(** ** Types *)
Section types.
  Context {P : Type} (waits : procedure → fl_object → option Z).
  Local Notation represents := (Represents.represents (P:=P) waits).

  Lemma void_represents t : ∀ v o o', void t = true → represents t v o → represents t v o'.
  Proof.
    induction t as [| | | |n t IH|n ts IH| | | |] using ty_nested_ind; intros v o o' Hv Hr; try done.
    - inversion Hr as [| | |? ? ? ? Hlen Hl| | | | |]; subst; try done. apply rep_array; [done|]. intros j u Hu.
      eapply IH; [done|by apply Hl].
    - inversion Hr as [| | | |? ? ? ? Hlen Hl| | | |]; subst; try done. apply rep_record; [done|].
      intros j t u Ht Hu. cbn [void] in Hv. pose proof (Forall_lookup_1 _ _ _ _ IH Ht) as IHt.
      eapply IHt; [|by apply Hl]. apply forallb_forall with (x := t) in Hv; [done|]. apply elem_of_list_In.
      by eapply elem_of_list_lookup_2.
  Qed.

  Lemma solid_Some t : ∀ v o, solid t = true → represents t v o → is_Some o.
  Proof.
    induction t as [| | | |n t IH|n ts IH| | | |] using ty_nested_ind; intros v o Hv Hr; try done;
      try by (inversion Hr; subst; try done; by eexists).
    - inversion Hr; subst; try done; by eapply (bytes_is_Some waits).
    - inversion Hr; subst; try done; by eapply (bytes_is_Some waits).
    - inversion Hr as [| | |? ? l ? Hlen Hl| | | | |]; subst; try done. cbn [solid] in Hv.
      apply andb_true_iff in Hv as [Hn Hv]. apply negb_true_iff, N.eqb_neq in Hn.
      destruct l as [|u l]; [simpl in Hlen; lia|]. specialize (Hl 0%nat u eq_refl). apply IH in Hl as [e He]; [|done].
      apply element_Some in He as (arr&j&Ha&_). destruct (member_Some o MElements) as [f ->]; [|by eexists].
      by destruct (member o MElements).
    - inversion Hr as [| | | |? ? ? ? Hlen Hl| | | |]; subst; try done. cbn [solid] in Hv.
      apply existsb_exists in Hv as (t&Hin&Hv). apply elem_of_list_In, elem_of_list_lookup in Hin as [j Ht].
      destruct (l !! j) as [u|] eqn:Hu; [|by apply lookup_ge_None in Hu; apply lookup_lt_Some in Ht; lia].
      pose proof (Forall_lookup_1 _ _ _ _ IH Ht u _ Hv (Hl _ _ _ Ht Hu)) as [e He].
      destruct (member_Some o (MPart (TRecord n ts) j)) as [f ->]; by eexists.
    - inversion Hr as [| | | | |? ? ? ? ? ? Ht Htag| | |]; subst; try done.
      destruct (member_Some o MTag) as [f ->]; [rewrite Htag|]; by eexists.
  Qed.

  (** Of what is not solid nothing is demanded. *)
  Lemma hollow_represents t : ∀ v o o', solid t = false → represents t v o → represents t v o'.
  Proof.
    induction t as [| | | |n t IH|n ts IH| | | |] using ty_nested_ind; intros v o o' Hv Hr; try done.
    - inversion Hr as [| | |? ? l ? Hlen Hl| | | | |]; subst; try done. apply rep_array; [done|]. intros j u Hu.
      cbn [solid] in Hv. apply andb_false_iff in Hv as [->%negb_false_iff%N.eqb_eq|Hv].
      + apply lookup_lt_Some in Hu. simpl in Hlen. lia.
      + eapply IH; [done|by apply Hl].
    - inversion Hr as [| | | |? ? ? ? Hlen Hl| | | |]; subst; try done. apply rep_record; [done|].
      intros j t u Ht Hu. pose proof (Forall_lookup_1 _ _ _ _ IH Ht) as IHt. eapply IHt; [|by apply Hl].
      cbn [solid] in Hv. destruct (solid t) eqn:Hs; [|done]. rewrite <- Hv. symmetry. apply existsb_exists. exists t.
      split; [|done]. apply elem_of_list_In. by eapply elem_of_list_lookup_2.
    - inversion Hr; subst; try done. constructor.
  Qed.

  Lemma cell_holds cap z : 0 ≤ z ≤ Z.of_N cap → z < 18446744073709551616 → holds (cell_type cap) z = true.
  Proof.
    intros Hz Hmost. unfold cell_type, Extents.cell.
    destruct (cap <? 256)%N eqn:?; [|destruct (cap <? 65536)%N eqn:?; [|destruct (cap <? 4294967296)%N eqn:?]];
      repeat match goal with H : (_ <? _)%N = true |- _ => apply N.ltb_lt in H end; apply holds_le; cbn; lia.
  Qed.
  Lemma convert_cell cap z : 0 ≤ z ≤ Z.of_N cap → z < 18446744073709551616 → convert (cell_type cap) z = Some z.
  Proof.
    intros. apply convert_id; [|by apply cell_holds]. unfold cell_type. by repeat case_match.
  Qed.
End types.

(** ** Where places and bytes are *)
Section places.
  Context {P : Type} (W : world P) (s : Value.store P).
  Context (waits : procedure → fl_object → option Z) (variables constants : nat → option ty).
  Context (objects : variable → option fl_object).
  Context (Hs : represents_store waits W variables constants objects s).
  Local Notation path := (Statements.path (functions waits) objects).
  Local Notation points := (Statements.points (functions waits) objects).
  Local Notation denote := (Semantics.denote objects (functions waits)).
  Local Notation ceval := (Semantics.eval objects (functions waits)).

  Definition owned (y : variable) : Prop :=
    match y with NVariable x => is_Some (variables x) | NConstant c => True | NTemporary _ => False end.

  Lemma subscript_Some e i u : denote (LSubscript e i) = Some u →
    ∃ arr j t n, ceval e = Some (VPointer arr j) ∧ ceval i = Some (VInteger t n).
  Proof.
    change (denote (LSubscript e i)) with (v ← ceval e; v' ← ceval i; subscript v v').
    destruct (ceval e) as [[| |]|]; cbn; try done; destruct (ceval i) as [[| |]|]; cbn; try done; eauto 10.
  Qed.

  Lemma points_read l x p arr j :
    path l = Some (x, p) → ceval (XRead TyPointer l) = Some (VPointer arr j) →
    ∃ k, points (XRead TyPointer l) = Some (x, p, k).
  Proof.
    intros Hl. change (ceval (XRead TyPointer l)) with (read TyPointer (denote l)).
    change (points (XRead TyPointer l)) with ('(x, p) ← path l; match denote l with
      | Some (OArray _) => Some (x, p, 0) | Some (OPointer _ i) => Some (x, p, i) | _ => None end).
    rewrite Hl. cbn. destruct (denote l) as [[]|]; cbn; try done; eauto.
  Qed.

  Lemma path_subscript l x p i u :
    path l = Some (x, p) → denote (LSubscript (XRead TyPointer l) i) = Some u →
    ∃ q, path (LSubscript (XRead TyPointer l) i) = Some (x, q).
  Proof.
    intros Hl Hu. destruct (subscript_Some _ _ _ Hu) as (arr&j&t&n&He&Hi).
    destruct (points_read _ _ _ _ _ Hl He) as [k Hk].
    change (path (LSubscript (XRead TyPointer l) i)) with
      (_ ← denote (LSubscript (XRead TyPointer l) i); '(x, p, k) ← points (XRead TyPointer l);
       v ← ceval i; '(_, n) ← as_integer v; Some (x, p ++ [IElement (M:=member_name) (k + n)])).
    rewrite Hu, Hk, Hi. cbn. eauto.
  Qed.

  Lemma path_member l x p m : path l = Some (x, p) → path (LMember l m) = Some (x, p ++ [IMember m]).
  Proof.
    intros Hl. change (path (LMember l m)) with ('(x, p) ← path l; Some (x, p ++ [IMember m])). by rewrite Hl.
  Qed.

  Lemma path_place p : ∀ l t v, lower_place variables constants p = Some (l, t) → get W p s = Ok v →
    solid t = true → ∃ y q, path l = Some (y, q) ∧ owned y.
  Proof using Hs.
    pose proof (place_ok W s waits variables constants objects Hs) as Hplace.
    induction p as [x|c|p IH i|p IH e|p IH tag|p IH e]; intros l t v Hl Hv Hsolid;
      pose proof (Hplace _ _ _ _ Hl Hv) as Hr; cbn [Lowering.lower_place] in Hl;
      fold (Lowering.lower variables constants) (Lowering.lower_place variables constants) in Hl.
    - apply bind_Some in Hl as (tx&Hx&[= <- <-]). exists (NVariable x), []. split; [done|]. by exists tx.
    - apply bind_Some in Hl as (tx&Hx&[= <- <-]). by exists (NConstant c), [].
    - apply bind_Some in Hl as ([c tp]&Hc&Hl). destruct tp as [| | | | |n ts| | | |]; try done.
      apply bind_Some in Hl as (ti&Hti&[= <- <-]). cbn [get] in Hv. apply bind_Ok in Hv as (u&Hu&_).
      destruct (IH _ _ _ Hc Hu) as (y&q&Hq&Hy).
      { cbn [solid]. apply existsb_exists. exists ti. split; [|done]. apply elem_of_list_In.
        by eapply elem_of_list_lookup_2. }
      eauto using path_member.
    - apply bind_Some in Hl as ([c tp]&Hc&Hl). apply bind_Some in Hl as ([i ti]&Hi&Hl).
      change (get W (PIndex p e) s) with (v ← get W p s; i ← eval W e s; i ← as_int i; index v i) in Hv.
      apply bind_Ok in Hv as (u&Hu&Hv). destruct (solid_Some waits _ _ _ Hsolid Hr) as [o Ho].
      assert (solid tp = true) as Hp.
      { destruct ti; try done. destruct tp as [| | | |n t'| | | | |]; try done. injection Hl as <- <-.
        cbn [solid]. rewrite Hsolid, andb_true_r. apply negb_true_iff, N.eqb_neq. intros ->.
        pose proof (Hplace _ _ _ _ Hc Hu) as Hru. inversion Hru as [| | |? ? l' ? Hlen Hall| | | | |]; subst; try done.
        apply bind_Ok in Hv as (ve&_&(z&_&Hv)%bind_Ok). cbn [index] in Hv. apply at_index_Ok in Hv as [_ Hz].
        apply lookup_lt_Some in Hz. simpl in Hlen. lia. }
      destruct (IH _ _ _ Hc Hu Hp) as (y&q&Hq&Hy).
      destruct ti; try done; destruct tp; try done; injection Hl as <- <-;
        (eapply path_subscript in Ho as [q' Hq']; [by exists y, q'|by apply path_member]).
    - apply bind_Some in Hl as ([c tp]&Hc&Hl). destruct tp as [| | | | | |n ts| | |]; try done.
      apply bind_Some in Hl as (ti&Hti&[= <- <-]). cbn [get] in Hv. apply bind_Ok in Hv as (u&Hu&_).
      destruct (IH _ _ _ Hc Hu eq_refl) as (y&q&Hq&Hy). eexists y, _. split; [by do 2 apply path_member|done].
    - apply bind_Some in Hl as ([c tp]&Hc&Hl). destruct tp as [| | | | | | |cap w tv| |]; try done.
      apply bind_Some in Hl as (k&Hk&[= <- <-]).
      change (get W (PKey p e) s) with (v ← get W p s; k ← eval W e s; l ← as_map v; k ← as_int k;
        or_trap (map_find l k)) in Hv.
      apply bind_Ok in Hv as (u&Hu&_). destruct (IH _ _ _ Hc Hu eq_refl) as (y&q&Hq&Hy).
      destruct (solid_Some waits _ _ _ Hsolid Hr) as [o Ho].
      eapply path_subscript in Ho as [q' Hq']; [by exists y, q'|by apply path_member].
  Qed.

  Lemma trail_owned p : ∀ l t y ms, lower_place variables constants p = Some (l, t) → trail l = Some (y, ms) → owned y.
  Proof.
    induction p as [x|c|p IH i|p IH e|p IH tag|p IH e]; intros l t y ms Hl Hms; cbn [Lowering.lower_place] in Hl;
      fold (Lowering.lower variables constants) (Lowering.lower_place variables constants) in Hl.
    - apply bind_Some in Hl as (tx&Hx&[= <- <-]). injection Hms as <- _. by exists tx.
    - apply bind_Some in Hl as (tx&Hx&[= <- <-]). by injection Hms as <- _.
    - apply bind_Some in Hl as ([c tp]&Hc&Hl). destruct tp; try done. apply bind_Some in Hl as (ti&Hti&[= <- <-]).
      cbn [trail] in Hms. apply bind_Some in Hms as ([z k]&Hk&[= -> <-]). by eapply IH.
    - apply bind_Some in Hl as ([c tp]&Hc&Hl). apply bind_Some in Hl as ([i ti]&Hi&Hl).
      destruct ti; try done; destruct tp; try done; injection Hl as <- <-; done.
    - apply bind_Some in Hl as ([c tp]&Hc&Hl). destruct tp; try done. apply bind_Some in Hl as (ti&Hti&[= <- <-]).
      cbn [trail] in Hms. apply bind_Some in Hms as ([z k']&Hk'&[= -> <-]).
      apply bind_Some in Hk' as ([z k]&Hk&[= -> <-]). by eapply IH.
    - apply bind_Some in Hl as ([c tp]&Hc&Hl). destruct tp; try done. apply bind_Some in Hl as (k&Hk&[= <- <-]). done.
  Qed.

  Lemma points_bytes e : ∀ d n v, lower_bytes variables constants e = Some (d, n) → eval W e s = Ok v →
    is_string d = true ∨ ∃ y q i, points d = Some (y, q, i) ∧ owned y.
  Proof using Hs.
    induction e; intros d len v He Hv; try done.
    - cbn in He. case_match; [|done]. injection He as <- <-. by left.
    - cbn [Lowering.lower_bytes] in He. fold (lower_place variables constants) in He.
      apply bind_Some in He as ([l t]&Hl&He). apply bind_Some in He as (tl&Htl&[= <- <-]).
      assert (solid t = true) as Ht by (by destruct t). right.
      destruct (path_place _ _ _ _ Hl Hv Ht) as (y&q&Hq&Hy).
      pose proof (place_ok W s waits variables constants objects Hs _ _ _ _ Hl Hv) as Hr.
      destruct (read_bytes_ok waits objects _ _ _ _ Htl Hr) as (bs&->&_&(arr&j&Hd&_)&_).
      destruct (points_read _ _ _ _ _ (path_member _ _ _ MData Hq) Hd) as [k Hk]. by exists y, (q ++ [IMember MData]),
        k.
    - cbn [eval] in Hv. apply bind_Ok in Hv as (u&Hu&_). by eapply IHe.
    - pose proof He as He'. cbn [Lowering.lower_bytes] in He. fold (lower_bytes variables constants) in He.
      fold (Lowering.lower variables constants) in He.
      cbn [eval] in Hv. apply bind_Ok in Hv as (u&Hu&Hv). apply bind_Some in He as ([d1 n1]&Hd1&He).
      apply bind_Some in He as (y&_&He). destruct (is_zero e2).
      { injection He as <- <-. by eapply IHe1. }
      apply bind_Some in He as (x&Hx%typed_Some&[= <- <-]).
      destruct (IHe1 _ _ _ Hd1 Hu) as [Hstr|(z&q&i&Hp&Hz)]; [by left|right].
      apply bind_Ok in Hv as (v1&Hv1&_).
      pose proof (lower_value W s waits variables constants objects Hs _ _ _ _ Hx Hv1) as Hval.
      destruct v1; try done. destruct Hval as (_&tx&Hi&_).
      change (points (XBinary OAdd d1 x)) with ('(x', p, k) ← points d1; v ← ceval x; '(_, n) ← as_integer v;
        Some (x', p, k + n)). rewrite Hp, Hi. cbn. by eexists _, _, _.
    - cbn in He. destruct t; try done; injection He as <- <-; by left.
  Qed.
End places.
