(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Where the source changes a part of a variable, the C store changes that part of its object. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.C Require Import Types.
From Fairlead.Lang.Typing Require Import Tests Numbers.
From Fairlead.Printed Require Export Parts.
Local Open Scope Z_scope.

Section stores.
  Context {P : Type} (W : world P) (s : Value.store P) (touch : nat → Value.store P → Value.store P).
  Context (waits : procedure → fl_object → option Z) (variables constants : nat → option ty).
  Context (objects : variable → option fl_object).
  Context (Hs : represents_store waits W variables constants objects s).
  Local Notation represents := (Represents.represents (P:=P) waits).
  Local Notation ceval := (Semantics.eval objects (functions waits)).
  Local Notation denote := (Semantics.denote objects (functions waits)).
  Local Notation lower := (lower variables constants).
  Local Notation lower_place := (lower_place variables constants).
  Local Notation cstore := (Statements.store (functions waits) beside objects).
  Implicit Types (g : option fl_object → option fl_object).

  (** What is demanded of a change [g] of a part, where the source changes a value by [f]. *)
  Definition follows t (f : option (val P) → outcome (val P)) (before : option (val P) →
    Prop) (o : option fl_object) g : Prop :=
    ∀ ov v', before ov → f ov = Ok v' →
      (∃ o', g o = Some o' ∧ represents t v' (Some o')) ∧ (is_Some ov → is_Some o).

  Definition found (p : place) (ov : option (val P)) : Prop := ∀ v, ov = Some v → get W p s = Ok v.

  Lemma modify_Ok h ov (v' : val P) : modify h ov = Ok v' → ∃ v, ov = Some v ∧ h v = Ok v'.
  Proof. unfold modify. intros (v&?%or_wrong_Ok&?)%bind_Ok. eauto. Qed.

  (** What is changed was there. *)
  Lemma update_found p : ∀ h s', update W touch p (modify h) s = Ok s' → ∃ v v', get W p s = Ok v ∧ h v = Ok v'.
  Proof.
    induction p as [x|c|p IH i|p IH e|p IH tag|p IH e]; intros h s' Hu; cbn [update] in Hu.
    - apply bind_Ok in Hu as (ov&Hov%or_wrong_Ok&Hu). apply bind_Ok in Hu as (v'&(v&->&Hv)%modify_Ok&_).
      exists v, v'. split; [|done]. cbn [get]. by rewrite Hov.
    - done.
    - apply IH in Hu as (v&v'&Hv&Hh). destruct v as [| | | |vs| | | |]; try done.
      apply bind_Ok in Hh as (x&Hx%or_wrong_Ok&Hh). apply bind_Ok in Hh as (x'&(?&[= <-]&Hx')%modify_Ok&_).
      exists x, x'. split; [|done]. cbn [get]. rewrite Hv. cbn. by rewrite Hx.
    - apply bind_Ok in Hu as (z&Hz&Hu). apply IH in Hu as (v&v'&Hv&Hh).
      assert (get W (PIndex p e) s = index v z) as Hget.
      { change (get W (PIndex p e) s) with (v ← get W p s; i ← eval W e s; i ← as_int i; index v i).
        rewrite Hv. cbn [mbind outcome_bind]. unfold eval_int in Hz. destruct (eval W e s); try done. cbn in *.
          by rewrite Hz. }
      rewrite Hget. destruct v as [| |l|l| | | | |]; try done; apply bind_Ok in Hh as (x&Hx&Hh);
        apply bind_Ok in Hh as (x'&(?&[= <-]&Hx')%modify_Ok&_); cbn [index]; rewrite Hx; by do 2 eexists.
    - apply IH in Hu as (v&v'&Hv&Hh). apply bind_Ok in Hh as ([tag' u]&->%as_union_Ok&Hh).
      destruct (decide (tag' = tag)) as [->|]; [|done]. apply bind_Ok in Hh as (u'&(?&[= <-]&Hu')%modify_Ok&_).
      exists u, u'. split; [|done]. cbn [get]. rewrite Hv. cbn. unfold payload. cbn. by rewrite decide_True.
    - apply bind_Ok in Hu as (z&Hz&Hu). apply IH in Hu as (v&v'&Hv&Hh).
      apply bind_Ok in Hh as (l&->%as_map_Ok&Hh). apply bind_Ok in Hh as (x&Hx%or_trap_Ok&Hh).
      apply bind_Ok in Hh as (x'&(?&[= <-]&Hx')%modify_Ok&_). exists x, x'. split; [|done].
      change (get W (PKey p e) s) with (v ← get W p s; k ← eval W e s; l ← as_map v; k ← as_int k;
        or_trap (map_find l k)).
      rewrite Hv. cbn [mbind outcome_bind]. unfold eval_int in Hz. destruct (eval W e s); try done. cbn in *.
        rewrite Hz. cbn.
      by rewrite Hx.
  Qed.

  Lemma update_ok p : ∀ l t f g s',
    lower_place p = Some (l, t) → update W touch p f s = Ok s' → follows t f (found p) (denote l) g →
    ∃ x tx v' o', cstore l g = Some (NVariable x, o') ∧ variables x = Some tx ∧ s' = write touch x v' s ∧
      represents tx v' (Some o').
  Proof using Hs.
    pose proof (proj1 (lower_correct W s waits variables constants objects Hs)) as Hplace.
    induction p as [x|c|p IH i|p IH e|p IH tag|p IH e]; intros l t f g s' Hl Hu Hfol;
      cbn [Lowering.lower_place] in Hl;
        fold (Lowering.lower variables constants) (Lowering.lower_place variables constants) in Hl;
      cbn [update] in Hu.
    - apply bind_Some in Hl as (tx&Hx&[= <- <-]). apply bind_Ok in Hu as (ov&Hov%or_wrong_Ok&Hu).
      apply bind_Ok in Hu as (v'&Hv'&[= <-]). destruct (Hfol ov v') as [(o'&Ho'&Hr) _]; [|done|].
      { intros v ->. cbn [get]. by rewrite Hov. }
      exists x, tx, v', o'. split_and!; try done. cbn [Statements.store]. unfold Semantics.denote in Ho'.
        rewrite Ho'. done.
    - done.
    - apply bind_Some in Hl as ([c tp]&Hc&Hl). destruct tp as [| | | | |n ts| | | |]; try done.
      apply bind_Some in Hl as (ti&Hti&[= <- <-]). cbn [Statements.store].
      change (denote (LMember c (MPart (TRecord n ts) i))) with (member (denote c) (MPart (TRecord n ts) i)) in Hfol.
      eapply IH; [exact Hc|exact Hu|]. clear IH Hu.
      intros ov v' Hb (v&->&Hv)%modify_Ok. specialize (Hb v eq_refl). pose proof (Hplace _ _ _ _ Hc Hb) as Hr.
      destruct v as [| | | |vs| | | |]; try done. apply bind_Ok in Hv as (x&Hx%or_wrong_Ok&Hv).
      apply bind_Ok in Hv as (x'&Hx'&[= <-]).
      destruct (Hfol (Some x) x') as [(o'&Ho'&Hr') Hsome]; [|done|].
      { intros ? [= <-]. cbn [get]. rewrite Hb. cbn. by rewrite Hx. }
      specialize (Hsome ltac:(by eexists)). split; [by eapply record_stored|]. intros _.
      destruct (member_Some _ _ Hsome) as [? ->]. by eexists.
    - apply bind_Some in Hl as ([c tp]&Hc&Hl). apply bind_Some in Hl as ([i ti]&Hi&Hl).
      apply bind_Ok in Hu as (z&Hz&Hu).
      assert (∃ w, ti = TInt w) as [w ->] by (destruct ti; try done; eauto).
      assert (eval W e s = Ok (VInt z)) as He.
      { unfold eval_int in Hz. apply bind_Ok in Hz as (v&Hv&Hz%as_int_Ok). by subst. }
      pose proof (lower_value W s waits variables constants objects Hs _ _ _ _ Hi He) as (_&ti&Hti&_).
      assert (∀ m, cstore (LSubscript (XRead TyPointer (LMember c m)) i) g =
        cstore c (store_member beside m (store_element z g))) as Hstore.
      { intros m. change (cstore (LSubscript (XRead TyPointer (LMember c m)) i) g) with
          (v ← ceval i; '(_, n) ← as_integer v; cstore (LMember c m) (store_element n g)). by rewrite Hti. }
      assert (∀ m, denote (LSubscript (XRead TyPointer (LMember c m)) i) = element (member (denote c) m) z) as Hdenote.
      { intros m. by rewrite (denote_subscript _ _ _ _ _ _ _ Hti). }
      assert (∀ v, get W p s = Ok v → get W (PIndex p e) s = index v z) as Hget.
      { intros v Hv. change (get W (PIndex p e) s) with (v ← get W p s; i ← eval W e s; i ← as_int i; index v i).
        by rewrite Hv, He. }
      assert (∀ tl, length_type tp = Some tl → (LSubscript (data_of c) i, TInt W8) = (l, t) →
        ∃ x tx v' o', cstore l g = Some (NVariable x, o') ∧ variables x = Some tx ∧ s' = write touch x v' s ∧
          represents tx v' (Some o')) as Hbytes.
      { intros tl Htl [= <- <-]. unfold data_of. rewrite Hstore. eapply IH; [exact Hc|exact Hu|]. clear IH Hu.
        intros ov v' Hb (v&->&Hv)%modify_Ok. specialize (Hb v eq_refl). pose proof (Hplace _ _ _ _ Hc Hb) as Hr.
        destruct v as [| |bs|vs| | | | |]; try done; [|by destruct tp; inversion Hr].
        apply bind_Ok in Hv as (x&Hx&Hv). apply bind_Ok in Hv as (x'&Hx'&Hv).
          apply bind_Ok in Hv as (b'&->%as_int_Ok&[= <-]).
        destruct (Hfol (Some (VInt x)) (VInt b')) as [(o'&Ho'&Hr') Hsome]; [|done|].
        { intros ? [= <-]. rewrite (Hget _ Hb). cbn. by rewrite Hx. }
        apply at_index_Ok in Hx as [Hz0 Hx]. unfold data_of in Ho'. rewrite Hdenote in Ho'.
        split; [by eapply bytes_stored|]. intros _. by eapply bytes_is_Some. }
      destruct tp as [| | | |n tn| | | | |]; try done; try exact (Hbytes _ eq_refl ltac:(congruence)). clear Hbytes.
        injection Hl as <- <-.
      rewrite Hstore. eapply IH; [exact Hc|exact Hu|]. clear IH Hu.
      intros ov v' Hb (v&->&Hv)%modify_Ok. specialize (Hb v eq_refl). pose proof (Hplace _ _ _ _ Hc Hb) as Hr.
      destruct v as [| |bs|vs| | | | |]; try done; [by inversion Hr|].
      apply bind_Ok in Hv as (x&Hx&Hv). apply bind_Ok in Hv as (x'&Hx'&[= <-]).
      destruct (Hfol (Some x) x') as [(o'&Ho'&Hr') Hsome]; [|done|].
      { intros ? [= <-]. rewrite (Hget _ Hb). cbn. by rewrite Hx. }
      apply at_index_Ok in Hx as [Hz0 Hx]. rewrite Hdenote in Ho', Hsome. specialize (Hsome ltac:(by eexists)).
      split; [by eapply array_stored|]. intros _. destruct Hsome as [u (arr&j&Ha&_)%element_Some].
      destruct (member_Some (denote c) MElements) as [? ->]; [|by eexists]. by destruct (member (denote c) MElements).
    - apply bind_Some in Hl as ([c tp]&Hc&Hl). destruct tp as [| | | | | |n ts| | |]; try done.
      apply bind_Some in Hl as (ti&Hti&[= <- <-]). cbn [Statements.store].
      change (denote (LMember (LMember c MCases) (MPart (TUnion n ts) tag))) with
        (member (member (denote c) MCases) (MPart (TUnion n ts) tag)) in Hfol.
      eapply IH; [exact Hc|exact Hu|]. clear IH Hu.
      intros ov v' Hb (v&->&Hv)%modify_Ok. specialize (Hb v eq_refl). pose proof (Hplace _ _ _ _ Hc Hb) as Hr.
      apply bind_Ok in Hv as ([tag' u]&->%as_union_Ok&Hv). destruct (decide (tag' = tag)) as [->|]; [|done].
      apply bind_Ok in Hv as (u'&Hu'&[= <-]).
      destruct (Hfol (Some u) u') as [(o'&Ho'&Hr') Hsome]; [|done|].
      { intros ? [= <-]. cbn [get]. rewrite Hb. cbn. unfold payload. cbn. by rewrite decide_True. }
      specialize (Hsome ltac:(by eexists)). split; [by eapply union_stored|]. intros _. inversion Hr; subst; try done.
      destruct (member_Some (denote c) MTag) as [? ->]; [|by eexists].
      match goal with H : member (denote c) MTag = _ |- _ => rewrite H end. by eexists.
    - apply bind_Some in Hl as ([c tp]&Hc&Hl). destruct tp as [| | | | | | |cap w tv| |]; try done.
      apply bind_Some in Hl as (k&Hk%typed_Some&[= <- <-]). apply bind_Ok in Hu as (z&Hz&Hu).
      assert (eval W e s = Ok (VInt z)) as He.
      { unfold eval_int in Hz. apply bind_Ok in Hz as (v&Hv&Hz%as_int_Ok). by subst. }
      pose proof (lower_value W s waits variables constants objects Hs _ _ _ _ Hk He) as Hki.
      destruct (update_found _ _ _ Hu) as (v0&v1&Hms&Hv0). pose proof (Hplace _ _ _ _ Hc Hms) as Hr.
      apply bind_Ok in Hv0 as (ms&->%as_map_Ok&(u&Hfind%or_trap_Ok&_)%bind_Ok).
      destruct (map_inv waits _ _ _ _ _ Hr) as (l'&h&keys&rest&[= <-]&Ho&Hcount&_&Hshort&Hkeys&->&_).
      destruct (position_found (unsigned_of w) ms rest z u Hfind) as (j&Hp&Hj).
      assert (ceval (XCall (FFind (TMap cap w tv)) U32 [XAddress c; k]) = Some (VInteger U32 (Z.of_nat j))) as Hcall.
      { eapply call_find_ok; [exact Hr|exact Ho|exact Hki| |].
        - intros t'. cbn [functions]. unfold find, member. rewrite Hcount, Hkeys, Nat2Z.id, Hp. done.
        - apply lookup_lt_Some in Hj. unfold short in Hshort. apply holds_le. cbn. lia. }
      assert (cstore (LSubscript (XRead TyPointer (LMember c MValues)) (XCall (FFind (TMap cap w tv)) U32 [XAddress
        c; k])) g =
        cstore c (store_member beside MValues (store_element (Z.of_nat j) g))) as ->.
      { change (cstore (LSubscript ?a ?b) g) with
          (v ← ceval b; '(_, n) ← as_integer v; cstore (LMember c MValues) (store_element n g)). by rewrite Hcall. }
      rewrite (denote_subscript _ _ _ _ _ _ _ Hcall) in Hfol. rewrite (position_type _ U8) in Hp.
      eapply IH; [exact Hc|exact Hu|]. clear IH Hu.
      intros ov v' Hb (v&->&Hv)%modify_Ok. specialize (Hb v eq_refl). assert (v = VMap ms) as -> by congruence.
      cbn [as_map mbind outcome_bind] in Hv. rewrite Hfind in Hv. cbn in Hv. apply bind_Ok in Hv as (x'&Hx'&[= <-]).
      destruct (Hfol (Some u) x') as [(o'&Ho'&Hr') Hsome]; [|done|].
      { intros ? [= <-].
        change (get W (PKey p e) s) with (v ← get W p s; k ← eval W e s; l ← as_map v; k ← as_int k;
          or_trap (map_find l k)).
        rewrite Hms, He. cbn. by rewrite Hfind. }
      specialize (Hsome ltac:(by eexists)). split; [by eapply map_stored|]. intros _. rewrite Ho. by eexists.
  Qed.
End stores.
