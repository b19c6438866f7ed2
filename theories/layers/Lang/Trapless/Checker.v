(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Trapless procedures: no check is left.

    A procedure that is marked [trapless] must not trap, whatever it is given. So each
    check that its statements need has to be decided by what is known there
    ([Facts.Checker.flow], looking at cases of unions too), and whatever it calls must be
    marked as well. A function may require something of its parameters: then it begins with
    knowing that, and whoever calls it has to know it of what is passed, marked or not.
    [check_trapless] says so of a program, its marks and requirements; that it is right
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

  (** How many bytes [e] has; a constant's are known, too. *)
  Definition measure (e : expr) : option lin :=
    match e with
    | ERead (PConst c) =>
        match consts Q !! c with Some (_, CBytes l) => Some (number (Z.of_nat (length l))) | _ => None end
    | _ => size_of true e
    end.

  (** [e1 / k], also as a shift to the right. *)
  Definition quotient (op : arith) (e1 e2 : expr) : option (lin * Z) :=
    match op, e2 with
    | Div, EInt _ k => f ← linear true e1; if 0 <? k then Some (f, k) else None
    | Shr, EInt _ n => f ← linear true e1; if 0 <=? n then Some (f, 2 ^ n) else None
    | _, _ => None
    end.

  (** What a number is at most, and what is to be shown first, one way or another: as it is
      written, by the text of its operands ([bound]), or as a part of what is in range. *)
  Fixpoint at_most (e : expr) : list (lin * list lin) :=
    match linear true e with Some f => [(f, [f])] | None => [] end ++
    match bound e with Some m => if 0 <=? m then [(number m, [])] else [] | None => [] end ++
    match e with
    | EWiden from to e => if bits from <=? bits to then at_most e else []
    | EArith op w e1 e2 =>
        match quotient op e1 e2 with
        | Some (f, k) =>
            (number (largest w / k), [f; le f (number (largest w))]) ::
            map (λ v, (number (largest v), [f; le f (number (limit v * k - 1))])) [W8; W16; W32]
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
    | KFit cap e => with_lin (measure e) (λ n, [[le n (number (Z.of_N cap))]])
    | KSlice low high e lo hi =>
        with_lin (linear true hi) (λ g,
          map (λ '(f, l), g :: (if low then le f g :: l else []) ++
                (if high then match measure e with Some n => [le g n] | None => [number (-1)] end else []))
              (if low then at_most lo else [(number 0, [])]))
    | KLoad w e off =>
        with_lin (measure e) (λ n, shows off (λ f, le (plus f 1 (number (Z.of_nat (byte_count w)))) n))
    | KStore w p off =>
        with_lin (extent p) (λ n, shows off (λ f, le (plus f 1 (number (Z.of_nat (byte_count w)))) n))
    | KBlit p off e =>
        with_lin (extent p) (λ n, with_lin (measure e) (λ m, shows off (λ f, le (plus f 1 m) n)))
    | KPush p cap => with_lin (extent p) (λ n, [[lt n (number (Z.of_N cap))]])
    | KAppend p cap e =>
        with_lin (extent p) (λ n, with_lin (measure e) (λ m, [[le (plus n 1 m) (number (Z.of_N cap))]]))
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

(** ** What is required

    [requires p]: tests of the parameters of [p] that are true whenever it is called. *)
Notation requirements := (procedure → list expr).
Definition required (requires : requirements) (p : procedure) : list lin :=
  mjoin (map (λ e, (outcomes true (λ _, false) e).1) (requires p)).

(** An argument as an expression; and its amounts, that the parameter has at the beginning. *)
Definition passed_as (a : arg) : expr :=
  match a with AIn e => e | AInout p => ERead p | AInoutSlice p lo hi => ESlice (ERead p) lo hi end.
Definition passed_amount (args : list arg) (a : atom) : option lin :=
  e ← passed_as <$> args !! atom_var a;
  match a with
  | AInt _ => linear true e
  | ALen _ => size_of true e
  | ATag _ => match e with ERead (PVar x) => Some (one (ATag x)) | _ => None end
  end.
Fixpoint passed_sum (args : list arg) (l : list (Z * atom)) : option lin :=
  match l with
  | [] => Some (number 0)
  | (c, a) :: l => f ← passed_amount args a; g ← passed_sum args l; Some (plus g c f)
  end.
Definition passed_lin (args : list arg) (f : lin) : option lin :=
  plus (number (base f)) 1 <$> passed_sum args (terms f).

(** What is required of the callee is known where it is called. *)
Definition shown_of_call (requires : requirements) (D : table (mode * ty)) (x : call) (facts : list lin) : bool :=
  forallb (λ f, match passed_lin (call_args x) f with Some g => proves D facts g | None => false end)
    (required requires (callee x)).

(** ** A program, its marks and requirements

    The flow is that of every procedure: what is known of one rests on those that it calls. *)
Section program.
  Context (Q : program) (marked : procedure → bool) (requires : requirements).

  Definition meets (D : table (mode * ty)) (v : visit) (facts : list lin) : bool :=
    match v with VCall x => shown_of_call requires D x facts | _ => true end.
  Definition asks (p : procedure) (D : table (mode * ty)) (v : visit) (facts : list lin) : bool :=
    meets D v facts && (negb (marked p) || needs_nothing Q D v facts).

  Definition trapless_flow (p : procedure) (pr : proc) : bool :=
    let D := declared pr in
    match flow (function Q) D true (asks p D) (body pr) (Some (required requires p)) [] with
    | Some _ => true
    | None => false
    end.

  (** A coroutine may begin long after it was started: nothing is required of it. *)
  Definition may_require (p : procedure) (pr : proc) : bool :=
    negb (suspends pr) || match required requires p with [] => true | _ => false end.

  Definition check_trapless : bool :=
    forallb (λ '(p, pr),
      (negb (marked p) || plain marked (body pr)) && may_require p pr && trapless_flow p pr)
      (imap pair (procs Q)).
End program.
