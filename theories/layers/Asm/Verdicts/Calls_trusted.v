(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Code that calls, and what a run of it is. A file is a list of blocks, as in Files.v; some of the
    blocks that stop do so at a call. What is called is in the file, or it is not.

    What is in the file runs: it finds the stack pointer lowered and an address to return to, and
    comes back if it stops with the same stack pointer and that address still there.
    What is not is anything: a function of all but the flags, and of a world of which nothing is known, such as other
    files' memory and the kernel. No calling convention is supposed of it. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Asm.Model Require Import Word_trusted Syntax_trusted State_trusted Flat_trusted.
From Fairlead.Asm.Verdicts Require Import Files.
Local Open Scope N_scope.

Inductive callee : Set := Inside (k : nat) | Outside (f : positive).

(** Where a call is: of each block, what is called where it stops, if anything. Else it returns there. *)
Definition called (calls : list (option callee)) (k : nat) : option callee :=
  match nth_error calls k with Some c => c | None => None end.

(** What a run shows: the file's own accesses and branches; where a function of the file is entered, and for which
    regions; where it returned; and what was called besides, with all that this showed. *)
Inductive shown : Set :=
  | Own (e : event)
  | Entered (g : env)
  | Left
  | Called (f : positive) (t : list event).

(** An observer sees no regions: they are what we say of a run. *)
Definition watched (t : list shown) : list shown :=
  List.filter (fun x => match x with Entered _ => false | _ => true end) t.

(** At a call, and after it, nobody knows the flags: who reads one then errs. *)
Definition forget (s : state) : state :=
  State (fun l => match l with F _ => undefined | _ => locs s l end) (memory s).

Definition with_rsp (v : N) (s : state) : state :=
  State (fun l => match l with G RSP => v | _ => locs s l end) (memory s).

(** The stack pointer, a word lower. *)
Definition below (s : state) : N := low 64 (locs s (G RSP) + (2 ^ 64 - 8)).

Definition enter (return_to : N) (s : state) : state :=
  forget (with_rsp (below s) (State (locs s) (store (memory s) (below s) 8 return_to))).

(** Back from there: [s] is before the call, [r] where the function stopped. *)
Definition leave (return_to : N) (s r : state) : option state :=
  if (locs r (G RSP) =? below s) && (load (memory r) (below s) 8 =? low 64 return_to)
  then Some (forget (with_rsp (locs s (G RSP)) r)) else None.

Section calls.
  Context {world : Type} (outside : positive -> world -> state -> option (world * state * list event)).
  (** Regions that a function may be entered for; and the address behind the call that ends a block. *)
  Context (possible : env -> Prop) (return_to : nat -> N).

  (** [stops g P k e s r t] (Files.v): from the start of the [k]-th block to the halt that ends the [e]-th. *)
  Inductive returns (P : program) (calls : list (option callee))
    : env -> nat -> world * state -> world * state -> list shown -> Prop :=
    | Returned g k e w s r t :
        stops g P k e s r t -> called calls e = None -> returns P calls g k (w, s) (w, r) (map Own t)
    | Went_outside g k e f w s m t w' m' u b v :
        stops g P k e s m t -> called calls e = Some (Outside f) ->
        outside f w (forget m) = Some (w', m', u) ->
        returns P calls g (S e) (w', forget m') b v ->
        returns P calls g k (w, s) b (map Own t ++ Called f u :: v)
    | Went_inside g g' k e i w s m t w' m' u m'' b v :
        stops g P k e s m t -> called calls e = Some (Inside i) ->
        possible g' -> returns P calls g' i (w, enter (return_to e) m) (w', m') u ->
        leave (return_to e) m m' = Some m'' ->
        returns P calls g (S e) (w', m'') b v ->
        returns P calls g k (w, s) b (map Own t ++ Entered g' :: u ++ Left :: v).
End calls.
