(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * What functions.evaluate came to is what the model says; and the parts that its arms have in common. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Monitor.Log Require Import Functions.
From Fairlead.Refinement Require Export ExactData ExactRunOperands ExactRunSimple.
Local Open Scope Z_scope.

Lemma print_value_len (a : bytes) : len (print datum_codec (Some a)) = 3 + len a.
Proof. rewrite print_some, len_cons, len_app. unfold len. rewrite number_length. lia. Qed.
Lemma long_one v : long [v] = (255 <? len (print datum_codec v)).
Proof. apply orb_false_r. Qed.
Lemma not_long news : long news = false ↔ Forall (λ v, len (print datum_codec v) ≤ 255) news.
Proof.
  induction news as [|v news IH]; [done|]. rewrite Forall_cons, <-IH.
  change (long (v :: news)) with ((255 <? len (print datum_codec v)) || long news).
  rewrite orb_false_iff, Z.ltb_ge. done.
Qed.

Section applied.
  Context {B : base} (t : fthread) (st : thread Z).

  Lemma same_writable ops ys :
    Forall2 (operand_is t st) ops ys → forallb writable (zip ops ys.*2) = true.
  Proof using.
    induction 1 as [|o y ops ys Ho _ IH]; [done|]. cbn. destruct o as [s|k s]; [exact IH|]. by destruct Ho as [-> _].
  Qed.
  Lemma same_short ops ys : Forall2 (operand_is t st) ops ys → forallb short ys.*2 = true.
  Proof using.
    induction 1 as [|o y ops ys Ho _ IH]; [done|]. cbn [fmap list_fmap forallb].
    apply andb_true_iff. split; [|exact IH]. pose proof (operand_datum_wf _ _ _ _ Ho) as Hw. destruct y.2; [|done].
    cbn in *. by apply bool_decide_eq_true.
  Qed.
  Lemma applied_same f ops ys a y :
    Forall2 (operand_is t st) ops ys → standard f a ys.*2 = Some (ys.*2, y) →
    applied f ops ys a = Thread.Ok (ys.*2, y).
  Proof using.
    intros Hops Hf. unfold applied. rewrite Hf. cbn [Thread.some]. rewrite ok_bind. cbn [fst].
    rewrite need_yes by (by rewrite fmap_length, (Forall2_length _ _ _ Hops)).
    rewrite need_yes by by apply same_writable. by rewrite need_yes by (by eapply same_short).
  Qed.
  Lemma applied_bad f ops ys a : standard f a ys.*2 = None → applied f ops ys a = Thread.Refused Bad_call.
  Proof using. intros Hf. unfold applied. by rewrite Hf. Qed.
  Lemma nulls_writable ops (ys : list datum) : forallb writable (zip ops (nulls ys)) = true.
  Proof using.
    revert ys. induction ops as [|o ops IH]; intros [|y ys]; try done. cbn. destruct o; apply IH.
  Qed.
  Lemma nulls_short (ys : list datum) : forallb short (nulls ys) = true.
  Proof using. by induction ys. Qed.
  Lemma applied_delete ops ys :
    length ops = length ys → applied 2 ops ys [] = Thread.Ok (nulls ys.*2, presence <$> ys.*2).
  Proof using.
    intros Hl. unfold applied. change (standard 2%N [] ys.*2) with (Some (nulls ys.*2, presence <$> ys.*2)).
    cbn [Thread.some]. rewrite ok_bind. cbn [fst].
    rewrite need_yes by (unfold nulls; by rewrite !fmap_length). rewrite need_yes by apply nulls_writable.
    by rewrite need_yes by apply nulls_short.
  Qed.
  Lemma same_not_long ops ys : thread_ok t → Forall2 (operand_is t st) ops ys → long ys.*2 = false.
  Proof using.
    intros Ht Hops. apply not_long. induction Hops as [|o y ops ys Ho _ IH]; [constructor|].
    cbn [fmap list_fmap]. constructor; [by eapply operand_datum_len|exact IH].
  Qed.
  Lemma nulls_not_long (ys : list datum) : long (nulls ys) = false.
  Proof using. by induction ys. Qed.
  Lemma applied_put s (y : key * datum) (a : bytes) z :
    (N.of_nat (length a) < 65536)%N →
    standard (if z : bool then 5%N else 1%N) a [y.2] = Some ([Some a], if z then print datum_codec y.2 else []) ∧
    applied (if z : bool then 5%N else 1%N) [Here s] [y] a =
      Thread.Ok ([Some a], if z then print datum_codec y.2 else []).
  Proof using.
    intros Ha. assert (standard (if z : bool then 5%N else 1%N) a [y.2] =
      Some ([Some a], if z then print datum_codec y.2 else [])) as Hs by by destruct z.
    split; [exact Hs|]. unfold applied. cbn [fmap list_fmap]. rewrite Hs. cbn [Thread.some]. rewrite ok_bind.
    do 2 rewrite need_yes by done. rewrite need_yes; [done|]. cbn. rewrite bool_decide_eq_true_2; [done|].
    done.
  Qed.
End applied.

Section parts.
  Context {B : base} (external : nat → list data → option (list data * data)).
  Local Notation calls := (calls Q external).
  Local Notation ensures := (ensures Q external).
  Local Notation value := (val fl_point).
  Context (F : list Z → Z → list Z → Z) (cfg : config Z) (x : list Z).
  Local Notation thread_is := (thread_is F cfg x).

  (** What the function came to is what the model says; but what the model would write and the program has no room for
      is refused, as too large. *)
  Definition evaluated_as (st : thread Z) (t : fthread) (ops : list operand) (ys : list (key * datum)) (f : N)
      (a : bytes) (out : list Z) (r : value) (t' : fthread) (out' : list Z) : Prop :=
    match applied f ops ys a with
    | Thread.Refused why =>
        r = VUnion 1 (refusal (refusal_number why)) ∧ (refusal_number why < 32)%nat ∧ t' = t ∧ grown RESULT out out'
    | Thread.Ok (news, y) =>
        if long news then r = VUnion 1 (refusal 27) ∧ t' = t ∧ grown RESULT out out' else
        r = passes ∧ out' = out ++ zs y ∧ len y ≤ RESULT ∧ data_written t t' ∧
        thread_is t' (with_slots st (foldl write_operand (t_slots st) (zip ops news)))
    end.

  Lemma writable_exact s n :
    ensures fn_functions_writable [VInt s; VInt n]
      (λ r ws, ws = [VInt s; VInt n] ∧
        (s = NONE ∧ r = VUnion 1 (refusal 26) ∨ s ≠ NONE ∧ 255 < n ∧ r = VUnion 1 (refusal 27) ∨
         s ≠ NONE ∧ n ≤ 255 ∧ r = passes)).
  Proof using.
    fl_ensures. repeat first [fl_step|fl_case]; fl_reached; (split; [done|]).
    - left. split; [lia|done].
    - right. left. split_and!; [lia|lia|done].
    - right. right. split_and!; [lia|lia|done].
  Qed.
  Lemma write_exact t s v :
    thread_ok t → operand_ok t s → s ≠ NONE → datum_wf v → len (print datum_codec v) ≤ 255 →
    ensures fn_functions_write [vthread t; VInt s; VBytes (zs (print datum_codec v))]
      (λ _ ws, ws = [vthread (with_datum t s (zs (print datum_codec v))); VInt s;
         VBytes (zs (print datum_codec v))]).
  Proof using.
    intros Ht Hs Hsn Hv Hl. thread_numbers Ht. destruct Hs as [->|(Hs & Hfull & Hdat)]; [done|].
    pose proof (datum_len _ Hdat) as Hvl. pose proof (datum_front _ Hdat) as Hfront. rewrite <-len_zs in Hl.
    unfold slot_at in Hvl, Hfront. set (d := zs (print datum_codec v)) in *. clearbody d. pose proof (len_nonneg d).
    fl_ensures. fl_steps. fl_reached. by rewrite Hfront.
  Qed.

  Lemma take_more {A} (g : A → bytes) (ys : list A) i y :
    0 ≤ i → ys !! Z.to_nat i = Some y →
    zs (take (Z.to_nat (i + 1)) ys ≫= g) = zs (take (Z.to_nat i) ys ≫= g) ++ zs (g y).
  Proof using.
    intros Hi Hy. replace (Z.to_nat (i + 1)) with (S (Z.to_nat i)) by lia. rewrite (take_S_r _ _ y) by done.
    rewrite bind_app, zs_app. f_equal. cbn. by rewrite app_nil_r.
  Qed.

  Lemma fmap_bind {A C D} (h : A → C) (g : C → list D) (ys : list A) : (h <$> ys) ≫= g = ys ≫= (λ y, g (h y)).
  Proof using.
    induction ys as [|y ys IH]; [done|].
    change (g (h y) ++ ((h <$> ys) ≫= g) = g (h y) ++ (ys ≫= (λ y, g (h y)))). by rewrite IH.
  Qed.

  Lemma one_slot (ops : list operand) i j s :
    NoDup (omap slot_of ops) → ops !! i = Some (Here s) → ops !! j = Some (Here s) → i = j.
  Proof using.
    revert i j. induction ops as [|o ops IH]; intros i j Hn Hi Hj; [done|].
    assert (∀ k, ops !! k = Some (Here s) → s ∈ omap slot_of ops) as Hin.
    { intros k Hk. apply elem_of_list_omap. exists (Here s). split; [by eapply elem_of_list_lookup_2|done]. }
    destruct i as [|i], j as [|j]; cbn in Hi, Hj; [done| | |].
    - injection Hi as ->. cbn in Hn. apply NoDup_cons in Hn as [Hn _]. by destruct Hn; eapply Hin.
    - injection Hj as ->. cbn in Hn. apply NoDup_cons in Hn as [Hn _]. by destruct Hn; eapply Hin.
    - f_equal. apply IH; [|done|done]. destruct o; cbn in Hn; [by apply NoDup_cons in Hn as [_ ?]|done].
  Qed.
End parts.
