(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * A part of an object is stored to: the rest of it represents what it did. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.C Require Import Types.
From Fairlead.Lang.Typing Require Import Tests Numbers.
From Fairlead.Printed Require Export Checks Assignments.
Local Open Scope Z_scope.

(** ** Elements *)
Lemma nth_object_insert (l : list fl_object) i o j :
  0 ≤ i → 0 ≤ j → nth_object l i ≠ None →
  nth_object (<[Z.to_nat i := o]> l) j = if decide (j = i) then Some o else nth_object l j.
Proof.
  intros Hi Hj Hl. rewrite nth_object_lookup in Hl by done. rewrite !nth_object_lookup by done.
  apply not_eq_None_Some, lookup_lt_is_Some in Hl. case_decide as Hij.
  - subst. by apply list_lookup_insert.
  - apply list_lookup_insert_ne. lia.
Qed.

Lemma element_Some o z (u : fl_object) :
  element o z = Some u → ∃ l j, read TyPointer o = Some (VPointer l j) ∧ nth_object l (j + z) = Some u.
Proof.
  unfold element. destruct o as [[| |l|l j|]|]; simpl; try done; eauto.
Qed.

Lemma store_element_ok o z u g u' :
  element o z = Some u → g (Some u) = Some u' →
  ∃ o', store_element z g o = Some o' ∧
    ∀ l j, read TyPointer o = Some (VPointer l j) →
      read TyPointer (Some o') = Some (VPointer (<[Z.to_nat (j + z) := u']> l) j).
Proof.
  intros (l&j&Hr&Hu)%element_Some Hg. destruct o as [[| |l'|l' j'|]|]; simpl in Hr; try done; injection Hr as -> <-.
  - cbn [store_element]. unfold changed_element. rewrite Z.add_0_l in Hu. rewrite Hu. cbn. rewrite Hg. cbn. eexists.
    split; [done|].
    intros ? ? [= <- <-]. by rewrite Z.add_0_l.
  - cbn [store_element]. unfold changed_element. rewrite Hu. cbn. rewrite Hg. cbn. eexists. split; [done|].
    by intros ? ? [= <- <-].
Qed.

Lemma nth_object_range (l : list fl_object) i u : nth_object l i = Some u → 0 ≤ i < Z.of_nat (length l).
Proof.
  unfold nth_object. destruct (_ && _) eqn:Hb; [|done]. intros _.
  apply andb_true_iff in Hb as [?%Z.leb_le ?%Z.ltb_lt]. done.
Qed.

Lemma element_stored o o' z u' u j l i :
  read TyPointer o = Some (VPointer l i) → nth_object l (i + z) = Some u →
  read TyPointer (Some o') = Some (VPointer (<[Z.to_nat (i + z) := u']> l) i) →
  element (Some o') j = if decide (j = z) then Some u' else element o j.
Proof.
  intros Hr Hu Hr'. pose proof (nth_object_range _ _ _ Hu) as Hz. unfold element. rewrite Hr, Hr'. cbn.
  destruct (decide (0 ≤ i + j)) as [Hj|Hj].
  - rewrite nth_object_insert by (done || lia || congruence).
    destruct (decide (j = z)), (decide (i + j = i + z)); try done; lia.
  - rewrite decide_False by lia. unfold nth_object. rewrite !(proj2 (Z.leb_gt _ _)) by lia. done.
Qed.

Lemma holds_bytes_insert arr i l k z :
  holds_bytes arr i l → (k < length l)%nat →
  holds_bytes (<[Z.to_nat (i + Z.of_nat k) := OInt U8 z]> arr) i (<[k := z]> l).
Proof.
  intros (Hi & rest & Hd) Hk. split; [by rewrite insert_length|]. exists rest.
  replace (Z.to_nat (i + Z.of_nat k)) with (Z.to_nat i + k)%nat by lia.
  rewrite drop_insert_le by lia. replace (Z.to_nat i + k - Z.to_nat i)%nat with k by lia. rewrite Hd.
  rewrite insert_app_l by (by rewrite map_length). f_equal. symmetry. apply (list_fmap_insert (OInt U8)).
Qed.

Lemma map_put_found {A} (l : list (Z * A)) k a a' j :
  map_find l k = Some a → position (map (λ kv, OInt U8 kv.1) l) (length l) k = Some j →
    map_put l k a' = <[j := (k, a')]> l.
Proof.
  revert j. induction l as [|[k' b] l IH]; intros j; simpl; [done|]. destruct (k =? k').
  - by intros _ [= <-].
  - intros Hf. destruct (position _ _ k) as [j'|] eqn:Hj; simpl; [|done]. intros [= <-]. simpl. by rewrite (IH j').
Qed.

Lemma position_type {A} t t' (l : list (Z * A)) rest k :
  position (map (λ kv, OInt t kv.1) l ++ rest) (length l) k = position (map (λ kv, OInt t' kv.1) l) (length l) k.
Proof. induction l as [|[k' a] l IH]; simpl; [by destruct rest|]. by rewrite IH. Qed.

Section parts.
  Context {P : Type} (waits : procedure → fl_object → option Z).
  Local Notation represents := (Represents.represents (P:=P) waits).
  Implicit Types (g : option fl_object → option fl_object).

  Lemma member_Some (o : option fl_object) m : is_Some (member o m) → ∃ f, o = Some (OStruct f).
  Proof. destruct o as [[]|]; simpl; intros [? ?]; try done. eauto. Qed.

  Lemma record_stored n ts l o i t x' g o' :
    represents (TRecord n ts) (VRecord l) o → ts !! i = Some t →
    g (member o (MPart (TRecord n ts) i)) = Some o' → represents t x' (Some o') →
    is_Some (member o (MPart (TRecord n ts) i)) →
    ∃ o'', store_member beside (MPart (TRecord n ts) i) g o = Some o'' ∧
      represents (TRecord n ts) (VRecord (<[i := x']> l)) (Some o'').
  Proof.
    intros Hr Ht Hg Hx [f ->]%member_Some. simpl in Hg. unfold store_member; cbn [member]. rewrite Hg. cbn. eexists.
      split; [done|].
    inversion Hr as [| | | |? ? ? ? Hlen Hl| | | |]; subst; try done.
    apply rep_record; [by rewrite insert_length|]. intros j tj v Htj Hv. cbn [member].
    destruct (decide (MPart (TRecord n ts) j = MPart (TRecord n ts) i)) as [[= ->]|Hj].
    - rewrite list_lookup_insert in Hv; [by simplify_eq|]. apply lookup_lt_Some in Hv. by rewrite insert_length in Hv.
    - rewrite list_lookup_insert_ne in Hv by congruence. cbn [beside]. by apply (Hl j).
  Qed.

  Lemma union_stored n ts tag u o t u' g o' :
    represents (TUnion n ts) (VUnion tag u) o → ts !! tag = Some t →
    g (member (member o MCases) (MPart (TUnion n ts) tag)) = Some o' → represents t u' (Some o') →
    is_Some (member (member o MCases) (MPart (TUnion n ts) tag)) →
    ∃ o'', store_member beside MCases (store_member beside (MPart (TUnion n ts) tag) g) o = Some o'' ∧
      represents (TUnion n ts) (VUnion tag u') (Some o'').
  Proof.
    intros Hr Ht Hg Hu Hm. destruct (member_Some _ _ Hm) as [c Hc]. destruct (member_Some o MCases) as [f ->].
    { by rewrite Hc. }
    rewrite Hc in Hg. cbn [member] in Hg, Hc. unfold store_member; cbn [member]. rewrite Hc. cbn [member]. rewrite Hg.
      cbn.
    eexists. split; [done|]. inversion Hr; subst; try done. simplify_eq. eapply rep_union; [done|done|done|]. cbn.
    rewrite decide_True by done. cbn [member]. by rewrite decide_True.
  Qed.

  Lemma array_stored n t l o z x x' g o' :
    represents (TArray n t) (VArray l) o → 0 ≤ z → l !! Z.to_nat z = Some x →
    g (element (member o MElements) z) = Some o' → represents t x' (Some o') →
    is_Some (element (member o MElements) z) →
    ∃ o'', store_member beside MElements (store_element z g) o = Some o'' ∧
      represents (TArray n t) (VArray (<[Z.to_nat z := x']> l)) (Some o'').
  Proof.
    intros Hr Hz Hl Hg Hx [u Hu]. rewrite Hu in Hg. destruct (store_element_ok _ _ _ _ _ Hu Hg) as (a&Ha&Hread).
    destruct (element_Some _ _ _ Hu) as (arr&i&Harr&Hi). specialize (Hread _ _ Harr).
    destruct (member_Some o MElements) as [f ->].
    { destruct (member o MElements); [by eexists|done]. }
    unfold store_member; cbn [member]. cbn [member] in *. rewrite Ha. cbn. eexists. split; [done|].
    inversion Hr as [| | |? ? ? ? Hlen Hall| | | | |]; subst; try done. apply rep_array; [by rewrite insert_length|].
    intros j v Hv. cbn [member]. rewrite decide_True by done.
    rewrite (element_stored _ _ z _ _ (Z.of_nat j) _ _ Harr Hi Hread). case_decide as Hj.
    - subst. rewrite Nat2Z.id in *. rewrite list_lookup_insert in Hv by (by eapply lookup_lt_Some). by simplify_eq.
    - rewrite list_lookup_insert_ne in Hv by lia. by apply Hall.
  Qed.

  Lemma bytes_stored t tl l o z b b' g o' :
    length_type t = Some tl → represents t (VBytes l) o → 0 ≤ z → l !! Z.to_nat z = Some b →
    g (element (member o MData) z) = Some o' → represents (TInt W8) (VInt b') (Some o') →
    ∃ o'', store_member beside MData (store_element z g) o = Some o'' ∧
      represents t (VBytes (<[Z.to_nat z := b']> l)) (Some o'').
  Proof.
    intros Ht Hr Hz Hl Hg Hb'. inversion Hb' as [|? ? Hrange| | | | | | |]; subst; try done.
    inversion Hr as [| |? tl' ? ? arr i ? [Hok Hshort] Hcap Hlen Hh Hread Harr| | | | | |]; subst; try done.
    assert (tl' = tl) as -> by congruence.
    pose proof (holds_bytes_lookup _ _ _ _ _ Harr Hl) as Hu. rewrite Z2Nat.id in Hu by done.
    assert (element (member o MData) z = Some (OInt U8 b)) as He by (unfold element; rewrite Hread; done).
    rewrite He in Hg. destruct (store_element_ok _ _ _ _ _ He Hg) as (a&Ha&Hread'). specialize (Hread' _ _ Hread).
    destruct (member_Some o MLen) as [f ->]; [rewrite Hlen; by eexists|].
    unfold store_member; cbn [member]. cbn [member] in *. rewrite Ha. cbn. eexists. split; [done|].
    eapply (rep_bytes waits t tl _ _ (<[Z.to_nat (i + z) := OInt U8 b']> arr) i); cbn [member];
      rewrite ?insert_length; try done.
    - split; [|by rewrite insert_length]. apply Forall_insert; [done|]. exact Hrange.
    - replace z with (Z.of_nat (Z.to_nat z)) at 1 by lia. apply holds_bytes_insert; [done|]. by eapply lookup_lt_Some.
  Qed.

  Lemma bytes_is_Some t l o : represents t (VBytes l) o → is_Some o.
  Proof.
    inversion 1 as [| |? ? ? ? ? ? ? ? ? Hlen| | | | | |]; subst; try done.
    destruct (member_Some o MLen) as [f ->]; [rewrite Hlen|]; by eexists.
  Qed.

  Lemma map_stored cap w t l o k x x' g o' j :
    represents (TMap cap w t) (VMap l) o → map_find l k = Some x → l !! j = Some (k, x) →
    position (map (λ kv, OInt U8 kv.1) l) (length l) k = Some j →
    g (element (member o MValues) (Z.of_nat j)) = Some o' → represents t x' (Some o') →
    is_Some (element (member o MValues) (Z.of_nat j)) →
    ∃ o'', store_member beside MValues (store_element (Z.of_nat j) g) o = Some o'' ∧
      represents (TMap cap w t) (VMap (map_put l k x')) (Some o'').
  Proof.
    intros Hr Hf Hj Hp Hg Hx [u Hu]. rewrite Hu in Hg. destruct (store_element_ok _ _ _ _ _ Hu Hg) as (a&Ha&Hread).
    destruct (element_Some _ _ _ Hu) as (arr&i&Harr&Hi). specialize (Hread _ _ Harr).
    destruct (map_inv waits _ _ _ _ _ Hr) as (l'&f&keys&rest&[= <-]&->&Hc&Hh&Hshort&Hk&->&Hkeys&Hall).
    unfold store_member; cbn [member]. cbn [member] in *. rewrite Ha. cbn. eexists. split; [done|].
    rewrite (map_put_found l k x x' j) by done.
    assert (map (λ kv, OInt (M:=member_name) (unsigned_of w) kv.1) (<[j := (k, x')]> l) = map (λ kv,
      OInt (unsigned_of w) kv.1) l) as Hsame.
    { rewrite (list_fmap_insert (λ kv : Z * val P, OInt (M:=member_name) (unsigned_of w) kv.1)). apply list_insert_id.
      by rewrite list_lookup_fmap, Hj. }
    eapply rep_map; rewrite ?insert_length, ?Hsame; try done.
    - apply Forall_insert; [done|]. by apply (Forall_lookup_1 _ _ _ _ Hkeys Hj).
    - intros j' k' v Hv. change (represents t v (element (Some a) (Z.of_nat j'))).
      rewrite (element_stored _ _ _ _ _ (Z.of_nat j') _ _ Harr Hi Hread). case_decide as Hd.
      + apply Nat2Z.inj in Hd as ->. rewrite list_lookup_insert in Hv by (by eapply lookup_lt_Some). by simplify_eq.
      + rewrite list_lookup_insert_ne in Hv by congruence. by eapply Hall.
  Qed.
End parts.
