(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Bytes that are changed where they are, in C as in the source. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.C Require Import Types.
From Fairlead.Lang.Typing Require Import Tests Numbers.
From Fairlead.Printed Require Export Assigned.
Local Open Scope Z_scope.

(** ** Arrays *)
Lemma put_bytes_ok arr i l k l' :
  holds_bytes arr i l → 0 ≤ k ≤ Z.of_nat (length l) → i + k + Z.of_nat (length l') ≤ Z.of_nat (length arr) →
  ∃ arr', put_bytes (i + k) l' arr = Some arr' ∧
    holds_bytes arr' i (take (Z.to_nat k) l ++ l' ++ drop (Z.to_nat k + length l') l).
Proof.
  intros [Hi [rest Hd]] Hk Hroom. unfold put_bytes. rewrite !(proj2 (Z.leb_le _ _)) by lia. cbn [andb].
  eexists. split; [done|]. assert (Z.to_nat (i + k) = (Z.to_nat i + Z.to_nat k)%nat) as Hik by lia.
  assert (length (take (Z.to_nat (i + k)) arr) = Z.to_nat (i + k)) as Htake by (rewrite take_length; lia).
  split; [rewrite !app_length, map_length, drop_length; lia|].
  exists (drop (Z.to_nat k + length l' - length l) rest).
  rewrite drop_app_le by lia. rewrite Hik, skipn_firstn_comm, Nat.add_sub_swap, Nat.sub_diag by done.
  cbn [Nat.add]. rewrite <- (Nat.add_assoc (Z.to_nat i)), <- drop_drop, Hd.
  rewrite take_app_le by (rewrite map_length; lia). rewrite (skipn_app _ (map _ l)), map_length.
  by rewrite firstn_map, skipn_map, !map_app, <- !(assoc_L (++)).
Qed.

Lemma seen_bytes n o arr i l :
  read TyPointer o = Some (VPointer arr i) → holds_bytes arr i l → (length l ≤ N.to_nat n)%nat →
  holds_bytes (elements n o) 0 l.
Proof.
  intros Hr [Hi [rest Hd]] Hl. split; [lia|].
  exists (take (N.to_nat n - length l) (rest ++ replicate (N.to_nat n) OIndeterminate)).
  cbn [drop Z.to_nat]. unfold elements.
  assert (match o with Some (OArray l) => l | Some (OPointer l i) => drop (Z.to_nat i) l | _ => [] end =
    map (OInt U8) l ++ rest) as ->.
  { destruct o as [[| |a|a j|]|]; simpl in Hr; try done; injection Hr as -> <-; done. }
  rewrite <- (assoc_L (++)), take_app_ge by (by rewrite map_length). by rewrite map_length.
Qed.

(** ** What is read through a pointer *)
Scheme cexpr_both := Induction for cexpr Sort Prop with clvalue_both := Induction for clvalue Sort Prop.
Combined Scheme cexpr_clvalue_ind from cexpr_both, clvalue_both.

Definition on_way (t : step member_name) (m : option member_name) : Prop :=
  match t, m with IMember m', Some m => m' = m | IElement _, None => True | _, _ => False end.

Lemma way_ok waits os :
  (∀ (e : fl_cexpr) x p i, points (functions waits) os e = Some (x, p, i) →
     ∃ ms, way e = Some (x, ms) ∧ Forall2 on_way p ms) ∧
  (∀ (l : fl_clvalue) x p, path (functions waits) os l = Some (x, p) →
     ∃ ms, way_at l = Some (x, ms) ∧ Forall2 on_way p ms).
Proof.
  apply cexpr_clvalue_ind; try done.
  - intros [t|] l IH x p i; [done|].
    change (points (functions waits) os (XRead TyPointer l)) with ('(x, p) ← path (functions waits) os l;
      match Semantics.denote os (functions waits) l with
      | Some (OArray _) => Some (x, p, 0) | Some (OPointer _ i) => Some (x, p, i) | _ => None end).
    intros ([y r]&Hl&H)%bind_Some. cbn [way]. fold way_at. apply IH in Hl. by repeat case_match; simplify_eq.
  - intros op e1 IH1 e2 IH2 x p i. destruct op; try done.
    change (points (functions waits) os (XBinary OAdd e1 e2)) with ('(x, p, k) ← points (functions waits) os e1;
      v ← Semantics.eval os (functions waits) e2; '(_, n) ← as_integer v; Some (x, p, k + n)).
    intros ([[y q] k]&He&H)%bind_Some. apply bind_Some in H as (v&_&([t n]&_&[= <- <- _])%bind_Some).
    exact (IH1 _ _ _ He).
  - intros x y p [= <- <-]. by exists [].
  - intros l IH m x p. change (path (functions waits) os (LMember l m)) with ('(x, p) ← path (functions waits) os l;
      Some (x, p ++ [IMember m])). intros ([y r]&Hl&[= <- <-])%bind_Some.
    apply IH in Hl as (ms&Hw&Hms). cbn [way_at]. rewrite Hw. eexists. split; [done|].
    apply Forall2_app; [done|]. by repeat constructor.
  - intros e IHe i IHi x p.
    change (path (functions waits) os (LSubscript e i)) with
      (_ ← Semantics.denote os (functions waits) (LSubscript e i); '(x, p, k) ← points (functions waits) os e;
       v ← Semantics.eval os (functions waits) i; '(_, n) ← as_integer v; Some (x, p ++ [IElement (M:=member_name) (k
         + n)])).
    intros (_&_&([[y r] k]&He&H)%bind_Some)%bind_Some.
    apply bind_Some in H as (v&_&([t n]&_&[= <- <-])%bind_Some). apply IHe in He as (ms&Hw&Hms).
    cbn [way_at]. fold way. rewrite Hw. eexists. split; [done|]. apply Forall2_app; [done|]. by repeat constructor.
Qed.

Lemma apart_ways_steps p q : ∀ ms ms', Forall2 on_way p ms → Forall2 on_way q ms' →
  apart_ways ms ms' = true → apart_steps beside p q = true.
Proof.
  revert q. induction p as [|t p IH]; intros q ms ms' Hp Hq; inversion Hp as [|? m ? ms1 Ht Hp']; subst; [done|].
  inversion Hq as [|t' m' q' ms1' Ht' Hq']; subst; [by destruct m|].
  destruct t, m; try done; destruct t', m'; try done; cbn in *; subst.
  - case_decide; [by eapply IH|done].
  - case_match; [by eapply IH|done].
Qed.

Lemma apart_steps_differ p : apart_steps beside p p = false.
Proof. induction p as [|[m|i] p IH]; cbn; [done|by rewrite decide_True|by rewrite Z.eqb_refl]. Qed.

(** ** Digits *)
Lemma digits_store o w z :
  digits_of (match o with Big => true | Little => false end) (unsigned_of w) z = store_int o w z.
Proof.
  unfold digits_of, store_int. assert (Z.to_nat (bit_size (unsigned_of w) / 8) = byte_count w) as -> by (by destruct w).
  assert (∀ n z, digits n z = le_bytes n z) as ->; [|by destruct o]. intros n. induction n as [|n IH]; intros y;
    [done|]. cbn [digits le_bytes]. by rewrite IH.
Qed.

Section changed.
  Context {P : Type} (W : world P) (s : Value.store P) (touch : nat → Value.store P → Value.store P).
  Context (waits : procedure → fl_object → option Z) (variables constants : nat → option ty).
  Context (apart : variable → variable → bool) (objects : variable → option fl_object).
  Context (Hs : represents_store waits W variables constants objects s).
  Context (Hconstants : ∀ x c, apart (NVariable x) (NConstant c) = true).
  Context (Htemporary : ∀ x n, apart (NVariable x) (NTemporary n) = true).
  Context (Htemporaries : ∀ n y, apart (NTemporary n) y = true).
  Context (Htouch : ∀ x y v, y ≠ x → touch x s !! y = Some (Some v) →
    s !! y = Some (Some v) ∧ apart (NVariable x) (NVariable y) = true).
  Local Notation represents := (Represents.represents (P:=P) waits).
  Local Notation run := (Statements.perform (functions waits) beside apart).
  Local Notation exec := (Statements.exec (functions waits) beside apart).
  Local Notation represented os s := (represents_store waits W variables constants os s).
  Local Notation ceval := (λ os, Semantics.eval os (functions waits)).
  Local Notation update_bytes := (update_bytes W touch).
  Implicit Types (os : variable → option fl_object).

  (** ** What is changed *)
  (** What is there is stored there. *)
  Lemma update_kept p : ∀ f l t x ms v,
    lower_place variables constants p = Some (l, t) → trail l = Some (NVariable x, ms) → get W p s = Ok v →
    f (Some v) = Ok v → update W (λ _ s, s) p f s = Ok s.
  Proof.
    induction p as [x|c|p IH i|p IH e|p IH tag|p IH e]; intros f l t y ms v Hl Hms Hg Hf;
      cbn [Lowering.lower_place] in Hl;
      fold (Lowering.lower variables constants) (Lowering.lower_place variables constants) in Hl; cbn [update].
    - cbn [get] in Hg. destruct (s !! x) as [[u|]|] eqn:Hx; try done. apply or_wrong_Ok in Hg. simpl in Hg.
      injection Hg as ->. cbn. rewrite Hf. cbn. f_equal. unfold write. by apply list_insert_id.
    - apply bind_Some in Hl as (tc&_&[= <- <-]). done.
    - apply bind_Some in Hl as ([c tp]&Hc&Hl). destruct tp; try done. apply bind_Some in Hl as (ti&Hti&[= <- <-]).
      cbn [trail] in Hms. apply bind_Some in Hms as ([z k]&Hk&[= -> <-]).
      cbn [get] in Hg. apply bind_Ok in Hg as (u&Hu&Hg). destruct u as [| | | |vs| | | |]; try done.
      apply or_wrong_Ok in Hg. eapply IH; [done..|]. cbn. rewrite Hg. cbn. rewrite Hf. cbn. by rewrite list_insert_id.
    - apply bind_Some in Hl as ([c tp]&Hc&Hl). apply bind_Some in Hl as ([i ti]&Hi&Hl).
      destruct ti; try done; destruct tp; try done; injection Hl as <- <-; done.
    - apply bind_Some in Hl as ([c tp]&Hc&Hl). destruct tp; try done. apply bind_Some in Hl as (ti&Hti&[= <- <-]).
      cbn [trail] in Hms. apply bind_Some in Hms as ([z k']&Hk'&[= -> <-]).
      apply bind_Some in Hk' as ([z k]&Hk&[= -> <-]).
      cbn [get] in Hg. apply bind_Ok in Hg as (u&Hu&Hg). apply payload_Ok in Hg as ->.
      eapply IH; [done..|]. cbn. rewrite decide_True by done. by rewrite Hf.
    - apply bind_Some in Hl as ([c tp]&Hc&Hl). destruct tp; try done. apply bind_Some in Hl as (k&Hk&[= <- <-]). done.
  Qed.

  Lemma changed_ok p l t y f s' :
    lower_changed variables constants p = Some (l, t, y) → update_bytes p f s = Ok s' →
    ∃ x ms bs bs', y = NVariable x ∧ lower_place variables constants p = Some (l, t) ∧ trail l = Some (y, ms) ∧
      get W p s = Ok (VBytes bs) ∧ f bs = Ok bs' ∧ represents t (VBytes bs) (at_path (objects y) ms) ∧
      ∀ os, wrote apart x ms objects os → represents t (VBytes bs') (at_path (os y) ms) → represented os s'.
  Proof using Hs Hconstants Htouch.
    intros Hp Hr. apply bind_Some in Hp as ([l' t']&Hl&Hp). apply bind_Some in Hp as (y'&Hy&[= -> -> ->]).
    destruct (owner_trail _ _ Hy) as [ms Hms].
    destruct (owner_variable W s touch variables constants _ _ _ _ _ _ _ Hl Hms Hr) as [x ->].
    destruct (update_found _ _ _ _ _ _ Hr) as (v&v'&Hv&Hh).
    apply bind_Ok in Hh as (bs&->%as_bytes_Ok&(bs'&Hbs&->)%fmap_Ok).
    exists x, ms, bs, bs'. split_and!; try done.
    - pose proof (place_ok W s waits variables constants objects Hs _ _ _ _ Hl Hv) as Hrep.
      by rewrite <- (trail_denote waits objects _ _ _ Hms).
    - intros os Hw Hrep. eapply built_represents; try done. intros ov v'' Hov Hm.
      apply modify_Ok in Hm as (u&->&Hm). specialize (Hov u eq_refl). assert (u = VBytes bs) as -> by congruence.
      cbn in Hm. rewrite Hbs in Hm. cbn in Hm. congruence.
  Qed.

  Lemma bounded_ok p cap l y :
    lower_bounded variables constants p cap = Some (l, y) →
    Z.of_N cap < 4294967296 ∧ lower_changed variables constants p = Some (l, TBytes cap, y).
  Proof.
    intros Hp. apply bind_Some in Hp as ([[l' t] y']&Hp&H). destruct t; try done. destruct (_ && _) eqn:Hb; [|done].
    injection H as -> ->. apply andb_true_iff in Hb as [->%N.eqb_eq ?%N.ltb_lt]. split; [lia|done].
  Qed.

  (** Its array is one of as many elements as there may be. *)
  Lemma array_there p l x ms cap bs :
    lower_place variables constants p = Some (l, TBytes cap) → trail l = Some (NVariable x, ms) →
    get W p s = Ok (VBytes bs) → represents (TBytes cap) (VBytes bs) (at_path (objects (NVariable x)) ms) →
    ∃ os arr, run (its_array l cap) objects = Some (Ends os) ∧ represented os s ∧ wrote apart x ms objects os ∧
      at_path (os (NVariable x)) (ms ++ [MLen]) = Some (OInt (cell_type cap) (Z.of_nat (length bs))) ∧
      at_path (os (NVariable x)) (ms ++ [MData]) = Some (OArray arr) ∧ length arr = N.to_nat (N.max 1 cap) ∧
      holds_bytes arr 0 bs.
  Proof using Hs.
    intros Hl Hms Hg Hr. destruct (array_seen waits apart x objects l ms cap Hms) as (os&Hrun&Hw&Hat).
    assert (at_path (os (NVariable x)) (ms ++ [MLen]) = at_path (objects (NVariable x)) (ms ++ [MLen])) as Hlen.
    { apply (proj2 Hw). by apply apart_siblings. }
    inversion Hr as [| |? tl ? ? arr i Htl Hok Hcap Hn Hh Hread Harr| | | | | |]; subst; try done. injection Htl as <-.
    rewrite !at_path_snoc, Hn in Hlen. rewrite !at_path_snoc in Hat.
    assert (holds_bytes (elements (N.max 1 cap) (member (at_path (objects (NVariable x)) ms) MData)) 0 bs) as Hb.
    { eapply seen_bytes; [done..|]. lia. }
    rewrite <- at_path_snoc in Hlen.
    eexists os, _. split_and!; [done| |split; [by intros; apply (proj1 Hw)|]| | | |exact Hb].
    - eapply (built_represents W s (λ _ s, s) waits variables constants (λ _ _, true) objects Hs) with
        (f := λ _, Ok (VBytes bs)); try done.
      + by eapply update_kept.
      + by eapply wrote_less.
      + intros ov v' _ [= <-]. eapply bytes_built; try done. by rewrite at_path_snoc.
    - intros ms' Hms'. apply (proj2 Hw). by apply apart_members_more.
    - done.
    - by rewrite at_path_snoc.
    - apply elements_length.
  Qed.

  (** ** Lengths *)
  Lemma length_read os l x ms cap n :
    trail l = Some (NVariable x, ms) → 0 ≤ n ≤ Z.of_N cap → Z.of_N cap < 4294967296 →
    at_path (os (NVariable x)) (ms ++ [MLen]) = Some (OInt (cell_type cap) n) →
    ceval os (read_length cap l) = Some (VInteger (cell_type cap) n).
  Proof.
    intros Hl Hn Hcap Hat. change (ceval os (read_length cap l)) with
      (read (TyInt (cell_type cap)) (Semantics.denote os (functions waits) (LMember l MLen))).
    rewrite (trail_denote waits os _ _ _ (trail_member _ _ _ MLen Hl)). apply read_int; [done|]. apply cell_holds; lia.
  Qed.

  Lemma sum_cast os cap a b x y :
    ceval os x = Some (VInteger (cell_type cap) a) → ceval os y = Some (VInteger U32 b) → 0 ≤ a → 0 ≤ b →
    a + b ≤ Z.of_N cap → Z.of_N cap < 4294967296 →
    ceval os (XCast (cell_type cap) (XParen (XBinary OAdd x y))) = Some (VInteger (cell_type cap) (a + b)).
  Proof.
    intros Hx Hy Ha Hb Hab Hcap. change (ceval os (XCast ?t (XParen ?e))) with
      (v ← ceval os e; '(_, z) ← as_integer v; VInteger (M:=member_name) t <$> convert t z). cbv beta.
    rewrite (eval_binary _ _ _ _ _ _ _ _ _ Hx Hy). unfold binary. cbn [form_of operator_type].
    rewrite (common_keeps (cell_type cap) U32 a), (common_keeps (cell_type cap) U32 b) by
      (first [lia|left; apply cell_holds; lia|right; apply holds_le; cbn; lia]).
    cbn [mbind option_bind arithmetic]. rewrite computed_id.
    - cbn. rewrite convert_cell by lia. done.
    - apply holds_le. unfold cell_type. repeat case_match; cbn; lia.
  Qed.
End changed.
