(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Two computations that part, found by running them: what refuters of bisimilarity are made with. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics Bisimulation.

Section drive.
  Context {B T X C R store frame request response result : Type}.
  Implicit Types D : dynamics B T X C R store frame request response result.
  Local Notation state := (state B T X C R store frame response).
  Local Notation action := (action request response result).

  (** The next [n] actions from [st] on, if [rs] is answered to what is asked. *)
  Fixpoint drive D (n : nat) (rs : list response) (st : state) : option (list action) :=
    match n with
    | 0 => Some []
    | S n =>
        match st with
        | Suspended fs =>
            match rs with [] => None | r :: rs => (Response r ::.) <$> drive D n rs (Resuming r fs) end
        | _ =>
            match step D st with
            | Go st' => (Silent ::.) <$> drive D n rs st'
            | Emit q st' => (Request q ::.) <$> drive D n rs st'
            | Finish r => (Result r ::.) <$> drive D n rs Halted
            | Crash => (Trapped ::.) <$> drive D n rs Halted
            | Stuck => None
            end
        end
    end.
  Definition responses (l : list action) : list response :=
    omap (λ a, match a with Response r => Some r | _ => None end) l.

  Lemma drive_execution D n rs st l : drive D n rs st = Some l → ∃ st', execution (trans D) st l st'.
  Proof.
    revert rs st l. induction n as [|n IH]; intros rs st l; cbn [drive]; [intros [= <-]; eexists; constructor|].
    assert (∀ next, step D st = next →
      match next with
      | Go st' => (Silent ::.) <$> drive D n rs st'
      | Emit q st' => (Request q ::.) <$> drive D n rs st'
      | Finish r => (Result r ::.) <$> drive D n rs Halted
      | Crash => (Trapped ::.) <$> drive D n rs Halted
      | Stuck => None
      end = Some l → ∃ st', execution (trans D) st l st') as Hstep.
    { intros [st'|q st'|r| |] E; [| | | |done]; intros (l' & Hl & ->)%fmap_Some;
        apply IH in Hl as [st2 H]; exists st2; (eapply execution_cons; [|exact H]); by constructor. }
    destruct st as [c p k s ls|fs|r fs|]; [by apply Hstep| |by apply Hstep|by apply Hstep].
    destruct rs as [|r rs]; [done|]. intros (l' & Hl & ->)%fmap_Some. apply IH in Hl as [st2 H]. exists st2.
    eapply execution_cons; [|exact H]. constructor.
  Qed.
  Lemma execution_drive D st l st' :
    execution (trans D) st l st' → drive D (length l) (responses l) st = Some l.
  Proof.
    induction 1 as [|st a st1 l st2 Ht _ IH]; [done|].
    destruct Ht as [st st1 E|st q st1 E|r fs|st r E|st E]; cbn [length drive responses omap list_omap];
      fold (responses l).
    3: by rewrite IH.
    all: destruct st; cbn [step] in E; try done; cbn [step]; rewrite E, IH; done.
  Qed.
End drive.

(** What one does the other does not. *)
Theorem drive_differs {B T X C R B2 T2 X2 C2 R2 store1 frame1 store2 frame2 request response result : Type}
    (D1 : dynamics B T X C R store1 frame1 request response result)
    (D2 : dynamics B2 T2 X2 C2 R2 store2 frame2 request response result) n rs s t l :
  drive D1 n rs s = Some l → drive D2 (length l) (responses l) t ≠ Some l → ¬ bisimilar (trans D1) (trans D2) s t.
Proof.
  intros H1%drive_execution Hne Hb. apply (bisimilar_executions _ _ _ _ l Hb) in H1 as [t' H2].
  by apply Hne, (execution_drive D2 t l t').
Qed.
