(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * What commands do, when a store and its operations are given.

    One small-step semantics serves the source and the machine: they differ in
    what a *frame* is, that is, in what survives a suspension. In the source it
    is a continuation and a store; in the machine a label and a store
    ([Points]). *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Cmd.

(** How a frame is entered again. *)
Inductive entry {B T S C R store : Type} :=
| Fresh (p : procedure) (s : store)        (* at the beginning *)
| At (p : procedure) (c : cmd B T S C R) (k : kont B T S C R) (s : store).
Arguments entry : clear implicits.

(** What a resumption learns about the computation it resumed. *)
Inductive happening {store frame request : Type} :=
| Asked (fs : list frame) (q : request)    (* suspended again, with this request *)
| Returned (p : procedure) (s : store).    (* finished; [s] is its last store *)
Arguments happening : clear implicits.

(** The operations of an instance. Those that write a store are told whose it is. *)
Record dynamics {B T S C R store frame request response result : Type} := Dynamics {
  code : procedure → option (cmd B T S C R);
  run : procedure → B → store → outcome store;
  test : T → store → outcome bool;
  ask : S → store → outcome request;
  answer : procedure → S → response → store → outcome store;
  begin : procedure → response → store → outcome store;  (* what the first step brings *)
  enter_call : C → store → outcome (procedure * store);
  leave_call : procedure → C → procedure (* the callee *) → store (* its last *) → store → outcome store;
  enter_resume : R → store → outcome (list frame * response);
  leave_resume : procedure → R → happening store frame request → store → outcome store;
  finish : procedure → store → outcome result;
  park : procedure → label → store → store;  (* what of a store survives at a label *)
  save : procedure → cmd B T S C R → kont B T S C R → store → frame;
  load : frame → option (entry B T S C R store)
}.
Arguments dynamics : clear implicits.

Section semantics.
  Context {B T S C R store frame request response result : Type}.
  Local Notation cmd := (cmd B T S C R).
  Local Notation kont := (kont B T S C R).
  Context (D : dynamics B T S C R store frame request response result).

  (** Who is waiting below the running activation. *)
  Inductive link :=
  | Caller (l : label) (x : C) (p : procedure) (k : kont) (s : store)  (* requests pass through *)
  | Parent (x : R) (p : procedure) (k : kont) (s : store).             (* requests stop here *)

  Inductive state :=
  | Running (c : cmd) (p : procedure) (k : kont) (s : store) (ls : list link)
  | Suspended (fs : list frame)            (* the frame that asked first, then its callers *)
  | Resuming (r : response) (fs : list frame)
  | Halted.

  Inductive next :=
  | Go (st : state)
  | Emit (q : request) (st : state)
  | Finish (r : result)
  | Crash                                  (* trap *)
  | Stuck.

  Definition settle {A} (o : outcome A) (f : A → next) : next :=
    match o with Ok a => f a | Trap => Crash | Wrong => Stuck end.

  (** A request travels down to the first parent, or out to the driver, and
      takes the frames it passes with it ([fs], nearest last). *)
  Fixpoint unwind (ls : list link) (fs : list frame) (q : request) : next :=
    match ls with
    | [] => Emit q (Suspended (reverse fs))
    | Caller l x p k s :: ls => unwind ls (save D p (Call l x) k s :: fs) q
    | Parent x p k s :: ls =>
        settle (leave_resume D p x (Asked (reverse fs) q) s) (λ s, Go (Running Skip p k s ls))
    end.

  Fixpoint callers (fs : list frame) : option (list link) :=
    match fs with
    | [] => Some []
    | f :: fs =>
        match load D f with
        | Some (At p (Call l x) k s) => ls ← callers fs; Some (Caller l x p k s :: ls)
        | _ => None
        end
    end.

  (** Frames back on the stack, above [ls], with a response for the top one. *)
  Definition rebuild (fs : list frame) (r : response) (ls : list link) : next :=
    match fs with
    | [] => Stuck
    | f :: fs =>
        match load D f, callers fs with
        | Some (Fresh p s), Some up =>
            match code D p with
            | Some c => settle (begin D p r s) (λ s, Go (Running c p [] s (up ++ ls)))
            | None => Stuck
            end
        | Some (At p (Suspend l x) k s), Some up =>
            settle (answer D p x r s) (λ s, Go (Running Skip p k s (up ++ ls)))
        | _, _ => Stuck
        end
    end.

  Definition return_to (p : procedure) (s : store) (ls : list link) : next :=
    match ls with
    | [] => settle (finish D p s) Finish
    | Caller l x p' k s' :: ls =>
        settle (leave_call D p' x p s s') (λ s', Go (Running Skip p' k s' ls))
    | Parent x p' k s' :: ls =>
        settle (leave_resume D p' x (Returned p s) s') (λ s', Go (Running Skip p' k s' ls))
    end.


  Definition step (st : state) : next :=
    match st with
    | Suspended _ | Halted => Stuck
    | Resuming r fs => rebuild fs r []
    | Running c p k s ls =>
        match c with
        | Skip =>
            match k with
            | [] => return_to p s ls
            | KSeq c :: k => Go (Running c p k s ls)
            | KBlock :: k => Go (Running Skip p k s ls)
            | KLoop l c :: k => Go (Running (Loop l c) p k s ls)
            end
        | Do b => settle (run D p b s) (λ s, Go (Running Skip p k s ls))
        | Seq c1 c2 => Go (Running c1 p (KSeq c2 :: k) s ls)
        | If t c1 c2 => settle (test D t s) (λ b : bool, Go (Running (if b then c1 else c2) p k s ls))
        | Block c => Go (Running c p (KBlock :: k) s ls)
        | Loop l c => Go (Running c p (KLoop l c :: k) s ls)
        | Exit n => match leave n k with Some k => Go (Running Skip p k s ls) | None => Stuck end
        | Label l c => Go (Running c p k s ls)
        | Goto l =>
            match code D p ≫= λ c, find l c [] with
            | Some (Label m c, k) => Go (Running (Label m c) p k s ls)
            | _ => Stuck
            end
        | Suspend l x =>
            settle (ask D x s) (λ q, unwind ls [save D p (Suspend l x) k (park D p l s)] q)
        | Call l x =>
            settle (enter_call D x s) (λ '(p', s'),
              match code D p' with
              | Some c => Go (Running c p' [] s' (Caller l x p k (park D p l s) :: ls))
              | None => Stuck
              end)
        | Resume x =>
            settle (enter_resume D x s) (λ '(fs, r), rebuild fs r (Parent x p k s :: ls))
        | Return => return_to p s ls
        end
    end.

  (** ** The labelled transition system *)
  Inductive action :=
  | Silent
  | Request (q : request)
  | Response (r : response)
  | Result (r : result)
  | Trapped.

  Inductive trans : state → action → state → Prop :=
  | trans_silent st st' : step st = Go st' → trans st Silent st'
  | trans_request st q st' : step st = Emit q st' → trans st (Request q) st'
  | trans_response r fs : trans (Suspended fs) (Response r) (Resuming r fs)
  | trans_result st r : step st = Finish r → trans st (Result r) Halted
  | trans_trapped st : step st = Crash → trans st Trapped Halted.

  (** A procedure about to run, for its driver. *)
  Definition initial (c : cmd) (p : procedure) (s : store) : state := Running c p [] s [].
End semantics.
Arguments link : clear implicits.
Arguments state : clear implicits.
Arguments next : clear implicits.
Arguments action : clear implicits.
