(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Orders: in which order a coroutine asks what it asks.

    An order is an automaton over what a driver sees of a coroutine, its requests, and marks: places of the
    source that have a name, at which nothing happens. What has no edge in a state must not come there.
    [check_order] goes over the commands with sets of states. A procedure that is called is looked at once for
    each state that it is entered in ([context]); what of that it cannot find by itself (where a call ends, what
    comes together at labels) a planner that is not trusted tells it. [Order.Runs] shows that it is right. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Lang.Model Require Export Syntax Value.

(** What a request is told apart by: its effect and, if that is given, the case that its argument is. *)
Inductive trigger :=
| OnAsk (e : nat) (c : option (nat * nat))
| OnMark (m : nat).

(** Of each state its edges; of several that are triggered the first one counts. It begins in state 0. *)
Definition automaton := list (list (trigger * nat)).

(** What is seen of a run. *)
Inductive letter :=
| Asks (e : nat) (ds : list data)
| Marks (m : nat).

Definition triggered (t : trigger) (a : letter) : bool :=
  match t, a with
  | OnAsk e c, Asks e' ds =>
      (e =? e') &&
      match c with
      | None => true
      | Some (i, tag) => match ds !! i with Some (VUnion t _) => t =? tag | _ => false end
      end
  | OnMark m, Marks m' => m =? m'
  | _, _ => false
  end.

Fixpoint edge_of (edges : list (trigger * nat)) (a : letter) : option nat :=
  match edges with
  | [] => None
  | (t, q) :: l => if triggered t a then Some q else edge_of l a
  end.
Definition move (A : automaton) (q : nat) (a : letter) : option nat :=
  match A !! q with Some edges => edge_of edges a | None => None end.

(** Where a word leads; [None]: it is not in this order. *)
Fixpoint leads (A : automaton) (q : nat) (w : list letter) : option nat :=
  match w with
  | [] => Some q
  | a :: w => match move A q a with Some q' => leads A q' w | None => None end
  end.

(** ** Sets of states *)
Definition is_among (q : nat) (F : list nat) : bool := existsb (λ x, q =? x) F.
Definition all_among (F G : list nat) : bool := forallb (λ q, is_among q G) F.
Definition joined (F G : list nat) : list nat := List.filter (λ q, negb (is_among q G)) F ++ G.
Fixpoint joined_exits (E1 E2 : list (list nat)) : list (list nat) :=
  match E1, E2 with
  | [], E => E
  | E, [] => E
  | F :: E1, G :: E2 => joined F G :: joined_exits E1 E2
  end.

Fixpoint from_all (f : nat → option (list nat)) (F : list nat) : option (list nat) :=
  match F with
  | [] => Some []
  | q :: F =>
      match f q, from_all f F with
      | Some T, Some U => Some (joined T U)
      | _, _ => None
      end
  end.

(** ** Requests and marks *)

(** Whether what [x] asks triggers [t], if its text says. *)
Definition surely (x : suspension) (t : trigger) : option bool :=
  match t with
  | OnMark _ => Some false
  | OnAsk e c =>
      if e =? ask_effect x then
        match c with
        | None => Some true
        | Some (i, tag) =>
            match ask_args x !! i with
            | Some (EUnion _ t _) => Some (t =? tag)
            | _ => None
            end
        end
      else Some false
  end.

Fixpoint may_lead (edges : list (trigger * nat)) (x : suspension) : option (list nat) :=
  match edges with
  | [] => None
  | (t, q) :: l =>
      match surely x t with
      | Some true => Some [q]
      | Some false => may_lead l x
      | None => match may_lead l x with Some T => Some (q :: T) | None => None end
      end
  end.
Definition when_asked (A : automaton) (x : suspension) (q : nat) : option (list nat) :=
  match A !! q with Some edges => may_lead edges x | None => None end.
Definition when_marked (A : automaton) (m : nat) (q : nat) : option (list nat) :=
  match move A q (Marks m) with Some q' => Some [q'] | None => None end.

(** ** Along a procedure *)

(** Of a procedure, entered in a state: in which states it may return, and which come together at its labels. *)
Record context := Context {
  whose : procedure;
  entered : nat;
  ends : list nat;
  labelled : list (label * list nat)
}.
Definition at_label (c : context) (l : label) : list nat :=
  match List.find (λ x, x.1 =? l) (labelled c) with Some (_, F) => F | None => [] end.
Definition called (L : list context) (p : procedure) (q : nat) : option (list nat) :=
  match List.find (λ c, (whose c =? p) && (entered c =? q)) L with Some c => Some (ends c) | None => None end.

Section course.
  Context (A : automaton) (marks : nat → option nat) (L : list context) (here : context).

  (** Where [c] leads from [F]: behind it; out of each block around it, innermost first; to the end of the procedure. *)
  Fixpoint course (c : fl_cmd) (F : list nat) : option (list nat * list (list nat) * list nat) :=
    match c with
    | Skip | Resume _ => Some (F, [], [])
    | Do (BLine n) =>
        match marks n with
        | Some m => match from_all (when_marked A m) F with Some G => Some (G, [], []) | None => None end
        | None => Some (F, [], [])
        end
    | Do BTrap => Some ([], [], [])
    | Do _ => Some (F, [], [])
    | Seq c1 c2 =>
        match course c1 F with
        | Some (G, E1, R1) =>
            match course c2 G with
            | Some (H, E2, R2) => Some (H, joined_exits E1 E2, joined R1 R2)
            | None => None
            end
        | None => None
        end
    | If _ c1 c2 =>
        match course c1 F, course c2 F with
        | Some (G1, E1, R1), Some (G2, E2, R2) => Some (joined G1 G2, joined_exits E1 E2, joined R1 R2)
        | _, _ => None
        end
    | Block c =>
        match course c F with
        | Some (G, E, R) => Some (joined G (nth 0 E []), tl E, R)
        | None => None
        end
    | Loop l c =>
        if all_among F (at_label here l) then
          match course c (at_label here l) with
          | Some (G, E, R) => if all_among G (at_label here l) then Some ([], E, R) else None
          | None => None
          end
        else None
    | Exit n => Some ([], replicate n [] ++ [F], [])
    | Label l c => if all_among F (at_label here l) then course c (at_label here l) else None
    | Goto l => if all_among F (at_label here l) then Some ([], [], []) else None
    | Suspend _ x => match from_all (when_asked A x) F with Some G => Some (G, [], []) | None => None end
    | Call _ x => match from_all (called L (callee x)) F with Some G => Some (G, [], []) | None => None end
    | Return => Some ([], [], F)
    end.
End course.

(** ** A coroutine, its order, and what the planner found *)
Definition check_context (Q : program) (A : automaton) (marks : nat → option nat) (L : list context)
    (c : context) : bool :=
  match procs Q !! whose c with
  | Some pr =>
      match course A marks L c (body pr) [entered c] with
      | Some (G, _, R) => all_among G (ends c) && all_among R (ends c)
      | None => false
      end
  | None => false
  end.

Definition check_order (Q : program) (A : automaton) (marks : nat → option nat) (L : list context)
    (p : procedure) : bool :=
  forallb (check_context Q A marks L) L && match called L p 0 with Some _ => true | None => false end.
