(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Trapless procedures: no check is left.

    A procedure that is marked [trapless] must not trap, whatever it is given. So each
    check that its statements need has to be decided by what is known there
    ([Facts.Checker.flow], looking at cases of unions too), and whatever it calls must be
    marked as well. [check_trapless] says so of a program and its marks; that it is right
    is [Trapless.Machine]. It decides more than [Facts.Checker.prune] leaves out, and may
    find more without a change to the C of other procedures. *)
From Fairlead.Base Require Import Prelude Table.
From Fairlead.Lang.Facts Require Export Checker.
Local Open Scope Z_scope.

Section decide.
  Context (Q : program).
  Context (D : table (mode * ty)).  (* the procedure's variables *)

  (** ** Amounts *)

  (** How many bytes or elements a place has. *)
  Definition extent (p : place) : option lin :=
    match p with
    | PVar x => Some (one (ALen x))
    | PConst c =>
        match consts Q !! c with
        | Some (_, (CArray l)) => Some (number (Z.of_nat (length l)))
        | _ => None
        end
    | _ => None
    end.

  (** What a number is at most, and what is to be shown first, one way or another: as it is
      written, by the text of its operands ([bound]), or as a part of what is in range. *)
  Fixpoint at_most (e : expr) : list (lin * list lin) :=
    match linear true e with Some f => [(f, [f])] | None => [] end ++
    match bound e with Some m => if 0 <=? m then [(number m, [])] else [] | None => [] end ++
    match e with
    | EWiden from to e => if bits from <=? bits to then at_most e else []
    | EArith Div w e1 (EInt _ k) =>
        match linear true e1 with
        | Some f => if 0 <? k then [(number (largest w / k), [f; le f (number (largest w))])] else []
        | None => []
        end
    | _ => []
    end.

  (** ** Checks

      Ways to see that a check holds: inequalities, all of which have to. *)
  Definition shows (e : expr) (goal : lin → lin) : list (list lin) := map (λ '(f, l), goal f :: l) (at_most e).
  Definition with_lin (o : option lin) (f : lin → list (list lin)) : list (list lin) :=
    match o with Some n => f n | None => [] end.

  Definition ways (k : ccheck) : list (list lin) :=
    match k with
    | KIndex p e => with_lin (extent p) (λ n, shows e (λ f, lt f n))
    | KArith (Add | Sub | Mul) _ _ _ => match goals true k with Some l => [l] | None => [] end
    | KArith (Div | Rem) _ _ e2 => with_lin (linear true e2) (λ f, [[lt (number 0) f]])
    | KArith (Shl | Shr) w _ e2 => shows e2 (λ f, lt f (number (bits w)))
    | KNarrow w e => shows e (λ f, le f (number (largest w)))
    | KFit cap e => with_lin (size_of true e) (λ n, [[le n (number (Z.of_N cap))]])
    | KSlice low high e lo hi =>
        with_lin (linear true hi) (λ g,
          map (λ '(f, l), g :: (if low then le f g :: l else []) ++
                (if high then match size_of true e with Some n => [le g n] | None => [number (-1)] end else []))
              (if low then at_most lo else [(number 0, [])]))
    | KLoad w e off =>
        with_lin (size_of true e) (λ n, shows off (λ f, le (plus f 1 (number (Z.of_nat (byte_count w)))) n))
    | KStore w p off =>
        with_lin (extent p) (λ n, shows off (λ f, le (plus f 1 (number (Z.of_nat (byte_count w)))) n))
    | KBlit p off e =>
        with_lin (extent p) (λ n, with_lin (size_of true e) (λ m, shows off (λ f, le (plus f 1 m) n)))
    | KPush p cap => with_lin (extent p) (λ n, [[lt n (number (Z.of_N cap))]])
    | KAppend p cap e =>
        with_lin (extent p) (λ n, with_lin (size_of true e) (λ m, [[le (plus n 1 m) (number (Z.of_N cap))]]))
    | KResize cap e => shows e (λ f, le f (number (Z.of_N cap)))
    | KCase (PVar x) tag => [equal (one (ATag x)) (number (Z.of_nat tag))]
    | _ => []
    end.

  Definition decided (facts : list lin) (k : ccheck) : bool :=
    existsb (λ l, forallb (proves D facts) l) (ways k).

  (** Control does not get here: what is known contradicts itself. *)
  Definition impossible (facts : list lin) : bool :=
    existsb (λ f, proves D facts (lt f (number 0))) facts.

  (** All of a guard's checks, each with what those before it and the tests around it tell. *)
  Fixpoint settled (facts : list lin) (g : cguard) : bool :=
    match g with
    | GTrue => true
    | GFalse => impossible facts
    | GCheck k => decided facts k
    | GAnd g1 g2 => settled facts g1 && settled (gains true g1 ++ facts) g2
    | GCond e g1 g2 =>
        let '(yes, no) := outcomes true (proves D facts) e in
        settled (yes ++ facts) g1 && settled (no ++ facts) g2
    end.

  Definition guard_of (v : visit) : cguard :=
    match v with
    | VRun b => guard_basic b
    | VTest e => guard_expr e
    | VCall x => guard_call x
    | VAsk x => guard_ask x
    end.
  Definition needs_nothing (v : visit) (facts : list lin) : bool := settled facts (guard_of v).
End decide.

(** ** What the flow does not visit

    A result, an answer or an [inout] argument that comes back must go where it can be
    written without a check; what is called must be marked; no other coroutine is resumed. *)
Section plain.
  Context (marked : procedure → bool).

  Definition free (g : cguard) : bool := match g with GTrue => true | _ => false end.
  Definition comes_back (a : arg) : bool :=
    match a with AInoutSlice _ _ _ => false | _ => free (guard_give_back a) end.

  Fixpoint plain (c : fl_cmd) : bool :=
    match c with
    | Do (BExtern _ args dest) => forallb comes_back args && free (guard_dest dest)
    | Skip | Exit _ | Goto _ | Return | Do _ => true
    | Seq c1 c2 | If _ c1 c2 => plain c1 && plain c2
    | Block c | Loop _ c | Label _ c => plain c
    | Suspend _ x => free (guard_dest (ask_dest x))
    | Call _ x => marked (callee x) && forallb comes_back (call_args x) && free (guard_dest (call_dest x))
    | Resume _ => false
    end.
End plain.

(** ** A program and its marks

    The flow is that of every procedure: what is known of one rests on those that it calls. *)
Definition asks (Q : program) (marked : procedure → bool) (p : procedure) (D : table (mode * ty))
    (v : visit) (facts : list lin) : bool :=
  negb (marked p) || needs_nothing Q D v facts.

Definition trapless_flow (Q : program) (marked : procedure → bool) (p : procedure) (pr : proc) : bool :=
  let D := declared pr in
  match flow (function Q) D true (asks Q marked p D) (body pr) nothing [] with Some _ => true | None => false end.

Definition check_trapless (Q : program) (marked : procedure → bool) : bool :=
  forallb (λ '(p, pr), (negb (marked p) || plain marked (body pr)) && trapless_flow Q marked p pr)
    (imap pair (procs Q)).
