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

  Lemma resize_ok p cap e c s' :
    lower_resize variables constants p cap e = Some c → run_basic (BResize p cap e) s = Ok s' →
    ∃ os, exec c objects = Some (Ends os) ∧ represented os s'.
  Proof using Hs Hconstants Htouch.
    intros Hc Hr. apply bind_Some in Hc as ([l y]&Hp&Hc). destruct (is_zero e) eqn:He; [|done]. injection Hc as <-.
    cbn [Eval.run_basic] in Hr. apply bind_Ok in Hr as (n&Hn&Hr). apply bind_Ok in Hr as ([]&_&Hr).
    assert (n = 0) as ->.
    { destruct e; try done. apply Z.eqb_eq in He. cbn in Hn. congruence. }
    destruct (bounded_ok _ _ _ _ _ _ Hp) as [Hsmall Hp'].
    destruct (changed_ok W s touch waits variables constants apart objects Hs Hconstants Htouch _ _ _ _ _ _ Hp' Hr)
      as (x&ms&bs&bs'&->&Hl&Hms&Hg&[= <-]&Hrep&Hdone).
    destruct (assign_ok waits apart x objects (LMember l MLen) (ms ++ [MLen]) (cell_type cap) (XConstant Plain 0) I32 0
      0) as (os&Hrun&Hw&Hat); [by apply trail_member|done|apply convert_cell; lia|].
    exists os. split; [unfold Statements.exec; cbn [Statements.in_order]; by rewrite Hrun|].
    apply Hdone; [by eapply wrote_less|].
    inversion Hrep as [| |? tl ? ? arr i Htl Hok Hcap _ Hh Hread Harr| | | | | |]; subst; try done.
    rewrite at_path_snoc in Hat. cbn. eapply (rep_bytes waits (TBytes cap) (cell_type cap) [] _ arr i); try done.
    - cbn. lia.
    - apply cell_holds; cbn; lia.
    - rewrite <- at_path_snoc, (proj2 Hw), at_path_snoc by (by apply apart_siblings). done.
    - exact (holds_bytes_take _ _ _ 0 Harr).
  Qed.

  (** ** Copies *)
  Lemma elsewhere_ok os x d q i n :
    elsewhere apart (NVariable x) d = true →
    is_string d = true ∨ (∃ y q j, points (functions waits) os d = Some (y, q, j)) →
    ∀ to, points (functions waits) os to = Some (NVariable x, q, i) →
    memcpy_well (functions waits) beside apart os to d n = true.
  Proof.
    intros He Hd to Hto. unfold memcpy_well. destruct (is_string d) eqn:Hstr; [by rewrite orb_true_r|].
    destruct Hd as [|(y&qd&j&Hd)]; [done|]. rewrite orb_false_r, Hto, Hd. apply orb_true_iff. right.
    unfold elsewhere in He. rewrite Hstr, (proj1 (source_ok waits os) _ _ _ _ Hd) in He. cbn [orb] in He.
    apply andb_true_iff in He as [Hne%negb_true_iff%bool_decide_eq_false Hap].
    rewrite decide_False by congruence. unfold apart_paths. cbn. by rewrite decide_False by congruence.
  Qed.

  Lemma to_points os l x ms m i t k o :
    trail l = Some (NVariable x, ms) → at_path (os (NVariable x)) (ms ++ [m]) = Some o →
    is_Some (read TyPointer (Some o)) → ceval os i = Some (VInteger t k) →
    ∃ q j, points (functions waits) os (XBinary OAdd (XRead TyPointer (LMember l m)) i) = Some (NVariable x, q, j).
  Proof.
    intros Hms Hat [v Hv] Hi. pose proof (trail_member _ _ _ m Hms) as Htm.
    change (points (functions waits) os (XBinary OAdd ?a i)) with
      ('(x, p, k) ← ('(x, p) ← Statements.path (functions waits) os (LMember l m);
         match Semantics.denote os (functions waits) (LMember l m) with
         | Some (OArray _) => Some (x, p, 0) | Some (OPointer _ i) => Some (x, p, i) | _ => None end);
       v ← ceval os i; '(_, n) ← as_integer v; Some (x, p, k + n)).
    cbv beta. rewrite (trail_path waits os _ _ _ Htm), (trail_denote waits os _ _ _ Htm), Hat, Hi.
    destruct o; try done; cbn; eauto.
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

  (** A copy to [k] elements behind where [l]'s data are. *)
  Lemma copied_ok move os l x ms i t k d n tn arr j src a bs old :
    trail l = Some (NVariable x, ms) →
    read TyPointer (at_path (os (NVariable x)) (ms ++ [MData])) = Some (VPointer arr j) →
    ceval os i = Some (VInteger t k) → ceval os d = Some (VPointer src a) → holds_bytes src a bs →
    ceval os n = Some (VInteger tn (Z.of_nat (length bs))) →
    move || elsewhere apart (NVariable x) d = true →
    is_string d = true ∨ (∃ y q j, points (functions waits) os d = Some (y, q, j)) →
    holds_bytes arr j old → 0 ≤ k ≤ Z.of_nat (length old) → j + k + Z.of_nat (length bs) ≤ Z.of_nat (length arr) →
    ∃ os' arr', run (SBytes move (XBinary OAdd (data_of l) i) d n) os = Some (Ends os') ∧
      (∀ y, y ≠ NVariable x → apart (NVariable x) y = true → os' y = os y) ∧
      wrote apart x (ms ++ [MData]) os os' ∧
      read TyPointer (at_path (os' (NVariable x)) (ms ++ [MData])) = Some (VPointer arr' j) ∧
      holds_bytes arr' j (take (Z.to_nat k) old ++ bs ++ drop (Z.to_nat k + length bs) old) ∧
      (at_path (os (NVariable x)) (ms ++ [MData]) = Some (OArray arr) →
       at_path (os' (NVariable x)) (ms ++ [MData]) = Some (OArray arr')).
  Proof.
    intros Hms Hread Hi Hd Hb Hn Hmove Hpoints Hold Hk Hroom.
    destruct (put_bytes_ok arr j old k bs Hold Hk Hroom) as (arr'&Hput&Hheld).
    pose proof (trail_member _ _ _ MData Hms) as Htd.
    assert (∃ o o', at_path (os (NVariable x)) (ms ++ [MData]) = Some o ∧ store_bytes k bs (Some o) = Some o' ∧
      read TyPointer (Some o') = Some (VPointer arr' j) ∧ (Some o = Some (OArray arr) → Some o' = Some (OArray arr')))
      as (o&o'&Ho&Hst&Hread'&Harr').
    { destruct (at_path (os (NVariable x)) (ms ++ [MData])) as [[| |l'|l' j'|]|]; simpl in Hread; try done;
        injection Hread as -> <-.
      - exists (OArray arr), (OArray arr'). split_and!; try done. cbn [store_bytes]. rewrite Z.add_0_l in Hput.
        by rewrite Hput.
      - exists (OPointer arr j'), (OPointer arr' j'). split_and!; try done. cbn [store_bytes]. by rewrite Hput. }
    destruct (Built.store_ok waits apart x os (LMember l MData) _ (store_bytes k bs) o' Htd) as (u&Hu&Hw&Hat).
    { by rewrite Ho. }
    assert (move || memcpy_well (functions waits) beside apart os (XBinary OAdd (data_of l) i) d (Z.of_nat (length bs))
      = true) as Hwell.
    { destruct move; [done|]. cbn [orb] in *.
      destruct (to_points os l x ms MData i t k o) as (q&j'&Hto); [done|done|rewrite <- Ho, Hread; by eexists|done|].
      by eapply elsewhere_ok. }
    exists (stored os (NVariable x) u), arr'. split_and!; try done.
    - cbn [Statements.perform]. rewrite Hn. cbn [mbind option_bind as_integer]. rewrite Hd. cbn [mbind option_bind].
      rewrite (bytes_at_ok _ _ _ Hb). cbn [mbind option_bind]. unfold data_of.
      change (target (functions waits) os (XBinary OAdd (XRead TyPointer ?l) i)) with
        (v ← ceval os i; '(_, n) ← as_integer v; Some (l, 0 + n)). cbv beta. rewrite Hi.
      cbn [mbind option_bind as_integer]. fold (data_of l). rewrite Hwell, Z.add_0_l, Hu. done.
    - intros y Hy Ha. by apply (proj1 Hw).
    - by rewrite Hat.
    - intros H. rewrite Hat. apply Harr'. congruence.
  Qed.

  Lemma append_ok move k p cap e c s' :
    lower_append variables constants apart move k p cap e = Some c → run_basic (BAppend p cap e) s = Ok s' →
    ∃ os, exec c objects = Some (Ends os) ∧ represented os s'.
  Proof using Hs Hconstants Htemporary Htemporaries Htouch.
    intros Hc Hr. apply bind_Some in Hc as ([l y]&Hp&Hc). apply bind_Some in Hc as ([d ne]&Hd&Hc).
    destruct (move || elsewhere apart y d) eqn:Hmove; [|done]. injection Hc as <-.
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
    destruct (copied_ok move os2 l x ms (read_length cap l) (cell_type cap) n d (XRead (TyInt U32) (LVariable T)) U32
      arr 0 src a more bs Hms) as (os3&arr3&Hr3&Hother3&Hw3&_&Hheld3&Harr3); try done.
    { by rewrite Harr2. }
    { by apply Hz. }
    { lia. }
    { lia. }
    specialize (Harr3 Harr2).
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

  Lemma blit_ok move p off e c s' :
    lower_blit variables constants apart move p off e = Some c → run_basic (BBlit p off e) s = Ok s' →
    ∃ os, exec c objects = Some (Ends os) ∧ represented os s'.
  Proof using Hs Hconstants Htouch.
    intros Hc Hr. apply bind_Some in Hc as ([[l t] y]&Hp&Hc). apply bind_Some in Hc as (tl&Htl&Hc).
    apply bind_Some in Hc as (i&Hi%typed_Some&Hc). apply bind_Some in Hc as ([d ne]&Hd&Hc).
    destruct (move || elsewhere apart y d) eqn:Hmove; [|done]. injection Hc as <-.
    cbn [Eval.run_basic] in Hr. apply bind_Ok in Hr as (k&Hk&Hr). unfold eval_int in Hk.
    apply bind_Ok in Hk as (vk&Hvk&->%as_int_Ok). apply bind_Ok in Hr as (new&Hnew&Hr). unfold eval_bytes in Hnew.
    apply bind_Ok in Hnew as (vb&Hvb&->%as_bytes_Ok).
    destruct (changed_ok W s touch waits variables constants apart objects Hs Hconstants Htouch _ _ _ _ _ _ Hp Hr)
      as (x&ms&bs&bs'&->&Hl&Hms&Hg&Hbs%or_trap_Ok&Hrep&Hdone). clear Hp Hr.
    unfold blit in Hbs. destruct (_ && _) eqn:Hb; [|done]. injection Hbs as <-.
    apply andb_true_iff in Hb as [Hk0%Z.leb_le Hk1%Z.leb_le].
    pose proof (lower_value W s waits variables constants objects Hs _ _ _ _ Hi Hvk) as (_&ti&Hki&_).
    destruct (found_bytes objects _ _ _ _ Hs Hd Hvb) as (new'&src&a&tn&[= <-]&[Hall' _]&Hsrc&Hsb&Hne&Hpoints).
    inversion Hrep as [| |? tl' ? ? arr j Htl' [Hall Hshort] Hcap Hlen Hh Hread Harr| | | | | |]; subst; try done.
    assert (tl' = tl) as -> by congruence.
    pose proof (holds_bytes_length _ _ _ Harr) as Hfits.
    destruct (copied_ok move objects l x ms i ti k d ne tn arr j src a new bs Hms)
      as (os&arr'&Hrun&_&Hw&Hread'&Hheld&_); try done.
    { by rewrite at_path_snoc. }
    { lia. }
    { lia. }
    exists os. split; [unfold Statements.exec; cbn [Statements.in_order]; by rewrite Hrun|].
    apply Hdone; [by eapply wrote_less|].
    assert (length (take (Z.to_nat k) bs ++ new ++ drop (Z.to_nat k + length new) bs) = length bs) as Hsame.
    { rewrite !app_length, take_length, drop_length. lia. }
    rewrite at_path_snoc in Hread'.
    eapply rep_bytes; rewrite ?Hsame; try done.
    - split; [|by rewrite Hsame]. by apply Forall_app; split; [apply Forall_take|apply Forall_app; split; [|apply
        Forall_drop]].
    - rewrite <- at_path_snoc, (proj2 Hw), at_path_snoc by (by apply apart_siblings). done.
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
