(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Running: a machine, and the program beside it.

    The world answers requests and changes; where it does not answer, the run stops. Machine and program do the same,
    in as many steps. *)
From Fairlead.Derive Require Import Freer Same Machine.

Section run.
Context {eff : Type} {args rets : eff -> Type} {world : Type}.
Context (handle : forall e, args e -> world -> option (rets e * world)).

(** How a run ends: with a result, at a request that is not answered, or because the steps that were allowed are used
    up. *)
Variant ending (A : Type) : Type := Finished (a : A) | Unanswered (e : eff) (a : args e) | Running.
Arguments Finished {A}. Arguments Unanswered {A}. Arguments Running {A}.

Fixpoint run_program {A} (steps : nat) (p : t args rets A) (w : world) : ending A * world :=
  match steps with
  | O => (Running, w)
  | S steps =>
    match observe p with
    | ReturnF a => (Finished a, w)
    | EffF e a k => match handle e a w with Some (r, w) => run_program steps (k r) w | None => (Unanswered e a, w) end
    | LaterF p => run_program steps p w
    end
  end.

Section machine.
Context {state turn : Type} {pending : state -> eff} {A : Type}.
Notation outcome := (outcome args state turn pending A).
Context (step : forall s, rets (pending s) -> outcome) (go_on : turn -> outcome).

Fixpoint run (steps : nat) (o : outcome) (w : world) : ending A * world :=
  match steps with
  | O => (Running, w)
  | S steps =>
    match o with
    | Done a => (Finished a, w)
    | Ask s a => match handle (pending s) a w with Some (r, w) => run steps (step s r) w | None =>
      (Unanswered (pending s) a, w) end
    | Silent l => run steps (go_on l) w
    end
  end.

Theorem run_equiv steps : forall o p w, equiv step go_on o p -> run steps o w = run_program steps p w.
Proof.
  induction steps as [|steps IH]; [reflexivity|]. intros o p w [H]. cbn.
  destruct H as [a|s a k H|l q H]; [reflexivity| |auto].
  destruct (handle (pending s) a w) as [[r w']|]; auto.
Qed.
End machine.
End run.
Arguments Finished {eff args A}. Arguments Unanswered {eff args A}. Arguments Running {eff args A}.
