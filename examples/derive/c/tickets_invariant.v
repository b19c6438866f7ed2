(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** An invariant of a program, proved of the program,
  kept by what is compiled. The proof that ToFl wrote for tickets.v is
    imported; run fairlead derive --vo tickets.v first. *)
From Fairlead.Derive.ToC Require Import Proofs Invariants.
From Fairlead.Lang Require Import Frames.Checker Frames.Bisimulation Guards.Machine EndToEnd Facts.Machine.
From Fairlead.Core.Model Require Import Bisimulation.
From Programs Require Import tickets tickets_proof.

(** What is known: the number of the next ticket. *)
Definition allowed (w : u32) (e : effect) : args e -> Prop := match e with turn => fun _ => True | give => fun a =>
  a = w end.
Definition next (w : u32) (e : effect) : args e -> rets e -> u32 :=
  match e with turn => fun _ _ => w | give => fun _ _ => add_wrap w (lit 1) end.
Definition final (w a : u32) : Prop := a = w.

(** Where the program may be: at the beginning of a round, after the call, after the ticket was given. *)
Notation after := (fun s => match s with inl n => Freer.Go (LaterF (Freer.iter round n)) | inr a => Freer.Return a end).
Definition somewhere (w : u32) (p : t args rets u32) : Prop :=
  observe p = observe (Freer.iter round w) \/
  (exists more : bool, observe p =
    observe (Freer.bind (if more then Freer.Eff give w (fun _ =>
      Freer.Return (inl (add_wrap w (lit 1)))) else Freer.Return (inr w)) after)) \/
  observe p = LaterF (Freer.iter round w).

Theorem tickets_keeps first : keeps allowed next final (fun _ _ => True) first (tickets first).
Proof.
  exists somewhere. split; [|by left]. intros w p [H|[[[] H]|H]]; rewrite H.
  - split; [done|]. intros more _. right. left. by exists more.
  - split; [done|]. intros r _. right. right. reflexivity.
  - reflexivity.
  - by left.
Qed.

(** In each run of what is compiled, every ticket is the one that the specification expects. *)
Theorem tickets_in_order external first :
  external_ok (fun f => externs F.Q !! f) external -> (forall f ds, external f ds <> None) -> ok first ->
  exists st, fl_initial F.Q (laid_out F.Q (plans_of F.L)) 0 [enc first] [] = Some st /\
    forall l st',
      execution (driven F.Q 0 (lowered F.Q (laid_out F.Q (plans_of F.L)) external)) (None, st) l st' \/
      execution (guided (pruned_step F.Q (laid_out F.Q (plans_of F.L)) external F.T) F.Q 0) (None, st) l st' ->
      conforms asks_tickets replies_tickets (fun a => (enc a, [])) allowed next final first l.
Proof.
  intros Hext Htotal Hfirst. destruct (tickets_compiled external first Hext Htotal Hfirst) as (st & Hst & H1 & H2).
  exists st. split; [exact Hst|]. intros l st' [Hrun|Hrun].
  - eapply invariant_implemented; [|apply tickets_keeps|exact H1|exact Hrun]. done.
  - eapply invariant_implemented; [|apply tickets_keeps|exact H2|exact Hrun]. done.
Qed.
Print Assumptions tickets_in_order.
