(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * An assignment, in C as in the source.

    Where the source's step does not trap, the C is defined, and what it leaves represents what
    the source leaves; where it traps, the C traps, and nothing was stored before. *)
From Fairlead.Base Require Import Prelude Outcome Table.
From Fairlead.C Require Import Types.
From Fairlead.Lang.Typing Require Import Tests Numbers.
From Fairlead.Lang.Guards Require Import Exprs.
From Fairlead.Lang.Frames Require Import Checker.
From Fairlead.Printed Require Export Constructed.
Local Open Scope Z_scope.

Section assigned.
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
  Local Notation denote := (Semantics.denote objects (functions waits)).
  Local Notation exec := (Statements.exec (functions waits) beside apart).
  Local Notation fails := (fails waits objects).
  Local Notation represented os s := (represents_store waits W variables constants os s).

  Lemma write_Some x v y u : write touch x v s !! y = Some (Some u) →
    y = x ∧ u = v ∨ y ≠ x ∧ touch x s !! y = Some (Some u).
  Proof.
    unfold write. destruct (decide (y = x)) as [->|Hy].
    - intros H. pose proof (lookup_lt_Some _ _ _ H) as Hlt. rewrite insert_length in Hlt.
      rewrite list_lookup_insert in H by done. left. by simplify_eq.
    - rewrite list_lookup_insert_ne by done. auto.
  Qed.

  Lemma stored_represents x tx v o :
    variables x = Some tx → represents tx v (Some o) →
      represented (stored apart objects (NVariable x) o) (write touch x v s).
  Proof using Hs Hconstants Htouch.
    intros Hx Hv. unfold stored. split.
    - intros y t u Hy [[-> ->]|[Hne Hu]]%write_Some.
      + rewrite decide_True by done. by simplify_eq.
      + destruct (Htouch _ _ _ Hne Hu) as [Hu' Hap]. rewrite decide_False by congruence. rewrite Hap.
        by eapply (proj1 Hs).
    - intros c t u Hc Hu. rewrite decide_False by done. rewrite Hconstants. by eapply (proj2 Hs).
  Qed.

  Lemma same_represents x v : s !! x = Some (Some v) → represented objects (write touch x v s).
  Proof using Hs Htouch.
    intros Hx. split; [|apply Hs]. intros y t u Hy [[-> ->]|[Hne Hu]]%write_Some; eapply (proj1 Hs); try done.
    by eapply Htouch.
  Qed.

  (** ** What is assigned to itself *)
  Lemma update_same p : ∀ f v s', update W touch p f s = Ok s' → get W p s = Ok v → f (Some v) = Ok v →
    ∃ x u, s !! x = Some (Some u) ∧ s' = write touch x u s.
  Proof.
    induction p as [x|c|p IH i|p IH e|p IH tag|p IH e]; intros f v s' Hu Hg Hf; cbn [update] in Hu.
    - apply bind_Ok in Hu as (ov&Hov%or_wrong_Ok&Hu). cbn [get] in Hg. rewrite Hov in Hg.
      apply or_wrong_Ok in Hg. cbn in Hg. subst. rewrite Hf in Hu. cbn in Hu. exists x, v. split; [done|congruence].
    - done.
    - cbn [get] in Hg. apply bind_Ok in Hg as (u&Hu'&Hg). destruct u as [| | | |l| | | |]; try done.
      apply or_wrong_Ok in Hg. eapply IH; [exact Hu|exact Hu'|]. cbn. rewrite Hg. cbn. rewrite Hf. cbn.
        by rewrite list_insert_id.
    - apply bind_Ok in Hu as (z&Hz&Hu).
      change (get W (PIndex p e) s) with (v ← get W p s; i ← eval W e s; i ← as_int i; index v i) in Hg.
      apply bind_Ok in Hg as (u&Hu'&Hg). unfold eval_int in Hz. destruct (eval W e s) as [ve| |]; try done.
      cbn in Hz, Hg. rewrite Hz in Hg. cbn in Hg. eapply IH; [exact Hu|exact Hu'|]. cbn.
      destruct u as [| |l|l| | | | |]; try done; cbn [index] in Hg.
      + apply fmap_Ok in Hg as (b&Hb&->). rewrite Hb. cbn. rewrite Hf. cbn. apply at_index_Ok in Hb as [_ Hb].
        by rewrite list_insert_id.
      + rewrite Hg. cbn. rewrite Hf. cbn. apply at_index_Ok in Hg as [_ Hg]. by rewrite list_insert_id.
    - cbn [get] in Hg. apply bind_Ok in Hg as (u&Hu'&Hg). apply payload_Ok in Hg as ->.
      eapply IH; [exact Hu|exact Hu'|]. cbn. rewrite decide_True by done. rewrite Hf. done.
    - apply bind_Ok in Hu as (z&Hz&Hu).
      change (get W (PKey p e) s) with (v ← get W p s; k ← eval W e s; l ← as_map v; k ← as_int k;
        or_trap (map_find l k)) in Hg.
      apply bind_Ok in Hg as (u&Hu'&Hg). unfold eval_int in Hz. destruct (eval W e s) as [ve| |]; try done.
      cbn in Hz, Hg. rewrite Hz in Hg. cbn in Hg. apply bind_Ok in Hg as (l&->%as_map_Ok&Hl%or_trap_Ok).
      eapply IH; [exact Hu|exact Hu'|]. cbn. rewrite Hl. cbn. rewrite Hf. cbn. f_equal. f_equal. clear - Hl.
      induction l as [|[k a] l IH]; simpl in *; [done|]. destruct (z =? k) eqn:Hk; [apply Z.eqb_eq in Hk; congruence|].
      by rewrite IH.
  Qed.

  Lemma converted_eval e v : eval W e s = Ok v → eval W (converted e) s = Ok v.
  Proof.
    revert v. induction e; try done; intros v; cbn [converted]; destruct (Checker.width_eqb _ _) eqn:Hw; try done;
      apply width_eqb_eq in Hw as ->; cbn [eval]; intros (u&Hu&Hv)%bind_Ok; rewrite (IHe _ Hu);
      apply bind_Ok in Hv as (z&->%as_int_Ok&Hv).
    - apply bind_Ok in Hv as (z'&Hz%or_wrong_Ok&[= <-]). unfold checked in Hz. destruct (fits _ z) eqn:Hf; [|done].
      injection Hz as <-. by rewrite wrap_id by (by apply fits_in_range).
    - apply fmap_Ok in Hv as (z'&Hz%or_trap_Ok&->). unfold checked in Hz. destruct (fits _ z); [|done].
      by injection Hz as <-.
  Qed.

  (** ** Guards *)
  Lemma traps_ok fs rest b :
    fails fs = Some b → exec (map trap_if fs ++ rest) objects = if b then Some (Traps objects) else exec rest objects.
  Proof.
    unfold Statements.exec. induction fs as [|[|x] fs IH]; cbn [Checks.fails map app]; [by intros [= <-]|by intros [=
      <-]|].
    intros H. apply bind_Some in H as (v&Hv&H). apply bind_Some in H as ([t z]&Hz&H).
    cbn [trap_if Statements.in_order Statements.perform]. rewrite Hv. cbn [mbind option_bind]. rewrite Hz.
    cbn [mbind option_bind].
    destruct (z =? 0); cbn [and_then]; [by apply IH|]. destruct (z =? 1); [|done]. by injection H as <-.
  Qed.

  Lemma fails_always_ok fs : fails_always fs = true → fails fs ≠ Some false.
  Proof.
    induction fs as [|[|x] fs IH]; cbn; [done|done|]. intros H Hf. apply bind_Some in Hf as (v&Hv&Hf).
    apply bind_Some in Hf as ([t z]&Hz&Hf). destruct (z =? 0); [by apply IH|]. by destruct (z =? 1).
  Qed.

  (** ** The store *)
  Lemma scalar_store_ok p l t it e x s' v :
    lower_place variables constants p = Some (l, t) → stored_type t = Some it →
    typed (lower variables constants e) t = Some x → eval W e s = Ok v →
    assign W touch p v s = Ok s' →
    ∃ os, exec (if decide (converted e = ERead p) then [] else [SAssign it l x]) objects = Some (Ends os) ∧
      represented os s'.
  Proof using Hs Hconstants Htouch.
    intros Hl Hit Hx%typed_Some Hv Hr. unfold assign in Hr. case_decide as Hself.
    - exists objects. split; [done|]. apply converted_eval in Hv. rewrite Hself in Hv.
      destruct (update_same _ _ _ _ Hr Hv eq_refl) as (y&u&Hy&->). by apply same_represents.
    - pose proof (lower_value W s waits variables constants objects Hs _ _ _ _ Hx Hv) as Hval.
      assert (∃ ty z, Semantics.eval objects (functions waits) x = Some (VInteger ty z) ∧ convert it z = Some z ∧
        represents t v (Some (OInt it z)) ∧ (∀ u o, represents t u o → is_Some o)) as (ty&z&He&Hconv&Hrep&Hscalar).
      { destruct t, v; try done; injection Hit as <-.
        - destruct Hval as [ty He]. exists ty, (truth b). split_and!; [done|by destruct b|constructor|].
          intros u o Hu. by inversion Hu.
        - destruct Hval as (Hz&ty&He&_). exists ty, z. split_and!; [done| |by constructor|].
          + apply convert_id; [by destruct w|]. apply in_range_bounds in Hz. apply holds_le. destruct w; cbn in *; lia.
          + intros u o Hu. by inversion Hu. }
      destruct (update_ok W s touch waits variables constants objects Hs p l t _ (λ _, Some (OInt it z)) s' Hl Hr)
        as (y&ty'&v'&o'&Hst&Hy&->&Hv').
      { intros ov v' Hb [= <-]. split; [eauto|]. intros [u ->]. eapply Hscalar.
        by apply (proj1 (lower_correct W s waits variables constants objects Hs) _ _ _ _ Hl (Hb u eq_refl)). }
      eexists. split; [|by eapply stored_represents]. unfold Statements.exec. cbn [Statements.in_order
        Statements.perform].
      rewrite He. cbn [mbind option_bind as_integer]. rewrite Hconv. cbn [mbind option_bind]. by rewrite Hst.
  Qed.

  Lemma built_represents x os' p : ∀ l t ms f s',
    lower_place variables constants p = Some (l, t) → trail l = Some (NVariable x, ms) →
    update W touch p f s = Ok s' → wrote apart x ms objects os' →
    (∀ ov v', (∀ v, ov = Some v → get W p s = Ok v) → f ov = Ok v' → represents t v' (at_path (os' (NVariable x)) ms)) →
    represented os' s'.
  Proof using Hs Hconstants Htouch.
    pose proof (place_ok W s waits variables constants objects Hs) as Hplace.
    assert (∀ l ms t v, trail l = Some (NVariable x, ms) → represents t v (denote l) →
      represents t v (at_path (objects (NVariable x)) ms)) as Hat.
    { intros l ms t v Hl. by rewrite (trail_denote waits objects _ _ _ Hl). }
    induction p as [y|c|p IH i|p IH e|p IH tag|p IH e]; intros l t ms f s' Hl Hms Hu Hw Hf;
      cbn [Lowering.lower_place] in Hl;
      fold (Lowering.lower variables constants) (Lowering.lower_place variables constants) in Hl; cbn [update] in Hu.
    - apply bind_Some in Hl as (tx&Hx&[= <- <-]). injection Hms as -> <-.
      apply bind_Ok in Hu as (ov&Hov%or_wrong_Ok&Hu). apply bind_Ok in Hu as (v'&Hv'&[= <-]).
      assert (represents tx v' (os' (NVariable x))) as Hv.
      { apply (Hf ov); [|done]. intros v ->. cbn [get]. by rewrite Hov. }
      split.
      + intros y t u Hy [[-> ->]|[Hne Hu]]%write_Some; [by simplify_eq|].
        destruct (Htouch _ _ _ Hne Hu) as [Hu' Hap]. rewrite (proj1 Hw); [by eapply (proj1 Hs)|congruence|done].
      + intros c t u Hc Hu. rewrite (proj1 Hw); [by eapply (proj2 Hs)|done|done].
    - done.
    - apply bind_Some in Hl as ([c tp]&Hc&Hl). destruct tp as [| | | | |n ts| | | |]; try done.
      apply bind_Some in Hl as (ti&Hti&[= <- <-]). cbn [trail] in Hms. apply bind_Some in Hms as ([y k]&Hk&[= -> <-]).
      eapply (IH _ _ k); [done|done|done|by eapply wrote_less|].
      intros ov v' Hb (v&->&Hv)%modify_Ok. specialize (Hb v eq_refl). pose proof (Hat _ _ _ _ Hk (Hplace _ _ _ _ Hc
        Hb)) as Hr.
      destruct v as [| | | |vs| | | |]; try done. apply bind_Ok in Hv as (x'&Hx%or_wrong_Ok&Hv).
      apply bind_Ok in Hv as (x''&Hx'&[= <-]).
      inversion Hr as [| | | |? ? ? ? Hlen Hall| | | |]; subst; try done.
      apply rep_record; [by rewrite insert_length|]. intros j tj u Htj Hu'. rewrite <- at_path_snoc.
      destruct (decide (j = i)) as [->|Hj].
      + rewrite list_lookup_insert in Hu' by (by eapply lookup_lt_Some). simplify_eq.
        apply (Hf (Some x')); [|done]. intros ? [= <-]. cbn [get]. rewrite Hb. cbn. by rewrite Hx.
      + rewrite list_lookup_insert_ne in Hu' by congruence. rewrite (proj2 Hw).
        * rewrite at_path_snoc. by apply Hall.
        * apply apart_siblings; [congruence|done].
    - apply bind_Some in Hl as ([c tp]&Hc&Hl). apply bind_Some in Hl as ([i ti]&Hi&Hl).
      destruct ti; try done; destruct tp; try done; injection Hl as <- <-; done.
    - apply bind_Some in Hl as ([c tp]&Hc&Hl). destruct tp as [| | | | | |n ts| | |]; try done.
      apply bind_Some in Hl as (ti&Hti&[= <- <-]). cbn [trail] in Hms.
      apply bind_Some in Hms as ([y k']&Hk'&[= -> <-]). apply bind_Some in Hk' as ([y k]&Hk&[= -> <-]).
      eapply (IH _ _ k); [done|done|done|by do 2 eapply wrote_less|].
      intros ov v' Hb (v&->&Hv)%modify_Ok. specialize (Hb v eq_refl). pose proof (Hat _ _ _ _ Hk (Hplace _ _ _ _ Hc
        Hb)) as Hr.
      apply bind_Ok in Hv as ([tag' u]&->%as_union_Ok&Hv). destruct (decide (tag' = tag)) as [->|]; [|done].
      apply bind_Ok in Hv as (u'&Hu'&[= <-]). inversion Hr as [| | | | |? ? ? ? ? ? Ht Htag Hh Hp| | |]; subst; try
        done.
      eapply rep_union; [done| |done|].
      + rewrite <- at_path_snoc, (proj2 Hw), at_path_snoc; [done|]. rewrite <- (assoc_L (++)). by apply apart_siblings.
      + rewrite <- !at_path_snoc. simplify_eq. apply (Hf (Some u)); [|done]. intros ? [= <-]. cbn [get]. rewrite Hb.
        cbn.
        unfold payload. cbn. by rewrite decide_True.
    - apply bind_Some in Hl as ([c tp]&Hc&Hl). destruct tp as [| | | | | | |cap w tv| |]; try done.
      apply bind_Some in Hl as (k&Hk&[= <- <-]). done.
  Qed.

  Lemma writing_represented x : represents_store waits W (while_writing variables apart x) constants objects s.
  Proof using Hs.
    split; [|apply Hs]. intros y t v Hy. apply (proj1 Hs). unfold while_writing in Hy. by destruct (_ && _).
  Qed.

  (** What is written is a variable's. *)
  Lemma owner_variable p : ∀ f l t y ms s',
    lower_place variables constants p = Some (l, t) → trail l = Some (y, ms) → update W touch p f s = Ok s' →
    ∃ x, y = NVariable x.
  Proof.
    induction p as [x|c|p IH i|p IH e|p IH tag|p IH e]; intros f l t y ms s' Hl Hms Hr;
      cbn [Lowering.lower_place] in Hl;
      fold (Lowering.lower variables constants) (Lowering.lower_place variables constants) in Hl; cbn [update] in Hr.
    - apply bind_Some in Hl as (tx&Hx&[= <- <-]). injection Hms as <- _. eauto.
    - done.
    - apply bind_Some in Hl as ([c tp]&Hc&Hl). destruct tp; try done. apply bind_Some in Hl as (ti&Hti&[= <- <-]).
      cbn [trail] in Hms. apply bind_Some in Hms as ([z k]&Hk&[= -> <-]). by eapply IH.
    - apply bind_Some in Hl as ([c tp]&Hc&Hl). apply bind_Some in Hl as ([i ti]&Hi&Hl).
      destruct ti; try done; destruct tp; try done; injection Hl as <- <-; done.
    - apply bind_Some in Hl as ([c tp]&Hc&Hl). destruct tp; try done. apply bind_Some in Hl as (ti&Hti&[= <- <-]).
      cbn [trail] in Hms. apply bind_Some in Hms as ([z k']&Hk'&[= -> <-]).
      apply bind_Some in Hk' as ([z k]&Hk&[= -> <-]). by eapply IH.
    - apply bind_Some in Hl as ([c tp]&Hc&Hl). destruct tp; try done. apply bind_Some in Hl as (k&Hk&[= <- <-]). done.
  Qed.

  Lemma store_ok k p e c k' s' :
    lower_store variables constants apart in_line k p e = Some (c, k') →
    run_basic W touch external (BAssign p e) s = Ok s' → ∃ os, exec c objects = Some (Ends os) ∧ represented os s'.
  Proof using Hs Hconstants Htouch Htemporary Htemporaries.
    intros Hc Hr. apply bind_Some in Hc as ([l t]&Hl&Hc). cbn [run_basic] in Hr. apply bind_Ok in Hr as (v&Hv&Hr).
    destruct (stored_type t) as [it|] eqn:Hit.
    { apply bind_Some in Hc as (x&Hx&[= <- <-]). by eapply scalar_store_ok. }
    case_decide as Hself.
    { injection Hc as <- <-. subst. exists objects. split; [done|]. unfold assign in Hr.
      destruct (update_same _ _ _ _ Hr Hv eq_refl) as (y&u&Hy&->). by apply same_represents. }
    apply bind_Some in Hc as (y&Hy&Hc). destruct (owner_trail _ _ Hy) as [ms Hms]. unfold assign in Hr.
    destruct (owner_variable _ _ _ _ _ _ _ Hl Hms Hr) as [x ->].
    destruct (into_ok W s waits apart x (while_writing variables apart (NVariable x)) constants in_line) with (e := e)
      (k := k) (l := l) (ms := ms) (t := t) (c := c) (k' := k') (v := v) (os := objects) as (os&He&Hw&Hrep); try done.
    { intros y' t' Hy'. unfold while_writing in Hy'. destruct (_ && _) eqn:Hb; [|done].
      apply andb_true_iff in Hb as [Hne%negb_true_iff%bool_decide_eq_false Hap]. split; [congruence|done]. }
    { apply writing_represented. }
    exists os. split; [done|]. eapply built_represents; [done..|]. by intros ov v' _ [= <-].
  Qed.
End assigned.

(** ** In a frame that is laid out *)
Section framed.
  Context (L : plans).

  (** Of a variable in the frame, those that share no byte with it. *)
  Definition apart_in (p : procedure) (a b : variable) : bool :=
    match a, b with
    | NVariable x, NVariable y => with_slot L p x true (λ pl off size, negb (hit pl x off size y))
    | _, _ => true
    end.

  Lemma apart_in_touch {P} p x y (v : val P) (s : Value.store P) :
    y ≠ x → layout_touch L p x s !! y = Some (Some v) →
    s !! y = Some (Some v) ∧ apart_in p (NVariable x) (NVariable y) = true.
  Proof.
    intros _. unfold layout_touch, apart_in, with_slot. destruct (look L p) as [pl|]; [|done].
    destruct (home_in pl x) as [off size| | |]; try done. unfold keep_if. rewrite list_lookup_imap.
    destruct (s !! y) as [u|]; simpl; [|done]. by destruct (negb _).
  Qed.
End framed.
