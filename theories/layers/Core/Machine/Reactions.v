(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * The machine, as its driver sees it.

    Between two suspensions a driver sees one reaction: it hands over the
    frames and a response, and gets back frames and a request, or a result, or
    a trap. The frames are all there is: a reaction depends on nothing else,
    and the points in them are drawn from a finite set fixed by the program. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Cmd Semantics Shape Points.
From Fairlead.Core.Machine Require Import Find Liveness.
From Fairlead.Core.Model Require Import Bisimulation.
From Fairlead.Core.Machine Require Import Simulation.

Inductive reaction {frame request result : Type} :=
| Asks (fs : list frame) (q : request)
| Returns (r : result)
| Traps.
Arguments reaction : clear implicits.

Section machine.
  Context {B T S C R store frame request response result : Type}.
  Context (D : dynamics B T S C R store frame request response result).
  Local Notation state := (state B T S C R store frame response).
  Local Notation reaction := (reaction frame request result).

  (** Silent steps, then what the driver sees. *)
  Inductive reacts : state → reaction → Prop :=
  | reacts_go st st' o : step D st = Go st' → reacts st' o → reacts st o
  | reacts_ask st q fs : step D st = Emit q (Suspended fs) → reacts st (Asks fs q)
  | reacts_return st r : step D st = Finish r → reacts st (Returns r)
  | reacts_trap st : step D st = Crash → reacts st Traps.

  (** The machine: frames and a response in, a reaction out. *)
  Definition machine_step (fs : list frame) (r : response) (o : reaction) : Prop :=
    reacts (Resuming r fs) o.

  Theorem reacts_deterministic st o o' : reacts st o → reacts st o' → o = o'.
  Proof.
    intros H. revert o'. induction H as [st st' o E _ IH|st q fs E|st r E|st E];
      intros o' H'; destruct H' as [? ? ? E' ?|? ? ? E'|? ? E'|? E'];
      rewrite E in E'; simplify_eq; auto.
  Qed.

  Corollary machine_deterministic fs r o o' :
    machine_step fs r o → machine_step fs r o' → o = o'.
  Proof. apply reacts_deterministic. Qed.

  (** ** Reactions and the transition system *)

  (** How a reaction shows in the transition system, and where it leads. *)
  Definition action_of (o : reaction) : action request response result :=
    match o with Asks _ q => Request q | Returns r => Result r | Traps => Trapped end.
  Definition state_of (o : reaction) : state :=
    match o with Asks fs _ => Suspended fs | _ => Halted end.

  (** A reaction is a run of silent steps and one that is seen, no more, no less. *)
  Theorem reacts_execution st o :
    reacts st o ↔
    ∃ n, execution (trans D) st (replicate n Silent ++ [action_of o]) (state_of o).
  Proof.
    split.
    - induction 1 as [st st' o E _ [n IH]|st q fs E|st r E|st E].
      + exists (Datatypes.S n). simpl. econstructor; [by constructor|done].
      + exists 0. repeat econstructor; done.
      + exists 0. repeat econstructor; done.
      + exists 0. repeat econstructor; done.
    - intros [n H]. revert st H. induction n as [|n IH]; intros st H; simpl in H.
      + inversion H as [|? ? st' ? ? Ht He]; subst. inversion He; subst.
        inversion Ht as [? ? E|? ? ? E| |? ? E|? E]; destruct o; simplify_eq/=; by constructor.
      + inversion H as [|? ? st' ? ? Ht He]; subst. inversion Ht; subst.
        eapply reacts_go; [done|]. by apply IH.
  Qed.

  (** A suspended machine does nothing but wait, and goes on from its frames alone. *)
  Theorem suspended_waits fs a st :
    trans D (Suspended fs) a st ↔ ∃ r, a = Response r ∧ st = Resuming r fs.
  Proof.
    split; [|intros (r & -> & ->); constructor].
    inversion 1; simplify_eq/=; eauto.
  Qed.
End machine.

(** ** Control is finite *)

(** All the points at which the machine of a program ever waits. *)
Definition control_points {B T S C R} (bodies : list (cmd B T S C R)) : list machine_point :=
  mjoin (imap (λ p body, MAt p <$> labels body) bodies).

Section related.
  Context {B T S C R V store1 store2 request response result : Type}.
  Context {A : analysis B T S C R V}.
  Context {D1 : dynamics B T S C R store1 (source_point B T S C R * store1) request response result}.
  Context {D2 : dynamics B T S C R store2 (machine_point * store2) request response result}.
  Context {srel : procedure → V → store1 → store2 → Prop}.
  Context (agree : agreement A D1 D2 srel) (ok : accepted A (code D1)).
  #[local] Set Default Proof Using "agree ok".

  (** Every frame a running machine hands to its driver waits at one of them. *)
  Theorem control_finite bodies st st' q gs :
    (∀ p, code D1 p = bodies !! p) →
    state_rel (A := A) (D1 := D1) (srel := srel) st st' →
    step D2 st' = Emit q (Suspended gs) →
    Forall (λ g, g.1 ∈ control_points bodies) gs.
  Proof.
    intros Hcode Hst E. pose proof (step_related agree ok _ _ Hst) as Hstep.
    pose proof (step_shape D2 st') as Hsaved. rewrite E in Hsaved; destruct Hsaved as [_ Hsaved].
    rewrite E in Hstep. inversion Hstep as [|? ? ? Hfs| | |]; subst. inversion Hfs as [|fs' gs' Hfg| |]; subst.
    clear -Hcode Hsaved Hfg agree. induction Hfg as [|f g fs gs (W & Hpt & _) _ IH]; [done|].
    apply Forall_cons in Hsaved as [(p & c & k & s & ->) ?]. constructor; [|by auto].
    rewrite (machine_saves _ _ _ _ agree) in *; simpl in *.
    inversion Hpt as [|? ? ? ? body ? ? ? Hp Hf]; subst.
    unfold control_points. apply elem_of_list_join. rewrite Hcode in Hp.
    exists (MAt p <$> labels body). split.
    - apply elem_of_list_fmap. eexists; split; [done|]. by eapply find_in_labels.
    - apply elem_of_lookup_imap. eauto.
  Qed.

  Corollary control_finite_initial bodies p body s t l q st gs :
    (∀ p, code D1 p = bodies !! p) → code D1 p = Some body → srel p (entry_set A p) s t →
    execution (trans D2) (initial body p t) l st → step D2 st = Emit q (Suspended gs) →
    Forall (λ g, g.1 ∈ control_points bodies) gs.
  Proof.
    intros Hcode Hp Hs Hrun. assert (∃ st0,
      state_rel (A := A) (D1 := D1) (srel := srel) st0 (initial body p t)) as [st0 Hst].
    { eexists. by apply (start_related agree ok p body s t [] []). }
    clear Hp Hs. revert st0 Hst. induction Hrun as [st|st a st1 l st2 Ht _ IH]; intros st0 Hst.
    - by apply (control_finite bodies st0).
    - intros. destruct (back _ _ _ (simulation agree ok) _ _ _ _ Hst Ht) as (st1' & _ & ?). by eapply IH.
  Qed.
End related.
