(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Rules by which instructions cross iterations and the ends of blocks. Unrolling: a body that goes
    round several times. Sinking: the end of the body, if it leaves the flags of the loop's test alone, moves behind the
    test, to the start of the next iteration and behind the loop; with a rotation, and the test of a loop that
    tests first put before it, that is software pipelining. And code in front of a conditional, or
    behind it, moves into its branches or out of them. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Asm.Model Require Import Syntax_trusted State_trusted Semantics_trusted Describe_trusted Run_trusted
  Flat_trusted Structured_trusted.
From Fairlead.Asm.Footprints Require Import Footprint Locset.
From Fairlead.Asm.Control Require Import Loops.
From Fairlead.Asm.Hoare Require Import Logic.
From Fairlead.Asm.Symbolic Require Import Equivalence.
From Fairlead.Asm.Refinement Require Import Refines.

(** The code changes none of the flags that the condition reads. *)
Definition keeps (c : cc) (x : code) : bool :=
  disjoint_sets (set_of (map F (cc_flags c))) (set_of (modified x)).

(** The body, then [n] times: unless this was the last time, round again. *)
Fixpoint unrolled (n : nat) (a : code) (c : cc) (b : code) : code :=
  match n with
  | O => a
  | S n => CSeq a (CIf c (CSeq b (unrolled n a c b)) CSkip)
  end.

Definition negate (c : cc) : cc :=
  match c with
  | CcO => CcNO | CcNO => CcO | CcB => CcAE | CcAE => CcB | CcE => CcNE | CcNE => CcE | CcBE => CcA | CcA => CcBE
  | CcS => CcNS | CcNS => CcS | CcP => CcNP | CcNP => CcP | CcL => CcGE | CcGE => CcL | CcLE => CcG | CcG => CcLE
  end.

Section rules.
  Context (g : env).

  Lemma negate_test c s h : test c s = Some h -> test (negate c) s = Some (negb h).
  Proof.
    unfold test. destruct c; cbn [negate cc_flags]; (destruct (forallb _ _); [|done]); intros [= <-];
      unfold cc_holds; cbn; by rewrite ?negb_involutive.
  Qed.

  Lemma test_agree c s s' : (∀ f, f ∈ cc_flags c -> locs s (F f) = locs s' (F f)) -> test c s = test c s'.
  Proof.
    intros H. unfold test, defined.
    assert (map (λ f, locs s (F f)) (cc_flags c) = map (λ f, locs s' (F f)) (cc_flags c)) as ->.
    { induction (cc_flags c) as [|f l IH]; cbn; [done|]. f_equal; [apply H; left|]. apply IH. intros; apply H. by right. }
    assert (forallb (λ f, N.ltb (locs s (F f)) undefined) (cc_flags c) = forallb (λ f, N.ltb (locs s' (F f)) undefined) (cc_flags c)) as ->; [|done].
    induction (cc_flags c) as [|f l IH]; cbn; [done|]. f_equal; [rewrite H; [done|left]|]. apply IH. intros; apply H. by right.
  Qed.

  Lemma keeps_test c x σ ρ h : keeps c x = true -> together g x σ ρ -> test2 c σ h <-> test2 c ρ h.
  Proof.
    intros Hk (t & H1 & H2)%together_executes.
    assert (∀ s s', executes g x s s' t -> test c s = test c s') as E.
    { intros s s' He. apply test_agree. intros f Hf. symmetry. apply (code_frame _ _ _ _ _ He). intros Hin.
      eapply disjoint_sets_spec; [exact Hk| |]; apply mem_set_of; [|exact Hin].
      apply elem_of_list_In, in_map, elem_of_list_In. exact Hf. }
    unfold test2. by rewrite (E _ _ H1), (E _ _ H2).
  Qed.

  (** ** Loops *)

  Theorem sink a i c b :
    keeps c i = true -> refines g (CLoop (CSeq a i) c b) (CSeq (CLoop a c (CSeq i b)) i).
  Proof.
    intros Hk σ ρ _ H. remember (CLoop (CSeq a i) c b) as x eqn:E.
    induction H as [| | | |? ? ? σ ρ H1 _ Ht|? ? ? σ τ τ' ρ H1 _ Ht H2 _ H3 IH]; simplify_eq.
    - inversion H1; subst. econstructor; [|done]. apply T_Exit; [done|]. by eapply keeps_test.
    - inversion H1; subst. specialize (IH eq_refl). inversion IH; subst. econstructor; [|done].
      eapply T_Again; [done|by eapply keeps_test| |done]. by econstructor.
  Qed.

  (** A loop that tests first, as a conditional and one that tests last. *)
  Theorem invert c b : refines g (CLoop CSkip c b) (CIf c (CLoop b c CSkip) CSkip).
  Proof.
    intros σ ρ _ H. remember (CLoop CSkip c b) as x eqn:E.
    induction H as [| | | |? ? ? σ ρ H1 _ Ht|? ? ? σ τ τ' ρ H1 _ Ht H2 _ H3 IH]; simplify_eq.
    - inversion H1; subst. apply (T_If _ _ _ _ _ _ false); [done|constructor].
    - inversion H1; subst. specialize (IH eq_refl). apply (T_If _ _ _ _ _ _ true); [done|].
      inversion IH as [| | |? ? ? ? ? h ? Hx| |]; subst. destruct h.
      + eapply T_Again; [done|done|constructor|done].
      + inversion Hx; subst. by apply T_Exit.
  Qed.

  (** [k] times round again. *)
  Fixpoint iterates (a : code) (c : cc) (b : code) (k : nat) (σ ρ : pair) : Prop :=
    match k with
    | O => together g a σ ρ /\ test2 c ρ false
    | S k => ∃ τ τ', together g a σ τ /\ test2 c τ true /\ together g b τ τ' /\ iterates a c b k τ' ρ
    end.

  Lemma loop_iterates a c b σ ρ : together g (CLoop a c b) σ ρ -> ∃ k, iterates a c b k σ ρ.
  Proof.
    intros H. remember (CLoop a c b) as x eqn:E.
    induction H as [| | | |? ? ? σ ρ H1 _ Ht|? ? ? σ τ τ' ρ H1 _ Ht H2 _ H3 IH]; simplify_eq.
    - by exists 0.
    - destruct (IH eq_refl) as [k Hk]. exists (S k), τ, τ'. done.
  Qed.

  Lemma unrolled_iterates n a c b k σ ρ : iterates a c b k σ ρ ->
    ∃ τ, together g (unrolled n a c b) σ τ /\
      ((τ = ρ /\ test2 c ρ false) \/
       (test2 c τ true /\ ∃ τ' j, together g b τ τ' /\ j < k /\ iterates a c b j τ' ρ)).
  Proof.
    revert k σ. induction n as [|n IH]; intros [|k] σ H; cbn in H.
    - destruct H. exists ρ. auto.
    - destruct H as (τ & τ' & H1 & H2 & H3 & H4). exists τ. split; [done|]. right. split; [done|]. exists τ', k. auto with lia.
    - destruct H as [H1 H2]. exists ρ. split; [|by left]. econstructor; [done|].
      apply (T_If _ _ _ _ _ _ false); [done|constructor].
    - destruct H as (τ & τ' & H1 & H2 & H3 & H4). destruct (IH k τ' H4) as (κ & Hκ & Hr).
      exists κ. split.
      + econstructor; [done|]. apply (T_If _ _ _ _ _ _ true); [done|]. by econstructor.
      + destruct Hr as [?|(? & κ' & j & ? & ? & ?)]; [by left|]. right. split; [done|]. exists κ', j. auto with lia.
  Qed.

  Theorem unroll n a c b : refines g (CLoop a c b) (CLoop (unrolled n a c b) c b).
  Proof.
    intros σ ρ _ [k Hk]%loop_iterates. revert σ Hk.
    induction k as [k IH] using lt_wf_ind. intros σ Hk.
    destruct (unrolled_iterates n _ _ _ _ _ _ Hk) as (τ & H1 & [[-> Ht]|(Ht & τ' & j & Hb & Hj & Hr)]).
    - by apply T_Exit.
    - eapply T_Again; [done|done|done|]. by eapply IH.
  Qed.

  (** ** Conditionals *)

  (** The branches exchanged. *)
  Theorem exchange c a b : refines g (CIf c a b) (CIf (negate c) b a).
  Proof.
    intros σ ρ _ H. inversion H as [| | |? ? ? ? ? h [H1 H2] Hx| |]; subst.
    apply (T_If _ _ _ _ _ _ (negb h)); [by split; apply negate_test|]. by destruct h.
  Qed.

  Theorem into_if x c a b : keeps c x = true -> refines g (CSeq x (CIf c a b)) (CIf c (CSeq x a) (CSeq x b)).
  Proof.
    intros Hk σ ρ _ H. inversion H as [| |? ? ? τ ? H1 H2| | |]; subst.
    inversion H2 as [| | |? ? ? ? ? h Ht Hx| |]; subst.
    apply (T_If _ _ _ _ _ _ h); [by eapply keeps_test|]. destruct h; by econstructor.
  Qed.

  Theorem out_of_if x c a b : keeps c x = true -> refines g (CIf c (CSeq x a) (CSeq x b)) (CSeq x (CIf c a b)).
  Proof.
    intros Hk σ ρ _ H. inversion H as [| | |? ? ? ? ? h Ht Hx| |]; subst.
    assert (∃ τ, together g x σ τ /\ together g (if h then a else b) τ ρ) as (τ & H1 & H2).
    { destruct h; inversion Hx; subst; eauto. }
    econstructor; [done|]. apply (T_If _ _ _ _ _ _ h); [|done]. by apply (keeps_test c x σ τ h Hk H1).
  Qed.

  Theorem tail_into_if x c a b : refines g (CSeq (CIf c a b) x) (CIf c (CSeq a x) (CSeq b x)).
  Proof.
    intros σ ρ _ H. inversion H as [| |? ? ? τ ? H1 H2| | |]; subst.
    inversion H1 as [| | |? ? ? ? ? h Ht Hx| |]; subst.
    apply (T_If _ _ _ _ _ _ h); [done|]. destruct h; by econstructor.
  Qed.

  Theorem tail_out_of_if x c a b : refines g (CIf c (CSeq a x) (CSeq b x)) (CSeq (CIf c a b) x).
  Proof.
    intros σ ρ _ H. inversion H as [| | |? ? ? ? ? h Ht Hx| |]; subst.
    assert (∃ τ, together g (if h then a else b) σ τ /\ together g x τ ρ) as (τ & H1 & H2).
    { destruct h; inversion Hx; subst; eauto. }
    econstructor; [|done]. by apply (T_If _ _ _ _ _ _ h).
  Qed.
End rules.
