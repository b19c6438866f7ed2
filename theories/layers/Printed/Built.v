(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * What builds a value leaves it where it was to be, and nothing else is changed. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.C Require Import Types.
From Fairlead.Lang.Model Require Import Induction.
From Fairlead.Lang.Typing Require Import Tests Numbers.
From Fairlead.Printed Require Export Written.
Local Open Scope Z_scope.

Section built.
  Context {P : Type} (W : world P) (s : Value.store P).
  Context (waits : procedure → fl_object → option Z) (apart : variable → variable → bool).
  Context (x : nat).  (* the variable that is written *)
  Context (variables constants : nat → option ty) (in_line : ty → bool).
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
  Implicit Types (os : variable → option fl_object).

  (** Nothing but what is at these members of [x]. *)
  Definition wrote (ms : list member_name) os os' : Prop :=
    (∀ y, y ≠ X → apart X y = true → os' y = os y) ∧
    ∀ ms', apart_members ms ms' → at_path (os' X) ms' = at_path (os X) ms'.

  Lemma wrote_trans ms os os' os'' : wrote ms os os' → wrote ms os' os'' → wrote ms os os''.
  Proof. intros [H1 H2] [H1' H2']. split; intros; [rewrite H1', H1|rewrite H2', H2]; auto. Qed.
  Lemma wrote_less ms k os os' : wrote (ms ++ k) os os' → wrote ms os os'.
  Proof. intros [H1 H2]. split; [done|]. intros ms' ?. by apply H2, apart_members_more. Qed.

  Lemma free_owned y : owned variables y → y ≠ X ∧ apart X y = true.
  Proof using Hfree Hconstants.
    destruct y as [y|c|]; cbn; [|by auto|done]. intros [t Ht]. apply Hfree in Ht as [??]. split; congruence.
  Qed.

  Lemma wrote_represented ms os os' : represented os → wrote ms os os' → represented os'.
  Proof using Hfree Hconstants.
    intros [Hv Hc] [Hw _]. split.
    - intros y t v Hy Hs. destruct (Hfree _ _ Hy) as [??]. rewrite Hw; [by eapply Hv|congruence|done].
    - intros c t v Ht Hs. rewrite Hw; [by eapply Hc|done|done].
  Qed.

  Definition builds (c : list fl_cstat) (ms : list member_name) (t : ty) (v : val P) : Prop :=
    ∀ os, represented os → ∃ os', exec c os = Some (Ends os') ∧ wrote ms os os' ∧ represents t v (at_path (os' X) ms).

  Lemma exec_app a b os : exec (a ++ b) os = and_then (exec a os) (exec b).
  Proof.
    revert os. unfold Statements.exec. induction a as [|c a IH]; intros os; [done|]. cbn [app Statements.in_order].
    match goal with |- and_then ?r _ = _ => destruct r as [[os'|os']|] end; cbn [and_then]; [apply IH|done|done].
  Qed.

  (** ** One store *)
  Lemma store_ok os l ms g o' :
    trail l = Some (X, ms) → g (at_path (os X) ms) = Some o' →
    ∃ o, Statements.store (functions waits) beside os l g = Some (X, o) ∧
      wrote ms os (stored os X o) ∧ at_path (stored os X o X) ms = Some o'.
  Proof.
    intros Hl Hg. destruct (store_trail waits os _ _ _ _ _ Hl Hg) as (o&Ho&Hat&Hrest). exists o. split; [done|].
    unfold Statements.stored. split; [split|]; rewrite ?decide_True by done; [|done..].
    intros y Hy Ha. by rewrite decide_False, Ha.
  Qed.

  Lemma assign_ok os l ms it e ty z z' :
    trail l = Some (X, ms) → ceval os e = Some (VInteger ty z) → convert it z = Some z' →
    ∃ os', run (SAssign it l e) os = Some (Ends os') ∧ wrote ms os os' ∧ at_path (os' X) ms = Some (OInt it z').
  Proof.
    intros Hl He Hz. destruct (store_ok os l ms (λ _, Some (OInt it z')) _ Hl eq_refl) as (o&Ho&Hw&Hat).
    eexists. split; [|done]. cbn [Statements.perform]. rewrite He. cbn. rewrite Hz. cbn. by rewrite Ho.
  Qed.

  Lemma builds_one c ms t v :
    (∀ os, represented os → ∃ os', run c os = Some (Ends os') ∧ wrote ms os os' ∧ represents t v (at_path (os' X) ms)) →
    builds [c] ms t v.
  Proof.
    intros H os Hos. destruct (H os Hos) as (os'&Hr&Hw). exists os'. split; [|done]. unfold Statements.exec. cbn.
    by rewrite Hr.
  Qed.

  Lemma builds_assign l ms it e t v :
    trail l = Some (X, ms) → stored_type t = Some it →
    (∀ os, represented os → ∃ ty z z', ceval os e = Some (VInteger ty z) ∧ convert it z = Some z' ∧
       represents t v (Some (OInt it z'))) →
    builds [SAssign it l e] ms t v.
  Proof.
    intros Hl Ht He. apply builds_one. intros os Hos. destruct (He os Hos) as (ty&z&z'&Hz&Hc&Hr).
    destruct (assign_ok os l ms it e ty z z' Hl Hz Hc) as (os'&H1&H2&H3). exists os'. by rewrite H3.
  Qed.

  Lemma builds_scalar l ms it e v t c :
    trail l = Some (X, ms) → stored_type t = Some it → typed (lower variables constants e) t = Some c →
    eval W e s = Ok v → builds [SAssign it l c] ms t v.
  Proof.
    intros Hl Ht Hc%typed_Some Hv. apply builds_assign; [done..|]. intros os Hos.
    pose proof (lower_value W s waits variables constants os Hos _ _ _ _ Hc Hv) as Hval.
    destruct t, v; try done; injection Ht as <-.
    - destruct Hval as [ty He]. exists ty, (truth b), (truth b). split_and!; [done|by destruct b|constructor].
    - destruct Hval as (Hz&ty&He&_). exists ty, z, z. split_and!; [done| |by constructor].
      apply convert_id; [by destruct w|]. apply in_range_bounds in Hz. apply holds_le. destruct w; cbn in *; lia.
  Qed.

  (** ** Records and unions *)
  Section parts.
    Context {A B : Type} (f : nat → ty → A → B → option (list fl_cstat * B)) (value : A → val P → Prop).
    Context (n : nat) (all : list ty) (ms : list member_name).
    Local Notation part i := (MPart (TRecord n all) i).

    Lemma parts_ok l : ∀ i ts b c b' vs,
      (∀ j t a, ts !! j = Some t → l !! j = Some a →
         ∀ i b c b' v, f i t a b = Some (c, b') → value a v → builds c (ms ++ [part i]) t v) →
      parts f i ts l b = Some (c, b') → Forall2 value l vs →
      length vs = length ts ∧ ∀ os, represented os → ∃ os', exec c os = Some (Ends os') ∧ wrote ms os os' ∧
        (∀ j t v, ts !! j = Some t → vs !! j = Some v → represents t v (at_path (os' X) (ms ++ [part (i + j)]))) ∧
        ∀ j, (j < i)%nat → at_path (os' X) (ms ++ [part j]) = at_path (os X) (ms ++ [part j]).
    Proof using Hfree Hconstants.
      induction l as [|a l IH]; intros i ts b c b' vs Hl Hp Hvs; destruct ts as [|t ts]; try done.
      - injection Hp as <- <-. inversion Hvs; subst. split; [done|]. intros os Hos. exists os.
        split_and!; [done|done| |done]. intros j t v Ht. by rewrite lookup_nil in Ht.
      - cbn [parts] in Hp. apply bind_Some in Hp as ([c1 b1]&H1&Hp). apply bind_Some in Hp as ([c2 b2]&H2&[= <- <-]).
        inversion Hvs as [|? v ? vs' Hv Hvs' E1 E2]; subst. pose proof (Hl 0%nat _ _ eq_refl eq_refl) as Ha.
        pose proof (λ j, Hl (S j)) as Hl'. cbn in Hl'. clear Hl.
        destruct (IH _ _ _ _ _ _ Hl' H2 Hvs') as [Hlen Hrest]. split; [cbn; congruence|]. intros os Hos.
        destruct (Ha _ _ _ _ _ H1 Hv os Hos) as (os1&He1&Hw1&Hr1).
        destruct (Hrest os1) as (os2&He2&Hw2&Hr2&Hbefore); [by eapply wrote_represented|].
        exists os2. split_and!.
        + by rewrite exec_app, He1.
        + eapply wrote_trans; [by eapply wrote_less|done].
        + intros [|j] t' v' Ht Hv'; simpl in Ht, Hv'.
          * simplify_eq. rewrite Nat.add_0_r, Hbefore by lia. done.
          * replace (i + S j)%nat with (S i + j)%nat by lia. by apply Hr2.
        + intros j Hj. rewrite Hbefore by lia. apply Hw1. apply apart_siblings; [|done]. intros [= ?]. lia.
    Qed.
  End parts.

  Lemma record_built n ts vs os ms :
    length vs = length ts →
    (∀ j t v, ts !! j = Some t → vs !! j = Some v →
       represents t v (at_path (os X) (ms ++ [MPart (TRecord n ts) (0 + j)]))) →
    represents (TRecord n ts) (VRecord vs) (at_path (os X) ms).
  Proof.
    intros Hlen H. apply rep_record; [done|]. intros j t v Ht Hv. rewrite <- at_path_snoc. by apply (H j).
  Qed.

  Lemma trail_member l ms m : trail l = Some (X, ms) → trail (LMember l m) = Some (X, ms ++ [m]).
  Proof. intros Hl. cbn [trail]. by rewrite Hl. Qed.
  Lemma trail_case l ms t tag : trail l = Some (X, ms) → trail (case_of l t tag) = Some (X, ms ++ [MCases; MPart t
    tag]).
  Proof. intros Hl. unfold case_of. cbn [trail]. rewrite Hl. cbn. by rewrite <- (assoc_L (++)). Qed.

  Lemma tagged_ok os l ms ts tag c :
    trail l = Some (X, ms) → tagged l ts tag = Some c → (tag < length ts)%nat →
    ∃ os', run c os = Some (Ends os') ∧ wrote (ms ++ [MTag]) os os' ∧
      at_path (os' X) (ms ++ [MTag]) = Some (OInt (tag_type ts) (Z.of_nat tag)) ∧
      holds (tag_type ts) (Z.of_nat tag) = true.
  Proof.
    intros Hl Hc Htag. apply bind_Some in Hc as (z&Hz&[= <-]). unfold constant_of in Hz.
    destruct (constant_type Plain (Z.of_nat tag)) as [t|] eqn:Ht; [|done]. injection Hz as <-.
    assert (Z.of_nat tag < 18446744073709551616) as Hmost.
    { pose proof (constant_type_holds _ _ _ Ht) as Hh. apply holds_le in Hh. destruct t; cbn in Hh; lia. }
    destruct (assign_ok os (LMember l MTag) (ms ++ [MTag]) (tag_type ts) (XConstant Plain (Z.of_nat tag)) t (Z.of_nat
      tag)
      (Z.of_nat tag)) as (os'&H1&H2&H3).
    - by apply trail_member.
    - cbn. by rewrite Ht.
    - apply convert_cell; lia.
    - exists os'. split_and!; try done. apply cell_holds; lia.
  Qed.
End built.
