(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * A statement that stands for itself, in C as in the source.

    Where the source's step does not trap, the C is defined, and what it leaves represents what
    the source leaves; where it traps, the C traps, and nothing was stored before. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.C Require Import Types.
From Fairlead.Lang.Typing Require Import Tests Numbers.
From Fairlead.Lang.Guards Require Import Exprs.
From Fairlead.Printed Require Export Changed.
Local Open Scope Z_scope.

Section performed.
  Context {P : Type} (W : world P) (s : Value.store P) (touch : nat → Value.store P → Value.store P).
  Context (external : nat → list data → option (list data * data)).
  Context (waits : procedure → fl_object → option Z) (variables constants : nat → option ty).
  Context (apart : variable → variable → bool) (objects : variable → option fl_object).
  Context (Hs : represents_store waits W variables constants objects s).
  (** What is written leaves constants alone, and of the variables those that still hold what they held. *)
  Context (Hconstants : ∀ x c, apart (NVariable x) (NConstant c) = true).
  Context (Htemporary : ∀ x n, apart (NVariable x) (NTemporary n) = true).
  Context (Htemporaries : ∀ n y, apart (NTemporary n) y = true).
  Context (in_line : ty → bool).
  Context (Htouch : ∀ x y v, y ≠ x → touch x s !! y = Some (Some v) →
    s !! y = Some (Some v) ∧ apart (NVariable x) (NVariable y) = true).
  Local Notation represents := (Represents.represents (P:=P) waits).
  Local Notation run := (Statements.perform (functions waits) beside apart).
  Local Notation exec := (Statements.exec (functions waits) beside apart).
  Local Notation put d bs os := (Statements.put_at (functions waits) beside apart os d bs).
  Local Notation stored := (Statements.stored apart).
  Local Notation represented os s := (represents_store waits W variables constants os s).
  Local Notation ceval := (λ os, Semantics.eval os (functions waits)).
  Local Notation run_basic := (run_basic W touch external).
  Implicit Types (os : variable → option fl_object).

  Lemma length_set os l x ms cap n y :
    trail l = Some (NVariable x, ms) → 0 ≤ n ≤ Z.of_N cap → Z.of_N cap < 4294967296 →
    ceval os (XCast (cell_type cap) (XParen y)) = Some (VInteger (cell_type cap) n) →
    ∃ os', run (set_length cap l y) os = Some (Ends os') ∧ wrote apart x (ms ++ [MLen]) os os' ∧
      at_path (os' (NVariable x)) (ms ++ [MLen]) = Some (OInt (cell_type cap) n).
  Proof.
    intros Hl Hn Hcap Hy. apply (assign_ok waits apart x os _ _ _ _ _ _ _ (trail_member _ _ _ MLen Hl) Hy).
    apply convert_cell; lia.
  Qed.

  Lemma push_ok p cap e c s' :
    lower_push variables constants p cap e = Some c → run_basic (BPush p cap e) s = Ok s' →
    ∃ os, exec c objects = Some (Ends os) ∧ represented os s'.
  Proof using Hs Hconstants Htouch.
    intros Hc Hr. apply bind_Some in Hc as ([l y]&Hp&Hc). apply bind_Some in Hc as (z&Hz%typed_Some&[= <-]).
    cbn [Eval.run_basic] in Hr. apply bind_Ok in Hr as (b&Hb&Hr). unfold eval_int in Hb.
    apply bind_Ok in Hb as (vb&Hvb&->%as_int_Ok).
    destruct (bounded_ok _ _ _ _ _ _ Hp) as [Hsmall Hp'].
    destruct (changed_ok W s touch waits variables constants apart objects Hs Hconstants Htouch _ _ _ _ _ _ Hp' Hr)
      as (x&ms&bs&bs'&->&Hl&Hms&Hg&Hbs&Hrep&Hdone). clear Hp Hp' Hr.
    apply bind_Ok in Hbs as ([]&Hroom&[= <-]). unfold check in Hroom. destruct (_ <? _) eqn:Hlt; [|done].
    apply Z.ltb_lt in Hlt. set (n := Z.of_nat (length bs)) in *.
    destruct (array_there W s waits variables constants apart objects Hs _ _ _ _ _ _ Hl Hms Hg Hrep)
      as (os1&arr&Hr1&Hos1&Hw1&Hlen1&Harr1&Hsize&Hheld).
    pose proof (length_read waits os1 l x ms cap n Hms ltac:(lia) Hsmall Hlen1) as Hn1.
    pose proof (lower_value W s waits variables constants os1 Hos1 _ _ _ _ Hz Hvb) as (Hrange&tz&Hzv&_).
    assert (convert U8 b = Some b) as Hconv.
    { apply convert_id; [done|]. apply in_range_bounds in Hrange. apply holds_le. cbn in *; lia. }
    assert (is_Some (nth_object arr n)) as [u Hu].
    { rewrite nth_object_lookup by lia. apply lookup_lt_is_Some. lia. }
    pose proof (trail_member _ _ _ MData Hms) as Htd.
    destruct (Built.store_ok waits apart x os1 (LMember l MData) _ (store_element n (λ _, Some (OInt U8 b)))
      (OArray (<[Z.to_nat n := OInt U8 b]> arr)) Htd) as (o&Ho&Hw2&Hat2).
    { rewrite Harr1. cbn [store_element]. unfold changed_element. by rewrite Hu. }
    set (os2 := stored os1 (NVariable x) o) in *.
    assert (at_path (os2 (NVariable x)) (ms ++ [MLen]) = Some (OInt (cell_type cap) n)) as Hlen2.
    { rewrite (proj2 Hw2); [done|]. by apply apart_siblings. }
    pose proof (length_read waits os2 l x ms cap n Hms ltac:(lia) Hsmall Hlen2) as Hn2.
    destruct (length_set os2 l x ms cap (n + 1) (XBinary OAdd (read_length cap l) (XConstant Unsigned 1)) Hms)
      as (os3&Hr3&Hw3&Hlen3); [lia|done|by apply sum_cast; try lia|].
    exists os3. split.
    - unfold Statements.exec. cbn [Statements.in_order]. rewrite Hr1. cbn [and_then].
      assert (run (SAssign U8 (LSubscript (data_of l) (read_length cap l)) z) os1 = Some (Ends os2)) as ->.
      { cbn [Statements.perform]. rewrite Hzv. cbn [mbind option_bind as_integer]. rewrite Hconv.
        cbn [mbind option_bind]. unfold data_of.
        change (Statements.store (functions waits) beside os1 (LSubscript (XRead TyPointer ?l) ?i) ?g) with
          (v ← ceval os1 i; '(_, n) ← as_integer v; Statements.store (functions waits) beside os1 l (store_element n
            g)). cbv beta. rewrite Hn1.
        cbn [mbind option_bind as_integer]. by rewrite Ho. }
      cbn [and_then]. by rewrite Hr3.
    - apply Hdone.
      + eapply wrote_trans; [done|]. eapply wrote_trans; by eapply wrote_less.
      + inversion Hrep as [| |? tl ? ? ? ? Htl [Hall _]| | | | | |]; subst; try done. injection Htl as <-.
        eapply (bytes_built waits x (TBytes cap) _ _ (<[Z.to_nat n := OInt U8 b]> arr)).
        * done.
        * split; [apply Forall_app; split; [done|by constructor]|]. unfold short. rewrite app_length. cbn. lia.
        * rewrite app_length. cbn. lia.
        * apply cell_holds; rewrite app_length; cbn; lia.
        * rewrite Hlen3. do 2 f_equal. rewrite app_length. cbn. lia.
        * rewrite (proj2 Hw3); [done|]. by apply apart_siblings.
        * destruct Hheld as [_ [rest Hd]]. change (arr = map (OInt U8) bs ++ rest) in Hd. split; [lia|].
          change (∃ rest, <[Z.to_nat n := OInt U8 b]> arr = map (OInt U8) (bs ++ [b]) ++ rest).
          unfold n. rewrite Nat2Z.id, Hd. destruct rest as [|r rest].
          { exfalso. rewrite Hd, app_nil_r, map_length in Hsize. lia. }
          exists rest. rewrite map_app, <- (assoc_L (++)). cbn.
          rewrite <- (map_length (OInt (M:=member_name) U8) bs) at 1.
          by rewrite insert_app_r_alt, Nat.sub_diag by done.
  Qed.

  (** ** Copies *)
  Lemma elsewhere_ok os to d n :
    elsewhere apart to d = true →
    is_string d = true ∨ (∃ y q j, points (functions waits) os d = Some (y, q, j)) →
    (∃ y q j, points (functions waits) os to = Some (y, q, j)) →
    ∀ i t k, ceval os i = Some (VInteger t k) →
    memcpy_well (functions waits) beside apart os (XBinary OAdd to i) d n = true.
  Proof.
    intros He Hd (x&p&a&Hto) i t k Hi. unfold memcpy_well.
    destruct (is_string d) eqn:Hstr; [by rewrite orb_true_r|].
    destruct Hd as [|(y&q&j&Hd)]; [done|]. rewrite orb_false_r.
    change (points (functions waits) os (XBinary OAdd to i)) with ('(x, p, k) ← points (functions waits) os to;
      v ← ceval os i; '(_, n) ← as_integer v; Some (x, p, k + n)). cbv beta.
    rewrite Hto, Hi, Hd. cbn [mbind option_bind as_integer]. apply orb_true_iff. right.
    unfold elsewhere in He. rewrite Hstr in He. cbn [orb] in He.
    destruct (proj1 (way_ok waits os) _ _ _ _ Hto) as (ms&Hw&Hms).
    destruct (proj1 (way_ok waits os) _ _ _ _ Hd) as (ms'&Hw'&Hms'). rewrite Hw, Hw' in He. unfold apart_paths.
    cbn [fst snd]. case_decide as Hxy.
    - subst. eapply apart_ways_steps in He; [|done..]. rewrite decide_False; [done|]. intros [= ->].
      by rewrite apart_steps_differ in He.
    - rewrite decide_False by congruence. by rewrite He.
  Qed.

  Lemma data_points os l x p t o arr j :
    path (functions waits) os l = Some (x, p) → Semantics.denote os (functions waits) l = o →
    read TyPointer (member o MData) = Some (VPointer arr j) → t = data_of l →
    ∃ y q k, points (functions waits) os t = Some (y, q, k).
  Proof.
    intros Hp Ho Hread ->. destruct (points_read waits os (LMember l MData) x (p ++ [IMember MData]) arr j) as [k Hk].
    - by apply path_member.
    - change (read TyPointer (member (Semantics.denote os (functions waits) l) MData) = Some (VPointer arr j)).
      by rewrite Ho.
    - eauto.
  Qed.

  (** Bytes that are found where the objects represent the store, after a store to a temporary too. *)
  Lemma found_bytes os d n e v :
    represented os s → lower_bytes variables constants e = Some (d, n) → eval W e s = Ok v →
    ∃ bs src i tn, v = VBytes bs ∧ bytes_ok bs ∧ ceval os d = Some (VPointer src i) ∧ holds_bytes src i bs ∧
      ceval os n = Some (VInteger tn (Z.of_nat (length bs))) ∧
      (is_string d = true ∨ ∃ y q j, points (functions waits) os d = Some (y, q, j)).
  Proof.
    intros Hos Hd Hv.
    destruct (proj2 (proj2 (lower_correct W s waits variables constants os Hos) e) _ _ _ Hd Hv)
      as (bs&->&Hok&(src&i&Hsrc&Hb)&_&tn&Hn&_).
    exists bs, src, i, tn. split_and!; try done.
    destruct (points_bytes W s waits variables constants os Hos _ _ _ _ Hd Hv) as [|(y&q&j&Hq&_)]; [by left|].
    right. eauto.
  Qed.

  (** Bytes are copied where others can be put. *)
  Lemma bytes_copied move os l i t k d n tn src a bs os' :
    ceval os i = Some (VInteger t k) → ceval os d = Some (VPointer src a) → holds_bytes src a bs →
    ceval os n = Some (VInteger tn (Z.of_nat (length bs))) → move || elsewhere apart (data_of l) d = true →
    is_string d = true ∨ (∃ y q j, points (functions waits) os d = Some (y, q, j)) →
    (∃ y q j, points (functions waits) os (data_of l) = Some (y, q, j)) →
    put (XBinary OAdd (data_of l) i) bs os = Some (Ends os') →
    run (SBytes move (XBinary OAdd (data_of l) i) d n) os = Some (Ends os').
  Proof.
    intros Hi Hd Hb Hn Hmove Hpoints Hto Hput. cbn [Statements.perform]. rewrite Hn. cbn [mbind option_bind as_integer].
    rewrite Hd. cbn [mbind option_bind]. rewrite (bytes_at_ok _ _ _ Hb). cbn [mbind option_bind].
    assert (move || memcpy_well (functions waits) beside apart os (XBinary OAdd (data_of l) i) d (Z.of_nat (length bs))
      = true) as ->; [|done].
    destruct move; [done|]. cbn [orb] in *. by eapply elsewhere_ok.
  Qed.

  (** Bytes, [k] elements behind where [l]'s data are. *)
  Lemma put_ok os l x ms i t k arr j bs old :
    trail l = Some (NVariable x, ms) →
    read TyPointer (at_path (os (NVariable x)) (ms ++ [MData])) = Some (VPointer arr j) →
    ceval os i = Some (VInteger t k) →
    holds_bytes arr j old → 0 ≤ k ≤ Z.of_nat (length old) → j + k + Z.of_nat (length bs) ≤ Z.of_nat (length arr) →
    ∃ os' arr', put (XBinary OAdd (data_of l) i) bs os = Some (Ends os') ∧
      (∀ y, y ≠ NVariable x → apart (NVariable x) y = true → os' y = os y) ∧
      wrote apart x (ms ++ [MData]) os os' ∧
      holds_bytes arr' j (take (Z.to_nat k) old ++ bs ++ drop (Z.to_nat k + length bs) old) ∧
      (at_path (os (NVariable x)) (ms ++ [MData]) = Some (OArray arr) →
       at_path (os' (NVariable x)) (ms ++ [MData]) = Some (OArray arr')).
  Proof.
    intros Hms Hread Hi Hold Hk Hroom.
    destruct (put_bytes_ok arr j old k bs Hold Hk Hroom) as (arr'&Hput&Hheld).
    pose proof (trail_member _ _ _ MData Hms) as Htd.
    assert (∃ o o', at_path (os (NVariable x)) (ms ++ [MData]) = Some o ∧ store_bytes k bs (Some o) = Some o' ∧
      (Some o = Some (OArray arr) → Some o' = Some (OArray arr'))) as (o&o'&Ho&Hst&Harr').
    { destruct (at_path (os (NVariable x)) (ms ++ [MData])) as [[| |l'|l' j'|]|]; simpl in Hread; try done;
        injection Hread as -> <-.
      - exists (OArray arr), (OArray arr'). split_and!; try done. cbn [store_bytes]. rewrite Z.add_0_l in Hput.
        by rewrite Hput.
      - exists (OPointer arr j'), (OPointer arr' j'). split_and!; try done. cbn [store_bytes]. by rewrite Hput. }
    destruct (Built.store_ok waits apart x os (LMember l MData) _ (store_bytes k bs) o' Htd) as (u&Hu&Hw&Hat).
    { by rewrite Ho. }
    exists (stored os (NVariable x) u), arr'. split_and!; try done.
    - unfold put_at, data_of. change (target (functions waits) os (XBinary OAdd (XRead TyPointer ?l) i)) with
        (v ← ceval os i; '(_, n) ← as_integer v; Some (l, 0 + n)). cbv beta. rewrite Hi.
      cbn [mbind option_bind as_integer]. rewrite Z.add_0_l, Hu. done.
    - intros y Hy Ha. by apply (proj1 Hw).
    - intros H. rewrite Hat. apply Harr'. congruence.
  Qed.

  Lemma append_ok move k p cap e c s' :
    lower_append variables constants apart move k p cap e = Some c → run_basic (BAppend p cap e) s = Ok s' →
    ∃ os, exec c objects = Some (Ends os) ∧ represented os s'.
  Proof using Hs Hconstants Htemporary Htemporaries Htouch.
    intros Hc Hr. apply bind_Some in Hc as ([l y]&Hp&Hc). apply bind_Some in Hc as ([d ne]&Hd&Hc).
    destruct (move || elsewhere apart (data_of l) d) eqn:Hmove; [|done]. injection Hc as <-.
    cbn [Eval.run_basic] in Hr. apply bind_Ok in Hr as (more&Hm&Hr). unfold eval_bytes in Hm.
    apply bind_Ok in Hm as (vb&Hvb&->%as_bytes_Ok).
    destruct (bounded_ok _ _ _ _ _ _ Hp) as [Hsmall Hp'].
    destruct (changed_ok W s touch waits variables constants apart objects Hs Hconstants Htouch _ _ _ _ _ _ Hp' Hr)
      as (x&ms&bs&bs'&->&Hl&Hms&Hg&Hbs&Hrep&Hdone). clear Hp Hp' Hr.
    apply bind_Ok in Hbs as ([]&Hroom&[= <-]). unfold check in Hroom. destruct (_ <=? _) eqn:Hle; [|done].
    apply Z.leb_le in Hle. rewrite Nat2Z.inj_add in Hle. clear Hroom.
    set (n := Z.of_nat (length bs)) in *. set (z := Z.of_nat (length more)) in *.
    destruct (array_there W s waits variables constants apart objects Hs _ _ _ _ _ _ Hl Hms Hg Hrep)
      as (os1&arr&Hr1&Hos1&Hw1&Hlen1&Harr1&Hsize&Hheld).
    destruct (found_bytes os1 _ _ _ _ Hos1 Hd Hvb) as (more'&_&_&tn&[= <-]&_&_&_&Hne&_).
    assert (convert U32 z = Some z) as Hconv by (apply convert_id; [done|apply holds_le; cbn; lia]).
    set (T := NTemporary (S k)). set (os2 := stored os1 T (OInt U32 z)).
    assert (∀ y, y ≠ T → os2 y = os1 y) as Hsame.
    { intros y Hy. unfold os2, T, Statements.stored in *. by rewrite decide_False, Htemporaries by done. }
    assert (represented os2 s) as Hos2.
    { destruct Hos1 as [Hv Hk]. split; intros y t v Ht Hy; rewrite Hsame by done; [by eapply Hv|by eapply Hk]. }
    assert (∀ os, os T = os2 T → ceval os (XRead (TyInt U32) (LVariable T)) = Some (VInteger U32 z)) as Hz.
    { intros os HT. change (read (TyInt U32) (os T) = Some (VInteger U32 z)). rewrite HT. unfold os2, Statements.stored.
      rewrite decide_True by done. apply read_int; [done|apply holds_le; cbn; lia]. }
    destruct (found_bytes os2 _ _ _ _ Hos2 Hd Hvb) as (more'&src&a&_&[= <-]&[Hmore _]&Hsrc&Hsb&_&Hpoints).
    assert (at_path (os2 (NVariable x)) (ms ++ [MLen]) = Some (OInt (cell_type cap) n)) as Hlen2 by (by rewrite Hsame).
    assert (at_path (os2 (NVariable x)) (ms ++ [MData]) = Some (OArray arr)) as Harr2 by (by rewrite Hsame).
    pose proof (length_read waits os2 l x ms cap n Hms ltac:(lia) Hsmall Hlen2) as Hn2.
    destruct (put_ok os2 l x ms (read_length cap l) (cell_type cap) n arr 0 more bs Hms)
      as (os3&arr3&Hput3&Hother3&Hw3&Hheld3&Harr3); try done.
    { by rewrite Harr2. }
    { lia. }
    { lia. }
    specialize (Harr3 Harr2).
    assert (run (SBytes move (XBinary OAdd (data_of l) (read_length cap l)) d (XRead (TyInt U32) (LVariable T))) os2 =
      Some (Ends os3)) as Hr3.
    { eapply bytes_copied; [done|done|done|by apply Hz|done|done| |done].
      eapply data_points; [by apply (trail_path waits)|done| |done].
      rewrite (trail_denote waits _ _ _ _ Hms), <- at_path_snoc, Harr2. done. }
    assert (at_path (os3 (NVariable x)) (ms ++ [MLen]) = Some (OInt (cell_type cap) n)) as Hlen3.
    { rewrite (proj2 Hw3); [done|]. by apply apart_siblings. }
    assert (os3 T = os2 T) as HT3 by (apply Hother3; [done|apply Htemporary]).
    pose proof (length_read waits os3 l x ms cap n Hms ltac:(lia) Hsmall Hlen3) as Hn3.
    destruct (length_set os3 l x ms cap (n + z) (XBinary OAdd (read_length cap l) (XRead (TyInt U32) (LVariable T)))
      Hms) as (os4&Hr4&Hw4&Hlen4); [lia|done|apply sum_cast; auto; lia|].
    exists (Statements.leave T os1 os4). split.
    - unfold Statements.exec. cbn [Statements.in_order]. rewrite Hr1. cbn [and_then].
      cbn [Statements.perform]. rewrite Hne. cbn [mbind option_bind as_integer]. fold z. rewrite Hconv.
      cbn [mbind option_bind Statements.in_order]. fold T. fold os2.
      rewrite Hr3. cbn [and_then]. by rewrite Hr4.
    - assert (wrote apart x ms os1 (Statements.leave T os1 os4)) as Hw.
      { apply wrote_less in Hw3, Hw4. split.
        - intros y Hy Ha. unfold Statements.leave. case_decide as HT; [by subst|].
          rewrite (proj1 Hw4), (proj1 Hw3) by done. by apply Hsame.
        - intros ms' Hms'. unfold Statements.leave. rewrite decide_False by done.
          by rewrite (proj2 Hw4), (proj2 Hw3), Hsame. }
      apply Hdone; [by eapply wrote_trans|].
      inversion Hrep as [| |? tl ? ? ? ? Htl [Hall _]| | | | | |]; subst; try done. injection Htl as <-.
      eapply (bytes_built waits x (TBytes cap) _ _ arr3); unfold Statements.leave; rewrite ?decide_False by done.
      + done.
      + split; [by apply Forall_app|]. unfold short. rewrite app_length. lia.
      + rewrite app_length. lia.
      + apply cell_holds; rewrite app_length; lia.
      + rewrite Hlen4. do 2 f_equal. rewrite app_length. lia.
      + rewrite (proj2 Hw4); [done|]. by apply apart_siblings.
      + unfold n in Hheld3. rewrite Nat2Z.id, take_ge, drop_ge, app_nil_r in Hheld3 by lia. done.
  Qed.

  (** ** Lengths *)
  Lemma resize_ok k p cap e c k' s' :
    lower_resize variables constants k p cap e = Some (c, k') → run_basic (BResize p cap e) s = Ok s' →
    ∃ os, exec c objects = Some (Ends os) ∧ represented os s'.
  Proof using Hs Hconstants Htemporary Htemporaries Htouch.
    intros Hc Hr. apply bind_Some in Hc as ([l y]&Hp&Hc).
    cbn [Eval.run_basic] in Hr. apply bind_Ok in Hr as (n&Hn&Hr). apply bind_Ok in Hr as ([]&Hcap&Hr).
    unfold check in Hcap. destruct (_ <=? _) eqn:Hle; [|done]. apply Z.leb_le in Hle. clear Hcap.
    destruct (bounded_ok _ _ _ _ _ _ Hp) as [Hsmall Hp'].
    destruct (changed_ok W s touch waits variables constants apart objects Hs Hconstants Htouch _ _ _ _ _ _ Hp' Hr)
      as (x&ms&bs&bs'&->&Hl&Hms&Hg&[= <-]&Hrep&Hdone). clear Hp Hp' Hr.
    destruct (is_zero e) eqn:He.
    { injection Hc as <- <-. assert (n = 0) as ->.
      { destruct e; try done. apply Z.eqb_eq in He. cbn in Hn. congruence. }
      destruct (assign_ok waits apart x objects (LMember l MLen) (ms ++ [MLen]) (cell_type cap) (XConstant Plain 0) I32
        0 0) as (os&Hrun&Hw&Hat); [by apply trail_member|done|apply convert_cell; lia|].
      exists os. split; [unfold Statements.exec; cbn [Statements.in_order]; by rewrite Hrun|].
      apply Hdone; [by eapply wrote_less|].
      inversion Hrep as [| |? tl ? ? arr i Htl Hok Hc _ Hh Hread Harr| | | | | |]; subst; try done.
      rewrite at_path_snoc in Hat. cbn. eapply (rep_bytes waits (TBytes cap) (cell_type cap) [] _ arr i); try done.
      - apply cell_holds; cbn; lia.
      - rewrite <- at_path_snoc, (proj2 Hw), at_path_snoc by (by apply apart_siblings). done.
      - exact (holds_bytes_take _ _ _ 0 Harr). }
    apply bind_Some in Hc as (ne&Hne%typed_Some&[= <- <-]). unfold eval_int in Hn.
    apply bind_Ok in Hn as (vn&Hvn&->%as_int_Ok). set (m := Z.of_nat (length bs)) in *.
    destruct (array_there W s waits variables constants apart objects Hs _ _ _ _ _ _ Hl Hms Hg Hrep)
      as (os1&arr&Hr1&Hos1&Hw1&Hlen1&Harr1&Hsize&Hheld).
    assert (length bs ≤ N.to_nat cap)%nat as Hmcap.
    { inversion Hrep; subst; try done. lia. }
    pose proof (lower_value W s waits variables constants os1 Hos1 _ _ _ _ Hne Hvn) as (Hrange&tn&Hnv&_).
    apply in_range_bounds in Hrange. cbn in Hrange.
    assert (convert U32 n = Some n) as Hconv by (apply convert_id; [done|apply holds_le; cbn; lia]).
    set (T := NTemporary (S k)). set (os2 := stored os1 T (OInt U32 n)).
    assert (∀ y, y ≠ T → os2 y = os1 y) as Hsame.
    { intros y Hy. unfold os2, T, Statements.stored in *. by rewrite decide_False, Htemporaries by done. }
    assert (∀ os, os T = os2 T → ceval os (XRead (TyInt U32) (LVariable T)) = Some (VInteger U32 n)) as Hz.
    { intros os HT. change (read (TyInt U32) (os T) = Some (VInteger U32 n)). rewrite HT. unfold os2, Statements.stored.
      rewrite decide_True by done. apply read_int; [done|apply holds_le; cbn; lia]. }
    assert (at_path (os2 (NVariable x)) (ms ++ [MLen]) = Some (OInt (cell_type cap) m)) as Hlen2 by (by rewrite Hsame).
    assert (at_path (os2 (NVariable x)) (ms ++ [MData]) = Some (OArray arr)) as Harr2 by (by rewrite Hsame).
    pose proof (length_read waits os2 l x ms cap m Hms ltac:(lia) Hsmall Hlen2) as Hm2.
    set (there := read_length cap l) in *. set (len := XRead (TyInt U32) (LVariable T)).
    set (when := SWhen (XBinary OGt len there) [SZeros (XBinary OAdd (data_of l) there) (XBinary OSub len there)]).
    (** Zeros behind those that are there, if it becomes longer. *)
    assert (∃ os3 arr3, run when os2 = Some (Ends os3) ∧ os3 T = os2 T ∧ wrote apart x (ms ++ [MData]) os2 os3 ∧
      at_path (os3 (NVariable x)) (ms ++ [MData]) = Some (OArray arr3) ∧
      holds_bytes arr3 0 (bs ++ replicate (Z.to_nat n - length bs) 0)) as (os3&arr3&Hr3&HT3&Hw3&Harr3&Hheld3).
    { assert (ceval os2 (XBinary OGt len there) = Some (VInteger I32 (truth (m <? n)))) as Htest.
      { rewrite (eval_binary _ _ _ _ _ _ _ _ _ (Hz os2 eq_refl) Hm2). unfold binary. cbn [form_of].
        rewrite (common_keeps U32 (cell_type cap) n), (common_keeps U32 (cell_type cap) m) by
          (first [lia|right; apply cell_holds; lia|left; apply holds_le; cbn; lia]). done. }
      unfold when. cbn [Statements.perform]. rewrite Htest. cbn [mbind option_bind as_integer].
      destruct (m <? n) eqn:Hmn; cbn [truth Z.eqb].
      - apply Z.ltb_lt in Hmn.
        destruct (put_ok os2 l x ms there (cell_type cap) m arr 0 (replicate (Z.to_nat (n - m)) 0) bs Hms)
          as (os3&arr3&Hput&Hother&Hw&Hh&Ha); [by rewrite Harr2|done|done|lia|rewrite replicate_length; lia|].
        exists os3, arr3. split_and!; [|apply Hother; [done|apply Htemporary]|done|by apply Ha|].
        + assert (ceval os2 (XBinary OSub len there) = Some (VInteger U32 (n - m))) as Hsub.
          { rewrite (eval_binary _ _ _ _ _ _ _ _ _ (Hz os2 eq_refl) Hm2). unfold binary. cbn [form_of operator_type].
            rewrite (common_keeps U32 (cell_type cap) n), (common_keeps U32 (cell_type cap) m) by
              (first [lia|right; apply cell_holds; lia|left; apply holds_le; cbn; lia]).
            cbn [mbind option_bind arithmetic]. assert (common U32 (cell_type cap) = U32) as ->.
            { unfold cell_type, Extents.cell. repeat case_match; try done;
                repeat match goal with H : (_ <? _)%N = _ |- _ => first [apply N.ltb_lt in H|apply N.ltb_ge in H] end;
                lia. }
            rewrite computed_id; [done|]. apply holds_le. cbn. lia. }
          assert (extent (functions waits) os2 (XBinary OAdd (data_of l) there) =
            Some (Z.of_nat (length arr))) as Hmost.
          { unfold extent, data_of.
            change (target (functions waits) os2 (XBinary OAdd (XRead TyPointer ?l) ?i)) with
              (v ← ceval os2 i; '(_, n) ← as_integer v; Some (l, 0 + n)). cbv beta. rewrite Hm2.
            cbn [mbind option_bind as_integer]. rewrite (trail_denote waits os2 _ _ _ (trail_member _ _ _ MData Hms)).
            by rewrite Harr2. }
          cbn [Statements.in_order Statements.perform]. rewrite Hsub. cbn [mbind option_bind as_integer].
          rewrite Hmost. cbn [mbind option_bind]. rewrite !(proj2 (Z.leb_le _ _)) by lia. cbn [andb]. by rewrite Hput.
        + unfold m in Hh. rewrite Nat2Z.id, take_ge, drop_ge, app_nil_r in Hh by lia.
          by replace (Z.to_nat (n - Z.of_nat (length bs))) with (Z.to_nat n - length bs)%nat in Hh by lia.
      - apply Z.ltb_ge in Hmn. exists os2, arr. split_and!; try done.
        replace (Z.to_nat n - length bs)%nat with 0%nat by lia. by rewrite app_nil_r. }
    destruct (assign_ok waits apart x os3 (LMember l MLen) (ms ++ [MLen]) (cell_type cap) (XCast (cell_type cap) len)
      (cell_type cap) n n) as (os4&Hr4&Hw4&Hlen4).
    { by apply trail_member. }
    { change (ceval os3 (XCast (cell_type cap) len) = Some (VInteger (cell_type cap) n)).
      change (ceval os3 (XCast (cell_type cap) len)) with (v ← ceval os3 len; '(_, a) ← as_integer v;
        VInteger (M:=member_name) (cell_type cap) <$> convert (cell_type cap) a). cbv beta.
      pose proof (Hz os3 HT3) as Hz3. fold len in Hz3. cbv beta in Hz3. rewrite Hz3.
      cbn [mbind option_bind as_integer]. rewrite convert_cell by lia. done. }
    { apply convert_cell; lia. }
    exists (Statements.leave T os1 os4). split.
    - unfold Statements.exec. cbn [Statements.in_order]. rewrite Hr1. cbn [and_then].
      assert (run (SBlock U32 T ne [when; SAssign (cell_type cap) (LMember l MLen) (XCast (cell_type cap) len)]) os1 =
        Some (Ends (Statements.leave T os1 os4))) as ->; [|done].
      change (run (SBlock U32 T ne ?c) os1) with (v ← ceval os1 ne; '(_, z) ← as_integer v; z ← convert U32 z;
        match Statements.in_order run c (stored os1 T (OInt U32 z)) with
        | Some (Ends os') => Some (Ends (Statements.leave T os1 os'))
        | Some (Traps os') => Some (Traps (Statements.leave T os1 os')) | None => None end). cbv beta.
      rewrite Hnv. cbn [mbind option_bind as_integer]. rewrite Hconv.
      cbn [mbind option_bind Statements.in_order]. fold os2. rewrite Hr3. cbn [and_then]. by rewrite Hr4.
    - assert (wrote apart x ms os1 (Statements.leave T os1 os4)) as Hw.
      { apply wrote_less in Hw3, Hw4. split.
        - intros y Hy Ha. unfold Statements.leave. case_decide as HT; [by subst|].
          rewrite (proj1 Hw4), (proj1 Hw3) by done. by apply Hsame.
        - intros ms' Hms'. unfold Statements.leave. rewrite decide_False by done.
          by rewrite (proj2 Hw4), (proj2 Hw3), Hsame. }
      apply Hdone; [by eapply wrote_trans|].
      assert (length (take (Z.to_nat n) bs ++ replicate (Z.to_nat n - length bs) 0) = Z.to_nat n) as Hn.
      { rewrite app_length, take_length, replicate_length. lia. }
      inversion Hrep as [| |? tl ? ? ? ? Htl [Hall _]| | | | | |]; subst; try done. injection Htl as <-.
      eapply (bytes_built waits x (TBytes cap) _ _ arr3); unfold Statements.leave; rewrite ?decide_False by done;
        rewrite ?Hn, ?Z2Nat.id by lia.
      + done.
      + split; [|unfold short; rewrite Hn; lia]. apply Forall_app. split; [by apply Forall_take|].
        apply Forall_replicate. by vm_compute.
      + lia.
      + apply cell_holds; lia.
      + done.
      + rewrite (proj2 Hw4); [done|]. by apply apart_siblings.
      + assert (take (Z.to_nat n) bs ++ replicate (Z.to_nat n - length bs) 0 =
          take (Z.to_nat n) (bs ++ replicate (Z.to_nat n - length bs) 0)) as ->; [|by apply holds_bytes_take].
        by rewrite firstn_app, (take_ge (replicate _ _)) by (by rewrite replicate_length).
  Qed.

  (** ** Over those that are there *)

  (** Wherever they are: of an element, too. *)
  Lemma over_ok p off l to s' k new :
    lower_over variables constants p off = Some (l, to) → eval W off s = Ok (VInt k) →
    Forall (Numbers.in_range W8) new →
    update_bytes W touch p (λ old, or_trap (blit old k new)) s = Ok s' →
    (∃ t, to = XBinary OAdd (data_of l) t ∧ ∃ ti, ceval objects t = Some (VInteger ti k)) ∧
    (∃ y q j, points (functions waits) objects (data_of l) = Some (y, q, j)) ∧
    ∃ os, put to new objects = Some (Ends os) ∧ represented os s'.
  Proof using Hs Hconstants Htouch.
    intros Hc Hk Hall Hr. apply bind_Some in Hc as ([l' t]&Hl&Hc). apply bind_Some in Hc as (tl&Htl&Hc).
    apply bind_Some in Hc as (i&Hi%typed_Some&[= -> <-]).
    pose proof (lower_value W s waits variables constants objects Hs _ _ _ _ Hi Hk) as (_&ti&Hki&_).
    split; [by eauto|]. destruct (update_found _ _ _ _ _ _ Hr) as (v&v'&Hv&Hv').
    apply bind_Ok in Hv' as (bs&->%as_bytes_Ok&(bs'&Hbs%or_trap_Ok&->)%fmap_Ok).
    pose proof (place_ok W s waits variables constants objects Hs _ _ _ _ Hl Hv) as Hrep.
    unfold blit in Hbs. destruct (_ && _) eqn:Hb; [|done]. injection Hbs as <-.
    apply andb_true_iff in Hb as [Hk0%Z.leb_le Hk1%Z.leb_le].
    inversion Hrep as [| |? tl' ? ? arr j Htl' [Hok Hshort] Hcap Hlen Hh Hread Harr| | | | | |]; subst; try done.
    assert (tl' = tl) as -> by congruence. pose proof (holds_bytes_length _ _ _ Harr) as Hfits.
    split.
    { assert (solid t = true) as Hsolid by (by destruct t).
      destruct (path_place W s waits variables constants objects Hs _ _ _ _ Hl Hv Hsolid) as (y&q&Hq&_).
      by eapply data_points. }
    destruct (put_bytes_ok arr j bs k new Harr ltac:(lia) ltac:(lia)) as (arr'&Hput&Hheld).
    set (o := Semantics.denote objects (functions waits) l) in *.
    assert (∃ o', store_bytes k new (member o MData) = Some o' ∧ read TyPointer (Some o') = Some (VPointer arr' j))
      as (o'&Ho'&Hread').
    { destruct (member o MData) as [[| |a|a j'|]|]; simpl in Hread; try done; injection Hread as -> <-;
        cbn [store_bytes].
      - rewrite Z.add_0_l in Hput. rewrite Hput. by eexists.
      - rewrite Hput. by eexists. }
    destruct (update_ok W s touch waits variables constants objects Hs p l t _ (store_member beside MData (store_bytes k
      new)) s' Hl Hr) as (x&tx&v'&u&Hst&Hx&->&Hrep').
    { intros ov v' Hf Hm. apply modify_Ok in Hm as (w&->&Hm). specialize (Hf w eq_refl).
      assert (w = VBytes bs) as -> by congruence. cbn in Hm. unfold blit in Hm.
      rewrite !(proj2 (Z.leb_le _ _)) in Hm by lia. cbn in Hm. injection Hm as <-. fold o. split.
      - unfold store_member. rewrite Ho'. cbn [mbind option_bind]. eexists. split; [done|].
        assert (length (take (Z.to_nat k) bs ++ new ++ drop (Z.to_nat k + length new) bs) = length bs) as Hsame.
        { rewrite !app_length, take_length, drop_length. lia. }
        eapply rep_bytes; rewrite ?Hsame; try done.
        split; [|by rewrite Hsame].
        by apply Forall_app; split; [apply Forall_take|apply Forall_app; split; [|apply Forall_drop]].
      - intros _. by eapply bytes_is_Some. }
    exists (stored objects (NVariable x) u). split.
    - unfold put_at, data_of. change (target (functions waits) objects (XBinary OAdd (XRead TyPointer ?l) i)) with
        (v ← ceval objects i; '(_, n) ← as_integer v; Some (l, 0 + n)). cbv beta. rewrite Hki.
      cbn [mbind option_bind as_integer]. rewrite Z.add_0_l.
      change (Statements.store (functions waits) beside objects (LMember l MData) ?g) with
        (Statements.store (functions waits) beside objects l (store_member beside MData g)). by rewrite Hst.
    - by eapply stored_represents.
  Qed.

  Lemma blit_ok move p off e c s' :
    lower_blit variables constants apart move p off e = Some c → run_basic (BBlit p off e) s = Ok s' →
    ∃ os, exec c objects = Some (Ends os) ∧ represented os s'.
  Proof using Hs Hconstants Htouch.
    intros Hc Hr. apply bind_Some in Hc as ([l to]&Hto&Hc). apply bind_Some in Hc as ([d ne]&Hd&Hc).
    destruct (move || elsewhere apart (data_of l) d) eqn:Hmove; [|done]. injection Hc as <-.
    cbn [Eval.run_basic] in Hr. apply bind_Ok in Hr as (k&Hk&Hr). unfold eval_int in Hk.
    apply bind_Ok in Hk as (vk&Hvk&->%as_int_Ok). apply bind_Ok in Hr as (new&Hnew&Hr). unfold eval_bytes in Hnew.
    apply bind_Ok in Hnew as (vb&Hvb&->%as_bytes_Ok).
    destruct (found_bytes objects _ _ _ _ Hs Hd Hvb) as (new'&src&a&tn&[= <-]&[Hall _]&Hsrc&Hsb&Hne&Hpoints).
    destruct (over_ok _ _ _ _ _ _ _ Hto Hvk Hall Hr) as ((i&->&ti&Hi)&Hthere&os&Hput&Hos).
    exists os. split; [|done]. unfold Statements.exec. cbn [Statements.in_order].
    by rewrite (bytes_copied move objects l i ti k d ne tn src a new os) by done.
  Qed.

  Lemma number_ok o w p off e c s' :
    lower_number variables constants o w p off e = Some c → run_basic (BStore o w p off e) s = Ok s' →
    ∃ os, exec c objects = Some (Ends os) ∧ represented os s'.
  Proof using Hs Hconstants Htouch.
    intros Hc Hr. apply bind_Some in Hc as ([l to]&Hto&Hc). apply bind_Some in Hc as (x&Hx%typed_Some&[= <-]).
    cbn [Eval.run_basic] in Hr. apply bind_Ok in Hr as (k&Hk&Hr). unfold eval_int in Hk.
    apply bind_Ok in Hk as (vk&Hvk&->%as_int_Ok). apply bind_Ok in Hr as (z&Hz&Hr). unfold eval_int in Hz.
    apply bind_Ok in Hz as (vz&Hvz&->%as_int_Ok).
    destruct (over_ok _ _ _ _ _ _ _ Hto Hvk (proj1 (store_int_bytes o w z)) Hr) as (_&_&os&Hput&Hos).
    pose proof (lower_value W s waits variables constants objects Hs _ _ _ _ Hx Hvz) as (Hrange&tz&Hzv&_).
    exists os. split; [|done]. unfold Statements.exec. cbn [Statements.in_order Statements.perform]. rewrite Hzv.
    cbn [mbind option_bind as_integer]. rewrite convert_id.
    - cbn [mbind option_bind]. by rewrite digits_store, Hput.
    - by destruct w.
    - apply in_range_bounds in Hrange. apply holds_le. destruct w; cbn in *; lia.
  Qed.

  (** A number of one byte is that byte. *)
  Lemma update_more p : ∀ f g s', (∀ ov v, f ov = Ok v → g ov = Ok v) →
    update W touch p f s = Ok s' → update W touch p g s = Ok s'.
  Proof.
    induction p as [x|c|p IH i|p IH e|p IH tag|p IH e]; intros f g s' Hfg Hu; cbn [update] in *; [|done|..].
    - apply bind_Ok in Hu as (ov&->&Hu). cbn [mbind outcome_bind]. apply bind_Ok in Hu as (v&Hv&Hu).
      by rewrite (Hfg _ _ Hv).
    - eapply IH; [|exact Hu]. intros ov v (u&->&Hv)%modify_Ok. cbn. destruct u; try done.
      apply bind_Ok in Hv as (y&Hy&Hv). rewrite Hy. cbn. apply bind_Ok in Hv as (y'&Hy'&Hv). by rewrite (Hfg _ _ Hy').
    - apply bind_Ok in Hu as (z&->&Hu). cbn [mbind outcome_bind]. eapply IH; [|exact Hu].
      intros ov v (u&->&Hv)%modify_Ok. cbn. destruct u; try done;
        apply bind_Ok in Hv as (y&Hy&Hv); rewrite Hy; cbn; apply bind_Ok in Hv as (y'&Hy'&Hv);
        by rewrite (Hfg _ _ Hy').
    - eapply IH; [|exact Hu]. intros ov v (u&->&Hv)%modify_Ok. cbn.
      apply bind_Ok in Hv as ([t y]&Hy&Hv). rewrite Hy. cbn. case_decide; [|done].
      apply bind_Ok in Hv as (y'&Hy'&Hv). by rewrite (Hfg _ _ Hy').
    - apply bind_Ok in Hu as (z&->&Hu). cbn [mbind outcome_bind]. eapply IH; [|exact Hu].
      intros ov v (u&->&Hv)%modify_Ok. cbn. apply bind_Ok in Hv as (l&Hl&Hv). rewrite Hl. cbn.
      apply bind_Ok in Hv as (y&Hy&Hv). rewrite Hy. cbn. apply bind_Ok in Hv as (y'&Hy'&Hv). by rewrite (Hfg _ _ Hy').
  Qed.

  Lemma byte_ok k o p off e to c k' s' :
    lower_over variables constants p off = Some to →
    lower_store variables constants apart in_line k (PIndex p off) e = Some (c, k') →
    run_basic (BStore o W8 p off e) s = Ok s' → ∃ os, exec c objects = Some (Ends os) ∧ represented os s'.
  Proof using Hs Hconstants Htouch Htemporary Htemporaries.
    intros Hto Hc Hr. apply (Assigned.store_ok W s touch external waits variables constants apart objects Hs Hconstants
      Htemporary Htemporaries in_line Htouch k (PIndex p off) e c k' s' Hc).
    cbn [Eval.run_basic] in Hr |- *. apply bind_Ok in Hr as (n&Hn&Hr). apply bind_Ok in Hr as (z&Hz&Hr).
    unfold eval_int in Hz. apply bind_Ok in Hz as (vz&Hvz&->%as_int_Ok). rewrite Hvz. cbn [mbind outcome_bind].
    assert (Numbers.in_range W8 z) as Hrange.
    { apply bind_Some in Hto as ([l t]&Hl&Hto). apply bind_Some in Hto as (tl&Htl&Hto).
      apply bind_Some in Hto as (i&Hi%typed_Some&_). unfold lower_store in Hc.
      apply bind_Some in Hc as ([l' t']&Hl'&Hc). cbn [Lowering.lower_place] in Hl'.
      fold (Lowering.lower variables constants) (Lowering.lower_place variables constants) in Hl'.
      rewrite Hl, Hi in Hl'. cbn [mbind option_bind] in Hl'.
      assert (t' = TInt W8) as -> by (destruct t; try done; congruence). cbn [stored_type] in Hc.
      apply bind_Some in Hc as (x&Hx%typed_Some&_).
      exact (proj1 (lower_value W s waits variables constants objects Hs _ _ _ _ Hx Hvz)). }
    unfold assign. cbn [update]. rewrite Hn. cbn [mbind outcome_bind]. eapply update_more; [|exact Hr].
    intros ov v (u&->&Hv)%modify_Ok. cbn. apply bind_Ok in Hv as (bs&->%as_bytes_Ok&(bs'&Hbs%or_trap_Ok&->)%fmap_Ok).
    unfold blit in Hbs. destruct (_ && _) eqn:Hb; [|done]. injection Hbs as <-.
    apply andb_true_iff in Hb as [Hk0%Z.leb_le Hk1%Z.leb_le].
    assert (store_int o W8 z = [z]) as Hone.
    { apply in_range_bounds in Hrange. cbn in Hrange. unfold store_int. cbn.
      rewrite Z.mod_small by lia. by destruct o. }
    rewrite Hone in *. cbn in Hk1. unfold at_index. rewrite (proj2 (Z.leb_le _ _)), (proj2 (Z.ltb_lt _ _)) by lia.
    cbn [andb]. destruct (lookup_lt_is_Some_2 bs (Z.to_nat n)) as [y Hy]; [lia|]. rewrite Hy. cbn.
    rewrite insert_take_drop by lia. by rewrite Nat.add_1_r.
  Qed.

  (** ** Any of them *)
  Lemma effect_ok move k b c k' s' :
    lower_effect variables constants apart in_line move k b = Some (c, k') → run_basic b s = Ok s' →
    ∃ os, exec c objects = Some (Ends os) ∧ represented os s'.
  Proof using Hs Hconstants Htouch Htemporary Htemporaries.
    intros Hc Hr. destruct b; try done; cbn [lower_effect] in Hc;
      try (apply bind_Some in Hc as (c'&Hc&[= <- <-])).
    - by eapply Assigned.store_ok.
    - by eapply push_ok.
    - by eapply append_ok.
    - by eapply resize_ok.
    - by eapply blit_ok.
    - destruct w; [apply bind_Some in Hc as (to&Hto&Hc); by eapply byte_ok|..];
        (apply bind_Some in Hc as (c'&Hc&[= <- <-]); by eapply number_ok).
  Qed.

  Theorem basic_ok g move k b c k' :
    lower_basic variables constants apart in_line g move k b = Some (c, k') →
    match guarded W g s (run_basic b s) with
    | Ok s' => ∃ os, exec c objects = Some (Ends os) ∧ represented os s'
    | Trap => exec c objects = Some (Traps objects)
    | Wrong => True
    end.
  Proof using Hs Hconstants Htouch Htemporary Htemporaries.
    intros Hc. apply bind_Some in Hc as ([c' k'']&Hc'&Hc). apply bind_Some in Hc as (fs&Hfs&[= <- <-]).
    unfold guarded. destruct (guard_val W g s) as [b'|] eqn:Hg; [|done].
    pose proof (guard_fails_ok W s waits variables constants objects Hs _ _ _ Hfs Hg) as Hf.
    rewrite (traps_ok _ _ _ _ _ _ Hf). destruct b'; [|done]. cbn [negb].
    assert (fails_always fs = false) as ->.
    { destruct (fails_always fs) eqn:Ha; [|done]. by eapply fails_always_ok in Ha. }
    destruct (run_basic _ _) eqn:Hr; try done. by eapply effect_ok.
  Qed.

  Theorem trapless_ok g move k b c k' s' :
    lower_trapless variables constants apart in_line g move k b = Some (c, k') → guard_val W g s = Some true →
    run_basic b s = Ok s' → ∃ os, exec c objects = Some (Ends os) ∧ represented os s'.
  Proof using Hs Hconstants Htouch Htemporary Htemporaries.
    intros Hc Hg Hr. apply bind_Some in Hc as ([c' k'']&Hc'&[= <- <-]).
    destruct g; try done; by eapply effect_ok.
  Qed.
End performed.
