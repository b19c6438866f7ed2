(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * The value of an expression of any type is built where it is to be. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.C Require Import Types.
From Fairlead.Lang.Model Require Import Induction.
From Fairlead.Lang.Typing Require Import Tests Numbers.
From Fairlead.Printed Require Export Built.
Local Open Scope Z_scope.

Lemma collect_Forall2 {A B} (f : A → outcome B) l : ∀ l', collect f l = Ok l' → Forall2 (λ a b, f a = Ok b) l l'.
Proof.
  induction l as [|a l IH]; cbn; [by intros ? [= <-]|].
  intros l' (b&Hb&(bs&Hbs&[= <-])%bind_Ok)%bind_Ok. constructor; auto.
Qed.

Section constructed.
  Context {P : Type} (W : world P) (s : Value.store P).
  Context (waits : procedure → fl_object → option Z) (apart : variable → variable → bool).
  Context (x : nat) (variables constants : nat → option ty) (in_line : ty → bool).
  Context (Hfree : ∀ y t, variables y = Some t → y ≠ x ∧ apart (NVariable x) (NVariable y) = true).
  Context (Hconstants : ∀ c, apart (NVariable x) (NConstant c) = true).
  Context (Htemporary : ∀ n, apart (NVariable x) (NTemporary n) = true).
  Context (Htemporaries : ∀ n y, apart (NTemporary n) y = true).
  Local Notation X := (NVariable x).
  Local Notation represents := (Represents.represents (P:=P) waits).
  Local Notation represented os := (represents_store waits W variables constants os s).
  Local Notation run := (Statements.perform (functions waits) beside apart).
  Local Notation exec := (Statements.exec (functions waits) beside apart).
  Local Notation stored := (Statements.stored apart).
  Local Notation ceval := (λ os, Semantics.eval os (functions waits)).
  Local Notation denote := (λ os, Semantics.denote os (functions waits)).
  Local Notation wrote := (wrote apart x).
  Local Notation builds := (builds W s waits apart x variables constants).
  Implicit Types (os : variable → option fl_object).

  (** ** Bytes *)
  Lemma array_seen os l ms cap :
    trail l = Some (X, ms) →
    ∃ os', run (its_array l cap) os = Some (Ends os') ∧ Built.wrote (λ _ _, true) x (ms ++ [MData]) os os' ∧
      at_path (os' X) (ms ++ [MData]) = Some (OArray (elements (N.max 1 cap) (at_path (os X) (ms ++ [MData])))).
  Proof.
    intros Hl. pose proof (trail_member _ _ _ MData Hl) as Hd.
    destruct (store_ok waits (λ _ _, true) x os _ _ (λ o, Some (OArray (elements (N.max 1 cap) o))) _ Hd eq_refl)
      as (o&Ho&Hw&Hat).
    eexists. split_and!; [|exact Hw|exact Hat]. cbn [its_array Statements.perform]. by rewrite Ho.
  Qed.

  Lemma elements_length n (o : option fl_object) : length (elements n o) = N.to_nat n.
  Proof. unfold elements. rewrite take_length, app_length, replicate_length. lia. Qed.

  Lemma array_ok os l ms cap :
    trail l = Some (X, ms) →
    ∃ os' arr, run (its_array l cap) os = Some (Ends os') ∧ wrote (ms ++ [MData]) os os' ∧
      at_path (os' X) (ms ++ [MData]) = Some (OArray arr) ∧ length arr = N.to_nat (N.max 1 cap).
  Proof.
    intros Hl. destruct (array_seen os l ms cap Hl) as (os'&Hr&[Hy Hm]&Hat). eexists _, _.
    split_and!; [done|split; [by intros; apply Hy|done]|done|apply elements_length].
  Qed.

  Lemma bytes_built t tl bs arr os ms :
    length_type t = Some tl → bytes_ok bs → match t with TBytes cap => Z.of_nat (length bs) ≤ Z.of_N cap | _ => True
      end →
    holds tl (Z.of_nat (length bs)) = true →
    at_path (os X) (ms ++ [MLen]) = Some (OInt tl (Z.of_nat (length bs))) →
    at_path (os X) (ms ++ [MData]) = Some (OArray arr) → holds_bytes arr 0 bs →
    represents t (VBytes bs) (at_path (os X) ms).
  Proof.
    intros Ht Hbs Hcap Hh Hlen Harr Hb. rewrite at_path_snoc in Hlen, Harr. eapply rep_bytes; try done.
    by rewrite Harr.
  Qed.

  (** ** As nothing was assigned *)
  Lemma clear_ok t : ∀ l ms c, trail l = Some (X, ms) → lower_clear in_line l t = Some c → builds c ms t (default t).
  Proof using Hfree Hconstants.
    induction t as [|w|cap| |n t IH|n ts IH|n ts IH|cap w t IH| |] using ty_nested_ind; intros l ms c Hl Hc;
      cbn [lower_clear] in Hc; destruct (in_line _); try done.
    - injection Hc as <-. eapply builds_assign; [done..|]. intros os _. exists I32, 0, 0. split_and!; try done.
      apply (rep_bool waits false).
    - injection Hc as <-. eapply builds_assign; [done..|]. intros os _. exists I32, 0, 0. split_and!; try done.
      + by destruct w.
      + apply (rep_int waits w 0). by destruct w.
    - injection Hc as <-. intros os Hos. destruct (array_ok os l ms cap Hl) as (os1&arr&Hr1&Hw1&Harr&Hlen).
      destruct (assign_ok waits apart x os1 (LMember l MLen) (ms ++ [MLen]) (cell_type cap) (XConstant Plain 0) I32 0 0)
        as (os2&Hr2&Hw2&Hat); [by apply trail_member|done|apply convert_cell; lia|].
      exists os2. split_and!.
      + unfold Statements.exec. cbn [Statements.in_order]. rewrite Hr1. cbn [and_then]. by rewrite Hr2.
      + eapply wrote_trans; by eapply wrote_less.
      + eapply (bytes_built (TBytes cap) _ [] arr);
          [done|by split; [constructor|]|cbn; lia|apply cell_holds; cbn; lia|exact Hat| |].
        * rewrite <- Harr. apply Hw2. by apply apart_siblings.
        * split; [lia|]. by exists (drop 0 arr).
    - apply bind_Some in Hc as (it&Ht&[= <-]). apply builds_one. intros os _.
      pose proof (trail_member _ _ _ MElements Hl) as He.
      destruct (store_ok waits apart x os _ _ (λ _, Some (OArray (replicate (N.to_nat (N.max 1 n)) (OInt it 0)))) _ He
        eq_refl) as (o&Ho&Hw&Hat).
      exists (stored os X o). split_and!; [|by eapply wrote_less|].
      + cbn [Statements.perform]. by rewrite Ho.
      + rewrite at_path_snoc in Hat. apply rep_array; [apply replicate_length|]. intros j v Hv.
        apply lookup_replicate in Hv as [-> Hj]. unfold element. rewrite Hat. cbn [read mbind option_bind subscript].
        rewrite nth_object_lookup, Z.add_0_l, Nat2Z.id by lia.
        rewrite (proj2 (lookup_replicate _ _ _ _)) by (split; [done|lia]).
        destruct t as [|w| | | | | | | |]; try done; injection Ht as <-; [apply (rep_bool waits false)|].
        apply (rep_int waits w 0). by destruct w.
    - apply fmap_Some in Hc as ([c' b]&Hp&->).
      eapply (parts_ok W s waits apart x variables constants Hfree Hconstants _ (λ t v, v = default t) n ts ms)
        with (vs := default <$> ts) in Hp as [Hlen Hok].
      + intros os Hos. destruct (Hok os Hos) as (os'&He&Hw&Hr&_). exists os'. split_and!; [done..|].
        by apply record_built.
      + intros j t a Ht Ha i b1 c1 b1' v Hf ->. assert (a = t) as -> by congruence.
        apply bind_Some in Hf as (c2&Hc2&[= -> <-]). eapply (Forall_lookup_1 _ _ _ _ IH Ht); [|done].
        by apply trail_member.
      + apply Forall2_fmap_r, Forall_Forall2_diag, Forall_forall. done.
    - destruct ts as [|t ts]; [done|]. apply bind_Some in Hc as (c1&Hc1&Hc). apply bind_Some in Hc as (c2&Hc2&[= <-]).
      inversion IH as [|? ? IHt _]; subst. intros os Hos.
      destruct (tagged_ok waits apart x os l ms (t :: ts) 0 _ Hl Hc2) as (os1&Hr1&Hw1&Htag&Hh); [cbn; lia|].
      destruct (IHt _ _ _ (trail_case _ _ _ (TUnion n (t :: ts)) 0 Hl) Hc1 os1) as (os2&Hr2&Hw2&Hrep).
      { by eapply wrote_represented. }
      exists os2. split_and!.
      + change (c2 :: c1) with ([c2] ++ c1). rewrite exec_app. unfold Statements.exec at 1.
        cbn [Statements.in_order]. by rewrite Hr1.
      + eapply wrote_trans; by eapply wrote_less.
      + cbn [default]. eapply rep_union; [done| |done|].
        * rewrite <- at_path_snoc, (proj2 Hw2); [done|]. by apply apart_siblings.
        * rewrite <- !at_path_snoc, <- (assoc_L (++)). done.
    - injection Hc as <-. intros os Hos.
      destruct (store_ok waits (λ _ _, true) x os _ _ (λ o, Some (OArray (elements (N.max 1 cap) o))) _
        (trail_member _ _ _ MKeys Hl) eq_refl) as (o1&Ho1&[Hy1 Hm1]&Hkeys).
      set (os1 := Statements.stored (λ _ _, true) os X o1) in *.
      assert (wrote (ms ++ [MKeys]) os os1) as Hw1 by (split; [by intros; apply Hy1|done]).
      assert (run (SArray (N.max 1 cap) (LMember l MKeys)) os = Some (Ends os1)) as Hr1.
      { cbn [Statements.perform]. by rewrite Ho1. }
      destruct (assign_ok waits apart x os1 (LMember l MCount) (ms ++ [MCount]) (cell_type cap) (XConstant Plain 0) I32
        0 0) as (os2&Hr2&Hw2&Hcount); [by apply trail_member|done|apply convert_cell; lia|].
      assert (∃ os3, exec (if (Extents.index_cells cap =? 0)%N then [] else
        [SClear (Extents.index_cells cap) (cell_type cap) (LMember l MIndex)]) os2 = Some (Ends os3) ∧
        wrote (ms ++ [MIndex]) os2 os3) as (os3&Hr3&Hw3).
      { destruct (_ =? 0)%N; [by exists os2|].
        destruct (store_ok waits apart x os2 _ _ (λ _, Some (OArray (replicate (N.to_nat (Extents.index_cells cap))
          (OInt (cell_type cap) 0)))) _ (trail_member _ _ _ MIndex Hl) eq_refl) as (o&Ho&Hw&_).
        exists (stored os2 X o). split; [|done]. unfold Statements.exec. cbn [Statements.in_order Statements.perform].
        by rewrite Ho. }
      exists os3. split_and!.
      + change (?a :: ?b :: ?c) with ([a; b] ++ c). rewrite exec_app. unfold Statements.exec at 1.
        cbn [Statements.in_order]. rewrite Hr1. cbn [and_then]. rewrite Hr2. cbn [and_then]. exact Hr3.
      + eapply wrote_trans; [|by eapply wrote_less]. eapply wrote_trans; by eapply wrote_less.
      + assert (at_path (os3 X) (ms ++ [MCount]) = Some (OInt (cell_type cap) 0)) as Hcount3.
        { rewrite (proj2 Hw3); [done|]. by apply apart_siblings. }
        assert (at_path (os3 X) (ms ++ [MKeys]) = at_path (os1 X) (ms ++ [MKeys])) as Hkeys3.
        { rewrite (proj2 Hw3), (proj2 Hw2); [done| |]; by apply apart_siblings. }
        rewrite Hkeys, !at_path_snoc in Hkeys3. rewrite at_path_snoc in Hcount3.
        destruct (member_Some (at_path (os3 X) ms) MCount) as [f Hf]; [by rewrite Hcount3|]. rewrite Hf in *.
        eapply (rep_map waits cap w t [] f); try done. apply cell_holds; cbn; lia.
  Qed.

  (** ** Bytes that are copied *)
  Lemma room_ok os cap e v :
    represented os → has_room variables constants cap e = true → eval W e s = Ok v →
    ∃ bs, v = VBytes bs ∧ Z.of_nat (length bs) ≤ Z.of_N cap.
  Proof.
    intros Hos He Hv. destruct e; try done.
    - cbn [has_room] in He. destruct (lower_place _ _ p) as [[l [| |cap'| | | | | | |]]|] eqn:Hl; try done.
      apply N.eqb_eq in He as ->. pose proof (place_ok W s waits variables constants os Hos _ _ _ _ Hl Hv) as Hr.
      inversion Hr; subst; try done. eauto.
    - cbn in He. apply N.eqb_eq in He as ->. cbn [Eval.eval] in Hv. apply bind_Ok in Hv as (u&Hu&Hv).
      apply bind_Ok in Hv as (bs&_&Hv). apply bind_Ok in Hv as ([]&Hc&[= <-]). exists bs. split; [done|].
      unfold check in Hc. destruct (_ <=? _) eqn:Hle; [|done]. lia.
  Qed.

  Lemma room_stored (arr : list fl_object) bs cap :
    length arr = N.to_nat (N.max 1 cap) → Z.of_nat (length bs) ≤ Z.of_N cap →
    ∃ arr', put_bytes 0 bs arr = Some arr' ∧ holds_bytes arr' 0 bs.
  Proof.
    intros Hlen Hcap. unfold put_bytes. rewrite !(proj2 (Z.leb_le _ _)) by lia. cbn [andb].
    eexists. split; [done|]. split; [lia|]. cbn. by eexists.
  Qed.

  Lemma stored_temporary os n o : represented os → represented (stored os (NTemporary n) o).
  Proof using Htemporaries.
    intros [Hv Hc]. unfold Statements.stored.
    split; intros y t v Ht Hs; rewrite decide_False, Htemporaries by done; [by eapply Hv|by eapply Hc].
  Qed.

  Lemma fitting_ok l ms k cap e c k' v :
    trail l = Some (X, ms) → lower_fitting variables constants k l cap e = Some (c, k') → eval W e s = Ok v →
    builds c ms (TBytes cap) v.
  Proof using Hfree Hconstants Htemporary Htemporaries.
    intros Hl Hc Hv os Hos. unfold lower_fitting in Hc. destruct (has_room _ _ _ _) eqn:Hroom; [|done].
    apply bind_Some in Hc as ([d n]&Hd&[= <- <-]).
    destruct (room_ok os cap e v Hos Hroom Hv) as (bs&->&Hcap).
    destruct (array_ok os l ms cap Hl) as (os1&arr&Hr1&Hw1&Harr&Hlen).
    assert (represented os1) as Hos1 by (by eapply wrote_represented).
    destruct (proj2 (proj2 (lower_correct W s waits variables constants os1 Hos1) e) _ _ _ Hd Hv)
      as (bs1&[= <-]&_&_&Hn&tn&Hnc&_).
    set (z := Z.of_nat (length bs)) in *. apply in_range_bounds in Hn. cbn in Hn.
    assert (convert U32 z = Some z) as Hconv by (apply convert_id; [done|apply holds_le; cbn; lia]).
    set (T := NTemporary (S k)). set (os2 := stored os1 T (OInt U32 z)).
    assert (represented os2) as Hos2 by (by apply stored_temporary).
    assert (∀ y, y ≠ T → os2 y = os1 y) as Hsame.
    { intros y Hy. unfold os2, T, Statements.stored in *. by rewrite decide_False, Htemporaries by done. }
    destruct (proj2 (proj2 (lower_correct W s waits variables constants os2 Hos2) e) _ _ _ Hd Hv)
      as (bs1&[= <-]&Hbs&(src&i&Hsrc&Hsb)&_).
    assert (ceval os2 (XRead (TyInt U32) (LVariable T)) = Some (VInteger U32 z)) as Hz.
    { change (read (TyInt U32) (os2 T) = Some (VInteger U32 z)). unfold os2, Statements.stored.
      rewrite decide_True by done. apply read_int; [done|apply holds_le; cbn; lia]. }
    destruct (room_stored arr bs cap Hlen Hcap) as (arr'&Hput&Hb).
    pose proof (trail_member _ _ _ MData Hl) as Htd.
    assert (at_path (os2 X) (ms ++ [MData]) = Some (OArray arr)) as Harr2 by (by rewrite Hsame).
    destruct (store_ok waits apart x os2 (LMember l MData) _ (store_bytes 0 bs) (OArray arr') Htd)
      as (o&Ho&Hw3&Hat3).
    { rewrite Harr2. cbn [store_bytes]. by rewrite Hput. }
    set (os3 := stored os2 X o) in *.
    assert (ceval os3 (XRead (TyInt U32) (LVariable T)) = Some (VInteger U32 z)) as Hz3.
    { change (read (TyInt U32) (os3 T) = Some (VInteger U32 z)). unfold os3, Statements.stored at 1.
      rewrite decide_False by done. unfold T. rewrite Htemporary. exact Hz. }
    destruct (assign_ok waits apart x os3 (LMember l MLen) (ms ++ [MLen]) (cell_type cap)
      (XCast (cell_type cap) (XRead (TyInt U32) (LVariable T))) (cell_type cap) z z) as (os4&Hr4&Hw4&Hat4).
    - by apply trail_member.
    - change (Semantics.eval os3 (functions waits) (XCast ?t ?e)) with
        (v ← Semantics.eval os3 (functions waits) e; '(_, a) ← as_integer v;
         VInteger (M:=member_name) t <$> convert t a).
      rewrite Hz3. cbn [mbind option_bind as_integer]. rewrite convert_cell by lia. done.
    - apply convert_cell; lia.
    - exists (Statements.leave T os1 os4). assert (memcpy_well (functions waits) beside apart os2 (data_of l) d z =
      true) as Hwell.
      { unfold memcpy_well. destruct (points_bytes W s waits variables constants os2 Hos2 _ _ _ _ Hd Hv)
          as [->|(y&q&j&Hq&Hy)]; [by rewrite orb_true_r|].
        apply orb_true_iff. right. unfold data_of.
        pose proof (trail_path waits os2 _ _ _ Htd) as Hpath.
        change (Statements.points (functions waits) os2 (XRead TyPointer (LMember l MData))) with
          ('(x, p) ← Statements.path (functions waits) os2 (LMember l MData); match denote os2 (LMember l MData) with
           | Some (OArray _) => Some (x, p, 0) | Some (OPointer _ i) => Some (x, p, i) | _ => None end).
        cbv beta. rewrite Hpath, (trail_denote waits os2 _ _ _ Htd), Harr2, Hq. cbn [mbind option_bind].
        destruct (free_owned apart x variables Hfree Hconstants y Hy) as [Hne Hap].
        rewrite decide_False by congruence. unfold apart_paths. cbn. by rewrite decide_False. }
      assert (exec [its_array l cap; SBlock U32 T n [SBytes false (data_of l) d (XRead (TyInt U32) (LVariable T));
        SAssign (cell_type cap) (LMember l MLen) (XCast (cell_type cap) (XRead (TyInt U32) (LVariable T)))]] os =
        Some (Ends (Statements.leave T os1 os4))) as ->.
      { unfold Statements.exec. cbn [Statements.in_order]. rewrite Hr1. cbn [and_then].
        assert (run (SBytes false (data_of l) d (XRead (TyInt U32) (LVariable T))) os2 = Some (Ends os3)) as Hbytes.
        { cbn [Statements.perform]. rewrite Hz. cbn [mbind option_bind as_integer]. rewrite Hsrc.
          cbn [mbind option_bind]. unfold z. rewrite (bytes_at_ok _ _ _ Hsb). cbn [mbind option_bind].
          fold z. rewrite Hwell. cbn [orb]. unfold put_at, data_of. cbn [target mbind option_bind]. by rewrite Ho. }
        cbn [Statements.perform]. rewrite Hnc. cbn [mbind option_bind as_integer]. rewrite Hconv.
        cbn [mbind option_bind Statements.in_order]. fold os2. rewrite Hbytes. cbn [and_then]. rewrite Hr4. done. }
      split; [done|].
      assert (wrote ms os1 (Statements.leave T os1 os4)) as Hw.
      { apply wrote_less in Hw3, Hw4. split.
        - intros y Hy Ha. unfold Statements.leave. case_decide as HT; [by subst|].
          rewrite (proj1 Hw4), (proj1 Hw3) by done. by apply Hsame.
        - intros ms' Hms. unfold Statements.leave. rewrite decide_False by done. rewrite (proj2 Hw4), (proj2 Hw3),
          Hsame by done.
          done. }
      split; [by eapply wrote_trans; [eapply wrote_less|]|].
      eapply (bytes_built (TBytes cap) _ bs arr'); try done; unfold Statements.leave; rewrite ?decide_False by done;
        try done.
      + apply cell_holds; lia.
      + rewrite (proj2 Hw4); [done|]. by apply apart_siblings.
  Qed.

  (** ** What is read as a whole *)
  Lemma whole_ok l ms t p c v :
    trail l = Some (X, ms) → lower_whole variables constants l t p = Some c → get W p s = Ok v → builds c ms t v.
  Proof using Hfree Hconstants.
    intros Hl Hc Hv os Hos. apply bind_Some in Hc as ([l' t']&Hl'&Hc). destruct (ty_eqb t' t) eqn:Ht; [|done].
    apply ty_eqb_eq in Ht as ->. pose proof (place_ok W s waits variables constants os Hos _ _ _ _ Hl' Hv) as Hr.
    destruct (void t) eqn:Hvoid.
    { injection Hc as <-. exists os. split_and!; [done|done|]. by eapply void_represents. }
    destruct (solid t || bool_decide (is_Some (owner l'))) eqn:Hread; [|done]. injection Hc as <-.
    set (u := from_option id OIndeterminate (denote os l')).
    assert (represents t v (Some u)) as Hu.
    { destruct (solid t) eqn:Hsolid; [|by eapply hollow_represents].
      destruct (solid_Some waits _ _ _ Hsolid Hr) as [u' Hu']. unfold u. by rewrite Hu' in *. }
    assert (∃ y q, path (functions waits) os l' = Some (y, q) ∧ Written.owned variables y) as (y&q&Hq&Hy).
    { destruct (solid t) eqn:Hsolid; [by eapply path_place|]. cbn [orb] in Hread. apply bool_decide_eq_true in Hread
        as [y Hy]. destruct (owner_trail _ _ Hy) as [ms' Hms'].
      exists y, (IMember <$> ms'). split; [by apply trail_path|by eapply trail_owned]. }
    destruct (store_ok waits apart x os _ _ (λ _, Some u) _ Hl eq_refl) as (o&Ho&Hw&Hat).
    exists (stored os X o). split_and!; [|done|by rewrite Hat].
    unfold Statements.exec. cbn [Statements.in_order Statements.perform].
    assert (copies_well (functions waits) beside apart os l l' = true) as ->.
    { unfold copies_well. rewrite (trail_path waits os _ _ _ Hl), Hq.
      destruct (free_owned apart x variables Hfree Hconstants y Hy) as [Hne Hap].
      apply orb_true_iff. right. unfold apart_paths. cbn. by rewrite decide_False. }
    fold u. by rewrite Ho.
  Qed.

  (** ** Any value *)
  Theorem into_ok e : ∀ k l ms t c k' v,
    trail l = Some (X, ms) → lower_into variables constants in_line k l t e = Some (c, k') → eval W e s = Ok v →
    builds c ms t v.
  Proof using Hfree Hconstants Htemporary Htemporaries.
    revert e. match goal with |- ?S => enough ((∀ p : place, True) ∧ S) as [_ ?] by done end.
    apply place_expr_ind; intros; try exact I;
      lazymatch goal with Hc : lower_into _ _ _ _ _ ?t _ = Some _, Hv : eval W ?e s = Ok _ |- builds _ ?ms ?t _ =>
        cbn [lower_into] in Hc; destruct (stored_type t) eqn:Ht;
        [apply bind_Some in Hc as (y&Hy&[= <- <-]); by eapply builds_scalar|];
        lazymatch e with
        | ERead _ =>
            destruct t; try done; try (by eapply fitting_ok); apply bind_Some in Hc as (y&Hy&[= <- <-]);
              by eapply whole_ok
        | EDefault _ =>
            assert (∃ c', lower_clear in_line l t = Some c' ∧ c' = c) as (y&Hy&->);
              [destruct t; try done; (destruct (ty_eqb _ _); [|done]; apply bind_Some in Hc as (y&Hy&[= <- <-]);
                eauto)|];
            assert (v = default t) as ->; [|by eapply clear_ok];
            destruct t; try done; (destruct (ty_eqb _ _) eqn:He; [|done]; apply ty_eqb_eq in He as ->; cbn [Eval.eval]
              in Hv; congruence)
        | ERecord _ _ => destruct t; try done; try (by eapply fitting_ok)
        | EUnion _ _ _ => destruct t; try done; try (by eapply fitting_ok)
        | _ => destruct t; try done; by eapply fitting_ok
        end
      end.
    - destruct (ty_eqb _ _) eqn:He; [|done]. apply ty_eqb_eq in He as ->. cbn [Eval.eval] in *.
      match goal with H : VRecord <$> _ = Ok _ |- _ => apply fmap_Ok in H as (vs&Hvs&->) end.
      match goal with H : parts _ _ _ _ _ = Some _ |- _ => rename H into Hp end.
      eapply (parts_ok W s waits apart x variables constants Hfree Hconstants _ (λ e v, eval W e s = Ok v) _ _ ms)
        with (vs := vs) in Hp as [Hlen Hok].
      + intros os Hos. destruct (Hok os Hos) as (os'&Hrun&Hw&Hr&_). exists os'. split_and!; [done..|].
        by apply record_built.
      + intros j t a Ht' Ha i b1 c1 b1' v Hf Hv. eapply (Forall_lookup_1 _ _ _ _ H Ha); [|done..].
        by apply trail_member.
      + by apply collect_Forall2.
    - destruct (ty_eqb _ _) eqn:He; [|done]. apply ty_eqb_eq in He as ->. cbn [Eval.eval] in *.
      match goal with H : VUnion _ <$> _ = Ok _ |- _ => apply fmap_Ok in H as (u&Hu&->) end.
      match goal with H : _ ≫= _ = Some (_, k') |- _ => rename H into Hc end.
      apply bind_Some in Hc as (ti&Hti&Hc). apply bind_Some in Hc as ([c1 k1]&Hc1&Hc).
      apply bind_Some in Hc as (c2&Hc2&[= <- <-]). intros os Hos.
      match goal with H : trail l = _ |- _ => rename H into Hl end.
      destruct (H _ _ _ _ _ _ _ (trail_case _ _ _ _ tag Hl) Hc1 Hu os Hos) as (os1&Hr1&Hw1&Hrep).
      destruct (tagged_ok waits apart x os1 l ms cases tag _ Hl Hc2) as (os2&Hr2&Hw2&Htag&Hh).
      { by eapply lookup_lt_Some. }
      exists os2. split_and!.
      + rewrite exec_app, Hr1. unfold Statements.exec. cbn [and_then Statements.in_order]. by rewrite Hr2.
      + eapply wrote_trans; by eapply wrote_less.
      + eapply rep_union; [done| |done|].
        * by rewrite <- at_path_snoc.
        * rewrite <- !at_path_snoc, <- (assoc_L (++)). cbn [app]. rewrite (proj2 Hw2); [done|]. by apply apart_siblings.
  Qed.
End constructed.
