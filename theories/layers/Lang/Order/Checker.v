(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Orders: in which order a coroutine asks what it asks.

    An order is an automaton over what a driver sees of a coroutine, its requests and which case of a union, or which
    bool, each answer is; and over marks: places of the source that have a name, at which nothing happens. What has no
    edge in a state must not come there; but an answer that has none leaves the state as it is.
    [check_order] goes over the commands with sets of spots: a state of the automaton, and which case some variables
    are there ([Cases]). A procedure that is called is looked at once for
    each state that it is entered in ([context]); what of that it cannot find by itself (where a call ends, what
    comes together at labels, which variables matter) a planner that is not trusted tells it. [Order.Runs] shows that it
    is right. *)
From Fairlead.Base Require Import Prelude Table.
From Fairlead.Lang.Order Require Export Cases.

(** What a request is told apart by: its effect and, if that is given, the case that its argument is. An answer: the
    case that it is. *)
Inductive trigger :=
| OnAsk (e : nat) (c : option (nat * nat))
| OnAnswer (tag : nat)
| OnMark (m : nat).

(** Of each state its edges; of several that are triggered the first one counts. It begins in state 0. *)
Definition automaton := list (list (trigger * nat)).

(** What is seen of a run. *)
Inductive letter :=
| Asks (e : nat) (ds : list data)
| Answers (d : data)
| Marks (m : nat).

Definition triggered (t : trigger) (a : letter) : bool :=
  match t, a with
  | OnAsk e c, Asks e' ds =>
      (e =? e') &&
      match c with
      | None => true
      | Some (i, tag) => match ds !! i with Some (VUnion t _) => t =? tag | _ => false end
      end
  | OnAnswer tag, Answers d => match case_in d with Some t => t =? tag | None => false end
  | OnMark m, Marks m' => m =? m'
  | _, _ => false
  end.

Fixpoint edge_of (edges : list (trigger * nat)) (a : letter) : option nat :=
  match edges with
  | [] => None
  | (t, q) :: l => if triggered t a then Some q else edge_of l a
  end.
Definition move (A : automaton) (q : nat) (a : letter) : option nat :=
  match A !! q with
  | Some edges =>
      match edge_of edges a, a with
      | None, Answers _ => Some q
      | o, _ => o
      end
  | None => None
  end.

(** Where a word leads; [None]: it is not in this order. *)
Fixpoint leads (A : automaton) (q : nat) (w : list letter) : option nat :=
  match w with
  | [] => Some q
  | a :: w => match move A q a with Some q' => leads A q' w | None => None end
  end.

(** ** Sets of spots *)

(** What is known there is known elsewhere, too. *)
Definition covers (x y : spot) : bool := (x.1 =? y.1) && all_known y.2 x.2.
Definition is_among (x : spot) (F : list spot) : bool := existsb (covers x) F.
Definition all_among (F G : list spot) : bool := forallb (λ x, is_among x G) F.
Definition joined (F G : list spot) : list spot := List.filter (λ x, negb (is_among x G)) F ++ G.
Fixpoint joined_exits (E1 E2 : list (list spot)) : list (list spot) :=
  match E1, E2 with
  | [], E => E
  | E, [] => E
  | F :: E1, G :: E2 => joined F G :: joined_exits E1 E2
  end.

Fixpoint from_all (f : spot → option (list spot)) (F : list spot) : option (list spot) :=
  match F with
  | [] => Some []
  | x :: F =>
      match f x, from_all f F with
      | Some T, Some U => Some (joined T U)
      | _, _ => None
      end
  end.

(** ** Requests and marks *)

(** Whether what [x] asks triggers [t], if its text says. *)
Definition surely (x : suspension) (t : trigger) : option bool :=
  match t with
  | OnMark _ | OnAnswer _ => Some false
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

(** Which cases an answer may be, if its type says. *)
Definition cases_of (t : ty) : option nat :=
  match t with TBool => Some 2 | TUnion _ ts => Some (length ts) | _ => None end.
Definition on_answer (edge : trigger * nat) : bool := match edge.1 with OnAnswer _ => true | _ => false end.
Fixpoint answered (edges : list (trigger * nat)) (tag : nat) : option nat :=
  match edges with
  | [] => None
  | (OnAnswer t, q) :: l => if tag =? t then Some q else answered l tag
  | _ :: l => answered l tag
  end.

Section moves.
  Context (Q : program) (edges : nat → option (list (trigger * nat))) (watched : list nat).

  (** Behind an answer in state [q]; which of the variables that matter holds it, is known then. *)
  Definition when_answered (x : suspension) (K : knowledge) (q : nat) : option (list spot) :=
    let kept := forget_cases (may_change_answer x) K in
    match edges q with
    | None => None
    | Some l =>
        if existsb on_answer l then
          match effs Q !! ask_effect x with
          | Some ef =>
              match cases_of (eff_result ef) with
              | Some n =>
                  Some (map (λ t, (match answered l t with Some q' => q' | None => q end,
                                   learn_dest watched (ask_dest x) (Some t) kept)) (seq 0 n))
              | None => None
              end
          | None => None
          end
        else Some [(q, kept)]
    end.

  Fixpoint all_answered (x : suspension) (K : knowledge) (qs : list nat) : option (list spot) :=
    match qs with
    | [] => Some []
    | q :: qs =>
        match when_answered x K q, all_answered x K qs with
        | Some T, Some U => Some (T ++ U)
        | _, _ => None
        end
    end.

  (** Behind a request and its answer. *)
  Definition when_asked (x : suspension) (a : spot) : option (list spot) :=
    match edges a.1 with
    | Some l => match may_lead l x with Some qs => all_answered x a.2 qs | None => None end
    | None => None
    end.

  Definition when_marked (m : nat) (a : spot) : option (list spot) :=
    match edges a.1 with
    | Some l => match edge_of l (Marks m) with Some q' => Some [(q', a.2)] | None => None end
    | None => None
    end.

  (** Behind a call of a procedure whose result is in [r], if it ended at [b]. *)
  Definition when_returned (x : call) (r : nat) (a b : spot) : spot :=
    (b.1, learn_dest watched (call_dest x) (known_case b.2 r) (forget_cases (may_change_call x) a.2)).
End moves.

(** ** Along a procedure *)

(** Of a procedure, entered in a state: at which spots it may return, which come together at its labels, and of which
    variables it matters which case they are. *)
Record context := Context {
  whose : procedure;
  entered : nat;
  ends : list spot;
  labelled : list (label * list spot);
  watched : list nat
}.
Definition at_label (c : context) (l : label) : list spot :=
  match List.find (λ x, x.1 =? l) (labelled c) with Some (_, F) => F | None => [] end.
Definition called (L : list context) (p : procedure) (q : nat) : option (list spot) :=
  match List.find (λ c, (whose c =? p) && (entered c =? q)) L with Some c => Some (ends c) | None => None end.

Section course.
  Context (Q : program) (edges : nat → option (list (trigger * nat))) (marks : nat → option nat).
  Context (L : list context) (here : context).

  Definition when_called (x : call) (a : spot) : option (list spot) :=
    match procs Q !! callee x, called L (callee x) a.1 with
    | Some pr, Some T => Some (map (when_returned (watched here) x (ret pr) a) T)
    | _, _ => None
    end.

  (** Those at which a test may have that outcome, and what that tells. *)
  Definition may_be (b : bool) (e : expr) (F : list spot) : list spot :=
    map (λ a, (a.1, once_tested (watched here) b e a.2))
      (List.filter (λ a, match told_case a.2 e with Some t => t =? case_of_bool b | None => true end) F).

  (** Where [c] leads from [F]: behind it; out of each block around it, innermost first; to the end of the procedure. *)
  Fixpoint course (c : fl_cmd) (F : list spot) : option (list spot * list (list spot) * list spot) :=
    match c with
    | Skip => Some (F, [], [])
    | Do (BLine n) =>
        match marks n with
        | Some m => match from_all (when_marked edges m) F with Some G => Some (G, [], []) | None => None end
        | None => Some (F, [], [])
        end
    | Do BTrap => Some ([], [], [])
    | Do b => Some (map (λ a, (a.1, after_basic (watched here) b a.2)) F, [], [])
    | Seq c1 c2 =>
        match course c1 F with
        | Some (G, E1, R1) =>
            match course c2 G with
            | Some (H, E2, R2) => Some (H, joined_exits E1 E2, joined R1 R2)
            | None => None
            end
        | None => None
        end
    | If e c1 c2 =>
        match course c1 (may_be true e F), course c2 (may_be false e F) with
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
    | Suspend _ x =>
        match from_all (when_asked Q edges (watched here) x) F with Some G => Some (G, [], []) | None => None end
    | Call _ x => match from_all (when_called x) F with Some G => Some (G, [], []) | None => None end
    | Resume x => Some (map (λ a, (a.1, forget_cases (may_change_resume x) a.2)) F, [], [])
    | Return => Some ([], [], F)
    end.
End course.

(** ** A coroutine, its order, and what the planner found *)
Definition check_context (Q : program) (edges : nat → option (list (trigger * nat))) (marks : nat → option nat)
    (L : list context) (c : context) : bool :=
  match procs Q !! whose c with
  | Some pr =>
      match course Q edges marks L c (body pr) [(entered c, [])] with
      | Some (G, _, R) => all_among G (ends c) && all_among R (ends c)
      | None => false
      end
  | None => false
  end.

Definition check_order (Q : program) (A : automaton) (marks : nat → option nat) (L : list context)
    (p : procedure) : bool :=
  let T := build A in
  forallb (check_context Q (look T) marks L) L && match called L p 0 with Some _ => true | None => false end.
