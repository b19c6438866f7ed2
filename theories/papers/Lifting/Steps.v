(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * The same in small steps.

    A machine for the language with a continuation: it evaluates or returns, one
    step at a time. It computes what the evaluator computes, runs for ever when
    the evaluator finds no end, and is stuck when that goes wrong. So lifting
    keeps results, unending runs and stuckness of the machine. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Papers.Lifting Require Import Terms Evaluator Agreement Lift Correctness.

Inductive pending :=
| PAssign (x : var)
| PIf (Φ : scope) (b c : term)
| PSeq (Φ : scope) (b : term)
| PArgs (Φ : scope) (f : name) (vs : list value) (rest : list term)
| PLeave (V : gset var) (σ : vars).      (* back in the caller, who has [σ] and sees [V] changed *)

Inductive machine :=
| Down (Φ : scope) (σ : vars) (M : term) (K : list pending)
| Back (v : value) (σ : vars) (K : list pending).

Definition call_step (Φ : scope) (f : name) (vs : list value) (σ : vars) (K : list pending) : option machine :=
  match find f Φ with
  | Some (xs, b, V, own) =>
      if decide (length vs = length xs) then
        Some (Down (SCons f xs b V own own) (bind_all xs vs ∪ within (V ∖ names_of xs) σ) b
          (PLeave (V ∖ names_of xs) σ :: K))
      else None
  | None => None
  end.
Definition args_step Φ f vs args σ K : option machine :=
  match args with [] => call_step Φ f vs σ K | a :: args => Some (Down Φ σ a (PArgs Φ f vs args :: K)) end.

Definition step (st : machine) : option machine :=
  match st with
  | Down Φ σ M K =>
      match M with
      | Val v => Some (Back v σ K)
      | Var x => match σ !! x with Some v => Some (Back v σ K) | None => None end
      | Assign x a => Some (Down Φ σ a (PAssign x :: K))
      | If a b c => Some (Down Φ σ a (PIf Φ b c :: K))
      | Seq a b => Some (Down Φ σ a (PSeq Φ b :: K))
      | Letrec f xs a b => Some (Down (SCons f xs a (dom σ) Φ Φ) σ b K)
      | Call f args => args_step Φ f [] args σ K
      end
  | Back _ _ [] => None
  | Back v σ (PAssign x :: K) =>
      match σ !! x with Some _ => Some (Back VUnit (<[x := v]> σ) K) | None => None end
  | Back v σ (PIf Φ b c :: K) =>
      match v with VBool t => Some (Down Φ σ (if t then b else c) K) | _ => None end
  | Back _ σ (PSeq Φ b :: K) => Some (Down Φ σ b K)
  | Back v σ (PArgs Φ f vs rest :: K) => args_step Φ f (vs ++ [v]) rest σ K
  | Back v σ' (PLeave V σ :: K) => Some (Back v (within V σ' ∪ σ) K)
  end.
Definition steps (k : nat) (st st' : machine) : Prop := nsteps (λ a b, step a = Some b) k st st'.
Definition finished (st : machine) : Prop := match st with Back _ _ [] => True | _ => False end.
Definition gets_stuck (st : machine) : Prop := ∃ k st', steps k st st' ∧ step st' = None ∧ ¬ finished st'.
Definition runs_for (n : nat) (st : machine) : Prop := ∃ k st', n ≤ k ∧ steps k st st'.

Lemma stuck_after k st st' : steps k st st' → gets_stuck st' → gets_stuck st.
Proof. intros H (j & st'' & ? & ? & ?). exists (k + j), st''. split; [by eapply nsteps_trans|done]. Qed.
Lemma runs_after k st st' n : steps k st st' → runs_for n st' → runs_for (n + k) st.
Proof. intros H (j & st'' & ? & ?). exists (k + j), st''. split; [lia|by eapply nsteps_trans]. Qed.
Lemma runs_less m n st : m ≤ n → runs_for n st → runs_for m st.
Proof. intros ? (k & st' & ? & ?). exists k, st'. split; [lia|done]. Qed.
Lemma one st st' : step st = Some st' → steps 1 st st'.
Proof. intros H. by apply nsteps_once. Qed.

(** What the machine does from [st], when the evaluator comes to [r] within depth [n]; [back]: where it returns to. *)
Definition follows {A} (n : nat) (st : machine) (r : result A) (back : A → vars → machine → Prop) : Prop :=
  match r with
  | Done a σ => ∃ k st', steps k st st' ∧ back a σ st'
  | Wrong => gets_stuck st
  | Late => runs_for n st
  end.

Lemma follows_after {A} n k st st' (r : result A) back : steps k st st' → follows n st' r back → follows n st r back.
Proof.
  intros H. destruct r as [| |a σ]; simpl.
  - intros Hr. apply (runs_less n (n + k)); [lia|]. by eapply runs_after.
  - by eapply stuck_after.
  - intros (j & st'' & ? & ?). exists (k + j), st''. split; [by eapply nsteps_trans|done].
Qed.

Lemma follows_then {A C} n st (r : result A) (f : A → vars → result C) back back' :
  follows n st r back → (∀ a σ st', r = Done a σ → back a σ st' → follows n st' (f a σ) back') →
  follows n st (andthen r f) back'.
Proof.
  destruct r as [| |a σ]; simpl; [done..|]. intros (k & st' & Hk & Hb) H. eapply follows_after; [done|]. by apply H.
Qed.

Lemma ends_stuck st : step st = None → ¬ finished st → gets_stuck st.
Proof. intros. exists 0, st. split; [constructor|done]. Qed.

Lemma machine_follows n : ∀ Φ σ M K, follows n (Down Φ σ M K) (ev n Φ σ M) (λ v σ' st, st = Back v σ' K).
Proof.
  induction n as [n IHn] using lt_wf_ind. intros Φ σ M. revert Φ σ.
  induction M as [v|x|x a IHa|a b c IHa IHb IHc|a b IHa IHb|f xs a b IHa IHb|f args IH] using term_nested_ind;
    intros Φ σ K.
  - rewrite ev_val. eexists 1, _. split; [by apply one|done].
  - rewrite ev_var. destruct (σ !! x) as [v|] eqn:E; simpl.
    + eexists 1, _. split; [|done]. apply one. simpl. by rewrite E.
    + apply ends_stuck; simpl; [by rewrite E|auto].
  - rewrite ev_assign. eapply follows_after; [by apply one|]. eapply follows_then; [apply IHa|]. intros v σ1 st _ ->.
    destruct (σ1 !! x) eqn:E; simpl.
    + eexists 1, _. split; [|done]. apply one. simpl. by rewrite E.
    + apply ends_stuck; simpl; [by rewrite E|auto].
  - rewrite ev_if. eapply follows_after; [by apply one|]. eapply follows_then; [apply IHa|]. intros v σ1 st _ ->.
    destruct v as [|t|]; try (by apply ends_stuck; simpl; auto).
    eapply follows_after; [by apply one|]. destruct t; [apply IHb|apply IHc].
  - rewrite ev_seq. eapply follows_after; [by apply one|]. eapply follows_then; [apply IHa|]. intros v σ1 st _ ->.
    eapply follows_after; [by apply one|]. apply IHb.
  - rewrite ev_letrec. eapply follows_after; [by apply one|]. apply IHb.
  - rewrite ev_call. eapply (follows_then _ _ _ _ (λ vs σ' st, step st = call_step Φ f vs σ' K ∧ ¬ finished st)).
    + assert (∀ vs st, step st = args_step Φ f vs args σ K → ¬ finished st →
        follows n st (evs n Φ σ args) (λ ws σ' st, step st = call_step Φ f (vs ++ ws) σ' K ∧ ¬ finished st)) as H;
          [|by apply (H []); auto].
      revert σ. induction IH as [|a args Ha _ IH]; intros σ vs st Hst Hf.
      * rewrite evs_nil. exists 0, st. split; [constructor|]. by rewrite app_nil_r.
      * rewrite evs_cons. eapply follows_after; [by apply one|]. eapply follows_then; [apply Ha|]. intros v σ1 st1 _ ->.
        eapply follows_then; [apply (IH σ1 (vs ++ [v])); [done|simpl; auto]|].
        intros ws σ2 st2 _ [H1 H2]. exists 0, st2. split; [constructor|]. by rewrite <-app_assoc in H1.
    + intros vs σ1 st _ [Hst Hf]. unfold call_step in Hst. destruct (find f Φ) as [[[[xs b] V] own]|];
        [|by apply ends_stuck].
      destruct n as [|n]; [exists 0, st; split; [lia|constructor]|]. unfold enter.
      destruct (decide (length vs = length xs)); [|by apply ends_stuck].
      pose proof (IHn n (Nat.lt_succ_diag_r n) (SCons f xs b V own own) (bind_all xs vs ∪ within (V ∖ names_of xs) σ1) b
        (PLeave (V ∖ names_of xs) σ1 :: K)) as Hb.
      destruct (ev n _ _ b) as [| |w σ2]; simpl in *.
      * apply (runs_less _ (n + 1)); [lia|]. eapply runs_after; [by apply one|exact Hb].
      * eapply stuck_after; [by apply one|done].
      * destruct Hb as (k & st' & Hk & ->). exists (1 + (k + 1)), (Back w (within (V ∖ names_of xs) σ2 ∪ σ1) K).
        split; [|done].
        eapply nsteps_trans; [by apply one|]. eapply nsteps_trans; [done|]. by apply one.
Qed.

Lemma steps_unique k : ∀ st st1 st2, steps k st st1 → steps k st st2 → st1 = st2.
Proof.
  induction k as [|k IH]; intros st st1 st2 H1 H2; inversion H1; inversion H2; subst; [done|]. simplify_eq.
  by eapply IH.
Qed.
Lemma steps_end k j st st1 st2 : steps k st st1 → step st1 = None → steps j st st2 → j ≤ k.
Proof.
  revert j st. induction k as [|k IH]; intros j st H1 Hend H2.
  - inversion H1; subst. inversion H2; subst; [lia|]. congruence.
  - inversion H2; subst; [lia|]. inversion H1; subst. simplify_eq. assert (n ≤ k) by by eapply IH. lia.
Qed.
Lemma steps_same k j st st1 st2 : steps k st st1 → step st1 = None → steps j st st2 → step st2 = None → st1 = st2.
Proof.
  intros H1 E1 H2 E2. assert (j = k) as -> by (apply Nat.le_antisymm; by eapply steps_end). by eapply steps_unique.
Qed.

Definition begun (M : term) : machine := Down SNil ∅ M [].

(** The machine returns [v] when the program computes it, is stuck when it goes
    wrong, and runs for ever when it never ends: three theorems. *)
Theorem machine_returns M v : (∃ k σ, steps k (begun M) (Back v σ [])) ↔ computes M v.
Proof.
  split.
  - intros (k & σ & H). pose proof (machine_follows (S k) SNil ∅ M []) as Hf. exists (S k).
    destruct (ev (S k) SNil ∅ M) as [| |w σ']; simpl in Hf.
    + destruct Hf as (j & st & ? & Hj). assert (j ≤ k); [|lia]. by eapply steps_end.
    + destruct Hf as (j & st & Hj & E & Hno). pose proof (steps_same _ _ _ _ _ H eq_refl Hj E) as <-. by destruct Hno.
    + destruct Hf as (j & st & Hj & ->). pose proof (steps_same _ _ _ _ _ H eq_refl Hj eq_refl) as Heq.
      simplify_eq. eauto.
  - intros (n & σ & H). pose proof (machine_follows n SNil ∅ M []) as Hf. rewrite H in Hf.
    destruct Hf as (k & ? & ? & ->). eauto.
Qed.

Theorem machine_reduces M v : fine ∅ SNil M →
  (∃ s, reduces naive ∅ ∅ FNil M ∅ v s) ↔ (∃ k σ, steps k (begun M) (Back v σ [])).
Proof. intros. by rewrite naive_computes, machine_returns. Qed.

Theorem machine_stuck M : gets_stuck (begun M) ↔ goes_wrong M.
Proof.
  split.
  - intros (k & st & H & E & Hno). pose proof (machine_follows (S k) SNil ∅ M []) as Hf. exists (S k).
    destruct (ev (S k) SNil ∅ M) as [| |w σ']; simpl in Hf; [|done|].
    + destruct Hf as (j & st' & ? & Hj). assert (j ≤ k); [|lia]. by eapply steps_end.
    + destruct Hf as (j & st' & Hj & ->). pose proof (steps_same _ _ _ _ _ H E Hj eq_refl). subst. by destruct Hno.
  - intros (n & H). pose proof (machine_follows n SNil ∅ M []) as Hf. by rewrite H in Hf.
Qed.

Theorem machine_runs M : (∀ n, runs_for n (begun M)) ↔ never_ends M.
Proof.
  split.
  - intros H n. pose proof (machine_follows n SNil ∅ M []) as Hf. destruct (ev n SNil ∅ M) as [| |w σ']; simpl in Hf;
      [done|..]; exfalso.
    + destruct Hf as (k & st & Hk & E & _). destruct (H (S k)) as (j & st' & ? & Hj). assert (j ≤ k); [|lia].
      by eapply steps_end.
    + destruct Hf as (k & st & Hk & ->). destruct (H (S k)) as (j & st' & ? & Hj). assert (j ≤ k); [|lia].
      by eapply steps_end.
  - intros H n. pose proof (machine_follows n SNil ∅ M []) as Hf. by rewrite H in Hf.
Qed.

(** Lifting, in small steps: the machine returns a value, runs for ever, or is stuck
    on the lifted program exactly when it does on the program. *)
Theorem lifting_steps x inner M : liftable x inner false true M →
  (∀ v, (∃ k σ, steps k (begun M) (Back v σ [])) ↔ (∃ k σ, steps k (begun (lift x inner M)) (Back v σ []))) ∧
  ((∀ n, runs_for n (begun M)) ↔ (∀ n, runs_for n (begun (lift x inner M)))) ∧
  (gets_stuck (begun M) ↔ gets_stuck (begun (lift x inner M))).
Proof.
  intros HM. destruct (lifting_ends x inner M HM) as [He Hw]. split_and!.
  - intros v. rewrite !machine_returns. by apply lifting_computes.
  - by rewrite !machine_runs.
  - by rewrite !machine_stuck.
Qed.
